//! The threads on which engines think.
//!
//! There are as many as the pool has, and no more. Rooms take turns: whoever has several requests
//! waits behind the others after each. Moves go before hints where there is one thread left, and a
//! hint that has gone on for a while ends early when a move waits for its thread.

use crate::options::Limits;
use spinney_search::budget::Stop;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Why an engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The game waits for its move.
    Move,
    /// A person wants to know.
    Hint,
}

/// A request.
pub(crate) struct Job {
    /// The room that asks.
    pub room: String,
    /// What for.
    pub lane: Lane,
    /// How many threads the agent uses.
    pub threads: usize,
    /// Ends the thinking when raised.
    pub stop: Stop,
    /// The longest that it may take.
    pub longest: Duration,
    /// What is to be done, on a thread of the pool.
    pub work: Box<dyn FnOnce() + Send>,
}

/// What the pool does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Load {
    pub threads: usize,
    pub running: usize,
    pub waiting: usize,
}

#[derive(Default)]
struct Queue {
    /// The rooms that wait, in the order of their turns, each with its requests.
    rooms: VecDeque<(String, VecDeque<Job>)>,
    running: Vec<Running>,
    next: u64,
    closed: bool,
}

struct Running {
    id: u64,
    room: String,
    lane: Lane,
    threads: usize,
    stop: Stop,
    since: Instant,
    longest: Duration,
}

/// The pool.
pub(crate) struct Engines {
    queue: Mutex<Queue>,
    wake: Condvar,
    pub(crate) threads: usize,
}

impl Engines {
    /// A pool of so many threads, which run until [`Engines::close`].
    pub(crate) fn new(threads: usize) -> Arc<Self> {
        let pool = Arc::new(Self { queue: Mutex::default(), wake: Condvar::new(), threads });
        for number in 0..threads {
            let pool = Arc::clone(&pool);
            // The name keeps panics of engines quiet: they are caught and reported to the room.
            let name = spinney_lab::runner::THREAD_NAME.to_string();
            let thread = std::thread::Builder::new().name(name).spawn(move || pool.run());
            if let Err(error) = thread {
                tracing::error!(number, %error, "no thread for an engine");
            }
        }
        pool
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for something; false if too many hints wait already.
    pub(crate) fn submit(&self, job: Job, limits: &Limits) -> bool {
        let mut queue = self.lock();
        if queue.closed || job.lane == Lane::Hint && queue.waiting(Lane::Hint) >= limits.waiting {
            return false;
        }
        match queue.rooms.iter_mut().find(|(room, _)| *room == job.room) {
            Some((_, jobs)) if job.lane == Lane::Move => jobs.push_front(job),
            Some((_, jobs)) => jobs.push_back(job),
            None => queue.rooms.push_back((job.room.clone(), VecDeque::from([job]))),
        }
        drop(queue);
        self.wake.notify_all();
        true
    }

    /// What the pool does now.
    pub(crate) fn load(&self) -> Load {
        let queue = self.lock();
        Load {
            threads: self.threads,
            running: queue.running.iter().map(|running| running.threads).sum(),
            waiting: queue.rooms.iter().map(|(_, jobs)| jobs.len()).sum(),
        }
    }

    /// Whether a thread is busy for this room.
    pub(crate) fn thinks_for(&self, room: &str) -> bool {
        self.lock().running.iter().any(|running| running.room == room)
    }

    /// Ends what has gone on for too long. Called now and then.
    pub(crate) fn look_after(&self, limits: &Limits) {
        let queue = self.lock();
        let moves_wait = queue.waiting(Lane::Move) > 0;
        for running in &queue.running {
            let longest = match running.lane {
                Lane::Hint if moves_wait => limits.hint_before_moves.min(running.longest),
                _ => running.longest,
            };
            if running.since.elapsed() > longest {
                running.stop.raise();
            }
        }
    }

    /// Stops everything; what waits is forgotten.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.rooms.clear();
        queue.running.iter().for_each(|running| running.stop.raise());
        drop(queue);
        self.wake.notify_all();
    }

    fn run(&self) {
        while let Some((id, work)) = self.next() {
            // Work catches the panics of engines itself. Should the room's own part of it panic,
            // the thread must live on all the same.
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            if done.is_err() {
                tracing::error!("a panic outside of an engine");
            }
            self.lock().running.retain(|running| running.id != id);
            self.wake.notify_all();
        }
    }

