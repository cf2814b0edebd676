//! Elo ratings by maximum likelihood over a cross table, with error bars.
//!
//! The model is Bradley and Terry's (1952): the expected score of one player against another is
//! 1 / (1 + 10^(−d / 400)) at a rating difference d; a draw is half a win and half a loss. Ratings
//! are centred on 0. The errors come from the Fisher information with that centring; as draws vary
//! less than wins and losses, they are cautious where there are many draws.
//!
//! Where somebody won everything the likelihood has no maximum. Then every pair that played is
//! given one more drawn game, and the answer says so.
//!
//! ```
//! use spinney_lab::stats::elo::{CrossTable, ratings};
//! let mut table = CrossTable::new(2);
//! table.add(0, 1, 300.0, 400.0); // the first took 300 points of 400
//! let found = ratings(&table);
//! // 400 log₁₀ 3
//! assert!((found.elo[0] - found.elo[1] - 190.85).abs() < 0.01);
//! ```

use super::Z95;

/// The expected score of a player who is so many Elo stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The strength, in Elo, that gives this expected score: infinite at 0 and 1.
pub fn from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Who took how many points of whom.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossTable {
    players: usize,
    /// Points of the row player against the column player.
    points: Vec<f64>,
    games: Vec<f64>,
}

impl CrossTable {
    /// So many players, no games.
    pub fn new(players: usize) -> Self {
        Self { players, points: vec![0.0; players * players], games: vec![0.0; players * players] }
    }
    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }
    /// Adds games between two players; `points` are the first one's, a draw being half.
    pub fn add(&mut self, first: usize, second: usize, points: f64, games: f64) {
        let (ab, ba) = (first * self.players + second, second * self.players + first);
        self.points[ab] += points;
        self.points[ba] += games - points;
        self.games[ab] += games;
        self.games[ba] += games;
    }
    /// Points of one player against another.
    pub fn points(&self, first: usize, second: usize) -> f64 {
        self.points[first * self.players + second]
    }
    /// Games between two players.
    pub fn games(&self, first: usize, second: usize) -> f64 {
        self.games[first * self.players + second]
    }

    /// Whether from every player a chain of points leads to every other one: exactly then the
    /// likelihood has a maximum (Ford 1957).
    fn is_connected(&self) -> bool {
        let reaches_all = |forward: bool| {
            let mut seen = vec![false; self.players];
            let mut todo = vec![0];
            while let Some(player) = todo.pop() {
                if std::mem::replace(&mut seen[player], true) {
                    continue;
                }
                todo.extend((0..self.players).filter(|&other| {
                    let points = if forward {
                        self.points(player, other)
                    } else {
                        self.points(other, player)
                    };
                    points > 0.0
                }));
            }
            seen.iter().all(|&seen| seen)
        };
        self.players == 0 || (reaches_all(true) && reaches_all(false))
    }
}

/// Ratings with their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// A rating a player; their mean is 0.
    pub elo: Vec<f64>,
    /// Half the width of the 95 % interval of each; infinite for who has played nobody.
    pub error: Vec<f64>,
    /// Whether a drawn game was added to each pair because somebody won, or lost, everything.
    pub draw_added: bool,
}

/// The ratings of maximum likelihood.
pub fn ratings(table: &CrossTable) -> Ratings {
    let draw_added = !table.is_connected();
    let mut table = table.clone();
    if draw_added {
        for first in 0..table.players {
            for second in first + 1..table.players {
                if table.games(first, second) > 0.0 {
                    table.add(first, second, 0.5, 1.0);
                }
            }
        }
    }
    let n = table.players;
    // In natural units: γ = elo · ln 10 / 400. Newton's method on a concave function, with steps of
    // at most one unit so that it can't run away from a lopsided table.
    let mut gamma = vec![0.0; n];
    for _ in 0..500 {
        let (gradient, inverse) = (gradient(&table, &gamma), centred_inverse(&table, &gamma));
        let step: Vec<f64> =
            (0..n).map(|i| (0..n).map(|j| inverse[i * n + j] * gradient[j]).sum()).collect();
        let longest = step.iter().fold(0.0_f64, |most, s: &f64| most.max(s.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        gamma.iter_mut().zip(&step).for_each(|(g, s)| *g += scale * s);
        if longest < 1e-12 {
            break;
        }
    }
    let unit = 400.0 / std::f64::consts::LN_10;
    let inverse = centred_inverse(&table, &gamma);
    let alone = |i: usize| (0..n).all(|j| table.games(i, j) == 0.0);
    let error = |i: usize| {
        if alone(i) { f64::INFINITY } else { Z95 * unit * inverse[i * n + i].max(0.0).sqrt() }
    };
    Ratings {
        elo: gamma.iter().map(|g| g * unit).collect(),
        error: (0..n).map(error).collect(),
        draw_added,
    }
}

fn win_probability(gamma: &[f64], i: usize, j: usize) -> f64 {
    1.0 / (1.0 + (gamma[j] - gamma[i]).exp())
}

fn gradient(table: &CrossTable, gamma: &[f64]) -> Vec<f64> {
    let n = gamma.len();
    let surplus =
        |i: usize, j: usize| table.points(i, j) - table.games(i, j) * win_probability(gamma, i, j);
    (0..n).map(|i| (0..n).filter(|&j| j != i).map(|j| surplus(i, j)).sum()).collect()
}

/// The inverse of the Fisher information on ratings whose sum is 0. The information alone is
/// singular (only differences matter): adding the all-ones matrix J/n makes it regular, and taking
/// J/n off the inverse again leaves the part that is orthogonal to it.
fn centred_inverse(table: &CrossTable, gamma: &[f64]) -> Vec<f64> {
    let n = gamma.len();
    let ones = 1.0 / n as f64;
    let mut information = vec![ones; n * n];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let p = win_probability(gamma, i, j);
            let weight = table.games(i, j) * p * (1.0 - p);
            information[i * n + j] -= weight;
            information[i * n + i] += weight;
        }
    }
    let mut inverse = invert(information, n);
    for cell in &mut inverse {
        *cell -= ones;
    }
    inverse
}

