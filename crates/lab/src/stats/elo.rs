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

    /// The players to whom a chain of links leads from one player, itself included.
    fn reached(&self, from: usize, linked: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let (mut seen, mut todo) = (vec![from], vec![from]);
        while let Some(player) = todo.pop() {
            for other in 0..self.players {
                if linked(player, other) && !seen.contains(&other) {
                    seen.push(other);
                    todo.push(other);
                }
            }
        }
        seen
    }

    /// Groups of players who have met, if only by way of others.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..self.players {
            if !groups.concat().contains(&player) {
                groups.push(self.reached(player, |one, other| self.games(one, other) > 0.0));
            }
        }
        groups
    }

    /// The games of some players among each other.
    fn among(&self, group: &[usize]) -> Self {
        let all = || group.iter().flat_map(|&one| group.iter().map(move |&other| (one, other)));
        Self {
            players: group.len(),
            points: all().map(|(one, other)| self.points(one, other)).collect(),
            games: all().map(|(one, other)| self.games(one, other)).collect(),
        }
    }

    /// Whether from every player a chain of points leads to every other one: exactly then the
    /// likelihood has a maximum (Ford 1957).
    fn has_maximum(&self) -> bool {
        let forward = self.reached(0, |one, other| self.points(one, other) > 0.0);
        let backward = self.reached(0, |one, other| self.points(other, one) > 0.0);
        forward.len() == self.players && backward.len() == self.players
    }

    /// One more game, a draw, for every pair that has played.
    fn add_draws(&mut self) {
        for first in 0..self.players {
            for second in 0..first {
                if self.games(first, second) > 0.0 {
                    self.add(first, second, 0.5, 1.0);
                }
            }
        }
    }
}

/// Ratings with their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// A rating a player; their mean is 0. Players who have not met, not even by way of others, can't be
    /// compared: each such group has its own mean of 0.
    pub elo: Vec<f64>,
    /// Half the width of the 95 % interval of each; infinite for who has played nobody.
    pub error: Vec<f64>,
    /// Whether a drawn game was added to each pair because somebody won, or lost, everything.
    pub draw_added: bool,
}

/// The ratings of maximum likelihood.
pub fn ratings(table: &CrossTable) -> Ratings {
    let n = table.players;
    let mut found = Ratings { elo: vec![0.0; n], error: vec![f64::INFINITY; n], draw_added: false };
    for group in table.groups().iter().filter(|group| group.len() > 1) {
        let mut games = table.among(group);
        if !games.has_maximum() {
            games.add_draws();
            found.draw_added = true;
        }
        let (gamma, variance) = maximum(&games);
        let unit = 400.0 / std::f64::consts::LN_10;
        for (place, &player) in group.iter().enumerate() {
            found.elo[player] = unit * gamma[place];
            found.error[player] = Z95 * unit * variance[place].sqrt();
        }
    }
    found
}

/// The maximum of the likelihood in natural units, γ = elo · ln 10 / 400, and the variance of each
/// rating.
///
/// Newton's method on a concave function. No step changes a rating by more than one unit: from a
/// lopsided table it would run away. It is at the maximum within a few steps; lopsided tables take
/// dozens.
fn maximum(table: &CrossTable) -> (Vec<f64>, Vec<f64>) {
    let n = table.players;
    let mut gamma = vec![0.0; n];
    for _ in 0..200 {
        let (gradient, inverse) = (gradient(table, &gamma), centred_inverse(table, &gamma));
        let step: Vec<f64> =
            (0..n).map(|i| (0..n).map(|j| inverse[i * n + j] * gradient[j]).sum()).collect();
        let longest = step.iter().fold(1.0_f64, |most, s: &f64| most.max(s.abs()));
        gamma.iter_mut().zip(&step).for_each(|(g, s)| *g += s / longest);
    }
    let inverse = centred_inverse(table, &gamma);
    (gamma, (0..n).map(|i| inverse[i * n + i]).collect())
}

fn win_probability(gamma: &[f64], i: usize, j: usize) -> f64 {
    1.0 / (1.0 + (gamma[j] - gamma[i]).exp())
}

fn gradient(table: &CrossTable, gamma: &[f64]) -> Vec<f64> {
    let n = gamma.len();
    let surplus =
        |i: usize, j: usize| table.points(i, j) - table.games(i, j) * win_probability(gamma, i, j);
    // Nobody plays himself, so the sum over all is that over the others.
    (0..n).map(|i| (0..n).map(|j| surplus(i, j)).sum()).collect()
}

