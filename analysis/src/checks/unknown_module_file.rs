//! A file or template of a module that the module does not have.

use evaluator::functions::argument_roles::module_file_path;
use smol_str::SmolStr;
use syntax::program::AttributeName;
use syntax::{Expr, ExprId};

use super::calls::CallSite;
use super::{Check, CheckContext, Findings, closest};
use crate::definition_index::modules_by_name;
use crate::diagnostic::{DiagnosticSeverity, Fix};
use crate::queries::{self, files_with_prefix};
use crate::reference_index::text_with_module_name;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-module-file",
        Names,
        Error,
        "`template()`, `epp()` and `file()` name a file that the module does not have: Puppet stops there; in a branch that \
                    may not be taken it is a warning. So is a `source` of `puppet:///modules/…`, which the agent will not find. \
                    Nothing is said of modules that are not in the workspace."
    ),
    run,
};

/// Functions that read a file of a module, and the folder that it is in.
const READING_FUNCTIONS: &[(&str, &str)] = &[("template", "templates"), ("epp", "templates"), ("file", "files")];
const SOURCE_PREFIX: &str = "puppet:///modules/";

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    context.calls().iter().for_each(|site| check_call(context, findings, site));
    for expr in &context.program.exprs {
        let Expr::Resource(resource) = expr else { continue };
        for attribute in resource.bodies.iter().flat_map(|body| &body.attributes) {
            if matches!(&attribute.name, AttributeName::Name(name) if name == "source") {
                check_source(context, findings, attribute.value);
            }
        }
    }
}

fn check_call(context: &CheckContext<'_>, findings: &mut Findings<'_>, site: &CallSite) {
    let Some((name, folder)) = READING_FUNCTIONS.iter().find(|(name, _)| *name == site.name) else { return };
    // `file()` takes the first that is there, `epp()` the parameters behind the name.
    let arguments = match *name {
        "template" => site.arguments.as_slice(),
        "file" if site.arguments.len() > 1 => return,
        _ => site.arguments.get(..1).unwrap_or_default(),
    };
    for argument in arguments {
        let Some(path) = literal_text(context, *argument) else { continue };
        let path = module_file_path(name, &path);
        let Some((module, path)) = path.split_once('/') else { continue };
        let Some(missing) = missing_file(context, module, folder, path, false) else { continue };
        let message = match *name {
            "file" => format!("Could not find any files from {module}/{path}"),
            _ => format!("Could not find template '{module}/{path}'"),
        };
        let range = context.range(*argument);
        let diagnostic = findings.report_raised(context, site.place, range, message);
        diagnostic.hint = Some(missing.hint(module, folder));
        if let (Some(similar), Expr::String(_)) = (missing.similar, context.program.expr(*argument)) {
            let title = format!("Replace with '{module}/{similar}'");
            diagnostic.fixes.push(Fix::replace(range, format!("'{module}/{similar}'"), title));
        }
    }
}

fn check_source(context: &CheckContext<'_>, findings: &mut Findings<'_>, value: ExprId) {
    // A list of sources is a list of choices.
    let Some(url) = literal_text(context, value) else { return };
    let Some((module, path)) = url.strip_prefix(SOURCE_PREFIX).and_then(|rest| rest.split_once('/')) else { return };
    let Some(missing) = missing_file(context, module, "files", path, true) else { return };
    let range = context.range(value);
    let message = format!("module '{module}' has no file 'files/{path}'");
    let diagnostic = findings.report(range, message);
    diagnostic.severity = DiagnosticSeverity::Warning;
    diagnostic.hint = Some(missing.hint(module, "files"));
    if let (Some(similar), Expr::String(_)) = (missing.similar, context.program.expr(value)) {
        let new_text = format!("'{SOURCE_PREFIX}{module}/{similar}'");
        diagnostic.fixes.push(Fix::replace(range, new_text, format!("Replace with 'files/{similar}'")));
    }
}

/// A path that a module's folder does not have.
struct Missing {
    similar: Option<SmolStr>,
}

impl Missing {
    fn hint(&self, module: &str, folder: &str) -> String {
        match &self.similar {
            Some(similar) => format!("did you mean '{module}/{similar}'?"),
            None => format!("it would be in {module}/{folder}/"),
        }
    }
}

/// `None` where the file is there, or nothing is known of the module.
fn missing_file(
    context: &CheckContext<'_>,
    module: &str,
    folder: &str,
    path: &str,
    may_be_folder: bool,
) -> Option<Missing> {
    let module = *modules_by_name(context.db, context.environment).get(module)?;
    let files = module.files(context.db);
    let wanted = format!("{folder}/{}", path.trim_end_matches('/'));
    if files.contains_key(wanted.as_str()) || wanted.contains("..") {
        return None;
    }
    if may_be_folder && files_with_prefix(&files, &format!("{wanted}/")).next().is_some() {
        return None;
    }
    let prefix = format!("{folder}/");
    let known: Vec<SmolStr> = files_with_prefix(&files, &prefix)
        .filter_map(|(path, _)| path.strip_prefix(prefix.as_str()).map(SmolStr::new))
        .collect();
    Some(Missing { similar: closest(path, known.iter()).cloned() })
}

/// A string without interpolation, except that of `$module_name`.
pub fn literal_text(context: &CheckContext<'_>, id: ExprId) -> Option<SmolStr> {
    let own_module = queries::module_of(context.db, context.file);
    text_with_module_name(&context.program, own_module.as_ref(), id)
}
