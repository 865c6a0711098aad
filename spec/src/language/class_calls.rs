//! Methods of classes that specs and their helpers use: RSpec's configuration, files of the module, YAML, Puppet's version.

use std::rc::Rc;

use evaluator::ruby::host::{HostCall, host_value};
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use super::host::{SpecHost, option_of, text_of};
use super::objects::{Configuration, Ignored, PuppetSettings};
use super::state::CustomFact;
use crate::environment::values::{deep_copy, from_json, from_yaml};
use crate::environment::versions::compare_versions;

/// Classes on which helpers call things that change no verdict.
const IGNORED_CLASSES: &[&str] =
    &["RSpec::Puppet::Coverage", "SimpleCov", "Codecov", "Coveralls", "CodeCoverage", "Bundler", "RSpec::Mocks"];

impl SpecHost {
    pub fn class_call(&self, ruby: &mut Ruby<'_, '_>, class: &str, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let versions = &self.environment.versions;
        Ok(Some(match (class, call.name) {
            ("RSpec", "configure") => self.yield_to(ruby, call, vec![host_value(Configuration)])?,
            ("RSpec", "configuration") => host_value(Configuration),
            ("RSpec", "describe" | "context" | "shared_examples" | "shared_examples_for" | "shared_context") => {
                return self.group_call(ruby, call);
            }
            ("Puppet", "version") => RubyValue::string(versions.puppet.as_str()),
            ("Puppet", "[]" | "[]=" | "settings") if call.name == "settings" => host_value(PuppetSettings),
            ("Puppet", "[]" | "[]=") => return Ok(self.puppet_setting(call)),
            ("Facter", "version") => RubyValue::string(versions.facter.as_str()),
            ("Puppet::Util::Package", "versioncmp") => {
                let order = compare_versions(&call.argument(0).to_text(), &call.argument(1).to_text());
                RubyValue::Integer(order as i128)
            }
            ("RspecPuppetFacts", "metadata") => self.json_file(ruby, "metadata.json", call.offset)?,
            ("RspecPuppetFacts", "register_custom_fact" | "add_custom_fact") => return self.custom_fact(ruby, call),
            ("RspecPuppetFacts", "on_supported_os") => return self.supported_os(ruby, call).map(Some),
            ("ENV", "[]" | "fetch" | "key?" | "has_key?" | "include?" | "[]=") => return self.variable(ruby, call),
            ("Marshal", "load" | "dump") => deep_copy(&call.argument(0)),
            ("JSON", "parse" | "load") => self.parsed_json(ruby, call)?,
            ("YAML" | "Psych", "load" | "safe_load" | "load_file" | "safe_load_file" | "unsafe_load") => {
                self.parsed_yaml(ruby, call)?
            }
            ("File", _) | ("Dir", _) | ("FileTest", _) | ("IO", _) | ("Pathname", _) => {
                return self.file_call(ruby, call);
            }
            (class, _) if IGNORED_CLASSES.contains(&class) => RubyValue::Nil,
            _ => return Ok(None),
        }))
    }

    /// Reads and writes `Puppet[:name]`.
    pub fn puppet_setting(&self, call: &HostCall<'_>) -> Option<RubyValue> {
        let name = call.text(0)?;
        match call.name {
            "[]=" => {
                self.state.borrow_mut().puppet_settings.insert(name, call.argument(1));
                Some(call.argument(1))
            }
            "[]" => self.state.borrow().puppet_settings.get(&name).cloned(),
            _ => None,
        }
    }

    fn variable(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let name = call.argument(0).to_text();
        let value = self.environment.variables.get(&name).map(|value| RubyValue::string(value.as_str()));
        Ok(Some(match (call.name, value) {
            ("[]=", _) => call.argument(1),
            ("[]", value) => value.unwrap_or(RubyValue::Nil),
            ("fetch", Some(value)) => value,
            ("fetch", None) if call.arguments.len() > 1 => call.argument(1),
            ("fetch", None) if call.block.is_some() => self.yield_to(ruby, call, vec![call.argument(0)])?,
            ("fetch", None) => return ruby.raise("KeyError", format!("key not found: {name:?}")),
            (_, value) => RubyValue::Boolean(value.is_some()),
        }))
    }

