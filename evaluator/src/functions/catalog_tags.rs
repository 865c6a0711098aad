//! Functions for tags: `tag`, `tagged`.

use super::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, required_repeated};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "tag",
        documentation: "Adds tags to the class, define or node that calls it, and so to all that it contains.",
        statement: true,
        convention: Convention::Counted,
        dispatches: &[Dispatch {
            parameters: &[required_repeated("tags", "Variant[String, Array[String]]")],
            block: BlockSpec::None,
            returns: None,
            run: tag,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "tagged",
        documentation: "Whether the class, define or node that calls it has all of these tags, or the catalog has.",
        convention: Convention::Counted,
        dispatches: &[Dispatch {
            parameters: &[required_repeated("tags", "Variant[String, Array[String]]")],
            block: BlockSpec::None,
            returns: Some("Boolean"),
            run: tagged,
        }],
        ..BuiltinFunction::COMMON
    },
];

fn tag(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Some(id) = interpreter.containing_resource(call.scope) else {
        return Ok(Value::Undef);
    };
    let mut tags = std::mem::take(&mut interpreter.builder.catalog.get_mut(id).tags);
    let place = interpreter.builder.declared_at(id);
    let result = call.arguments.iter().try_for_each(|value| interpreter.add_tags(&mut tags, value, place));
    interpreter.builder.catalog.get_mut(id).tags = tags;
    result.map(|()| Value::Undef)
}

fn tagged(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let container = interpreter.containing_resource(call.scope);
    let all = call.arguments.iter().all(|value| {
        let tag = interpreter.title_text(value);
        interpreter.builder.tags.contains(&tag)
            || container.is_some_and(|id| interpreter.builder.is_tagged(id, std::slice::from_ref(&tag)))
    });
    Ok(Value::Boolean(all))
}
