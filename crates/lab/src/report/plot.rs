//! Plots of a grid, the paper's numbers and the measured ones side by side.

use super::svg::{Anchor, COLOURS, Canvas, DASHES, tick_label, ticks, width_of};
use crate::experiment::{
    Axis, Cell, Estimate, Experiment, Grid, Measure, Plot, PlotKind, Results, printed_estimate,
};

const SMALL: &str = r##"font-size="11" fill="#444444""##;
const BOLD: &str = r#"font-weight="bold""#;
const GREY: &str = "#dddddd";

/// One line or one kind of bar.
struct Series {
    name: String,
    /// The estimate at each place of the x axis.
    points: Vec<Option<Estimate>>,
    colour: usize,
    style: usize,
}

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
    let mut panels: Vec<(&str, Vec<Series>)> =
        sources.into_iter().filter(|(_, series)| known(series)).collect();
    if panels.is_empty() {
        panels.push(("not played yet", series(grid, plot.x, here)));
    }
    match plot.kind {
        PlotKind::Lines => lines(grid, plot, &panels),
        PlotKind::Bars => bars(grid, plot, &panels),
        PlotKind::Heat => heat(grid, plot, &panels),
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
fn range(plot: &Plot, panels: &[(&str, Vec<Series>)]) -> (f64, f64) {
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
        let room = (high - low).max(1.0) * 0.05;
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
        if estimate.high > estimate.low {
            let (low, high) = (self.y(estimate.low), self.y(estimate.high));
            canvas.line((x, low), (x, high), colour, 1.0);
            for y in [low, high] {
                canvas.line((x - 2.5, y), (x + 2.5, y), colour, 1.0);
            }
        }
    }
}

/// Where the labels of an axis stand between 0 and 1: as numbers if they are evenly spread ones.
fn positions(axis: &Axis) -> Vec<f64> {
    let numbers: Vec<f64> = axis.labels.iter().filter_map(|label| label.parse().ok()).collect();
    let n = axis.labels.len();
    if numbers.len() == n && n > 1 {
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        if rising && high <= 25.0 * low.max(high / 25.0) {
            return numbers.iter().map(|x| (x - low) / (high - low)).collect();
        }
    }
    (0..n).map(|i| if n > 1 { i as f64 / (n - 1) as f64 } else { 0.5 }).collect()
}

fn lines(grid: &Grid, plot: &Plot, panels: &[(&str, Vec<Series>)]) -> String {
    let axis = &grid.axes[plot.x];
    let (x_at, y) = (positions(axis), range(plot, panels));
    let dense = axis.labels.len() > 24;
    let (width, height) = if panels.len() == 1 { (560.0, 300.0) } else { (380.0, 280.0) };
    let (mut canvas, top) = (Canvas::new(), 52.0);
    let total = 62.0 + panels.len() as f64 * (width + 70.0) - 40.0;
    canvas.text((total / 2.0, 20.0), Anchor::Middle, BOLD, &clipped(&plot.title, total));
    for (i, (heading, series)) in panels.iter().enumerate() {
        let frame = Frame { left: 62.0 + i as f64 * (width + 70.0), top, width, height, y };
        frame.draw(&mut canvas, heading);
        let inset = 12.0;
        let x = |place: usize| frame.left + inset + x_at[place] * (frame.width - 2.0 * inset);
        x_labels(&mut canvas, axis, &frame, &x);
        for s in series {
            let (colour, dash) = (COLOURS[s.colour % 8], DASHES[s.style % 4]);
            let known: Vec<(usize, Estimate)> =
                s.points.iter().enumerate().filter_map(|(k, e)| e.map(|e| (k, e))).collect();
            let points: Vec<(f64, f64)> =
                known.iter().map(|(k, e)| (x(*k), frame.y(e.value))).collect();
            let thickness = if dense { 1.2 } else { 1.8 };
            if !dense {
                for (k, estimate) in &known {
                    frame.interval(&mut canvas, x(*k), estimate, colour);
                }
            }
            canvas.path(&points, colour, thickness, dash);
            if !dense {
                for &point in &points {
                    canvas.mark(point, s.colour, colour);
                }
            }
        }
    }
    let below = top + height + 46.0;
    let bottom = legend(&mut canvas, &panels[0].1, total, below, !dense);
    y_title(&mut canvas, &grid.measure, top + height / 2.0);
    canvas.finish(total, bottom, &plot.title)
}

