//! `merge`: the parts of a fleet's comparison, which several machines made with `diff --shard`, as one report.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::Args;

use super::fleet_diff::{exit_code, has_color};
use super::{fail, print};
use crate::fleet::formats::FleetFormat;
use crate::fleet::report::{FleetReport, ReportBuilder};

#[derive(Args)]
pub struct Options {
    /// What `diff --nodes SOURCE --shard I/N --format json` printed, a file for each part
    #[arg(required = true)]
    files: Vec<String>,
    #[arg(long, value_enum, default_value_t = FleetFormat::Text)]
    format: FleetFormat,
    /// Exit with 0 for no change, 1 for an error, 3 for changes
    #[arg(long)]
    exit_code: bool,
}

pub fn run(options: &Options) -> ExitCode {
    let written = merged(&options.files).and_then(|report| Ok((options.format.write(&report, has_color())?, report)));
    match written {
        Ok((text, report)) => {
            print(&text);
            exit_code(&report, options.exit_code)
        }
        Err(message) => fail(message),
    }
}

fn merged(files: &[String]) -> Result<FleetReport, String> {
    let mut whole = ReportBuilder::default();
    let mut states: Option<(String, String)> = None;
    let mut parts = BTreeSet::new();
    let mut of = 0;
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
        let part: FleetReport = serde_json::from_slice(&bytes).map_err(|error| {
            format!("{file} is not what `diff --nodes … --shard I/N --format json` prints: {error}")
        })?;
        let Some(shard) = part.shard else {
            return Err(format!("{file} is a whole report, not a part: it was made without --shard"));
        };
        if of != 0 && of != shard.of {
            return Err(format!("{file} is part {} of {}, the others are of {of}", shard.index, shard.of));
        }
        of = shard.of;
        if !parts.insert(shard.index) {
            return Err(format!("{file} is part {} of {of}, which is there already", shard.index));
        }
        let compared = (part.from.clone(), part.to.clone());
        if states.as_ref().is_some_and(|states| *states != compared) {
            return Err(format!("{file} compares {} with {}, the others do not", compared.0, compared.1));
        }
        states = Some(compared);
        whole.join(part);
    }
    let missing: Vec<String> = (1..=of).filter(|index| !parts.contains(index)).map(|index| index.to_string()).collect();
    if !missing.is_empty() {
        return Err(format!("of {of} parts these are missing: {}", missing.join(", ")));
    }
    let (from, to) = states.unwrap_or_default();
    Ok(whole.finish(&from, &to, None))
}
