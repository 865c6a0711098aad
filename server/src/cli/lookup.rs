//! `lookup`: a Hiera value, and how it was found.

use std::path::Path;
use std::process::ExitCode;

use analysis::catalog_view::CatalogView;
use analysis::preview::command::{CommandGoal, CommandQuestion};
use clap::{Args, ValueEnum};
use evaluator::Outcome;
use evaluator::value::text::to_source_string;
use serde_json::json;

use super::environment_options::EnvironmentOptions;
use super::fleet_lookup;
use super::outcome_text::{print_errors, print_logs};
use super::{FINDINGS, fail, interrupted, print};
use crate::fleet::options::FleetOptions;
use crate::protocol::Problem;

#[derive(Args)]
pub struct Options {
    /// The key, for instance `profile::web::port`
    pub(super) key: String,
    /// The node whose data is wanted
    #[arg(long)]
    node: Option<String>,
    #[command(flatten)]
    pub(super) environment: EnvironmentOptions,
    /// Say which levels were asked and what each of them answered
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    pub(super) fleet: FleetOptions,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

pub fn run(options: &Options) -> ExitCode {
    if options.environment.lists_facts() {
        return ExitCode::SUCCESS;
    }
    if options.fleet.nodes.is_some() {
        return fleet_lookup::run(options);
    }
    match look_up(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where the key was not found.
fn look_up(options: &Options) -> Result<bool, String> {
    let host = options.environment.open(Some(Path::new(".")))?.host();
    let analysis = host.analysis();
    let question = CommandQuestion {
        goal: CommandGoal::Key(options.key.clone()),
        manifests: None,
        node: options.node.as_ref().map(Into::into),
        overlay: None,
    };
    let answer = analysis.command(&question).map_err(interrupted)?;
    show(options, &answer.outcome, &analysis.messages(&answer).map_err(interrupted)?);
    Ok(answer.outcome.is_ok())
}

fn show(options: &Options, outcome: &Outcome, view: &CatalogView) {
    let explanation = outcome.lookup.as_ref().map(|answer| &answer.explanation);
    match options.format {
        Format::Json => {
            let answer = json!({
                "ok": outcome.is_ok(),
                "value": outcome.value.as_ref().map(to_source_string),
                "error": view.error().map(Problem::from),
                "explanation": explanation.map(|explanation| explanation.to_json()),
            });
            print(&format!("{answer:#}\n"));
        }
        Format::Text => {
            print_logs(view);
            if options.explain
                && let Some(explanation) = explanation
            {
                print(&format!("{}\n", explanation.to_text().trim_end()));
            } else if let Some(value) = &outcome.value {
                print(&format!("{}\n", to_source_string(value)));
            }
            print_errors(view);
        }
    }
}
