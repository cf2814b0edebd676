//! Hidden information: Kuhn's poker, with a deck of three cards.
//!
//! Both players put one chip in and get a card each. The first bets one more or passes; after a bet
//! the other calls or folds; after a pass the other may bet, and then the first calls or folds. The
//! higher card wins what is in the pot.
//!
//! A search must not look at the other's card. It gets the view of one player and draws, for each
//! playout, a deal that fits.
//!
//! `cargo run --release -p spinney-search --example hidden`

use spinney_search::prelude::*;

/// A card, from 0 for the jack to 2 for the king.
type Card = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    /// Pass, or fold after a bet.
    Pass,
    /// Bet, or call after a bet.
    Bet,
}
use Action::{Bet, Pass};

#[derive(Clone)]
struct Kuhn {
    cards: [Card; 2],
    actions: Vec<Action>,
}

impl Game for Kuhn {
    type Move = Action;
    type Rewards = [f64; 2];
    /// A search of the state itself, which looks at both cards, does not compile.
    const HIDDEN_INFORMATION: bool = true;

    fn turn(&self) -> Turn {
        match self.actions[..] {
            [] | [Pass, Bet] => Turn::One(0),
            [_] => Turn::One(1),
            _ => Turn::Over,
        }
    }

    fn moves(&self, _player: Player, out: &mut Vec<Action>) {
        out.extend([Pass, Bet]);
    }

    fn play(&mut self, action: Action) {
        self.actions.push(action);
    }

    fn rewards(&self) -> [f64; 2] {
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        // Chips won by the first player, from −2 to 2.
        let won = match self.actions[..] {
            [Bet, Pass] => 1.0,
            [Pass, Bet, Pass] => -1.0,
            [Bet, Bet] | [Pass, Bet, Bet] => 2.0 * higher,
            _ => higher,
        };
        [0.5 + won / 4.0, 0.5 - won / 4.0]
    }

    fn features(&self) -> Features {
        Features { hidden: true, ..Features::default() }
    }
}

/// What one player knows: their own card and what was done so far.
#[derive(Clone)]
struct View {
    player: Player,
    card: Card,
    actions: Vec<Action>,
}

impl Hidden for Kuhn {
    type View = View;

    fn view(&self, player: Player) -> View {
        View { player, card: self.cards[player], actions: self.actions.clone() }
    }

    fn sample(view: &View, rng: &mut Rng) -> Self {
        let mut cards = [view.card; 2];
        // One of the two other cards.
        cards[1 - view.player] = (view.card + 1 + below(rng, 2)) % 3;
        Self { cards, actions: view.actions.clone() }
    }
}

fn main() -> Result<(), SearchError> {
    let mut search = Mcts::<Kuhn, _, _>::uct(0.5).seed(1);
    for (name, card) in [("jack", 0), ("queen", 1), ("king", 2)] {
        // The first player has bet. `cards` holds a card of the other too, the view does not.
        let game = Kuhn { cards: [(card + 1) % 3, card], actions: vec![Bet] };
        let answer = search.best_move(&Uniformly(&game.view(1)))?;
        println!("{name}: {}", if answer == Bet { "call" } else { "fold" });
        // A king always wins and a jack always loses.
        assert!(card == 1 || (answer == Bet) == (card == 2));
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), SearchError> {
    main()
}
