//! What each token of a file is, for colouring by meaning: functions apart from resource types, parameters apart from
//! variables, what Puppet brings along apart from what the workspace defines.

use std::sync::Arc;

use evaluator::FileId;
use evaluator::fast_hash::FastMap;
use smol_str::SmolStr;
use syntax::syntax_kind::SyntaxKind;
use syntax::{ListedToken, TextRange};

use crate::db::Db;
use crate::definition_index::DefinitionKind;
use crate::document_kind::{DocumentKind, document_kind};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::places::name_range;
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::scopes::{BindingKind, file_scopes};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    Comment,
    Keyword,
    String,
    Number,
    Regexp,
    Operator,
    Variable,
    Parameter,
    /// An attribute of a resource.
    Property,
    Class,
    /// A defined resource type.
    Struct,
    /// A data type, a type alias, or a resource type.
    Type,
    Function,
    /// A bare word.
    EnumMember,
}

impl TokenKind {
    /// In the order of `legend`.
    pub const ALL: &'static [TokenKind] = &[
        TokenKind::Comment,
        TokenKind::Keyword,
        TokenKind::String,
        TokenKind::Number,
        TokenKind::Regexp,
        TokenKind::Operator,
        TokenKind::Variable,
        TokenKind::Parameter,
        TokenKind::Property,
        TokenKind::Class,
        TokenKind::Struct,
        TokenKind::Type,
        TokenKind::Function,
        TokenKind::EnumMember,
    ];

    /// As LSP names it.
    pub fn label(self) -> &'static str {
        match self {
            TokenKind::Comment => "comment",
            TokenKind::Keyword => "keyword",
            TokenKind::String => "string",
            TokenKind::Number => "number",
            TokenKind::Regexp => "regexp",
            TokenKind::Operator => "operator",
            TokenKind::Variable => "variable",
            TokenKind::Parameter => "parameter",
            TokenKind::Property => "property",
            TokenKind::Class => "class",
            TokenKind::Struct => "struct",
            TokenKind::Type => "type",
            TokenKind::Function => "function",
            TokenKind::EnumMember => "enumMember",
        }
    }
}

/// A set of modifiers: bits in the order of `MODIFIERS`.
pub const DECLARATION: u32 = 1;
pub const DEFAULT_LIBRARY: u32 = 2;
pub const MODIFIERS: &[&str] = &["declaration", "defaultLibrary"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// On one line.
    pub range: TextRange,
    pub kind: TokenKind,
    pub modifiers: u32,
}

impl Analysis {
    /// The tokens of a file, or of a part of it, in the order of the text.
    pub fn semantic_tokens(&self, file: FileId, within: Option<TextRange>) -> Cancellable<Arc<[SemanticToken]>> {
        let found = self.read_file(file, |db, file| {
            let all = file_tokens(db, file);
            match within {
                Some(within) => {
                    let start = all.partition_point(|token| token.range.end <= within.start);
                    let end = all.partition_point(|token| token.range.start < within.end);
                    all.get(start..end).unwrap_or_default().into()
                }
                None => all,
            }
        })?;
        Ok(found.unwrap_or_default())
    }
}

type Meanings = FastMap<u32, (TokenKind, u32)>;

/// Clients ask for a part of a file on the way to all of it, and again whenever a window is shown.
#[salsa::tracked(returns(clone), no_eq)]
pub fn file_tokens(db: &dyn Db, file: FileInput) -> Arc<[SemanticToken]> {
    let text = queries::text(db, file);
    match document_kind(db, file) {
        DocumentKind::RubyTemplate => return super::ruby_template::tokens(&text).into(),
        kind if !kind.is_source() => return Arc::default(),
        _ => {}
    }
    let meanings = meanings(db, file);
    let mut found = Vec::new();
    for token in queries::parse(db, file).tokens() {
        if let Some((kind, modifiers)) = classify(&token, &meanings) {
            split_lines(&text, token.range, |range| found.push(SemanticToken { range, kind, modifiers }));
        }
    }
    found.into()
}

