//! Declared parameters: the one place that the parser, the help, the forms, the tuner and the docs
//! all read.

use super::{Arg, Choice, Spec, SpecError, did_you_mean, nearest};
use std::fmt;

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Integer {
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// A limit of a search; 0 is no limit.
    Limit {
        /// The largest.
        max: u64,
        /// The limit that holds when the search is given none at all; 0 if there is none.
        otherwise: u64,
    },
    /// A number in a range, both ends included.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Any specification; who uses it checks it.
    Any,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Its key.
    pub name: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// Its value when not given, as text.
    pub default: &'static str,
    /// One line for people.
    pub help: &'static str,
    /// Whether a tuner may vary it.
    pub tunable: bool,
}

impl Param {
    const fn new(
        name: &'static str,
        kind: Kind,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { name, kind, default, help, tunable: false }
    }
    /// A whole number.
    pub const fn integer(
        name: &'static str,
        default: &'static str,
        min: u64,
        max: u64,
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Integer { min, max }, default, help)
    }
    /// A limit of a search: 0, the default, is no limit. `otherwise` holds when the search is given
    /// no limit at all.
    pub const fn limit(name: &'static str, otherwise: u64, max: u64, help: &'static str) -> Self {
        Self::new(name, Kind::Limit { max, otherwise }, "0", help)
    }
    /// A number.
    pub const fn real(
        name: &'static str,
        default: &'static str,
        min: f64,
        max: f64,
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Real { min, max }, default, help)
    }
    /// One of several words.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        choices: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Choice(choices), default, help)
    }
    /// Yes or no.
    pub const fn flag(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Flag, default, help)
    }
    /// Anything; who uses it checks it.
    pub const fn any(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Any, default, help)
    }
    /// The same, open to the tuner.
    pub const fn tunable(mut self) -> Self {
        self.tunable = true;
        self
    }

    /// The range or the choices, for people.
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Integer { min, max } if max == u64::MAX => format!("a whole number from {min}"),
            Kind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Limit { max, otherwise: 0 } => {
                format!("a whole number up to {max}; 0 for no limit")
            }
            Kind::Limit { max, otherwise } => {
                format!(
                    "a whole number up to {max}; 0 for no limit; {otherwise} if no limit is given"
                )
            }
            Kind::Real { min, max } => format!("a number from {min} to {max}"),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Flag => "true or false".to_string(),
            Kind::Any => "a specification".to_string(),
        }
    }

    /// The value in its canonical form, or what was expected.
    fn check(&self, value: &Spec) -> Result<Spec, String> {
        let text = value.name.as_str();
        let plain = value.args.is_empty();
        let canonical = match self.kind {
            Kind::Any => return Ok(value.clone()),
            Kind::Integer { min, max } => whole_number(text, min, max),
            Kind::Limit { max, .. } => whole_number(text, 0, max),
            Kind::Real { min, max } => text
                .parse::<f64>()
                .ok()
                .filter(|x| x.is_finite() && (min..=max).contains(x))
                .map(|x| x.to_string()),
            Kind::Choice(words) => words.contains(&text).then(|| text.to_string()),
            Kind::Flag => ["true", "false"].contains(&text).then(|| text.to_string()),
        };
        canonical.filter(|_| plain).map(Spec::word).ok_or_else(|| {
            let near = match self.kind {
                Kind::Choice(words) => nearest(text, words.iter().copied()),
                _ => None,
            };
            format!("expected {}{}", self.range(), did_you_mean(near.as_deref()))
        })
    }
}

/// A whole number in a range, in its canonical form; thousands may stand apart by `_`.
fn whole_number(text: &str, min: u64, max: u64) -> Option<String> {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    let number = digits.parse::<u64>().ok().filter(|n| (min..=max).contains(n))?;
    Some(number.to_string())
}

/// One name with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schema {
    /// The name.
    pub name: &'static str,
    /// One line for people.
    pub help: &'static str,
    /// Where it comes from: paper and section.
    pub source: &'static str,
    /// Its parameters; arguments without a key fill them in this order.
    pub params: &'static [Param],
}

/// A name for a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
    /// One line for people.
    pub help: &'static str,
}

/// All that can stand in one place.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// What these are called in messages: "agent", "graph".
    pub what: &'static str,
    /// The names with parameters.
    pub schemas: Vec<&'static Schema>,
    /// The names that stand for a specification.
    pub presets: Vec<Preset>,
}

