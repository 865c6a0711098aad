//! What can be typed at a position, one kind of thing per file of this folder. `context` says what is wanted from the tokens
//! before the cursor; the others find it in the indexes of the environment. Nothing here walks through the whole workspace.

#[cfg(test)]
mod accept_tests;
mod attribute_values;
mod attributes;
mod behind;
mod compared_values;
mod context;
mod data_types;
mod definitions;
mod doc_tags;
pub(super) mod fact_paths;
mod facts;
mod file_paths;
mod functions;
pub(super) mod hiera_keys;
mod item;
mod keywords;
mod methods;
mod node_names;
#[cfg(test)]
mod recorded_places;
mod resolve;
mod resource_types;
mod template_parameters;
mod titles;
mod token_classes;
pub(super) mod type_values;
pub(super) mod usual;
mod variables;
mod wanted;

pub(super) use definitions::classes as class_names;
use evaluator::Value;
use evaluator::fast_hash::FastSet;
use evaluator::functions::argument_roles::{ArgumentRole, argument_role};
use item::closeness;
pub use item::{CompletionItem, CompletionKind, Rank, expand_snippet};
use syntax::TextRange;

use crate::FilePosition;
use crate::db::Db;
use crate::document_kind::document_kind;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;
use attribute_values::ValuePlace;
use attributes::AttributePlace;
use behind::{Behind, Continuation};
use compared_values::ComparedPlace;
use context::Cursor;
use facts::KeyPlace;
use file_paths::PathPlace;
use keywords::StatementPlace;
use wanted::Wanted;

/// The items of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The best first.
    pub items: Vec<CompletionItem>,
    /// The word that they replace, where they do not say otherwise.
    pub word: TextRange,
    /// The end of the word that the cursor is in, up to which a client may replace.
    pub word_end: u32,
    pub typed: String,
    /// More letters would bring up others.
    pub is_incomplete: bool,
}

/// More than that are no help: the next letters narrow them down.
const MAX_ITEMS: usize = 1_000;
/// A value in a list is cut behind this.
const MAX_VALUE: usize = 60;

impl Analysis {
    pub fn completions(&self, position: FilePosition) -> Cancellable<Completions> {
        Ok(self.read_file(position.file, |db, file| completions(db, file, position.offset))?.unwrap_or_default())
    }

    /// The items for a character that was just typed; none where it does not begin a name.
    pub fn completions_after(&self, position: FilePosition, typed: char) -> Cancellable<Completions> {
        let found = self.read_file(position.file, |db, file| {
            if begins_name(db, file, position.offset, typed) {
                completions(db, file, position.offset)
            } else {
                Completions::default()
            }
        })?;
        Ok(found.unwrap_or_default())
    }

    /// The documentation of an item, by its `resolve` key.
    pub fn resolve_completion(&self, file: evaluator::FileId, key: &str) -> Cancellable<Option<String>> {
        let key = key.to_string();
        Ok(self.read_file(file, move |db, file| resolve::resolve(db, file, &key))?.flatten())
    }
}

/// A single `:` ends a title or an option, and `/` divides or begins a regular expression, except in a path.
fn begins_name(db: &dyn Db, file: FileInput, offset: u32, typed: char) -> bool {
    let text = queries::text(db, file);
    let before = text.get(..offset as usize).unwrap_or_default();
    match typed {
        ':' => before.ends_with("::"),
        '/' if document_kind(db, file).is_source() => {
            Cursor::new(&text, offset, queries::read_options(db, file).kind).is_quoted()
        }
        _ => true,
    }
}

fn completions(db: &dyn Db, file: FileInput, offset: u32) -> Completions {
    let text = queries::text(db, file);
    let kind = queries::read_options(db, file).kind;
    if text.get(..offset as usize).is_none() {
        return Completions::default();
    }
    if document_kind(db, file).is_configuration() {
        let behind = Behind::new(&text, offset, false);
        let mut items = super::configuration_completion::completions(db, file, offset);
        items.retain_mut(|item| behind.fit(item));
        let is_incomplete = items.len() > MAX_ITEMS;
        items.truncate(MAX_ITEMS);
        let (word, word_end) = (TextRange::empty(offset), behind.word_end);
        return Completions { items, word, word_end, typed: String::new(), is_incomplete };
    }
    if !document_kind(db, file).is_source() {
        return Completions::default();
    }
    let cursor = Cursor::new(&text, offset, kind);
    let typed = cursor.typed().to_string();
    let mut items = items(db, file, &cursor, &typed);
    items.retain(|item| closeness(&item.label, &typed).is_some() || closeness(item.filter_text(), &typed).is_some());
    items.sort_by_cached_key(|item| (item.sort_text(&typed), item.kind));
    // The best one of a name stays: a local variable hides a fact.
    let mut seen = FastSet::default();
    items.retain(|item| seen.insert((item.label.clone(), item.kind.group())));
    let is_incomplete = items.len() > MAX_ITEMS;
    items.truncate(MAX_ITEMS);
    if matches!(cursor.wanted(), Wanted::Statement | Wanted::VirtualResource | Wanted::Related) {
        for item in items.iter_mut().filter(|item| item.kind == CompletionKind::ResourceType && item.snippet.is_none())
        {
            item.snippet = Some(resource_types::snippet_of(db, file, &item.label));
        }
    }
    items.retain_mut(|item| cursor.behind.fit(item));
    Completions { items, word: cursor.before.word, word_end: cursor.behind.word_end, typed, is_incomplete }
}

