//! Drawing in SVG: a canvas with lines, bars, text, and scales with round ticks.

use crate::experiment::decimal;
use std::fmt::Write;

/// Colours that people with colour-blindness can tell apart (Okabe and Ito 2008).
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// How lines of one colour differ.
pub(super) const DASHES: [&str; 4] = ["", "6 3", "2 3", "8 3 2 3"];

/// The style of small text.
pub(super) const SMALL: &str = r##"font-size="11" fill="#444444""##;

/// The style of headings.
pub(super) const BOLD: &str = r#"font-weight="bold""#;

/// Text, lines and shapes on a white ground.
pub(super) struct Canvas {
    body: String,
}

/// Where a text stands to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self { body: String::new() }
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.put(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{colour}" stroke-width="{width}"/>"#
        ));
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dash: &str) {
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dash =
            if dash.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{dash}""#) };
        self.put(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{dash}/>"#,
            list.join(" ")
        ));
    }

    pub(super) fn rect(&mut self, corner: (f64, f64), size: (f64, f64), fill: &str, edge: &str) {
        let ((x, y), (w, h)) = (corner, size);
        self.put(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" fill="{fill}" stroke="{edge}"/>"#
        ));
    }

    /// A mark whose shape depends on `kind`.
    pub(super) fn mark(&mut self, (x, y): (f64, f64), kind: usize, colour: &str) {
        let r = 3.2;
        match kind % 4 {
            0 => self
                .put(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r}" fill="{colour}"/>"#)),
            1 => self.rect((x - r, y - r), (2.0 * r, 2.0 * r), colour, "none"),
            k => {
                let tip = if k == 2 { -r - 1.0 } else { r + 1.0 };
                let (x1, x2, base) = (x - r - 0.6, x + r + 0.6, y - tip * 0.6);
                let tip = y + tip;
                self.put(format_args!(
                    r#"<polygon points="{x1:.1},{base:.1} {x2:.1},{base:.1} {x:.1},{tip:.1}" fill="{colour}"/>"#
                ));
            }
        }
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        self.put(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" {style}>{text}</text>"#
        ));
    }

    /// The whole picture.
    pub(super) fn finish(&self, width: f64, height: f64, title: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" \
             font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            escape(title),
            self.body
        )
    }
}

/// Text that can stand in XML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// About how wide a text is.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

/// Round numbers that cover a range, some five to seven of them.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low).max(1e-9) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

/// A tick's number: whole, or with as many decimals as it needs; thousands apart.
pub(super) fn tick_label(x: f64) -> String {
    if x.fract().abs() < 1e-9 {
        decimal(x, 0)
    } else {
        let text = format!("{x:.4}");
        text.trim_end_matches('0').to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(2000.0, 3200.0), [2000.0, 2200.0, 2400.0, 2600.0, 2800.0, 3000.0, 3200.0]);
        assert_eq!(ticks(0.0, 1.0).len(), 6);
        assert_eq!(ticks(5.0, 5.0).len(), 1);
        assert_eq!(
            (tick_label(2000.0), tick_label(0.2), tick_label(-1.0)),
            ("2,000".into(), "0.2".into(), "−1".into())
        );
    }

    #[test]
    fn text_can_not_break_out() {
        let mut canvas = Canvas::new();
        canvas.text((0.0, 0.0), Anchor::Middle, "", "<b> & \"c\"");
        let picture = canvas.finish(10.0, 10.0, "a<b");
        assert!(
            picture.contains("&lt;b&gt; &amp; &quot;c&quot;")
                && picture.contains("<title>a&lt;b</title>")
        );
    }
}
