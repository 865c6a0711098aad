//! What plans and task files may not hold: everything that builds a catalog, outside `apply`. Only with `tasks` on.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{Collector, ExprId};

impl Validator<'_> {
    /// Reports an expression that only a catalog can use, and says whether it did.
    pub fn refuse_outside_apply(&mut self, id: ExprId) -> bool {
        let refused = self.options.tasks && self.apply_blocks == 0;
        if refused {
            self.refuse_in_tasks(id);
        }
        refused
    }

    pub fn refuse_in_tasks(&mut self, id: ExprId) {
        let expression = self.label(id);
        let part = self.definition_name(id).unwrap_or(id);
        self.report_part(Issue::ExpressionNotSupportedWhenScripting { expression }, id, part);
    }

    /// In an `apply` block there are virtual resources, but nobody exports any.
    pub fn allow_collector_in_tasks(&mut self, id: ExprId, collector: &Collector) -> bool {
        if self.refuse_outside_apply(id) {
            return false;
        }
        if collector.exported {
            let expression = self.label(id);
            self.report(Issue::ExpressionNotSupportedWhenCompiling { expression }, id);
        }
        !collector.exported
    }

    pub fn check_apply(&mut self, id: ExprId) {
        if self.options.tasks && self.apply_blocks > 0 {
            let expression = self.label(id);
            self.report(Issue::ExpressionNotSupportedWhenCompiling { expression }, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::source_file::ReadOptions;
    use crate::validation::test_support::problems_with;

    #[test]
    fn catalogs_are_built_in_apply_blocks() {
        let options = ReadOptions { tasks: true, ..ReadOptions::default() };
        assert_eq!(problems_with("plan a() { apply('x') { file { 'b': } File['b'] -> User <| |> } }", &options), []);
        assert_eq!(
            problems_with("plan a() { File['b'] -> File['c'] }", &options),
            [("EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING", "File['b'] -> File['c']")]
        );
        assert_eq!(
            problems_with("plan a() { apply('x') { apply('y') { } } }", &options),
            [("EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING", "apply('y') { }")]
        );
        assert_eq!(problems_with("class a { }", &options), [("EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING", "a")]);
    }
}
