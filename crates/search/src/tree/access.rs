//! How a thread works on a tree: alone, or with others.

use super::deferred::Deferred;
use super::flags::Locked;
use super::{Arm, Cell, Link, NONE, PENDING, Refused, Reserved, Run, Tree};
use crate::game::Game;
use crate::rng::{Rng, below};
use crate::stats::Stats;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Arms and nodes that a thread reserves at a time.
const ARMS: usize = 512;
const NODES: usize = 64;

/// A tree as one thread works on it.
pub(crate) trait Access<G: Game, S> {
    /// Whether other threads work on it at the same time.
    const SHARED: bool;

    fn tree(&self) -> &Tree<G, S>;

    /// Draws one of the arms of a bandit, which has this run, that were never visited.
    fn draw_untried(&mut self, bandit: usize, run: Run, rng: &mut Rng) -> Option<usize>;

    /// The place at which an arm of a bandit, which has this run, stands once it counts as tried.
    fn try_arm(&mut self, bandit: usize, run: Run, place: usize) -> usize;

    /// Makes the position behind `link` a node whose players have these moves: `moves` is the lists
    /// of all players on end, `counts` their lengths.
    fn add_node(&mut self, link: Link, moves: &[G::Move], counts: &[usize])
    -> Result<u32, Refused>;

    /// Appends an arm to a bandit and gives its place; none when there is no room.
    fn add_arm(&mut self, bandit: usize, mv: G::Move) -> Option<usize>;

    /// Takes down that a much visited arm brought a reward, for it to learn of later.
    fn defer(&mut self, bandit: usize, pick: usize, reward: f64);

    /// Drops the nodes least visited, if the thread may: others do so between their batches.
    fn recycle(&mut self);

    /// A position was visited for the first time.
    fn count_position(&mut self);

    /// Positions visited so far.
    fn positions(&self) -> u64;
}

/// What several threads do alike.
impl<G: Game, S: Stats> Tree<G, S> {
    /// Takes the lock of an arm if the tree is shared, and calls `f` with the arms of its bandit.
    #[inline]
    pub(crate) fn with_arm<const SHARED: bool, R>(
        &self,
        bandit: usize,
        place: usize,
        f: impl FnOnce(&[Arm<G::Move, S>]) -> R,
    ) -> R {
        if !SHARED {
            return f(self.arms(self.run(bandit)));
        }
        loop {
            let arms = self.arms(self.run(bandit));
            if let Some(_locked) = arms[place].flags.lock() {
                return f(arms);
            }
        }
    }

    /// Takes the lock of a cell if the tree is shared.
    #[inline]
    pub(crate) fn with_cell<const SHARED: bool, R>(
        &self,
        cell: usize,
        f: impl FnOnce(&Cell) -> R,
    ) -> R {
        let cell = self.cell(cell);
        let _locked: Option<Locked<'_>> = if SHARED { cell.flags.lock() } else { None };
        f(cell)
    }

    /// Stores the number of a new node in its parent.
    #[inline]
    fn attach<const SHARED: bool>(&self, link: Link, node: u32) {
        match link {
            Link::Root => {}
            Link::Arm { bandit, place } if SHARED && self.growing => {
                let place = place as usize;
                self.with_arm::<true, _>(bandit as usize, place, |arms| {
                    arms[place].child.store(node, Release);
                });
            }
            Link::Arm { bandit, place } => {
                self.arms(self.run(bandit as usize))[place as usize].child.store(node, Release);
            }
            Link::Cell(cell) => self.cell(cell as usize).child.store(node, Release),
        }
    }

    /// Marks a position as being expanded; false if it is a node, or about to be one.
    fn claim(&self, link: Link) -> bool {
        let claim = |child: &std::sync::atomic::AtomicU32| {
            let free = child.load(Relaxed) == NONE;
            if free {
                child.store(PENDING, Relaxed);
            }
            free
        };
        match link {
            Link::Root => true,
            Link::Arm { bandit, place } => {
                let place = place as usize;
                self.with_arm::<true, _>(bandit as usize, place, |arms| claim(&arms[place].child))
            }
            Link::Cell(cell) => self.with_cell::<true, _>(cell as usize, |cell| claim(&cell.child)),
        }
    }
}

/// A tree that one thread has to itself.
#[derive(Debug)]
pub(crate) struct Alone<'a, G: Game, S>(pub(crate) &'a mut Tree<G, S>);

