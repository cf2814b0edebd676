//! Seekers by Monte-Carlo tree search (Nijssen and Winands 2012, IV; Borák 2021, 5).

use super::Seeker;
use super::belief::{self, Weights};
use super::params::{self, Playouts};
use crate::agent::{Agent, AgentError, Analysis, Place, Thinking, Watch};
use crate::scotland_yard::board::{Station, StationSet};
use crate::scotland_yard::credit::Credit;
use crate::scotland_yard::opening_book::Opening;
use crate::scotland_yard::playout::Greedy;
use crate::scotland_yard::rules::{BlackFilter, Doubling, Move, Position, PublicState, Stance};
use crate::scotland_yard::view::PublicView;
use crate::scotland_yard::worlds::{FromView, Guesses};
use spinney_search::backup::Coalition;
use spinney_search::determinize::{Combine, Combined, separate_trees};
use spinney_search::final_move::FinalMove;
use spinney_search::game::{Game, Known, Player};
use spinney_search::mcts::Mcts;
use spinney_search::report::Report;
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::ProgressiveHistory;
use spinney_spec::{Choice, Param, Schema, Settings, SpecError, choice};
use std::time::Instant;

/// `mcts` for the seekers; the defaults are the best of Nijssen and Winands.
pub(super) static MCTS: Schema = Schema {
    name: "mcts",
    help: "Monte-Carlo tree search over guesses of Mr X's station",
    source: "Nijssen and Winands 2012, IV; Borák 2021, 5",
    params: &[
        Thinking::playouts(10_000),
        Thinking::millis(0),
        Param::real("c", "0.5", 0.0, 100.0, "exploration").tunable(),
        params::W,
        Param::choice("playout", "mc", Playouts::NAMES, "how games are played out"),
        params::HIDE_EPSILON,
        params::SEEK_EPSILON,
        params::TICKETS,
        params::BLACKS,
        params::TIES,
        params::ESTIMATES,
        params::FINAL,
        Param::choice(
            "determinization",
            "single",
            Determinization::NAMES,
            "one tree over all guesses, a tree each (majority vote, average score, or wins over visits of all trees), or one guess",
        ),
        belief::BELIEF,
        belief::CATEGORIES,
        belief::MODELS,
        Param::real("reduction", "0.1", 0.0, 1.0, "coalition reduction r").tunable(),
        Param::choice(
            "credit",
            "rest",
            HiderCredit::NAMES,
            "what the hider is credited with when a partner catches him: r, or 0",
        ),
        params::DISCOUNT,
        params::LEAF,
        params::OTHERS,
        Param::choice(
            "filter",
            "nijssen",
            BlackFilter::NAMES,
            "black tickets of the hider that are left out of the tree",
        ),
        Param::choice(
            "doubles",
            "never",
            HiderDoubles::NAMES,
            "the hider's double moves: never, wherever the rules allow them in the tree, there and \
             in playouts, or always when the detectives are near",
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
            FirstRounds::NAMES,
            "the first two rounds: searched, or the usual moves of a learned table",
        ),
        Param::flag(
            "keep-tree",
            "false",
            "determinization=single: a detective begins with what the tree of the one before him in the \
             round knows about his position",
        ),
        Thinking::THREADS,
        Thinking::PARALLEL,
    ],
};

choice! {
    /// What the hider is credited with when another seeker than the searching one catches him: a
    /// point that Nijssen and Winands IV-E leave open.
    enum HiderCredit {
        /// r: the result goes up "in a negamax-like fashion", so the two sides share one point.
        Rest = "rest",
        /// 0: he lost.
        Nothing = "nothing",
    }
}

choice! {
    /// How guesses and trees go together.
    pub enum Determinization {
        /// One tree; each iteration makes its own guess.
        Single = "single",
        /// A tree for each guess; each tree votes for its best move.
        Vote = "vote",
        /// A tree for each guess; the scores of a move are averaged.
        Average = "average",
        /// A tree for each guess; the results of a move in all trees are added up.
        Pooled = "pooled",
        /// One guess per round is taken for the truth.
        One = "one",
    }
}

choice! {
    /// Where the hider's double moves are looked at.
    enum HiderDoubles {
        /// Nowhere.
        Never = "never",
        /// In the tree, wherever the rules allow them.
        Rules = "rules",
        /// There and in playouts.
        Playouts = "playouts",
        /// Always when the mean distance of the detectives is 3 or less, also in playouts.
        Near = "near",
    }
}

choice! {
    /// How the first two rounds are played.
    enum FirstRounds {
        /// Like any other.
        Search = "search",
        /// By a learned table.
        Learned = "learned",
    }
}

