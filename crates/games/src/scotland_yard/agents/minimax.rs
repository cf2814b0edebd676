//! The players that MCTS is measured against (Nijssen and Winands 2012, V): a paranoid αβ hider and
//! expectimax seekers.

use super::belief::{CATEGORIES, weighing};
use super::filtering::{Doubles, Filtering};
use super::params::{self, Others};
use super::{Hider, Seeker};
use crate::agent::{Agent, AgentError, Analysis, Thinking, Watch};
use crate::scotland_yard::board::{Station, StationSet, Ticket};
use crate::scotland_yard::categories::{Weighing, uniform};
use crate::scotland_yard::rules::{
    BlackFilter, Doubling, Full, HIDER, Move, Outcome, Position, SEEKERS, Stance,
};
use crate::scotland_yard::view::PublicView;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::minimax::{AlphaBeta, Evaluation, Team};
use spinney_search::rng::{Rng, stream, unit};
use spinney_spec::{Choice, Param, Schema, Settings, SpecError, choice};
use std::sync::Arc;
use std::time::Instant;

const NODES: Param = Thinking::nodes(100_000);

pub(super) static PARANOID: Schema = Schema {
    name: "paranoid",
    help: "αβ against all detectives at once, iterative deepening",
    source: "Nijssen and Winands 2012, V-A and V-C",
    params: &[
        NODES,
        Thinking::millis(0),
        Param::choice("filter", "nijssen", BlackFilter::NAMES, "whose move filtering is used"),
    ],
};

pub(super) static EXPECTIMAX: Schema = Schema {
    name: "expectimax",
    help: "expectimax with Mr X's station drawn after the first move",
    source: "Nijssen and Winands 2012, V-B to V-D",
    params: &[
        NODES,
        Thinking::millis(0),
        CATEGORIES,
        Param::choice("others", "stand", Others::NAMES, "the other seekers in the search"),
        Param::choice(
            "branch",
            "list",
            Branch::NAMES,
            "what a branch of the chance ply knows: the list of possible stations, or its station",
        ),
        Param::real(
            "capture",
            "10000",
            0.0,
            WON,
            "what a capture is worth; formula 6 gives 0 at distance 0",
        ),
    ],
};

choice! {
    /// L in a branch of the chance ply, which formula 6 sums over.
    enum Branch {
        /// All that was possible before: a branch differs from the others by captures alone.
        List = "list",
        /// The station of the branch.
        Station = "station",
    }
}

/// More than any evaluation: what the end of a game is worth to who wins it.
const WON: f64 = 10_000.0;

/// Formula 5: 100 times the distance of the nearest seeker, 10 for each black ticket, |L|, ρ.
pub(super) struct HiderValue(pub(super) Rng);

impl Evaluation<Position<StationSet>> for HiderValue {
    fn value(&mut self, state: &Position<StationSet>, _: Player) -> f64 {
        let open = &state.open;
        let distances = (1..=usize::from(open.detectives))
            .map(|seeker| open.seeker_distances(seeker)[state.hider as usize]);
        let nearest = f64::from(distances.min().unwrap_or(0));
        let black = f64::from(open.purses[HIDER].count(Ticket::Black));
        100.0 * nearest.min(20.0) + 10.0 * black + state.belief.len() as f64 + unit(&mut self.0)
    }
    /// If he must be caught, then late.
    fn end(&mut self, state: &Position<StationSet>, _: Player) -> f64 {
        match state.open.outcome {
            Outcome::Escaped => WON,
            _ => f64::from(state.open.round) - WON,
        }
    }
}

/// The paranoid hider.
struct Paranoid {
    search: AlphaBeta<HiderValue>,
    thinking: Thinking,
    filtering: Filtering,
}

pub(super) fn paranoid(settings: &Settings, seed: u64) -> Box<Hider> {
    let black = params::filter(settings);
    Box::new(Paranoid {
        search: AlphaBeta::new(HiderValue(stream(&[seed]))),
        thinking: Thinking::new(settings),
        filtering: Filtering { black, doubles: Doubles::of(black), near: 3.0, black_gain: 0.0 },
    })
}

impl Agent<Full, Move> for Paranoid {
    fn analyse(
        &mut self,
        position: &Full,
        _: Player,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        let begin = Instant::now();
        let mut legal = Vec::new();
        position.moves(HIDER, &mut legal);
        let mut root = position.with_belief(position.belief.possible);
        root.open.stance = self.filtering.stance(position);
        let budget = self.thinking.budget(watch.stop);
        let outlook = self.search.run(&root, Team::alone(HIDER), &budget);
        self.thinking.decided(begin);
        let mut analysis = Analysis::of_outlook(&outlook, begin).ok_or(AgentError::NoMove)?;
        analysis.best = self.filtering.finish(position, analysis.best, &legal);
        Ok(analysis)
    }
}

