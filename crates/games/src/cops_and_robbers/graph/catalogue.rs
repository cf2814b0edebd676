//! Graphs by name: what can stand in `--graph`.

use super::{Graph, families, text};
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};

const THESIS: &str = "Varkevisser 2019, section 2.3";

static LADDER: Schema = Schema {
    name: "ladder",
    help: "two rails of `length` vertices, a rung after every `spacing` vertices without one",
    source: THESIS,
    params: &[
        Param::integer("length", "20", 2, 5_000, "vertices in each rail"),
        Param::integer("spacing", "1", 0, 5_000, "vertices between two rungs"),
    ],
};
static CIRCLE: Schema = Schema {
    name: "circle",
    help: "a ring of `size` vertices, each also joined to the vertex `spacing` + 1 steps on",
    source: THESIS,
    params: &[
        Param::integer("size", "20", 3, 10_000, "vertices"),
        Param::integer("spacing", "1", 0, 10_000, "vertices that a chord skips"),
    ],
};
static SCOTLAND_YARD: Schema = Schema {
    name: "scotland-yard",
    help: "the 199 stations of Scotland Yard: taxi, bus and underground as one, no ferry",
    source: THESIS,
    params: &[],
};
static GRID: Schema = Schema {
    name: "grid",
    help: "a rectangle of `width` times `height` vertices",
    source: "",
    params: &[
        Param::integer("width", "8", 1, 10_000, "vertices in a row"),
        Param::integer("height", "8", 1, 10_000, "rows"),
    ],
};
static PETERSEN: Schema = Schema {
    name: "petersen",
    help: "Petersen's graph: 10 vertices of degree 3, the smallest graph that needs 3 cops",
    source: "",
    params: &[],
};
static DODECAHEDRON: Schema = Schema {
    name: "dodecahedron",
    help: "corners and edges of the dodecahedron: 20 vertices of degree 3",
    source: "",
    params: &[],
};
static HYPERCUBE: Schema = Schema {
    name: "hypercube",
    help: "the corners of a cube of `dimension` dimensions",
    source: "",
    params: &[Param::integer("dimension", "4", 1, 13, "dimensions")],
};
static RANDOM_REGULAR: Schema = Schema {
    name: "random-regular",
    help: "a random connected graph in which every vertex has `degree` neighbours",
    source: "",
    params: &[
        Param::integer("vertices", "50", 2, 10_000, "vertices"),
        Param::integer("degree", "3", 1, 9_999, "neighbours of each"),
        Param::integer("seed", "1", 0, u64::MAX, "which of them"),
    ],
};
static PATH: Schema = Schema {
    name: "path",
    help: "a line of vertices",
    source: "",
    params: &[Param::integer("vertices", "10", 2, 10_000, "vertices")],
};
static CYCLE: Schema = Schema {
    name: "cycle",
    help: "a plain ring",
    source: "",
    params: &[Param::integer("vertices", "10", 3, 10_000, "vertices")],
};
static COMPLETE: Schema = Schema {
    name: "complete",
    help: "every vertex joined to every other",
    source: "",
    params: &[Param::integer("vertices", "5", 2, 1_000, "vertices")],
};
static FILE: Schema = Schema {
    name: "file",
    help: "an adjacency matrix or an edge list, one edge a line",
    source: "Varkevisser 2019, section 4.1",
    params: &[Param::any("path", "graph.txt", "the file")],
};

/// Every graph that has a name.
pub fn catalogue() -> Catalogue {
    Catalogue::new(
        "graph",
        &[
            &LADDER,
            &CIRCLE,
            &SCOTLAND_YARD,
            &GRID,
            &PETERSEN,
            &DODECAHEDRON,
            &HYPERCUBE,
            &RANDOM_REGULAR,
            &PATH,
            &CYCLE,
            &COMPLETE,
            &FILE,
        ],
    )
}

