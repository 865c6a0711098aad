//! The queries of collectors, read once and asked of many resources.

use smol_str::{SmolStr, StrExt};
use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId};

use super::{Code, Evaluated, Interpreter};
use crate::catalog::ResourceId;
use crate::catalog::builder::CatalogBuilder;
use crate::catalog::issues::CatalogIssue;
use crate::edition::Rule;
use crate::request::ExportedResource;
use crate::scope::ScopeId;
use crate::value::Value;
use crate::value::equality::equals;

#[derive(Clone, Debug)]
pub enum Query {
    All,
    And(Box<Query>, Box<Query>),
    Or(Box<Query>, Box<Query>),
    /// Tagged with any of these, in lower case.
    Tagged(Vec<SmolStr>),
    Equal(SmolStr, Value),
    NotEqual(SmolStr, Value),
    /// Cannot be known: matches nothing.
    Unknown,
}

impl Query {
    pub fn matches(&self, builder: &CatalogBuilder, id: ResourceId) -> bool {
        match self {
            Query::All => true,
            Query::And(left, right) => left.matches(builder, id) && right.matches(builder, id),
            Query::Or(left, right) => left.matches(builder, id) || right.matches(builder, id),
            Query::Tagged(tags) => builder.is_tagged(id, tags),
            Query::Equal(name, value) => has_value(attribute(builder, id, name).as_ref(), value),
            Query::NotEqual(name, value) => {
                !equals(attribute(builder, id, name).as_ref().unwrap_or(&Value::Undef), value)
            }
            Query::Unknown => false,
        }
    }

    pub fn matches_exported(&self, resource: &ExportedResource) -> bool {
        let value = |name: &SmolStr| match name.as_str() {
            "title" => Some(Value::String(resource.title.clone())),
            _ => resource.parameters.get(name).cloned(),
        };
        match self {
            Query::All => true,
            Query::And(left, right) => left.matches_exported(resource) && right.matches_exported(resource),
            Query::Or(left, right) => left.matches_exported(resource) || right.matches_exported(resource),
            Query::Tagged(tags) => resource.tags.iter().any(|tag| tags.contains(&tag.to_lowercase_smolstr())),
            Query::Equal(name, expected) => has_value(value(name).as_ref(), expected),
            // A store of resources knows tags, not what the attribute was.
            Query::NotEqual(name, Value::String(tag)) if name == "tag" => {
                !resource.tags.iter().any(|given| given.eq_ignore_ascii_case(tag))
            }
            Query::NotEqual(name, expected) => !equals(value(name).as_ref().unwrap_or(&Value::Undef), expected),
            Query::Unknown => false,
        }
    }
}

fn attribute(builder: &CatalogBuilder, id: ResourceId, name: &str) -> Option<Value> {
    let resource = builder.catalog.get(id);
    match name {
        "title" => Some(Value::String(resource.title.clone())),
        _ => resource.parameters.get(name).map(|parameter| parameter.value.clone()),
    }
}

/// An array has a value where one of its elements is equal.
fn has_value(actual: Option<&Value>, expected: &Value) -> bool {
    match actual {
        Some(Value::Array(elements)) => elements.iter().any(|element| equals(element, expected)),
        Some(actual) => equals(actual, expected),
        None => expected.is_undef(),
    }
}

impl Interpreter<'_> {
    pub(super) fn read_query(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Query> {
        match code.program.expr(expr) {
            Expr::Parenthesized(inner) => self.read_query(code, scope, *inner),
            Expr::Binary { operator: BinaryOperator::And, left, right } => {
                let left = self.read_query(code, scope, *left)?;
                Ok(Query::And(Box::new(left), Box::new(self.read_query(code, scope, *right)?)))
            }
            Expr::Binary { operator: BinaryOperator::Or, left, right } => {
                let left = self.read_query(code, scope, *left)?;
                Ok(Query::Or(Box::new(left), Box::new(self.read_query(code, scope, *right)?)))
            }
            Expr::Binary { operator: operator @ (BinaryOperator::Equal | BinaryOperator::NotEqual), left, right } => {
                let name = self.query_value(code, scope, *left)?;
                let value = self.query_value(code, scope, *right)?;
                if name.first_unknown().is_some() || value.first_unknown().is_some() {
                    return Ok(Query::Unknown);
                }
                if matches!(value, Value::Array(_) | Value::Hash(_)) && self.rules.holds(Rule::QueriesCompareAttributes)
                {
                    let kind = syntax::validation::labels::with_capital_article(&super::labels::value_label(&value));
                    return self.fail(CatalogIssue::CollectionInQuery { kind }, code.place(*right));
                }
                let name = self.title_text(&name);
                if *operator == BinaryOperator::NotEqual {
                    return Ok(Query::NotEqual(name, value));
                }
                if name == "tag" {
                    return self.tag_query(&value);
                }
                Ok(Query::Equal(name, value))
            }
            Expr::Nop => Ok(Query::All),
            other => self.raise(CatalogIssue::NotAQuery { class: model_class(other) }),
        }
    }

    fn tag_query(&mut self, value: &Value) -> Evaluated<Query> {
        let values = match value {
            Value::Array(elements) => elements.to_vec(),
            other => vec![other.clone()],
        };
        let mut tags = Vec::with_capacity(values.len());
        for value in values {
            if matches!(value, Value::Integer(_) | Value::Float(_)) {
                return self.raise(CatalogIssue::NumberAsTag);
            }
            let text = if value.is_undef() { SmolStr::default() } else { self.title_text(&value) };
            tags.push(text.to_lowercase_smolstr());
        }
        Ok(Query::Tagged(tags))
    }

    fn query_value(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Value> {
        match code.program.expr(expr) {
            Expr::Parenthesized(inner) => self.query_value(code, scope, *inner),
            Expr::Undef => Ok(Value::Undef),
            Expr::Access { .. }
            | Expr::Variable(_)
            | Expr::Boolean(_)
            | Expr::String(_)
            | Expr::ConcatenatedString(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::QualifiedName(_) => self.evaluate(code, scope, expr),
            other => self.raise(CatalogIssue::NotAQuery { class: model_class(other) }),
        }
    }
}

/// What Puppet's model calls an expression.
fn model_class(expr: &Expr) -> &'static str {
    match expr {
        Expr::Array(_) => "LiteralList",
        Expr::Hash(_) => "LiteralHash",
        Expr::Call(_) => "CallNamedFunctionExpression",
        Expr::CallMethod(_) => "CallMethodExpression",
        Expr::Default => "LiteralDefault",
        Expr::Regexp(_) => "LiteralRegularExpression",
        Expr::QualifiedReference(_) => "QualifiedReference",
        Expr::UnaryMinus(_) => "UnaryMinusExpression",
        Expr::Not(_) => "NotExpression",
        Expr::Selector(_) => "SelectorExpression",
        Expr::Heredoc(_) => "HeredocExpression",
        Expr::If(_) => "IfExpression",
        Expr::Unless(_) => "UnlessExpression",
        Expr::Case(_) => "CaseExpression",
        Expr::Unfold(_) => "UnfoldExpression",
        Expr::Binary { operator, .. } => match operator {
            BinaryOperator::Match | BinaryOperator::NotMatch => "MatchExpression",
            BinaryOperator::In => "InExpression",
            BinaryOperator::And => "AndExpression",
            BinaryOperator::Or => "OrExpression",
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo
            | BinaryOperator::LeftShift
            | BinaryOperator::RightShift => "ArithmeticExpression",
            _ => "ComparisonExpression",
        },
        _ => "Expression",
    }
}
