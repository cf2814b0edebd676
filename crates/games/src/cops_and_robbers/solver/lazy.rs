//! A game that is solved when somebody first asks, once for all who do.

use super::{Keep, Solution, SolveError, check_size};
use crate::cops_and_robbers::rules::Rules;
use spinney_search::budget::Stop;
use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::time::Duration;

/// How often those who wait for a solution look at their flags.
const WAIT: Duration = Duration::from_millis(2);

/// The solution of a game, worked out when it is first needed.
#[derive(Debug)]
pub struct LazySolution {
    rules: Arc<Rules>,
    solution: OnceLock<Arc<Solution>>,
    solving: Mutex<()>,
}

impl LazySolution {
    /// The solution of the game with these rules.
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules, solution: OnceLock::new(), solving: Mutex::new(()) }
    }

    /// Bytes that the solution takes while it is being worked out.
    ///
    /// # Errors
    /// When that is more than is allowed.
    pub fn memory(&self) -> Result<u64, SolveError> {
        let (vertices, cops) = (self.rules.graph().len(), self.rules.cops());
        check_size(vertices, cops, Keep::Distances)?;
        Ok(Solution::memory(self.rules.graph(), cops))
    }

    /// The solution: as it is known, or from whoever works it out now, or worked out here.
    ///
    /// # Errors
    /// When the flag is raised before, or the game is too large.
    pub fn get(&self, stop: &Stop) -> Result<Arc<Solution>, SolveError> {
        loop {
            if let Some(solution) = self.solution.get() {
                return Ok(Arc::clone(solution));
            }
            match self.solving.try_lock() {
                Ok(_solving) => {
                    if self.solution.get().is_none() {
                        let solved = Solution::of(Arc::clone(&self.rules), stop)?;
                        // Nobody else sets it: the lock is ours.
                        let _ = self.solution.set(Arc::new(solved));
                    }
                }
                // Whoever worked on it has panicked: it is our turn.
                Err(TryLockError::Poisoned(_)) => self.solving.clear_poison(),
                Err(TryLockError::WouldBlock) if stop.raised() => {
                    return Err(SolveError::Interrupted);
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(WAIT),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cops_and_robbers::Options;
    use crate::cops_and_robbers::tests::rules;

    fn lazy(graph: &str, cops: usize) -> LazySolution {
        LazySolution::new(rules(graph, Options { cops, seen_every: 1, ..Options::default() }))
    }

    #[test]
    fn all_get_the_same_solution() {
        let lazy = lazy("grid(5, 5)", 2);
        let get = || lazy.get(&Stop::new()).unwrap();
        let (one, other) = std::thread::scope(|scope| {
            let other = scope.spawn(get);
            (get(), other.join().unwrap())
        });
        assert!(Arc::ptr_eq(&one, &other) && Arc::ptr_eq(&one, &get()));
    }

    #[test]
    fn who_is_stopped_leaves_it_to_the_next() {
        let (lazy, stop) = (lazy("grid(4, 4)", 2), Stop::new());
        stop.raise();
        assert_eq!(lazy.get(&stop).err(), Some(SolveError::Interrupted));
        assert!(lazy.get(&Stop::new()).is_ok());
        // What is known is there at once.
        assert!(lazy.get(&stop).is_ok());
    }

    #[test]
    fn nobody_waits_longer_than_allowed() {
        let (lazy, stop) = (lazy("grid(4, 4)", 2), Stop::new());
        stop.raise();
        let _busy = lazy.solving.lock().unwrap();
        assert_eq!(lazy.get(&stop).err(), Some(SolveError::Interrupted));
    }

    #[test]
    fn what_is_too_large_says_so() {
        assert!(lazy("grid(4, 4)", 2).memory().is_ok());
        let error = lazy("grid(20, 20)", 4).memory().unwrap_err();
        assert!(matches!(error, SolveError::TooLarge { .. }), "{error}");
    }
}
