//! Playouts: at random, or sparing one colour so that it gathers into a large group.
//!
//! The paper's three strategies (section 4.1) differ in the spared, *tabu*, colour alone: none, one
//! drawn at random, or the commonest one.

// A move takes some 60 nanoseconds: a call that is not inlined shows in the benchmark.
#![allow(clippy::inline_always)]

mod roulette;

pub use roulette::RouletteWheel;

use super::rules::{Bits, Block, Cells, Kernel, Links, Portable, State, dispatch};
use spinney_search::game::Player;
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, below, unit};
use spinney_spec::choice;

/// Which colour a playout spares until nothing else is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tabu {
    /// None: the Random strategy.
    None,
    /// One of the colours on the board, drawn for each playout: TabuRandom.
    Random,
    /// The commonest on the board where the playout starts: TabuColorRandom. Of equals the first.
    Commonest,
    /// The same, but of equals the first from this colour on, round and round.
    CommonestFrom(u8),
    /// This one, from 1.
    Colour(u8),
}

choice! {
    /// What is drawn uniformly.
    pub enum Draw {
        /// A block that can go, and its group with it: large groups are likelier. By far the
        /// fastest, for no group but the drawn one needs to be found.
        Blocks = "blocks",
        /// A group.
        Groups = "groups",
    }
}

/// Random moves that spare the tabu colour.
#[derive(Clone, Copy, Debug)]
pub struct TabuPlayout {
    /// The spared colour.
    pub tabu: Tabu,
    /// How a move is drawn.
    pub draw: Draw,
    /// With this probability a move is drawn from all, tabu or not.
    pub epsilon: f64,
}

impl TabuPlayout {
    /// Draws blocks, and never breaks the tabu.
    pub fn new(tabu: Tabu) -> Self {
        Self { tabu, draw: Draw::Blocks, epsilon: 0.0 }
    }

    /// The colour that a playout from here spares; 0 for none.
    #[inline(always)]
    pub fn spared<const W: usize, const P: usize, const L: u32>(
        &self,
        state: &State<W, P, L>,
        rng: &mut Rng,
    ) -> u8 {
        match self.tabu {
            Tabu::None => 0,
            Tabu::Colour(colour) => colour,
            Tabu::Random => {
                let blocks = state.board.blocks();
                if blocks.is_empty() {
                    return 0;
                }
                let counts = state.counts();
                let kinds = counts.iter().filter(|&&n| n > 0).count();
                let chosen = below(rng, kinds);
                let mut colours = (1u8..).zip(counts).filter(|&(_, n)| n > 0);
                colours.nth(chosen).map_or(0, |(colour, _)| colour)
            }
            Tabu::Commonest => state.commonest(),
            Tabu::CommonestFrom(first) => state.commonest_from(first),
        }
    }

    /// Plays on to the end.
    #[inline(always)]
    pub fn play_out<B: Bits, const W: usize, const P: usize, const L: u32>(
        &self,
        state: &mut State<W, P, L>,
        rng: &mut Rng,
        mut played: impl FnMut(Block),
    ) {
        let spared = self.spared(state, rng);
        while let Some(group) = self.next_group::<B, W, P, L>(state, spared, rng) {
            played(State::<W, P, L>::block(group.first()));
            state.remove(group);
        }
    }

    /// The group that a playout that spares this colour removes next; none at the end.
    #[inline(always)]
    fn next_group<B: Bits, const W: usize, const P: usize, const L: u32>(
        &self,
        state: &State<W, P, L>,
        spared: u8,
        rng: &mut Rng,
    ) -> Option<Cells<W>> {
        let links = state.board.links();
        let all = links.removable();
        let mut open = all;
        if spared != 0 && (self.epsilon == 0.0 || unit(rng) >= self.epsilon) {
            open = all & !state.board.of_colour(spared);
        }
        let mut count = open.count();
        if count == 0 {
            open = all;
            count = open.count();
            if count == 0 {
                return None;
            }
        }
        Some(match self.draw {
            Draw::Blocks => {
                links.group(Cells::bit(open.nth::<B>(below(rng, count as usize) as u32)))
            }
            Draw::Groups => drawn_group::<B, W, L>(links, open, rng),
        })
    }

    /// The first move of a playout from here.
    fn first_move<const W: usize, const P: usize, const L: u32>(
        &self,
        state: &State<W, P, L>,
        rng: &mut Rng,
    ) -> Option<Block> {
        let spared = self.spared(state, rng);
        let group = self.next_group::<Portable, W, P, L>(state, spared, rng)?;
        Some(State::<W, P, L>::block(group.first()))
    }
}

/// One of the groups in `open`, each as likely.
///
/// A corner is drawn and its group taken, or left by chance if it has several: no other group has to
/// be found, and few have more than one corner.
#[inline(always)]
fn drawn_group<B: Bits, const W: usize, const L: u32>(
    links: Links<W, L>,
    open: Cells<W>,
    rng: &mut Rng,
) -> Cells<W> {
    let corners = links.corners(open);
    let count = corners.count() as usize;
    loop {
        let group = links.group(Cells::bit(corners.nth::<B>(below(rng, count) as u32)));
        let ways = (group & corners).count();
        if ways == 1 || below(rng, ways as usize) == 0 {
            return group;
        }
    }
}

impl<const W: usize, const P: usize, const L: u32> Playout<State<W, P, L>> for TabuPlayout {
    const CHOOSES: bool = true;

    fn choose(&mut self, state: &State<W, P, L>, rng: &mut Rng) -> Option<Block> {
        self.first_move(state, rng)
    }

    #[inline]
    fn run(
        &mut self,
        state: &mut State<W, P, L>,
        rng: &mut Rng,
        played: impl FnMut(Player, Block),
    ) -> [f64; 1] {
        [f64::from(dispatch(OnePlayout { playout: *self, state, rng, played }))]
    }
}

struct OnePlayout<'a, const W: usize, const P: usize, const L: u32, F> {
    playout: TabuPlayout,
    state: &'a mut State<W, P, L>,
    rng: &'a mut Rng,
    played: F,
}

impl<const W: usize, const P: usize, const L: u32, F> Kernel for OnePlayout<'_, W, P, L, F>
where
    F: FnMut(Player, Block),
{
    type Output = i32;

    #[inline(always)]
    fn run<B: Bits>(mut self) -> i32 {
        self.playout.play_out::<B, W, P, L>(self.state, self.rng, |block| (self.played)(0, block));
        self.state.total()
    }
}