fn items(db: &dyn Db, file: FileInput, cursor: &Cursor<'_>, typed: &str) -> Vec<CompletionItem> {
    let (word, is_quoted) = (cursor.before.word, cursor.is_quoted());
    match cursor.wanted() {
        Wanted::Nothing => match cursor.wanted_in_comment() {
            Some(wanted) => doc_tags::in_comment(db, file, cursor.offset, wanted),
            None => Vec::new(),
        },
        Wanted::Operator => keywords::operators(),
        Wanted::Inherits => vec![keywords::inherits()],
        Wanted::VirtualResource => resource_types::declarations(db, file, typed),
        Wanted::Variable => variables::variables(db, file, cursor.offset, typed),
        Wanted::Key { variable, keys } => {
            let place = KeyPlace { offset: cursor.offset, word, is_quoted, variable: &variable, keys: &keys };
            facts::keys(db, file, &place)
        }
        Wanted::Method { receiver_end } => methods::methods(db, file, receiver_end, typed),
        Wanted::Class => {
            let mut items = definitions::classes(db, file, typed);
            // A class neither includes nor inherits itself.
            let own = definitions::class_around(db, file, cursor.offset);
            items.retain(|item| own.as_deref() != Some(item.label.trim_start_matches("::")));
            items
        }
        Wanted::NodeName => node_names::node_names(db, file, word, is_quoted),
        Wanted::DefinitionName => {
            let name = definitions::expected_name(db, file);
            name.map(|name| CompletionItem::new(name, CompletionKind::Class, Rank::Here)).into_iter().collect()
        }
        Wanted::Title { type_name } => titles::titles(db, file, &type_name, word, is_quoted),
        Wanted::TypeArgument { .. } if is_quoted => Vec::new(),
        Wanted::TypeArgument { type_name } if !data_types::takes_types(&type_name) => {
            data_types::bounds(&type_name).into_iter().collect()
        }
        Wanted::TypeArgument { .. } | Wanted::Type => {
            let mut items = data_types::types(db, file, typed);
            items.extend(resource_types::reference_names(db, file, typed).into_iter().map(|mut item| {
                item.rank = Rank::Last;
                item
            }));
            items
        }
        Wanted::AttributeName { owner, given, has_arrow } => {
            attributes::attributes(db, file, &AttributePlace { owner: &owner, given: &given, has_arrow, word })
        }
        Wanted::QueryAttribute { owner } => attributes::in_query(db, file, &owner, word),
        Wanted::AttributeValue { owner, attribute } => {
            let offset = cursor.offset;
            let place = ValuePlace { owner: &owner, attribute: &attribute, offset, word, typed, is_quoted };
            let mut items = attribute_values::values(db, file, &place);
            if is_quoted {
                if attribute == "source" {
                    items.extend(file_paths::sources(db, file, &PathPlace { typed, word, is_quoted }));
                }
            } else {
                let values: FastSet<String> = items.iter().map(|item| item.label.clone()).collect();
                // The function `file()` is not meant beside the value `file`.
                items.extend(value(db, file, cursor, typed).into_iter().filter(|item| !values.contains(&item.label)));
            }
            items
        }
        Wanted::ComparedValue { receiver_end, variable, keys, is_option } => {
            let (variable, keys) = (variable.as_str(), keys.as_slice());
            let place = ComparedPlace { receiver_end, variable, keys, is_option, word, is_quoted };
            let mut items = compared_values::values(db, file, &place);
            if !is_quoted {
                items.extend(value(db, file, cursor, typed));
            }
            items
        }
        Wanted::ParameterDefault { type_text } => {
            let mut items = compared_values::of_type(db, file, &type_text, word, is_quoted);
            if !is_quoted {
                items.extend(value(db, file, cursor, typed));
            }
            items
        }
        Wanted::Related => {
            let mut items = titles::references(db, file, cursor.offset, typed, word);
            items.extend(statement(db, file, cursor, typed));
            items
        }
        Wanted::Argument { function, index } => {
            let mut items = match (argument_role(&function), index) {
                (Some(ArgumentRole::ResourceReference), _) if !is_quoted => {
                    titles::references(db, file, cursor.offset, typed, word)
                }
                (Some(ArgumentRole::HieraKey | ArgumentRole::HieraKeyOfClasses), 0) => {
                    hiera_keys::keys(db, file, typed, word, is_quoted)
                }
                (Some(ArgumentRole::ResourceType), 0) => resource_types::names(db, file, typed, word, is_quoted),
                _ if is_quoted && ["fact", "getvar"].contains(&function.as_str()) && index == 0 => {
                    fact_paths_of(db, file, &function, typed, word)
                }
                _ if function == "defined" => {
                    let mut items = resource_types::names(db, file, typed, word, is_quoted);
                    items.extend(definitions::classes(db, file, typed).into_iter().map(|item| {
                        let edit = quoted_edit(&item.label, is_quoted);
                        item.inserts(word, edit)
                    }));
                    items
                }
                _ if index == 0 || function == "template" => {
                    file_paths::of_function(db, file, &function, &PathPlace { typed, word, is_quoted })
                }
                _ => Vec::new(),
            };
            if !is_quoted {
                items.extend(value(db, file, cursor, typed));
            }
            items
        }
        Wanted::TemplateParameter { template, given } => {
            template_parameters::parameters(db, file, &template, &given, word, is_quoted)
        }
        Wanted::Statement => statement(db, file, cursor, typed),
        Wanted::Expression if is_quoted => Vec::new(),
        Wanted::Expression => value(db, file, cursor, typed),
    }
}

