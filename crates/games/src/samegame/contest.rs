//! SameGame for the laboratory: random boards by seed or one of the standard positions, one side,
//! the score as the reward.

use super::agents::{self, Answer, SpMcts, Task, TimeControl, catalogue};
use super::notation;
use super::rules::{Block, MAX_COLOURS, MAX_SIDE, Position, State, points, standard_set};
use crate::agent::{Agent, AgentError, Analysis, Candidate, Watch};
use crate::contest::{AgentResult, AnyContest, Contest, MoveOf, NotationError};
use crate::presentation::{ReadyBoard, Strength, by_time};
use serde_json::{Value, json};
use spinney_search::game::{Game, Player};
use spinney_search::rng::mix;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The game and its options.
pub static GAME: Schema = Schema {
    name: "samegame",
    help: "remove groups of one colour; larger groups give more points",
    source: "Moribe 1985; Schadd, Winands, Tak and Uiterwijk 2012",
    params: &[
        Param::integer("rows", "15", 1, MAX_SIDE as u64, "rows of a random board"),
        Param::integer("columns", "15", 1, MAX_SIDE as u64, "columns of a random board"),
        Param::integer("colours", "5", 1, MAX_COLOURS as u64, "colours of a random board"),
        Param::integer(
            "position",
            "0",
            0,
            20,
            "one of the 20 standard positions; 0 for a random board",
        ),
        Param::any("board", "random", "a board of your own, rows from the top, such as aab:bba"),
    ],
};

/// The game with the options given.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    let number = |key| settings.integer(key) as usize;
    let given = start(settings)?;
    let frame = match &given {
        Some(position) => position.clone(),
        None => Position::random(number("rows"), number("columns"), number("colours"), 0),
    };
    let spec = match &given {
        // Written in one way, so that the same board is the same game.
        Some(position) if number("position") == 0 => {
            settings.with("board", in_one_line(position))?
        }
        _ => settings.clone(),
    };
    let spec = spec.to_spec();
    Ok(if frame.fits::<4, 3, 16>() {
        Box::new(SameGame::<4, 3, 16> { spec, frame, given, agents: catalogue() })
    } else {
        Box::new(SameGame::<16, 4, 32> { spec, frame, given, agents: catalogue() })
    })
}

/// The start of every game, if it is not random.
fn start(settings: &Settings) -> Result<Option<Position>, SpecError> {
    let standard = (settings.integer("position") as usize).checked_sub(1);
    match (standard, settings.word("board")) {
        (None, "random") => Ok(None),
        (None, rows) => {
            let position = Position::parse(&rows.replace(':', "\n"));
            position.map(Some).map_err(|error| settings.bad("board", error.to_string()))
        }
        (Some(index), "random") => Ok(Some(standard_set().swap_remove(index))),
        _ => Err(settings.bad("board", "expected a board or a standard position, not both")),
    }
}

/// A position as the option `board` has it.
fn in_one_line(position: &Position) -> String {
    position.to_string().trim_end().replace('\n', ":")
}

/// The highest score published for a standard position, and where.
fn published_note(number: usize) -> String {
    let table = include_str!("../../data/samegame/published.tsv");
    let scores = table.lines().skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        let (position, method, score) = (cells.next()?, cells.next()?, cells.next()?);
        (position.parse() == Ok(number)).then_some((score.parse::<i32>().ok()?, method))
    });
    let best = scores.max_by_key(|&(score, _)| score);
    best.map_or_else(String::new, |(score, by)| format!("published best {score}: {by}"))
}

struct SameGame<const W: usize, const P: usize, const L: u32> {
    spec: Spec,
    /// A position of the right size, for reading and writing.
    frame: Position,
    /// The start of every game, if it is not random.
    given: Option<Position>,
    agents: Catalogue,
}

impl<const W: usize, const P: usize, const L: u32> Contest for SameGame<W, P, L> {
    type Game = State<W, P, L>;
    type View = State<W, P, L>;

