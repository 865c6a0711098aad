//! What is wanted at a cursor, from the tokens before it: a variable, an attribute of which type, an argument of which
//! function. Reads no other file and no program, so that half-typed code counts as it is.

mod brackets;
pub mod comments;
mod declared_names;

pub use comments::WantedInComment;
use evaluator::functions::argument_roles::{ArgumentRole, argument_role};
use syntax::before_cursor::{BeforeCursor, CursorToken, Inside, after_cursor, before_cursor};
use syntax::syntax_kind::SyntaxKind::{self, *};
use syntax::{SourceKind, TextRange};

use super::behind::Behind;
use super::token_classes::{is_closing, is_continued, is_head, is_opening, is_relationship};
use super::wanted::Wanted;
use crate::reference_index::AttributeOwner;

/// The cursor with the text around it.
pub struct Cursor<'a> {
    pub text: &'a str,
    pub offset: u32,
    pub before: BeforeCursor,
    pub behind: Behind<'a>,
}

/// How far behind the cursor attributes are looked for.
const LOOK_AHEAD: usize = 16 * 1024;

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, offset: u32, kind: SourceKind) -> Self {
        let before = before_cursor(text, offset, kind);
        let is_quoted = matches!(before.inside, Inside::String { .. });
        Cursor { text, offset, before, behind: Behind::new(text, offset, is_quoted) }
    }

    pub fn typed(&self) -> &'a str {
        self.slice(self.before.word)
    }

    /// The cursor stands between quotes.
    pub fn is_quoted(&self) -> bool {
        matches!(self.before.inside, Inside::String { .. })
    }

    fn slice(&self, range: TextRange) -> &'a str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    pub fn wanted(&self) -> Wanted {
        let code = Code { cursor: self, tokens: &self.before.tokens };
        match self.before.inside {
            Inside::Text => Wanted::Nothing,
            _ if code.is_in_heredoc_tag() || code.is_in_regexp() => Wanted::Nothing,
            _ if self.before.is_variable && code.is_declared_name() => Wanted::Nothing,
            _ if self.before.is_variable => Wanted::Variable,
            Inside::Interpolation if self.before.tokens.is_empty() => Wanted::Variable,
            _ => match self.wanted_after(&self.before.tokens, 0) {
                Wanted::Expression if !self.is_quoted() => code.value_or_operator(),
                wanted => wanted,
            },
        }
    }

    /// The cursor is in no block, so that definitions can stand there.
    pub fn is_outermost(&self) -> bool {
        Code { cursor: self, tokens: &self.before.tokens }.innermost_open().is_none()
    }

    /// The cursor stands behind a block, where `else` can follow; on a line of its own it is seldom meant.
    pub fn is_behind_block(&self) -> bool {
        self.before.tokens.last().is_some_and(|last| {
            let between = self.text.get(last.range.end as usize..self.before.word.start as usize);
            let is_same_line = between.is_some_and(|between| !between.contains('\n'));
            last.kind == R_BRACE && (is_same_line || self.typed().starts_with('e'))
        })
    }

    fn wanted_after(&self, tokens: &[CursorToken], depth: u32) -> Wanted {
        let code = Code { cursor: self, tokens };
        let Some(previous) = tokens.last() else { return self.outermost() };
        match previous.kind {
            DOT => return Wanted::Method { receiver_end: previous.range.start },
            AT | AT_AT => return Wanted::VirtualResource,
            COMMA | PIPE if code.is_in_lambda_parameters() => return Wanted::Type,
            INHERITS_KW => return Wanted::Class,
            NODE_KW => return Wanted::NodeName,
            CLASS_KW | DEFINE_KW | FUNCTION_KW | TYPE_KW if !self.is_quoted() => return Wanted::DefinitionName,
            RIGHT_SHIFT | MATCH | NO_MATCH => return Wanted::Type,
            EQUALS if code.is_alias_head() => return Wanted::Type,
            PIPE if code.begins_parameters() => return Wanted::Type,
            IS_EQUAL | NOT_EQUAL => return code.compared(tokens.len() - 1, false),
            kind if is_relationship(kind) && !self.is_quoted() => return Wanted::Related,
            _ => {}
        }
        let Some(open) = code.innermost_open() else {
            return code.in_statements(0);
        };
        match code.kind(open) {
            Some(L_BRACE) => code.in_brace(open),
            Some(L_BRACKET) if code.is_index(open) => code.in_index(open),
            // An element of a list wants what the list would.
            Some(L_BRACKET | LIST_START) if depth < 8 => match previous.kind {
                L_BRACKET | LIST_START | COMMA => match self.wanted_after(&tokens[..open], depth + 1) {
                    Wanted::Statement => Wanted::Expression,
                    wanted => wanted,
                },
                _ => Wanted::Expression,
            },
            Some(L_PAREN | LINE_START_PAREN) => code.in_parentheses(open),
            Some(COLLECT_OPEN | EXPORTED_OPEN) => match code.reference_before(open) {
                Some(name) if matches!(previous.kind, COLLECT_OPEN | EXPORTED_OPEN | AND_KW | OR_KW | L_PAREN) => {
                    let name = name.trim_start_matches("::").to_ascii_lowercase();
                    Wanted::QueryAttribute { owner: AttributeOwner::ResourceType(name.into()) }
                }
                _ => Wanted::Expression,
            },
            _ => Wanted::Expression,
        }
    }

    fn outermost(&self) -> Wanted {
        if self.is_quoted() { Wanted::Nothing } else { Wanted::Statement }
    }

    /// The attributes that stand behind the cursor in the same body, and whether `=>` comes next.
    fn attributes_behind(&self) -> (Vec<String>, bool) {
        let tokens = after_cursor(self.text, self.offset, LOOK_AHEAD);
        let mut depth = 0_u32;
        let mut names = Vec::new();
        // The rest of the word that the cursor is in comes first.
        let rest_of_word = tokens.first().is_some_and(|token| {
            token.range.start == self.offset && (matches!(token.kind, NAME | WORD) || token.kind.is_keyword())
        });
        let next = tokens.get(usize::from(rest_of_word));
        let has_arrow = next.is_some_and(|token| matches!(token.kind, FAT_ARROW | PLUS_ARROW));
        for pair in tokens.windows(2) {
            match pair[0].kind {
                L_BRACE | L_BRACKET | LIST_START | L_PAREN | LINE_START_PAREN => depth += 1,
                R_BRACE | R_BRACKET | R_PAREN if depth == 0 => break,
                R_BRACE | R_BRACKET | R_PAREN => depth -= 1,
                SEMICOLON if depth == 0 => break,
                _ if depth == 0 && matches!(pair[1].kind, FAT_ARROW | PLUS_ARROW) => {
                    names.push(self.slice(pair[0].range).to_string());
                }
                _ => {}
            }
        }
        if rest_of_word && has_arrow && !names.is_empty() {
            names.remove(0);
        }
        (names, has_arrow)
    }
}

