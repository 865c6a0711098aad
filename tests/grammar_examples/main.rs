//! The examples in the grammar's comments: each is read without a mistake and has the node that its fence names.

use std::path::PathBuf;

use syntax::{ParseOptions, SourceKind};

struct Example {
    place: String,
    kind: SourceKind,
    node: String,
    text: String,
}

fn examples() -> Vec<Example> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/grammar");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the grammar's folder").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut examples = Vec::new();
    for path in paths {
        let source = std::fs::read_to_string(&path).expect("a file of the grammar");
        let before = examples.len();
        let mut open: Option<Example> = None;
        for (number, line) in source.lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("///") else { continue };
            let comment = comment.strip_prefix(' ').unwrap_or(comment);
            if let Some(mut example) = open.take() {
                if comment == "```" {
                    examples.push(example);
                } else {
                    example.text.push_str(comment);
                    example.text.push('\n');
                    open = Some(example);
                }
            } else if let Some((language, node)) = comment.strip_prefix("```").and_then(|fence| fence.split_once(' ')) {
                let kind = if language == "epp" { SourceKind::Template } else { SourceKind::Manifest };
                let place = format!("{}:{}", path.display(), number + 1);
                open = Some(Example { place, kind, node: node.to_string(), text: String::new() });
            }
        }
        assert!(examples.len() > before, "{} has no example", path.display());
    }
    examples
}

#[test]
fn every_example_is_read_as_its_fence_says() {
    for example in examples() {
        let options = ParseOptions { kind: example.kind, tasks: true, ..ParseOptions::default() };
        let parse = syntax::parse(&example.text, &options);
        assert_eq!(parse.problems(), &[], "{}\n{}", example.place, example.text);
        let has_node = parse.syntax().descendants().any(|node| format!("{:?}", node.kind()) == example.node);
        assert!(has_node, "{}: no {} in\n{}{}", example.place, example.node, example.text, parse.tree());
    }
}