    fn spec(&self) -> Spec {
        self.spec.clone()
    }
    fn sides(&self) -> &'static [&'static str] {
        &["player"]
    }
    fn start(&self, seed: u64) -> Self::Game {
        let (rows, columns) = (self.frame.rows(), self.frame.columns());
        match &self.given {
            Some(position) => State::new(position),
            None => State::new(&Position::random(rows, columns, self.frame.colours(), seed)),
        }
    }
    fn view(&self, game: &Self::Game, _: Player) -> Self::View {
        *game
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.agents
    }
    fn agent(&self, _: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        if settings.name() == "sp-mcts" {
            let search = SpMcts::new(settings, seed);
            // Of several games only the best is played, so that all must be known before the first move.
            if search.control() == TimeControl::Move && search.restarts() == 1 {
                return Ok(Box::new(MoveByMove { search, ahead: Answer::NOTHING, expected: None }));
            }
        }
        Ok(Box::new(Follower {
            settings: settings.clone(),
            seed,
            line: Vec::new(),
            score: 0,
            proven: false,
            expected: None,
        }))
    }
    fn write(&self, start: &Self::Game, moves: &[MoveOf<Self>]) -> String {
        notation::write(&self.frame.with_board(&start.board), moves)
    }
    fn draw(&self, game: &Self::Game) -> String {
        let position = self.frame.with_board(&game.board);
        format!("{position}score {}\n", game.total())
    }
    /// With the numbers of rows and columns, by which moves are typed, and the points so far.
    fn draw_view(&self, game: &Self::View) -> String {
        let position = self.frame.with_board(&game.board);
        let mut text = String::new();
        for row in 0..position.rows() {
            let _ = write!(text, "{row:>2} ");
            for column in 0..position.columns() {
                let _ = write!(text, "{:>3}", position.symbol(position.cell(row, column)));
            }
            text.push('\n');
        }
        text.push_str("   ");
        for column in 0..position.columns() {
            let _ = write!(text, "{column:>3}");
        }
        let _ = writeln!(text, "\n{} points", game.score);
        text
    }
    /// Any block of a group stands for it.
    fn find_move(&self, game: &Self::Game, text: &str) -> Option<Block> {
        let (row, column) = text.split_once([',', ' '])?;
        let place = [row.trim().parse().ok()?, column.trim().parse().ok()?];
        notation::blocks(&self.frame.with_board(&game.board), &[place]).ok()?.pop()
    }
    fn say(&self, game: &Self::Game, block: Block) -> String {
        let n = game.group_size(block);
        format!("{}: {n} blocks, {} points", self.move_text(block), points(n))
    }
    fn move_text(&self, block: Block) -> String {
        let [row, column] = block.place(self.frame.rows());
        format!("{row},{column}")
    }
    fn move_data(&self, block: Block) -> Value {
        let [row, column] = block.place(self.frame.rows());
        json!({ "row": row, "column": column })
    }
    fn observe(&self, game: &Self::View) -> Value {
        let position = self.frame.with_board(&game.board);
        let row = |row| (0..position.columns()).map(|c| position.cell(row, c)).collect();
        let rows: Vec<Vec<u8>> = (0..position.rows()).map(row).collect();
        json!({
            "rows": rows,
            "points": game.score,
            "score": game.total(),
            "blocks": game.board.blocks().count(),
        })
    }
    fn help(&self) -> String {
        "Remove groups of two or more blocks of one colour: n blocks give (n - 2)² points. An empty \
         board gives 1000 more; what is left costs points.\n\
         A move is the row and the column of any block of a group, as numbered at the edges: 14,0.\n"
            .to_string()
    }
    fn title(&self) -> String {
        "SameGame".to_string()
    }
    fn strengths(&self, _: usize) -> Vec<Strength> {
        by_time("best", [500, 5000, 30_000])
    }
    fn boards(&self) -> Vec<ReadyBoard> {
        let random = ReadyBoard::new("Random, 15 by 15, five colours", "samegame");
        let small = "samegame(rows=10, columns=10, colours=4)";
        let standard = (1..=standard_set().len()).map(|n| ReadyBoard {
            note: published_note(n),
            ..ReadyBoard::new(format!("Standard position {n}"), format!("samegame(position={n})"))
        });
        let first = [random, ReadyBoard::new("Random, 10 by 10, four colours", small)];
        first.into_iter().chain(standard).collect()
    }
    fn outcome(&self, game: &Self::Game) -> String {
        let (points, blocks) = (game.total(), game.board.blocks().count());
        match blocks {
            0 => format!("The board is empty: {points} points."),
            1 => format!("One block is left: {points} points."),
            _ => format!("{blocks} blocks are left: {points} points."),
        }
    }
    fn read(&self, text: &str) -> Result<(Self::Game, Vec<Block>), NotationError> {
        let (position, places) = notation::read(text)?;
        if !position.fits::<W, P, L>() {
            let problem = "the position is too large for this game's options".to_string();
            return Err(NotationError { line: 1, problem });
        }
        let start = State::new(&position);
        let blocks = notation::blocks(&position, &places).map_err(|error| NotationError {
            line: position.rows() + 1,
            problem: error.to_string(),
        })?;
        Ok((start, blocks))
    }
}

