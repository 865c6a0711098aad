//! The reference documentation of a module: what puppet-strings reads from its files, and the formats it writes.
//!
//! Knows nothing of the disk, the database or an editor: a module is a list of paths and texts.

pub mod docstring;
pub mod html;
pub mod json;
mod kinds;
mod manifest;
pub mod markdown;
pub mod model;
mod read;
mod ruby;
mod ruby_text;
pub mod sources;

pub use docstring::{Docstring, Tag};
pub use model::{Problem, Reference};
pub use read::read;
pub use sources::{SourceText, documented_paths};
