//! Functions that modules write in Ruby, read from their sources. Both forms are known: `create_function` and the older
//! `newfunction`. `calls` runs them.

mod calls;

use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::parse::parse;
use super::plugin_types::constant_text;
use super::syntax_tree::{Block, BlockParameter, Call, Kind, Node, Target};

/// A function as its source describes it.
#[derive(Clone, Debug)]
pub struct PluginFunction {
    pub name: SmolStr,
    /// The comment above it, or its `doc`.
    pub documentation: String,
    /// Where its definition begins in the source, below that comment.
    pub offset: u32,
    pub form: FunctionForm,
    /// It calls `deprecation`.
    pub is_deprecated: bool,
    /// What its file defines or asks for besides: constants, helper classes, libraries.
    setup: Vec<Node>,
    /// `type 'Name = …'` of `local_types`.
    local_types: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum FunctionForm {
    /// `Puppet::Functions.create_function`
    Modern { dispatches: Vec<PluginDispatch>, methods: HashMap<SmolStr, Arc<Block>> },
    /// `newfunction`: one array of arguments.
    Legacy { is_value: bool, arity: Option<i128>, body: Arc<Block> },
}

#[derive(Clone, Debug)]
pub struct PluginDispatch {
    pub method: SmolStr,
    /// Where it begins in the source; `None` where it follows from a method.
    pub offset: Option<u32>,
    pub parameters: Vec<PluginParameter>,
    /// The type of the block that it takes, and whether it must be given.
    pub block: Option<(String, bool)>,
    pub returns: Option<String>,
    /// The method gets the scope first.
    pub takes_scope: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginParameter {
    pub name: String,
    pub type_text: String,
    pub required: bool,
    pub repeated: bool,
}

/// The function that a file of `lib/puppet/functions/` or `lib/puppet/parser/functions/` defines, the first where there are several.
pub fn read_function(source: &str) -> Option<PluginFunction> {
    read_functions(source).into_iter().next()
}

/// All functions that a file defines: loading it makes all of them known.
pub fn read_functions(source: &str) -> Vec<PluginFunction> {
    let Ok(root) = parse(source) else { return Vec::new() };
    let mut definitions = Vec::new();
    find_definitions(&root, &mut definitions);
    let mut setup = Vec::new();
    collect_setup(&root, &mut setup);
    definitions.into_iter().filter_map(|(call, offset)| defined_function(source, call, offset, &setup)).collect()
}

fn defined_function(source: &str, call: &Call, offset: u32, setup: &[Node]) -> Option<PluginFunction> {
    let name = SmolStr::new(call.arguments.first().and_then(constant_text)?);
    let block = call.block.clone()?;
    let form = if call.method == "newfunction" { legacy(call, block.clone()) } else { modern(&name, &block) };
    let documentation = match &form {
        FunctionForm::Legacy { .. } => {
            option(call, "doc").and_then(constant_text).unwrap_or_default().trim().to_string()
        }
        FunctionForm::Modern { .. } => comment_above(source, offset as usize),
    };
    let mut local_types = Vec::new();
    collect_local_types(&block.body, &mut local_types);
    let is_deprecated = ["function_deprecation", "'deprecation'", "\"deprecation\"", ":deprecation"]
        .iter()
        .any(|call| source.contains(call));
    Some(PluginFunction { name, documentation, offset, form, is_deprecated, setup: setup.to_vec(), local_types })
}

fn find_definitions<'n>(node: &'n Node, found: &mut Vec<(&'n Call, u32)>) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| find_definitions(node, found)),
        Kind::Module { body, .. } => find_definitions(body, found),
        Kind::Call(call) if matches!(call.method.as_str(), "create_function" | "newfunction") => {
            found.push((call, node.offset));
        }
        _ => {}
    }
}

fn has_definition(node: &Node) -> bool {
    let mut found = Vec::new();
    find_definitions(node, &mut found);
    !found.is_empty()
}

/// Definitions and `require`s at the top of the file and of the function's body.
pub(super) fn collect_setup(node: &Node, setup: &mut Vec<Node>) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| collect_setup(node, setup)),
        Kind::Module { body, .. } if has_definition(body) => collect_setup(body, setup),
        Kind::Call(call) => match call.method.as_str() {
            "create_function" | "newfunction" => {
                if let Some(block) = &call.block {
                    let mut own = Vec::new();
                    collect_setup(&block.body, &mut own);
                    // Local variables of its body are set when it runs.
                    own.retain(|node| !matches!(node.kind, Kind::Assign { target: Target::Local(_), .. }));
                    setup.extend(own);
                }
            }
            "require" | "require_relative" => setup.push(node.clone()),
            _ => {}
        },
        Kind::Module { .. } | Kind::Assign { target: Target::Constant(_) | Target::Local(_), .. } => {
            setup.push(node.clone());
        }
        _ => {}
    }
}

