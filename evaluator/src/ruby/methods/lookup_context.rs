//! `Puppet::LookupContext` as data functions in Ruby see it: what it remembers, what it interpolates, and the files that it reads.

use super::MethodCall;
use crate::hiera::lookup_context::{FileContent, cache_number};
use crate::interpreter::Evaluated;
use crate::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use crate::ruby::value::RubyValue;
use crate::value::{ObjectValue, Value};

impl Ruby<'_, '_> {
    /// Calls a method of a context, for which `is_context_method` holds.
    pub(super) fn lookup_context_method(&mut self, object: &ObjectValue, call: &MethodCall<'_>) -> Ran {
        match call.name {
            "cached_file_data" => self.cached_file_data(call),
            "cached_entries" => self.each_cached_entry(object, call),
            "explain" => {
                if let Some(block) = &call.block {
                    let text = self.call_proc(block, Vec::new())?;
                    let text = self.text(&text)?;
                    self.puppet.explain_in_lookup(text);
                }
                Ok(RubyValue::Nil)
            }
            _ => self.context_method_with_values(object, call),
        }
    }

    fn context_method_with_values(&mut self, object: &ObjectValue, call: &MethodCall<'_>) -> Ran {
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            match argument.to_puppet() {
                Some(value) => arguments.push(value),
                None => return self.unsupported(format!("context.{} of this value", call.name), call.offset),
            }
        }
        let place = self.place;
        match self.puppet.call_context_method(object, call.name, arguments, None, place) {
            // An environment's name is a symbol.
            Ok(Value::String(name)) if call.name == "environment_name" => Ok(RubyValue::Symbol(name)),
            answer => self.ruby_answer(answer),
        }
    }

    fn ruby_answer(&mut self, answer: Evaluated<Value>) -> Ran {
        match answer {
            Ok(Value::Unknown(reason)) => Err(Box::new(RubyInterrupt::Unknown(reason))),
            Ok(value) => Ok(RubyValue::from_puppet(&value)),
            Err(interrupt) => Err(Box::new(RubyInterrupt::Puppet(interrupt))),
        }
    }

    fn cached_file_data(&mut self, call: &MethodCall<'_>) -> Ran {
        let path = self.text(&call.argument(0))?;
        let (file, text) = match self.puppet.begin_file_data(&path) {
            FileContent::Known(data) => return Ok(data),
            FileContent::Text(file, text) => (file, text),
            FileContent::Missing => {
                return self.raise("Errno::ENOENT", format!("No such file or directory @ rb_file_s_stat - {path}"));
            }
            FileContent::Unknown(reason) => {
                let place = self.place;
                let unknown = self.puppet.unknown(reason, Some(place));
                return self.ruby_answer(Ok(unknown));
            }
        };
        self.check_size(text.len())?;
        let data = match &call.block {
            Some(block) => self.call_proc(block, vec![RubyValue::string(text)])?,
            None => RubyValue::string(text),
        };
        self.puppet.keep_file_data(&path, file, data.clone());
        Ok(data)
    }

    fn each_cached_entry(&mut self, object: &ObjectValue, call: &MethodCall<'_>) -> Ran {
        let entries = self.puppet.cached_entries(cache_number(object));
        let pair = |key: &Value, value: &Value| vec![RubyValue::from_puppet(key), RubyValue::from_puppet(value)];
        let Some(block) = &call.block else {
            return Ok(RubyValue::array(
                entries.iter().map(|(key, value)| RubyValue::array(pair(key, value))).collect(),
            ));
        };
        for (key, value) in entries.iter() {
            self.call_proc(block, vec![RubyValue::array(pair(key, value))])?;
        }
        Ok(RubyValue::Nil)
    }
}
