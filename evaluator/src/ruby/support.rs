//! What of a Ruby source cannot be run here, told without running it: constructs that are not understood, and methods
//! that no kind of receiver answers. The methods are asked of the interpreter itself, so that this list is never old.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use smol_str::SmolStr;

use super::environment::Environment;
use super::interpreter::{Ran, Ruby, RubyInterrupt};
use super::parse::{RubyParseError, parse};
use super::plugin_functions::passes_scope;
use super::syntax_tree::{Block, BlockParameter, Call, Kind, Node, StringPart, Target};
use super::value::{ProcBody, RubyMatch, RubyProc, RubyRange, RubyValue};
use crate::interpreter::Interpreter;
use crate::memory_world::MemoryWorld;
use crate::place::{ExprId, FileId, Place};
use crate::request::Request;
use crate::scope::ScopeId;

/// Answers for many sources; remembers which methods there are.
#[derive(Debug, Default)]
pub struct RubySupport {
    known: HashMap<(Receiver, SmolStr), bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Receiver {
    /// Some value: any class that has the method will do.
    Value,
    Scope,
    /// A call without a receiver.
    None,
    Class(SmolStr),
}

impl RubySupport {
    /// The constructs and methods of a template that cannot be run; an error where its code cannot be read.
    pub fn unsupported_in_template(&mut self, text: &str) -> Result<BTreeSet<String>, RubyParseError> {
        let code = super::erb::ruby_code(text);
        self.unsupported_in(&code)
    }

    /// The same for a file of plugin functions.
    pub fn unsupported_in(&mut self, source: &str) -> Result<BTreeSet<String>, RubyParseError> {
        let root = parse(source)?;
        let mut walk = Walk { support: self, defined: BTreeSet::new(), found: BTreeSet::new() };
        walk.collect_definitions(&root);
        walk.node(&root);
        Ok(walk.found)
    }

