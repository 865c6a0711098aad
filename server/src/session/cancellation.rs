//! Ends the work of a request when its client no longer wants it: the transport drops the request's future, the guard in
//! it cancels the snapshot that a worker reads.

use std::sync::{Arc, Mutex, PoisonError};

use analysis::CancellationHandle;

/// Shared by the future that waits and the worker that works.
#[derive(Clone, Default)]
pub struct CancelSlot {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    cancelled: bool,
    running: Option<CancellationHandle>,
}

impl CancelSlot {
    /// Notes what to cancel; false where the request was cancelled before it ran.
    pub fn start(&self, handle: CancellationHandle) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running = Some(handle);
        !state.cancelled
    }

    pub fn finish(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).running = None;
    }

    fn cancel(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.cancelled = true;
        if let Some(handle) = state.running.take() {
            handle.cancel();
        }
    }
}

/// Cancels when it is dropped.
pub struct CancelGuard(pub CancelSlot);

impl Drop for CancelGuard {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
