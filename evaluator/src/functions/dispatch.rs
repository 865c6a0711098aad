//! Calls built-in functions: chooses the signature that accepts the arguments, or says in Puppet's words why none does.
//!
//! The types of the tables are read once for each function, when it is first called.

use std::sync::{Arc, LazyLock, OnceLock};

use smol_str::SmolStr;
use syntax::Expr;

use crate::edition::{Rule, Rules};
use crate::error::RuntimeError;
use crate::fast_hash::FastMap;
use crate::functions::{
    BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, Repetition, UnknownArguments, all_with_modules,
};
use crate::interpreter::value_nesting::can_hold_values;
use crate::interpreter::{Evaluated, Interpreter};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::types::mismatch::{Signature, accepts_call, describe_call};
use crate::types::{AliasType, CallableType, Size, Type, TypeTextError, infer, parse_with};
use crate::value::text::to_display_string;
use crate::value::{Callable, Value};
use crate::world::World;

/// A function with its signatures read.
struct Compiled {
    signatures: Vec<Signature>,
    mismatches: Vec<Signature>,
}

/// A function of the tables, ready to be called.
#[derive(Clone, Copy)]
pub struct Builtin(&'static Entry);

impl std::fmt::Debug for Builtin {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Builtin").field(&self.0.function.name).finish()
    }
}

impl std::ops::Deref for Builtin {
    type Target = BuiltinFunction;

    fn deref(&self) -> &BuiltinFunction {
        self.0.function
    }
}

struct Entry {
    function: &'static BuiltinFunction,
    /// The module that it is of, where it is not Puppet's own.
    module: Option<&'static str>,
    /// One of its signatures takes a lambda.
    takes_block: bool,
    compiled: OnceLock<Compiled>,
    /// With the signatures before Puppet 8.
    older: OnceLock<Compiled>,
}

static BY_NAME: LazyLock<FastMap<&'static str, Entry>> = LazyLock::new(|| {
    let takes_block = |dispatch: &Dispatch| !matches!(dispatch.block, BlockSpec::None);
    let entry = |(module, function): (Option<&'static str>, &'static BuiltinFunction)| Entry {
        function,
        module,
        takes_block: function.dispatches.iter().any(takes_block),
        compiled: OnceLock::new(),
        older: OnceLock::new(),
    };
    all_with_modules().map(|found| (found.1.name, entry(found))).collect()
});

/// The built-in function of this name.
pub fn builtin(name: &str) -> Option<&'static BuiltinFunction> {
    BY_NAME.get(name).map(|entry| entry.function)
}

/// The built-in function of this name, where the environment has what it needs. A function of a module that is there is one only
/// where that module has it: releases add functions and take others away.
pub fn available_builtin(world: &dyn World, name: &str) -> Option<Builtin> {
    let entry = BY_NAME.get(name)?;
    let Some(module) = entry.module.or(entry.function.only_with_module) else {
        return Some(Builtin(entry));
    };
    let has_module = world.modules().iter().any(|known| known == module);
    let is_there = match has_module {
        true => entry.module.is_none() || has_function(world, module, name) || !has_functions(world, module),
        false => entry.function.only_with_module.is_none(),
    };
    is_there.then_some(Builtin(entry))
}

/// The module that a built-in function is of, where it is not Puppet's own.
pub fn module_of_builtin(name: &str) -> Option<&'static str> {
    BY_NAME.get(name)?.module
}

/// Where a module may define a function, below its folder.
pub fn function_paths(name: &str) -> [String; 3] {
    let path = name.replace("::", "/");
    let own = name.split_once("::").map_or(name, |(_, rest)| rest).replace("::", "/");
    [
        format!("lib/puppet/functions/{path}.rb"),
        format!("lib/puppet/parser/functions/{path}.rb"),
        format!("functions/{own}.pp"),
    ]
}

/// The module name of code in the environment's own folders, as Puppet's loader has it.
pub const ENVIRONMENT: &str = "environment";

/// Folders that hold functions of a module.
pub const FUNCTION_FOLDERS: [&str; 3] = ["lib/puppet/functions", "lib/puppet/parser/functions", "functions"];

fn has_function(world: &dyn World, module: &str, name: &str) -> bool {
    function_paths(name).iter().any(|path| world.module_file(module, path).is_some())
}

/// Whether a module has any functions: one that is only named, or is not there in full, says nothing.
fn has_functions(world: &dyn World, module: &str) -> bool {
    FUNCTION_FOLDERS.iter().any(|folder| !world.files_below(Some(module), folder).is_empty())
}

