//! One resource of a catalog: its reference, its parameters with where each was set, and its tags.

use std::fmt;
use std::sync::Arc;

use smol_str::{SmolStr, SmolStrBuilder};

use crate::catalog::relationship_edges::is_relationship;
use crate::catalog::tags::Tags;
use crate::catalog::uniqueness::{attributes_of_title, stands_for_itself};
use crate::interpreter::resources::flatten;
use crate::name_map::NameMap;
use crate::place::Place;
use crate::resource_types::{self, ResourceTypeInfo};
use crate::scope::ScopeId;
use crate::value::{UnknownReason, Value};

/// Names a resource of one catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceId(pub u32);

impl ResourceId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// `Class[…]`
    Class,
    /// Of a node definition: contains what the node declares.
    Node,
    /// Of a type that a `define` defines.
    Define,
    /// Of a type that is built in or comes with a module's plugins; stages too.
    Native,
}

#[derive(Clone, Debug)]
pub struct Resource {
    pub kind: ResourceKind,
    /// As references print it: `File`, `Foo::Bar`, `Class`.
    pub type_name: SmolStr,
    /// Of a class: as references print it (`Foo::Bar`).
    pub title: SmolStr,
    /// In the order in which they were set. A parameter that was set to `undef` is here and is no part of the output.
    pub parameters: NameMap<Parameter>,
    /// Parameters whose value was `Sensitive`; the value here is the bare one when the compile has ended.
    pub sensitive_parameters: Vec<SmolStr>,
    /// Why there may be attributes besides: they come from a hash that is not known.
    pub unknown_attributes: Option<Arc<UnknownReason>>,
    pub tags: Tags,
    /// The resource body (or call) that declared it; a class that was included has none.
    pub place: Option<Place>,
    /// Declared with `@` or `@@` and not realized.
    pub is_virtual: bool,
    /// Declared with `@@`.
    pub is_exported: bool,
    /// The node that exported it, where that is another one.
    pub exported_by: Option<SmolStr>,
    /// Where it was declared.
    pub scope: ScopeId,
    /// The class, node or define whose code declared it: the scope's resource.
    pub container: Option<ResourceId>,
    /// The definition whose code declared it.
    pub declared_by: CodeOwner,
    /// The title where it was no string: `$title` is it, and the name, which is a string, is told beside the title.
    pub title_value: Option<Value>,
}

/// The value of a parameter and who set it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub value: Value,
    /// The attribute operation that set it; `None` for what was not written (data, defaults of parameters).
    pub place: Option<Place>,
    pub set_by: CodeOwner,
}

/// Whose code declares or sets something: decides who may override it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum CodeOwner {
    /// The environment's manifests outside of any definition.
    #[default]
    Main,
    Class(SmolStr),
    Define(SmolStr),
    Node(SmolStr),
}

impl Resource {
    /// The value of a parameter that was set to something other than `undef`.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.parameters.get(name).map(|parameter| &parameter.value).filter(|value| !value.is_undef())
    }

    /// Brings the parameters into the form that agents get: what the title says of the namevars is among them, unless it
    /// is the title itself, and relationships are flat. `plugin` is the type where a module's plugin defines it.
    pub fn finish_parameters(&mut self, plugin: Option<&ResourceTypeInfo>) {
        self.lower_parameter_names();
        for (name, parameter) in self.parameters.iter_mut() {
            if is_relationship(name)
                && let Value::Array(elements) = &parameter.value
                && elements.iter().any(|element| matches!(element, Value::Array(_) | Value::Undef))
            {
                let mut flat = Vec::new();
                flatten(parameter.value.clone(), &mut flat);
                parameter.value = Value::array(flat.into_iter().filter(|value| !value.is_undef()));
            }
        }
        // Titles of the main stage and of the manifests are symbols in Puppet, which no name is equal to.
        if self.title == "main" && (self.is_class() || self.type_name == "Stage") {
            let parameter = Parameter { value: Value::string("main"), place: None, set_by: CodeOwner::Main };
            self.parameters.insert(SmolStr::new_static("name"), parameter);
            return;
        }
        let native = plugin.or_else(|| resource_types::builtin(&self.type_name));
        if let Some(info) = native.filter(|_| self.kind == ResourceKind::Native) {
            let namevar = match info.namevars.as_slice() {
                [only] => only,
                _ => "name",
            };
            if !stands_for_itself(info, &self.title) || self.parameters.contains_key("name") {
                for (name, value) in attributes_of_title(info, &self.title) {
                    let parameter = Parameter { value: Value::String(value), place: None, set_by: CodeOwner::Main };
                    self.parameters.get_or_insert_with(name, || parameter);
                }
            }
            self.rename_name(namevar);
            self.drop_if_title(namevar);
        } else {
            self.drop_if_title("name");
        }
    }

    /// Agents get names of parameters in lower case; of two that are then equal the later one stays.
    fn lower_parameter_names(&mut self) {
        let is_lower = |name: &SmolStr| !name.bytes().any(|byte| byte.is_ascii_uppercase());
        if self.parameters.keys().all(is_lower) {
            return;
        }
        let mut lower = NameMap::with_capacity(self.parameters.len());
        for (name, parameter) in self.parameters.iter() {
            lower.insert(SmolStr::new(name.to_ascii_lowercase()), parameter.clone());
        }
        self.parameters = lower;
        for name in &mut self.sensitive_parameters {
            *name = SmolStr::new(name.to_ascii_lowercase());
        }
    }

    /// `name` stands for the namevar, whatever that is called, and wins over it.
    fn rename_name(&mut self, namevar: &str) {
        if namevar == "name" {
            return;
        }
        if !self.parameters.contains_key(namevar) {
            self.parameters.rename("name", SmolStr::new(namevar));
        } else if let Some(given) = self.parameters.shift_remove("name") {
            self.parameters.insert(SmolStr::new(namevar), given);
        }
    }

    fn drop_if_title(&mut self, namevar: &str) {
        if self.title_value.is_none()
            && self.parameters.get(namevar).is_some_and(|parameter| parameter.value.as_str() == Some(&self.title))
        {
            self.parameters.shift_remove(namevar);
        }
    }

    /// As a reference prints: `File[/etc/motd]`.
    pub fn reference(&self) -> SmolStr {
        let mut text = SmolStrBuilder::new();
        for part in [&self.type_name, "[", &self.title, "]"] {
            text.push_str(part);
        }
        text.finish()
    }

    pub fn is_class(&self) -> bool {
        self.kind == ResourceKind::Class
    }
}

/// As a reference prints: `File[/etc/motd]`.
impl fmt::Display for Resource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}[{}]", self.type_name, self.title)
    }
}
