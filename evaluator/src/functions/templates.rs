//! EPP templates: `epp` and `inline_epp`.

use syntax::{ColumnUnit, LineIndex, Problem};

use crate::functions::argument_roles::module_file_path;
use crate::functions::files::{Found, bytes, locate};
use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, optional, required};
use crate::interpreter::{Code, Evaluated, Interpreter};
use crate::scope::ScopeId;
use crate::value::{HashEntries, Value};

const PARAMETERS: &str = r"Hash[Pattern[/^\w+$/], Any]";

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "epp",
        documentation: "Renders an EPP template and gives its text: `'module/name'` is `name` in the module's folder \
            `templates`. The hash gives the template's parameters; of other variables it sees those of the top scope \
            only.\n\n    epp('ntp/ntp.conf.epp', {'servers' => ['a', 'b']})",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[required("path", "String"), optional("parameters", PARAMETERS)],
            block: BlockSpec::None,
            returns: Some("Variant[String, Sensitive[String]]"),
            run: epp,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "inline_epp",
        documentation: "Renders a text as an EPP template. Without parameters it sees the variables around the call.\n\n\
            \u{20}   inline_epp('Hello <%= $name %>', {'name' => 'you'})    # 'Hello you'",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[required("template", "String"), optional("parameters", PARAMETERS)],
            block: BlockSpec::None,
            returns: Some("Variant[String, Sensitive[String]]"),
            run: inline_epp,
        }],
        ..BuiltinFunction::COMMON
    },
];

fn parameters(call: &FunctionCall) -> Option<&HashEntries> {
    match call.argument(1) {
        Value::Hash(entries) => Some(entries),
        _ => None,
    }
}

/// A problem of a template's text as Puppet reports it from the call.
fn invalid(call: &FunctionCall, problem: &Problem, text: &str, file: &str) -> String {
    let (name, message) = (call.name, &problem.message);
    // At the end of the text Puppet names no place.
    if problem.anchor as usize >= text.len() && problem.code == syntax::code::SYNTAX_ERROR {
        return format!("{name}(): Invalid EPP: {message} (file: {file})");
    }
    let place = LineIndex::new(text).line_column(text, problem.anchor, ColumnUnit::CodePoints);
    format!("{name}(): Invalid EPP: {message} (file: {file}, line: {}, column: {})", place.line + 1, place.column + 1)
}

fn inline_epp(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let code = match interpreter.inline_template(call.text(0)) {
        Ok(code) => code,
        Err(problem) => {
            let message = invalid(&call, &problem, call.text(0), "inlined-epp-text");
            return call.fail(interpreter, message);
        }
    };
    interpreter.render_epp(&code, parameters(&call), call.scope, call.place)
}

fn epp(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let path = &module_file_path("epp", call.text(0)).into_owned();
    let file = match locate(interpreter, path, "templates") {
        Found::File(file) => file,
        Found::Outside => return Ok(call.unknown(interpreter, format!("{path} is on the server's disk"))),
        Found::Folder(_) | Found::Missing => {
            if let Some(unknown) = interpreter.missing_file(path, call.place) {
                return Ok(unknown);
            }
            return call.fail(interpreter, format!("Could not find template '{path}'"));
        }
    };
    let code = match interpreter.world.parsed(file).filter(|_| path.ends_with(".epp")) {
        Some(parsed) => match parsed.errors.first() {
            None => Code { file, program: parsed.program },
            Some(problem) => {
                let text = template_text(interpreter, file)?;
                let message = invalid(&call, problem, &text, &interpreter.world.path(file));
                return call.fail(interpreter, message);
            }
        },
        None => {
            let text = template_text(interpreter, file)?;
            match interpreter.inline_template(&text) {
                Ok(code) => code,
                Err(problem) => {
                    let message = invalid(&call, &problem, &text, &interpreter.world.path(file));
                    return call.fail(interpreter, message);
                }
            }
        }
    };
    interpreter.render_epp(&code, parameters(&call), ScopeId::TOP, call.place)
}

fn template_text(interpreter: &Interpreter<'_>, file: crate::place::FileId) -> Evaluated<String> {
    Ok(bytes(interpreter, file)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default())
}
