//! Following a game from what is public: each event once, in order.
//!
//! An agent is asked at each of its turns, and hears only then what has happened since. Who keeps an
//! account of the game ([`super::filter`], and a hider's models of the detectives) is told each event
//! together with what was known before and after it.

use super::rules::{HIDER, Move, Outcome, PublicRecord, PublicState, Round, Stance};
use super::view::PublicView;

/// What happens in a game, for all to see.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'a> {
    /// A game begins: all accounts are closed.
    Begins,
    /// Mr X moves, for the ticket and to the station (if he surfaces) of this round.
    Hider(&'a Round),
    /// The detective whose turn it is moves, and does not catch him.
    Seeker(Move),
}

/// A game as far as it was followed.
#[derive(Default)]
pub(super) struct History {
    /// Before the first move, and now.
    game: Option<(PublicView, PublicView)>,
}

impl History {
    /// Tells what has happened since the last call: the event, and what was known before and after it.
    /// Another game, or an earlier state of this one, is told from its beginning.
    pub(super) fn follow(
        &mut self,
        view: &PublicView,
        mut tell: impl FnMut(Event<'_>, &PublicView, &PublicView),
    ) {
        let opening = opening(view);
        let mut now = match self.game.take() {
            Some((begun, now)) if begun == opening && continues(&now.record, &view.record) => now,
            _ => {
                tell(Event::Begins, &opening, &opening);
                opening
            }
        };
        let known = now.record.rounds().count();
        for (i, round) in view.record.rounds().enumerate() {
            let followed = (i < known || hider_moves(&mut now, round, &mut tell))
                && (i + 1 < known || seekers_move(&mut now, round, &mut tell));
            if !followed {
                // No game leads here: a position that was set up.
                return;
            }
        }
        self.game = Some((opening, now));
    }
}

/// Mr X moves; false if he can't have moved so.
fn hider_moves(
    now: &mut PublicView,
    round: &Round,
    tell: &mut impl FnMut(Event<'_>, &PublicView, &PublicView),
) -> bool {
    let before = *now;
    let shown = (round.shown != 0).then_some(round.shown);
    let possible = now.hider_moves(round.ticket, round.double, shown).is_ok();
    if possible {
        tell(Event::Hider(round), &before, now);
    }
    possible
}

/// The detectives move, as many as were not told of yet; false if they can't have moved so.
fn seekers_move(
    now: &mut PublicView,
    round: &Round,
    tell: &mut impl FnMut(Event<'_>, &PublicView, &PublicView),
) -> bool {
    let known = now.record.last().map_or(0, |last| last.seekers.iter().flatten().count());
    for &mv in round.seekers.iter().flatten().skip(known) {
        let before = *now;
        if now.seeker_moves(mv, false).is_err() {
            return false;
        }
        tell(Event::Seeker(mv), &before, now);
    }
    true
}

/// Whether a record goes on where another one ends.
fn continues(before: &PublicRecord, after: &PublicRecord) -> bool {
    let known = before.rounds().count();
    before.rounds().zip(after.rounds()).enumerate().all(|(i, (then, now))| {
        let moves = then.seekers.iter().zip(&now.seekers);
        let last = i + 1 == known;
        (then.ticket, then.double, then.shown) == (now.ticket, now.double, now.shown)
            && moves.into_iter().all(|(then, now)| then == now || (last && then.is_none()))
    }) && after.rounds().count() >= known
}

/// The game before its first move: all tickets are given back.
pub(super) fn opening(view: &PublicView) -> PublicView {
    let mut open = PublicState {
        seekers: view.record.starts.into(),
        round: 0,
        turn: 0,
        between: false,
        outcome: Outcome::Running,
        stance: Stance::default(),
        ..view.open
    };
    for round in view.record.rounds() {
        open.purses[HIDER].gain(round.ticket);
        open.doubles += u8::from(round.double);
    }
    for round in view.record.rounds() {
        for (seeker, mv) in round.seekers.iter().enumerate() {
            if let Some(mv) = mv.filter(|mv| mv.to != 0) {
                open.purses[seeker + 1].gain(mv.ticket);
                open.purses[HIDER].pay(mv.ticket);
            }
        }
    }
    PublicView { open, record: PublicRecord::new(view.record.starts, view.record.first) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::Options;
    use spinney_search::game::{Game, Turn};
    use spinney_search::rng::stream;

    /// Each event is told once, also if the game was not looked at for a while; going back begins anew.
    #[test]
    fn each_event_is_told_once() {
        let mut game = Options::default().start(3);
        let mut rng = stream(&[3]);
        let mut history = History::default();
        let (mut begins, mut hider, mut seekers) = (0, Vec::new(), Vec::new());
        let (mut real_hider, mut real_seekers) = (Vec::new(), Vec::new());
        let mut early = None;
        while let Turn::One(player) = game.turn() {
            let mv = game.random_move(player, &mut rng, &mut Vec::new());
            game.play(mv);
            if game.turn() == Turn::Over {
                break;
            }
            if player == HIDER {
                real_hider.push(mv.ticket);
            } else {
                real_seekers.push(mv);
            }
            if real_seekers.len() % 7 != 6 {
                continue;
            }
            early.get_or_insert(game.public());
            history.follow(&game.public(), |event, before, after| match event {
                Event::Begins => begins += 1,
                Event::Hider(round) => {
                    assert_eq!((before.open.turn, after.open.round), (0, before.open.round + 1));
                    hider.push(round.ticket);
                }
                Event::Seeker(mv) => {
                    let seeker = usize::from(before.open.turn);
                    assert_eq!(after.open.seekers[seeker - 1], mv.to);
                    seekers.push(mv);
                }
            });
            assert_eq!((begins, &hider, &seekers), (1, &real_hider, &real_seekers));
        }
        assert!(seekers.len() > 10, "a game that is long enough");
        history.follow(&early.unwrap(), |event, _, _| {
            begins += usize::from(matches!(event, Event::Begins));
        });
        assert_eq!(begins, 2);
    }
}
