//! A capitalised name that is no data type, no alias and no resource type.

use evaluator::edition::{Rule, Rules};
use evaluator::functions::stdlib;
use evaluator::types;
use smol_str::SmolStr;
use syntax::Expr;

use super::{Check, CheckContext, Findings, closest, is_near};
use crate::definition_index::{DefinitionKind, capitalized_segments, find_definitions, module_index, modules_by_name};
use crate::diagnostic::{DiagnosticSeverity, Fix};
use crate::reference_index::Name;
use crate::resolve::completeness::is_complete;
use crate::resolve::resource_types::{candidates, resource_type_exists};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-type",
        Names,
        Error,
        "A capitalised name is neither a data type, nor an alias, nor a resource type. In a branch that may not be taken, in \
                    a type alias and in a resource default it is a warning, and where the module that the name begins with \
                    is not there but every module that is asked for is."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    if context.file.path(context.db).contains("/plans/") {
        return;
    }
    for mention in &context.mentions.mentions {
        let Name::Reference(name) = &mention.name else { continue };
        if exists(context, name) {
            continue;
        }
        let in_known_module = name.contains("::") && context.knows_module(name);
        let similar = similar(context, name);
        let is_misspelt = || similar.as_ref().is_some_and(|similar| is_near(name, &similar.to_ascii_lowercase()));
        if !in_known_module && !is_complete(context.db, context.environment) && !is_misspelt() {
            continue;
        }
        let range = mention.range(&context.source_map);
        let written = context.text(range);
        let message = format!("Resource type not found: {}", written.trim_start_matches("::"));
        let parent = context.parents.get(mention.place).map(|parent| context.program.expr(parent));
        let is_default = matches!(parent, Some(Expr::ResourceDefaults(_)));
        let is_certain = in_known_module && !is_default && !context.is_in_type_alias(mention.place);
        let diagnostic = findings.report_raised(context, mention.place, range, message);
        if !is_certain || rules(context).holds(Rule::UnknownTypesAreTypes) {
            diagnostic.severity = DiagnosticSeverity::Warning;
        }
        if let Some(similar) = similar {
            diagnostic.hint = Some(format!("did you mean '{similar}'?"));
            diagnostic.fixes.push(Fix::replace(range, similar.as_str(), format!("Replace with '{similar}'")));
        }
    }
}

fn exists(context: &CheckContext<'_>, name: &str) -> bool {
    let (db, environment) = (context.db, context.environment);
    types::named(name).is_some()
        || !find_definitions(db, environment, context.file, DefinitionKind::TypeAlias, name).is_empty()
        || stdlib::types::named(name).is_some()
        || resource_type_exists(db, environment, context.file, name)
        || name == "literal" && rules(context).holds(Rule::HashTypeOfOneParameter)
        || name == "number" && rules(context).holds(Rule::UnknownTypesAreTypes)
        || is_ruby_type(context, name)
}

fn rules(context: &CheckContext<'_>) -> Rules {
    Rules::new(context.db.workspace().edition(context.db), &Default::default())
}

/// A data type that a module defines in Ruby, or in a type set of its own.
fn is_ruby_type(context: &CheckContext<'_>, name: &str) -> bool {
    let path = format!("lib/puppet/datatypes/{}.rb", name.replace("::", "/"));
    let modules = modules_by_name(context.db, context.environment);
    let Some((first, _)) = name.split_once("::") else {
        return modules.values().any(|module| module.files(context.db).contains_key(path.as_str()));
    };
    modules.get(first).is_some_and(|module| {
        let files = module.files(context.db);
        ["types/init_typeset.pp", path.as_str()].iter().any(|path| files.contains_key(*path))
    })
}

/// The closest type, written as types are.
fn similar(context: &CheckContext<'_>, name: &str) -> Option<SmolStr> {
    // The specification's name for it.
    if name == "literal" {
        return Some(SmolStr::new_static("Scalar"));
    }
    let mut known: Vec<SmolStr> = DATA_TYPES.iter().copied().map(SmolStr::new_static).collect();
    known.extend(candidates(context.db, context.environment, name));
    if let Some((first, _)) = name.split_once("::")
        && let Some(module) = modules_by_name(context.db, context.environment).get(first)
    {
        let index = module_index(context.db, *module);
        known.extend(
            index
                .all()
                .into_iter()
                .filter(|(kind, ..)| *kind == DefinitionKind::TypeAlias)
                .map(|(_, name, _)| name.clone()),
        );
    }
    closest(name, known.iter()).map(|found| capitalized(found))
}

const DATA_TYPES: &[&str] = &[
    "any",
    "array",
    "boolean",
    "callable",
    "class",
    "collection",
    "data",
    "default",
    "enum",
    "float",
    "hash",
    "integer",
    "iterable",
    "notundef",
    "numeric",
    "optional",
    "pattern",
    "regexp",
    "resource",
    "scalar",
    "semver",
    "sensitive",
    "string",
    "struct",
    "timespan",
    "timestamp",
    "tuple",
    "type",
    "undef",
    "variant",
];

fn capitalized(name: &str) -> SmolStr {
    if name == "notundef" {
        return SmolStr::new_static("NotUndef");
    }
    capitalized_segments(name).into()
}
