//! The search under αβ: deeper and deeper, best moves first.

use super::ordering::Ordering;
use super::{Evaluation, Outlook, Team};
use crate::budget::{Budget, Meter};
use crate::game::{Game, Player, Turn};

/// A search under way. Buffers are stacks: a node works above what its parents left there.
pub(super) struct Deepening<'a, G: Game, E> {
    evaluation: &'a mut E,
    team: Team,
    meter: Meter,
    ordering: Ordering<G::Move>,
    /// The order in which players choose where they move together: the team first.
    order: Vec<Player>,
    /// The lowest and the highest value; infinite when not known.
    range: (f64, f64),
    /// Whether this iteration judged a position that was not an end.
    judged: bool,
    /// The best move at the root: of the last whole iteration, and of this one.
    before: Option<G::Move>,
    now: Option<(G::Move, f64)>,
    moves: Vec<(u64, G::Move)>,
    listed: Vec<G::Move>,
    joint: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

/// A node's place: moves left to look ahead, distance from the root, and the window.
#[derive(Clone, Copy)]
struct Node {
    left: u32,
    ply: usize,
    alpha: f64,
    beta: f64,
}

impl<'a, G: Game, E: Evaluation<G>> Deepening<'a, G, E> {
    pub(super) fn new(
        evaluation: &'a mut E,
        team: Team,
        budget: &Budget,
        (killers, history): (bool, bool),
    ) -> Self {
        let mut order: Vec<Player> = (0..G::PLAYERS).collect();
        order.sort_by_key(|&player| (player != team.player(), !team.has(player), player));
        Self {
            evaluation,
            team,
            meter: budget.start_or_endless(),
            ordering: Ordering::new::<G>(killers, history),
            order,
            range: (f64::NEG_INFINITY, f64::INFINITY),
            judged: false,
            before: None,
            now: None,
            moves: Vec::new(),
            listed: Vec::new(),
            joint: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    pub(super) fn run(mut self, state: &G, deepest: u32) -> Outlook<G::Move> {
        let known = self.evaluation.range(state);
        self.range = known.unwrap_or(self.range);
        let player = self.team.player();
        let mut outlook = match state.turn() {
            Turn::Over => {
                let value = self.evaluation.end(state, player);
                return Outlook { best: None, value, depth: 0, certain: true, nodes: 0 };
            }
            turn => {
                match turn {
                    Turn::One(decider) => state.moves(decider, &mut self.listed),
                    Turn::Together => state.moves(player, &mut self.listed),
                    Turn::Chance | Turn::Over => {}
                }
                let best = self.listed.first().copied();
                let value = self.evaluation.value(state, player);
                Outlook { best, value, depth: 0, certain: false, nodes: 0 }
            }
        };
        let (low, high) = self.range;
        for depth in 1..=deepest {
            self.judged = false;
            let node = Node { left: depth, ply: 0, alpha: low, beta: high };
            let visited = self.visit(state, node);
            let whole = visited.is_some();
            let (best, value) = match (self.now.take(), visited) {
                (Some((best, value)), _) => (Some(best), value),
                // Chance decides at the root.
                (None, Some(value)) => (None, value),
                (None, None) => break,
            };
            outlook.certain = whole && (!self.judged || value <= low || value >= high);
            // A lost position keeps the move that put the loss off longest.
            let lost = value == if self.maximises(state) { low } else { high };
            if !(lost && outlook.depth > 0) {
                outlook.best = best;
            }
            (outlook.value, outlook.depth) = (value, depth);
            self.before = outlook.best;
            if !whole || outlook.certain {
                break;
            }
        }
        outlook.nodes = self.meter.done();
        outlook
    }

    fn maximises(&self, state: &G) -> bool {
        if let Turn::One(player) = state.turn() { self.team.has(player) } else { true }
    }

    /// The value of a position for the team; none when the budget ends. Exact inside the window,
    /// outside it a bound.
    fn visit(&mut self, state: &G, node: Node) -> Option<f64> {
        if !self.meter.take(self.meter.done()) {
            return None;
        }
        let turn = state.turn();
        if turn == Turn::Over {
            return Some(self.evaluation.end(state, self.team.player()));
        }
        if node.left == 0 {
            self.judged = true;
            return Some(self.evaluation.value(state, self.team.player()));
        }
        if turn == Turn::Chance {
            let first = self.outcomes.len();
            state.outcomes(&mut self.outcomes);
            let value = self.mean(state, first, node);
            self.outcomes.truncate(first);
            return value;
        }
        let first = self.joint.len();
        if turn == Turn::Together {
            for player in 0..G::PLAYERS {
                self.listed.clear();
                state.moves(player, &mut self.listed);
                // Held until the player chooses.
                self.joint.push(self.listed[0]);
            }
        }
        let value = self.choose(state, turn, 0, node);
        self.joint.truncate(first);
        value
    }

    /// One player chooses; the `nth` to do so, where they move together.
    fn choose(&mut self, state: &G, turn: Turn, nth: usize, mut node: Node) -> Option<f64> {
        let (player, last) = match turn {
            Turn::One(player) => (player, true),
            _ => (self.order[nth], nth + 1 == G::PLAYERS),
        };
        let root = node.ply == 0 && nth == 0;
        let ply = if G::SIMULTANEOUS { node.ply * G::PLAYERS + nth } else { node.ply };
        let maximises = self.team.has(player);
        let first = self.moves.len();
        self.list(state, player, ply, root);
        let mut best = if maximises { f64::NEG_INFINITY } else { f64::INFINITY };
        for i in first..self.moves.len() {
            self.bring_forward(i);
            let mv = self.moves[i].1;
            if turn == Turn::Together {
                let place = self.joint.len() - G::PLAYERS + player;
                self.joint[place] = mv;
            }
            let value = if last {
                let mut child = state.clone();
                if turn == Turn::Together {
                    child.play_together(&self.joint[self.joint.len() - G::PLAYERS..]);
                } else {
                    child.play(mv);
                }
                self.visit(&child, Node { left: node.left - 1, ply: node.ply + 1, ..node })
            } else {
                self.choose(state, turn, nth + 1, node)
            }?;
            if if maximises { value > best } else { value < best } {
                best = value;
                if root {
                    self.now = Some((mv, value));
                }
            }
            if maximises {
                node.alpha = node.alpha.max(best);
            } else {
                node.beta = node.beta.min(best);
            }
            if node.alpha >= node.beta {
                self.ordering.cut_off::<G>(player, mv, ply, node.left);
                break;
            }
        }
        self.moves.truncate(first);
        Some(best)
    }

    /// Puts the moves of a player on the stack, each with its rank.
    fn list(&mut self, state: &G, player: Player, ply: usize, root: bool) {
        self.listed.clear();
        state.moves(player, &mut self.listed);
        for &mv in &self.listed {
            let first = root && self.before == Some(mv);
            let rank = if first { u64::MAX } else { self.ordering.rank::<G>(player, mv, ply) };
            self.moves.push((rank, mv));
        }
    }

    /// Brings the highest rank among the moves from `i` on to place `i`; the first of equals.
    fn bring_forward(&mut self, i: usize) {
        let rest = &mut self.moves[i..];
        let best = (0..rest.len()).rev().max_by_key(|&j| rest[j].0).unwrap_or(0);
        rest[..=best].rotate_right(1);
    }

    /// The weighted mean of the outcomes from `first` on; the window of each is what would leave
    /// the mean inside the node's, were all later ones as good or as bad as can be (Star1).
    fn mean(&mut self, state: &G, first: usize, node: Node) -> Option<f64> {
        let (low, high) = self.range;
        let bounded = low.is_finite() && high.is_finite();
        let total: f64 = self.outcomes[first..].iter().map(|(_, likely)| likely).sum();
        debug_assert!(total > 0.0, "chance has an outcome");
        let (mut sum, mut rest) = (0.0, 1.0);
        for i in first..self.outcomes.len() {
            let (outcome, likely) = self.outcomes[i];
            let likely = likely / total;
            let mut child = state.clone();
            child.play(outcome);
            rest -= likely;
            let mut window = Node { ply: node.ply + 1, alpha: low, beta: high, ..node };
            if bounded {
                window.alpha = low.max((node.alpha - sum - high * rest) / likely);
                window.beta = high.min((node.beta - sum - low * rest) / likely);
            }
            let value = self.visit(&child, window)?;
            sum += likely * value;
            if bounded && rest > 0.0 {
                if value <= window.alpha && sum + high * rest <= node.alpha {
                    return Some(sum + high * rest);
                }
                if value >= window.beta && sum + low * rest >= node.beta {
                    return Some(sum + low * rest);
                }
            }
        }
        Some(sum)
    }
}
