//! Which moves are tried first: those that did well before.

use crate::tron::rules::{Direction, Exits, Tron};
use spinney_search::game::Player;

/// How often a direction from a cell cut the rest off, for each player (the history heuristic).
pub(super) struct History([Vec<[u32; 4]>; 2]);

impl History {
    pub(super) fn new() -> Self {
        Self([vec![[0; 4]; 4096], vec![[0; 4]; 4096]])
    }

    /// A new search begins: what was learned before counts half.
    pub(super) fn fade(&mut self) {
        for count in self.0.iter_mut().flatten().flatten() {
            *count /= 2;
        }
    }

    /// A move cut the rest off, the more worth the deeper.
    pub(super) fn credit(&mut self, player: Player, game: &Tron, mv: Direction, depth: usize) {
        let count = &mut self.0[player][game.head(player).index()][mv as usize];
        *count = count.saturating_add((depth * depth) as u32);
    }

    /// The moves in the order of what they did, `first` before all.
    pub(super) fn ordered(
        &self,
        exits: Exits,
        game: &Tron,
        player: Player,
        first: Option<Direction>,
    ) -> impl Iterator<Item = Direction> + use<> {
        let counts = &self.0[player][game.head(player).index()];
        let mut moves = [Direction::North; 4];
        let mut count = 0;
        for mv in exits.iter() {
            moves[count] = mv;
            count += 1;
        }
        moves[..count].sort_by_key(|&mv| {
            let rank =
                if Some(mv) == first { u32::MAX } else { counts[mv as usize].min(u32::MAX - 1) };
            u32::MAX - rank
        });
        moves.into_iter().take(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::rules::Map;

    #[test]
    fn what_cut_most_comes_first() {
        let map = Map::parse("7 5\n#######\n#     #\n# 1 2 #\n#     #\n#######\n").unwrap();
        let game = Tron::new(&map);
        let mut history = History::new();
        let order = |history: &History, first| -> String {
            history.ordered(game.exits(0), &game, 0, first).map(Direction::letter).collect()
        };
        assert_eq!(order(&history, None), "NESW");
        history.credit(0, &game, Direction::South, 2);
        history.credit(0, &game, Direction::West, 1);
        assert_eq!(order(&history, None), "SWNE");
        assert_eq!(order(&history, Some(Direction::East)), "ESWN");
        history.fade();
        assert_eq!(order(&history, None), "SNEW");
    }
}
