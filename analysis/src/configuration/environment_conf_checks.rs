//! What is wrong with an `environment.conf`: settings that there are not, and folders that are missing.

use smol_str::SmolStr;
use syntax::TextRange;

use super::checks::{Findings, INVALID_VALUE, MISSING_FOLDER, UNKNOWN_PROPERTY};
use super::environment_conf::{Setting, settings};
use super::schema::{self, ENVIRONMENT_CONF};
use crate::checks::closest;
use crate::db::Db;
use crate::diagnostic::DiagnosticSeverity;
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::module_layout::resolve_path;
use crate::queries;

/// Settings that are yes or no.
const SWITCHES: &[&str] = &["disable_per_environment_manifest", "static_catalogs", "rich_data"];

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let text = queries::text(db, file);
    let names: Vec<SmolStr> = ENVIRONMENT_CONF.iter().map(|property| SmolStr::new_static(property.name)).collect();
    for setting in settings(&text) {
        if schema::find(ENVIRONMENT_CONF, setting.name).is_none() {
            let message = format!("an environment has no setting '{}'", setting.name);
            let diagnostic = findings.report(UNKNOWN_PROPERTY, setting.name_range, message);
            if let Some(similar) = closest(setting.name, names.iter()) {
                diagnostic.suggest(setting.name_range, similar);
            }
            continue;
        }
        if SWITCHES.contains(&setting.name) && !matches!(setting.value, "true" | "false") {
            findings.report(INVALID_VALUE, setting.value_range, "must be true or false");
        }
        if let FileOwner::Environment { environment, .. } = file.owner(db) {
            folders(db, environment, &setting, findings);
        }
    }
}

fn folders(db: &dyn Db, environment: EnvironmentInput, setting: &Setting<'_>, findings: &mut Findings) {
    match setting.name {
        "modulepath" => {
            let mut start = setting.value_range.start;
            for entry in setting.value.split(':') {
                let trimmed = entry.trim();
                let at = start + (entry.len() - entry.trim_start().len()) as u32;
                start += entry.len() as u32 + 1;
                if !is_there(db, environment, trimmed) {
                    let range = TextRange::new(at, at + trimmed.len() as u32);
                    let diagnostic =
                        findings.report(MISSING_FOLDER, range, format!("there are no modules in '{trimmed}'"));
                    // That is how every clone begins.
                    if environment.files(db).contains_key("Puppetfile") {
                        diagnostic.severity = DiagnosticSeverity::Hint;
                        diagnostic.hint =
                            Some("`r10k puppetfile install` deploys the modules of the Puppetfile".into());
                    }
                }
            }
        }
        "manifest" if !is_there(db, environment, setting.value) => {
            let message = format!("there is no manifest at '{}'", setting.value);
            findings.report(MISSING_FOLDER, setting.value_range, message);
        }
        _ => {}
    }
}

/// True where a path has files below it, or leads to where nobody here can look.
fn is_there(db: &dyn Db, environment: EnvironmentInput, path: &str) -> bool {
    if path.is_empty() || path.contains('$') {
        return true;
    }
    let root = environment.root(db);
    let full = resolve_path(&root, path);
    let Some(below) = full.strip_prefix(root.as_ref()) else { return true };
    let below = below.trim_start_matches('/');
    let files = environment.files(db);
    let folder = format!("{below}/");
    files.contains_key(below)
        || queries::files_with_prefix(&files, &folder).next().is_some()
        || environment.modules(db).iter().any(|module| module.root(db).starts_with(&format!("{full}/")))
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::expect;

    #[test]
    fn settings_and_folders() {
        let text = "# comment = x\nmodulepath = site:modules:$basemodulepath:/opt/x\nmanifest = nodes\nmodulpath = x\nrich_data = yes\n";
        let rest = "//- /env/manifests/site.pp\n\n//- /env/modules/m/manifests/init.pp\nclass m {}\n";
        expect![[r#"
            warning missing-folder [site]: there are no modules in 'site'
            warning missing-folder [nodes]: there is no manifest at 'nodes'
            warning unknown-property [modulpath]: an environment has no setting 'modulpath' | did you mean 'modulepath'?
            warning invalid-property-value [yes]: must be true or false
        "#]]
        .assert_eq(&shown("/env/environment.conf", &format!("{rest}//- /env/environment.conf\n{text}")));
    }
}
