//! Fleets on the command line: reading an inventory, evaluating its nodes on all processors, and the report of what a change does
//! to them in each format.

pub mod collected;
pub mod engine;
pub mod error;
pub mod formats;
pub mod inventory;
pub mod line_diff;
pub mod options;
pub mod parallel;
pub mod report;
pub mod shard;
