//! Functions in Ruby: `Puppet::Functions.create_function` with its dispatches, and `newfunction` of the 3.x API.

use tree_sitter::Node;

use crate::docstring::{Docstring, Overload, Tag, parse};
use crate::kinds::functions::{add, signature};
use crate::kinds::resource_types::required_name;
use crate::manifest::set_api;
use crate::model::{Function, FunctionKind, Origin, Reference};
use crate::ruby::{Call, RubyFile, children, formatted_source, without_percent_quotes};
use crate::ruby_text::strip;

/// Methods of a dispatch that declare a parameter.
const PARAMETER_METHODS: &[&str] = &[
    "param",
    "required_param",
    "optional_param",
    "repeated_param",
    "optional_repeated_param",
    "required_repeated_param",
];
const BLOCK_METHODS: &[&str] = &["block_param", "required_block_param", "optional_block_param"];

pub fn read<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    let kind = match call.first_text(file) {
        "Puppet::Functions" => FunctionKind::Ruby4x,
        "Puppet::Parser::Functions" | "newfunction" => FunctionKind::Ruby3x,
        _ => return Ok(()),
    };
    let name = required_name(file, call, "function")?;
    let mut function = Function {
        name,
        origin: Origin { file: file.path.to_string(), line: file.line(call.node) },
        kind,
        docstring: parse(file.comment(call.node).unwrap_or_default()),
        parameters: Vec::new(),
        source: formatted_source(strip(file.text(call.node))),
    };
    match kind {
        FunctionKind::Ruby3x => read_3x(file, call, &mut function),
        _ => read_4x(file, call, &mut function),
    }
    set_api(&mut function.docstring);
    add(reference, function);
    Ok(())
}

fn read_3x<'t>(file: &RubyFile<'t>, call: &Call<'t>, function: &mut Function) {
    let pairs = call.arguments.get(1).map(|argument| argument.pairs()).unwrap_or_default();
    let documentation = pairs.iter().find(|(key, _)| file.as_string(*key).as_deref() == Some("doc"));
    if let Some(text) = documentation.and_then(|(_, value)| file.as_string(*value)) {
        function.docstring = parse(&without_percent_quotes(&text));
    }
    for tag in function.docstring.tags.iter_mut().filter(|tag| tag.tag == "param") {
        if tag.types.as_ref().is_none_or(|types| types.is_empty()) {
            tag.types = Some(vec!["Any".to_string()]);
        }
    }
    let names = function.docstring.tags_named("param").map(|tag| (tag.name.clone().unwrap_or_default(), None));
    function.parameters = names.collect();
    add_return(&mut function.docstring);
}

fn read_4x<'t>(file: &RubyFile<'t>, call: &Call<'t>, function: &mut Function) {
    function.docstring.tags.retain(|tag| !["param", "return", "overload"].contains(&tag.tag.as_str()));
    if call.block.is_none() {
        return;
    }
    let method_name = function.name.rsplit("::").next().unwrap_or_default().to_string();
    let mut signatures: Vec<Signature> = Vec::new();
    let mut same_name = None;
    for node in call.block_statements() {
        if let Some(dispatch) = Call::read(file, node).filter(is_dispatch) {
            signatures.push(read_dispatch(file, &dispatch));
        } else if node.kind() == "method"
            && node.child_by_field_name("name").is_some_and(|name| file.text(name) == method_name)
        {
            same_name = Some(node);
        }
    }
    if signatures.is_empty() {
        signatures.extend(same_name.map(|method| read_method(file, method)));
    }
    if signatures.len() == 1 {
        for only in signatures {
            function.parameters = only.parameters;
            function.docstring.tags.extend(only.docstring.sorted_tags().into_iter().cloned());
        }
        return;
    }
    let name = function.name.clone();
    function.docstring.tags.extend(signatures.into_iter().map(|signature| signature.into_tag(&name)));
}

fn is_dispatch(call: &Call<'_>) -> bool {
    call.method == "dispatch" && call.arguments.len() == 1 && call.block.is_some()
}

/// One signature while it is read.
struct Signature {
    docstring: Docstring,
    parameters: Vec<(String, Option<String>)>,
    /// How many of the tags were written by the author.
    written: usize,
}

/// How a parameter is declared.
#[derive(Clone, Copy, Default)]
struct Form {
    optional: bool,
    repeated: bool,
    block: bool,
}

impl Signature {
    fn new(comment: Option<&str>) -> Self {
        let docstring = parse(comment.unwrap_or_default());
        Signature { written: docstring.tags.len(), docstring, parameters: Vec::new() }
    }

