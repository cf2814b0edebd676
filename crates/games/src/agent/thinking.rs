//! How long an agent thinks: the limits of its settings as a budget per decision.

use super::{AgentError, Analysis, Watch};
use spinney_search::backup::Backup;
use spinney_search::budget::{Budget, Stop};
use spinney_search::game::{Game, Player, Worlds};
use spinney_search::mcts::{Mcts, RunOptions};
use spinney_search::parallel::Parallel;
use spinney_search::playout::Playout;
use spinney_search::report::{Observer, Report};
use spinney_search::rng::Rng;
use spinney_search::selection::Selection;
use spinney_spec::{Kind, Param, Settings};
use std::time::{Duration, Instant};

/// The limits on every decision; the first that is reached ends it.
///
/// The parameters are `playouts`, `nodes` and `millis`, in this order and before all others,
/// wherever an agent declares them. 0 is no limit. An agent that is given no limit at all takes the
/// one that its declaration names.
///
/// A limit in time is for the answer, not for the search, which therefore ends a little before: the
/// last iteration and the choice of the move take their time. On a busy machine the process may
/// moreover be put aside just then; who was late once expects it again, for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Playouts at most.
    pub playouts: Option<u64>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// Time at most, for the answer.
    pub time: Option<Duration>,
    /// How many threads search.
    pub threads: usize,
    /// What they share.
    pub parallel: Parallel,
    /// How much longer than meant a decision took lately.
    late: Duration,
}

const MOST: u64 = 1_000_000_000_000;

impl Thinking {
    /// The parameter `playouts`; so many if the agent is given no limit.
    pub const fn playouts(otherwise: u64) -> Param {
        Param::limit("playouts", otherwise, MOST, "playouts per decision")
    }
    /// The parameter `nodes`; so many if the agent is given no limit.
    pub const fn nodes(otherwise: u64) -> Param {
        Param::limit("nodes", otherwise, MOST, "positions per decision")
    }
    /// The parameter `millis`; so many if the agent is given no limit.
    pub const fn millis(otherwise: u64) -> Param {
        Param::limit("millis", otherwise, 86_400_000, "thinking time per decision")
    }

    /// The parameter `threads`.
    pub const THREADS: Param = Param::integer(
        "threads",
        "1",
        1,
        1024,
        "threads per search; with more than one, a search does not repeat exactly",
    );
    /// The parameter `parallel`.
    pub const PARALLEL: Param = Param::choice(
        "parallel",
        "tree",
        Parallel::NAMES,
        "several threads share one tree, or grow one tree each",
    );

    /// The limits that settings give, or those that their schema has for this case.
    pub fn new(settings: &Settings) -> Self {
        let given = |param: &Param| settings.integer(param.name);
        let otherwise = |param: &Param| match param.kind {
            Kind::Limit { otherwise, .. } => otherwise,
            _ => 0,
        };
        let thinking = Self::of(settings, given);
        if thinking.is_limited() { thinking } else { Self::of(settings, otherwise) }
    }

    fn of(settings: &Settings, value: impl Fn(&Param) -> u64) -> Self {
        let limit = |key: &str| {
            let param = settings.schema.params.iter().find(|param| param.name == key);
            param.map(&value).filter(|&n| n > 0)
        };
        Self {
            playouts: limit("playouts"),
            nodes: limit("nodes"),
            time: limit("millis").map(Duration::from_millis),
            threads: if settings.declares("threads") {
                settings.integer("threads") as usize
            } else {
                1
            },
            parallel: if settings.declares("parallel") {
                Parallel::named(settings.word("parallel")).expect("declared with its names")
            } else {
                Parallel::default()
            },
            late: Duration::ZERO,
        }
    }

    /// A search for a decision of `player`, with a share of what it may cost. It is watched.
    ///
    /// # Errors
    /// As for [`Mcts::run`].
    pub fn search<G, S, P, B, W>(
        &self,
        search: &mut Mcts<G, S, P, B>,
        worlds: &W,
        share: f64,
        player: Player,
        watch: &mut Watch<'_, G::Move>,
        rng: &mut Rng,
    ) -> Result<Report<G::Move>, AgentError>
    where
        G: Game,
        S: Selection,
        P: Playout<G>,
        B: Backup<G>,
        W: Worlds<G>,
    {
        let budget = self.share(share, watch.stop);
        let (threads, parallel) = (self.threads, self.parallel);
        let Some((every, show)) = watch.progress() else {
            let options = RunOptions { threads, parallel, observer: None };
            return Ok(search.run_with(worlds, &budget, options, rng)?);
        };
        let mut see = |report: &Report<G::Move>| {
            if let Some(analysis) = Analysis::so_far(report, player) {
                show(&analysis);
            }
        };
        let observer = Some(Observer::new(every, &mut see));
        Ok(search.run_with(worlds, &budget, RunOptions { observer, threads, parallel }, rng)?)
    }

