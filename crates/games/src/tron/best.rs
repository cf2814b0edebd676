//! The strongest player: alpha-beta over rounds with the evaluation at its leaves.
//!
//! A round is a move of the searching player and the answer of the other, who is taken to have
//! seen it: what is won like this is won. The search deepens round by round, remembers positions
//! and the moves that were good in them, and ends early when the outcome is proven. Once the
//! players are separated it only fills its room, following the longest path found so far.

use super::board::{Cell, Direction, Exits, Grid};
use super::chambers::cell_key;
use super::evaluation::{Evaluator, Pieces, Value};
use super::filling::{Filled, Filler};
use super::state::Tron;
use super::territory::Territory;
use super::thinking::Thinking;
use crate::contest::Agent;
use spinney_search::budget::{Budget, Meter, Stop};
use spinney_search::game::Player;
use spinney_search::spec::{Param, Schema, Settings};

/// `best`.
pub(super) static SCHEMA: Schema = Schema {
    name: "best",
    help: "alpha-beta with Voronoi territory, chambers, exact endgame filling and proven results",
    source: "after Sloane 2010, the winner of the Google AI Challenge",
    params: &[
        Thinking::MILLIS,
        Thinking::PLAYOUTS,
        Param::flag("chambers", "true", "judge territory by its chambers, not by its size alone"),
        Param::flag("endgame", "true", "judge separated positions by how far each can go"),
        Param::integer(
            "exact",
            "24",
            0,
            60,
            "fill regions up to this many cells exactly at leaves",
        ),
        Param::real("ways", "2", 0.0, 100.0, "weight of a way between cells, a cell weighing 1")
            .tunable(),
        Param::flag("fill", "true", "once separated, search the longest path and follow it"),
        Param::flag("memory", "true", "remember positions and their best moves"),
        Param::choice(
            "order",
            "together",
            &["together", "turns"],
            "the rules: both move at once, or the other after me, as at CodinGame",
        ),
        Param::integer("depth", "0", 0, 1000, "rounds to look ahead at most; 0 for no limit"),
    ],
};

/// Above every guess: proven results.
const PROVEN: i32 = 1 << 24;
/// A proven win now; later ones are worth a little less.
const WIN: i32 = 1 << 26;
const INFINITE: i32 = i32::MAX;

/// How `best` searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pieces: Pieces,
    fill: bool,
    memory: bool,
    /// The other moves after me, so that it can't enter my cell.
    turns: bool,
    depth: usize,
}

impl Options {
    fn new(settings: &Settings) -> Self {
        Self {
            pieces: Pieces {
                chambers: settings.flag("chambers"),
                endgame: settings.flag("endgame"),
                exact: settings.integer("exact") as usize,
                ways: settings.real("ways"),
            },
            fill: settings.flag("fill"),
            memory: settings.flag("memory"),
            turns: settings.word("order") == "turns",
            depth: settings.integer("depth") as usize,
        }
    }
}

/// The options of `best` as it is when nothing is said.
pub(super) fn options() -> Options {
    Options::new(&Settings::new(&SCHEMA, &[]).expect("defaults are right"))
}

/// The agent.
pub(super) struct Best {
    thinking: Thinking,
    options: Options,
    search: AlphaBeta,
    filler: Filler,
    /// The path that it follows once alone, with the cell where it begins.
    plan: Option<(Cell, Vec<Direction>)>,
    done: u64,
}

impl Best {
    pub(super) fn new(settings: &Settings) -> Self {
        let options = Options::new(settings);
        Self {
            thinking: Thinking::new(settings),
            options,
            search: AlphaBeta::new(options),
            filler: Filler::new(),
            plan: None,
            done: 0,
        }
    }

    /// The next step of the longest path that is known or found now.
    fn fill(&mut self, game: &Tron, player: Player, budget: &Budget) -> Direction {
        let head = game.head(player);
        let kept = match self.plan.take() {
            Some((cell, path)) if cell == head && can_follow(game.walls(), head, &path) => path,
            _ => Vec::new(),
        };
        let open = game.walls().complement();
        let bound = self.filler.bound(&open, head);
        let path = if kept.len() == bound {
            kept
        } else {
            let Filled { path, .. } = self.filler.fill(&open, head, budget);
            if path.len() > kept.len() { path } else { kept }
        };
        let mv = path.first().copied().unwrap_or(game.exits(player).nth(0));
        self.plan = Some((head.step(mv), path.into_iter().skip(1).collect()));
        mv
    }
}

