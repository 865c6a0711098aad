//! Work on many nodes on all processors, with the answers in the order of the nodes. Only a few answers wait for their turn, however
//! many nodes there are.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use analysis::Analysis;

use super::error::FleetError;
use crate::session::task_pool::STACK_BYTES;

/// So many answers may be ahead of the one whose turn it is.
const WINDOW: usize = 128;
/// Fewer nodes are done before anybody reads how many there are.
const MIN_SHOWN: usize = 100;

/// Nodes to work on, and how.
pub struct Pool<'p> {
    pub analysis: &'p Analysis,
    /// Threads; 0 for all processors.
    pub jobs: usize,
    /// What is being done, for the progress on a terminal: `comparing`.
    pub what: &'p str,
}

struct Turn<T, S> {
    next: usize,
    waiting: BTreeMap<usize, T>,
    sink: S,
}

impl Pool<'_> {
    /// Calls `work` for each node and `sink` with each answer, in order. A panic is an answer that `broken` makes.
    pub fn run<T: Send>(
        &self,
        nodes: &[usize],
        work: impl Fn(&Analysis, usize) -> T + Sync,
        broken: impl Fn(usize) -> T + Sync,
        sink: impl FnMut(usize, T) + Send,
    ) -> Result<(), FleetError> {
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
        let threads = if self.jobs == 0 { processors } else { self.jobs }.min(nodes.len()).max(1);
        let started = AtomicUsize::new(0);
        let turn = Mutex::new(Turn { next: 0, waiting: BTreeMap::new(), sink });
        let moved = Condvar::new();
        let shows = std::io::stderr().is_terminal() && nodes.len() >= MIN_SHOWN;
        let what = self.what;
        let (work, broken, started_at, turn_of, moved_on) = (&work, &broken, &started, &turn, &moved);
        let mut problem = None;
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let analysis = self.analysis.fork();
                let run = move || {
                    loop {
                        let position = started_at.fetch_add(1, Ordering::Relaxed);
                        let Some(node) = nodes.get(position).copied() else { return };
                        if shows && position.is_multiple_of(25) {
                            eprint!("\r{} {position} of {} nodes", what, nodes.len());
                        }
                        let answer = catch_unwind(AssertUnwindSafe(|| work(&analysis, node)));
                        let answer = answer.unwrap_or_else(|_| broken(node));
                        deliver(turn_of, moved_on, nodes, position, answer);
                    }
                };
                let thread = std::thread::Builder::new().name("fleet".to_string()).stack_size(STACK_BYTES);
                if let Err(error) = thread.spawn_scoped(scope, run) {
                    problem = Some(error);
                    break;
                }
            }
        });
        if shows {
            eprint!("\r{:60}\r", "");
        }
        match problem {
            // Fewer threads than wanted still do all the work.
            Some(error) if started.load(Ordering::Relaxed) < nodes.len() => Err(FleetError::NoThreads(error)),
            _ => Ok(()),
        }
    }
}

fn deliver<T, S: FnMut(usize, T)>(
    turn: &Mutex<Turn<T, S>>,
    moved: &Condvar,
    nodes: &[usize],
    position: usize,
    answer: T,
) {
    let mut guard = lock(turn);
    while position >= guard.next + WINDOW {
        guard = moved.wait(guard).unwrap_or_else(PoisonError::into_inner);
    }
    guard.waiting.insert(position, answer);
    loop {
        let next = guard.next;
        let Some(answer) = guard.waiting.remove(&next) else { break };
        (guard.sink)(nodes[next], answer);
        guard.next += 1;
    }
    drop(guard);
    moved.notify_all();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::AnalysisHost;

    #[test]
    fn answers_come_in_order_and_a_panic_is_one_of_them() {
        let host = AnalysisHost::new();
        let nodes: Vec<usize> = (0..1000).collect();
        let mut seen = Vec::new();
        let pool = Pool { analysis: &host.analysis(), jobs: 4, what: "testing" };
        let work = |_: &Analysis, node: usize| match node {
            7 => std::panic::resume_unwind(Box::new("on purpose")),
            _ => node * 2,
        };
        pool.run(&nodes, work, |_| usize::MAX, |node, answer| seen.push((node, answer))).expect("threads");
        assert_eq!(seen.len(), 1000);
        let expected = |node: usize| if node == 7 { usize::MAX } else { node * 2 };
        assert!(seen.iter().enumerate().all(|(at, seen)| *seen == (at, expected(at))));
    }
}
