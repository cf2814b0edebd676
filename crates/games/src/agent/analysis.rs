//! What an agent thinks of a decision: one type for every search.

use serde::Serialize;
use spinney_search::budget::Stop;
use spinney_search::game::Player;
use spinney_search::minimax::Outlook;
use spinney_search::report::{self, Report, RootMove};
use spinney_search::tree::Proven;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// What an agent thinks of a decision. Values are rewards of the player who decides, on the scale
/// of the game: mostly 0 for a loss and 1 for a win, points in a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis<M> {
    /// The move to play.
    pub best: M,
    /// The moves that were considered, the most visited first; empty if the agent does not search.
    pub candidates: Vec<Candidate<M>>,
    /// The line that the agent expects, beginning with a move of the player.
    pub line: Vec<M>,
    /// The most visited lines of the search, a few levels deep; empty if it has no tree.
    pub tree: Vec<Branch<M>>,
    /// How far the search looked ahead, in moves.
    pub depth: usize,
    /// Playouts of this decision.
    pub playouts: u64,
    /// Positions that the search has stored or judged.
    pub nodes: u64,
    /// Thinking time.
    pub millis: u64,
    /// Where something hidden may be, the likeliest first; empty if nothing is hidden from the
    /// player, or if the agent keeps no belief.
    pub belief: Vec<Place>,
}

/// One move that was considered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Iterations that began with it; 0 in searches that do not count them.
    pub visits: u64,
    /// Its value: the mean of its iterations, or the search's judgement. None if it was not tried.
    pub value: Option<f64>,
    /// Its value under best play, where that is proven.
    pub exact: Option<f64>,
    /// The moves to the end of the game under best play, where that is solved.
    pub distance: Option<u32>,
}

/// A move somewhere in the tree of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// Iterations that passed here.
    pub visits: u64,
    /// Their mean reward for the player who makes the move.
    pub value: f64,
    /// The most visited moves after it, the most visited first. Where players move together, the
    /// other player's move comes next.
    pub children: Vec<Branch<M>>,
}

impl<M> Branch<M> {
    /// The same, with each move said in another way.
    pub fn map<T>(self, say: &mut impl FnMut(M) -> T) -> Branch<T> {
        Branch {
            mv: say(self.mv),
            visits: self.visits,
            value: self.value,
            children: self.children.into_iter().map(|branch| branch.map(say)).collect(),
        }
    }
}

impl<M: Copy> From<&report::Branch<M>> for Branch<M> {
    fn from(branch: &report::Branch<M>) -> Self {
        Self {
            mv: branch.mv,
            visits: u64::from(branch.visits),
            value: branch.mean,
            children: branch.children.iter().map(Self::from).collect(),
        }
    }
}

/// A place and how likely something hidden is there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Place {
    /// A station or a vertex.
    pub place: u32,
    /// From 0 to 1.
    pub probability: f64,
}

impl<M> Analysis<M> {
    /// A move without a search.
    pub fn of(best: M) -> Self {
        Self {
            best,
            candidates: Vec::new(),
            line: Vec::new(),
            tree: Vec::new(),
            depth: 0,
            playouts: 0,
            nodes: 0,
            millis: 0,
            belief: Vec::new(),
        }
    }

    /// What was spent: playouts, or nodes where there are none.
    pub fn effort(&self) -> u64 {
        if self.playouts > 0 { self.playouts } else { self.nodes }
    }

    /// The value of the move to play, proven or not.
    pub fn value(&self) -> Option<f64>
    where
        M: PartialEq,
    {
        let best = self.candidates.iter().find(|candidate| candidate.mv == self.best)?;
        best.exact.or(best.value)
    }

