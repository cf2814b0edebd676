//! Seekers by Monte-Carlo tree search (Nijssen and Winands 2012, IV; Borák 2021, 5).

use super::Seeker;
use super::params::{self, Thinking};
use crate::scotland_yard::board::{Station, StationSet};
use crate::scotland_yard::categories::{Weighing, uniform};
use crate::scotland_yard::opening_book::Opening;
use crate::scotland_yard::playout::Greedy;
use crate::scotland_yard::reduction::{HiderCredit, Reduction};
use crate::scotland_yard::rules::{BlackFilter, Doubling, Move, Position, Stance};
use crate::scotland_yard::view::PublicView;
use crate::scotland_yard::worlds::{FromView, Guesses};
use spinney_search::budget::Stop;
use spinney_search::game::Game;
use spinney_search::mcts::Mcts;
use spinney_search::report::{FinalMove, Report};
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::ProgressiveHistory;
use spinney_spec::{Param, Schema, Settings, SpecError};

/// How guesses are weighed.
pub(super) const CATEGORIES: Param = Param::any(
    "categories",
    "min-distance/general/1",
    "weights of guesses: none, or min-distance, average-distance or station, then /general or \
     /detailed, then /1 or /2 steps, then /paper for published numbers",
);

/// `mcts` for the seekers; the defaults are the best of Nijssen and Winands.
pub(super) static MCTS: Schema = Schema {
    name: "mcts",
    help: "Monte-Carlo tree search over guesses of Mr X's station",
    source: "Nijssen and Winands 2012, IV; Borák 2021, 5",
    params: &[
        params::PLAYOUTS,
        params::MILLIS,
        Param::real("c", "0.5", 0.0, 100.0, "exploration").tunable(),
        params::W,
        Param::choice("playout", "mc", params::PLAYOUT_NAMES, "how games are played out"),
        params::HIDE_EPSILON,
        params::SEEK_EPSILON,
        params::TICKETS,
        params::BLACKS,
        Param::choice(
            "determinization",
            "single",
            &["single", "vote", "average", "one"],
            "one tree over all guesses, a tree each (majority vote, average score), or one guess",
        ),
        CATEGORIES,
        Param::real("reduction", "0.1", 0.0, 1.0, "coalition reduction r").tunable(),
        Param::choice(
            "credit",
            "rest",
            &["rest", "nothing"],
            "what the hider is credited with when a partner catches him: r, or 0",
        ),
        Param::choice("others", "move", &["move", "stand"], "the other seekers in the search"),
        Param::choice(
            "filter",
            "nijssen",
            params::FILTER_NAMES,
            "black tickets of the hider that are left out of the tree",
        ),
        Param::choice(
            "doubles",
            "never",
            &["never", "rules", "playouts"],
            "the hider's double moves: never, wherever the rules allow them in the tree, or there and \
             in playouts",
        ),
        Param::real(
            "localisation",
            "0",
            0.0,
            0.95,
            "share of the playouts that looks for Mr X's most dangerous station",
        )
        .tunable(),
        Param::choice(
            "opening",
            "search",
            &["search", "learned"],
            "the first two rounds: searched, or the usual moves of a learned table",
        ),
    ],
};

/// How guesses and trees go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Determinization {
    /// One tree; each iteration makes its own guess.
    Single,
    /// A tree for each guess; each tree votes for its best move.
    Vote,
    /// A tree for each guess; the scores of a move are averaged.
    Average,
    /// One guess a round is taken for the truth.
    One,
}

/// Seekers that search.
pub struct SeekerMcts<B: FromView> {
    search: Mcts<Position<B>, ProgressiveHistory, Greedy, Reduction>,
    thinking: Thinking,
    weighing: Option<Weighing>,
    determinization: Determinization,
    lone: bool,
    filter: BlackFilter,
    doubling: Doubling,
    localisation: f64,
    opening: Option<&'static Opening>,
    /// The guess of this round, where one is taken for the truth.
    guess: Option<(u8, Station)>,
    rng: Rng,
    effort: u64,
}

