//! Playouts: straight on where that leads somewhere, any legal move, or any move at all.

use super::rules::{Cell, Direction, Exits, Grid, Tron};
use spinney_search::game::{Game, Player};
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, below};
use spinney_spec::choice;

/// The paper's playout (Perick et al. 2012, section V-A): straight on with probability 0.68, left
/// and right with 0.16 each, drawn again until the move is legal and leaves a legal move at the
/// next step; where no move does, any legal one. Before its first move a player has no direction:
/// all four are then as likely.
///
/// ```
/// use spinney_games::tron::{Board, HeuristicPlayout};
/// use spinney_search::{game::Game, playout::Playout, rng::stream};
/// let mut game = Board::from_name("20x20")?.start(1);
/// let rewards = HeuristicPlayout.run(&mut game, &mut stream(&[1]), |_, _| ());
/// assert!(game.is_over() && rewards == game.rewards());
/// # Ok::<(), spinney_games::tron::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicPlayout;

/// Every legal move is as likely as every other.
#[derive(Clone, Copy, Debug, Default)]
pub struct LegalPlayout;

/// Each of the four directions is as likely as every other, walls or not: who runs into one has
/// lost. The paper's check of its heuristic is against "purely random simulations" and does not
/// say whether these look at the board; this reading gives its result, [`LegalPlayout`] does not (see
/// `docs/tron.md`).
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayout;

choice! {
    /// Which playout a search uses.
    pub enum Playouts {
        /// [`Heuristic`].
        Heuristic = "heuristic",
        /// [`Legal`].
        Legal = "legal",
        /// [`Random`].
        Random = "random",
    }
}

/// 0.68 and 0.84 of 2³²: below the first goes straight on, below the second to the right.
const STRAIGHT: u32 = (0.68 * 4_294_967_296.0) as u32;
const RIGHT: u32 = (0.84 * 4_294_967_296.0) as u32;

impl Playout<Tron> for HeuristicPlayout {
    fn run(
        &mut self,
        state: &mut Tron,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Direction),
    ) -> [f64; 2] {
        while !state.is_over() {
            let draws = rng.next_u64();
            let a = drive(state, 0, draws as u32, rng);
            let b = drive(state, 1, (draws >> 32) as u32, rng);
            played(0, a);
            played(1, b);
            state.advance([a, b]);
        }
        state.rewards()
    }
}

impl Playout<Tron> for LegalPlayout {
    fn run(
        &mut self,
        state: &mut Tron,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Direction),
    ) -> [f64; 2] {
        while !state.is_over() {
            let [a, b] = state.exits.map(|exits| exits.nth(below(rng, exits.len())));
            played(0, a);
            played(1, b);
            state.advance([a, b]);
        }
        state.rewards()
    }
}

impl Playout<Tron> for RandomPlayout {
    fn run(
        &mut self,
        state: &mut Tron,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Direction),
    ) -> [f64; 2] {
        while !state.is_over() {
            let moves = [0, 1].map(|player| Playouts::Random.one_move(state, player, rng));
            let crashed = [0, 1].map(|player| !state.exits[player].contains(moves[player]));
            if crashed[0] || crashed[1] {
                // The exits are what tells the outcome.
                for (exits, crashed) in state.exits.iter_mut().zip(crashed) {
                    if crashed {
                        *exits = Exits::NONE;
                    }
                }
                break;
            }
            played(0, moves[0]);
            played(1, moves[1]);
            state.advance(moves);
        }
        state.rewards()
    }
}

impl Playouts {
    /// One move of one player, as the playout would draw it.
    pub(super) fn one_move(self, state: &Tron, player: Player, rng: &mut Rng) -> Direction {
        match self {
            Self::Heuristic => drive(state, player, rng.next_u64() as u32, rng),
            Self::Legal => state.random_move(player, rng, &mut Vec::new()),
            Self::Random => Direction::ALL[below(rng, 4)],
        }
    }
}

impl Playout<Tron> for Playouts {
    #[inline]
    fn run(
        &mut self,
        state: &mut Tron,
        rng: &mut Rng,
        played: impl FnMut(Player, Direction),
    ) -> [f64; 2] {
        match self {
            Self::Heuristic => HeuristicPlayout.run(state, rng, played),
            Self::Legal => LegalPlayout.run(state, rng, played),
            Self::Random => RandomPlayout.run(state, rng, played),
        }
    }
}

/// The move of one player. The first draw is nearly always good, so it is tried before the others
/// are looked at; drawing again until one is good is the same as drawing once among the good ones.
#[inline]
fn drive(state: &Tron, player: Player, draw: u32, rng: &mut Rng) -> Direction {
    let (head, exits) = (state.heads[player], state.exits[player]);
    if let Some(heading) = state.headings[player] {
        let turn = u8::from(draw >= STRAIGHT) + 2 * u8::from(draw >= RIGHT);
        let mv = heading.turned(turn);
        if exits.contains(mv) && goes_on(&state.walls, head.step(mv)) {
            return mv;
        }
        return among_good(state, head, exits, heading, rng);
    }
    let good = good_exits(&state.walls, head, exits);
    let choice = if good.is_empty() { exits } else { good };
    choice.nth(below(rng, choice.len()))
}

/// Whether a player who enters this cell can leave it again.
#[inline]
fn goes_on(walls: &Grid, cell: Cell) -> bool {
    !walls.exits(cell).is_empty()
}

