//! What real Puppet does with small sources, recorded in `tests/conformance`, against this crate.
//!
//! Every case runs; a case that we answer otherwise on purpose is in `deviations` and must go on deviating.

mod cases;
mod deviations;
mod formatting;
mod negative;
mod positive;
mod resilience;
