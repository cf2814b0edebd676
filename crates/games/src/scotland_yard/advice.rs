//! Advice for a game that is played elsewhere: the log of a board on a table, the stations where Mr X
//! may be, what an agent would do, and why in a sentence.
//!
//! ```
//! use spinney_games::scotland_yard::advice::{Advice, Weights};
//! let advice = Advice::read("start ? 13 26 29 34 50\n1 T T14 T15", Weights::Filter)?;
//! assert_eq!(advice.deciding(), Some((3, "Detective 3".to_string())));
//! assert!(advice.next().iter().any(|way| way.text == "T41"));
//! assert!(advice.sentence(None).starts_with("He can be at"));
//! # Ok::<(), spinney_games::contest::NotationError>(())
//! ```

use super::agents;
use super::board::{STATIONS, Station, Ticket};
use super::categories::{Weighing, uniform};
use super::filter::Filter;
use super::notation::{self, Log};
use super::observation::{MoveData, Observation};
use super::rules::{HIDER, Move, Options, Outcome, surfaces};
use super::view::PublicView;
use crate::agent::{AgentError, Analysis, Watch};
use crate::contest::NotationError;
use crate::table::MoveInfo;
use serde_json::json;
use spinney_search::game::{Game, Player};
use spinney_search::rng::mix;
use spinney_spec::{Catalogue, Settings};
use std::str::FromStr;

/// How the possible stations are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// By a filter with all models of hiders.
    Filter,
    /// By category.
    Categories(Weighing),
    /// All alike.
    Uniform,
}

impl FromStr for Weights {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "filter" => Ok(Self::Filter),
            "none" => Ok(Self::Uniform),
            categories => {
                let weighing = categories.parse().map(Self::Categories);
                weighing.map_err(|error| format!("filter, or a categorization: {error}"))
            }
        }
    }
}

impl Weights {
    /// The possible stations with their probabilities, the likeliest first.
    pub fn likely(self, view: &PublicView) -> Vec<(Station, f64)> {
        let mut likely = match self {
            Self::Filter => Filter::learned().weights(view),
            Self::Categories(weighing) => weighing.weights(view),
            Self::Uniform => uniform(view),
        };
        likely.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        likely
    }
}

/// A game that was read, and where Mr X may be.
pub struct Advice {
    /// The game.
    pub log: Log,
    /// The possible stations with their probabilities, the likeliest first.
    pub likely: Vec<(Station, f64)>,
}

impl Advice {
    /// Reads a log.
    ///
    /// # Errors
    /// When the log is no game.
    pub fn read(text: &str, weights: Weights) -> Result<Self, NotationError> {
        Self::read_as(text, None, weights)
    }

    /// The same with rules that the log need not name; a log of another variant is refused.
    ///
    /// # Errors
    /// When the log is no game, or one of another variant.
    pub fn read_as(
        text: &str,
        rules: Option<&Options>,
        weights: Weights,
    ) -> Result<Self, NotationError> {
        let log = notation::read(text, rules)?;
        let likely = weights.likely(&log.public);
        Ok(Self { log, likely })
    }

    /// Where Mr X is, if the log is his own.
    pub fn hider(&self) -> Option<Station> {
        self.log.full.as_ref().map(|(_, _, now)| now.hider)
    }

    /// The table as whoever wrote the log sees it.
    pub fn observation(&self) -> Observation {
        Observation::new(&self.log.public, self.hider())
    }

    /// Who decides now, by number and name; none if the game is over.
    pub fn deciding(&self) -> Option<(Player, String)> {
        let open = &self.log.public.open;
        let name = match open.turn {
            0 => "Mr X".to_string(),
            seeker => format!("Detective {seeker}"),
        };
        (open.outcome == Outcome::Running).then_some((Player::from(open.turn), name))
    }

    /// The agents of the side that decides now.
    pub fn agents(&self) -> Catalogue {
        if self.log.public.open.turn == 0 { agents::hiders() } else { agents::seekers() }
    }

