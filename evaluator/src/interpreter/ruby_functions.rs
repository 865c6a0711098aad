//! Functions that modules write in Ruby: where they are found, and what becomes of a call.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::place::{FileId, Place};
use crate::ruby::plugin_functions::{PluginFunction, read_function};
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

/// The Ruby functions looked for so far.
#[derive(Debug, Default)]
pub(crate) struct RubyFunctions {
    known: HashMap<SmolStr, Found>,
}

#[derive(Clone, Debug)]
enum Found {
    Nowhere,
    /// There is a file, but its definition cannot be read.
    Unreadable,
    Function(Rc<PluginFunction>),
}

impl Interpreter<'_> {
    /// Calls the Ruby function of this name; `None` where no module has one.
    pub(super) fn call_ruby_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Option<Value>> {
        let found = match self.ruby_functions.known.get(name) {
            Some(found) => found.clone(),
            None => {
                let found = self.read_ruby_function(name);
                self.ruby_functions.known.insert(SmolStr::new(name), found.clone());
                found
            }
        };
        match found {
            Found::Nowhere => Ok(None),
            Found::Unreadable => Ok(Some(self.unknown(format!("function {name}() is written in Ruby"), Some(place)))),
            Found::Function(function) => function.call(self, arguments, block, scope, place).map(Some),
        }
    }

    fn read_ruby_function(&mut self, name: &str) -> Found {
        let Some(file) = self.ruby_function_file(name) else { return Found::Nowhere };
        let limit = self.request.limits.file_bytes;
        let source = self.world.bytes(file).filter(|bytes| bytes.len() <= limit);
        let function = source.and_then(|bytes| read_function(&String::from_utf8_lossy(&bytes)));
        match function {
            Some(function) => Found::Function(Rc::new(function)),
            None => Found::Unreadable,
        }
    }

    /// `module::name` stands in that module; a plain name may stand in any, new form before old.
    pub(crate) fn ruby_function_file(&self, name: &str) -> Option<FileId> {
        let path = format!("lib/puppet/functions/{}.rb", name.replace("::", "/"));
        if let Some((module, _)) = name.split_once("::") {
            return self.world.module_file(module, &path);
        }
        let modules = self.world.modules();
        let legacy = format!("lib/puppet/parser/functions/{name}.rb");
        [path, legacy].iter().find_map(|path| modules.iter().find_map(|module| self.world.module_file(module, path)))
    }
}
