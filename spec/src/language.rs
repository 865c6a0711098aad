//! The language of specs: groups, examples, `let`, shared examples, and what spec helpers say. Runs on the Ruby interpreter as its host.

pub mod class_calls;
pub mod definitions;
pub mod example_calls;
pub mod expectations;
pub mod groups;
pub mod host;
pub mod loading;
pub mod objects;
pub mod state;