pub(super) fn make(settings: &Settings, seed: u64) -> Result<Box<dyn Seeker>, SpecError> {
    // Only MTD needs to know L within a playout.
    Ok(match settings.word("playout") {
        "mm" => Box::new(SeekerMcts::<StationSet>::new(settings, seed)?),
        _ => Box::new(SeekerMcts::<()>::new(settings, seed)?),
    })
}

pub(super) fn weighing(settings: &Settings) -> Result<Option<Weighing>, SpecError> {
    match settings.value("categories").to_string().as_str() {
        "none" => Ok(None),
        name => name.parse().map(Some).map_err(|e: String| settings.bad("categories", e)),
    }
}

impl<B: FromView> SeekerMcts<B> {
    /// As the settings of `mcts` say.
    pub fn new(settings: &Settings, seed: u64) -> Result<Self, SpecError> {
        let hider = match settings.word("credit") {
            "rest" => HiderCredit::Rest,
            _ => HiderCredit::Nothing,
        };
        let policy = ProgressiveHistory::new(
            settings.real("c"),
            settings.real("w"),
            Position::<B>::PLAYERS,
            Position::<B>::MOVE_KEYS,
        );
        let reduction = Reduction { r: settings.real("reduction"), hider };
        let playout =
            Greedy { doubles: settings.word("doubles") == "playouts", ..params::playout(settings) };
        Ok(Self {
            search: Mcts::with_backup(policy, playout, reduction),
            thinking: Thinking::playouts(settings),
            weighing: weighing(settings)?,
            determinization: match settings.word("determinization") {
                "single" => Determinization::Single,
                "vote" => Determinization::Vote,
                "average" => Determinization::Average,
                _ => Determinization::One,
            },
            lone: settings.word("others") == "stand",
            filter: params::filter(settings),
            doubling: match settings.word("doubles") {
                "never" => Doubling::Never,
                _ => Doubling::Rules,
            },
            localisation: settings.real("localisation"),
            opening: (settings.word("opening") == "learned").then(Opening::learned),
            guess: None,
            rng: stream(&[seed]),
            effort: 0,
        })
    }

    fn guesses(&self, view: &PublicView) -> Guesses<B> {
        let mut base = view.with_hider(0, B::of(view));
        base.open.stance = Stance {
            black: self.filter,
            doubling: self.doubling,
            lone: if self.lone { view.open.turn } else { 0 },
        };
        let weights = match &self.weighing {
            Some(weighing) => weighing.weights(view),
            None => uniform(view),
        };
        Guesses::new(base, &weights)
    }

    /// Searches for the detective whose turn it is.
    pub fn search(&mut self, view: &PublicView, stop: &Stop) -> Report<Move> {
        let guesses = self.guesses(view);
        let report = if self.localisation > 0.0 {
            let station = self.localise(&guesses, view, stop);
            self.run(&guesses.world(station), 1.0 - self.localisation, stop)
        } else {
            match self.determinization {
                Determinization::Single => {
                    let budget = self.thinking.budget(1.0, stop);
                    self.search.run(&guesses, &budget, &mut self.rng).unwrap_or_default()
                }
                Determinization::One => {
                    let station = self.guess(&guesses, view);
                    self.run(&guesses.world(station), 1.0, stop)
                }
                Determinization::Vote | Determinization::Average => {
                    self.separate_trees(&guesses, view, stop)
                }
            }
        };
        self.effort += report.playouts;
        report
    }

    fn run(&mut self, world: &Position<B>, share: f64, stop: &Stop) -> Report<Move> {
        let budget = self.thinking.budget(share, stop);
        self.search.run(world, &budget, &mut self.rng).unwrap_or_default()
    }

    /// Borák, chapter 5: the guess stands until the next round, or until it is refuted.
    fn guess(&mut self, guesses: &Guesses<B>, view: &PublicView) -> Station {
        match self.guess {
            Some((round, station))
                if round == view.open.round && view.record.possible.contains(station as usize) =>
            {
                station
            }
            _ => {
                let station = guesses.station(&mut self.rng);
                self.guess = Some((view.open.round, station));
                station
            }
        }
    }

