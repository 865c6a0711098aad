//! What an editor can ask, one feature per file. Each adds its own method to `Analysis`.

pub mod diagnostics;
