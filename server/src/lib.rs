//! The language server and the command line, as a library: the program in `main.rs` is its one user, and fuzzing the other.

mod cli;
mod config;
mod convert;
mod fleet;
mod handlers;
mod protocol;
mod session;
mod transport;
mod workspace;

pub use cli::run;
pub use transport::stdio::serve;
