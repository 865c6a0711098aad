//! The page of the manual.

use serde_json::Value as Json;

use super::{Body, COMMANDS, Method, REQUESTS, SHAPES, examples};

pub(super) fn page() -> String {
    let mut text = String::from(
        "# Protocol\n\nWhat the server offers beyond [LSP 3.17](https://microsoft.github.io/language-server-protocol/), for clients with a view of their own. Fields may be added; what is here stays.\n\n\
         This page is written from the server's own tables: `UPDATE_EXPECT=1 cargo test -p puppet-analyzer protocol`. The VS Code extension's types\n(`editors/vscode/src/view/protocol.ts`) are written from the same.\n",
    );
    text += "\n## Requests\n";
    REQUESTS.iter().for_each(|method| text += &section(method));
    text += "\n## Commands\n\nOf `workspace/executeCommand`, with the argument as the only one in `arguments`.\n";
    COMMANDS.iter().for_each(|method| text += &section(method));
    text += &format!(
        "\n## Notifications\n\n### `{}`\n\nThe server's state, sent whenever it changes to clients whose `initializationOptions` say `\"status\": true`. Shape: {}.\n\n```json\n{}\n```\n",
        crate::protocol::STATUS_NOTIFICATION,
        link("Status"),
        readable(&examples::status(), 0)
    );
    text += "\n## Shapes\n\nTypes are written as in TypeScript; `?` marks a field that may be missing.\n";
    for shape in SHAPES {
        text += &format!("\n### {}\n\n{}\n", shape.name, shape.says);
        if !shape.extends.is_empty() {
            let links: Vec<String> = shape.extends.iter().map(|name| link(name)).collect();
            text += &format!("\nHas the fields of {}, and:\n", links.join(" and "));
        }
        match &shape.body {
            Body::Alias(kind) => text += &format!("\n`{kind}`\n"),
            Body::Fields(fields) => {
                text += "\n| field | type | |\n|---|---|---|\n";
                for field in fields.iter() {
                    let mark = if field.is_optional { "?" } else { "" };
                    let kind = field.kind.replace('|', "\\|");
                    text += &format!("| `{}{mark}` | `{kind}` | {} |\n", field.name, field.says);
                }
            }
        }
    }
    text
}

fn section(method: &Method) -> String {
    let answer: Vec<String> = method
        .answer
        .split(" | ")
        .map(|name| if name == "null" { "null where there is nothing to answer".to_string() } else { link(name) })
        .collect();
    let mut example = examples::answer(method);
    let mut rest = "";
    if let (Some(fields), Json::Object(preview)) = (example.as_object_mut(), examples::answer(&REQUESTS[0]))
        && method.name != REQUESTS[0].name
        && fields.contains_key("catalog")
    {
        fields.retain(|name, value| preview.get(name) != Some(value));
        rest = " The example leaves out what the request above answers too.";
    }
    format!(
        "\n### `{}`\n\n{}\n\nArgument: {}. Answer: {}.{rest}\n\n```json\n{}\n```\n\n```json\n{}\n```\n",
        method.name,
        method.says,
        link(method.argument),
        answer.join(" or "),
        method.example,
        readable(&example, 0)
    )
}

const WIDTH: usize = 130;

/// Writes JSON with what fits on a line on one.
fn readable(json: &Json, indent: usize) -> String {
    let inline = one_line(json);
    if inline.len() + indent <= WIDTH {
        return inline;
    }
    let inner = " ".repeat(indent + 2);
    let parts: Vec<String> = match json {
        Json::Array(elements) => elements.iter().map(|each| format!("{inner}{}", readable(each, indent + 2))).collect(),
        Json::Object(entries) => {
            let entry = |(name, value)| format!("{inner}\"{name}\": {}", readable(value, indent + 2));
            entries.iter().map(entry).collect()
        }
        _ => return inline,
    };
    let (open, close) = if json.is_array() { ('[', ']') } else { ('{', '}') };
    format!("{open}\n{}\n{}{close}", parts.join(",\n"), " ".repeat(indent))
}

fn one_line(json: &Json) -> String {
    match json {
        Json::Array(elements) => format!("[{}]", elements.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entry = |(name, value)| format!("\"{name}\": {}", one_line(value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn link(name: &str) -> String {
    format!("[{name}](#{})", name.to_lowercase())
}
