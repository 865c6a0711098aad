//! How long work takes on the processor, so that others on a busy machine do not count. Linux only; elsewhere the clock.

use std::time::{Duration, Instant};

pub fn time(run: &mut dyn FnMut()) -> Duration {
    let (start, busy) = (Instant::now(), time_on_processor());
    run();
    match (busy, time_on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => start.elapsed(),
    }
}

/// The time that this thread had a processor; it must be the first of the process.
fn time_on_processor() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    statistics.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
