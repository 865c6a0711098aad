//! One editor's session: the main loop that alone changes the database, open documents, jobs, and what is told to the editor.

pub mod backend;
pub mod cancellation;
pub mod capabilities;
pub mod diagnostics_publisher;
pub mod documents;
pub mod file_watching;
pub mod main_loop;
pub mod quick_jobs;
pub mod shown_documents;
pub mod snapshot;
pub mod status;
pub mod task_pool;
pub mod trace_log;
