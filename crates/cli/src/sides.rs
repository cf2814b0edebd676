//! The words for a side: `--as mrx` and `--as hider` are the same.

use crate::failure::input;
use spinney_spec::{did_you_mean, nearest};

/// Other words for a side, by the name that games give it.
const WORDS: &[(&str, &[&str])] = &[
    ("hider", &["mrx", "mr-x"]),
    ("seekers", &["detectives", "seeker", "detective"]),
    ("cops", &["cop"]),
    ("robber", &["robbers"]),
    ("a", &["x", "first"]),
    ("b", &["o", "second"]),
];

/// The other words for a side.
pub fn words(side: &str) -> &'static [&'static str] {
    WORDS.iter().find(|(name, _)| *name == side).map_or(&[], |(_, words)| words)
}

/// The number of the side that a word stands for; `flag` is where it was given.
pub fn find(flag: &str, word: &str, sides: &[&'static str]) -> anyhow::Result<usize> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    let found = sides.iter().position(|side| is(side) || words(side).iter().any(|name| is(name)));
    found.ok_or_else(|| {
        let all = sides.iter().flat_map(|side| [side].into_iter().chain(words(side)));
        let hint = did_you_mean(nearest(word, all.copied()).as_deref());
        let list: Vec<String> = sides
            .iter()
            .map(|side| match words(side) {
                [] => (*side).to_string(),
                words => format!("{side} (or {})", words.join(", ")),
            })
            .collect();
        input(format!("{flag} {word}: unknown side{hint}; the sides are {}", list.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_words_name_a_side_and_others_are_answered_with_a_list() {
        let yard = ["hider", "seekers"];
        for (word, side) in [("mrx", 0), ("Mr-X", 0), ("hider", 0), ("detectives", 1)] {
            assert_eq!(find("--as", word, &yard).unwrap(), side);
        }
        assert_eq!(find("--as", "o", &["a", "b"]).unwrap(), 1);
        let error = find("--as", "detektives", &yard).unwrap_err().to_string();
        assert_eq!(
            error,
            "--as detektives: unknown side (did you mean `detectives`?); the sides are hider (or mrx, \
             mr-x), seekers (or detectives, seeker, detective)"
        );
    }
}
