//! One test suite that every game passes.
//!
//! A game's own tests call what applies to it: [`contest`] for every game, [`views`] for games with
//! hidden information. Each plays random games and panics, with the game and the ply, at the first
//! thing that a search or the laboratory could stumble over.
//!
//! ```
//! use spinney_games::{conformance, tic_tac_toe::TicTacToe};
//! conformance::rules(|_| TicTacToe::default(), 10);
//! ```

use crate::contest::{AnyContest, Contest, PlayOptions};
use spinney_search::game::{Game, Hidden, Player, Turn};
use spinney_search::rng::{Rng, below, mix, stream};
use spinney_spec::Spec;
use std::fmt::Debug;

/// No game here lasts longer; one that does never ends.
const LONGEST: usize = 100_000;

/// Checks the rules, the notation and the agents of a contest over so many games.
pub fn contest<C: Contest>(contest: &C, games: u64) {
    rules(|seed| contest.start(seed), games);
    notation(contest, games);
    agents(contest);
}

/// Stands for chance among those who decide.
const CHANCE: Player = Player::MAX;

/// All that can be seen of a state from outside.
#[derive(Clone, Debug, PartialEq)]
struct Seen<M> {
    turn: Turn,
    moves: Vec<(Player, Vec<M>)>,
    /// As bits: a reward that is not a number must differ from nothing, itself included.
    rewards: Vec<u64>,
}

fn seen<G: Game>(game: &G) -> Seen<G::Move> {
    let turn = game.turn();
    let mut moves: Vec<(Player, Vec<G::Move>)> = turn
        .deciders::<G>()
        .map(|player| {
            let mut moves = Vec::new();
            game.moves(player, &mut moves);
            (player, moves)
        })
        .collect();
    if turn == Turn::Chance {
        moves.push((CHANCE, outcomes(game).into_iter().map(|(outcome, _)| outcome).collect()));
    }
    let rewards = game.rewards();
    Seen { turn, moves, rewards: (0..G::PLAYERS).map(|p| rewards[p].to_bits()).collect() }
}

/// What chance may bring, and how likely it is.
fn outcomes<G: Game>(game: &G) -> Vec<(G::Move, f64)> {
    let mut outcomes = Vec::new();
    game.outcomes(&mut outcomes);
    outcomes
}

/// Plays one move for each player who decides now.
fn play<G: Game>(game: &mut G, moves: &[G::Move]) {
    match game.turn() {
        Turn::Together => game.play_together(moves),
        _ => game.play(moves[0]),
    }
}

/// Legal moves are there, distinct, playable and drawn evenly; playing is deterministic and
/// touches nothing else; rewards are finite and, at the end, as the features say.
///
/// `start` gives the start of a game for a seed.
pub fn rules<G: Game>(start: impl Fn(u64) -> G, games: u64) {
    let mut sums: Vec<f64> = Vec::new();
    let mut keys = 0;
    for number in 0..games {
        let mut rng = stream(&[0xC0F0, number]);
        let mut game = start(mix(&[number]));
        let mut evenly_at = below(&mut rng, 20);
        for ply in 0.. {
            let place = format!("game {number}, ply {ply}");
            let now = seen(&game);
            if now.turn == Turn::Over {
                sums.push(check_end(&game, &now, &place));
                break;
            }
            assert!(ply < game.features().max_length.unwrap_or(LONGEST), "{place}: no end");
            check_moves(&game, &now, &place);
            keys = keys.max(check_keys::<G>(&now, &place));
            if evenly_at == 0 {
                check_draws(&game, &now, &mut rng, &place);
            }
            evenly_at = evenly_at.wrapping_sub(1);
            let chosen: Vec<G::Move> =
                now.moves.iter().map(|(_, moves)| moves[below(&mut rng, moves.len())]).collect();
            play(&mut game, &chosen);
        }
    }
    if G::MOVE_KEYS > 0 {
        assert!(keys > 0, "the game declares {} move keys, all are 0", G::MOVE_KEYS);
    }
    assert_eq!(start(0).features().hidden, G::HIDDEN_INFORMATION, "both say what is hidden");
    if start(0).features().constant_sum {
        let first = sums.first().copied().unwrap_or(0.0);
        assert!(sums.iter().all(|sum| (sum - first).abs() < 1e-9), "sums of rewards: {sums:?}");
    }
}

/// Checks an end and gives the sum of its rewards.
fn check_end<G: Game>(game: &G, now: &Seen<G::Move>, place: &str) -> f64 {
    assert_eq!(&seen(&game.clone()), now, "{place}: the end is not final");
    let (low, high) = game.features().rewards;
    let rewards = game.rewards();
    (0..G::PLAYERS)
        .map(|player| {
            let reward = rewards[player];
            assert!(
                reward.is_finite() && (low..=high).contains(&reward),
                "{place}: player {player} gets {reward}, which is not from {low} to {high}"
            );
            reward
        })
        .sum()
}

