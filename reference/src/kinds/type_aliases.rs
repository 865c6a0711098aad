//! Aliases of data types.

use syntax::program::TypeAlias as AliasDefinition;
use syntax::{Expr, ExprId};

use crate::manifest::{Manifest, set_api};
use crate::model::{Reference, TypeAlias};

pub fn read(manifest: &Manifest<'_>, id: ExprId, alias: &AliasDefinition, reference: &mut Reference) {
    let statement = manifest.statement(id);
    let mut docstring = statement.docstring;
    set_api(&mut docstring);
    let alias_of = match manifest.program.expr(alias.type_expression) {
        Expr::Access { left, keys } => {
            let keys: Vec<String> = keys.iter().map(|key| manifest.text_of(*key)).collect();
            format!("{}[{}]", manifest.text_of(*left), keys.join(", "))
        }
        _ => manifest.text_of(alias.type_expression),
    };
    reference.type_aliases.retain(|earlier| earlier.name != alias.name);
    reference.type_aliases.push(TypeAlias {
        name: alias.name.to_string(),
        origin: statement.origin,
        docstring,
        alias_of,
    });
}
