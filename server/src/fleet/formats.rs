//! The formats of a fleet's report, one file each.

mod catalog_diff;
mod html;
mod json;
mod junit;
mod markdown;
mod octocatalog;
mod text;
mod words;

use super::report::FleetReport;

/// A way to write a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FleetFormat {
    /// For a terminal
    Text,
    /// The report itself: docs/fleet.md has its schema
    Json,
    /// For a comment on a pull request
    Markdown,
    /// One file with search and a page for each node
    Html,
    /// A test case for each node
    Junit,
    /// As octocatalog-diff writes it
    Octocatalog,
    /// As catalog_diff writes it, for its viewer
    CatalogDiff,
}

impl FleetFormat {
    pub fn write(self, report: &FleetReport, has_color: bool) -> Result<String, String> {
        match self {
            FleetFormat::Text => Ok(text::write(report, has_color)),
            FleetFormat::Json => json::write(report),
            FleetFormat::Markdown => Ok(markdown::write(report)),
            FleetFormat::Html => html::write(report),
            FleetFormat::Junit => Ok(junit::write(report)),
            FleetFormat::Octocatalog => octocatalog::write(report),
            FleetFormat::CatalogDiff => catalog_diff::write(report),
        }
    }
}
