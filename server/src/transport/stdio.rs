//! The language server on a pair of streams, stdin and stdout most of all: wires transport, main loop and task pool together, and ends them.

use std::io;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tower_lsp::ls_types::ClientCapabilities;
use tower_lsp::{LspService, Server};

use crate::protocol;
use crate::session::backend::Backend;
use crate::session::capabilities::ClientFeatures;
use crate::session::main_loop::{Event, MainLoop};
use crate::session::shown_documents;
use crate::session::task_pool::TaskPool;
use crate::session::trace_log::{Detail, TraceLog};
use crate::transport::outgoing;
use crate::transport::readable_messages;
use crate::transport::type_hierarchy_capability::with_type_hierarchy;
use crate::transport::unknown_methods::refuse_unknown_methods;

/// Requests that may wait for their answers at once; with the transport's default of 4, slow ones would block the rest.
const CONCURRENT_REQUESTS: usize = 1024;

/// How much of the input is copied ahead of the transport.
const COPIED_BYTES: usize = 256 << 10;

/// One waits for input, one writes; a third takes over while either ends. More would come and stay, each with memory of its own.
const THREADS_FOR_PIPES: usize = 3;

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

/// Serves on stdin and stdout until the client says `exit` or closes stdin.
pub fn serve_stdio() -> ExitCode {
    crate::transport::huge_pages::disable();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).max_blocking_threads(THREADS_FOR_PIPES).enable_all();
    let runtime = match runtime.build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("puppet-analyzer: cannot start: {error}");
            return ExitCode::from(2);
        }
    };
    let trace = Arc::new(TraceLog::from_environment());
    trace.install();
    let shut_down = Arc::new(AtomicBool::new(false));
    let closed = Arc::new(Notify::new());
    let input = WatchedInput { inner: tokio::io::stdin(), closed: closed.clone() };
    let served = runtime.block_on(async {
        // Serving ends when every request has its answer; a client that is gone waits for none.
        tokio::select! {
            served = serve_traced(input, tokio::io::stdout(), shut_down.clone(), trace) => served,
            () = async { closed.notified().await; tokio::time::sleep(LAST_WORDS).await } => Ok(()),
        }
    });
    if let Err(error) = served {
        eprintln!("puppet-analyzer: cannot start its threads: {error}");
        return ExitCode::from(2);
    }
    shown_documents::remove_all();
    // A blocked read of stdin must not keep the process: no waiting for the runtime's threads.
    runtime.shutdown_background();
    std::process::exit(if shut_down.load(Ordering::SeqCst) { 0 } else { 1 })
}

/// Serves one client until it says `exit` or its input ends. Fails where the threads cannot be started.
pub async fn serve(
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send,
    shut_down: Arc<AtomicBool>,
) -> io::Result<()> {
    serve_traced(input, output, shut_down, Arc::new(TraceLog::new(Detail::Off))).await
}

async fn serve_traced(
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send,
    shut_down: Arc<AtomicBool>,
    trace: Arc<TraceLog>,
) -> io::Result<()> {
    let pool = TaskPool::new()?;
    let (event_sender, event_receiver) = channel();
    let (outgoing_sender, outgoing_receiver) = outgoing::channel();
    trace.connect(outgoing_sender.clone());
    let features = ClientFeatures::of(&ClientCapabilities::default());
    let main_loop = MainLoop::new(pool, event_sender.clone(), outgoing_sender, features);
    let _ending = Ending(event_sender.clone());
    std::thread::Builder::new().name("main loop".to_string()).spawn(move || main_loop.run(event_receiver))?;
    let (service, socket) = LspService::build(|client| {
        tokio::spawn(outgoing::deliver(client.clone(), outgoing_receiver, event_sender.clone()));
        Backend::new(client, event_sender, shut_down, trace)
    })
    .custom_method(protocol::PREVIEW_REQUEST, Backend::preview_catalog)
    .custom_method(protocol::CONTEXTS_REQUEST, Backend::contexts)
    .custom_method(protocol::EVALUATION_STATE_REQUEST, Backend::evaluation_state)
    .custom_method("$/setTrace", Backend::set_trace)
    .custom_method(readable_messages::UNREADABLE_METHOD, Backend::unreadable)
    .finish();
    let (readable, copied) = tokio::io::duplex(COPIED_BYTES);
    tokio::spawn(readable_messages::copy(input, copied));
    Server::new(readable, output, socket)
        .concurrency_level(CONCURRENT_REQUESTS)
        .serve(refuse_unknown_methods(with_type_hierarchy(service)))
        .await;
    Ok(())
}

/// Ends the main loop when serving ends, also where nobody waits for its end: the loop and its threads send events themselves, so
/// that it would wait for ever.
struct Ending(Sender<Event>);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.send(Event::End);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of this process's threads, where the system tells them.
    fn threads(name: &str) -> usize {
        let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return 0 };
        let names = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
        names.filter(|known| known.trim() == name).count()
    }

    #[test]
    fn a_client_that_is_gone_leaves_no_main_loop_behind() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        for _ in 0..3 {
            let served = runtime.block_on(serve(tokio::io::empty(), tokio::io::sink(), Arc::default()));
            assert!(served.is_ok());
        }
        wait_for_the_end();
        // Nobody waits for the end of serving: the client's side stays open, and the runtime is dropped.
        let (_ours, theirs) = tokio::io::duplex(64);
        runtime.spawn(async move { serve(theirs, tokio::io::sink(), Arc::default()).await });
        runtime.block_on(async {
            while threads("main loop") == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        drop(runtime);
        wait_for_the_end();
    }

    fn wait_for_the_end() {
        while threads("main loop") > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
