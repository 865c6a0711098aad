//! What several targets need: the stack that evaluation is meant to have, and small limits.

use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use evaluator::request::Request;

type Work = Box<dyn FnOnce() + Send>;

/// That of a worker thread of the server, doubled: a build with assertions has larger frames.
const STACK_BYTES: usize = 128 << 20;

/// Runs on a thread with a large stack, the same one each time.
pub fn with_stack(work: impl FnOnce() + Send + 'static) {
    static WORKER: OnceLock<(SyncSender<Work>, std::sync::Mutex<Receiver<()>>)> = OnceLock::new();
    let (sender, finished) = WORKER.get_or_init(|| {
        let (sender, receiver) = sync_channel::<Work>(0);
        let (tell, finished) = sync_channel(0);
        let work = move || {
            for work in receiver {
                work();
                let _ = tell.send(());
            }
        };
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).expect("a thread");
        (sender, finished.into())
    });
    let _ = sender.send(Box::new(work));
    // A panic has ended the process before this could fail.
    let _ = finished.lock().expect("one user").recv();
}

/// A catalog's request with limits that are reached soon.
pub fn small_request() -> Request {
    let mut request = Request::catalog("fuzz.example.com");
    request.limits.steps = 20_000;
    request.limits.depth = 60;
    request.limits.string_bytes = 1 << 18;
    request.limits.collection_elements = 20_000;
    request.limits.resources = 200;
    request
}
