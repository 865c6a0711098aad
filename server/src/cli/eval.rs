//! `eval`: the value of the last expression of a program.

use std::process::ExitCode;

use analysis::preview::report::Names;
use clap::{Args, ValueEnum};
use evaluator::request::Goal;
use evaluator::types::infer;
use evaluator::value::text::{to_display_string, to_source_string};
use evaluator::{Outcome, Value, World};
use serde_json::{Value as Json, json};

use super::environment_options::EnvironmentOptions;
use super::{FINDINGS, fail, print, read_input};

#[derive(Args)]
pub struct Options {
    /// The file, or `-` for standard input
    #[arg(required_unless_present = "expression", conflicts_with = "expression")]
    file: Option<String>,
    /// The code itself
    #[arg(short = 'e', long = "expression", value_name = "CODE", allow_hyphen_values = true)]
    expression: Option<String>,
    #[command(flatten)]
    environment: EnvironmentOptions,
    /// The name of the node
    #[arg(long)]
    node: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub fn run(options: &Options) -> ExitCode {
    if options.environment.lists_facts() {
        return ExitCode::SUCCESS;
    }
    let (name, code) = match (&options.expression, &options.file) {
        (Some(code), _) => ("-e", Ok(code.clone().into_bytes())),
        (None, Some(file)) => (file.as_str(), read_input(file)),
        (None, None) => return fail("give a file or -e CODE"),
    };
    let prepared = code.and_then(|code| Ok((code, options.environment.prepare(None)?)));
    let (code, mut prepared) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => return fail(message),
    };
    let file = prepared.world.add_text(name, code, name.ends_with(".epp"));
    if let Some(node) = &options.node {
        prepared.set_node(node.as_str().into());
    }
    prepared.request.goal = Goal::Value(file);
    let outcome = evaluator::compile(&prepared.world, &prepared.request);
    let place = |place| prepared.world.describe(place);
    let path = |file| prepared.world.path(file).to_string();
    let offset = |file, offset| prepared.world.describe_offset(file, offset);
    let names = Names { place: &place, offset: &offset, path: &path };
    match options.format {
        Format::Json => print(&format!("{:#}\n", to_json(&outcome, &names))),
        Format::Text => to_text(&outcome, &names),
    }
    ExitCode::from(if outcome.is_ok() { 0 } else { FINDINGS })
}

fn to_text(outcome: &Outcome, names: &Names<'_>) {
    print_logs(outcome, names);
    if outcome.is_ok() {
        print(&format!("{}\n", to_source_string(outcome.value.as_ref().unwrap_or(&Value::Undef))));
    }
    print_errors(outcome, names);
}

/// Log lines, to standard error.
pub fn print_logs(outcome: &Outcome, names: &Names<'_>) {
    for entry in &outcome.logs {
        eprintln!("{}: {}: {}", entry.level.name(), entry.source, names.finish(outcome, &entry.message));
    }
}

/// Errors with the calls that led there, and the limit that was reached, to standard error.
pub fn print_errors(outcome: &Outcome, names: &Names<'_>) {
    for error in &outcome.errors {
        let at = names.error_position(outcome, error);
        let at = at.map(|(file, line, column)| format!("{file}:{line}:{column}: ")).unwrap_or_default();
        eprintln!("{at}error: {}", names.finish(outcome, &error.message()));
        if let Some(hint) = error.issue.hint() {
            eprintln!("    hint: {hint}");
        }
        for frame in &error.frames {
            let at = frame.place.and_then(|place| names.describe(outcome, place));
            let at = at.map(|(file, line, column)| format!(" at {file}:{line}:{column}")).unwrap_or_default();
            eprintln!("    in {}{at}", frame.what);
        }
    }
    if let Some(limit) = &outcome.limit {
        eprintln!("error: {}", limit.message());
    }
}

fn to_json(outcome: &Outcome, names: &Names<'_>) -> Json {
    let logs: Vec<Json> = outcome
        .logs
        .iter()
        .map(|entry| json!({"level": entry.level.name(), "message": names.finish(outcome, &entry.message)}))
        .collect();
    if !outcome.is_ok() {
        return json!({"ok": false, "error": names.error(outcome), "logs": logs});
    }
    let value = outcome.value.clone().unwrap_or(Value::Undef);
    json!({
        "ok": true,
        "value": to_source_string(&value),
        "string": to_display_string(&value),
        "type": infer(&value).to_string(),
        "logs": logs,
    })
}
