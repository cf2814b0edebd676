//! What is known of an experiment: every cell's estimate, and who played the games. Games come from
//! the store, or where the recorded results have more, from there.

use super::estimate::{Estimate, Evidence};
use super::measured::{Behaviour, Measured, Origin};
use super::recorded::{PlayId, Recorded};
use super::{Cell, Experiment, ExperimentError, Measure, Play};
use crate::runner::Pairing;
use crate::store::{CellId, CellKey, GameRow, Other, Store, StoreError};
use crate::tally::winner;
use spinney_games::contest::AnyContest;
use spinney_spec::{Settings, Spec, SpecError};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The seed of all experiments. As it is one, equal specifications in different tables are one
/// cell of the store, played once; and neighbouring cells meet the same starts.
pub const SEED: u64 = 2012;

/// Games that have been opened: a contest is set up once, whatever number of cells play it.
pub struct Games {
    open: HashMap<String, Arc<dyn AnyContest>>,
    seed: u64,
}

impl Default for Games {
    fn default() -> Self {
        Self::seeded(SEED)
    }
}

/// What a cell means once its specifications are read.
#[derive(Clone)]
pub struct Seating {
    /// The game.
    pub contest: Arc<dyn AnyContest>,
    /// One agent a side.
    pub agents: Vec<Settings>,
    /// Whether the sides are exchanged: in a symmetric game A against B is B against A.
    pub exchanged: bool,
    /// The seed of all games.
    pub seed: u64,
}

impl Seating {
    /// The cell of the store.
    pub fn key(&self) -> CellKey {
        CellKey::new(&*self.contest, &self.agents, self.seed)
    }

    /// Who plays whom.
    pub fn pairing(&self) -> Pairing<'_> {
        Pairing { contest: &*self.contest, agents: self.agents.clone(), seed: self.seed }
    }

    /// What is played, in canonical text and in the order of the store: the same for a pair and
    /// its mirror image.
    fn play(&self) -> Play {
        let sides = self.contest.sides();
        let agents = sides.iter().zip(&self.agents);
        Play {
            game: self.contest.spec().to_string(),
            agents: agents.map(|(side, agent)| ((*side).to_string(), agent.to_string())).collect(),
        }
    }

    /// The place of a side's rewards in a stored game.
    fn side(&self, name: &str) -> Option<usize> {
        let sides = self.contest.sides();
        let place = sides.iter().position(|side| *side == name)?;
        Some(if self.exchanged { sides.len() - 1 - place } else { place })
    }
}

impl Games {
    /// The games of another seed than the experiments' own: an independent replication.
    pub fn seeded(seed: u64) -> Self {
        Self { open: HashMap::new(), seed }
    }

    /// The games in the store that have the specifications of an experiment's cells but another
    /// behaviour or other files. They don't count.
    pub fn others(
        &mut self,
        experiment: &Experiment,
        store: &Store,
    ) -> Result<Vec<Other>, StoreError> {
        let mut found: Vec<Other> = Vec::new();
        let mut seen: HashSet<CellKey> = HashSet::new();
        for (_, cell) in experiment.cells() {
            for play in [Some(&cell.play), cell.twin.as_ref()].into_iter().flatten() {
                let Ok(seating) = self.seat(play, false) else { continue };
                let key = seating.key();
                if !seen.insert(key.clone()) {
                    continue;
                }
                for other in store.others(&key)? {
                    match found.iter_mut().find(|known| known.behaviour == other.behaviour) {
                        Some(known) => known.games += other.games,
                        None => found.push(other),
                    }
                }
            }
        }
        Ok(found)
    }

