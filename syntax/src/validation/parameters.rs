//! Parameters of classes, defines, functions, lambdas and templates. Knows nothing of their values.

use super::definitions::RESERVED_TYPE_NAMES;
use super::issue::Issue;
use super::labels::{Label, model_class};
use super::literal_keys::is_literal;
use super::names::{is_numeric_parameter_name, is_parameter_name};
use super::validator::Validator;
use crate::problem::{Problem, RelatedPlace};
use crate::program::{Epp, Expr, ExprId, Parameter};
use crate::text_range::TextRange;

/// Set for every class and defined resource.
const RESERVED_PARAMETERS: [&str; 2] = ["name", "title"];

/// Up to this many names are compared pairwise; beyond it a set is worth its allocation.
const FEW_PARAMETERS: usize = 16;

impl Validator<'_> {
    pub fn check_parameter(&mut self, parameter: &Parameter) {
        let name = parameter.name.as_str();
        if parameter.private && !self.rules.private_definitions {
            self.report(Issue::PrivateParameterNotSupported, parameter.id);
        }
        if is_numeric_parameter_name(name) {
            self.report_parameter(Issue::IllegalNumericParameter { name }, parameter);
        }
        if !is_parameter_name(name) {
            self.report_parameter(Issue::IllegalParameterName { name }, parameter);
        }
        if let Some(default) = parameter.default {
            self.check_no_assignment(default);
            if self.rules.no_default_from_itself {
                self.check_no_default_from_itself(default, name);
            }
        }
    }

    pub fn check_template(&mut self, id: ExprId, epp: &Epp) {
        let container = self.label(id);
        self.check_no_captures_rest(&epp.parameters, &container);
        self.check_parameters_are_unique(&epp.parameters);
    }

    pub fn check_no_captures_rest(&mut self, parameters: &[Parameter], container: &Label) {
        for parameter in parameters.iter().filter(|parameter| parameter.captures_rest) {
            let container = container.clone();
            self.report_parameter(Issue::CapturesRestNotSupported { name: &parameter.name, container }, parameter);
        }
    }

    pub fn check_captures_rest_is_last(&mut self, parameters: &[Parameter]) {
        let Some((_, others)) = parameters.split_last() else { return };
        for parameter in others.iter().filter(|parameter| parameter.captures_rest) {
            self.report_parameter(Issue::CapturesRestNotLast { name: &parameter.name }, parameter);
        }
    }

    /// Reports, where the edition says so, what stands behind a parameter that captures the rest, and then as
    /// `check_parameter_order` does.
    pub fn check_function_parameter_order(&mut self, parameters: &[Parameter]) {
        if self.rules.parameter_order {
            let parameters = self.without_lambda_parameter(parameters);
            self.check_captures_rest_is_last(parameters);
            self.check_parameter_order(parameters);
        }
    }

    /// Reports, where the edition says so, required parameters behind those with a default. What stands behind one that
    /// captures the rest is told already.
    pub fn check_parameter_order(&mut self, parameters: &[Parameter]) {
        if !self.rules.parameter_order {
            return;
        }
        let parameters = self.without_lambda_parameter(parameters);
        let mut has_optional = false;
        for parameter in parameters.iter().take_while(|parameter| !parameter.captures_rest) {
            if parameter.default.is_some() {
                has_optional = true;
            } else if has_optional {
                self.report_parameter(Issue::RequiredParameterAfterOptional { name: &parameter.name }, parameter);
            }
        }
    }

    /// All parameters but a last one that may take the lambda.
    fn without_lambda_parameter<'p>(&self, parameters: &'p [Parameter]) -> &'p [Parameter] {
        match parameters.split_last() {
            Some((last, others))
                if !last.captures_rest && last.type_expression.is_some_and(|id| self.may_be_callable(id)) =>
            {
                others
            }
            _ => parameters,
        }
    }

    /// Whether a type may be one of lambdas only. What a name stands for that is no data type, evaluation knows.
    fn may_be_callable(&self, type_expression: ExprId) -> bool {
        match self.expr(type_expression) {
            Expr::QualifiedReference(name) => !is_data_type(name),
            Expr::Access { left, keys } => match self.expr(*left) {
                Expr::QualifiedReference(name) if matches!(name.as_str(), "Optional" | "Variant") => {
                    !keys.is_empty() && keys.iter().all(|key| self.may_be_callable(*key))
                }
                Expr::QualifiedReference(name) => !is_data_type(name),
                _ => true,
            },
            Expr::Missing => true,
            _ => false,
        }
    }

    pub fn check_parameters_are_unique(&mut self, parameters: &[Parameter]) {
        if parameters.len() <= FEW_PARAMETERS {
            for (index, parameter) in parameters.iter().enumerate() {
                let earlier = parameters.iter().take(index).find(|earlier| earlier.name == parameter.name);
                self.report_duplicate_parameter(parameter, earlier);
            }
        } else {
            let mut first_of: std::collections::HashMap<&str, &Parameter> =
                std::collections::HashMap::with_capacity(parameters.len());
            for parameter in parameters {
                let earlier = first_of.get(parameter.name.as_str()).copied();
                self.report_duplicate_parameter(parameter, earlier);
                first_of.entry(parameter.name.as_str()).or_insert(parameter);
            }
        }
    }

    fn report_duplicate_parameter(&mut self, parameter: &Parameter, earlier: Option<&Parameter>) {
        if let Some(earlier) = earlier {
            let message = "the parameter is declared here first".to_string();
            let related = RelatedPlace { range: self.variable_range(earlier), message };
            self.report_parameter(Issue::DuplicateParameter { name: &parameter.name }, parameter).related.push(related);
        }
    }

    pub fn check_no_reserved_parameters(&mut self, parameters: &[Parameter], definition: ExprId) {
        for parameter in parameters.iter().filter(|parameter| RESERVED_PARAMETERS.contains(&parameter.name.as_str())) {
            let container = self.label(definition);
            self.report_parameter(Issue::ReservedParameter { name: &parameter.name, container }, parameter);
        }
    }

    /// The type of a class parameter must be readable without evaluation, for data binding and documentation.
    pub fn check_parameter_types_are_literal(&mut self, parameters: &[Parameter]) {
        if !self.rules.literal_parameter_types {
            return;
        }
        for parameter in parameters {
            let Some(type_expression) = parameter.type_expression else { continue };
            let literal = match self.expr(type_expression) {
                Expr::Undef => false,
                Expr::Missing => true,
                _ => is_literal(self.program, type_expression),
            };
            if !literal {
                let model_class = model_class(self.program, type_expression);
                let issue = Issue::IllegalNonliteralParameterType { name: &parameter.name, model_class };
                self.report_parameter(issue, parameter);
            }
        }
    }

    /// Records a problem with a parameter, of which only the variable is underlined.
    fn report_parameter(&mut self, issue: Issue<'_>, parameter: &Parameter) -> &mut Problem {
        let range = self.variable_range(parameter);
        self.report_range(issue, parameter.id, range)
    }

    fn variable_range(&self, parameter: &Parameter) -> TextRange {
        let start = self.source_map.anchor(parameter.id);
        TextRange { start, end: start + 1 + parameter.name.len() as u32 }
    }
}

