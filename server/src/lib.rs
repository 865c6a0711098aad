//! The language server and the command line, as a library: the program in `main.rs` is its one user, and fuzzing the other.

mod answer_layer;
mod answers_all;
mod backend;
mod cancellation;
mod capabilities;
mod cli;
mod client_process;
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
mod readable_messages;
mod shown_documents;
mod small_pages;
mod snapshot;
mod task_pool;
mod transport;
mod type_hierarchy_capability;
mod workspace;

pub use cli::run;
pub use transport::serve;
