//! The rules once more, slow and obvious: lists and loops over the text of the board.

use crate::scotland_yard::board::{Edition, Ticket};
use crate::scotland_yard::rules::{Move, Outcome};
use std::collections::BTreeSet;

/// Transport, station, station; both ways.
pub(super) fn connections(edition: Edition) -> Vec<(usize, u8, u8)> {
    let text = include_str!("../../data/scotland-yard/board.txt");
    let mut all = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("station")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let from: u8 = words[1].parse().unwrap();
        let mut transport = 0;
        for word in &words[4..] {
            if let Some(t) = ["taxi", "bus", "underground", "ferry"].iter().position(|t| t == word)
            {
                transport = t;
                continue;
            }
            let to = word.parse().unwrap();
            all.push((transport, from, to));
            all.push((transport, to, from));
        }
    }
    if edition == Edition::Y2013 {
        all.retain(|&(t, a, b)| !(t == 0 && a.min(b) == 13 && a.max(b) == 14));
    }
    all
}

#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) connections: Vec<(usize, u8, u8)>,
    pub(super) hider: u8,
    pub(super) seekers: Vec<u8>,
    /// Taxi, bus, underground, black; Mr X first.
    pub(super) tickets: Vec<[u32; 4]>,
    pub(super) doubles: u32,
    pub(super) round: u32,
    pub(super) turn: usize,
    pub(super) between: bool,
    pub(super) outcome: Outcome,
}

impl Reference {
    pub(super) fn new(edition: Edition, hider: u8, seekers: &[u8], taxis: u32) -> Self {
        let mut tickets = vec![[4, 3, 3, seekers.len() as u32]];
        tickets.extend(seekers.iter().map(|_| [taxis, 8, 4, 0]));
        Self {
            connections: connections(edition),
            hider,
            seekers: seekers.to_vec(),
            tickets,
            doubles: 2,
            round: 0,
            turn: 0,
            between: false,
            outcome: Outcome::Running,
        }
    }

    /// Where one ticket of this purse leads from a station that no seeker holds.
    fn steps(&self, from: u8, purse: &[u32; 4]) -> BTreeSet<Move> {
        let mut steps = BTreeSet::new();
        for &(transport, a, b) in &self.connections {
            if a != from || self.seekers.contains(&b) {
                continue;
            }
            if transport < 3 && purse[transport] > 0 {
                steps.insert(Move::new(b, Ticket::ALL[transport]));
            }
            if purse[3] > 0 {
                steps.insert(Move::new(b, Ticket::Black));
            }
        }
        steps
    }

    pub(super) fn moves(&self) -> BTreeSet<Move> {
        if self.turn > 0 {
            let steps = self.steps(self.seekers[self.turn - 1], &self.tickets[self.turn]);
            return if steps.is_empty() { BTreeSet::from([Move::PASS]) } else { steps };
        }
        let mut moves = self.steps(self.hider, &self.tickets[0]);
        if self.doubles > 0 && !self.between && self.round + 2 <= 24 {
            for first in moves.clone() {
                let mut purse = self.tickets[0];
                purse[first.ticket as usize] -= 1;
                if !self.steps(first.to, &purse).is_empty() {
                    moves.insert(first.doubled());
                }
            }
        }
        moves
    }

    pub(super) fn play(&mut self, mv: Move) {
        if self.turn == 0 {
            self.tickets[0][mv.ticket as usize] -= 1;
            self.hider = mv.to;
            self.round += 1;
            self.between = mv.double;
            if mv.double {
                self.doubles -= 1;
            } else {
                self.turn = 1;
            }
            return;
        }
        if mv != Move::PASS {
            self.tickets[self.turn][mv.ticket as usize] -= 1;
            self.tickets[0][mv.ticket as usize] += 1;
            self.seekers[self.turn - 1] = mv.to;
            if mv.to == self.hider {
                self.outcome = Outcome::Caught(self.turn as u8);
                return;
            }
        }
        self.turn += 1;
        if self.turn <= self.seekers.len() {
            return;
        }
        self.turn = 0;
        let can_pay = |i: usize| {
            self.connections
                .iter()
                .any(|&(t, a, _)| a == self.seekers[i] && t < 3 && self.tickets[i + 1][t] > 0)
        };
        if self.round == 24 || !(0..self.seekers.len()).any(can_pay) {
            self.outcome = Outcome::Escaped;
        } else if self.steps(self.hider, &self.tickets[0]).is_empty() {
            self.outcome = Outcome::Cornered;
        }
    }
}