/// A position whose hider is drawn after the first move: the second ply of Figure 6.
#[derive(Clone)]
enum Guessing {
    /// The detectives' view, where the hider may be, and the first move once it is made.
    Before(Box<PublicView>, Arc<Where>, Branch, Option<Move>),
    /// The hider is somewhere.
    At(Position<StationSet>),
}

/// Formula 7: the possible stations with their weights, which add up to 1.
type Where = Vec<(Station, f64)>;

impl Game for Guessing {
    type Move = Move;
    type Rewards = [f64; SEEKERS + 1];
    const CHANCE: bool = true;
    const MOVE_KEYS: usize = Position::<StationSet>::MOVE_KEYS;

    fn turn(&self) -> Turn {
        match self {
            Self::Before(view, .., None) => Turn::One(view.open.turn as Player),
            Self::Before(.., Some(_)) => Turn::Chance,
            Self::At(position) => position.turn(),
        }
    }
    fn moves(&self, player: Player, out: &mut Vec<Move>) {
        match self {
            Self::Before(view, ..) => view.open.seeker_moves_into(player, out),
            Self::At(position) => position.moves(player, out),
        }
    }
    /// Where the hider is, written as a move to there.
    fn outcomes(&self, out: &mut Vec<(Move, f64)>) {
        if let Self::Before(_, hider, _, Some(_)) = self {
            let possible = hider.iter().filter(|(_, weight)| *weight > 0.0);
            out.extend(possible.map(|&(at, weight)| (Move::new(at, Ticket::Taxi), weight)));
        }
    }
    fn play(&mut self, mv: Move) {
        match self {
            Self::Before(view, _, branch, Some(first)) => {
                let possible = match branch {
                    Branch::List => view.record.possible,
                    Branch::Station => StationSet::single(mv.to as usize),
                };
                let mut position = view.with_hider(mv.to, possible);
                position.play(*first);
                *self = Self::At(position);
            }
            Self::Before(.., first) => *first = Some(mv),
            Self::At(position) => position.play(mv),
        }
    }
    fn rewards(&self) -> [f64; SEEKERS + 1] {
        match self {
            Self::Before(..) => [0.0; SEEKERS + 1],
            Self::At(position) => position.rewards(),
        }
    }
    fn move_key(mv: Move) -> usize {
        Position::<StationSet>::move_key(mv)
    }
}

/// Formula 6: minus the sum of the seeker's distances to all possible stations, and ρ.
struct SeekerValue {
    rng: Rng,
    /// What a capture is worth.
    capture: f64,
}

impl Evaluation<Guessing> for SeekerValue {
    fn value(&mut self, state: &Guessing, player: Player) -> f64 {
        let Guessing::At(position) = state else {
            // One move deep the station is not drawn yet: the mean over all of them.
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let mean = outcomes.into_iter().map(|(hider, weight)| {
                let mut world = state.clone();
                world.play(hider);
                let over = world.turn() == Turn::Over;
                weight * if over { self.end(&world, player) } else { self.value(&world, player) }
            });
            return mean.sum();
        };
        let row = position.open.seeker_distances(player);
        let total: u32 = position.belief.iter().map(|l| u32::from(row[l]).min(20)).sum();
        unit(&mut self.rng) - f64::from(total)
    }
    /// A capture is worth what was set, and more if it comes early.
    fn end(&mut self, state: &Guessing, _: Player) -> f64 {
        match state {
            Guessing::At(position) if position.open.outcome != Outcome::Escaped => {
                self.capture - f64::from(position.open.round) * (self.capture / WON)
            }
            _ => -WON,
        }
    }
    fn range(&self, _: &Guessing) -> Option<(f64, f64)> {
        Some((-WON, WON))
    }
}

/// The expectimax seekers.
struct ExpectimaxSeekers {
    rng: Rng,
    thinking: Thinking,
    weighing: Option<Weighing>,
    lone: bool,
    branch: Branch,
    capture: f64,
}

pub(super) fn expectimax(settings: &Settings, seed: u64) -> Result<Box<Seeker>, SpecError> {
    Ok(Box::new(ExpectimaxSeekers {
        rng: stream(&[seed]),
        thinking: Thinking::new(settings),
        weighing: weighing(settings)?,
        lone: params::lone(settings),
        branch: settings.choice("branch"),
        capture: settings.real("capture"),
    }))
}

