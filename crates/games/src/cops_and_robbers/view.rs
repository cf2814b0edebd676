//! What the cops know: the game as it is played, with their belief kept beside the truth.
//!
//! The set V_p of the thesis (section 4.2) holds exactly the vertices where the robber can be:
//! everything but the cops' vertices at first, one vertex at each sighting; after a hidden move all
//! neighbours of the set, without those that a cop stands on, because the game would be over; and
//! after the cops' move without where they stand now, for the same reason. Search works on
//! [`State`], which is small; this wrapper is for the game at the table.

use super::graph::Vertex;
use super::rules::{Public, ROBBER, State, ToMove};
use super::vertex_set::VertexSet;
use spinney_search::game::{Features, Game, Hidden, Player, Turn};
use spinney_search::rng::Rng;

/// A position with what the cops can conclude about it.
#[derive(Clone, Debug)]
pub struct Hunt {
    state: State,
    belief: VertexSet,
}

impl Hunt {
    /// A start.
    pub fn new(state: State) -> Self {
        let public = state.public();
        let graph = public.rules().graph();
        let known = public.seen().map(|seen| VertexSet::of(graph, [seen]));
        let mut belief = known.unwrap_or_else(|| VertexSet::full(graph));
        remove_cops(&mut belief, public);
        Self { state, belief }
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }
    /// V_p: where the robber can be, for all that the cops know.
    pub fn belief(&self) -> &VertexSet {
        &self.belief
    }
}

fn remove_cops(set: &mut VertexSet, public: &Public) {
    for &cop in public.cops() {
        set.remove(cop);
    }
}

impl Game for Hunt {
    type Move = Vertex;
    type Rewards = [f64; 2];
    const MOVES_HIDDEN: bool = State::MOVES_HIDDEN;
    const HIDDEN_INFORMATION: bool = true;

    fn hides_moves(&self, player: Player) -> bool {
        self.state.hides_moves(player)
    }
    fn features(&self) -> Features {
        self.state.features()
    }
    fn turn(&self) -> Turn {
        self.state.turn()
    }
    fn moves(&self, player: Player, out: &mut Vec<Vertex>) {
        self.state.moves(player, out);
    }
    fn play(&mut self, to: Vertex) {
        let before = self.state.public().to_move();
        self.state.play(to);
        let public = self.state.public();
        match (before, public.to_move()) {
            (ToMove::Robber, _) => {
                let rules = public.rules();
                if rules.is_sighting(public.round()) {
                    self.belief = VertexSet::of(rules.graph(), [to]);
                } else {
                    let stays = rules.options().may_stay.then(|| self.belief.clone());
                    self.belief.spread(rules.graph());
                    if let Some(before) = stays {
                        self.belief.add(&before);
                    }
                }
            }
            // The others have still to choose: nobody has moved.
            (ToMove::Cop(_), ToMove::Cop(_)) => return,
            _ => {}
        }
        if !self.state.caught() {
            remove_cops(&mut self.belief, public);
        }
    }
    fn rewards(&self) -> [f64; 2] {
        self.state.rewards()
    }
    fn random_move(&self, player: Player, rng: &mut Rng, buffer: &mut Vec<Vertex>) -> Vertex {
        self.state.random_move(player, rng, buffer)
    }
}

/// What one side knows.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What everybody knows.
    pub public: Public,
    /// V_p: where the robber can be, for all that the cops know. The robber can work it out too.
    pub belief: VertexSet,
    /// Where the robber is: the robber's own view has it, the cops' when they see him.
    pub robber: Option<Vertex>,
}

impl View {
    /// A position that fits: the robber where he is known to be, else at a vertex of the belief.
    pub fn draw(&self, rng: &mut Rng) -> State {
        let robber = self.robber.or_else(|| self.belief.draw(rng));
        State::assume(self.public.clone(), robber.expect("the robber is somewhere"))
    }
}

impl Hidden for Hunt {
    type View = View;

    fn view(&self, player: Player) -> View {
        let public = self.state.public().clone();
        let robber = (player == ROBBER || public.sees_now()).then_some(self.state.robber());
        View { public, belief: self.belief.clone(), robber }
    }

    fn sample(view: &View, rng: &mut Rng) -> Self {
        Self { state: view.draw(rng), belief: view.belief.clone() }
    }
}
