//! Carries messages between an editor and the server: standard input and output, and what tower-lsp leaves open.

pub mod client_process;
pub mod huge_pages;
pub mod outgoing;
pub mod readable_messages;
pub mod response_layer;
pub mod stdio;
pub mod type_hierarchy_capability;
pub mod unknown_methods;
