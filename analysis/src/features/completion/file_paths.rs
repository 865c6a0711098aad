//! Files of modules as code names them: `puppet:///modules/…`, and the arguments of functions that read them.

use evaluator::functions::argument_roles::{ArgumentRole, argument_role};
use syntax::TextRange;

use super::item::{CompletionItem, CompletionKind, Rank};
use super::quoted_edit;
use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::FileInput;
use crate::queries;

const MODULE_FILES: &str = "puppet:///modules/";
const MAX_FILES: usize = 1_000;

pub struct PathPlace<'a> {
    pub typed: &'a str,
    pub word: TextRange,
    pub is_quoted: bool,
}

/// `module/path`, of the files in a folder of each module.
pub fn of_function(db: &dyn Db, file: FileInput, function: &str, place: &PathPlace<'_>) -> Vec<CompletionItem> {
    let (folder, takes): (&str, fn(&str) -> bool) = match (argument_role(function), function) {
        (Some(ArgumentRole::Template), "epp") => ("templates/", |path| path.ends_with(".epp")),
        (Some(ArgumentRole::Template), "template") => ("templates/", |path| !path.ends_with(".epp")),
        (Some(ArgumentRole::Template), _) => ("templates/", |_| true),
        (Some(ArgumentRole::ModuleFile), _) => ("files/", |_| true),
        _ => return Vec::new(),
    };
    files(db, file, folder, takes, "", place)
}

/// `puppet:///modules/module/path`
pub fn sources(db: &dyn Db, file: FileInput, place: &PathPlace<'_>) -> Vec<CompletionItem> {
    files(db, file, "files/", |_| true, MODULE_FILES, place)
}

fn files(
    db: &dyn Db,
    file: FileInput,
    folder: &str,
    takes: fn(&str) -> bool,
    prefix: &str,
    place: &PathPlace<'_>,
) -> Vec<CompletionItem> {
    let typed = place.typed.strip_prefix(prefix).unwrap_or_default();
    let named = typed.split_once('/').map(|(module, _)| module);
    let own = queries::module_of(db, file);
    let mut items = Vec::new();
    for (name, module) in modules_by_name(db, queries::environment_of(db, file)).iter() {
        if named.is_some_and(|named| named != name.as_str()) {
            continue;
        }
        let rank = if own.as_ref() == Some(name) { Rank::Here } else { Rank::Common };
        let below = module.files(db);
        for (path, _) in queries::files_with_prefix(&below, folder) {
            let Some(rest) = path.strip_prefix(folder).filter(|rest| takes(rest)) else { continue };
            if items.len() >= MAX_FILES {
                return items;
            }
            let label = format!("{prefix}{name}/{rest}");
            let edit = quoted_edit(&label, place.is_quoted);
            items.push(CompletionItem::new(label, CompletionKind::File, rank).inserts(place.word, edit));
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    const FILES: &str = "//- /env/modules/web/files/a/b.conf\nx\n//- /env/modules/web/templates/c.epp\nx\n//- /env/modules/web/templates/d.erb\nx\n//- /env/modules/web/manifests/init.pp\nclass web {}\n";

    #[test]
    fn files_and_templates() {
        assert_eq!(
            labels(&format!("file {{ '/x': source => 'puppet:///$0'\n{FILES}")),
            ["puppet:///modules/web/a/b.conf"]
        );
        assert_eq!(labels(&format!("$x = epp('$0')\n{FILES}")), ["web/c.epp"]);
        assert_eq!(labels(&format!("$x = template('web/$0\n{FILES}")), ["web/d.erb"]);
        assert_eq!(labels(&format!("$x = file('web/$0')\n{FILES}")), ["web/a/b.conf"]);
    }
}
