//! The report as JSON; `docs/fleet.md` has its schema.

use crate::fleet::report::FleetReport;

pub fn write(report: &FleetReport) -> Result<String, String> {
    let text = serde_json::to_string_pretty(report).map_err(|error| format!("cannot write JSON: {error}"))?;
    Ok(text + "\n")
}
