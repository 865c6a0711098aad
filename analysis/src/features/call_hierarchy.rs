//! Who includes, declares or calls a definition, and what it includes, declares and calls itself.

use evaluator::FileId;
use syntax::{Expr, TextRange};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, file_signature};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::reference_index::{Name, file_mentions};
use crate::resolve::definitions_of;
use crate::symbol::at::symbol_at;
use crate::symbol::occurrences::occurrences;
use crate::symbol::{Role, Symbol};
use crate::{FilePosition, definition_index, queries};

/// A definition, or the code of a file outside of any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallItem {
    pub name: String,
    /// `None` for the code of a file.
    pub kind: Option<DefinitionKind>,
    pub file: FileId,
    /// All of it.
    pub range: TextRange,
    pub name_range: TextRange,
}

/// Another end of calls, and where they stand: in the caller's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    pub item: CallItem,
    pub ranges: Vec<TextRange>,
}

/// Definitions that something can include, declare or call.
const CALLABLE: &[DefinitionKind] =
    &[DefinitionKind::Class, DefinitionKind::Define, DefinitionKind::Function, DefinitionKind::Plan];

impl Analysis {
    /// The definition that is named at a position, or whose head the position is in.
    pub fn prepare_call_hierarchy(&self, position: FilePosition) -> Cancellable<Vec<CallItem>> {
        let found = self.read_file(position.file, |db, file| {
            definitions_at(db, file, position.offset)
                .into_iter()
                .filter_map(|definition| item(db, definition))
                .collect::<Vec<_>>()
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Who names the definition at a position.
    pub fn incoming_calls(&self, position: FilePosition) -> Cancellable<Vec<Calls>> {
        let found = self.read_file(position.file, |db, file| incoming(db, file, position.offset))?;
        Ok(found.unwrap_or_default())
    }

    /// What the definition at a position, or else the code of its file, names.
    pub fn outgoing_calls(&self, position: FilePosition) -> Cancellable<Vec<Calls>> {
        let found = self.read_file(position.file, |db, file| outgoing(db, file, position.offset))?;
        Ok(found.unwrap_or_default())
    }
}

fn definitions_at(db: &dyn Db, file: FileInput, offset: u32) -> Vec<DefinitionRef> {
    if let Some(at) = symbol_at(db, file, offset)
        && let Symbol::Definition { kind, name } = &at.symbol
        && CALLABLE.contains(kind)
    {
        let environment = queries::environment_of(db, file);
        return definition_index::find_definitions(db, environment, file, *kind, name);
    }
    named_here(db, file, offset).into_iter().collect()
}

/// The definition of the file whose name touches an offset; nodes too.
fn named_here(db: &dyn Db, file: FileInput, offset: u32) -> Option<DefinitionRef> {
    let signature = file_signature(db, file);
    let definitions = signature.definitions.iter().map(|found| DefinitionRef { file, index: found.index });
    definitions.into_iter().find(|found| found.name_range(db).is_some_and(|range| range.touches(offset)))
}

fn item(db: &dyn Db, definition: DefinitionRef) -> Option<CallItem> {
    let signature = definition.signature(db)?;
    let source = queries::source_file(db, definition.file);
    Some(CallItem {
        name: signature.name.to_string(),
        kind: Some(signature.kind),
        file: definition.file.id(db),
        range: source.source_map.range(definition.expr(db)?),
        name_range: definition.name_range(db)?,
    })
}

/// The code of a file that is in no definition.
fn top_item(db: &dyn Db, file: FileInput) -> CallItem {
    let path = file.path(db);
    CallItem {
        name: path.rsplit('/').next().unwrap_or(&path).to_string(),
        kind: None,
        file: file.id(db),
        range: TextRange::new(0, queries::text(db, file).len() as u32),
        name_range: TextRange::empty(0),
    }
}

/// The innermost definition around a range, else the file.
fn around(db: &dyn Db, file: FileInput, range: TextRange) -> CallItem {
    let source = queries::source_file(db, file);
    let signature = file_signature(db, file);
    let inside = signature.definitions.iter().filter_map(|found| {
        let definition = DefinitionRef { file, index: found.index };
        let whole = source.source_map.range(definition.expr(db)?);
        whole.contains_range(range).then_some((whole.len(), definition))
    });
    let innermost = inside.min_by_key(|(len, _)| *len).map(|(_, definition)| definition);
    innermost.and_then(|definition| item(db, definition)).unwrap_or_else(|| top_item(db, file))
}

fn incoming(db: &dyn Db, file: FileInput, offset: u32) -> Vec<Calls> {
    let Some(at) = symbol_at(db, file, offset) else { return Vec::new() };
    let mut found: Vec<Calls> = Vec::new();
    for place in occurrences(db, queries::environment_of(db, file), file, &at.symbol) {
        if place.role == Role::Definition || !queries::is_puppet_code(&place.file.path(db)) {
            continue;
        }
        add(&mut found, around(db, place.file, place.range), place.range);
    }
    found
}

fn outgoing(db: &dyn Db, file: FileInput, offset: u32) -> Vec<Calls> {
    let source = queries::source_file(db, file);
    let environment = queries::environment_of(db, file);
    let caller = named_here(db, file, offset).and_then(|definition| item(db, definition));
    let caller = caller.unwrap_or_else(|| top_item(db, file));
    let mut found: Vec<Calls> = Vec::new();
    for mention in &file_mentions(db, file).mentions {
        // A reference to a resource declares nothing, and a class's own parent is not called by it.
        let is_call = match &mention.name {
            Name::Class(_) => !is_reference(db, file, mention.place),
            Name::ResourceType(_) | Name::Function(_) => true,
            _ => false,
        };
        let range = mention.range(&source.source_map);
        if !is_call || !caller.range.contains_range(range) || around(db, file, range) != caller {
            continue;
        }
        for definition in definitions_of(db, environment, file, &mention.name) {
            if let Some(called) = item(db, definition) {
                add(&mut found, called, range);
            }
        }
    }
    found
}

/// True for the class in `Class['x']`.
fn is_reference(db: &dyn Db, file: FileInput, place: syntax::ExprId) -> bool {
    let program = queries::program(db, file);
    queries::parents(db, file).get(place).is_some_and(|parent| matches!(program.expr(parent), Expr::Access { .. }))
}

fn add(found: &mut Vec<Calls>, item: CallItem, range: TextRange) {
    match found.iter_mut().find(|calls| calls.item == item) {
        Some(calls) => calls.ranges.push(range),
        None => found.push(Calls { item, ranges: vec![range] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    const MODULES: &str = "//- /env/modules/m/manifests/init.pp\nclass m {\n  include m::a\n  m::d { 'x': v => m::f() }\n  Class['m::a'] -> M::D['x']\n}\n//- /env/modules/m/manifests/a.pp\nclass m::a { contain m::b }\n//- /env/modules/m/manifests/b.pp\nclass m::b {}\n//- /env/modules/m/manifests/d.pp\ndefine m::d($v) {}\n//- /env/modules/m/functions/f.pp\nfunction m::f() { 1 }\n";

    fn shown(calls: &[Calls], fixture: &Fixture, in_item: bool, cursor: FilePosition) -> String {
        let mut text = String::new();
        for call in calls {
            let file = if in_item { call.item.file } else { cursor.file };
            let at: Vec<String> = call.ranges.iter().map(|range| fixture.slice(file, *range)).collect();
            let kind = call.item.kind.map_or("file", DefinitionKind::label);
            text += &format!("{kind} {}: {}\n", call.item.name, at.join(", "));
        }
        text
    }

    fn check(text: &str, incoming: Expect, outgoing: Expect) {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let prepared = analysis.prepare_call_hierarchy(fixture.cursor.expect("a cursor")).expect("no writer");
        let item = prepared.first().expect("an item");
        let at = FilePosition { file: item.file, offset: item.name_range.start };
        incoming.assert_eq(&shown(&analysis.incoming_calls(at).expect("no writer"), &fixture, true, at));
        outgoing.assert_eq(&shown(&analysis.outgoing_calls(at).expect("no writer"), &fixture, false, at));
    }

    #[test]
    fn of_a_class() {
        check(
            &format!("node default {{ include m$0 }}\ninclude m\n{MODULES}"),
            expect![[r#"
                node default: m
                file site.pp: m
            "#]],
            expect![[r#"
                class m::a: m::a
                function m::f: m::f
                define m::d: m::d
            "#]],
        );
    }

    #[test]
    fn of_a_class_that_others_contain_and_refer_to() {
        check(
            &format!("include m\n{}", MODULES.replace("class m::a", "class m::$0a")),
            expect![[r#"
                class m: m::a, 'm::a'
            "#]],
            expect![[r#"
                class m::b: m::b
            "#]],
        );
    }
}
