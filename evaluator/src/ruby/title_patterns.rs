//! Title patterns of resource types that are computed, for instance by a method of a helper module: the method is run.

use smol_str::SmolStr;

use super::interpreter::Ruby;
use super::parse::parse;
use super::plugin_functions::collect_setup;
use super::plugin_types::{PluginType, title_patterns_method};
use super::value::RubyValue;
use crate::interpreter::Interpreter;
use crate::place::{ExprId, FileId, Place};
use crate::resource_types::TitlePattern;
use crate::scope::ScopeId;

impl Interpreter<'_> {
    /// Returns the type with the title patterns that its source computes; without any where that cannot be run here.
    pub(crate) fn with_computed_patterns(&mut self, plugin: &PluginType) -> Option<PluginType> {
        let source = plugin.computed_patterns.as_deref()?;
        let mut complete = plugin.clone();
        if let Some(patterns) = self.computed_patterns(source) {
            complete.info.title_patterns = patterns;
            complete.computed_patterns = None;
        }
        Some(complete)
    }

    fn computed_patterns(&mut self, source: &str) -> Option<Vec<TitlePattern>> {
        let root = parse(source).ok()?;
        let definition = title_patterns_method(&root)?;
        let mut setup = Vec::new();
        collect_setup(&root, &mut setup);
        self.enter_ruby();
        let mut ruby = Ruby::new(self, ScopeId::TOP, Place::new(FileId(0), ExprId(0)), &[]);
        let result = ruby.set_up(&setup).and_then(|_| ruby.call_method_definition(&definition, Vec::new(), None));
        self.leave_ruby();
        let RubyValue::Array(patterns) = result.ok()? else { return None };
        patterns.borrow().iter().map(read_pattern).collect()
    }
}

/// `[/(.*)\/(.*)/, [[:left], [:right]]]`
fn read_pattern(pattern: &RubyValue) -> Option<TitlePattern> {
    let RubyValue::Array(parts) = pattern else { return None };
    let parts = parts.borrow();
    let (Some(RubyValue::Regexp(pattern)), Some(RubyValue::Array(names))) = (parts.first(), parts.get(1)) else {
        return None;
    };
    let name = |value: &RubyValue| -> Option<SmolStr> {
        match value {
            RubyValue::Symbol(name) => Some(name.clone()),
            _ => None,
        }
    };
    let names = names.borrow();
    let attributes = names.iter().map(|entry| match entry {
        RubyValue::Array(inner) => inner.borrow().first().and_then(name),
        single => name(single),
    });
    let attributes = attributes.map(|name| name.map(|name| name.to_string())).collect::<Option<Vec<String>>>()?;
    Some(TitlePattern::new(pattern, attributes))
}
