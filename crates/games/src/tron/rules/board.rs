//! Where a game of Tron starts: empty fields of any size, the contest maps, and map files.
//!
//! ```
//! use spinney_games::tron::Board;
//! let start = Board::from_name("20x20")?.start(7);
//! assert_eq!((start.width(), start.height()), (22, 22)); // with its border
//! # Ok::<(), spinney_games::tron::BoardError>(())
//! ```

use super::grid::{Cell, MAX_SIDE};
use super::map::Map;
use super::state::Tron;
use spinney_search::rng::{below, stream};
use spinney_spec::{did_you_mean, nearest};
use std::fmt;

/// Why a name is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Neither a size nor a map.
    #[error(
        "expected a size such as 20x20 (sides 3 to {MAX_SIDE}), a map file (.txt) or a map{}; the maps are {}",
        did_you_mean(.nearest.as_deref()),
        map_names().collect::<Vec<_>>().join(", ")
    )]
    Unknown {
        /// The nearest name of a map, if any is near.
        nearest: Option<String>,
    },
    /// A map file that can't be read.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        problem: String,
    },
}

/// Where games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// An empty field with a border; each seed draws its own start.
    Open {
        /// Columns of the field.
        columns: usize,
        /// Rows of the field.
        rows: usize,
    },
    /// A map with its heads.
    Map {
        /// The name by which it was asked for; none when only its text is known.
        name: Option<String>,
        /// The map.
        map: Box<Map>,
    },
}

impl Board {
    /// The board of a name: a size, a map that comes with Spinney, or a map file (`.txt`).
    pub fn from_name(name: &str) -> Result<Self, BoardError> {
        if !is_file(name) {
            return Self::built_in(name);
        }
        let file = |problem: String| BoardError::File { path: name.to_string(), problem };
        let text = std::fs::read_to_string(name).map_err(|e| file(e.to_string()))?;
        let map = Map::parse(&text).map_err(|e| file(e.to_string()))?;
        Ok(Self::Map { name: Some(name.to_string()), map: Box::new(map) })
    }

    /// The board of a name that needs no file.
    pub(in crate::tron) fn built_in(name: &str) -> Result<Self, BoardError> {
        if let Some((columns, rows)) = name.split_once('x')
            && let (Ok(columns), Ok(rows)) = (columns.parse(), rows.parse())
            && (3..=MAX_SIDE).contains(&columns)
            && (3..=MAX_SIDE).contains(&rows)
        {
            return Ok(Self::Open { columns, rows });
        }
        let unknown = || BoardError::Unknown { nearest: nearest(name, map_names()) };
        let map = Map::named(name).ok_or_else(unknown)?;
        Ok(Self::Map { name: Some(name.to_string()), map: Box::new(map) })
    }

    /// The start that belongs to a seed. On an open field a cell of the left half is drawn for
    /// player 1, and player 2 is its image through the centre; a map has its own heads.
    pub fn start(&self, seed: u64) -> Tron {
        match self {
            Self::Open { columns, rows } => {
                let rng = &mut stream(&[seed]);
                let (column, row) = (1 + below(rng, columns / 2), 1 + below(rng, *rows));
                let opposite = Cell::new(columns + 1 - column, rows + 1 - row);
                Tron::new(&Map::empty(*columns, *rows, [Cell::new(column, row), opposite]))
            }
            Self::Map { map, .. } => Tron::new(map),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { columns, rows } => write!(f, "{columns}x{rows}"),
            Self::Map { name, .. } => f.write_str(name.as_deref().unwrap_or("map")),
        }
    }
}

impl Map {
    /// One of the maps that come with Spinney.
    pub fn named(name: &str) -> Option<Self> {
        let text = MAPS.iter().find(|(n, _)| *n == name)?.1;
        Some(Self::parse(text).expect("the maps in data/tron/maps are tested"))
    }
}

/// Whether a name of a board is a map file.
pub(in crate::tron) fn is_file(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".txt")
}

