//! The rules: both move at once, what a head leaves is a wall, who cannot move has lost.

use super::grid::{Cell, Direction, Exits, Grid};
use super::map::{Map, draw};
use spinney_search::game::{Features, Game, Player, Turn};
use spinney_search::rng::{Rng, below};
use std::fmt;

/// A position of Tron.
///
/// Where each player can go is kept with the position, so that the end is known at once: who has
/// no exit has lost. Two heads that meet in one cell have none, both of them: a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tron {
    pub(in crate::tron) walls: Grid,
    pub(in crate::tron) heads: [Cell; 2],
    pub(in crate::tron) headings: [Option<Direction>; 2],
    pub(in crate::tron) exits: [Exits; 2],
    pub(in crate::tron) size: [u8; 2],
}

impl Tron {
    /// The start on a map.
    pub fn new(map: &Map) -> Self {
        Self::from_parts(&map.walls, map.heads, map.width, map.height)
    }

    /// A position in which nobody has a direction yet. The heads' own cells become walls.
    pub(in crate::tron) fn from_parts(
        walls: &Grid,
        heads: [Cell; 2],
        width: usize,
        height: usize,
    ) -> Self {
        let mut walls = *walls;
        for head in heads {
            walls.insert(head);
        }
        let exits = if heads[0] == heads[1] {
            [Exits::NONE; 2]
        } else {
            heads.map(|head| walls.exits(head))
        };
        Self { walls, heads, headings: [None; 2], exits, size: [width as u8, height as u8] }
    }

    /// Columns, the border included.
    pub fn width(&self) -> usize {
        self.size[0] as usize
    }
    /// Rows, the border included.
    pub fn height(&self) -> usize {
        self.size[1] as usize
    }
    /// Every cell that can't be entered: border, obstacles, trails and heads.
    pub fn walls(&self) -> &Grid {
        &self.walls
    }
    /// Where a player is.
    #[inline]
    pub fn head(&self, player: Player) -> Cell {
        self.heads[player]
    }
    /// The direction of a player's last move; none before the first.
    pub fn heading(&self, player: Player) -> Option<Direction> {
        self.headings[player]
    }
    /// Where a player can go.
    #[inline]
    pub fn exits(&self, player: Player) -> Exits {
        self.exits[player]
    }
    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.exits[0].is_empty() || self.exits[1].is_empty()
    }

    /// The same position as a start, in which nobody has a direction yet.
    pub fn standing(mut self) -> Self {
        self.headings = [None; 2];
        self
    }

    /// The same position, with players who came from their heads of a step ago: what playouts
    /// that prefer to go straight on need to know.
    pub fn coming_from(mut self, heads: [Cell; 2]) -> Self {
        for (player, before) in heads.into_iter().enumerate() {
            let step = Direction::ALL.into_iter().find(|&d| before.step(d) == self.heads[player]);
            self.headings[player] = step;
        }
        self
    }

    /// Plays one legal move for each player.
    #[inline]
    pub fn advance(&mut self, moves: [Direction; 2]) {
        debug_assert!((0..2).all(|p| self.exits[p].contains(moves[p])), "{moves:?} in {self:?}");
        self.heads = [self.heads[0].step(moves[0]), self.heads[1].step(moves[1])];
        self.headings = [Some(moves[0]), Some(moves[1])];
        self.walls.insert(self.heads[0]);
        self.walls.insert(self.heads[1]);
        self.exits = if self.heads[0] == self.heads[1] {
            [Exits::NONE; 2]
        } else {
            [self.walls.exits(self.heads[0]), self.walls.exits(self.heads[1])]
        };
    }

    /// The same position with the players' numbers exchanged.
    pub fn swapped(&self) -> Self {
        let mut other = *self;
        other.heads.swap(0, 1);
        other.headings.swap(0, 1);
        other.exits.swap(0, 1);
        other
    }
}

impl fmt::Display for Tron {
    /// The board as rows of text; of two heads in one cell the first is seen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(&self.walls, self.heads, self.width(), self.height()))
    }
}

impl Game for Tron {
    type Move = Direction;
    type Rewards = [f64; 2];
    const SIMULTANEOUS: bool = true;
    const MOVE_KEYS: usize = 4;

    fn features(&self) -> Features {
        let free = (self.width() - 2) * (self.height() - 2);
        Features { max_moves: Some(4), max_length: Some(free), ..Features::default() }
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Together }
    }

    #[inline]
    fn moves(&self, player: Player, out: &mut Vec<Direction>) {
        out.extend(self.exits[player].iter());
    }

    fn play(&mut self, _: Direction) {
        unreachable!("both players of Tron move together");
    }

    #[inline]
    fn play_together(&mut self, moves: &[Direction]) {
        self.advance([moves[0], moves[1]]);
    }

    #[inline]
    fn rewards(&self) -> [f64; 2] {
        match (self.exits[0].is_empty(), self.exits[1].is_empty()) {
            (true, false) => [0.0, 1.0],
            (false, true) => [1.0, 0.0],
            _ => [0.5, 0.5],
        }
    }

    #[inline]
    fn random_move(&self, player: Player, rng: &mut Rng, _: &mut Vec<Direction>) -> Direction {
        let exits = self.exits[player];
        exits.nth(below(rng, exits.len()))
    }

    fn move_key(mv: Direction) -> usize {
        mv as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{East, North, South, West};

    fn position(rows: &str) -> Tron {
        Tron::new(&Map::parse(rows).unwrap())
    }

    #[test]
    fn meeting_in_one_cell_is_a_draw() {
        let mut game = position("7 5\n#######\n#     #\n# 1 2 #\n#     #\n#######\n");
        assert_eq!(game.turn(), Turn::Together);
        game.advance([East, West]);
        assert_eq!(game.turn(), Turn::Over);
        assert_eq!(game.rewards(), [0.5, 0.5]);
    }

    #[test]
    fn heads_can_not_be_entered_nor_swapped() {
        let game = position("6 5\n######\n#    #\n# 12 #\n#    #\n######\n");
        assert!(!game.exits(0).contains(East) && !game.exits(1).contains(West));
        assert_eq!(game.exits(0).len(), 3);
    }

    #[test]
    fn who_can_not_move_has_lost_and_both_is_a_draw() {
        let stuck = position("6 4\n######\n#1#  #\n###2 #\n######\n");
        assert_eq!((stuck.turn(), stuck.rewards()), (Turn::Over, [0.0, 1.0]));
        let mut both = position("6 4\n######\n#1##2#\n# ## #\n######\n");
        both.advance([South, South]);
        assert_eq!((both.turn(), both.rewards()), (Turn::Over, [0.5, 0.5]));
    }

    #[test]
    fn there_is_no_way_back() {
        let mut game =
            position("7 7\n#######\n#     #\n# 1   #\n#     #\n#   2 #\n#     #\n#######\n");
        game.advance([North, South]);
        assert!(!game.exits(0).contains(South) && !game.exits(1).contains(North));
        assert_eq!(game.swapped().swapped(), game);
        assert_eq!(game.swapped().head(0), game.head(1));
    }
}