impl Builtin {
    /// Whether it stands in for functions of a module whose releases differ.
    pub fn is_of_module(self) -> bool {
        self.0.module.is_some()
    }

    pub fn takes_block(self) -> bool {
        self.0.takes_block
    }
}

/// The signatures of a function in an edition, with what they run.
pub fn dispatches(function: &'static BuiltinFunction, rules: &Rules) -> &'static [Dispatch] {
    let older = function.older_dispatches.filter(|_| rules.holds(Rule::OlderFunctionSignatures));
    older.unwrap_or(function.dispatches)
}

/// The same with their types read; in the same order.
pub fn signatures(function: &'static BuiltinFunction, rules: &Rules) -> &'static [Signature] {
    BY_NAME.get(function.name).map(|entry| compiled(entry, rules).signatures.as_slice()).unwrap_or_default()
}

fn compiled(entry: &'static Entry, rules: &Rules) -> &'static Compiled {
    let function = entry.function;
    let dispatches = dispatches(function, rules);
    let is_older = function.older_dispatches.is_some() && rules.holds(Rule::OlderFunctionSignatures);
    let compiled = if is_older { &entry.older } else { &entry.compiled };
    compiled.get_or_init(|| compile(function, dispatches).unwrap_or_else(|_| accept_anything(dispatches)))
}

/// Whether a callable among the arguments is an argument: some signature takes them all, without a lambda.
pub fn accepts(interpreter: &Interpreter<'_>, function: Builtin, arguments: &[Value]) -> bool {
    matches!(arguments.last(), Some(Value::Callable(_)))
        && compiled(function.0, &interpreter.rules)
            .signatures
            .iter()
            .any(|signature| accepts_call(signature, arguments, None))
}

/// Calls a built-in function with arguments that nobody has checked yet.
pub fn call_builtin(
    interpreter: &mut Interpreter<'_>,
    function: Builtin,
    arguments: Vec<Value>,
    block: Option<Arc<Callable>>,
    scope: ScopeId,
    place: Place,
) -> Evaluated<Value> {
    let result = match function.convention {
        Convention::Counted | Convention::AtLeast => {
            call_counted(interpreter, function.0.function, arguments, block, scope, place)
        }
        Convention::Typed => call_typed(interpreter, function.0, arguments, block, scope, place),
    }?;
    if let Value::Unknown(_) = result {
        let gives_text = |dispatch: &Dispatch| dispatch.returns.is_some_and(is_string_type);
        let certain = function.dispatches.iter().all(gives_text);
        return Ok(if certain { result.known_as_text() } else { result });
    }
    match can_hold_values(&result) {
        true => interpreter.check_nesting(result),
        false => Ok(result),
    }
}

/// `String` or `String[1]` and its like.
pub(crate) fn is_string_type(text: &str) -> bool {
    text == "String" || text.starts_with("String[")
}

/// The unknown value that stands in for the result, where the function does not deal with unknowns itself.
fn unknown_result(function: &BuiltinFunction, arguments: &[Value]) -> Option<Value> {
    match function.unknown {
        UnknownArguments::Accept => None,
        UnknownArguments::SpreadOutermost => arguments
            .iter()
            .find(|argument| matches!(argument, Value::Unknown(_)))
            .cloned()
            .map(Value::with_nothing_certain),
        UnknownArguments::Spread if !arguments.iter().any(Value::may_be_unknown) => None,
        UnknownArguments::Spread => {
            arguments.iter().find_map(|argument| argument.first_unknown().map(|reason| Value::Unknown(reason.clone())))
        }
    }
}

fn call_counted(
    interpreter: &mut Interpreter<'_>,
    function: &'static BuiltinFunction,
    arguments: Vec<Value>,
    block: Option<Arc<Callable>>,
    scope: ScopeId,
    place: Place,
) -> Evaluated<Value> {
    let Some(dispatch) = function.dispatches.first() else {
        return Ok(Value::Undef);
    };
    let size = size_of(dispatch);
    let open = size.max != Some(size.min);
    let given = i128::try_from(arguments.len()).unwrap_or(i128::MAX);
    let too_many = function.convention == Convention::Counted && !open && given > size.min;
    if given < size.min || too_many {
        let minimum = if open { "minimum " } else { "" };
        let (name, expected) = (function.name, size.min);
        let words = format!("{name}(): Wrong number of arguments given ({given} for {minimum}{expected})");
        return interpreter.fail(RuntimeError(words), place);
    }
    if let Some(unknown) = unknown_result(function, &arguments) {
        return Ok(unknown);
    }
    if arguments.iter().any(|argument| matches!(argument, Value::Iterator(_))) {
        return interpreter.fail(RuntimeError("Use of an Iterator is not supported here".to_string()), place);
    }
    let arguments = arguments.into_iter().map(as_counted_argument).collect();
    (dispatch.run)(interpreter, FunctionCall { name: function.name, arguments, block, scope, place })
}

/// How the 3.x API passes a value: undef as an empty string, and what Ruby had no class for then as its text.
fn as_counted_argument(value: Value) -> Value {
    match value {
        Value::Undef => Value::string(""),
        other => as_counted_element(other),
    }
}

fn as_counted_element(value: Value) -> Value {
    match value {
        Value::Timespan(_)
        | Value::Timestamp(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Binary(_)
        | Value::Regexp(_) => Value::string(to_display_string(&value)),
        Value::Array(elements) if elements.iter().any(is_rich) => {
            Value::array(elements.iter().cloned().map(as_counted_element))
        }
        Value::Hash(entries) if entries.iter().any(|(_, value)| is_rich(value)) => {
            Value::hash(entries.iter().map(|(key, value)| (key.clone(), as_counted_element(value.clone()))))
        }
        other => other,
    }
}

/// Neither a plain scalar nor a type: passing it on may need a copy.
fn is_rich(value: &Value) -> bool {
    !matches!(
        value,
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_) | Value::Type(_)
    )
}

fn call_typed(
    interpreter: &mut Interpreter<'_>,
    entry: &'static Entry,
    arguments: Vec<Value>,
    block: Option<Arc<Callable>>,
    scope: ScopeId,
    place: Place,
) -> Evaluated<Value> {
    let function = entry.function;
    let dispatches = dispatches(function, &interpreter.rules);
    let compiled = compiled(entry, &interpreter.rules);
    let block_type = match &block {
        Some(block) => Some(Type::Callable(interpreter.callable_type(block)?)),
        None => None,
    };
    if let Some(unknown) = unknown_result(function, &arguments)
        && dispatches.iter().any(|dispatch| size_of(dispatch).holds(arguments.len()))
    {
        if let Some(block) = &block {
            interpreter.skip_block(block, &unknown);
        }
        return Ok(unknown);
    }
    let chosen = match block.as_deref() {
        Some(Callable::Function(reference)) => {
            choose_for_reference(&compiled.signatures, dispatches, &arguments, &reference.signatures)
        }
        _ => choose(&compiled.signatures, dispatches, &arguments, block_type.as_ref())
            .or_else(|| choose(&compiled.mismatches, function.mismatches, &arguments, block_type.as_ref())),
    };
    match chosen {
        Some(dispatch)
            if interpreter.rules.holds(Rule::UnboundedIntegers) && !takes_big_integers(dispatch, &arguments) =>
        {
            let reason = format!("{}() of an integer beyond 128 bits", function.name);
            Ok(interpreter.unknown(reason, Some(place)))
        }
        Some(dispatch) => {
            (dispatch.run)(interpreter, FunctionCall { name: function.name, arguments, block, scope, place })
        }
        None => {
            let types: Vec<Type> = arguments.iter().map(infer).collect();
            let words = describe_call(function.name, &compiled.signatures, &types, block_type.as_ref());
            interpreter.fail(RuntimeError(words), place)
        }
    }
}

fn choose<'d>(
    signatures: &[Signature],
    dispatches: &'d [Dispatch],
    arguments: &[Value],
    block: Option<&Type>,
) -> Option<&'d Dispatch> {
    let found = signatures.iter().position(|signature| accepts_call(signature, arguments, block))?;
    dispatches.get(found)
}

/// The same for a reference to a function, which may have several signatures and take any number of arguments: it is
/// called with as few as there may be, so that `$list.map(&f)` is `$list.map |$x| { f($x) }`.
fn choose_for_reference<'d>(
    signatures: &[Signature],
    dispatches: &'d [Dispatch],
    arguments: &[Value],
    referenced: &[Arc<CallableType>],
) -> Option<&'d Dispatch> {
    let fits = |signature: &Signature| {
        referenced.iter().any(|one| accepts_call(signature, arguments, Some(&Type::Callable(one.clone()))))
    };
    let fewest = |signature: &Signature| match signature.callable.block.as_ref() {
        Some(Type::Callable(block)) => block.size.map_or(0, |size| size.min),
        _ => 0,
    };
    let fitting = signatures.iter().zip(dispatches).filter(|(signature, _)| fits(signature));
    fitting.min_by_key(|(signature, _)| fewest(signature)).map(|(_, dispatch)| dispatch)
}

