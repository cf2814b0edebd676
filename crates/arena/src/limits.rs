//! How much a client may ask for: a bucket of tokens that fills again with time.

use std::time::Instant;

/// A bucket of tokens.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    level: f64,
    capacity: f64,
    per_second: f64,
    since: Instant,
}

impl Bucket {
    pub(crate) fn new(capacity: f64, per_second: f64) -> Self {
        Self { level: capacity, capacity, per_second, since: Instant::now() }
    }

    /// Takes a token; false if there is none.
    pub(crate) fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.capacity);
        self.since = now;
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }

    /// Whether nothing was taken for a while, so that a new bucket would be the same.
    pub(crate) fn is_full(&self) -> bool {
        let passed = self.since.elapsed().as_secs_f64();
        self.level + passed * self.per_second >= self.capacity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::new(3.0, 10.0);
        let now = Instant::now();
        assert_eq!((0..5).filter(|_| bucket.take_at(now)).count(), 3);
        let later = now + Duration::from_millis(250);
        assert_eq!((0..5).filter(|_| bucket.take_at(later)).count(), 2);
        let much_later = later + Duration::from_secs(60);
        assert_eq!((0..5).filter(|_| bucket.take_at(much_later)).count(), 3);
    }
}
