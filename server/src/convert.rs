//! Between the database's terms and LSP's: the only place that knows both.

pub mod diagnostic;
pub mod position;
pub mod symbol_kind;
pub mod uri;
