//! What `docs/protocol.md` and `editors/vscode/src/view/protocol.ts` are written from: every request and command, and every
//! shape with its fields. Types are TypeScript's; a test holds them against what the structs write.

mod examples;
mod page;
mod shapes;
mod typescript;
mod written;

use shapes::SHAPES;

/// A request or a command.
struct Method {
    name: &'static str,
    says: &'static str,
    argument: &'static str,
    answer: &'static str,
    /// An argument of the example project.
    example: &'static str,
}

/// A JSON object, or another name for a type.
struct Shape {
    name: &'static str,
    says: &'static str,
    /// Shapes whose fields it has too.
    extends: &'static [&'static str],
    body: Body,
}

enum Body {
    Fields(&'static [Field]),
    Alias(&'static str),
}

struct Field {
    name: &'static str,
    /// In TypeScript.
    kind: &'static str,
    is_optional: bool,
    says: &'static str,
}

const fn field(name: &'static str, kind: &'static str, says: &'static str) -> Field {
    Field { name, kind, is_optional: false, says }
}

const fn optional(name: &'static str, kind: &'static str, says: &'static str) -> Field {
    Field { name, kind, is_optional: true, says }
}

const REQUESTS: &[Method] = &[
    Method {
        name: super::PREVIEW_REQUEST,
        says: "Previews the catalog of a node, class or define, for clients with a view of their own. Markdown only where it is asked for.",
        argument: "PreviewArguments",
        answer: "Preview | null",
        example: r#"{"uri": "file:///env/manifests/site.pp", "node": "web01.example.com"}"#,
    },
    Method {
        name: super::CONTEXTS_REQUEST,
        says: "Lists the nodes and fact sets that values can be shown for, and those that they are shown for.",
        argument: "ContextsArguments",
        answer: "Contexts",
        example: r#"{"uri": "file:///env/manifests/site.pp"}"#,
    },
    Method {
        name: super::EVALUATION_STATE_REQUEST,
        says: "Tells how the evaluation that a file's values come from went, for a status line.",
        argument: "EvaluationStateArguments",
        answer: "EvaluationState",
        example: r#"{"uri": "file:///env/manifests/site.pp"}"#,
    },
];

const COMMANDS: &[Method] = &[
    Method {
        name: super::PREVIEW_COMMAND,
        says: "Previews a catalog as the request does, with Markdown and source ranges unless the argument says `\"markdown\": false`. The code \
               action and the code lens \"Preview catalog\" name this command.",
        argument: "PreviewArguments",
        answer: "Preview | null",
        example: r#"{"uri": "file:///env/manifests/site.pp", "position": {"line": 0, "character": 6}}"#,
    },
    Method {
        name: super::DIFF_COMMAND,
        says: "Compares the preview of now with that of the saved files or of the last commit. Markdown as for the preview.",
        argument: "DiffArguments",
        answer: "NodeDiffReport | AllNodesReport | null",
        example: r#"{"uri": "file:///env/manifests/site.pp", "baseline": "saved", "markdown": false}"#,
    },
    Method {
        name: super::SELECT_CONTEXT_COMMAND,
        says: "Chooses the node and the facts that values are shown for; without either, what the workspace says. Hints, values and diagnostics \
               follow at once.",
        argument: "SelectContextArguments",
        answer: "Contexts",
        example: r#"{"node": "web01.example.com"}"#,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a generated file with the one in the repository, or writes it.
    fn check(below: &str, text: &str) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(below);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, text).expect("the file is written");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{below} is stale: UPDATE_EXPECT=1 cargo test -p puppet-analyzer protocol writes it");
    }

    #[test]
    fn the_page_of_the_manual_is_up_to_date() {
        check("docs/protocol.md", &page::page());
    }

    #[test]
    fn the_types_of_the_extension_are_up_to_date() {
        check("editors/vscode/src/view/protocol.ts", &typescript::types());
    }

    #[test]
    fn every_command_and_request_is_described() {
        let described: Vec<&str> = COMMANDS.iter().map(|method| method.name).collect();
        let mut known = crate::protocol::COMMANDS.to_vec();
        known.sort_by_key(|name| described.iter().position(|other| other == name));
        assert_eq!(described, known);
        let transport = include_str!("../transport/stdio.rs");
        assert_eq!(transport.matches("custom_method(protocol::").count(), REQUESTS.len());
    }

    #[test]
    fn what_is_written_is_what_the_tables_say() {
        for (shape, json) in examples::all() {
            written::check(&json, shape).unwrap_or_else(|problem| panic!("{shape}: {problem}\n{json:#}"));
        }
    }

    #[test]
    fn every_field_is_written_in_some_example() {
        let mut missing = Vec::new();
        let examples: Vec<String> = examples::all().iter().map(|(_, json)| json.to_string()).collect();
        for shape in SHAPES {
            let Body::Fields(fields) = &shape.body else { continue };
            for field in fields.iter() {
                let key = format!("\"{}\":", field.name);
                if !examples.iter().any(|text| text.contains(&key)) && !NEVER_IN_EXAMPLES.contains(&field.name) {
                    missing.push(format!("{}.{}", shape.name, field.name));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    /// Too much for an example.
    const NEVER_IN_EXAMPLES: &[&str] = &["relationships_cut", "show", "condition"];
}
