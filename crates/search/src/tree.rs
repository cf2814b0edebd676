//! The tree: bandits and their arms in flat arrays.
//!
//! A node has one bandit per player who decides there: one in ordinary games, one each where
//! players move together. A bandit is a run of arms, one per move, with the statistics that the
//! policy asked for. In an ordinary node an arm points at the child; in a joint node the arms of all
//! players together name a cell of a table, and the cell points at the child.
//!
//! The position after an arm that was played once is not a node yet: it has its statistics in the
//! arm, and becomes a node when it is visited again (or as often as the search is told to wait). So
//! plain UCT spends an arm of 24 bytes on each position that it has seen.
//!
//! A large tree is as fast as its memory: a step down to a node that was not visited lately waits for
//! it. So an ordinary node is in one place: the number of a node is the slot of its head, which says
//! how many arms there are, and its arms follow. One step waits once.
//!
//! One thread works on a tree that it has to itself (`Alone`), several on one that they share
//! (`Shared`). Both read the same arrays; what differs is how arms are updated and nodes added,
//! which is what the trait `Access` says.
//!
//! # Threads
//! Numbers are atomics with relaxed loads and stores, which cost one thread nothing. Several threads
//! take the lock of an arm, one bit, to update it, so that no visit is lost; they read without it,
//! and may see a sum that is one visit older than its count. A position becomes a node once: its
//! arm is marked (`PENDING`) by the thread that expands it, and the others play out from there in
//! the meantime. A new node is written before its number is stored in its parent with `Release`
//! order, and its number is loaded with `Acquire` order, so that whoever finds a node finds it
//! complete. All other orders are relaxed: a statistic that is read late makes a choice a little
//! worse, never wrong.
//!
//! Every visit is counted once, under the lock of its arm: on the way down, as a virtual loss, where
//! the arm has few; on the way up where it has more; and together with others (`deferred.rs`) where it has
//! so many that threads would fight for its cache line. The lock is taken with
//! `Acquire` and given back with `Release`, so that the loads and stores of one holder happen before
//! those of the next, and no sum or count is lost. A thread tells what it has deferred before it
//! ends, and before nodes get other numbers. Nobody holds two locks, but for the one thread that
//! moves a run, which takes them in the order of the run: there is no cycle to wait in.

mod access;
mod arena;
mod bandit;
mod compact;
mod deferred;
mod flags;
mod slots;

pub(crate) use access::{Access, Alone, Blocks, Shared, child};
pub use bandit::Arm;
pub(crate) use bandit::{Bandit, Cell, Moments, Run};
pub(crate) use flags::Flags;
pub use flags::Proven;

use crate::game::Game;
use crate::stats::Stats;
use arena::{Arena, Padded};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// A node that a thread is about to add.
pub(crate) const PENDING: u32 = u32::MAX - 1;
/// The root's number.
pub(crate) const ROOT: u32 = 0;

/// A position that may become a node: the arm or the cell that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Root,
    Arm { bandit: u32, place: u16 },
    Cell(u32),
}

/// Why a node can't be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Memory is used up, or another thread is adding it.
    NotNow,
    /// It has more moves, or joint moves, than a node can hold.
    TooManyMoves(usize),
}

#[derive(Debug)]
pub(crate) struct Tree<G: Game, S> {
    /// In joint games one per node and player, in their order, and one more that says where the
    /// cells of the node begin. In ordinary games the bandit of a node is its head among the arms.
    bandits: Arena<Bandit>,
    arms: Arena<Arm<G::Move, S>>,
    cells: Arena<Cell>,
    /// Where bandits may get more arms: the keys of their moves, by the same numbers. A move is looked
    /// for among hundreds of arms, many keys at a time. Moves that differ should differ in their
    /// keys, or looking for them takes longer.
    keys: Arena<u16>,
    /// Whether bandits may get more arms later: their runs then have the room of a power of two.
    growing: bool,
    /// Bytes at most.
    memory: usize,
    /// Positions that were visited.
    positions: Padded<AtomicU64>,
    /// Whether something could not be added for want of memory since the tree was last made
    /// smaller.
    full: AtomicBool,
    /// Whether threads that share the tree have used the room that was made for them.
    crowded: AtomicBool,
    /// What is certain about the root, for the player who decides there (player 0 if all do).
    solved: Flags,
    /// Locks for threads that add an arm to a bandit that others may see: one for some bandits.
    appending: [Padded<Flags>; 16],
    /// How often the tree was renumbered.
    generation: u32,
}

