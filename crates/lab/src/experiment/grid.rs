//! A grid of cells: specifications with holes, and the axes whose values fill them.
//!
//! ```toml
//! [[grid]]
//! game = "scotland-yard"
//! agents = { seekers = "mcts(reduction={r})", hider = "mcts" }
//! published = """
//! 0:   63.6 ± 3.0
//! 0.1: 70.1 ± 2.8
//! """
//! [[grid.axis]]
//! name = "r"
//! values = ["0", "0.1"]
//! ```
//!
//! The first axes run down the rows and the last one along the columns; with a single axis there
//! is one column. A published table repeats all labels, and they are compared, so that no number
//! slips into a neighbour's place.

use super::published::{Entry, Published};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The names that stand for texts in specifications.
pub(super) type Variables = BTreeMap<String, String>;

/// One axis as the file gives it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AxisFile {
    name: String,
    title: Option<String>,
    #[serde(default)]
    values: Vec<ValueFile>,
    /// Whole numbers from here …
    from: Option<u64>,
    /// … to here, both included, …
    to: Option<u64>,
    /// … this far apart.
    step: Option<u64>,
}

/// One place on an axis: a plain value, or a label with variables.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ValueFile {
    Plain(Scalar),
    Named {
        label: String,
        #[serde(default)]
        twin: BTreeMap<String, Scalar>,
        #[serde(flatten)]
        variables: BTreeMap<String, Scalar>,
    },
}

/// A word or a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
    Integer(i64),
    Real(f64),
    Text(String),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(n) => write!(f, "{n}"),
            Self::Real(x) => write!(f, "{x}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// All texts of a table of scalars.
pub(super) fn texts(table: &BTreeMap<String, Scalar>) -> Variables {
    table.iter().map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// An axis: its name, and what stands along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The name by which plots and templates know it.
    pub name: String,
    /// What to write along it.
    pub title: String,
    /// The labels in order.
    pub labels: Vec<String>,
    pub(super) variables: Vec<Variables>,
    pub(super) twins: Vec<Variables>,
}

impl Axis {
    pub(super) fn new(file: AxisFile) -> Result<Self, String> {
        let name = file.name;
        let mut values = file.values;
        if let (Some(from), Some(to)) = (file.from, file.to) {
            let step = file.step.unwrap_or(1).max(1) as usize;
            let numbers = (from..=to).step_by(step);
            values.extend(numbers.map(|n| ValueFile::Plain(Scalar::Integer(n as i64))));
        }
        if values.is_empty() {
            return Err(format!("axis `{name}` is empty: give `values`, or `from` and `to`"));
        }
        let mut axis = Self {
            title: file.title.unwrap_or_else(|| name.clone()),
            labels: Vec::new(),
            variables: Vec::new(),
            twins: Vec::new(),
            name,
        };
        for value in values {
            let (label, variables, twin) = match value {
                ValueFile::Plain(value) => {
                    let text = value.to_string();
                    (text.clone(), Variables::from([(axis.name.clone(), text)]), Variables::new())
                }
                ValueFile::Named { label, twin, variables } => {
                    (label, texts(&variables), texts(&twin))
                }
            };
            if label.is_empty() || label.contains(['/', ':', '|', '*']) || label == "?" {
                return Err(format!("label `{label}`: `/`, `:`, `|`, `*` and `?` name cells"));
            }
            if axis.labels.contains(&label) {
                return Err(format!("axis `{}` has the label `{label}` twice", axis.name));
            }
            axis.labels.push(label);
            axis.variables.push(variables);
            axis.twins.push(twin);
        }
        Ok(axis)
    }
}

/// Fills the holes of a specification; what is put in may have holes again.
pub(super) fn fill(template: &str, variables: &Variables) -> Result<String, String> {
    let mut text = template.to_string();
    for _ in 0..8 {
        let Some(open) = text.find('{') else { return Ok(text) };
        let close = text[open..].find('}').map(|at| open + at);
        let close = close.ok_or_else(|| format!("`{template}`: a brace is not closed"))?;
        let name = &text[open + 1..close];
        let value = variables.get(name).ok_or_else(|| {
            let known: Vec<&str> = variables.keys().map(String::as_str).collect();
            format!("`{template}`: nothing is called `{name}`; the names are {}", known.join(", "))
        })?;
        let hole = format!("{{{name}}}");
        text = text.replace(&hole, value);
    }
    if text.contains('{') {
        return Err(format!("`{template}`: more than eight holes, or one that holds itself"));
    }
    Ok(text)
}

/// Every combination of places on the axes, the last axis running fastest.
pub(super) fn places(axes: &[Axis]) -> Vec<Vec<usize>> {
    axes.iter().fold(vec![Vec::new()], |so_far, axis| {
        so_far
            .iter()
            .flat_map(|place| {
                (0..axis.labels.len()).map(move |i| {
                    let mut longer = place.clone();
                    longer.push(i);
                    longer
                })
            })
            .collect()
    })
}

/// The published table of a grid: an entry for every place, in the order of [`places`].
pub(super) fn read_table(text: &str, axes: &[Axis]) -> Result<Vec<Entry>, String> {
    let (rows, columns) =
        if axes.len() > 1 { axes.split_at(axes.len() - 1) } else { (axes, &[][..]) };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    if let Some(axis) = columns.first() {
        let header = lines.next().ok_or("the published table is empty")?;
        let (_, labels) =
            header.split_once(':').ok_or("the first line names the columns: `: A | B`")?;
        let labels: Vec<&str> = labels.split('|').map(str::trim).collect();
        if labels != axis.labels {
            return Err(format!("columns are {labels:?}, the axis has {:?}", axis.labels));
        }
    }
    let width = columns.first().map_or(1, |axis| axis.labels.len());
    let mut entries = Vec::new();
    for place in places(rows) {
        let label = key(rows, &place);
        let line = lines.next().ok_or_else(|| format!("row `{label}` is missing"))?;
        let (found, cells) = line.split_once(':').ok_or_else(|| format!("no label: {line}"))?;
        let found: Vec<&str> = found.split('/').map(str::trim).collect();
        if found.join("/") != label {
            return Err(format!("row `{}` stands where `{label}` should", found.join("/")));
        }
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        if cells.len() != width {
            return Err(format!("row `{label}` has {} cells of {width}", cells.len()));
        }
        for cell in cells {
            entries
                .push(Entry::parse(cell).map_err(|problem| format!("row `{label}`: {problem}"))?);
        }
    }
    match lines.next() {
        Some(line) => Err(format!("a line too many: {line}")),
        None => Ok(entries),
    }
}

/// The name of a place: its labels between slashes.
pub(super) fn key(axes: &[Axis], place: &[usize]) -> String {
    let labels: Vec<&str> = axes.iter().zip(place).map(|(a, &i)| a.labels[i].as_str()).collect();
    labels.join("/")
}

/// What is played in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// The game's specification.
    pub game: String,
    /// Each side's name and agent.
    pub agents: Vec<(String, String)>,
}

