//! Objects of Puppet's that functions ask: the resource of a scope, the catalog, the environment, and modules with their
//! files. All of them are read, none is changed.

use smol_str::SmolStr;

use super::{Native, native};
use crate::catalog::ResourceId;
use crate::catalog::names::{capitalized, class_title, split_reference};
use crate::functions::files::{Found, locate, module_path};
use crate::hiera::ReadablePath;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;
use crate::value::Value;

/// An object of Puppet's.
#[derive(Clone, Debug)]
pub enum PuppetObject {
    /// A resource, as a reference prints.
    Resource(ResourceId, SmolStr),
    Catalog,
    Compiler,
    Environment(SmolStr),
    Module {
        name: SmolStr,
        path: SmolStr,
    },
}

impl PuppetObject {
    pub fn class_name(&self) -> &'static str {
        match self {
            PuppetObject::Resource(..) => "Puppet::Parser::Resource",
            PuppetObject::Catalog => "Puppet::Resource::Catalog",
            PuppetObject::Compiler => "Puppet::Parser::Compiler",
            PuppetObject::Environment(_) => "Puppet::Node::Environment",
            PuppetObject::Module { .. } => "Puppet::Module",
        }
    }

    pub fn text(&self) -> String {
        match self {
            PuppetObject::Resource(_, reference) => reference.to_string(),
            PuppetObject::Environment(name) => name.to_string(),
            PuppetObject::Module { name, path } => format!("Module {name}({path})"),
            other => format!("#<{}>", other.class_name()),
        }
    }
}

fn object(object: PuppetObject) -> RubyValue {
    native(Native::Puppet(object))
}

impl Ruby<'_, '_> {
    /// What a scope answers about the compile around it.
    pub(in crate::ruby) fn scope_object(&mut self, call: &MethodCall<'_>) -> Option<RubyValue> {
        Some(match call.name {
            "resource" => {
                let scope = self.puppet.catalog_scope(self.scope);
                match self.puppet.builder.scope(scope).and_then(|scope| scope.resource) {
                    Some(id) => self.resource_object(id),
                    None => RubyValue::Nil,
                }
            }
            "catalog" => object(PuppetObject::Catalog),
            "compiler" => object(PuppetObject::Compiler),
            "environment" => self.environment_object(),
            "findresource" => self.find_resource_object(call),
            _ => return None,
        })
    }

    fn environment_object(&self) -> RubyValue {
        object(PuppetObject::Environment(self.puppet.request.environment.clone()))
    }

    fn resource_object(&self, id: ResourceId) -> RubyValue {
        let reference = SmolStr::new(self.puppet.builder.catalog.get(id).to_string());
        object(PuppetObject::Resource(id, reference))
    }

    /// `('File[/x]')` or `('File', '/x')`
    fn find_resource_object(&self, call: &MethodCall<'_>) -> RubyValue {
        let first = call.argument(0).to_text();
        let (type_name, title) = match call.arguments.get(1) {
            Some(title) => (capitalized(&first), SmolStr::new(title.to_text())),
            None => match split_reference(&first) {
                Some((type_name, title)) => (capitalized(&type_name), title),
                None => return RubyValue::Nil,
            },
        };
        let title = if type_name == "Class" { class_title(&title) } else { title };
        match self.puppet.builder.catalog.find(&type_name, &title) {
            Some(id) => self.resource_object(id),
            None => RubyValue::Nil,
        }
    }

    pub(super) fn puppet_object_method(
        &mut self,
        this: &PuppetObject,
        call: &MethodCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        Ok(Some(match (this, call.name) {
            (PuppetObject::Resource(id, _), _) => return self.resource_method(*id, call),
            (PuppetObject::Catalog, "resource") => self.find_resource_object(call),
            (PuppetObject::Catalog, "classes") => {
                let classes = self.puppet.builder.catalog.classes.iter();
                RubyValue::array(classes.map(|name| RubyValue::string(name.as_str())).collect())
            }
            (PuppetObject::Compiler, "environment") => self.environment_object(),
            (PuppetObject::Compiler, "catalog") => object(PuppetObject::Catalog),
            (PuppetObject::Environment(name), "name") => RubyValue::Symbol(name.clone()),
            (PuppetObject::Environment(_), "module") => self.module_object(&call.argument(0).to_text()),
            (PuppetObject::Module { name, .. }, "name") => RubyValue::string(name.as_str()),
            (PuppetObject::Module { path, .. }, "path") => RubyValue::string(path.as_str()),
            (PuppetObject::Module { path, .. }, "file" | "template" | "manifest") => {
                let wanted = format!("{path}/{}s/{}", call.name, call.argument(0).to_text());
                match locate(self.puppet, &wanted, "") {
                    Found::File(_) | Found::Folder(_) => RubyValue::string(wanted),
                    _ => RubyValue::Nil,
                }
            }
            _ => return Ok(None),
        }))
    }

