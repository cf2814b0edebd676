//! Tuning a toy whose optimum is known, stopping it and going on.

use spinney_games::agent::{Agent, AgentError, Analysis, Watch};
use spinney_games::contest::{AgentResult, AnyContest, Contest, MoveOf, NotationError};
use spinney_lab::runner::RunOptions;
use spinney_lab::store::Store;
use spinney_lab::tune::{News, Tuned, Tuning, read};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::rng::{stream, unit};
use spinney_search::tune::{Dimension, Options};
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec};

/// Name a number in thousandths, then a whole one: the score falls with the squared distance from
/// (0.3, 7), and luck, which the start deals, adds to it.
#[derive(Clone)]
struct Guess {
    said: Vec<u16>,
    luck: f64,
}

impl Game for Guess {
    type Move = u16;
    type Rewards = [f64; 1];
    fn turn(&self) -> Turn {
        if self.said.len() == 2 { Turn::Over } else { Turn::One(0) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u16>) {
        out.extend(0..=if self.said.is_empty() { 1000 } else { 20 });
    }
    fn play(&mut self, mv: u16) {
        self.said.push(mv);
    }
    fn rewards(&self) -> [f64; 1] {
        let (x, n) = (f64::from(self.said[0]) / 1000.0, f64::from(self.said[1]));
        [100.0 - 400.0 * (x - 0.3).powi(2) - (n - 7.0).powi(2) + self.luck]
    }
}

static AGENT: Schema = Schema {
    name: "sayer",
    help: "says what it is told",
    source: "",
    params: &[
        Param::real("x", "0.5", 0.0, 1.0, "the first number").tunable(),
        Param::integer("n", "0", 0, 20, "the second").tunable(),
        Param::flag("loud", "false", "of no consequence"),
    ],
};

struct Sayer([u16; 2]);

impl Agent<Guess, u16> for Sayer {
    fn analyse(
        &mut self,
        view: &Guess,
        _: Player,
        _: &mut Watch<'_, u16>,
    ) -> Result<Analysis<u16>, AgentError> {
        Ok(Analysis::of(self.0[view.said.len()]))
    }
}

struct GuessContest(Catalogue);

impl Contest for GuessContest {
    type Game = Guess;
    type View = Guess;
    fn spec(&self) -> Spec {
        Spec::word("guess")
    }
    fn sides(&self) -> &'static [&'static str] {
        &["player"]
    }
    fn start(&self, seed: u64) -> Guess {
        Guess { said: Vec::new(), luck: 4.0 * unit(&mut stream(&[seed])) }
    }
    fn view(&self, game: &Guess, _: Player) -> Guess {
        game.clone()
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.0
    }
    fn agent(&self, _: usize, settings: &Settings, _: u64) -> AgentResult<Self> {
        let x = (1000.0 * settings.real("x")).round() as u16;
        Ok(Box::new(Sayer([x, settings.integer("n") as u16])))
    }
    fn write(&self, start: &Guess, moves: &[MoveOf<Self>]) -> String {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        format!("{} {}", start.luck, moves.join(" "))
    }
    fn read(&self, text: &str) -> Result<(Guess, Vec<u16>), NotationError> {
        let wrong = || NotationError { line: 1, problem: "expected numbers".into() };
        let (luck, moves) = text.split_once(' ').unwrap_or((text, ""));
        let moves = moves.split_whitespace().map(|word| word.parse().map_err(|_| wrong()));
        let luck = luck.parse().map_err(|_| wrong())?;
        Ok((Guess { said: Vec::new(), luck }, moves.collect::<Result<_, _>>()?))
    }
}

fn tuning(contest: &dyn AnyContest) -> Tuning<'_> {
    Tuning {
        contest,
        side: 0,
        agent: contest.check(0, &"sayer(loud=true)".parse().unwrap()).unwrap(),
        against: None,
        parameters: vec![
            ("x".into(), Dimension::real(0.0, 1.0)),
            ("n".into(), Dimension::integer(0.0, 20.0)),
        ],
        options: Options { population: 40, elite: 6, ..Options::default() },
        games: 5,
        generations: 15,
        seed: 4,
    }
}

fn run(store: &mut Store, stop_in: Option<u64>) -> (Tuned, u64) {
    let contest = GuessContest(Catalogue::new("agent", &[&AGENT]));
    let tuning = tuning(&contest);
    let options = RunOptions { threads: 2, ..RunOptions::default() };
    let run = store.begin_run("test").unwrap();
    let mut played = 0;
    let mut now = 0;
    let tuned = tuning.run(store, run, &options, |news| {
        if let News::Playing(generation, progress) = news {
            played += if generation == now { 0 } else { progress.wanted - progress.found };
            now = generation;
            if stop_in == Some(generation) {
                options.stop.raise();
            }
        }
    });
    (tuned.unwrap(), played)
}

#[test]
fn the_optimum_is_found() {
    let (tuned, _) = run(&mut Store::in_memory().unwrap(), None);
    assert_eq!(tuned.generations.len(), 15);
    assert_eq!(tuned.agent.integer("n"), 7);
    assert!((tuned.agent.real("x") - 0.3).abs() < 0.01, "{}", tuned.agent);
    assert!(tuned.agent.flag("loud"), "what is not tuned stays");
    let (first, last) = (&tuned.generations[0], &tuned.generations[14]);
    assert!(last.score > first.score && last.deviation[0] < first.deviation[0] / 10.0);
}

#[test]
fn stopped_and_run_again_it_ends_the_same_and_plays_only_what_is_missing() {
    let (undisturbed, all) = run(&mut Store::in_memory().unwrap(), None);
    let mut store = Store::in_memory().unwrap();
    let (stopped, _) = run(&mut store, Some(6));
    assert!(stopped.interrupted && stopped.generations.len() == 5);
    let (again, rest) = run(&mut store, None);
    assert_eq!(again, undisturbed);
    assert!(rest < all * 11 / 15, "{rest} of {all} games were played again");
}

#[test]
fn a_file_says_what_to_tune() {
    let text = "game = \"connect-four\"\nagent = \"random\"\nagainst = \"random\"\n";
    let error = |text: &str| {
        let error = read(text, |_| ()).unwrap_err();
        let source = std::error::Error::source(&error);
        format!("{error} {}", source.map_or(String::new(), ToString::to_string))
    };
    assert!(error(text).contains("`random` declares nothing tunable"), "{}", error(text));
    let with = |more: &str| error(&format!("{text}{more}"));
    assert!(with("populaton = 3").contains("unknown field `populaton`"));
    assert!(with("[parameters]\nc = [0, 1]").contains("no tunable parameter `c`"));
    assert!(with("side = \"c\"").contains("one of a, b"));
    assert!(error("game = \"connect-four\"\nagent = \"rndom\"").contains("did you mean `random`"));
    assert!(error("game = ").contains("line 1"), "{}", error("game = "));
}
