//! Files beside the code: Hiera data, `hiera.yaml`, `metadata.json`, `Puppetfile`, `environment.conf`. What may stand in
//! them (`schema`), what data is asked for (`lookups`), and what is wrong with them (one checker per kind of file).

pub mod checks;
pub mod environment_conf;
mod environment_conf_checks;
mod fact_checks;
mod hiera_config_checks;
mod hiera_data_checks;
pub mod lookups;
mod metadata_checks;
mod puppetfile_checks;
mod ruby_template_checks;
pub mod schema;

use std::sync::Arc;

use crate::db::Db;
use crate::diagnostic::{Diagnostic, with_severities};
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{FileInput, FileOwner};
use checks::Findings;

/// What is wrong with a file that is no code, in the order of the text.
pub fn diagnostics(db: &dyn Db, file: FileInput) -> Arc<[Diagnostic]> {
    if let FileOwner::Module { module, .. } = file.owner(db)
        && module.vendored(db)
    {
        return Arc::default();
    }
    let mut findings = Findings::default();
    match document_kind(db, file) {
        DocumentKind::HieraData => hiera_data_checks::run(db, file, &mut findings),
        DocumentKind::HieraConfig => hiera_config_checks::run(db, file, &mut findings),
        DocumentKind::ModuleMetadata => metadata_checks::run(db, file, &mut findings),
        DocumentKind::Puppetfile => puppetfile_checks::run(db, file, &mut findings),
        DocumentKind::EnvironmentConf => environment_conf_checks::run(db, file, &mut findings),
        DocumentKind::RubyTemplate => ruby_template_checks::run(db, file, &mut findings),
        DocumentKind::Manifest | DocumentKind::Template | DocumentKind::Other => {}
    }
    let mut found = findings.found;
    found.sort_by_key(|diagnostic| (diagnostic.range, diagnostic.code));
    with_severities(found, &db.workspace().severities(db)).into()
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::fixture::Fixture;

    /// The diagnostics of one file of a workspace, one a line.
    pub fn shown(path: &str, text: &str) -> String {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.file(path);
        let found = fixture.host.analysis().diagnostics(file).expect("no writer");
        found
            .iter()
            .map(|diagnostic| {
                let at = fixture.slice(file, diagnostic.range);
                let (severity, message) = (diagnostic.severity.name(), diagnostic.full_message().replace('\n', " | "));
                format!("{severity} {} [{at}]: {message}\n", diagnostic.code)
            })
            .collect()
    }
}