    /// The next request, when there is one.
    fn next(&self) -> Option<(u64, Box<dyn FnOnce() + Send>)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.take(self.threads) {
                let id = queue.next;
                queue.next += 1;
                queue.running.push(Running {
                    id,
                    room: job.room,
                    lane: job.lane,
                    threads: job.threads,
                    stop: job.stop,
                    since: Instant::now(),
                    longest: job.longest,
                });
                return Some((id, job.work));
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Queue {
    fn waiting(&self, lane: Lane) -> usize {
        self.rooms.iter().flat_map(|(_, jobs)| jobs).filter(|job| job.lane == lane).count()
    }

    /// Takes the request of the room whose turn it is, of those that may begin now.
    fn take(&mut self, threads: usize) -> Option<Job> {
        let busy: usize = self.running.iter().map(|running| running.threads).sum();
        let hints = self.running.iter().filter(|running| running.lane == Lane::Hint);
        let hints: usize = hints.map(|running| running.threads).sum();
        let fits = |job: &Job| {
            let most = if job.lane == Lane::Hint { threads.max(2) - 1 } else { threads };
            let taken = if job.lane == Lane::Hint { hints } else { 0 };
            let wanted = job.threads.min(threads);
            busy + wanted <= threads && (taken == 0 || taken + wanted <= most)
        };
        // Moves first: a hint begins when no move that fits is waiting.
        let of = |lane| {
            let begins = |job: Option<&Job>| job.is_some_and(|job| job.lane == lane && fits(job));
            self.rooms.iter().position(|(_, jobs)| begins(jobs.front()))
        };
        let place = of(Lane::Move).or_else(|| of(Lane::Hint))?;
        let (room, mut jobs) = self.rooms.remove(place)?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.rooms.push_back((room, jobs));
        }
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    fn job(room: &str, lane: Lane, work: impl FnOnce() + Send + 'static) -> Job {
        let longest = Duration::from_secs(60);
        let (room, stop) = (room.to_string(), Stop::new());
        Job { room, lane, threads: 1, stop, longest, work: Box::new(work) }
    }

    fn until_told() -> (Sender<()>, impl FnOnce() + Send) {
        let (tell, told): (_, Receiver<()>) = channel();
        (tell, move || assert!(told.recv().is_ok()))
    }

    #[test]
    fn rooms_take_turns_and_moves_go_first() {
        let (pool, limits) = (Engines::new(1), Limits::default());
        let (go, wait) = until_told();
        assert!(pool.submit(job("first", Lane::Move, wait), &limits));
        let (say, said) = channel();
        for (room, lane, name) in [
            ("a", Lane::Hint, "a hint"),
            ("b", Lane::Move, "b1"),
            ("b", Lane::Move, "b2"),
            ("c", Lane::Move, "c1"),
        ] {
            let say = say.clone();
            pool.submit(job(room, lane, move || say.send(name).unwrap()), &limits);
        }
        go.send(()).unwrap();
        let order: Vec<&str> = (0..4).map(|_| said.recv().unwrap()).collect();
        // The last request of a room goes before its older ones: it is for the newer position.
        assert_eq!(order, ["b2", "c1", "b1", "a hint"]);
        pool.close();
    }

    #[test]
    fn a_panic_does_not_cost_a_thread() {
        let (pool, limits) = (Engines::new(1), Limits::default());
        pool.submit(job("a", Lane::Move, || panic!("on purpose")), &limits);
        let (say, said) = channel();
        pool.submit(job("b", Lane::Move, move || say.send(1).unwrap()), &limits);
        assert_eq!(said.recv(), Ok(1));
        pool.close();
    }

    #[test]
    fn a_hint_makes_way_for_moves() {
        let pool = Engines::new(1);
        let limits = Limits { hint_before_moves: Duration::ZERO, ..Limits::default() };
        let (go, wait) = until_told();
        let hint = job("a", Lane::Hint, wait);
        let stop = hint.stop.clone();
        pool.submit(hint, &limits);
        while pool.load().running == 0 {
            std::thread::yield_now();
        }
        pool.look_after(&limits);
        assert!(!stop.raised());
        pool.submit(job("b", Lane::Move, || ()), &limits);
        std::thread::sleep(Duration::from_millis(2));
        pool.look_after(&limits);
        assert!(stop.raised());
        go.send(()).unwrap();
        pool.close();
    }
}
