//! Which failure gives which exit code: 1 the run failed, 2 the input was wrong, 130 interrupted.

use anyhow::anyhow;
use spinney_games::contest::{NotationError, PlayError};
use spinney_lab::record::RecordError;
use spinney_lab::stats::sprt::SprtError;
use spinney_lab::store::StoreError;
use spinney_lab::tournament::TournamentError;
use spinney_lab::tune::FileError;
use spinney_spec::SpecError;
use std::process::ExitCode;

/// The input was wrong: the message says what would be right.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Input(pub String);

/// A person pressed Ctrl-C; what was finished is saved or printed.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// An error about the input.
pub fn input(message: impl Into<String>) -> anyhow::Error {
    anyhow!(Input(message.into()))
}

/// Lets agents fail in silence: a panic inside a game is caught there, counted and reported with
/// its reason, so the default message would only tear the progress bar.
pub fn quiet_games() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(spinney_lab::runner::THREAD_NAME) {
            default(panic);
        }
    }));
}

/// Prints the error, a line for each cause, and gives the exit code that fits it.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(<dyn std::error::Error>::is::<Interrupted>) {
        eprintln!("interrupted");
        return ExitCode::from(130);
    }
    for (i, cause) in error.chain().enumerate() {
        let start = if i == 0 { "error:" } else { "  because:" };
        eprintln!("{start} {}", cause.to_string().trim_end());
    }
    ExitCode::from(if error.chain().any(is_about_input) { 2 } else { 1 })
}

fn is_about_input(cause: &(dyn std::error::Error + 'static)) -> bool {
    let play = cause.downcast_ref::<PlayError>();
    let play = play.or_else(|| cause.downcast_ref::<Box<PlayError>>().map(AsRef::as_ref));
    let store = cause.downcast_ref::<StoreError>();
    cause.is::<Input>()
        || cause.is::<SpecError>()
        || cause.is::<Box<SpecError>>()
        || cause.is::<NotationError>()
        || cause.is::<RecordError>()
        || cause.is::<SprtError>()
        || cause.is::<TournamentError>()
        || cause.is::<FileError>()
        || matches!(play, Some(PlayError::Spec { .. }))
        || store.is_some_and(|store| {
            use StoreError::{CannotOpen, Damaged, Different, Itself, Newer, NotAStore, ReadOnly};
            matches!(
                store,
                CannotOpen { .. }
                    | Damaged { .. }
                    | Different { .. }
                    | Itself { .. }
                    | Newer { .. }
                    | NotAStore { .. }
                    | ReadOnly { .. }
            )
        })
}
