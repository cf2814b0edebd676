//! MC-RWS: Monte-Carlo with roulette-wheel selection (Takes and Kosters 2009).
//!
//! As Schadd et al. describe it (section 4.1), it "not only tries to maximize one group of a certain
//! color, but also tries to create bigger groups of other colors": the commonest colour is spared,
//! and each move takes a colour from a wheel on which a colour's slice is the larger the fewer
//! blocks it has, so that the common ones last longer.

use crate::samegame::rules::{Block, Cells, Portable, State};
use spinney_search::game::Player;
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, below};

/// The roulette-wheel playout.
#[derive(Clone, Copy, Debug, Default)]
pub struct RouletteWheel;

impl RouletteWheel {
    /// The colour of the next move among those that can go, 0 if none can.
    fn spin<const W: usize, const P: usize, const L: u32>(
        state: &State<W, P, L>,
        open: Cells<W>,
        spared: u8,
        rng: &mut Rng,
    ) -> u8 {
        let counts = state.counts();
        let total: u32 = counts.iter().sum();
        let mut slices = [0usize; 15];
        for (slice, (colour, &count)) in slices.iter_mut().zip((1u8..).zip(&counts)) {
            if colour != spared && count > 1 && !(open & state.board.of_colour(colour)).is_empty() {
                *slice = (total - count) as usize + 1;
            }
        }
        let wheel: usize = slices.iter().sum();
        if wheel == 0 {
            return if open.is_empty() { 0 } else { spared };
        }
        let mut stop = below(rng, wheel);
        for (colour, slice) in (1u8..).zip(slices) {
            if stop < slice {
                return colour;
            }
            stop -= slice;
        }
        unreachable!("the slices make up the wheel")
    }

    /// The group that a playout that spares this colour removes next; none at the end.
    fn next_group<const W: usize, const P: usize, const L: u32>(
        state: &State<W, P, L>,
        spared: u8,
        rng: &mut Rng,
    ) -> Option<Cells<W>> {
        let links = state.board.links();
        let open = links.removable();
        let colour = Self::spin(state, open, spared, rng);
        if colour == 0 {
            return None;
        }
        let of = open & state.board.of_colour(colour);
        let index = of.nth::<Portable>(below(rng, of.count() as usize) as u32);
        Some(links.group(Cells::bit(index)))
    }
}

impl<const W: usize, const P: usize, const L: u32> Playout<State<W, P, L>> for RouletteWheel {
    const CHOOSES: bool = true;

    fn run(
        &mut self,
        state: &mut State<W, P, L>,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Block),
    ) -> [f64; 1] {
        let spared = state.commonest();
        while let Some(group) = Self::next_group(state, spared, rng) {
            played(0, State::<W, P, L>::block(group.first()));
            state.remove(group);
        }
        [f64::from(state.total())]
    }

    fn choose(&mut self, state: &State<W, P, L>, rng: &mut Rng) -> Option<Block> {
        let group = Self::next_group(state, state.commonest(), rng)?;
        Some(State::<W, P, L>::block(group.first()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::rules::{Position, StandardState};
    use spinney_search::rng::stream;

    #[test]
    fn rare_colours_go_first_and_the_commonest_last() {
        // Two pairs to choose from beside the spared c: 2 of a, 6 of b, 12 blocks in all. The slices
        // are 12 - 2 + 1 = 11 and 12 - 6 + 1 = 7.
        let position = Position::parse("abbbbb\nabcccc").unwrap_or_else(|e| panic!("{e}"));
        let start = StandardState::new(&position);
        let open = start.board.links().removable();
        let mut rng = stream(&[1]);
        let mut spun = [0u32; 4];
        for _ in 0..18_000 {
            spun[usize::from(RouletteWheel::spin(&start, open, 3, &mut rng))] += 1;
        }
        assert_eq!((spun[0], spun[3]), (0, 0));
        assert!(spun[1].abs_diff(11_000) < 300, "{spun:?}");
        let only = Position::parse("cc").unwrap_or_else(|e| panic!("{e}"));
        let only = StandardState::new(&only);
        let open = only.board.links().removable();
        assert_eq!(RouletteWheel::spin(&only, open, 1, &mut rng), 1);
    }
}
