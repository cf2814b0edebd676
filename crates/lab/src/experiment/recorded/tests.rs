//! Recorded results: written, read, merged, used.

use super::*;
use crate::experiment::run::{Asked, run};
use crate::experiment::{Experiment, Games, Results, SEED};
use crate::runner::RunOptions;
use crate::store::Store;

/// What today's program has in these tests.
const TODAY: &str = "00000000000000aa";

const FILE: &str = r"
[[batch]]
table = 'table-1'
commit = 'abc'
machine = 'a machine'
seed = 2012
seconds = 90
source = 'a report'
cells = '''
near/x | 00000000000a | 24 of 42, 4 drawn, 1 faults
near/y | 00000000000b | 25 games, mean 59.8, deviation 5.75
near/z | 00000000000e | 24 of 42, 4 drawn, 23 distinct
far/x | 00000000000c | scores 2431 - 2213.5 | 00000000000000aa
far/y | 00000000000f | 3 of 4 | 00000000000000ab
'''
differences = '''
near/y less far/x | mean 107.1, error 32.7, 36 games
'''
";

fn cell(play: u64, wins: u64, decided: u64) -> RecordedCell {
    let kept = Kept::Rate { wins, decided };
    RecordedCell {
        key: format!("cell {play}"),
        play: PlayId(play),
        kept,
        draws: 0,
        faults: 0,
        distinct: None,
        behaviour: None,
    }
}

fn batch(commit: &str, cells: Vec<RecordedCell>) -> Batch {
    let (machine, commit) = ("m".to_string(), commit.to_string());
    Batch {
        table: "t".to_string(),
        origin: Origin { commit, machine, recorded: true },
        seed: 1,
        seconds: Some(60.0),
        source: None,
        cells,
        differences: Vec::new(),
    }
}

#[test]
fn a_file_says_what_was_measured() {
    let recorded = Recorded::parse(FILE).unwrap();
    let rate = recorded.find(PlayId(10), TODAY).unwrap();
    assert_eq!((rate.games, rate.draws, rate.faults), (46, 4, 1));
    assert_eq!(rate.estimate, Estimate::rate(24, 42));
    assert_eq!((rate.origin.commit.as_str(), rate.origin.recorded), ("abc", true));
    let repeated = recorded.find(PlayId(14), TODAY).unwrap();
    assert_eq!((repeated.games, repeated.distinct), (46, 23));
    assert_eq!(repeated.estimate, rate.estimate.map(|estimate| estimate.with_distinct(23, 46)));
    let mirrored = recorded.find_mirrored(PlayId(10), TODAY).unwrap();
    assert_eq!(mirrored.estimate, Estimate::rate(18, 42));
    let mean = recorded.find(PlayId(11), TODAY).unwrap();
    assert_eq!(mean.estimate, Estimate::of_mean(59.8, 5.75, 25));
    assert_eq!((mean.differences.len(), mean.differences[0].less.as_str()), (1, "far/x"));
    let scores = recorded.find(PlayId(12), TODAY).unwrap();
    assert_eq!(scores.scores, [(0, 2431.0), (2, 2213.5)]);
    assert_eq!((scores.games, scores.estimate), (2, Estimate::mean([2431.0, 2213.5])));
    assert_eq!(recorded.find(PlayId(13), TODAY), None);
    // 46 of 123 games have that share of 90 seconds.
    assert!((rate.time.as_secs_f64() - 90.0 * 46.0 / 123.0).abs() < 1e-6);
    let other = recorded.find(PlayId(15), TODAY).unwrap();
    let names = [rate, mean, scores, other].map(|measured| measured.behaviour.name());
    assert_eq!(names, ["unknown", "unknown", "today", "another"]);
}

#[test]
fn a_file_is_written_as_it_is_read() {
    let text = Recorded::parse(FILE).unwrap().text("a-paper");
    assert!(text.starts_with("# Results of a-paper"), "{text}");
    let again = Recorded::parse(&text).unwrap();
    assert_eq!(again.batches(), Recorded::parse(FILE).unwrap().batches());
    assert_eq!(again.text("a-paper"), text);
}

