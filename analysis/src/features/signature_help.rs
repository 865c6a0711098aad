//! The signature of the call that is being typed.

use syntax::{Expr, ExprId};

use super::documentation;
use crate::FilePosition;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    pub signatures: Vec<Signature>,
    /// The argument that the cursor is in, from 0.
    pub active_parameter: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub label: String,
    pub parameters: Vec<String>,
    pub documentation: String,
}

impl Analysis {
    pub fn signature_help(&self, position: FilePosition) -> Cancellable<Option<SignatureHelp>> {
        Ok(self.read_file(position.file, |db, file| signature_help(db, file, position.offset))?.flatten())
    }
}

fn signature_help(db: &dyn Db, file: FileInput, offset: u32) -> Option<SignatureHelp> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    let text = queries::text(db, file);
    let (name, id, functor) = source.source_map.touching(offset).into_iter().rev().find_map(|id| {
        let functor = match program.expr(id) {
            Expr::Call(call) => call.functor,
            Expr::CallMethod(call) => match program.expr(call.functor) {
                Expr::NamedAccess { right, .. } => *right,
                _ => return None,
            },
            _ => return None,
        };
        match program.expr(functor) {
            Expr::QualifiedName(name) if source.source_map.range(functor).end < offset => {
                Some((name.clone(), id, functor))
            }
            _ => None,
        }
    })?;
    let start = source.source_map.range(functor).end;
    let active_parameter = active_argument(&text, start, offset) + u32::from(is_method(program, id));
    let environment = queries::environment_of(db, file);
    if let Some(definition) = find_definitions(db, environment, file, DefinitionKind::Function, &name).first() {
        let signature = definition.signature(db)?;
        let documentation = documentation::comment_of(db, *definition).map(|comment| comment.description);
        return Some(SignatureHelp {
            signatures: vec![Signature {
                label: signature.label(),
                parameters: signature.parameters.iter().map(|parameter| parameter.label()).collect(),
                documentation: documentation.unwrap_or_default(),
            }],
            active_parameter,
        });
    }
    let function = evaluator::functions::builtin(&name)?;
    let signatures = documentation::signatures_of(function)
        .into_iter()
        .map(|label| {
            let inner = label.split_once('(').map(|(_, rest)| rest).unwrap_or_default();
            let inner = inner.rsplit_once(')').map(|(inner, _)| inner).unwrap_or(inner);
            Signature {
                parameters: split_parameters(inner),
                label: label.clone(),
                documentation: function.documentation.to_string(),
            }
        })
        .collect();
    Some(SignatureHelp { signatures, active_parameter })
}

fn is_method(program: &syntax::Program, call: ExprId) -> bool {
    matches!(program.expr(call), Expr::CallMethod(_))
}

/// Counts the commas outside of brackets and strings.
fn active_argument(text: &str, start: u32, offset: u32) -> u32 {
    let mut depth = 0_i32;
    let mut quote = None;
    let mut count = 0;
    for character in text.get(start as usize..offset as usize).unwrap_or_default().chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth <= 1 => count += 1,
            _ => {}
        }
    }
    count
}

fn split_parameters(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut current = String::new();
    for character in text.chars() {
        match character {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut current).trim().to_string());
                continue;
            }
            _ => {}
        }
        current.push(character);
    }
    if !current.trim().is_empty() {
        parts.push(current.trim().to_string());
    }
    parts
}
