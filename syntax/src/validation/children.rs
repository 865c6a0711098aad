//! The parts of an expression from left to right, as Puppet visits them. Knows nothing of the checks.

use crate::program::{AttributeOperation, Expr, ExprId, Parameter, StringSegment};

/// Calls `visit` for each expression directly inside this one.
pub fn for_each_child(expr: &Expr, visit: &mut dyn FnMut(ExprId)) {
    match expr {
        Expr::Nop
        | Expr::Missing
        | Expr::Part
        | Expr::Undef
        | Expr::Default
        | Expr::Boolean(_)
        | Expr::Integer(_)
        | Expr::Float(_)
        | Expr::String(_)
        | Expr::Regexp(_)
        | Expr::QualifiedName(_)
        | Expr::QualifiedReference(_)
        | Expr::ReservedWord { .. }
        | Expr::Variable(_)
        | Expr::RenderString(_) => {}
        Expr::ConcatenatedString(segments) => {
            for segment in segments {
                if let StringSegment::Interpolation(inner) = segment {
                    visit(*inner);
                }
            }
        }
        Expr::Heredoc(heredoc) => visit(heredoc.text),
        Expr::Array(items) | Expr::Block(items) => items.iter().copied().for_each(visit),
        Expr::Hash(entries) => {
            for entry in entries {
                visit(entry.key);
                visit(entry.value);
            }
        }
        Expr::Parenthesized(inner)
        | Expr::Not(inner)
        | Expr::UnaryMinus(inner)
        | Expr::Unfold(inner)
        | Expr::FunctionReference(inner)
        | Expr::RenderExpression(inner) => visit(*inner),
        Expr::Binary { left, right, .. }
        | Expr::Assignment { left, right, .. }
        | Expr::Relationship { left, right, .. }
        | Expr::NamedAccess { left, right }
        | Expr::TypeMapping { left, right } => {
            visit(*left);
            visit(*right);
        }
        Expr::Access { left, keys } => {
            visit(*left);
            keys.iter().copied().for_each(visit);
        }
        Expr::Call(call) => {
            visit(call.functor);
            call.arguments.iter().copied().for_each(&mut *visit);
            call.lambda.into_iter().for_each(visit);
        }
        Expr::CallMethod(call) => {
            visit(call.functor);
            call.arguments.iter().copied().for_each(&mut *visit);
            call.lambda.into_iter().for_each(visit);
        }
        Expr::Lambda(lambda) => {
            parameters(&lambda.parameters, visit);
            visit(lambda.body);
            lambda.return_type.into_iter().for_each(visit);
        }
        Expr::If(conditional) | Expr::Unless(conditional) => {
            visit(conditional.test);
            visit(conditional.then);
            visit(conditional.otherwise);
        }
        Expr::Case(case) => {
            visit(case.test);
            for option in &case.options {
                option.values.iter().copied().for_each(&mut *visit);
                visit(option.then);
            }
        }
        Expr::Selector(selector) => {
            visit(selector.left);
            for entry in &selector.entries {
                visit(entry.matching);
                visit(entry.value);
            }
        }
        Expr::Class(class) => {
            parameters(&class.parameters, visit);
            visit(class.body);
        }
        Expr::Define(define) => {
            parameters(&define.parameters, visit);
            visit(define.body);
        }
        Expr::Node(node) => {
            node.parent.into_iter().for_each(&mut *visit);
            node.matches.iter().copied().for_each(&mut *visit);
            visit(node.body);
        }
        Expr::Function(function) | Expr::Plan(function) => {
            parameters(&function.parameters, visit);
            visit(function.body);
            function.return_type.into_iter().for_each(visit);
        }
        Expr::TypeAlias(alias) => visit(alias.type_expression),
        Expr::TypeDefinition(definition) => visit(definition.body),
        Expr::Resource(resource) => {
            visit(resource.type_name);
            for body in &resource.bodies {
                visit(body.title);
                attributes(&body.attributes, visit);
            }
        }
        Expr::ResourceDefaults(defaults) => {
            visit(defaults.type_name);
            attributes(&defaults.attributes, visit);
        }
        Expr::ResourceOverride(override_) => {
            visit(override_.resources);
            attributes(&override_.attributes, visit);
        }
        Expr::Collector(collector) => {
            visit(collector.type_name);
            collector.query.into_iter().for_each(&mut *visit);
            attributes(&collector.attributes, visit);
        }
        Expr::Apply(apply) => {
            apply.arguments.iter().copied().for_each(&mut *visit);
            visit(apply.body);
        }
        Expr::Epp(epp) => {
            parameters(&epp.parameters, visit);
            visit(epp.body);
        }
    }
}

fn parameters(parameters: &[Parameter], visit: &mut dyn FnMut(ExprId)) {
    for parameter in parameters {
        parameter.default.into_iter().for_each(&mut *visit);
        parameter.type_expression.into_iter().for_each(&mut *visit);
    }
}

fn attributes(attributes: &[AttributeOperation], visit: &mut dyn FnMut(ExprId)) {
    attributes.iter().for_each(|attribute| visit(attribute.value));
}
