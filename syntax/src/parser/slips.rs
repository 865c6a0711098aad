//! The usual slips: what is written in another language, or forgotten, where the grammar asks for something. Each has its own
//! hint, a change that puts it right, and is read as if it had been. Knows nothing of how it is reported.

use super::Parser;
use super::expected::Expected::{self, *};
use crate::grammar::EXPRESSION_STARTS;
use crate::syntax_kind::SyntaxKind::*;
use crate::token_set::TokenSet;

/// One usual slip.
pub(super) struct Slip {
    /// What the grammar asks for.
    expected: Expected,
    /// The tokens that stand there.
    found: &'static [TokenSet],
    /// The words that the first of them may be; any where there are none.
    words: &'static [&'static str],
    /// The words that the token before may be; any where there are none.
    after: &'static [&'static str],
    reach: Reach,
    pub hint: &'static str,
    pub repair: Repair,
}

/// Over which line breaks before its tokens a slip is still one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Anywhere,
    SameLine,
    /// On the same line, or in brackets that are closed.
    Brackets,
}

/// The change that puts a slip right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// Writes this behind the token before.
    Insert(&'static str),
    /// Writes this directly before the tokens, which are then taken for what was expected.
    Prefix(&'static str),
    /// Writes this instead of the tokens.
    Replace(&'static str),
    /// Writes this instead of the token before and the tokens. They are left to be read.
    ReplaceWithBefore(&'static str),
    /// Writes this instead of the token before and the blanks behind it.
    ReplaceBefore(&'static str),
    /// Writes this instead of the first of the tokens, which is then taken for what was expected.
    ReplaceFirst(&'static str),
    /// Takes the quotes from the first of the tokens, which is then taken for what was expected.
    Unquote,
    /// Begins each segment of the first of the tokens with a capital letter, which is then taken for what was expected.
    Capitalise,
    /// Takes the tokens away.
    Remove,
    /// No change of one place puts it right, and nothing is read as if it were.
    None,
}

const SLIP: Slip = Slip {
    expected: Statement,
    found: &[],
    words: &[],
    after: &[],
    reach: Reach::Anywhere,
    hint: "",
    repair: Repair::Remove,
};

const fn one_of(kinds: &[crate::syntax_kind::SyntaxKind]) -> TokenSet {
    TokenSet::new(kinds)
}

const AND_SIGN: TokenSet = one_of(&[AMPERSAND]);
const BAR: TokenSet = one_of(&[PIPE]);
const ASSIGN: TokenSet = one_of(&[EQUALS]);
const ARROW: TokenSet = one_of(&[FAT_ARROW]);
const NOT_AN_ARROW: TokenSet = one_of(&[EQUALS, COLON, BEFORE_ARROW, NOTIFY_ARROW, IS_EQUAL]);
const WORDS: TokenSet = one_of(&[NAME]);
const LITERALS: TokenSet = one_of(&[
    NUMBER,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    STRING_START,
    TRUE_KW,
    FALSE_KW,
    UNDEF_KW,
    LIST_START,
    NAME,
    CLASS_REFERENCE,
]);
const ATTRIBUTE_NAMES: TokenSet = one_of(&[
    NAME,
    STAR,
    AND_KW,
    APPLY_KW,
    ATTR_KW,
    CASE_KW,
    CLASS_KW,
    DEFAULT_KW,
    DEFINE_KW,
    ELSE_KW,
    ELSIF_KW,
    FUNCTION_KW,
    IF_KW,
    IN_KW,
    INHERITS_KW,
    NODE_KW,
    OR_KW,
    PLAN_KW,
    PRIVATE_KW,
    TYPE_KW,
    UNDEF_KW,
    UNLESS_KW,
]);
const ATTRIBUTE_ARROWS: TokenSet = one_of(&[FAT_ARROW, PLUS_ARROW]);
/// What a value begins with that nobody takes for an operator.
const VALUE_STARTS: TokenSet = EXPRESSION_STARTS.without(&[MINUS, STAR, AT, AT_AT]);
const PARAMETER_STARTS: TokenSet = one_of(&[VARIABLE, STAR, CLASS_REFERENCE]);
const HOST_STARTS: TokenSet =
    one_of(&[NAME, NUMBER, SINGLE_QUOTED, DOUBLE_QUOTED, STRING_START, WORD, REGEX, DEFAULT_KW]);

const ATTRIBUTE_HINT: &str = "an attribute and its value are joined by `=>`";
const HASH_HINT: &str = "keys and values of a hash are joined by `=>`";
const SELECTOR_HINT: &str = "the options and values of a selector are joined by `=>`";
const COMPARE_HINT: &str = "write `==` to compare: `=` assigns";
const TITLE_HINT: &str = "a `:` must follow the title of a resource";
const LAMBDA_HINT: &str = "expected a title; the parameters of a lambda stand before its brace: `|$x| { … }`";
const COMMA_HINT: &str = "a `,` is missing";

/// The first that fits is taken.
#[rustfmt::skip]
static SLIPS: &[Slip] = &[
    // Operators of other languages.
    Slip { expected: Operator, found: &[AND_SIGN, AND_SIGN], hint: "write `and` instead of `&&`", repair: Repair::Replace("and"), ..SLIP },
    Slip { expected: Operator, found: &[BAR, BAR], hint: "write `or` instead of `||`", repair: Repair::Replace("or"), ..SLIP },
    Slip { expected: Statement, found: &[AND_SIGN, AND_SIGN], hint: "expected an expression before `&&`, which is written `and`", ..SLIP },
    Slip { expected: Expression, found: &[AND_SIGN, AND_SIGN], hint: "expected an expression before `&&`, which is written `and`", ..SLIP },

    Slip { expected: Statement, found: &[ARROW], hint: "expected a statement: `=>` joins keys and values only, a relationship is written `->`", repair: Repair::None, ..SLIP },

    Slip { expected: Statement, found: &[one_of(&[COLON]), ASSIGN], hint: "write `=` to assign", repair: Repair::Replace("="), ..SLIP },
    Slip { expected: Statement, found: &[BAR], hint: "expected a statement; the parameters of a lambda stand directly behind a call: `f() |$x| { … }`", repair: Repair::None, ..SLIP },
    Slip { expected: Operand, found: &[ASSIGN], after: &["=="], hint: "expected a value: equality is written `==`", repair: Repair::Remove, ..SLIP },
    Slip { expected: Operand, found: &[one_of(&[GREATER])], after: &["<"], hint: "expected a value: write `!=` where two values are different", repair: Repair::ReplaceWithBefore("!="), ..SLIP },

    // Conditions.
    Slip { expected: ConditionBody, found: &[VALUE_STARTS], after: &["not"], hint: "expected `{`: write `!` instead of `not`", repair: Repair::ReplaceBefore("!"), ..SLIP },
    Slip { expected: ConditionBody, found: &[ASSIGN], hint: COMPARE_HINT, repair: Repair::Replace("=="), ..SLIP },
    Slip { expected: ConditionBody, found: &[WORDS], words: &["then", "do"], hint: "expected `{`: leave this word out", repair: Repair::Remove, ..SLIP },
    Slip { expected: ConditionBody, found: &[one_of(&[COLON])], hint: "expected `{` instead of `:`", repair: Repair::Remove, ..SLIP },
    Slip { expected: OtherBranch, found: &[WORDS], words: &["elseif", "elif"], hint: "write `elsif`", repair: Repair::Replace("elsif"), ..SLIP },
    Slip { expected: ElseBody, found: &[one_of(&[IF_KW])], hint: "write `elsif`", repair: Repair::ReplaceWithBefore("elsif"), ..SLIP },
    Slip { expected: ElseBody, found: &[one_of(&[ELSIF_KW])], hint: "write `elsif` without `else`", repair: Repair::ReplaceWithBefore("elsif"), ..SLIP },
    Slip { expected: CaseBody, found: &[VALUE_STARTS], reach: Reach::SameLine, hint: "expected `{` before the options", repair: Repair::Insert(" {"), ..SLIP },
    Slip { expected: CaseOption, found: &[one_of(&[COMMA, SEMICOLON])], hint: "expected the next option: nothing separates the options of a case", repair: Repair::Remove, ..SLIP },
    Slip { expected: CaseOption, found: &[one_of(&[ELSE_KW])], hint: "the last option of a case is `default:`", repair: Repair::Replace("default:"), ..SLIP },
    Slip { expected: OptionColon, found: &[one_of(&[FAT_ARROW, EQUALS, SEMICOLON, BEFORE_ARROW])], reach: Reach::SameLine, hint: "a `:` must follow the values of a case option", repair: Repair::Replace(":"), ..SLIP },
    Slip { expected: OptionColon, found: &[one_of(&[L_BRACE])], hint: "a `:` must follow the values of a case option", repair: Repair::Insert(":"), ..SLIP },

    // Keys and values.
    Slip { expected: Token(FAT_ARROW), found: &[one_of(&[COLON, EQUALS]), one_of(&[EQUALS, GREATER])], hint: HASH_HINT, repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: Token(FAT_ARROW), found: &[NOT_AN_ARROW], hint: HASH_HINT, repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: Token(FAT_ARROW), found: &[VALUE_STARTS], reach: Reach::SameLine, hint: HASH_HINT, repair: Repair::Insert(" =>"), ..SLIP },
    Slip { expected: TernaryArrow, found: &[one_of(&[COLON])], hint: "expected `=>`: there is no `a ? b : c`, write `$a ? { true => $b, default => $c }`", repair: Repair::None, ..SLIP },
    Slip { expected: SelectorArrow, found: &[one_of(&[COLON, EQUALS]), one_of(&[EQUALS, GREATER])], hint: SELECTOR_HINT, repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: SelectorArrow, found: &[NOT_AN_ARROW], hint: SELECTOR_HINT, repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: SelectorArrow, found: &[VALUE_STARTS], reach: Reach::SameLine, hint: SELECTOR_HINT, repair: Repair::Insert(" =>"), ..SLIP },
    Slip { expected: AttributeArrow, found: &[one_of(&[COLON, EQUALS]), one_of(&[EQUALS, GREATER])], hint: ATTRIBUTE_HINT, repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: AttributeArrow, found: &[NOT_AN_ARROW], hint: ATTRIBUTE_HINT, repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: AttributeArrow, found: &[one_of(&[PLUS])], hint: "expected `=>` or `+>`", repair: Repair::Replace("+>"), ..SLIP },
    Slip { expected: AttributeArrow, found: &[one_of(&[APPENDS])], hint: "expected `+>` instead of `+=`", repair: Repair::Replace("+>"), ..SLIP },
    Slip { expected: AttributeArrow, found: &[VALUE_STARTS], reach: Reach::SameLine, hint: ATTRIBUTE_HINT, repair: Repair::Insert(" =>"), ..SLIP },
    Slip { expected: QueryOperator, found: &[ASSIGN], hint: COMPARE_HINT, repair: Repair::Replace("=="), ..SLIP },
    Slip { expected: QueryOperator, found: &[one_of(&[FAT_ARROW, COLON])], hint: "write `==` to compare", repair: Repair::Replace("=="), ..SLIP },
    Slip { expected: QueryOperator, found: &[one_of(&[COMMA])], hint: "write `and` between the parts of a query", repair: Repair::Replace(" and"), ..SLIP },

    // Resources.
    Slip { expected: TitleColon, found: &[ARROW, one_of(&[L_BRACE])], hint: "a `:` must follow the title of a resource; its attributes have no braces of their own", repair: Repair::None, ..SLIP },
    Slip { expected: TitleColon, found: &[one_of(&[FAT_ARROW, EQUALS])], hint: TITLE_HINT, repair: Repair::Replace(":"), ..SLIP },
    Slip { expected: TitleColon, found: &[one_of(&[COMMA]), ATTRIBUTE_NAMES, ATTRIBUTE_ARROWS], hint: TITLE_HINT, repair: Repair::ReplaceFirst(":"), ..SLIP },
    Slip { expected: TitleColon, found: &[ATTRIBUTE_NAMES, ATTRIBUTE_ARROWS], hint: TITLE_HINT, repair: Repair::Insert(":"), ..SLIP },
    Slip { expected: TitleColon, found: &[one_of(&[R_BRACE])], hint: TITLE_HINT, repair: Repair::Insert(":"), ..SLIP },
    Slip { expected: Title, found: &[BAR], hint: LAMBDA_HINT, repair: Repair::None, ..SLIP },
    Slip { expected: Attribute, found: &[one_of(&[SINGLE_QUOTED, DOUBLE_QUOTED]), ATTRIBUTE_ARROWS], hint: "expected the name of an attribute without quotes", repair: Repair::Unquote, ..SLIP },
    Slip { expected: NextAttribute, found: &[ATTRIBUTE_NAMES, ATTRIBUTE_ARROWS], hint: "a `,` is missing after the attribute before", repair: Repair::Insert(","), ..SLIP },
    Slip { expected: NextBody, found: &[EXPRESSION_STARTS, one_of(&[COLON])], hint: "a `;` must separate the bodies of a resource", repair: Repair::Insert(";"), ..SLIP },

    // Type aliases.
    Slip { expected: Token(EQUALS), found: &[one_of(&[IS_EQUAL, COLON, FAT_ARROW])], hint: "expected `=` before the type", repair: Repair::Replace("="), ..SLIP },
    Slip { expected: Token(EQUALS), found: &[one_of(&[CLASS_REFERENCE])], reach: Reach::SameLine, hint: "expected `=` before the type", repair: Repair::Insert(" ="), ..SLIP },
    Slip { expected: TypeName, found: &[WORDS, ASSIGN], hint: "the name of a data type begins with a capital letter", repair: Repair::Capitalise, ..SLIP },

    // Parameters.
    Slip { expected: ParameterType, found: &[WORDS, one_of(&[VARIABLE])], hint: "the name of a data type begins with a capital letter", repair: Repair::Capitalise, ..SLIP },
    Slip { expected: Parameter, found: &[WORDS], hint: "the name of a parameter begins with `$`", repair: Repair::Prefix("$"), ..SLIP },
    Slip { expected: ParameterName, found: &[WORDS], hint: "the name of a parameter begins with `$`", repair: Repair::Prefix("$"), ..SLIP },
    Slip { expected: DefaultSign, found: &[one_of(&[IS_EQUAL, FAT_ARROW, COLON])], hint: "a default follows `=`", repair: Repair::Replace("="), ..SLIP },

    // Forgotten separators.
    Slip { expected: NextElement, found: &[VALUE_STARTS], reach: Reach::Brackets, hint: COMMA_HINT, repair: Repair::Insert(","), ..SLIP },
    Slip { expected: NextElement, found: &[one_of(&[SEMICOLON])], hint: "expected `,` instead of `;`", repair: Repair::Replace(","), ..SLIP },
    Slip { expected: NextElement, found: &[one_of(&[COLON])], hint: "a key and its value are joined by `=>`", repair: Repair::Replace("=>"), ..SLIP },
    Slip { expected: NextParameter, found: &[PARAMETER_STARTS], hint: COMMA_HINT, repair: Repair::Insert(","), ..SLIP },
    Slip { expected: NextHost, found: &[HOST_STARTS], reach: Reach::SameLine, hint: "expected `,` or `{`", repair: Repair::Insert(","), ..SLIP },
    Slip { expected: DefaultSign, found: &[LITERALS], reach: Reach::SameLine, hint: "a default follows `=`", repair: Repair::Insert(" ="), ..SLIP },
];

/// The slip that stands where one of these was expected.
pub(super) fn find(parser: &Parser<'_>, expected: &[Expected]) -> Option<&'static Slip> {
    SLIPS.iter().find(|slip| {
        expected.contains(&slip.expected)
            && slip.found.iter().enumerate().all(|(distance, kinds)| kinds.contains(parser.nth(distance)))
            && (slip.words.is_empty() || slip.words.contains(&parser.text_of(parser.position())))
            && (slip.after.is_empty()
                || parser.position() > 0 && slip.after.contains(&parser.text_of(parser.position() - 1)))
            && slip.reach.includes(parser)
    })
}

impl Reach {
    fn includes(self, parser: &Parser<'_>) -> bool {
        match self {
            Reach::Anywhere => true,
            Reach::SameLine => !parser.follows_line_break(parser.position()),
            Reach::Brackets => !parser.follows_line_break(parser.position()) || parser.is_in_closed_brackets(),
        }
    }
}

impl Slip {
    /// How many tokens are taken for what was expected; `None` where nothing is.
    pub fn taken(&self) -> Option<usize> {
        match self.repair {
            Repair::Insert(_) | Repair::ReplaceWithBefore(_) | Repair::ReplaceBefore(_) => Some(0),
            Repair::ReplaceFirst(_) | Repair::Unquote | Repair::Capitalise => Some(1),
            Repair::Replace(_) | Repair::Prefix(_) | Repair::Remove => Some(self.found.len()),
            Repair::None => None,
        }
    }
}
