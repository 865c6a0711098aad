//! Functions whose result depends on more than their arguments and the data at hand, or that only Ruby can run:
//! what they would give is unknown, with the reason.

use crate::codes;
use crate::functions::{
    BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, UnknownArguments, optional, repeated, required,
};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "generate",
        documentation: "Runs a command on the Puppet server and gives what it prints. Nothing is run here: the result is \
            unknown.\n\n    generate('/usr/bin/env', 'date')",
        convention: Convention::Counted,
        dispatches: &[Dispatch {
            parameters: &[required("command", "String"), repeated("arguments", "String")],
            block: BlockSpec::None,
            returns: Some("String"),
            run: generate,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "puppetdb_query",
        documentation: "Asks PuppetDB, in its query language. It comes with PuppetDB's plugins for the server. Nothing is asked \
            here: the result is unknown.\n\n    puppetdb_query('nodes[certname] { }')",
        convention: Convention::Counted,
        dispatches: &[Dispatch {
            parameters: &[required("query", "Any")],
            block: BlockSpec::None,
            returns: None,
            run: |interpreter, call| Ok(call.unknown(interpreter, "puppetdb_query() asks PuppetDB")),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "annotate",
        documentation: "Gives an annotation of a value, or attaches one. Annotations live in Ruby objects, so the result is \
            unknown.\n\n    annotate(MyAdapter, $object)",
        dispatches: &[
            Dispatch {
                parameters: &[required("type", "Type"), required("value", "Any")],
                block: BlockSpec::Optional("Callable[0, 0]"),
                returns: None,
                run: annotate,
            },
            Dispatch {
                parameters: &[required("type", "Type"), required("value", "Any"), required("annotation_hash", "Any")],
                block: BlockSpec::None,
                returns: None,
                run: annotate,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "import",
        documentation: "Was removed from the language: manifests are found by their names now. Calling it is an \
            error.\n\n    import 'nodes/*.pp'",
        statement: true,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[repeated("args", "Any")],
            block: BlockSpec::None,
            returns: None,
            run: import,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "eyaml_lookup_key",
        documentation: "A backend of Hiera: looks a key up in a YAML file whose values may be encrypted. Hiera calls it; \
            the keys to decrypt with are never here.\n\n    lookup_key: eyaml_lookup_key",
        dispatches: BACKEND,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "yaml_data",
        documentation: "A backend of Hiera: all data of a YAML file. Named in `hiera.yaml`, seldom called.\n\n\
            \u{20}   data_hash: yaml_data",
        dispatches: BACKEND,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "json_data",
        documentation: "A backend of Hiera: all data of a JSON file. Named in `hiera.yaml`, seldom called.\n\n\
            \u{20}   data_hash: json_data",
        dispatches: BACKEND,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "hocon_data",
        documentation: "A backend of Hiera: all data of a HOCON file. Named in `hiera.yaml`, seldom called.\n\n\
            \u{20}   data_hash: hocon_data",
        dispatches: BACKEND,
        ..BuiltinFunction::COMMON
    },
];

const BACKEND: &[Dispatch] = &[Dispatch {
    parameters: &[required("arguments", "Any"), optional("options", "Any"), optional("context", "Any")],
    block: BlockSpec::None,
    returns: None,
    run: |interpreter, call| Ok(call.unknown(interpreter, "only Hiera calls a backend with its context")),
}];

fn generate(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let command = call.text(0);
    if !command.starts_with('/') {
        return call.fail(interpreter, "Generators must be fully qualified");
    }
    let allowed = |character: char| character.is_alphanumeric() || "-/_.+".contains(character);
    if !command.chars().all(allowed) {
        return call.fail(interpreter, "Generators can only contain alphanumerics, file separators, and dashes");
    }
    if command.contains("..") {
        return call.fail(interpreter, "Can not use generators with '..' in them.");
    }
    Ok(call.unknown(interpreter, "a command on the server is not run"))
}

fn annotate(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(call.unknown(interpreter, "annotations live in Ruby objects"))
}

/// Puppet's own code for the function that is gone.
#[derive(Debug)]
struct DiscontinuedImport;

impl crate::error::Issue for DiscontinuedImport {
    fn code(&self) -> syntax::Code {
        codes::DISCONTINUED_IMPORT
    }

    fn message(&self) -> crate::message::Message {
        "Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation".into()
    }

    fn hint(&self) -> Option<String> {
        Some("put the manifests into the environment's folder `manifests`".to_string())
    }
}

fn import(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    interpreter.fail(DiscontinuedImport, call.place)
}
