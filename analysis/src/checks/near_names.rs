//! Checks of words that are written as text and mean something known: a word of an `Enum`, a fact, an attribute, a provider, a
//! documented parameter.

pub mod comparison;
pub mod literal_attributes;
pub mod unknown_fact;
pub mod unknown_provider;
