//! What is already written behind the cursor, so that accepting an item neither writes it again nor contradicts it.

use super::item::{CompletionItem, CompletionKind};

/// The text behind a cursor, up to the end of its line.
#[derive(Clone, Copy, Debug)]
pub struct Behind<'a> {
    /// The end of the word that the cursor is in.
    pub word_end: u32,
    /// The rest of the line behind that word.
    rest: &'a str,
    is_in_word: bool,
}

/// What the text behind a word at the start of a statement goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// Nothing of the same statement.
    End,
    /// `(` directly behind the word.
    Call,
    /// `[` directly behind the word, or the brackets of a collector.
    Reference,
    /// `{`
    Body,
    /// A condition up to `{`.
    Condition,
    /// The names of nodes.
    Nodes,
    /// The name of a definition with its parameters or body.
    Definition,
    /// The name of a type and `=`.
    Alias,
    /// Arguments of a call without parentheses.
    Arguments,
    /// An operator, or anything else.
    Other,
}

/// Keywords by what follows them.
const CONDITIONS: &[&str] = &["if", "unless", "case", "elsif"];
const DEFINITIONS: &[&str] = &["class", "define", "function"];

impl<'a> Behind<'a> {
    pub fn new(text: &'a str, offset: u32, is_quoted: bool) -> Self {
        let line = text.get(offset as usize..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let tail = tail_length(line, is_quoted);
        Behind { word_end: offset + tail as u32, rest: line.get(tail..).unwrap_or_default(), is_in_word: tail > 0 }
    }

    fn next(&self) -> &'a str {
        self.rest.trim_start()
    }

    fn has_arrow(&self) -> bool {
        self.next().starts_with("=>") || self.next().starts_with("+>")
    }

    pub fn continuation(&self) -> Continuation {
        let next = self.next();
        let name_length = tail_length(next, false);
        let after_name = next.get(name_length..).unwrap_or_default().trim_start();
        let first = next.chars().next();
        match first {
            None => Continuation::End,
            _ if ["}", ")", "]", "%>", "-%>", "#"].iter().any(|end| next.starts_with(end)) => Continuation::End,
            _ if self.rest.starts_with('(') => Continuation::Call,
            _ if self.rest.starts_with('[') || next.starts_with("<|") || next.starts_with("<<|") => {
                Continuation::Reference
            }
            Some('{') => Continuation::Body,
            Some('A'..='Z') if after_name.starts_with('=') && !after_name.starts_with("==") => Continuation::Alias,
            Some('a'..='z') if next.starts_with("default ") => Continuation::Nodes,
            Some('a'..='z') if after_name.starts_with(['(', '{']) || after_name.starts_with("inherits ") => {
                Continuation::Definition
            }
            Some(c) if c.is_ascii_alphanumeric() || "$'\"/![(".contains(c) => {
                match next.split_once(" {").map(|(condition, _)| condition) {
                    Some(names) if names.starts_with(['\'', '"']) && names.contains(',') => Continuation::Nodes,
                    Some(_) => Continuation::Condition,
                    None => Continuation::Arguments,
                }
            }
            Some(_) => Continuation::Other,
        }
    }

    /// False where a statement that begins with the item cannot go on as the text behind does.
    pub fn allows_statement(&self, item: &CompletionItem) -> bool {
        let is_word = |words: &[&str]| item.kind == CompletionKind::Keyword && words.contains(&item.label.as_str());
        match self.continuation() {
            Continuation::Call => matches!(item.kind, CompletionKind::Function | CompletionKind::Type),
            Continuation::Reference => is_capitalised(item),
            Continuation::Body => {
                let has_title = self.next().contains(':');
                let words: &[&str] = if has_title { &["class"] } else { &["else", "class"] };
                is_word(words) || matches!(item.kind, CompletionKind::ResourceType | CompletionKind::Type)
            }
            Continuation::Condition => is_word(CONDITIONS) || is_word(&["node"]) || calls_without_parentheses(item),
            Continuation::Nodes => is_word(&["node"]),
            Continuation::Definition if self.next().contains(">>") => is_word(&["function"]),
            Continuation::Definition => is_word(DEFINITIONS),
            Continuation::Alias => is_word(&["type"]),
            Continuation::Arguments => calls_without_parentheses(item),
            Continuation::End | Continuation::Other => true,
        }
    }

    /// False where the item cannot be a value before the text behind.
    pub fn allows_value(&self, item: &CompletionItem) -> bool {
        let is_condition = item.kind == CompletionKind::Keyword && CONDITIONS.contains(&item.label.as_str());
        match self.continuation() {
            Continuation::Call => matches!(item.kind, CompletionKind::Function | CompletionKind::Type),
            Continuation::Reference => is_capitalised(item),
            Continuation::Condition => true,
            Continuation::End => true,
            _ => !is_condition,
        }
    }

