//! What the colours and lines mean.

use super::super::svg::{Anchor, COLOURS, Canvas, DASHES, width_of};
use super::{Series, combined};

/// Draws the legend and gives where the picture ends.
pub(super) fn legend(
    canvas: &mut Canvas,
    series: &[Series],
    total: f64,
    top: f64,
    marks: bool,
) -> f64 {
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

pub(super) fn bar_legend(canvas: &mut Canvas, series: &[Series], total: f64, top: f64) -> f64 {
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
