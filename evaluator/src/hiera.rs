//! Hiera 5: finds values for keys in the data of the global layer, the environment and the modules.
//!
//! This file holds the entry points and what a found value looks like. All that is read comes from the `World`;
//! nothing here knows of classes or catalogs.

pub mod config;
mod config_version_3;
pub mod data_node;
mod deep_merge;
pub mod error;
pub mod found_value;
mod glob;
pub mod json;
pub mod lookup_key;
pub mod merge;
pub mod yaml;
pub mod yaml_scalar;

pub use found_value::{DataOrigin, FoundValue, Layer, LevelResult, SearchedLevel};

use crate::interpreter::{Evaluated, Interpreter};
use crate::place::Place;
use crate::scope::ScopeId;

/// What one evaluation has read of Hiera so far.
#[derive(Debug, Default)]
pub struct Hiera {}

impl Interpreter<'_> {
    /// The value that data gives to a parameter of a class (`class::parameter`), after merges and `convert_to`.
    ///
    /// `None`: no data has the key. A found `null` is `Some` with `Value::Undef`: the parameter then takes its
    /// default. Names are as the class is known, without a leading `::`.
    pub fn lookup_class_parameter(
        &mut self,
        class: &str,
        parameter: &str,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Option<FoundValue>> {
        let _ = (class, parameter, scope, place);
        Ok(None)
    }
}