fn check_moves<G: Game>(game: &G, now: &Seen<G::Move>, place: &str) {
    match now.turn {
        Turn::One(player) => assert!(player < G::PLAYERS, "{place}: there is no player {player}"),
        Turn::Chance => {
            assert!(G::CHANCE, "{place}: the game does not say that chance decides");
            let likely: Vec<f64> = outcomes(game).into_iter().map(|(_, likely)| likely).collect();
            let total: f64 = likely.iter().sum();
            let right = likely.iter().all(|&p| p > 0.0) && (total - 1.0).abs() < 1e-9;
            assert!(right, "{place}: the probabilities {likely:?} are not above 0 with sum 1");
        }
        _ => assert!(G::SIMULTANEOUS, "{place}: the game does not say that it is simultaneous"),
    }
    for &bits in &now.rewards {
        assert!(f64::from_bits(bits).is_finite(), "{place}: a reward is not finite");
    }
    for (player, moves) in &now.moves {
        assert!(!moves.is_empty(), "{place}: player {player} has no move");
        let most = game.features().max_moves.unwrap_or(usize::MAX);
        assert!(moves.len() <= most, "{place}: {} moves, at most {most} declared", moves.len());
        let mut distinct = std::collections::HashSet::new();
        for mv in moves {
            assert!(distinct.insert(*mv), "{place}: {mv:?} is listed twice");
        }
    }
    // Each move of each player, the others playing their first.
    for (i, (_, moves)) in now.moves.iter().enumerate() {
        for &mv in moves {
            let mut chosen: Vec<G::Move> = now.moves.iter().map(|(_, moves)| moves[0]).collect();
            chosen[i] = mv;
            let (mut one, mut two) = (game.clone(), game.clone());
            play(&mut one, &chosen);
            play(&mut two, &chosen);
            assert_eq!(seen(&one), seen(&two), "{place}: {mv:?} does not always do the same");
        }
    }
    assert_eq!(&seen(game), now, "{place}: playing on a copy changed the original");
    let mut appended: Vec<G::Move> = Vec::new();
    for (player, moves) in now.moves.iter().filter(|(player, _)| *player != CHANCE) {
        let before = appended.len();
        game.moves(*player, &mut appended);
        assert_eq!(&appended[before..], &moves[..], "{place}: moves are not appended");
    }
}

/// Checks the keys of all moves and gives the largest.
fn check_keys<G: Game>(now: &Seen<G::Move>, place: &str) -> usize {
    let keys = now.moves.iter().flat_map(|(_, moves)| moves).map(|&mv| (mv, G::move_key(mv)));
    keys.map(|(mv, key)| {
        assert!(
            key < G::MOVE_KEYS.max(1),
            "{place}: {mv:?} has key {key}, {} are declared",
            G::MOVE_KEYS
        );
        key
    })
    .max()
    .unwrap_or(0)
}

/// Random moves and outcomes are legal, and each comes up within six deviations of its share.
fn check_draws<G: Game>(game: &G, now: &Seen<G::Move>, rng: &mut Rng, place: &str) {
    const EACH: f64 = 200.0;
    let (mut buffer, mut drawn) = (Vec::new(), Vec::new());
    for (player, moves) in &now.moves {
        let draws = EACH * moves.len() as f64;
        let shares: Vec<f64> = if *player == CHANCE {
            outcomes(game).into_iter().map(|(_, likely)| likely).collect()
        } else {
            vec![1.0 / moves.len() as f64; moves.len()]
        };
        let mut counts = vec![0u32; moves.len()];
        for _ in 0..draws as usize {
            let mv = if *player == CHANCE {
                game.random_outcome(rng, &mut drawn)
            } else {
                game.random_move(*player, rng, &mut buffer)
            };
            let index = moves.iter().position(|&legal| legal == mv);
            counts[index.unwrap_or_else(|| panic!("{place}: {mv:?} was drawn, is not legal"))] += 1;
        }
        for ((mv, &count), share) in moves.iter().zip(&counts).zip(shares) {
            let expected = share * draws;
            let far = (f64::from(count) - expected).abs() / expected.max(1.0).sqrt();
            assert!(far < 6.0, "{place}: {mv:?} was drawn {count} times, {expected} expected");
        }
    }
}