/// Seekers that search.
pub struct SeekerMcts<B: FromView> {
    search: Mcts<Position<B>, ProgressiveHistory, Greedy, Credit>,
    thinking: Thinking,
    weights: Weights,
    determinization: Determinization,
    lone: bool,
    filter: BlackFilter,
    doubling: Doubling,
    localisation: f64,
    opening: Option<&'static Opening>,
    final_move: FinalMove,
    /// The guess of this round, where one is taken for the truth.
    guess: Option<(u8, Station)>,
    /// Whether a tree is kept for the next detective of the round.
    keep_tree: bool,
    /// The last move, and what is public after it, if the tree is kept for that.
    kept: Option<(PublicState, Move)>,
    rng: Rng,
}

pub(super) fn make(settings: &Settings, seed: u64) -> Result<Box<Seeker>, SpecError> {
    // Only MTD and the estimate need to know L within a playout.
    Ok(match settings.choice("playout") {
        Playouts::Mm | Playouts::Estimate => {
            Box::new(SeekerMcts::<StationSet>::new(settings, seed)?)
        }
        Playouts::Mc | Playouts::Random => Box::new(SeekerMcts::<()>::new(settings, seed)?),
    })
}

impl<B: FromView> SeekerMcts<B> {
    /// As the settings of `mcts` say.
    pub fn new(settings: &Settings, seed: u64) -> Result<Self, SpecError> {
        let policy = ProgressiveHistory::new(
            settings.real("c"),
            settings.real("w"),
            Position::<B>::PLAYERS,
            Position::<B>::MOVE_KEYS,
        );
        let reduction = Coalition {
            r: settings.real("reduction"),
            opponents_get_rest: settings.choice::<HiderCredit>("credit") == HiderCredit::Rest,
        };
        let credit = Credit::new(reduction, settings.real("discount"));
        let doubles = settings.choice("doubles");
        let playout =
            Greedy { doubles: doubles == HiderDoubles::Playouts, ..params::playout(settings) };
        Ok(Self {
            search: Mcts::with_backup(policy, playout, credit),
            thinking: Thinking::new(settings),
            weights: Weights::of_seekers(settings)?,
            determinization: settings.choice("determinization"),
            lone: params::lone(settings),
            filter: params::filter(settings),
            doubling: match doubles {
                HiderDoubles::Never => Doubling::Never,
                HiderDoubles::Rules | HiderDoubles::Playouts => Doubling::Rules,
                HiderDoubles::Near => Doubling::Near,
            },
            localisation: settings.real("localisation"),
            opening: match settings.choice("opening") {
                FirstRounds::Search => None,
                FirstRounds::Learned => Some(Opening::learned()),
            },
            final_move: params::final_move(settings),
            guess: None,
            keep_tree: settings.flag("keep-tree")
                && settings.choice::<Determinization>("determinization") == Determinization::Single
                && settings.real("localisation") == 0.0
                && !params::lone(settings),
            kept: None,
            rng: stream(&[seed]),
        })
    }

    fn guesses(&mut self, view: &PublicView) -> Guesses<B> {
        let mut base = view.with_hider(0, B::of(view));
        let stance = Stance::new(self.filter, self.doubling, view.open.round);
        base.open.stance = stance.with_lone(if self.lone { view.open.turn } else { 0 });
        Guesses::new(base, &self.weights.weigh(view))
    }

