//! Names of many cells at once: `1 s/*/MM`.
//!
//! In a pattern `*` stands for any label and is the same in all patterns of a claim ("for each"),
//! and `?` runs over the labels of its axis ("among", "along").

use super::{Experiment, Grid};

/// A parsed pattern over one grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    grid: usize,
    parts: Vec<Part>,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Label(usize),
    Each,
    Free,
}

/// A cell that a pattern names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// The labels that `*` stands for, in order.
    pub(super) each: Vec<String>,
    /// The place of the first `?` on its axis.
    pub(super) free: usize,
    /// The cell: the grid's place and the cell's.
    pub(super) cell: (usize, usize),
}

impl Pattern {
    pub(super) fn new(text: &str, experiment: &Experiment) -> Result<Self, String> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (Some(name), rest),
            None => (None, text),
        };
        let grid = experiment.grids.iter().position(|grid| grid.name.as_deref() == name);
        let grid = grid.ok_or_else(|| format!("`{text}`: no such grid"))?;
        let axes = &experiment.grids[grid].axes;
        let labels: Vec<&str> = rest.split('/').map(str::trim).collect();
        if labels.len() != axes.len() {
            return Err(format!(
                "`{text}` has {} labels, the grid {} axes",
                labels.len(),
                axes.len()
            ));
        }
        let mut parts = Vec::new();
        for (label, axis) in labels.into_iter().zip(axes) {
            parts.push(match label {
                "*" => Part::Each,
                "?" => Part::Free,
                _ => Part::Label(axis.labels.iter().position(|l| l == label).ok_or_else(|| {
                    format!(
                        "`{text}`: no label `{label}`; the labels are {}",
                        axis.labels.join(", ")
                    )
                })?),
            });
        }
        Ok(Self { grid, parts, text: text.to_string() })
    }

    /// The axis of the first `?`.
    pub(super) fn free_axis(&self) -> Result<usize, String> {
        let free = self.parts.iter().position(|&part| part == Part::Free);
        free.ok_or_else(|| format!("`{}` has no `?`", self.text))
    }

    /// The numbers along the axis of the first `?`, or the places where labels are no numbers.
    pub(super) fn positions(&self, experiment: &Experiment) -> Vec<f64> {
        let axis = &experiment.grids[self.grid].axes[self.free_axis().unwrap_or(0)];
        let numbers: Vec<Option<f64>> =
            axis.labels.iter().map(|label| super::published::number(label)).collect();
        if numbers.iter().all(Option::is_some) {
            numbers.into_iter().flatten().collect()
        } else {
            (0..axis.labels.len()).map(|i| i as f64).collect()
        }
    }

    /// All cells that fit, in the order of the grid.
    pub(super) fn matches(&self, experiment: &Experiment) -> Vec<Match> {
        let grid: &Grid = &experiment.grids[self.grid];
        let mut found = Vec::new();
        for (i, cell) in grid.cells.iter().enumerate() {
            let (mut each, mut free, mut fits) = (Vec::new(), None, true);
            for ((part, &place), axis) in self.parts.iter().zip(&cell.place).zip(&grid.axes) {
                match part {
                    Part::Label(label) => fits &= *label == place,
                    Part::Each => each.push(axis.labels[place].clone()),
                    Part::Free => free = free.or(Some(place)),
                }
            }
            if fits {
                found.push(Match { each, free: free.unwrap_or(0), cell: (self.grid, i) });
            }
        }
        found
    }
}
