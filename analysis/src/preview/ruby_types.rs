//! Resource types that modules write in Ruby, read from their source once for each change of it.

use std::sync::Arc;

use evaluator::ruby::plugin_types::{PluginType, read_type};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

/// What the file of a type says of it; `None` where it cannot be read.
#[salsa::tracked(returns(clone))]
pub fn plugin_type(db: &dyn Db, file: FileInput) -> Option<Arc<PluginType>> {
    read_type(&queries::text(db, file)).map(Arc::new)
}
