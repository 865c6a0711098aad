//! From a parameter, or an attribute or key that sets it, to the type aliases of its type; from a resource to its define.

use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions, parameters_of};
use crate::host::{Analysis, Cancellable};
use crate::resolve::variables::BindingIn;
use crate::symbol::Symbol;
use crate::symbol::at::symbol_at;
use crate::{FilePosition, FileRange, queries};

impl Analysis {
    pub fn type_definitions(&self, position: FilePosition) -> Cancellable<Vec<FileRange>> {
        let found = self.read_file(position.file, |db, file| {
            let Some(at) = symbol_at(db, file, position.offset) else { return Vec::new() };
            let environment = queries::environment_of(db, file);
            let names: Vec<(DefinitionKind, String)> = match &at.symbol {
                Symbol::Parameter { bindings, .. } | Symbol::Variable { bindings, .. } => bindings
                    .iter()
                    .flat_map(|binding| types_of(db, binding))
                    .map(|name| (DefinitionKind::TypeAlias, name))
                    .collect(),
                Symbol::Resource { type_name, .. } => vec![(DefinitionKind::Define, type_name.to_string())],
                Symbol::Definition { kind, name } => vec![(*kind, name.to_string())],
                _ => Vec::new(),
            };
            names
                .iter()
                .flat_map(|(kind, name)| find_definitions(db, environment, file, *kind, name))
                .filter_map(|found| Some(FileRange { file: found.file.id(db), range: found.name_range(db)? }))
                .collect()
        })?;
        Ok(found.unwrap_or_default())
    }
}

/// The names in the type of a parameter.
fn types_of(db: &dyn Db, binding: &BindingIn) -> Vec<String> {
    let program = queries::program(db, binding.file);
    let parameters = program.exprs.iter().flat_map(parameters_of);
    let own = parameters.into_iter().find(|parameter| parameter.id == binding.binding.place);
    let mut names = Vec::new();
    if let Some(type_expression) = own.and_then(|parameter| parameter.type_expression) {
        collect(&program, type_expression, &mut names);
    }
    names
}

fn collect(program: &Program, id: ExprId, names: &mut Vec<String>) {
    let expr = program.expr(id);
    if let Expr::QualifiedReference(name) = expr {
        names.push(canonical_name(name).to_string());
    }
    for_each_child(expr, &mut |child| collect(program, child, names));
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn of_a_parameter_and_of_a_key() {
        let text = "//- /env/modules/m/manifests/init.pp\nclass m(Array[M::Port] $port) { notice($port) }\n//- /env/modules/m/types/port.pp\ntype M::Port = Integer\n//- /env/data/a.yaml\nm::port: [1]\n";
        for marked in [text.replace("notice($port", "notice($p$0ort"), text.replace("m::port:", "m::po$0rt:")] {
            let fixture = Fixture::new(&marked);
            let found = fixture.host.analysis().type_definitions(fixture.cursor.expect("a cursor")).expect("no writer");
            let shown: Vec<String> = found.iter().map(|place| fixture.slice(place.file, place.range)).collect();
            assert_eq!(shown, ["M::Port"]);
        }
    }
}
