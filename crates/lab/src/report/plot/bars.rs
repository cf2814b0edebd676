//! Bars in groups, the paper's pale beside the measured ones.

use super::super::svg::{Anchor, COLOURS, Canvas, SMALL};
use super::legend::bar_legend;
use super::{Frame, Panel, combined, draw_title, range, y_title};
use crate::experiment::{Grid, Plot};

pub(super) fn bars(grid: &Grid, plot: &Plot, panels: &[Panel]) -> String {
    let axis = &grid.axes[plot.x];
    let mut y = range(plot, panels);
    y.0 = y.0.min(0.0);
    let series = &panels[0].1;
    let groups = axis.labels.len();
    let each = 16.0;
    let group = (series.len() * panels.len()) as f64 * each + 26.0;
    let (width, height) = ((groups as f64 * group).max(420.0), 260.0);
    let group = width / groups as f64;
    let total = width + 90.0;
    let mut canvas = Canvas::new();
    let top = 52.0 + draw_title(&mut canvas, &plot.title, 62.0 + width / 2.0, width);
    let frame = Frame { left: 62.0, top, width, height, y };
    let heading = match panels {
        [(only, _)] => (*only).to_string(),
        _ => "pale: paper · full: Spinney".to_string(),
    };
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