    /// The seed of these games.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn contest(&mut self, game: &str) -> Result<Arc<dyn AnyContest>, String> {
        if let Some(contest) = self.open.get(game) {
            return Ok(Arc::clone(contest));
        }
        let spec: Spec = game.parse().map_err(|error: SpecError| error.to_string())?;
        let contest = spinney_games::open(&spec).map_err(|error| error.to_string())?;
        let contest: Arc<dyn AnyContest> = Arc::from(contest);
        self.open.insert(game.to_string(), Arc::clone(&contest));
        Ok(contest)
    }

    /// Reads the specifications of a cell. With `make`, each agent is also made once, which finds
    /// settings that don't fit together.
    pub fn seat(&mut self, play: &Play, make: bool) -> Result<Seating, String> {
        let contest = self.contest(&play.game)?;
        let sides = contest.sides();
        let mut agents = Vec::with_capacity(sides.len());
        for (side, name) in sides.iter().enumerate() {
            let text = play.agents.iter().find(|(given, _)| given == name);
            let (_, text) = text.ok_or_else(|| {
                format!("no agent for the side `{name}`; {} has: {}", play.game, sides.join(", "))
            })?;
            let spec: Result<Spec, _> = text.parse();
            let settings = spec.and_then(|spec| {
                if make { contest.check(side, &spec) } else { contest.agents(side).resolve(&spec) }
            });
            agents.push(settings.map_err(|error| format!("{name} {text}: {error}"))?);
        }
        if let Some((extra, _)) =
            play.agents.iter().find(|(name, _)| !sides.contains(&name.as_str()))
        {
            return Err(format!(
                "{} has no side `{extra}`; it has: {}",
                play.game,
                sides.join(", ")
            ));
        }
        let exchanged = contest.symmetric()
            && agents.len() == 2
            && agents[0].to_string() > agents[1].to_string();
        if exchanged {
            agents.swap(0, 1);
        }
        Ok(Seating { contest, agents, exchanged, seed: self.seed })
    }
}

/// What is known of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellResult {
    /// By the paper's own limits; none if nothing was played.
    pub paper: Option<Measured>,
    /// By the limits of its twin.
    pub twin: Option<Measured>,
    /// Why it can't be played here.
    pub problem: Option<String>,
    /// The games that it is compared by: cells with the same number, mirrored or drawn again, have
    /// the same games.
    pub games: Option<PlayId>,
}

impl CellResult {
    /// The games to compare with: those that repeat exactly, or else those by the clock.
    pub fn measured(&self) -> Option<&Measured> {
        self.twin.as_ref().or(self.paper.as_ref())
    }
}

/// What is known of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Results {
    cells: BTreeMap<String, CellResult>,
}

impl Results {
    /// Reads the store, and the recorded results where they have more games.
    pub fn gather(
        experiment: &Experiment,
        store: Option<&Store>,
        recorded: &Recorded,
        games: &mut Games,
    ) -> Result<Self, StoreError> {
        let mut cells = BTreeMap::new();
        for (grid, cell) in experiment.cells() {
            let mut result = CellResult::default();
            let plays =
                [(&mut result.paper, Some(&cell.play)), (&mut result.twin, cell.twin.as_ref())];
            for (into, play) in plays {
                let Some(play) = play else { continue };
                let id = PlayId::new(&grid.measure, play);
                result.games = Some(id);
                let kept = match games.seat(play, false) {
                    Ok(seating) => {
                        let today = seating.key().behaviour;
                        result.games = Some(PlayId::new(&grid.measure, &seating.play()));
                        let mut kept = recorded.find(id, &today);
                        if seating.contest.symmetric() && play.agents.len() == 2 {
                            let mirrored = PlayId::mirrored(&grid.measure, play);
                            kept = more(kept, recorded.find_mirrored(mirrored, &today));
                        }
                        if let Some(store) = store {
                            *into = measure(&grid.measure, &seating, store, grid.games)?;
                        }
                        kept
                    }
                    Err(problem) => {
                        result.problem = Some(problem);
                        // What can't be played today is not today's behaviour.
                        recorded.find(id, "")
                    }
                };
                *into = more(into.take(), kept);
            }
            cells.insert(cell.key.clone(), result);
        }
        Ok(Self { cells })
    }

    /// What is known of a cell.
    pub fn cell(&self, cell: &Cell) -> &CellResult {
        static NOTHING: CellResult =
            CellResult { paper: None, twin: None, problem: None, games: None };
        self.cells.get(&cell.key).unwrap_or(&NOTHING)
    }

    /// The estimate of a cell.
    pub fn estimate(&self, cell: &Cell) -> Option<Estimate> {
        self.cell(cell).measured().and_then(|measured| measured.estimate)
    }

