use super::*;
use crate::scotland_yard::rules::Options;

fn view(possible: &[usize]) -> PublicView {
    let mut view = Options::default().with_starts(103, [13, 26, 29, 34, 50]).public();
    view.record.possible = possible.iter().copied().collect();
    view
}

#[test]
fn the_published_weights_are_borak_s() {
    let weights = Tables::paper().general(Categorization::MinDistance);
    let borak = [0.196, 0.671, 0.540, 0.384, 0.196];
    assert!(weights.iter().zip(borak).all(|(w, b)| (w - b).abs() < 5e-4), "{weights:?}");
}

#[test]
fn stations_fall_into_the_categories_of_the_paper() {
    let view = view(&[14, 4, 1]);
    let category = |by: Categorization, s| by.category(&view, s) + 1;
    // 14 is next to 13; 4 next to 13; 103 is far from all five.
    assert_eq!(category(Categorization::MinDistance, 14), 1);
    assert_eq!(category(Categorization::MinDistance, 199), {
        let board = view.open.board;
        let near = [13, 26, 29, 34, 50].map(|s| board.distance(Transports::LAND, s, 199));
        usize::from(*near.iter().min().unwrap()).min(5)
    });
    assert_eq!(category(Categorization::Station, 2), 1);
    assert_eq!(category(Categorization::Station, 3), 2);
    assert_eq!(category(Categorization::Station, 1), 3);
    assert_eq!(category(Categorization::Station, 115), 4);
}

/// Formulas 3 and 4 by hand: two stations of category 1 and one of category 2.
#[test]
fn weights_follow_the_formulas() {
    let view = view(&[4, 14, 3]);
    let near = |s| Categorization::MinDistance.category(&view, s) + 1;
    assert_eq!([near(4), near(14), near(3)], [1, 1, 2]);
    let (one, two) = (2454.0 / 12523.0, 9735.0 / 14502.0);
    let probability = |spec: &str, station| {
        let weights = spec.parse::<Weighing>().unwrap().weights(&view);
        weights.into_iter().find(|(s, _)| *s == station).unwrap().1
    };
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    close(probability("min-distance/general/1/paper", 3), two / (2.0 * one + two));
    close(probability("min-distance/general/1/paper", 14), one / (2.0 * one + two));
    close(probability("min-distance/general/2/paper", 3), two / (one + two));
    close(probability("min-distance/general/2/paper", 14), one / (one + two) / 2.0);
    close(probability("min-distance/detailed/2/paper", 3), 4776.0 / (4776.0 + 666.0));
}

#[test]
fn an_unseen_combination_says_nothing() {
    // Categories 1 and 4 alone are not in Table II.
    let mut rare = view(&[14]);
    for station in 1..200 {
        if Categorization::MinDistance.category(&rare, station) == 3 {
            rare.record.possible.insert(station as usize);
            break;
        }
    }
    let weights = "min-distance/detailed/1/paper".parse::<Weighing>().unwrap().weights(&rare);
    assert_eq!(weights, uniform(&rare));
}

#[test]
fn names_round_trip_and_errors_say_what_there_is() {
    for name in ["min-distance/general/1", "station/detailed/2", "min-distance/general/2/paper"] {
        assert_eq!(name.parse::<Weighing>().unwrap().to_string(), name);
    }
    for wrong in
        ["", "min", "station/general/3", "station/general/1/paper", "station/x", "a/b/c/d/e"]
    {
        assert!(wrong.parse::<Weighing>().unwrap_err().contains("expected"), "{wrong}");
    }
}

#[test]
fn tables_round_trip_and_name_the_row_of_a_slip() {
    let mut tables = Tables::paper().clone();
    tables.count(&view(&[4, 14, 3]), 3);
    assert_eq!(Tables::read(&tables.write()), Ok(tables));
    let error = |text: &str| Tables::read(text).unwrap_err().to_string();
    assert!(error("moves 3\nmin-distance actual 1 2 3 4").starts_with("row 2: expected 5 counts"));
    assert!(error("near actual 1 2 3 4 5").contains("`near`"));
    assert!(error("station 1,5 1 2 3 4").contains("from 1 to 4"));
    assert!(error("station actual 1 2 3 x").contains("`x` is not a count"));
}
