//! Hover over a reference to a resource: the attributes that it has in the end, in the context in force.

use evaluator::Place;
use evaluator::catalog::{Catalog, Resource};
use evaluator::value::Value;
use evaluator::value::text::{to_display_string, to_source_string};
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::definition_index::capitalized_segments;
use crate::features::links;
use crate::inputs::FileInput;
use crate::preview::contexts::{label, preview_key};
use crate::preview::{PreviewGoal, catalog_preview, observed_values};
use crate::queries;

/// What `Type['title']` refers to, from the place of its type or of a title.
pub fn of_reference(db: &dyn Db, file: FileInput, place: ExprId) -> Option<String> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let access = parents.get(place)?;
    let Expr::Access { left, keys } = program.expr(access) else { return None };
    let Expr::QualifiedReference(type_name) = program.expr(*left) else { return None };
    let key = preview_key(db, file, PreviewGoal::Node);
    let outcome = catalog_preview(db, key);
    let catalog = outcome.catalog.as_ref()?;
    let observed = |id: ExprId| outcome.observations.at.get(&Place::new(file.id(db), id));
    let mut text = String::new();
    let mut further = None;
    for title_place in keys.iter().filter(|key| place == *left || place == **key) {
        let titles: Vec<String> = match literal(&program, *title_place) {
            Some(title) => vec![title],
            None => observed(*title_place)
                .map(|seen| {
                    further = observed_values::further(seen);
                    seen.values.iter().map(|seen| to_display_string(&seen.value)).collect()
                })
                .unwrap_or_default(),
        };
        for title in titles {
            text += &of_title(db, catalog, type_name, &title);
        }
    }
    if text.is_empty() {
        return None;
    }
    let further = further.map(|further| format!("\nand {further}\n")).unwrap_or_default();
    Some(format!("{text}{further}\n*{}*\n", label(db, key).text()))
}

/// Returns the resource that a title declares, as the catalog has it; nothing where the catalog does not have it.
pub fn of_declaration(db: &dyn Db, file: FileInput, type_name: &str, title: &str) -> Option<String> {
    let key = preview_key(db, file, PreviewGoal::Node);
    let outcome = catalog_preview(db, key);
    let catalog = outcome.catalog.as_ref()?;
    catalog.find(&capitalized_segments(type_name), title)?;
    Some(format!("{}\n*{}*\n", of_title(db, catalog, type_name, title).trim_start(), label(db, key).text()))
}

fn literal(program: &Program, id: ExprId) -> Option<String> {
    match program.expr(id) {
        Expr::String(text) | Expr::QualifiedName(text) => Some(text.to_string()),
        _ => None,
    }
}

fn of_title(db: &dyn Db, catalog: &Catalog, type_name: &str, title: &str) -> String {
    let type_name = capitalized_segments(type_name);
    let title = if type_name == "Class" { capitalized_segments(title) } else { title.to_string() };
    let Some(id) = catalog.find(&type_name, &title) else {
        return format!("\n`{type_name}[{title}]` is not in this catalog\n");
    };
    let resource = catalog.get(id);
    let at = resource.place.and_then(|place| links::to_place(db, place));
    let at = at.map(|place| format!("\ndeclared at {place}\n")).unwrap_or_default();
    let is_virtual = if resource.is_virtual { "\nvirtual: nothing realizes it\n" } else { "" };
    format!("\n```puppet\n{}\n```\n{at}{is_virtual}", body(resource))
}

fn body(resource: &Resource) -> String {
    let mut text =
        format!("{} {{ {}:\n", resource.type_name.to_lowercase(), to_source_string(&Value::string(&resource.title)));
    for (name, parameter) in resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef()) {
        let value = match resource.sensitive_parameters.contains(name) {
            true => "Sensitive [value redacted]".to_string(),
            false => to_source_string(&parameter.value),
        };
        text += &format!("  {name} => {value},\n");
    }
    text + "}"
}
