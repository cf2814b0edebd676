//! Alpha-beta by rounds.
//!
//! A round is a move of the searching player and the answer of the other, who is taken to have
//! seen it: what is won like this is won. The search deepens round by round, remembers positions
//! and the moves that were good in them, and ends early when the outcome is proven.

use super::Options;
use super::ordering::History;
use super::transpositions::{Bounds, TranspositionTable};
use crate::tron::evaluation::cell_key;
use crate::tron::evaluation::{Evaluator, Value};
use crate::tron::rules::{Cell, Direction, Exits, Tron};
use spinney_search::budget::{Budget, Meter};
use spinney_search::game::Player;
use spinney_search::rng::mix;

/// Above every guess: proven results.
pub(super) const PROVEN: i32 = 1 << 24;
/// A proven win now; later ones are worth a little less.
const WIN: i32 = 1 << 26;
const INFINITE: i32 = i32::MAX;

/// Looking at so many positions without judging them costs about as much as judging one.
const LOOKS: u32 = 64;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) mv: Direction,
    /// For the searching player: above [`PROVEN`] won, below −[`PROVEN`] lost if the other guesses
    /// right.
    pub(crate) value: i32,
    /// Rounds looked ahead.
    pub(crate) depth: usize,
    /// Positions judged.
    pub(crate) nodes: u64,
}

/// The search, with what it remembers.
pub(crate) struct AlphaBeta {
    options: Options,
    evaluator: Evaluator,
    memory: TranspositionTable,
    history: History,
    meter: Meter,
    stopped: bool,
    /// Positions judged, and positions only looked at, in this search.
    nodes: u64,
    looks: u32,
    /// Searches begun.
    searches: u64,
    player: Player,
}

/// A position in the search, with its hash.
#[derive(Clone, Copy)]
struct Node {
    game: Tron,
    key: u64,
}

impl Node {
    fn after(&self, moves: [Direction; 2]) -> Self {
        let mut next = *self;
        next.game.advance(moves);
        next.key ^= head_key(self.game.heads) ^ head_key(next.game.heads);
        next.key ^= cell_key(next.game.heads[0]) ^ cell_key(next.game.heads[1]);
        next
    }
}

/// Values outside of these make no difference.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl AlphaBeta {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            options,
            evaluator: Evaluator::new(options.pieces),
            memory: TranspositionTable::new(options.memory),
            history: History::new(),
            meter: Budget::default().start(),
            stopped: false,
            nodes: 0,
            looks: 0,
            searches: 0,
            player: 0,
        }
    }

    /// Searches deeper and deeper until the budget is spent or the outcome is proven.
    pub(crate) fn run(&mut self, game: &Tron, player: Player, budget: &Budget) -> Found {
        self.meter = budget.start();
        self.stopped = false;
        (self.nodes, self.looks) = (0, 0);
        self.player = player;
        self.history.fade();
        // A value holds for the root it was found from, since proven ones count rounds from
        // there: each search has keys of its own.
        self.searches += 1;
        let root = Node { game: *game, key: mix(&[self.searches]) };
        let mut best = Found { mv: game.exits(player).nth(0), value: 0, depth: 0, nodes: 0 };
        let most = if self.options.depth == 0 { 4096 } else { self.options.depth };
        for depth in 1..=most {
            let judged = self.nodes;
            let (value, mv) = self.root(&root, depth, best.mv);
            if let Some(mv) = mv
                && (!self.stopped || value > -PROVEN)
            {
                best = Found { mv, value, depth, ..best };
            }
            // Nothing left to judge: every line was followed to the end of the game.
            if self.stopped || value.abs() > PROVEN || self.nodes == judged {
                break;
            }
        }
        best.nodes = self.nodes;
        best
    }

    /// The best move and its value; no move if the search was stopped before the first was judged.
    fn root(&mut self, root: &Node, depth: usize, first: Direction) -> (i32, Option<Direction>) {
        let (mut best, mut chosen) = (-INFINITE, None);
        let exits = root.game.exits(self.player);
        for mv in self.history.ordered(exits, &root.game, self.player, Some(first)) {
            let window = Window { alpha: best, beta: INFINITE };
            let value = self.answered(root, mv, depth, 0, window);
            if self.stopped {
                break;
            }
            if value > best {
                (best, chosen) = (value, Some(mv));
            }
        }
        (best, chosen)
    }

    /// The value of a position for the searching player, `ply` rounds from the root.
    fn round(&mut self, node: &Node, depth: usize, ply: usize, window: Window) -> i32 {
        let game = &node.game;
        if !self.look() {
            return 0;
        }
        let stuck = [game.exits(self.player), game.exits(1 - self.player)].map(Exits::is_empty);
        match stuck {
            [true, true] => return 0,
            [true, false] => return ply as i32 - WIN,
            [false, true] => return WIN - ply as i32,
            [false, false] => {}
        }
        if depth == 0 {
            return self.judge(game, ply);
        }
        let known = self.memory.get(node.key);
        if let Some(value) = known.and_then(|known| known.settles(depth, window.alpha, window.beta))
        {
            return value;
        }
        let first = known.map(|known| known.mv);
        let (mut best, mut chosen) = (-INFINITE, game.exits(self.player).nth(0));
        for mv in self.history.ordered(game.exits(self.player), game, self.player, first) {
            let alpha = window.alpha.max(best);
            let value = self.answered(node, mv, depth, ply, Window { alpha, ..window });
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, chosen) = (value, mv);
            }
            if best >= window.beta {
                self.history.credit(self.player, game, mv, depth);
                break;
            }
        }
        let bounds = Bounds::of(best, window.alpha, window.beta);
        self.memory.put(node.key, depth, best, bounds, chosen);
        best
    }

    /// The value of a move once the other has given its best answer.
    fn answered(
        &mut self,
        node: &Node,
        mv: Direction,
        depth: usize,
        ply: usize,
        window: Window,
    ) -> i32 {
        let (player, other) = (self.player, 1 - self.player);
        let mut worst = INFINITE;
        let taken = node.game.head(player).step(mv);
        for answer in self.history.ordered(node.game.exits(other), &node.game, other, None) {
            if self.options.turns && node.game.head(other).step(answer) == taken {
                continue;
            }
            let next = node.after(if player == 0 { [mv, answer] } else { [answer, mv] });
            let beta = window.beta.min(worst);
            let value = self.round(&next, depth - 1, ply + 1, Window { beta, ..window });
            if self.stopped {
                return 0;
            }
            worst = worst.min(value);
            if worst <= window.alpha {
                self.history.credit(other, &node.game, answer, depth);
                break;
            }
        }
        // No answer at all: only where the single free cell was taken first.
        if worst == INFINITE { WIN - ply as i32 - 1 } else { worst }
    }

    /// Counts a position that is looked at. Where the ends of games are near, a search may look
    /// at very many without judging one, and must come to its end all the same.
    fn look(&mut self) -> bool {
        self.looks += 1;
        if self.looks == LOOKS {
            self.looks = 0;
            self.stopped |= !self.meter.take(0);
        }
        !self.stopped
    }

    fn judge(&mut self, game: &Tron, ply: usize) -> i32 {
        if !self.meter.take(0) {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        match self.evaluator.value(game, self.player) {
            Value::Guess(guess) => guess.clamp(-PROVEN + 1, PROVEN - 1),
            Value::Margin { by: 0, .. } => 0,
            Value::Margin { by, after } => {
                let end = ply as i32 + after + 1;
                if by > 0 { WIN - end } else { end - WIN }
            }
        }
    }
}

