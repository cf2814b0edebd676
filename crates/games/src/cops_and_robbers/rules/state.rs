//! A position, and how it is played on.
//!
//! ```
//! use spinney_games::cops_and_robbers::{Graph, Options, Rules, State, COPS, ROBBER};
//! use spinney_search::game::{Game, Turn};
//! use std::sync::Arc;
//!
//! let path = Arc::new(Graph::from_spec(&"path(4)".parse().unwrap()).unwrap());
//! let rules = Arc::new(Rules::new(path, Options { cops: 1, ..Options::default() }).unwrap());
//! let mut game = State::new(rules, &[0], 3).unwrap();
//! assert_eq!(game.turn(), Turn::One(ROBBER));
//! game.play(2); // he has no other step
//! game.play(1);
//! game.play(1); // he may step onto a cop, and is caught
//! assert_eq!(game.turn(), Turn::Over);
//! assert_eq!(game.rewards()[COPS], 1.0);
//! ```

use super::joint;
use super::{MOST_COPS, Rules};
use crate::cops_and_robbers::graph::Vertex;
use spinney_search::game::{Features, Game, Player, Turn};
use spinney_search::rng::{Rng, below};
use std::sync::Arc;

/// The cops' number as one player: they decide together.
pub const COPS: Player = 0;
/// The robber's number.
pub const ROBBER: Player = 1;

/// Stands for "not chosen yet" among the targets.
const NOWHERE: Vertex = Vertex::MAX;

/// Who chooses next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMove {
    /// The robber moves.
    Robber,
    /// This cop chooses her target.
    Cop(u8),
    /// Nobody: the game is over.
    Nobody,
}

/// All of a position that everybody may know.
#[derive(Clone, Debug)]
pub struct Public {
    rules: Arc<Rules>,
    cops: [Vertex; MOST_COPS],
    targets: [Vertex; MOST_COPS],
    /// The targets in the order in which they were chosen.
    reserved: [Vertex; MOST_COPS],
    chosen: u8,
    round: u16,
    to_move: ToMove,
    seen: Option<Vertex>,
}

impl PartialEq for Public {
    fn eq(&self, other: &Self) -> bool {
        self.rules.same_as(&other.rules)
            && (self.cops(), self.reserved()) == (other.cops(), other.reserved())
            && (self.round, self.to_move, self.seen) == (other.round, other.to_move, other.seen)
    }
}

impl Public {
    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }
    /// Where the cops stand.
    #[inline]
    pub fn cops(&self) -> &[Vertex] {
        &self.cops[..self.rules.cops()]
    }
    /// The targets chosen in this round, in the order of choosing.
    #[inline]
    pub fn reserved(&self) -> &[Vertex] {
        &self.reserved[..usize::from(self.chosen)]
    }
    /// The target of a cop, once chosen.
    pub fn target(&self, cop: usize) -> Option<Vertex> {
        Some(self.targets[cop]).filter(|&target| target != NOWHERE)
    }
    /// The round being played, from 1; one more than there are when the robber got away.
    #[inline]
    pub fn round(&self) -> u16 {
        self.round
    }
    /// Who chooses next.
    #[inline]
    pub fn to_move(&self) -> ToMove {
        self.to_move
    }
    /// Where the robber was last seen.
    #[inline]
    pub fn seen(&self) -> Option<Vertex> {
        self.seen
    }
    /// Whether the robber is seen at this moment: the cops are to move after a sighting.
    #[inline]
    pub fn sees_now(&self) -> bool {
        matches!(self.to_move, ToMove::Cop(_)) && self.rules.is_sighting(self.round)
    }
    /// Rounds in which the cops have still to move.
    #[inline]
    pub fn rounds_left(&self) -> u16 {
        (self.rules.options().rounds + 1).saturating_sub(self.round)
    }

    /// The cops that have not chosen yet, but for `except`.
    fn waiting(&self, except: u8) -> ([Vertex; MOST_COPS], usize) {
        let (mut at, mut count) = ([0; MOST_COPS], 0);
        for cop in 0..self.rules.cops() {
            if self.targets[cop] == NOWHERE && cop != usize::from(except) {
                at[count] = self.cops[cop];
                count += 1;
            }
        }
        (at, count)
    }

    /// Whether the cop who chooses now may choose `target`, one of her steps.
    #[inline]
    pub fn may_choose(&self, cop: u8, target: Vertex) -> bool {
        if self.reserved().contains(&target) {
            return false;
        }
        if self.rules.is_roomy() {
            return true;
        }
        let mut reserved = self.reserved;
        reserved[usize::from(self.chosen)] = target;
        let (waiting, count) = self.waiting(cop);
        joint::completable(&self.rules, &waiting[..count], &reserved[..=usize::from(self.chosen)])
    }

    /// The targets that the cop who chooses now may choose.
    #[inline]
    pub fn choices(&self, cop: u8) -> impl Iterator<Item = Vertex> + '_ {
        let steps = self.rules.steps(self.cops[usize::from(cop)]).iter().copied();
        steps.filter(move |&target| self.may_choose(cop, target))
    }

    /// The cop with the fewest targets left, of those the first (section 4.3).
    fn next_cop(&self) -> ToMove {
        let left = (0..self.rules.cops())
            .filter(|&cop| self.targets[cop] == NOWHERE)
            .min_by_key(|&cop| joint::options(&self.rules, self.cops[cop], self.reserved()));
        left.map_or(ToMove::Nobody, |cop| ToMove::Cop(cop as u8))
    }

    fn reserve(&mut self, cop: u8, target: Vertex) {
        self.targets[usize::from(cop)] = target;
        self.reserved[usize::from(self.chosen)] = target;
        self.chosen += 1;
        self.to_move = self.next_cop();
    }
}

