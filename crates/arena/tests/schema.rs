//! The schema of the protocol is as written down, and its parser takes anything.

use proptest::prelude::*;
use spinney_arena::protocol::{ClientMessage, parse, schema};

/// `SPINNEY_WRITE=1 cargo test -p spinney-arena --test schema` writes it anew.
#[test]
fn the_schema_is_as_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.schema.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("SPINNEY_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "docs/protocol.schema.json is old");
}

#[test]
fn the_examples_of_the_page_are_messages() {
    let page = include_str!("../../../docs/protocol.md");
    let begin = page.find("### From the client").unwrap();
    let end = page[begin..].find("### From the server").unwrap() + begin;
    let examples: Vec<&str> = page[begin..end]
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .filter(|example| example.starts_with('{'))
        .collect();
    assert_eq!(examples.len(), 10);
    for example in examples {
        assert!(parse(example).is_ok(), "{example}: {:?}", parse(example));
    }
}

fn message() -> impl Strategy<Value = String> {
    let kind = prop::sample::select(vec![
        "join", "play", "undo", "hint", "watch", "stop", "resign", "pause", "review", "ping", "x",
    ]);
    let field = prop::sample::select(vec![
        "type", "protocol", "tokens", "turn", "player", "move", "agent", "on", "n",
    ]);
    let value = prop::sample::select(vec![
        "0",
        "-1",
        "1e99",
        "18446744073709551616",
        "null",
        "true",
        "\"\"",
        "\"T104\"",
        "[]",
        "[\"a\"]",
        "{}",
        "[[[[",
        "\"\\u0000\"",
        "\"\\ud800\"",
    ]);
    let fields = prop::collection::vec((field, value), 0..6);
    (kind, fields).prop_map(|(kind, fields)| {
        let fields = fields.iter().map(|(field, value)| format!(",\"{field}\":{value}"));
        format!("{{\"type\":\"{kind}\"{}}}", fields.collect::<String>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = parse(&text);
    }

    #[test]
    fn almost_messages_are_read_or_refused(text in message()) {
        match parse(&text) {
            Ok(ClientMessage::Ping { n }) => prop_assert!(text.contains(&n.to_string())),
            Ok(_) => {}
            Err(error) => prop_assert!(!error.is_empty()),
        }
    }
}
