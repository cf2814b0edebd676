//! The tree: bandits and their arms in two flat arrays.
//!
//! A node has one bandit a player who decides there: one in ordinary games, one each where players
//! move together. A bandit is a run of arms, one a move, with the statistics that the policy asked
//! for. In an ordinary node an arm points at the child; in a joint node the arms of all players
//! together name a cell of a table, and the cell points at the child.
//!
//! The position after an arm that was played once is not a node yet: it has its statistics in the
//! arm, and becomes a node when it is visited again (or as often as the search is told to wait). So
//! plain UCT spends an arm of 24 bytes on each position that it has seen, and 8 more on a node.

use crate::stats::Stats;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// The root's number.
pub(crate) const ROOT: u32 = 0;

/// The outcome of a position under best play, for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Proven {
    /// Not known.
    #[default]
    Open,
    /// The player loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The player wins.
    Win,
    /// In a puzzle: every line from here was searched, and nothing better is to be found.
    Exhausted,
}

impl Proven {
    /// The same outcome as the opponent sees it.
    #[inline]
    pub fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
            same => same,
        }
    }
}

/// One move of one player at one node.
#[derive(Clone, Copy, Debug)]
pub struct Arm<M, S> {
    /// What is remembered of it.
    pub stats: S,
    pub(crate) child: u32,
    /// The move.
    pub mv: M,
    /// What is proven of it, for the player who chooses here.
    pub proven: Proven,
}

impl<M, S: Stats> Arm<M, S> {
    pub(crate) fn new(mv: M) -> Self {
        Self { stats: S::default(), child: NONE, mv, proven: Proven::Open }
    }
}

/// A run of arms, of which the first `tried` were visited.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bandit {
    pub(crate) first: u32,
    pub(crate) arms: u16,
    pub(crate) tried: u16,
}

impl Bandit {
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + self.arms as usize
    }
}

/// What one joint move of a joint node led to; moments are of player 0's rewards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) sum: f64,
    pub(crate) squares: f64,
    pub(crate) visits: u32,
    pub(crate) child: u32,
    /// For player 0.
    pub(crate) proven: Proven,
}

const EMPTY: Cell = Cell { sum: 0.0, squares: 0.0, visits: 0, child: NONE, proven: Proven::Open };

