//! References to resources: `Type['title']`, without white space, with quotes.

use super::prelude::*;

const GEM: &str = "puppet-lint-resource_reference_syntax";

pub static UNQUOTED_TITLE: LintCheck = LintCheck::plugin(
    "resource_reference_with_unquoted_title",
    GEM,
    "The title in a reference to a resource is a bare word.",
    |document, findings| {
        for title in titles(document).into_iter().filter(|title| document.kind(*title) == Kind::Name) {
            findings.fixable(document, title, "unquoted title in resource reference");
        }
    },
)
.fixed_by(quote);

pub static CAPITAL_TITLE: LintCheck = LintCheck::plugin(
    "resource_reference_without_title_capital",
    GEM,
    "The title in a reference to a resource is a capitalised bare word, which is a data type.",
    |document, findings| {
        for title in titles(document).into_iter().filter(|title| document.kind(*title) == Kind::ClassReference) {
            findings.fixable(document, title, "capitalised title without quotes in resource reference");
        }
    },
)
.fixed_by(quote);

pub static WHITESPACE: LintCheck = LintCheck::plugin(
    "resource_reference_without_whitespace",
    GEM,
    "White space between the type and the bracket of a reference: Puppet then reads a list.",
    |document, findings| gaps(document, findings, Kind::ClassReference),
)
.fixed_by(remove);

pub static TYPE_WHITESPACE: LintCheck = LintCheck::plugin(
    "resource_reference_chain_without_whitespace",
    GEM,
    "White space between a data type or `Class` and its bracket: Puppet then reads a list.",
    |document, findings| gaps(document, findings, Kind::Type),
)
.fixed_by(remove);

fn gaps(document: &Document<'_>, findings: &mut Findings, kind: Kind) {
    for name in document.of_kind(kind) {
        let gap = document.next(name).filter(|gap| document.kind(*gap) == Kind::Whitespace);
        if let Some(gap) = gap
            && document.kind_of(document.next_code(name)) == Some(Kind::LeftBracket)
        {
            findings.fixable(document, gap, "white space between type and title of a reference");
        }
    }
}

/// The first tokens in the brackets of references that relate resources to each other.
fn titles(document: &Document<'_>) -> Vec<At> {
    const RELATIONS: &[&str] = &["before", "consume", "export", "notify", "require", "subscribe"];
    let mut titles = Vec::new();
    for resource in document.resources() {
        for (index, name) in resource.attributes.iter().enumerate() {
            if !RELATIONS.contains(&document.value(*name)) {
                continue;
            }
            let end = resource.attributes.get(index + 1).copied().unwrap_or(resource.end);
            for at in (*name..end).filter(|at| document.kind(*at) == Kind::ClassReference) {
                let open = document.next(at).filter(|open| document.kind(*open) == Kind::LeftBracket);
                titles.extend(open.and_then(|open| document.next_code(open)));
            }
        }
    }
    titles
}
