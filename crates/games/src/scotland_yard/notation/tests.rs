use super::*;
use crate::contest::Contest;
use crate::scotland_yard::contest::ScotlandYard;
use proptest::prelude::*;
use spinney_search::rng::{below, stream};

fn problem(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

#[test]
fn errors_name_the_line_the_move_and_what_is_legal() {
    assert_eq!(
        problem(""),
        "line 1: expected `start`, Mr X's station or ?, and the detectives' stations"
    );
    assert_eq!(
        problem("start 103 13 26 29 34\n"),
        "line 1: expected Mr X's station, or ?, and those of 5 detectives, not 5 words"
    );
    assert_eq!(
        problem("start 200 13 26 29 34 50"),
        "line 1: `200`: a station is a number from 1 to 199"
    );
    assert!(
        problem("start ? 1 26 29 34 50")
            .starts_with("line 1: 1 is not a start card of the detectives")
    );
    assert_eq!(problem("start ? 13 13 29 34 50"), "line 1: two detectives start at 13");
    assert!(
        problem("start 13 13 26 29 34 50")
            .starts_with("line 1: Mr X can't start at 13; he can at: 53")
    );
    let at = "# a remark\nstart 103 13 26 29 34 50\n";
    assert_eq!(problem(&format!("{at}2 T102")), "line 3: `2`: expected round 1");
    assert_eq!(
        problem(&format!("{at}1 T")),
        "line 3: round 1: `T` does not say where Mr X went, but the start does"
    );
    assert_eq!(
        problem(&format!("{at}1 T104")),
        "line 3: Mr X can't play T104 from 103; legal: T85 X85 T86 X86 T102 X102 2xT85 2xX85 2xT86 2xX86 2xT102 2xX102"
    );
    assert_eq!(
        problem(&format!("{at}1 T102 T99")),
        "line 3: detective 1 can't play T99; his legal moves: T4 T14 B14 T23 B23 T24 U46 B52 U67 U89"
    );
    assert!(problem(&format!("{at}1 T102 Q99")).contains("`Q99`: a ticket (T taxi"));
    assert_eq!(
        problem(&format!("{at}1 T102 T14\n2 T103")),
        "line 4: a round can't begin here: it is detective 2's turn"
    );
    assert_eq!(
        problem("scotland-yard(detectives=9)"),
        "line 1: `scotland-yard`: detectives=9: expected a whole number from 1 to 5"
    );
}

#[test]
fn contradictions_in_what_is_public_are_found() {
    let at = "start ? 13 26 29 34 50\n";
    // 13 is the one start card with an underground, and a detective has it.
    assert_eq!(
        problem(&format!("{at}1 U")),
        "line 2: no underground ticket leads out of any station where Mr X can be \
         (53 91 94 103 112 117 132 138 141 155 174 197 198)"
    );
    assert_eq!(
        problem(&format!("{at}1 T103")),
        "line 2: Mr X does not surface in round 1: only his ticket is public"
    );
    let moves = "1 T T14 T15 T41 T47 T37\n2 T T25 T28 T29 T46 T50\n";
    assert_eq!(
        problem(&format!("{at}{moves}3 T")),
        "line 4: Mr X surfaces in round 3: his station is needed"
    );
    assert!(
        problem(&format!("{at}{moves}3 T1"))
            .starts_with("line 4: Mr X can't surface at 1: with taxi he can have come to ")
    );
    assert!(
        problem(&format!("{at}1 T T14!"))
            .ends_with("Mr X can't have been caught at 14: he can't be there")
    );
}

#[test]
fn another_variant_is_refused() {
    let one = Options { detectives: 1, ..Options::default() };
    let text = write(&one, &one.start(1), &[]);
    assert!(read(&text, None).is_ok());
    let error = read(&text, Some(&Options::default())).unwrap_err();
    assert_eq!(
        error.problem,
        "this is a game of scotland-yard(detectives=1), not of scotland-yard"
    );
}

#[test]
fn the_general_suite_passes() {
    let contest = ScotlandYard::new(Options::default());
    crate::conformance::notation(&contest, 3);
    crate::conformance::agents(&contest);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    /// A log without Mr X's stations leads to the same view as the whole game.
    #[test]
    fn a_detective_s_log_tells_what_is_public(seed in any::<u64>(), detectives in 1u8..=5) {
        let options = Options { detectives, ..Options::default() };
        let mut rng = stream(&[seed]);
        let start = options.start(seed);
        let (mut game, mut moves, mut legal) = (start, Vec::new(), Vec::new());
        for _ in 0..below(&mut rng, 120) {
            let Turn::One(player) = game.turn() else { break };
            let mv = game.random_move(player, &mut rng, &mut legal);
            game.play(mv);
            moves.push(mv);
        }
        let text = write(&options, &start, &moves);
        let contest = ScotlandYard::new(options);
        prop_assert_eq!(contest.read(&text).unwrap(), (start, moves));
        // Strike out what a detective does not see.
        let mut hidden = String::new();
        for line in text.lines() {
            let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
            if words[0] == "start" {
                words[1] = "?".to_string();
            } else if let Ok(round) = words[0].parse::<u8>()
                && !surfaces(round)
            {
                let digits: &[_] = &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
                words[1] = words[1].trim_end_matches(digits).to_string();
            }
            hidden.push_str(&words.join(" "));
            hidden.push('\n');
        }
        let log = read(&hidden, None).unwrap();
        prop_assert!(log.full.is_none());
        if game.turn() != Turn::Over {
            prop_assert_eq!(log.public, game.public());
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "(scotland-yard\n)?start (\\?|103) 13 26 29 34 50\n([1-4] (2x)?[TBUX](1[0-9]{2})?( (-|[TBUX][1-9][0-9]{0,2}!?)){0,6}\n){0,4}") {
        let _ = read(&text, None);
    }

    #[test]
    fn no_letters_make_it_panic(text in "[a-zA-Z0-9?!# \n-]{0,80}") {
        let _ = read(&text, None);
    }
}