/// Solves the board when first asked and plays the line.
struct Follower<const W: usize, const P: usize, const L: u32> {
    settings: Settings,
    seed: u64,
    /// What is left of the line, last move first.
    line: Vec<Block>,
    score: i32,
    proven: bool,
    expected: Option<State<W, P, L>>,
}

impl<const W: usize, const P: usize, const L: u32> Follower<W, P, L> {
    /// Solves the board anew; gives what was spent.
    fn solve(&mut self, view: &State<W, P, L>, watch: &mut Watch<'_, Block>) -> u64 {
        let stop = watch.stop;
        let progress = watch.progress().map(|(_, show)| Mutex::new(show));
        let improved = |answer: &Answer| {
            if let (Some(show), Some(&mv)) = (&progress, answer.moves.first()) {
                let line = answer.moves.clone();
                show.lock().unwrap_or_else(PoisonError::into_inner)(&found(mv, line, answer));
            }
        };
        let task = Task {
            seed: mix(&[self.seed, u64::from(view.board.blocks().count())]),
            threads: 1,
            time: None,
            stop,
            known: &[],
            improved: &improved,
        };
        let answer = agents::solve(&self.settings, *view, &task);
        (self.score, self.proven) = (answer.score, answer.proven);
        self.line = answer.moves;
        self.line.reverse();
        answer.effort
    }
}

/// What a solver found: the first move of its best line, with the score of the whole.
fn found(mv: Block, line: Vec<Block>, answer: &Answer) -> Analysis<Block> {
    let score = Some(f64::from(answer.score));
    let exact = score.filter(|_| answer.proven);
    Analysis {
        candidates: vec![Candidate { mv, visits: 0, value: score, exact, distance: None }],
        line,
        depth: answer.depth.deepest,
        playouts: answer.effort,
        ..Analysis::of(mv)
    }
}

impl<const W: usize, const P: usize, const L: u32> Agent<State<W, P, L>, Block>
    for Follower<W, P, L>
{
    fn analyse(
        &mut self,
        view: &State<W, P, L>,
        _: Player,
        watch: &mut Watch<'_, Block>,
    ) -> Result<Analysis<Block>, AgentError> {
        let begin = Instant::now();
        let mut effort = 0;
        if self.expected != Some(*view) || self.line.is_empty() {
            effort = self.solve(view, watch);
        }
        let line: Vec<Block> = self.line.iter().rev().copied().collect();
        let mv = self.line.pop().ok_or(AgentError::NoMove)?;
        let mut next = *view;
        next.play(mv);
        self.expected = Some(next);
        let (score, proven) = (self.score, self.proven);
        let answer = Answer { score, effort, proven, ..Answer::NOTHING };
        Ok(Analysis { millis: begin.elapsed().as_millis() as u64, ..found(mv, line, &answer) })
    }
}

/// Searches again at each move, and remembers the best line ahead.
struct MoveByMove<const W: usize, const P: usize, const L: u32> {
    search: SpMcts,
    ahead: Answer,
    expected: Option<State<W, P, L>>,
}

