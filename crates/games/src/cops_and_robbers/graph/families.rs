//! The graphs that have a formula.

use super::{Graph, GraphError, Vertex};
use crate::scotland_yard::board::{Board, Edition, STATIONS, Transports};
use spinney_search::rng::{below, stream};
use spinney_spec::Spec;
use std::collections::HashSet;
use std::f64::consts::TAU;

type Built = Result<Graph, GraphError>;

fn graph(spec: Spec, vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Built {
    let edges: Vec<_> = edges.into_iter().map(|(a, b)| (a as Vertex, b as Vertex)).collect();
    Graph::from_edges(spec, vertices, &edges, 1)
}

/// A place on a circle round the middle of the unit square, clockwise from the top.
pub(super) fn on_ring(i: usize, of: usize, radius: f64) -> (f64, f64) {
    let angle = TAU * i as f64 / of as f64;
    (0.5 + radius * angle.sin(), 0.5 - radius * angle.cos())
}

/// Two rails 1..l and l+1..2l with a rung at every index, from 0, that is a multiple of s + 1.
///
/// The thesis's text (section 5.2) puts a rung at the far end when l is divisible by s + 1; in its
/// figures (2.5: l = 7, s = 1; 4.4: l = 5, s = 1) that happens when l − 1 is. The figures are
/// followed.
pub(super) fn ladder(spec: Spec, length: usize, spacing: usize) -> Built {
    let rails = (1..length).flat_map(|i| [(i - 1, i), (length + i - 1, length + i)]);
    let rungs = (0..length).step_by(spacing + 1).map(|i| (i, length + i));
    let built = graph(spec, 2 * length, rails.chain(rungs))?;
    let x = |i: usize| 0.02 + 0.96 * i as f64 / (length - 1) as f64;
    let apart = (0.96 / (length - 1) as f64).clamp(0.06, 0.5);
    let rail = |y: f64| (0..length).map(move |i| (x(i), y));
    Ok(built.drawn_at(rail(0.5 - apart / 2.0).chain(rail(0.5 + apart / 2.0)).collect()))
}

/// A ring, each vertex also joined to the one `spacing` + 1 steps on.
pub(super) fn circle(spec: Spec, size: usize, spacing: usize) -> Built {
    let ring = (0..size).map(|i| (i, (i + 1) % size));
    let chords = (0..size).map(|i| (i, (i + spacing + 1) % size)).filter(|(a, b)| a != b);
    let places = (0..size).map(|i| on_ring(i, size, 0.48)).collect();
    Ok(graph(spec, size, ring.chain(chords))?.drawn_at(places))
}

pub(super) fn cycle(spec: Spec, size: usize) -> Built {
    circle(spec, size, 0)
}

pub(super) fn path(spec: Spec, vertices: usize) -> Built {
    grid(spec, vertices, 1)
}

pub(super) fn grid(spec: Spec, width: usize, height: usize) -> Built {
    let cells = width * height;
    if cells > super::MOST_VERTICES {
        return Err(GraphError::TooLarge { vertices: cells });
    }
    let right = (0..cells).filter(|i| i % width + 1 < width).map(|i| (i, i + 1));
    let down = (0..cells).filter(|i| i + width < cells).map(|i| (i, i + width));
    let step = 0.96 / (width.max(height) - 1).max(1) as f64;
    let middle = |i: usize, of: usize| 0.5 + step * (i as f64 - (of - 1) as f64 / 2.0);
    let places = (0..cells).map(|i| (middle(i % width, width), middle(i / width, height)));
    Ok(graph(spec, cells, right.chain(down))?.drawn_at(places.collect()))
}

pub(super) fn complete(spec: Spec, vertices: usize) -> Built {
    let edges = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
    let places = (0..vertices).map(|i| on_ring(i, vertices, 0.48)).collect();
    Ok(graph(spec, vertices, edges)?.drawn_at(places))
}

/// Watkins's generalized Petersen graph: an outer ring of n, and an inner vertex for each of its
/// vertices, joined to the inner ones `skip` steps on.
fn generalized_petersen(spec: Spec, n: usize, skip: usize) -> Graph {
    let edges = (0..n).flat_map(|i| [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + skip) % n)]);
    let places = (0..2 * n).map(|i| on_ring(i % n, n, if i < n { 0.48 } else { 0.26 })).collect();
    graph(spec, 2 * n, edges).expect("both rings hang together by the spokes").drawn_at(places)
}

pub(super) fn petersen(spec: Spec) -> Graph {
    generalized_petersen(spec, 5, 2)
}

pub(super) fn dodecahedron(spec: Spec) -> Graph {
    generalized_petersen(spec, 10, 2)
}

pub(super) fn hypercube(spec: Spec, dimension: usize) -> Built {
    let corners = 1 << dimension;
    let edges = (0..corners)
        .flat_map(|a| (0..dimension).map(move |bit| (a, a ^ (1 << bit))))
        .filter(|(a, b)| a < b);
    // Each dimension is an arrow; a corner stands at the sum of its arrows.
    let arrow = |bit: usize| {
        let angle = TAU * (bit as f64 + 0.35) / (2 * dimension) as f64;
        (angle.cos() / dimension as f64, angle.sin() / dimension as f64)
    };
    let places = (0..corners).map(|corner| {
        (0..dimension).fold((0.5, 0.5), |(x, y), bit| {
            let sign = if corner >> bit & 1 == 1 { 0.48 } else { -0.48 };
            (x + sign * arrow(bit).0, y + sign * arrow(bit).1)
        })
    });
    Ok(graph(spec, corners, edges)?.drawn_at(places.collect()))
}

