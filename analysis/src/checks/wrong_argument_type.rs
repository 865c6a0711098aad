//! An argument of a call that no signature of the function accepts.

use evaluator::types::Type;
use evaluator::types::mismatch::{Signature, describe_call};

use super::calls::CallSite;
use super::wrong_parameter_type::offer;
use super::{Check, CheckContext, Findings};
use crate::static_types::disjoint::are_disjoint;
use crate::static_types::infer::Inference;
use crate::static_types::mismatch::{self, Mismatch};
use crate::static_types::signatures::size_of;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "wrong-argument-type",
        Names,
        Error,
        "An argument of a function call can only be of a type that the function does not take. Known are literals, \
                    typed parameters, variables that are assigned once, and results of functions. In a branch that may not \
                    be taken it is a warning."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let inference = context.inference();
    for site in context.calls().iter().filter(|site| site.has_certain_count(context)) {
        let Some(function) = inference.signatures(&site.name) else { continue };
        if !function.has_types || site.arguments.is_empty() {
            continue;
        }
        let fitting: Vec<&Signature> =
            function.signatures.iter().filter(|signature| size_of(signature).holds(site.arguments.len())).collect();
        if fitting.is_empty() {
            continue;
        }
        let arguments: Vec<Type> = site.arguments.iter().map(|argument| inference.infer(*argument)).collect();
        let rejected: Vec<Option<usize>> =
            fitting.iter().map(|signature| first_rejected(signature, &arguments)).collect();
        if rejected.iter().any(Option::is_none) {
            continue;
        }
        let found = describe(inference, site, &fitting, &rejected, &arguments);
        let range = context.range(found.place);
        let diagnostic = findings.report_raised(context, site.place, range, found.message);
        offer(diagnostic, range, found.meant.as_deref());
    }
}

/// The first argument that a signature certainly does not accept.
fn first_rejected(signature: &Signature, arguments: &[Type]) -> Option<usize> {
    let index_of = |index: usize| expected_at(signature, index);
    (0..arguments.len()).find(|index| match (index_of(*index), arguments.get(*index)) {
        (Some(expected), Some(actual)) => are_disjoint(expected, actual),
        _ => false,
    })
}

fn expected_at(signature: &Signature, index: usize) -> Option<&Type> {
    let types = signature.callable.parameters.as_deref().unwrap_or_default();
    types.get(index).or(types.last())
}

fn describe(
    inference: &Inference<'_>,
    site: &CallSite,
    fitting: &[&Signature],
    rejected: &[Option<usize>],
    arguments: &[Type],
) -> Mismatch {
    if let ([signature], [Some(index)]) = (fitting, rejected)
        && let (Some(expected), Some(argument)) = (expected_at(signature, *index), site.arguments.get(*index))
    {
        let names = &signature.parameter_names;
        let name = names.get(*index).or(names.last()).map(|name| name.as_str()).unwrap_or_default();
        let subject = format!("'{}' parameter '{name}'", site.name);
        if let Some(found) = mismatch::find(inference, &subject, expected, *argument) {
            return found;
        }
    }
    // Arguments that some signature may take are not to blame.
    let blamed: Vec<Type> = arguments
        .iter()
        .enumerate()
        .map(|(index, actual)| if rejected.contains(&Some(index)) { actual.clone() } else { Type::Unit })
        .collect();
    let signatures: Vec<Signature> = fitting.iter().map(|signature| (*signature).clone()).collect();
    let block = None;
    let mut message = describe_call(&site.name, &signatures, &blamed, block);
    if message.trim_end().ends_with(&format!("'{}'", site.name)) || message.is_empty() {
        message = format!("no signature of '{}' accepts these arguments", site.name);
    }
    let same = rejected.first().copied().flatten().filter(|first| rejected.iter().all(|other| *other == Some(*first)));
    let place = same.and_then(|index| site.arguments.get(index)).copied().unwrap_or(site.name_place);
    Mismatch { place, message, meant: None }
}