fn classify(token: &ListedToken, meanings: &Meanings) -> Option<(TokenKind, u32)> {
    use SyntaxKind::*;
    if let Some(meaning) = meanings.get(&token.range.start)
        && (token.kind.is_keyword() || matches!(token.kind, NAME | CLASS_REFERENCE | VARIABLE | STRING_VARIABLE | STAR))
    {
        return (token.kind != STAR).then_some(*meaning).or(Some((TokenKind::Operator, 0)));
    }
    let kind = match token.kind {
        LINE_COMMENT | BLOCK_COMMENT | TEMPLATE_COMMENT => TokenKind::Comment,
        // Not only code has keywords: `type => x` names an attribute.
        kind if kind.is_keyword() => TokenKind::Keyword,
        SINGLE_QUOTED | DOUBLE_QUOTED | STRING_START | STRING_TEXT | STRING_END | HEREDOC_START | HEREDOC_END => {
            TokenKind::String
        }
        NUMBER => TokenKind::Number,
        REGEX => TokenKind::Regexp,
        VARIABLE | STRING_VARIABLE => TokenKind::Variable,
        NAME if token.parent == VARIABLE_EXPRESSION => TokenKind::Variable,
        NAME | WORD => TokenKind::EnumMember,
        CLASS_REFERENCE => TokenKind::Type,
        EQUALS | APPENDS | DELETES | IS_EQUAL | NOT_EQUAL | MATCH | NO_MATCH | GREATER_EQUAL | GREATER | LESS_EQUAL
        | LESS | FAT_ARROW | PLUS_ARROW | LEFT_SHIFT | EXPORTED_OPEN | COLLECT_OPEN | RIGHT_SHIFT | EXPORTED_CLOSE
        | COLLECT_CLOSE | PLUS | MINUS | SLASH | STAR | PERCENT | BANG | AT | AT_AT | QUESTION | TILDE
        | BEFORE_ARROW | NOTIFY_ARROW | AFTER_ARROW | SUBSCRIBE_ARROW => TokenKind::Operator,
        _ => return None,
    };
    Some((kind, 0))
}

/// What the names of a file are, by where they start.
fn meanings(db: &dyn Db, file: FileInput) -> Meanings {
    let source = queries::source_file(db, file);
    let mut found = Meanings::default();
    for mention in &file_mentions(db, file).mentions {
        let library = |is_builtin: bool| if is_builtin { DEFAULT_LIBRARY } else { 0 };
        let meaning = match &mention.name {
            Name::Definition(kind, _) => (definition_kind(*kind), DECLARATION),
            Name::Class(_) => (TokenKind::Class, 0),
            Name::ResourceType(name) => match evaluator::resource_types::builtin(name).is_some() {
                true => (TokenKind::Type, DEFAULT_LIBRARY),
                false => (TokenKind::Struct, 0),
            },
            Name::Reference(name) => {
                let is_builtin = evaluator::types::is_builtin_name(&crate::symbol::names::capitalised(name))
                    || evaluator::resource_types::builtin(name).is_some();
                (TokenKind::Type, library(is_builtin))
            }
            Name::Function(name) => (TokenKind::Function, library(evaluator::functions::builtin(name).is_some())),
            Name::Attribute { .. } => (TokenKind::Property, 0),
            _ => continue,
        };
        found.entry(mention.range(&source.source_map).start).or_insert(meaning);
    }
    let scopes = file_scopes(db, file);
    let mut kinds: FastMap<(usize, &SmolStr), BindingKind> = FastMap::default();
    for (index, scope) in scopes.scopes.iter().enumerate() {
        for binding in &scope.bindings {
            kinds.entry((index, &binding.name)).or_insert(binding.kind);
            let start = name_range(&source.source_map, binding).start;
            found.insert(start, (variable_kind(Some(binding.kind)), DECLARATION));
        }
    }
    for used in &scopes.uses {
        let mut scope = Some(used.scope);
        let mut kind = None;
        while let (Some(index), None) = (scope, kind) {
            kind = kinds.get(&(index, &used.name)).copied();
            scope = scopes.scopes.get(index).and_then(|scope| scope.parent);
        }
        let is_puppets =
            kind.is_none() && crate::resolve::facts::PUPPET_VARIABLES.contains(&used.name.trim_start_matches("::"));
        let modifiers = if is_puppets { DEFAULT_LIBRARY } else { 0 };
        found.insert(source.source_map.range(used.place).start, (variable_kind(kind), modifiers));
    }
    found
}