/// The board of Scotland Yard, all transports by land as one (section 2.3.3).
pub(super) fn scotland_yard(spec: Spec) -> Graph {
    let board = Board::of(Edition::Classic);
    let stations = 1..=STATIONS;
    let edges = stations.clone().flat_map(|from| {
        let by_land = board.links[from].iter().filter(|link| link.by & Transports::LAND.0 != 0);
        by_land.map(move |link| (from - 1, usize::from(link.to) - 1))
    });
    let place = |station: usize| {
        let (x, y) = board.places[station];
        (f64::from(x) / 1000.0, 0.125 + f64::from(y) / 1000.0)
    };
    let built = graph(spec, STATIONS, edges).expect("every station can be reached by land");
    built.drawn_at(stations.map(place).collect())
}

/// A regular ring with chords, shuffled by exchanging the ends of random pairs of edges until it
/// is well mixed and connected. (Drawing random pairings until one is simple, the textbook way,
/// takes for ever at degrees above six or so.)
pub(super) fn random_regular(spec: &Spec, n: usize, degree: usize, seed: u64) -> Built {
    let mut rng = stream(&[seed, n as u64, degree as u64]);
    let mut edges: Vec<(usize, usize)> =
        (0..n).flat_map(|i| (1..=degree / 2).map(move |step| (i, (i + step) % n))).collect();
    if degree % 2 == 1 {
        edges.extend((0..n / 2).map(|i| (i, i + n / 2)));
    }
    let key = |a: usize, b: usize| (a.min(b), a.max(b));
    let mut present: HashSet<(usize, usize)> = edges.iter().map(|&(a, b)| key(a, b)).collect();
    loop {
        for _ in 0..10 * edges.len() {
            let (i, j) = (below(&mut rng, edges.len()), below(&mut rng, edges.len()));
            let ((a, b), (mut c, mut d)) = (edges[i], edges[j]);
            if below(&mut rng, 2) == 1 {
                (c, d) = (d, c);
            }
            let (first, second) = (key(a, d), key(c, b));
            if a == d || c == b || present.contains(&first) || present.contains(&second) {
                continue;
            }
            present.remove(&key(a, b));
            present.remove(&key(c, d));
            present.insert(first);
            present.insert(second);
            (edges[i], edges[j]) = (first, second);
        }
        match graph(spec.clone(), n, edges.iter().copied()) {
            Err(GraphError::Disconnected { .. }) => {}
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word() -> Spec {
        Spec::word("test")
    }

    fn names(graph: &Graph, vertex: usize) -> Vec<usize> {
        let vertex = graph.vertex_named(vertex).unwrap();
        graph.neighbours(vertex).iter().map(|&v| graph.name(v)).collect()
    }

    #[test]
    fn the_ladder_is_that_of_figure_4_4() {
        let ladder = ladder(word(), 5, 1).unwrap();
        assert_eq!(names(&ladder, 7), [6, 8]);
        assert_eq!(names(&ladder, 3), [2, 4, 8]);
        assert_eq!(names(&ladder, 5), [4, 10]);
        assert_eq!(ladder.edge_count(), 4 + 4 + 3);
        // Figure 2.5: l = 7 has a rung at both ends; l = 6 would end without one.
        assert_eq!(names(&super::ladder(word(), 7, 1).unwrap(), 7), [6, 14]);
        assert_eq!(names(&super::ladder(word(), 6, 1).unwrap(), 6), [5]);
    }

    #[test]
    fn the_circle_is_that_of_figure_4_3() {
        let circle = circle(word(), 12, 1).unwrap();
        assert_eq!(names(&circle, 5), [3, 4, 6, 7]);
        assert!(circle.vertices().all(|v| circle.degree(v) == 4));
        // A chord across the middle meets itself; one round the whole ring is none.
        assert!(super::circle(word(), 8, 3).unwrap().vertices().all(|v| v < 8));
        assert_eq!(super::circle(word(), 8, 3).unwrap().edge_count(), 12);
        assert_eq!(super::circle(word(), 5, 4).unwrap().edge_count(), 5);
    }

    #[test]
    fn known_orders_degrees_and_diameters() {
        let diameter = |g: &Graph| g.vertices().flat_map(|v| g.row(v).to_vec()).max().unwrap();
        for (g, order, degree, far) in [
            (petersen(word()), 10, 3, 2),
            (dodecahedron(word()), 20, 3, 5),
            (hypercube(word(), 5).unwrap(), 32, 5, 5),
            (cycle(word(), 9).unwrap(), 9, 2, 4),
            (complete(word(), 6).unwrap(), 6, 5, 1),
        ] {
            assert_eq!(g.len(), order);
            assert!(g.vertices().all(|v| g.degree(v) == degree));
            assert_eq!(diameter(&g), far);
        }
        assert_eq!(diameter(&grid(word(), 4, 7).unwrap()), 9);
        assert_eq!(grid(word(), 4, 7).unwrap().edge_count(), 3 * 7 + 4 * 6);
    }

    #[test]
    fn scotland_yard_has_its_stations_and_no_ferry() {
        let london = scotland_yard(word());
        assert_eq!(london.len(), 199);
        assert_eq!(names(&london, 1), [8, 9, 46, 58]);
        // 115 and 157 are joined by ferry only.
        assert!(!names(&london, 115).contains(&157));
    }

    #[test]
    fn random_regular_graphs_are_regular_and_differ() {
        for (n, degree) in [(2, 1), (10, 3), (9, 4), (12, 11), (50, 2), (40, 10)] {
            let one = random_regular(&word(), n, degree, 1).unwrap();
            assert!(one.vertices().all(|v| one.degree(v) == degree), "{n} {degree}");
        }
        let edges =
            |seed| random_regular(&word(), 30, 3, seed).unwrap().edges().collect::<Vec<_>>();
        assert_eq!(edges(1), edges(1));
        assert_ne!(edges(1), edges(2));
    }
}