fn bars(grid: &Grid, plot: &Plot, panels: &[(&str, Vec<Series>)]) -> String {
    let axis = &grid.axes[plot.x];
    let mut y = range(plot, panels);
    y.0 = y.0.min(0.0);
    let series = &panels[0].1;
    let groups = axis.labels.len();
    let each = 16.0;
    let group = (series.len() * panels.len()) as f64 * each + 26.0;
    let (width, height, top) = ((groups as f64 * group).max(420.0), 260.0, 52.0);
    let group = width / groups as f64;
    let total = width + 90.0;
    let mut canvas = Canvas::new();
    let frame = Frame { left: 62.0, top, width, height, y };
    let heading = match panels {
        [(only, _)] => (*only).to_string(),
        _ => "pale: paper · full: Spinney".to_string(),
    };
    canvas.text((total / 2.0, 20.0), Anchor::Middle, BOLD, &clipped(&plot.title, total));
    frame.draw(&mut canvas, &heading);
    for (g, name) in axis.labels.iter().enumerate() {
        let middle = frame.left + (g as f64 + 0.5) * group;
        canvas.text((middle, top + height + 18.0), Anchor::Middle, SMALL, name);
        let taken = (series.len() * panels.len()) as f64 * each;
        for (k, s) in series.iter().enumerate() {
            for (p, (_, panel)) in panels.iter().enumerate() {
                let Some(estimate) = panel[k].points[g] else { continue };
                let place = (k * panels.len() + p) as f64;
                let left = middle - taken / 2.0 + place * each;
                let colour = COLOURS[combined(s)];
                let (top, foot) = (frame.y(estimate.value), frame.y(0.0));
                let pale = panels.len() > 1 && p == 0;
                let fill = if pale { format!("{colour}55") } else { colour.to_string() };
                canvas.rect((left + 1.0, top), (each - 2.0, foot - top), &fill, colour);
                frame.interval(&mut canvas, left + each / 2.0, &estimate, "#333333");
            }
        }
    }
    canvas.text((frame.left + width / 2.0, top + height + 36.0), Anchor::Middle, "", &axis.title);
    y_title(&mut canvas, &grid.measure, top + height / 2.0);
    let bottom = bar_legend(&mut canvas, series, total, top + height + 50.0);
    canvas.finish(total, bottom, &plot.title)
}

/// Bars have no styles of line: every combination gets a colour.
fn combined(series: &Series) -> usize {
    (series.colour + 2 * series.style) % COLOURS.len()
}

