//! The analysis against the reference on every small graph, and against the literature.

use super::*;
use crate::cops_and_robbers::reference::Reference;
use std::collections::{BTreeMap, BTreeSet};

fn graph(spec: &str) -> Arc<Graph> {
    Arc::new(Graph::from_spec(&spec.parse().unwrap()).unwrap())
}

/// All connected graphs of `n` vertices, one of each shape: the smallest of its relabellings.
fn connected_graphs(n: usize) -> Vec<Arc<Graph>> {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let place: BTreeMap<(usize, usize), usize> =
        pairs.iter().enumerate().map(|(i, &pair)| (pair, i)).collect();
    let relabellings: Vec<Vec<usize>> = permutations(n)
        .into_iter()
        .map(|to| {
            let image = |&(a, b): &(usize, usize)| {
                let (a, b) = (to[a], to[b]);
                place[&(a.min(b), a.max(b))]
            };
            pairs.iter().map(image).collect()
        })
        .collect();
    let mut seen = BTreeSet::new();
    let mut graphs = Vec::new();
    for mask in 0u32..1 << pairs.len() {
        if seen.contains(&mask) {
            continue;
        }
        for relabelling in &relabellings {
            let bits = relabelling.iter().enumerate();
            seen.insert(bits.fold(0, |image, (i, &to)| image | (mask >> i & 1) << to));
        }
        let chosen = pairs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        let edges: Vec<_> = chosen.map(|(_, &(a, b))| (a as Vertex, b as Vertex)).collect();
        graphs.extend(Graph::from_edges("test".parse().unwrap(), n, &edges, 0).map(Arc::new));
    }
    graphs
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let insert = |at: usize| shorter.iter().map(move |p| [&p[..at], &[n - 1], &p[at..]].concat());
    (0..n).flat_map(insert).collect()
}

#[test]
fn agrees_with_brute_force_on_every_small_graph() {
    let mut graphs = 0;
    for n in 2..=6 {
        for graph in connected_graphs(n) {
            graphs += 1;
            for cops in (1..=2).filter(|&cops| cops < n) {
                for may_stay in [false, true] {
                    compare(&graph, cops, may_stay);
                }
            }
        }
    }
    // Connected graphs of 2 to 6 vertices: 1 + 2 + 6 + 21 + 112 (OEIS A001349).
    assert_eq!(graphs, 142);
}

fn compare(graph: &Arc<Graph>, cops: usize, may_stay: bool) {
    let Ok(rules) = full_information(graph, cops, may_stay) else {
        return;
    };
    let solution = Solution::of(Arc::clone(&rules), &Stop::new()).unwrap();
    let reference = Reference::new(graph, cops, may_stay);
    let mut fastest: Option<u16> = None;
    let _ = solution.placements.for_each(|_, at| {
        let wide: Vec<usize> = at.iter().map(|&cop| usize::from(cop)).collect();
        let mut slowest = Some(0);
        for robber in graph.vertices().filter(|robber| !at.contains(robber)) {
            let here = reference.at(&wide, usize::from(robber));
            let found = solution.robber_to_move(at, robber);
            assert_eq!(
                found,
                reference.robber[here],
                "{at:?} {robber} {:?}",
                graph.edges().collect::<Vec<_>>()
            );
            assert_eq!(solution.cops_to_move(at, &[], robber), reference.cops[here]);
            slowest = slowest.zip(found).map(|(a, b)| a.max(b));
        }
        if crate::cops_and_robbers::rules::joint::completable(&rules, at, &[]) {
            fastest = match (fastest, slowest) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        std::ops::ControlFlow::Continue(())
    });
    let verdict = solve(graph, cops, may_stay, &Stop::new()).unwrap();
    assert_eq!(verdict.capture.map(|(moves, _)| moves), fastest);
}

fn textbook_number(spec: &str) -> usize {
    cop_number(&graph(spec), true, &Stop::new()).unwrap().cops
}

#[test]
fn cop_numbers_are_those_of_the_literature() {
    for (spec, number) in [
        ("path(2)", 1),
        ("path(17)", 1),
        ("complete(5)", 1),
        ("cycle(3)", 1),
        ("cycle(4)", 2),
        ("cycle(23)", 2),
        ("petersen", 3),
        ("dodecahedron", 3),
        ("grid(4, 3)", 2),
        ("hypercube(3)", 2),
        ("hypercube(4)", 3),
        ("hypercube(5)", 3),
    ] {
        assert_eq!(textbook_number(spec), number, "{spec}");
    }
}

#[test]
fn grids_take_half_their_girth() {
    // Mehrabian, The capture time of grids (2011): ⌊(m + n) / 2⌋ − 1 with two cops.
    for (m, n) in [(2, 2), (2, 3), (3, 3), (2, 7), (4, 5), (5, 5), (6, 7), (8, 8)] {
        let verdict = solve(&graph(&format!("grid({m}, {n})")), 2, true, &Stop::new()).unwrap();
        assert_eq!(verdict.capture.unwrap().0, u16::midpoint(m, n) - 1, "{m} × {n}");
    }
}

#[test]
fn a_path_takes_half_its_length() {
    let verdict = solve(&graph("path(700)"), 1, true, &Stop::new()).unwrap();
    assert_eq!(verdict.capture.unwrap().0, 350);
    let all = Solution::of(full_information(&graph("path(700)"), 1, true).unwrap(), &Stop::new());
    assert_eq!(all.unwrap().robber_to_move(&[0], 699), Some(699), "more than a byte holds");
}

#[test]
fn three_cops_win_the_ladders_of_the_thesis() {
    // Van den Bergh, quoted in section 2.3.1. Standing still is not allowed here, too.
    for spec in ["ladder(10, 1)", "ladder(11, 2)", "ladder(12, 3)"] {
        for may_stay in [false, true] {
            let verdict = solve(&graph(spec), 3, may_stay, &Stop::new()).unwrap();
            assert!(verdict.capture.is_some(), "{spec}, may stay: {may_stay}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let error = solve(&graph("path(3000)"), 3, true, &Stop::new()).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { .. }), "{error}");
    let stop = Stop::new();
    stop.raise();
    assert_eq!(solve(&graph("petersen"), 2, true, &stop).unwrap_err(), SolveError::Interrupted);
}
