//! Which resources the code declares with titles that are written out: per file and per module, without text positions.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::definition_index::canonical_name;
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::queries;

/// The type, in lower case, and the title of each.
pub type Resources = Arc<[(SmolStr, SmolStr)]>;

#[salsa::tracked(returns(clone))]
pub fn file_resources(db: &dyn Db, file: FileInput) -> Resources {
    let program = queries::program(db, file);
    let mut found = Vec::new();
    for expr in &program.exprs {
        let Expr::Resource(resource) = expr else { continue };
        let Expr::QualifiedName(type_name) = program.expr(resource.type_name) else { continue };
        for body in &resource.bodies {
            add_titles(&program, body.title, &canonical_name(type_name), &mut found);
        }
    }
    found.into()
}

fn add_titles(program: &Program, title: ExprId, type_name: &SmolStr, found: &mut Vec<(SmolStr, SmolStr)>) {
    match program.expr(title) {
        Expr::String(title) | Expr::QualifiedName(title) => found.push((type_name.clone(), title.clone())),
        Expr::Array(elements) => {
            for element in elements {
                add_titles(program, *element, type_name, found);
            }
        }
        _ => {}
    }
}

#[salsa::tracked(returns(clone))]
pub fn module_resources(db: &dyn Db, module: ModuleInput) -> Resources {
    of_files(db, &module.files(db))
}

/// The resources of the environment's own files.
#[salsa::tracked(returns(clone))]
pub fn environment_resources(db: &dyn Db, environment: EnvironmentInput) -> Resources {
    of_files(db, &environment.files(db))
}

fn of_files(db: &dyn Db, files: &FilesBelow) -> Resources {
    let manifests = files.iter().filter(|(path, _)| {
        path.ends_with(".pp") && !["spec/", "examples/", "tests/"].iter().any(|folder| path.starts_with(folder))
    });
    manifests.flat_map(|(_, file)| file_resources(db, *file).to_vec()).collect()
}
