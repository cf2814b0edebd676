//! Where to draw the vertices of a graph that brings no picture of its own.
//!
//! Up to [`SPRINGS`] vertices, springs and repulsion as Fruchterman and Reingold have them
//! (*Graph drawing by force-directed placement*, 1991), from a fixed start, so that the same graph
//! always looks the same. Above that, rings round a middle vertex, one a distance.

use super::families::on_ring;
use super::{Graph, Vertex};

/// The largest graph that is laid out by springs: the cost is quadratic.
const SPRINGS: usize = 400;
const ITERATIONS: usize = 150;

pub(super) fn places(graph: &Graph) -> Vec<(f64, f64)> {
    match &graph.drawn {
        Some(places) => places.clone(),
        None if graph.len() <= SPRINGS => springs(graph),
        None => rings(graph),
    }
}

fn springs(graph: &Graph) -> Vec<(f64, f64)> {
    let n = graph.len();
    let mut at = rings(graph);
    // The distance at which attraction and repulsion balance, in a square of area 1.
    let k = (1.0 / n as f64).sqrt();
    for iteration in 0..ITERATIONS {
        let mut push = vec![(0.0, 0.0); n];
        let mut force = |i: usize, j: usize, strength: &dyn Fn(f64) -> f64| {
            let (dx, dy) = (at[i].0 - at[j].0, at[i].1 - at[j].1);
            let distance = dx.hypot(dy).max(1e-6);
            let f = strength(distance) / distance;
            push[i] = (push[i].0 + dx * f, push[i].1 + dy * f);
            push[j] = (push[j].0 - dx * f, push[j].1 - dy * f);
        };
        for i in 0..n {
            for j in 0..i {
                force(i, j, &|d| k * k / d);
            }
        }
        for (a, b) in graph.edges() {
            force(a.into(), b.into(), &|d| -d * d / k);
        }
        let hottest = 0.1 * (1.0 - iteration as f64 / ITERATIONS as f64);
        for (place, (x, y)) in at.iter_mut().zip(push) {
            let length = x.hypot(y).max(1e-12);
            let step = length.min(hottest) / length;
            *place = (place.0 + x * step, place.1 + y * step);
        }
    }
    fitted(at)
}

/// Scaled and moved to fill the unit square, but for a margin.
fn fitted(mut at: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let span = |of: fn(&(f64, f64)) -> f64| {
        at.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((left, right), (top, bottom)) = (span(|p| p.0), span(|p| p.1));
    let scale = 0.96 / (right - left).max(bottom - top).max(1e-9);
    for place in &mut at {
        place.0 = 0.5 + (place.0 - f64::midpoint(left, right)) * scale;
        place.1 = 0.5 + (place.1 - f64::midpoint(top, bottom)) * scale;
    }
    at
}

/// A vertex of highest degree in the middle, the others on rings by their distance from it.
fn rings(graph: &Graph) -> Vec<(f64, f64)> {
    let mut middle = 0;
    for v in graph.vertices() {
        if graph.degree(v) > graph.degree(middle) {
            middle = v;
        }
    }
    let row = graph.row(middle);
    let far = row.iter().copied().max().unwrap_or(1).max(1);
    let mut order: Vec<Vertex> = graph.vertices().collect();
    order.sort_by_key(|&v| (row[usize::from(v)], v));
    let mut at = vec![(0.5, 0.5); graph.len()];
    for ring in order.chunk_by(|&a, &b| row[usize::from(a)] == row[usize::from(b)]) {
        let radius = 0.48 * f64::from(row[usize::from(ring[0])]) / f64::from(far);
        for (i, &v) in ring.iter().enumerate() {
            at[usize::from(v)] = on_ring(i, ring.len(), radius);
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_its_own_place_in_the_square() {
        for spec in [
            "ladder(10, 2)",
            "circle(17, 3)",
            "scotland-yard",
            "grid(5, 4)",
            "grid(1, 9)",
            "petersen",
            "dodecahedron",
            "hypercube(4)",
            "random-regular(30, 3)",
            "random-regular(500, 3)",
            "path(2)",
        ] {
            let graph = Graph::from_spec(&spec.parse().unwrap()).unwrap();
            let at = graph.layout();
            assert_eq!(at.len(), graph.len());
            assert!(at.iter().all(|p| (0.0..=1.0).contains(&p.0) && (0.0..=1.0).contains(&p.1)));
            for (i, p) in at.iter().enumerate() {
                for q in &at[..i] {
                    assert!((p.0 - q.0).hypot(p.1 - q.1) > 1e-4, "{spec}: {p:?} {q:?}");
                }
            }
        }
    }
}
