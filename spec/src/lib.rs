//! Runs rspec-puppet suites without Ruby: the language of specs on the project's Ruby subset, catalogs from the evaluator.
//!
//! Reads files only through `analysis::file_system::FileSystem`. What a spec uses and this crate does not know makes the example
//! `not_run` with the construct and its place, never a guess.

pub mod environment;
mod language;
mod matchers;
pub mod output;
pub mod run;

pub use environment::fixtures::{Fixtures, find_fixtures};
pub use environment::versions::Versions;
pub use run::{Report, RunOptions, Selection, run_specs};
