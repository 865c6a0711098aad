//! References to resources as the catalog writes them: `File[/etc/motd]`, `Class[Foo::Bar]`.

use smol_str::{SmolStr, format_smolstr};

use crate::catalog::names::{capitalized, class_title};
use crate::types::Type;
use crate::value::Value;
use crate::value::text::to_display_string;

/// A value where a reference is meant: references without quotes, strings as they are, other values as they print.
pub fn reference_text(value: &Value) -> SmolStr {
    match value {
        Value::String(text) => text.clone(),
        Value::Type(Type::Class(Some(name))) => format_smolstr!("Class[{}]", class_title(name)),
        Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title) }) => {
            let type_name = capitalized(type_name);
            if type_name == "Class" {
                return format_smolstr!("Class[{}]", class_title(title));
            }
            format_smolstr!("{type_name}[{title}]")
        }
        Value::Type(Type::Resource { type_name: Some(type_name), title: None }) => {
            format_smolstr!("{}[]", capitalized(type_name))
        }
        other => SmolStr::new(to_display_string(other)),
    }
}

/// Type and title of a reference value, as the catalog knows them.
pub fn reference_parts(value: &Value) -> Option<(SmolStr, SmolStr)> {
    match value {
        Value::String(_) | Value::Type(Type::Class(Some(_)) | Type::Resource { title: Some(_), .. }) => {
            crate::catalog::names::split_reference(&reference_text(value))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_written_with_capitals() {
        let class = Value::Type(Type::Class(Some("a::b".into())));
        assert_eq!(reference_text(&class), "Class[A::B]");
        let file = Value::Type(Type::Resource { type_name: Some("File".into()), title: Some("/x".into()) });
        assert_eq!(reference_parts(&file), Some(("File".into(), "/x".into())));
    }
}