/// The inverse of the Fisher information on ratings whose sum is 0. The information alone is
/// singular (only differences matter): adding the all-ones matrix J/n makes it regular, and taking
/// J/n off the inverse again leaves the part that is orthogonal to it.
fn centred_inverse(table: &CrossTable, gamma: &[f64]) -> Vec<f64> {
    let n = gamma.len();
    let ones = 1.0 / n as f64;
    let mut information = vec![ones; n * n];
    for i in 0..n {
        for j in 0..n {
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

/// The inverse of a symmetric, positive definite matrix (Gauss and Jordan), which needs no pivots.
fn invert(mut a: Vec<f64>, n: usize) -> Vec<f64> {
    let mut inverse = vec![0.0; n * n];
    (0..n).for_each(|i| inverse[i * n + i] = 1.0);
    for column in 0..n {
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
        assert_eq!((found.elo.len(), table.players()), (4, 4));
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
    fn who_lost_everything_has_one_too() {
        let mut table = CrossTable::new(2);
        table.add(0, 1, 0.0, 10.0);
        let found = ratings(&table);
        assert!(found.draw_added);
        assert!((found.elo[1] - found.elo[0] - from_score(10.5 / 11.0)).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn who_played_each_other_gets_the_draw() {
        // The first and the last have not met: no draw is added for them.
        let mut table = CrossTable::new(3);
        table.add(0, 1, 10.0, 10.0);
        table.add(1, 2, 10.0, 10.0);
        let found = ratings(&table);
        let step = from_score(10.5 / 11.0);
        assert!(found.draw_added);
        assert!((found.elo[0] - found.elo[1] - step).abs() < 1e-6, "{found:?}");
        assert!((found.elo[1] - found.elo[2] - step).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn who_have_not_met_are_not_compared() {
        let mut table = CrossTable::new(5);
        table.add(0, 3, 65.0, 100.0);
        table.add(1, 4, 30.0, 40.0);
        let found = ratings(&table);
        let (wide, narrow) = (from_score(0.75) / 2.0, from_score(0.65) / 2.0);
        let expected = [narrow, wide, 0.0, -narrow, -wide];
        for (elo, expected) in found.elo.iter().zip(expected) {
            assert!((elo - expected).abs() < 1e-6, "{found:?}");
        }
        assert!(!found.draw_added, "nobody won everything");
        // As if each pair were alone; who met nobody is unknown.
        let mut alone = CrossTable::new(2);
        alone.add(0, 1, 65.0, 100.0);
        assert!((found.error[3] - ratings(&alone).error[1]).abs() < 1e-9);
        assert!(found.error[4] > found.error[3] && found.error[2] == f64::INFINITY);
    }

    #[test]
    fn a_lopsided_table_that_contradicts_itself_has_its_maximum() {
        // Newton's method with whole steps runs away from this one.
        let mut table = CrossTable::new(6);
        for (first, second, points, games) in [
            (0, 1, 9.0, 10.0),
            (0, 2, 0.45, 1.0),
            (0, 4, 1.5, 2.0),
            (0, 5, 999.0, 1e3),
            (1, 2, 99_999.0, 1e5),
            (1, 3, 99.0, 1e2),
            (1, 4, 35.2, 1e2),
            (1, 5, 0.5, 1e2),
            (2, 3, 99.5, 1e2),
            (2, 4, 9_999_999.5, 1e7),
            (2, 5, 0.57, 1.0),
            (3, 4, 0.5, 1e1),
            (3, 5, 0.5, 1e7),
            (4, 5, 0.5, 1.0),
        ] {
            table.add(first, second, points, games);
        }
        let found = ratings(&table);
        assert!(!found.draw_added);
        // At the maximum everybody has as many points as the ratings expect.
        for one in 0..6 {
            let games = |other| table.games(one, other);
            let expected = |other: usize| expected_score(found.elo[one] - found.elo[other]);
            let points: f64 = (0..6).map(|other| table.points(one, other)).sum();
            let due: f64 = (0..6).map(|other| games(other) * expected(other)).sum();
            assert!((points - due).abs() < 1e-6, "{one}: {points} for {due}");
        }
    }

    #[test]
    fn nobody_and_no_games() {
        assert_eq!(ratings(&CrossTable::new(0)).elo, Vec::<f64>::new());
        let idle = ratings(&CrossTable::new(2));
        assert_eq!(idle.elo, [0.0, 0.0]);
        assert_eq!(idle.error, [f64::INFINITY, f64::INFINITY]);
    }
}
