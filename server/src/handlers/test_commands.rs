//! Commands for the end-to-end tests: they do nothing unless the setting `testCommands` is on.

use std::time::{Duration, Instant};

use tower_lsp::jsonrpc::Error;
use tower_lsp::ls_types::LSPAny;

use crate::session::snapshot::{Answer, Snapshot};

/// Panics as a mistake in a handler would.
pub fn panic(snapshot: &Snapshot, _params: &()) -> Answer<Option<LSPAny>> {
    allowed(snapshot)?;
    panic!("a panic on purpose")
}

/// Works for two seconds, or until it is cancelled.
pub fn sleep(snapshot: &Snapshot, _params: &()) -> Answer<Option<LSPAny>> {
    allowed(snapshot)?;
    let end = Instant::now() + Duration::from_secs(2);
    while Instant::now() < end {
        snapshot.analysis.checkpoint()?;
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(Some(LSPAny::from("slept")))
}

fn allowed(snapshot: &Snapshot) -> Answer<()> {
    if snapshot.config.test_commands { Ok(()) } else { Err(Error::invalid_params("unknown command").into()) }
}
