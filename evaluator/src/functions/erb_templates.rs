//! `template` and `inline_template`: ERB, rendered by our own small Ruby.

use super::files::{Found, locate};
use crate::functions::{
    BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, UnknownArguments, required_repeated,
};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::{Value, to_display_string};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "template",
        documentation: "Renders ERB templates and gives their texts together; `'module/name'` is `name` in the module's \
            folder `templates`. The template sees the variables of the calling scope as `@name`.\n\n    \
            template('ntp/ntp.conf.erb')",
        convention: Convention::Counted,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[required_repeated("templates", "String")],
            block: BlockSpec::None,
            returns: Some("String"),
            run: template,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "inline_template",
        documentation: "Renders texts as ERB templates and gives the results together.\n\n\
            \u{20}   inline_template('<%= @hostname.upcase %>')",
        convention: Convention::Counted,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[required_repeated("templates", "String")],
            block: BlockSpec::None,
            returns: Some("String"),
            run: inline_template,
        }],
        ..BuiltinFunction::COMMON
    },
];

fn template(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut rendered = Vec::new();
    for argument in super::collections::flattened(&call.arguments) {
        if let Value::Unknown(reason) = argument {
            return Ok(Value::Unknown(reason));
        }
        let path = to_display_string(&argument);
        let file = match locate(interpreter, &path, "templates") {
            Found::File(file) => file,
            Found::Outside => return Ok(call.unknown(interpreter, format!("{path} is on the server's disk"))),
            Found::Folder(_) | Found::Missing => {
                if let Some(unknown) = interpreter.missing_file(&path, call.place) {
                    return Ok(unknown);
                }
                return call.fail(interpreter, format!("Could not find template '{path}'"));
            }
        };
        interpreter.check_file_size(file)?;
        let Some(template) = interpreter.world.erb_template(file) else {
            return Ok(call.unknown(interpreter, format!("the template {path} cannot be read")));
        };
        rendered.push(template.render(interpreter, &path, call.scope, call.place)?);
    }
    Ok(joined(rendered))
}

fn inline_template(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut rendered = Vec::new();
    for argument in &call.arguments {
        if let Value::Unknown(reason) = argument {
            return Ok(Value::Unknown(reason.clone()));
        }
        let text = to_display_string(argument);
        let template = interpreter.inline_erb_template(&text);
        rendered.push(template.render(interpreter, "inline_template", call.scope, call.place)?);
    }
    Ok(joined(rendered))
}

/// One text, or the reason why one of them is not known.
fn joined(texts: Vec<Value>) -> Value {
    if let Some(unknown) = texts.iter().find(|text| matches!(text, Value::Unknown(_))) {
        return unknown.clone();
    }
    Value::string(texts.iter().map(to_display_string).collect::<String>())
}
