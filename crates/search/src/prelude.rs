//! What most programs need: `use spinney_search::prelude::*;`.
//!
//! ```
//! use spinney_search::{doc_games::Nim, prelude::*};
//! let mut search = Mcts::uct(1.0).budget(Budget::playouts(2_000)).seed(1);
//! assert_eq!(search.best_move(&Nim::new(8))?, 2);
//! # Ok::<(), SearchError>(())
//! ```

pub use crate::budget::{Budget, Stop};
pub use crate::final_move::FinalMove;
pub use crate::game::{Features, Game, Hidden, Known, Player, Turn, Uniformly, Worlds};
pub use crate::mcts::{Config, Mcts, SearchError};
pub use crate::minimax::{AlphaBeta, EndsOnly, Evaluation, Team};
pub use crate::playout::{Playout, Uniform};
pub use crate::report::Report;
pub use crate::rng::{Rng, below, stream, unit};
pub use crate::selection::{Index, RegretMatching, Selection, SinglePlayer, Ucb1};
