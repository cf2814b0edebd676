//! How a game presents itself to people: ready-made opponents and boards, and the words for them.
//!
//! A [`Contest`](crate::contest::Contest) has defaults for all of it, so that a game says only what
//! it can say better.

use serde::Serialize;
use serde_json::{Value, json};
use spinney_spec::{Catalogue, Kind, Param, Schema, Settings};

/// A ready-made opponent for people who do not care about agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// `easy`, `medium` or `hard`.
    pub name: &'static str,
    /// The agent.
    pub spec: String,
}

/// A ready-made choice of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadyBoard {
    /// Its name, for people.
    pub name: String,
    /// The game with this board.
    pub spec: String,
    /// What is worth knowing about it; may be empty.
    pub note: String,
}

impl ReadyBoard {
    /// A board without a note.
    pub fn new(name: impl Into<String>, spec: impl Into<String>) -> Self {
        Self { name: name.into(), spec: spec.into(), note: String::new() }
    }
}

/// Three strengths of one agent, by its thinking time. `agent` is a name, or a name with its
/// arguments: `best`, `mcts(c=2)`.
pub fn by_time(agent: &str, millis: [u64; 3]) -> Vec<Strength> {
    let open = match agent.strip_suffix(')') {
        Some(open) => format!("{open}, "),
        None => format!("{agent}("),
    };
    let spec = |millis| format!("{open}millis={millis})");
    let named = |(name, millis)| Strength { name, spec: spec(millis) };
    ["easy", "medium", "hard"].into_iter().zip(millis).map(named).collect()
}

/// The strengths of a game that names none: its first agent that can be limited by time.
pub fn usual_strengths(agents: &Catalogue) -> Vec<Strength> {
    let timed = agents.schemas.iter().find(|schema| {
        let millis = schema.params.iter().find(|param| param.name == "millis");
        millis.is_some_and(|param| matches!(param.kind, Kind::Limit { .. }))
    });
    match (timed, agents.schemas.first()) {
        (Some(schema), _) => by_time(schema.name, [50, 500, 2000]),
        (None, Some(schema)) => vec![Strength { name: "medium", spec: schema.name.to_string() }],
        (None, None) => Vec::new(),
    }
}

/// A declaration of parameters, as a document for programs.
pub fn schema_document(schema: &Schema) -> Value {
    let params: Vec<Value> = schema.params.iter().map(parameter_document).collect();
    json!({
        "name": schema.name,
        "help": schema.help,
        "source": schema.source,
        "parameters": params,
    })
}

/// A declared parameter, as a document for programs.
pub fn parameter_document(param: &Param) -> Value {
    let kind = match param.kind {
        Kind::Integer { min, max } => json!({"kind": "integer", "min": min, "max": max}),
        Kind::Limit { max, otherwise } => {
            json!({"kind": "limit", "max": max, "otherwise": otherwise})
        }
        Kind::Real { min, max } => json!({"kind": "real", "min": min, "max": max}),
        Kind::Choice(words) => json!({"kind": "choice", "choices": words}),
        Kind::Flag => json!({"kind": "flag"}),
        Kind::Any => json!({"kind": "any"}),
    };
    json!({
        "name": param.name,
        "default": param.default,
        "values": kind,
        "tunable": param.tunable,
        "help": param.help,
    })
}

/// The title of a game that has none: `connect-four` is Connect Four.
pub fn title_of(name: &str) -> String {
    name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

/// The same with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    first + letters.as_str()
}

/// How a game ended, where it says no more than its rewards.
pub fn outcome_of(rewards: &[f64], title: impl Fn(usize) -> String) -> String {
    let Some(most) = rewards.iter().copied().reduce(f64::max) else { return String::new() };
    match rewards {
        [points] => format!("The end: {points} points."),
        _ if rewards.iter().all(|&reward| reward == most) => "It is a draw.".to_string(),
        _ => {
            let winner = rewards.iter().position(|&reward| reward == most).unwrap_or(0);
            format!("{} wins.", title(winner))
        }
    }
}

/// An agent that thinks no longer than so, and on no more threads: what a server allows.
pub fn within(settings: &Settings, millis: u64, threads: u64) -> Settings {
    let mut settings = settings.clone();
    let mut lower = |key: &str, most: u64| {
        if settings.declares(key) && settings.integer(key) > most {
            settings = settings.with(key, most).unwrap_or_else(|_| settings.clone());
        }
    };
    lower("millis", millis);
    lower("threads", threads);
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(title_of("connect-four"), "Connect Four");
        assert_eq!(capital("élan"), "Élan");
        assert_eq!(capital(""), "");
        let title = |side: usize| ["Alice", "Bob"][side].to_string();
        assert_eq!(outcome_of(&[0.0, 1.0], title), "Bob wins.");
        assert_eq!(outcome_of(&[0.5, 0.5], title), "It is a draw.");
        assert_eq!(outcome_of(&[12.0], title), "The end: 12 points.");
    }

    #[test]
    fn strengths_are_agents() {
        assert_eq!(by_time("best", [1, 2, 3])[1].spec, "best(millis=2)");
        assert_eq!(by_time("mcts(c=2)", [1, 2, 3])[2].spec, "mcts(c=2, millis=3)");
        for game in crate::games().names() {
            let contest = crate::open(&game.parse().unwrap()).unwrap();
            for side in 0..contest.sides().len() {
                let strengths = contest.strengths(side);
                assert_eq!(strengths.len(), 3, "{game}");
                for strength in strengths {
                    contest.check(side, &strength.spec.parse().unwrap()).unwrap();
                }
            }
            for board in contest.boards() {
                crate::open(&board.spec.parse().unwrap()).unwrap();
            }
        }
    }
}
