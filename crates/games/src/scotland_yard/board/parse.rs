//! Reads the facts of a board and checks them, row by row.

use super::{Edition, ROW, STATIONS, Station, Transports};

/// What is wrong with the text of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// One row is wrong.
    #[error("row {row}: {problem}")]
    Row {
        /// The row, from 1.
        row: usize,
        /// What is wrong with it, and what would be right.
        problem: String,
    },
    /// A station is missing.
    #[error("station {station} has no row")]
    Missing {
        /// The station.
        station: Station,
    },
    /// A station has more neighbours than the tables hold.
    #[error("station {station} has more than {} neighbours", super::NEIGHBOURS + 2)]
    Crowded {
        /// The station.
        station: Station,
    },
    /// A deck of start cards is missing.
    #[error("there is no deck `{name}`")]
    NoDeck {
        /// Its name.
        name: &'static str,
    },
    /// Taxis don't connect the board.
    #[error("no taxi connects station {station} with station 1")]
    Apart {
        /// A station that can't be reached.
        station: Station,
    },
}

const DECKS: [&str; 3] = ["classic", "mr-x", "detectives"];

/// What the text says.
pub(super) struct Facts {
    /// Transport, smaller station, larger station.
    pub(super) connections: Vec<(usize, Station, Station)>,
    pub(super) places: [(u16, u16); ROW],
    pub(super) decks: [Vec<Station>; 3],
}

impl Facts {
    pub(super) fn read(text: &str, edition: Edition) -> Result<Self, BoardError> {
        let mut facts =
            Self { connections: Vec::new(), places: [(0, 0); ROW], decks: Default::default() };
        let mut seen = [false; ROW];
        for (i, line) in text.lines().enumerate() {
            let words: Vec<&str> =
                line.split('#').next().unwrap_or_default().split_whitespace().collect();
            let read = match words.first() {
                None => Ok(()),
                Some(&"station") => facts.station(&words[1..], &mut seen),
                Some(&"deck") => facts.deck(&words[1..]),
                Some(&"without") => facts.without(&words[1..], edition),
                Some(other) => {
                    Err(format!("`{other}`: a row starts with station, deck or without"))
                }
            };
            read.map_err(|problem| BoardError::Row { row: i + 1, problem })?;
        }
        facts.check(&seen)?;
        Ok(facts)
    }

    fn station(&mut self, words: &[&str], seen: &mut [bool; ROW]) -> Result<(), String> {
        let [number, x, y, ways @ ..] = words else {
            return Err("a station has a number and two coordinates".to_string());
        };
        let number = station(number)?;
        if std::mem::replace(&mut seen[number as usize], true) {
            return Err(format!("station {number} has a row already"));
        }
        let coordinate = |word: &str, limit: u16| {
            let value = word.parse::<u16>().ok().filter(|&v| v <= limit);
            value.ok_or_else(|| format!("`{word}`: a coordinate is a number from 0 to {limit}"))
        };
        self.places[number as usize] = (coordinate(x, 1000)?, coordinate(y, 749)?);
        let mut transport = None;
        for &word in ways {
            if let Some(named) = Transports::NAMES.iter().position(|&name| name == word) {
                transport = Some(named);
                continue;
            }
            let Some(transport) = transport else {
                return Err(format!("`{word}`: expected {}", Transports::NAMES.join(", ")));
            };
            let other = station(word)?;
            if other <= number {
                return Err(format!(
                    "{number} to {other}: a connection stands at its smaller station"
                ));
            }
            let connection = (transport, number, other);
            if self.connections.contains(&connection) {
                return Err(format!("{number} to {other}: this connection is there twice"));
            }
            self.connections.push(connection);
        }
        Ok(())
    }

    fn deck(&mut self, words: &[&str]) -> Result<(), String> {
        let [name, cards @ ..] = words else { return Err("a deck has a name".to_string()) };
        let index = DECKS
            .iter()
            .position(|deck| deck == name)
            .ok_or_else(|| format!("`{name}`: the decks are {}", DECKS.join(", ")))?;
        let deck = &mut self.decks[index];
        for word in cards {
            let card = station(word)?;
            if deck.contains(&card) {
                return Err(format!("card {card} is in this deck twice"));
            }
            deck.push(card);
        }
        Ok(())
    }

    fn without(&mut self, words: &[&str], edition: Edition) -> Result<(), String> {
        let &[year, transport, a, b] = words else {
            return Err("`without` has an edition, a transport and two stations".to_string());
        };
        if year != "2013" {
            return Err(format!("`{year}`: the one edition with a difference is 2013"));
        }
        let transport = Transports::NAMES
            .iter()
            .position(|&name| name == transport)
            .ok_or_else(|| format!("`{transport}` is none of {}", Transports::NAMES.join(", ")))?;
        let gone = (transport, station(a)?, station(b)?);
        let at = self.connections.iter().position(|c| *c == gone);
        let at = at.ok_or_else(|| format!("{a} to {b}: there is no such connection"))?;
        if edition == Edition::Y2013 {
            self.connections.remove(at);
        }
        Ok(())
    }

    /// What no single row shows.
    fn check(&self, seen: &[bool; ROW]) -> Result<(), BoardError> {
        if let Some(station) = (1..=STATIONS).find(|&s| !seen[s]) {
            return Err(BoardError::Missing { station: station as Station });
        }
        for (name, deck) in DECKS.into_iter().zip(&self.decks) {
            if deck.is_empty() {
                return Err(BoardError::NoDeck { name });
            }
        }
        let mut connected = [false; ROW];
        connected[1] = true;
        for _ in 0..STATIONS {
            for &(transport, a, b) in &self.connections {
                if transport == 0 && (connected[a as usize] || connected[b as usize]) {
                    (connected[a as usize], connected[b as usize]) = (true, true);
                }
            }
        }
        match (1..=STATIONS).find(|&s| !connected[s]) {
            Some(station) => Err(BoardError::Apart { station: station as Station }),
            None => Ok(()),
        }
    }
}

fn station(word: &str) -> Result<Station, String> {
    let number = word.parse::<usize>().ok().filter(|n| (1..=STATIONS).contains(n));
    number
        .map(|n| n as Station)
        .ok_or_else(|| format!("`{word}`: a station is a number from 1 to {STATIONS}"))
}
