//! The language server over real stdin and stdout: what an editor sees.

mod client;
mod life_cycle;
mod ordering;
mod values;
mod values_of_a_project;
mod workspace;
