//! The language server on stdin and stdout: wires transport, main loop and task pool together, and ends them.

use std::io;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Notify;
use tower_lsp::ls_types::ClientCapabilities;
use tower_lsp::{LspService, Server};

use crate::backend::Backend;
use crate::capabilities::ClientFeatures;
use crate::extensions;
use crate::main_loop::MainLoop;
use crate::outgoing;
use crate::shown_documents;
use crate::task_pool::TaskPool;
use crate::type_hierarchy_capability::WithTypeHierarchy;

/// Requests that may wait for their answers at once; with the transport's default of 4, slow ones would block the rest.
const CONCURRENT_REQUESTS: usize = 1024;

/// How long answers may still be written after the client has closed its side.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Standard input that tells when it has ended.
struct WatchedInput {
    inner: tokio::io::Stdin,
    closed: Arc<Notify>,
}

impl AsyncRead for WatchedInput {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.inner).poll_read(context, buffer);
        let has_room = buffer.capacity() > before;
        let has_ended = match &result {
            Poll::Ready(Ok(())) => has_room && buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if has_ended {
            self.closed.notify_one();
        }
        result
    }
}

/// Serves until the client says `exit` or closes stdin.
pub fn serve_stdio() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("puppet-analyzer: cannot start: {error}");
            return ExitCode::from(2);
        }
    };
    let pool = match TaskPool::new() {
        Ok(pool) => pool,
        Err(error) => {
            eprintln!("puppet-analyzer: cannot start its threads: {error}");
            return ExitCode::from(2);
        }
    };
    let shut_down = Arc::new(AtomicBool::new(false));
    let (event_sender, event_receiver) = std::sync::mpsc::channel();
    let (outgoing_sender, outgoing_receiver) = outgoing::channel();
    let features = ClientFeatures::of(&ClientCapabilities::default());
    let main_loop = MainLoop::new(pool, event_sender.clone(), outgoing_sender, features);
    let spawned =
        std::thread::Builder::new().name("main loop".to_string()).spawn(move || main_loop.run(event_receiver));
    if let Err(error) = spawned {
        eprintln!("puppet-analyzer: cannot start its main loop: {error}");
        return ExitCode::from(2);
    }
    runtime.block_on(async {
        let (sender, flag) = (event_sender.clone(), shut_down.clone());
        let (service, socket) = LspService::build(|client| {
            tokio::spawn(outgoing::deliver(client.clone(), outgoing_receiver, sender.clone()));
            Backend::new(client, sender, flag)
        })
        .custom_method(extensions::PREVIEW_REQUEST, Backend::preview_catalog)
        .custom_method(extensions::CONTEXTS_REQUEST, Backend::contexts)
        .custom_method(extensions::EVALUATION_STATE_REQUEST, Backend::evaluation_state)
        .custom_method("$/setTrace", Backend::set_trace)
        .finish();
        let closed = Arc::new(Notify::new());
        let input = WatchedInput { inner: tokio::io::stdin(), closed: closed.clone() };
        let serve = Server::new(input, tokio::io::stdout(), socket)
            .concurrency_level(CONCURRENT_REQUESTS)
            .serve(WithTypeHierarchy(service));
        // Serving ends when every request has its answer; a client that is gone waits for none.
        tokio::select! {
            () = serve => {}
            () = async { closed.notified().await; tokio::time::sleep(LAST_WORDS).await } => {}
        }
    });
    shown_documents::remove_all();
    // A blocked read of stdin must not keep the process: no waiting for the runtime's threads.
    runtime.shutdown_background();
    std::process::exit(if shut_down.load(Ordering::SeqCst) { 0 } else { 1 })
}