impl<G: Game, S: Stats> Access<G, S> for Alone<'_, G, S> {
    const SHARED: bool = false;

    #[inline]
    fn tree(&self) -> &Tree<G, S> {
        self.0
    }

    #[inline]
    #[allow(unsafe_code)]
    fn draw_untried(&mut self, bandit: usize, run: Run, rng: &mut Rng) -> Option<usize> {
        if run.tried >= run.arms {
            return None;
        }
        // The arms from `tried` on are in no order that matters: draw one to the front.
        let next = run.tried as usize;
        let drawn = next + below(rng, run.arms as usize - next);
        self.0.set_run(bandit, Run { tried: run.tried + 1, ..run });
        // SAFETY: the arms of a run are written.
        unsafe { self.0.arms.slice_mut(run.range()) }.swap(next, drawn);
        Some(next)
    }

    #[allow(unsafe_code)]
    fn try_arm(&mut self, bandit: usize, run: Run, place: usize) -> usize {
        let next = run.tried as usize;
        if place < next {
            return place;
        }
        self.0.set_run(bandit, Run { tried: run.tried + 1, ..run });
        // SAFETY: the arms of a run are written.
        unsafe { self.0.arms.slice_mut(run.range()) }.swap(next, place);
        next
    }

    #[inline]
    fn add_node(
        &mut self,
        link: Link,
        moves: &[G::Move],
        counts: &[usize],
    ) -> Result<u32, Refused> {
        let (arms, cells) = self.0.size(counts)?;
        if !self.0.has_room(arms, cells) {
            *self.0.full.get_mut() = true;
            return Err(Refused::NotNow);
        }
        let at = self.0.reserve_alone(arms, cells);
        let node = self.0.write_node(at, cells, moves, counts);
        self.0.attach::<false>(link, node);
        Ok(node)
    }

    fn add_arm(&mut self, bandit: usize, mv: G::Move) -> Option<usize> {
        let room = self.0.room(self.0.run(bandit).arms as usize + 1);
        self.0.arms.make_room(room);
        self.0.follow_arms();
        let tree = &*self.0;
        tree.append::<false>(bandit, mv, |room| tree.arms.reserve(room))
    }

    fn defer(&mut self, _: usize, _: usize, _: f64) {
        unreachable!("a thread that is alone learns at once");
    }

    fn recycle(&mut self) {
        self.0.recycle();
    }

    #[inline]
    fn count_position(&mut self) {
        *self.0.positions.0.get_mut() += 1;
    }

    #[inline]
    fn positions(&self) -> u64 {
        self.0.positions()
    }
}

/// What a thread need not share visit by visit: slots that it has reserved for the nodes that it
/// will add, positions that it has counted, rewards that it has not told yet.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    arms: std::ops::Range<usize>,
    bandits: std::ops::Range<usize>,
    positions: u64,
    deferred: Deferred,
    generation: u32,
}

/// A tree that several threads search.
#[derive(Debug)]
pub(crate) struct Shared<'a, G: Game, S> {
    tree: &'a Tree<G, S>,
    blocks: &'a mut Blocks,
}

impl<'a, G: Game, S: Stats> Shared<'a, G, S> {
    pub(crate) fn new(tree: &'a Tree<G, S>, blocks: &'a mut Blocks) -> Self {
        if blocks.generation != tree.generation {
            *blocks = Blocks { generation: tree.generation, ..Blocks::default() };
        }
        Self { tree, blocks }
    }

    /// Tells the others what this thread has deferred.
    pub(crate) fn tell_all(&mut self) {
        self.blocks.deferred.tell_all(self.tree);
    }

    /// Adds the positions that this thread has counted to those of all.
    pub(crate) fn flush(&mut self) {
        self.tree.positions.0.fetch_add(std::mem::take(&mut self.blocks.positions), Relaxed);
    }

    /// Slots for a node, from what this thread has reserved.
    fn reserve(&mut self, arms: usize, cells: usize) -> Option<Reserved> {
        let Self { tree, blocks } = self;
        if Tree::<G, S>::WIDTH == 1 {
            let head = blocks.reserve_arms(tree, 1 + arms)?;
            return Some(Reserved { bandit: head, arm: head + 1, cell: 0 });
        }
        let stride = Tree::<G, S>::STRIDE;
        if blocks.bandits.len() < stride {
            // A whole block, or no more than is needed where memory is nearly used up.
            let nodes = if tree.has_room(0, NODES * stride) { NODES } else { 1 };
            if !tree.has_room(arms, cells) {
                tree.full.store(true, Relaxed);
                return None;
            }
            let start = tree.crowded_if_none(tree.bandits.reserve(nodes * stride))?;
            blocks.bandits = start..start + nodes * stride;
        }
        let cell = if cells == 0 {
            0
        } else if tree.has_room(0, cells) {
            tree.crowded_if_none(tree.cells.reserve(cells))?
        } else {
            tree.full.store(true, Relaxed);
            return None;
        };
        let arm = blocks.reserve_arms(tree, arms)?;
        let bandit = blocks.bandits.start;
        blocks.bandits.start += stride;
        Some(Reserved { bandit, arm, cell })
    }
}

