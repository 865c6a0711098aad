//! `puppet-analyzer.catalogDiff`: what unsaved or uncommitted edits do to a catalog.

use analysis::features::catalog_diff::{ALL_NODES, DiffQuestion};
use analysis::features::preview_catalog::PreviewQuestion;
use tower_lsp::jsonrpc::Error;

use crate::convert;
use crate::protocol::{DiffArguments, DiffReport};
use crate::session::snapshot::{Answer, Snapshot};
use crate::workspace::baseline;

pub fn handle(snapshot: &Snapshot, arguments: &DiffArguments) -> Answer<Option<DiffReport>> {
    super::require_evaluation(snapshot)?;
    let asked = &arguments.preview;
    let Some((file, text)) = super::file(snapshot, &asked.uri)? else {
        return Err(Error::invalid_params(format!("the file {} is not known", asked.uri.as_str())).into());
    };
    let (overlay, baseline) = baseline::find(snapshot, &convert::uri::path_of(&asked.uri), arguments.baseline)?;
    let all_nodes = arguments.all_nodes || asked.node.as_deref() == Some(ALL_NODES);
    let preview = PreviewQuestion {
        offset: asked.position.map(|position| text.offset(position)),
        node: asked.node.clone().filter(|_| !all_nodes),
        facts: asked.facts.clone(),
    };
    let answer = snapshot.analysis.catalog_diff(file, DiffQuestion { preview, overlay, baseline, all_nodes })?;
    Ok(answer.map(|answer| {
        let markdown = asked.wants_markdown().then(|| answer.markdown());
        DiffReport::of(answer, markdown)
    }))
}