    /// What is known of a cell, for claims.
    pub fn evidence(&self, cell: &Cell) -> Option<Evidence<'_>> {
        let Measured { estimate, scores, differences, .. } = self.cell(cell).measured()?;
        Some(Evidence { estimate: (*estimate)?, values: scores, differences })
    }
}

/// Whichever has more games: the first, if both have as many.
fn more(first: Option<Measured>, second: Option<Measured>) -> Option<Measured> {
    match (first, second) {
        (Some(first), Some(second)) if second.games > first.games => Some(second),
        (first, second) => first.or(second),
    }
}

fn measure(
    what: &Measure,
    seating: &Seating,
    store: &Store,
    limit: u64,
) -> Result<Option<Measured>, StoreError> {
    let key = seating.key();
    let Some(id) = store.find_cell(&key)? else { return Ok(None) };
    let rows = store.games(id, limit)?;
    if rows.is_empty() {
        return Ok(None);
    }
    let two_sided = seating.contest.sides().len() > 1;
    let won_by = |row: &GameRow| winner(&row.played.rewards);
    let draws = rows.iter().filter(|row| two_sided && won_by(row).is_none()).count() as u64;
    let estimate = match what {
        Measure::WinRate(side) => {
            let side = seating.side(side);
            let wins = rows.iter().filter(|row| side.is_some() && won_by(row) == side).count();
            Estimate::rate(wins as u64, rows.len() as u64 - draws)
        }
        Measure::Score => Estimate::mean(rows.iter().map(|row| row.played.rewards[0])),
        Measure::Length => Estimate::mean(rows.iter().map(|row| row.played.length as f64)),
        Measure::Branching => Estimate::mean(rows.iter().filter_map(|row| {
            let choices = seating.contest.choices(&row.played.record).ok()?;
            Some(choices.iter().sum::<usize>() as f64 / choices.len().max(1) as f64)
        })),
        Measure::Ending(words) => {
            let ends = |row: &&GameRow| {
                let ending = seating.contest.ending(&row.played.record);
                ending.ok().flatten().is_some_and(|ending| ending.starts_with(words))
            };
            Estimate::rate(rows.iter().filter(ends).count() as u64, rows.len() as u64)
        }
    };
    let (games, distinct) = (rows.len() as u64, distinct(&rows));
    let estimate = estimate.map(|estimate| estimate.with_distinct(distinct, games));
    let scores = match what {
        Measure::Score => rows.iter().map(|row| (row.number, row.played.rewards[0])).collect(),
        _ => Vec::new(),
    };
    Ok(Some(Measured {
        estimate,
        scores,
        differences: Vec::new(),
        games,
        distinct,
        draws,
        faults: rows.iter().filter(|row| row.played.fault.is_some()).count() as u64,
        time: rows.iter().flat_map(|row| &row.played.effort).map(|effort| effort.time).sum(),
        origin: origin(store, id)?,
        fingerprint: store.fingerprint(&key).map(str::to_string),
        behaviour: Behaviour::of(store.fingerprint(&key), &key.behaviour),
    }))
}

/// How many games differ from each other.
fn distinct(rows: &[GameRow]) -> u64 {
    rows.iter().map(|row| row.played.record.as_str()).collect::<HashSet<_>>().len() as u64
}

/// The commits and machines that played a cell.
fn origin(store: &Store, cell: CellId) -> Result<Origin, StoreError> {
    let runs = store.runs(&[cell])?;
    let origins: Vec<Origin> = runs
        .into_iter()
        .map(|run| Origin { commit: run.commit, machine: run.machine, recorded: false })
        .collect();
    Ok(Origin { recorded: false, ..Origin::of_all(&origins) })
}

/// Checks that every cell of an experiment can be played.
pub fn check(experiment: &Experiment, games: &mut Games) -> Result<(), ExperimentError> {
    for (_, cell) in experiment.cells() {
        for play in [Some(&cell.play), cell.twin.as_ref()].into_iter().flatten() {
            games.seat(play, true).map_err(|problem| ExperimentError {
                file: experiment.id.clone(),
                problem: format!("cell {}: {problem}", cell.key),
            })?;
        }
    }
    Ok(())
}
