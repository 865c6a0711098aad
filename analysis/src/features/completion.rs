//! What can be typed at a position: variables, classes, functions, resource types and attributes.

use smol_str::SmolStr;
use syntax::TextRange;

use crate::FilePosition;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, environment_index, file_signature, find_definitions, module_index};
use crate::document_kind::document_kind;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::resolve::facts::PUPPET_VARIABLES;
use crate::scopes::file_scopes;
use crate::{preview, queries};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    Attribute,
    Variable,
    Parameter,
    Fact,
    Class,
    ResourceType,
    Function,
    Type,
    Keyword,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionItem {
    pub label: String,
    pub kind: CompletionKind,
    pub detail: Option<String>,
    pub documentation: Option<String>,
    /// What is replaced by what, where the client's own idea of a word will not do.
    pub edit: Option<(TextRange, String)>,
}

impl Analysis {
    pub fn completions(&self, position: FilePosition) -> Cancellable<Vec<CompletionItem>> {
        Ok(self.read_file(position.file, |db, file| completions(db, file, position.offset))?.unwrap_or_default())
    }
}

/// What the text before the cursor says is wanted.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    Variable(String),
    /// The name of a class, after `include` and friends.
    Class(String),
    /// An attribute of a resource of this type and title.
    Attribute {
        type_name: String,
        title: String,
        prefix: String,
    },
    /// A type, alias or resource reference.
    Reference(String),
    Anything(String),
}

const KEYWORDS: &[&str] = &[
    "and", "case", "class", "default", "define", "else", "elsif", "false", "function", "if", "in", "inherits", "node",
    "or", "true", "type", "undef", "unless",
];

const DATA_TYPES: &[&str] = &[
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Deferred",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeAlias",
    "TypeSet",
    "Undef",
    "URI",
    "Variant",
];

fn completions(db: &dyn Db, file: FileInput, offset: u32) -> Vec<CompletionItem> {
    if document_kind(db, file).is_configuration() {
        return super::configuration_completion::completions(db, file, offset);
    }
    let text = queries::text(db, file);
    let before = text.get(..offset as usize).unwrap_or_default();
    let mut items = match wanted(before) {
        Wanted::Variable(prefix) => variables(db, file, offset, &prefix),
        Wanted::Class(prefix) => definitions(db, file, &[DefinitionKind::Class], &prefix),
        Wanted::Attribute { type_name, title, prefix } => attributes(db, file, &type_name, &title, &prefix),
        Wanted::Reference(prefix) => references(db, file, &prefix),
        Wanted::Anything(prefix) => anything(db, file, &prefix),
    };
    items.sort_by(|a, b| (a.kind, &a.label).cmp(&(b.kind, &b.label)));
    items.dedup_by(|a, b| a.label == b.label && a.kind == b.kind);
    items
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == ':'
}

fn wanted(before: &str) -> Wanted {
    let word_start = before
        .rfind(|character| !is_word(character))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let word = before[word_start..].to_string();
    let rest = &before[..word_start];
    if rest.ends_with('$') || rest.ends_with("${") {
        return Wanted::Variable(word);
    }
    let line = rest.rsplit('\n').next().unwrap_or(rest);
    let last_word = line.trim_end_matches([' ', '\'', '"', '(', '[', ',']).rsplit(|c: char| !is_word(c)).next();
    if matches!(last_word, Some("include" | "contain" | "require" | "inherits")) && !line.trim_end().ends_with(';') {
        return Wanted::Class(word);
    }
    if let Some((type_name, title)) = open_resource(rest) {
        if type_name == "class" && title.is_empty() {
            return Wanted::Class(word);
        }
        if !title.is_empty() {
            return Wanted::Attribute { type_name, title, prefix: word };
        }
    }
    if word.starts_with(|first: char| first.is_ascii_uppercase()) {
        return Wanted::Reference(word);
    }
    Wanted::Anything(word)
}

