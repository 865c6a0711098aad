//! Validation against what real Puppet 8 and 7 report, case by case: severity, code, line and column, in Puppet's order.

mod asked_cases;
mod negative_cases;

mod recorded_programs;
mod support;
