//! Behaviour, pinned: one recorded playthrough per game and agent family, and the fingerprints of
//! the fixed benchmarks. A refactoring changes none of these files. A change of behaviour is made
//! on purpose, in a commit that says which and why, with
//!
//! ```sh
//! INSTA_UPDATE=always cargo test -p spinney-games --test golden
//! ```

use spinney_games::contest::{PlayOptions, Played};
use spinney_games::{benchmark, open};
use spinney_search::rng::stream;
use std::fmt::Write;

/// Plays game 1 of seed 2026 with one agent per side.
fn played(game: &str, agents: &[&str]) -> Played {
    let contest = open(&game.parse().unwrap()).unwrap();
    let settings: Vec<_> = agents
        .iter()
        .enumerate()
        .map(|(side, text)| contest.check(side, &text.parse().unwrap()).unwrap())
        .collect();
    let options = PlayOptions { seed: 2026, number: 1, ..PlayOptions::default() };
    contest.play(&settings, &options).unwrap()
}

/// The playthroughs of one game, as the text of its snapshot.
fn playthroughs(game: &str, agents: &[&[&str]]) -> String {
    let mut text = String::new();
    for agents in agents {
        let played = played(game, agents);
        assert_eq!(played.fault, None, "{game} {agents:?}");
        let effort: Vec<u64> = played.effort.iter().map(|effort| effort.playouts).collect();
        let rewards = &played.rewards;
        writeln!(text, "{} | effort {effort:?} | rewards {rewards:?}", agents.join(" ")).unwrap();
        writeln!(text, "{}\n", played.record.trim_end()).unwrap();
    }
    text
}

/// Every policy against `random`, in a small budget.
fn policies<'a>(names: &'a [&'a str]) -> Vec<String> {
    names.iter().map(|name| format!("{name}(playouts=60)")).collect()
}

fn against_random(specs: &[String]) -> Vec<Vec<&str>> {
    specs.iter().map(|spec| vec![spec.as_str(), "random"]).collect()
}

fn slices<'a>(agents: &'a [Vec<&'a str>]) -> Vec<&'a [&'a str]> {
    agents.iter().map(Vec::as_slice).collect()
}

#[test]
fn connect_four() {
    let names = [
        "uct",
        "ucb1-tuned",
        "ucb-v",
        "ucb-minimal",
        "moss",
        "omc-deterministic",
        "omc-stochastic",
        "pbbm",
        "epsilon-greedy",
        "thompson",
        "exp3",
        "regret-matching",
        "uniform",
        "progressive-history",
    ];
    let specs = policies(&names);
    let mut agents = against_random(&specs);
    agents.push(vec!["alpha-beta(depth=4)", "uct(playouts=200, solver=true, reuse=true)"]);
    insta::assert_snapshot!(playthroughs("connect-four(opening=2)", &slices(&agents)));
}

#[test]
fn tic_tac_toe() {
    let agents: &[&[&str]] = &[&["uct(playouts=100)", "alpha-beta"], &["quick", "random"]];
    insta::assert_snapshot!(playthroughs("tic-tac-toe", agents));
}

#[test]
fn tron() {
    let names = [
        "ucb1-tuned",
        "ucb1",
        "moss",
        "ucb-minimal",
        "ucb-v",
        "omc-deterministic",
        "omc-stochastic",
        "pbbm",
        "uniform",
        "epsilon-greedy",
        "thompson",
        "exp3",
        "regret-matching",
    ];
    let specs = policies(&names);
    let mut agents = against_random(&specs);
    agents.push(vec!["best(nodes=300)", "ucb1-tuned(playouts=100, tree=sequential, final=mix)"]);
    agents.push(vec!["best(nodes=300, order=turns)", "ucb1(playouts=60, reference=true)"]);
    insta::assert_snapshot!(playthroughs("tron(board=11x11)", &slices(&agents)));
}

#[test]
fn scotland_yard() {
    let agents: &[&[&str]] = &[
        &["nijssen(playouts=100)", "nijssen(playouts=100)"],
        &["borak(playouts=100)", "borak(playouts=100)"],
        &["borak(playouts=60, double=search)", "mcts(playouts=60, determinization=vote)"],
        &["mcts(playouts=60, filter=none)", "mcts(playouts=60, determinization=average)"],
        &["mcts(playouts=60, playout=mc)", "mcts(playouts=60, playout=mm, others=stand)"],
        &["paranoid(nodes=500)", "expectimax(nodes=500)"],
        &["greedy", "greedy"],
        &["random", "mcts(playouts=60, opening=learned, doubles=playouts, credit=nothing)"],
        &["mcts(playouts=60, suboptimal=0.2, suboptimal-chance=0.5)", "random"],
    ];
    insta::assert_snapshot!(playthroughs("scotland-yard", agents));
}

#[test]
fn cops_and_robbers() {
    let agents: &[&[&str]] = &[
        &["random", "random"],
        &["chase(n=1)", "evade"],
        &["mcts", "mcts"],
        &["mcts(playouts=100, moves=joint)", "evade(ties=random)"],
        &["best(playouts=200)", "best(playouts=200)"],
        &["mcts(playouts=60, score=sum, backup=searcher)", "mcts(playouts=60, score=wins)"],
        &["chase", "perfect"],
    ];
    insta::assert_snapshot!(playthroughs(
        "cops-and-robbers(graph=ladder(8, 1), rounds=12)",
        agents
    ));
}

#[test]
fn cops_who_see() {
    let agents: &[&[&str]] = &[&["perfect", "perfect"], &["best", "best"]];
    let game = "cops-and-robbers(graph=dodecahedron, seen-every=1)";
    insta::assert_snapshot!(playthroughs(game, agents));
}

#[test]
fn samegame() {
    let agents: &[&[&str]] = &[
        &["best(playouts=500)"],
        &["sp-mcts(nodes=300)"],
        &["sp-mcts(playouts=1000, time=move, final=visits)"],
        &["manual(nodes=300, restarts=3, searches=2)"],
        &["cem-game(nodes=300, playout=mc-rws)"],
        &["cem-move(nodes=2000, draw=groups, ties=any, final=average)"],
        &["nested(level=1)"],
        &["nrpa(level=1)"],
        &["beam(width=4)"],
        &["dbs(share=30)"],
        &["ida-star(nodes=200)"],
        &["a-star(nodes=200)"],
        &["random(playout=random)"],
    ];
    insta::assert_snapshot!(playthroughs("samegame(rows=8, columns=8, colours=4)", agents));
}

#[test]
fn fingerprints() {
    let mut text = String::new();
    for benchmark in benchmark::all() {
        let work = benchmark.run(&mut stream(&[benchmark::SEED]));
        writeln!(text, "{:<40} {:>9} {:016x}", benchmark.name, work.done, work.fingerprint)
            .unwrap();
    }
    insta::assert_snapshot!(text);
}