/// A hash of where the heads are, apart from the walls.
fn head_key(heads: [Cell; 2]) -> u64 {
    cell_key(heads[0]).rotate_left(17) ^ cell_key(heads[1]).rotate_left(41)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::agents::best::tests::options;
    use crate::tron::evaluation::territory::tests::later;
    use crate::tron::rules::{Board, Map};
    use proptest::prelude::*;

    /// The value by trying everything.
    fn minimax(game: &Tron, player: Player, ply: i32) -> i32 {
        match [player, 1 - player].map(|p| game.exits(p).is_empty()) {
            [true, true] => return 0,
            [true, false] => return ply - WIN,
            [false, true] => return WIN - ply,
            [false, false] => {}
        }
        let answered = |mv: Direction| {
            let answers = game.exits(1 - player).iter().map(|answer| {
                let mut next = *game;
                next.advance(if player == 0 { [mv, answer] } else { [answer, mv] });
                minimax(&next, player, ply + 1)
            });
            answers.min().unwrap_or(0)
        };
        game.exits(player).iter().map(answered).max().unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn equals_minimax_on_small_boards(
            columns in 3usize..=5, rows in 3usize..=4, seed: u64, player in 0usize..2,
        ) {
            let game = later(&Board::Open { columns, rows }.start(seed), seed);
            prop_assume!(!game.is_over());
            let truth = minimax(&game, player, 0);
            let everything = Budget::playouts(u64::MAX);
            for spec in ["best(endgame=false)", "best(endgame=false, memory=false)"] {
                let found = AlphaBeta::new(options(spec)).run(&game, player, &everything);
                // Deepened until proven, or until nothing is left to look at.
                prop_assert_eq!(found.value, truth, "{} {:?}", spec, game);
            }
            // With the endgame filled at the leaves a win may be known before it is seen, and then
            // counts the steps of the longest path instead: who wins is the same.
            let found = AlphaBeta::new(options("best")).run(&game, player, &everything);
            prop_assert_eq!(found.value.signum(), truth.signum());
        }
    }

    #[test]
    fn shuts_the_door() {
        // Player 1 can close the room in which player 2 has 2 cells, or turn away from it.
        let map =
            Map::parse("9 5\n#########\n#   ##  #\n# 1   2##\n#   #####\n#########\n").unwrap();
        let found =
            AlphaBeta::new(options("best")).run(&Tron::new(&map), 0, &Budget::playouts(5_000));
        assert!(found.value > PROVEN, "{found:?}");
    }
}