#[test]
fn a_wrong_line_is_shown() {
    for wrong in [
        "a | 1",
        "a | x | 1 of 2",
        "a | 1 | 3 of 2",
        "a | 1 | 2 of",
        "a | 1 | mean 3",
        "a | 1 | 1 of 2 | soon",
    ] {
        let text = FILE.replace("near/x | 00000000000a | 24 of 42, 4 drawn, 1 faults", wrong);
        let problem = Recorded::parse(&text).unwrap_err();
        assert!(problem.contains(&format!("table-1: can't read `{wrong}`")), "{problem}");
    }
    let text = FILE.replace("less far", "minus far");
    assert!(Recorded::parse(&text).unwrap_err().contains("minus far"));
}

#[test]
fn only_more_games_take_the_place_of_fewer() {
    let mut recorded = Recorded::default();
    let mut first = batch("one", vec![cell(1, 5, 10), cell(2, 5, 10), cell(3, 5, 10)]);
    let difference =
        |less: &str| Difference { less: less.into(), mean: 1.0, error: 1.0, games: 10 };
    first.differences =
        vec![("cell 1".into(), difference("cell 2")), ("cell 1".into(), difference("cell 3"))];
    assert_eq!(recorded.add(first), 3);
    assert_eq!(recorded.add(batch("as many", vec![cell(1, 9, 10)])), 0);
    assert_eq!(recorded.add(batch("two", vec![cell(1, 9, 9), cell(2, 8, 20)])), 1);
    let commit = |play| recorded.find(PlayId(play), TODAY).unwrap().origin.commit;
    assert_eq!([commit(1), commit(2), commit(3)], ["one", "two", "one"]);
    let old = &recorded.batches()[0];
    assert_eq!((old.cells.len(), old.seconds), (2, None), "part of its time is not known");
    assert_eq!(old.differences.len(), 1, "a difference goes with its cells");
    assert_eq!(recorded.add(batch("three", vec![cell(1, 1, 30), cell(3, 1, 30)])), 2);
    assert_eq!(recorded.batches().len(), 2, "an empty batch is gone");
}

fn todays(seed: u64, commit: &str, kept: Kept) -> Batch {
    let one = RecordedCell { kept, behaviour: Some(TODAY.to_string()), ..cell(1, 0, 0) };
    Batch { seed, ..batch(commit, vec![one]) }
}

#[test]
fn games_of_another_seed_add_up() {
    let mut recorded = Recorded::default();
    assert_eq!(recorded.add(todays(1, "one", Kept::Rate { wins: 5, decided: 10 })), 1);
    assert_eq!(recorded.add(todays(2, "two", Kept::Rate { wins: 3, decided: 4 })), 1);
    let known = |recorded: &Recorded| {
        let both = recorded.find(PlayId(1), TODAY).unwrap();
        (both.estimate, both.games, both.origin.commit, both.time.as_secs())
    };
    let both = (Estimate::rate(8, 14), 14, "one, two".to_string(), 120);
    assert_eq!(known(&recorded), both);
    let again = Recorded::parse(&recorded.text("t")).unwrap();
    assert_eq!(known(&again), both, "a file keeps both");
    // The same seed again has the same games: fewer are nothing new, and more take their place.
    assert_eq!(recorded.add(todays(2, "less", Kept::Rate { wins: 3, decided: 3 })), 0);
    assert_eq!(recorded.add(todays(2, "more", Kept::Rate { wins: 4, decided: 6 })), 1);
    assert_eq!(known(&recorded).0, Estimate::rate(9, 16));
    // Games of another behaviour have to be more than both.
    let others = |games: u64| {
        let mut batch = todays(3, "other", Kept::Rate { wins: 0, decided: games });
        batch.cells[0].behaviour = Some("00000000000000ab".to_string());
        batch
    };
    assert_eq!(recorded.add(others(15)), 0);
    assert_eq!(recorded.add(others(17)), 1);
    assert_eq!(recorded.batches().len(), 1);
}

