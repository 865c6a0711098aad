//! The signature of the call that is being typed.

use evaluator::functions::BuiltinFunction;
use syntax::{Expr, ExprId};

use super::{documentation, ruby_functions};
use crate::FilePosition;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    pub signatures: Vec<Signature>,
    /// The first signature that takes so many arguments.
    pub active_signature: u32,
    /// The argument that the cursor is in, from 0.
    pub active_parameter: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    pub label: String,
    pub parameters: Vec<SignatureParameter>,
    pub documentation: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignatureParameter {
    /// As it stands in the label of the signature.
    pub label: String,
    pub documentation: String,
}

impl Signature {
    fn takes_argument(&self, argument: u32) -> bool {
        let is_rest = |parameter: &SignatureParameter| parameter.label.contains("*$");
        (argument as usize) < self.parameters.len() || self.parameters.iter().any(is_rest)
    }
}

impl Analysis {
    pub fn signature_help(&self, position: FilePosition) -> Cancellable<Option<SignatureHelp>> {
        Ok(self.read_file(position.file, |db, file| signature_help(db, file, position.offset))?.flatten())
    }
}

fn signature_help(db: &dyn Db, file: FileInput, offset: u32) -> Option<SignatureHelp> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    let text = queries::text(db, file);
    // Behind a comma the next argument is not there yet, and the call ends before it.
    let typed = text.get(..offset as usize)?.trim_end();
    let place = if typed.ends_with([',', '(']) { typed.len() as u32 } else { offset };
    let (name, id, argument) = source.source_map.touching(place).into_iter().rev().find_map(|id| {
        let functor = match program.expr(id) {
            Expr::Call(call) => call.functor,
            Expr::CallMethod(call) => match program.expr(call.functor) {
                Expr::NamedAccess { right, .. } => *right,
                _ => return None,
            },
            _ => return None,
        };
        match program.expr(functor) {
            Expr::QualifiedName(name) if source.source_map.range(functor).end < offset => {
                let start = source.source_map.range(functor).end;
                active_argument(&text, start, offset).map(|argument| (name.clone(), id, argument))
            }
            _ => None,
        }
    })?;
    let active_parameter = argument + u32::from(is_method(program, id));
    let environment = queries::environment_of(db, file);
    let signatures = signatures_of(db, environment, file, &name)?;
    let active_signature = signatures.iter().position(|signature| signature.takes_argument(active_parameter));
    Some(SignatureHelp { active_signature: active_signature.unwrap_or(0) as u32, signatures, active_parameter })
}

fn signatures_of(db: &dyn Db, environment: EnvironmentInput, file: FileInput, name: &str) -> Option<Vec<Signature>> {
    if let Some(definition) = find_definitions(db, environment, file, DefinitionKind::Function, name).first() {
        return of_definition(db, *definition).map(|signature| vec![signature]);
    }
    if let Some(function) = ruby_functions::named(db, environment, name) {
        return Some(function.signatures);
    }
    evaluator::functions::builtin(name).map(of_builtin)
}

fn of_definition(db: &dyn Db, definition: DefinitionRef) -> Option<Signature> {
    let signature = definition.signature(db)?;
    let comment = documentation::comment_of(db, definition).unwrap_or_default();
    let parameters = signature.parameters.iter().map(|parameter| SignatureParameter {
        label: parameter.label(),
        documentation: comment.parameter(&parameter.name).map(|tag| tag.text.clone()).unwrap_or_default(),
    });
    Some(Signature {
        label: signature.call_label(),
        parameters: parameters.collect(),
        documentation: documentation::summary_of(&comment),
    })
}

fn of_builtin(function: &BuiltinFunction) -> Vec<Signature> {
    let of_label = |label: String| {
        let inner = label.split_once('(').map(|(_, rest)| rest).unwrap_or_default();
        let inner = inner.rsplit_once(')').map(|(inner, _)| inner).unwrap_or(inner);
        let parameters = split_parameters(inner).into_iter();
        let parameters = parameters.map(|label| SignatureParameter { label, ..SignatureParameter::default() });
        Signature { parameters: parameters.collect(), documentation: function.documentation.to_string(), label }
    };
    documentation::signatures_of(function).into_iter().map(of_label).collect()
}

