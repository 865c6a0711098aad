//! A `Program` in Puppet's own S-expression notation, exactly as `puppet parser dump --format pn` prints it.

mod number;

use std::fmt::Write;

use crate::program::{
    AssignmentOperator, AttributeName, AttributeOperation, AttributeOperator, BinaryOperator, Expr, ExprId, Parameter,
    Program, RelationshipOperator, ResourceForm, StringSegment,
};

pub fn print(program: &Program) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.expr(program.root);
    printer.out
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
}

impl<'a> Printer<'a> {
    fn get(&self, id: ExprId) -> &'a Expr {
        self.program.exprs.get(id.index()).unwrap_or(&Expr::Missing)
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn expr(&mut self, id: ExprId) {
        match self.get(id) {
            Expr::Nop | Expr::Part => self.text("(nop)"),
            Expr::Missing => self.text("(missing)"),
            Expr::Undef => self.text("nil"),
            Expr::Default => self.text("(default)"),
            Expr::Boolean(value) => self.text(if *value { "true" } else { "false" }),
            Expr::Integer(literal) => match (literal.radix, literal.value) {
                (10, value) => {
                    let _ = write!(self.out, "{}", value.unwrap_or_default());
                }
                (radix, value) => {
                    let _ = write!(self.out, "(int {{:radix {radix} :value {}}})", value.unwrap_or_default());
                }
            },
            Expr::Float(literal) => self.text(&number::float(literal.value())),
            Expr::String(value) => self.string(value),
            Expr::ConcatenatedString(segments) => {
                self.text("(concat");
                for segment in segments {
                    self.text(" ");
                    match segment {
                        StringSegment::Text(_, text) => self.string(text),
                        StringSegment::Interpolation(value) => self.call("str", &[*value]),
                    }
                }
                self.text(")");
            }
            Expr::Heredoc(heredoc) => {
                self.text("(heredoc {");
                if let Some(syntax) = &heredoc.syntax {
                    self.text(":syntax ");
                    self.string(syntax);
                    self.text(" ");
                }
                self.text(":text ");
                self.expr(heredoc.text);
                self.text("})");
            }
            Expr::Regexp(pattern) => {
                let shown = number::regexp(pattern);
                self.named("regexp", &shown);
            }
            Expr::QualifiedName(name) => self.named("qn", name),
            Expr::QualifiedReference(name) => self.named("qr", name),
            Expr::ReservedWord { word, .. } => self.named("reserved", word),
            Expr::Variable(variable) => self.named("var", &variable.name),
            Expr::Array(values) => self.call("array", values),
            Expr::Hash(entries) => {
                self.text("(hash");
                for entry in entries {
                    self.text(" ");
                    self.call("=>", &[entry.key, entry.value]);
                }
                self.text(")");
            }
            Expr::Parenthesized(inner) => self.call("paren", &[*inner]),
            Expr::Not(inner) => self.call("!", &[*inner]),
            Expr::UnaryMinus(inner) => self.unary_minus(*inner),
            Expr::Unfold(inner) => self.call("unfold", &[*inner]),
            Expr::Binary { operator, left, right } => self.call(binary_operator(*operator), &[*left, *right]),
            Expr::Assignment { operator, left, right } => {
                let operator = match operator {
                    AssignmentOperator::Assign => "=",
                    AssignmentOperator::Append => "+=",
                    AssignmentOperator::Delete => "-=",
                };
                self.call(operator, &[*left, *right]);
            }
            Expr::Relationship { operator, left, right } => {
                let operator = match operator {
                    RelationshipOperator::Before => "->",
                    RelationshipOperator::Notify => "~>",
                    RelationshipOperator::After => "<-",
                    RelationshipOperator::Subscribe => "<~",
                };
                self.call(operator, &[*left, *right]);
            }
            Expr::Access { left, keys } => {
                self.text("(access ");
                self.expr(*left);
                for key in keys {
                    self.text(" ");
                    self.expr(*key);
                }
                self.text(")");
            }
            Expr::NamedAccess { left, right } => self.call(".", &[*left, *right]),
            Expr::Call(call) => {
                let name = if call.value_required { "call" } else { "invoke" };
                self.function_call(name, call.functor, &call.arguments, call.lambda);
            }
            Expr::CallMethod(call) => self.function_call("call-method", call.functor, &call.arguments, call.lambda),
            Expr::FunctionReference(name) => self.call("&", &[*name]),
            Expr::Lambda(lambda) => {
                self.text("(lambda {");
                let mut entries = Entries::default();
                self.parameters(&lambda.parameters, &mut entries);
                if let Some(return_type) = lambda.return_type {
                    self.entry("returns", &mut entries);
                    self.expr(return_type);
                }
                self.body(lambda.body, &mut entries);
                self.text("})");
            }
            Expr::If(condition) => self.condition("if", condition),
            Expr::Unless(condition) => self.condition("unless", condition),
            Expr::Case(case) => {
                self.text("(case ");
                self.expr(case.test);
                self.text(" [");
                for (index, option) in case.options.iter().enumerate() {
                    self.text(if index > 0 { " {:when " } else { "{:when " });
                    self.list(&option.values);
                    self.text(" :then ");
                    self.block_list(option.then);
                    self.text("}");
                }
                self.text("])");
            }
            Expr::Selector(selector) => {
                self.text("(? ");
                self.expr(selector.left);
                self.text(" [");
                for (index, entry) in selector.entries.iter().enumerate() {
                    self.text(if index > 0 { " " } else { "" });
                    self.call("=>", &[entry.matching, entry.value]);
                }
                self.text("])");
            }
            Expr::Block(statements) => self.call("block", statements),
            Expr::Class(class) => {
                self.definition("class", &class.name, class.parent.as_deref(), &class.parameters, class.body, None);
            }
            Expr::Define(define) => {
                self.definition("define", &define.name, None, &define.parameters, define.body, None)
            }
            Expr::Node(node) => {
                self.text("(node {:matches ");
                self.list(&node.matches);
                let mut entries = Entries { any: true };
                if let Some(parent) = node.parent {
                    self.entry("parent", &mut entries);
                    self.expr(parent);
                }
                self.body(node.body, &mut entries);
                self.text("})");
            }
            Expr::Function(function) => {
                self.definition(
                    "function",
                    &function.name,
                    None,
                    &function.parameters,
                    function.body,
                    function.return_type,
                );
            }
            Expr::Plan(plan) => {
                self.definition("plan", &plan.name, None, &plan.parameters, plan.body, plan.return_type)
            }
            Expr::TypeAlias(alias) => {
                self.text("(type-alias ");
                self.string(&alias.name);
                self.text(" ");
                self.expr(alias.type_expression);
                self.text(")");
            }
            Expr::TypeDefinition(definition) => {
                self.text("(type-definition ");
                self.string(&definition.name);
                self.text(" ");
                match &definition.parent {
                    Some(parent) => self.string(parent),
                    None => self.text("nil"),
                }
                self.text(" ");
                self.expr(definition.body);
                self.text(")");
            }
            Expr::TypeMapping { left, right } => self.call("type-mapping", &[*left, *right]),
            Expr::Resource(resource) => {
                self.text("(resource {:type ");
                self.expr(resource.type_name);
                self.text(" :bodies [");
                for (index, body) in resource.bodies.iter().enumerate() {
                    self.text(if index > 0 { " {:title " } else { "{:title " });
                    self.expr(body.title);
                    self.text(" :ops ");
                    self.attributes(&body.attributes);
                    self.text("}");
                }
                self.text("]");
                self.form(resource.form);
                self.text("})");
            }
            Expr::ResourceDefaults(defaults) => {
                self.text("(resource-defaults {:type ");
                self.expr(defaults.type_name);
                self.text(" :ops ");
                self.attributes(&defaults.attributes);
                self.form(defaults.form);
                self.text("})");
            }
            Expr::ResourceOverride(resource) => {
                self.text("(resource-override {:resources ");
                self.expr(resource.resources);
                self.text(" :ops ");
                self.attributes(&resource.attributes);
                self.form(resource.form);
                self.text("})");
            }
            Expr::Collector(collector) => {
                self.text("(collect {:type ");
                self.expr(collector.type_name);
                self.text(" :query ");
                let name = if collector.exported { "exported-query" } else { "virtual-query" };
                self.call(name, collector.query.as_slice());
                if !collector.attributes.is_empty() {
                    self.text(" :ops ");
                    self.attributes(&collector.attributes);
                }
                self.text("})");
            }
            Expr::Apply(apply) => {
                self.text("(apply {:args ");
                self.list(&apply.arguments);
                self.text(" :body ");
                match self.get(apply.body) {
                    Expr::Nop => self.text("[]"),
                    _ => self.block_list(apply.body),
                }
                self.text("})");
            }
            Expr::Epp(epp) => {
                self.text("(lambda {");
                let mut entries = Entries::default();
                self.parameters(&epp.parameters, &mut entries);
                self.entry("body", &mut entries);
                self.text("[");
                match self.get(epp.body) {
                    Expr::Block(statements) => self.call("epp", statements),
                    Expr::Nop => self.text("(epp)"),
                    _ => self.call("epp", &[epp.body]),
                }
                self.text("]})");
            }
            Expr::RenderString(text) => self.named("render-s", text),
            Expr::RenderExpression(inner) => self.call("render", &[*inner]),
        }
    }

