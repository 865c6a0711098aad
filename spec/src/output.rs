//! Reports in the formats of RSpec and of CI systems. One file for each format.

pub mod documentation;
pub mod github;
pub mod json;
pub mod junit;
pub mod progress;
