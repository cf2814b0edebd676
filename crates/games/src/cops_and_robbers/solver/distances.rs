//! How many moves the cops need, for every position with the robber to move.

use spinney_search::budget::Stop;

/// A table of one value; none when it was stopped. Tables can have hundreds of megabytes.
pub(super) fn filled<T: Copy>(value: T, count: usize, stop: &Stop) -> Option<Vec<T>> {
    let mut table = Vec::with_capacity(count);
    while table.len() < count {
        if stop.raised() {
            return None;
        }
        table.resize(count.min(table.len() + (1 << 16)), value);
    }
    Some(table)
}

/// A byte a position, two once a byte is not enough.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    vertices: usize,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Distances {
    /// All unknown; none when it was stopped.
    pub(super) fn new(placements: usize, vertices: usize, stop: &Stop) -> Option<Self> {
        let cells = Cells::Narrow(filled(u8::MAX, placements * vertices, stop)?);
        Some(Self { vertices, cells })
    }

    pub(super) fn set(&mut self, placement: usize, robber: usize, moves: u16) {
        if let (Cells::Narrow(narrow), true) = (&self.cells, moves >= u16::from(u8::MAX)) {
            let widened = |&d: &u8| if d == u8::MAX { u16::MAX } else { u16::from(d) };
            self.cells = Cells::Wide(narrow.iter().map(widened).collect());
        }
        let at = placement * self.vertices + robber;
        match &mut self.cells {
            Cells::Narrow(cells) => cells[at] = moves as u8,
            Cells::Wide(cells) => cells[at] = moves,
        }
    }

    /// None where the robber is never caught.
    #[inline]
    pub(super) fn get(&self, placement: usize, robber: usize) -> Option<u16> {
        let at = placement * self.vertices + robber;
        match &self.cells {
            Cells::Narrow(cells) => Some(cells[at]).filter(|&d| d != u8::MAX).map(u16::from),
            Cells::Wide(cells) => Some(cells[at]).filter(|&d| d != u16::MAX),
        }
    }
}