/// Names of types, where the first letter is a capital one.
fn capitalised(db: &dyn Db, file: FileInput, cursor: &Cursor<'_>, typed: &str) -> Option<Vec<CompletionItem>> {
    let is_capital = typed.trim_start_matches("::").starts_with(|first: char| first.is_ascii_uppercase());
    let is_reference = typed.is_empty() && cursor.behind.continuation() == Continuation::Reference;
    if !is_capital && !is_reference {
        return None;
    }
    let mut items = data_types::types(db, file, typed);
    items.extend(resource_types::reference_names(db, file, typed));
    Some(items)
}

/// Where any value can stand.
fn value(db: &dyn Db, file: FileInput, cursor: &Cursor<'_>, typed: &str) -> Vec<CompletionItem> {
    let mut items = capitalised(db, file, cursor, typed).unwrap_or_else(|| {
        let mut items = functions::functions(db, file, typed, false);
        items.extend(keywords::at_value());
        items
    });
    items.retain(|item| cursor.behind.allows_value(item));
    items
}

/// Where a statement begins.
fn statement(db: &dyn Db, file: FileInput, cursor: &Cursor<'_>, typed: &str) -> Vec<CompletionItem> {
    let mut items = capitalised(db, file, cursor, typed).unwrap_or_else(|| {
        let place = StatementPlace { is_outermost: cursor.is_outermost(), is_behind_block: cursor.is_behind_block() };
        let mut items = functions::functions(db, file, typed, true);
        items.extend(keywords::at_statement(place));
        items.extend(resource_types::declarations(db, file, typed));
        items
    });
    items.retain(|item| cursor.behind.allows_statement(item));
    items
}

/// The dotted facts of `fact('…')` and `getvar('facts.…')`.
fn fact_paths_of(db: &dyn Db, file: FileInput, function: &str, typed: &str, word: TextRange) -> Vec<CompletionItem> {
    let prefix = if function == "getvar" { "facts." } else { "" };
    let Some(typed) = typed.strip_prefix(prefix) else {
        return vec![CompletionItem::new("facts", CompletionKind::Fact, Rank::Here)];
    };
    let items = fact_paths::below(db, file, typed).into_iter().map(|fact| {
        let label = format!("{prefix}{}", fact.path);
        let item = CompletionItem::new(label.as_str(), CompletionKind::Fact, Rank::Here).order(fact.order);
        item.detail(fact.value).inserts(word, label)
    });
    items.collect()
}

/// A text as it is written between quotes that are there, or with quotes.
fn quoted_edit(text: &str, is_quoted: bool) -> String {
    let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
    if is_quoted { escaped } else { format!("'{escaped}'") }
}

