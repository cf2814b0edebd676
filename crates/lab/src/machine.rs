//! What stands beside every result: the machine, the commit, the time.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// The commit that the program was built from, with a `+` if it had changes; "unknown" outside of
/// a repository.
pub fn commit() -> &'static str {
    env!("SPINNEY_COMMIT")
}

/// The processor, its cores and the system.
pub fn description() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_string())
    });
    let model = model.unwrap_or_else(|| std::env::consts::ARCH.to_string());
    let cores = if cores == 1 { "1 core".to_string() } else { format!("{cores} cores") };
    format!("{model}, {cores}, {}", std::env::consts::OS)
}
