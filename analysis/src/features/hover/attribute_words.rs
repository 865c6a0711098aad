//! Hover over a word that an attribute takes: `latest` of `ensure => latest`.

use syntax::program::AttributeName;
use syntax::{Expr, ExprId, Program};

use super::Hover;
use crate::db::Db;
use crate::definition_index::canonical_name;
use crate::features::documentation;
use crate::inputs::FileInput;
use crate::queries;
use crate::resolve::resource_types::builtin_type;

/// What words mean that do not say it themselves, of all types that have them.
const MEANINGS: &[(&str, &str, &str)] = &[
    ("ensure", "absent", "Removed where it exists."),
    ("ensure", "directory", "Exists and is a folder."),
    ("ensure", "file", "Exists and is a file."),
    ("ensure", "held", "Kept at its version."),
    ("ensure", "installed", "Installed, in any version."),
    ("ensure", "latest", "Installed, and brought up to the newest version on every run."),
    ("ensure", "link", "A symbolic link, to what `target` says."),
    ("ensure", "mounted", "In the table of mounts, and mounted."),
    ("ensure", "present", "Exists, in whatever form."),
    ("ensure", "purged", "Removed with its configuration files."),
    ("ensure", "running", "Started where it does not run."),
    ("ensure", "stopped", "Stopped where it runs."),
    ("enable", "false", "Does not start with the machine."),
    ("enable", "manual", "Starts with the machine only where something asks for it. Windows only."),
    ("enable", "mask", "Cannot be started at all. systemd only."),
    ("enable", "true", "Starts with the machine."),
];

pub fn at(db: &dyn Db, file: FileInput, offset: u32) -> Option<Hover> {
    let source = queries::source_file(db, file);
    source.source_map.touching(offset).into_iter().find_map(|id| {
        let word = match source.program.expr(id) {
            Expr::String(word) | Expr::QualifiedName(word) => word.to_string(),
            Expr::Boolean(value) => value.to_string(),
            _ => return None,
        };
        let (type_name, attribute) = owner(&source.program, id)?;
        let info = builtin_type(db, queries::environment_of(db, file), &type_name)?;
        info.attribute(&attribute)?.values.iter().find(|value| **value == word)?;
        let meaning = MEANINGS.iter().find(|(of, known, _)| *of == attribute && *known == word);
        let meaning = meaning.map(|(.., meaning)| format!("\n{meaning}\n\n---\n\n")).unwrap_or_default();
        let head = documentation::code_block(&format!("{attribute} => {word}"));
        let of_attribute = documentation::of_attribute(info, &attribute)?;
        Some(Hover { markdown: format!("{head}{meaning}{of_attribute}"), range: source.source_map.range(id) })
    })
}

/// The type and the attribute that a value is given to.
fn owner(program: &Program, value: ExprId) -> Option<(String, String)> {
    program.exprs.iter().find_map(|expr| {
        let Expr::Resource(resource) = expr else { return None };
        let mut attributes = resource.bodies.iter().flat_map(|body| &body.attributes);
        let attribute = attributes.find(|attribute| attribute.value == value)?;
        match (program.expr(resource.type_name), &attribute.name) {
            (Expr::String(name) | Expr::QualifiedName(name), AttributeName::Name(attribute)) => {
                Some((canonical_name(name).to_string(), attribute.to_string()))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn words_of_attributes() {
        let fixture = Fixture::new("package { 'x': ensure => lat$0est }\n");
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
        let shown = hover.map(|hover| hover.markdown).unwrap_or_default();
        assert!(shown.contains("newest version") && shown.contains("attribute of `package`"), "{shown}");
    }
}
