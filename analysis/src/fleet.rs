//! Many nodes, each with its own facts, and one answer to what a change does to them: evaluating a node with what it read,
//! and the changes of all nodes in groups. Knows nothing of files, threads and formats; those are the server's.

pub mod changes;
pub mod evaluation;
pub mod groups;
pub mod ignore;
pub mod kinds;
pub mod placeholders;
pub mod read_set;
pub mod selection;
