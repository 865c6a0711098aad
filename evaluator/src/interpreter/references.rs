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
        Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), .. }) => {
            let type_name = capitalized(type_name);
            if type_name == "Class" {
                return format_smolstr!("Class[{}]", class_title(title));
            }
            format_smolstr!("{type_name}[{title}]")
        }
        Value::Type(Type::Resource { type_name: Some(type_name), title: None, .. }) => {
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

/// A value as a resource keeps it: references to resources, in arrays and hashes too, become resource objects.
pub fn as_given(value: Value) -> Value {
    match value {
        Value::Type(reference) => Value::Type(given_reference(reference)),
        Value::Array(elements) if elements.iter().any(has_reference) => {
            Value::array(elements.iter().cloned().map(as_given))
        }
        Value::Hash(entries) if entries.iter().any(|(key, value)| has_reference(key) || has_reference(value)) => {
            Value::hash(entries.iter().map(|(key, value)| (as_given(key.clone()), as_given(value.clone()))))
        }
        other => other,
    }
}

fn given_reference(reference: Type) -> Type {
    match reference {
        Type::Class(Some(name)) => Type::Resource {
            type_name: Some(SmolStr::new_static("Class")),
            title: Some(class_title(&name)),
            given: true,
        },
        Type::Resource { type_name: Some(type_name), title: Some(title), .. } => {
            let title = if type_name == "Class" { class_title(&title) } else { title };
            Type::Resource { type_name: Some(type_name), title: Some(title), given: true }
        }
        other => other,
    }
}

/// Whether a value is or holds a reference that is not yet a resource object.
fn has_reference(value: &Value) -> bool {
    match value {
        Value::Type(Type::Class(Some(_)) | Type::Resource { title: Some(_), given: false, .. }) => true,
        Value::Array(elements) => elements.iter().any(has_reference),
        Value::Hash(entries) => entries.iter().any(|(key, value)| has_reference(key) || has_reference(value)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_reference_is_an_object_of_its_own() {
        let class = Value::Type(Type::Class(Some("a::b".into())));
        let given = as_given(Value::array([class.clone(), Value::string("x")]));
        assert_eq!(to_display_string(&given), "[Class[A::B], x]");
        assert_eq!(as_given(given.clone()), given);
        let notify = Value::Type(Type::resource("notify", Some("n")));
        assert_eq!(to_display_string(&notify), "Notify['n']");
        assert_eq!(to_display_string(&as_given(notify.clone())), "Notify[n]");
        assert_ne!(as_given(notify.clone()), notify);
        assert_eq!(as_given(Value::Type(Type::Any)), Value::Type(Type::Any));
    }

    #[test]
    fn a_class_is_written_with_capitals() {
        let class = Value::Type(Type::Class(Some("a::b".into())));
        assert_eq!(reference_text(&class), "Class[A::B]");
        let file =
            Value::Type(Type::Resource { type_name: Some("File".into()), title: Some("/x".into()), given: false });
        assert_eq!(reference_parts(&file), Some(("File".into(), "/x".into())));
    }
}