impl Catalogue {
    /// These schemas, no presets.
    pub fn new(what: &'static str, schemas: &[&'static Schema]) -> Self {
        Self { what, schemas: schemas.to_vec(), presets: Vec::new() }
    }

    /// The same with one more preset.
    pub fn preset(mut self, name: &'static str, spec: &'static str, help: &'static str) -> Self {
        self.presets.push(Preset { name, spec, help });
        self
    }

    /// Every name, presets last.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        let presets = self.presets.iter().map(|p| p.name);
        self.schemas.iter().map(|s| s.name).chain(presets)
    }

    /// Fills in defaults, expands a preset, checks every value.
    pub fn resolve(&self, spec: &Spec) -> Result<Settings, SpecError> {
        if let Some(preset) = self.presets.iter().find(|p| p.name == spec.name) {
            return self.resolve_schema(&preset.spec.parse()?)?.given(&spec.args);
        }
        self.resolve_schema(spec)
    }

    fn resolve_schema(&self, spec: &Spec) -> Result<Settings, SpecError> {
        let schema = self.schemas.iter().find(|s| s.name == spec.name).ok_or_else(|| {
            let known: Vec<&str> = self.names().collect();
            SpecError::UnknownName {
                what: self.what,
                name: spec.name.clone(),
                nearest: nearest(&spec.name, known.iter().copied()),
                known: known.join(", "),
            }
        })?;
        Settings::new(schema, &spec.args)
    }
}

/// A specification with every parameter filled in and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What was declared.
    pub schema: &'static Schema,
    values: Vec<Spec>,
}

impl Settings {
    /// Checks arguments against a schema.
    pub fn new(schema: &'static Schema, args: &[Arg]) -> Result<Self, SpecError> {
        let mut values: Vec<Spec> = Vec::with_capacity(schema.params.len());
        for param in schema.params {
            values.push(param.default.parse()?);
        }
        Self { schema, values }.given(args)
    }

    /// The same with these arguments in place of what was there.
    fn given(mut self, args: &[Arg]) -> Result<Self, SpecError> {
        let schema = self.schema;
        let mut seen = vec![false; schema.params.len()];
        let mut place = 0;
        for arg in args {
            let index = match &arg.key {
                Some(key) => schema.params.iter().position(|p| p.name == key),
                None => Some(place).filter(|&p| p < schema.params.len()),
            };
            place += usize::from(arg.key.is_none());
            let Some(index) = index else {
                let keys = || schema.params.iter().map(|p| p.name);
                let key = arg.key.clone().unwrap_or_else(|| arg.value.to_string());
                return Err(SpecError::UnknownKey {
                    of: schema.name.to_string(),
                    nearest: nearest(&key, keys()),
                    key,
                    known: if schema.params.is_empty() {
                        "none".to_string()
                    } else {
                        keys().collect::<Vec<_>>().join(", ")
                    },
                });
            };
            let param = &schema.params[index];
            if std::mem::replace(&mut seen[index], true) {
                let (of, key) = (schema.name.to_string(), param.name.to_string());
                return Err(SpecError::Twice { of, key });
            }
            self.values[index] =
                param.check(&arg.value).map_err(|expected| SpecError::BadValue {
                    of: schema.name.to_string(),
                    key: param.name.to_string(),
                    value: arg.value.to_string(),
                    expected,
                })?;
        }
        Ok(self)
    }