#[test]
fn means_of_other_seeds_add_up() {
    let games = [3.0, 5.0, 10.0, 4.0, 8.0, 9.0, 1.0];
    let mean = |games: &[f64]| {
        let whole = Estimate::mean(games.iter().copied()).unwrap();
        let (mean, deviation) = (whole.value, whole.deviation);
        Kept::Mean { games: games.len() as u64, mean, deviation }
    };
    let mut recorded = Recorded::default();
    recorded.add(todays(1, "one", mean(&games[..3])));
    recorded.add(todays(2, "two", mean(&games[3..])));
    let both = recorded.find(PlayId(1), TODAY).unwrap().estimate.unwrap();
    let all = Estimate::mean(games).unwrap();
    assert!((both.value - all.value).abs() < 1e-12 && (both.low - all.low).abs() < 1e-9);
}

#[test]
fn games_that_may_be_the_same_do_not_add_up() {
    let rate = || Kept::Rate { wins: 1, decided: 4 };
    let second = |change: fn(&mut RecordedCell)| {
        let mut recorded = Recorded::default();
        recorded.add(todays(1, "one", Kept::Rate { wins: 5, decided: 10 }));
        let mut batch = todays(2, "two", rate());
        change(&mut batch.cells[0]);
        (recorded.add(batch), recorded.find(PlayId(1), TODAY).unwrap().games)
    };
    assert_eq!(second(|_| ()), (1, 14));
    assert_eq!(second(|cell| cell.distinct = Some(2)), (0, 10));
    assert_eq!(second(|cell| cell.behaviour = None), (0, 10));
    assert_eq!(second(|cell| cell.kept = Kept::Scores(vec![Some(1.0); 3])), (0, 10));
    let mut unknown = Recorded::default();
    unknown.add(batch("one", vec![cell(1, 5, 10)]));
    assert_eq!(unknown.add(Batch { seed: 2, ..batch("two", vec![cell(1, 5, 9)]) }), 0);
}

const NOUGHTS: &str = r#"
    title = "Noughts and crosses"
    place = "here"
    games = 20
    [[grid]]
    name = "rate"
    measure = "win rate of a"
    game = "connect-four"
    agents = { a = "{a}", b = "{b}" }
    [[grid.axis]]
    name = "pair"
    values = [
      { label = "one", a = "random", b = "alpha-beta(nodes=10)" },
      { label = "mirror", a = "alpha-beta(nodes=10)", b = "random" },
    ]
    [[grid]]
    name = "length"
    measure = "length"
    game = "connect-four"
    agents = { a = "random", b = "random" }
    [[grid.axis]]
    name = "one"
    values = ["1"]
"#;

fn played(scale: f64) -> (Experiment, Store) {
    played_with(NOUGHTS, scale, SEED)
}

fn played_with(text: &str, scale: f64, seed: u64) -> (Experiment, Store) {
    let experiment = Experiment::parse("test/noughts", text).unwrap();
    let mut store = Store::in_memory().unwrap();
    let options = RunOptions { threads: 1, ..RunOptions::default() };
    let asked = Asked {
        scale,
        games: None,
        budget: None,
        by_clock: false,
        cells: None,
        shard: None,
        seed,
        options,
    };
    run(std::slice::from_ref(&experiment), &mut store, "test", &asked, |_, _| ()).unwrap();
    (experiment, store)
}

#[test]
fn scores_are_recorded_with_the_seed_of_the_experiments_only() {
    let text = r#"
        title = "Scores"
        place = "here"
        games = 2
        measure = "score"
        [[grid]]
        game = "samegame"
        agents = { player = "sp-mcts(nodes=20)" }
        [[grid.axis]]
        name = "one"
        values = ["1"]
    "#;
    for (seed, cells) in [(SEED, 1), (7, 0)] {
        let (experiment, store) = played_with(text, 1.0, seed);
        let found = batches(&experiment, &store, &mut Games::seeded(seed)).unwrap();
        assert_eq!(found.iter().map(|batch| batch.cells.len()).sum::<usize>(), cells, "{seed}");
    }
}

