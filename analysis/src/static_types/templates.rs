//! What the parameters of an EPP template are.

use std::sync::Arc;

use evaluator::types::Type;
use smol_str::SmolStr;
use syntax::Expr;

use super::declared::TypeReader;
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;

#[derive(Clone, Debug, PartialEq)]
pub struct TemplateParameter {
    pub name: SmolStr,
    pub declared: Type,
    pub is_required: bool,
}

/// The parameters of a template; `None` where it declares none, and takes any.
#[salsa::tracked(returns(clone))]
pub fn template_parameters(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
) -> Option<Arc<[TemplateParameter]>> {
    if !queries::load_errors(db, file).is_empty() {
        return None;
    }
    let program = queries::program(db, file);
    let template = program.exprs.iter().find_map(|expr| match expr {
        Expr::Epp(epp) if epp.parameters_specified => Some(epp),
        _ => None,
    })?;
    let reader = TypeReader::new(db, environment, file, &program);
    let parameters = template.parameters.iter().map(|parameter| TemplateParameter {
        name: parameter.name.clone(),
        declared: reader.read_declared(parameter.type_expression),
        is_required: parameter.default.is_none(),
    });
    Some(parameters.collect())
}
