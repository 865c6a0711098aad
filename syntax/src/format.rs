//! The formatter: Puppet's style guide applied to a manifest, line breaks and comments kept where the author put them.
//!
//! It works on the tokens of the tree and never changes what the text means: the PN of a file stays the same. A text
//! with syntax errors is left alone. Knows nothing of files or editors.

mod alignment;
mod edits;
mod indentation;
mod line_breaking;
mod pieces;
mod quotes;
mod spacing;
mod trailing_commas;

pub use edits::{TextEdit, edits_between};

use crate::parser::{ParseOptions, parse};
use crate::source_file::SourceKind;

/// How texts are laid out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormatOptions {
    /// Columns of one level of indentation.
    pub indent: usize,
    /// Lines that are longer are broken at their lists, where they have some.
    pub width: usize,
}

impl Default for FormatOptions {
    /// The style guide's.
    fn default() -> Self {
        FormatOptions { indent: 2, width: 140 }
    }
}

/// Why a text was not formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// A text that cannot be read whole cannot be laid out without guessing.
    SyntaxErrors,
}

impl FormatError {
    pub fn message(&self) -> &'static str {
        match self {
            FormatError::SyntaxErrors => "the file has syntax errors and was left as it is",
        }
    }
}

/// The text in Puppet's style. Templates are text first: they are given back as they are.
pub fn format(text: &str, kind: SourceKind, options: &FormatOptions) -> Result<String, FormatError> {
    if kind == SourceKind::Template {
        return Ok(text.to_string());
    }
    let parsed = parse(text, &ParseOptions { kind, ..ParseOptions::default() });
    if parsed.problems().iter().any(|problem| problem.is_error()) {
        return Err(FormatError::SyntaxErrors);
    }
    let mut pieces = pieces::collect(&parsed.syntax());
    quotes::prefer_single_quotes(&mut pieces);
    trailing_commas::add(&mut pieces);
    spacing::set_spaces(&mut pieces);
    indentation::set(&mut pieces, options);
    line_breaking::break_long_lines(&mut pieces, options);
    alignment::align(&mut pieces);
    Ok(pieces::print(&pieces, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let formatted = format(text, SourceKind::Manifest, &FormatOptions::default()).expect("no syntax errors");
        assert_eq!(formatted, expected);
        let again = format(&formatted, SourceKind::Manifest, &FormatOptions::default());
        assert_eq!(again.as_deref(), Ok(expected), "formatting again changes it");
    }

    #[test]
    fn spaces_quotes_and_trailing_commas() {
        check(
            "file{\"/a\":\nensure=>file,\n  mode   =>  '0644'\n}\n",
            "file { '/a':\n  ensure => file,\n  mode   => '0644',\n}\n",
        );
        check("$a=[ 1,2 ]\n$b={a=>1}\n", "$a = [1, 2]\n$b = { a => 1 }\n");
        check("notice( \"x ${y} it's\" )\n", "notice(\"x ${y} it's\")\n");
    }

    #[test]
    fn arrows_are_aligned_in_each_block() {
        check(
            "$h = {\n  a => 1,\n  long => {\n  b => 2,\n  longer => 3,\n  },\n}\n",
            "$h = {\n  a    => 1,\n  long => {\n    b      => 2,\n    longer => 3,\n  },\n}\n",
        );
    }

    #[test]
    fn several_bodies_stand_below_their_titles() {
        check(
            "file {\ndefault:\nensure => file,\n;\n'/a':\nmode => '0600',\n}\n",
            "file {\n  default:\n    ensure => file,\n    ;\n  '/a':\n    mode => '0600',\n}\n",
        );
    }

    #[test]
    fn a_condition_of_several_lines_does_not_move_its_block() {
        check(
            "if $a\n    and $b {\n      notice(1)\n} else {\nnotice(2)\n}\n",
            "if $a\n  and $b {\n  notice(1)\n} else {\n  notice(2)\n}\n",
        );
    }

    #[test]
    fn chains_and_method_calls() {
        check("Class['a']\n  -> Class['b']\n", "Class['a']\n-> Class['b']\n");
        check("$x = $y\n.map |$z| {\n$z\n}\n", "$x = $y\n  .map |$z| {\n    $z\n  }\n");
    }

    #[test]
    fn comments_and_blank_lines_stay() {
        check(
            "class a {\n\n    # first\n  include b   # why\n\n\n\n  include c\n  # last\n}\n",
            "class a {\n  # first\n  include b   # why\n\n  include c\n  # last\n}\n",
        );
    }

    #[test]
    fn heredocs_stay_as_they_are() {
        let text = "file { '/a':\n  content => @(END),\n      one\n    two\n    | END\n  mode    => '0644',\n}\n";
        check(text, text);
    }

    #[test]
    fn long_lists_are_broken() {
        let long = "a".repeat(60);
        check(
            &std::format!("$x = ['{long}', '{long}', '{long}']\n"),
            &std::format!("$x = [\n  '{long}',\n  '{long}',\n  '{long}',\n]\n"),
        );
    }

    #[test]
    fn broken_files_are_left_alone() {
        let broken = format("class {", SourceKind::Manifest, &FormatOptions::default());
        assert_eq!(broken, Err(FormatError::SyntaxErrors));
        check("", "");
        check("# only\n", "# only\n");
    }
}
