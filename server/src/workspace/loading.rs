//! Which reading of the workspace counts: the last that was begun, whichever ends last. Knows nothing of what is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The readings of a workspace, of which several may be under way: folders are added while the first is being read.
#[derive(Default)]
pub struct Loading {
    newest: Arc<AtomicUsize>,
    is_running: bool,
}

/// One reading.
#[derive(Clone)]
pub struct Reading {
    number: usize,
    newest: Arc<AtomicUsize>,
    /// No other one was under way when it began.
    pub is_first: bool,
}

impl Loading {
    pub fn begin(&mut self) -> Reading {
        let is_first = !std::mem::replace(&mut self.is_running, true);
        let number = self.newest.fetch_add(1, Ordering::SeqCst) + 1;
        Reading { number, newest: self.newest.clone(), is_first }
    }

    /// Whether what a reading brings counts; one that was begun before another is out of date.
    pub fn end(&mut self, reading: &Reading) -> bool {
        if reading.is_newest() {
            self.is_running = false;
        }
        reading.is_newest()
    }

    pub fn is_running(&self) -> bool {
        self.is_running
    }
}

impl Reading {
    pub fn is_newest(&self) -> bool {
        self.newest.load(Ordering::SeqCst) == self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_begun_last_counts_whichever_ends_last() {
        let mut loading = Loading::default();
        let first = loading.begin();
        let second = loading.begin();
        assert!(first.is_first && !second.is_first);
        assert!(loading.end(&second) && !loading.is_running());
        assert!(!loading.end(&first), "the older one ends later and is left out");

        let third = loading.begin();
        assert!(third.is_first);
        let fourth = loading.begin();
        assert!(!loading.end(&third) && loading.is_running());
        assert!(loading.end(&fourth) && !loading.is_running());
    }
}
