//! Words of the language, with what usually follows them.

use super::item::{CompletionItem, CompletionKind, Rank};

/// Where a word can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Where a statement begins, and where a value is wanted: `$x = if …`.
    Both,
    /// Where a statement begins outside of every block.
    Outermost,
    /// Behind a block.
    BehindBlock,
    /// Where a value is wanted.
    Value,
    /// Between two values.
    Operator,
}

struct Keyword {
    word: &'static str,
    place: Place,
    snippet: Option<&'static str>,
    documentation: &'static str,
}

const fn with(word: &'static str, place: Place, snippet: &'static str, documentation: &'static str) -> Keyword {
    Keyword { word, place, snippet: Some(snippet), documentation }
}

const fn plain(word: &'static str, place: Place, documentation: &'static str) -> Keyword {
    Keyword { word, place, snippet: None, documentation }
}

const KEYWORDS: &[Keyword] = &[
    with("if", Place::Both, "if ${1:\\$condition} {\n  $0\n}", "Chooses by a condition."),
    with(
        "case",
        Place::Both,
        "case ${1:\\$value} {\n  ${2:'match'}: {\n    $0\n  }\n  default: {}\n}",
        "Chooses by a value.",
    ),
    with("unless", Place::Both, "unless ${1:\\$condition} {\n  $0\n}", "Runs where a condition is false."),
    with("else", Place::BehindBlock, "else {\n  $0\n}", "Where no condition holds."),
    with("elsif", Place::BehindBlock, "elsif ${1:\\$condition} {\n  $0\n}", "Another condition behind `if`."),
    with("class", Place::Outermost, "class ${1:name} {\n  $0\n}", "Defines a class."),
    with("define", Place::Outermost, "define ${1:name} {\n  $0\n}", "Defines a resource type in Puppet."),
    with("function", Place::Outermost, "function ${1:name}(${2}) {\n  $0\n}", "Defines a function."),
    with("node", Place::Outermost, "node '${1:name}' {\n  $0\n}", "What a node gets."),
    with("type", Place::Outermost, "type ${1:Name} = ${2:Type}", "Names a data type."),
    plain("and", Place::Operator, "True where both sides are."),
    plain("or", Place::Operator, "True where one side is."),
    plain("in", Place::Operator, "True where the right side contains the left."),
    plain("true", Place::Value, ""),
    plain("false", Place::Value, ""),
    plain("undef", Place::Value, "No value."),
    plain("default", Place::Value, "What fits where nothing else does."),
];

/// Where a statement begins.
#[derive(Clone, Copy, Debug)]
pub struct StatementPlace {
    pub is_outermost: bool,
    pub is_behind_block: bool,
}

/// The words that can begin a statement; those of values come last, for the result of a function or lambda.
pub fn at_statement(place: StatementPlace) -> Vec<CompletionItem> {
    let ranked = KEYWORDS.iter().enumerate().filter_map(|(index, keyword)| {
        let rank = match keyword.place {
            Place::Both => Rank::Near,
            Place::BehindBlock if place.is_behind_block => Rank::Near,
            Place::Outermost if place.is_outermost => Rank::Near,
            Place::Value => Rank::Last,
            _ => return None,
        };
        Some(item(keyword, rank, index))
    });
    let mut items: Vec<CompletionItem> = ranked.collect();
    if !place.is_outermost {
        // In a block, classes are declared and not defined.
        let declares = with("class", Place::Both, "class { '${1:name}':\n  $0\n}", "Declares a class with parameters.");
        items.push(item(&declares, Rank::Near, KEYWORDS.len()));
    }
    items
}

/// The words that have a value.
pub fn at_value() -> Vec<CompletionItem> {
    let wanted = KEYWORDS.iter().enumerate().filter(|(_, keyword)| matches!(keyword.place, Place::Both | Place::Value));
    let rank = |keyword: &Keyword| if keyword.place == Place::Value { Rank::Near } else { Rank::Last };
    wanted.map(|(index, keyword)| item(keyword, rank(keyword), index)).collect()
}

/// The words between two values.
pub fn operators() -> Vec<CompletionItem> {
    let wanted = KEYWORDS.iter().enumerate().filter(|(_, keyword)| keyword.place == Place::Operator);
    wanted.map(|(index, keyword)| item(keyword, Rank::Here, index)).collect()
}

/// What can follow the head of a class.
pub fn inherits() -> CompletionItem {
    CompletionItem::new("inherits", CompletionKind::Keyword, Rank::Here)
        .documentation("Names the class that this one is based on.")
}

fn item(keyword: &Keyword, rank: Rank, index: usize) -> CompletionItem {
    let item = CompletionItem::new(keyword.word, CompletionKind::Keyword, rank).order(index as u16);
    let mut item = item.documentation(keyword.documentation);
    item.snippet = keyword.snippet.map(str::to_string);
    item
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
        assert!(!labels("class a {\n  $0\n}").contains(&"node".to_string()));
        assert!(!labels("class a {\n  $0\n}").contains(&"else".to_string()));
        assert!(labels("if $x {\n} $0").contains(&"else".to_string()));
    }

    #[test]
    fn only_an_operator_follows_a_value() {
        assert_eq!(labels("if $x $0"), ["and", "or", "in"]);
        assert_eq!(labels("if $x == 'a' o$0"), ["or"]);
        assert_eq!(labels("class a $0"), ["inherits"]);
        assert_eq!(labels("class a($x) $0"), ["inherits"]);
    }
}
