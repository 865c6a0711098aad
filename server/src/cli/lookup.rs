//! `lookup`: a Hiera value, and how it was found.

use std::path::Path;
use std::process::ExitCode;

use analysis::preview::report::Names;
use clap::{Args, ValueEnum};
use evaluator::World;
use evaluator::request::Goal;
use evaluator::value::text::to_source_string;
use serde_json::json;

use super::environment_options::EnvironmentOptions;
use super::eval::{print_errors, print_logs};
use super::{FINDINGS, fail, print};

#[derive(Args)]
pub struct Options {
    /// The key, for instance `profile::web::port`
    key: String,
    /// The node whose data is wanted
    #[arg(long)]
    node: Option<String>,
    #[command(flatten)]
    environment: EnvironmentOptions,
    /// Say which levels were asked and what each of them answered
    #[arg(long)]
    explain: bool,
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
    let mut prepared = match options.environment.prepare(Some(Path::new("."))) {
        Ok(prepared) => prepared,
        Err(message) => return fail(message),
    };
    if let Some(node) = &options.node {
        prepared.set_node(node.as_str().into());
    }
    prepared.request.goal = Goal::Lookup { key: options.key.clone() };
    let outcome = evaluator::compile(&prepared.world, &prepared.request);
    let place = |place| prepared.world.describe(place);
    let path = |file| prepared.world.path(file).to_string();
    let offset = |file, offset| prepared.world.describe_offset(file, offset);
    let names = Names { place: &place, offset: &offset, path: &path };
    let explanation = outcome.lookup.as_ref().map(|answer| &answer.explanation);
    match options.format {
        Format::Json => {
            let answer = json!({
                "ok": outcome.is_ok(),
                "value": outcome.value.as_ref().map(to_source_string),
                "error": names.error(&outcome),
                "explanation": explanation.map(|explanation| explanation.to_json()),
            });
            print(&format!("{answer:#}\n"));
        }
        Format::Text => {
            print_logs(&outcome, &names);
            if options.explain
                && let Some(explanation) = explanation
            {
                print(&format!("{}\n", explanation.to_text().trim_end()));
            } else if let Some(value) = &outcome.value {
                print(&format!("{}\n", to_source_string(value)));
            }
            print_errors(&outcome, &names);
        }
    }
    ExitCode::from(if outcome.is_ok() { 0 } else { FINDINGS })
}
