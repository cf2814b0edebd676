//! How a position looks: who has more cells that would complete a line.

use super::rules::{BOTTOM, ConnectFour, FULL, HEIGHT, STRIDE, four_in_line};
use spinney_search::game::{Game, Player};
use spinney_search::minimax::Evaluation;

/// An empty cell that would give a player four in a line is worth a little, a stone in the middle
/// column less. Always between the rewards of a loss and a win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// The empty cells that would give these stones four in a line.
fn threats(stones: u64, empty: u64) -> u32 {
    let mut cells = empty;
    let mut count = 0;
    while cells != 0 {
        let cell = cells & cells.wrapping_neg();
        count += u32::from(four_in_line(stones | cell));
        cells ^= cell;
    }
    count
}

impl Evaluation<ConnectFour> for Threats {
    fn value(&mut self, state: &ConnectFour, player: Player) -> f64 {
        const MIDDLE: u64 = (BOTTOM & (1 << (3 * STRIDE))) * ((1 << HEIGHT) - 1);
        let [own, other] = [player, 1 - player].map(|p| state.stones(p));
        let empty = FULL & !(own | other);
        let lead = |f: &dyn Fn(u64) -> u32| f64::from(f(own)) - f64::from(f(other));
        let value = 0.5
            + 0.04 * lead(&|stones| threats(stones, empty))
            + 0.01 * lead(&|stones| (stones & MIDDLE).count_ones());
        value.clamp(0.05, 0.95)
    }

    fn range(&self, state: &ConnectFour) -> Option<(f64, f64)> {
        Some(state.features().rewards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_threats_by_hand() {
        let value = |text: &str| {
            let game: ConnectFour = text.parse().unwrap();
            let values = [0, 1].map(|player| Threats.value(&game, player));
            assert!((values[0] + values[1] - 1.0).abs() < 1e-12, "what one gains the other loses");
            values[0]
        };
        // Three in the bottom row, blocked at both ends; one of them in the middle column.
        assert!((value("o/x/x/x/o//") - 0.51).abs() < 1e-12);
        // The same, open at one end.
        assert!((value("oo/x/x/x///") - 0.55).abs() < 1e-12);
        // Open at both ends, and three of o on end in the last column.
        assert!((value("/x/x/x///ooo") - (0.5 + 0.08 - 0.04 + 0.01)).abs() < 1e-12);
    }
}