/// What an opening brace begins.
enum Brace {
    /// `type {`
    Resource(String),
    /// `Type {`, `Type['x'] {`, `Type <| |> {`
    Attributes(String),
    Hash,
    Selector,
    Block,
}

struct Code<'c, 'a> {
    cursor: &'c Cursor<'a>,
    tokens: &'c [CursorToken],
}

impl Code<'_, '_> {
    fn kind(&self, at: usize) -> Option<SyntaxKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn kind_before(&self, at: usize) -> Option<SyntaxKind> {
        self.kind(at.checked_sub(1)?)
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map(|token| self.cursor.slice(token.range)).unwrap_or_default()
    }

    fn last(&self) -> Option<SyntaxKind> {
        self.tokens.last().map(|token| token.kind)
    }

    /// The bracket that is still open at the cursor.
    fn innermost_open(&self) -> Option<usize> {
        let mut open = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if is_opening(token.kind) {
                open.push(at);
            } else if is_closing(token.kind) {
                open.pop();
            }
        }
        open.pop()
    }

    /// The bracket that a closing one belongs to.
    fn opening_of(&self, close: usize) -> Option<usize> {
        let mut depth = 0_u32;
        for at in (0..=close).rev() {
            let kind = self.kind(at)?;
            if is_closing(kind) {
                depth += 1;
            } else if is_opening(kind) {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }

    /// The tokens from an index on that are in no bracket of their own.
    fn level_from(&self, start: usize) -> Vec<usize> {
        let mut depth = 0_i32;
        let mut found = Vec::new();
        for at in start..self.tokens.len() {
            let Some(kind) = self.kind(at) else { break };
            if is_opening(kind) {
                if depth == 0 {
                    found.push(at);
                }
                depth += 1;
            } else if is_closing(kind) {
                depth -= 1;
            } else if depth == 0 {
                found.push(at);
            }
        }
        found
    }

    fn reference_before(&self, at: usize) -> Option<&str> {
        (self.kind_before(at) == Some(CLASS_REFERENCE)).then(|| self.text(at - 1))
    }

    /// `type Name =¦`
    fn is_alias_head(&self) -> bool {
        let name = self.tokens.len().checked_sub(2);
        name.is_some_and(|name| self.kind(name) == Some(CLASS_REFERENCE) && self.kind_before(name) == Some(TYPE_KW))
    }

    /// The pipe before the parameters of a lambda or template; the one behind them follows a parameter.
    fn begins_parameters(&self) -> bool {
        match self.tokens.len().checked_sub(2).and_then(|before| self.kind(before)) {
            Some(before) => matches!(before, NAME | R_PAREN),
            None => true,
        }
    }

    fn in_statements(&self, start: usize) -> Wanted {
        if self.is_argument_of_class_function(start) {
            return Wanted::Class;
        }
        if self.is_in_node_names() {
            return Wanted::NodeName;
        }
        if self.cursor.is_quoted() {
            return Wanted::Expression;
        }
        let Some(last) = self.tokens.last() else { return Wanted::Statement };
        let between = self.cursor.text.get(last.range.end as usize..self.cursor.before.word.start as usize);
        let on_new_line = between.is_some_and(|between| between.contains('\n'));
        let begins = matches!(last.kind, L_BRACE | R_BRACE | SEMICOLON) || self.tokens.len() == start;
        if begins || on_new_line && !is_continued(last.kind) { Wanted::Statement } else { Wanted::Expression }
    }

    /// `include a, b¦`
    fn is_argument_of_class_function(&self, start: usize) -> bool {
        let mut at = self.tokens.len();
        loop {
            let Some(previous) = at.checked_sub(1).filter(|previous| *previous >= start) else { return false };
            match self.kind(previous) {
                Some(NAME) => return argument_role(self.text(previous)) == Some(ArgumentRole::Classes),
                Some(COMMA) => match self.kind_before(previous) {
                    Some(NAME | WORD | SINGLE_QUOTED | DOUBLE_QUOTED | CLASS_REFERENCE) if previous >= 2 => {
                        at = previous - 1;
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    /// `node 'a', ¦`
    fn is_in_node_names(&self) -> bool {
        let mut at = self.tokens.len();
        while let Some(comma) = at.checked_sub(1).filter(|at| self.kind(*at) == Some(COMMA)) {
            let Some(name) = comma.checked_sub(1) else { return false };
            if self.kind_before(name) == Some(NODE_KW) {
                return true;
            }
            at = name;
        }
        false
    }

    fn brace(&self, open: usize) -> Brace {
        let Some(before) = open.checked_sub(1) else { return Brace::Block };
        let begins_statement = |at: Option<usize>| {
            let kind = at.and_then(|at| self.kind(at));
            !kind.is_some_and(|kind| is_head(kind) || is_continued(kind) && !is_relationship(kind))
        };
        match self.kind(before) {
            Some(CLASS_KW) => Brace::Resource("class".to_string()),
            Some(NAME) => match begins_statement(before.checked_sub(1)) {
                true => Brace::Resource(self.text(before).to_string()),
                false => Brace::Block,
            },
            Some(CLASS_REFERENCE) => match begins_statement(before.checked_sub(1)) {
                true => Brace::Attributes(self.text(before).to_string()),
                false => Brace::Block,
            },
            Some(R_BRACKET | COLLECT_CLOSE | EXPORTED_CLOSE) => {
                let named = self.opening_of(before).filter(|open| self.kind_before(*open) == Some(CLASS_REFERENCE));
                match named.map(|open| open - 1).filter(|name| begins_statement(name.checked_sub(1))) {
                    Some(name) => Brace::Attributes(self.text(name).to_string()),
                    None => Brace::Block,
                }
            }
            Some(QUESTION) => Brace::Selector,
            Some(FAT_ARROW | PLUS_ARROW | EQUALS | COMMA | L_PAREN | LIST_START | L_BRACKET | PLUS | LEFT_SHIFT) => {
                Brace::Hash
            }
            _ => Brace::Block,
        }
    }

    fn in_brace(&self, open: usize) -> Wanted {
        match self.brace(open) {
            Brace::Resource(type_name) => {
                self.in_resource(open, &type_name.trim_start_matches("::").to_ascii_lowercase())
            }
            Brace::Attributes(name) => {
                let owner = AttributeOwner::ResourceType(name.trim_start_matches("::").to_ascii_lowercase().into());
                self.in_attributes(owner, open + 1)
            }
            Brace::Hash => self.in_hash(open),
            Brace::Selector if matches!(self.last(), Some(L_BRACE | COMMA)) => self.compared(open - 1, true),
            Brace::Selector => Wanted::Expression,
            Brace::Block if self.is_case(open) => match self.last() {
                Some(L_BRACE | R_BRACE | COMMA) => self.compared(open, true),
                Some(COLON) => Wanted::Nothing,
                _ => Wanted::Expression,
            },
            Brace::Block => self.in_statements(open + 1),
        }
    }

    /// `case … {`
    fn is_case(&self, open: usize) -> bool {
        let mut at = open;
        while let Some(before) = at.checked_sub(1) {
            at = match self.kind(before) {
                Some(CASE_KW) => return true,
                Some(R_BRACKET | R_PAREN) => match self.opening_of(before) {
                    Some(open) => open,
                    None => return false,
                },
                Some(VARIABLE | NAME | DOT | SINGLE_QUOTED | DOUBLE_QUOTED | NUMBER) => before,
                _ => return false,
            };
        }
        false
    }

    /// What stands before a token is compared with what is wanted.
    fn compared(&self, end: usize, is_option: bool) -> Wanted {
        let Some(last) = end.checked_sub(1).and_then(|last| self.tokens.get(last)) else { return Wanted::Expression };
        let (variable, keys) = match self.access(end) {
            Some(Wanted::Key { variable, keys }) => (variable, keys),
            _ => (String::new(), Vec::new()),
        };
        Wanted::ComparedValue { receiver_end: last.range.end, variable, keys, is_option }
    }

    fn in_resource(&self, open: usize, type_name: &str) -> Wanted {
        let level = self.level_from(open + 1);
        let body = match level.iter().rposition(|at| self.kind(*at) == Some(SEMICOLON)) {
            Some(semicolon) => &level[semicolon + 1..],
            None => &level[..],
        };
        let Some(colon) = body.iter().position(|at| self.kind(*at) == Some(COLON)) else {
            return if type_name == "class" { Wanted::Class } else { Wanted::Expression };
        };
        let title = body.first().map(|at| self.text(*at).trim_matches(['\'', '"'])).unwrap_or_default();
        let owner = match type_name {
            "class" => AttributeOwner::Class(title.trim_start_matches("::").to_ascii_lowercase().into()),
            _ => AttributeOwner::ResourceType(type_name.into()),
        };
        self.in_attributes(owner, body.get(colon).map_or(open, |at| at + 1))
    }

    fn in_attributes(&self, owner: AttributeOwner, start: usize) -> Wanted {
        let level = self.level_from(start);
        let segment_start = level.iter().rposition(|at| self.kind(*at) == Some(COMMA)).map_or(0, |comma| comma + 1);
        let segment = &level[segment_start..];
        let is_arrow = |at: Option<&usize>| at.is_some_and(|at| matches!(self.kind(*at), Some(FAT_ARROW | PLUS_ARROW)));
        let last_end = self.tokens.last().map_or(0, |token| token.range.end);
        let between = self.cursor.text.get(last_end as usize..self.cursor.before.word.start as usize);
        let on_new_line = between.is_some_and(|between| between.contains('\n'));
        let is_complete = segment.len() > 2 && on_new_line && !self.last().is_some_and(is_continued);
        if segment.is_empty() || is_complete {
            if self.cursor.is_quoted() {
                return Wanted::Nothing;
            }
            let pairs = level.windows(2).filter(|pair| is_arrow(pair.get(1)));
            let mut given: Vec<String> = pairs.map(|pair| self.text(pair[0]).to_string()).collect();
            let (behind, has_arrow) = self.cursor.attributes_behind();
            given.extend(behind);
            return Wanted::AttributeName { owner, given, has_arrow };
        }
        match segment {
            [name, _] if is_arrow(segment.get(1)) => {
                Wanted::AttributeValue { owner, attribute: self.text(*name).to_string() }
            }
            [_] => Wanted::Nothing,
            _ => Wanted::Expression,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let offset = text.find("$0").expect("a cursor");
        let text = text.replacen("$0", "", 1);
        expected.assert_eq(&format!("{:?}", Cursor::new(&text, offset as u32, SourceKind::Manifest).wanted()));
    }

    #[test]
    fn statements_and_expressions() {
        check("inc$0", expect!["Statement"]);
        check("class a {\n  no$0", expect!["Statement"]);
        check("$x = up$0", expect!["Expression"]);
        check("if $x {\n}\n$0", expect!["Statement"]);
        check("$x = [1, $0", expect!["Expression"]);
        check("# com$0", expect!["Nothing"]);
    }

    #[test]
    fn names_of_classes() {
        for text in [
            "include $0",
            "include a, b$0",
            "include 'a', '$0",
            "contain(['a', '$0",
            "class { '$0",
            "class a inherits $0",
            "require => Class['$0",
        ] {
            check(text, expect!["Class"]);
        }
    }

    #[test]
    fn attributes() {
        check(
            "file { '/x': $0",
            expect![[r#"AttributeName { owner: ResourceType("file"), given: [], has_arrow: false }"#]],
        );
        check(
            "class a {\n  file { '/x':\n    ensure => file,\n    ow$0\n    mode => '1',\n  }\n}\n",
            expect![[r#"AttributeName { owner: ResourceType("file"), given: ["ensure", "mode"], has_arrow: false }"#]],
        );
        check(
            "file { '/x':\n  ensure => file\n  $0\n}",
            expect![[r#"AttributeName { owner: ResourceType("file"), given: ["ensure"], has_arrow: false }"#]],
        );
        check(
            "class { 'web': po$0 => 1 }",
            expect![[r#"AttributeName { owner: Class("web"), given: [], has_arrow: true }"#]],
        );
        check(
            "File['a'] { ensure => $0",
            expect![[r#"AttributeValue { owner: ResourceType("file"), attribute: "ensure" }"#]],
        );
        check(
            "service { 'a': require => [File['x'], $0",
            expect![[r#"AttributeValue { owner: ResourceType("service"), attribute: "require" }"#]],
        );
        check("if $x in Foo { no$0", expect!["Statement"]);
        check(
            "File['a'] -> service { 'b': ensure => $0",
            expect![[r#"AttributeValue { owner: ResourceType("service"), attribute: "ensure" }"#]],
        );
        check("class a($x) { no$0", expect!["Statement"]);
    }

    #[test]
    fn keys_titles_and_arguments() {
        check("$facts['os']['$0", expect![[r#"Key { variable: "facts", keys: ["os"] }"#]]);
        check("\"${facts['os'][$0", expect![[r#"Key { variable: "facts", keys: ["os"] }"#]]);
        check("\"${facts['$0", expect![[r#"Key { variable: "facts", keys: [] }"#]]);
        check("require => File['$0", expect![[r#"Title { type_name: "file" }"#]]);
        check("class a(Enum['$0", expect![[r#"TypeArgument { type_name: "Enum" }"#]]);
        check("lookup('$0", expect![[r#"Argument { function: "lookup", index: 0 }"#]]);
        check("$x.split('$0", expect![[r#"Argument { function: "split", index: 1 }"#]]);
        check("epp('a/b.epp', { 'x' => 1, $0", expect![[r#"TemplateParameter { template: "a/b.epp", given: ["x"] }"#]]);
        for text in ["class a($0", "type A = $0", "$x =~ $0", "[1].each |$0", "with(1) |$0", "function f() >> $0"] {
            check(text, expect!["Type"]);
        }
        for text in ["class a(Struct[{ 'x' => $0", "plan a($0", "define a(Integer $x, $0"] {
            check(text, expect!["Type"]);
        }
        check("class a(Struct[{ '$0", expect!["Nothing"]);
        check("class a(Enum['x', 'y'] $p = $0", expect![[r#"ParameterDefault { type_text: "Enum['x', 'y']" }"#]]);
        check("class a($p = $0", expect!["Expression"]);
        check("[1].each |$x| $0", expect!["Expression"]);
        check("File <| $0", expect![[r#"QueryAttribute { owner: ResourceType("file") }"#]]);
        check("$x.$0", expect!["Method { receiver_end: 2 }"]);
        check("node '$0", expect!["NodeName"]);
        check("File['a'] -> $0", expect!["Related"]);
    }

    #[test]
    fn what_is_compared() {
        check(
            "if $facts['os']['family'] == '$0",
            expect![[
                r#"ComparedValue { receiver_end: 25, variable: "facts", keys: ["os", "family"], is_option: false }"#
            ]],
        );
        for text in ["case $p {$0", "case $p { 'a': { notice(1) } $0", "case $p { 'a', '$0"] {
            check(text, expect![[r#"ComparedValue { receiver_end: 7, variable: "p", keys: [], is_option: true }"#]]);
        }
        check(
            "$x = $p ? { 'a' => 1, $0",
            expect![[r#"ComparedValue { receiver_end: 7, variable: "p", keys: [], is_option: true }"#]],
        );
        check("case $p { 'a': { no$0", expect!["Statement"]);
        check("$x = $p ? { 'a' => $0", expect!["Expression"]);
    }
}
