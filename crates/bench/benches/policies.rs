//! What one choice costs, by policy: seven arms, as at the root of Connect Four.

use divan::{Bencher, black_box};
use spinney_search::rng::stream;
use spinney_search::selection::{
    At, EpsilonGreedy, Exp3, Form, Moss, Omc, Pbbm, Reading, RegretMatching, Selection, Thompson,
    Ucb1, Ucb1Tuned, UcbMinimal, UcbV,
};
use spinney_search::stats::{Feedback, Stats};
use spinney_search::testing::arm_of;

fn main() {
    divan::main();
}

fn choose<S: Selection>(bencher: Bencher<'_, '_>, mut policy: S) {
    let arms: Vec<_> = (0..7).map(|_| arm_of(S::Stats::default())).collect();
    for i in 0..7usize {
        for visit in 0..20 + 3 * i {
            let reward = f64::from(u8::from((visit * 7 + i).is_multiple_of(3)));
            policy.learn(&arms, i, Feedback::of(reward), &[]);
        }
    }
    let total = arms.iter().map(|arm| arm.stats.visits()).sum();
    let mut rng = stream(&[1]);
    bencher.bench_local(|| {
        let at = At { player: 0, total };
        policy.choose(black_box(&arms), at, usize::from, &mut rng)
    });
}

#[divan::bench]
fn ucb1(bencher: Bencher<'_, '_>) {
    choose(bencher, Ucb1::new(1.4));
}
#[divan::bench]
fn ucb1_tuned(bencher: Bencher<'_, '_>) {
    choose(bencher, Ucb1Tuned);
}
#[divan::bench]
fn ucb_v(bencher: Bencher<'_, '_>) {
    choose(bencher, UcbV { zeta: 1.0, c: 1.0 });
}
#[divan::bench]
fn ucb_minimal(bencher: Bencher<'_, '_>) {
    choose(bencher, UcbMinimal::new(2.5, 1.0));
}
#[divan::bench]
fn moss(bencher: Bencher<'_, '_>) {
    choose(bencher, Moss::default());
}
#[divan::bench]
fn omc(bencher: Bencher<'_, '_>) {
    choose(bencher, Omc { stochastic: false, reading: Reading::Mean });
}
#[divan::bench]
fn pbbm(bencher: Bencher<'_, '_>) {
    choose(bencher, Pbbm { reading: Reading::Mean });
}
#[divan::bench]
fn epsilon_greedy(bencher: Bencher<'_, '_>) {
    choose(bencher, EpsilonGreedy { c: 1.0, d: 1.0, form: Form::Source });
}
#[divan::bench]
fn thompson(bencher: Bencher<'_, '_>) {
    choose(bencher, Thompson { c1: 1.0, c2: 1.0, form: Form::Source });
}
#[divan::bench]
fn exp3(bencher: Bencher<'_, '_>) {
    choose(bencher, Exp3::new(0.5));
}
#[divan::bench]
fn regret_matching(bencher: Bencher<'_, '_>) {
    choose(bencher, RegretMatching { gamma: 0.2 });
}