/// A position: what everybody knows, and where the robber is.
#[derive(Clone, Debug)]
pub struct State {
    public: Public,
    robber: Vertex,
    caught: bool,
}

impl State {
    /// A start with these cops and robber, all on different vertices of the graph. None if they
    /// are not, or if the cops block each other.
    pub fn new(rules: Arc<Rules>, cops: &[Vertex], robber: Vertex) -> Option<Self> {
        let n = rules.graph().len();
        let distinct = cops.iter().enumerate().all(|(i, cop)| !cops[..i].contains(cop));
        let inside = cops.iter().chain([&robber]).all(|&v| usize::from(v) < n);
        let fits = cops.len() == rules.cops() && distinct && inside && !cops.contains(&robber);
        if !fits || !joint::completable(&rules, cops, &[]) {
            return None;
        }
        let mut at = [0; MOST_COPS];
        at[..cops.len()].copy_from_slice(cops);
        let seen = rules.options().start_seen.then_some(robber);
        let public = Public {
            rules,
            cops: at,
            targets: [NOWHERE; MOST_COPS],
            reserved: [NOWHERE; MOST_COPS],
            chosen: 0,
            round: 1,
            to_move: ToMove::Robber,
            seen,
        };
        Some(Self { public, robber, caught: false })
    }

    /// The position in which the robber of a public position stands at `robber`.
    pub fn assume(public: Public, robber: Vertex) -> Self {
        Self { public, robber, caught: false }
    }

    /// The same position in the first round, with all rounds to come.
    pub(in crate::cops_and_robbers) fn in_first_round(mut self) -> Self {
        self.public.round = 1;
        self
    }

    /// What everybody knows.
    #[inline]
    pub fn public(&self) -> &Public {
        &self.public
    }
    /// Where the robber is.
    #[inline]
    pub fn robber(&self) -> Vertex {
        self.robber
    }
    /// Whether the robber has been caught.
    #[inline]
    pub fn caught(&self) -> bool {
        self.caught
    }

    fn move_robber(&mut self, to: Vertex) {
        self.robber = to;
        let public = &mut self.public;
        if public.rules.is_sighting(public.round) {
            public.seen = Some(to);
        }
        if public.cops().contains(&to) {
            self.caught = true;
            self.public.to_move = ToMove::Nobody;
        } else {
            public.to_move = public.next_cop();
        }
    }

    /// Moves all cops at once, after the robber's move; none of them may have chosen yet.
    pub(in crate::cops_and_robbers) fn move_cops(&mut self, targets: [Vertex; MOST_COPS]) {
        debug_assert_eq!(self.public.chosen, 0);
        self.public.targets = targets;
        self.end_round();
    }

    fn choose_target(&mut self, cop: u8, target: Vertex) {
        let public = &mut self.public;
        public.reserve(cop, target);
        if usize::from(public.chosen) == public.rules.cops() {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        let public = &mut self.public;
        public.cops = public.targets;
        public.targets = [NOWHERE; MOST_COPS];
        public.chosen = 0;
        self.caught = public.cops().contains(&self.robber);
        if !self.caught {
            public.round += 1;
        }
        let over = self.caught || public.round > public.rules.options().rounds;
        public.to_move = if over { ToMove::Nobody } else { ToMove::Robber };
    }
}

impl Game for State {
    /// The vertex that the robber moves to, or that the cop whose turn it is will move to.
    type Move = Vertex;
    type Rewards = [f64; 2];
    /// The robber's steps depend on where he is.
    const MOVES_HIDDEN: bool = true;
    const HIDDEN_INFORMATION: bool = true;

    fn hides_moves(&self, player: Player) -> bool {
        player == ROBBER
    }

    fn features(&self) -> Features {
        let rules = self.public.rules();
        let most = rules.graph().vertices().map(|v| rules.steps(v).len()).max();
        let rounds = usize::from(rules.options().rounds);
        Features {
            hidden: true,
            max_moves: most,
            max_length: Some(rounds * (rules.cops() + 1)),
            ..Features::default()
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.public.to_move {
            ToMove::Robber => Turn::One(ROBBER),
            ToMove::Cop(_) => Turn::One(COPS),
            ToMove::Nobody => Turn::Over,
        }
    }

    fn moves(&self, _: Player, out: &mut Vec<Vertex>) {
        match self.public.to_move {
            ToMove::Robber => out.extend(self.public.rules.steps(self.robber)),
            ToMove::Cop(cop) => out.extend(self.public.choices(cop)),
            ToMove::Nobody => {}
        }
    }

    #[inline]
    fn play(&mut self, to: Vertex) {
        match self.public.to_move {
            ToMove::Robber => self.move_robber(to),
            ToMove::Cop(cop) => self.choose_target(cop, to),
            ToMove::Nobody => {}
        }
    }

    /// 1 for the cops if the robber was caught, else 1 for him.
    #[inline]
    fn rewards(&self) -> [f64; 2] {
        if self.caught { [1.0, 0.0] } else { [0.0, 1.0] }
    }

    #[inline]
    fn random_move(&self, player: Player, rng: &mut Rng, buffer: &mut Vec<Vertex>) -> Vertex {
        let ToMove::Cop(cop) = self.public.to_move else {
            let steps = self.public.rules.steps(self.robber);
            return steps[below(rng, steps.len())];
        };
        let steps = self.public.rules.steps(self.public.cops[usize::from(cop)]);
        // Most choices are legal: drawing again is cheaper than listing, and as even.
        for _ in 0..4 {
            let target = steps[below(rng, steps.len())];
            if self.public.may_choose(cop, target) {
                return target;
            }
        }
        buffer.clear();
        self.moves(player, buffer);
        buffer[below(rng, buffer.len())]
    }
}
