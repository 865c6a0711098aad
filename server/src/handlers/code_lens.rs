//! `textDocument/codeLens`: "Preview catalog" above nodes, classes and defines; where something is unsaved, also how many
//! resources it changes, which is evaluated only for the lenses that the client resolves.

use analysis::features::catalog_diff::count_text;
use analysis::features::preview_catalog::PreviewQuestion;
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command};

use super::code_actions::preview_command;
use super::file;
use crate::protocol::{self, PreviewArguments};
use crate::session::snapshot::{Answer, Snapshot};
use crate::workspace::baseline;

pub fn handle(snapshot: &Snapshot, params: &CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    if !snapshot.config.evaluation_enabled {
        return Ok(Some(Vec::new()));
    }
    let is_unsaved = baseline::is_unsaved(snapshot)?;
    let mut lenses = Vec::new();
    for definition in snapshot.analysis.previewables(id)? {
        let range = text.range(definition.name_range);
        let title = protocol::PREVIEW_TITLE.to_string();
        let command = preview_command(title, uri, range.start, definition.node.as_deref());
        if is_unsaved {
            let asked = command.arguments.as_ref().and_then(|arguments| arguments.first().cloned());
            lenses.push(CodeLens { range, command: None, data: asked });
        }
        lenses.push(CodeLens { range, command: Some(command), data: None });
    }
    Ok(Some(lenses))
}

/// `codeLens/resolve`
pub fn resolve(snapshot: &Snapshot, lens: &CodeLens) -> Answer<CodeLens> {
    let mut lens = lens.clone();
    let Some(data) = lens.data.take() else { return Ok(lens) };
    let Ok(asked) = serde_json::from_value::<PreviewArguments>(data.clone()) else { return Ok(lens) };
    let mut title = count_text(0);
    if let Some((id, text)) = file(snapshot, &asked.uri)? {
        let question = PreviewQuestion {
            offset: asked.position.map(|position| text.offset(position)),
            node: asked.node,
            facts: asked.facts,
        };
        let counts = snapshot.analysis.changed_resources(id, vec![question], baseline::saved(snapshot)?)?;
        title = match counts.first() {
            Some(Some(count)) => count.text(),
            _ => "What changes?".to_string(),
        };
    }
    let mut argument = data;
    argument["baseline"] = json!("saved");
    let command = protocol::DIFF_COMMAND.to_string();
    lens.command = Some(Command { title, command, arguments: Some(vec![argument]) });
    Ok(lens)
}