fn good_exits(walls: &Grid, head: Cell, exits: Exits) -> Exits {
    let good = exits.iter().filter(|&d| goes_on(walls, head.step(d)));
    Exits(good.fold(0, |set, d| set | 1 << d as u8))
}

/// Draws once among the good moves, by their weights; among all where none is good.
fn among_good(
    state: &Tron,
    head: Cell,
    exits: Exits,
    heading: Direction,
    rng: &mut Rng,
) -> Direction {
    let good = good_exits(&state.walls, head, exits);
    if good.len() < 2 {
        let choice = if good.is_empty() { exits } else { good };
        return choice.nth(below(rng, choice.len()));
    }
    // 17 : 4 : 4 is 0.68 : 0.16 : 0.16.
    let weight = |d: Direction| if d == heading { 17 } else { 4 };
    let mut left = below(rng, good.iter().map(weight).sum());
    for d in good.iter() {
        if left < weight(d) {
            return d;
        }
        left -= weight(d);
    }
    unreachable!("the draw is below the sum of the weights")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::reference::{Reference, good_by_definition};
    use crate::tron::rules::{Board, Map};
    use Direction::{East, North, South, West};
    use spinney_search::rng::stream;

    /// How often `drive` takes each direction.
    fn shares(state: &Tron, player: Player) -> [f64; 4] {
        let rng = &mut stream(&[5]);
        let n = 200_000;
        let mut counts = [0.0; 4];
        for _ in 0..n {
            let draw = rng.next_u64() as u32;
            counts[drive(state, player, draw, rng) as usize] += 1.0 / f64::from(n);
        }
        counts
    }

    fn close(shares: [f64; 4], expected: [f64; 4]) {
        for (share, expected) in shares.iter().zip(expected) {
            assert!((share - expected).abs() < 0.006, "{shares:?}");
        }
    }

    fn open_field() -> Tron {
        let mut game = Tron::new(&Map::empty(20, 20, [Cell::new(5, 10), Cell::new(16, 10)]));
        game.advance([East, North]);
        game
    }

    #[test]
    fn in_the_open_the_paper_s_distribution() {
        let game = open_field();
        close(shares(&game, 0), [0.16, 0.68, 0.16, 0.0]);
        close(shares(&game, 1), [0.68, 0.16, 0.0, 0.16]);
        let start = Tron::new(&Map::empty(20, 20, [Cell::new(5, 10), Cell::new(16, 10)]));
        close(shares(&start, 0), [0.25; 4]);
    }

    #[test]
    fn bad_moves_are_drawn_again() {
        let mut game = open_field();
        // Straight on is a wall: left and right share.
        game.walls.insert(game.heads[0].step(East));
        game.exits[0] = game.walls.exits(game.heads[0]);
        close(shares(&game, 0), [0.5, 0.0, 0.5, 0.0]);
        // To the north is a dead end: legal, but not good.
        let north = game.heads[0].step(North);
        for d in [North, East, West] {
            game.walls.insert(north.step(d));
        }
        close(shares(&game, 0), [0.0, 0.0, 1.0, 0.0]);
        // And to the south as well: any legal one.
        let south = game.heads[0].step(South);
        for d in [South, East, West] {
            game.walls.insert(south.step(d));
        }
        close(shares(&game, 0), [0.5, 0.0, 0.5, 0.0]);
    }

    #[test]
    fn purely_random_playouts_crash() {
        // One step to the end: 1 stays in with 1/4, 2 with 1/4; then both are stuck.
        let map = Map::parse("6 4\n######\n#1##2#\n# ## #\n######\n").unwrap();
        let n = 40_000;
        let mut rng = stream(&[8]);
        let mut counts = [0.0; 3];
        for _ in 0..n {
            let reward = RandomPlayout.run(&mut Tron::new(&map), &mut rng, |_, _| ())[0];
            counts[(2.0 * reward) as usize] += 1.0 / f64::from(n);
        }
        // Both in or both out: a draw.
        let expected = [0.75 * 0.25, 0.25 * 0.25 + 0.75 * 0.75, 0.25 * 0.75];
        for (share, expected) in counts.iter().zip(expected) {
            assert!((share - expected).abs() < 0.01, "{counts:?}");
        }
    }

    #[test]
    fn whole_playouts_keep_the_rules_and_the_heuristic() {
        for name in ["20x20", "vee", "keyhole", "test-board2"] {
            for seed in 0..40 {
                let start = Board::from_name(name).unwrap().start(seed);
                let mut reference = Reference::new(&start);
                let (mut pending, mut checked) = (None, 0);
                let mut end = start;
                let rewards = HeuristicPlayout.run(&mut end, &mut stream(&[seed]), |player, mv| {
                    let good = good_by_definition(&reference, player);
                    let legal = reference.legal(player);
                    assert!(if good.is_empty() { &legal } else { &good }.contains(&mv));
                    checked += 1;
                    match pending.take() {
                        None => pending = Some(mv),
                        Some(first) => reference.play([first, mv]),
                    }
                });
                assert!(checked > 0);
                assert_eq!(reference.rewards(), Some(rewards));
                for mut playout in [Playouts::Legal, Playouts::Random] {
                    let mut end = start;
                    let rewards = playout.run(&mut end, &mut stream(&[seed]), |_, _| ());
                    assert!(end.is_over() && rewards == end.rewards());
                }
            }
        }
    }
}