fn can_follow(walls: &Grid, head: Cell, path: &[Direction]) -> bool {
    let mut walls = *walls;
    let mut cell = head;
    path.iter().all(|&direction| {
        cell = cell.step(direction);
        let free = !walls.has(cell);
        walls.insert(cell);
        free
    })
}

impl Agent<Tron, Direction> for Best {
    fn choose(&mut self, game: &Tron, player: Player, stop: &Stop) -> Direction {
        let budget = self.thinking.budget(stop);
        let exits = game.exits(player);
        if exits.len() == 1 {
            return exits.nth(0);
        }
        let heads = [game.head(0), game.head(1)];
        if self.options.fill && !Territory::new(game.walls(), heads, game.height()).contact {
            return self.fill(game, player, &budget);
        }
        let found = self.search.run(game, player, &budget);
        self.done += found.nodes;
        found.mv
    }

    fn effort(&self) -> u64 {
        self.done
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) mv: Direction,
    /// For the searching player: above [`PROVEN`] won, below −[`PROVEN`] lost if the other guesses
    /// right.
    pub(super) value: i32,
    /// Rounds looked ahead.
    pub(super) depth: usize,
    /// Positions judged.
    pub(super) nodes: u64,
}

/// Alpha-beta by rounds.
pub(super) struct AlphaBeta {
    options: Options,
    evaluator: Evaluator,
    table: Vec<Entry>,
    /// How often a direction from a cell cut the rest off, for each player.
    history: [Vec<[u32; 4]>; 2],
    meter: Meter,
    stopped: bool,
    nodes: u64,
    player: Player,
}

/// A position seen before.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: i32,
    depth: u16,
    kind: Kind,
    mv: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    Exact,
    AtLeast,
    AtMost,
}

const TABLE: usize = 1 << 17;
const EMPTY: Entry = Entry { key: 0, value: 0, depth: 0, kind: Kind::Empty, mv: Direction::North };

/// A position in the search, with its hash.
#[derive(Clone, Copy)]
struct Node {
    game: Tron,
    key: u64,
}

