//! What functions take and give: those of modules in Puppet and in Ruby, then Puppet's own and stdlib's.

use std::sync::Arc;

use evaluator::edition::{Rule, Rules};
use evaluator::functions::{self, BuiltinFunction, Convention};
use evaluator::ruby::plugin_functions::{FunctionForm, PluginDispatch, read_function};
use evaluator::types::mismatch::Signature;
use evaluator::types::{CallableType, Size, Type, is_callable, parse, parse_with};
use smol_str::SmolStr;

use super::declared::{TypeReader, definition_types};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;
use crate::resolve::functions::ruby_function;

/// The signatures of one function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionSignatures {
    pub signatures: Arc<[Signature]>,
    /// The result of each signature, `Type::Unit` where it is not certain.
    pub results: Arc<[Type]>,
    /// Puppet compares the arguments with the types; else only their number counts.
    pub has_types: bool,
}

impl FunctionSignatures {
    /// The type of the result of a call with so many arguments.
    pub fn result(&self, arguments: usize) -> Type {
        let pairs = self.signatures.iter().zip(self.results.iter());
        let fitting: Vec<&Type> =
            pairs.filter(|(signature, _)| size_of(signature).holds(arguments)).map(|(_, result)| result).collect();
        if fitting.is_empty() || fitting.contains(&&Type::Unit) {
            return Type::Unit;
        }
        Type::variant(fitting.into_iter().cloned())
    }
}

/// How many arguments a signature takes.
pub fn size_of(signature: &Signature) -> Size {
    match (&signature.callable.parameters, signature.callable.size) {
        (None, _) => Size::ANY,
        (Some(_), Some(size)) => size,
        (Some(types), None) => Size::exactly(types.len()),
    }
}

/// The signatures of the function that a name means; `None` where they are not known.
pub fn signatures_of(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    name: &str,
) -> Option<FunctionSignatures> {
    match find_definitions(db, environment, from, DefinitionKind::Function, name).as_slice() {
        [definition] => return of_puppet_function(db, environment, *definition),
        [] => {}
        _ => return None,
    }
    if let Some(file) = ruby_function(db, environment, name) {
        return of_plugin(db, environment, file);
    }
    functions::builtin(name).map(|function| of_builtin(db, function))
}

fn of_puppet_function(
    db: &dyn Db,
    environment: EnvironmentInput,
    definition: DefinitionRef,
) -> Option<FunctionSignatures> {
    let signature = definition.signature(db)?;
    let types = definition_types(db, environment, definition.file, definition.index)?;
    let parameters = &signature.parameters;
    let required = parameters.iter().filter(|p| p.default_text.is_none() && !p.captures_rest).count();
    let max = if parameters.iter().any(|p| p.captures_rest) { None } else { Some(parameters.len() as i128) };
    let mut parameter_types = types.parameters.clone();
    // The type of the last says what each of the rest is, or what the array of them is.
    for (parameter, parameter_type) in parameters.iter().zip(&mut parameter_types) {
        if parameter.captures_rest {
            *parameter_type = Type::Unit;
        }
    }
    let mut read = Signature {
        callable: CallableType {
            parameters: Some(parameter_types),
            size: Some(Size { min: required as i128, max }),
            block: None,
            returns: None,
        },
        parameter_names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        block_name: None,
    };
    let rules = Rules::new(db.workspace().edition(db), &Default::default());
    if rules.holds(Rule::CallableValues)
        && let Some(last) = parameters.last().filter(|last| !last.captures_rest)
    {
        take_block(&mut read, last.default_text.is_some());
    }
    Some(FunctionSignatures { signatures: [read].into(), results: [types.returns.clone()].into(), has_types: true })
}

/// Makes the last parameter of a function the one that takes the lambda, where only lambdas are of its type.
fn take_block(signature: &mut Signature, is_optional: bool) {
    let callable = &mut signature.callable;
    let Some(block) = callable.parameters.as_mut().and_then(|types| types.pop_if(|last| is_callable(last))) else {
        return;
    };
    if let Some(size) = &mut callable.size {
        size.min -= i128::from(!is_optional);
        size.max = size.max.map(|max| max - 1);
    }
    signature.block_name = signature.parameter_names.pop();
    signature.callable.block = Some(if is_optional { Type::optional(block) } else { block });
}

