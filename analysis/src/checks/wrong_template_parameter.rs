//! `epp()` with other parameters than the template declares.

use evaluator::functions::argument_roles::module_file_path;
use syntax::program::HashEntry;
use syntax::{Expr, ExprId};

use super::calls::CallSite;
use super::unknown_module_file::literal_text;
use super::wrong_parameter_type::offer;
use super::{Check, CheckContext, Findings, closest};
use crate::definition_index::modules_by_name;
use crate::static_types::mismatch;
use crate::static_types::templates::template_parameters;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "wrong-template-parameter",
        Names,
        Error,
        "`epp()` gives a template a parameter that it does not declare, leaves out one that it requires, or gives it a \
                    value of another type. In a branch that may not be taken it is a warning. Templates that declare no \
                    parameters take any."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for site in context.calls().iter().filter(|site| site.name == "epp") {
        check(context, findings, site);
    }
}

fn check(context: &CheckContext<'_>, findings: &mut Findings<'_>, site: &CallSite) {
    let Some(template) = site.arguments.first() else { return };
    let Some(path) = literal_text(context, *template) else { return };
    let path = module_file_path("epp", &path);
    let Some((module, path)) = path.split_once('/') else { return };
    let Some(module) = modules_by_name(context.db, context.environment).get(module).copied() else { return };
    let Some(file) = module.files(context.db).get(format!("templates/{path}").as_str()).copied() else { return };
    let Some(parameters) = template_parameters(context.db, context.environment, file) else { return };
    let given: &[HashEntry] = match site.arguments.get(1).map(|given| context.program.expr(*given)) {
        None => &[],
        Some(Expr::Hash(entries)) => entries,
        Some(_) => return,
    };
    let mut names: Vec<&str> = Vec::new();
    for entry in given {
        let Some(name) = key_text(context, entry.key) else { return };
        names.push(name);
    }
    for (entry, name) in given.iter().zip(&names) {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == *name) else {
            let range = context.range(entry.key);
            let message = format!("has no parameter named '{name}'");
            let diagnostic = findings.report_raised(context, site.place, range, message);
            if let Some(similar) = closest(name, parameters.iter().map(|parameter| &parameter.name)) {
                diagnostic.hint = Some(format!("did you mean '{similar}'?"));
                let fix =
                    crate::diagnostic::Fix::replace(range, format!("'{similar}'"), format!("Replace with '{similar}'"));
                diagnostic.fixes.push(fix);
            }
            continue;
        };
        let subject = format!("parameter '{name}'");
        if let Some(found) = mismatch::find(context.inference(), &subject, &parameter.declared, entry.value) {
            let range = context.range(found.place);
            let diagnostic = findings.report_raised(context, site.place, range, found.message);
            offer(diagnostic, range, found.meant.as_deref());
        }
    }
    for parameter in parameters.iter().filter(|parameter| parameter.is_required) {
        if !names.contains(&parameter.name.as_str()) {
            let message = format!("expects a value for parameter '{}'", parameter.name);
            findings.report_raised(context, site.place, context.range(*template), message);
        }
    }
}

fn key_text<'a>(context: &'a CheckContext<'_>, key: ExprId) -> Option<&'a str> {
    match context.program.expr(key) {
        Expr::String(name) | Expr::QualifiedName(name) => Some(name),
        _ => None,
    }
}
