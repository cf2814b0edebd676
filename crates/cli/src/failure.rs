//! Which failure gives which exit code: 1 the run failed, 2 the input was wrong, 130 interrupted.

use anyhow::anyhow;
use spinney_games::contest::{NotationError, PlayError};
use spinney_lab::record::RecordError;
use spinney_lab::series::SeriesError;
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
        eprintln!("{start} {}", short(cause.to_string().trim_end()));
    }
    if let Some(hint) = error.chain().find_map(hint) {
        eprintln!("  {hint}");
    }
    ExitCode::from(if error.chain().any(is_about_input) { 2 } else { 1 })
}

/// A message that quotes a file does not quote all of it.
fn short(message: &str) -> String {
    const MOST: usize = 1000;
    match message.char_indices().nth(MOST) {
        None => message.to_string(),
        Some((end, _)) => format!("{} … ({} bytes more)", &message[..end], message.len() - end),
    }
}

/// What a flag could do about it. Libraries know nothing of flags.
fn hint(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    use StoreError::{Busy, CannotOpen, Missing, ReadOnly};
    let store = cause.downcast_ref::<StoreError>().or_else(|| {
        let series = cause.downcast_ref::<SeriesError>();
        series.and_then(|error| match error {
            SeriesError::Store(error) => Some(error),
            SeriesError::Output(_) => None,
        })
    });
    matches!(store, Some(Busy { .. } | CannotOpen { .. } | Missing { .. } | ReadOnly { .. }))
        .then_some("--store FILE chooses another store")
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
        || is_of_the_arena(cause)
        || matches!(play, Some(PlayError::Spec { .. }))
        || store.is_some_and(|store| {
            use StoreError::{
                CannotOpen, Damaged, Different, Itself, Missing, Newer, NotAStore, ReadOnly,
            };
            matches!(
                store,
                CannotOpen { .. }
                    | Damaged { .. }
                    | Different { .. }
                    | Itself { .. }
                    | Missing { .. }
                    | Newer { .. }
                    | NotAStore { .. }
                    | ReadOnly { .. }
            )
        })
}

#[cfg(feature = "arena")]
fn is_of_the_arena(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<spinney_arena::ArenaError>()
}

#[cfg(not(feature = "arena"))]
fn is_of_the_arena(_cause: &(dyn std::error::Error + 'static)) -> bool {
    false
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_messages_are_cut_between_letters() {
        assert_eq!(super::short("short"), "short");
        let cut = super::short(&"ß".repeat(300_000));
        assert!(cut.len() < 2100 && cut.ends_with("… (598000 bytes more)"), "{}", cut.len());
    }
}
