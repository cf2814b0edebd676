//! Plots of a grid, the paper's numbers and the measured ones side by side.

mod bars;
mod heat;
mod legend;
mod lines;

use super::svg::{Anchor, BOLD, COLOURS, Canvas, SMALL, tick_label, ticks};
use crate::experiment::{
    Axis, Cell, Estimate, Experiment, Grid, Measure, Plot, PlotKind, Results, printed_estimate,
};

const GREY: &str = "#dddddd";

/// One line or one kind of bar.
struct Series {
    name: String,
    /// The estimate at each place of the x axis.
    points: Vec<Option<Estimate>>,
    colour: usize,
    style: usize,
}

/// A heading, and the series under it.
type Panel = (&'static str, Vec<Series>);

/// A source of numbers: the paper, or the games played here.
type Source<'a> = &'a dyn Fn(&Grid, &Cell) -> Option<Estimate>;

/// Draws a plot of an experiment.
pub fn draw(experiment: &Experiment, plot: &Plot, results: &Results) -> String {
    let grid = &experiment.grids[plot.grid];
    let paper: Source<'_> = &|grid, cell| printed_estimate(grid, cell);
    let here: Source<'_> = &|_, cell| results.estimate(cell);
    let sources = [("Paper", series(grid, plot.x, paper)), ("Spinney", series(grid, plot.x, here))];
    // A panel for whoever has numbers; an empty one if nobody has.
    let known = |series: &[Series]| series.iter().any(|s| s.points.iter().any(Option::is_some));
    let mut panels: Vec<Panel> = sources.into_iter().filter(|(_, series)| known(series)).collect();
    if panels.is_empty() {
        panels.push(("not played yet", series(grid, plot.x, here)));
    }
    match plot.kind {
        PlotKind::Lines => lines::lines(grid, plot, &panels),
        PlotKind::Bars => bars::bars(grid, plot, &panels),
        PlotKind::Heat => heat::heat(grid, plot, &panels),
    }
}

/// The series of a grid: one for each combination of the axes that are not x.
fn series(grid: &Grid, x: usize, source: Source<'_>) -> Vec<Series> {
    let mut all: Vec<(Vec<usize>, Series)> = Vec::new();
    for cell in &grid.cells {
        let others: Vec<usize> =
            (0..grid.axes.len()).filter(|&a| a != x).map(|a| cell.place[a]).collect();
        let at = all.iter().position(|(place, _)| *place == others).unwrap_or_else(|| {
            let labels = (0..grid.axes.len())
                .filter(|&a| a != x)
                .map(|a| label(&grid.axes[a], cell.place[a]));
            let name = labels.collect::<Vec<_>>().join(", ");
            let points = vec![None; grid.axes[x].labels.len()];
            // Two axes: colours for the first, styles of the line for the second.
            let (colour, style) = match others[..] {
                [] => (0, 0),
                [one] => (one, 0),
                [first, .., last] => (first, last),
            };
            all.push((others, Series { name, points, colour, style }));
            all.len() - 1
        });
        all[at].1.points[cell.place[x]] = source(grid, cell);
    }
    all.into_iter().map(|(_, series)| series).collect()
}

/// A label in a legend: bare numbers say of what.
fn label(axis: &Axis, place: usize) -> String {
    let label = &axis.labels[place];
    if label.chars().all(|c| c.is_ascii_digit() || c == '.') && !label.is_empty() {
        let short = axis.title.rsplit(' ').next().filter(|word| word.chars().count() <= 2);
        match short {
            Some(letter) => format!("{letter} = {label}"),
            None => format!("{label} {}", axis.title.to_lowercase()),
        }
    } else {
        label.clone()
    }
}

/// The range of the y axis: as asked for, or round numbers around the data.
fn range(plot: &Plot, panels: &[Panel]) -> (f64, f64) {
    let estimates = panels.iter().flat_map(|(_, s)| s).flat_map(|s| s.points.iter().flatten());
    let (mut low, mut high) = plot.y.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
    let mut wider = false;
    for estimate in estimates {
        wider |= estimate.value < low || estimate.value > high;
        (low, high) = (low.min(estimate.value), high.max(estimate.value));
    }
    if !low.is_finite() || !high.is_finite() {
        return (0.0, 100.0);
    }
    if wider {
        // A single value gets room in proportion to itself.
        let room = ((high - low) * 0.05).max(high.abs() * 0.02).max(0.05);
        let marks = ticks(low - room, high + room);
        let step = if marks.len() > 1 { marks[1] - marks[0] } else { room };
        (low, high) = (((low - room) / step).floor() * step, ((high + room) / step).ceil() * step);
    }
    (low, high)
}

/// A panel's place and scales.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    y: (f64, f64),
}

impl Frame {
    fn y(&self, value: f64) -> f64 {
        let share = (value - self.y.0) / (self.y.1 - self.y.0);
        self.top + self.height * (1.0 - share.clamp(0.0, 1.0))
    }

    /// The box, the horizontal lines and their numbers, the heading.
    fn draw(&self, canvas: &mut Canvas, heading: &str) {
        for tick in ticks(self.y.0, self.y.1) {
            let y = self.y(tick);
            canvas.line((self.left, y), (self.left + self.width, y), GREY, 1.0);
            canvas.text((self.left - 6.0, y + 4.0), Anchor::End, SMALL, &tick_label(tick));
        }
        canvas.rect((self.left, self.top), (self.width, self.height), "none", "#888888");
        canvas.text((self.left + self.width / 2.0, self.top - 8.0), Anchor::Middle, BOLD, heading);
    }

    fn interval(&self, canvas: &mut Canvas, x: f64, estimate: &Estimate, colour: &str) {
        if estimate.low.is_finite() && estimate.high > estimate.low {
            let (low, high) = (self.y(estimate.low), self.y(estimate.high));
            canvas.line((x, low), (x, high), colour, 1.0);
            for y in [low, high] {
                canvas.line((x - 2.5, y), (x + 2.5, y), colour, 1.0);
            }
        }
    }
}

fn y_title(canvas: &mut Canvas, measure: &Measure, middle: f64) {
    let turn = format!(r#"transform="rotate(-90 16 {middle:.1})""#);
    canvas.text((16.0, middle), Anchor::Middle, &turn, &measure.title());
}

/// Draws the title of a picture around `centre`, in as many lines as it needs, and gives how much
/// room the lines after the first take.
fn draw_title(canvas: &mut Canvas, title: &str, centre: f64, width: f64) -> f64 {
    const LINE: f64 = 16.0;
    let mut below = 20.0 - LINE;
    for line in title_lines(title, width) {
        below += LINE;
        canvas.text((centre, below), Anchor::Middle, BOLD, &line);
    }
    below - 20.0
}

/// The words of a title in lines that fit.
fn title_lines(title: &str, width: f64) -> Vec<String> {
    let room = (width / (12.0 * 0.6)) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Bars have no styles of line: every combination gets a colour.
fn combined(series: &Series) -> usize {
    (series.colour + 2 * series.style) % COLOURS.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_are_broken_between_words() {
        let title = "Winrate of the chasing agent against the evading robber";
        assert_eq!(title_lines(title, 1000.0), [title]);
        let lines = title_lines(title, 180.0);
        assert_eq!(lines, ["Winrate of the chasing", "agent against the evading", "robber"]);
        assert_eq!(draw_title(&mut Canvas::new(), title, 90.0, 180.0), 32.0);
        assert_eq!(draw_title(&mut Canvas::new(), "Short", 90.0, 180.0), 0.0);
    }
}
