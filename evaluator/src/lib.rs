//! Evaluates Puppet programs: `compile(world, request) -> Outcome`.
//!
//! A pure function of its two arguments: no disk, clock, process, socket or environment. All that it reads comes
//! from the `World`; what cannot be known becomes `Value::Unknown` with a reason, and is listed in the outcome.

pub mod catalog;
pub mod edition;
pub mod error;
pub mod fact_file;
pub mod fact_sets;
pub mod fast_hash;
pub mod functions;
pub mod hiera;
pub mod interpreter;
pub mod limits;
pub mod match_scope;
pub mod memory_world;
pub mod message;
pub mod name_map;
pub mod node_facts;
pub mod observation;
pub mod outcome;
pub mod place;
pub mod regex_dialect;
pub mod request;
pub mod resource_types;
pub mod ruby;
pub mod ruby_core;
pub mod scope;
pub mod types;
pub mod value;
pub mod world;
pub mod yaml;

pub use catalog::Catalog;
pub use edition::Edition;
pub use error::{EvaluationError, Issue};
pub use interpreter::{Evaluated, Interpreter, Interrupt};
pub use memory_world::MemoryWorld;
pub use message::Message;
pub use outcome::Outcome;
pub use place::{FileId, Place};
pub use request::Request;
pub use types::Type;
pub use value::Value;
pub use world::World;

/// Evaluates what the request asks for. Never fails: the outcome holds as much as there is, and what went wrong.
pub fn compile(world: &dyn World, request: &Request) -> Outcome {
    Interpreter::new(world, request).run()
}
