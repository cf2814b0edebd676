//! A game with dice as a contest: chance is played from the seed, recorded and replayed.

use spinney_games::agents;
use spinney_games::conformance;
use spinney_games::contest::{AgentResult, AnyContest, Contest, NotationError, PlayOptions};
use spinney_search::doc_games::{Pig, PigMove};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::minimax::EndsOnly;
use spinney_spec::{Catalogue, Settings, Spec};

/// A race to 20. A game is its rolls, holds and dice: `r4r1r6h`.
struct PigContest(Catalogue);

fn letter(mv: PigMove) -> char {
    match mv {
        PigMove::Roll => 'r',
        PigMove::Hold => 'h',
        PigMove::Die(face) => char::from(b'0' + face),
    }
}

impl Contest for PigContest {
    type Game = Pig;
    type View = Pig;

    fn spec(&self) -> Spec {
        Spec::word("pig")
    }
    fn sides(&self) -> &'static [&'static str] {
        &["a", "b"]
    }
    fn symmetric(&self) -> bool {
        true
    }
    fn start(&self, _: u64) -> Pig {
        Pig::new(20)
    }
    fn view(&self, game: &Pig, _: Player) -> Pig {
        *game
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.0
    }
    fn agent(&self, _: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        agents::agent(settings, EndsOnly, seed)
    }
    fn write(&self, _: &Pig, moves: &[PigMove]) -> String {
        moves.iter().map(|&mv| letter(mv)).collect()
    }
    fn read(&self, text: &str) -> Result<(Pig, Vec<PigMove>), NotationError> {
        let start = Pig::new(20);
        let (mut game, mut moves) = (start, Vec::new());
        for c in text.chars() {
            let mut legal = Vec::new();
            match game.turn() {
                Turn::One(player) => game.moves(player, &mut legal),
                Turn::Chance => {
                    let mut outcomes = Vec::new();
                    game.outcomes(&mut outcomes);
                    legal.extend(outcomes.into_iter().map(|(outcome, _)| outcome));
                }
                _ => {}
            }
            let mv = legal.into_iter().find(|&mv| letter(mv) == c);
            let problem = || NotationError { line: 1, problem: format!("`{c}` is not possible") };
            let mv = mv.ok_or_else(problem)?;
            game.play(mv);
            moves.push(mv);
        }
        Ok((start, moves))
    }
}

fn pig() -> PigContest {
    PigContest(agents::catalogue())
}

fn play(agents: [&str; 2], number: u64) -> (Vec<f64>, String) {
    let pig = pig();
    let settings = [0, 1].map(|side| pig.check(side, &agents[side].parse().unwrap()).unwrap());
    let options = PlayOptions { seed: 3, number, ..PlayOptions::default() };
    let played = pig.play(&settings, &options).unwrap();
    assert_eq!(played.fault, None);
    (played.rewards, played.record)
}

#[test]
fn passes_the_suite() {
    conformance::contest(&pig(), 30);
}

#[test]
fn a_record_replays_with_its_dice() {
    let (rewards, record) = play(["random", "random"], 0);
    assert_eq!(pig().replay(&record), Ok(rewards));
    assert!(record.contains(|c: char| c.is_ascii_digit()), "{record}");
    let steps = pig().steps(&record).unwrap();
    let dice = steps.iter().flat_map(|step| &step.moves).filter(|mv| mv.side == "chance");
    assert_eq!(dice.count(), record.matches(|c: char| c.is_ascii_digit()).count());
    // Decisions alone are choices.
    assert_eq!(pig().choices(&record).unwrap().len(), record.matches(['r', 'h']).count());
    assert_ne!(record, play(["random", "random"], 2).1, "other games have other dice");
}

#[test]
fn a_pair_of_games_has_the_same_dice() {
    let dice = |number| -> String {
        let (_, record) = play(["random", "random"], number);
        record.chars().filter(char::is_ascii_digit).collect()
    };
    let (one, two) = (dice(4), dice(5));
    let shared = one.len().min(two.len());
    assert!(shared > 3 && one[..shared] == two[..shared], "{one} {two}");
}

#[test]
fn searching_agents_win() {
    for agent in ["uct(playouts=300)", "alpha-beta(depth=2)"] {
        let won: f64 = (0..40).map(|number| play([agent, "random"], number).0[0]).sum();
        assert!(won >= 25.0, "{agent} won {won} of 40");
    }
}
