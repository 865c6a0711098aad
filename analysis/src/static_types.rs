//! What is certain of the types of expressions without evaluating anything.
//!
//! What is not certain is `Type::Unit`, which every type accepts. A check that uses these types reports only what no value
//! of the inferred type could make right.

pub mod declared;
pub mod disjoint;
pub mod infer;
pub mod mismatch;
pub mod signatures;
pub mod templates;
