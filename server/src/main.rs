//! The `puppet-analyzer` program: a language server on stdin and stdout, and a command line over the same code.

use std::process::ExitCode;

/// Catalogs and trees are many small pieces of memory, which this allocator serves quicker than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    server::run()
}
