//! The games that `best` searches: one side decides, a model answers for the other.
//!
//! The tree has moves of one side only. For the cops that is exact where it matters: between two
//! sightings they can't react to what the robber does. For the robber it averages over what cops
//! of that model would do.

use super::opponents::{CopModel, RobberModel};
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::rules::{COPS, MOST_COPS, Rules, State};
use spinney_search::backup::Coalition;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, unit};

/// A position with models for both sides. Whom the search decides for, it asks only beyond
/// the tree; for the other side they always answer.
#[derive(Clone, Debug)]
pub(super) struct Modelled {
    pub(super) state: State,
    pub(super) searcher: Player,
    pub(super) robber_model: RobberModel,
    pub(super) cop_model: CopModel,
    /// The cop who searches, and by how much less a capture counts that another one makes
    /// (coalition reduction: Nijssen and Winands 2012, IV-E).
    pub(super) cop: u8,
    pub(super) coalition: Coalition,
    /// Where the modelled cops think the robber is.
    pub(super) goal: Option<Vertex>,
    /// By how much less a capture counts in the last round than one at once.
    pub(super) discount: f64,
    /// Chance for the answers, drawn anew for each world.
    pub(super) rng: Rng,
}

impl Modelled {
    /// The modelled cops' idea of where the robber is, once he has moved.
    #[inline]
    fn guess(
        rules: &Rules,
        round: u16,
        robber: Vertex,
        goal: Option<Vertex>,
        cop_model: CopModel,
        rng: &mut Rng,
    ) -> Option<Vertex> {
        let sees = rules.is_sighting(round);
        if sees || (cop_model.insight > 0.0 && unit(rng) < cop_model.insight) {
            Some(robber)
        } else {
            goal
        }
    }

    /// Lets the models answer until the searcher decides again.
    fn answer(&mut self) {
        while let Turn::One(player) = self.state.turn() {
            if player == self.searcher {
                return;
            }
            let public = self.state.public();
            let rules = public.rules();
            if player == COPS {
                let (round, robber) = (public.round(), self.state.robber());
                self.goal =
                    Self::guess(rules, round, robber, self.goal, self.cop_model, &mut self.rng);
                let seen = rules.is_sighting(round);
                let targets =
                    self.cop_model.targets(rules, public.cops(), self.goal, seen, &mut self.rng);
                self.state.move_cops(targets);
            } else {
                let to = self.robber_model.step(
                    rules,
                    public.cops(),
                    self.state.robber(),
                    &mut self.rng,
                );
                self.state.play(to);
                self.goal = self.state.public().seen();
            }
        }
    }

    /// The rewards when this cop caught the robber, in this round, or none did.
    #[inline]
    fn worth(&self, captor: Option<usize>, round: u16) -> [f64; 2] {
        let rounds = f64::from(self.state.public().rules().options().rounds);
        let late = self.discount * f64::from(round) / rounds;
        let cops = match captor {
            None => 0.0,
            Some(cop) => {
                let by_partner = self.searcher == COPS && cop != usize::from(self.cop);
                self.coalition.win(by_partner) - late
            }
        };
        [cops, 1.0 - cops]
    }
}

impl Game for Modelled {
    type Move = Vertex;
    type Rewards = [f64; 2];
    const MOVE_KEYS: usize = State::MOVE_KEYS;

    #[inline]
    fn turn(&self) -> Turn {
        self.state.turn()
    }
    fn moves(&self, player: Player, out: &mut Vec<Vertex>) {
        self.state.moves(player, out);
    }
    #[inline]
    fn play(&mut self, to: Vertex) {
        self.state.play(to);
        self.answer();
    }
    fn rewards(&self) -> [f64; 2] {
        let robber = self.state.robber();
        let public = self.state.public();
        self.worth(public.cops().iter().position(|&cop| cop == robber), public.round())
    }
    fn move_key(to: Vertex) -> usize {
        State::move_key(to)
    }
}

/// Both sides as their models say until the end, on plain numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelPlayout;

