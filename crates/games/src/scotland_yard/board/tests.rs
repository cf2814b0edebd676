use super::*;

fn text() -> &'static str {
    include_str!("../../../data/scotland-yard/board.txt")
}

fn connections(board: &Board, transport: Transports) -> usize {
    let ends = board.links.iter().flat_map(|links| links.iter());
    ends.filter(|link| link.by & transport.0 != 0).count() / 2
}

/// The counts that `data/scotland-yard/README.md` and the sources give.
#[test]
fn the_boards_have_the_known_counts() {
    let board = Board::of(Edition::Classic);
    assert_eq!(connections(board, Transports::TAXI), 346);
    assert_eq!(connections(board, Transports::BUS), 99);
    assert_eq!(connections(board, Transports::UNDERGROUND), 20);
    assert_eq!(connections(board, Transports::FERRY), 3);
    assert_eq!(connections(board, Transports::ALL), 436);
    assert_eq!(connections(Board::of(Edition::Y2013), Transports::TAXI), 345);
    assert_eq!(board.links[67].len(), 13);
    assert_eq!(board.decks.each_ref().map(Vec::len), [18, 13, 16]);
    let served = |t: Transports| board.stops.iter().filter(|&&by| by & t.0 != 0).count();
    assert_eq!(
        [Transports::TAXI, Transports::BUS, Transports::UNDERGROUND, Transports::FERRY].map(served),
        [199, 62, 14, 4]
    );
}

/// Floyd and Warshall's three loops, against the breadth-first search.
#[test]
fn distances_agree_with_floyd_warshall() {
    for edition in [Edition::Classic, Edition::Y2013] {
        let board = Board::of(edition);
        for with in [1u8, 2, 5, 7, 15] {
            let mut slow = vec![[1000u32; ROW]; ROW];
            for (a, row) in slow.iter_mut().enumerate() {
                row[a] = 0;
                for link in board.links[a].iter().filter(|link| link.by & with != 0) {
                    row[link.to as usize] = 1;
                }
            }
            for k in 1..=STATIONS {
                for a in 1..=STATIONS {
                    for b in 1..=STATIONS {
                        slow[a][b] = slow[a][b].min(slow[a][k] + slow[k][b]);
                    }
                }
            }
            for (a, row) in slow.iter().enumerate().take(STATIONS + 1).skip(1) {
                for (b, &moves) in row.iter().enumerate().take(STATIONS + 1).skip(1) {
                    let expected = if moves >= 1000 { FAR } else { moves as u8 };
                    let found = board.distance(Transports(with), a as Station, b as Station);
                    assert_eq!(found, expected, "{a} to {b} with {with}");
                }
            }
        }
    }
}

#[test]
fn the_widths_of_the_board_are_the_known_ones() {
    let board = Board::of(Edition::Classic);
    let widest = |with| {
        let all = (1..=STATIONS as Station).flat_map(|a| &board.distances(with, a)[1..=STATIONS]);
        *all.max().unwrap()
    };
    assert_eq!(widest(Transports::TAXI), 20);
    assert_eq!(widest(Transports::LAND), 10);
    assert_eq!(widest(Transports::ALL), 10);
}

#[test]
fn tickets_lead_where_their_transport_goes() {
    let board = Board::of(Edition::Classic);
    let reach = |t: Ticket, s: usize| board.reach[t as usize][s].iter().collect::<Vec<_>>();
    assert_eq!(reach(Ticket::Taxi, 1), [8, 9]);
    assert_eq!(reach(Ticket::Bus, 1), [46, 58]);
    assert_eq!(reach(Ticket::Underground, 1), [46]);
    assert_eq!(reach(Ticket::Black, 1), [8, 9, 46, 58]);
    assert_eq!(reach(Ticket::Bus, 115).len(), 0);
    assert!(reach(Ticket::Black, 115).contains(&157), "the ferry");
    assert!(!reach(Ticket::Taxi, 115).contains(&157));
}

#[test]
fn a_slip_in_the_text_is_an_error_that_names_the_row() {
    let error = |from: &str, to: &str| {
        let changed = text().replacen(from, to, 1);
        assert_ne!(changed, text());
        Board::read(&changed, Edition::Classic).unwrap_err().to_string()
    };
    assert_eq!(
        error("taxi 8 9 bus", "taxi 8 200 bus"),
        "row 7: `200`: a station is a number from 1 to 199"
    );
    assert_eq!(
        error("taxi 8 9 bus", "cab 8 9 bus"),
        "row 7: `cab`: expected taxi, bus, underground, ferry"
    );
    assert_eq!(error("taxi 8 9", "taxi 8 8"), "row 7: 1 to 8: this connection is there twice");
    assert_eq!(
        error("taxi 10 20", "taxi 1 20"),
        "row 8: 2 to 1: a connection stands at its smaller station"
    );
    assert_eq!(error("station 2 ", "station 1 "), "row 8: station 1 has a row already");
    assert_eq!(error("station 2 304", "station 2 x"), {
        "row 8: `x`: a coordinate is a number from 0 to 1000"
    });
    assert_eq!(error("station 199", "# station 199"), "station 199 has no row");
    assert_eq!(error("deck mr-x", "# deck"), "there is no deck `mr-x`");
    assert_eq!(
        error("without 2013 taxi 13 14", "without 2013 bus 13 15"),
        "row 211: 13 to 15: there is no such connection"
    );
    assert_eq!(
        error("station 2 304 17 taxi 10 20", "station 2 304 17"),
        "no taxi connects station 2 with station 1"
    );
}

#[test]
fn steps_lead_closest_to_the_target() {
    let board = Board::of(Edition::Classic);
    for with in [1, 2, 3, 7].map(Transports) {
        for from in 1..=STATIONS as Station {
            for target in (1..=STATIONS as Station).step_by(7) {
                let steps = board.steps(with, from, target);
                let ways = board.links[from as usize].iter().enumerate();
                let usable: Vec<_> = ways.filter(|(_, link)| link.by & with.0 != 0).collect();
                let left = |to: Station| board.distance(with, to, target);
                let closest = usable.iter().map(|(_, link)| left(link.to)).min();
                for (place, link) in usable {
                    assert_eq!(steps >> place & 1 != 0, Some(left(link.to)) == closest);
                }
            }
        }
        for (from, to) in [(1, 199), (5, 175), (67, 68)] {
            let exact = board.distance(with, from, to);
            assert_eq!(board.capped_distances(with, from)[to as usize], exact.min(19));
        }
    }
}
