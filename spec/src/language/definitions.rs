//! `let`, `subject`, `before`, shared examples and helper methods: how a group defines them and how an example finds them.

use std::rc::Rc;

use evaluator::ruby::host::{HostCall, host_value};
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::{RubyProc, RubyValue};

use super::host::{SpecHost, text_of};
use super::objects::{CatalogueLambda, Described};
use super::state::{Definition, GroupId, GroupKind, Shared};

impl SpecHost {
    /// Answers a call in the body of a group that defines something.
    pub fn definition_call(&self, _: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let group = self.state.borrow().loading.last().copied();
        match (call.name, group, &call.block) {
            ("let" | "let!", Some(group), Some(block)) => {
                let Some(name) = call.text(0) else { return Ok(None) };
                let definition = Definition { block: block.clone(), is_eager: call.name == "let!" };
                self.state.borrow_mut().groups[group].lets.insert(name, definition);
            }
            ("subject" | "subject!", Some(group), Some(block)) => {
                let definition = Definition { block: block.clone(), is_eager: call.name == "subject!" };
                let group = &mut self.state.borrow_mut().groups[group];
                if let Some(name) = call.text(0) {
                    group.lets.insert(name, definition.clone());
                }
                group.subject = Some(definition);
            }
            ("before" | "append_before", _, Some(block)) => self.add_before(group, block.clone()),
            ("prepend_before", Some(group), Some(block)) => {
                self.state.borrow_mut().groups[group].befores.insert(0, block.clone());
            }
            // What is done after an example cannot change its verdict, unless it expects something.
            ("after" | "append_after" | "prepend_after", _, Some(_)) => {}
            ("shared_examples" | "shared_examples_for" | "shared_context", _, Some(block)) => {
                self.add_shared(group, call, block.clone());
            }
            ("include" | "extend", _, None) => self.include_modules(group, &call.arguments),
            _ => return Ok(None),
        }
        Ok(Some(RubyValue::Nil))
    }

    fn add_before(&self, group: Option<GroupId>, block: Rc<RubyProc>) {
        let mut state = self.state.borrow_mut();
        match group {
            Some(group) => state.groups[group].befores.push(block),
            None => state.befores.push(block),
        }
    }

    pub fn add_shared(&self, group: Option<GroupId>, call: &HostCall<'_>, block: Rc<RubyProc>) {
        let mut state = self.state.borrow_mut();
        let Some(file) = state.current_file() else { return };
        for name in call.arguments.iter().filter_map(text_of) {
            let shared = Shared { block: block.clone(), file: file.clone() };
            match group {
                Some(group) => state.groups[group].shared.insert(name, shared),
                None => state.shared.insert(name, shared),
            };
        }
    }

    pub fn include_modules(&self, group: Option<GroupId>, modules: &[RubyValue]) {
        let names = modules.iter().filter_map(text_of);
        let mut state = self.state.borrow_mut();
        match group {
            Some(group) => state.groups[group].modules.extend(names),
            None => state.modules.extend(names),
        }
    }

    /// Finds what `let`, `subject` or `def` defines under a name for the running example, and evaluates it.
    pub fn defined(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let found = {
            let state = self.state.borrow();
            let Some(running) = &state.running else { return Ok(None) };
            if call.arguments.is_empty()
                && let Some(value) = running.memo.get(call.name)
            {
                return Ok(Some(value.clone()));
            }
            let has = |group: &super::state::Group| {
                group.lets.contains_key(call.name)
                    || group.methods.contains_key(call.name)
                    || (call.name == "subject" && group.subject.is_some())
            };
            state.defining(running.group, has)
        };
        match found {
            Some(group) => self.definition_in(ruby, group, call).map(Some),
            None => self.module_method(ruby, call),
        }
    }

    /// Evaluates the definition of a group.
    fn definition_in(&self, ruby: &mut Ruby<'_, '_>, group: GroupId, call: &HostCall<'_>) -> Ran {
        let (block, method) = {
            let mut state = self.state.borrow_mut();
            let here = &state.groups[group];
            let definition = match call.name {
                "subject" => here.subject.clone().or_else(|| here.lets.get("subject").cloned()),
                name => here.lets.get(name).cloned(),
            };
            let method = here.methods.get(call.name).cloned();
            if let Some(running) = &mut state.running {
                running.definitions.push((call.name.to_string(), group));
            }
            (definition.map(|definition| definition.block), method)
        };
        let is_memoised = block.is_some();
        let result = match (block, method) {
            (Some(block), _) => ruby.call_proc(&block, Vec::new()),
            (None, Some(method)) => ruby.call_method_definition(&method, call.arguments.clone(), call.block.clone()),
            (None, None) => Ok(RubyValue::Nil),
        };
        let mut state = self.state.borrow_mut();
        if let Some(running) = &mut state.running {
            running.definitions.pop();
            if let (true, Ok(value)) = (is_memoised, &result) {
                // `super` evaluates the definition of an outer group, which is not what the name means here.
                if !running.definitions.iter().any(|(name, _)| name == call.name) {
                    running.memo.insert(call.name.to_string(), value.clone());
                }
            }
        }
        result
    }

    /// `super()` in a definition: the same name in a group above.
    pub fn definition_above(&self, ruby: &mut Ruby<'_, '_>) -> Ran<Option<RubyValue>> {
        let (name, above, kind) = {
            let state = self.state.borrow();
            let Some(running) = &state.running else { return Ok(None) };
            let Some((name, group)) = running.definitions.last().cloned() else { return Ok(None) };
            let has = |group: &super::state::Group| {
                group.lets.contains_key(&name)
                    || group.methods.contains_key(&name)
                    || (name == "subject" && group.subject.is_some())
            };
            let above = state.groups[group].parent.and_then(|parent| state.defining(parent, has));
            (name, above, state.groups[group].kind)
        };
        let call = HostCall { name: &name, arguments: Vec::new(), block: None, offset: 0 };
        match above {
            Some(above) => self.definition_in(ruby, above, &call).map(Some),
            None if name == "subject" => Ok(Some(self.default_subject(kind))),
            None => ruby.unsupported(format!("super() of {name}, which no group above defines"), 0),
        }
    }

    /// Calls a method of a module that a group or the configuration includes.
    fn module_method(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let modules: Vec<String> = {
            let state = self.state.borrow();
            let group = state.running.as_ref().map_or(0, |running| running.group);
            let inside = state.ancestors(group).flat_map(|group| state.groups[group].modules.iter());
            inside.chain(&state.modules).cloned().collect()
        };
        let found = modules.iter().find_map(|module| ruby.instance_method(module, call.name));
        match found {
            Some((_, method)) => {
                ruby.call_method_definition(&method, call.arguments.clone(), call.block.clone()).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Returns the subject of a group that names none.
    pub fn default_subject(&self, kind: GroupKind) -> RubyValue {
        let state = self.state.borrow();
        let group = state.running.as_ref().map_or(0, |running| running.group);
        let name = state.top_level_description(group);
        match kind {
            GroupKind::TypeAlias => host_value(Described::TypeAlias(name)),
            GroupKind::Function => host_value(Described::Function(name)),
            GroupKind::Class | GroupKind::Define | GroupKind::Host | GroupKind::Other => {
                host_value(CatalogueLambda { exported: false })
            }
        }
    }

    /// Evaluates a definition of the running example; `None` where there is none of that name.
    pub fn optional(&self, ruby: &mut Ruby<'_, '_>, name: &str) -> Ran<Option<RubyValue>> {
        self.defined(ruby, &HostCall { name, arguments: Vec::new(), block: None, offset: 0 })
    }
}
