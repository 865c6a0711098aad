//! The type of a class parameter as the evaluator knows types, made of its text and of the type aliases that it names.

use evaluator::Type;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::inputs::{EnvironmentInput, FileInput};

/// Aliases of aliases deeper than this are a circle, or too much to know.
const MAX_DEPTH: u32 = 16;

/// `None` where some name of it is not known here.
pub fn parse(db: &dyn Db, environment: EnvironmentInput, from: FileInput, type_text: &str) -> Option<Type> {
    parse_at(db, environment, from, type_text, 0)
}

fn parse_at(db: &dyn Db, environment: EnvironmentInput, from: FileInput, type_text: &str, depth: u32) -> Option<Type> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut is_known = true;
    let mut resolve = |name: &str| {
        let definitions = find_definitions(db, environment, from, DefinitionKind::TypeAlias, name);
        let signature = definitions.first().and_then(|definition| definition.signature(db));
        let meant = signature
            .and_then(|signature| signature.return_type)
            .and_then(|text| parse_at(db, environment, from, &text, depth + 1));
        is_known &= meant.is_some();
        meant
    };
    let parsed = evaluator::types::parse_with(type_text, &mut resolve).ok()?;
    is_known.then_some(parsed)
}