/// `local_types do type 'Name = …' end`
fn collect_local_types(node: &Node, local_types: &mut Vec<String>) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| collect_local_types(node, local_types)),
        Kind::Call(call) => match (call.method.as_str(), &call.block) {
            ("local_types", Some(block)) => collect_local_types(&block.body, local_types),
            ("type", None) => local_types.extend(call.arguments.first().and_then(constant_text)),
            _ => {}
        },
        _ => {}
    }
}

fn option<'a>(call: &'a Call, name: &str) -> Option<&'a Node> {
    call.arguments.iter().find_map(|argument| match &argument.kind {
        Kind::Hash(pairs) => {
            pairs.iter().find(|(key, _)| constant_text(key).as_deref() == Some(name)).map(|(_, value)| value)
        }
        _ => None,
    })
}

fn legacy(call: &Call, body: Arc<Block>) -> FunctionForm {
    let is_value = option(call, "type").and_then(constant_text).as_deref() == Some("rvalue");
    let arity = match option(call, "arity").map(|node| &node.kind) {
        Some(Kind::Integer(arity)) => Some(*arity),
        _ => None,
    };
    FunctionForm::Legacy { is_value, arity, body }
}

fn modern(name: &str, block: &Block) -> FunctionForm {
    let (mut dispatches, mut methods) = (Vec::new(), HashMap::new());
    read_body(&block.body, &mut dispatches, &mut methods);
    if methods.get("call").is_some_and(|call| passes_scope(call)) {
        methods.remove("call");
        for dispatch in &mut dispatches {
            dispatch.takes_scope = true;
            dispatch.parameters.drain(..dispatch.parameters.len().min(1));
        }
    }
    if dispatches.is_empty() {
        // Without a dispatch the method of the function's own name decides what it takes.
        let method = SmolStr::new(name.rsplit("::").next().unwrap_or(name));
        if let Some(definition) = methods.get(&method) {
            dispatches.push(implied_dispatch(method, definition));
        }
    }
    FunctionForm::Modern { dispatches, methods }
}

/// `def call(scope, *args)` that hands the scope to the dispatcher as the first argument: what functions did that needed it
/// before `scope_param` could be said.
pub(super) fn passes_scope(call: &Block) -> bool {
    let is_dispatch = |node: &Node| match &node.kind {
        Kind::Call(call) => {
            let of_dispatcher = |receiver: &Node| match &receiver.kind {
                Kind::Call(receiver) => receiver.method == "dispatcher",
                _ => false,
            };
            call.method == "dispatch" && call.receiver.as_ref().is_some_and(of_dispatcher)
        }
        _ => false,
    };
    match &call.body.kind {
        Kind::Sequence(nodes) => nodes.iter().any(is_dispatch),
        _ => is_dispatch(&call.body),
    }
}

fn read_body(node: &Node, dispatches: &mut Vec<PluginDispatch>, methods: &mut HashMap<SmolStr, Arc<Block>>) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| read_body(node, dispatches, methods)),
        Kind::Method { name, definition, .. } => {
            methods.insert(name.clone(), definition.clone());
        }
        Kind::Call(call) if call.receiver.is_none() && call.method == "dispatch" => {
            let method = call.arguments.first().and_then(constant_text).unwrap_or_default();
            let mut dispatch = PluginDispatch {
                method: method.into(),
                offset: Some(node.offset),
                parameters: Vec::new(),
                block: None,
                returns: None,
                takes_scope: false,
            };
            if let Some(block) = &call.block {
                read_dispatch(&block.body, &mut dispatch);
            }
            dispatches.push(dispatch);
        }
        _ => {}
    }
}

