//! A small LSP client over the real program's stdin and stdout, which knows which messages nobody has read.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// Generous: the machine that runs the tests may be busy.
pub const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Client {
    process: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Json>,
    replies: HashMap<i64, Json>,
    pub notifications: VecDeque<Json>,
    /// Requests of the server, answered with `null`.
    pub requests: Vec<Json>,
    /// Errors about messages that had no id, or none that could be read.
    pub nameless_errors: Vec<Json>,
    next_id: i64,
}

impl Client {
    /// Starts the program and its reader.
    pub fn start() -> Client {
        // Benches measure other builds too.
        let program = std::env::var_os("PUPPET_ANALYZER");
        let mut process = Command::new(program.unwrap_or_else(|| env!("CARGO_BIN_EXE_puppet-analyzer").into()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = process.stdin.take();
        let mut stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            process,
            stdin,
            messages,
            replies: HashMap::new(),
            notifications: VecDeque::new(),
            requests: Vec::new(),
            nameless_errors: Vec::new(),
            next_id: 0,
        }
    }

    /// Starts and initializes it with no workspace.
    pub fn initialized() -> Client {
        let mut client = Client::start();
        client.initialize(json!({"capabilities": {}, "initializationOptions": {"testCommands": true}}));
        client
    }

    /// Without a word about lint it is off: most tests are about something else. Test commands are on, with which hovers wait for their values.
    pub fn initialize(&mut self, mut params: Json) -> Json {
        let options = &mut params["initializationOptions"];
        if options.get("lint").is_none() {
            options["lint"] = json!({"enabled": false});
        }
        if options.get("testCommands").is_none() {
            options["testCommands"] = json!(true);
        }
        let result = self.request("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    pub fn send(&mut self, message: &Json) {
        let body = message.to_string();
        let stdin = self.stdin.as_mut().expect("stdin is open");
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    /// Bytes that need not be a message.
    #[allow(dead_code)] // the benches send none
    pub fn raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the server reads");
    }

    pub fn notify(&mut self, method: &str, params: Json) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request without waiting; its id.
    pub fn ask(&mut self, method: &str, params: Json) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The whole reply to a request: `result` or `error`.
    pub fn reply(&mut self, id: i64) -> Json {
        let end = Instant::now() + TIMEOUT;
        loop {
            if let Some(reply) = self.replies.remove(&id) {
                return reply;
            }
            assert!(self.receive(end), "no reply to request {id}");
        }
    }

    pub fn request(&mut self, method: &str, params: Json) -> Json {
        let id = self.ask(method, params);
        let reply = self.reply(id);
        assert!(reply.get("error").is_none(), "{method} failed: {reply}");
        reply["result"].clone()
    }

    /// Takes in one message; false where none came in time or the server is gone.
    fn receive(&mut self, end: Instant) -> bool {
        let Ok(message) = self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) else {
            return false;
        };
        match (message.get("method").is_some(), message.get("id").cloned()) {
            (true, Some(id)) => {
                self.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
                self.requests.push(message);
            }
            (true, None) => self.notifications.push_back(message),
            (false, Some(Json::Null)) => self.nameless_errors.push(message),
            (false, id) => {
                let id = id.and_then(|id| id.as_i64()).expect("a reply has an id");
                assert!(self.replies.insert(id, message).is_none(), "two replies to request {id}");
            }
        }
        true
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "puppet", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the whole text.
    pub fn change(&mut self, uri: &str, version: i64, text: &str) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.notify("textDocument/didChange", params);
    }

    pub fn position(uri: &str, line: u32, character: u32) -> Json {
        json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
    }

    /// The diagnostics that are published for a version of a document.
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Json> {
        let end = Instant::now() + TIMEOUT;
        loop {
            let wanted = |message: &Json| {
                message["method"] == "textDocument/publishDiagnostics"
                    && message["params"]["uri"] == uri
                    && message["params"]["version"] == version
            };
            if let Some(at) = self.notifications.iter().position(wanted) {
                let message = self.notifications.remove(at).expect("it is there");
                return message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            }
            assert!(self.receive(end), "no diagnostics for version {version} of {uri}");
        }
    }

    /// Says goodbye as an editor does, and waits for the end. Nothing may be left over but diagnostics and progress.
    pub fn shut_down(mut self, keep_stdin_open: bool) -> ExitStatus {
        self.request("shutdown", Json::Null);
        self.notify("exit", Json::Null);
        if !keep_stdin_open {
            self.stdin = None;
        }
        let status = self.wait();
        while self.receive(Instant::now() + Duration::from_millis(200)) {}
        assert!(self.replies.is_empty(), "replies that nobody asked for: {:?}", self.replies);
        for message in &self.notifications {
            let method = message["method"].as_str().unwrap_or_default();
            let expected = ["textDocument/publishDiagnostics", "$/progress"];
            assert!(expected.contains(&method), "left over: {message}");
        }
        status
    }

    /// The next notification of this kind that is wanted.
    #[allow(dead_code)] // the benches wait for progress
    pub fn notification(&mut self, method: &str, is_wanted: impl Fn(&Json) -> bool) -> Json {
        let end = Instant::now() + TIMEOUT;
        loop {
            let found = self.notifications.iter().position(|m| m["method"] == method && is_wanted(&m["params"]));
            if let Some(message) = found.and_then(|at| self.notifications.remove(at)) {
                return message["params"].clone();
            }
            assert!(self.receive(end), "no {method}");
        }
    }

    #[allow(dead_code)] // the benches look at its memory
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + TIMEOUT;
        loop {
            if let Some(status) = self.process.try_wait().expect("the process can be asked") {
                return status;
            }
            assert!(Instant::now() < end, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_message(input: &mut impl BufRead) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
