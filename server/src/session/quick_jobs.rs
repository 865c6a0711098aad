//! Quick answers that are being worked on, which a write waits for shortly instead of throwing them away.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many quick answers are being worked on.
#[derive(Default)]
pub struct QuickJobs {
    running: Mutex<usize>,
    finished: Condvar,
}

impl QuickJobs {
    /// Counts one more, until what is returned is dropped.
    pub fn begin(self: &Arc<Self>) -> QuickJob {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        QuickJob(self.clone())
    }

    fn remove(&self) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.finished.notify_all();
    }

    /// Waits until none is left, for as long as the limit.
    pub fn wait(&self, limit: Duration) {
        let end = Instant::now() + limit;
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        while *running > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            running = self.finished.wait_timeout(running, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Counts down however a job ends.
pub struct QuickJob(Arc<QuickJobs>);

impl Drop for QuickJob {
    fn drop(&mut self) {
        self.0.remove();
    }
}
