//! The game on the command line: a specification, its options as flags, an agent for each side.
//!
//! Which flags a command takes depends on the game: `--a` and `--b` in Tron, `--seekers` and
//! `--hider` in Scotland Yard. So the game is looked for before clap reads the rest, and its sides
//! and options become flags of that command: `spinney match tron --help` lists them.

use crate::Cli;
use crate::failure::input;
use crate::{out, sides};
use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use spinney_games::contest::AnyContest;
use spinney_spec::{Kind, Param, Settings, Spec, did_you_mean, nearest};
use std::process::ExitCode;
use std::sync::OnceLock;

/// A game with its options.
#[derive(Clone, Debug)]
pub struct Args {
    spec: String,
    set: Vec<(String, String)>,
}

/// Which agent was given for which side.
#[derive(Clone, Debug)]
pub struct Seats {
    agents: Vec<(&'static str, String)>,
}

impl Args {
    /// The specification with all options put into it.
    pub fn spec(&self) -> anyhow::Result<Spec> {
        let mut spec: Spec = self.spec.parse()?;
        for (key, value) in &self.set {
            spec.args.push(spinney_spec::Arg { key: Some(key.clone()), value: value.parse()? });
        }
        Ok(spec)
    }

    /// The game, ready for agents.
    pub fn open(&self) -> anyhow::Result<Box<dyn AnyContest>> {
        Ok(spinney_games::open(&self.spec()?)?)
    }

    /// The game for a match: with a random opening where agents could otherwise repeat a game.
    pub fn open_for_match(&self) -> anyhow::Result<Box<dyn AnyContest>> {
        Ok(spinney_games::open_for_match(&self.spec()?)?)
    }
}

impl Seats {
    /// What was given for a side, if anything.
    pub fn agent(&self, side: &str) -> Option<&str> {
        self.agents.iter().find(|(name, _)| *name == side).map(|(_, spec)| spec.as_str())
    }

    /// The agents as they were given, by side: a preset keeps its name.
    pub fn names(&self, contest: &dyn AnyContest) -> Vec<String> {
        let given = contest.sides().iter().map(|side| self.agent(side).unwrap_or_default());
        let tidy =
            |text: &str| text.parse::<Spec>().map_or(text.to_string(), |spec| spec.to_string());
        given.map(tidy).collect()
    }

    /// One checked agent per side; an error names the sides that are missing.
    pub fn check(&self, contest: &dyn AnyContest) -> anyhow::Result<Vec<Settings>> {
        let sides = contest.sides();
        let missing: Vec<String> = sides
            .iter()
            .filter(|side| self.agent(side).is_none())
            .map(|side| format!("--{side}"))
            .collect();
        if !missing.is_empty() {
            let game = contest.spec().name;
            return Err(input(format!(
                "missing agent for {}: give one, such as {} {}; `spinney agents {game}` lists them",
                missing.join(" and "),
                missing[0],
                contest.agents(0).names().next().unwrap_or("SPEC"),
            )));
        }
        let given = sides.iter().map(|side| self.agent(side).unwrap_or_default());
        given.enumerate().map(|(side, text)| check(contest, side, text)).collect()
    }
}

/// An agent for a side, checked.
pub fn check(contest: &dyn AnyContest, side: usize, text: &str) -> anyhow::Result<Settings> {
    let settings = text.parse().and_then(|spec| contest.check(side, &spec));
    let settings = settings.with_context(|| format!("{text}, as {}", contest.sides()[side]))?;
    out::note(&format!("{} is {settings} in {}", contest.sides()[side], contest.spec()));
    Ok(settings)
}

/// The sides and the options of the game that stands on the command line.
#[derive(Clone, Copy)]
struct Known {
    name: &'static str,
    sides: &'static [&'static str],
    params: &'static [Param],
}

/// Every command asks for this, and opening a game may take a while: it is done once.
fn known() -> Option<Known> {
    static KNOWN: OnceLock<Option<Known>> = OnceLock::new();
    *KNOWN.get_or_init(find_known)
}

/// The words on the command line. Bytes that are not text are replaced: clap reports them.
fn words() -> impl Iterator<Item = String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned())
}

fn find_known() -> Option<Known> {
    let games = spinney_games::games();
    let named = words().skip(2).find_map(|arg| {
        let spec: Spec = arg.parse().ok()?;
        games.schemas.iter().find(|schema| schema.name == spec.name).map(|schema| (*schema, spec))
    });
    let (schema, spec) = named?;
    // Options that are wrong are reported later, by `open`; the sides are the same with any.
    let contest = spinney_games::open(&spec);
    let contest = contest.or_else(|_| spinney_games::open(&Spec::word(schema.name)));
    let sides = contest.map(|contest| contest.sides()).unwrap_or_default();
    Some(Known { name: schema.name, sides, params: schema.params })
}

/// Flags that commands have of their own: an option of a game with such a name goes by `--set`.
const TAKEN: [&str; 20] = [
    "against",
    "agent",
    "alpha",
    "as",
    "beta",
    "clock",
    "color",
    "dry-run",
    "games",
    "gauntlet",
    "json",
    "old-games",
    "quiet",
    "save",
    "seed",
    "side",
    "sprt",
    "store",
    "threads",
    "verbose",
];

impl Known {
    /// The options that get a flag of their own.
    fn flags(&self) -> impl Iterator<Item = &'static Param> {
        let taken = |name: &str| self.sides.contains(&name) || TAKEN.contains(&name);
        self.params.iter().filter(move |param| !taken(param.name))
    }

    /// The other words for a side that are no flags yet.
    fn aliases(&self, side: &str) -> impl Iterator<Item = &'static str> {
        let taken = |word: &str| {
            TAKEN.contains(&word) || self.params.iter().any(|param| param.name == word)
        };
        sides::words(side).iter().copied().filter(move |word| !taken(word))
    }
}

