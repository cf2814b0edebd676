//! The table in words, for a terminal: who is where, with which tickets, and who can go where.

use super::board::{Station, Ticket};
use super::rules::{Full, HIDER, Move, Outcome, surfaces};
use super::view::PublicView;
use spinney_search::game::Game;
use std::fmt::Write;

/// What the detectives see; with `hider`, what Mr X sees.
pub fn table(view: &PublicView, hider: Option<Station>) -> String {
    let open = &view.open;
    let mut text = match open.outcome {
        Outcome::Running => {
            format!("Round {} of {}, {}.\n", open.round, open.board.rounds, view.turn_name())
        }
        Outcome::Escaped => format!("Mr X has escaped, after {} rounds.\n", open.round),
        Outcome::Caught(by) => format!("Detective {by} has caught Mr X in round {}.\n", open.round),
        Outcome::Cornered => format!("Mr X can't move: caught in round {}.\n", open.round),
    };
    let _ = writeln!(text, "Travel log: {}", travel_log(view));
    let purse = &open.purses[HIDER];
    let counts = Ticket::ALL.map(|t| format!("{} {t}", purse.count(t))).join(", ");
    let _ = write!(text, "Mr X: {counts}, {} double", open.doubles);
    match hider {
        Some(station) => {
            let _ = writeln!(text, "; at {station}");
        }
        None => text.push('\n'),
    }
    for seeker in 1..=usize::from(open.detectives) {
        let purse = &open.purses[seeker];
        let counts = Ticket::ALL[..3].iter().map(|t| format!("{} {t}", purse.count(*t)));
        let counts: Vec<String> = counts.collect();
        let mut moves = Vec::new();
        open.seeker_moves_into(seeker, &mut moves);
        let _ = writeln!(
            text,
            "Detective {seeker} at {:>3}: {}; can go {}",
            open.seekers[seeker - 1],
            counts.join(", "),
            by_ticket(&moves)
        );
    }
    let possible = &view.record.possible;
    let stations: Vec<String> = possible.iter().map(|s| s.to_string()).collect();
    let word = if stations.len() == 1 { "station" } else { "stations" };
    let _ = writeln!(text, "Mr X can be at {} {word}: {}", stations.len(), stations.join(" "));
    text
}

/// The stations where Mr X most likely is, of those that are possible, the likeliest first.
pub fn most_likely(likely: &[(Station, f64)]) -> String {
    let shown = likely.iter().take(12);
    let shown: Vec<String> = shown.map(|(s, p)| format!("{s} ({:.1} %)", 100.0 * p)).collect();
    format!("Most likely: {}\n", shown.join(", "))
}

/// Mr X's surroundings: where he can go, and how near the detectives are to it.
pub fn surroundings(position: &Full) -> String {
    let mut moves = Vec::new();
    position.moves(HIDER, &mut moves);
    moves.retain(|mv| !mv.double);
    let mut text = format!("From {} Mr X can go {}\n", position.hider, by_ticket(&moves));
    moves.sort_by_key(|mv| mv.to);
    moves.dedup_by_key(|mv| mv.to);
    for mv in moves {
        let open = &position.open;
        let distances: Vec<String> = (1..=usize::from(open.detectives))
            .map(|seeker| match open.seeker_distances(seeker)[mv.to as usize] {
                255 => "-".to_string(),
                distance => distance.to_string(),
            })
            .collect();
        let danger = if open.within_reach(mv.to) { "  within reach" } else { "" };
        let _ = writeln!(
            text,
            "  {:>3}: detectives are {} moves away{danger}",
            mv.to,
            distances.join(" ")
        );
    }
    if position.open.may_double() {
        text.push_str("He can double: 2x before a move.\n");
    }
    text
}

/// Moves, sorted by ticket: `taxi 8 9, bus 46 58`.
fn by_ticket(moves: &[Move]) -> String {
    if moves == [Move::PASS] {
        return "nowhere".to_string();
    }
    let of = |ticket: Ticket| {
        let to: Vec<String> =
            moves.iter().filter(|mv| mv.ticket == ticket).map(|mv| mv.to.to_string()).collect();
        (!to.is_empty()).then(|| format!("{ticket} {}", to.join(" ")))
    };
    Ticket::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// The tickets that Mr X has played, and where he surfaced.
fn travel_log(view: &PublicView) -> String {
    let mut words: Vec<String> = Vec::new();
    for (i, round) in view.record.rounds().enumerate() {
        let double = if round.double { "2x" } else { "" };
        let shown = if round.shown == 0 { String::new() } else { round.shown.to_string() };
        words.push(format!("{}:{double}{}{shown}", i + 1, round.ticket.letter()));
    }
    let next = (view.open.round + 1..=view.open.board.rounds).find(|&round| surfaces(round));
    if let Some(next) = next {
        words.push(format!("(he surfaces in round {next})"));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::Options;

    #[test]
    fn the_table_says_who_can_go_where() {
        let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
        game.play(Move::new(102, Ticket::Taxi));
        let text = table(&game.public(), None);
        assert!(text.starts_with("Round 1 of 24, detective 1's turn.\n"), "{text}");
        assert!(text.contains("Travel log: 1:T (he surfaces in round 3)"), "{text}");
        assert!(text.contains(
            "Detective 1 at  13: 10 taxi, 8 bus, 4 underground; can go taxi 4 14 23 24, \
             bus 14 23 52, underground 46 67 89"
        ));
        assert!(!text.contains("at 102"), "the table does not tell: {text}");
        assert!(table(&game.public(), Some(102)).contains("; at 102"));
        let mut back = game;
        back.open.turn = 0;
        let around = surroundings(&back);
        assert!(
            around.starts_with("From 102 Mr X can go taxi 83 103 115, bus 67 86 127"),
            "{around}"
        );
        assert!(around.contains("\n   67: detectives are 1 "), "{around}");
        assert!(around.contains("within reach"), "{around}");
    }
}
