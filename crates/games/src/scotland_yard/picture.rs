//! A picture of the board as SVG: our own drawing, with where Mr X may be.

use super::board::{STATIONS, Station, Transports};
use super::view::PublicView;
use std::fmt::Write;

/// Width, colour and dashes of taxi, bus, underground and ferry.
const LINES: [(f64, &str, &str); 4] = [
    (1.0, "#b8a24a", "none"),
    (2.4, "#3f8f6b", "none"),
    (3.2, "#b8483f", "9 4"),
    (2.6, "#3f6fb8", "2 5"),
];
const DETECTIVES: [&str; 5] = ["#1f4fa3", "#a3331f", "#6b3fa0", "#1f7a8c", "#8c6d1f"];

/// The board with the detectives, the possible stations in red, the likelier the stronger, and Mr X
/// if he is known. The first of the `arrows`, from station to station, is the advised move; the
/// others are fainter.
pub fn svg(
    view: &PublicView,
    hider: Option<Station>,
    likely: &[(Station, f64)],
    arrows: &[(Station, Station)],
) -> String {
    let board = view.open.board;
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1010 800\" \
         font-family=\"sans-serif\" font-size=\"8\" text-anchor=\"middle\">\n\
         <rect width=\"1010\" height=\"800\" fill=\"#f7f5ef\"/>\n",
    );
    let place = |s: Station| board.places[s as usize];
    // Underground first, so that the finer lines lie on top.
    for transport in [2, 3, 1, 0] {
        let (width, colour, dashes) = LINES[transport];
        let _ = writeln!(
            text,
            "<g stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\">"
        );
        for from in 1..=STATIONS as Station {
            for link in board.links[from as usize].iter() {
                if link.to > from && link.by >> transport & 1 != 0 {
                    let ((x, y), (u, v)) = (place(from), place(link.to));
                    let _ = writeln!(text, "<line x1=\"{x}\" y1=\"{y}\" x2=\"{u}\" y2=\"{v}\"/>");
                }
            }
        }
        text.push_str("</g>\n");
    }
    let most = likely.iter().map(|(_, p)| *p).fold(0.0, f64::max);
    for station in 1..=STATIONS as Station {
        let (x, y) = place(station);
        let p = likely.iter().find(|(s, _)| *s == station).map_or(0.0, |(_, p)| *p);
        let stops = board.stops[station as usize];
        let ring = match stops {
            by if by & Transports::UNDERGROUND.0 != 0 => LINES[2].1,
            by if by & Transports::BUS.0 != 0 => LINES[1].1,
            _ => LINES[0].1,
        };
        let strength = if most > 0.0 && p > 0.0 { 0.25 + 0.75 * p / most } else { 0.0 };
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#ffffff\" stroke=\"{ring}\" \
             stroke-width=\"1.5\"/>"
        );
        if strength > 0.0 {
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#e0483a\" \
                 fill-opacity=\"{strength:.2}\"><title>{station}: {:.1} %</title></circle>",
                100.0 * p
            );
        }
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{station}</text>", y + 3);
    }
    for (i, &station) in view.open.seekers.iter().enumerate().filter(|(_, s)| **s != 0) {
        let (x, y) = place(station);
        let _ = writeln!(
            text,
            "<g><title>detective {} at {station}</title><rect x=\"{}\" y=\"{}\" width=\"18\" \
             height=\"18\" rx=\"4\" fill=\"{}\"/><text x=\"{x}\" y=\"{}\" fill=\"#ffffff\" \
             font-size=\"12\" font-weight=\"bold\">{}</text></g>",
            i + 1,
            i32::from(x) - 9,
            i32::from(y) - 9,
            DETECTIVES[i],
            y + 4,
            i + 1
        );
    }
    if let Some(station) = hider {
        let (x, y) = place(station);
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"none\" stroke=\"#000000\" \
             stroke-width=\"3\"><title>Mr X at {station}</title></circle>"
        );
    }
    // The faintest first, so that the advised move lies on top.
    for (i, &(from, to)) in arrows.iter().enumerate().rev() {
        let title = if i == 0 { "the advised move" } else { "another move" };
        let opacity = if i == 0 { 0.95 } else { 0.4 };
        let title = format!("{title}: {from} to {to}");
        text.push_str(&arrow(place(from), place(to), opacity, &title));
    }
    legend(&mut text, hider.is_some(), !arrows.is_empty());
    text.push_str("</svg>\n");
    text
}