pub(super) fn build(spec: &Spec) -> Result<Graph, SpecError> {
    let settings = catalogue().resolve(spec)?;
    let number = |key: &str| settings.integer(key) as usize;
    let canonical = positional(&settings);
    let refused = |key: &'static str| {
        let settings = settings.clone();
        move |error: super::GraphError| settings.bad(key, error.to_string())
    };
    match settings.name() {
        "ladder" => families::ladder(canonical, number("length"), number("spacing"))
            .map_err(refused("length")),
        "circle" => {
            families::circle(canonical, number("size"), number("spacing")).map_err(refused("size"))
        }
        "grid" => {
            families::grid(canonical, number("width"), number("height")).map_err(refused("width"))
        }
        "hypercube" => {
            families::hypercube(canonical, number("dimension")).map_err(refused("dimension"))
        }
        "random-regular" => {
            let (n, degree) = (number("vertices"), number("degree"));
            if degree >= n {
                return Err(settings.bad("degree", format!("expected a number below vertices={n}")));
            }
            if n * degree % 2 == 1 {
                return Err(settings
                    .bad("degree", format!("expected an even number, since vertices={n} is odd")));
            }
            if degree == 1 && n > 2 {
                return Err(settings.bad("degree", "at least 2, or the graph is not connected"));
            }
            families::random_regular(&canonical, n, degree, settings.integer("seed"))
                .map_err(refused("vertices"))
        }
        "path" => families::path(canonical, number("vertices")).map_err(refused("vertices")),
        "cycle" => families::cycle(canonical, number("vertices")).map_err(refused("vertices")),
        "complete" => {
            families::complete(canonical, number("vertices")).map_err(refused("vertices"))
        }
        "petersen" => Ok(families::petersen(canonical)),
        "dodecahedron" => Ok(families::dodecahedron(canonical)),
        "scotland-yard" => Ok(families::scotland_yard(canonical)),
        "file" => {
            let path = settings.word("path");
            std::fs::read_to_string(path)
                .map_err(|error| super::GraphError::File {
                    path: path.to_string(),
                    problem: error.to_string(),
                })
                .and_then(|text| text::read(&text, canonical))
                .map_err(refused("path"))
        }
        other => unreachable!("`{other}` is in the catalogue"),
    }
}

/// All parameters by place, as the thesis writes its graphs: `ladder(20, 1)`.
fn positional(settings: &Settings) -> Spec {
    let mut spec = Spec::word(settings.name());
    for param in settings.schema.params {
        let value = settings.value(param.name).clone();
        spec.args.push(spinney_spec::Arg { key: None, value });
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> Result<Graph, SpecError> {
        Graph::from_spec(&text.parse()?)
    }

    #[test]
    fn names_are_canonical_and_round_trip() {
        for (given, canonical) in [
            ("ladder(l, 1)", None),
            ("ladder(length=5, spacing=1)", Some("ladder(5, 1)")),
            ("circle(12)", Some("circle(12, 1)")),
            ("petersen", Some("petersen")),
            ("random-regular(10, 3)", Some("random-regular(10, 3, 1)")),
        ] {
            let built = graph(given).ok().map(|g| g.spec().to_string());
            assert_eq!(built.as_deref(), canonical, "{given}");
            if let Some(text) = built {
                assert_eq!(graph(&text).unwrap().spec().to_string(), text);
            }
        }
    }

    #[test]
    fn impossible_graphs_are_explained() {
        let error = |text: &str| graph(text).unwrap_err().to_string();
        assert!(error("grid(1, 1)").contains("only one vertex"));
        assert!(error("grid(200, 200)").contains("at most 10000"));
        assert!(error("random-regular(5, 3)").contains("an even number"));
        assert!(error("random-regular(4, 4)").contains("a number below vertices=4"));
        assert!(error("random-regular(8, 1)").contains("at least 2"));
        assert!(error("laddder(3)").contains("did you mean `ladder`?"));
        assert!(error("file(no-such-file)").contains("no-such-file"));
    }
}
