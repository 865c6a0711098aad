//! The kinds of tokens and nodes of the tree. Knows nothing of how they are found.

/// A token's or node's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(non_camel_case_types)]
#[rustfmt::skip]
pub enum SyntaxKind {
    // Tokens that the grammar never sees.
    WHITESPACE, LINE_COMMENT, BLOCK_COMMENT,
    /// `<%` or `<%-`
    TEMPLATE_OPEN,
    /// `%>` or `-%>` after statements.
    TEMPLATE_CLOSE,
    TEMPLATE_COMMENT,
    /// White space that a trimming tag takes away.
    TEMPLATE_TRIMMED,
    /// The end of the token list.
    END,

    // Words and literals.
    NAME,
    /// A bare word that is not a name, for instance `a-b`: a string.
    WORD,
    /// A capitalised name.
    CLASS_REFERENCE,
    VARIABLE, NUMBER, SINGLE_QUOTED,
    /// A double-quoted string without interpolation.
    DOUBLE_QUOTED,
    REGEX,
    /// `@(END)`
    HEREDOC_START,
    /// A character that no token starts with.
    UNKNOWN_CHARACTER,

    // The parts of double-quoted strings with interpolation, and of heredoc texts.
    STRING_START, STRING_TEXT,
    /// `$name` in a string.
    STRING_VARIABLE,
    INTERPOLATION_START, INTERPOLATION_END, STRING_END,
    /// The line with the end tag.
    HEREDOC_END,

    // Template text.
    TEMPLATE_TEXT,
    /// `<%=`
    TEMPLATE_EXPRESSION_OPEN,
    /// `%>` or `-%>` after `<%=`.
    TEMPLATE_EXPRESSION_CLOSE,

    // Keywords.
    AND_KW, APPLY_KW, ATTR_KW, CASE_KW, CLASS_KW, DEFAULT_KW, DEFINE_KW, ELSE_KW, ELSIF_KW, FALSE_KW, FUNCTION_KW, IF_KW, IN_KW,
    INHERITS_KW, NODE_KW, OR_KW, PLAN_KW, PRIVATE_KW, TRUE_KW, TYPE_KW, UNDEF_KW, UNLESS_KW,

    // Punctuation.
    /// `[` directly after something: an index.
    L_BRACKET,
    /// `[` after white space: a list.
    LIST_START,
    R_BRACKET, L_BRACE, R_BRACE,
    L_PAREN,
    /// `(` first on its line: never a call.
    LINE_START_PAREN,
    R_PAREN,
    EQUALS, APPENDS, DELETES, IS_EQUAL, NOT_EQUAL, MATCH, NO_MATCH, GREATER_EQUAL, GREATER, LESS_EQUAL, LESS,
    FAT_ARROW, PLUS_ARROW, LEFT_SHIFT, EXPORTED_OPEN, COLLECT_OPEN, RIGHT_SHIFT, EXPORTED_CLOSE, COLLECT_CLOSE,
    PLUS, MINUS, SLASH, STAR, PERCENT, BANG, DOT, PIPE, AT, AT_AT, COLON, COMMA, SEMICOLON, QUESTION, TILDE, AMPERSAND,
    /// `->`, `~>`, `<-`, `<~`
    BEFORE_ARROW, NOTIFY_ARROW, AFTER_ARROW, SUBSCRIBE_ARROW,

    // Nodes.
    SOURCE_FILE, TEMPLATE_FILE, ERROR,
    /// `a, b` without parentheses: the arguments of a statement call.
    COMMA_LIST,
    LITERAL, NAME_EXPRESSION, REFERENCE_EXPRESSION, VARIABLE_EXPRESSION, RESERVED_WORD,
    STRING_EXPRESSION, INTERPOLATION, HEREDOC_EXPRESSION, HEREDOC_TEXT,
    ARRAY, HASH, HASH_ENTRY, KEYWORD_VALUE, PAREN_EXPRESSION,
    UNARY_EXPRESSION, BINARY_EXPRESSION, ASSIGNMENT, RELATIONSHIP, ACCESS, SELECTOR, SELECTOR_ENTRY,
    CALL, ARGUMENT_LIST, NAMED_ACCESS, METHOD_CALL, FUNCTION_REFERENCE,
    LAMBDA, PARAMETER_LIST, PARAMETER, RETURN_TYPE, BLOCK,
    IF, ELSIF, ELSE, UNLESS, CASE, CASE_OPTION,
    CLASS_DEFINITION, DEFINE_DEFINITION, NODE_DEFINITION, HOST_NAME, FUNCTION_DEFINITION, PLAN_DEFINITION, TYPE_ALIAS, TYPE_DEFINITION,
    DEFINITION_NAME, PARENT,
    RESOURCE, RESOURCE_BODY, RESOURCE_WITHOUT_TITLE, ATTRIBUTE, VIRTUAL_RESOURCE, COLLECTOR, QUERY,
    APPLY, RENDER_TEXT, RENDER_EXPRESSION,
}

use SyntaxKind::*;

impl SyntaxKind {
    /// The kinds as rowan numbers them.
    pub(crate) fn from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        ALL.get(raw.0 as usize).copied().unwrap_or(ERROR)
    }

    /// Tokens that the grammar never sees.
    #[inline]
    pub fn is_trivia(self) -> bool {
        (self as u8) < (END as u8)
    }

    /// A reserved word of the language, `true` and `false` too.
    #[inline]
    pub fn is_keyword(self) -> bool {
        (self as u8) >= (AND_KW as u8) && (self as u8) <= (UNLESS_KW as u8)
    }

    /// Keywords and punctuation: every token of the kind has the same text.
    #[inline]
    pub fn has_fixed_text(self) -> bool {
        (self as u8) >= (AND_KW as u8) && (self as u8) < (SOURCE_FILE as u8)
    }

    /// Keywords that may stand for an attribute's name.
    #[inline]
    pub fn is_attribute_keyword(self) -> bool {
        self.is_keyword() && self != TRUE_KW && self != FALSE_KW
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    fn from(kind: SyntaxKind) -> Self {
        rowan::SyntaxKind(kind as u16)
    }
}