    /// The schema's name.
    pub fn name(&self) -> &'static str {
        self.schema.name
    }

    fn index(&self, key: &str) -> usize {
        let found = self.schema.params.iter().position(|p| p.name == key);
        found.unwrap_or_else(|| panic!("`{}` declares no parameter `{key}`", self.schema.name))
    }

    /// The value of a declared parameter, as a specification. Panics on an undeclared key: that is
    /// a slip in the program, not in the input.
    pub fn value(&self, key: &str) -> &Spec {
        &self.values[self.index(key)]
    }
    /// The value as a word.
    pub fn word(&self, key: &str) -> &str {
        &self.value(key).name
    }
    /// The value of an integer parameter.
    pub fn integer(&self, key: &str) -> u64 {
        self.word(key).parse().expect("checked when it was resolved")
    }
    /// The value of a number parameter.
    pub fn real(&self, key: &str) -> f64 {
        self.word(key).parse().expect("checked when it was resolved")
    }
    /// The value of a yes-or-no parameter.
    pub fn flag(&self, key: &str) -> bool {
        self.word(key) == "true"
    }
    /// The value of a choice whose names are those of `T`. Panics on another name: that is a slip in
    /// the declaration, not in the input.
    pub fn choice<T: Choice>(&self, key: &str) -> T {
        let named = T::named(self.word(key));
        named.unwrap_or_else(|| panic!("`{key}` is declared with the names of another type"))
    }
    /// Whether the schema declares this parameter.
    pub fn declares(&self, key: &str) -> bool {
        self.schema.params.iter().any(|param| param.name == key)
    }
    /// An error about one value, for checks that the declaration can't express.
    pub fn bad(&self, key: &str, expected: impl Into<String>) -> SpecError {
        SpecError::BadValue {
            of: self.schema.name.to_string(),
            key: key.to_string(),
            value: self.value(key).to_string(),
            expected: expected.into(),
        }
    }

    /// The same with one value changed, checked as if it had been given.
    pub fn with(&self, key: &str, value: impl fmt::Display) -> Result<Self, SpecError> {
        let value = Spec::word(value.to_string());
        self.clone().given(&[Arg { key: Some(key.to_string()), value }])
    }

    /// The shortest specification that means this: what differs from the defaults.
    pub fn to_spec(&self) -> Spec {
        let mut spec = Spec::word(self.schema.name);
        for (param, value) in self.schema.params.iter().zip(&self.values) {
            let default: Spec = param.default.parse().expect("defaults are specifications");
            if param.check(&default).as_ref() != Ok(value) {
                spec.args.push(Arg { key: Some(param.name.to_string()), value: value.clone() });
            }
        }
        spec
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_spec().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TOY: Schema = Schema {
        name: "toy",
        help: "for the tests",
        source: "",
        params: &[
            Param::integer("playouts", "1000", 1, 1_000_000, "iterations"),
            Param::real("c", "0.5", 0.0, 10.0, "exploration").tunable(),
            Param::choice("playout", "random", &["random", "greedy"], "how to play out"),
            Param::flag("reuse", "false", "keep the tree"),
            Param::any("graph", "ring(5)", "where"),
        ],
    };

    fn toys() -> Catalogue {
        Catalogue::new("agent", &[&TOY]).preset("fast", "toy(playouts=10)", "few playouts")
    }

    fn resolve(text: &str) -> Result<Settings, SpecError> {
        toys().resolve(&text.parse()?)
    }

    #[test]
    fn defaults_places_keys_and_presets() {
        let s = resolve("toy(2_000, 1e0, graph=ladder(3, 4))").unwrap();
        assert_eq!(s.integer("playouts"), 2000);
        assert_eq!(s.real("c"), 1.0);
        assert_eq!(s.value("graph").to_string(), "ladder(3, 4)");
        assert!(!s.flag("reuse"));
        assert_eq!(resolve("fast").unwrap().to_string(), "toy(playouts=10)");
        assert_eq!(resolve("fast(playouts=20)").unwrap().integer("playouts"), 20);
        assert_eq!(resolve("toy(c=0.5)").unwrap().to_string(), "toy");
    }

    #[test]
    fn canonical_form_resolves_to_itself() {
        for text in ["toy", "toy(c=0.25, reuse=true)", "fast(graph=a(b=c))", "toy(playout=greedy)"]
        {
            let settings = resolve(text).unwrap();
            assert_eq!(resolve(&settings.to_string()).unwrap(), settings);
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| resolve(text).unwrap_err().to_string();
        assert_eq!(
            error("tyo"),
            "unknown agent `tyo` (did you mean `toy`?); known agents: toy, fast"
        );
        assert_eq!(
            error("toy(plaouts=3)"),
            "`toy` has no parameter `plaouts` (did you mean `playouts`?); \
             it has: playouts, c, playout, reuse, graph"
        );
        assert_eq!(error("toy(c=1, c=2)"), "`toy`: c is given twice");
        assert_eq!(error("toy(5, playouts=6)"), "`toy`: playouts is given twice");
        assert_eq!(error("fast(c=1, c=1)"), "`toy`: c is given twice");
        assert_eq!(error("toy(c=11)"), "`toy`: c=11: expected a number from 0 to 10");
        assert_eq!(error("toy(c=NaN)"), "`toy`: c=NaN: expected a number from 0 to 10");
        assert_eq!(
            error("toy(playout=gredy)"),
            "`toy`: playout=gredy: expected one of random, greedy (did you mean `greedy`?)"
        );
        assert!(error("toy(1, 2, random, true, x, y)").contains("no parameter `y`"));
    }
}
