//! What agents do for a seed, as a number that changes when they do something else.
//!
//! `behaviour.txt` has a line for each agent of each game: the fingerprint of golden games, which are
//! small games with fixed seeds. A test plays them again and compares. So a change of rules, of an
//! agent or of a table that comes with the program can't go unnoticed, and whoever keeps games can
//! tell those of today's program from those of another one. The test writes the file anew when the
//! environment has `SPINNEY_BEHAVIOUR=write`.

use spinney_search::rng::mix;
use spinney_spec::Settings;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Game, side, agent and fingerprint, a line each.
const TABLE: &str = include_str!("behaviour.txt");

/// Parameters that came after their agent had a fingerprint. Unless they are set, its games are as
/// they were; an agent with one of them has a fingerprint of its own.
const LATER: [&str; 5] = ["black-gain", "keep-tree", "leaf", "replies", "reply-models"];

/// The name under which the fingerprint of an agent is kept: its own, and which of the later parameters
/// it sets.
pub fn name(agent: &Settings) -> String {
    let spec = agent.to_spec();
    let later = LATER.iter().filter(|key| spec.get(key).is_some());
    later.fold(agent.name().to_string(), |name, key| name + "+" + key)
}

/// A hash of bytes that is the same on every machine (FNV-1a, 64 bits): for telling texts apart, not
/// for keeping secrets.
pub fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

/// The fingerprint of what these agents, given by side and [`name()`], do in a game; none if one of
/// them does not come with Spinney.
///
/// ```
/// use spinney_games::behaviour::of;
/// assert!(of("connect-four", &[("a", "uct"), ("b", "random")]).is_some());
/// assert_eq!(of("chess", &[("white", "uct")]), None);
/// ```
pub fn of(game: &str, agents: &[(&str, &str)]) -> Option<u64> {
    static KNOWN: OnceLock<HashMap<[&str; 3], u64>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| TABLE.lines().filter_map(entry).collect());
    let found = agents.iter().map(|&(side, agent)| known.get(&[game, side, agent]).copied());
    found.collect::<Option<Vec<u64>>>().map(|all| mix(&all))
}