/// The side that an option stands for where its name is also a word for that side and its value is an
/// agent: `--detectives greedy`, but not `--detectives 4`.
fn agent_side(matches: &ArgMatches, param: &Param, value: &str) -> Option<&'static str> {
    let number = matches!(param.kind, Kind::Integer { .. });
    let agent = number && value.starts_with(|c: char| c.is_alphabetic());
    // A command without agents for sides has no such flags.
    let has = |side: &str| matches.try_get_one::<String>(side).is_ok();
    let named = |side: &&&str| sides::words(side).contains(&param.name) && has(side);
    known()?.sides.iter().find(named).copied().filter(|_| agent)
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let names = spinney_games::games().names().collect::<Vec<_>>().join(", ");
        let command = command
            .arg(
                Arg::new("game")
                    .value_name("GAME")
                    .required(true)
                    .help(format!("The game, with its options in parentheses if any: {names}")),
            )
            .arg(
                Arg::new("set")
                    .long("set")
                    .value_name("KEY=VALUE")
                    .action(ArgAction::Append)
                    .help("Set an option of the game. Can be repeated"),
            );
        let Some(known) = known() else { return command };
        let options = known.flags().map(|param| {
            let help = format!("{} ({}; default {})", param.help, param.range(), param.default);
            let arg = Arg::new(param.name).long(param.name).value_name("VALUE");
            let arg = arg.help(help).help_heading("Options of the game");
            if param.kind == Kind::Flag {
                arg.num_args(0..=1).require_equals(true).default_missing_value("true")
            } else {
                arg
            }
        });
        command.args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let text = |id: &str| matches.try_get_one::<String>(id).ok().flatten().cloned();
        let mut set = Vec::new();
        for pair in matches.get_many::<String>("set").into_iter().flatten() {
            let Some((key, value)) = pair.split_once('=') else {
                let message = format!("--set {pair}: expected KEY=VALUE");
                return Err(clap::Error::raw(ErrorKind::InvalidValue, message + "\n"));
            };
            set.push((key.trim().to_string(), value.trim().to_string()));
        }
        for param in known().iter().flat_map(Known::flags) {
            let value = text(param.name);
            let value = value.filter(|value| agent_side(matches, param, value).is_none());
            set.extend(value.map(|value| (param.name.to_string(), value)));
        }
        Ok(Self { spec: text("game").unwrap_or_default(), set })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Seats {
    fn augment_args(command: Command) -> Command {
        let sides = known().map_or_else(Default::default, |known| known.sides);
        command.args(sides.iter().map(|side| {
            let help = format!("The agent that plays {side}");
            let arg = Arg::new(*side).long(*side).value_name("SPEC").help(help);
            arg.aliases(known().iter().flat_map(|known| known.aliases(side))).help_heading("Sides")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Seats {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let sides = known().map_or_else(Default::default, |known| known.sides);
        let given = |side: &'static str| {
            let text = |id: &str| matches.try_get_one::<String>(id).ok().flatten();
            let by_option = |param: &Param| {
                text(param.name).filter(|value| agent_side(matches, param, value) == Some(side))
            };
            let shared = || known().iter().flat_map(Known::flags).find_map(by_option);
            text(side).or_else(shared).map(|text| (side, text.clone()))
        };
        Ok(Self { agents: sides.iter().filter_map(|side| given(side)).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Prints what clap found wrong (or the help that was asked for). Flags depend on the game: an
/// unknown one is answered with the game's own, or with what is wrong with the game's name.
pub fn explain(error: &clap::Error) -> ExitCode {
    let message = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => {
            unknown_flag(flag)
        }
        _ => None,
    };
    if let Some(message) = message {
        eprintln!("error: {message}");
        return ExitCode::from(2);
    }
    // Printing fails only if nobody reads any more.
    let _ = error.print();
    ExitCode::from(error.exit_code() as u8)
}

fn unknown_flag(flag: &str) -> Option<String> {
    let mut words = words().skip(1);
    let (command, game) = (words.next()?, words.next()?);
    let cli = Cli::command();
    let of_command = cli.find_subcommand(&command)?;
    if !of_command.get_arguments().any(|arg| arg.get_id() == "set") {
        return None;
    }
    let Some(known) = known() else {
        let wrong = game.parse().and_then(|spec| spinney_games::games().resolve(&spec));
        return wrong.err().filter(|_| !game.starts_with('-')).map(|error| error.to_string());
    };
    let list = |names: Vec<&str>| {
        names.iter().map(|name| format!("--{name}")).collect::<Vec<_>>().join(", ")
    };
    let name = known.name;
    let sides = list(known.sides.to_vec());
    let options: Vec<&str> = known.flags().map(|param| param.name).collect();
    let options =
        if options.is_empty() { String::new() } else { format!(", its options {}", list(options)) };
    let help = format!("see `spinney {command} {name} --help`");
    let given = flag.trim_start_matches('-');
    let alike = nearest(given, of_command.get_arguments().filter_map(Arg::get_long))
        .filter(|alike| alike.len().abs_diff(given.len()) <= 2);
    let hint = did_you_mean(alike.map(|alike| format!("--{alike}")).as_deref());
    Some(format!("{name} has no flag {flag}{hint}; its sides are {sides}{options}; {help}"))
}
