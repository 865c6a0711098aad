//! The grammar of the language, as functions over the parser's tokens.
//!
//! It follows Puppet's grammar: the same texts are accepted, and a mistake is reported at the same token. Each function
//! leaves what it cannot use to the one that called it, so that a broken construct does not take the next one with it.

mod calls;
mod conditionals;
mod definitions;
mod expressions;
mod parameters;
mod primary;
mod resources;
mod statements;
mod strings;
mod templates;

pub(crate) use expressions::STARTS as EXPRESSION_STARTS;
pub(crate) use statements::{is_definition_start, is_statement_function};

use crate::parser::Parser;
use crate::source_file::SourceKind;
use crate::syntax_kind::SyntaxKind::{self, *};

pub(crate) fn source_file(p: &mut Parser<'_>) {
    let marker = p.start();
    if p.options.kind == SourceKind::Template {
        templates::template(p);
        marker.complete(p, TEMPLATE_FILE);
    } else {
        statements::statements(p, END);
        marker.complete(p, SOURCE_FILE);
    }
}

pub(crate) fn heredoc_text(p: &mut Parser<'_>) {
    let marker = p.start();
    strings::pieces(p, HEREDOC_END);
    while !p.at(END) {
        p.bump();
    }
    marker.complete(p, HEREDOC_TEXT);
}

/// A token as Puppet's messages show it: its value, not its text. Where Puppet shows nothing it is the text.
pub(crate) fn token_value(kind: SyntaxKind, text: &str) -> &str {
    match kind {
        VARIABLE | STRING_VARIABLE => text.get(1..).unwrap_or(""),
        SINGLE_QUOTED | DOUBLE_QUOTED => {
            let inner = text.get(1..).unwrap_or("");
            inner.strip_suffix(['\'', '"']).unwrap_or(inner)
        }
        // Puppet has no value for it, and shows nothing.
        HEREDOC_END => "",
        _ => text,
    }
}