fn variable_kind(kind: Option<BindingKind>) -> TokenKind {
    match kind {
        Some(BindingKind::Parameter) => TokenKind::Parameter,
        Some(BindingKind::Assignment) | None => TokenKind::Variable,
    }
}

fn definition_kind(kind: DefinitionKind) -> TokenKind {
    match kind {
        DefinitionKind::Class | DefinitionKind::Node => TokenKind::Class,
        DefinitionKind::Define => TokenKind::Struct,
        DefinitionKind::Function | DefinitionKind::Plan => TokenKind::Function,
        DefinitionKind::TypeAlias => TokenKind::Type,
    }
}

/// The parts of a range on each of its lines.
fn split_lines(text: &str, range: TextRange, mut add: impl FnMut(TextRange)) {
    let mut start = range.start;
    let covered = text.get(range.start as usize..range.end as usize).unwrap_or_default();
    for line in covered.split_inclusive('\n') {
        let len = line.trim_end_matches(['\n', '\r']).len() as u32;
        if len > 0 {
            add(TextRange::new(start, start + len));
        }
        start += line.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(path: &str, text: &str, expected: Expect) {
        let fixture = Fixture::without_cursor(&format!("//- {path}\n{text}"));
        let file = fixture.file(path);
        let tokens = fixture.host.analysis().semantic_tokens(file, None).expect("no writer");
        let shown: Vec<String> = tokens
            .iter()
            .map(|token| {
                let modifiers: Vec<&str> = MODIFIERS
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| token.modifiers & (1 << bit) != 0)
                    .map(|(_, name)| *name)
                    .collect();
                format!("{} [{}] {}\n", token.kind.label(), fixture.slice(file, token.range), modifiers.join(" "))
                    .replace(" \n", "\n")
            })
            .collect();
        expected.assert_eq(&shown.concat());
    }

    #[test]
    fn names_by_their_meaning() {
        check(
            "/env/manifests/site.pp",
            "class a(Integer $p) { # note\n  my::thing { 'x': ensure => present, type => $p }\n  $v = my::f($facts, \"${p}!\")\n}\n",
            expect![[r#"
                keyword [class]
                class [a] declaration
                type [Integer] defaultLibrary
                parameter [$p] declaration
                comment [# note]
                struct [my::thing]
                string ['x']
                property [ensure]
                operator [=>]
                enumMember [present]
                property [type]
                operator [=>]
                parameter [$p]
                variable [$v] declaration
                operator [=]
                function [my::f]
                variable [$facts] defaultLibrary
                string ["]
                parameter [p]
                string [!]
                string ["]
            "#]],
        );
    }

    #[test]
    fn tokens_of_several_lines_are_split_and_templates_have_their_code_only() {
        check(
            "/env/manifests/site.pp",
            "notice('a\nb')\n",
            expect![[r#"
                function [notice] defaultLibrary
                string ['a]
                string [b']
            "#]],
        );
        check(
            "/env/modules/m/templates/a.epp",
            "<%- | $x | -%>\ntext <%= $x %>\n",
            expect![[r#"
                parameter [$x] declaration
                parameter [$x]
            "#]],
        );
    }

    #[test]
    fn a_part_of_a_file() {
        let fixture = Fixture::new("$a = 1\n$b = 2\n$c = 3\n");
        let file = fixture.file("/env/manifests/site.pp");
        let tokens = fixture.host.analysis().semantic_tokens(file, Some(TextRange::new(7, 13))).expect("no writer");
        assert_eq!(tokens.iter().map(|token| token.range.start).collect::<Vec<_>>(), [7, 10, 12]);
    }
}
