//! The language server over real stdin and stdout: what an editor sees.

mod client;
mod configuration;
mod life_cycle;
mod navigation;
mod ordering;
mod project;
mod rename;
mod semantic_tokens;
mod values;
mod values_of_a_project;
mod workspace;
