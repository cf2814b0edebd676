//! The baseline: no preference at all.

use super::{At, Selection};
use crate::rng::{Rng, below};
use crate::stats::Plain;
use crate::tree::Arm;

/// Every arm is as likely as every other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Selection for Random {
    type Stats = Plain;

    #[inline]
    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Plain>],
        _at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        below(rng, arms.len())
    }
}
