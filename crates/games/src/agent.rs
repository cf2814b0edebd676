//! Who decides: what an agent is asked, what it answers, and how it can fail.
//!
//! An agent is made from its [`Settings`](spinney_spec::Settings) and sees only the view of its side.
//! [`Agent::analyse`] is all that it must do; [`Agent::choose`] is the move of that analysis. While
//! it thinks, it shows what it has found so far to whoever [`Watch`]es.
//!
//! ```
//! use spinney_games::agent::Watch;
//! use spinney_games::agents;
//! use spinney_games::tic_tac_toe::TicTacToe;
//! use spinney_search::{budget::Stop, minimax::EndsOnly};
//!
//! let settings = agents::catalogue().resolve(&"uct(playouts=500)".parse()?)?;
//! let mut agent = agents::agent::<TicTacToe>(&settings, EndsOnly, 1)?;
//! let stop = Stop::new();
//! let analysis = agent.analyse(&TicTacToe::default(), 0, &mut Watch::new(&stop)).unwrap();
//! assert_eq!(analysis.playouts, 500);
//! assert_eq!(analysis.best, 4); // the centre
//! assert_eq!(analysis.candidates[0].mv, 4);
//! # Ok::<(), spinney_spec::SpecError>(())
//! ```

mod analysis;
mod fault;
pub mod policy;
mod thinking;

pub use analysis::{Analysis, Branch, Candidate, Place, Watch};
pub use fault::{Fault, FaultKind};
pub use thinking::Thinking;

use spinney_search::budget::Stop;
use spinney_search::game::Player;
use spinney_search::mcts::SearchError;
use spinney_spec::SpecError;

/// Who decides for a side, from what that side can see.
pub trait Agent<V, M>: Send {
    /// Thinks about the decision that `player` takes now. Returns soon after the watch's flag is
    /// raised, with what it has.
    ///
    /// # Errors
    /// When the search fails. A match records that as a [`Fault`].
    fn analyse(
        &mut self,
        view: &V,
        player: Player,
        watch: &mut Watch<'_, M>,
    ) -> Result<Analysis<M>, AgentError>;

    /// A legal move for `player`, who decides now.
    ///
    /// # Errors
    /// As for [`Agent::analyse`].
    fn choose(&mut self, view: &V, player: Player, stop: &Stop) -> Result<M, AgentError> {
        Ok(self.analyse(view, player, &mut Watch::new(stop))?.best)
    }

    /// Gives back the memory that the next decision does not need: a long wait may follow.
    fn rest(&mut self) {}
}

/// Why an agent has no move.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AgentError {
    /// The search found something wrong with the game.
    #[error("{0}")]
    Search(#[from] SearchError),
    /// The settings can't be used in this position.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// The search gave no move.
    #[error("the search gave no move")]
    NoMove,
}
