//! Leaves with the client where the end of stdin does not come, because another process holds the same pipe.

use std::time::Duration;

/// A client is missed after this.
const BETWEEN_LOOKS: Duration = Duration::from_millis(300);

/// Ends this process soon after the client's has ended. Only a client that started this process is watched: of another one the
/// number may be that of another machine or container.
pub fn leave_with(client: u32) {
    if parent() == Some(client) {
        tokio::spawn(async move {
            while parent() == Some(client) {
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
            crate::session::shown_documents::remove_all();
            std::process::exit(1);
        });
    }
}

#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}