/// Whether a function looks at no integer that is larger than it can calculate with.
fn takes_big_integers(dispatch: &Dispatch, arguments: &[Value]) -> bool {
    arguments.iter().enumerate().all(|(index, argument)| {
        !matches!(argument, Value::BigInteger(_))
            || dispatch.parameters.get(index).or(dispatch.parameters.last()).is_none_or(|one| one.type_text == "Any")
    })
}

/// How many arguments a signature takes.
fn size_of(dispatch: &Dispatch) -> Size {
    let mut size = Size { min: 0, max: Some(0) };
    for parameter in dispatch.parameters {
        let (min, max) = match parameter.repetition {
            Repetition::Required => (1, Some(1)),
            Repetition::Optional => (0, Some(1)),
            Repetition::Repeated => (0, None),
            Repetition::RequiredRepeated => (1, None),
        };
        size.min += min;
        size.max = size.max.zip(max).map(|(size, max)| size + max);
    }
    size
}

/// Reads the types of a function's signatures. A test reads them all, so that an error cannot come up later.
fn compile(function: &BuiltinFunction, dispatches: &[Dispatch]) -> Result<Compiled, TypeTextError> {
    let aliases = local_aliases(function)?;
    let signatures = |dispatches: &[Dispatch]| {
        dispatches.iter().map(|dispatch| signature(dispatch, &aliases)).collect::<Result<Vec<_>, _>>()
    };
    Ok(Compiled { signatures: signatures(dispatches)?, mismatches: signatures(function.mismatches)? })
}

