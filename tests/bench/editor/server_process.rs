//! What the kernel says of the server: its memory, and how long it had a processor. Linux only.

use std::time::Instant;

/// How long something took, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// By the clock: what a user waits on a machine that has nothing else to do.
    pub clock: f64,
    /// Of the server on the processors, all threads together: the same on a busy machine, and never less than what an idle one
    /// would wait.
    pub processor: f64,
}

/// Runs something that the server does, and times it.
pub fn timed<T>(server: u32, work: impl FnOnce() -> T) -> (Time, T) {
    let (start, busy) = (Instant::now(), processor_milliseconds(server));
    let result = work();
    let clock = start.elapsed().as_secs_f64() * 1_000.0;
    (Time { clock, processor: processor_milliseconds(server) - busy }, result)
}

/// How long all threads of a process had a processor so far.
pub fn processor_milliseconds(id: u32) -> f64 {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{id}/task")) else { return 0.0 };
    let of_thread = |thread: std::fs::DirEntry| -> Option<f64> {
        let statistics = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        statistics.split(' ').next()?.parse().ok()
    };
    threads.flatten().filter_map(of_thread).sum::<f64>() / 1e6
}

/// `VmRSS` and `VmHWM` in megabytes; `None` where `/proc` does not tell.
pub fn memory(id: u32) -> Option<(f64, f64)> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let field = |name: &str| -> Option<f64> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}
