//! A call of a function that neither Puppet nor any module brings.

use evaluator::edition::{Rule, Rules};

use super::{Check, CheckContext, Findings, closest};
use crate::diagnostic::DiagnosticSeverity;
use crate::reference_index::Name;
use crate::resolve::bolt;
use crate::resolve::completeness::is_complete;
use crate::resolve::functions::{builtin_names, function_exists};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-function",
        Names,
        Error,
        "A function is called that Puppet does not bring and that no module of the environment has, neither \
                    in Puppet nor in Ruby. It is a warning where not all modules are there, or in a branch that may not \
                    be taken."
    ),
    run,
};

/// Functions of the specification that Puppet shipped under other names.
const OTHER_EDITION: &[(&str, &str)] = &[("collect", "map"), ("select", "filter"), ("type_of", "type")];

/// Those that Puppet has operators and types for.
const ONLY_THERE: &[&str] = &["convert", "is_a"];

fn other_edition(name: &str) -> Option<&'static str> {
    OTHER_EDITION.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let rules = Rules::new(context.db.workspace().edition(context.db), &Default::default());
    let has_old_names = rules.holds(Rule::OldFunctionNames);
    let is_plan = bolt::is_plan(context.db, context.file);
    for mention in &context.mentions.mentions {
        let Name::Function(name) = &mention.name else { continue };
        let is_bolts = is_plan && bolt::has_function(name);
        if is_bolts
            || function_exists(context.db, context.environment, context.file, name)
            || has_old_names && (other_edition(name).is_some() || ONLY_THERE.contains(&name.as_str()))
        {
            continue;
        }
        let similar = closest(name, builtin_names().iter()).cloned();
        let in_known_module = name.contains("::") && context.knows_module(name);
        let certain = in_known_module || is_complete(context.db, context.environment);
        if !certain && similar.is_none() && other_edition(name).is_none() {
            continue;
        }
        let range = mention.range(&context.source_map);
        let message = format!("Unknown function: '{name}'");
        let diagnostic = findings.report_raised(context, mention.place, range, message);
        if !certain {
            diagnostic.severity = DiagnosticSeverity::Warning;
        }
        match (other_edition(name), similar) {
            (Some(instead), _) => {
                let hint =
                    format!("only the edition spec4x has this function; puppet7 and puppet8 call it '{instead}'");
                diagnostic.suggest(range, instead);
                diagnostic.hint = Some(hint);
            }
            (None, Some(similar)) => diagnostic.suggest(range, &similar),
            (None, None) => {}
        }
    }
}