/// Games at every length read back as they were written, and spoilt text never panics.
pub fn notation<C: Contest>(contest: &C, games: u64) {
    for number in 0..games {
        let mut rng = stream(&[0x207A, number]);
        let start = contest.start(mix(&[number]));
        let (mut game, mut moves) = (start.clone(), Vec::new());
        let mut text = contest.write(&start, &moves);
        loop {
            let (again, read) = contest
                .read(&text)
                .unwrap_or_else(|error| panic!("game {number} does not read: {error}\n{text}"));
            assert_eq!(read, moves, "game {number}:\n{text}");
            assert_eq!(contest.write(&again, &read), text, "game {number} is written otherwise");
            assert_eq!(seen(&again), seen(&start), "game {number}: the start differs\n{text}");
            let now = seen(&game);
            if now.turn == Turn::Over {
                break;
            }
            let chosen: Vec<_> =
                now.moves.iter().map(|(_, moves)| moves[below(&mut rng, moves.len())]).collect();
            play(&mut game, &chosen);
            moves.extend(chosen);
            text = contest.write(&start, &moves);
        }
        spoil(contest, &text, &mut rng);
    }
}

/// Reads text with a piece missing or changed: it may be wrong, or by luck right, but must answer.
fn spoil<C: Contest>(contest: &C, text: &str, rng: &mut Rng) {
    let chars: Vec<char> = text.chars().collect();
    for _ in 0..20 {
        let mut spoilt = chars.clone();
        let at = below(rng, spoilt.len().max(1)).min(spoilt.len());
        match below(rng, 3) {
            0 => spoilt.truncate(at),
            1 if at < spoilt.len() => {
                spoilt.remove(at);
            }
            _ => spoilt.insert(at, ['0', '9', 'x', '/', '-', '\n', 'é', ' '][below(rng, 8)]),
        }
        let spoilt: String = spoilt.into_iter().collect();
        if let Ok((start, moves)) = contest.read(&spoilt) {
            // What was accepted must be a game that replays.
            contest.write(&start, &moves);
            contest.replay(&spoilt).expect("it was read a line ago");
        }
    }
}

/// Every agent and preset that is listed can be made, prints in a form that means the same, and
/// random agents play the same game twice, without a fault.
pub fn agents<C: Contest>(contest: &C) {
    let any: &dyn AnyContest = contest;
    let sides = any.sides().len();
    for side in 0..sides {
        for name in any.agents(side).names() {
            let made = any.check(side, &Spec::word(name));
            let settings = made.unwrap_or_else(|error| panic!("{name}: {error}"));
            let again = any.check(side, &settings.to_spec());
            assert_eq!(again.as_ref(), Ok(&settings), "{name} prints as {settings}");
        }
    }
    let random: Vec<_> = (0..sides)
        .map(|side| any.check(side, &Spec::word("random")).expect("every game has `random`"))
        .collect();
    for number in 0..4 {
        let options = PlayOptions { seed: 1, number, ..PlayOptions::default() };
        let [one, two] = [0, 1].map(|_| any.play(&random, &options).expect("it plays"));
        assert_eq!(one.fault, None, "game {number}");
        assert_eq!(one.record, two.record, "game {number} is not the same twice");
        assert_eq!(one.rewards, two.rewards);
    }
}

/// A view holds nothing hidden: states sampled from it look the same to its owner, though they
/// differ in what others see, and equal views give equal samples.
pub fn views<G: Hidden>(start: impl Fn(u64) -> G, games: u64)
where
    G::View: PartialEq + Debug,
{
    let mut differed = false;
    for number in 0..games {
        let mut rng = stream(&[0x71E3, number]);
        let mut game = start(mix(&[number]));
        for ply in 0.. {
            let now = seen(&game);
            if now.turn == Turn::Over {
                break;
            }
            for player in 0..G::PLAYERS {
                let place = format!("game {number}, ply {ply}, player {player}");
                let view = game.view(player);
                let seed = mix(&[number, ply, player as u64]);
                let guess = G::sample(&view, &mut stream(&[seed]));
                let twin = G::sample(&view.clone(), &mut stream(&[seed]));
                assert_eq!(seen(&guess), seen(&twin), "{place}: equal views, different samples");
                assert_eq!(guess.view(player), view, "{place}: a sample does not fit its view");
                let guessed = seen(&guess);
                assert_eq!(guessed.turn, now.turn, "{place}: whose turn it is can't be hidden");
                if now.turn.deciders::<G>().contains(&player) && !game.hides_moves(player) {
                    assert_eq!(guessed.moves, now.moves, "{place}: the player's own moves differ");
                }
                differed |= (0..G::PLAYERS).any(|other| guess.view(other) != game.view(other));
            }
            let chosen: Vec<G::Move> =
                now.moves.iter().map(|(_, moves)| moves[below(&mut rng, moves.len())]).collect();
            play(&mut game, &chosen);
        }
    }
    assert!(
        differed || !start(0).features().hidden,
        "every sample was the truth: nothing is hidden"
    );
}
