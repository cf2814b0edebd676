//! Who decides for whom: chairs, their controllers and their tokens.

use crate::error::Refusal;
use crate::protocol::Code;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinney_games::contest::AnyContest;
use spinney_games::presentation::within;
use spinney_spec::Spec;
use std::fmt::Write as _;
use std::path::Path;

/// A chair as a client asks for it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Wanted {
    pub side: usize,
    #[serde(default)]
    pub players: Option<Vec<usize>>,
    #[serde(default)]
    pub engine: Option<String>,
}

/// One or several players of one side with one controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chair {
    pub side: usize,
    pub players: Vec<usize>,
    /// The agent in canonical form; none for a person.
    pub engine: Option<String>,
    /// The hash of a person's token.
    pub token: Option<String>,
}

impl Chair {
    /// Whether this token opens the chair. A hash is compared, so that time tells nothing of the
    /// token.
    pub(crate) fn opens(&self, token: &str) -> bool {
        self.token.as_ref().is_some_and(|hash| *hash == hashed(token))
    }
}

/// Letters and digits that are not mistaken for one another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name that nobody guesses: five bits per letter.
pub(crate) fn random_name(letters: usize) -> Result<String, Refusal> {
    let mut bytes = vec![0_u8; letters];
    getrandom::fill(&mut bytes).map_err(|error| Refusal::internal(&error))?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

/// The bytes of a hash as text.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn hashed(token: &str) -> String {
    hexadecimal(&Sha256::digest(token))
}

/// The chairs of a new room, with the token of each that is a person's.
///
/// # Errors
/// When they do not cover every player exactly once, or an agent is wrong.
pub(crate) fn set_out(
    contest: &dyn AnyContest,
    wanted: &[Wanted],
    most: Most,
) -> Result<(Vec<Chair>, Vec<Option<String>>), Refusal> {
    let bad = |message: String| Refusal::new(Code::BadGame, message);
    let players = contest.players();
    let (mut chairs, mut tokens): (Vec<Chair>, Vec<Option<String>>) = (Vec::new(), Vec::new());
    for (number, wanted) in wanted.iter().enumerate() {
        let of_side = || players.iter().filter(|p| p.seat == wanted.side).map(|p| p.player);
        let own: Vec<usize> = wanted.players.clone().unwrap_or_else(|| of_side().collect());
        if own.is_empty() || own.iter().any(|&player| !of_side().any(|p| p == player)) {
            let all: Vec<String> = of_side().map(|p| p.to_string()).collect();
            let (side, all) = (wanted.side, all.join(", "));
            return Err(bad(format!("chair {number}: the players of side {side} are {all}")));
        }
        let engine = wanted.engine.as_deref().map(|spec| agent(contest, wanted.side, spec, most));
        let engine = engine.transpose()?;
        let token = if engine.is_none() { Some(random_name(26)?) } else { None };
        chairs.push(Chair {
            side: wanted.side,
            players: own,
            engine,
            token: token.as_deref().map(hashed),
        });
        tokens.push(token);
    }
    for player in &players {
        let times = chairs.iter().flat_map(|chair| &chair.players).filter(|p| **p == player.player);
        if times.count() != 1 {
            let name = &player.name;
            return Err(bad(format!("{name} (player {}) needs exactly one chair", player.player)));
        }
    }
    Ok((chairs, tokens))
}

/// What an agent may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub millis: u64,
    pub threads: usize,
}

/// An agent's specification in canonical form, within what is allowed.
pub(crate) fn agent(
    contest: &dyn AnyContest,
    side: usize,
    spec: &str,
    most: Most,
) -> Result<String, Refusal> {
    let bad = |error: String| Refusal::new(Code::BadAgent, error);
    let spec: Spec = spec.parse().map_err(|e: spinney_spec::SpecError| bad(e.to_string()))?;
    // A preset keeps its name, which says more than what it stands for.
    let settings = contest.check(side, &spec).map_err(|error| bad(error.to_string()))?;
    let allowed = within(&settings, most.millis, most.threads as u64);
    Ok(if allowed == settings { spec.to_string() } else { allowed.to_string() })
}

/// Whether a specification names a file: those of the server are none of a client's business.
pub(crate) fn names_a_file(spec: &Spec) -> bool {
    let end = Path::new(&spec.name).extension();
    spec.name == "file"
        || end.is_some_and(|end| end.eq_ignore_ascii_case("txt"))
        || spec.name.contains(['/', '\\'])
        || spec.args.iter().any(|arg| names_a_file(&arg.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chairs(game: &str, wanted: serde_json::Value) -> Result<Vec<Chair>, String> {
        let contest = spinney_games::open(&game.parse().unwrap()).unwrap();
        let wanted: Vec<Wanted> = serde_json::from_value(wanted).unwrap();
        let most = Most { millis: 1000, threads: 2 };
        set_out(&*contest, &wanted, most).map(|(chairs, _)| chairs).map_err(|e| e.message)
    }

    #[test]
    fn chairs_cover_every_player_once() {
        let all = serde_json::json!([{"side": 0, "engine": "nijssen(millis=5000)"}, {"side": 1}]);
        let chairs_of_all = chairs("scotland-yard(detectives=3)", all).unwrap();
        assert_eq!(chairs_of_all[1].players, [1, 2, 3]);
        assert_eq!(chairs_of_all[0].engine.as_deref(), Some("mcts(millis=1000)"));
        let wrong = |wanted| chairs("scotland-yard", wanted).unwrap_err();
        assert!(wrong(serde_json::json!([{"side": 1}])).starts_with("Mr X (player 0) needs"));
        let twice = serde_json::json!([{"side": 0}, {"side": 1}, {"side": 1, "players": [2]}]);
        assert!(wrong(twice).starts_with("Detective 2"));
        let stranger = serde_json::json!([{"side": 0, "players": [1]}, {"side": 1}]);
        assert_eq!(wrong(stranger), "chair 0: the players of side 0 are 0");
        let nobody = serde_json::json!([{"side": 7}]);
        assert!(wrong(nobody).starts_with("chair 0"));
        let engine = serde_json::json!([{"side": 0, "engine": "nijsen"}, {"side": 1}]);
        assert!(wrong(engine).contains("did you mean `nijssen`?"));
    }

    #[test]
    fn files_are_seen() {
        let names = |text: &str| names_a_file(&text.parse().unwrap());
        assert!(names("tron(board=\"/etc/passwd\")") && names("tron(board=map.TXT)"));
        assert!(names("cops-and-robbers(graph=file(\"x\"))"));
        assert!(!names("cops-and-robbers(graph=grid(6, 6), cops=2)") && !names("tron(board=vee)"));
    }

    #[test]
    fn only_the_token_opens_its_chair() {
        let token = random_name(26).unwrap();
        let chair = Chair { side: 0, players: vec![0], engine: None, token: Some(hashed(&token)) };
        assert!(chair.opens(&token));
        assert!(!chair.opens("") && !chair.opens(chair.token.as_ref().unwrap()));
        let engine = Chair { engine: Some("random".into()), token: None, ..chair };
        assert!(!engine.opens("") && !engine.opens(&token));
    }
}
