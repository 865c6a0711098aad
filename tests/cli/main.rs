//! The command line as scripts call it: the real program, its output and its exit codes.

mod check;
mod compile;
mod diff;
mod eval;
mod fleet;
mod format;
mod lookup;
mod packaging;
mod parse;
mod program;