type Aliases = Vec<Arc<AliasType>>;

/// The aliases of a function; each may refer to itself and to those before it.
fn local_aliases(function: &BuiltinFunction) -> Result<Aliases, TypeTextError> {
    let mut aliases: Aliases = Vec::new();
    for text in function.local_types {
        let (name, text) = text.split_once('=').unwrap_or(("", text));
        let alias = Arc::new(AliasType { name: SmolStr::new(name.trim()), resolved: OnceLock::new() });
        aliases.push(alias.clone());
        let resolved = read_type(text, &aliases)?;
        alias.resolved.get_or_init(|| resolved);
    }
    Ok(aliases)
}

fn read_type(text: &str, aliases: &Aliases) -> Result<Type, TypeTextError> {
    parse_with(text, &mut |name| {
        let local = aliases.iter().find(|alias| alias.name == name).map(|alias| Type::Alias(alias.clone()));
        local.or_else(|| super::stdlib::types::named(name))
    })
}

fn signature(dispatch: &Dispatch, aliases: &Aliases) -> Result<Signature, TypeTextError> {
    let types = dispatch.parameters.iter().map(|parameter| read_type(parameter.type_text, aliases));
    let types: Vec<Type> = types.collect::<Result<_, _>>()?;
    let block = match dispatch.block {
        BlockSpec::None => None,
        BlockSpec::Required(text) => Some(read_type(text, aliases)?),
        BlockSpec::Optional(text) => Some(Type::optional(read_type(text, aliases)?)),
    };
    let size = size_of(dispatch);
    let exact = size == Size::exactly(types.len());
    Ok(Signature {
        callable: CallableType { parameters: Some(types), size: (!exact).then_some(size), block, returns: None },
        parameter_names: dispatch.parameters.iter().map(|parameter| SmolStr::new_static(parameter.name)).collect(),
        block_name: None,
    })
}

/// Stands in for signatures that could not be read: only the number of arguments is checked.
fn accept_anything(dispatches: &[Dispatch]) -> Compiled {
    let signature = |dispatch: &Dispatch| Signature {
        callable: CallableType {
            parameters: Some(vec![Type::Any; dispatch.parameters.len()]),
            size: Some(size_of(dispatch)),
            block: Some(Type::optional(Type::Callable(Arc::default()))),
            returns: None,
        },
        parameter_names: dispatch.parameters.iter().map(|parameter| SmolStr::new_static(parameter.name)).collect(),
        block_name: None,
    };
    Compiled { signatures: dispatches.iter().map(signature).collect(), mismatches: Vec::new() }
}

/// The parameters of a lambda, as far as their number goes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LambdaShape {
    pub names: Vec<SmolStr>,
    /// How many must be given.
    pub required: usize,
    /// The last takes all that is left.
    pub captures_rest: bool,
}