/// The names of the maps that come with Spinney. The two that the contest named after their size
/// are `15x16-map` and `50x50-map`: a plain size is an empty field.
pub fn map_names() -> impl Iterator<Item = &'static str> {
    MAPS.iter().map(|(name, _)| *name)
}

/// The maps; where they come from is told in `data/tron/README.md`.
const MAPS: [(&str, &str); 27] = [
    ("15x16-map", include_str!("../../../data/tron/maps/15x16-map.txt")),
    ("20x20-centre", include_str!("../../../data/tron/maps/20x20-centre.txt")),
    ("20x20-corners", include_str!("../../../data/tron/maps/20x20-corners.txt")),
    ("50x50-map", include_str!("../../../data/tron/maps/50x50-map.txt")),
    ("apocalyptic", include_str!("../../../data/tron/maps/apocalyptic.txt")),
    ("big-room", include_str!("../../../data/tron/maps/big-room.txt")),
    ("box", include_str!("../../../data/tron/maps/box.txt")),
    ("center", include_str!("../../../data/tron/maps/center.txt")),
    ("central", include_str!("../../../data/tron/maps/central.txt")),
    ("desert", include_str!("../../../data/tron/maps/desert.txt")),
    ("divider", include_str!("../../../data/tron/maps/divider.txt")),
    ("duel-small", include_str!("../../../data/tron/maps/duel-small.txt")),
    ("empty-room", include_str!("../../../data/tron/maps/empty-room.txt")),
    ("huge-room", include_str!("../../../data/tron/maps/huge-room.txt")),
    ("keyhole", include_str!("../../../data/tron/maps/keyhole.txt")),
    ("oval", include_str!("../../../data/tron/maps/oval.txt")),
    ("pillars-13", include_str!("../../../data/tron/maps/pillars-13.txt")),
    ("playground", include_str!("../../../data/tron/maps/playground.txt")),
    ("test-board", include_str!("../../../data/tron/maps/test-board.txt")),
    ("test-board2", include_str!("../../../data/tron/maps/test-board2.txt")),
    ("tiny2", include_str!("../../../data/tron/maps/tiny2.txt")),
    ("toronto-tall", include_str!("../../../data/tron/maps/toronto-tall.txt")),
    ("toronto2", include_str!("../../../data/tron/maps/toronto2.txt")),
    ("trix", include_str!("../../../data/tron/maps/trix.txt")),
    ("u", include_str!("../../../data/tron/maps/u.txt")),
    ("u-closed", include_str!("../../../data/tron/maps/u-closed.txt")),
    ("vee", include_str!("../../../data/tron/maps/vee.txt")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_reads_writes_and_can_be_played() {
        for (name, text) in MAPS {
            let map = Map::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(map.to_string(), text, "{name}");
            let start = Board::from_name(name).unwrap().start(1);
            assert!(!start.is_over(), "{name}");
            assert_eq!(start, Board::from_name(name).unwrap().start(2), "{name}");
        }
    }

    #[test]
    fn starts_on_the_open_field_are_point_symmetric() {
        for name in ["20x20", "13x7", "3x3", "60x60"] {
            let board = Board::from_name(name).unwrap();
            assert_eq!(board.to_string(), name);
            for seed in 0..200 {
                let start = board.start(seed);
                let [a, b] = [start.head(0), start.head(1)];
                assert_eq!(a.column() + b.column(), start.width() - 1);
                assert_eq!(a.row() + b.row(), start.height() - 1);
                assert!(2 * a.column() < start.width() - 1, "{a:?}");
                assert!(!start.is_over());
            }
        }
    }

    #[test]
    fn an_unknown_board_is_answered_with_the_nearest() {
        let error = Board::from_name("keyhol").unwrap_err().to_string();
        assert!(error.contains("did you mean `keyhole`?"), "{error}");
        assert!(Board::from_name("61x20").is_err());
        let error = Board::from_name("no/such.txt").unwrap_err().to_string();
        assert!(error.starts_with("no/such.txt: "), "{error}");
    }
}
