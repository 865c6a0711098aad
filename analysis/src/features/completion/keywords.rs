//! Words of the language, with what usually follows them.

use super::item::{CompletionItem, CompletionKind, Rank};

struct Keyword {
    word: &'static str,
    /// Can begin a statement.
    statement: bool,
    /// Can stand where a value is wanted.
    expression: bool,
    snippet: Option<&'static str>,
    documentation: &'static str,
}

const fn statement(word: &'static str, snippet: &'static str, documentation: &'static str) -> Keyword {
    Keyword { word, statement: true, expression: false, snippet: Some(snippet), documentation }
}

/// A statement that has a value, too: `$x = if …`.
const fn both(word: &'static str, snippet: &'static str, documentation: &'static str) -> Keyword {
    Keyword { word, statement: true, expression: true, snippet: Some(snippet), documentation }
}

const fn expression(word: &'static str, documentation: &'static str) -> Keyword {
    Keyword { word, statement: true, expression: true, snippet: None, documentation }
}

const KEYWORDS: &[Keyword] = &[
    both("case", "case ${1:\\$value} {\n  ${2:'match'}: {\n    $0\n  }\n  default: {}\n}", "Chooses by a value."),
    statement("class", "class ${1:name} {\n  $0\n}", "Defines a class."),
    statement("define", "define ${1:name} {\n  $0\n}", "Defines a resource type in Puppet."),
    statement("function", "function ${1:name}(${2}) {\n  $0\n}", "Defines a function."),
    both("if", "if ${1:\\$condition} {\n  $0\n}", "Chooses by a condition."),
    both("unless", "unless ${1:\\$condition} {\n  $0\n}", "Runs where a condition is false."),
    statement("elsif", "elsif ${1:\\$condition} {\n  $0\n}", "Another condition behind `if`."),
    statement("else", "else {\n  $0\n}", "Where no condition holds."),
    statement("node", "node '${1:name}' {\n  $0\n}", "What a node gets."),
    statement("type", "type ${1:Name} = ${2:Type}", "Names a data type."),
    expression("and", "True where both sides are."),
    expression("or", "True where one side is."),
    expression("in", "True where the right side contains the left."),
    expression("true", ""),
    expression("false", ""),
    expression("undef", "No value."),
    expression("default", "What fits where nothing else does."),
    expression("inherits", "Names the class that this one is based on."),
];

pub fn keywords(at_statement: bool) -> Vec<CompletionItem> {
    let wanted = KEYWORDS.iter().filter(|keyword| if at_statement { keyword.statement } else { keyword.expression });
    wanted
        .map(|keyword| {
            let mut item = CompletionItem::new(keyword.word, CompletionKind::Keyword, Rank::Common)
                .documentation(keyword.documentation);
            item.snippet = keyword.snippet.map(str::to_string);
            item
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    #[test]
    fn statements_only_where_they_can_stand() {
        assert!(labels("unle$0").contains(&"unless".to_string()));
        assert!(labels("$x = unle$0").contains(&"unless".to_string()), "it has a value");
        assert!(!labels("$x = defin$0").contains(&"define".to_string()));
        assert!(labels("$x = und$0").contains(&"undef".to_string()));
        assert!(labels("class a {\n  # unle$0\n}").is_empty());
    }
}
