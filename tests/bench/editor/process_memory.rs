//! How much memory the server has now and had at most, as the kernel counts it.

/// `VmRSS` and `VmHWM` in megabytes; `None` where `/proc` does not tell.
pub fn of_process(id: u32) -> Option<(f64, f64)> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let field = |name: &str| -> Option<f64> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}
