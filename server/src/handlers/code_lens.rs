//! `textDocument/codeLens`: how often classes and defines are used, and "Preview catalog" above nodes, classes and defines; where something is unsaved, also how many
//! resources it changes, which is evaluated only for the lenses that the client resolves.

use std::time::{Duration, Instant};

use analysis::FilePosition;
use analysis::features::catalog_diff::count_text;
use analysis::features::preview_catalog::PreviewQuestion;
use analysis::fleet::edit_impact::EditImpact;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command, Position, Uri};

use super::code_actions::preview_command;
use super::file;
use crate::protocol::{self, PreviewArguments};
use crate::session::snapshot::{Answer, Snapshot};
use crate::workspace::baseline;

pub fn handle(snapshot: &Snapshot, params: &CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let with_values = snapshot.config.evaluation_enabled;
    let is_unsaved = with_values && baseline::is_unsaved(snapshot)?;
    let mut lenses = Vec::new();
    for definition in snapshot.analysis.previewables(id)? {
        let range = text.range(definition.name_range);
        if snapshot.client.show_references && !definition.label.starts_with("node ") {
            let data = json!(CountedReferences { uri: uri.clone(), references_at: range.start });
            lenses.push(CodeLens { range, command: None, data: Some(data) });
        }
        if !with_values {
            continue;
        }
        let title = protocol::PREVIEW_TITLE.to_string();
        let command = preview_command(title, uri, range.start, &definition);
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
    if let Ok(counted) = serde_json::from_value::<CountedReferences>(data.clone()) {
        lens.command = Some(references(snapshot, &counted)?);
        return Ok(lens);
    }
    let Ok(asked) = serde_json::from_value::<PreviewArguments>(data.clone()) else { return Ok(lens) };
    let mut title = count_text(0);
    if let Some((id, text)) = file(snapshot, &asked.uri)? {
        let question = PreviewQuestion {
            offset: asked.position.map(|position| text.offset(position)),
            node: asked.node,
            facts: asked.facts,
            alone: asked.alone,
        };
        let counts = snapshot.analysis.changed_resources(id, vec![question], baseline::saved(snapshot)?)?;
        title = match counts.first() {
            Some(Some(count)) => count.text(),
            _ => "What changes?".to_string(),
        };
        if let Some(impact) = impact(snapshot)? {
            title = format!("{title} · {}", impact.text());
        }
    }
    let mut argument = data;
    argument["baseline"] = json!("saved");
    let command = protocol::DIFF_COMMAND.to_string();
    lens.command = Some(Command { title, command, arguments: Some(vec![argument]) });
    Ok(lens)
}

/// A lens that counts the references to a definition once it is seen.
#[derive(Deserialize, Serialize)]
struct CountedReferences {
    uri: Uri,
    references_at: Position,
}

fn references(snapshot: &Snapshot, counted: &CountedReferences) -> Answer<Command> {
    let mut locations = Vec::new();
    if let Some((file, text)) = file(snapshot, &counted.uri)? {
        let at = FilePosition { file, offset: text.offset(counted.references_at) };
        for place in snapshot.analysis.references(at, false)? {
            locations.extend(snapshot.location(place)?);
        }
    }
    let title = match locations.len() {
        1 => "1 reference".to_string(),
        count => format!("{count} references"),
    };
    let arguments = vec![json!(counted.uri), json!(counted.references_at), json!(locations)];
    Ok(Command { title, command: protocol::SHOW_REFERENCES_COMMAND.to_string(), arguments: Some(arguments) })
}

/// The time that counting across the nodes of an inventory may take.
const FLEET_TIME: Duration = Duration::from_millis(1500);

/// Returns what the edits do to the nodes of the inventory, where there is one.
fn impact(snapshot: &Snapshot) -> Answer<Option<EditImpact>> {
    if snapshot.config.nodes.is_none() {
        return Ok(None);
    }
    let Some(overlay) = baseline::saved(snapshot)? else { return Ok(None) };
    let end = Instant::now() + FLEET_TIME;
    Ok(snapshot.analysis.edit_impact(&overlay, || Instant::now() < end)?)
}
