//! Times rounds of work and says how they are spread. Processor time: what else the machine does is not counted.

use crate::processor_time;

pub struct Scenario {
    pub name: &'static str,
    pub rounds: usize,
    /// Milliseconds of each round.
    pub run: fn(usize) -> Vec<f64>,
}

impl Scenario {
    pub fn report(&self) -> String {
        let mut times = (self.run)(self.rounds);
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get(((times.len() - 1) as f64 * share) as usize).copied().unwrap_or(0.0);
        format!("{:<62} median {:>10.3} ms   p99 {:>10.3} ms   ({} rounds)", self.name, at(0.5), at(0.99), times.len())
    }
}

pub fn measure(rounds: usize, mut work: impl FnMut(usize)) -> Vec<f64> {
    (0..rounds).map(|round| processor_time::time(&mut || work(round)).as_secs_f64() * 1_000.0).collect()
}
