//! Which expressions are evaluated whenever the definition or file around them is: those in no branch, in no lambda and
//! behind no statement that leaves.

use evaluator::fast_hash::FastSet;
use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId, Program};

use crate::definition_index::parameters_of;
use crate::queries::Parents;

/// Functions after which nothing of the same block is evaluated.
const LEAVING_FUNCTIONS: &[&str] = &["fail", "return", "break", "next"];

/// The statements of a file that no evaluation reaches.
pub struct Reached {
    /// Statements behind one that leaves their block.
    unreachable: FastSet<ExprId>,
}

impl Reached {
    pub fn new(program: &Program) -> Self {
        let blocks = program.exprs.iter().filter_map(|expr| match expr {
            Expr::Block(statements) => Some(statements),
            _ => None,
        });
        let behind = |statements: &Vec<ExprId>| -> Vec<ExprId> {
            let leaves = statements.iter().position(|statement| is_leaving(program, *statement).is_some());
            leaves.map(|index| statements[index + 1..].to_vec()).unwrap_or_default()
        };
        Reached { unreachable: blocks.flat_map(behind).collect() }
    }

    /// True where nothing decides whether the expression is evaluated.
    pub fn always(&self, program: &Program, parents: &Parents, place: ExprId) -> bool {
        let mut child = place;
        for parent in std::iter::once(place).chain(parents.ancestors(place)) {
            if self.unreachable.contains(&parent) {
                return false;
            }
            let decides = match program.expr(parent) {
                Expr::If(branches) | Expr::Unless(branches) => child != branches.test,
                Expr::Case(case) => child != case.test,
                Expr::Selector(selector) => child != selector.left,
                Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, right, .. } => child == *right,
                Expr::Lambda(_) => child != place,
                // A default is evaluated only where no value is given.
                owner @ (Expr::Class(_) | Expr::Define(_) | Expr::Function(_) | Expr::Plan(_) | Expr::Epp(_)) => {
                    return !parameters_of(owner).iter().any(|parameter| parameter.default == Some(child));
                }
                Expr::Node(_) => return true,
                _ => false,
            };
            if decides && parent != place {
                return false;
            }
            child = parent;
        }
        true
    }
}

/// The name of the function with which a statement leaves its block, whatever its arguments are.
pub fn is_leaving(program: &Program, statement: ExprId) -> Option<&str> {
    let name = match program.expr(statement) {
        Expr::Call(call) => match program.expr(call.functor) {
            Expr::QualifiedName(name) => name.strip_prefix("::").unwrap_or(name),
            _ => return None,
        },
        _ => return None,
    };
    LEAVING_FUNCTIONS.contains(&name).then_some(name)
}
