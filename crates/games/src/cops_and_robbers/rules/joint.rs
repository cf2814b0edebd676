//! The cops move at once, yet their joint moves are not listed.
//!
//! All cops choose before any moves; no two may choose the same target, though each may choose
//! where another one stands (section 2.2). The joint move is built as in section 4.3 of the
//! thesis: the cop with the fewest targets left chooses first and reserves her target, then the
//! one with the fewest left of the others, and so on; a choice that would leave a later cop without
//! any target is taken back. Taking a choice back and choosing among the rest is the same as never
//! offering it, so here a target is legal only if all others can still move after it; the rules,
//! the agents and the tree all build joint moves in this one way. A search that lets the cops
//! choose one after the other sees d + d² + d³ nodes at worst, and mostly far fewer, where
//! listing would make d³ at once; what is chosen becomes visible only when all have chosen, so
//! nothing about the robber leaks from one cop to the next. (The solver, which must look at every
//! joint move, and the thesis's search in one reading of it do list them: [`for_each`].)

use super::Rules;
use crate::cops_and_robbers::graph::Vertex;

/// Whether cops at `waiting` can all still choose, each another target that is not `reserved`.
pub fn completable(rules: &Rules, waiting: &[Vertex], reserved: &[Vertex]) -> bool {
    if rules.is_roomy() {
        return true;
    }
    let mut taken = [0; super::MOST_COPS];
    taken[..reserved.len()].copy_from_slice(reserved);
    // A cop with as many steps as there are cops finds a target whatever the others take.
    let mut tight = [0; super::MOST_COPS];
    let mut count = 0;
    for &cop in waiting {
        if rules.steps(cop).len() < rules.cops() {
            tight[count] = cop;
            count += 1;
        }
    }
    place(rules, &tight[..count], &mut taken, reserved.len())
}

fn place(rules: &Rules, waiting: &[Vertex], taken: &mut [Vertex], used: usize) -> bool {
    let Some((&cop, rest)) = waiting.split_first() else {
        return true;
    };
    rules.steps(cop).iter().any(|&target| {
        if taken[..used].contains(&target) {
            return false;
        }
        taken[used] = target;
        place(rules, rest, taken, used + 1)
    })
}

/// How many targets the cop at `from` has left.
#[inline]
pub fn options(rules: &Rules, from: Vertex, reserved: &[Vertex]) -> usize {
    let steps = rules.steps(from);
    steps.len() - reserved.iter().filter(|target| steps.contains(target)).count()
}

/// Calls `each` with the cops' targets in every legal joint move, in the order of the cops, after
/// what stands in `targets` already. Only for few cops: their number grows as degree to the power
/// of cops.
pub fn for_each(
    rules: &Rules,
    cops: &[Vertex],
    targets: &mut Vec<Vertex>,
    each: &mut impl FnMut(&[Vertex]),
) {
    let Some((&cop, rest)) = cops.split_first() else {
        return each(targets);
    };
    for &to in rules.steps(cop) {
        if !targets.contains(&to) {
            targets.push(to);
            for_each(rules, rest, targets, each);
            targets.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;
    use crate::cops_and_robbers::graph::Graph;
    use std::sync::Arc;

    #[test]
    fn agrees_with_listing_all_joint_moves() {
        for (graph, cops) in
            [("path(6)", 3), ("ladder(4, 2)", 3), ("path(5)", 2), ("grid(3, 2)", 4)]
        {
            let graph = Arc::new(Graph::from_spec(&graph.parse().unwrap()).unwrap());
            let n = graph.len() as Vertex;
            let rules = Rules::new(graph, Options { cops, ..Options::default() }).unwrap();
            let mut stuck = 0;
            for code in 0..usize::from(n).pow(cops as u32) {
                let at: Vec<Vertex> = (0..cops)
                    .map(|i| (code / usize::from(n).pow(i as u32) % usize::from(n)) as Vertex)
                    .collect();
                for used in 0..2 {
                    let reserved: Vec<Vertex> = (0..used as Vertex).collect();
                    let waiting = &at[used..];
                    let listed = listed(&rules, waiting);
                    let possible = listed.iter().any(|joint| {
                        joint
                            .iter()
                            .enumerate()
                            .all(|(i, t)| !joint[..i].contains(t) && !reserved.contains(t))
                    });
                    assert_eq!(completable(&rules, waiting, &reserved), possible, "{at:?}");
                    stuck += u32::from(!possible);
                }
            }
            assert!(stuck > 0, "the test met no blocked position");
        }
    }

    fn listed(rules: &Rules, cops: &[Vertex]) -> Vec<Vec<Vertex>> {
        cops.iter().fold(vec![Vec::new()], |so_far, &cop| {
            so_far
                .iter()
                .flat_map(|joint| {
                    rules.steps(cop).iter().map(|&t| [joint.as_slice(), &[t]].concat())
                })
                .collect()
        })
    }
}