impl Playout<Modelled> for ModelPlayout {
    fn run(
        &mut self,
        game: &mut Modelled,
        rng: &mut Rng,
        _played: impl FnMut(Player, Vertex),
    ) -> [f64; 2] {
        // The cops who have still to choose in this round choose as their models say.
        while game.state.turn() == Turn::One(COPS) && !game.state.public().reserved().is_empty() {
            let to = game.next_target(rng);
            game.state.play(to);
        }
        if game.state.turn() == Turn::Over {
            return game.rewards();
        }
        let public = game.state.public();
        let rules: &Rules = public.rules();
        let mut cops = [0; MOST_COPS];
        let count = public.cops().len();
        cops[..count].copy_from_slice(public.cops());
        let (mut robber, mut round, mut goal) = (game.state.robber(), public.round(), game.goal);
        let mut robber_moves = game.state.turn() != Turn::One(COPS);
        while round <= rules.options().rounds {
            if robber_moves {
                robber = game.robber_model.step(rules, &cops[..count], robber, rng);
                if let Some(captor) = cops[..count].iter().position(|&cop| cop == robber) {
                    return game.worth(Some(captor), round);
                }
            }
            robber_moves = true;
            goal = Modelled::guess(rules, round, robber, goal, game.cop_model, rng);
            let seen = rules.is_sighting(round);
            cops = game.cop_model.targets(rules, &cops[..count], goal, seen, rng);
            if let Some(captor) = cops[..count].iter().position(|&cop| cop == robber) {
                return game.worth(Some(captor), round);
            }
            round += 1;
        }
        game.worth(None, round)
    }
}

impl Modelled {
    /// The target that the modelled cops would give to the cop who chooses now.
    fn next_target(&self, rng: &mut Rng) -> Vertex {
        let public = self.state.public();
        let row = self.goal.map(|goal| public.rules().graph().row(goal));
        let cop = super::super::chooser(public);
        let mut best = crate::cops_and_robbers::playout::Best::new();
        for to in public.choices(cop) {
            let far = row.map_or(0, |row| i32::from(row[usize::from(to)]));
            best.offer(-far, to, rng);
        }
        best.take().expect("a cop who chooses has a target")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::cops_and_robbers::tests::rules;
    use crate::cops_and_robbers::{Options, ROBBER};
    use spinney_search::rng::stream;
    use std::sync::Arc;

    fn start(rules: &Arc<Rules>, searcher: Player, seed: u64) -> Modelled {
        let mut rng = stream(&[seed]);
        let (cops, robber) = rules.draw_start(&mut rng, 1000).unwrap();
        let mut game = Modelled {
            state: State::new(Arc::clone(rules), &cops, robber).unwrap(),
            searcher,
            robber_model: RobberModel::ALL[seed as usize % 4],
            cop_model: CopModel { insight: 0.3, adherence: 0.9 },
            cop: 1,
            coalition: Coalition { r: 0.25, opponents_get_rest: true },
            goal: None,
            discount: 0.0,
            rng: stream(&[seed, 1]),
        };
        game.answer();
        game
    }

    #[test]
    fn passes_the_suite_for_either_side() {
        let rules = rules("ladder(6, 1)", Options { rounds: 8, ..Options::default() });
        for searcher in [COPS, ROBBER] {
            conformance::rules(|seed| start(&rules, searcher, seed), 20);
        }
    }

    #[test]
    fn a_capture_by_a_partner_counts_less() {
        let rules = rules("path(9)", Options { cops: 2, ..Options::default() });
        let mut game = start(&rules, COPS, 3);
        game.coalition.r = 0.25;
        assert_eq!(game.worth(Some(1), 7), [1.0, 0.0]);
        assert_eq!(game.worth(Some(0), 7), [0.75, 0.25]);
        assert_eq!(game.worth(None, 7), [0.0, 1.0]);
        // A quarter of a half: round 12 of 24.
        game.discount = 0.25;
        assert_eq!(game.worth(Some(1), 12), [0.875, 0.125]);
        game.discount = 0.0;
        game.searcher = ROBBER;
        assert_eq!(game.worth(Some(0), 7), [1.0, 0.0]);
    }

    #[test]
    fn playouts_end_as_the_rules_say() {
        // On a path of two a lone robber must step onto the cop at once.
        let rules = rules("path(2)", Options { cops: 1, ..Options::default() });
        let mut game = start(&rules, ROBBER, 0);
        game.coalition.r = 0.0;
        assert_eq!(ModelPlayout.run(&mut game, &mut stream(&[1]), |_, _| ()), [1.0, 0.0]);
        // One cop never catches a robber who runs round a long ring in time.
        let rules = self::rules("cycle(60)", Options { cops: 1, rounds: 5, ..Options::default() });
        let state = State::new(Arc::clone(&rules), &[0], 30).unwrap();
        let mut game = Modelled { state, cop: 0, ..start(&rules, ROBBER, 0) };
        assert_eq!(ModelPlayout.run(&mut game, &mut stream(&[1]), |_, _| ()), [0.0, 1.0]);
    }
}