    /// Answers a method of the configuration: settings, hooks, filters.
    pub fn configuration_call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        if let Some(name) = call.name.strip_suffix('=') {
            self.state.borrow_mut().configuration.insert(name.to_string(), call.argument(0));
            return Ok(Some(call.argument(0)));
        }
        match call.name {
            "before" | "append_before" | "prepend_before" => match (&call.block, call.text(0).as_deref()) {
                (Some(block), None | Some("each" | "example")) => self.state.borrow_mut().befores.push(block.clone()),
                // Once for all examples: run when the file is loaded.
                (Some(block), _) => {
                    ruby.call_proc(&block.clone(), Vec::new())?;
                }
                _ => {}
            },
            "after"
            | "append_after"
            | "around"
            | "mock_with"
            | "expect_with"
            | "formatter"
            | "add_formatter"
            | "order"
            | "filter_run"
            | "filter_run_when_matching"
            | "alias_it_should_behave_like_to"
            | "disable_monkey_patching!"
            | "backtrace_exclusion_patterns"
            | "add_setting"
            | "raise_errors_for_deprecations!"
            | "extend"
            | "treat_symbols_as_metadata_keys_with_true_values"
            | "run_all_when_everything_filtered" => {}
            "include" => self.include_modules(None, &call.arguments),
            "filter_run_excluding" => {
                self.state.borrow_mut().configuration.insert("exclusion_filter".into(), call.argument(0));
            }
            "respond_to?" => return Ok(Some(RubyValue::Boolean(true))),
            "reporter" => return Ok(Some(host_value(Ignored))),
            name if call.arguments.is_empty() => {
                let known = self.state.borrow().configuration.get(name).cloned();
                return Ok(Some(match (known, name) {
                    (Some(value), _) => value,
                    (None, "default_facts" | "default_node_params" | "default_trusted_facts") => {
                        let empty = RubyValue::hash([]);
                        self.state.borrow_mut().configuration.insert(name.to_string(), empty.clone());
                        empty
                    }
                    (None, _) => RubyValue::Nil,
                }));
            }
            _ => return Ok(None),
        }
        Ok(Some(RubyValue::Nil))
    }

    /// Answers calls that a file, a group and an example can make alike.
    pub fn common_call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "on_supported_os" => self.supported_os(ruby, call)?,
            "add_custom_fact" => return self.custom_fact(ruby, call),
            "add_mocked_facts!" => self.mocked_facts(ruby, call.offset)?,
            "override_facts" => self.override_facts(ruby, call)?,
            "require" | "require_relative" | "load" => self.require(ruby, call)?,
            "include" | "extend" if call.block.is_none() => {
                self.include_modules(None, &call.arguments);
                RubyValue::Nil
            }
            "shared_examples" | "shared_examples_for" | "shared_context" => {
                if let Some(block) = &call.block {
                    self.add_shared(None, call, block.clone());
                }
                RubyValue::Nil
            }
            "puts" | "print" | "p" | "pp" | "at_exit" => RubyValue::Nil,
            "__dir__" => {
                let path = self.state.borrow().current_file().map(|file| file.path.clone()).unwrap_or_default();
                let below = path.trim_start_matches("./").rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
                RubyValue::string(format!("{}/{below}", self.environment.root))
            }
            "fixtures" | "fixture_path" => return ruby.unsupported(format!("the method {}", call.name), call.offset),
            "respond_to?" => {
                let name = call.text(0).unwrap_or_default();
                RubyValue::Boolean(self.is_defined(&name))
            }
            _ => return Ok(None),
        }))
    }

    fn is_defined(&self, name: &str) -> bool {
        let state = self.state.borrow();
        let Some(running) = &state.running else { return false };
        let has = |group: &super::state::Group| group.lets.contains_key(name) || group.methods.contains_key(name);
        state.defining(running.group, has).is_some()
    }

    fn custom_fact(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let Some(name) = call.text(0) else { return ruby.unsupported("a fact without a name", call.offset) };
        let options = call.arguments.get(2..).unwrap_or_default();
        let texts = |name: &str| {
            option_of(options, name).map(|value| match &value {
                RubyValue::Array(values) => values.borrow().iter().map(RubyValue::to_text).collect(),
                other => vec![other.to_text()],
            })
        };
        let fact = CustomFact {
            value: call.argument(1),
            confine: texts("confine"),
            exclude: texts("exclude"),
            merges: option_of(options, "merge_facts").is_some_and(|value| value.is_truthy()),
        };
        self.state.borrow_mut().custom_facts.insert(name, fact);
        Ok(Some(RubyValue::Nil))
    }

    fn json_file(&self, ruby: &mut Ruby<'_, '_>, path: &str, offset: u32) -> Ran {
        match self.environment.read_text(path).as_deref().map(serde_json::from_str::<serde_json::Value>) {
            Some(Ok(value)) => Ok(from_json(&value)),
            Some(Err(error)) => ruby.raise("JSON::ParserError", error.to_string()),
            None => ruby.unsupported(format!("{path}, which is not here"), offset),
        }
    }

    fn parsed_json(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran {
        if option_of(&call.arguments, "symbolize_names").is_some() {
            return ruby.unsupported("JSON.parse with symbolize_names", call.offset);
        }
        match serde_json::from_str::<serde_json::Value>(&call.argument(0).to_text()) {
            Ok(value) => Ok(from_json(&value)),
            Err(error) => ruby.raise("JSON::ParserError", error.to_string()),
        }
    }

    fn parsed_yaml(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran {
        let given = call.argument(0).to_text();
        let text = if call.name.ends_with("_file") {
            match self.environment.read_text(&given) {
                Some(text) => text,
                None => {
                    return ruby.raise("Errno::ENOENT", format!("No such file or directory @ rb_sysopen - {given}"));
                }
            }
        } else {
            given
        };
        match from_yaml(&text) {
            Some(value) => Ok(value),
            None => ruby.unsupported("a YAML text that cannot be read", call.offset),
        }
    }

    /// Answers `File` and `Dir`: paths, and files of the module.
    fn file_call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let environment = &self.environment;
        let path = call.arguments.first().and_then(text_of).unwrap_or_default();
        Ok(Some(match call.name {
            "expand_path" | "absolute_path" | "realpath" => {
                let base = call.arguments.get(1).and_then(text_of).unwrap_or_else(|| environment.root.clone());
                RubyValue::string(crate::environment::paths::expand(&path, &base, &environment.root))
            }
            "pwd" | "getwd" => RubyValue::string(environment.root.as_str()),
            "exist?" | "exists?" | "file?" | "readable?" => RubyValue::Boolean(
                environment.read_text(&path).is_some()
                    || (call.name.starts_with("exist") && environment.is_folder(&path)),
            ),
            "directory?" => RubyValue::Boolean(environment.is_folder(&path)),
            "size?" => match environment.read_text(&path).map_or(0, |text| text.len()) {
                0 => RubyValue::Nil,
                length => RubyValue::Integer(length as i128),
            },
            "read" => match environment.read_text(&path) {
                Some(text) => RubyValue::string(text),
                None => return ruby.raise("Errno::ENOENT", format!("No such file or directory @ rb_sysopen - {path}")),
            },
            "readlines" => match environment.read_text(&path) {
                Some(text) => RubyValue::array(text.split_inclusive('\n').map(RubyValue::string).collect()),
                None => return ruby.raise("Errno::ENOENT", format!("No such file or directory @ rb_sysopen - {path}")),
            },
            "[]" | "glob" => RubyValue::array(environment.glob(&path).into_iter().map(RubyValue::string).collect()),
            _ => return Ok(None),
        }))
    }

    /// Merges facts over others, keys of inner hashes as strings.
    fn override_facts(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran {
        let facts = deep_copy(&call.argument(0));
        let overrides = call.argument(1);
        let (RubyValue::Hash(base), RubyValue::Hash(over)) = (&facts, &overrides) else {
            return ruby.unsupported("override_facts of something else than hashes", call.offset);
        };
        apply_overrides(base, over, false);
        Ok(facts)
    }
}

type SharedHash = Rc<std::cell::RefCell<evaluator::ruby::value::RubyHash>>;

fn apply_overrides(base: &SharedHash, over: &SharedHash, has_string_keys: bool) {
    for (key, value) in over.borrow().pairs() {
        let key = if has_string_keys { RubyValue::string(key.to_text()) } else { key };
        match &value {
            RubyValue::Hash(inner) => {
                let below = match base.borrow().get(&key) {
                    Some(RubyValue::Hash(below)) => below,
                    _ => Rc::default(),
                };
                apply_overrides(&below, inner, true);
                base.borrow_mut().insert(key, RubyValue::Hash(below));
            }
            _ => base.borrow_mut().insert(key, value),
        }
    }
}
