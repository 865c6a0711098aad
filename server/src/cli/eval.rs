//! `eval`: the value of the last expression of a program.

use std::process::ExitCode;

use analysis::catalog_view::CatalogView;
use analysis::preview::command::{CommandGoal, CommandQuestion};
use analysis::{AnalysisHost, FileContent};
use clap::{Args, ValueEnum};
use evaluator::types::infer;
use evaluator::value::text::{to_display_string, to_source_string};
use evaluator::{Outcome, Value};
use serde::Serialize;

use super::environment_options::EnvironmentOptions;
use super::outcome_text::{print_errors, print_logs};
use super::{FINDINGS, fail, interrupted, pretty, print, read_input};
use crate::protocol::Problem;

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
    match evaluate(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where the code could not be evaluated.
fn evaluate(options: &Options) -> Result<bool, String> {
    let (name, code) = match (&options.expression, &options.file) {
        (Some(code), _) => ("-e", code.clone().into_bytes()),
        (None, Some(file)) => (file.as_str(), read_input(file)?),
        (None, None) => return Err("give a file or -e CODE".to_string()),
    };
    let project = options.environment.open(None)?;
    let mut change = project.change(&*project.disk);
    change.set_file(name, FileContent::from_bytes(code));
    let mut host = AnalysisHost::over_disk(project.disk.clone());
    host.apply_change(change);
    let Some(file) = host.file_id(name) else { return Err(format!("cannot read {name}")) };
    let analysis = host.analysis();
    let question = CommandQuestion {
        goal: CommandGoal::Value(file),
        manifests: None,
        node: options.node.as_ref().map(Into::into),
        overlay: None,
    };
    let answer = analysis.command(&question).map_err(interrupted)?;
    let view = analysis.messages(&answer).map_err(interrupted)?;
    match options.format {
        Format::Json => print(&pretty(&Evaluated::of(&answer.outcome, view))?),
        Format::Text => to_text(&answer.outcome, &view),
    }
    Ok(answer.outcome.is_ok())
}

fn to_text(outcome: &Outcome, view: &CatalogView) {
    print_logs(view);
    if outcome.is_ok() {
        print(&format!("{}\n", to_source_string(outcome.value.as_ref().unwrap_or(&Value::Undef))));
    }
    print_errors(view);
}

/// What `--format json` prints.
#[derive(Serialize)]
#[serde(untagged)]
enum Evaluated {
    Value {
        ok: bool,
        value: String,
        string: String,
        #[serde(rename = "type")]
        type_name: String,
        logs: Vec<Log>,
    },
    Failed {
        ok: bool,
        error: Option<Problem>,
        logs: Vec<Log>,
    },
}

#[derive(Serialize)]
struct Log {
    level: &'static str,
    message: String,
}

impl Evaluated {
    fn of(outcome: &Outcome, view: CatalogView) -> Self {
        let error = view.error().map(Problem::from);
        let logs = view.logs.into_iter().map(|log| Log { level: log.level.name(), message: log.message }).collect();
        if !view.ok {
            return Evaluated::Failed { ok: false, error, logs };
        }
        let value = outcome.value.clone().unwrap_or(Value::Undef);
        Evaluated::Value {
            ok: true,
            value: to_source_string(&value),
            string: to_display_string(&value),
            type_name: infer(&value).to_string(),
            logs,
        }
    }
}
