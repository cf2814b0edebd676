//! A tuning as a picture: the mean of each parameter by generation, with its deviation.

use super::{Generation, Tuning};
use std::fmt::Write as _;

/// Values as a line of blocks, from the lowest to the highest of `range`.
pub fn sparkline(values: &[f64], range: (f64, f64)) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (low, high) = range;
    let block = |value: &f64| {
        let part = if high > low { (value - low) / (high - low) } else { 0.5 };
        BLOCKS[((part * 8.0) as usize).min(7)]
    };
    values.iter().map(block).collect()
}

const WIDTH: f64 = 640.0;
const PANEL: f64 = 150.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 30.0;
const GAP: f64 = 45.0;

/// One panel a parameter: a line for the mean, a band of one deviation to either side.
pub fn svg(tuning: &Tuning<'_>, generations: &[Generation]) -> String {
    let panels = tuning.parameters.len() as f64;
    let height = TOP + panels * (PANEL + GAP);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let last = generations.len().max(2);
    let x = |i: usize| LEFT + (WIDTH - LEFT - RIGHT) * i as f64 / (last - 1) as f64;
    for (p, (name, range)) in tuning.parameters.iter().enumerate() {
        let top = TOP + p as f64 * (PANEL + GAP);
        let span = (range.max - range.min).max(f64::MIN_POSITIVE);
        let y = |value: f64| {
            top + PANEL * (1.0 - (value.clamp(range.min, range.max) - range.min) / span)
        };
        let point = |i: usize, value: f64| format!("{:.1},{:.1}", x(i), y(value));
        let line = |offset: f64| {
            generations
                .iter()
                .enumerate()
                .map(|(i, g)| point(i, g.mean[p] + offset * g.deviation[p]))
                .collect::<Vec<_>>()
        };
        let (mean, upper, mut lower) = (line(0.0), line(1.0), line(-1.0));
        lower.reverse();
        let _ = write!(
            text,
            "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{name}</text>\n\
             <rect x=\"{LEFT}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{PANEL}\" fill=\"none\" \
             stroke=\"#999\"/>\n\
             <polygon points=\"{} {}\" fill=\"#4477aa\" fill-opacity=\"0.2\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"#4477aa\" stroke-width=\"2\"/>\n",
            top - 8.0,
            WIDTH - LEFT - RIGHT,
            upper.join(" "),
            lower.join(" "),
            mean.join(" "),
        );
        for value in [range.min, f64::midpoint(range.min, range.max), range.max] {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                LEFT - 6.0,
                y(value) + 4.0,
            );
        }
        for (i, generation) in generations.iter().enumerate() {
            if i == 0 || i + 1 == generations.len() {
                let _ = writeln!(
                    text,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    x(i),
                    top + PANEL + 16.0,
                    generation.number
                );
            }
        }
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn sparklines() {
        assert_eq!(super::sparkline(&[0.0, 5.0, 10.0], (0.0, 10.0)), "▁▅█");
        assert_eq!(super::sparkline(&[3.0], (3.0, 3.0)), "▅");
    }
}