    /// What an agent of [`Advice::agents`] thinks; none where it can't know enough, for Mr X's move
    /// from a detective's log, and when the game is over.
    ///
    /// # Errors
    /// When the agent fails.
    pub fn analyse(
        &self,
        settings: &Settings,
        seed: u64,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Option<Analysis<Move>>, AgentError> {
        let Some((player, _)) = self.deciding() else { return Ok(None) };
        let seed = mix(&[seed]);
        let analysis = match (&self.log.full, player) {
            (None, HIDER) => return Ok(None),
            (Some((_, _, now)), HIDER) => {
                agents::hider(settings, seed)?.analyse(now, player, watch)?
            }
            _ => agents::seeker(settings, seed)?.analyse(&self.log.public, player, watch)?,
        };
        Ok(Some(analysis))
    }

    /// The ways in which the log can go on. `text` is the word to append; where a detective may
    /// catch Mr X, a word with `!` says that he did.
    pub fn next(&self) -> Vec<MoveInfo> {
        match (self.deciding(), &self.log.full) {
            (None, _) => Vec::new(),
            (Some((HIDER, _)), Some((_, _, now))) => {
                let mut moves = Vec::new();
                now.moves(HIDER, &mut moves);
                moves.into_iter().map(|mv| said(mv, mv.to_string(), way(mv))).collect()
            }
            (Some((HIDER, _)), None) => self.next_of_hider(),
            (Some((seeker, _)), _) => self.next_of_seeker(seeker),
        }
    }

    fn next_of_seeker(&self, seeker: usize) -> Vec<MoveInfo> {
        let public = &self.log.public;
        let mut moves = Vec::new();
        public.open.seeker_moves_into(seeker, &mut moves);
        let possible = |mv: Move, caught| (*public).clone().seeker_moves(mv, caught).is_ok();
        let plain = moves.iter().filter(|mv| possible(**mv, false));
        let plain = plain.map(|&mv| said(mv, mv.to_string(), way(mv)));
        let catches = moves.iter().filter(|mv| self.log.full.is_none() && possible(**mv, true));
        let catches =
            catches.map(|&mv| said(mv, format!("{mv}!"), format!("{} and catches Mr X", way(mv))));
        plain.chain(catches).collect()
    }

    fn next_of_hider(&self) -> Vec<MoveInfo> {
        let public = &self.log.public;
        let shows = surfaces(public.open.round + 1);
        let mut next = Vec::new();
        for double in [false, true] {
            for ticket in Ticket::ALL {
                let mut add = |shown: Option<Station>| {
                    let mut after = *public;
                    if after.hider_moves(ticket, double, shown).is_ok() {
                        next.push(ticket_shown(ticket, double, shown));
                    }
                };
                if shows {
                    (1..=STATIONS as Station).for_each(|station| add(Some(station)));
                } else {
                    add(None);
                }
            }
        }
        next
    }

    /// A move of an analysis, for people and for programs.
    pub fn say(mv: Move) -> MoveInfo {
        said(mv, mv.to_string(), way(mv))
    }

    /// The position in a sentence, and what the move `best` is good for.
    pub fn sentence(&self, best: Option<Move>) -> String {
        match (self.log.public.open.outcome, self.deciding(), best) {
            (Outcome::Escaped, ..) => "Mr X got away.".to_string(),
            (Outcome::Caught(by), ..) => format!("Detective {by} caught Mr X."),
            (Outcome::Cornered, ..) => "Mr X was cornered.".to_string(),
            (_, Some((HIDER, _)), Some(mv)) if self.log.full.is_some() => self.for_hider(mv),
            (_, Some((seeker, _)), Some(mv)) if seeker != HIDER => {
                format!("{}; {}.", self.whereabouts(), self.reason(seeker, mv))
            }
            (_, Some((HIDER, _)), _) if self.log.full.is_none() => {
                format!("It is Mr X's turn. {}.", self.whereabouts())
            }
            _ => format!("{}.", self.whereabouts()),
        }
    }

    /// The stations worth naming: the three likeliest.
    fn named(&self) -> Vec<Station> {
        self.likely.iter().take(3).map(|&(station, _)| station).collect()
    }

    fn whereabouts(&self) -> String {
        let names: Vec<String> = self.named().iter().map(ToString::to_string).collect();
        let together: f64 = self.likely.iter().take(3).map(|&(_, p)| p).sum();
        let n = self.likely.len();
        match n {
            0 => "There is no station where he can be".to_string(),
            1 => format!("He is at {}", names[0]),
            2 | 3 => format!("He is at {}", joined(&names, "or")),
            _ if together >= 0.5 => format!("He is probably at {}", joined(&names, "or")),
            _ => format!("He can be at {n} stations, most likely at {}", joined(&names, "or")),
        }
    }

    /// What a detective's move is good for: the likely stations that he enters, or can enter with his
    /// next move from there; if none, how far the likeliest is.
    fn reason(&self, seeker: usize, mv: Move) -> String {
        if mv == Move::PASS {
            return format!("detective {seeker} can't move");
        }
        let (mut open, what) = (self.log.public.open, said_with_article(mv));
        let mut after = self.log.public;
        if after.seeker_moves(mv, false).is_ok() {
            open = after.open;
        }
        let named = self.named();
        if let [only] = named.as_slice()
            && *only == mv.to
        {
            return format!("{what} catches him");
        }
        let reaches = |station: Station| {
            station == mv.to || open.ways(mv.to, open.purses[seeker]).any(|link| link.to == station)
        };
        let covered: Vec<String> =
            named.iter().filter(|s| reaches(**s)).map(ToString::to_string).collect();
        match (covered.len(), named.len()) {
            (0, 0) => format!("{what} is the move"),
            (0, _) => {
                let with = open.purses[seeker].transports();
                let far = open.board.distance(with, mv.to, named[0]);
                let moves = if far == 1 { "move" } else { "moves" };
                format!("{what} is {far} {moves} away from {}", named[0])
            }
            (1, 1) => format!("{what} covers it"),
            (2, 2) => format!("{what} covers both"),
            (3, 3) => format!("{what} covers all three"),
            _ => format!("{what} covers {}", joined(&covered, "and")),
        }
    }

    fn for_hider(&self, mv: Move) -> String {
        let mut after = self.log.public;
        let shown = surfaces(after.open.round + 1).then_some(mv.to);
        let what = crate::presentation::capital(&said_with_article(mv));
        if after.hider_moves(mv.ticket, mv.double, shown).is_err() {
            return format!("{what} is the move.");
        }
        match (shown, after.record.possible.len()) {
            (Some(_), _) => format!("{what}: you are seen there."),
            (None, 1) => format!("{what}: the detectives will know that you are there."),
            (None, n) => format!("{what}: for the detectives you can then be at {n} stations."),
        }
    }
}

fn said(mv: Move, text: String, label: String) -> MoveInfo {
    MoveInfo { text, label, data: json!(MoveData::from(mv)) }
}

fn way(mv: Move) -> String {
    match mv {
        Move::PASS => "can't move".to_string(),
        Move { to, ticket, double: false } => format!("{ticket} to {to}"),
        Move { to, ticket, double: true } => format!("double move: {ticket} to {to}"),
    }
}

fn said_with_article(mv: Move) -> String {
    let what = if mv.ticket == Ticket::Black { "black ticket" } else { mv.ticket.name() };
    let double = if mv.double { "double move by " } else { "" };
    format!("the {double}{what} to {}", mv.to)
}

/// A move of Mr X as the detectives see it.
fn ticket_shown(ticket: Ticket, double: bool, shown: Option<Station>) -> MoveInfo {
    let prefix = if double { "2x" } else { "" };
    let place = shown.map(|station| station.to_string()).unwrap_or_default();
    let first = if double { "double move: " } else { "" };
    let to = shown.map(|station| format!(" to {station}")).unwrap_or_default();
    MoveInfo {
        text: format!("{prefix}{}{place}", ticket.letter()),
        label: format!("{first}{ticket}{to}"),
        data: json!(MoveData { to: shown, ticket: ticket.name(), double }),
    }
}

fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(text: &str) -> Advice {
        Advice::read(text, Weights::Filter).unwrap()
    }

