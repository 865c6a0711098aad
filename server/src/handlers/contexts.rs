//! `puppet/contexts`: the nodes and fact sets that values can be shown for, and those that they are shown for.

use crate::protocol::{Contexts, ContextsArguments};
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, arguments: &ContextsArguments) -> Answer<Contexts> {
    let file = arguments.uri.as_ref().and_then(|uri| snapshot.file(uri));
    Ok(Contexts::of(snapshot.analysis.contexts(file)?, snapshot.config.evaluation_enabled))
}
