//! A comparison with a word that the other side can never be: its type is an `Enum` without the word, or a Boolean.

use evaluator::types::Type;
use smol_str::SmolStr;
use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId};

use crate::checks::{Check, CheckContext, Findings, closest, suggest_word};
use crate::diagnostic::Fix;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "impossible-comparison",
        Names,
        Warning,
        "A value is compared with a word that it can never be: the type of the parameter is an `Enum` that lacks the word, or a \
                    Boolean. The branch is never taken. Case does not matter, as in Puppet."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        match expr {
            Expr::Binary { operator: BinaryOperator::Equal | BinaryOperator::NotEqual, left, right } => {
                compare(context, findings, *left, *right);
                compare(context, findings, *right, *left);
            }
            Expr::Binary { operator: BinaryOperator::In, left, right } => {
                if let Expr::Array(elements) = context.program.expr(*right) {
                    elements.iter().for_each(|element| compare(context, findings, *left, *element));
                }
            }
            Expr::Case(case) => {
                let options = case.options.iter().flat_map(|option| &option.values);
                options.for_each(|value| compare(context, findings, case.test, *value));
            }
            Expr::Selector(selector) => {
                let options = selector.entries.iter().map(|entry| entry.matching);
                options.for_each(|value| compare(context, findings, selector.left, value));
            }
            _ => {}
        }
    }
}

fn compare(context: &CheckContext<'_>, findings: &mut Findings<'_>, subject: ExprId, word_place: ExprId) {
    let (Expr::String(word) | Expr::QualifiedName(word)) = context.program.expr(word_place) else { return };
    let Expr::Variable(variable) = context.program.expr(subject) else { return };
    let Some(possible) = possible_words(&context.inference().infer(subject)) else { return };
    if possible.words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return;
    }
    let range = context.range(word_place);
    let name = &variable.name;
    if possible.words.is_empty() {
        let diagnostic =
            findings.report(range, format!("${name} is a Boolean, which never equals the String '{word}'"));
        if let "true" | "false" = word.as_str() {
            diagnostic.fixes.push(Fix::replace(range, word.as_str(), format!("Replace with {word}")));
        }
        return;
    }
    let diagnostic = findings.report(range, format!("${name} is never '{word}': it is {}", listed(&possible.words)));
    if let Some(similar) = closest(word, possible.words.iter()) {
        suggest_word(context, diagnostic, range, similar);
    }
}

fn listed(words: &[SmolStr]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    match words.split_last() {
        Some((last, [])) => format!("always {last}"),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The texts that a value can be; none for what is never a text.
#[derive(Default)]
struct PossibleWords {
    words: Vec<SmolStr>,
    is_boolean: bool,
}

/// Returns the words of a type that has no other texts; `None` where it may be any text, or nothing is certain.
fn possible_words(value: &Type) -> Option<PossibleWords> {
    let mut found = PossibleWords::default();
    (collect(value, &mut found) && (found.is_boolean || !found.words.is_empty())).then_some(found)
}

fn collect(value: &Type, found: &mut PossibleWords) -> bool {
    match value.resolved() {
        Type::Enum { values, .. } if !values.is_empty() => {
            found.words.extend(values.iter().map(|value| SmolStr::new(value.as_str())));
            true
        }
        Type::Boolean(_) => {
            found.is_boolean = true;
            true
        }
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => collect(inner, found),
        Type::Variant(members) => !members.is_empty() && members.iter().all(|member| collect(member, found)),
        Type::Undef | Type::Integer { .. } => true,
        _ => false,
    }
}
