//! Values as hover shows them: every value with how often it was seen, and where it came from.

use evaluator::observation::{Distinct, MatchOrigin, ObservedValues, ParameterSource, SeenValue};
use evaluator::value::text::to_source_string;
use syntax::{Expr, ExprId};

use super::shown_values::block;
use crate::db::Db;
use crate::features::links;
use crate::inputs::FileInput;
use crate::preview::observed_values::{Observed, Unseen, further, look_at};
use crate::queries;

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
    let observed = match look_at(db, file, &[call])? {
        Ok(observed) => observed,
        Err(unseen) => return Some(describe_unseen(&unseen)),
    };
    // Statement functions give nothing worth showing.
    if observed.values.values.iter().all(|seen| seen.value.is_undef()) {
        return None;
    }
    Some(describe(db, &observed, false))
}

/// Returns the value of the attribute that a place is, where it is one.
pub fn attribute_value(db: &dyn Db, file: FileInput, operation: ExprId) -> Option<ExprId> {
    let program = queries::program(db, file);
    program.exprs.iter().find_map(|expr| {
        let bodies: Vec<_> = match expr {
            Expr::Resource(resource) => resource.bodies.iter().flat_map(|body| &body.attributes).collect(),
            Expr::ResourceDefaults(defaults) => defaults.attributes.iter().collect(),
            Expr::ResourceOverride(resource_override) => resource_override.attributes.iter().collect(),
            Expr::Collector(collector) => collector.attributes.iter().collect(),
            _ => return None,
        };
        bodies.into_iter().find(|attribute| attribute.id == operation).map(|attribute| attribute.value)
    })
}

/// Returns the value of an attribute in words.
pub fn of_attribute(db: &dyn Db, file: FileInput, operation: ExprId) -> Option<String> {
    let value = attribute_value(db, file, operation)?;
    match look_at(db, file, &[operation, value])? {
        Ok(observed) => Some(describe(db, &observed, false)),
        // The values of literals are not noted.
        Err(unseen) => unseen.why.is_certain().then(|| describe_unseen(&unseen)),
    }
}

/// Why there is no value.
pub fn describe_unseen(unseen: &Unseen) -> String {
    format!("\n{}\n\n*{}*\n", unseen.why.text(), unseen.context.text())
}

pub fn describe(db: &dyn Db, observed: &Observed, is_match: bool) -> String {
    let values = &observed.values;
    if values.values.is_empty() {
        return String::new();
    }
    let mut text = match values.only_value() {
        Some(seen) => one_value(db, seen),
        None => several_values(db, values),
    };
    let mut reasons: Vec<&str> = Vec::new();
    for seen in &values.values {
        if let Some(unknown) = seen.value.first_unknown()
            && !reasons.contains(&unknown.reason.as_str())
        {
            reasons.push(&unknown.reason);
            text += &format!("\nUnknown: {}\n", unknown.reason);
        }
    }
    if is_match {
        text += &matches(db, values);
    }
    if !observed.left_out.is_empty() {
        text += &format!("\nleft out, since it cannot be read as it is now: {}\n", observed.left_out.join(", "));
    }
    text += &format!("\n*{}*\n", observed.context.text());
    text + &observed.ended.as_ref().map(describe_unseen).unwrap_or_default()
}

fn one_value(db: &dyn Db, seen: &SeenValue) -> String {
    let mut text = format!("\nValue:\n\n{}", block(&seen.value));
    for source in source_texts(db, seen) {
        text += &format!("\n{source}\n");
    }
    text
}

fn several_values(db: &dyn Db, values: &ObservedValues) -> String {
    let all = match values.distinct() {
        Distinct::Exactly(all) => format!("{all}"),
        Distinct::AtLeast(all) => format!("At least {all}"),
    };
    let mut text = format!("\n{all} values in {} evaluations:\n\n```puppet\n", values.count);
    let further = further(values);
    let common = common_sources(db, values).filter(|_| further.is_none());
    for seen in &values.values {
        let sources = if common.is_some() { Vec::new() } else { source_texts(db, seen) };
        // No links in a code block.
        let sources: String = sources.iter().map(|source| format!(", {}", links::plain(source))).collect();
        text += &format!("{}  # {}×{sources}\n", to_source_string(&seen.value), seen.count);
    }
    text += "```\n";
    if let Some(further) = further {
        text += &format!("\nand {further}\n");
    }
    for source in common.unwrap_or_default() {
        text += &format!("\n{source}\n");
    }
    text
}

/// The sources in words, where they are those of each value.
fn common_sources(db: &dyn Db, values: &ObservedValues) -> Option<Vec<String>> {
    let (first, others) = values.values.split_first()?;
    let is_same = |seen: &SeenValue| seen.sources == first.sources && !seen.has_other_sources;
    (!first.has_other_sources && others.iter().all(is_same)).then(|| source_texts(db, first))
}

fn matches(db: &dyn Db, values: &ObservedValues) -> String {
    if values.set_by.is_empty() && values.values.iter().all(|seen| seen.value.is_undef()) {
        return "\nno match sets this here\n".to_string();
    }
    let mut text: String = values.set_by.iter().map(|origin| match_origin(db, origin)).collect();
    if values.is_set_by_others {
        text += "\nand by other matches\n";
    }
    text
}

fn match_origin(db: &dyn Db, origin: &MatchOrigin) -> String {
    let place = links::to_place(db, origin.place).map(|place| format!(" at {place}"));
    if origin.subject.first_unknown().is_some() {
        let what = if origin.pattern.is_empty() { "a match".to_string() } else { format!("`/{}/`", origin.pattern) };
        return format!("\nmay be set by {what}{}\n", place.unwrap_or_default());
    }
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

/// Where the value of a parameter came from, each source in words.
fn source_texts(db: &dyn Db, seen: &SeenValue) -> Vec<String> {
    let mut texts: Vec<String> = seen.sources.iter().filter_map(|source| source_text(db, source)).collect();
    if seen.has_other_sources {
        texts.push("and elsewhere".to_string());
    }
    texts
}

/// `None` where the value itself says that nothing gave it.
fn source_text(db: &dyn Db, source: &ParameterSource) -> Option<String> {
    Some(match source {
        ParameterSource::Given(place) => match place.and_then(|place| links::to_place(db, place)) {
            Some(place) => format!("given at {place}"),
            None => "given where it is declared".to_string(),
        },
        ParameterSource::Data { at: Some((file, line)), layer } => {
            format!("from Hiera ({layer}): {}", links::to_line_of(db, *file, *line).unwrap_or_default())
        }
        ParameterSource::Data { at: None, layer } => format!("from Hiera ({layer})"),
        ParameterSource::Default => "from its default".to_string(),
        ParameterSource::Nothing => return None,
    })
}
