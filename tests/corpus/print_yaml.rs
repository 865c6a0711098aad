//! Prints what each YAML file named on standard input holds, one line a file, in a form that `compare_yaml_with_psych`
//! makes of Ruby's objects, too.

use std::io::BufRead;

use evaluator::Value;
use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::hiera::yaml;

fn main() {
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let line = match std::fs::read(&path) {
            Err(error) => format!("unreadable {error}"),
            Ok(bytes) => match yaml::parse_bytes(&bytes) {
                Ok(None) => "nothing".to_string(),
                Ok(Some(node)) => printed(&node),
                Err(error) => format!("error {}", error.message()),
            },
        };
        println!("{line}");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn printed(node: &DataNode) -> String {
    match &node.content {
        DataContent::Scalar(Value::String(text)) => format!("'{}'", hex(text.as_bytes())),
        DataContent::Scalar(Value::Binary(bytes)) => format!("'{}'", hex(bytes)),
        DataContent::Scalar(Value::Float(number)) => format!("f{:016x}", number.to_bits()),
        DataContent::Scalar(Value::Undef) => "undef".to_string(),
        DataContent::Scalar(Value::Integer(number)) => number.to_string(),
        DataContent::Scalar(Value::Boolean(truth)) => truth.to_string(),
        DataContent::Scalar(other) => format!("{other:?}"),
        DataContent::Symbol(name) => format!(":{}", hex(name.as_bytes())),
        DataContent::Sequence(elements) => format!("[{}]", elements.iter().map(printed).collect::<Vec<_>>().join(",")),
        DataContent::Mapping(entries) => {
            let entries = entries.iter().map(|entry| format!("{}={}", printed(&entry.key), printed(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
    }
}
