//! A trace of code that may or may not run because something is not known: which resources it would declare and which errors
//! it would raise. Read from the code; nothing is evaluated.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId};

use super::skipped_declarations::{plain_name, plain_names};
use super::{Code, Interpreter};
use crate::catalog::names::{capitalized, class_title};
use crate::outcome::{PossibleError, PossibleResource, Undecided, UndecidedKind};
use crate::place::Place;
use crate::value::{UnknownReason, Value};

/// Expressions inside one another that are looked through.
const MAX_DEPTH: u32 = 200;
/// Parts of a catalog that are listed.
const MAX_UNDECIDED: usize = 10_000;

impl Interpreter<'_> {
    /// Notes what a branch, or a lambda, would do that a value decides about which is not known.
    pub(super) fn note_undecided(
        &mut self,
        kind: UndecidedKind,
        code: &Code,
        at: Place,
        body: ExprId,
        unknown: &Value,
    ) {
        let Value::Unknown(reason) = unknown else { return };
        let mut found = Undecided::new(kind, Some(at), reason.clone());
        collect(code, body, &mut found, 0);
        self.add_undecided(found);
    }

    /// Notes a resource of which not even the title is known, or nothing but that there is one.
    pub(crate) fn note_untitled(&mut self, type_name: Option<&str>, place: Option<Place>, reason: &Arc<UnknownReason>) {
        let mut found = Undecided::new(UndecidedKind::Title, place, reason.clone());
        let type_name = type_name.map(|name| capitalized(name.trim_start_matches("::")));
        found.resources.push(PossibleResource { type_name, title: None, place });
        self.add_undecided(found);
    }

    fn add_undecided(&mut self, found: Undecided) {
        let is_same = |known: &Undecided| {
            known.place == found.place
                && known.kind == found.kind
                && (found.place.is_some() || known.reason == found.reason)
        };
        let is_new = !self.outcome.possible.iter().any(is_same);
        let says_something = !found.resources.is_empty() || !found.errors.is_empty();
        if is_new && says_something && self.outcome.possible.len() < MAX_UNDECIDED {
            self.outcome.possible.push(found);
        }
    }
}

fn collect(code: &Code, expr: ExprId, found: &mut Undecided, depth: u32) {
    if depth > MAX_DEPTH {
        return;
    }
    let place = Some(code.place(expr));
    match code.program.expr(expr) {
        Expr::Resource(resource) => {
            let type_name = plain_name(code, resource.type_name).map(|name| capitalized(name.trim_start_matches("::")));
            for body in &resource.bodies {
                match plain_names(code, body.title) {
                    Some(titles) => titles.iter().for_each(|title| add(found, type_name.clone(), Some(title), place)),
                    None => add(found, type_name.clone(), None, place),
                }
            }
        }
        Expr::Call(call) => {
            if let Some(name) = plain_name(code, call.functor) {
                collect_call(code, name.trim_start_matches("::"), &call.arguments, place, found);
            }
        }
        Expr::Class(_) | Expr::Define(_) | Expr::Function(_) | Expr::Node(_) => return,
        _ => {}
    }
    for_each_child(code.program.expr(expr), &mut |child| collect(code, child, found, depth + 1));
}

fn add(found: &mut Undecided, type_name: Option<SmolStr>, title: Option<&SmolStr>, place: Option<Place>) {
    let is_class = type_name.as_deref() == Some("Class");
    let title = title.map(|title| if is_class { class_title(title) } else { title.clone() });
    found.resources.push(PossibleResource { type_name, title, place });
}

fn collect_call(code: &Code, name: &str, arguments: &[ExprId], place: Option<Place>, found: &mut Undecided) {
    match name {
        "include" | "contain" | "require" => {
            for argument in arguments {
                let class = Some(SmolStr::new_static("Class"));
                match plain_names(code, *argument) {
                    Some(names) => names.iter().for_each(|name| {
                        let title = SmolStr::new(name.trim_start_matches("::"));
                        add(found, class.clone(), Some(&title), place);
                    }),
                    None => add(found, class, None, place),
                }
            }
        }
        "create_resources" | "ensure_resource" | "ensure_resources" => {
            let type_name = arguments.first().and_then(|argument| plain_name(code, *argument));
            let type_name = type_name.map(|name| capitalized(name.trim_start_matches('@')));
            add(found, type_name, None, place);
        }
        "ensure_packages" | "stdlib::ensure_packages" => {
            let package = Some(SmolStr::new_static("Package"));
            match arguments.first().and_then(|argument| plain_names(code, *argument)) {
                Some(names) => names.iter().for_each(|name| add(found, package.clone(), Some(name), place)),
                None => add(found, package, None, place),
            }
        }
        "fail" => {
            let message = arguments.first().and_then(|argument| plain_name(code, *argument));
            found.errors.push(PossibleError { message, place });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::outcome::Outcome;
    use crate::request::Request;

    fn outcome(code: &str) -> Outcome {
        let code = format!("$u = generate('/bin/echo', 'x')\n{code}");
        let world = MemoryWorld::new().with_file("manifests/site.pp", code.as_str());
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        outcome
    }

    fn possible(code: &str) -> Vec<String> {
        let shown = |found: &crate::outcome::Undecided| {
            let resources = found.resources.iter().map(ToString::to_string);
            let errors = found.errors.iter().map(|error| format!("error {}", error.message.as_deref().unwrap_or("?")));
            format!("{}: {}", found.kind.words(), resources.chain(errors).collect::<Vec<_>>().join(", "))
        };
        outcome(code).possible.iter().map(shown).collect()
    }

    #[test]
    fn branches_that_nothing_decides_are_listed() {
        assert_eq!(
            possible("if $u == 'y' { notify { 'a': } fail('no') } else { include c }\nclass c { notify { 'inner': } }"),
            ["if: Notify[a], error no", "else: Class[C]"]
        );
        assert_eq!(
            possible("case $u { 'q': { notify { ['a', 'b']: } } default: { file { \"/x${u}\": } } }"),
            ["case: Notify[a], Notify[b]", "case: File[?]"]
        );
        assert_eq!(possible("unless $u == 'y' { notify { 'a': } }"), ["unless: Notify[a]"]);
    }

    #[test]
    fn titles_and_lambdas_too() {
        assert_eq!(possible("notify { \"t ${u}\": }"), ["title: Notify[?]"]);
        assert_eq!(possible("split($u, ',').each |$x| { notify { 'a': } }"), ["lambda: Notify[a]"]);
        assert_eq!(possible("create_resources('notify', parsejson($u))"), ["title: Notify[?]"]);
    }

    #[test]
    fn what_declares_nothing_leaves_no_trace() {
        assert!(possible("if $u == 'y' { $a = 1 } else { $a = 2 }").is_empty());
        assert!(possible("if true { notify { 'a': } }").is_empty());
    }
}
