//! Classes, defines, functions and types: their names and the places where they may stand. Knows nothing of the file.

use super::issue::Issue;
use super::labels::Label;
use super::names::{is_definition_name, is_type_name};
use super::validator::{Container, Validator};
use crate::program::{ClassDefinition, DefineDefinition, Expr, ExprId, FunctionDefinition, TypeAlias, TypeDefinition};
use crate::text_range::TextRange;

/// Names of data types, which classes, defines and functions may not take.
pub(super) const RESERVED_TYPE_NAMES: [&str; 28] = [
    "any",
    "array",
    "boolean",
    "collection",
    "enum",
    "float",
    "hash",
    "init",
    "integer",
    "numeric",
    "object",
    "optional",
    "pattern",
    "regexp",
    "runtime",
    "scalar",
    "semver",
    "semverrange",
    "sensitive",
    "string",
    "struct",
    "timespan",
    "timestamp",
    "tuple",
    "type",
    "typeset",
    "unit",
    "variant",
];

/// How Puppet names the word that it does not know before a definition.
pub(super) const PRIVATE_WORD: &str = "Reserved Word 'private'";

/// Whether a definition has `private` before it.
pub(super) fn is_private(expr: &Expr) -> bool {
    match expr {
        Expr::Class(class) => class.private,
        Expr::Define(define) => define.private,
        Expr::Function(function) => function.private,
        _ => false,
    }
}

impl Validator<'_> {
    pub fn check_class(&mut self, id: ExprId, class: &ClassDefinition) {
        if self.options.tasks {
            self.refuse_in_tasks(id);
            return;
        }
        self.check_private_definition(id, class.private);
        self.check_named_definition(id, &class.name, class.name_id);
        let label = self.label(id);
        self.check_no_captures_rest(&class.parameters, &label);
        self.check_parameters_are_unique(&class.parameters);
        self.check_no_reserved_parameters(&class.parameters, id);
        self.check_ends_with_effect(id, class.body);
        self.check_parameter_types_are_literal(&class.parameters);
    }

    pub fn check_define(&mut self, id: ExprId, define: &DefineDefinition) {
        if self.options.tasks {
            self.refuse_in_tasks(id);
            return;
        }
        self.check_private_definition(id, define.private);
        self.check_named_definition(id, &define.name, define.name_id);
        let label = self.label(id);
        self.check_no_captures_rest(&define.parameters, &label);
        self.check_parameters_are_unique(&define.parameters);
        self.check_no_reserved_parameters(&define.parameters, id);
        self.check_ends_with_effect(id, define.body);
    }

    pub fn check_function(&mut self, id: ExprId, function: &FunctionDefinition) {
        self.check_private_definition(id, function.private);
        self.check_named_definition(id, &function.name, function.name_id);
        self.check_return_type(id, function.return_type);
        self.check_function_parameter_order(&function.parameters);
        self.check_parameters_are_unique(&function.parameters);
    }

    pub fn check_type_alias(&mut self, id: ExprId, alias: &TypeAlias) {
        self.check_placement(id);
        if !is_type_name(&alias.name) {
            let issue = Issue::IllegalDefinitionName { name: &alias.name, definition: self.label(id) };
            self.report_part(issue, id, alias.name_id);
        }
        // Puppet places `A[…]` behind an alias where the alias is.
        let at =
            if matches!(self.expr(alias.type_expression), Expr::Access { .. }) { id } else { alias.type_expression };
        self.check_type_reference(id, alias.type_expression, at);
    }

    pub fn check_type_definition(&mut self, id: ExprId, _definition: &TypeDefinition) {
        self.check_placement(id);
        let expression = self.label(id);
        self.report(Issue::UnsupportedExpression { expression }, id);
    }

    fn check_named_definition(&mut self, id: ExprId, name: &str, name_id: ExprId) {
        self.check_placement(id);
        if name.is_empty() {
            return;
        }
        if !is_definition_name(name) {
            let definition = self.label(id);
            self.report_part(Issue::IllegalDefinitionName { name, definition }, id, name_id);
        }
        self.check_keywords_in_name(name_id, name);
        self.check_location(id, name, name_id);
        if RESERVED_TYPE_NAMES.binary_search(&name).is_ok() {
            let definition = self.label(id);
            self.report_part(Issue::ReservedTypeName { name, definition }, id, name_id);
        }
        if name == "plan" {
            self.report_part(Issue::FutureReservedWord { word: name }, id, name_id);
        }
    }

    /// Before Puppet 8's `class`, `private` is a word of its own: a statement without effect, and a reserved word.
    fn check_private_definition(&mut self, id: ExprId, private: bool) {
        if private && !self.rules.private_definitions {
            let range = self.private_range(id);
            let expression: Label = PRIVATE_WORD.into();
            self.report_range(Issue::IdemExpressionNotLast { expression }, id, range);
            self.report_range(Issue::ReservedWord { word: "private" }, id, range);
        }
    }

    /// Where the word stands before a definition.
    pub(super) fn private_range(&self, id: ExprId) -> TextRange {
        let start = self.source_map.range(id).start;
        TextRange { start, end: start + "private".len() as u32 }
    }

    /// Classes, defines and nodes stand at the top of a file, in a class or in `apply`; functions and types only at the top.
    pub fn check_placement(&mut self, id: ExprId) {
        let only_at_top =
            matches!(self.expr(id), Expr::Function(_) | Expr::Plan(_) | Expr::TypeAlias(_) | Expr::TypeDefinition(_));
        let mut containers = self.containers.iter().rev().peekable();
        while let Some(container) = containers.next() {
            match container {
                Container::Program | Container::Class | Container::Apply => return,
                Container::Block if only_at_top && containers.peek() != Some(&&Container::Program) => {
                    let definition = self.label(id);
                    let part = self.definition_name(id).unwrap_or(id);
                    self.report_part(Issue::NotAbsoluteTopLevel { definition }, id, part);
                    return;
                }
                Container::Block => {}
                Container::Other => {
                    let part = self.definition_name(id).unwrap_or(id);
                    self.report_part(Issue::NotTopLevel, id, part);
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RESERVED_TYPE_NAMES;

    #[test]
    fn reserved_names_are_sorted_for_the_search() {
        assert!(RESERVED_TYPE_NAMES.is_sorted());
    }
}