    fn answers(&mut self, receiver: Receiver, method: &SmolStr) -> bool {
        let key = (receiver, method.clone());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let answer = with_interpreter(|ruby| is_answered(ruby, &key.0, method));
        self.known.insert(key, answer);
        answer
    }
}

fn with_interpreter<T>(ask: impl FnOnce(&mut Ruby<'_, '_>) -> T) -> T {
    let world = MemoryWorld::new();
    let request = Request::catalog("n");
    let mut interpreter = Interpreter::new(&world, &request);
    let place = Place::new(FileId(0), ExprId(0));
    let mut ruby = Ruby::new(&mut interpreter, ScopeId::TOP, place, &[]);
    ask(&mut ruby)
}

/// Values of every class that templates meet.
fn samples() -> Vec<RubyValue> {
    let pair = RubyValue::array(vec![RubyValue::Integer(1), RubyValue::Integer(2)]);
    vec![
        RubyValue::string("a1"),
        RubyValue::Symbol("a".into()),
        RubyValue::Integer(3),
        RubyValue::Float(1.5),
        RubyValue::array(vec![RubyValue::Integer(2), RubyValue::Integer(1)]),
        RubyValue::array(vec![pair.clone(), pair]),
        RubyValue::hash([(RubyValue::string("k"), RubyValue::Integer(1))]),
        RubyValue::Range(Rc::new(RubyRange {
            from: RubyValue::Integer(1),
            to: RubyValue::Integer(3),
            exclusive: false,
        })),
        RubyValue::Regexp("a".into()),
        RubyValue::MatchData(Rc::new(RubyMatch { subject: "a".into(), groups: vec![Some((0, 1))], names: vec![None] })),
        RubyValue::Exception { class: "ArgumentError".into(), message: "m".into() },
        RubyValue::Boolean(true),
        RubyValue::Proc(block("itself")),
        RubyValue::Puppet(crate::value::Value::Sensitive(std::sync::Arc::new(crate::value::Value::string("s")))),
    ]
}

/// Objects of the library, which answer methods of their own.
fn library_samples(ruby: &mut Ruby<'_, '_>) -> Vec<RubyValue> {
    let text = |text: &str| vec![RubyValue::string(text)];
    let made = [
        ("IPAddr", "new", text("10.0.0.0/8")),
        ("Gem::Version", "new", text("1.2")),
        ("URI", "parse", text("http://h/x")),
        ("OpenSSL::Digest", "new", text("SHA256")),
        ("OpenSSL::HMAC", "new", vec![RubyValue::string("k"), RubyValue::string("SHA256")]),
        ("Set", "new", Vec::new()),
        ("Random", "new", vec![RubyValue::Integer(1)]),
    ];
    made.into_iter()
        .filter_map(|(class, method, arguments)| {
            ruby.send(&RubyValue::Constant(class.into()), method, arguments, None, 0).ok()
        })
        .collect()
}

fn block(method: &str) -> Rc<RubyProc> {
    Rc::new(RubyProc { block: ProcBody::Method(method.into()), environment: Environment::new(None), is_lambda: false })
}

/// Arguments that some method may take.
fn argument_lists() -> Vec<Vec<RubyValue>> {
    vec![
        vec![],
        vec![RubyValue::Integer(1)],
        vec![RubyValue::string("a")],
        vec![RubyValue::Regexp("a".into()), RubyValue::string("b")],
        vec![RubyValue::array(vec![RubyValue::Integer(1)])],
        vec![RubyValue::hash([(RubyValue::string("a"), RubyValue::string("b"))])],
        vec![RubyValue::Integer(1), RubyValue::Integer(1)],
        vec![RubyValue::string("a"), RubyValue::string("b")],
        vec![RubyValue::Constant("String".into())],
        vec![RubyValue::Symbol("to_s".into())],
    ]
}

fn is_answered(ruby: &mut Ruby<'_, '_>, receiver: &Receiver, method: &SmolStr) -> bool {
    let receivers = match receiver {
        Receiver::Value => {
            let mut values = samples();
            values.extend(library_samples(ruby));
            values
        }
        Receiver::Scope => vec![RubyValue::Scope(crate::scope::ScopeId::TOP)],
        Receiver::Class(class) => vec![RubyValue::Constant(class.clone())],
        Receiver::None => vec![RubyValue::Main],
    };
    for this in &receivers {
        for arguments in argument_lists() {
            for given in [None, Some(block("to_s"))] {
                ruby.steps = 0;
                let result = match receiver {
                    Receiver::None => ruby.call_kernel(method, arguments.clone(), given, 0),
                    _ => ruby.send(this, method, arguments.clone(), given, 0),
                };
                if is_known(&result) {
                    return true;
                }
            }
        }
    }
    false
}

fn is_known(result: &Ran) -> bool {
    match result {
        Ok(_) => true,
        Err(interrupt) => match &**interrupt {
            RubyInterrupt::Unsupported { .. } => false,
            RubyInterrupt::Raise { class, .. } => !matches!(class.as_str(), "NameError" | "NoMethodError"),
            _ => true,
        },
    }
}

struct Walk<'s> {
    support: &'s mut RubySupport,
    /// Methods and classes that the source itself defines.
    defined: BTreeSet<SmolStr>,
    found: BTreeSet<String>,
}

