//! The language server over real stdin and stdout: what an editor sees.

mod client;
mod life_cycle;
mod ordering;
mod values;
mod workspace;
