//! `String.new` with formats, `Regexp.new`.

use super::constructor::{Constructor, optional, required};
use crate::regex_dialect::Regexp;
use crate::types::instance_check::pattern_problem;
use crate::value::{Value, format};

pub(super) fn string() -> Constructor {
    Constructor::new(
        "new_string",
        &[
            ("Format", r"Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]"),
            (
                "ContainerFormat",
                "Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, \
                 Optional[string_formats] => Hash[Type, Format]}]",
            ),
            ("TypeMap", "Hash[Type, Variant[Format, ContainerFormat]]"),
            ("Convertible", "Any"),
            ("Formats", "Variant[Default, String[1], TypeMap]"),
        ],
        &[(&[required("from", "Convertible"), optional("string_formats", "Formats")], |arguments| {
            let from = arguments.first().unwrap_or(&Value::Undef);
            let formats = arguments.get(1).unwrap_or(&Value::Default);
            format::format(from, formats).map(Value::string)
        })],
    )
}

pub(super) fn regexp() -> Constructor {
    Constructor::new(
        "new_float",
        &[],
        &[(&[required("pattern", "String"), optional("escape", "Boolean")], |arguments| {
            let pattern = arguments.first().and_then(Value::as_str).unwrap_or("");
            let source = match arguments.get(1) {
                Some(Value::Boolean(true)) => crate::ruby_core::inspect::escape_pattern(pattern),
                _ => pattern.to_string(),
            };
            let regexp = Regexp::new(source);
            match pattern_problem(&regexp) {
                Some(problem) => Err(problem),
                None => Ok(Value::Regexp(regexp)),
            }
        })],
    )
}