impl Agent<PublicView, Move> for ExpectimaxSeekers {
    fn analyse(
        &mut self,
        view: &PublicView,
        seeker: Player,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        let mut legal = Vec::new();
        view.open.seeker_moves_into(seeker, &mut legal);
        if let [only] = legal[..] {
            return Ok(Analysis::of(only));
        }
        let begin = Instant::now();
        let weights = self.weighing.map_or_else(|| uniform(view), |by| by.weights(view));
        let mut root = *view;
        let stance = Stance::new(BlackFilter::Nijssen, Doubling::Never, view.open.round);
        root.open.stance = stance.with_lone(if self.lone { view.open.turn } else { 0 });
        let team = if self.lone { Team::alone(seeker) } else { Team::of(seeker, &[1, 2, 3, 4, 5]) };
        let rng = stream(&[self.rng.next_u64()]);
        let mut search = AlphaBeta::new(SeekerValue { rng, capture: self.capture });
        let budget = self.thinking.budget(watch.stop);
        let start = Guessing::Before(Box::new(root), Arc::new(weights), self.branch, None);
        let outlook = search.run(&start, team, &budget);
        self.thinking.decided(begin);
        Analysis::of_outlook(&outlook, begin).ok_or(AgentError::NoMove)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::board::Transports;
    use crate::scotland_yard::rules::Options;

    /// Formulas 5 and 6, by hand.
    #[test]
    fn evaluations_follow_the_formulas() {
        let game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
        let position = game.with_belief(game.belief.possible);
        let nearest =
            [13, 26, 29, 34, 50].map(|s| game.open.board.distance(Transports::LAND, s, 103));
        let nearest = f64::from(*nearest.iter().min().unwrap());
        let value = HiderValue(stream(&[1])).value(&position, HIDER);
        let exact = 100.0 * nearest + 50.0 + 13.0;
        assert!((exact..exact + 1.0).contains(&value), "{value}");

        // Detective 1 is at 13, next to 14 and 23.
        let mut near = position;
        near.belief = [14, 23].into_iter().collect();
        let mut judge = SeekerValue { rng: stream(&[1]), capture: WON };
        let value = judge.value(&Guessing::At(near), 1);
        assert!((-2.0..-1.0).contains(&value), "{value}");
    }

    /// Two stations are possible and next door: the likelier one is entered.
    #[test]
    fn chance_nodes_are_weighed() {
        let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
        game.open.turn = 1;
        game.open.round = 3;
        game.belief.possible = [14, 23].into_iter().collect();
        for (likely, other) in [(14, 23), (23, 14)] {
            let hider = Arc::new(vec![(likely, 0.9), (other, 0.1)]);
            let judge = SeekerValue { rng: stream(&[1]), capture: WON };
            let mut search = AlphaBeta::new(judge).depth(1);
            let mut view = game.public();
            view.open.stance = view.open.stance.with_lone(1);
            let outlook = search.run(
                &Guessing::Before(Box::new(view), hider, Branch::List, None),
                Team::alone(1),
                &spinney_search::budget::Budget::nodes(100_000),
            );
            assert_eq!(outlook.best.unwrap().to, likely);
        }
    }

    /// Formula 6 in a branch that knows its station is the distance to it; a capture has the worth
    /// that was set.
    #[test]
    fn a_branch_may_know_its_station_and_a_capture_be_worth_less() {
        let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
        game.open.turn = 1;
        game.open.round = 3;
        game.belief.possible = [14, 23, 100].into_iter().collect();
        let value = |branch, hider: Station, capture: f64| {
            let view = Box::new(game.public());
            let mut state = Guessing::Before(view, Arc::new(vec![(hider, 1.0)]), branch, None);
            state.play(Move::new(14, Ticket::Taxi));
            state.play(Move::new(hider, Ticket::Taxi));
            let mut judge = SeekerValue { rng: stream(&[1]), capture };
            if state.turn() == Turn::Over { judge.end(&state, 1) } else { judge.value(&state, 1) }
        };
        let distance = |to| f64::from(game.open.board.distance(Transports::LAND, 14, to).min(20));
        // Detective 1 has entered 14, which is not possible any more.
        let both = distance(23) + distance(100);
        assert!((-both..1.0 - both).contains(&value(Branch::List, 23, WON)));
        let one = distance(23);
        assert!((-one..1.0 - one).contains(&value(Branch::Station, 23, WON)));
        assert_eq!(value(Branch::List, 14, WON), WON - 3.0);
        assert_eq!(value(Branch::List, 14, 0.0), 0.0);
        assert_eq!(value(Branch::Station, 14, 100.0), 100.0 - 0.03);
    }
}
