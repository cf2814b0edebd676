//! The games by name: one line each.
//!
//! ```
//! use spinney_games::registry::{games, open};
//! let wrong = open(&"no-such-game".parse()?).err().unwrap();
//! assert!(wrong.to_string().starts_with("unknown game `no-such-game`"));
//! assert!(games().schemas.iter().all(|game| !game.help.is_empty()));
//! # Ok::<(), spinney_spec::SpecError>(())
//! ```

use crate::contest::AnyContest;
use crate::{connect_four, cops_and_robbers, samegame, scotland_yard, tic_tac_toe, tron};
use spinney_spec::{Catalogue, Schema, Settings, Spec, SpecError};

/// What sets up a game with its options.
type Open = fn(&Settings) -> Result<Box<dyn AnyContest>, SpecError>;

/// Every game: its name with its options, and what sets it up.
static GAMES: &[(&Schema, Open)] = &[
    (&connect_four::GAME, connect_four::contest),
    (&cops_and_robbers::GAME, cops_and_robbers::contest),
    (&samegame::GAME, samegame::contest),
    (&scotland_yard::GAME, scotland_yard::contest),
    (&tic_tac_toe::GAME, tic_tac_toe::contest),
    (&tron::GAME, tron::contest),
];

/// All games with their options.
pub fn games() -> Catalogue {
    let schemas: Vec<&'static Schema> = GAMES.iter().map(|(schema, _)| *schema).collect();
    Catalogue::new("game", &schemas)
}

/// The game that a specification such as `tron(board=20x20)` names, ready for agents.
pub fn open(spec: &Spec) -> Result<Box<dyn AnyContest>, SpecError> {
    let settings = games().resolve(spec)?;
    let found = GAMES.iter().find(|(schema, _)| schema.name == settings.name());
    let (_, open) = found.expect("the catalogue is made of these games");
    open(&settings)
}

/// The same for a match: unless the specification says how it opens, with the game's usual number of
/// random turns.
pub fn open_for_match(spec: &Spec) -> Result<Box<dyn AnyContest>, SpecError> {
    let contest = open(spec)?;
    match contest.usual_opening() {
        0 => Ok(contest),
        _ if spec.get("opening").is_some() => Ok(contest),
        turns => open(&contest.spec().with("opening", turns)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_of_games_without_chance_open_at_random() {
        let opened =
            |text: &str| open_for_match(&text.parse().unwrap()).unwrap().spec().to_string();
        assert_eq!(opened("connect-four"), "connect-four(opening=4)");
        assert_eq!(opened("connect-four(opening=0)"), "connect-four");
        assert_eq!(opened("tron"), "tron");
        assert_eq!(opened("tron(board=vee)"), "tron(board=vee, opening=4)");
        assert_eq!(opened("scotland-yard"), "scotland-yard");
    }
}
