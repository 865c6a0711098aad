//! Functions that end something early: `next`, `break`, `return` and `fail`.

use crate::functions::{
    BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, UnknownArguments, optional, repeated,
};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::ruby_core::text::to_s;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "next",
        documentation: "Ends this call of a lambda, function, class or define; a lambda or function gives the argument, \
            or undef.\n\n    [1, 2].map |$x| { if $x == 1 { next('one') } $x }    # ['one', 2]",
        statement: true,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[optional("value", "Any")],
            block: BlockSpec::None,
            returns: None,
            run: |_, call| Err(Box::new(Interrupt::Next(call.argument(0).clone(), call.place))),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "break",
        documentation: "Ends the iteration that the lambda is called from, as if there were no more elements.\n\n\
            \u{20}   [1, 2, 3].each |$x| { if $x == 2 { break() } notice($x) }",
        statement: true,
        dispatches: &[Dispatch {
            parameters: &[],
            block: BlockSpec::None,
            returns: None,
            run: |_, call| Err(Box::new(Interrupt::Break(call.place))),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "return",
        documentation: "Ends the function, class or define that it stands in, from inside lambdas too; a function gives \
            the argument, or undef.\n\n    function f($x) { if $x { return('early') } 'late' }",
        statement: true,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[optional("value", "Any")],
            block: BlockSpec::None,
            returns: None,
            run: |_, call| Err(Box::new(Interrupt::Return(call.argument(0).clone(), call.place))),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "fail",
        documentation: "Ends the compilation with an error whose message is the arguments with blanks between them.\n\n\
            \u{20}   fail(\"${facts['os']['name']} is not supported\")",
        statement: true,
        convention: Convention::Counted,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[repeated("values", "Any")],
            block: BlockSpec::None,
            returns: None,
            run: fail,
        }],
        ..BuiltinFunction::COMMON
    },
];

fn fail(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let words: Vec<String> = call.arguments.iter().map(to_s).collect();
    call.fail(interpreter, words.join(" "))
}
