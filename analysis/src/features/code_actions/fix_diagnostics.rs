//! The fixes that diagnostics bring along.

use super::{ActionContext, CodeAction};
use crate::queries;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for diagnostic in queries::diagnostics(context.db, context.file).iter() {
        if !context.is_at(diagnostic.range) {
            continue;
        }
        for (index, fix) in diagnostic.fixes.iter().enumerate() {
            let mut action = context.quick_fix(fix.title.as_str(), diagnostic, context.edit(fix.edits.clone()));
            action.is_preferred = index == 0;
            actions.push(action);
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apply, titles};

    #[test]
    fn names_that_were_mistyped_and_old_facts() {
        let text = "web { 'a': portt$0 => 1 }\ndefine web($port) {}\n";
        assert!(apply(text, "Replace").starts_with("web { 'a': port => 1 }"), "{:?}", titles(text));
        let given = "web { 'a': portt$0 => 1, port => 2 }\ndefine web($port) {}\n";
        assert!(!titles(given).iter().any(|title| title.starts_with("Replace")), "{:?}", titles(given));
        assert_eq!(apply("notice($osfa$0mily)\n", "os"), "notice($facts['os']['family'])\n");
    }
}
