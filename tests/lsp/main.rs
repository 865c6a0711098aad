//! The language server over real stdin and stdout: what an editor sees.

mod client;
mod code_actions;
mod completion;
mod completion_kinds;
mod configuration;
mod every_code_action;
mod formatting;
#[path = "../support/fuzz_corpus.rs"]
mod fuzz_corpus;
mod kept_messages;
mod life_cycle;
mod lint;
#[path = "../support/message_sessions.rs"]
mod message_sessions;
mod names_across_files;
mod navigation;
mod ordering;
mod plugins;
mod preview_size;
mod project;
mod rename;
mod same_as_command_line;
mod semantic_tokens;
mod status;
mod stress;
mod values;
mod values_of_a_project;
mod workspace;