impl Walk<'_> {
    fn collect_definitions(&mut self, node: &Node) {
        match &node.kind {
            Kind::Method { name, .. } => {
                self.defined.insert(name.clone());
            }
            Kind::Module { name, .. } => {
                self.defined.insert(name.clone());
            }
            Kind::Call(call) if call.method.starts_with("attr_") => {
                let names = call.arguments.iter().filter_map(super::plugin_types::constant_text);
                self.defined.extend(names.map(SmolStr::new));
            }
            _ => {}
        }
        self.for_each_child(node, &mut |walk, child| walk.collect_definitions(child));
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            // Read as what it means, not run.
            Kind::Method { name, definition, .. } if name == "call" && passes_scope(definition) => return,
            Kind::Unsupported(what) => {
                self.found.insert(what.to_string());
            }
            Kind::Call(call) => self.call(call),
            Kind::Identifier(name) => self.identifier(name),
            Kind::BlockPass(Some(inner)) => {
                if let Kind::Symbol(parts) = &inner.kind
                    && let [StringPart::Text(name)] = parts.as_slice()
                {
                    self.method(Receiver::Value, name);
                }
            }
            Kind::Constant(name) => {
                let refused = with_interpreter(|ruby| {
                    let environment = Environment::new(None);
                    ruby.constant(name, &environment, 0).is_err()
                });
                if refused {
                    self.found.insert(name.to_string());
                }
            }
            Kind::GlobalVariable(name) if with_interpreter(|ruby| ruby.global_variable(name, 0).is_err()) => {
                self.found.insert(format!("${name}"));
            }
            Kind::OperatorAssign { operator, .. } if !matches!(operator.as_str(), "||" | "&&") => {
                self.method(Receiver::Value, operator);
            }
            Kind::SingletonClass(_) | Kind::Redo => {
                self.found.insert("class << self or redo".into());
            }
            _ => {}
        }
        self.for_each_child(node, &mut |walk, child| walk.node(child));
    }

    fn identifier(&mut self, name: &SmolStr) {
        // Parameters of blocks and methods look the same; they were noted as definitions.
        if name != "block_given?" && !self.defined.contains(name) {
            self.method(Receiver::None, name);
        }
    }

    fn call(&mut self, call: &Call) {
        if matches!(call.method.as_str(), "newfunction" | "create_function") {
            return;
        }
        let receiver = match &call.receiver {
            None if is_definition(&call.method) => return,
            None => Receiver::None,
            Some(node) => match &node.kind {
                Kind::Identifier(name) | Kind::Local(name) if name == "scope" => Receiver::Scope,
                Kind::SelfObject => Receiver::None,
                Kind::Constant(class) if self.is_defined(class) => return,
                Kind::Constant(class) => Receiver::Class(class.clone()),
                _ => Receiver::Value,
            },
        };
        let sent = call.arguments.first().and_then(super::plugin_types::constant_text);
        if matches!(receiver, Receiver::Scope)
            && call.method == "send"
            && sent.is_some_and(|name| name.starts_with("function_"))
        {
            return;
        }
        self.method(receiver, &call.method);
    }

    /// Classes of the source, and of modules' own files, which are loaded when they are there.
    fn is_defined(&self, class: &str) -> bool {
        let first = class.split("::").next().unwrap_or(class);
        matches!(first, "PuppetX" | "Puppet_X")
            || class.split("::").any(|part| self.defined.contains(part))
            || class == "Puppet::Functions"
    }

    fn method(&mut self, receiver: Receiver, name: &SmolStr) {
        if self.defined.contains(name) || name.starts_with("function_") {
            return;
        }
        if !self.support.answers(receiver.clone(), name) {
            self.found.insert(match receiver {
                Receiver::Value => format!(".{name}"),
                Receiver::Scope => format!("scope.{name}"),
                Receiver::None => name.to_string(),
                Receiver::Class(class) => format!("{class}.{name}"),
            });
        }
    }

    fn parameters(&mut self, block: &Block) {
        for parameter in &block.parameters {
            match parameter {
                BlockParameter::Plain(name)
                | BlockParameter::Rest(name)
                | BlockParameter::KeywordRest(name)
                | BlockParameter::BlockPass(name)
                | BlockParameter::Optional(name, _)
                | BlockParameter::Keyword(name, _) => {
                    self.defined.insert(name.clone());
                }
                BlockParameter::Destructured(inner) => {
                    let inner = Block { parameters: inner.clone(), body: Node { kind: Kind::Nil, offset: 0 } };
                    self.parameters(&inner);
                }
            }
        }
    }

    fn for_each_child(&mut self, node: &Node, visit: &mut dyn FnMut(&mut Self, &Node)) {
        let mut children: Vec<&Node> = Vec::new();
        let mut blocks: Vec<&Block> = Vec::new();
        match &node.kind {
            Kind::String(parts) | Kind::Symbol(parts) | Kind::Regexp { parts, .. } => {
                children.extend(parts.iter().filter_map(|part| match part {
                    StringPart::Code(code) => Some(code),
                    StringPart::Text(_) => None,
                }));
            }
            Kind::Array(nodes) | Kind::Sequence(nodes) | Kind::Yield(nodes) | Kind::Super(Some(nodes)) => {
                children.extend(nodes);
            }
            Kind::Hash(pairs) => children.extend(pairs.iter().flat_map(|(key, value)| [key, value])),
            Kind::Range { from, to, .. } => children.extend(from.iter().chain(to).map(|node| &**node)),
            Kind::Call(call) => {
                children.extend(&call.receiver);
                children.extend(&call.arguments);
                blocks.extend(call.block.as_deref());
            }
            Kind::Index { object, arguments } => {
                children.push(object);
                children.extend(arguments);
            }
            Kind::Not(inner)
            | Kind::Defined(inner)
            | Kind::Splat(inner)
            | Kind::HashSplat(inner)
            | Kind::TemplateOutput(inner)
            | Kind::SingletonClass(inner) => children.push(inner),
            Kind::And(left, right) | Kind::Or(left, right) => children.extend([&**left, &**right]),
            Kind::If { condition, then, otherwise } => {
                children.extend([&**condition, &**then]);
                children.extend(otherwise.as_deref());
            }
            Kind::While { condition, body, .. } => children.extend([&**condition, &**body]),
            Kind::Case { value, branches, otherwise } => {
                children.extend(value.as_deref());
                for (patterns, body) in branches {
                    children.extend(patterns);
                    children.push(body);
                }
                children.extend(otherwise.as_deref());
            }
            Kind::For { over, body, targets } => {
                children.extend([&**over, &**body]);
                targets.iter().for_each(|inner| target_of(inner, &mut children));
            }
            Kind::Assign { target: to, value } | Kind::OperatorAssign { target: to, value, .. } => {
                target_of(to, &mut children);
                children.push(value);
            }
            Kind::MultipleAssign { targets, value } => {
                targets.iter().for_each(|inner| target_of(inner, &mut children));
                children.push(value);
            }
            Kind::Begin { body, rescues, otherwise, ensure } => {
                children.push(body);
                children.extend(rescues.iter().map(|rescue| &rescue.body));
                children.extend(otherwise.as_deref());
                children.extend(ensure.as_deref());
            }
            Kind::Next(value) | Kind::Break(value) | Kind::Return(value) | Kind::BlockPass(value) => {
                children.extend(value.as_deref());
            }
            Kind::Lambda(block) => blocks.push(block),
            Kind::Method { definition, .. } => blocks.push(definition),
            Kind::Module { body, .. } => children.push(body),
            _ => {}
        }
        for child in children {
            visit(self, child);
        }
        for block in blocks {
            self.parameters(block);
            for parameter in &block.parameters {
                if let BlockParameter::Optional(_, value) | BlockParameter::Keyword(_, Some(value)) = parameter {
                    visit(self, value);
                }
            }
            visit(self, &block.body);
        }
    }
}

