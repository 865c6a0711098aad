//! `require`: parts of Ruby's own library that are built in, and files of modules' `lib` folders. Nothing else is
//! ever loaded.

use std::rc::Rc;

use super::environment::Environment;
use super::interpreter::{Ran, Ruby, RubyInterrupt};
use super::syntax_tree::{Kind, Node, Target};
use super::value::RubyValue;

/// Parts of Ruby's own library that code may ask for without anything being loaded: what they bring is either here
/// already, or told as unsupported where it is used.
const BUILT_IN: &[&str] = &[
    "base64",
    "bigdecimal",
    "cgi",
    "date",
    "digest",
    "digest/md5",
    "digest/sha1",
    "digest/sha2",
    "English",
    "erb",
    "ipaddr",
    "json",
    "openssl",
    "pathname",
    "pp",
    "securerandom",
    "set",
    "shellwords",
    "strscan",
    "time",
    "uri",
    "yaml",
    "zlib",
];

/// How many files one run loads.
const MAX_FILES: usize = 50;
impl Ruby<'_, '_> {
    /// Loads a library by its name or path; false where there is none of that name here.
    pub(super) fn load_library(&mut self, name: &str) -> Ran<bool> {
        let name = name.strip_suffix(".rb").unwrap_or(name);
        if BUILT_IN.contains(&name) || name == "puppet" || name.starts_with("puppet/") {
            return Ok(true);
        }
        // A path that climbs out of its folder leads to the module's `lib` again: what follows is the library's name.
        let plain = name.rsplit("../").next().unwrap_or(name).trim_start_matches("./");
        let plain = plain.strip_prefix("lib/").unwrap_or(plain);
        if self.loaded.contains(plain) {
            return Ok(true);
        }
        let path = format!("lib/{plain}.rb");
        let modules = self.puppet.world.modules();
        let Some(file) = modules.iter().find_map(|module| self.puppet.world.module_file(module, &path)) else {
            return Ok(false);
        };
        self.loaded.insert(plain.into());
        let limit = self.puppet.request.limits.file_bytes;
        let is_readable = self.puppet.world.size(file).is_some_and(|size| size <= limit);
        if self.loaded.len() > MAX_FILES || !is_readable {
            return Ok(false);
        }
        let Some(root) = self.puppet.world.ruby_tree(file) else { return Ok(false) };
        self.set_up(std::slice::from_ref(&root))?;
        Ok(true)
    }

    /// Runs what a file defines at its top: classes, modules, constants, and other files that it asks for.
    /// Returns the local variables of the file's top.
    pub(super) fn set_up<N: std::borrow::Borrow<Node>>(&mut self, nodes: &[N]) -> Ran<Rc<Environment>> {
        let environment = Environment::new(None);
        for node in nodes {
            self.set_up_node(node.borrow(), &environment)?;
        }
        Ok(environment)
    }

    fn set_up_node(&mut self, node: &Node, environment: &Rc<Environment>) -> Ran<()> {
        let result = match &node.kind {
            Kind::Sequence(nodes) => {
                for node in nodes {
                    self.set_up_node(node, environment)?;
                }
                return Ok(());
            }
            Kind::Module { name, superclass, body } => {
                return self.define_class(name, superclass.as_ref(), body, environment);
            }
            Kind::Assign { target: Target::Constant(_) | Target::Local(_), .. } => self.run(node, environment),
            Kind::Call(call) if matches!(call.method.as_str(), "require" | "require_relative") => {
                self.run(node, environment)
            }
            _ => return Ok(()),
        };
        match result {
            Err(interrupt) if matches!(*interrupt, RubyInterrupt::Puppet(_)) => Err(interrupt),
            // A library that is not here matters only where it is used.
            _ => Ok(()),
        }
    }

    /// `require name`
    pub(super) fn require(&mut self, name: &str, offset: u32) -> Ran {
        if self.load_library(name)? {
            return Ok(RubyValue::Boolean(true));
        }
        self.unsupported(format!("require '{name}', which a preview never runs"), offset)
    }
}