    #[test]
    fn every_way_on_can_be_read() {
        for log in [
            "start ? 13 26 29 34 50",
            "start ? 13 26 29 34 50\n1 T T14",
            "start ? 13 26 29 34 50\n1 T T14 T15 T41 T47 T37\n2 B T25 T28 T54 T46 T50",
            "start 103 13 26 29 34 50",
            "start 103 13 26 29 34 50\n1 T102 T14",
        ] {
            let before = advice(log);
            let next = before.next();
            assert!(!next.is_empty(), "{log}");
            let round = before.log.public.open.round;
            let begins = before.log.public.open.turn == 0;
            for way in next {
                let on = if begins {
                    format!("\n{} {}", round + 1, way.text)
                } else {
                    format!(" {}", way.text)
                };
                let after = notation::read(&format!("{log}{on}"), None);
                assert!(after.is_ok(), "{log}{on}: {}", after.err().unwrap());
            }
        }
    }

    #[test]
    fn reasons_are_true() {
        let advice = advice(
            "start ? 13 26 29 34 50\n1 T T14 T15 T41 T47 T37\n2 T T25 T28 T54 T46 T50\n3 T104",
        );
        // He has just surfaced: there is no doubt.
        let whereabouts = "He is at 104";
        assert_eq!(advice.sentence(None), format!("{whereabouts}."));
        let mut moves = Vec::new();
        advice.log.public.open.seeker_moves_into(1, &mut moves);
        for mv in moves {
            let sentence = advice.sentence(Some(mv));
            let open = &advice.log.public.open;
            let covers = open.ways(mv.to, open.purses[1]).any(|link| link.to == 104);
            assert_eq!(sentence.ends_with("covers it."), covers, "{sentence}");
            assert!(sentence.starts_with(whereabouts), "{sentence}");
        }
    }
}