    /// `(name a b)`
    fn call(&mut self, name: &str, elements: &[ExprId]) {
        self.text("(");
        self.text(name);
        for element in elements {
            self.text(" ");
            self.expr(*element);
        }
        self.text(")");
    }

    /// `(name "text")`
    fn named(&mut self, name: &str, text: &str) {
        self.text("(");
        self.text(name);
        self.text(" ");
        self.string(text);
        self.text(")");
    }

    fn list(&mut self, elements: &[ExprId]) {
        self.text("[");
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.text(" ");
            }
            self.expr(*element);
        }
        self.text("]");
    }

    /// The statements of a body as a list.
    fn block_list(&mut self, body: ExprId) {
        match self.get(body) {
            Expr::Block(statements) => self.list(statements),
            _ => self.list(&[body]),
        }
    }

    fn entry(&mut self, key: &str, entries: &mut Entries) {
        if entries.any {
            self.text(" ");
        }
        entries.any = true;
        self.text(":");
        self.text(key);
        self.text(" ");
    }

    fn body(&mut self, body: ExprId, entries: &mut Entries) {
        if !matches!(self.get(body), Expr::Nop) {
            self.entry("body", entries);
            self.block_list(body);
        }
    }

    fn unary_minus(&mut self, inner: ExprId) {
        match self.get(inner) {
            Expr::Integer(literal) => {
                let _ = write!(self.out, "{}", -literal.value.unwrap_or_default());
            }
            Expr::Float(literal) => self.text(&number::float(-literal.value())),
            _ => self.call("-", &[inner]),
        }
    }

    fn function_call(&mut self, name: &str, functor: ExprId, arguments: &[ExprId], lambda: Option<ExprId>) {
        self.text("(");
        self.text(name);
        self.text(" {:functor ");
        self.expr(functor);
        self.text(" :args ");
        self.list(arguments);
        if let Some(lambda) = lambda {
            self.text(" :block ");
            self.expr(lambda);
        }
        self.text("})");
    }

    fn condition(&mut self, name: &str, condition: &crate::program::If) {
        self.text("(");
        self.text(name);
        self.text(" {:test ");
        self.expr(condition.test);
        for (key, part) in [(" :then ", condition.then), (" :else ", condition.otherwise)] {
            if !matches!(self.get(part), Expr::Nop) {
                self.text(key);
                self.block_list(part);
            }
        }
        self.text("})");
    }

    fn definition(
        &mut self,
        kind: &str,
        name: &str,
        parent: Option<&str>,
        parameters: &[Parameter],
        body: ExprId,
        return_type: Option<ExprId>,
    ) {
        self.text("(");
        self.text(kind);
        self.text(" {:name ");
        self.string(name);
        let mut entries = Entries { any: true };
        if let Some(parent) = parent {
            self.entry("parent", &mut entries);
            self.string(parent);
        }
        self.parameters(parameters, &mut entries);
        self.body(body, &mut entries);
        if let Some(return_type) = return_type {
            self.entry("returns", &mut entries);
            self.expr(return_type);
        }
        self.text("})");
    }

    fn parameters(&mut self, parameters: &[Parameter], entries: &mut Entries) {
        if parameters.is_empty() {
            return;
        }
        self.entry("params", entries);
        self.text("{");
        let mut names = Entries::default();
        for parameter in parameters {
            self.entry(&parameter.name, &mut names);
            self.text("{");
            let mut parts = Entries::default();
            if let Some(type_expression) = parameter.type_expression {
                self.entry("type", &mut parts);
                self.expr(type_expression);
            }
            if parameter.captures_rest {
                self.entry("splat", &mut parts);
                self.text("true");
            }
            if let Some(default) = parameter.default {
                self.entry("value", &mut parts);
                self.expr(default);
            }
            self.text("}");
        }
        self.text("}");
    }

    fn attributes(&mut self, attributes: &[AttributeOperation]) {
        self.text("[");
        for (index, attribute) in attributes.iter().enumerate() {
            if index > 0 {
                self.text(" ");
            }
            match &attribute.name {
                AttributeName::Splat => self.call("splat-hash", &[attribute.value]),
                AttributeName::Name(name) => {
                    self.text(match attribute.operator {
                        AttributeOperator::Assign => "(=> ",
                        AttributeOperator::Append => "(+> ",
                    });
                    self.string(name);
                    self.text(" ");
                    self.expr(attribute.value);
                    self.text(")");
                }
            }
        }
        self.text("]");
    }

    fn form(&mut self, form: ResourceForm) {
        match form {
            ResourceForm::Regular => {}
            ResourceForm::Virtual => self.text(" :form \"virtual\""),
            ResourceForm::Exported => self.text(" :form \"exported\""),
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            match character {
                '\t' => self.out.push_str("\\t"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                control if control < ' ' => {
                    let _ = write!(self.out, "\\o{:03o}", control as u32);
                }
                other => self.out.push(other),
            }
        }
        self.out.push('"');
    }
}

/// Whether a map already has an entry.
#[derive(Default)]
struct Entries {
    any: bool,
}

fn binary_operator(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::LeftShift => "<<",
        BinaryOperator::RightShift => ">>",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterOrEqual => ">=",
        BinaryOperator::Match => "=~",
        BinaryOperator::NotMatch => "!~",
        BinaryOperator::In => "in",
    }
}
