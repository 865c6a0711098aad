//! Which bracket closes which: looked up only where something is wrong. Knows nothing of the grammar.

use crate::lexer::StreamToken;
use crate::syntax_kind::SyntaxKind::{self, *};

/// The brackets of a token stream. An opening one that another kind of bracket ends has no partner.
#[derive(Debug)]
pub(super) struct Brackets {
    /// For each token, and for the end, the place of the innermost open bracket around it.
    around: Vec<Option<u32>>,
    /// For each opening bracket the place of the one that closes it.
    partner: Vec<Option<u32>>,
}

/// The token that closes what this one opens.
pub(super) fn closing(kind: SyntaxKind) -> Option<SyntaxKind> {
    Some(match kind {
        L_BRACE => R_BRACE,
        L_PAREN | LINE_START_PAREN => R_PAREN,
        L_BRACKET | LIST_START => R_BRACKET,
        COLLECT_OPEN => COLLECT_CLOSE,
        EXPORTED_OPEN => EXPORTED_CLOSE,
        INTERPOLATION_START => INTERPOLATION_END,
        STRING_START => STRING_END,
        TEMPLATE_EXPRESSION_OPEN => TEMPLATE_EXPRESSION_CLOSE,
        _ => return None,
    })
}

pub(super) fn is_closing(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        R_BRACE
            | R_PAREN
            | R_BRACKET
            | COLLECT_CLOSE
            | EXPORTED_CLOSE
            | INTERPOLATION_END
            | STRING_END
            | TEMPLATE_EXPRESSION_CLOSE
    )
}

impl Brackets {
    pub fn new(stream: &[StreamToken]) -> Brackets {
        let mut around = Vec::with_capacity(stream.len() + 1);
        let mut partner = vec![None; stream.len()];
        let mut open: Vec<(u32, SyntaxKind)> = Vec::new();
        for (position, token) in stream.iter().enumerate() {
            around.push(open.last().map(|(place, _)| *place));
            if let Some(closing) = closing(token.kind) {
                open.push((position as u32, closing));
            } else if is_closing(token.kind)
                && let Some(index) = open.iter().rposition(|(_, closing)| *closing == token.kind)
            {
                let (place, _) = open[index];
                open.truncate(index);
                partner[place as usize] = Some(position as u32);
            }
        }
        around.push(open.last().map(|(place, _)| *place));
        Brackets { around, partner }
    }

    /// The innermost bracket that is open before a token.
    pub fn around(&self, position: usize) -> Option<usize> {
        let innermost = self.around.get(position).or(self.around.last())?;
        innermost.map(|place| place as usize)
    }

    /// The place of the bracket that closes the one at `open`.
    pub fn partner(&self, open: usize) -> Option<usize> {
        self.partner.get(open)?.map(|place| place as usize)
    }
}
