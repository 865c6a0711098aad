//! Tags of documentation comments, and the parameters that such a comment does not describe yet.

use syntax::DocComment;

use super::context::WantedInComment;
use super::item::{CompletionItem, CompletionKind, Rank};
use crate::db::Db;
use crate::definition_index::parameters_of;
use crate::inputs::FileInput;
use crate::queries;

/// The tags that Puppet Strings reads, with what follows each.
const TAGS: &[(&str, &str)] = &[
    ("summary", "One sentence for lists."),
    ("param", "What a parameter is for."),
    ("example", "Code that shows how it is used."),
    ("return", "What the function returns."),
    ("option", "A key of a parameter that is a hash."),
    ("note", "Something to be aware of."),
    ("see", "Where to read more."),
    ("api", "`public` or `private`."),
    ("since", "The version that brought it."),
    ("raise", "When the function fails."),
    ("author", "Who wrote it."),
    ("overload", "One of several signatures."),
    ("todo", "What is still missing."),
];

pub fn in_comment(db: &dyn Db, file: FileInput, offset: u32, wanted: WantedInComment) -> Vec<CompletionItem> {
    match wanted {
        WantedInComment::Tag => TAGS
            .iter()
            .enumerate()
            .map(|(index, (tag, documentation))| {
                let item = CompletionItem::new(*tag, CompletionKind::Keyword, Rank::Here).order(index as u16);
                item.documentation(*documentation)
            })
            .collect(),
        WantedInComment::Parameter => parameters(db, file, offset),
    }
}

/// The parameters of the definition below the comment that it does not have yet, in their order.
fn parameters(db: &dyn Db, file: FileInput, offset: u32) -> Vec<CompletionItem> {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let below = source
        .program
        .definitions
        .iter()
        .map(|id| (source.source_map.range(*id).start, *id))
        .filter(|(start, _)| *start >= offset)
        .min_by_key(|(start, _)| *start);
    let Some((start, id)) = below else { return Vec::new() };
    let between = text.get(offset as usize..start as usize).unwrap_or_default();
    let is_adjacent = between.lines().skip(1).all(|line| line.trim_start().starts_with('#') || line.trim().is_empty());
    if !is_adjacent {
        return Vec::new();
    }
    let comment = DocComment::above(&text, start);
    let described = |name: &str| comment.as_ref().is_some_and(|comment| comment.parameter(name).is_some());
    let parameters = parameters_of(source.program.expr(id)).iter().enumerate();
    parameters
        .filter(|(_, parameter)| !described(&parameter.name))
        .map(|(index, parameter)| {
            let item = CompletionItem::new(parameter.name.as_str(), CompletionKind::Parameter, Rank::Here);
            let range = parameter.type_expression.map(|id| source.source_map.range(id));
            let of_type = range.and_then(|range| text.get(range.start as usize..range.end as usize));
            item.order(index as u16).detail(super::variables::shorten(of_type.unwrap_or_default()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    #[test]
    fn tags_and_parameters_that_are_not_described() {
        assert_eq!(labels("# @par$0\nclass a($x) {}\n").first().map(String::as_str), Some("param"));
        let text = "# @param x the one\n# @param $0\nclass a($x, Integer $y, $z = 1) {}\n";
        assert_eq!(labels(text), ["y", "z"]);
        assert!(labels("# mail me@$0\n").is_empty());
        assert!(labels("# @param $0\n\n$x = 1\nclass a($y) {}\n").is_empty());
    }
}