/// The resource whose attributes are being typed: its type and title, from the text up to an attribute's name.
fn open_resource(before: &str) -> Option<(String, String)> {
    let trimmed = before.trim_end_matches(' ').trim_end_matches(['\'', '"']);
    // An attribute's name comes after the title's colon, a comma or a line break.
    let previous = before.trim_end().chars().next_back()?;
    let at_name = matches!(previous, ',' | ':' | ';') || trimmed.ends_with('{');
    if !at_name {
        return None;
    }
    let mut depth = 0_i32;
    let open = before.char_indices().rev().find_map(|(at, character)| {
        match character {
            '}' | ')' | ']' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '{' => return Some(Some(at)),
            '(' | '[' => return Some(None),
            _ => {}
        }
        None
    })??;
    let head = before[..open].trim_end();
    let type_name: String =
        head.chars().rev().take_while(|c| is_word(*c)).collect::<Vec<_>>().into_iter().rev().collect();
    if type_name.is_empty() || KEYWORDS.contains(&type_name.as_str()) && type_name != "class" {
        return None;
    }
    let body = before[open + 1..].rsplit(';').next().unwrap_or_default();
    let title = match body.split_once(": ").or_else(|| body.split_once(":\n")) {
        Some((title, _)) => title.trim().trim_matches(['\'', '"']).to_string(),
        None => String::new(),
    };
    Some((type_name.to_lowercase(), title))
}

fn item(label: impl Into<String>, kind: CompletionKind, detail: Option<String>) -> CompletionItem {
    CompletionItem { label: label.into(), kind, detail, documentation: None, edit: None }
}

fn variables(db: &dyn Db, file: FileInput, offset: u32, prefix: &str) -> Vec<CompletionItem> {
    let source = queries::source_file(db, file);
    let scopes = file_scopes(db, file);
    let mut items = Vec::new();
    for scope in &scopes.scopes {
        if scope.owner.is_some_and(|owner| !source.source_map.range(owner).touches(offset)) {
            continue;
        }
        for binding in &scope.bindings {
            let kind = match binding.kind {
                crate::scopes::BindingKind::Parameter => CompletionKind::Parameter,
                crate::scopes::BindingKind::Assignment => CompletionKind::Variable,
            };
            items.push(item(binding.name.as_str(), kind, None));
        }
    }
    if let Some((class, _)) = prefix.rsplit_once("::") {
        let environment = queries::environment_of(db, file);
        for definition in find_definitions(db, environment, file, DefinitionKind::Class, class) {
            let other = file_scopes(db, definition.file);
            let owner = definition.expr(db).and_then(|owner| other.scope_of_owner(owner));
            for binding in owner.and_then(|index| other.scopes.get(index)).iter().flat_map(|scope| &scope.bindings) {
                let label = format!("{}::{}", class.trim_start_matches("::"), binding.name);
                items.push(item(label, CompletionKind::Variable, None));
            }
        }
    }
    items.extend(PUPPET_VARIABLES.iter().map(|name| item(*name, CompletionKind::Fact, None)));
    let facts = preview::facts_named(db, &preview::contexts::fact_set_name(db));
    items.extend(
        facts
            .iter()
            .flat_map(|set| set.facts.keys())
            .map(|name| item(name.as_str(), CompletionKind::Fact, Some("fact".into()))),
    );
    items
}

fn definitions(db: &dyn Db, file: FileInput, kinds: &[DefinitionKind], prefix: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    let prefix = prefix.trim_start_matches("::").to_lowercase();
    let module_prefix = prefix.split("::").next().unwrap_or_default();
    let mut items = Vec::new();
    let mut add = |kind: DefinitionKind, name: &SmolStr| {
        if kinds.contains(&kind) && name.starts_with(&prefix) {
            let (kind, label) = match kind {
                DefinitionKind::Class => (CompletionKind::Class, name.to_string()),
                DefinitionKind::Define => (CompletionKind::ResourceType, name.to_string()),
                DefinitionKind::TypeAlias => (CompletionKind::Type, evaluator::value::text::capitalize(name)),
                DefinitionKind::Function | DefinitionKind::Plan => (CompletionKind::Function, name.to_string()),
                DefinitionKind::Node => return,
            };
            items.push(item(label, kind, None));
        }
    };
    for (kind, name, _) in environment_index(db, environment).all() {
        add(kind, name);
    }
    for definition in &file_signature(db, file).definitions {
        add(definition.kind, &definition.name);
    }
    for module in environment.modules(db).iter() {
        if module.name(db).starts_with(module_prefix) || module_prefix.is_empty() {
            for (kind, name, _) in module_index(db, *module).all() {
                add(kind, name);
            }
        }
    }
    items
}

