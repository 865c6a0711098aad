//! `textDocument/semanticTokens/full`, `/full/delta` and `/range`

use std::collections::HashMap;
use std::sync::PoisonError;

use analysis::features::semantic_tokens::{MODIFIERS, SemanticToken as Token, TokenKind};
use tower_lsp::ls_types::*;

use super::file;
use crate::snapshot::{Answer, Snapshot, TextAndLines};

/// The last tokens that each document was sent, so that only what differs is sent next time.
#[derive(Default)]
pub struct SentTokens {
    by_uri: HashMap<Uri, (String, Vec<SemanticToken>)>,
    count: u64,
}

/// Documents beyond this many are sent in full.
const MAX_REMEMBERED: usize = 64;

impl SentTokens {
    /// Remembers what is sent now, and hands back what was sent before with this id.
    fn exchange(
        &mut self,
        uri: &Uri,
        id: Option<&str>,
        tokens: &[SemanticToken],
    ) -> (String, Option<Vec<SemanticToken>>) {
        self.count += 1;
        let new_id = self.count.to_string();
        let old = self.by_uri.remove(uri).filter(|(known, _)| Some(known.as_str()) == id).map(|(_, tokens)| tokens);
        if self.by_uri.len() >= MAX_REMEMBERED {
            self.by_uri.clear();
        }
        self.by_uri.insert(uri.clone(), (new_id.clone(), tokens.to_vec()));
        (new_id, old)
    }
}

pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TokenKind::ALL.iter().map(|kind| SemanticTokenType::new(kind.label())).collect(),
        token_modifiers: MODIFIERS.iter().map(|name| SemanticTokenModifier::new(name)).collect(),
    }
}

pub fn handle(snapshot: &Snapshot, params: &SemanticTokensParams) -> Answer<Option<SemanticTokensResult>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let data = encode(&snapshot.analysis.semantic_tokens(id, None)?, &text);
    let (result_id, _) = remember(snapshot, uri, None, &data);
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: Some(result_id), data })))
}

pub fn handle_delta(
    snapshot: &Snapshot,
    params: &SemanticTokensDeltaParams,
) -> Answer<Option<SemanticTokensFullDeltaResult>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let data = encode(&snapshot.analysis.semantic_tokens(id, None)?, &text);
    let (result_id, old) = remember(snapshot, uri, Some(&params.previous_result_id), &data);
    Ok(Some(match old {
        Some(old) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id: Some(result_id),
            edits: difference(&old, &data),
        }),
        None => SemanticTokensFullDeltaResult::Tokens(SemanticTokens { result_id: Some(result_id), data }),
    }))
}

pub fn handle_range(
    snapshot: &Snapshot,
    params: &SemanticTokensRangeParams,
) -> Answer<Option<SemanticTokensRangeResult>> {
    let Some((id, text)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let (start, end) = (text.offset(params.range.start), text.offset(params.range.end));
    let within = analysis::TextRange { start, end: end.max(start) };
    let data = encode(&snapshot.analysis.semantic_tokens(id, Some(within))?, &text);
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}

fn remember(
    snapshot: &Snapshot,
    uri: &Uri,
    id: Option<&str>,
    tokens: &[SemanticToken],
) -> (String, Option<Vec<SemanticToken>>) {
    snapshot.sent_tokens.lock().unwrap_or_else(PoisonError::into_inner).exchange(uri, id, tokens)
}

/// Each token relative to the one before it.
fn encode(tokens: &[Token], text: &TextAndLines) -> Vec<SemanticToken> {
    let mut last = Position { line: 0, character: 0 };
    let mut encoded = Vec::with_capacity(tokens.len());
    for token in tokens {
        let Range { start, end } = text.range(token.range);
        if start.line != end.line || end.character <= start.character {
            continue;
        }
        let same_line = start.line == last.line;
        encoded.push(SemanticToken {
            delta_line: start.line - last.line,
            delta_start: if same_line { start.character - last.character } else { start.character },
            length: end.character - start.character,
            token_type: TokenKind::ALL.iter().position(|kind| *kind == token.kind).unwrap_or(0) as u32,
            token_modifiers_bitset: token.modifiers,
        });
        last = start;
    }
    encoded
}

/// What stands between the parts that are equal at the start and at the end.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    if start == old.len() && start == new.len() {
        return Vec::new();
    }
    // A client counts numbers, of which a token has five.
    vec![SemanticTokensEdit {
        start: start as u32 * 5,
        delete_count: (old.len() - start - end) as u32 * 5,
        data: Some(new[start..new.len() - end].to_vec()),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(length: u32) -> SemanticToken {
        SemanticToken { delta_line: 0, delta_start: 1, length, token_type: 0, token_modifiers_bitset: 0 }
    }

    #[test]
    fn only_what_differs_is_sent() {
        let old: Vec<SemanticToken> = [1, 2, 3, 4].map(token).to_vec();
        let new: Vec<SemanticToken> = [1, 9, 8, 4].map(token).to_vec();
        let edits = difference(&old, &new);
        assert_eq!((edits[0].start, edits[0].delete_count), (5, 10));
        assert_eq!(edits[0].data.as_deref(), Some(&new[1..3]));
        assert!(difference(&old, &old).is_empty());
        assert_eq!(difference(&old[..2], &old)[0].delete_count, 0);
        assert_eq!(difference(&old, &old[..1])[0].delete_count, 15);
    }
}