impl Blocks {
    /// Slots for arms, from what this thread has reserved, or from a new block.
    fn reserve_arms<G: Game, S: Stats>(&mut self, tree: &Tree<G, S>, arms: usize) -> Option<usize> {
        if self.arms.len() < arms {
            let more = if tree.has_room(arms.max(ARMS), 0) { arms.max(ARMS) } else { arms };
            if !tree.has_room(arms, 0) {
                tree.full.store(true, Relaxed);
                return None;
            }
            let start = tree.crowded_if_none(tree.arms.reserve(more))?;
            self.arms = start..start + more;
        }
        let start = self.arms.start;
        self.arms.start += arms;
        Some(start)
    }
}

impl<G: Game, S: Stats> Tree<G, S> {
    fn crowded_if_none(&self, slots: Option<usize>) -> Option<usize> {
        if slots.is_none() {
            self.crowded.store(true, Relaxed);
        }
        slots
    }

    /// Whether threads that share the tree need [`Tree::make_room`].
    pub(crate) fn is_crowded(&self) -> bool {
        self.crowded.load(Relaxed)
    }

    /// Gives the list of keys as much room as that of arms.
    #[inline]
    pub(super) fn follow_arms(&mut self) {
        if self.growing {
            self.keys.follow(&self.arms);
        }
    }

    /// Makes room for threads to add nodes without waiting for each other: as much again as is in
    /// use.
    pub(crate) fn make_room(&mut self) {
        let least = 64 * ARMS;
        let room = |used: usize| (used + used / 2).max(least);
        let arms = room(self.arms.used());
        self.arms.make_room(arms);
        self.follow_arms();
        if Self::WIDTH > 1 {
            let bandits = room(self.bandits.used());
            self.bandits.make_room(bandits);
            let cells = room(self.cells.used()).max(1 << 16);
            self.cells.make_room(cells);
        }
        *self.crowded.get_mut() = false;
    }
}

impl<G: Game, S: Stats> Access<G, S> for Shared<'_, G, S> {
    const SHARED: bool = true;

    #[inline]
    fn tree(&self) -> &Tree<G, S> {
        self.tree
    }

    #[inline]
    fn draw_untried(&mut self, bandit: usize, run: Run, rng: &mut Rng) -> Option<usize> {
        if run.tried >= run.arms {
            return None;
        }
        let arms = self.tree.arms(run);
        let start = below(rng, arms.len());
        let untried = |&place: &usize| arms[place].stats.visits() == 0;
        let found = (start..arms.len()).chain(0..start).find(untried);
        if found.is_none() && !self.tree.growing {
            self.tree.set_run(bandit, Run { tried: run.arms, ..run });
        }
        found
    }

    fn try_arm(&mut self, _: usize, _: Run, place: usize) -> usize {
        // Here it is the visits that say so.
        place
    }

    #[inline]
    fn add_node(
        &mut self,
        link: Link,
        moves: &[G::Move],
        counts: &[usize],
    ) -> Result<u32, Refused> {
        let (arms, cells) = self.tree.size(counts)?;
        if self.tree.is_crowded() || !self.tree.claim(link) {
            return Err(Refused::NotNow);
        }
        let Some(at) = self.reserve(arms, cells) else {
            self.tree.attach::<true>(link, NONE);
            return Err(Refused::NotNow);
        };
        let node = self.tree.write_node(at, cells, moves, counts);
        self.tree.attach::<true>(link, node);
        Ok(node)
    }

    fn add_arm(&mut self, bandit: usize, mv: G::Move) -> Option<usize> {
        let Self { tree, blocks } = self;
        let _one_at_a_time = tree.appending[bandit % tree.appending.len()].0.lock();
        let added_by_another = tree.find(bandit, mv);
        added_by_another
            .or_else(|| tree.append::<true>(bandit, mv, |room| blocks.reserve_arms(tree, room)))
    }

    #[inline]
    fn defer(&mut self, bandit: usize, pick: usize, reward: f64) {
        self.blocks.deferred.add(self.tree, bandit, pick, reward);
    }

    fn recycle(&mut self) {}

    #[inline]
    fn count_position(&mut self) {
        self.blocks.positions += 1;
    }

    #[inline]
    fn positions(&self) -> u64 {
        self.tree.positions() + self.blocks.positions
    }
}

/// The child that an arm or a cell leads to; none while it is being added.
#[inline]
pub(crate) fn child(of: &std::sync::atomic::AtomicU32) -> u32 {
    let child = of.load(Acquire);
    if child == PENDING { NONE } else { child }
}