pub fn lambda_shape(block: &Callable) -> LambdaShape {
    let Callable::Lambda(closure) = block else {
        return LambdaShape::default();
    };
    let Expr::Lambda(lambda) = closure.code.program.expr(closure.lambda) else {
        return LambdaShape::default();
    };
    let parameters = &lambda.parameters;
    LambdaShape {
        names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        required: parameters.iter().filter(|parameter| parameter.default.is_none() && !parameter.captures_rest).count(),
        captures_rest: parameters.last().is_some_and(|last| last.captures_rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::all;

    #[test]
    fn every_signature_of_every_table_can_be_read() {
        for function in all() {
            for dispatches in [Some(function.dispatches), function.older_dispatches].into_iter().flatten() {
                if let Err(error) = compile(function, dispatches) {
                    panic!("{}: {error:?}", function.name);
                }
            }
            let aliases = local_aliases(function).unwrap_or_default();
            for text in function.dispatches.iter().filter_map(|dispatch| dispatch.returns) {
                let read = read_type(text, &aliases);
                assert!(read.is_ok(), "{}: {text}: {read:?}", function.name);
            }
        }
    }

    /// The functions that Puppet 8 brings along.
    const PUPPET_8: &str = "abs alert all annotate any assert_type binary_file break call camelcase capitalize \
        ceiling chomp chop compare contain convert_to create_resources crit debug defined dig digest downcase each \
        emerg empty epp err eyaml_lookup_key fail file filter find_file find_template flatten floor fqdn_rand generate \
        get getvar group_by hiera hiera_array hiera_hash hiera_include hocon_data import include index info inline_epp \
        inline_template join json_data keys length lest lookup lstrip map match max md5 min module_directory new next \
        notice partition realize reduce regsubst require return reverse_each round rstrip scanf sha1 sha256 shellquote \
        size slice sort split sprintf step strftime strip tag tagged template then tree_each type unique unwrap upcase \
        values versioncmp warning with yaml_data";

    #[test]
    fn every_function_of_puppet_8_is_in_the_tables() {
        let missing: Vec<&str> = PUPPET_8.split_whitespace().filter(|name| builtin(name).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn no_name_is_in_two_tables_and_every_entry_is_documented() {
        let mut seen = std::collections::HashSet::new();
        for function in all() {
            assert!(seen.insert(function.name), "{} is there twice", function.name);
            assert!(!function.documentation.is_empty(), "{} has no documentation", function.name);
            assert!(!function.dispatches.is_empty(), "{} has no signature", function.name);
        }
    }

    /// Values that are likely to be mishandled somewhere.
    fn strange_values() -> Vec<Value> {
        vec![
            Value::Undef,
            Value::Default,
            Value::Boolean(true),
            Value::Integer(0),
            Value::Integer(-1),
            Value::Integer(i128::from(i64::MAX)),
            Value::Float(f64::NAN),
            Value::Float(-1.5e300),
            Value::string(""),
            Value::string("ß%s(é\\1..-3"),
            Value::string("%-05.3d %"),
            Value::string("1-3"),
            Value::string("::a.b['"),
            Value::Regexp("(a|".into()),
            Value::array([]),
            Value::array([Value::string("a"), Value::Undef, Value::array([Value::Integer(2)])]),
            Value::hash([]),
            Value::hash([(Value::string("a"), Value::hash([(Value::Integer(1), Value::Undef)]))]),
            Value::Type(Type::Integer { min: Some(0), max: Some(3) }),
            Value::Type(Type::Any),
            Value::Sensitive(Arc::new(Value::string("x"))),
            Value::Timestamp(-1),
            Value::Timespan(i128::from(i64::MAX)),
            Value::Binary(Arc::from(&b"\xff"[..])),
            Value::unknown("nobody knows", None),
        ]
    }

    #[test]
    fn no_function_panics_whatever_its_arguments_are() {
        let world = crate::MemoryWorld::new();
        let mut request = crate::Request::catalog("test.example.com");
        request.limits.steps = 10_000;
        request.limits.collection_elements = 10_000;
        let place = Place::new(crate::FileId(0), syntax::ExprId(0));
        let values = strange_values();
        let few: Vec<Value> = values.iter().step_by(4).cloned().collect();
        let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
        for first in &values {
            lists.push(vec![first.clone()]);
            for second in &values {
                lists.push(vec![first.clone(), second.clone()]);
            }
        }
        for first in &few {
            for second in &few {
                lists.extend(few.iter().map(|third| vec![first.clone(), second.clone(), third.clone()]));
            }
        }
        for entry in BY_NAME.values() {
            let function = Builtin(entry);
            let mut interpreter = Interpreter::new(&world, &request);
            for arguments in &lists {
                let arguments = arguments.clone();
                // What comes of it does not matter here, only that something does.
                let _ = call_builtin(&mut interpreter, function, arguments, None, ScopeId::TOP, place);
                interpreter.outcome.logs.clear();
                interpreter.outcome.unknowns.clear();
                interpreter.steps = 0;
            }
        }
    }
}
