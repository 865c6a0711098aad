//! A small, safe Ruby for what Puppet modules write in it: ERB templates and the bodies of plugin functions.
//!
//! It reads tree-sitter's tree, runs with limits, and has no way out: no process, network, thread or `eval`, and
//! no file but those that the world has in its modules.
//! What it cannot run is told as such and becomes an unknown value, never a guess.

mod big_integers;
mod calls;
mod classes;
pub mod environment;
pub mod erb;
mod grammar_limits;
pub mod host;
pub mod interpreter;
mod libraries;
pub(crate) mod library;
mod local_names;
mod methods;
pub mod parse;
mod parse_strings;
pub mod plugin_facts;
pub mod plugin_functions;
pub mod plugin_types;
pub mod serialize;
pub(crate) mod shared_objects;
pub mod support;
pub mod syntax_tree;
mod title_patterns;
pub mod value;
mod variables;
mod yaml_scalar_style;
pub mod yaml_writer;
