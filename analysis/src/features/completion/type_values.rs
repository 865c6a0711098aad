//! The values that a data type accepts, where they can be counted: enumerations, booleans, certain numbers.

use evaluator::Type;
use evaluator::types::parse_with;

use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;
use crate::static_types::declared::TypeReader;

/// The type that a text names, aliases of modules and of stdlib written out.
pub fn read_type(db: &dyn Db, file: FileInput, text: &str) -> Option<Type> {
    let reader = TypeReader::of_texts(db, queries::environment_of(db, file), file);
    parse_with(text, &mut |name| reader.named(name)).ok()
}

/// The values as they are written in code; none where they cannot be counted.
pub fn values_of(found: &Type) -> Vec<String> {
    match found.resolved() {
        Type::Enum { values, .. } => values.iter().map(|value| quote(value)).collect(),
        Type::StringValue(value) => vec![quote(value)],
        Type::Boolean(None) => vec!["true".into(), "false".into()],
        Type::Boolean(Some(value)) => vec![value.to_string()],
        Type::Undef => vec!["undef".into()],
        Type::Default => vec!["default".into()],
        Type::Optional(Some(inner)) => {
            let mut values = values_of(inner);
            if !values.is_empty() {
                values.push("undef".into());
            }
            values
        }
        Type::NotUndef(inner) | Type::Sensitive(inner) => values_of(inner),
        Type::Array { element, .. } => values_of(element),
        Type::Variant(types) => {
            let mut all: Vec<String> = Vec::new();
            for value in types.iter().flat_map(values_of) {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

fn quote(text: &str) -> String {
    evaluator::value::text::to_source_string(&evaluator::Value::String(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_can_be_counted() {
        for (text, values) in [
            ("Enum['a', 'b']", "'a' 'b'"),
            ("Optional[Boolean]", "true false undef"),
            ("Variant[Enum['x'], Integer]", "'x'"),
            ("Optional[String]", ""),
        ] {
            let found = evaluator::types::parse(text).expect(text);
            assert_eq!(values_of(&found).join(" "), values, "{text}");
        }
    }
}