fn is_method(program: &syntax::Program, call: ExprId) -> bool {
    matches!(program.expr(call), Expr::CallMethod(_))
}

/// Counts the commas outside of brackets and strings; `None` behind the parenthesis that ends the arguments.
fn active_argument(text: &str, start: u32, offset: u32) -> Option<u32> {
    let arguments = text.get(start as usize..offset as usize).unwrap_or_default();
    // `notice 'a', 'b'` has none.
    let own_depth = i32::from(arguments.trim_start().starts_with('('));
    let mut depth = 0_i32;
    let mut quote = None;
    let mut count = 0;
    for character in arguments.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth < own_depth {
                    return None;
                }
            }
            (None, ',') if depth == own_depth => count += 1,
            _ => {}
        }
    }
    Some(count)
}

fn split_parameters(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut current = String::new();
    for character in text.chars() {
        match character {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut current).trim().to_string());
                continue;
            }
            _ => {}
        }
        current.push(character);
    }
    if !current.trim().is_empty() {
        parts.push(current.trim().to_string());
    }
    parts
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    /// The first signature, and the argument that is being typed.
    fn help(text: &str) -> Option<(String, u32)> {
        let fixture = Fixture::new(text);
        let found = fixture.host.analysis().signature_help(fixture.cursor.expect("a cursor")).expect("no writer")?;
        Some((found.signatures.first()?.label.clone(), found.active_parameter))
    }

    #[test]
    fn of_functions_of_the_workspace_and_of_puppet() {
        let url = "\nfunction url(String $host, Integer $port = 80) >> String { $host }\n";
        let label = "url(String $host, Integer $port = 80) >> String".to_string();
        assert_eq!(help(&format!("$x = url($0){url}")), Some((label.clone(), 0)));
        assert_eq!(help(&format!("$x = url('a', $0){url}")), Some((label.clone(), 1)));
        assert_eq!(help(&format!("$x = 'a'.url($0){url}")), Some((label, 1)));
        assert!(help("$x = split($0").is_some_and(|(label, _)| label.starts_with("split(")));
    }

    #[test]
    fn half_typed_calls() {
        for (text, argument) in [
            ("$x = split('a', $0\n", 1),
            ("class a {\n  $x = split(\n    'a',\n    $0\n  )\n}\n", 1),
            ("$x = split(join(['a', 'b'], ','), $0", 1),
            ("notice(split('a, b', $0", 1),
        ] {
            let found = help(text);
            assert!(
                found.as_ref().is_some_and(|(label, at)| label.starts_with("split(") && *at == argument),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn the_first_signature_that_takes_so_many_arguments_is_active() {
        let active = |text: &str| {
            let fixture = Fixture::new(text);
            let found = fixture.host.analysis().signature_help(fixture.cursor.expect("a cursor")).expect("no writer");
            found.and_then(|found| found.signatures.get(found.active_signature as usize).map(|s| s.label.clone()))
        };
        let ruby = "\n//- /env/modules/m/lib/puppet/functions/m/f.rb\nPuppet::Functions.create_function(:'m::f') do\n  \
            dispatch :one do\n    param 'String', :a\n  end\n  dispatch :two do\n    param 'String', :a\n    \
            param 'Integer', :b\n  end\nend\n";
        assert_eq!(active(&format!("$x = m::f($0){ruby}")).as_deref(), Some("m::f(String $a)"));
        assert_eq!(active(&format!("$x = m::f('a', $0){ruby}")).as_deref(), Some("m::f(String $a, Integer $b)"));
    }

    #[test]
    fn parameters_have_the_documentation_of_their_tags() {
        let text =
            "$x = url($0)\n# Makes an address.\n# @param host Where it is.\nfunction url(String $host) { $host }\n";
        let fixture = Fixture::new(text);
        let found = fixture.host.analysis().signature_help(fixture.cursor.expect("a cursor")).expect("no writer");
        let signature = found.expect("help").signatures.remove(0);
        assert_eq!(signature.documentation, "Makes an address.");
        assert_eq!(signature.parameters[0].documentation, "Where it is.");
    }

    #[test]
    fn nothing_behind_the_call() {
        assert_eq!(help("$x = split('a', 'b')$0\n"), None);
        assert_eq!(help("$x = 1$0\n"), None);
    }
}