impl<const W: usize, const P: usize, const L: u32> Agent<State<W, P, L>, Block>
    for MoveByMove<W, P, L>
{
    fn analyse(
        &mut self,
        view: &State<W, P, L>,
        _: Player,
        watch: &mut Watch<'_, Block>,
    ) -> Result<Analysis<Block>, AgentError> {
        let begin = Instant::now();
        if self.expected != Some(*view) {
            self.ahead = Answer::NOTHING;
        }
        let before = self.search.effort;
        let stop = watch.stop;
        let task = Task { seed: 0, threads: 1, time: None, stop, known: &[], improved: &|_| () };
        let chosen = self.search.choose(view, &task, &mut self.ahead);
        let mv = chosen.or(self.ahead.moves.first().copied()).ok_or(AgentError::NoMove)?;
        let effort = self.search.effort - before;
        let answer = Answer { effort, ..self.ahead.clone() };
        let mut analysis = found(mv, answer.moves.clone(), &answer);
        analysis.millis = begin.elapsed().as_millis() as u64;
        if self.ahead.moves.first() == Some(&mv) {
            self.ahead.moves.remove(0);
        } else {
            self.ahead = Answer::NOTHING;
        }
        let mut next = *view;
        next.play(mv);
        self.expected = Some(next);
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::contest::PlayOptions;

    fn open(text: &str) -> Box<dyn AnyContest> {
        let spec: Spec = text.parse().unwrap();
        contest(&Settings::new(&GAME, &spec.args).unwrap()).unwrap()
    }

    #[test]
    fn it_conforms() {
        let position = Position::random(7, 6, 4, 0);
        let spec = "samegame(rows=7, columns=6, colours=4)".parse().unwrap();
        let small =
            SameGame::<4, 3, 16> { spec, frame: position, given: None, agents: catalogue() };
        conformance::contest(&small, 20);
    }

    #[test]
    fn every_agent_plays_games_that_replay() {
        for (game, agent) in [
            ("samegame", "sp-mcts(nodes=50)"),
            ("samegame", "sp-mcts(playouts=900, time=move)"),
            ("samegame", "sp-mcts(playouts=900, time=move, final=average)"),
            ("samegame(position=3)", "sp-mcts(nodes=60, restarts=3, playout=mc-rws)"),
            ("samegame(rows=6, columns=7, colours=3)", "nested(level=1)"),
            ("samegame(rows=6, columns=7, colours=3)", "nrpa(level=1)"),
            ("samegame(rows=20, columns=8, colours=9)", "beam(width=2)"),
            ("samegame(rows=1, columns=1)", "random"),
            ("samegame", "best(playouts=300)"),
            ("samegame(rows=5, columns=5)", "dbs(share=30)"),
            ("samegame", "ida-star(nodes=200)"),
            ("samegame", "a-star(nodes=200)"),
            ("samegame", "cem-move(playouts=500)"),
            ("samegame", "cem-move(playouts=500, restarts=3)"),
        ] {
            let contest = open(game);
            let settings = contest.check(0, &agent.parse().unwrap()).unwrap();
            let options = PlayOptions { seed: 1, number: 4, ..PlayOptions::default() };
            let seats = [settings];
            let played = contest.play(&seats, &options).unwrap();
            assert_eq!(played.fault, None, "{agent}");
            assert_eq!(contest.replay(&played.record).unwrap(), played.rewards, "{agent}");
            let again = contest.play(&seats, &options).unwrap();
            assert_eq!(again.record, played.record, "{agent}");
        }
    }

    #[test]
    fn a_board_can_be_given() {
        let contest = open("samegame(board=\"A B a: abb\")");
        assert_eq!(contest.spec().to_string(), "samegame(board=aba:abb)");
        let again = open(&contest.spec().to_string());
        assert_eq!(again.spec(), contest.spec());
        let table = std::sync::Arc::<dyn AnyContest>::from(again).table(3);
        assert_eq!(table.observe(None)["rows"], json!([[1, 2, 1], [1, 2, 2]]));
        assert_eq!(table.moves(0).len(), 2);
        let wrong = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            let opened =
                Settings::new(&GAME, &spec.args).and_then(|settings| super::contest(&settings));
            opened.err().unwrap().to_string()
        };
        assert!(wrong("samegame(board=aba:ab)").contains("line 2: 2 cells"));
        assert!(wrong("samegame(board=aba:a.b)").contains("floats"));
        assert!(wrong("samegame(board=map.txt)").contains("`m` is no block"));
        assert!(wrong("samegame(board=ab, position=3)").contains("not both"));
    }

    #[test]
    fn damaged_records_are_refused() {
        let contest = open("samegame(rows=2, columns=2)");
        assert_eq!(contest.replay("ab\nab\nmoves 0,0 1,0").unwrap(), [1000.0]);
        let problem = |text: &str| contest.replay(text).unwrap_err().to_string();
        assert!(problem("").contains("no position"));
        assert!(problem("ab\nab").contains("moves"));
        assert!(problem("ab\nab\nmoves 0;0").contains("`0;0`"));
        assert!(problem("ab\nab\nmoves 0,0 0,1").contains("the cell is empty"));
    }
}