fn read_dispatch(node: &Node, dispatch: &mut PluginDispatch) {
    let call = match &node.kind {
        Kind::Sequence(nodes) => return nodes.iter().for_each(|node| read_dispatch(node, dispatch)),
        Kind::Identifier(name) => {
            match name.as_str() {
                "scope_param" => dispatch.takes_scope = true,
                "block_param" => dispatch.block = Some(("Callable".into(), true)),
                "optional_block_param" => dispatch.block = Some(("Callable".into(), false)),
                _ => {}
            }
            return;
        }
        Kind::Call(call) => call,
        _ => return,
    };
    let texts: Vec<String> = call.arguments.iter().filter_map(constant_text).collect();
    let type_text = texts.first().cloned().unwrap_or_else(|| "Any".into());
    let mut add = |required: bool, repeated: bool| {
        let name = texts.get(1).cloned().unwrap_or_default();
        dispatch.parameters.push(PluginParameter { name, type_text: type_text.clone(), required, repeated });
    };
    match call.method.as_str() {
        "param" | "required_param" => add(true, false),
        "optional_param" => add(false, false),
        "repeated_param" | "optional_repeated_param" => add(false, true),
        "required_repeated_param" => add(true, true),
        "block_param" | "required_block_param" | "optional_block_param" => {
            let text = if texts.len() > 1 { type_text } else { "Callable".into() };
            dispatch.block = Some((text, call.method != "optional_block_param"));
        }
        "return_type" => dispatch.returns = Some(type_text),
        "scope_param" => dispatch.takes_scope = true,
        _ => {}
    }
}

fn implied_dispatch(method: SmolStr, definition: &Block) -> PluginDispatch {
    let parameters = definition
        .parameters
        .iter()
        .filter_map(|parameter| {
            let (name, required, repeated) = match parameter {
                BlockParameter::Plain(name) => (name, true, false),
                BlockParameter::Optional(name, _) => (name, false, false),
                BlockParameter::Rest(name) => (name, false, true),
                _ => return None,
            };
            Some(PluginParameter { name: name.to_string(), type_text: "Any".into(), required, repeated })
        })
        .collect();
    PluginDispatch { method, offset: None, parameters, block: None, returns: None, takes_scope: false }
}