impl<G: Game, S: Stats> Tree<G, S> {
    /// Players with a bandit at each node.
    const WIDTH: usize = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
    /// Heads per node among the arms, and bandits per node elsewhere.
    const HEADS: usize = if Self::WIDTH == 1 { 1 } else { 0 };
    const STRIDE: usize = if Self::WIDTH == 1 { 0 } else { Self::WIDTH + 1 };

    pub(crate) fn new(growing: bool, memory: usize) -> Self {
        Self {
            bandits: Arena::new(),
            arms: Arena::new(),
            cells: Arena::new(),
            keys: Arena::new(),
            growing,
            memory,
            positions: Padded(AtomicU64::new(0)),
            full: AtomicBool::new(false),
            crowded: AtomicBool::new(false),
            solved: Flags::default(),
            appending: Default::default(),
            generation: 0,
        }
    }

    /// Empties the tree and sets it up for another search; what was allocated is kept.
    pub(crate) fn reset(&mut self, growing: bool, memory: usize) {
        self.bandits.clear();
        self.arms.clear();
        self.cells.clear();
        (self.growing, self.memory) = (growing, memory);
        *self.positions.0.get_mut() = 0;
        *self.full.get_mut() = false;
        self.solved = Flags::default();
        self.generation += 1;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bandits.used() + self.arms.used() == 0
    }
    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.bandits.bytes() + self.arms.bytes() + self.cells.bytes()
    }
    /// Positions that were visited.
    #[inline]
    pub(crate) fn positions(&self) -> u64 {
        self.positions.0.load(Relaxed)
    }
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }
    /// What is certain about the root.
    #[inline]
    pub(crate) fn solved(&self) -> Proven {
        self.solved.proven()
    }
    #[inline]
    pub(crate) fn solve(&self, outcome: Proven) {
        self.solved.prove(outcome);
    }

    /// The number of a player's bandit at a node.
    #[inline]
    #[expect(clippy::unused_self, reason = "the number means something in this tree only")]
    pub(crate) fn bandit(&self, node: u32, player: usize) -> usize {
        if Self::WIDTH == 1 { node as usize } else { node as usize * Self::STRIDE + player }
    }

    /// Where the arms of a bandit are.
    #[inline]
    pub(crate) fn run(&self, bandit: usize) -> Run {
        let run = self.record(bandit).get();
        if Self::WIDTH == 1 && !G::MOVES_HIDDEN {
            // Known without the head, so that the arms need not wait for it.
            return Run { first: bandit as u32 + 1, ..run };
        }
        run
    }

    #[inline]
    fn set_run(&self, bandit: usize, run: Run) {
        self.record(bandit).set(run);
    }

    #[inline]
    #[allow(unsafe_code)]
    fn record(&self, bandit: usize) -> &Bandit {
        // SAFETY: the numbers of bandits come from nodes, which are written before they are linked.
        if Self::WIDTH == 1 {
            unsafe { self.arms.head(bandit) }
        } else {
            unsafe { self.bandits.get(bandit) }
        }
    }

    /// Writes the bandit of a new node.
    ///
    /// # Safety
    /// As for [`Arena::write`].
    #[inline]
    #[allow(unsafe_code)]
    unsafe fn write_record(&self, bandit: usize, run: Run) {
        // SAFETY: the caller's.
        if Self::WIDTH == 1 {
            unsafe { self.arms.write_head(bandit, Bandit::new(run)) };
        } else {
            unsafe { self.bandits.write(bandit, Bandit::new(run)) };
        }
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn arms(&self, run: Run) -> &[Arm<G::Move, S>] {
        // SAFETY: a run is stored in its bandit after its arms were written.
        unsafe { self.arms.slice(run.range()) }
    }

    /// The place of a move among the arms of a bandit that may get more.
    #[inline]
    pub(crate) fn find(&self, bandit: usize, mv: G::Move) -> Option<usize> {
        let arms = self.arms(self.run(bandit));
        let mut from = 0;
        loop {
            let place = self.find_key(bandit, mv, from)?;
            if arms[place].mv == mv {
                return Some(place);
            }
            from = place + 1;
        }
    }

    /// The first place, from this one on, of an arm with the key of a move, which is likely to be the
    /// move's. The arms themselves are not looked at.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn find_key(&self, bandit: usize, mv: G::Move, from: usize) -> Option<usize> {
        debug_assert!(self.growing);
        // SAFETY: the keys of a run are written with its arms.
        let keys = &unsafe { self.keys.slice(self.run(bandit).range()) }[from..];
        let wanted = G::move_key(mv) as u16;
        let (chunks, rest) = keys.as_chunks::<32>();
        // Without a branch per key, so that they are compared many at a time.
        let alike =
            |chunk: &[u16; 32]| chunk.iter().fold(0, |bits, &key| bits | u16::from(key == wanted));
        let chunk = chunks.iter().position(|chunk| alike(chunk) != 0);
        let (start, keys) = chunk.map_or((32 * chunks.len(), rest), |i| (32 * i, &chunks[i][..]));
        let place = keys.iter().position(|&key| key == wanted)?;
        Some(from + start + place)
    }

    /// Writes an arm into a slot that the caller has reserved, or into the one after a run that has
    /// room for it.
    ///
    /// # Safety
    /// As for [`Arena::write`].
    #[inline]
    #[allow(unsafe_code)]
    unsafe fn write_arm(&self, slot: usize, arm: Arm<G::Move, S>) {
        if self.growing {
            // SAFETY: the caller's, who has the same slot of both arrays.
            unsafe { self.keys.write(slot, G::move_key(arm.mv) as u16) };
        }
        // SAFETY: the caller's.
        unsafe { self.arms.write(slot, arm) };
    }

    /// Where the cells of a joint node begin.
    #[inline]
    pub(crate) fn table(&self, node: u32) -> usize {
        self.run(self.bandit(node, Self::WIDTH)).first as usize
    }

    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn cells(&self, range: Range<usize>) -> &[Cell] {
        // SAFETY: the table of a node is stored after its cells were written, and tells their
        // number by the arms of the node.
        unsafe { self.cells.slice(range) }
    }

    #[inline]
    pub(crate) fn cell(&self, cell: usize) -> &Cell {
        &self.cells(cell..cell + 1)[0]
    }

    /// The cells of a joint node.
    pub(crate) fn cells_of(&self, node: u32) -> &[Cell] {
        let table = self.table(node);
        let arms = (0..Self::WIDTH).map(|player| self.run(self.bandit(node, player)).arms);
        let count: usize = arms.map(|arms| arms.max(1) as usize).product();
        self.cells(table..table + count)
    }

    /// How often a choice was made at the root.
    #[inline]
    pub(crate) fn root_visits(&self) -> u32 {
        let deciding = (0..Self::WIDTH).map(|b| self.run(b)).find(|run| run.arms > 0);
        self.arms(deciding.unwrap_or_default()).iter().map(|arm| arm.stats.visits()).sum()
    }

    /// Whether so many more arms and cells may be added. The root may always.
    fn has_room(&self, arms: usize, cells: usize) -> bool {
        let slots = Self::HEADS + arms;
        let more = slots * size_of::<Arm<G::Move, S>>()
            + cells * size_of::<Cell>()
            + Self::STRIDE * size_of::<Bandit>();
        let indices = self.arms.used() + slots < PENDING as usize
            && self.cells.used() + cells < PENDING as usize;
        self.is_empty() || (indices && self.bytes() + more <= self.memory)
    }

    /// How many arms the run of a bandit with `count` arms has room for.
    fn room(&self, count: usize) -> usize {
        if self.growing { count.next_power_of_two() } else { count }
    }

    /// How many arms and cells a node with so many moves per player takes.
    fn size(&self, counts: &[usize]) -> Result<(usize, usize), Refused> {
        let most = usize::from(u16::MAX);
        if let Some(&many) = counts.iter().find(|&&n| n > most) {
            return Err(Refused::TooManyMoves(many));
        }
        let joint = counts.iter().try_fold(1usize, |all, &n| all.checked_mul(n.max(1)));
        let cells = if Self::WIDTH > 1 { joint.unwrap_or(usize::MAX) } else { 0 };
        if cells > most {
            return Err(Refused::TooManyMoves(cells));
        }
        Ok((counts.iter().map(|&n| self.room(n)).sum(), cells))
    }

    /// Slots for a node, in a tree that the caller has to itself.
    #[inline]
    fn reserve_alone(&mut self, arms: usize, cells: usize) -> Reserved {
        let slot = self.arms.reserve_alone(Self::HEADS + arms);
        self.follow_arms();
        let bandit = if Self::HEADS > 0 { slot } else { self.bandits.reserve_alone(Self::STRIDE) };
        Reserved { bandit, arm: slot + Self::HEADS, cell: self.cells.reserve_alone(cells) }
    }

    /// Writes a node into slots that the caller has reserved for it.
    #[inline]
    #[allow(unsafe_code)]
    fn write_node(&self, at: Reserved, cells: usize, moves: &[G::Move], counts: &[usize]) -> u32 {
        let Reserved { bandit, mut arm, cell } = at;
        let mut rest = moves;
        for (player, &count) in counts.iter().enumerate() {
            let (own, others) = rest.split_at(count);
            rest = others;
            let run = Run { first: arm as u32, arms: count as u16, tried: 0 };
            // SAFETY, here and below: the slots are reserved, and not linked to anything yet.
            unsafe { self.write_record(bandit + player, run) };
            for (place, &mv) in own.iter().enumerate() {
                unsafe { self.write_arm(arm + place, Arm::new(mv)) };
            }
            arm += self.room(count);
        }
        if Self::WIDTH > 1 {
            let table = Run { first: cell as u32, arms: 0, tried: 0 };
            unsafe { self.write_record(bandit + Self::WIDTH, table) };
            for place in 0..cells {
                unsafe { self.cells.write(cell + place, Cell::new()) };
            }
        }
        if Self::WIDTH == 1 { bandit as u32 } else { (bandit / Self::STRIDE) as u32 }
    }

    /// Appends an arm to a bandit, moving its run to other slots when it is full; gives the arm's
    /// place in the run. The room left behind comes back when the tree is compacted. `SHARED` says
    /// that other threads may see the bandit; then the caller has the lock for that. `reserve` finds
    /// other slots.
    #[allow(unsafe_code)]
    fn append<const SHARED: bool>(
        &self,
        bandit: usize,
        mv: G::Move,
        reserve: impl FnOnce(usize) -> Option<usize>,
    ) -> Option<usize> {
        debug_assert!(self.growing);
        let run = self.run(bandit);
        let (first, count) = (run.first as usize, run.arms as usize);
        if run.arms == u16::MAX {
            return None;
        }
        let room = self.room(count + 1);
        let mut start = first;
        if room > self.room(count) {
            if !self.has_room(room, 0) {
                self.full.store(true, Relaxed);
                return None;
            }
            start = reserve(room)?;
            let old = self.arms(run);
            // With all their locks held, nothing that is learned gets lost on the way.
            if SHARED {
                for arm in old {
                    std::mem::forget(arm.flags.lock());
                }
            }
            for (place, arm) in old.iter().enumerate() {
                // SAFETY: reserved above, and not linked to anything yet.
                unsafe { self.write_arm(start + place, arm.clone()) };
            }
            // SAFETY: as above.
            unsafe { self.write_arm(start + count, Arm::new(mv)) };
            self.set_run(bandit, Run { first: start as u32, arms: run.arms + 1, ..run });
            if SHARED {
                for arm in old {
                    arm.flags.move_away();
                }
            }
        } else {
            // SAFETY: the slot belongs to the run, whose length does not reach it yet; one thread at
            // a time appends.
            unsafe { self.write_arm(start + count, Arm::new(mv)) };
            self.set_run(bandit, Run { arms: run.arms + 1, ..run });
        }
        Some(count)
    }
}

/// Slots for a node.
#[derive(Clone, Copy, Debug)]
struct Reserved {
    bandit: usize,
    arm: usize,
    cell: usize,
}
