//! `textDocument/semanticTokens/full`, `/full/delta` and `/range`

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use analysis::features::semantic_tokens::{MODIFIERS, SemanticToken as Token, TokenKind};
use tower_lsp::ls_types::*;

use super::file;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

/// The last tokens that each document was sent, so that only what differs is sent next time.
#[derive(Default)]
pub struct SentTokens {
    by_uri: HashMap<Uri, Sent>,
    count: u64,
}

struct Sent {
    id: String,
    /// What it was made of: the same again while the document does not change.
    tokens: Arc<[Token]>,
    data: Arc<[SemanticToken]>,
}

/// Documents beyond this many are sent in full.
const MAX_REMEMBERED: usize = 64;

impl SentTokens {
    /// What was sent of these very tokens, and under which id.
    fn again(&self, uri: &Uri, tokens: &Arc<[Token]>) -> Option<(String, Arc<[SemanticToken]>)> {
        let sent = self.by_uri.get(uri).filter(|sent| Arc::ptr_eq(&sent.tokens, tokens))?;
        Some((sent.id.clone(), sent.data.clone()))
    }

    /// What was sent with this id.
    fn sent(&self, uri: &Uri, id: &str) -> Option<Arc<[SemanticToken]>> {
        self.by_uri.get(uri).filter(|sent| sent.id == id).map(|sent| sent.data.clone())
    }

    /// Remembers what is sent now; its id.
    fn remember(&mut self, uri: &Uri, tokens: Arc<[Token]>, data: Arc<[SemanticToken]>) -> String {
        self.count += 1;
        let id = self.count.to_string();
        if self.by_uri.len() >= MAX_REMEMBERED && !self.by_uri.contains_key(uri) {
            self.by_uri.clear();
        }
        self.by_uri.insert(uri.clone(), Sent { id: id.clone(), tokens, data });
        id
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
    let tokens = snapshot.analysis.semantic_tokens(id, None)?;
    let sent = exchange(snapshot, uri, None, tokens, &text);
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: Some(sent.id), data: sent.data.to_vec() })))
}

pub fn handle_delta(
    snapshot: &Snapshot,
    params: &SemanticTokensDeltaParams,
) -> Answer<Option<SemanticTokensFullDeltaResult>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let tokens = snapshot.analysis.semantic_tokens(id, None)?;
    let Exchanged { id, data, old } = exchange(snapshot, uri, Some(&params.previous_result_id), tokens, &text);
    let result_id = Some(id);
    Ok(Some(match old {
        Some(old) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id,
            edits: difference(&old, &data),
        }),
        None => SemanticTokensFullDeltaResult::Tokens(SemanticTokens { result_id, data: data.to_vec() }),
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

/// What is sent now, and what was sent before with the id that the client has.
struct Exchanged {
    id: String,
    data: Arc<[SemanticToken]>,
    old: Option<Arc<[SemanticToken]>>,
}

fn exchange(
    snapshot: &Snapshot,
    uri: &Uri,
    old_id: Option<&str>,
    tokens: Arc<[Token]>,
    text: &TextAndLines,
) -> Exchanged {
    let lock = || snapshot.sent_tokens.lock().unwrap_or_else(PoisonError::into_inner);
    let (old, again) = {
        let sent = lock();
        (old_id.and_then(|id| sent.sent(uri, id)), sent.again(uri, &tokens))
    };
    if let Some((id, data)) = again {
        return Exchanged { id, data, old };
    }
    let data: Arc<[SemanticToken]> = encode(&tokens, text).into();
    let id = lock().remember(uri, tokens, data.clone());
    Exchanged { id, data, old }
}

/// Each token relative to the one before it. Tokens stand on one line each, in the order of the text.
fn encode(tokens: &[Token], text: &TextAndLines) -> Vec<SemanticToken> {
    let mut last = Position { line: 0, character: 0 };
    let (mut line, mut line_end) = (0, text.lines.line_start(1));
    let mut encoded = Vec::with_capacity(tokens.len());
    for token in tokens {
        if token.range.start >= line_end {
            line = text.lines.line(token.range.start);
            line_end = text.lines.line_start(line + 1);
        }
        let start = text.column(line, token.range.start);
        let length = text.column(line, token.range.end) - start;
        if length == 0 {
            continue;
        }
        encoded.push(SemanticToken {
            delta_line: line - last.line,
            delta_start: if line == last.line { start - last.character } else { start },
            length,
            token_type: TokenKind::ALL.iter().position(|kind| *kind == token.kind).unwrap_or(0) as u32,
            token_modifiers_bitset: token.modifiers,
        });
        last = Position { line, character: start };
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
    fn tokens_count_from_the_one_before() {
        let text = "$a = 'é'\n\n  $b\n$c";
        let lines = analysis::LineIndex::new(text);
        let text = TextAndLines { text: text.into(), lines: lines.into(), unit: analysis::ColumnUnit::Utf16 };
        let token =
            |start, end| Token { range: analysis::TextRange::new(start, end), kind: TokenKind::Variable, modifiers: 0 };
        let encoded = encode(&[token(0, 2), token(5, 9), token(11, 11), token(13, 15), token(16, 18)], &text);
        let shown: Vec<(u32, u32, u32)> =
            encoded.iter().map(|token| (token.delta_line, token.delta_start, token.length)).collect();
        assert_eq!(shown, [(0, 0, 2), (0, 5, 3), (2, 2, 2), (1, 0, 2)]);
    }

    #[test]
    fn what_was_sent_is_not_made_again() {
        let mut sent = SentTokens::default();
        let uri: Uri = "file:///a.pp".parse().expect("a uri");
        let tokens: Arc<[Token]> = Arc::from([]);
        let id = sent.remember(&uri, tokens.clone(), Arc::from([token(1)]));
        assert_eq!(sent.again(&uri, &tokens).map(|(again, _)| again), Some(id.clone()));
        assert!(sent.again(&uri, &Arc::from(Vec::new())).is_none());
        assert!(sent.sent(&uri, &id).is_some() && sent.sent(&uri, "other").is_none());
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