/// A position in the tree that may become a node: the arm or the cell that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Root,
    Arm(u32),
    Cell(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Tree<M, S> {
    /// `width` bandits a node, in the order of players.
    pub(crate) bandits: Vec<Bandit>,
    pub(crate) arms: Vec<Arm<M, S>>,
    pub(crate) cells: Vec<Cell>,
    /// Where the cells of each node begin; empty in ordinary games.
    tables: Vec<u32>,
    width: usize,
    /// Whether bandits may get more arms later: their runs then have the room of a power of two.
    growing: bool,
    /// Bytes at most.
    memory: usize,
    /// Positions that were visited.
    pub(crate) grown: u64,
    /// Whether something could not be added since the tree was last made smaller.
    pub(crate) full: bool,
}

impl<M: Copy + Eq, S: Stats> Tree<M, S> {
    pub(crate) fn new(width: usize, growing: bool, memory: usize) -> Self {
        Self {
            bandits: Vec::new(),
            arms: Vec::new(),
            cells: Vec::new(),
            tables: Vec::new(),
            width,
            growing,
            memory,
            grown: 0,
            full: false,
        }
    }

    /// Empties the tree and sets it up for another search; what was allocated is kept.
    pub(crate) fn reset(&mut self, width: usize, growing: bool, memory: usize) {
        self.bandits.clear();
        self.arms.clear();
        self.cells.clear();
        self.tables.clear();
        (self.width, self.growing, self.memory) = (width, growing, memory);
        self.grown = 0;
        self.full = false;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bandits.is_empty()
    }

    /// How often a choice was made at the root.
    #[inline]
    pub(crate) fn root_visits(&self) -> u32 {
        let deciding = self.bandits[..self.width].iter().find(|bandit| bandit.arms > 0);
        let arms = &self.arms[deciding.map_or(0..0, |bandit| bandit.range())];
        arms.iter().map(|arm| arm.stats.visits()).sum()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.bandits[..])
            + size_of_val(&self.arms[..])
            + size_of_val(&self.cells[..])
            + size_of_val(&self.tables[..])
    }

    /// How many moves from the root the positions that were visited lie, on average; 0 for none.
    pub(crate) fn mean_depth(&self) -> f64 {
        let nodes = self.bandits.len() / self.width;
        let mut depths = vec![0u32; nodes];
        let (mut sum, mut count) = (0u64, 0u64);
        // Parents come before children, so that a node's own depth is known when its turn comes.
        for node in 0..nodes {
            let depth = depths[node] + 1;
            let mut reach = |visits: u32, child: u32| {
                if visits > 0 {
                    sum += u64::from(depth);
                    count += 1;
                }
                if child != NONE {
                    depths[child as usize] = depth;
                }
            };
            if self.width == 1 {
                for arm in &self.arms[self.bandits[node].range()] {
                    reach(arm.stats.visits(), arm.child);
                }
            } else {
                for cell in &self.cells[self.table_range(node as u32)] {
                    reach(cell.visits, cell.child);
                }
            }
        }
        if count == 0 { 0.0 } else { sum as f64 / count as f64 }
    }

    /// Whether so many more arms and cells may be added. The root may always.
    fn has_room(&self, arms: usize, cells: usize) -> bool {
        let more = arms * size_of::<Arm<M, S>>()
            + cells * size_of::<Cell>()
            + self.width * size_of::<Bandit>();
        let indices =
            self.arms.len() + arms < NONE as usize && self.cells.len() + cells < NONE as usize;
        self.is_empty() || (indices && self.bytes() + more <= self.memory)
    }

    #[inline]
    pub(crate) fn bandit(&self, node: u32, player: usize) -> usize {
        if self.width == 1 { node as usize } else { node as usize * self.width + player }
    }

    /// Makes the position behind `link` a node whose players have these moves: `moves` is the lists
    /// of all players on end, `counts` their lengths. None when memory is used up.
    pub(crate) fn add_node(&mut self, link: Link, moves: &[M], counts: &[usize]) -> Option<u32> {
        assert!(
            counts.iter().all(|&n| u16::try_from(n).is_ok()),
            "more moves than a node can hold"
        );
        let joint = self.width > 1;
        let cells = if joint { counts.iter().map(|&n| n.max(1)).product() } else { 0 };
        assert!(u16::try_from(cells).is_ok(), "more joint moves than a node can hold");
        let room = counts.iter().map(|&n| self.room(n)).sum();
        if !self.has_room(room, cells) {
            self.full = true;
            return None;
        }
        let node = (self.bandits.len() / self.width) as u32;
        let mut rest = moves;
        for &count in counts {
            let (own, others) = rest.split_at(count);
            rest = others;
            let first = self.arms.len() as u32;
            self.bandits.push(Bandit { first, arms: count as u16, tried: 0 });
            self.arms.extend(own.iter().map(|&mv| Arm::new(mv)));
            self.arms.resize(first as usize + self.room(count), Arm::new(moves[0]));
        }
        if joint {
            self.tables.push(self.cells.len() as u32);
            self.cells.resize(self.cells.len() + cells, EMPTY);
        }
        match link {
            Link::Root => {}
            Link::Arm(arm) => self.arms[arm as usize].child = node,
            Link::Cell(cell) => self.cells[cell as usize].child = node,
        }
        Some(node)
    }

    /// How many arms the run of a bandit with `count` arms has room for.
    fn room(&self, count: usize) -> usize {
        if self.growing { count.next_power_of_two() } else { count }
    }

    /// Appends an arm to a bandit, moving its run to the end of the array when it is full; gives
    /// the arm's place in the run. The room left behind comes back when the tree is compacted.
    pub(crate) fn add_arm(&mut self, bandit: usize, mv: M) -> Option<usize> {
        debug_assert!(self.growing);
        let Bandit { first, arms, .. } = self.bandits[bandit];
        let count = arms as usize;
        let room = self.room(count + 1);
        if room > self.room(count) {
            if !self.has_room(room, 0) {
                self.full = true;
                return None;
            }
            let start = self.arms.len();
            self.arms.extend_from_within(self.bandits[bandit].range());
            self.arms.resize(start + room, Arm::new(mv));
            self.bandits[bandit].first = start as u32;
        } else {
            self.arms[first as usize + count] = Arm::new(mv);
        }
        self.bandits[bandit].arms += 1;
        Some(count)
    }

    /// Where the cells of a joint node begin.
    #[inline]
    pub(crate) fn table(&self, node: u32) -> usize {
        self.tables[node as usize] as usize
    }

    /// The cells of a joint node.
    fn table_range(&self, node: u32) -> std::ops::Range<usize> {
        let next = self.tables.get(node as usize + 1);
        self.table(node)..next.map_or(self.cells.len(), |&table| table as usize)
    }

    /// How many positions were visited: arms of ordinary nodes, cells of joint ones.
    fn positions(&self) -> u64 {
        let visited = if self.width == 1 {
            self.arms.iter().filter(|arm| arm.stats.visits() > 0).count()
        } else {
            self.cells.iter().filter(|cell| cell.visits > 0).count()
        };
        visited as u64
    }

    /// Drops every node but the root and those that `keep` names, given the visits of the position;
    /// a kept node whose parent goes, goes too. Arrays keep their order, so a node stays behind its
    /// parent. `root` becomes the root.
    pub(crate) fn compact(&mut self, root: u32, keep: impl Fn(u32) -> bool) {
        let nodes = self.bandits.len() / self.width;
        let mut renumbered = vec![NONE; nodes];
        renumbered[root as usize] = ROOT;
        let mut kept = Self::new(self.width, self.growing, self.memory);
        for node in root..nodes as u32 {
            // Parents come before children, so it is known by now whether this one stays.
            if renumbered[node as usize] == NONE {
                continue;
            }
            renumbered[node as usize] = (kept.bandits.len() / self.width) as u32;
            for player in 0..self.width {
                let mut bandit = self.bandits[self.bandit(node, player)];
                let arms = &self.arms[bandit.range()];
                for arm in arms {
                    let child = arm.child;
                    if child != NONE && keep(arm.stats.visits()) {
                        renumbered[child as usize] = ROOT;
                    }
                }
                bandit.first = kept.arms.len() as u32;
                kept.arms.extend_from_slice(arms);
                let end = bandit.first as usize + self.room(arms.len());
                kept.arms.resize(end, Arm::new(self.arms[0].mv));
                kept.bandits.push(bandit);
            }
            if self.width > 1 {
                let cells = &self.cells[self.table_range(node)];
                for cell in cells {
                    if cell.child != NONE && keep(cell.visits) {
                        renumbered[cell.child as usize] = ROOT;
                    }
                }
                kept.tables.push(kept.cells.len() as u32);
                kept.cells.extend_from_slice(cells);
            }
        }
        let follow = |child: &mut u32| {
            if *child != NONE {
                *child = renumbered[*child as usize];
            }
        };
        kept.arms.iter_mut().for_each(|arm| follow(&mut arm.child));
        kept.cells.iter_mut().for_each(|cell| follow(&mut cell.child));
        kept.grown = kept.positions();
        *self = kept;
    }

    /// Makes room by dropping the nodes least visited, until at most half of the memory is used.
    pub(crate) fn recycle(&mut self) {
        let mut fewest = 2;
        while self.bytes() > self.memory / 2 && fewest < u32::MAX / 2 {
            self.compact(ROOT, |visits| visits >= fewest);
            fewest *= 2;
        }
        self.full = false;
    }
}
