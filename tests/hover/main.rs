//! Literate tests of values in hover: each `puppet` block of the Markdown files here is a workspace, and its comments say
//! what hover shows.
//!
//! A line `#   ^ A | B` is about the place above its `^`: hover there must show each of the texts as a line of its own.
//! `#   ^ nothing about X` says that no line is X. A line `//- /path` starts another file, as in fixtures; without one the
//! block is `/env/manifests/site.pp`. `specification.rs` compares hover with what Puppet 8 was recorded to do.

mod literate;
mod specification;
