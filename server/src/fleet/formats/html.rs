//! The report as one HTML file that needs nothing else: the report's JSON, and a script that shows, searches and filters it.

use super::words::{escaped, summary};
use crate::fleet::report::FleetReport;

const STYLE: &str = include_str!("html/report.css");
const SCRIPT: &str = include_str!("html/report.js");

pub fn write(report: &FleetReport) -> Result<String, String> {
    let json = serde_json::to_string(report).map_err(|error| format!("cannot write JSON: {error}"))?;
    // Nothing in the data can end the element that holds it.
    let json = json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    let title = format!("Catalogs from {} to {}", report.from, report.to);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p id=\"summary\">{}</p>\n\
         <noscript>This page needs JavaScript; --format markdown and --format text do not.</noscript>\n<main id=\"view\"></main>\n\
         <script type=\"application/json\" id=\"report\">{json}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&summary(report)),
        title = escaped(&title),
    ))
}
