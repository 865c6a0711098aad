//! The shapes as types of TypeScript.

use super::{Body, SHAPES};

pub(super) fn types() -> String {
    let mut text = String::from(
        "// The shapes of what the server takes and answers. Written by the server's tests from its own tables (UPDATE_EXPECT=1 cargo test\n// -p puppet-analyzer protocol): change those.\n",
    );
    for shape in SHAPES {
        text += &format!("\n/** {} */\n", shape.says);
        match &shape.body {
            Body::Alias(kind) => text += &format!("export type {} = {kind};\n", shape.name),
            Body::Fields(fields) => {
                let extends = match shape.extends {
                    [] => String::new(),
                    names => format!(" extends {}", names.join(", ")),
                };
                text += &format!("export interface {}{extends} {{\n", shape.name);
                for field in fields.iter() {
                    let mark = if field.is_optional { "?" } else { "" };
                    text += &format!("  /** {} */\n  {}{mark}: {};\n", field.says, field.name, field.kind);
                }
                text += "}\n";
            }
        }
    }
    text
}