    /// Searches for the detective whose turn it is. What was spent to locate Mr X counts too.
    ///
    /// # Errors
    /// When the search fails.
    pub fn search(
        &mut self,
        view: &PublicView,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Report<Move>, AgentError> {
        let guesses = self.guesses(view);
        Ok(self.search_guesses(&guesses, view, watch)?.report)
    }

    fn search_guesses(
        &mut self,
        guesses: &Guesses<B>,
        view: &PublicView,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Combined<Move>, AgentError> {
        let player = Player::from(view.open.turn);
        let report = match self.determinization {
            _ if self.localisation > 0.0 => {
                let (station, spent) = self.localise(guesses, view, watch)?;
                let share = 1.0 - self.localisation;
                let report = self.run(&guesses.world(station), share, watch)?;
                Report { playouts: report.playouts + spent, ..report }
            }
            Determinization::Single => {
                let Self { search, thinking, rng, .. } = self;
                thinking.search(search, guesses, 1.0, player, watch, rng)?
            }
            Determinization::One => {
                let station = self.guess(guesses, view);
                self.run(&guesses.world(station), 1.0, watch)?
            }
            Determinization::Vote => {
                return self.separate_trees(guesses, player, Combine::Vote, watch);
            }
            Determinization::Average => {
                return self.separate_trees(guesses, player, Combine::Average, watch);
            }
            Determinization::Pooled => {
                return self.separate_trees(guesses, player, Combine::Pooled, watch);
            }
        };
        let best = report.best(player, self.final_move, &mut self.rng);
        Ok(Combined { report, best })
    }

    /// Goes on with the tree of the detective before, if it is for this position; whether it is.
    fn take_up(&mut self, view: &PublicView) -> bool {
        match self.kept.take() {
            Some((after, mv)) if after == view.open => self.search.advance(&[mv]),
            // No move leads nowhere: the tree is forgotten.
            _ => self.search.advance(&[]),
        }
    }

    /// Keeps the tree for the next detective. After the last one Mr X is to move, and most of what the
    /// tree has there is about other moves than his.
    fn keep(&mut self, view: &PublicView, mv: Move) {
        let mut after = *view;
        let goes_on = self.keep_tree
            && after.seeker_moves(mv, false).is_ok()
            && after.open.turn > view.open.turn;
        self.kept = goes_on.then_some((after.open, mv));
    }

    /// One of several searches.
    fn run(
        &mut self,
        world: &Position<B>,
        share: f64,
        watch: &Watch<'_, Move>,
    ) -> Result<Report<Move>, AgentError> {
        let budget = self.thinking.share(share, watch.stop);
        Ok(self.search.run(&Known(world), &budget, &mut self.rng)?)
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
    /// Gives that world and the playouts that were spent.
    fn localise(
        &mut self,
        guesses: &Guesses<B>,
        view: &PublicView,
        watch: &Watch<'_, Move>,
    ) -> Result<(Station, u64), AgentError> {
        let player = view.open.turn as usize;
        let share = self.localisation / guesses.stations().len() as f64;
        let mut worst = (f64::INFINITY, guesses.stations()[0]);
        let mut spent = 0;
        for &station in guesses.stations() {
            let report = self.run(&guesses.world(station), share, watch)?;
            spent += report.playouts;
            let moves = report.moves(player);
            let visits: u32 = moves.iter().map(|m| m.visits).sum();
            let wins: f64 = moves.iter().map(|m| m.mean * f64::from(m.visits)).sum();
            let rate = wins / f64::from(visits.max(1));
            if rate < worst.0 {
                worst = (rate, station);
            }
        }
        Ok((worst.1, spent))
    }

    /// Nijssen and Winands IV-B: a tree for each possible station, with as many playouts as the
    /// station was drawn for.
    fn separate_trees(
        &mut self,
        guesses: &Guesses<B>,
        player: Player,
        combine: Combine,
        watch: &Watch<'_, Move>,
    ) -> Result<Combined<Move>, AgentError> {
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
        let searched = stations.iter().zip(&shares).filter(|(_, share)| **share > 0.0);
        let worlds = searched.map(|(&station, &share)| {
            (guesses.world(station), self.thinking.share(share, watch.stop))
        });
        Ok(separate_trees(&mut self.search, worlds, player, combine, &mut self.rng)?)
    }
}

impl<B: FromView> Agent<PublicView, Move> for SeekerMcts<B> {
    fn analyse(
        &mut self,
        view: &PublicView,
        player: Player,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        let begin = Instant::now();
        let taken_up = self.take_up(view);
        let mut moves = Vec::new();
        view.open.seeker_moves_into(player, &mut moves);
        if let [only] = moves[..] {
            if taken_up {
                self.keep(view, only);
            }
            return Ok(Analysis::of(only));
        }
        if let Some(usual) = self.opening.and_then(|opening| opening.choose(view)) {
            return Ok(Analysis::of(usual));
        }
        let guesses = self.guesses(view);
        let Combined { report, best } = self.search_guesses(&guesses, view, watch)?;
        let best = best.ok_or(AgentError::NoMove)?;
        let analysis = Analysis::of_report(&report, player, best);
        self.keep(view, best);
        self.thinking.decided(begin);
        Ok(Analysis { belief: places(&guesses), ..analysis })
    }

    fn rest(&mut self) {
        self.search.release();
    }
}

/// The guesses, the likeliest first.
fn places<B: FromView>(guesses: &Guesses<B>) -> Vec<Place> {
    let place = |(station, probability)| Place { place: u32::from(station), probability };
    let mut places: Vec<Place> = guesses.probabilities().map(place).collect();
    places.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    places
}