/// Whether a name is that of a type of which no lambda is.
fn is_data_type(name: &str) -> bool {
    const NOT_RESERVED: [&str; 15] = [
        "binary",
        "catalogentry",
        "class",
        "data",
        "default",
        "iterable",
        "iterator",
        "literal",
        "notundef",
        "number",
        "resource",
        "richdata",
        "scalardata",
        "undef",
        "uri",
    ];
    let name = name.to_ascii_lowercase();
    RESERVED_TYPE_NAMES.contains(&name.as_str()) || NOT_RESERVED.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn the_order_of_parameters_is_an_editions_choice() {
        let found = |text| problems(text, |rules| rules.parameter_order = true);
        for good in [
            "function f($a, $b = 1, *$c) { }",
            "function f($a = 1, Callable $b) { }",
            "function f(*$a, Optional[Variant[Callable[1, 1], Callable[2, 2]]] $b) { }",
            "function f(*$a, My::Block $b) { }",
        ] {
            assert_eq!(found(good), [], "{good}");
        }
        assert_eq!(found("function f(*$a, $b) { }"), [("CAPTURES_REST_NOT_LAST", "$a")]);
        assert_eq!(found("function f(*$a, Integer $b) { }"), [("CAPTURES_REST_NOT_LAST", "$a")]);
        assert_eq!(found("function f(*$a, Callable *$b) { }"), [("CAPTURES_REST_NOT_LAST", "$a")]);
        assert_eq!(found("function f($a = 1, $b) { }"), [("REQUIRED_PARAMETER_AFTER_OPTIONAL", "$b")]);
        assert_eq!(found("f() |$a = 1, $b| { }"), [("REQUIRED_PARAMETER_AFTER_OPTIONAL", "$b")]);
        assert_eq!(problems("function f($a = 1, $b) { }", |_| {}), []);
    }

    #[test]
    fn many_parameters_are_compared_as_few_are() {
        let few = "function f($a, $b, $a, $a) { }";
        let many = format!(
            "function f({}, $p3) {{ }}",
            (0..40).map(|number| format!("$p{number}")).collect::<Vec<_>>().join(", ")
        );
        assert_eq!(problems(few, |_| {}), [("DUPLICATE_PARAMETER", "$a"), ("DUPLICATE_PARAMETER", "$a")]);
        assert_eq!(problems(&many, |_| {}), [("DUPLICATE_PARAMETER", "$p3")]);
    }

    #[test]
    fn types_of_class_parameters_are_literal() {
        assert_eq!(problems("class a (Enum['x', 'y'] $b, Float[-1.5, default] $c) { }", |_| {}), []);
        assert_eq!(problems("class a (Integer[$x] $b) { }", |_| {}), [("ILLEGAL_NONLITERAL_PARAMETER_TYPE", "$b")]);
        assert_eq!(problems("class a (Integer[$x] $b) { }", |rules| rules.literal_parameter_types = false), []);
    }

    #[test]
    fn the_rest_is_for_functions_and_comes_last_in_lambdas() {
        assert_eq!(problems("function f(*$a, $b) { } f() |$a, *$b| { }", |_| {}), []);
        assert_eq!(problems("f() |*$a, $b| { }", |_| {}), [("CAPTURES_REST_NOT_LAST", "$a")]);
        assert_eq!(problems("define d (*$a) { }", |_| {}), [("CAPTURES_REST_NOT_SUPPORTED", "$a")]);
    }
}
