//! The formatter: Puppet's style guide applied to a manifest, line breaks and comments kept where the author put them.
//!
//! It works on the tokens of the tree and never changes what the text means: the PN of a file stays the same. A text
//! with syntax errors is left alone. Knows nothing of files or editors.

mod alignment;
mod edits;
mod indentation;
mod line_breaking;
mod on_type;
mod pieces;
mod quotes;
mod spacing;
mod templates;
mod trailing_commas;

pub use edits::{TextEdit, edits_between};
pub use on_type::{after_arrow, after_new_line, closed_block};

use crate::parser::{Parse, ParseOptions, parse};
use crate::pn;
use crate::program::lower::lower;
use crate::source_file::SourceKind;
use crate::text_range::TextRange;

/// How texts are laid out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormatOptions {
    /// Columns of one level of indentation.
    pub indent: usize,
    /// Lines that are longer are broken at their lists, where they have some.
    pub width: usize,
    /// The arrows of a block stand below each other; otherwise one space is before each.
    pub align_arrows: bool,
    /// A comma ends lists that stand on several lines; otherwise they end as the author ended them.
    pub trailing_commas: bool,
    /// Strings without variables and escapes stand in single quotes; otherwise in those that they have.
    pub single_quotes: bool,
}

impl Default for FormatOptions {
    /// The style guide's.
    fn default() -> Self {
        FormatOptions { indent: 2, width: 140, align_arrows: true, trailing_commas: true, single_quotes: true }
    }
}

/// Why a text was not formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// A text that cannot be read whole cannot be laid out without guessing.
    SyntaxErrors,
    /// A heredoc's text begins on the next line, even inside of a tag, string or pattern that goes on there: nothing of that can be moved.
    TextInsideOfToken,
    /// The text that came out does not mean the same: a fault of the formatter, which must not become one of the file.
    MeaningWouldChange,
}

impl FormatError {
    pub fn message(&self) -> &'static str {
        match self {
            FormatError::SyntaxErrors => "the file has syntax errors and was left as it is",
            FormatError::TextInsideOfToken => {
                "what stands on the line of a heredoc goes on in the next one: the file was left as it is"
            }
            FormatError::MeaningWouldChange => {
                "laying it out would change what it means, a fault of the formatter: the file was left as it is"
            }
        }
    }
}

/// The text in Puppet's style. Of a template only the code in its tags.
pub fn format(text: &str, kind: SourceKind, options: &FormatOptions) -> Result<String, FormatError> {
    format_parsed(text, &parse(text, &ParseOptions { kind, ..ParseOptions::default() }), options)
}

/// The same for a text that has been parsed.
pub fn format_parsed(text: &str, parsed: &Parse, options: &FormatOptions) -> Result<String, FormatError> {
    if parsed.has_errors() {
        return Err(FormatError::SyntaxErrors);
    }
    let formatted = lay_out(text, parsed, options)?;
    if formatted != text && !is_same_program(parsed, &parse(&formatted, parsed.options())) {
        return Err(FormatError::MeaningWouldChange);
    }
    Ok(formatted)
}

fn is_same_program(before: &Parse, after: &Parse) -> bool {
    if after.has_errors() {
        return false;
    }
    let (before, after) = (lower(before).0, lower(after).0);
    // Quotes may change what a text is made of, but not what Puppet reads.
    before == after || pn::print(&before) == pn::print(&after)
}

fn lay_out(text: &str, parsed: &Parse, options: &FormatOptions) -> Result<String, FormatError> {
    let mut pieces = pieces::collect(&parsed.syntax());
    if pieces::has_text_inside_of_token(&pieces) {
        return Err(FormatError::TextInsideOfToken);
    }
    if options.single_quotes {
        quotes::prefer_single_quotes(&mut pieces);
    }
    if parsed.options().kind == SourceKind::Template {
        spacing::set_spaces(&mut pieces);
        templates::set_spaces(&mut pieces);
        return Ok(pieces::print(&pieces, text));
    }
    if options.trailing_commas {
        trailing_commas::add(&mut pieces);
    }
    spacing::set_spaces(&mut pieces);
    indentation::set(&mut pieces, options);
    line_breaking::break_long_lines(&mut pieces, options);
    if options.align_arrows {
        alignment::align(&mut pieces);
    }
    alignment::align_one_line_bodies(&mut pieces);
    let mut formatted = pieces::print(&pieces, text);
    if !formatted.is_empty() && !formatted.ends_with('\n') {
        // Behind the end word of a heredoc half of a line's end may be there already.
        if formatted.ends_with('\r') {
            formatted.pop();
        }
        formatted.push_str(pieces::line_end(text));
    }
    Ok(formatted)
}