fn of_builtin(db: &dyn Db, function: &'static BuiltinFunction) -> FunctionSignatures {
    let rules = Rules::new(db.workspace().edition(db), &Default::default());
    let dispatches = functions::dispatches(function, &rules);
    let mut signatures: Vec<Signature> = functions::signatures(function, &rules).to_vec();
    if function.convention != Convention::Typed {
        for signature in &mut signatures {
            // The number of arguments is checked as a whole or not at all.
            let size = size_of(signature);
            let is_exact = function.convention == Convention::Counted && size.max == Some(size.min);
            signature.callable.size = Some(Size { min: size.min, max: size.max.filter(|_| is_exact) });
        }
    }
    let results = dispatches.iter().map(|dispatch| dispatch.returns.map_or(Type::Unit, result_type));
    FunctionSignatures {
        signatures: signatures.into(),
        results: results.collect(),
        has_types: function.convention == Convention::Typed,
    }
}

fn result_type(text: &'static str) -> Type {
    parse(text).unwrap_or(Type::Unit)
}

/// The signatures of a function that a module brings in Ruby.
#[salsa::tracked(returns(clone))]
fn of_plugin(db: &dyn Db, environment: EnvironmentInput, file: FileInput) -> Option<FunctionSignatures> {
    let function = read_function(&queries::text(db, file))?;
    match function.form {
        // One that defines how it is called does as it likes with its signatures.
        FunctionForm::Modern { dispatches, methods } if dispatches.is_empty() || methods.contains_key("call") => None,
        FunctionForm::Modern { dispatches, .. } => {
            let reader = TypeReader::of_texts(db, environment, file);
            let read = |dispatch: &PluginDispatch| plugin_signature(&reader, dispatch);
            let results = dispatches.iter().map(|dispatch| match &dispatch.returns {
                Some(text) => type_of_text(&reader, text),
                None => Type::Unit,
            });
            Some(FunctionSignatures {
                signatures: dispatches.iter().map(read).collect(),
                results: results.collect(),
                has_types: true,
            })
        }
        FunctionForm::Legacy { arity, .. } => {
            let arity = arity?;
            let min = if arity < 0 { -arity - 1 } else { arity };
            let size = Size { min, max: (arity >= 0).then_some(arity) };
            let callable = CallableType { parameters: Some(Vec::new()), size: Some(size), ..CallableType::default() };
            let signature = Signature { callable, parameter_names: Vec::new(), block_name: None };
            Some(FunctionSignatures { signatures: [signature].into(), results: [Type::Unit].into(), has_types: false })
        }
    }
}

fn plugin_signature(reader: &TypeReader<'_>, dispatch: &PluginDispatch) -> Signature {
    let parameters = &dispatch.parameters;
    let min = parameters.iter().filter(|parameter| parameter.required).count() as i128;
    let max = if parameters.iter().any(|parameter| parameter.repeated) { None } else { Some(parameters.len() as i128) };
    let block = dispatch.block.as_ref().map(|(text, is_required)| {
        let block = type_of_text(reader, text);
        if *is_required { block } else { Type::optional(block) }
    });
    let types = parameters.iter().map(|parameter| type_of_text(reader, &parameter.type_text)).collect();
    Signature {
        callable: CallableType { parameters: Some(types), size: Some(Size { min, max }), block, returns: None },
        parameter_names: parameters.iter().map(|parameter| SmolStr::new(&parameter.name)).collect(),
        block_name: None,
    }
}

/// The type of a text; one with a name that the environment does not know is not certain.
fn type_of_text(reader: &TypeReader<'_>, text: &str) -> Type {
    parse_with(text, &mut |name| Some(reader.named(name).unwrap_or(Type::Unit))).unwrap_or(Type::Unit)
}
