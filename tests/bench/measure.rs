//! Runs rounds of work: times them and says how they are spread, or lets callgrind count one. Processor time: what else the machine
//! does is not counted.

use crate::processor_time;

pub struct Scenario {
    pub name: &'static str,
    /// What `tests/bench/instructions.sh` calls it, where it counts it.
    pub counted_as: Option<&'static str>,
    pub rounds: usize,
    /// Milliseconds of each round.
    pub run: fn(Rounds) -> Vec<f64>,
}

#[derive(Clone, Copy)]
pub enum Rounds {
    Timed(usize),
    /// One that is counted, after so many that are not.
    CountedAfter(usize),
}

impl Scenario {
    pub fn report(&self) -> String {
        let mut times = (self.run)(Rounds::Timed(self.rounds));
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get(((times.len() - 1) as f64 * share) as usize).copied().unwrap_or(0.0);
        format!("{:<62} median {:>10.3} ms   p99 {:>10.3} ms   ({} rounds)", self.name, at(0.5), at(0.99), times.len())
    }

    pub fn count(&self) {
        (self.run)(Rounds::CountedAfter(self.rounds.min(3) - 1));
    }
}

pub fn measure(rounds: Rounds, mut work: impl FnMut(usize)) -> Vec<f64> {
    match rounds {
        Rounds::Timed(rounds) => {
            (0..rounds).map(|round| processor_time::time(&mut || work(round)).as_secs_f64() * 1_000.0).collect()
        }
        Rounds::CountedAfter(before) => {
            (0..before).for_each(&mut work);
            counted(&mut || work(before));
            Vec::new()
        }
    }
}

/// Callgrind counts what happens in here.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}