/// The lines that begin with `#` right above an offset.
pub(super) fn comment_above(source: &str, offset: usize) -> String {
    let before = source.get(..offset).unwrap_or_default();
    let mut lines: Vec<&str> = Vec::new();
    for line in before.lines().rev() {
        let line = line.trim();
        match line.strip_prefix('#') {
            Some(text) => lines.push(text.strip_prefix(' ').unwrap_or(text)),
            None if line.is_empty() && lines.is_empty() => {}
            None => break,
        }
    }
    lines.reverse();
    lines.join("\n").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Interpreter;
    use crate::memory_world::MemoryWorld;
    use crate::place::{ExprId, FileId, Place};
    use crate::request::Request;
    use crate::scope::ScopeId;
    use crate::value::Value;

    const MODERN: &str = "# Doubles things.\nPuppet::Functions.create_function(:'m::double') do\n  dispatch :number do\n    \
        param 'Integer', :n\n    return_type 'Integer'\n  end\n  dispatch :text do\n    param 'String', :s\n    optional_param 'Integer', :times\n  end\n  \
        def number(n)\n    twice(n)\n  end\n  def twice(n) n * 2 end\n  def text(s, times = 2)\n    s * times\n  end\nend\n";

    fn run(source: &str, arguments: &[Value]) -> Value {
        let world = MemoryWorld::new();
        let request = Request::catalog("n");
        let mut interpreter = Interpreter::new(&world, &request);
        let function = read_function(source).expect("a function");
        let place = Place::new(FileId(0), ExprId(0));
        function.call(&mut interpreter, arguments, None, ScopeId::TOP, place).expect("a value")
    }

    #[test]
    fn signatures_and_documentation() {
        let function = read_function(MODERN).expect("a function");
        assert_eq!((function.name.as_str(), function.documentation.as_str()), ("m::double", "Doubles things."));
        let FunctionForm::Modern { dispatches, .. } = &function.form else { panic!("{function:?}") };
        assert_eq!(dispatches.len(), 2);
        assert_eq!(dispatches[0].returns.as_deref(), Some("Integer"));
        assert!(!dispatches[1].parameters[1].required);
    }

    #[test]
    fn the_dispatch_that_accepts_the_arguments_runs() {
        assert_eq!(run(MODERN, &[Value::Integer(4)]), Value::Integer(8));
        assert_eq!(run(MODERN, &[Value::string("ab")]), Value::string("abab"));
        assert_eq!(run(MODERN, &[Value::string("ab"), Value::Integer(3)]), Value::string("ababab"));
    }

    #[test]
    fn an_older_function_gets_one_array() {
        let source = "module Puppet::Parser::Functions\n  newfunction(:upper, :type => :rvalue, :doc => 'Shouts.') do |args|\n    \
            raise(Puppet::ParseError, 'one') if args.size != 1\n    return args[0].upcase if args[0].is_a?(String)\n    args[0]\n  end\nend\n";
        assert_eq!(run(source, &[Value::string("ab")]), Value::string("AB"));
        assert_eq!(run(source, &[Value::Undef]), Value::string(""));
    }

    #[test]
    fn the_dispatcher_may_be_called_with_the_scope() {
        let source = "Puppet::Functions.create_function(:older) do\n  dispatch :gen do\n    param 'Any', :scope\n    \
            repeated_param 'Any', :args\n  end\n  def call(scope, *args)\n    manipulated_args = [scope] + args\n    \
            self.class.dispatcher.dispatch(self, scope, manipulated_args)\n  end\n  def gen(scope, *args)\n    \
            scope.send('function_upcase', args)\n  end\nend\n";
        assert_eq!(run(source, &[Value::string("a")]), Value::string("A"));
    }

    #[test]
    fn a_match_belongs_to_the_method_that_made_it() {
        let source = "Puppet::Functions.create_function(:m) do\n  def m(row)\n    return row unless row =~ %r{^(.+) (==) (.+)$}\n    \
            '%{a} %{op} %{b}' % { a: m(Regexp.last_match(1)), op: $2, b: m(Regexp.last_match(3)) }\n  end\nend\n";
        assert_eq!(run(source, &[Value::string("a == b")]), Value::string("a == b"));
    }

    #[test]
    fn a_file_may_define_several() {
        let source = "module Puppet::Parser::Functions\n  newfunction(:'m::escape', type: :rvalue) do |args|\n    \"<#{args[0]}>\"\n  end\n  \
            newfunction(:flags, type: :rvalue) do |args|\n    call_function('m::escape', [args[0]])\n  end\nend\n";
        let mut world = MemoryWorld::new();
        world.add_file("modules/m/lib/puppet/parser/functions/flags.rb", source);
        let file = world.add_file("EXPR", "flags('a')");
        let mut request = Request::catalog("n");
        request.goal = crate::request::Goal::Value(file);
        assert_eq!(crate::compile(&world, &request).value, Some(Value::string("<a>")));
    }

    /// What Puppet 7 answers.
    #[test]
    fn an_older_function_sees_the_variables_around_it() {
        let source = "module Puppet::Parser::Functions\n  basic = { 'a' => [1] }\n  all = { 'x' => basic['a'] + [2] }\n  \
            newfunction(:lists, type: :rvalue) do |args|\n    return 'none' unless all.key?(args[0])\n    all[args[0]].join(':')\n  end\nend\n";
        assert_eq!(run(source, &[Value::string("x")]), Value::string("1:2"));
        assert_eq!(run(source, &[Value::string("y")]), Value::string("none"));
    }

    /// What Ruby 3.1 answers.
    #[test]
    fn objects_are_keys_by_their_own_hash() {
        let source = "require 'set'\nclass Port\n  attr_reader :name, :number\n  def initialize(name, number)\n    @name = name\n    @number = number\n  end\n  \
            def eql?(other)\n    hash == other.hash\n  end\n  def hash\n    @number.hash\n  end\nend\n\
            Puppet::Functions.create_function(:ports) do\n  def ports(list)\n    first = Set[Port.new('ssh', 22)]\n    \
            others = Set[]\n    list.each { |name, number| others.add(Port.new(name, number)) }\n    \
            first.merge(others).map(&:name).join(' ')\n  end\nend\n";
        let pair = |name: &str, number: i128| Value::array([Value::string(name), Value::Integer(number)]);
        let list = Value::array([pair("sftp", 22), pair("fsp", 21), pair("ftp", 21)]);
        assert_eq!(run(source, &[list]), Value::string("ssh fsp"));
    }

    #[test]
    fn what_cannot_be_run_is_unknown() {
        let source = "Puppet::Functions.create_function(:x) do\n  def x\n    File.read('/etc/passwd')\n  end\nend\n";
        assert!(matches!(run(source, &[]), Value::Unknown(reason) if reason.reason.contains("File.read")));
    }
}
