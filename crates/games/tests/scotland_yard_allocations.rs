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

/// A search of 4000 playouts asks for memory as often as one of 400: for its report, and for
/// nothing in between. The first search makes the room.
#[test]
fn iterations_do_not_allocate() {
    let mut game = Options::default().start(3);
    let stop = Stop::new();
    let hider = |playouts: u32| {
        let spec = format!("mcts(playouts={playouts})").parse().unwrap();
        HiderMcts::new(&agents::hiders().resolve(&spec).unwrap(), 1)
    };
    let seekers = |playouts: u32| {
        let spec = format!("mcts(playouts={playouts})").parse().unwrap();
        SeekerMcts::<()>::new(&agents::seekers().resolve(&spec).unwrap(), 1).unwrap()
    };
    let hider_search = |playouts: u32| {
        let mut agent = hider(playouts);
        for _ in 0..3 {
            agent.search(&game, &mut Watch::new(&stop)).unwrap();
        }
        allocations(|| {
            agent.search(&game, &mut Watch::new(&stop)).unwrap();
        })
    };
    let (few, many) = (hider_search(400), hider_search(4000));
    assert!(many <= few + 2, "{few} allocations for 400 playouts, {many} for 4000");
    let mut moves = Vec::new();
    game.moves(0, &mut moves);
    game.play(moves[0]);
    let view = game.public();
    let seeker_search = |playouts: u32| {
        let mut agent = seekers(playouts);
        for _ in 0..3 {
            agent.search(&view, &mut Watch::new(&stop)).unwrap();
        }
        allocations(|| {
            agent.search(&view, &mut Watch::new(&stop)).unwrap();
        })
    };
    let (few, many) = (seeker_search(400), seeker_search(4000));
    assert!(many <= few + 2, "{few} allocations for 400 playouts, {many} for 4000");
}