    fn resource_method(&mut self, id: ResourceId, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let resource = self.puppet.builder.catalog.get(id);
        Ok(Some(match call.name {
            "to_hash" | "to_h" => {
                let name = [(RubyValue::Symbol("name".into()), RubyValue::string(resource.title.as_str()))];
                let given: Vec<(SmolStr, Value)> = resource
                    .parameters
                    .iter()
                    .filter(|(_, parameter)| !parameter.value.is_undef())
                    .map(|(name, parameter)| (name.clone(), parameter.value.clone()))
                    .collect();
                let mut pairs = name.to_vec();
                for (name, value) in given {
                    pairs.push((RubyValue::Symbol(name), self.shared(&value)));
                }
                RubyValue::hash(pairs)
            }
            "[]" => match call.string(0).as_deref() {
                Some("name" | "title") => RubyValue::string(resource.title.as_str()),
                Some(name) => match resource.value(name).cloned() {
                    Some(value) => self.shared(&value),
                    None => RubyValue::Nil,
                },
                None => return Ok(None),
            },
            "title" | "name" => RubyValue::string(resource.title.as_str()),
            "type" => RubyValue::string(resource.type_name.as_str()),
            "ref" => RubyValue::string(resource.to_string()),
            "class?" => RubyValue::Boolean(resource.is_class()),
            "virtual?" => RubyValue::Boolean(resource.is_virtual),
            "exported?" => RubyValue::Boolean(resource.is_exported),
            _ => return Ok(None),
        }))
    }

    fn module_object(&self, name: &str) -> RubyValue {
        let is_known = self.puppet.world.modules().iter().any(|module| module == name);
        match is_known.then(|| module_path(self.puppet, name)).flatten() {
            Some(path) => object(PuppetObject::Module { name: name.into(), path: path.into() }),
            None => RubyValue::Nil,
        }
    }

    /// Files of modules and of the environment, by their paths; what is elsewhere on the server's disk is unknown.
    pub(super) fn file_class_method(&mut self, class: &str, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        match (class, call.name) {
            ("Puppet::Module", "find") => return Ok(Some(self.module_object(&call.argument(0).to_text()))),
            ("File", "exists?") if self.puppet.rules.ruby_version() < "3.2" => {}
            ("File" | "Puppet::FileSystem" | "IO", "exist?" | "file?" | "directory?" | "readable?" | "read")
            | ("YAML" | "Psych", "load_file" | "safe_load_file") => {}
            _ => return Ok(None),
        }
        let path = self.text(&call.argument(0))?;
        let found = self.puppet.readable_path(&path);
        if found == ReadablePath::Outside {
            let what = format!("{class}.{} of a file outside of the environment ({path})", call.name);
            return self.unsupported(what, call.offset);
        }
        Ok(Some(match (call.name, found) {
            ("read" | "load_file" | "safe_load_file", ReadablePath::File(file)) => {
                match self.puppet.world.bytes(file) {
                    Some(bytes) => {
                        self.check_size(bytes.len())?;
                        self.puppet.note_read_file(file);
                        match call.name {
                            "read" => super::string_of(bytes.to_vec()),
                            _ => self.load_yaml(&String::from_utf8_lossy(&bytes), Some(&path), call)?,
                        }
                    }
                    None => return Ok(None),
                }
            }
            ("read" | "load_file" | "safe_load_file", _) => {
                return self.raise("Errno::ENOENT", format!("No such file or directory @ rb_sysopen - {path}"));
            }
            (name, found) => RubyValue::Boolean(match found {
                ReadablePath::File(_) => name != "directory?",
                ReadablePath::Folder => name != "file?",
                ReadablePath::Missing | ReadablePath::Outside => false,
            }),
        }))
    }
}