/// One cell of a table, or one point of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name: labels between slashes, after the grid's name if that has one.
    pub key: String,
    /// The place on each axis.
    pub place: Vec<usize>,
    /// What the paper prints.
    pub published: Option<Published>,
    /// What is played, as the paper limits it.
    pub play: Play,
    /// For cells that the paper limits by time: the same limited by playouts or nodes, which
    /// repeats exactly.
    pub twin: Option<Play>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Result<Axis, String> {
        Axis::new(toml::from_str(text).map_err(|e| e.to_string())?)
    }

    #[test]
    fn axes_take_words_numbers_and_ranges() {
        let words = axis("name = 'r'\nvalues = ['0', 0.5, 1]").unwrap();
        assert_eq!(words.labels, ["0", "0.5", "1"]);
        assert_eq!(words.variables[1], Variables::from([("r".into(), "0.5".into())]));
        let range = axis("name = 'l'\nfrom = 10\nto = 20\nstep = 5").unwrap();
        assert_eq!(range.labels, ["10", "15", "20"]);
        assert!(axis("name = 'l'").unwrap_err().contains("empty"));
        assert!(axis("name = 'l'\nvalues = ['a', 'a']").unwrap_err().contains("twice"));
        assert!(axis("name = 'l'\nvalues = ['a/b']").unwrap_err().contains("name cells"));
    }

    #[test]
    fn holes_are_filled_through_and_through() {
        let names = [("limit", "playouts={n}"), ("n", "100"), ("me", "{me}")];
        let names = names.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
        assert_eq!(fill("mcts({limit}, c=1)", &names).unwrap(), "mcts(playouts=100, c=1)");
        assert!(fill("{x}", &names).unwrap_err().contains("the names are limit, me, n"));
        assert!(fill("{me}", &names).unwrap_err().contains("holds itself"));
        assert!(fill("{n", &names).unwrap_err().contains("not closed"));
    }

    #[test]
    fn a_table_with_a_slipped_row_is_refused() {
        let axes = [
            axis("name = 'r'\nvalues = ['0', '1']").unwrap(),
            axis("name = 'h'\nvalues = ['A', 'B']").unwrap(),
        ];
        let read = |text: &str| read_table(text, &axes);
        assert_eq!(read(": A | B\n0: 1 | 2\n1: ? | -").unwrap().len(), 4);
        assert!(read(": A | C\n0: 1 | 2\n1: 3 | 4").unwrap_err().contains("columns are"));
        assert!(read(": A | B\n1: 1 | 2\n0: 3 | 4").unwrap_err().contains("stands where `0`"));
        assert!(read(": A | B\n0: 1 | 2").unwrap_err().contains("row `1` is missing"));
        assert!(read(": A | B\n0: 1\n1: 3 | 4").unwrap_err().contains("1 cells of 2"));
        assert!(read(": A | B\n0: 1 | 2\n1: 3 | 4\n2: 5 | 6").unwrap_err().contains("too many"));
    }
}
