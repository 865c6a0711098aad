//! The `puppet-analyzer` program: a language server on stdin and stdout, and a command line over the same code.

mod backend;
mod cancellation;
mod capabilities;
mod cli;
mod config;
mod convert;
mod diagnostics_publisher;
mod disk_world;
mod documents;
mod extensions;
mod fact_sets;
mod file_watching;
mod git_objects;
mod handlers;
mod lint_options;
mod loading;
mod main_loop;
mod old_contents;
mod outgoing;
mod read_limits;
mod shown_documents;
mod snapshot;
mod task_pool;
mod transport;
mod type_hierarchy_capability;
mod workspace;

use std::process::ExitCode;

/// Catalogs and trees are many small pieces of memory, which this allocator serves quicker than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
