use super::*;
use proptest::prelude::*;

fn run(range: &[Dimension], options: Options, f: impl Fn(&[f64]) -> f64) -> CrossEntropy {
    let mut tuner = CrossEntropy::new(range, options, 7).unwrap();
    for _ in 0..60 {
        let scores: Vec<f64> = tuner.ask().iter().map(|x| f(x)).collect();
        tuner.tell(&scores).unwrap();
    }
    tuner
}

/// Rastrigin's function with its top moved to (1.3, -2.1): a hill with a bump in every unit.
#[test]
fn finds_the_highest_of_many_hills() {
    let bump = |x: f64| x * x + 10.0 * (1.0 - (std::f64::consts::TAU * x).cos());
    let options = Options { population: 200, elite: 20, smoothing: 0.7, floor: 0.0 };
    let found =
        run(&[Dimension::real(-5.0, 5.0); 2], options, |x| -bump(x[0] - 1.3) - bump(x[1] + 2.1));
    let mean = found.mean();
    assert!((mean[0] - 1.3).abs() < 1e-3 && (mean[1] + 2.1).abs() < 1e-3, "{mean:?}");
}

#[test]
fn finds_the_top_though_parameters_depend_on_each_other() {
    let found = run(&[Dimension::real(-4.0, 8.0); 2], Options::default(), |x| {
        -(x[0] + x[1] - 1.0).powi(2) - 0.3 * (x[0] - x[1] - 3.0).powi(2)
    });
    let mean = found.mean();
    assert!((mean[0] - 2.0).abs() < 0.01 && (mean[1] + 1.0).abs() < 0.01, "{mean:?}");
}

#[test]
fn finds_an_optimum_at_the_edge_and_whole_numbers() {
    let range = [Dimension::real(0.0, 5.0), Dimension::integer(1.0, 1000.0)];
    let found = run(&range, Options::default(), |x| x[0] - (x[1] - 613.0).abs());
    assert_eq!(found.mean(), [5.0, 613.0]);
    assert_eq!(found.state().best.as_ref().unwrap(), &(vec![5.0, 613.0], 5.0));
    assert_eq!(found.spread(), 0.0);
}

#[test]
fn one_step_is_the_elites_mean_and_deviation() {
    let options = Options { population: 5, elite: 2, smoothing: 0.5, floor: 0.0 };
    let mut tuner = CrossEntropy::new(&[Dimension::real(0.0, 8.0)], options, 3).unwrap();
    let samples = tuner.ask();
    tuner.tell(&[0.0, 9.0, 1.0, 7.0, 2.0]).unwrap();
    let (a, b) = (samples[1][0], samples[3][0]);
    assert!((tuner.state().mean[0] - f64::midpoint(f64::midpoint(a, b), 4.0)).abs() < 1e-12);
    assert!((tuner.state().deviation[0] - f64::midpoint((a - b).abs() / 2.0, 4.0)).abs() < 1e-12);
}

#[test]
fn a_floor_keeps_a_parameter_moving() {
    let options = Options { floor: 0.1, ..Options::default() };
    let found = run(&[Dimension::real(0.0, 10.0)], options, |_| 0.0);
    assert!(found.state().deviation[0] >= 1.0);
}

#[test]
fn a_stored_run_goes_on_as_it_would_have() {
    let range = [Dimension::real(-1.0, 1.0), Dimension::integer(0.0, 9.0)];
    let f = |x: &Vec<f64>| -x[0].powi(2) + x[1];
    let mut whole = CrossEntropy::new(&range, Options::default(), 5).unwrap();
    let mut pieces = whole.clone();
    for _ in 0..8 {
        let scores: Vec<f64> = whole.ask().iter().map(f).collect();
        whole.tell(&scores).unwrap();
        let state = pieces.state().clone();
        pieces = CrossEntropy::resume(&range, Options::default(), state).unwrap();
        let scores: Vec<f64> = pieces.ask().iter().map(f).collect();
        pieces.tell(&scores).unwrap();
    }
    assert_eq!(whole, pieces);
}

#[test]
fn nonsense_is_refused() {
    let one = [Dimension::real(0.0, 1.0)];
    let with = |options| CrossEntropy::new(&one, options, 0).unwrap_err().to_string();
    assert!(with(Options { elite: 0, ..Options::default() }).contains("elite"));
    assert!(with(Options { elite: 101, ..Options::default() }).contains("elite"));
    assert!(with(Options { smoothing: 0.0, ..Options::default() }).contains("smoothing"));
    assert!(with(Options { smoothing: f64::NAN, ..Options::default() }).contains("smoothing"));
    for bad in [(1.0, 0.0), (0.0, f64::INFINITY), (f64::NAN, 1.0)] {
        let range = [Dimension::real(bad.0, bad.1)];
        assert!(CrossEntropy::new(&range, Options::default(), 0).is_err());
    }
    let gap = [Dimension::integer(0.2, 0.8)];
    assert!(CrossEntropy::new(&gap, Options::default(), 0).is_err());
    let mut tuner = CrossEntropy::new(&one, Options::default(), 0).unwrap();
    assert_eq!(tuner.tell(&[1.0]), Err(TuneError::Count { given: 1, expected: 100 }));
    let mut scores = vec![0.0; 100];
    scores[4] = f64::NAN;
    assert!(tuner.tell(&scores).unwrap_err().to_string().contains("sample 4 scored NaN"));
    assert_eq!(tuner.state().generation, 0, "a refused generation changes nothing");
}

#[test]
fn normal_numbers_are_normal() {
    let mut rng = stream(&[2]);
    let n = 100_000;
    let drawn: Vec<f64> = (0..n).map(|_| gaussian(&mut rng)).collect();
    let moment = |k| drawn.iter().map(|x: &f64| x.powi(k)).sum::<f64>() / f64::from(n);
    // Moments 0, 1, 0, 3; each bound is more than five standard errors.
    assert!(moment(1).abs() < 0.02 && (moment(2) - 1.0).abs() < 0.03);
    assert!(moment(3).abs() < 0.07 && (moment(4) - 3.0).abs() < 0.16);
}

proptest! {
    #[test]
    fn samples_stay_in_range(min in -1e6..1e6, width in 1.0..1e6, seed: u64, integer: bool) {
        let d = Dimension { min, max: min + width, integer };
        let tuner = CrossEntropy::new(&[d], Options::default(), seed).unwrap();
        for sample in tuner.ask() {
            prop_assert!((d.min..=d.max).contains(&sample[0]));
            prop_assert!(!integer || sample[0].fract() == 0.0);
        }
    }
}
