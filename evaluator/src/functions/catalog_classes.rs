//! Functions that declare classes: `include`, `require`, `contain`.

use smol_str::SmolStr;

use super::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, UnknownArguments, required_repeated};
use crate::catalog::resource::Parameter;
use crate::interpreter::{Evaluated, Interpreter};
use crate::types::Type;
use crate::value::Value;

const NAMES: &[ParameterSpec] = &[required_repeated("names", "Any")];

const fn declares_classes(
    name: &'static str,
    documentation: &'static str,
    dispatches: &'static [Dispatch],
) -> BuiltinFunction {
    BuiltinFunction {
        name,
        documentation,
        statement: true,
        unknown: UnknownArguments::Accept,
        dispatches,
        ..BuiltinFunction::COMMON
    }
}

pub static FUNCTIONS: &[BuiltinFunction] = &[
    declares_classes(
        "include",
        "Declares classes by name, unless they are declared already. Parameters come from data and defaults.",
        &[Dispatch { parameters: NAMES, block: BlockSpec::None, returns: Some("Array[Type[Class]]"), run: include }],
    ),
    declares_classes(
        "require",
        "Declares classes and applies them before the class or define that calls it.",
        &[Dispatch { parameters: NAMES, block: BlockSpec::None, returns: Some("Array[Type[Class]]"), run: require }],
    ),
    declares_classes(
        "contain",
        "Declares classes and contains them in the class or define that calls it.",
        &[Dispatch { parameters: NAMES, block: BlockSpec::None, returns: Some("Array[Type[Class]]"), run: contain }],
    ),
];

fn references(names: &[SmolStr]) -> Value {
    Value::array(names.iter().map(|name| Value::Type(Type::Class(Some(SmolStr::new(name.trim_start_matches("::")))))))
}

fn include(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let names = interpreter.class_names(&call.arguments)?;
    interpreter.include_classes(&names, call.scope, Some(call.place))?;
    Ok(references(&names))
}

fn require(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let names = interpreter.class_names(&call.arguments)?;
    interpreter.include_classes(&names, call.scope, Some(call.place))?;
    let Some(id) = interpreter.containing_resource(call.scope) else {
        return Ok(references(&names));
    };
    for name in &names {
        let reference = Value::Type(Type::Class(Some(SmolStr::new(name.trim_start_matches("::")))));
        let resource = interpreter.builder.catalog.get_mut(id);
        let value = match resource.value("require") {
            Some(known) => crate::interpreter::overrides::appended(known, &reference),
            None => Value::array([reference]),
        };
        let parameter = Parameter { value, place: Some(call.place), set_by: resource.declared_by.clone() };
        resource.parameters.insert(SmolStr::new_static("require"), parameter);
    }
    Ok(references(&names))
}

fn contain(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let names = interpreter.class_names(&call.arguments)?;
    let container = interpreter.containing_resource(call.scope);
    let classes = interpreter.include_classes(&names, call.scope, Some(call.place))?;
    if let Some(container) = container {
        for class in classes {
            interpreter.builder.contain(container, class);
        }
    }
    Ok(references(&names))
}
