//! What the grammar could have used at a place, and how a hint names it. Knows nothing of what stands there instead.

use crate::syntax_kind::SyntaxKind::{self, *};

/// A token or a construct that the grammar asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Token(SyntaxKind),
    Statement,
    /// A statement after `;`.
    NextStatement,
    Expression,
    /// What an operator works on.
    Operand,
    /// An operator between two values.
    Operator,
    /// What a relationship leads to.
    RelatedResource,
    Condition,
    /// `{` behind a condition.
    ConditionBody,
    /// `elsif`, `else` or nothing.
    OtherBranch,
    /// The body of an `else`.
    ElseBody,
    /// `{` before the options of a case.
    CaseBody,
    CaseOption,
    SelectorOption,
    SelectorArrow,
    /// `=>` in a selector without braces.
    TernaryArrow,
    Value,
    DefaultValue,
    Element,
    Key,
    HashKey,
    Argument,
    /// `,` between the elements of a list or the arguments of a call.
    NextElement,
    NextParameter,
    NextHost,
    NextAttribute,
    /// `;` between the bodies of a resource.
    NextBody,
    Title,
    /// `:` behind the title of a resource.
    TitleColon,
    /// `:` behind the values of a case option.
    OptionColon,
    /// `=` before a default.
    DefaultSign,
    Attribute,
    /// `=>` or `+>` behind an attribute's name.
    AttributeArrow,
    /// An attribute's name or a comparison.
    Query,
    /// What goes on with a query behind a value.
    QueryOperator,
    Resource,
    Parameter,
    ParameterName,
    /// The type of a parameter, before its name.
    ParameterType,
    Type,
    TypeName,
    HostName,
    ClassName,
    DefineName,
    FunctionName,
    PlanName,
    ParentName,
}

impl Expected {
    /// Names it, with its article.
    pub fn describe(self) -> &'static str {
        use Expected::*;
        match self {
            Token(kind) => describe_token(kind),
            Statement | NextStatement => "a statement or an expression",
            Expression => "an expression",
            Operand => "a value for the operator to work on",
            Operator => "an operator",
            RelatedResource => "a resource or a reference to one",
            Condition => "a condition",
            ConditionBody | ElseBody | CaseBody => "`{`",
            OtherBranch => "`elsif` or `else`",
            CaseOption => "a value of a case option or `default`",
            SelectorOption => "a value to compare with",
            SelectorArrow | TernaryArrow => "`=>`",
            Value => "a value",
            DefaultValue => "a default value",
            Element => "an element",
            Key => "a key",
            HashKey => "a key",
            Argument => "an argument",
            NextElement | NextParameter | NextHost | NextAttribute => "`,`",
            NextBody => "`;`",
            Title => "a title",
            TitleColon | OptionColon => "`:`",
            DefaultSign => "`=`",
            Attribute => "the name of an attribute",
            AttributeArrow => "`=>` or `+>`",
            Query => "the name of an attribute to compare",
            QueryOperator => "`==`, `!=`, `and`, `or`",
            Resource => "a resource: `type { 'title': … }`",
            Parameter => "a parameter such as `$name`",
            ParameterName => "the name of the parameter with its `$`",
            ParameterType | Type => "a data type",
            TypeName => "the capitalised name of a type",
            HostName => "the name of a node: a string, a name, a regular expression or `default`",
            ClassName => "the name of the class",
            DefineName => "the name of the defined type",
            FunctionName => "the name of a function",
            PlanName => "the name of the plan",
            ParentName => "the name of the class that is inherited",
        }
    }
}

fn describe_token(kind: SyntaxKind) -> &'static str {
    match kind {
        L_BRACE => "`{`",
        R_BRACE | INTERPOLATION_END => "`}`",
        L_PAREN => "`(`",
        R_PAREN => "`)`",
        R_BRACKET => "`]`",
        COLLECT_CLOSE => "`|>`",
        EXPORTED_CLOSE => "`|>>`",
        TEMPLATE_EXPRESSION_CLOSE => "`%>`",
        PIPE => "`|`",
        COMMA => "`,`",
        COLON => "`:`",
        SEMICOLON => "`;`",
        EQUALS => "`=`",
        FAT_ARROW => "`=>`",
        RIGHT_SHIFT => "`>>`",
        ELSE_KW => "`else`",
        INHERITS_KW => "`inherits`",
        DEFAULT_KW => "`default`",
        _ => "something else",
    }
}

/// `expected a, b or c`
pub(crate) fn hint(expected: &[Expected]) -> String {
    let mut hint = String::from("expected ");
    for (index, expected_here) in expected.iter().enumerate() {
        let joined = match index {
            0 => "",
            _ if index + 1 == expected.len() => " or ",
            _ => ", ",
        };
        hint.push_str(joined);
        hint.push_str(expected_here.describe());
    }
    hint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_lists_what_was_expected() {
        assert_eq!(hint(&[Expected::Token(R_BRACE)]), "expected `}`");
        let several = [Expected::Element, Expected::Token(COMMA), Expected::Token(R_BRACKET)];
        assert_eq!(hint(&several), "expected an element, `,` or `]`");
    }
}