#[test]
fn recorded_results_say_what_the_games_said() {
    let (experiment, store) = played(1.0);
    let mut games = Games::default();
    let mut recorded = Recorded::default();
    for batch in batches(&experiment, &store, &mut games).unwrap() {
        recorded.add(batch);
    }
    let kept: Vec<&str> =
        recorded.batches().iter().flat_map(|b| &b.cells).map(|cell| cell.key.as_str()).collect();
    assert_eq!(kept, ["rate:one", "rate:mirror", "length:1"]);
    let recorded = Recorded::parse(&recorded.text("test")).unwrap();
    let none = Recorded::default();
    let from_store = Results::gather(&experiment, Some(&store), &none, &mut games).unwrap();
    let from_file = Results::gather(&experiment, None, &recorded, &mut games).unwrap();
    for (_, cell) in experiment.cells() {
        let (here, there) = (from_store.estimate(cell).unwrap(), from_file.estimate(cell).unwrap());
        assert!((here.low - there.low).abs() < 1e-9 && (here.high - there.high).abs() < 1e-9);
        assert!(from_file.cell(cell).measured().unwrap().origin.recorded);
        assert!(!from_store.cell(cell).measured().unwrap().origin.recorded);
    }
    // The mirrored cells are the same games, seen from the other side.
    let cell = |key: &str| experiment.cell(key).unwrap();
    let (one, mirror) = (cell("rate:one"), cell("rate:mirror"));
    assert_eq!(from_file.cell(one).games, from_file.cell(mirror).games);
    assert_ne!(from_file.cell(one).games, from_file.cell(cell("length:1")).games);
    let sum = from_file.estimate(one).unwrap().value + from_file.estimate(mirror).unwrap().value;
    assert!((sum - 100.0).abs() < 1e-9, "{sum}");
    // Either one is enough for both.
    let mut half = Recorded::default();
    let mut only = recorded.batches()[0].clone();
    only.cells.retain(|cell| cell.key == "rate:mirror");
    half.add(only);
    let from_half = Results::gather(&experiment, None, &half, &mut games).unwrap();
    assert_eq!(from_half.estimate(one), from_file.estimate(one));
}

#[test]
fn as_many_games_of_another_behaviour_take_the_place_of_what_was_recorded() {
    let known = |games: u64, behaviour: &str| RecordedCell {
        behaviour: Some(behaviour.to_string()),
        ..cell(1, games / 2, games)
    };
    let mut recorded = Recorded::new(vec![batch("old", vec![cell(1, 5, 10)])]);
    let before = "00000000000000ab";
    assert_eq!(recorded.add(batch("fewer", vec![known(9, TODAY)])), 0);
    assert_eq!(recorded.add(batch("as many", vec![known(10, before)])), 1);
    assert_eq!(recorded.find(PlayId(1), TODAY).unwrap().behaviour.name(), "another");
    assert_eq!(recorded.add(batch("fewer", vec![known(9, TODAY)])), 0);
    assert_eq!(recorded.add(batch("as many", vec![known(10, TODAY)])), 1);
    assert_eq!(recorded.find(PlayId(1), TODAY).unwrap().behaviour.name(), "today");
    assert_eq!(recorded.add(batch("the same", vec![known(10, TODAY)])), 0);
    assert_eq!(recorded.add(batch("nobody's", vec![cell(1, 5, 10)])), 0);
    assert_eq!(recorded.batches().len(), 1);
}

