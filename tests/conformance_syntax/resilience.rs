//! Half-typed sources: the definitions in them are found, with their lines, and something is reported.

use serde_json::Value;
use syntax::{Expr, LineIndex, Program, SourceMap};

use crate::cases;

struct Definition {
    kind: &'static str,
    name: String,
    line: u64,
}

fn definitions(source: &str, program: &Program, source_map: &SourceMap) -> Vec<Definition> {
    let index = LineIndex::new(source);
    program
        .definitions
        .iter()
        .filter_map(|id| {
            let (kind, name) = match program.expr(*id) {
                Expr::Class(class) => ("class", class.name.to_string()),
                Expr::Define(define) => ("define", define.name.to_string()),
                Expr::Function(function) => ("function", function.name.to_string()),
                Expr::Plan(plan) => ("plan", plan.name.to_string()),
                Expr::TypeAlias(alias) => ("type", alias.name.to_string()),
                Expr::Node(_) => ("node", String::new()),
                _ => return None,
            };
            let line = index.line(source_map.range(*id).start);
            Some(Definition { kind, name, line: u64::from(line) + 1 })
        })
        .collect()
}

fn is_found(expected: &Value, found: &[Definition]) -> bool {
    let mut names = vec![expected["name"].as_str().unwrap_or_default()];
    names.extend(expected["alt_names"].as_array().into_iter().flatten().filter_map(Value::as_str));
    found.iter().any(|definition| {
        expected["kind"] == definition.kind
            && expected["line"] == definition.line
            && names.contains(&definition.name.as_str())
    })
}

#[test]
fn definitions_are_found_in_half_typed_sources() {
    let mut differences = Vec::new();
    for case in cases::read("syntax-resilience.jsonl") {
        let parse = syntax::parse(&case.source, &case.options);
        assert_eq!(parse.syntax().text().to_string(), case.source, "{}", case.id);
        let (program, source_map) = syntax::lower(&parse);
        let found = definitions(&case.source, &program, &source_map);
        let list = |key: &str| case.expect[key].as_array().cloned().unwrap_or_default();
        let wanted = list("must_find").into_iter().chain(list("should_find"));
        let missing: Vec<Value> = wanted.filter(|expected| !is_found(expected, &found)).collect();
        let wrong: Vec<Value> =
            list("must_not_find").into_iter().filter(|expected| is_found(expected, &found)).collect();
        let is_refused = case.expect["puppet"]["phase"] == "syntax";
        let has_error = parse.problems().iter().any(syntax::Problem::is_error);
        if !missing.is_empty() || !wrong.is_empty() || is_refused != has_error {
            let found: Vec<String> =
                found.iter().map(|found| format!("{} {} {}", found.kind, found.name, found.line)).collect();
            let errors: Vec<String> =
                parse.problems().iter().map(|problem| format!("{} {}", problem.anchor, problem.message)).collect();
            differences.push((
                case.id.clone(),
                format!("{}\nmissing {missing:?}\nwrong {wrong:?}\nfound {found:?}\n{errors:#?}", case.source),
            ));
        }
    }
    cases::report(differences, &[]);
}
