//! Lambdas as values: the code of a block with the scope that it was written in.

use syntax::ExprId;

use crate::place::FileId;
use crate::scope::ScopeId;

/// A lambda expression and its scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LambdaClosure {
    pub file: FileId,
    /// The `Lambda` expression.
    pub lambda: ExprId,
    pub scope: ScopeId,
}
