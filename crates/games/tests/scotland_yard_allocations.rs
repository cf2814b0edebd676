//! Once a search is warm, an iteration asks for no memory.
//!
//! A test of its own, for it replaces the allocator of the whole process.

// An allocator can't be written without it. Every call goes straight to the system's allocator with
// the arguments as they came, so its contract is kept as the caller kept it; the counter is atomic.
#![expect(unsafe_code, reason = "a counting allocator")]

use spinney_games::agent::Watch;
use spinney_games::scotland_yard::agents::{self, HiderMcts, SeekerMcts};
use spinney_games::scotland_yard::rules::Options;
use spinney_search::budget::Stop;
use spinney_search::game::Game;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    work();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

/// With so many playouts the tree of a report, of a few levels, is as large as it gets.
const AGENTS: [(&str, u32); 2] = [("mcts", 400), ("best", 4000)];

/// A search of ten times the playouts asks for memory as often: for its report, and for nothing in
/// between. The first search makes the room.
#[test]
fn iterations_do_not_allocate() {
    let mut game = Options::default().start(3);
    let stop = Stop::new();
    let hider = |agent: &str, playouts: u32| {
        let spec = format!("{agent}(playouts={playouts})").parse().unwrap();
        HiderMcts::new(&agents::hiders().resolve(&spec).unwrap(), 1).unwrap()
    };
    let seekers = |agent: &str, playouts: u32| {
        let spec = format!("{agent}(playouts={playouts})").parse().unwrap();
        SeekerMcts::<()>::new(&agents::seekers().resolve(&spec).unwrap(), 1).unwrap()
    };
    let hider_search = |agent: &str, playouts: u32| {
        let mut agent = hider(agent, playouts);
        for _ in 0..3 {
            agent.search(&game, &mut Watch::new(&stop)).unwrap();
        }
        allocations(|| {
            agent.search(&game, &mut Watch::new(&stop)).unwrap();
        })
    };
    for (agent, playouts) in AGENTS {
        let (few, many) = (hider_search(agent, playouts), hider_search(agent, 10 * playouts));
        assert!(many <= few + 2, "{agent}: {few} allocations, {many} for ten times the playouts");
    }
    let mut moves = Vec::new();
    game.moves(0, &mut moves);
    game.play(moves[0]);
    let view = game.public();
    let seeker_search = |agent: &str, playouts: u32| {
        let mut agent = seekers(agent, playouts);
        for _ in 0..3 {
            agent.search(&view, &mut Watch::new(&stop)).unwrap();
        }
        allocations(|| {
            agent.search(&view, &mut Watch::new(&stop)).unwrap();
        })
    };
    for (agent, playouts) in AGENTS {
        let (few, many) = (seeker_search(agent, playouts), seeker_search(agent, 10 * playouts));
        assert!(many <= few + 2, "{agent}: {few} allocations, {many} for ten times the playouts");
    }
}
