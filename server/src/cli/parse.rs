//! `parse`: the syntax tree, as Puppet's own notation, as the lossless tree, or as a list of definitions and errors.

use std::process::ExitCode;

use analysis::{ColumnUnit, LineIndex};
use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};
use syntax::{Expr, SourceFile, SourceKind};

use super::{FINDINGS, fail, print, read_input};

#[derive(Args)]
pub struct Options {
    /// The file, or `-` for standard input
    file: String,
    /// The text is an EPP template, whatever the file is called
    #[arg(long)]
    epp: bool,
    /// `plan` and `apply` are part of the language, as in a module's `plans` folder
    #[arg(long)]
    tasks: bool,
    /// pn: Puppet's S-expressions; tree: the lossless tree; json: definitions and errors
    #[arg(long, value_enum, default_value_t = Format::Pn)]
    format: Format,
    /// puppet8, puppet7 or spec4x
    #[arg(long, value_parser = super::edition)]
    edition: Option<analysis::Edition>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Pn,
    Tree,
    Json,
}

pub fn run(options: &Options) -> ExitCode {
    let bytes = match read_input(&options.file) {
        Ok(bytes) => bytes,
        Err(message) => return fail(message),
    };
    let mut read_options = analysis::options_of_path(&options.file, options.edition.unwrap_or_default());
    if options.epp {
        read_options.kind = SourceKind::Template;
    }
    read_options.tasks |= options.tasks;
    let text = String::from_utf8_lossy(&bytes);
    let source = syntax::source_file::read_bytes(&bytes, &read_options);
    let has_errors = source.problems.iter().any(|problem| problem.is_error());
    match options.format {
        Format::Tree => print(&format!("{:#?}", syntax::parse(&text, &read_options.parse_options()).syntax())),
        Format::Json => print(&format!("{:#}\n", to_json(&source, &text))),
        // Puppet prints no tree for what it cannot parse.
        Format::Pn if source.problems.iter().any(|problem| problem.code == syntax::code::SYNTAX_ERROR) => {}
        Format::Pn => print(&format!("{}\n", syntax::pn::print(&source.program))),
    }
    if options.format != Format::Json {
        let lines = LineIndex::new(&text);
        for problem in source.problems.iter().filter(|problem| problem.is_error()) {
            let at = lines.line_column(&text, problem.anchor, ColumnUnit::CodePoints);
            eprintln!("{}:{}:{}: error: {}", options.file, at.line + 1, at.column + 1, problem.message);
        }
    }
    ExitCode::from(if has_errors { FINDINGS } else { 0 })
}

fn to_json(source: &SourceFile, text: &str) -> Json {
    let lines = LineIndex::new(text);
    let position = |offset: u32| lines.line_column(text, offset, ColumnUnit::CodePoints);
    let definitions: Vec<Json> = source
        .program
        .definitions
        .iter()
        .map(|id| {
            let expr = source.program.expr(*id);
            let range = source.source_map.range(*id);
            let (start, end) = (position(range.start), position(range.end));
            let (kind, name) = kind_and_name(source, expr);
            json!({
                "kind": kind,
                "name": name,
                "line": start.line + 1,
                "column": start.column + 1,
                "end_line": end.line + 1,
                "end_column": end.column + 1,
            })
        })
        .collect();
    let errors: Vec<Json> = source
        .problems
        .iter()
        .map(|problem| {
            let at = position(problem.anchor);
            json!({
                "code": problem.code.as_str(),
                "severity": if problem.is_error() { "error" } else { "warning" },
                "message": problem.message,
                "line": at.line + 1,
                "column": at.column + 1,
            })
        })
        .collect();
    json!({"definitions": definitions, "errors": errors})
}

fn kind_and_name(source: &SourceFile, expr: &Expr) -> (&'static str, Json) {
    match expr {
        Expr::Class(class) => ("class", json!(class.name.as_str())),
        Expr::Define(define) => ("define", json!(define.name.as_str())),
        Expr::Function(function) => ("function", json!(function.name.as_str())),
        Expr::Plan(plan) => ("plan", json!(plan.name.as_str())),
        Expr::TypeAlias(alias) => ("type", json!(alias.name.as_str())),
        Expr::TypeDefinition(definition) => ("type", json!(definition.name.as_str())),
        Expr::Node(node) => {
            let names: Vec<String> = node
                .matches
                .iter()
                .map(|id| match source.program.expr(*id) {
                    Expr::String(name) | Expr::QualifiedName(name) => name.to_string(),
                    Expr::Regexp(pattern) => format!("/{pattern}/"),
                    Expr::Default => "default".to_string(),
                    _ => String::new(),
                })
                .collect();
            ("node", json!(names.join(", ")))
        }
        _ => ("other", Json::Null),
    }
}
