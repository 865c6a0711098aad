//! Parameters of classes, defines, functions, lambdas and templates. Knows nothing of their values.

use super::issue::Issue;
use super::labels::{Label, model_class};
use super::literal_keys::is_literal;
use super::names::{is_numeric_parameter_name, is_parameter_name};
use super::validator::Validator;
use crate::program::{Epp, Expr, ExprId, Parameter};

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
            self.report(Issue::IllegalNumericParameter { name }, parameter.id);
        }
        if !is_parameter_name(name) {
            self.report(Issue::IllegalParameterName { name }, parameter.id);
        }
        if let Some(default) = parameter.default {
            self.check_no_assignment(default);
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
            self.report(Issue::CapturesRestNotSupported { name: &parameter.name, container }, parameter.id);
        }
    }

    pub fn check_captures_rest_is_last(&mut self, parameters: &[Parameter]) {
        let Some((_, others)) = parameters.split_last() else { return };
        for parameter in others.iter().filter(|parameter| parameter.captures_rest) {
            self.report(Issue::CapturesRestNotLast { name: &parameter.name }, parameter.id);
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
            let related = self.related(earlier.id, "the parameter is declared here first");
            self.report(Issue::DuplicateParameter { name: &parameter.name }, parameter.id).related.push(related);
        }
    }

    pub fn check_no_reserved_parameters(&mut self, parameters: &[Parameter], definition: ExprId) {
        for parameter in parameters.iter().filter(|parameter| RESERVED_PARAMETERS.contains(&parameter.name.as_str())) {
            let container = self.label(definition);
            self.report(Issue::ReservedParameter { name: &parameter.name, container }, parameter.id);
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
                self.report(issue, parameter.id);
            }
        }
    }
}
