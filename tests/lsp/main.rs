//! The language server over real stdin and stdout: what an editor sees.

mod client;
mod code_actions;
mod completion;
mod configuration;
mod formatting;
mod life_cycle;
mod lint;
mod navigation;
mod ordering;
mod project;
mod rename;
mod semantic_tokens;
mod stress;
mod values;
mod values_of_a_project;
mod workspace;