fn heat(grid: &Grid, plot: &Plot, panels: &[(&str, Vec<Series>)]) -> String {
    let axis = &grid.axes[plot.x];
    let rows = &panels[0].1;
    let longest = rows.iter().map(|s| width_of(&s.name, 12.0)).fold(60.0, f64::max);
    let (cell_w, cell_h, head) = (52.0, 24.0, 92.0);
    let width = axis.labels.len() as f64 * cell_w;
    let stacked = axis.labels.len() > 7;
    let panel_w = longest + 14.0 + width + 50.0;
    let panel_h = head + rows.len() as f64 * cell_h + 26.0;
    let mut canvas = Canvas::new();
    let across = if stacked { 1 } else { panels.len() };
    let total = panel_w * across as f64 + 20.0;
    canvas.text((total / 2.0, 20.0), Anchor::Middle, BOLD, &clipped(&plot.title, total));
    for (i, (heading, series)) in panels.iter().enumerate() {
        let (column, row) = if stacked { (0, i) } else { (i, 0) };
        let left = 10.0 + column as f64 * panel_w + longest + 14.0;
        let top = 30.0 + row as f64 * panel_h + head;
        canvas.text((left - 8.0, top - 8.0), Anchor::End, BOLD, heading);
        for (k, name) in axis.labels.iter().enumerate() {
            let x = left + (k as f64 + 0.5) * cell_w;
            let turn = format!(r#"font-size="11" transform="rotate(-38 {x:.1} {:.1})""#, top - 8.0);
            canvas.text((x, top - 8.0), Anchor::Start, &turn, name);
        }
        for (r, s) in series.iter().enumerate() {
            let y = top + r as f64 * cell_h;
            canvas.text((left - 8.0, y + 16.0), Anchor::End, SMALL, &s.name);
            for (k, estimate) in s.points.iter().enumerate() {
                let corner = (left + k as f64 * cell_w, y);
                let fill = estimate.map_or("#f4f4f4".to_string(), |e| shade(e.value));
                canvas.rect(corner, (cell_w, cell_h), &fill, "#ffffff");
                if let Some(estimate) = estimate {
                    let ink =
                        if (30.0..70.0).contains(&estimate.value) { "#222222" } else { "#ffffff" };
                    let style = format!(r#"font-size="11" fill="{ink}""#);
                    let number = format!("{:.1}", estimate.value);
                    canvas.text(
                        (corner.0 + cell_w / 2.0, y + 16.0),
                        Anchor::Middle,
                        &style,
                        &number,
                    );
                }
            }
        }
    }
    let down = if stacked { panels.len() } else { 1 };
    canvas.finish(total, 40.0 + panel_h * down as f64, &plot.title)
}

/// Brown for 0, white for 50, blue for 100 percent.
fn shade(percent: f64) -> String {
    let strength = ((percent - 50.0).abs() / 50.0).clamp(0.0, 1.0);
    let (r, g, b) = if percent < 50.0 { (140.0, 81.0, 10.0) } else { (0.0, 82.0, 147.0) };
    let mix = |c: f64| (255.0 + (c - 255.0) * strength).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(r), mix(g), mix(b))
}

fn x_labels(canvas: &mut Canvas, axis: &Axis, frame: &Frame, x: &impl Fn(usize) -> f64) {
    // As many labels as there is room for.
    let widest = axis.labels.iter().map(|l| width_of(l, 11.0)).fold(0.0, f64::max) + 8.0;
    let room = (frame.width / widest).floor().max(2.0) as usize;
    let every = axis.labels.len().div_ceil(room);
    let every = if every > 2 { every.next_multiple_of(5) } else { every };
    let base = frame.top + frame.height;
    for (place, label) in
        axis.labels.iter().enumerate().filter(|(place, _)| place.is_multiple_of(every))
    {
        canvas.line((x(place), base), (x(place), base + 4.0), "#888888", 1.0);
        canvas.text((x(place), base + 17.0), Anchor::Middle, SMALL, label);
    }
    canvas.text((frame.left + frame.width / 2.0, base + 34.0), Anchor::Middle, "", &axis.title);
}

fn y_title(canvas: &mut Canvas, measure: &Measure, middle: f64) {
    let turn = format!(r#"transform="rotate(-90 16 {middle:.1})""#);
    canvas.text((16.0, middle), Anchor::Middle, &turn, &measure.title());
}

/// Draws the legend and gives where the picture ends.
fn legend(canvas: &mut Canvas, series: &[Series], total: f64, top: f64, marks: bool) -> f64 {
    let named: Vec<&Series> = series.iter().filter(|s| !s.name.is_empty()).collect();
    spread(
        &named,
        total,
        top,
        |canvas, s, (x, y)| {
            let colour = COLOURS[s.colour % 8];
            canvas.path(&[(x, y - 4.0), (x + 24.0, y - 4.0)], colour, 2.0, DASHES[s.style % 4]);
            if marks {
                canvas.mark((x + 12.0, y - 4.0), s.colour, colour);
            }
        },
        canvas,
    )
}

fn bar_legend(canvas: &mut Canvas, series: &[Series], total: f64, top: f64) -> f64 {
    let named: Vec<&Series> = series.iter().filter(|s| !s.name.is_empty()).collect();
    spread(
        &named,
        total,
        top,
        |canvas, s, (x, y)| {
            canvas.rect((x + 6.0, y - 10.0), (12.0, 12.0), COLOURS[combined(s)], "none");
        },
        canvas,
    )
}

/// Lays entries of a legend out in columns.
fn spread(
    series: &[&Series],
    total: f64,
    top: f64,
    symbol: impl Fn(&mut Canvas, &Series, (f64, f64)),
    canvas: &mut Canvas,
) -> f64 {
    let widest = series.iter().map(|s| width_of(&s.name, 12.0)).fold(0.0, f64::max) + 54.0;
    let columns = ((total - 60.0) / widest).floor().max(1.0) as usize;
    let columns = columns.min(series.len().max(1));
    let left = ((total - columns as f64 * widest) / 2.0).max(10.0);
    for (i, s) in series.iter().enumerate() {
        let x = left + (i % columns) as f64 * widest;
        let y = top + 14.0 + (i / columns) as f64 * 18.0;
        symbol(canvas, s, (x, y));
        canvas.text((x + 30.0, y), Anchor::Start, "", &s.name);
    }
    top + 14.0 + series.len().div_ceil(columns) as f64 * 18.0
}

/// A title that fits over the picture.
fn clipped(title: &str, width: f64) -> String {
    let room = (width / (12.0 * 0.58)) as usize;
    if title.chars().count() <= room {
        return title.to_string();
    }
    let cut: String = title.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", cut.rsplit_once(' ').map_or(cut.as_str(), |(kept, _)| kept))
}
