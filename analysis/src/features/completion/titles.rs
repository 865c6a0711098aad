//! Titles of resources that the workspace declares, in references: `File['…']`, `require => …`.

use evaluator::fast_hash::FastSet;
use smol_str::SmolStr;
use syntax::{Expr, ExprId, TextRange};

use super::item::{CompletionItem, CompletionKind, Rank};
use super::{definitions, quoted_edit};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, canonical_name, capitalized_segments, modules_by_name};
use crate::inputs::{FileInput, FileOwner};
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::resource_index::{environment_resources, file_resources, module_resources};

/// More than that are no help: the next letters narrow them down.
const MAX_TITLES: usize = 500;

fn for_each(db: &dyn Db, file: FileInput, found: &mut dyn FnMut(&SmolStr, &SmolStr, Rank)) {
    let environment = queries::environment_of(db, file);
    let mut seen = FastSet::default();
    let mut add = |type_name: &SmolStr, title: &SmolStr, rank: Rank| {
        if seen.insert((type_name.clone(), title.clone())) {
            found(type_name, title, rank);
        }
    };
    for (type_name, title) in file_resources(db, file).iter() {
        add(type_name, title, Rank::Here);
    }
    let own = match file.owner(db) {
        FileOwner::Module { module, .. } => Some(module),
        FileOwner::Environment { .. } | FileOwner::Nothing => None,
    };
    for module in own.into_iter().chain(modules_by_name(db, environment).values().copied()) {
        let rank = if own == Some(module) { Rank::Near } else { Rank::Common };
        for (type_name, title) in module_resources(db, module).iter() {
            add(type_name, title, rank);
        }
    }
    for (type_name, title) in environment_resources(db, environment).iter() {
        add(type_name, title, Rank::Near);
    }
}

/// The titles of one type.
pub fn titles(db: &dyn Db, file: FileInput, wanted: &str, word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for_each(db, file, &mut |type_name, title, rank| {
        if type_name == wanted && items.len() < MAX_TITLES {
            let item = CompletionItem::new(title.as_str(), CompletionKind::Reference, rank);
            items.push(item.inserts(word, quoted_edit(title, is_quoted)));
        }
    });
    items
}

/// The type and the titles of the resource that a place is in.
fn resource_around(db: &dyn Db, file: FileInput, offset: u32) -> Option<(SmolStr, Vec<SmolStr>)> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    let innermost = source.source_map.touching(offset).into_iter().rev();
    let resource = innermost.into_iter().find_map(|id| match program.expr(id) {
        Expr::Resource(resource) => Some(resource),
        _ => None,
    })?;
    let text = |id: ExprId| match program.expr(id) {
        Expr::String(text) | Expr::QualifiedName(text) => Some(text.clone()),
        _ => None,
    };
    let body = resource.bodies.iter().rev().find(|body| source.source_map.range(body.title).start <= offset)?;
    let titles = match program.expr(body.title) {
        Expr::Array(elements) => elements.iter().filter_map(|element| text(*element)).collect(),
        _ => text(body.title).into_iter().collect(),
    };
    Some((canonical_name(&text(resource.type_name)?), titles))
}

/// Whole references to resources and classes, but not to the resource that the place is in.
pub fn references(db: &dyn Db, file: FileInput, offset: u32, typed: &str, word: TextRange) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    let own = resource_around(db, file, offset);
    let is_own = |type_name: &SmolStr, title: &SmolStr| {
        own.as_ref().is_some_and(|(known, titles)| known == type_name && titles.contains(title))
    };
    let typed = typed.to_ascii_lowercase();
    for_each(db, file, &mut |type_name, title, rank| {
        if type_name.starts_with(&typed) && items.len() < MAX_TITLES && !is_own(type_name, title) {
            let label = format!("{}[{}]", capitalized_segments(type_name), quoted_edit(title, false));
            items.push(CompletionItem::new(label.clone(), CompletionKind::Reference, rank).inserts(word, label));
        }
    });
    if "class".starts_with(&typed) || typed.starts_with("class") {
        items.extend(classes(db, file, offset, !typed.is_empty(), word));
    }
    items
}

/// References to classes: those that the file names, those of its module, and all others where they are asked for.
fn classes(db: &dyn Db, file: FileInput, offset: u32, all: bool, word: TextRange) -> Vec<CompletionItem> {
    let mentions = file_mentions(db, file);
    let named: FastSet<&SmolStr> = mentions
        .mentions
        .iter()
        .filter_map(|mention| match &mention.name {
            Name::Class(name) => Some(name),
            _ => None,
        })
        .collect();
    let around = definitions::class_around(db, file, offset);
    let mut items = Vec::new();
    definitions::for_each(db, file, &[DefinitionKind::Class], "", &mut |_, name, rank| {
        let rank = if named.contains(name) { Rank::Here } else { rank };
        if (all || rank < Rank::Common) && around.as_ref() != Some(name) && items.len() < MAX_TITLES {
            let label = format!("Class[{}]", quoted_edit(name, false));
            items.push(CompletionItem::new(label.clone(), CompletionKind::Reference, rank).inserts(word, label));
        }
    });
    items
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    #[test]
    fn titles_of_the_type() {
        let text = "file { ['/a', '/b']: }\nfile { \"/${x}\": }\nservice { 's': }\n$r = File['$0']\n";
        assert_eq!(labels(text), ["/a", "/b"]);
        assert_eq!(labels("web::site { 'one': }\nWeb::Site['$0'"), ["one"]);
    }
}
