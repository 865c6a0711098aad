//! One pass over the program in Puppet's order: each expression is checked, then its parts. Knows which checks an
//! expression gets, not what they look for.

use super::children::for_each_child;
use super::issue::Issue;
use super::validator::{Container, Validator};
use crate::program::{AttributeOperation, Expr, ExprId, Parameter, StringSegment};

/// The parser nests no deeper; a program built by hand is not followed further.
const MAX_DEPTH: usize = 1_000;

impl Validator<'_> {
    pub fn walk_root(&mut self) {
        self.containers.push(Container::Program);
        self.walk(self.program.root);
        self.containers.pop();
    }

    fn walk(&mut self, id: ExprId) {
        if self.containers.len() > MAX_DEPTH {
            return;
        }
        let container = match self.expr(id) {
            Expr::Block(_) => Container::Block,
            Expr::Class(_) => Container::Class,
            Expr::Apply(_) => Container::Apply,
            _ => Container::Other,
        };
        self.check(id);
        self.containers.push(container);
        self.walk_parts(id);
        self.containers.pop();
    }

    fn check(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::Integer(literal) => self.check_integer(id, literal),
            Expr::Variable(variable) => self.check_variable(id, variable),
            Expr::QualifiedName(name) => self.check_keywords_in_name(id, name),
            Expr::ReservedWord { word, future } => self.check_reserved_word(id, word, *future),
            Expr::Heredoc(heredoc) => self.check_heredoc_syntax(heredoc),
            Expr::Array(items) => {
                self.check_values(items);
                self.check_no_relationships(items);
            }
            Expr::Hash(entries) => self.check_duplicate_keys(entries),
            Expr::Parenthesized(inner)
            | Expr::Not(inner)
            | Expr::UnaryMinus(inner)
            | Expr::Unfold(inner)
            | Expr::RenderExpression(inner) => {
                self.check_value(*inner);
                self.check_no_relationships(&[*inner]);
            }
            Expr::Binary { left, right, .. } => {
                self.check_value(*left);
                self.check_value(*right);
            }
            Expr::Assignment { operator, left, right } => self.check_assignment(id, *operator, *left, *right),
            Expr::Relationship { left, right, .. } => self.check_relationship(id, *left, *right),
            Expr::Call(call) => {
                self.check_call(id, call);
                self.check_arguments(id, call);
            }
            Expr::CallMethod(call) => self.check_no_relationships(&call.arguments),
            Expr::FunctionReference(_) if !self.rules.callable_values => {
                self.report(Issue::FunctionReferenceNotSupported, id);
            }
            Expr::Lambda(lambda) => {
                self.check_captures_rest_is_last(&lambda.parameters);
                self.check_parameter_order(&lambda.parameters);
                self.check_return_type(id, lambda.return_type);
            }
            Expr::If(conditional) | Expr::Unless(conditional) => self.check_value(conditional.test),
            Expr::Case(case) => self.check_case(id, case),
            Expr::Selector(selector) => self.check_selector(id, selector),
            Expr::Block(statements) => self.check_block(id, statements),
            Expr::Class(class) => self.check_class(id, class),
            Expr::Define(define) => self.check_define(id, define),
            Expr::Node(node) => self.check_node(id, node),
            Expr::Function(function) | Expr::Plan(function) => self.check_function(id, function),
            Expr::TypeAlias(alias) => self.check_type_alias(id, alias),
            Expr::TypeDefinition(definition) => self.check_type_definition(id, definition),
            Expr::TypeMapping { left, right } => self.check_type_mapping(id, *left, *right),
            Expr::Resource(resource) => self.check_resource(id, resource),
            Expr::ResourceDefaults(defaults) => self.check_resource_defaults(id, defaults.form),
            Expr::ResourceOverride(override_) => self.check_resource_override(id, override_.form),
            Expr::Collector(collector) => self.check_collector(id, collector),
            Expr::Apply(_) => self.check_apply(id),
            Expr::Epp(epp) => self.check_captures_rest_is_last(&epp.parameters),
            _ => {}
        }
    }

    fn walk_parts(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::ConcatenatedString(segments) => {
                for segment in segments {
                    if let StringSegment::Interpolation(inner) = segment {
                        self.check_value(*inner);
                        self.check_no_relationships(&[*inner]);
                        self.walk(*inner);
                    }
                }
            }
            Expr::Hash(entries) => {
                for entry in entries {
                    self.check_value(entry.key);
                    self.check_value(entry.value);
                    self.check_no_relationships(&[entry.key, entry.value]);
                    self.walk(entry.key);
                    self.walk(entry.value);
                }
            }
            Expr::Lambda(lambda) => {
                self.walk_parameters(&lambda.parameters);
                self.walk(lambda.body);
                self.walk_optional(lambda.return_type);
            }
            Expr::Case(case) => {
                self.walk(case.test);
                for option in &case.options {
                    self.check_values(&option.values);
                    self.walk_all(&option.values);
                    self.walk(option.then);
                }
            }
            Expr::Selector(selector) => {
                self.walk(selector.left);
                for entry in &selector.entries {
                    self.check_value(entry.matching);
                    self.walk(entry.matching);
                    self.walk(entry.value);
                }
            }
            Expr::Class(class) => {
                self.walk_parameters(&class.parameters);
                self.walk(class.body);
            }
            Expr::Define(define) => {
                self.walk_parameters(&define.parameters);
                self.walk(define.body);
            }
            Expr::Function(function) | Expr::Plan(function) => {
                self.walk_parameters(&function.parameters);
                self.walk(function.body);
                self.walk_optional(function.return_type);
            }
            Expr::Resource(resource) => {
                self.walk(resource.type_name);
                for body in &resource.bodies {
                    self.check_resource_body(body);
                    self.walk(body.title);
                    self.walk_attributes(&body.attributes, AttributesOf::Resource);
                }
            }
            Expr::ResourceDefaults(defaults) => {
                self.walk(defaults.type_name);
                self.walk_attributes(&defaults.attributes, AttributesOf::Defaults);
            }
            Expr::ResourceOverride(override_) => {
                self.walk(override_.resources);
                self.walk_attributes(&override_.attributes, AttributesOf::OverrideOrCollector);
            }
            Expr::Collector(collector) => {
                self.walk(collector.type_name);
                if let Some(query) = collector.query {
                    self.check_query(query);
                    self.walk(query);
                }
                self.walk_attributes(&collector.attributes, AttributesOf::OverrideOrCollector);
            }
            Expr::Apply(apply) => {
                self.walk_all(&apply.arguments);
                self.apply_blocks += 1;
                self.walk_apply_block(apply.body);
                self.apply_blocks -= 1;
            }
            Expr::Epp(epp) => {
                self.walk_parameters(&epp.parameters);
                self.check_template(id, epp);
                self.walk(epp.body);
            }
            other => for_each_child(other, &mut |child| self.walk(child)),
        }
    }

    /// The body of an `apply` is a block even where it has one statement.
    fn walk_apply_block(&mut self, body: ExprId) {
        if matches!(self.expr(body), Expr::Block(_)) {
            self.walk(body);
        } else {
            self.containers.push(Container::Block);
            self.walk(body);
            self.containers.pop();
        }
    }

    fn walk_all(&mut self, ids: &[ExprId]) {
        for id in ids {
            self.walk(*id);
        }
    }

    fn walk_optional(&mut self, id: Option<ExprId>) {
        if let Some(id) = id {
            self.walk(id);
        }
    }

    fn walk_parameters(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            self.check_parameter(parameter);
            self.containers.push(Container::Other);
            self.walk_optional(parameter.default);
            self.walk_optional(parameter.type_expression);
            self.containers.pop();
        }
    }

    fn walk_attributes(&mut self, attributes: &[AttributeOperation], of: AttributesOf) {
        for attribute in attributes {
            self.check_attribute(attribute, of);
            self.walk(attribute.value);
        }
    }
}

/// What a list of attributes belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributesOf {
    Resource,
    Defaults,
    OverrideOrCollector,
}
