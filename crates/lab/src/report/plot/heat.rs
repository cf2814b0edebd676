//! Coloured tables, one for each source.

use super::super::svg::{Anchor, BOLD, Canvas, SMALL, width_of};
use super::{Panel, draw_title};
use crate::experiment::{Grid, Plot};

pub(super) fn heat(grid: &Grid, plot: &Plot, panels: &[Panel]) -> String {
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
    let below = 30.0 + draw_title(&mut canvas, &plot.title, total / 2.0, total - 20.0);
    for (i, (heading, series)) in panels.iter().enumerate() {
        let (column, row) = if stacked { (0, i) } else { (i, 0) };
        let left = 10.0 + column as f64 * panel_w + longest + 14.0;
        let top = below + row as f64 * panel_h + head;
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
                        if (17.5..82.5).contains(&estimate.value) { "#222222" } else { "#ffffff" };
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
    canvas.finish(total, below + 10.0 + panel_h * down as f64, &plot.title)
}

/// Brown for 0, white for 50, blue for 100 percent.
fn shade(percent: f64) -> String {
    let strength = ((percent - 50.0).abs() / 50.0).clamp(0.0, 1.0);
    let (r, g, b) = if percent < 50.0 { (140.0, 81.0, 10.0) } else { (0.0, 82.0, 147.0) };
    let mix = |c: f64| (255.0 + (c - 255.0) * strength).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(r), mix(g), mix(b))
}
