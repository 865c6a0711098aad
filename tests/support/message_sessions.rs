//! Sessions of LSP messages against a server of the same process: each message is answered or ignored, nothing panics, and the server still
//! answers afterwards. Fuzzing looks for such sessions, and the ordinary suite plays those that it has kept.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::Runtime;

/// What would end the server, or lead it to all files of the machine.
const LEFT_OUT: &[&str] = &["exit", "shutdown", "didChangeWorkspaceFolders", "\\u"];
/// Longer than any answer takes on a busy machine; libFuzzer's own limit ends the rest.
const PATIENCE: Duration = Duration::from_secs(120);
/// With these ids nothing else is asked.
const LAST_ID: &str = "fuzz/last";
const MOST_MESSAGES: usize = 40;

/// A server of this process and its client, over many inputs.
#[derive(Default)]
pub struct ServerInProcess(Option<Running>);

struct Running {
    runtime: Runtime,
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
}

impl ServerInProcess {
    /// Sends each line as a message. What ends the server's wish to go on ends this server; the next input gets a new one.
    pub fn play(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        if LEFT_OUT.iter().any(|word| text.contains(word)) {
            return;
        }
        let running = self.0.get_or_insert_with(Running::start);
        for line in bytes.split(|byte| *byte == b'\n').take(MOST_MESSAGES) {
            running.send(line);
        }
        for name in ["a.pp", "b.pp", "c.yaml", "d.epp"] {
            let close = json!({"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": format!("file:///fuzz/{name}")}}});
            running.send(close.to_string().as_bytes());
        }
        let last = json!({"jsonrpc": "2.0", "id": LAST_ID, "method": "puppet/contexts", "params": {}});
        running.send(last.to_string().as_bytes());
        if !running.read_to_the_end() {
            self.0 = None;
        }
    }
}

impl Running {
    fn start() -> Running {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(theirs);
        runtime.spawn(async move {
            let _ = server::serve(input, output, Arc::default()).await;
        });
        let (reader, writer) = tokio::io::split(ours);
        let mut running = Running { runtime, reader: BufReader::new(reader), writer };
        let initialize =
            json!({"jsonrpc": "2.0", "id": LAST_ID, "method": "initialize", "params": {"capabilities": {}}});
        running.send(initialize.to_string().as_bytes());
        // Before its answer every request is refused, and nothing would be tried.
        assert!(running.read_to_the_end(), "the server does not start");
        running.send(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
        running
    }

    fn send(&mut self, body: &[u8]) {
        let writer = &mut self.writer;
        self.runtime.block_on(async {
            let _ = writer.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await;
            let _ = writer.write_all(body).await;
        });
    }

    /// Reads until the answer to the last question; false where the server refuses to go on.
    fn read_to_the_end(&mut self) -> bool {
        let reader = &mut self.reader;
        let answered = self.runtime.block_on(async {
            tokio::time::timeout(PATIENCE, async {
                loop {
                    let message = read_message(reader).await?;
                    if message["id"] == json!(LAST_ID) {
                        return Some(message.get("result").is_some());
                    }
                }
            })
            .await
        });
        answered.expect("the server does not answer any more").unwrap_or(false)
    }
}

async fn read_message(reader: &mut BufReader<ReadHalf<DuplexStream>>) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(count) = line.strip_prefix("Content-Length: ") {
            length = count.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await.ok()?;
    serde_json::from_slice(&body).ok()
}
