//! Nim as the command line knows it.

use crate::{Heaps, Take};
use spinney_games::agents;
use spinney_games::benchmark::{Benchmark, uct};
use spinney_games::contest::{AgentResult, AnyContest, Contest, NotationError};
use spinney_search::prelude::*;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};

/// The name of the game and its options: `nim(largest=9)`.
pub static GAME: Schema = Schema {
    name: "nim",
    help: "take any number from one of three heaps; the last one wins",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
    params: &[Param::integer("largest", "7", 1, 200, "the largest heap at the start")],
};

/// What `bench` measures.
pub static BENCHMARKS: &[Benchmark] = &[Benchmark {
    name: "nim/uct/10000",
    unit: "playouts",
    work: |rng| uct(&Heaps { heaps: [3, 5, 7], to_move: 0 }, 10_000, rng),
}];

/// The contest that these settings of [`GAME`] describe.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(Nim {
        spec: settings.to_spec(),
        largest: settings.integer("largest") as usize,
        agents: agents::catalogue(),
    }))
}

struct Nim {
    spec: Spec,
    largest: usize,
    agents: Catalogue,
}

impl Contest for Nim {
    type Game = Heaps;
    /// Nothing is hidden: an agent sees the state itself.
    type View = Heaps;

    fn spec(&self) -> Spec {
        self.spec.clone()
    }
    fn sides(&self) -> &'static [&'static str] {
        &["a", "b"]
    }
    /// The agents change seats in every second game.
    fn symmetric(&self) -> bool {
        true
    }
    fn start(&self, seed: u64) -> Heaps {
        let mut rng = stream(&[seed]);
        let heaps = [(); 3].map(|()| 1 + below(&mut rng, self.largest) as u8);
        Heaps { heaps, to_move: 0 }
    }
    fn view(&self, game: &Heaps, _player: Player) -> Heaps {
        game.clone()
    }
    fn agents(&self, _side: usize) -> &Catalogue {
        &self.agents
    }
    fn agent(&self, _side: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        agents::agent(settings, EndsOnly, seed)
    }

    // A record is the heaps and the moves: `1 4 6: c1 a1 ...`

    fn write(&self, start: &Heaps, moves: &[Take]) -> String {
        let heaps = start.heaps.map(|heap| heap.to_string()).join(" ");
        let moves: Vec<String> = moves.iter().map(|&take| self.move_text(take)).collect();
        format!("{heaps}: {}", moves.join(" "))
    }
    fn read(&self, text: &str) -> Result<(Heaps, Vec<Take>), NotationError> {
        let wrong = |problem: String| NotationError { line: 1, problem };
        let (heaps, words) =
            text.split_once(':').ok_or_else(|| wrong("expected heaps and a colon".into()))?;
        let heaps: Option<Vec<u8>> =
            heaps.split_whitespace().map(|word| word.parse().ok()).collect();
        let heaps: Option<[u8; 3]> = heaps.and_then(|heaps| heaps.try_into().ok());
        let heaps = heaps.ok_or_else(|| wrong("expected three heaps".into()))?;
        let start = Heaps { heaps, to_move: 0 };
        let (mut game, mut moves) = (start.clone(), Vec::new());
        for word in words.split_whitespace() {
            let mut legal = Vec::new();
            game.moves(game.to_move, &mut legal);
            let take = legal.into_iter().find(|&take| self.move_text(take) == word);
            let take = take.ok_or_else(|| wrong(format!("`{word}` is not a legal move")))?;
            game.play(take);
            moves.push(take);
        }
        Ok((start, moves))
    }

    // For people.

    fn move_text(&self, take: Take) -> String {
        format!("{}{}", char::from(b'a' + take.heap), take.count)
    }
    fn say(&self, _game: &Heaps, take: Take) -> String {
        format!("{} from heap {}", take.count, char::from(b'a' + take.heap))
    }
    fn draw(&self, game: &Heaps) -> String {
        let row = |(name, heap): (char, u8)| format!("{name} {}\n", "|".repeat(usize::from(heap)));
        ['a', 'b', 'c'].into_iter().zip(game.heaps).map(row).collect()
    }
    fn draw_view(&self, game: &Heaps) -> String {
        self.draw(game)
    }
    fn help(&self) -> String {
        "Take any number from one heap. Whoever takes the last one wins.\n\
         A move is a heap and a number: c1 takes one from heap c.\n"
            .to_string()
    }
}

#[test]
fn nim_passes_the_suite() {
    let settings = Settings::new(&GAME, &[]).unwrap();
    let (spec, agents) = (settings.to_spec(), agents::catalogue());
    spinney_games::conformance::contest(&Nim { spec, largest: 7, agents }, 50);
}
