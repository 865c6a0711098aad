//! Loads a spec file and what it requires: helpers of the module, and the gems that helpers begin with.

use std::rc::Rc;

use evaluator::ruby::environment::Environment as Locals;
use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::parse::{RubyParseError, parse};
use evaluator::ruby::value::RubyValue;

use super::host::SpecHost;
use super::state::SourceText;
use crate::environment::paths;

/// Gems that helpers load and that bring nothing but what is built in here, or nothing that a verdict depends on.
const KNOWN_GEMS: &[&str] = &[
    "base64",
    "bundler",
    "bundler/setup",
    "codecov",
    "coveralls",
    "deep_merge",
    "digest",
    "erb",
    "facter",
    "facterdb",
    "fileutils",
    "hiera",
    "ipaddr",
    "json",
    "logger",
    "mocha",
    "mocha/api",
    "ostruct",
    "pathname",
    "pp",
    "psych",
    "puppet",
    "puppetlabs_spec_helper/puppet_spec_helper",
    "puppetlabs_spec_helper/puppetlabs_spec_helper",
    "rspec",
    "rspec-puppet",
    "rspec-puppet-facts",
    "rspec-puppet-utils",
    "rubygems",
    "semantic_puppet",
    "set",
    "simplecov",
    "simplecov-console",
    "tempfile",
    "time",
    "tmpdir",
    "uri",
    "yaml",
    "yarjuf",
    "beaker_puppet_helpers",
    "puppetlabs_spec_helper/puppetlabs_spec/puppet_internals",
    "puppet_spec/compiler",
    "rspec/its",
    "English",
    "voxpupuli/test/facts",
];

/// Helpers that set what examples run with.
const MODULE_SPEC_HELPER: &str = "puppetlabs_spec_helper/module_spec_helper";
const VOXPUPULI: &str = "voxpupuli/test/spec_helper";

impl SpecHost {
    /// Runs a file of the module; an error where it cannot be read.
    pub fn load_file(&self, ruby: &mut Ruby<'_, '_>, path: &str) -> Ran<bool> {
        let Some(text) = self.environment.read_text(path) else { return Ok(false) };
        let below = path.strip_prefix(&format!("{}/", self.environment.root)).unwrap_or(path).trim_start_matches("./");
        let file = Rc::new(SourceText::new(format!("./{below}"), &text));
        let root = match parse(&text) {
            Ok(root) => root,
            Err(RubyParseError::Syntax { offset }) => {
                return ruby.raise("SyntaxError", format!("{}:{}: syntax error", file.path, file.line(offset)));
            }
            Err(_) => return ruby.unsupported(format!("{}, which cannot be read as Ruby", file.path), 0),
        };
        self.state.borrow_mut().files.push(file);
        let before = std::mem::replace(&mut ruby.source_path, format!("{}/{below}", self.environment.root).into());
        let result = ruby.run(&root, &Locals::new(None));
        ruby.source_path = before;
        if result.is_ok() {
            self.state.borrow_mut().files.pop();
        }
        result.map(|_| true)
    }

    pub fn require(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran {
        let name = call.argument(0).to_text();
        let plain = name.strip_suffix(".rb").unwrap_or(&name);
        if plain == MODULE_SPEC_HELPER || plain == VOXPUPULI {
            let mut state = self.state.borrow_mut();
            state.configuration.insert("strict_variables".into(), RubyValue::Boolean(true));
            if plain == VOXPUPULI {
                state.configuration.insert("facter_implementation".into(), RubyValue::string("rspec"));
            }
            return Ok(RubyValue::Boolean(true));
        }
        if KNOWN_GEMS.contains(&plain) || plain.starts_with("puppet/") || plain.starts_with("rspec/") {
            return Ok(RubyValue::Boolean(true));
        }
        let folder = {
            let state = self.state.borrow();
            let path = state.current_file().map(|file| file.path.clone()).unwrap_or_default();
            path.trim_start_matches("./").rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_string())
        };
        let root = &self.environment.root;
        let candidates = match (call.name, plain.starts_with('/') || plain.starts_with("./")) {
            ("require_relative", false) => vec![paths::expand(plain, &format!("{root}/{folder}"), root)],
            (_, true) => vec![paths::expand(plain, root, root)],
            _ => ["spec", "lib", "spec/lib"].iter().map(|base| format!("{root}/{base}/{plain}")).collect(),
        };
        for candidate in candidates {
            let path = format!("{candidate}.rb");
            if self.state.borrow().loaded.contains(&path) {
                return Ok(RubyValue::Boolean(false));
            }
            if self.environment.read_text(&path).is_some() {
                self.state.borrow_mut().loaded.insert(path.clone());
                let outer = std::mem::take(&mut self.state.borrow_mut().loading);
                let result = self.load_file(ruby, &path);
                self.state.borrow_mut().loading = outer;
                return result.map(RubyValue::Boolean);
            }
        }
        ruby.unsupported(format!("require '{name}', which is neither in the module nor known here"), call.offset)
    }
}
