//! What Puppet's messages call each kind of expression. Knows nothing of the messages themselves.

use std::borrow::Cow;

use crate::program::{AssignmentOperator, BinaryOperator, Expr, ExprId, Program, RelationshipOperator};

pub type Label = Cow<'static, str>;

/// The label without an article: `Literal Integer`, `'+' expression`.
pub fn label(program: &Program, id: ExprId) -> Label {
    let text = match program.expr(id) {
        Expr::Nop => "Nop Expression",
        Expr::Missing | Expr::Part => "Expression",
        Expr::Undef => "'undef' expression",
        Expr::Default => "'default' expression",
        Expr::Boolean(_) => "Boolean",
        Expr::Integer(_) => "Literal Integer",
        Expr::Float(_) => "Literal Float",
        Expr::String(_) => "String",
        Expr::ConcatenatedString(_) => "Double Quoted String",
        Expr::Heredoc(heredoc) => {
            return Cow::Owned(format!("'@({})' expression", heredoc.syntax.as_deref().unwrap_or_default()));
        }
        Expr::Regexp(_) => "Regular Expression",
        Expr::QualifiedName(_) => "Name",
        Expr::QualifiedReference(_) => "Type-Name",
        Expr::ReservedWord { word, .. } => return Cow::Owned(format!("Reserved Word '{word}'")),
        Expr::Variable(_) => "Variable",
        Expr::Array(_) => "Array Expression",
        Expr::Hash(_) => "Hash Expression",
        Expr::Parenthesized(_) => "Parenthesized Expression",
        Expr::Not(_) => "'not' expression",
        Expr::UnaryMinus(_) => "Unary Minus",
        Expr::Unfold(_) => "Unfold",
        Expr::Binary { operator, .. } => return operator_label(binary_operator(*operator)),
        Expr::Assignment { operator, .. } => return operator_label(assignment_operator(*operator)),
        Expr::Relationship { operator, .. } => return operator_label(relationship_operator(*operator)),
        Expr::Access { .. } => "'[]' expression",
        Expr::NamedAccess { .. } => "'.' expression",
        Expr::Call(_) => "Function Call",
        Expr::CallMethod(_) => "Method call",
        Expr::FunctionReference(_) => "Function Reference",
        Expr::Lambda(_) => "Lambda",
        Expr::If(_) => "'if' statement",
        Expr::Unless(_) => "'unless' Statement",
        Expr::Case(_) => "'case' statement",
        Expr::Selector(_) => "Selector Expression",
        Expr::Block(_) => "Block Expression",
        Expr::Class(_) => "Host Class Definition",
        Expr::Define(_) => "'define' expression",
        Expr::Node(_) => "Node Definition",
        Expr::Function(_) => "Function Definition",
        Expr::Plan(_) => "Plan Definition",
        Expr::TypeAlias(_) => "Type Alias",
        Expr::TypeDefinition(_) => "Type Definition",
        Expr::TypeMapping { .. } => "Type Mapping",
        Expr::Resource(_) => "Resource Statement",
        Expr::ResourceDefaults(_) => "Resource Defaults Expression",
        Expr::ResourceOverride(_) => "Resource Override",
        Expr::Collector(collector) if collector.exported => "Exported Query",
        Expr::Collector(_) => "Virtual Query",
        Expr::Apply(_) => "'apply' expression",
        Expr::Epp(_) => "Epp Template",
        Expr::RenderString(_) => "Epp Text",
        Expr::RenderExpression(_) => "Epp Interpolated Expression",
    };
    Cow::Borrowed(text)
}

/// `a Literal Integer`, `an 'if' statement`.
pub fn with_article(label: &str) -> String {
    format!("{} {label}", if takes_an(label) { "an" } else { "a" })
}

/// `A Literal Integer`, `An 'if' statement`.
pub fn with_capital_article(label: &str) -> String {
    format!("{} {label}", if takes_an(label) { "An" } else { "A" })
}

/// Puppet looks at the first letter behind a quote, and counts `y` as a vowel.
fn takes_an(label: &str) -> bool {
    let first = label.trim_start_matches(['\'', '"']).bytes().next().unwrap_or(b'x');
    matches!(first.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

fn operator_label(operator: &str) -> Label {
    Cow::Owned(format!("'{operator}' expression"))
}

pub fn binary_operator(operator: BinaryOperator) -> &'static str {
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

pub fn assignment_operator(operator: AssignmentOperator) -> &'static str {
    match operator {
        AssignmentOperator::Assign => "=",
        AssignmentOperator::Append => "+=",
        AssignmentOperator::Delete => "-=",
    }
}

pub fn relationship_operator(operator: RelationshipOperator) -> &'static str {
    match operator {
        RelationshipOperator::Before => "->",
        RelationshipOperator::Notify => "~>",
        RelationshipOperator::After => "<-",
        RelationshipOperator::Subscribe => "<~",
    }
}

/// The name of the class that Puppet's own model has for an expression; its messages about parameter types show it.
pub fn model_class(program: &Program, id: ExprId) -> &'static str {
    match program.expr(id) {
        Expr::Undef => "LiteralUndef",
        Expr::Default => "LiteralDefault",
        Expr::Boolean(_) => "LiteralBoolean",
        Expr::Integer(_) => "LiteralInteger",
        Expr::Float(_) => "LiteralFloat",
        Expr::String(_) => "LiteralString",
        Expr::ConcatenatedString(_) => "ConcatenatedString",
        Expr::QualifiedName(_) => "QualifiedName",
        Expr::QualifiedReference(_) => "QualifiedReference",
        Expr::Variable(_) => "VariableExpression",
        Expr::Access { .. } => "AccessExpression",
        Expr::Call(_) => "CallNamedFunctionExpression",
        Expr::CallMethod(_) => "CallMethodExpression",
        _ => "Expression",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_first_letter_behind_a_quote() {
        assert_eq!(with_article("'if' statement"), "an 'if' statement");
        assert_eq!(with_article("'+' expression"), "a '+' expression");
        assert_eq!(with_capital_article("Host Class Definition"), "A Host Class Definition");
        assert_eq!(with_capital_article("Array Expression"), "An Array Expression");
    }
}
