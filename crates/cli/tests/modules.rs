//! No two modules of a crate need each other, directly or by way of others. A module and those
//! inside it are one thing here: a parent names its children, and they use its types.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_need_each_other_one_way() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut modules = 0;
    for folder in std::fs::read_dir(crates).unwrap() {
        let source = folder.unwrap().path().join("src");
        if !source.is_dir() {
            continue;
        }
        let graph = graph(&read(&source));
        modules += graph.len();
        if let Some(cycle) = cycle(&graph) {
            panic!("{}: {}", source.display(), cycle.join(" → "));
        }
    }
    assert!(modules > 150, "only {modules} modules were found");
}

#[test]
fn a_cycle_is_found() {
    let files = |texts: &[(&str, &str)]| {
        texts.iter().map(|(name, text)| ((*name).to_string(), (*text).to_string())).collect()
    };
    let round = files(&[
        ("a", "use crate::{b::{X, Y}, c};"),
        ("b", "// use crate::a;\nfn f() { super::c::inner::g() }"),
        ("c", "pub mod inner;\nuse inner::g;"),
        ("c::inner", "use super::Z;\nuse crate::a::W;"),
    ]);
    assert_eq!(cycle(&graph(&round)).unwrap(), ["a", "b", "c::inner", "a"]);
    let parents = files(&[("c", "pub use inner::g;"), ("c::inner", "use super::Z;")]);
    assert_eq!(cycle(&graph(&parents)), None);
    let tests =
        files(&[("a", "use crate::b;"), ("b", "#[cfg(test)]\nmod tests { use crate::a; }")]);
    assert_eq!(cycle(&graph(&tests)), None);
}

/// The modules below a folder with their texts, by path: `experiment::run`.
fn read(source: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![source.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(source).unwrap().with_extension("");
                let words: Vec<_> = inside.iter().map(|word| word.to_str().unwrap()).collect();
                if !words.contains(&"tests") && words != ["lib"] && words != ["main"] {
                    files.insert(words.join("::"), std::fs::read_to_string(path).unwrap());
                }
            }
        }
    }
    files
}

/// Which module uses which, parents and children apart.
fn graph(files: &BTreeMap<String, String>) -> Graph {
    let used = |(name, text): (&String, &String)| {
        let paths = paths(text).into_iter().filter_map(|path| resolve(name, &path, files));
        let related = |other: &String| {
            let inside = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|r| r.starts_with("::"));
            name == other || inside(name, other) || inside(other, name)
        };
        (name.clone(), paths.filter(|other| !related(other)).collect())
    };
    files.iter().map(used).collect()
}

/// The module that a path names or leads into.
fn resolve(from: &str, path: &str, files: &BTreeMap<String, String>) -> Option<String> {
    let mut place: Vec<&str> = from.split("::").collect();
    for (i, word) in path.split("::").enumerate() {
        match word {
            "crate" => place.clear(),
            "self" => {}
            "super" => {
                place.pop();
            }
            _ => {
                // A path that begins with a name is one of a child, or of another crate.
                let longer = [&place[..], &[word]].concat();
                if i == 0 || files.contains_key(&longer.join("::")) {
                    place = longer;
                } else {
                    break;
                }
            }
        }
    }
    let place = place.join("::");
    files.contains_key(&place).then_some(place)
}

/// The paths in a text: those of `use`, written out, and those that begin with `crate`, `self` or
/// `super`.
fn paths(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: Vec<&str> =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for start in code.split("use ").skip(1) {
        expand("", start.split(';').next().unwrap_or_default(), &mut found);
    }
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let inline = code.split(|c| !word(c)).filter(|path| {
        ["crate::", "self::", "super::"].iter().any(|start| path.starts_with(start))
    });
    found.extend(inline.map(|path| path.trim_end_matches(':').to_string()));
    found
}

/// The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(before: &str, tree: &str, found: &mut Vec<String>) {
    let Some((path, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        found.push(format!("{before}{path}"));
        return;
    };
    let (inner, _) = rest.rsplit_once('}').unwrap_or((rest, ""));
    let before = format!("{before}{}", path.trim());
    let (mut depth, mut start) = (0, 0);
    for (i, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..i].trim().is_empty() {
                    expand(&before, &inner[start..i], found);
                }
                start = i + 1;
            }
            _ => {}
        }
    }
}

/// A way from a module back to itself.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    fn walk(graph: &Graph, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        let last = way.last().expect("a way has a start").clone();
        for next in graph.get(&last).into_iter().flatten() {
            if let Some(start) = way.iter().position(|module| module == next) {
                way.drain(..start);
                way.push(next.clone());
                return true;
            }
            if !done.contains(next) {
                way.push(next.clone());
                if walk(graph, way, done) {
                    return true;
                }
                way.pop();
            }
        }
        done.insert(last);
        false
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| {
        let mut way = vec![start.clone()];
        (!done.contains(start) && walk(graph, &mut way, &mut done)).then_some(way)
    })
}