fn attributes(db: &dyn Db, file: FileInput, type_name: &str, title: &str, prefix: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    let (kind, name) =
        if type_name == "class" { (DefinitionKind::Class, title) } else { (DefinitionKind::Define, type_name) };
    let mut items = Vec::new();
    if let Some(signature) = find_definitions(db, environment, file, kind, name).first().and_then(|d| d.signature(db)) {
        for parameter in &signature.parameters {
            let detail = parameter.type_text.as_ref().map(SmolStr::to_string);
            items.push(item(parameter.name.as_str(), CompletionKind::Attribute, detail));
        }
    } else if let Some(info) = evaluator::resource_types::builtin(type_name) {
        for attribute in &info.attributes {
            let mut found = item(attribute.name.as_str(), CompletionKind::Attribute, None);
            found.documentation = Some(attribute.documentation.clone());
            items.push(found);
        }
    }
    for metaparameter in evaluator::resource_types::metaparameters() {
        let mut found = item(metaparameter.name.as_str(), CompletionKind::Attribute, Some("metaparameter".to_string()));
        found.documentation = Some(metaparameter.documentation.clone());
        items.push(found);
    }
    items.retain(|item| item.label.starts_with(prefix));
    items
}

fn references(db: &dyn Db, file: FileInput, prefix: &str) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> =
        DATA_TYPES.iter().map(|name| item(*name, CompletionKind::Type, None)).collect();
    for info in evaluator::resource_types::all() {
        items.push(item(evaluator::value::text::capitalize(&info.name), CompletionKind::ResourceType, None));
    }
    let defined = definitions(db, file, &[DefinitionKind::TypeAlias, DefinitionKind::Define], prefix);
    items.extend(defined.into_iter().map(|mut found| {
        found.label = found.label.split("::").map(capitalized).collect::<Vec<_>>().join("::");
        found
    }));
    items.retain(|item| item.label.starts_with(prefix));
    items
}

fn capitalized(segment: &str) -> String {
    let mut characters = segment.chars();
    match characters.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + characters.as_str(),
        None => String::new(),
    }
}

fn anything(db: &dyn Db, file: FileInput, prefix: &str) -> Vec<CompletionItem> {
    let mut items = definitions(db, file, &[DefinitionKind::Define, DefinitionKind::Function], prefix);
    for function in evaluator::functions::FAMILIES.iter().flat_map(|family| family.iter()) {
        let mut found = item(function.name, CompletionKind::Function, None);
        found.documentation = Some(function.documentation.to_string());
        items.push(found);
    }
    items.extend(evaluator::resource_types::all().iter().map(|info| {
        let mut found = item(info.name.as_str(), CompletionKind::ResourceType, None);
        found.documentation = Some(info.documentation.clone());
        found
    }));
    items.extend(KEYWORDS.iter().map(|keyword| item(*keyword, CompletionKind::Keyword, None)));
    items.retain(|item| item.label.starts_with(prefix));
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn labels(text: &str, kind: CompletionKind) -> Vec<String> {
        let fixture = Fixture::new(text);
        let items = fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer");
        items.into_iter().filter(|item| item.kind == kind).map(|item| item.label).collect()
    }

    #[test]
    fn variables_in_scope() {
        let text = "$top = 1\nclass a($p) {\n  $v = 2\n  notice($$0)\n}\nclass b { $other = 3 }\n";
        assert_eq!(labels(text, CompletionKind::Variable), ["top", "v"]);
        assert_eq!(labels(text, CompletionKind::Parameter), ["p"]);
    }

    #[test]
    fn classes_after_include() {
        let text = "include web::$0\n//- /env/modules/web/manifests/a.pp\nclass web::a {}\n//- /env/modules/db/manifests/init.pp\nclass db {}\n";
        assert_eq!(labels(text, CompletionKind::Class), ["web::a"]);
    }

    #[test]
    fn attributes_of_a_define() {
        let text =
            "web::site { 'a':\n  po$0\n}\n//- /env/modules/web/manifests/site.pp\ndefine web::site($port, $path) {}\n";
        assert_eq!(labels(text, CompletionKind::Attribute), ["port"]);
    }
}