#[test]
fn what_is_recorded_says_whose_behaviour_it_is() {
    let (experiment, mut store) = played(0.5);
    let mut games = Games::default();
    let mut recorded = Recorded::default();
    for batch in batches(&experiment, &store, &mut games).unwrap() {
        recorded.add(batch);
    }
    let text = recorded.text("test");
    let name = |results: &Results, key: &str| {
        let cell = experiment.cell(key).unwrap();
        results.cell(cell).measured().map(|measured| measured.behaviour.name())
    };
    let mut of_file = |text: &str| {
        let recorded = Recorded::parse(text).unwrap();
        Results::gather(&experiment, None, &recorded, &mut games).unwrap()
    };
    let today = of_file(&text);
    for key in ["rate:one", "rate:mirror", "length:1"] {
        assert_eq!(name(&today, key), Some("today"), "{key}: {text}");
    }
    // Another fingerprint on the line of one cell, and none on that of another.
    let change = |line: &str| match line.rsplit_once(" | ") {
        Some((rest, _)) if line.starts_with("length:1 | ") => format!("{rest} | {TODAY}"),
        Some((rest, _)) if line.starts_with("rate:") => rest.to_string(),
        _ => line.to_string(),
    };
    let changed: Vec<String> = text.lines().map(change).collect();
    let changed = of_file(&changed.join("\n"));
    assert_eq!(name(&changed, "length:1"), Some("another"));
    assert_eq!(
        (name(&changed, "rate:one"), name(&changed, "rate:mirror")),
        (Some("unknown"), Some("unknown"))
    );
    // Games of the store that were asked for by another behaviour are not today's either.
    store.as_of(Some(TODAY.to_string()));
    assert!(batches(&experiment, &store, &mut Games::default()).unwrap().is_empty());
}

#[test]
fn whichever_has_more_games_is_used() {
    let (experiment, store) = played(0.5);
    let mut games = Games::default();
    let length = experiment.cell("length:1").unwrap();
    let id = meaning(&experiment, "length:1").unwrap();
    let with = |games_there: u64, games: &mut Games| {
        let kept = Kept::Mean { games: games_there, mean: 7.0, deviation: 1.0 };
        let cell = RecordedCell {
            key: "length:1".into(),
            play: id,
            kept,
            draws: 0,
            faults: 0,
            distinct: None,
            behaviour: None,
        };
        let recorded = Recorded::new(vec![batch("old", vec![cell])]);
        let results = Results::gather(&experiment, Some(&store), &recorded, games).unwrap();
        results.cell(length).measured().unwrap().clone()
    };
    assert_eq!(with(11, &mut games).games, 11);
    let here = with(10, &mut games);
    assert_eq!((here.games, here.origin.recorded), (10, false), "games here are better than none");
    assert_eq!(meaning(&experiment, "length:2"), None);
}

#[test]
fn names_can_be_given_a_new_meaning() {
    let (experiment, _) = played(0.1);
    let mut recorded = Recorded::new(vec![batch("old", vec![cell(1, 5, 10)])]);
    recorded.batches[0].cells[0].key = "rate:one".into();
    recorded.adopt(|table, key| (table == "t").then(|| meaning(&experiment, key)).flatten());
    let id = meaning(&experiment, "rate:one").unwrap();
    assert_eq!(recorded.find(id, TODAY).unwrap().estimate, Estimate::rate(5, 10));
    assert_eq!(recorded.find(PlayId(1), TODAY), None);
}

#[test]
fn the_number_of_a_play_depends_on_all_of_it() {
    let rate = |side: &str| Measure::WinRate(side.to_string());
    let play = |game: &str, a: &str, b: &str| Play {
        game: game.to_string(),
        agents: vec![("a".into(), a.into()), ("b".into(), b.into())],
    };
    let base = PlayId::new(&rate("a"), &play("g", "x", "y"));
    for other in [
        PlayId::new(&rate("b"), &play("g", "x", "y")),
        PlayId::new(&Measure::Length, &play("g", "x", "y")),
        PlayId::new(&rate("a"), &play("h", "x", "y")),
        PlayId::new(&rate("a"), &play("g", "y", "x")),
    ] {
        assert_ne!(base, other);
    }
    assert_eq!(base, PlayId::mirrored(&rate("a"), &play("g", "y", "x")));
    assert_eq!(base.to_string().len(), 12);
}
