//! Models of the other side: how a robber may run, how cops may hunt.
//!
//! A search needs an idea of what the others will do. Instead of assuming the best or the worst,
//! `best` has a few models in mind, plays against all of them, and believes most in the one that
//! explains best what it has seen.

use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::rules::joint;
use crate::cops_and_robbers::rules::{MOST_COPS, Rules};
use spinney_search::rng::{Rng, below, unit};

/// How often a model does something else than its rule says.
const NOISE: f64 = 0.1;

/// How a robber runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RobberModel {
    /// Away from all cops together: the thesis's `evade`.
    Sum,
    /// Away from the nearest cop.
    Nearest,
    /// Anywhere four steps or more from every cop, or as near to that as he can.
    Wary,
    /// Anywhere out of the cops' reach.
    Roam,
}

impl RobberModel {
    pub(super) const ALL: [Self; 4] = [Self::Sum, Self::Nearest, Self::Wary, Self::Roam];

    /// How good a step looks; only the best are taken.
    #[inline]
    fn worth(self, rules: &Rules, cops: &[Vertex], to: Vertex) -> u32 {
        let graph = rules.graph();
        let row = graph.row(to);
        let far = |cop: &Vertex| u32::from(row[usize::from(*cop)]);
        match self {
            Self::Sum => cops.iter().map(far).sum::<u32>() * 64 + graph.degree(to).min(63) as u32,
            Self::Nearest => {
                let nearest = cops.iter().map(far).min().unwrap_or(0);
                nearest * 1024 + cops.iter().map(far).sum::<u32>().min(1023)
            }
            Self::Wary => cops.iter().map(far).min().unwrap_or(0).min(4),
            Self::Roam => cops.iter().map(far).min().unwrap_or(0).min(2),
        }
    }

    /// A step of this model.
    #[inline]
    pub(super) fn step(
        self,
        rules: &Rules,
        cops: &[Vertex],
        robber: Vertex,
        rng: &mut Rng,
    ) -> Vertex {
        let steps = rules.steps(robber);
        let at_random = unit(rng) < NOISE;
        let (mut best, mut worth, mut equals) = (steps[0], 0, 0);
        for &to in steps {
            if cops.contains(&to) {
                continue;
            }
            let here = if at_random { 1 } else { 1 + self.worth(rules, cops, to) };
            if here > worth {
                (best, worth, equals) = (to, here, 1);
            } else if here == worth {
                equals += 1;
                if below(rng, equals) == 0 {
                    best = to;
                }
            }
        }
        best
    }

    /// Calls `each` with every step that this model may take, and its probability. Steps onto
    /// a cop are left out: had he taken one, the game would be over.
    pub(super) fn spread(
        self,
        rules: &Rules,
        cops: &[Vertex],
        robber: Vertex,
        mut each: impl FnMut(Vertex, f64),
    ) {
        let free = || rules.steps(robber).iter().copied().filter(|to| !cops.contains(to));
        let best = free().map(|to| self.worth(rules, cops, to)).max();
        let is_best = |to: Vertex| Some(self.worth(rules, cops, to)) == best;
        let (count, of_best) = (free().count() as f64, free().filter(|&to| is_best(to)).count());
        for to in free() {
            let by_rule = if is_best(to) { (1.0 - NOISE) / of_best as f64 } else { 0.0 };
            each(to, by_rule + NOISE / count);
        }
    }
}

/// How cops hunt: each by a shortest path to where they think the robber is, at random when they
/// are there or have no idea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CopModel {
    /// The probability that they guess right, each round, where the robber is, although they don't
    /// see him; 0 is the thesis's `chase`.
    pub(super) insight: f64,
    /// How often each of them goes where she should, and not anywhere. To a robber whom she sees
    /// beside her every cop goes.
    pub(super) adherence: f64,
}

impl CopModel {
    /// Those that a robber has in mind: chasing cops, cops that guess where he is, and two kinds
    /// that wander, as cops do whose search sees no robber near.
    pub(super) fn all(insight: f64) -> [Self; 4] {
        [
            Self { insight: 0.0, adherence: 0.95 },
            Self { insight, adherence: 0.95 },
            Self { insight: 0.0, adherence: 0.5 },
            Self { insight: 0.0, adherence: 0.05 },
        ]
    }

    /// How likely it is that a cop of theirs goes from `from` to `to` when the robber is on
    /// `robber` and was last seen on `goal`, the other cops left aside.
    pub(super) fn likelihood(
        self,
        rules: &Rules,
        (from, to): (Vertex, Vertex),
        goal: Option<Vertex>,
        robber: Vertex,
    ) -> f64 {
        let steps = rules.steps(from);
        let anywhere = 1.0 / steps.len() as f64;
        let toward = |goal: Option<Vertex>| {
            let Some(goal) = goal.filter(|&goal| goal != from) else { return anywhere };
            let row = rules.graph().row(goal);
            let far = |v: &Vertex| row[usize::from(*v)];
            let near = steps.iter().map(far).min();
            let count = steps.iter().filter(|v| Some(far(v)) == near).count();
            if Some(far(&to)) == near { 1.0 / count as f64 } else { 0.0 }
        };
        let by_rule = self.insight * toward(Some(robber)) + (1.0 - self.insight) * toward(goal);
        self.adherence * by_rule + (1.0 - self.adherence) * anywhere
    }

