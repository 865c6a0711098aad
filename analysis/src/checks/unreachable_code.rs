//! Statements behind one that leaves their block.

use syntax::{Expr, TextRange};

use super::conditional::is_leaving;
use super::{Check, CheckContext, Findings};
use crate::diagnostic::DiagnosticTag;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unreachable-code",
        Names,
        Warning,
        "Statements after `fail`, `return`, `break` or `next` in the same block are never evaluated."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let Expr::Block(statements) = expr else { continue };
        let leaving = statements
            .iter()
            .enumerate()
            .find_map(|(index, statement)| Some((index, is_leaving(&context.program, *statement)?)));
        let Some((index, name)) = leaving else { continue };
        // Definitions are read before anything is evaluated.
        let behind: Vec<TextRange> = statements[index + 1..]
            .iter()
            .filter(|statement| !is_definition(context.program.expr(**statement)))
            .map(|statement| context.range(*statement))
            .collect();
        let (Some(first), Some(last)) = (behind.first(), behind.last()) else { continue };
        let range = TextRange::new(first.start, last.end);
        findings.report(range, format!("never evaluated: {name}() leaves the block")).tag =
            Some(DiagnosticTag::Unnecessary);
    }
}

fn is_definition(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Class(_)
            | Expr::Define(_)
            | Expr::Node(_)
            | Expr::Function(_)
            | Expr::Plan(_)
            | Expr::TypeAlias(_)
            | Expr::Nop
    )
}
