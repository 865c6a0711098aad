//! Places that hold a type: return types, aliases, mappings of runtime types. Knows nothing of which types exist.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{Expr, ExprId};

/// The left side of a type mapping.
enum Mapped {
    /// `Runtime[ruby, 'Name']`
    Name,
    /// `Runtime[ruby, [/pattern/, 'replacement']]`
    Pattern,
}

impl Validator<'_> {
    pub fn check_return_type(&mut self, definition: ExprId, return_type: Option<ExprId>) {
        if let Some(return_type) = return_type {
            self.check_type_reference(definition, return_type, return_type);
        }
    }

    /// `at` is where Puppet reports a reserved word.
    pub fn check_type_reference(&mut self, container: ExprId, reference: ExprId, at: ExprId) {
        let named = match self.expr(reference) {
            Expr::Access { left, .. } => *left,
            _ => reference,
        };
        match self.expr(named) {
            Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("plan") => {
                self.report_part(Issue::FutureReservedWord { word: "plan" }, at, reference);
            }
            Expr::QualifiedReference(_) | Expr::Missing => {}
            _ => {
                let issue = Issue::IllegalExpression {
                    expression: self.label(reference),
                    feature: "a type reference",
                    container: self.label(container),
                };
                self.report(issue, reference);
            }
        }
    }

    pub fn check_type_mapping(&mut self, id: ExprId, left: ExprId, right: ExprId) {
        self.check_placement(id);
        match self.mapped(left) {
            None => {
                let expression = self.label(id);
                self.report(Issue::UnsupportedExpression { expression }, id);
            }
            Some(Mapped::Name) if !self.is_type(right) => {
                self.report(Issue::IllegalSingleTypeMapping, id);
            }
            Some(Mapped::Pattern) if !self.is_pattern_with_replacement(right) => {
                self.report(Issue::IllegalRegexpTypeMapping, id);
            }
            Some(_) => {}
        }
    }

    fn mapped(&self, left: ExprId) -> Option<Mapped> {
        let Expr::Access { left, keys } = self.expr(left) else { return None };
        let Expr::QualifiedReference(name) = self.expr(*left) else { return None };
        match keys.as_slice() {
            _ if name != "Runtime" => None,
            [_, pattern] if self.is_pattern_with_replacement(*pattern) => Some(Mapped::Pattern),
            _ => Some(Mapped::Name),
        }
    }

    fn is_pattern_with_replacement(&self, id: ExprId) -> bool {
        let Expr::Array(items) = self.expr(id) else { return false };
        let [pattern, replacement] = items.as_slice() else { return false };
        matches!((self.expr(*pattern), self.expr(*replacement)), (Expr::Regexp(_), Expr::String(_)))
    }

    fn is_type(&self, id: ExprId) -> bool {
        match self.expr(id) {
            Expr::Access { left, .. } => matches!(self.expr(*left), Expr::QualifiedReference(_)),
            other => matches!(other, Expr::QualifiedReference(_)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn aliases_and_return_types_are_types() {
        assert_eq!(problems("type A = Array[B] function f() >> Integer[1] { }", |_| {}), []);
        assert_eq!(problems("type A = [Integer]", |_| {}), [("ILLEGAL_EXPRESSION", "[Integer]")]);
        assert_eq!(problems("function f() >> Plan { }", |_| {}), [("FUTURE_RESERVED_WORD", "Plan")]);
    }

    #[test]
    fn runtime_types_map_to_what_fits() {
        assert_eq!(problems("type Runtime[ruby, 'A'] = B type Runtime[ruby, [/a/, 'b']] = [/c/, 'd']", |_| {}), []);
        let codes = |text| problems(text, |_| {}).into_iter().map(|problem| problem.0).collect::<Vec<_>>();
        assert_eq!(codes("type Runtime[ruby, 'A'] = [/c/, 'd']"), ["ILLEGAL_TYPE_MAPPING"]);
        assert_eq!(codes("type Runtime[ruby, [/a/, 'b']] = B"), ["ILLEGAL_TYPE_MAPPING"]);
        assert_eq!(codes("type B[1] = C"), ["UNSUPPORTED_EXPRESSION"]);
    }
}