/// The keyword that a word is; `plan` and `apply` only where tasks are on.
pub(crate) fn keyword(word: &[u8], tasks: bool) -> Option<SyntaxKind> {
    let kind = match word {
        b"and" => AND_KW,
        b"attr" => ATTR_KW,
        b"case" => CASE_KW,
        b"class" => CLASS_KW,
        b"default" => DEFAULT_KW,
        b"define" => DEFINE_KW,
        b"else" => ELSE_KW,
        b"elsif" => ELSIF_KW,
        b"false" => FALSE_KW,
        b"function" => FUNCTION_KW,
        b"if" => IF_KW,
        b"in" => IN_KW,
        b"inherits" => INHERITS_KW,
        b"node" => NODE_KW,
        b"or" => OR_KW,
        b"private" => PRIVATE_KW,
        b"true" => TRUE_KW,
        b"type" => TYPE_KW,
        b"undef" => UNDEF_KW,
        b"unless" => UNLESS_KW,
        b"apply" if tasks => APPLY_KW,
        b"plan" if tasks => PLAN_KW,
        _ => return None,
    };
    Some(kind)
}

/// Every kind, at the index that is its number.
#[rustfmt::skip]
const ALL: &[SyntaxKind] = &[
    WHITESPACE, LINE_COMMENT, BLOCK_COMMENT, TEMPLATE_OPEN, TEMPLATE_CLOSE, TEMPLATE_COMMENT, TEMPLATE_TRIMMED, END,
    NAME, WORD, CLASS_REFERENCE, VARIABLE, NUMBER, SINGLE_QUOTED, DOUBLE_QUOTED, REGEX, HEREDOC_START, UNKNOWN_CHARACTER,
    STRING_START, STRING_TEXT, STRING_VARIABLE, INTERPOLATION_START, INTERPOLATION_END, STRING_END, HEREDOC_END,
    TEMPLATE_TEXT, TEMPLATE_EXPRESSION_OPEN, TEMPLATE_EXPRESSION_CLOSE,
    AND_KW, APPLY_KW, ATTR_KW, CASE_KW, CLASS_KW, DEFAULT_KW, DEFINE_KW, ELSE_KW, ELSIF_KW, FALSE_KW, FUNCTION_KW, IF_KW, IN_KW,
    INHERITS_KW, NODE_KW, OR_KW, PLAN_KW, PRIVATE_KW, TRUE_KW, TYPE_KW, UNDEF_KW, UNLESS_KW,
    L_BRACKET, LIST_START, R_BRACKET, L_BRACE, R_BRACE, L_PAREN, LINE_START_PAREN, R_PAREN,
    EQUALS, APPENDS, DELETES, IS_EQUAL, NOT_EQUAL, MATCH, NO_MATCH, GREATER_EQUAL, GREATER, LESS_EQUAL, LESS,
    FAT_ARROW, PLUS_ARROW, LEFT_SHIFT, EXPORTED_OPEN, COLLECT_OPEN, RIGHT_SHIFT, EXPORTED_CLOSE, COLLECT_CLOSE,
    PLUS, MINUS, SLASH, STAR, PERCENT, BANG, DOT, PIPE, AT, AT_AT, COLON, COMMA, SEMICOLON, QUESTION, TILDE, AMPERSAND,
    BEFORE_ARROW, NOTIFY_ARROW, AFTER_ARROW, SUBSCRIBE_ARROW,
    SOURCE_FILE, TEMPLATE_FILE, ERROR, COMMA_LIST,
    LITERAL, NAME_EXPRESSION, REFERENCE_EXPRESSION, VARIABLE_EXPRESSION, RESERVED_WORD,
    STRING_EXPRESSION, INTERPOLATION, HEREDOC_EXPRESSION, HEREDOC_TEXT,
    ARRAY, HASH, HASH_ENTRY, KEYWORD_VALUE, PAREN_EXPRESSION,
    UNARY_EXPRESSION, BINARY_EXPRESSION, ASSIGNMENT, RELATIONSHIP, ACCESS, SELECTOR, SELECTOR_ENTRY,
    CALL, ARGUMENT_LIST, NAMED_ACCESS, METHOD_CALL, FUNCTION_REFERENCE,
    LAMBDA, PARAMETER_LIST, PARAMETER, RETURN_TYPE, BLOCK,
    IF, ELSIF, ELSE, UNLESS, CASE, CASE_OPTION,
    CLASS_DEFINITION, DEFINE_DEFINITION, NODE_DEFINITION, HOST_NAME, FUNCTION_DEFINITION, PLAN_DEFINITION, TYPE_ALIAS, TYPE_DEFINITION,
    DEFINITION_NAME, PARENT,
    RESOURCE, RESOURCE_BODY, RESOURCE_WITHOUT_TITLE, ATTRIBUTE, VIRTUAL_RESOURCE, COLLECTOR, QUERY,
    APPLY, RENDER_TEXT, RENDER_EXPRESSION,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_at_the_index_that_is_its_number() {
        for (index, kind) in ALL.iter().enumerate() {
            assert_eq!(*kind as usize, index, "{kind:?}");
        }
        assert_eq!(ALL.len(), RENDER_EXPRESSION as usize + 1);
    }
}