fn target_of<'n>(target: &'n Target, children: &mut Vec<&'n Node>) {
    match target {
        Target::Index { object, arguments } => {
            children.push(object);
            children.extend(arguments);
        }
        Target::Attribute { object, .. } => children.push(object),
        Target::Splat(inner) => target_of(inner, children),
        Target::Nested(inner) => inner.iter().for_each(|inner| target_of(inner, children)),
        _ => {}
    }
}

/// Calls that describe a function or class instead of running something.
fn is_definition(method: &str) -> bool {
    matches!(
        method,
        "dispatch"
            | "param"
            | "required_param"
            | "optional_param"
            | "repeated_param"
            | "optional_repeated_param"
            | "required_repeated_param"
            | "block_param"
            | "optional_block_param"
            | "required_block_param"
            | "return_type"
            | "scope_param"
            | "local_types"
            | "type"
            | "newfunction"
            | "create_function"
            | "attr_reader"
            | "attr_accessor"
            | "attr_writer"
            | "private"
            | "include"
            | "extend"
            | "module_function"
            | "require"
            | "require_relative"
            | "argument_mismatch"
            | "on_error"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(template: &str, expected: &[&str]) {
        let found = RubySupport::default().unsupported_in_template(template).expect("readable code");
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{template}");
    }

    #[test]
    fn what_can_be_run_is_not_listed() {
        check("<% @list.sort.each_with_index do |x, i| -%><%= x.to_s.gsub(/a/, 'b') %><% end -%>", &[]);
        check("<% def f(a) a.upcase end %><%= f('x') %><%= scope.lookupvar('y') %><%= @a.map(&:to_s).join %>", &[]);
        check("<% require 'ipaddr' %><%= IPAddr.new(@a).to_s %>", &[]);
    }

    #[test]
    fn what_cannot_be_run_is_named_whether_or_not_it_is_reached() {
        check("<% if false then File.read('x') end %>", &["File.read"]);
        check("<%= @a.frobnicate.sort %><%= `id` %>", &[".frobnicate", "subshell"]);
        check(
            "<%= system('id') %><%= ENV['x'] %><%= scope.ephemeral_from %>",
            &["ENV", "scope.ephemeral_from", "system"],
        );
        check("<%= @a.map(&:wibble) %><%= $stdout %>", &["$stdout", ".wibble"]);
    }
}