    /// Whether there is any limit.
    pub fn is_limited(&self) -> bool {
        self.playouts.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// The budget of one decision.
    pub fn budget(&self, stop: &Stop) -> Budget {
        Budget {
            playouts: self.playouts,
            nodes: self.nodes,
            time: self.search_time(),
            stop: Some(stop.clone()),
        }
    }

    /// A part of the budget of one decision, at least one playout and node of it.
    pub fn share(&self, share: f64, stop: &Stop) -> Budget {
        let part = |n: u64| ((n as f64 * share).round() as u64).max(1);
        let whole = self.budget(stop);
        Budget {
            playouts: whole.playouts.map(part),
            nodes: whole.nodes.map(part),
            time: whole.time.map(|time| time.mul_f64(share)),
            stop: whole.stop,
        }
    }

    /// Learns how long a decision took that began then.
    pub fn decided(&mut self, begin: Instant) {
        if let Some(meant) = self.search_time() {
            self.took(begin.elapsed(), meant);
        }
    }

    /// When a search ends, so that the answer is there in time.
    fn search_time(&self) -> Option<Duration> {
        let limit = self.time?;
        let reserve = (limit / 8).min(Duration::from_millis(5));
        Some(limit.saturating_sub(reserve + self.late).max(limit / 2))
    }

    /// A decision took so long that was meant to take `meant`.
    fn took(&mut self, took: Duration, meant: Duration) {
        self.late = took.saturating_sub(meant).max(self.late * 15 / 16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_spec::{Schema, Spec};

    static BOTH: Schema = Schema {
        name: "both",
        help: "",
        source: "",
        params: &[Thinking::playouts(1000), Thinking::millis(0)],
    };

    fn thinking(text: &str) -> Thinking {
        let spec: Spec = text.parse().unwrap();
        Thinking::new(&Settings::new(&BOTH, &spec.args).unwrap())
    }

    fn millis(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn within(limit: Duration) -> Thinking {
        Thinking { playouts: None, time: Some(limit), ..thinking("both") }
    }

    #[test]
    fn a_limit_that_is_given_takes_the_place_of_the_default() {
        let limits = |text| {
            let Thinking { playouts, nodes, time, .. } = thinking(text);
            assert_eq!(nodes, None);
            (playouts, time)
        };
        assert_eq!(limits("both"), (Some(1000), None));
        assert_eq!(limits("both(7)"), (Some(7), None));
        assert_eq!(limits("both(millis=50)"), (None, Some(millis(50))));
        assert_eq!(limits("both(7, 50)"), (Some(7), Some(millis(50))));
    }

    #[test]
    fn shares_have_at_least_one_playout() {
        let stop = Stop::new();
        assert_eq!(thinking("both(10)").share(0.25, &stop).playouts, Some(3));
        assert_eq!(thinking("both(10)").share(0.0, &stop).playouts, Some(1));
    }

    #[test]
    fn who_was_late_ends_earlier_for_a_while() {
        let mut thinking = within(millis(100));
        assert_eq!(thinking.search_time(), Some(millis(95)));
        thinking.took(millis(105), millis(95));
        assert_eq!(thinking.search_time(), Some(millis(85)));
        thinking.took(millis(50), millis(85));
        assert_eq!(thinking.search_time(), Some(Duration::from_micros(85_625)));
        for _ in 0..200 {
            thinking.took(millis(90), millis(95));
        }
        assert!(thinking.search_time() > Some(millis(94)));
        // However late: half of the time is used.
        thinking.took(millis(400), millis(95));
        assert_eq!(thinking.search_time(), Some(millis(50)));
    }

    #[test]
    fn short_times_keep_an_eighth() {
        assert_eq!(within(millis(8)).search_time(), Some(millis(7)));
    }

    #[test]
    fn playouts_have_no_clock() {
        let mut thinking = thinking("both(7)");
        let begin = Instant::now();
        std::thread::sleep(millis(3));
        thinking.decided(begin);
        assert_eq!(thinking, self::thinking("both(7)"));
        assert_eq!(thinking.budget(&Stop::new()).time, None);
    }
}
