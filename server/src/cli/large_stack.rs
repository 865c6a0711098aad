//! Runs an evaluation on a thread with a stack as large as the workers of the server have.

use std::process::ExitCode;

use crate::session::task_pool::STACK_BYTES;

pub fn run(work: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    let thread = std::thread::Builder::new().name("evaluation".to_string()).stack_size(STACK_BYTES).spawn(work);
    match thread.map(|thread| thread.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => super::fail("a mistake inside puppet-analyzer; please report it"),
        Err(error) => super::fail(format!("cannot start a thread: {error}")),
    }
}