    /// Leaves out of an item what stands behind the cursor already. False where the item cannot be used there.
    pub fn fit(&self, item: &mut CompletionItem) -> bool {
        let continuation = self.continuation();
        let has_brackets = matches!(continuation, Continuation::Reference | Continuation::Call);
        let is_written = match item.kind {
            CompletionKind::Function => continuation == Continuation::Call || self.next().starts_with('|'),
            CompletionKind::Type => has_brackets,
            CompletionKind::ResourceType | CompletionKind::Keyword => continuation != Continuation::End,
            CompletionKind::Reference if has_brackets => return false,
            _ => ["==", "!="].iter().any(|operator| self.next().starts_with(operator)),
        };
        // Statements without parentheses go on with their arguments.
        let has_arguments = item.kind == CompletionKind::Function
            && matches!(continuation, Continuation::Arguments | Continuation::Condition);
        if self.is_in_word || is_written || has_arguments {
            item.snippet = None;
        }
        if self.is_in_word || self.has_arrow() {
            without_end(item, " => ");
        }
        if self.is_in_word || self.rest.starts_with(':') {
            without_end(item, ": ");
        }
        if self.next().starts_with(',')
            && let Some(snippet) = &mut item.snippet
            && let Some(short) = snippet.strip_suffix(",$0")
        {
            *snippet = format!("{short}$0");
        }
        true
    }
}

fn calls_without_parentheses(item: &CompletionItem) -> bool {
    let function = evaluator::functions::builtin(item.label.trim_start_matches("::"));
    item.kind == CompletionKind::Function && function.is_some_and(|function| function.statement)
}

fn is_capitalised(item: &CompletionItem) -> bool {
    item.label.trim_start_matches("::").starts_with(|first: char| first.is_ascii_uppercase())
}

fn without_end(item: &mut CompletionItem, end: &str) {
    if let Some((_, text)) = &mut item.edit
        && let Some(short) = text.strip_suffix(end)
    {
        *text = short.to_string();
        item.snippet = None;
    }
}

/// The length of the part of a word that a line begins with.
fn tail_length(line: &str, is_quoted: bool) -> usize {
    let bytes = line.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        if is_letter(end) || is_quoted && matches!(byte, b':' | b'.' | b'/' | b'-') {
            end += 1;
        } else if line.get(end..).is_some_and(|rest| rest.starts_with("::")) && is_letter(end + 2) {
            end += 2;
        } else {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::completion::tests::{accepted, labels};

    #[test]
    fn the_rest_of_the_word() {
        assert_eq!(tail_length("sure => file", false), 4);
        assert_eq!(tail_length("web::site { 'x':", false), 9);
        assert_eq!(tail_length("':", false), 0);
        assert_eq!(tail_length("b::c']", true), 4);
        assert_eq!(tail_length(": 1", false), 0);
    }

    /// Each pair: the text with its cursor and the item, and the text once it is accepted.
    #[test]
    fn what_is_there_is_not_written_again() {
        for (text, item, expected) in [
            ("$x = spli$0($y, ',')\n", "split", "$x = split($y, ',')\n"),
            ("fil$0 { 'x': ensure => file }\n", "file", "file { 'x': ensure => file }\n"),
            ("class a(Opt$0[String] $x) {}\n", "Optional", "class a(Optional[String] $x) {}\n"),
            ("$x = ['a'].ma$0 |$x| { $x }\n", "map", "$x = ['a'].map |$x| { $x }\n"),
            ("if$0 $x { }\n", "if", "if $x { }\n"),
            ("file { 'x': en$0 => file }\n", "ensure", "file { 'x': ensure => file }\n"),
            ("file { 'x': own$0, mode => '1' }\n", "owner", "file { 'x': owner => undef, mode => '1' }\n"),
            ("$r = Fil$0['/x']\n", "File", "$r = File['/x']\n"),
            ("File <| ti$0 == 'x' |>\n", "title", "File <| title == 'x' |>\n"),
        ] {
            assert_eq!(accepted(text, item), expected, "{text}");
        }
    }

    #[test]
    fn only_what_can_go_on_as_the_text_does() {
        assert!(labels("$0 { 'x': ensure => file }\n").iter().all(|label| label != "if" && label != "notice"));
        assert!(labels("$0('x')\n").iter().all(|label| label != "if" && label != "file { 'x':"));
        assert_eq!(labels("c$0 web {\n}\n").first().map(String::as_str), Some("class"));
        assert!(labels("$r = $0['x']\n").contains(&"File".to_string()));
    }
}
