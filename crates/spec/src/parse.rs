//! Reads the grammar, by hand: three rules do not need a parser library.

use super::{Arg, Spec, SpecError};

/// Nesting deeper than this is a mistake, and must not overflow the stack.
const DEEPEST: usize = 16;

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "-_./+:%#@~".contains(c)
}

pub(super) fn parse(text: &str) -> Result<Spec, SpecError> {
    let mut reader = Reader { text, chars: text.chars().collect(), at: 0 };
    let spec = reader.spec(0)?;
    reader.space();
    if reader.at < reader.chars.len() {
        return Err(reader.error("expected nothing more"));
    }
    Ok(spec)
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn error(&self, problem: &'static str) -> SpecError {
        SpecError::Syntax { text: self.text.to_string(), problem, column: self.at + 1 }
    }

    fn space(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// Steps over `c` if it comes next.
    fn eat(&mut self, c: char) -> bool {
        self.space();
        let found = self.chars.get(self.at) == Some(&c);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self) -> Result<String, SpecError> {
        self.space();
        let start = self.at;
        if self.eat('"') {
            let end = self.chars[self.at..].iter().position(|&c| c == '"');
            let end = end.ok_or_else(|| self.error("expected a closing quote"))? + self.at;
            let word = self.chars[self.at..end].iter().collect();
            self.at = end + 1;
            return Ok(word);
        }
        while self.chars.get(self.at).is_some_and(|&c| is_word(c)) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error("expected a name or a value"));
        }
        Ok(self.chars[start..self.at].iter().collect())
    }

    fn spec(&mut self, depth: usize) -> Result<Spec, SpecError> {
        let name = self.word()?;
        self.rest(name, depth)
    }

    /// The brackets after a name, if there are any.
    fn rest(&mut self, name: String, depth: usize) -> Result<Spec, SpecError> {
        let mut spec = Spec::word(name);
        if !self.eat('(') || self.eat(')') {
            return Ok(spec);
        }
        if depth == DEEPEST {
            return Err(self.error("brackets are nested too deep"));
        }
        loop {
            let word = self.word()?;
            let arg = if self.eat('=') {
                Arg { key: Some(word), value: self.spec(depth + 1)? }
            } else {
                Arg { key: None, value: self.rest(word, depth + 1)? }
            };
            spec.args.push(arg);
            if self.eat(')') {
                return Ok(spec);
            }
            if !self.eat(',') {
                return Err(self.error("expected `,` or `)`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_spec() -> impl Strategy<Value = Spec> {
        let word = prop_oneof!["[a-z0-9./+-]{1,8}", "[ (),=a-z]{0,6}"];
        let leaf = word.clone().prop_map(Spec::word);
        leaf.prop_recursive(3, 20, 4, move |inner| {
            let arg = (proptest::option::of("[a-z-]{1,6}"), inner)
                .prop_map(|(key, value)| Arg { key, value });
            (word.clone(), proptest::collection::vec(arg, 0..4))
                .prop_map(|(name, args)| Spec { name, args })
        })
    }

    proptest! {
        #[test]
        fn printing_and_parsing_round_trip(spec in any_spec()) {
            prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[a-c(),=\" ]{0,40}") {
            let _ = parse(&text);
        }
    }

    #[test]
    fn errors_name_the_place() {
        let at = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(at(""), "``: expected a name or a value at column 1");
        assert_eq!(at("a(b"), "`a(b`: expected `,` or `)` at column 4");
        assert_eq!(at("a(b=)"), "`a(b=)`: expected a name or a value at column 5");
        assert_eq!(at("a b"), "`a b`: expected nothing more at column 3");
        assert_eq!(at("\"a"), "`\"a`: expected a closing quote at column 2");
        assert!(at(&"a(".repeat(10_000)).contains("nested too deep"));
    }

    #[test]
    fn nested_and_positional() {
        let spec = parse(" cops ( graph = ladder( 20 ,1 ), 3 ) ").unwrap();
        assert_eq!(spec.to_string(), "cops(graph=ladder(20, 1), 3)");
    }
}
