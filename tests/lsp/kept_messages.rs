//! The sessions of messages that fuzzing has kept (`tests/fuzz/corpus`), played again on every run.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fuzz_corpus::inputs;
use crate::message_sessions::ServerInProcess;

#[test]
fn kept_sessions_leave_a_server_that_answers() {
    // The server catches panics and goes on; here each is a failure.
    let panics = Arc::new(AtomicUsize::new(0));
    let (counter, print) = (panics.clone(), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| {
        counter.fetch_add(1, Ordering::Relaxed);
        print(panic);
    }));
    let mut server = ServerInProcess::default();
    for input in inputs("messages") {
        server.play(&input);
    }
    assert_eq!(panics.load(Ordering::Relaxed), 0, "the server has panicked");
}