impl AlphaBeta {
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            evaluator: Evaluator::new(options.pieces),
            table: if options.memory { vec![EMPTY; TABLE] } else { Vec::new() },
            history: [vec![[0; 4]; 4096], vec![[0; 4]; 4096]],
            meter: Budget::default().start(),
            stopped: false,
            nodes: 0,
            player: 0,
        }
    }

    /// Searches deeper and deeper until the budget is spent or the outcome is proven.
    pub(super) fn run(&mut self, game: &Tron, player: Player, budget: &Budget) -> Found {
        self.meter = budget.start();
        self.stopped = false;
        self.nodes = 0;
        self.player = player;
        // A value holds for the root it was found from: proven ones count rounds from there.
        self.table.fill(EMPTY);
        for count in self.history.iter_mut().flatten().flatten() {
            *count /= 2;
        }
        let mut best = Found { mv: game.exits(player).nth(0), value: 0, depth: 0, nodes: 0 };
        let root = Node { game: *game, key: 0 };
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
        for mv in self.ordered(exits, &root.game, self.player, Some(first)) {
            let value = self.answered(root, mv, depth, 0, best, INFINITE);
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
    fn round(&mut self, node: &Node, depth: usize, ply: usize, alpha: i32, beta: i32) -> i32 {
        let game = &node.game;
        let stuck = [game.exits(self.player), game.exits(1 - self.player)].map(Exits::is_empty);
        match stuck {
            [true, true] => return 0,
            [true, false] => return ply as i32 - WIN,
            [false, true] => return WIN - ply as i32,
            [false, false] => {}
        }
        let place = node.key as usize % TABLE;
        let mut first = None;
        if self.options.memory && depth > 0 {
            let entry = self.table[place];
            if entry.key == node.key && entry.kind != Kind::Empty {
                first = Some(entry.mv);
                if usize::from(entry.depth) == depth {
                    match entry.kind {
                        Kind::Exact => return entry.value,
                        Kind::AtLeast if entry.value >= beta => return entry.value,
                        Kind::AtMost if entry.value <= alpha => return entry.value,
                        _ => {}
                    }
                }
            }
        }
        if depth == 0 {
            if !self.meter.take(0) {
                self.stopped = true;
                return 0;
            }
            self.nodes += 1;
            return self.judge(game, ply);
        }
        let (mut best, mut chosen) = (-INFINITE, game.exits(self.player).nth(0));
        for mv in self.ordered(game.exits(self.player), game, self.player, first) {
            let value = self.answered(node, mv, depth, ply, alpha.max(best), beta);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, chosen) = (value, mv);
            }
            if best >= beta {
                self.credit(self.player, game, mv, depth);
                break;
            }
        }
        if self.options.memory {
            let kind = if best >= beta {
                Kind::AtLeast
            } else if best <= alpha {
                Kind::AtMost
            } else {
                Kind::Exact
            };
            self.table[place] =
                Entry { key: node.key, value: best, depth: depth as u16, kind, mv: chosen };
        }
        best
    }

    /// The value of a move once the other has given its best answer.
    fn answered(
        &mut self,
        node: &Node,
        mv: Direction,
        depth: usize,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let (player, other) = (self.player, 1 - self.player);
        let mut worst = INFINITE;
        let taken = node.game.head(player).step(mv);
        for answer in self.ordered(node.game.exits(other), &node.game, other, None) {
            if self.options.turns && node.game.head(other).step(answer) == taken {
                continue;
            }
            let mut next = *node;
            let moves = if player == 0 { [mv, answer] } else { [answer, mv] };
            next.game.advance(moves);
            next.key ^= head_key(node.game.heads) ^ head_key(next.game.heads);
            next.key ^= cell_key(next.game.heads[0]) ^ cell_key(next.game.heads[1]);
            let value = self.round(&next, depth - 1, ply + 1, alpha, beta.min(worst));
            if self.stopped {
                return 0;
            }
            worst = worst.min(value);
            if worst <= alpha {
                self.credit(other, &node.game, answer, depth);
                break;
            }
        }
        // No answer at all: only where the single free cell was taken first.
        if worst == INFINITE { WIN - ply as i32 - 1 } else { worst }
    }

    fn judge(&mut self, game: &Tron, ply: usize) -> i32 {
        match self.evaluator.value(game, self.player) {
            Value::Guess(guess) => guess.clamp(-PROVEN + 1, PROVEN - 1),
            Value::Margin { by: 0, .. } => 0,
            Value::Margin { by, after } => {
                let end = ply as i32 + after + 1;
                if by > 0 { WIN - end } else { end - WIN }
            }
        }
    }

    fn credit(&mut self, player: Player, game: &Tron, mv: Direction, depth: usize) {
        let count = &mut self.history[player][game.head(player).index()][mv as usize];
        *count = count.saturating_add((depth * depth) as u32);
    }

    /// The moves, those first that did well before.
    fn ordered(
        &self,
        exits: Exits,
        game: &Tron,
        player: Player,
        first: Option<Direction>,
    ) -> impl Iterator<Item = Direction> + use<> {
        let counts = &self.history[player][game.head(player).index()];
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

/// A hash of where the heads are, apart from the walls.
fn head_key(heads: [Cell; 2]) -> u64 {
    cell_key(heads[0]).rotate_left(17) ^ cell_key(heads[1]).rotate_left(41)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::contest::tests::on;
    use crate::tron::map::{Board, Map};
    use crate::tron::territory::tests::later;
    use proptest::prelude::*;
    use spinney_search::spec::Spec;

    fn options(spec: &str) -> Options {
        let spec: Spec = spec.parse().unwrap();
        Options::new(&Settings::new(&SCHEMA, &spec.args).unwrap())
    }

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

    #[test]
    fn beats_the_best_policy_of_the_paper() {
        let contest = on("12x12").unwrap();
        let points = crate::tron::contest::tests::points(
            &contest,
            "best(playouts=300)",
            "ucb1-tuned(playouts=1500)",
            20,
        );
        assert!(points >= 15.0, "{points} of 20");
    }

    #[test]
    fn alone_it_follows_a_longest_path() {
        let contest = on("divider").unwrap();
        let start = crate::contest::Contest::start(&contest, 0);
        let best = Filler::new().fill(
            &start.walls().complement(),
            start.head(0),
            &Budget::playouts(20_000),
        );
        let spec: Spec = "best(playouts=2000)".parse().unwrap();
        let settings = Settings::new(&SCHEMA, &spec.args).unwrap();
        let mut agent = Best::new(&settings);
        let mut walls = start;
        let mut steps = 0;
        while !walls.exits(0).is_empty() {
            let mv = agent.choose(&walls, 0, &Stop::new());
            // The other stands still: only the filling is looked at.
            let head = walls.head(0).step(mv);
            assert!(!walls.walls().has(head));
            walls.walls.insert(head);
            walls.heads[0] = head;
            walls.exits[0] = walls.walls.exits(head);
            steps += 1;
        }
        assert!(steps + 4 >= best.length, "{steps} of {}", best.length);
    }
}