fn entry(line: &str) -> Option<([&str; 3], u64)> {
    let [game, side, agent, fingerprint] =
        line.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
    Some(([game, side, agent], u64::from_str_radix(fingerprint, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{AnyContest, PlayOptions};
    use spinney_spec::{Arg, Catalogue, Kind, Param, Schema, Spec};
    use std::collections::BTreeMap;
    use std::fmt::Write as _;

    /// Small games of every kind.
    const GAMES: [&str; 9] = [
        "connect-four(opening=4)",
        "cops-and-robbers(graph=ladder(6, 1), cops=2, rounds=8, seen-every=1)",
        "cops-and-robbers(graph=circle(12, 1), cops=2, rounds=8, seen-every=3, may-stay=true)",
        "samegame",
        "scotland-yard",
        "scotland-yard(detectives=3)",
        "tic-tac-toe(opening=2)",
        "tron(board=9x9)",
        "tron(board=vee, opening=4)",
    ];

    /// A game takes long with the default budgets of a search.
    const BUDGETS: [(&str, u64); 3] = [("playouts", 60), ("nodes", 60), ("iterations", 4)];

    /// The agent as it is, with every other choice and flag, and as each preset has it.
    fn variants(catalogue: &Catalogue, schema: &'static Schema) -> Vec<Spec> {
        let mut bare = Spec::word(schema.name);
        let has = |key: &str| schema.params.iter().any(|param: &Param| param.name == key);
        for (key, value) in BUDGETS.iter().filter(|(key, _)| has(key)) {
            bare = bare.with(*key, value);
        }
        let mut all = vec![bare.clone()];
        // One thread shares its tree with nobody.
        for param in schema.params.iter().filter(|param| param.name != "parallel") {
            let values: &[&str] = match param.kind {
                Kind::Choice(words) => words,
                Kind::Flag => &["true", "false"],
                _ => &[],
            };
            let others = values.iter().filter(|value| **value != param.default);
            all.extend(others.map(|value| bare.clone().with(param.name, value)));
        }
        for preset in &catalogue.presets {
            let mut spec: Spec = preset.spec.parse().unwrap();
            if spec.name == schema.name {
                spec.args.retain(|arg| !BUDGETS.iter().any(|b| arg.key.as_deref() == Some(b.0)));
                spec.args.extend(bare.args.iter().cloned());
                let mut whole = spec.clone();
                spec.args.retain(|arg| !LATER.iter().any(|key| arg.key.as_deref() == Some(key)));
                // A preset with `leaf` came with it: it never was without.
                if whole.get("leaf").is_none() {
                    all.push(spec.clone());
                }
                if whole.get("replies").is_some() {
                    // It was without, and needs a larger budget with.
                    let is = |key: &str, arg: &Arg| arg.key.as_deref() == Some(key);
                    let mut before = whole.clone();
                    before.args.retain(|arg| !is("replies", arg) && !is("reply-models", arg));
                    all.push(before);
                    whole.args.retain(|arg| !is("playouts", arg));
                    whole = whole.with("playouts", 120).with("reply-playouts", 1);
                    let mut one_model = whole.clone();
                    one_model.args.retain(|arg| !is("reply-models", arg));
                    all.push(one_model);
                }
                if spec != whole {
                    all.push(whole);
                }
            }
        }
        all
    }

    /// A game of an agent against a random one.
    fn golden(contest: &dyn AnyContest, side: usize, agent: Settings) -> u64 {
        let mut agents: Vec<Settings> = (0..contest.sides().len())
            .map(|side| contest.agents(side).resolve(&Spec::word("random")).unwrap())
            .collect();
        agents[side] = agent;
        let options = PlayOptions { seed: 2012, number: 1, ..PlayOptions::default() };
        let played = contest.play(&agents, &options).unwrap();
        let fault = played.fault.map_or(String::new(), |(_, fault)| fault.to_string());
        hash(format!("{}\n{:?}\n{fault}", played.record, played.rewards).as_bytes())
    }

    /// The lines of one game.
    fn lines(games: &[&str]) -> String {
        let contests: Vec<_> =
            games.iter().map(|game| crate::open(&game.parse().unwrap()).unwrap()).collect();
        let first = &*contests[0];
        let mut text = String::new();
        for (side, name) in first.sides().iter().enumerate() {
            let catalogue = first.agents(side);
            for schema in &catalogue.schemas {
                let mut found: BTreeMap<String, Vec<u64>> = BTreeMap::new();
                for contest in &contests {
                    let seated = variants(catalogue, schema).into_iter();
                    for agent in seated.filter_map(|spec| contest.check(side, &spec).ok()) {
                        let games = found.entry(super::name(&agent)).or_default();
                        games.push(golden(&**contest, side, agent));
                    }
                }
                let game = first.spec().name;
                assert!(
                    !found.is_empty(),
                    "{game}: {} plays in none of the golden games",
                    schema.name
                );
                for (agent, games) in found {
                    let _ = writeln!(text, "{game} {name} {agent} {:016x}", mix(&games));
                }
            }
        }
        text
    }

    #[test]
    fn golden_games_are_as_they_were() {
        let mut games: Vec<(String, Vec<&str>)> = Vec::new();
        for game in GAMES {
            let name = game.parse::<Spec>().unwrap().name;
            match games.last_mut().filter(|(last, _)| *last == name) {
                Some((_, all)) => all.push(game),
                None => games.push((name, vec![game])),
            }
        }
        let names: Vec<&str> = games.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, crate::games().names().collect::<Vec<_>>(), "a game has no golden games");
        let found: String = games.iter().map(|(_, variants)| lines(variants)).collect();
        if std::env::var_os("SPINNEY_BEHAVIOUR").is_some_and(|value| value == "write") {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/behaviour.txt");
            std::fs::write(path, &found).unwrap();
            return;
        }
        for (found, known) in found.lines().zip(TABLE.lines()) {
            assert_eq!(
                found, known,
                "this agent plays other games than before: if that is wanted, \
                run this test with SPINNEY_BEHAVIOUR=write, and say why in the commit"
            );
        }
        assert_eq!(found, TABLE, "agents came or went: run this test with SPINNEY_BEHAVIOUR=write");
    }

    #[test]
    fn a_later_parameter_has_a_fingerprint_of_its_own() {
        let contest = crate::open(&"scotland-yard".parse().unwrap()).unwrap();
        let hider = |spec: &str| name(&contest.agents(0).resolve(&spec.parse().unwrap()).unwrap());
        let (plain, later) = (hider("nijssen"), hider("best"));
        assert_eq!((&*plain, &*later), ("mcts", "mcts+black-gain+leaf+replies+reply-models"));
        let [plain, later] =
            [plain, later].map(|name| of("scotland-yard", &[("hider", &*name)]).unwrap());
        assert_ne!(plain, later);
    }

    #[test]
    fn hashes_as_published() {
        // From the test suite of FNV: "" and "foobar".
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
