//! Lines with intervals, a panel for each source.

use super::super::svg::{Anchor, COLOURS, Canvas, DASHES, SMALL, width_of};
use super::legend::legend;
use super::{Frame, Panel, draw_title, range, y_title};
use crate::experiment::{Axis, Estimate, Grid, Plot};

pub(super) fn lines(grid: &Grid, plot: &Plot, panels: &[Panel]) -> String {
    let axis = &grid.axes[plot.x];
    let (x_at, y) = (positions(axis), range(plot, panels));
    let dense = axis.labels.len() > 24;
    let (width, height) = if panels.len() == 1 { (560.0, 300.0) } else { (380.0, 280.0) };
    let mut canvas = Canvas::new();
    let total = 62.0 + panels.len() as f64 * (width + 70.0) - 40.0;
    // Over the middle of the panels, which begin at 62 and end 30 before the edge.
    let top = 52.0 + draw_title(&mut canvas, &plot.title, 16.0 + total / 2.0, total - 92.0);
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

/// Where the labels of an axis stand between 0 and 1: as numbers if they rise, but evenly spread if
/// the small ones among them would stick together.
fn positions(axis: &Axis) -> Vec<f64> {
    let numbers: Vec<f64> = axis.labels.iter().filter_map(|label| label.parse().ok()).collect();
    let n = axis.labels.len();
    if numbers.len() == n && n > 1 {
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let least = numbers.iter().copied().filter(|&x| x > 0.0).fold(high, f64::min);
        if rising && high <= 25.0 * least {
            return numbers.iter().map(|x| (x - low) / (high - low)).collect();
        }
    }
    (0..n).map(|i| if n > 1 { i as f64 / (n - 1) as f64 } else { 0.5 }).collect()
}

fn x_labels(canvas: &mut Canvas, axis: &Axis, frame: &Frame, x: &impl Fn(usize) -> f64) {
    // As many labels as there is room for.
    let widest = axis.labels.iter().map(|l| width_of(l, 11.0)).fold(0.0, f64::max) + 8.0;
    let room = (frame.width / widest).floor().max(2.0) as usize;
    let every = axis.labels.len().div_ceil(room);
    let every = if every > 2 { every.next_multiple_of(5) } else { every };
    let base = frame.top + frame.height;
    let mut taken = f64::NEG_INFINITY;
    for (place, label) in
        axis.labels.iter().enumerate().filter(|(place, _)| place.is_multiple_of(every))
    {
        canvas.line((x(place), base), (x(place), base + 4.0), "#888888", 1.0);
        let half = width_of(label, 11.0) / 2.0 + 2.0;
        if x(place) - half >= taken {
            canvas.text((x(place), base + 17.0), Anchor::Middle, SMALL, label);
            taken = x(place) + half;
        }
    }
    canvas.text((frame.left + frame.width / 2.0, base + 34.0), Anchor::Middle, "", &axis.title);
}
