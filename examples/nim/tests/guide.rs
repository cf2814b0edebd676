//! `docs/add-a-game.md` prints the files of this package, whole and as they are.

use std::collections::BTreeMap;
use std::path::Path;

/// The code blocks of the guide by the file that is named on the line above each: `` `src/lib.rs` ``.
fn printed(guide: &str) -> BTreeMap<String, String> {
    let (mut files, mut name) = (BTreeMap::new(), None);
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if let Some(name) = name.take() {
                files.insert(name, block.join("\n") + "\n");
            }
        } else if let Some(rest) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
            name = Some(rest.to_string());
        }
    }
    files
}

#[test]
fn the_guide_prints_these_files() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(here.join("../../docs/add-a-game.md")).unwrap();
    let printed = printed(&guide);
    let names: Vec<&str> = printed.keys().map(String::as_str).collect();
    let expected = ["Cargo.toml", "src/contest.rs", "src/lib.rs", "src/main.rs", "tests/search.rs"];
    assert_eq!(names, expected);
    for (name, text) in &printed {
        let file = std::fs::read_to_string(here.join(name)).unwrap();
        assert!(file == *text, "docs/add-a-game.md prints another {name} than examples/nim has");
    }
}
