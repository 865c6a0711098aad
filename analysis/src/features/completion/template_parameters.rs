//! The parameters of an EPP template, as keys of the hash that `epp()` is called with.

use evaluator::functions::argument_roles::module_file_path;
use syntax::{Expr, TextRange};

use super::item::{CompletionItem, CompletionKind, Rank};
use super::quoted_edit;
use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::FileInput;
use crate::queries;

pub fn parameters(
    db: &dyn Db,
    file: FileInput,
    template: &str,
    given: &[String],
    word: TextRange,
    is_quoted: bool,
) -> Vec<CompletionItem> {
    let template = module_file_path("epp", template);
    let Some((module, path)) = template.split_once('/') else { return Vec::new() };
    let modules = modules_by_name(db, queries::environment_of(db, file));
    let path = format!("templates/{path}");
    let found = modules.get(module).and_then(|module| module.files(db).get(path.as_str()).copied());
    let Some(template) = found else { return Vec::new() };
    let source = queries::source_file(db, template);
    let text = queries::text(db, template);
    let written = |id| {
        let range = source.source_map.range(id);
        text.get(range.start as usize..range.end as usize).unwrap_or_default()
    };
    let parameters = source.program.exprs.iter().find_map(|expr| match expr {
        Expr::Epp(epp) => Some(epp.parameters.as_slice()),
        _ => None,
    });
    let missing =
        parameters.unwrap_or_default().iter().filter(|parameter| !given.contains(&parameter.name.to_string()));
    missing
        .map(|parameter| {
            let rank = if parameter.default.is_none() { Rank::Here } else { Rank::Local };
            let key = quoted_edit(&parameter.name, is_quoted);
            let edit = if is_quoted { key } else { format!("{key} => ") };
            CompletionItem::new(parameter.name.as_str(), CompletionKind::Key, rank)
                .detail(parameter.type_expression.map(written).unwrap_or_default())
                .inserts(word, edit)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use expect_test::expect;

    #[test]
    fn parameters_that_are_not_given_yet() {
        check(
            "$x = epp('web/c.epp', { 'a' => 1, $0 })\n//- /env/modules/web/templates/c.epp\n<%- | Integer $a, String $b, $c = 1 | -%>\n<%= $a %>\n//- /env/modules/web/manifests/init.pp\nclass web {}\n",
            expect![[r#"
                Key b String -> 'b' => 
                Key c -> 'c' => 
            "#]],
        );
    }
}
