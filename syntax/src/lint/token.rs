//! The tokens that lint checks look at: flatter than those of the grammar, and found in broken texts too. Knows nothing of
//! checks.

use crate::text_range::TextRange;

/// What a token is. Strings with interpolation and heredocs are split at their variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
pub enum Kind {
    // Layout: everything up to `Newline` is no code.
    Whitespace,
    /// White space at the start of a line.
    Indent,
    Comment, SlashComment, StarComment, Newline,

    Name,
    /// A name directly before `(`.
    FunctionName,
    /// One of the common data types, and the word `type`.
    Type,
    /// Any other capitalised name.
    ClassReference,
    Number,
    /// With the indexes that directly follow it on the line: `$a['b']` is one token.
    Variable,
    /// `$a` in a string.
    UnenclosedVariable,
    SingleQuoted,
    /// Without variables.
    DoubleQuoted,
    StringStart, StringMiddle, StringEnd,
    HeredocOpen, Heredoc, HeredocStart, HeredocMiddle, HeredocEnd,
    Regex,

    // Words of the language.
    Case, Class, Default, Define, Import, If, Elsif, Else, Inherits, Node, And, Or, Undef, False, True, In, Unless, Function, Attr,
    Private,

    // Punctuation.
    LeftBracket, RightBracket, LeftBrace, RightBrace, LeftParen, RightParen,
    IsEqual, Match, FatArrow, Equals, Appends, PlusArrow, Plus, GreaterEqual, RightShift, Greater, LessEqual, ExportedOpen,
    RightToLeftArrow, RightToLeftNotify, CollectOpen, LeftShift, Less, NoMatch, NotEqual, Not, ExportedClose, CollectClose,
    LeftToRightArrow, LeftToRightNotify, Minus, Comma, Dot, Colon, Semicolon, Question, Backslash, Times, Modulo, Pipe, Slash, At,
}

/// How many kinds there are.
pub const KINDS: usize = Kind::At as usize + 1;

impl Kind {
    /// White space and comments.
    #[inline]
    pub fn is_layout(self) -> bool {
        (self as u8) <= (Kind::Newline as u8)
    }

    #[inline]
    pub fn is_comment(self) -> bool {
        matches!(self, Kind::Comment | Kind::SlashComment | Kind::StarComment)
    }

    /// The bracket that closes this one.
    pub fn closer(self) -> Option<Kind> {
        match self {
            Kind::LeftBracket => Some(Kind::RightBracket),
            Kind::LeftBrace => Some(Kind::RightBrace),
            Kind::LeftParen => Some(Kind::RightParen),
            _ => None,
        }
    }

    /// The bracket that opens what this one closes.
    pub fn opener(self) -> Option<Kind> {
        match self {
            Kind::RightBracket => Some(Kind::LeftBracket),
            Kind::RightBrace => Some(Kind::LeftBrace),
            Kind::RightParen => Some(Kind::LeftParen),
            _ => None,
        }
    }

    /// The kind of a word of the language.
    pub fn of_word(word: &str) -> Option<Kind> {
        Some(match word {
            "and" => Kind::And,
            "attr" => Kind::Attr,
            "case" => Kind::Case,
            "class" => Kind::Class,
            "default" => Kind::Default,
            "define" => Kind::Define,
            "else" => Kind::Else,
            "elsif" => Kind::Elsif,
            "false" => Kind::False,
            "function" => Kind::Function,
            "if" => Kind::If,
            "import" => Kind::Import,
            "in" => Kind::In,
            "inherits" => Kind::Inherits,
            "node" => Kind::Node,
            "or" => Kind::Or,
            "private" => Kind::Private,
            "true" => Kind::True,
            "type" => Kind::Type,
            "undef" => Kind::Undef,
            "unless" => Kind::Unless,
            _ => return None,
        })
    }

    /// A word that `${` turns into a variable.
    pub fn is_word(self) -> bool {
        self == Kind::Name || (self as u8) >= (Kind::Case as u8) && (self as u8) <= (Kind::Private as u8)
    }
}

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// The whole token; a part of a split string holds the `}` before it, not the `${` after it.
    pub range: TextRange,
    /// What it stands for: without quotes, `#`, `$`.
    pub value: TextRange,
    /// Of its first character, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}