    /// Their targets, one a cop, all legal together; `seen` if they see the robber on their goal.
    #[inline]
    pub(super) fn targets(
        self,
        rules: &Rules,
        cops: &[Vertex],
        goal: Option<Vertex>,
        seen: bool,
        rng: &mut Rng,
    ) -> [Vertex; MOST_COPS] {
        let row = goal.map(|goal| rules.graph().row(goal));
        let mut targets = [0; MOST_COPS];
        for (i, &cop) in cops.iter().enumerate() {
            let at_hand = || seen && row.is_some_and(|row| row[usize::from(cop)] == 1);
            let at_random = self.adherence < 1.0 && unit(rng) >= self.adherence && !at_hand();
            let lost = at_random || goal == Some(cop);
            let (mut best, mut near, mut equals) = (None, u16::MAX, 0);
            for &to in rules.steps(cop) {
                if targets[..i].contains(&to) {
                    continue;
                }
                let here = match row {
                    Some(row) if !lost => row[usize::from(to)],
                    _ => 0,
                };
                if here > near {
                    continue;
                }
                if !rules.is_roomy() {
                    targets[i] = to;
                    if !joint::completable(rules, &cops[i + 1..], &targets[..=i]) {
                        continue;
                    }
                }
                if here < near || best.is_none() {
                    (best, near, equals) = (Some(to), here, 1);
                } else {
                    equals += 1;
                    if below(rng, equals) == 0 {
                        best = Some(to);
                    }
                }
            }
            targets[i] = best.expect("the cops before left her a target");
        }
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cops_and_robbers::Options;
    use crate::cops_and_robbers::tests::rules;
    use spinney_search::rng::stream;

    #[test]
    fn steps_are_as_likely_as_they_are_said_to_be() {
        let rules = rules("circle(20, 2)", Options::default());
        let mut rng = stream(&[1]);
        for (cops, robber) in [([0, 5, 9], 7), ([1, 2, 3], 12), ([19, 1, 3], 0)] {
            for robber_model in RobberModel::ALL {
                let mut counts = [0.0; 20];
                for _ in 0..20_000 {
                    counts[usize::from(robber_model.step(&rules, &cops, robber, &mut rng))] += 1.0;
                }
                let mut sum = 0.0;
                robber_model.spread(&rules, &cops, robber, |to, p| {
                    sum += p;
                    let found = counts[usize::from(to)] / 20_000.0;
                    assert!((found - p).abs() < 0.015, "{robber_model:?} {to}: {found} {p}");
                });
                assert!((sum - 1.0).abs() < 1e-9 || cops == [19, 1, 3], "{sum}");
            }
        }
    }

    #[test]
    fn hunters_come_nearer_and_never_collide() {
        for graph in ["path(9)", "ladder(5, 3)", "grid(4, 4)"] {
            let rules = rules(graph, Options::default());
            let mut rng = stream(&[2]);
            for _ in 0..500 {
                let (cops, robber) = rules.draw_start(&mut rng, 1000).unwrap();
                let keen = CopModel { insight: 0.0, adherence: 1.0 };
                let targets = keen.targets(&rules, &cops, Some(robber), true, &mut rng);
                let targets = &targets[..cops.len()];
                for (i, (to, from)) in targets.iter().zip(&cops).enumerate() {
                    assert!(rules.steps(*from).contains(to) && !targets[..i].contains(to));
                }
                let near = |at: &[Vertex]| {
                    at.iter().map(|&c| rules.graph().distance(c, robber)).min().unwrap()
                };
                assert!(near(targets) <= near(&cops));
            }
        }
    }

    #[test]
    fn hunters_go_as_often_as_they_are_said_to() {
        // One cop: nobody is in her way.
        let rules = rules("circle(20, 2)", Options { cops: 1, ..Options::default() });
        let mut rng = stream(&[3]);
        for (cop, goal) in [(0, Some(7)), (3, Some(3)), (5, None)] {
            for cop_model in CopModel::all(0.3) {
                let cop_model = CopModel { insight: 0.0, ..cop_model };
                let mut counts = [0.0; 20];
                for _ in 0..20_000 {
                    let to = cop_model.targets(&rules, &[cop], goal, false, &mut rng)[0];
                    counts[usize::from(to)] += 1.0 / 20_000.0;
                }
                for &to in rules.steps(cop) {
                    let said = cop_model.likelihood(&rules, (cop, to), goal, 10);
                    let found = counts[usize::from(to)];
                    assert!(
                        (said - found).abs() < 0.015,
                        "{cop_model:?} {cop} {to}: {said} {found}"
                    );
                }
            }
        }
    }
}
