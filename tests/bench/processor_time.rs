//! How long work takes on the processor, so that others on a busy machine do not count. Linux only; elsewhere the clock.

use std::time::{Duration, Instant};

/// The time of this thread alone.
pub fn time(run: &mut dyn FnMut()) -> Duration {
    let (start, busy) = (Instant::now(), time_on_processor());
    run();
    match (busy, time_on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => start.elapsed(),
    }
}

#[cfg(target_os = "linux")]
fn time_on_processor() -> Option<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).ok()
}

#[cfg(not(target_os = "linux"))]
fn time_on_processor() -> Option<Duration> {
    None
}
