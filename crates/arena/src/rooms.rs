//! All rooms by their names, and those who make them.

use crate::chairs::{self, Wanted, random_name};
use crate::error::{ArenaError, Refusal};
use crate::games::{open, open_on};
use crate::jobs::Jobs;
use crate::limits::Bucket;
use crate::options::Options;
use crate::protocol::Code;
use crate::room::Room;
use crate::shared::Shared;
use crate::store::{Kept, Setup};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Handle;

/// The longest turn in real time, and the shortest.
const TICKS: std::ops::RangeInclusive<u64> = 50..=60_000;

/// The whole arena.
pub(crate) struct Arena {
    pub shared: Arc<Shared>,
    pub jobs: Arc<Jobs>,
    pub sockets: AtomicUsize,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    makers: Mutex<HashMap<IpAddr, Bucket>>,
}

/// A room as a client asks for it.
#[derive(Debug, Deserialize)]
pub(crate) struct NewRoom {
    pub game: String,
    #[serde(default)]
    pub board: Option<String>,
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(default)]
    pub practice: bool,
    #[serde(default)]
    pub tick: u64,
    pub chairs: Vec<Wanted>,
}

impl Arena {
    pub(crate) fn new(options: Options, runtime: Handle) -> Result<Arc<Self>, ArenaError> {
        let jobs = Jobs::new(&options);
        Ok(Arc::new(Self {
            shared: Shared::new(options, runtime)?,
            jobs,
            sockets: AtomicUsize::new(0),
            rooms: Mutex::default(),
            makers: Mutex::default(),
        }))
    }

    /// Makes a room; the answer has the tokens.
    pub(crate) fn create(self: &Arc<Self>, new: &NewRoom, by: IpAddr) -> Result<Value, Refusal> {
        let limits = &self.shared.options.limits;
        {
            let mut makers = self.makers.lock().unwrap_or_else(PoisonError::into_inner);
            makers.retain(|_, bucket| !bucket.is_full());
            let per_minute = limits.rooms_per_minute;
            let bucket =
                makers.entry(by).or_insert_with(|| Bucket::new(per_minute, per_minute / 60.0));
            if !bucket.take() {
                return Err(Refusal::new(Code::TooFast, "too many rooms; try again in a minute"));
            }
        }
        let contest = match &new.board {
            None => open(&new.game)?,
            Some(board) => open_on(&new.game, board)?,
        };
        if new.tick != 0 && !(contest.real_time() && TICKS.contains(&new.tick)) {
            let what =
                "a tick is 0, or 50 to 60000 milliseconds in games that are played in real time";
            return Err(Refusal::new(Code::BadGame, what));
        }
        let (chairs, tokens) = chairs::set_out(&*contest, &new.chairs, self.shared.most())?;
        let seed = match new.seed {
            Some(seed) => seed,
            // Numbers that JavaScript reads exactly.
            None => getrandom::u64().map_err(|error| Refusal::internal(&error))? >> 12,
        };
        let setup = Setup {
            id: random_name(12)?,
            game: contest.spec().to_string(),
            seed,
            practice: new.practice,
            tick: new.tick,
            chairs,
        };
        if !self.shared.store.create(&setup, limits.rooms)? {
            return Err(Refusal::new(Code::Full, "there are too many rooms; try again later"));
        }
        tracing::info!(room = setup.id, game = setup.game, "room made");
        let id = setup.id.clone();
        let kept = Kept { setup, turn: 0, ended: None, moves: Vec::new() };
        let room = Room::new(&self.shared, contest, kept)?;
        let url = format!("/{}?room={id}", room.contest.spec().name);
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), room);
        let chairs = tokens.iter().enumerate().map(|(chair, token)| {
            let invitation = token.as_ref().map(|token| format!("{url}#token={token}"));
            json!({"chair": chair, "token": token, "url": invitation})
        });
        Ok(json!({"room": id, "url": url, "chairs": chairs.collect::<Vec<_>>()}))
    }

    /// A room by its name, from the store if it is not in memory.
    pub(crate) fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Refusal> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(id) {
            return Ok(Arc::clone(room));
        }
        let kept = self.shared.store.load(id)?;
        let kept = kept.ok_or_else(|| Refusal::new(Code::NoRoom, "there is no such room"))?;
        let room = Room::new(&self.shared, open(&kept.setup.game)?, kept)?;
        rooms.insert(id.to_string(), Arc::clone(&room));
        Ok(room)
    }

    /// Rooms in memory.
    fn present(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Lets rooms go that nobody has visited for a while.
    pub(crate) fn let_go(&self) {
        let idle = self.shared.options.limits.idle_room;
        let left: Vec<String> = self
            .present()
            .iter()
            .filter(|room| room.quiet_for().is_some_and(|quiet| quiet > idle))
            .map(|room| room.setup.id.clone())
            .collect();
        if !left.is_empty() {
            let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            // Somebody may have come back in between; whoever holds a room keeps it.
            rooms.retain(|id, room| !left.contains(id) || Arc::strong_count(room) > 1);
        }
    }

    /// Sends everybody away, stops the engines, and leaves the store whole.
    pub(crate) fn close(&self) {
        self.present().iter().for_each(|room| room.close());
        self.shared.engines.close();
        self.jobs.close();
        self.shared.store.flush();
    }
}