    /// Borák 5.1.1: a short search in each world; the detectives win least in the one that Mr X
    /// would like best.
    fn localise(&mut self, guesses: &Guesses<B>, view: &PublicView, stop: &Stop) -> Station {
        let player = view.open.turn as usize;
        let share = self.localisation / guesses.stations().len() as f64;
        let mut worst = (f64::INFINITY, guesses.stations()[0]);
        for &station in guesses.stations() {
            let report = self.run(&guesses.world(station), share, stop);
            self.effort += report.playouts;
            let moves = report.moves(player);
            let visits: u32 = moves.iter().map(|m| m.visits).sum();
            let wins: f64 = moves.iter().map(|m| m.mean * f64::from(m.visits)).sum();
            let rate = wins / f64::from(visits.max(1));
            if rate < worst.0 {
                worst = (rate, station);
            }
        }
        worst.1
    }

    /// Nijssen and Winands IV-B: a tree for each possible station, with as many playouts as the
    /// station was drawn for. The move to play ends up with the most visits in the report.
    fn separate_trees(
        &mut self,
        guesses: &Guesses<B>,
        view: &PublicView,
        stop: &Stop,
    ) -> Report<Move> {
        let player = view.open.turn as usize;
        let stations = guesses.stations();
        let mut shares = vec![1.0 / stations.len() as f64; stations.len()];
        if let Some(playouts) = self.thinking.playouts {
            shares.fill(0.0);
            for _ in 0..playouts {
                let drawn = guesses.station(&mut self.rng);
                let place = stations.binary_search(&drawn).expect("stations are in order");
                shares[place] += 1.0 / playouts as f64;
            }
        }
        let mut all: Report<Move> = Report::default();
        let mut votes: Vec<(Move, u32)> = Vec::new();
        let mut scores: Vec<(Move, f64, u32)> = Vec::new();
        for (&station, &share) in stations.iter().zip(&shares) {
            if share == 0.0 {
                continue;
            }
            let report = self.run(&guesses.world(station), share, stop);
            if let Some(best) = report.best(player, FinalMove::Robust, &mut self.rng) {
                match votes.iter_mut().find(|(mv, _)| *mv == best) {
                    Some((_, count)) => *count += 1,
                    None => votes.push((best, 1)),
                }
            }
            for m in report.moves(player).iter().filter(|m| m.visits > 0) {
                match scores.iter_mut().find(|(mv, ..)| *mv == m.mv) {
                    Some((_, sum, trees)) => (*sum, *trees) = (*sum + m.mean, *trees + 1),
                    None => scores.push((m.mv, m.mean, 1)),
                }
            }
            all.merge(&report);
        }
        // Ties between votes go to the move that was played most.
        let played =
            |mv: Move| all.moves(player).iter().find(|m| m.mv == mv).map_or(0, |m| m.visits);
        let best = if self.determinization == Determinization::Vote {
            votes.iter().max_by_key(|(mv, count)| (*count, played(*mv))).map(|(mv, _)| *mv)
        } else {
            let mean = |&(_, sum, trees): &(Move, f64, u32)| sum / f64::from(trees);
            let best = scores.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
            best.map(|(mv, ..)| *mv)
        };
        let most = all.moves(player).iter().map(|m| m.visits).max().unwrap_or(0);
        for (_, moves) in &mut all.players {
            for m in moves.iter_mut().filter(|m| Some(m.mv) == best) {
                m.visits = most + 1;
            }
        }
        all
    }
}

impl<B: FromView> Seeker for SeekerMcts<B> {
    fn choose(&mut self, view: &PublicView, stop: &Stop) -> Move {
        let player = view.open.turn as usize;
        let mut moves = Vec::new();
        view.open.seeker_moves_into(player, &mut moves);
        if moves.len() == 1 {
            return moves[0];
        }
        if let Some(usual) = self.opening.and_then(|opening| opening.choose(view)) {
            return usual;
        }
        let report = self.search(view, stop);
        report.best(player, FinalMove::Robust, &mut self.rng).unwrap_or(moves[0])
    }
    fn effort(&self) -> u64 {
        self.effort
    }
    fn analyse(&mut self, view: &PublicView, stop: &Stop) -> Option<Report<Move>> {
        Some(self.search(view, stop))
    }
}
