//! What Ruby code asks of Puppet's own classes: versions, log messages, wrappers. Settings and internals are refused.

use smol_str::SmolStr;

use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;
use crate::ruby_core::mersenne_twister::MersenneTwister;
use crate::scope::ScopeId;
use crate::value::Value;

impl Ruby<'_, '_> {
    /// The version of the server, as the request says.
    pub(in crate::ruby) fn puppet_version(&self) -> String {
        match self.puppet.variable(ScopeId::TOP, "serverversion") {
            Some(Value::String(version)) => version.to_string(),
            _ => "8.0.0".into(),
        }
    }

    pub(super) fn puppet_class_method(&mut self, class: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match (class.as_str(), call.name) {
            // What they say goes to the server's log, not into the catalog.
            (
                "Puppet",
                "debug"
                | "info"
                | "notice"
                | "warning"
                | "err"
                | "deprecation_warning"
                | "warn_once"
                | "warnonce"
                | "log_exception"
                | "puppet_deprecation_warning",
            )
            | ("Puppet::Parser::Functions", "function" | "autoloader")
            | ("Puppet::Util::Warnings", _) => RubyValue::Nil,
            ("Puppet", "version") => RubyValue::string(self.puppet_version()),
            ("Puppet::Util::Package", "versioncmp") => {
                let texts = [call.argument(0).to_text(), call.argument(1).to_text()];
                let order = crate::functions::versions::compare_packages(&texts[0], &texts[1], false);
                RubyValue::Integer(order as i128)
            }
            ("Puppet::Pops::Types::PSensitiveType::Sensitive" | "Sensitive" | "PSensitiveType::Sensitive", "new") => {
                match call.argument(0).to_puppet() {
                    Some(value) => RubyValue::Puppet(Value::Sensitive(std::sync::Arc::new(value))),
                    None => return Ok(None),
                }
            }
            ("Puppet::Pops::Types::PBinaryType::Binary", "from_binary_string") => {
                RubyValue::Puppet(Value::Binary(super::bytes_of(&call.argument(0)).into()))
            }
            ("Puppet::Util", "absolute_path?") => {
                let path = call.argument(0).to_text();
                let on_windows = call.string(1).as_deref() == Some("windows");
                let bytes = path.as_bytes();
                let drive = matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
                let share = path.starts_with("\\\\") || path.starts_with("//");
                RubyValue::Boolean(if on_windows { drive || share } else { path.starts_with('/') })
            }
            ("Puppet::Util", "deterministic_rand" | "deterministic_rand_int") => {
                let (Some(Ok(seed)), Some(bound)) = (call.integer(0).map(u128::try_from), call.integer(1)) else {
                    return Ok(None);
                };
                let Some(bound) = u64::try_from(bound).ok().filter(|bound| *bound > 0) else { return Ok(None) };
                let number = i128::from(MersenneTwister::new(seed).below(bound));
                if call.name == "deterministic_rand" {
                    RubyValue::string(number.to_string())
                } else {
                    RubyValue::Integer(number)
                }
            }
            ("Puppet::Util::Platform", "windows?") => RubyValue::Boolean(false),
            _ => return Ok(None),
        }))
    }
}
