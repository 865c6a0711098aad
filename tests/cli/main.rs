//! The command line as scripts call it: the real program, its output and its exit codes.

mod check;
mod compile;
mod eval;
mod parse;
mod program;
mod diff;
mod format;
mod lookup;