const ARROW: &str = "#111111";

/// An arrow that begins and ends at the rim of the stations.
fn arrow(from: (u16, u16), to: (u16, u16), opacity: f64, title: &str) -> String {
    let (x, y) = (f64::from(from.0), f64::from(from.1));
    let (dx, dy) = (f64::from(to.0) - x, f64::from(to.1) - y);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Along the arrow and across it.
    let at = |along: f64, across: f64| {
        format!("{:.1},{:.1}", x + along * ux - across * uy, y + along * uy + across * ux)
    };
    let (tail, tip) = (10.0_f64.min(length / 3.0), (length - 9.0).max(length / 2.0));
    let neck = tip - 9.0;
    format!(
        "<polygon points=\"{} {} {} {} {} {} {}\" fill=\"{ARROW}\" fill-opacity=\"{opacity}\">\
         <title>{title}</title></polygon>\n",
        at(tail, 1.6),
        at(neck, 1.6),
        at(neck, 5.5),
        at(tip, 0.0),
        at(neck, -5.5),
        at(neck, -1.6),
        at(tail, -1.6),
    )
}

/// What the lines, colours and signs mean, in a row below the board.
fn legend(text: &mut String, hider: bool, arrows: bool) {
    const Y: u16 = 780;
    text.push_str("<g font-size=\"13\" text-anchor=\"start\">\n");
    let mut left = 20;
    let item = |text: &mut String, left: &mut u16, width: u16, sign: String, words: &str| {
        let _ = writeln!(text, "{sign}<text x=\"{}\" y=\"{}\">{words}</text>", *left + 36, Y + 4);
        *left += width;
    };
    for ((width, colour, dashes), name) in LINES.iter().zip(["taxi", "bus", "underground", "ferry"])
    {
        let sign = format!(
            "<path d=\"M{left} {Y}h30\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{dashes}\"/>"
        );
        item(text, &mut left, 46 + 8 * name.len() as u16, sign, name);
    }
    let square = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"18\" height=\"18\" rx=\"4\" fill=\"{}\"/>",
        left + 10,
        Y - 9,
        DETECTIVES[0]
    );
    item(text, &mut left, 120, square, "detective");
    let red = format!("<circle cx=\"{}\" cy=\"{Y}\" r=\"8\" fill=\"#e0483a\"/>", left + 20);
    item(text, &mut left, 265, red, "Mr X can be here; stronger: likelier");
    if hider {
        let ring = format!(
            "<circle cx=\"{}\" cy=\"{Y}\" r=\"9\" fill=\"none\" stroke=\"#000000\" stroke-width=\"3\"/>",
            left + 20
        );
        item(text, &mut left, 80, ring, "Mr X");
    }
    if arrows {
        let sign = arrow((left - 8, Y), (left + 40, Y), 0.95, "the advised move");
        item(text, &mut left, 0, sign, "advised move");
    }
    text.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::Options;

    #[test]
    fn everything_is_on_the_picture() {
        let game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
        let likely = crate::scotland_yard::categories::uniform(&game.public());
        let text = svg(&game.public(), Some(103), &likely, &[(103, 102), (103, 86)]);
        assert_eq!(text.matches("<line ").count(), 468);
        assert_eq!(text.matches("<polygon ").count(), 3, "two arrows, and one in the legend");
        assert!(text.contains("the advised move: 103 to 102"));
        assert!(text.contains("underground</text>"));
        assert_eq!(text.matches("r=\"8\" fill=\"#ffffff\"").count(), STATIONS);
        assert_eq!(text.matches("fill=\"#e0483a\" fill-opacity").count(), 13);
        assert_eq!(text.matches("<title>detective").count(), 5);
        assert!(text.contains("Mr X at 103"));
        assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
        let unknown = svg(&game.public(), None, &likely, &[]);
        assert!(!unknown.contains("Mr X at") && !unknown.contains("<polygon"));
    }
}
