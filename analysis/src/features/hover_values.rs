//! Values as hover shows them: every value with how often it was seen, and where it came from.

use evaluator::observation::{MatchOrigin, ParameterSource};
use evaluator::value::Value;
use evaluator::value::text::to_source_string;
use syntax::{Expr, ExprId};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::preview::observed_values::{Observed, observed_at};
use crate::preview::places::name_place;
use crate::queries;

/// A value longer than this is cut.
const MAX_VALUE_LENGTH: usize = 2_000;

/// The places at which the evaluator may have noted the value of a variable that stands here.
pub fn places_of_variable(db: &dyn Db, file: FileInput, place: ExprId) -> Vec<ExprId> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let mut places = vec![place];
    if let Some(parent) = parents.get(place)
        && matches!(program.expr(parent), Expr::Assignment { left, .. } if *left == place)
    {
        places.push(parent);
    }
    places
}

/// The result of the call that a function's name belongs to.
pub fn of_call(db: &dyn Db, file: FileInput, name: ExprId) -> Option<String> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let call =
        parents.ancestors(name).take(2).find(|id| matches!(program.expr(*id), Expr::Call(_) | Expr::CallMethod(_)))?;
    let observed = observed_at(db, file, &[call])?;
    // Statement functions give nothing worth showing.
    if observed.values.values.iter().all(|(value, _)| value.is_undef()) {
        return None;
    }
    Some(describe(db, &observed, false))
}

/// The value of an attribute, from the place of its value.
pub fn of_attribute(db: &dyn Db, file: FileInput, operation: ExprId) -> Option<String> {
    let program = queries::program(db, file);
    let value = program.exprs.iter().find_map(|expr| {
        let bodies: Vec<_> = match expr {
            Expr::Resource(resource) => resource.bodies.iter().flat_map(|body| &body.attributes).collect(),
            Expr::ResourceDefaults(defaults) => defaults.attributes.iter().collect(),
            Expr::ResourceOverride(resource_override) => resource_override.attributes.iter().collect(),
            Expr::Collector(collector) => collector.attributes.iter().collect(),
            _ => return None,
        };
        bodies.into_iter().find(|attribute| attribute.id == operation).map(|attribute| attribute.value)
    })?;
    Some(describe(db, &observed_at(db, file, &[operation, value])?, false))
}

pub fn describe(db: &dyn Db, observed: &Observed, is_match: bool) -> String {
    let mut text = String::new();
    let values = &observed.values;
    match values.values.as_slice() {
        [] => return text,
        [(value, _)] => text += &format!("\nValue:\n\n```puppet\n{}\n```\n", shown(value)),
        several => {
            text += &format!("\n{} values in {} evaluations:\n\n```puppet\n", several.len(), values.count);
            for (value, count) in several {
                text += &format!("{}  # {count}×\n", shown(value));
            }
            text += "```\n";
        }
    }
    for (value, _) in &values.values {
        if let Some(reason) = value.first_unknown() {
            text += &format!("\nUnknown: {}\n", reason.reason);
        }
    }
    if is_match {
        if values.set_by.is_empty() {
            text += "\nno match sets this here\n";
        }
        for origin in &values.set_by {
            text += &match_origin(db, origin);
        }
    }
    if let Some(source) = &values.parameter_source {
        text += &format!("\n{}\n", source_text(db, source));
    }
    if !observed.left_out.is_empty() {
        text += &format!("\nleft out, since it cannot be read as it is now: {}\n", observed.left_out.join(", "));
    }
    text + &format!("\n*{}*\n", observed.context.text())
}

fn match_origin(db: &dyn Db, origin: &MatchOrigin) -> String {
    let place = name_place(db, origin.place).map(|place| format!(" at {}:{}", place.path, place.line));
    let groups: Vec<String> = origin
        .groups
        .iter()
        .enumerate()
        .map(|(number, group)| format!("`${number}` = `{}`", to_source_string(group)))
        .collect();
    format!(
        "\nset by `{} =~ /{}/`{}\n\n{}\n",
        to_source_string(&origin.subject),
        origin.pattern,
        place.unwrap_or_default(),
        groups.join(", "),
    )
}

fn source_text(db: &dyn Db, source: &ParameterSource) -> String {
    match source {
        ParameterSource::Given(Some(place)) => match name_place(db, *place) {
            Some(place) => format!("given at {}:{}", place.path, place.line),
            None => "given where it is declared".to_string(),
        },
        ParameterSource::Given(None) => "given where it is declared".to_string(),
        ParameterSource::Data { file, line, layer } => {
            let path = db.file_table().by_id(*file).map(|file| file.path(db)).unwrap_or_default();
            format!("from Hiera ({layer}): {path}:{line}")
        }
        ParameterSource::Default => "from its default".to_string(),
    }
}

pub fn shown(value: &Value) -> String {
    let text = to_source_string(value);
    match text.char_indices().nth(MAX_VALUE_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
