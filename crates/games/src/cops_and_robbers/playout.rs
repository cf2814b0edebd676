//! How the rule-based players move: the thesis's chase and evade.
//!
//! Agents and playouts both use these.

use super::graph::Vertex;
use super::rules::{Public, Rules};
use spinney_search::rng::{Rng, below};
use spinney_spec::choice;

/// Keeps one of the best of a stream of candidates, each of the best as likely as the others.
pub(super) struct Best<K> {
    best: Option<(K, Vertex)>,
    equals: usize,
}

impl<K: PartialOrd> Best<K> {
    pub(super) fn new() -> Self {
        Self { best: None, equals: 0 }
    }

    /// Offers a candidate; a higher key is better.
    #[inline]
    pub(super) fn offer(&mut self, key: K, vertex: Vertex, rng: &mut Rng) {
        if let Some((best, _)) = &self.best {
            if key < *best {
                return;
            }
            if key == *best {
                self.equals += 1;
                if below(rng, self.equals) == 0 {
                    self.best = Some((key, vertex));
                }
                return;
            }
        }
        self.best = Some((key, vertex));
        self.equals = 1;
    }

    /// The one kept.
    #[inline]
    pub(super) fn take(self) -> Option<Vertex> {
        self.best.map(|(_, vertex)| vertex)
    }
}

choice! {
    /// What decides between steps that are equally far from the cops.
    pub enum Ties {
        /// The most neighbours, then any: the thesis's text.
        Neighbours = "neighbours",
        /// Any: comes nearer to the thesis's numbers.
        Random = "random",
    }
}

/// The avoiding strategy (section 4.6): of the steps without a cop the one with the highest total
/// distance to the cops.
#[inline]
pub fn evade(rules: &Rules, cops: &[Vertex], robber: Vertex, ties: Ties, rng: &mut Rng) -> Vertex {
    let graph = rules.graph();
    let mut best = Best::new();
    for &to in rules.steps(robber) {
        if cops.contains(&to) {
            continue;
        }
        let row = graph.row(to);
        let total: u32 = cops.iter().map(|&cop| u32::from(row[usize::from(cop)])).sum();
        let exits = if ties == Ties::Neighbours { graph.degree(to) } else { 0 };
        best.offer((total, exits), to, rng);
    }
    let steps = rules.steps(robber);
    best.take().unwrap_or_else(|| steps[below(rng, steps.len())])
}

/// The chasing strategy (section 4.5) for the cop who chooses now: a first step of a shortest path
/// to the goal that enters no reserved vertex, all such steps being equally likely; at random when
/// the goal is within `radius` steps, is reserved itself, or can't be reached.
pub fn chase(public: &Public, cop: u8, goal: Vertex, radius: u16, rng: &mut Rng) -> Vertex {
    let rules = public.rules();
    let from = public.cops()[usize::from(cop)];
    let reserved = public.reserved();
    let mut toward = Best::new();
    if from != goal && !reserved.contains(&goal) {
        let row = rules.graph().row_avoiding(goal, |v| reserved.contains(&v));
        let near = public.choices(cop).map(|to| row[usize::from(to)]).min();
        if near.is_some_and(|near| near < u16::MAX && near + 1 > radius) {
            for to in public.choices(cop) {
                if Some(row[usize::from(to)]) == near {
                    toward.offer(0, to, rng);
                }
            }
        }
    }
    toward.take().unwrap_or_else(|| anywhere(public, cop, rng))
}

/// Any target that the cop who chooses now may choose.
pub fn anywhere(public: &Public, cop: u8, rng: &mut Rng) -> Vertex {
    let mut any = Best::new();
    for to in public.choices(cop) {
        any.offer(0, to, rng);
    }
    any.take().expect("a cop who chooses has a target")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cops_and_robbers::tests::rules;
    use crate::cops_and_robbers::{Options, State};
    use spinney_search::game::Game;
    use spinney_search::rng::stream;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// The ladder of figure 4.4: cops on 3 and 7, the robber last seen on 5.
    fn example() -> (Arc<Rules>, State, impl Fn(usize) -> Vertex) {
        let rules =
            rules("ladder(5, 1)", Options { cops: 2, start_seen: true, ..Options::default() });
        let graph = rules.shared_graph();
        let at = move |name| graph.vertex_named(name).unwrap();
        let game = State::new(Arc::clone(&rules), &[at(3), at(7)], at(5)).unwrap();
        (rules, game, at)
    }

    #[test]
    fn chase_follows_the_worked_example() {
        let (_, mut game, at) = example();
        game.play(at(10));
        let mut rng = stream(&[1]);
        let many = |game: &State, cop, radius, rng: &mut _| -> BTreeSet<Vertex> {
            (0..50).map(|_| chase(game.public(), cop, at(5), radius, rng)).collect()
        };
        // Both shortest paths of the cop on 7 begin with 8.
        assert_eq!(many(&game, 1, 2, &mut rng), BTreeSet::from([at(8)]));
        game.play(at(8));
        // The cop on 3 is within 2 of the goal and moves at random, but not to 8, which is taken.
        assert_eq!(many(&game, 0, 2, &mut rng), BTreeSet::from([at(2), at(4)]));
        assert_eq!(many(&game, 0, 1, &mut rng), BTreeSet::from([at(4)]));
    }

    #[test]
    fn evade_follows_the_worked_example() {
        let (rules, game, at) = example();
        let mut rng = stream(&[1]);
        // Node 4 has total distance 4, node 10 has 6.
        for _ in 0..20 {
            assert_eq!(
                evade(&rules, game.public().cops(), at(5), Ties::Neighbours, &mut rng),
                at(10)
            );
        }
        // Between two cops there is no way out: any step is played.
        assert!([at(4), at(10)].contains(&evade(
            &rules,
            &[at(4), at(10)],
            at(5),
            Ties::Random,
            &mut rng
        )));
    }
}
