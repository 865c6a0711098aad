//! Sessions of LSP messages, one a line: each is answered or ignored, nothing panics, and the server still answers afterwards.
//! The server lives on over many inputs, as it does in an editor.

#![no_main]

#[path = "../../support/message_sessions.rs"]
mod message_sessions;

use std::sync::Mutex;

use libfuzzer_sys::fuzz_target;
use message_sessions::ServerInProcess;

static SERVER: Mutex<Option<ServerInProcess>> = Mutex::new(None);

fuzz_target!(|bytes: &[u8]| {
    SERVER.lock().expect("one user").get_or_insert_default().play(bytes);
});
