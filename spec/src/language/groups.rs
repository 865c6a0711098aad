//! `describe`, `context`, `it` and their kin: groups and examples with RSpec's ids.

use std::rc::Rc;

use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use evaluator::ruby::value::RubyValue;

use super::host::{SpecHost, option_of, text_of};
use super::state::{Example, Group, GroupId, GroupKind, GroupProblem, Shared, Skip, SourceText};

/// Folders of specs, and what their groups describe.
const KINDS: &[(&str, GroupKind)] = &[
    ("spec/classes/", GroupKind::Class),
    ("spec/defines/", GroupKind::Define),
    ("spec/hosts/", GroupKind::Host),
    ("spec/functions/", GroupKind::Function),
    ("spec/type_aliases/", GroupKind::TypeAlias),
];

/// Values of the metadata `type`.
const TYPES: &[(&str, GroupKind)] = &[
    ("class", GroupKind::Class),
    ("define", GroupKind::Define),
    ("host", GroupKind::Host),
    ("puppet_function", GroupKind::Function),
    ("type_alias", GroupKind::TypeAlias),
];

impl SpecHost {
    /// Answers a call in the body of a group or file.
    pub fn group_call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        match call.name {
            "describe" | "context" | "example_group" | "fdescribe" | "fcontext" | "xdescribe" | "xcontext" => {
                self.open_group(ruby, call)?;
            }
            "it" | "specify" | "example" | "fit" | "xit" | "xspecify" | "xexample" | "pending" | "skip" => {
                self.add_example(ruby, call)?;
            }
            "it_behaves_like" | "it_should_behave_like" => self.behaves_like(ruby, call)?,
            "include_examples" | "include_context" => self.include_shared(ruby, call)?,
            _ => return self.definition_call(ruby, call),
        }
        Ok(Some(RubyValue::Nil))
    }

    fn open_group(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<()> {
        let words: Vec<String> = described_words(&call.arguments);
        let id = self.new_group(ruby, words.join(" "), call)?;
        if call.name.starts_with('x') {
            let reason = format!("Temporarily skipped with {}", call.name);
            self.state.borrow_mut().groups[id].skip = Some(Skip::Skipped(reason));
        }
        self.run_body(ruby, id, call, Vec::new())
    }

    fn run_body(
        &self,
        ruby: &mut Ruby<'_, '_>,
        id: GroupId,
        call: &HostCall<'_>,
        arguments: Vec<RubyValue>,
    ) -> Ran<()> {
        if call.block.is_none() {
            return Ok(());
        }
        self.state.borrow_mut().loading.push(id);
        let files = self.state.borrow().files.len();
        let result = self.yield_to(ruby, call, arguments);
        self.state.borrow_mut().loading.pop();
        match result {
            Err(interrupt) => self.leave_out(id, files, interrupt),
            Ok(_) => Ok(()),
        }
    }

    /// Leaves a group out whose body uses something that is not known here; the groups around it go on.
    fn leave_out(&self, id: GroupId, files: usize, interrupt: Box<RubyInterrupt>) -> Ran<()> {
        let RubyInterrupt::Unsupported { what, offset } = *interrupt else { return Err(interrupt) };
        let mut state = self.state.borrow_mut();
        let place =
            state.current_file().map_or_else(String::new, |file| format!("{}:{}", file.path, file.line(offset)));
        state.files.truncate(files);
        let inside: Vec<bool> =
            state.examples.iter().map(|example| state.ancestors(example.group).any(|group| group == id)).collect();
        let mut inside = inside.into_iter();
        state.examples.retain(|_| inside.next() != Some(true));
        state.problems.push(GroupProblem { group: id, what, place });
        Ok(())
    }

    fn new_group(&self, ruby: &mut Ruby<'_, '_>, description: String, call: &HostCall<'_>) -> Ran<GroupId> {
        let is_excluded = self.is_filtered_out(ruby, &call.arguments)?;
        let mut state = self.state.borrow_mut();
        let parent = state.loading.last().copied();
        let file = state.current_file();
        let kind = match (option_of(&call.arguments, "type").and_then(|kind| text_of(&kind)), parent) {
            (Some(kind), _) => TYPES.iter().find(|(name, _)| *name == kind).map_or(GroupKind::Other, |(_, kind)| *kind),
            (None, Some(parent)) => state.groups[parent].kind,
            (None, None) => kind_of_path(state.files.first().map_or("", |file| &file.path)),
        };
        let (scoped_id, inherited, excluded_above) = match parent {
            Some(parent) => {
                let above = &mut state.groups[parent];
                above.members += 1;
                (format!("{}:{}", above.scoped_id, above.members), above.skip.clone(), above.is_excluded)
            }
            None => {
                state.top_level_groups += 1;
                (state.top_level_groups.to_string(), None, false)
            }
        };
        let id = state.groups.len();
        state.groups.push(Group {
            parent,
            description,
            kind,
            scoped_id,
            members: 0,
            lets: Default::default(),
            subject: None,
            befores: Vec::new(),
            methods: Default::default(),
            modules: Vec::new(),
            shared: Default::default(),
            skip: skip_of(&call.arguments).or(inherited),
            is_excluded: is_excluded || excluded_above,
            line: file.map_or(0, |file| file.line(call.offset)),
        });
        Ok(id)
    }

    fn add_example(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<()> {
        let is_excluded = self.is_filtered_out(ruby, &call.arguments)?;
        let mut state = self.state.borrow_mut();
        let Some(group) = state.loading.last().copied() else {
            drop(state);
            return ruby.unsupported(format!("{} outside of a group", call.name), call.offset);
        };
        let top = state.files.first().map_or_else(String::new, |file| file.path.clone());
        let file = state.current_file().unwrap_or_else(|| Rc::new(SourceText::new(top.clone(), "")));
        let above = &mut state.groups[group];
        above.members += 1;
        let id = format!("{top}[{}:{}]", above.scoped_id, above.members);
        let own = match (call.name, &call.block) {
            ("xit" | "xspecify" | "xexample", _) => {
                Some(Skip::Skipped(format!("Temporarily skipped with {}", call.name)))
            }
            ("skip", _) => Some(Skip::Skipped("No reason given".into())),
            ("pending", _) => Some(Skip::Pending("No reason given".into())),
            (_, None) => Some(Skip::Skipped("Not yet implemented".into())),
            _ => skip_of(&call.arguments),
        };
        let skip = own.or_else(|| above.skip.clone());
        let is_excluded = is_excluded || above.is_excluded;
        let line = file.line(call.offset);
        let description = call.arguments.first().and_then(text_of);
        state.examples.push(Example {
            group,
            description,
            block: call.block.clone(),
            id,
            file,
            line,
            skip,
            is_excluded,
        });
        Ok(())
    }

    /// `it_behaves_like`: the shared examples in a group of their own.
    fn behaves_like(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<()> {
        let (name, shared) = self.shared_for(ruby, call)?;
        let prefix = if call.name == "it_behaves_like" { "behaves like" } else { "it should behave like" };
        let plain = HostCall { name: call.name, arguments: Vec::new(), block: call.block.clone(), offset: call.offset };
        let id = self.new_group(ruby, format!("{prefix} {name}"), &plain)?;
        self.state.borrow_mut().loading.push(id);
        let result = self.run_shared(ruby, &shared, call);
        self.state.borrow_mut().loading.pop();
        result
    }

    /// `include_examples`, `include_context`: the shared body in the group itself.
    fn include_shared(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<()> {
        let (_, shared) = self.shared_for(ruby, call)?;
        self.run_shared(ruby, &shared, call)
    }

    fn run_shared(&self, ruby: &mut Ruby<'_, '_>, shared: &Shared, call: &HostCall<'_>) -> Ran<()> {
        self.state.borrow_mut().files.push(shared.file.clone());
        let arguments = call.arguments.iter().skip(1).cloned().collect();
        let mut result = ruby.call_proc(&shared.block, arguments).map(|_| ());
        self.state.borrow_mut().files.pop();
        if result.is_ok()
            && let Some(block) = &call.block
        {
            result = ruby.call_proc(block, Vec::new()).map(|_| ());
        }
        result
    }

    fn shared_for(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<(String, Shared)> {
        let Some(name) = call.arguments.first().and_then(text_of) else {
            return ruby.unsupported("shared examples without a name", call.offset);
        };
        let found = {
            let state = self.state.borrow();
            let group = state.loading.last().copied();
            let inside = group.and_then(|group| {
                let group = state.defining(group, |group| group.shared.contains_key(&name))?;
                state.groups[group].shared.get(&name).cloned()
            });
            inside.or_else(|| state.shared.get(&name).cloned())
        };
        match found {
            Some(shared) => Ok((name, shared)),
            None => ruby.raise("ArgumentError", format!("Could not find shared examples \"{name}\"")),
        }
    }

    /// Tells whether `if:` or `unless:` leaves a group or example out.
    fn is_filtered_out(&self, ruby: &mut Ruby<'_, '_>, arguments: &[RubyValue]) -> Ran<bool> {
        for (name, wanted) in [("if", true), ("unless", false)] {
            let Some(mut value) = option_of(arguments, name) else { continue };
            if let RubyValue::Proc(block) = &value {
                value = ruby.call_proc(&block.clone(), Vec::new())?;
            }
            if value.is_truthy() != wanted {
                return Ok(true);
            }
        }
        let excluded = self.state.borrow().configuration.get("exclusion_filter").cloned();
        if let Some(RubyValue::Hash(excluded)) = excluded {
            for (name, value) in excluded.borrow().iter() {
                let Some(name) = text_of(name) else { continue };
                if option_of(arguments, &name).is_some_and(|given| given.equals(value)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

fn kind_of_path(path: &str) -> GroupKind {
    KINDS.iter().find(|(folder, _)| path.contains(folder)).map_or(GroupKind::Other, |(_, kind)| *kind)
}

/// Returns the words of a description; symbols after the first are metadata.
fn described_words(arguments: &[RubyValue]) -> Vec<String> {
    let words = arguments.iter().enumerate().filter(|(at, value)| *at == 0 || !matches!(value, RubyValue::Symbol(_)));
    words.filter(|(_, value)| !matches!(value, RubyValue::Hash(_))).map(|(_, value)| value.to_text()).collect()
}

fn skip_of(arguments: &[RubyValue]) -> Option<Skip> {
    let flag =
        |name: &str| arguments.iter().skip(1).any(|value| matches!(value, RubyValue::Symbol(flag) if flag == name));
    let reason = |value: &RubyValue| match value {
        RubyValue::String(text) => text.borrow().clone(),
        _ => "No reason given".to_string(),
    };
    let given = |name: &str| match option_of(arguments, name) {
        Some(value) if value.is_truthy() => Some(reason(&value)),
        _ if flag(name) => Some(reason(&RubyValue::Nil)),
        _ => None,
    };
    given("skip").map(Skip::Skipped).or_else(|| given("pending").map(Skip::Pending))
}