/// Gauss and Jordan's inverse with row pivots. A pivot of nothing (groups that never met) is left
/// out, which keeps each group centred where it is.
fn invert(mut a: Vec<f64>, n: usize) -> Vec<f64> {
    let mut inverse = vec![0.0; n * n];
    (0..n).for_each(|i| inverse[i * n + i] = 1.0);
    for column in 0..n {
        let size = |row: usize| a[row * n + column].abs();
        let pivot = (column..n).max_by(|&x, &y| size(x).total_cmp(&size(y))).unwrap_or(column);
        if size(pivot) < 1e-13 {
            continue;
        }
        for k in 0..n {
            a.swap(pivot * n + k, column * n + k);
            inverse.swap(pivot * n + k, column * n + k);
        }
        let scale = 1.0 / a[column * n + column];
        for k in 0..n {
            a[column * n + k] *= scale;
            inverse[column * n + k] *= scale;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[row * n + column];
            for k in 0..n {
                a[row * n + k] -= factor * a[column * n + k];
                inverse[row * n + k] -= factor * inverse[column * n + k];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_scores_as_published() {
        // Elo's own table (The Rating of Chessplayers, 1978, logistic form): 200 points are 76 %.
        assert_eq!(format!("{:.2}", expected_score(200.0)), "0.76");
        assert_eq!(format!("{:.2}", expected_score(-400.0)), "0.09");
        assert!((from_score(expected_score(123.0)) - 123.0).abs() < 1e-9);
    }

    #[test]
    fn two_players_in_closed_form() {
        let mut table = CrossTable::new(2);
        table.add(0, 1, 65.0, 100.0);
        let found = ratings(&table);
        let exact = from_score(0.65);
        assert!((found.elo[0] - exact / 2.0).abs() < 1e-6 && !found.draw_added);
        // The difference has variance 1 / (n p q); each rating is half of it.
        let deviation = 1.0 / (100.0_f64 * 0.65 * 0.35).sqrt() / 2.0;
        let error = Z95 * deviation * 400.0 / std::f64::consts::LN_10;
        assert!((found.error[0] - error).abs() < 1e-6, "{} {error}", found.error[0]);
    }

    /// Hunter's (2004) minorization-maximization: slow, obvious, another road to the same maximum.
    fn by_minorization(table: &CrossTable) -> Vec<f64> {
        let n = table.players();
        let mut strength = vec![1.0_f64; n];
        for _ in 0..20_000 {
            let old = strength.clone();
            for i in 0..n {
                let points: f64 = (0..n).map(|j| table.points(i, j)).sum();
                let weight: f64 =
                    (0..n).filter(|&j| j != i).map(|j| table.games(i, j) / (old[i] + old[j])).sum();
                strength[i] = points / weight;
            }
            let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / n as f64;
            for s in &mut strength {
                *s /= mean.exp();
            }
        }
        strength.iter().map(|s| 400.0 * s.log10()).collect()
    }

    #[test]
    fn four_players_as_minorization_finds() {
        let mut table = CrossTable::new(4);
        table.add(0, 1, 61.5, 100.0);
        table.add(0, 2, 18.0, 20.0);
        table.add(1, 2, 70.0, 110.0);
        table.add(2, 3, 33.0, 60.0);
        table.add(0, 3, 40.0, 41.0);
        let found = ratings(&table);
        for (newton, slow) in found.elo.iter().zip(by_minorization(&table)) {
            assert!((newton - slow).abs() < 1e-6, "{newton} {slow}");
        }
        assert!(found.elo.iter().sum::<f64>().abs() < 1e-6);
        // Fewer games, more doubt: the third met others 190 times, the fourth 101 times.
        assert!(found.error[3] > found.error[2]);
    }

    #[test]
    fn who_won_everything_has_a_finite_rating_with_a_note() {
        let mut table = CrossTable::new(3);
        table.add(0, 1, 10.0, 10.0);
        table.add(0, 2, 10.0, 10.0);
        table.add(1, 2, 5.0, 10.0);
        let found = ratings(&table);
        assert!(found.draw_added);
        assert!(found.elo.iter().chain(&found.error).all(|x| x.is_finite()), "{found:?}");
        // 10½ of 11 against each of two equals.
        assert!((found.elo[0] - found.elo[1] - from_score(10.5 / 11.0)).abs() < 1e-6);
    }

    #[test]
    fn nobody_and_no_games() {
        assert_eq!(ratings(&CrossTable::new(0)).elo, Vec::<f64>::new());
        let idle = ratings(&CrossTable::new(2));
        assert_eq!(idle.elo, [0.0, 0.0]);
        assert_eq!(idle.error, [f64::INFINITY, f64::INFINITY]);
    }
}