/// The edits that lay out the lines that a range touches; the rest of the text stays as it is.
pub fn format_range(
    text: &str,
    parsed: &Parse,
    range: TextRange,
    options: &FormatOptions,
) -> Result<Vec<TextEdit>, FormatError> {
    let formatted = format_parsed(text, parsed, options)?;
    let mut edits = edits_between(text, &formatted);
    let line_start = text.get(..range.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    edits.retain(|edit| {
        let is_insertion = edit.range.is_empty() && edit.range.start == range.end;
        is_insertion || (edit.range.start <= range.end && line_start < edit.range.end as usize)
    });
    Ok(edits)
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
    fn another_program_is_not_taken_for_the_same() {
        let read = |text: &str| parse(text, &ParseOptions::default());
        assert!(is_same_program(&read("$a=\"x\""), &read("$a = 'x'\n")));
        assert!(!is_same_program(&read("$a = 1"), &read("$a = 2")));
        assert!(!is_same_program(&read("$a = 1"), &read("$a = 1 }")), "what cannot be read is no program");
    }

    #[test]
    fn half_of_a_line_end_behind_a_heredoc_becomes_a_whole_one() {
        check("$a = @(X)\r\n  text\r\n  | X\r", "$a = @(X)\r\n  text\r\n  | X\r\n");
        check("$a = @(X)\n  text\n  | X\r", "$a = @(X)\n  text\n  | X\n");
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
    fn a_text_that_begins_inside_of_something_is_left_alone() {
        for text in [
            "$a = @(X) $b = @(X) $b = @(Y-=1\n| X\n2\n| Y= @(Y)\n1\n| X\n2\n| Y\n",
            "$aType@(X)\r$oak =~ /a\\b\nt/-\nX\r !\n@(X)\r\nt-X\r\n",
        ] {
            let formatted = format(text, SourceKind::Manifest, &FormatOptions::default());
            assert_eq!(formatted, Err(FormatError::TextInsideOfToken), "{text:?}");
        }
        check("$a = [@(X), \"b\"]\n  text\n  | X\n", "$a = [@(X), 'b']\n  text\n  | X\n");
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
    fn code_in_templates_is_spaced_and_text_stays() {
        let check = |text: &str, expected: &str| {
            let formatted = format(text, SourceKind::Template, &FormatOptions::default());
            assert_eq!(formatted.as_deref(), Ok(expected));
        };
        check("<%-| String $a,\n  $b=1 |-%>\na   b\n", "<%- | String $a,\n  $b = 1 | -%>\na   b\n");
        check("x <%if $a{-%>\n<%   notice( 'b' )%>  y\n<%}%>", "x <% if $a { -%>\n<%   notice('b') %>  y\n<% } %>");
        check("<%= $a%><%=$b %>\t\n", "<%= $a %><%= $b %>\t\n");
        check("<%# as  it is %>\n<%%  \n", "<%# as  it is %>\n<%%  \n");
    }

    #[test]
    fn ranges_touch_only_their_lines() {
        let text = "$a=1\n$b=2\n$c=[\n1]\n";
        let edited = |start, end| {
            let range = TextRange::new(start, end);
            let edits = format_range(text, &parse(text, &ParseOptions::default()), range, &FormatOptions::default());
            let mut text = text.to_string();
            for edit in edits.unwrap_or_default().iter().rev() {
                text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.new_text);
            }
            text
        };
        assert_eq!(edited(6, 7), "$a=1\n$b = 2\n$c=[\n1]\n");
        assert_eq!(edited(0, 6), "$a = 1\n$b = 2\n$c=[\n1]\n");
    }

    #[test]
    fn options_turn_rules_off() {
        let options = FormatOptions {
            align_arrows: false,
            trailing_commas: false,
            single_quotes: false,
            ..FormatOptions::default()
        };
        let text = "$a = {\n  b => \"c\",\n  long => 2\n}\n";
        assert_eq!(format(text, SourceKind::Manifest, &options).as_deref(), Ok(text));
    }

    #[test]
    fn bodies_on_one_line_stay_aligned() {
        check("a {\n  'b'      : c => 1;\n  'long'   : c => 2;\n}\n", "a {\n  'b':    c => 1;\n  'long': c => 2;\n}\n");
        let single = "a {\n  'b': c => 1;\n  'long': c => 2;\n}\n";
        check(single, single);
    }

    #[test]
    fn long_calls_resources_and_conditions_are_broken() {
        let long = "a".repeat(68);
        check(&std::format!("f('{long}', '{long}', 'b')\n"), &std::format!("f(\n  '{long}',\n  '{long}',\n  'b'\n)\n"));
        check(
            &std::format!("file {{ '{long}': ensure => file, source => '{long}', mode => '0644' }}\n"),
            &std::format!("file {{ '{long}':\n  ensure => file,\n  source => '{long}',\n  mode   => '0644',\n}}\n"),
        );
        check(
            &std::format!("if $a == '{long}' or $b == '{long}' or $c {{\n  notice(1)\n}}\n"),
            &std::format!("if $a == '{long}'\n  or $b == '{long}'\n  or $c {{\n  notice(1)\n}}\n"),
        );
        let alone = std::format!("fail('{long}{long}{long}')\n");
        check(&alone, &alone);
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