/// The text between single quotes.
fn unquoted(written: &str) -> Option<&str> {
    match written.strip_prefix('\'') {
        Some(rest) => rest.strip_suffix('\''),
        None => Some(written),
    }
}

/// A value as a list shows it.
fn short_value(value: &Value) -> String {
    let text = evaluator::value::text::to_source_string(value);
    match text.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::change::Change;
    use crate::fixture::Fixture;
    use crate::inputs::FactSet;
    use expect_test::Expect;
    use std::sync::Arc;

    pub fn complete(fixture: &Fixture) -> Completions {
        fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer")
    }

    fn shown(items: &[CompletionItem]) -> String {
        let mut text = String::new();
        for item in items {
            let detail = item.detail.as_ref().map(|detail| format!(" {detail}")).unwrap_or_default();
            let edit = item.edit.as_ref().map(|(_, edit)| format!(" -> {edit}")).unwrap_or_default();
            // The label alone says what is written.
            let edit = if edit == format!(" -> {}", item.label) && item.kind == CompletionKind::Key {
                String::new()
            } else {
                edit
            };
            text += &format!("{:?} {}{detail}{edit}\n", item.kind, item.label);
        }
        text
    }

    #[track_caller]
    pub fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(&complete(&Fixture::new(text)).items));
    }

    #[track_caller]
    pub fn check_kinds(text: &str, kinds: &[CompletionKind], expected: Expect) {
        let mut items = complete(&Fixture::new(text)).items;
        items.retain(|item| kinds.contains(&item.kind));
        expected.assert_eq(&shown(&items));
    }

    /// With the facts of a small node.
    #[track_caller]
    pub fn check_with_facts(text: &str, expected: Expect) {
        let mut fixture = Fixture::new(text);
        let json = r#"{"os": {"family": "Debian", "release": {"full": "12", "major": "12"}}, "kernel": "Linux"}"#;
        let facts = evaluator::fact_file::read_facts(json.as_bytes()).expect("facts").facts;
        let set = FactSet { name: "node".into(), facts: Arc::new(facts.into()), is_typical: false };
        fixture.host.apply_change(Change { fact_sets: Some(vec![set]), ..Change::default() });
        expected.assert_eq(&shown(&complete(&fixture).items));
    }

    pub fn labels(text: &str) -> Vec<String> {
        complete(&Fixture::new(text)).items.into_iter().map(|item| item.label).collect()
    }

    pub fn labels_of(text: &str, kind: CompletionKind) -> Vec<String> {
        let items = complete(&Fixture::new(text)).items.into_iter();
        items.filter(|item| item.kind == kind).map(|item| item.label).collect()
    }

    fn named(fixture: &Fixture, label: &str) -> CompletionItem {
        let found = complete(fixture).items.into_iter().find(|item| item.label == label);
        found.unwrap_or_else(|| panic!("no item {label}"))
    }

    /// What resolving an item shows.
    pub fn resolved(text: &str, label: &str) -> String {
        let fixture = Fixture::new(text);
        let key = named(&fixture, label).resolve.expect("a key");
        let file = fixture.cursor.expect("a cursor").file;
        fixture.host.analysis().resolve_completion(file, &key).expect("no writer").expect("documentation")
    }

    /// The text of the first file once an item is accepted, every place of a snippet with what it proposes.
    pub fn accepted(text: &str, label: &str) -> String {
        let fixture = Fixture::new(text);
        let item = named(&fixture, label);
        let found = complete(&fixture);
        let (range, plain) = item.edit.clone().unwrap_or_else(|| (found.word, item.label.clone()));
        let written = item.snippet.as_deref().map(item::expand_snippet).unwrap_or(plain);
        let mut text = fixture.text("/env/manifests/site.pp").to_string();
        text.replace_range(range.start as usize..range.end as usize, &written);
        text
    }

    pub fn snippet(text: &str, label: &str) -> String {
        named(&Fixture::new(text), label).snippet.expect("a snippet")
    }

    #[test]
    fn no_place_of_any_text_panics() {
        let text = "class a($x = \"é${facts['os']}\") inherits b {\n  file { ['/a', \"/b\"]: ensure => present, * => {} ; default: }\n  $y = @(\"END\"/L)\n    ${x}\n    | END\n  File <| a == b |> { }\n  include x, 'y'\n  $z = $x.each |$a| { $a ? { /x/ => 1 } }\n  epp('a/b', { 'c' => \n";
        let fixture = Fixture::without_cursor(text);
        let file = fixture.file("/env/manifests/site.pp");
        for offset in 0..=text.len() as u32 + 2 {
            fixture.host.analysis().completions(FilePosition { file, offset }).expect("no writer");
        }
    }
}
