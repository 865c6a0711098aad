//! Threads with large stacks that do all work which is not the main loop's: deep trees and evaluations need the stack, and
//! quick answers must not wait behind slow ones.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Enough for the deepest evaluation that the limits allow, in a build without optimisation too.
pub const STACK_BYTES: usize = 256 << 20;
/// Threads that only take quick tasks, so that slow ones never keep all threads busy.
const RESERVED_FOR_QUICK: usize = 1;
/// Threads that only take what shows values: it may evaluate, and must wait for neither of the others.
const RESERVED_FOR_VALUES: usize = 2;

/// A thread that has had nothing to do for this long after its last task makes way for a new one: what other threads have freed of
/// its memory goes back to the system only when it allocates again, or ends.
const REST: Duration = Duration::from_secs(1);

pub type Task = Box<dyn FnOnce() + Send>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Someone waits for it at the keyboard.
    Quick,
    /// Someone looks at it, and it may need an evaluation.
    Values,
    Slow,
}

#[derive(Clone)]
pub struct TaskPool {
    shared: Arc<Shared>,
}

struct Shared {
    queues: Mutex<Queues>,
    ready: Condvar,
    rest: Duration,
}

#[derive(Default)]
struct Queues {
    quick: VecDeque<Task>,
    values: VecDeque<Task>,
    slow: VecDeque<Task>,
    /// Nobody waits for anything any more.
    is_closed: bool,
}

/// What a thread takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    QuickAndSlow,
    Quick,
    Values,
}

impl Queues {
    fn next(&mut self, takes: Takes) -> Option<Task> {
        match takes {
            Takes::QuickAndSlow => self.quick.pop_front().or_else(|| self.slow.pop_front()),
            Takes::Quick => self.quick.pop_front(),
            Takes::Values => self.values.pop_front(),
        }
    }
}

impl TaskPool {
    pub fn new() -> std::io::Result<Self> {
        Self::with_rest(REST)
    }

    fn with_rest(rest: Duration) -> std::io::Result<Self> {
        let pool = TaskPool { shared: Arc::new(Shared { queues: Mutex::default(), ready: Condvar::new(), rest }) };
        let threads = std::thread::available_parallelism().map_or(2, |count| count.get()).max(2);
        let reserved = [(RESERVED_FOR_QUICK, Takes::Quick), (RESERVED_FOR_VALUES, Takes::Values)];
        let kinds = [(threads, Takes::QuickAndSlow)].into_iter().chain(reserved);
        for (number, takes) in kinds.flat_map(|(count, takes)| std::iter::repeat_n(takes, count)).enumerate() {
            Shared::start(&pool.shared, number, takes)?;
        }
        Ok(pool)
    }

    pub fn spawn(&self, priority: Priority, task: impl FnOnce() + Send + 'static) {
        let mut queues = self.shared.lock();
        match priority {
            Priority::Quick => queues.quick.push_back(Box::new(task)),
            Priority::Values => queues.values.push_back(Box::new(task)),
            Priority::Slow => queues.slow.push_back(Box::new(task)),
        }
        drop(queues);
        // Which thread wakes is chance, and a reserved one cannot take a slow task: wake all.
        self.shared.ready.notify_all();
    }

    /// Forgets the tasks that nobody has begun, and lets the threads end.
    pub fn close(&self) {
        let mut queues = self.shared.lock();
        let forgotten = std::mem::replace(&mut *queues, Queues { is_closed: true, ..Queues::default() });
        drop(queues);
        self.shared.ready.notify_all();
        drop(forgotten);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(shared: &Arc<Shared>, number: usize, takes: Takes) -> std::io::Result<()> {
        let shared = shared.clone();
        let thread = std::thread::Builder::new().name(format!("worker {number}")).stack_size(STACK_BYTES);
        thread.spawn(move || {
            while let Next::NewThread = shared.work(takes) {
                // Where none can be had, this one goes on.
                if Shared::start(&shared, number, takes).is_ok() {
                    return;
                }
            }
        })?;
        Ok(())
    }

    fn work(&self, takes: Takes) -> Next {
        let mut has_worked = false;
        loop {
            let idle_since = Instant::now();
            let mut queues = self.lock();
            let task = loop {
                if let Some(task) = queues.next(takes) {
                    break task;
                }
                if queues.is_closed {
                    return Next::End;
                }
                if !has_worked {
                    queues = self.ready.wait(queues).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
                let Some(left) = self.rest.checked_sub(idle_since.elapsed()) else { return Next::NewThread };
                queues = self.ready.wait_timeout(queues, left).unwrap_or_else(PoisonError::into_inner).0;
            };
            drop(queues);
            // Tasks catch their own panics; this one keeps the thread alive whatever happens.
            let _ = catch_unwind(AssertUnwindSafe(task));
            has_worked = true;
        }
    }
}

/// What becomes of a thread that has nothing to do.
enum Next {
    End,
    NewThread,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::mpsc;

    #[test]
    fn a_thread_that_has_rested_makes_way_for_a_new_one() {
        let pool = TaskPool::with_rest(Duration::from_millis(2)).expect("threads");
        let mut seen = HashSet::new();
        for _ in 0..1_000 {
            let (sender, receiver) = mpsc::channel();
            pool.spawn(Priority::Values, move || {
                let _ = sender.send(std::thread::current().id());
            });
            seen.insert(receiver.recv().expect("the task runs, whichever thread takes it"));
            if seen.len() > RESERVED_FOR_VALUES {
                return;
            }
            std::thread::sleep(Duration::from_millis(4));
        }
        panic!("the same {} threads all the time", seen.len());
    }

    #[test]
    fn threads_end_with_their_pool() {
        let pool = TaskPool::new().expect("threads");
        let (sender, receiver) = mpsc::channel();
        pool.spawn(Priority::Values, move || {
            let _ = sender.send(());
        });
        receiver.recv().expect("the task runs");
        let shared = Arc::downgrade(&pool.shared);
        pool.close();
        drop(pool);
        while shared.strong_count() > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn quick_tasks_do_not_wait_for_slow_ones() {
        let pool = TaskPool::new().expect("threads");
        // Slow tasks end when the gate is opened, not before.
        let (gate, at_gate) = mpsc::channel::<()>();
        let at_gate = Arc::new(Mutex::new(at_gate));
        for _ in 0..50 {
            let at_gate = at_gate.clone();
            pool.spawn(Priority::Slow, move || {
                let _ = at_gate.lock().unwrap_or_else(PoisonError::into_inner).recv();
            });
        }
        let (sender, receiver) = mpsc::channel();
        pool.spawn(Priority::Quick, move || {
            let _ = sender.send(());
        });
        receiver.recv().expect("the quick task runs");
        drop(gate);
    }

    #[test]
    fn a_panic_does_not_end_a_thread() {
        let pool = TaskPool::new().expect("threads");
        for _ in 0..20 {
            pool.spawn(Priority::Quick, || std::panic::resume_unwind(Box::new("on purpose")));
        }
        let (sender, receiver) = mpsc::channel();
        pool.spawn(Priority::Quick, move || {
            let _ = sender.send(());
        });
        receiver.recv_timeout(Duration::from_secs(5)).expect("a task after the panics runs");
    }
}