    /// The same, with each move said in another way.
    pub fn map<T>(self, mut say: impl FnMut(M) -> T) -> Analysis<T> {
        let candidates = self.candidates.into_iter().map(|candidate| Candidate {
            mv: say(candidate.mv),
            visits: candidate.visits,
            value: candidate.value,
            exact: candidate.exact,
            distance: candidate.distance,
        });
        Analysis {
            candidates: candidates.collect(),
            line: self.line.into_iter().map(&mut say).collect(),
            tree: self.tree.into_iter().map(|branch| branch.map(&mut say)).collect(),
            best: say(self.best),
            depth: self.depth,
            playouts: self.playouts,
            nodes: self.nodes,
            millis: self.millis,
            belief: self.belief,
        }
    }
}

impl<M: Copy + Eq> Analysis<M> {
    /// What a search found, of which `best` is to be played.
    pub fn of_report(report: &Report<M>, player: Player, best: M) -> Self {
        let (low, high) = report.outcomes;
        let exact = |m: &RootMove<M>| match m.proven {
            Proven::Open => None,
            // Every line of a puzzle that begins with the move was seen.
            Proven::Exhausted => Some(m.top),
            Proven::Loss => Some(low),
            Proven::Draw => Some(f64::midpoint(low, high)),
            Proven::Win => Some(high),
        };
        let candidate = |m: &RootMove<M>| Candidate {
            mv: m.mv,
            visits: u64::from(m.visits),
            value: (m.visits > 0).then_some(m.mean),
            exact: exact(m),
            distance: None,
        };
        let mut candidates: Vec<_> = report.moves(player).iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.visits));
        let mut line = match &report.best_line {
            Some((_, line)) => line.clone(),
            None => report.principal_variation.clone(),
        };
        // Where players move together, the report has the moves of each turn by player.
        if let Some(place) = report.players.iter().position(|(p, _)| *p == player) {
            line.chunks_exact_mut(report.players.len()).for_each(|turn| turn.rotate_left(place));
        }
        Self {
            candidates,
            line,
            tree: report.outline(player).iter().map(Branch::from).collect(),
            depth: report.depth,
            playouts: report.playouts,
            nodes: report.nodes,
            millis: report.elapsed.as_millis() as u64,
            ..Self::of(best)
        }
    }

    /// What a minimax search found that began then; none if it found no move.
    pub fn of_outlook(outlook: &Outlook<M>, begin: Instant) -> Option<Self> {
        let best = outlook.best?;
        let (value, exact) = (Some(outlook.value), outlook.certain.then_some(outlook.value));
        Some(Self {
            candidates: vec![Candidate { mv: best, visits: 0, value, exact, distance: None }],
            line: vec![best],
            depth: outlook.depth as usize,
            nodes: outlook.nodes,
            millis: begin.elapsed().as_millis() as u64,
            ..Self::of(best)
        })
    }

    /// What a search that goes on has found; none if it has tried nothing yet.
    pub fn so_far(report: &Report<M>, player: Player) -> Option<Self> {
        let most = report.moves(player).iter().max_by_key(|m| m.visits)?;
        Some(Self::of_report(report, player, most.mv))
    }
}

/// Who is shown an analysis.
type Show<'a, M> = &'a mut (dyn FnMut(&Analysis<M>) + Send);

/// Who waits for an analysis: a flag that ends it, and perhaps somebody to show it to meanwhile.
pub struct Watch<'a, M> {
    /// Ends the search when raised.
    pub stop: &'a Stop,
    show: Option<(Duration, Show<'a, M>)>,
}

impl<'a, M> Watch<'a, M> {
    /// Nobody is shown anything.
    pub fn new(stop: &'a Stop) -> Self {
        Self { stop, show: None }
    }

    /// Calls `show` with what was found so far, at most once per `every`.
    pub fn showing(
        stop: &'a Stop,
        every: Duration,
        show: &'a mut (dyn FnMut(&Analysis<M>) + Send),
    ) -> Self {
        Self { stop, show: Some((every, show)) }
    }

    /// How often to show what was found, and to whom.
    pub fn progress(&mut self) -> Option<(Duration, Show<'_, M>)> {
        match &mut self.show {
            Some((every, show)) => Some((*every, &mut **show)),
            None => None,
        }
    }
}