    fn add_parameter(&mut self, name: &str, data_type: Option<String>, default: Option<String>, form: Form) {
        let written = &mut self.docstring.tags[..self.written];
        let tag = written.iter_mut().find(|tag| tag.tag == "param" && tag.name.as_deref() == Some(name));
        let prefix = if form.repeated {
            "*"
        } else if form.block {
            "&"
        } else {
            ""
        };
        let name = format!("{prefix}{name}");
        let written_type = tag.as_ref().and_then(|tag| tag.types.as_ref()).and_then(|types| types.first().cloned());
        let mut data_type = data_type.or(written_type).unwrap_or_else(|| "Any".to_string());
        if form.optional {
            data_type = format!("Optional[{data_type}]");
        }
        self.parameters.push((name.clone(), default));
        match tag {
            Some(tag) => {
                tag.name = Some(name);
                tag.types = Some(vec![data_type]);
            }
            None => self.docstring.tags.push(Tag::undocumented("param", vec![data_type], Some(name))),
        }
    }

    fn into_tag(self, name: &str) -> Tag {
        let defaults = self
            .parameters
            .iter()
            .filter_map(|(parameter, default)| Some((parameter.clone(), default.clone()?)))
            .collect();
        let overload = Overload {
            signature: signature(name, &self.parameters, &self.docstring.tags),
            docstring: self.docstring,
            defaults,
            is_dispatch: true,
        };
        Tag {
            tag: "overload".to_string(),
            name: Some(name.to_string()),
            overload: Some(Box::new(overload)),
            ..Tag::default()
        }
    }
}

fn add_return(docstring: &mut Docstring) {
    match docstring.first_mut("return") {
        Some(tag) if tag.types.is_none() => tag.types = Some(vec!["Any".to_string()]),
        Some(_) => {}
        None => docstring.tags.push(Tag::undocumented("return", vec!["Any".to_string()], None)),
    }
}

fn read_dispatch<'t>(file: &RubyFile<'t>, dispatch: &Call<'t>) -> Signature {
    let mut signature = Signature::new(file.comment(dispatch.node));
    let mut block = None;
    for member in dispatch.block_calls(file) {
        let text = |index: usize| member.arguments.get(index).and_then(|argument| argument.as_string(file));
        let form = Form {
            optional: member.method.contains("optional"),
            repeated: member.method.contains("repeated"),
            block: false,
        };
        if member.method == "return_type" {
            add_return(&mut signature.docstring);
            if let Some(tag) = signature.docstring.first_mut("return") {
                tag.types = Some(text(0).into_iter().collect());
            }
        } else if BLOCK_METHODS.contains(&member.method) {
            block = block.or(Some(member.clone()));
        } else if PARAMETER_METHODS.contains(&member.method) && member.arguments.len() == 2 {
            signature.add_parameter(&text(1).unwrap_or_default(), text(0), None, form);
        }
    }
    if let Some(block) = block {
        read_block_parameter(file, &block, &mut signature);
    }
    add_return(&mut signature.docstring);
    signature
}

/// Reads the parameter for a lambda, which is last wherever it is declared.
fn read_block_parameter<'t>(file: &RubyFile<'t>, block: &Call<'t>, signature: &mut Signature) {
    let text = |index: usize| block.arguments.get(index).and_then(|argument| argument.as_string(file));
    let (name, data_type) = match block.arguments.len() {
        0 => (Some("block".to_string()), Some("Callable".to_string())),
        1 => (text(0), Some("Callable".to_string())),
        2 => (text(1), text(0)),
        _ => (None, None),
    };
    let form = Form { optional: block.method.contains("optional"), block: true, ..Form::default() };
    if let (Some(name), Some(data_type)) = (name, data_type) {
        signature.add_parameter(&name, Some(data_type), None, form);
    }
}

/// Reads the method that is called where there is no dispatch.
fn read_method<'t>(file: &RubyFile<'t>, method: Node<'t>) -> Signature {
    let mut signature = Signature::new(file.comment(method));
    let parameters = method.child_by_field_name("parameters").map(children).unwrap_or_default();
    let name_of = |node: Node<'t>| node.child_by_field_name("name").map(|name| file.text(name)).unwrap_or_default();
    // Required parameters come first, then optional ones, the rest and the block.
    for kind in ["identifier", "optional_parameter", "splat_parameter", "block_parameter"] {
        for parameter in parameters.iter().copied().filter(|parameter| parameter.kind() == kind) {
            let default = parameter.child_by_field_name("value").map(|value| literal(file.text(value)));
            let form = Form {
                optional: kind == "optional_parameter",
                repeated: kind == "splat_parameter",
                block: kind == "block_parameter",
            };
            let name = if kind == "identifier" { file.text(parameter) } else { name_of(parameter) };
            signature.add_parameter(name, None, default, form);
        }
    }
    add_return(&mut signature.docstring);
    signature
}

/// Returns a Ruby literal as Puppet writes it.
fn literal(text: &str) -> String {
    match text {
        "nil" => "undef".to_string(),
        ":default" => "default".to_string(),
        other => other.to_string(),
    }
}
