//! Functions that modules write in Ruby: where they are found, and what becomes of a call.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::fast_hash::FastMap;
use crate::place::{FileId, Place};
use crate::ruby::plugin_functions::{PluginFunction, read_function};
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

/// The Ruby functions looked for so far.
#[derive(Debug, Default)]
pub(crate) struct RubyFunctions {
    known: FastMap<SmolStr, Found>,
}

#[derive(Clone, Debug)]
enum Found {
    Nowhere,
    /// There is a file, but its definition cannot be read.
    Unreadable,
    Function(Rc<PluginFunction>),
}

/// Functions kept per thread: one compile after another calls the same.
const CACHED_FUNCTIONS: usize = 200;

type ReadFunctions = FastMap<Arc<[u8]>, Option<Rc<PluginFunction>>>;

/// The function of a source, read where it is a new one.
fn read_once(source: Arc<[u8]>) -> Option<Rc<PluginFunction>> {
    thread_local! {
        static READ: RefCell<ReadFunctions> = RefCell::default();
    }
    READ.with_borrow_mut(|known| {
        if let Some(function) = known.get(&source) {
            return function.clone();
        }
        if known.len() >= CACHED_FUNCTIONS {
            known.clear();
        }
        let function = read_function(&String::from_utf8_lossy(&source)).map(Rc::new);
        known.insert(source, function.clone());
        function
    })
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
        match self.found_ruby_function(name) {
            Found::Nowhere => Ok(None),
            Found::Unreadable => Ok(Some(self.unknown(format!("function {name}() is written in Ruby"), Some(place)))),
            Found::Function(function) => function.call(self, arguments, block, scope, place).map(Some),
        }
    }

    /// The same for a name that has a stand-in: `None` too where the module's function cannot be run.
    pub(super) fn try_ruby_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Option<Value>> {
        match self.found_ruby_function(name) {
            Found::Nowhere | Found::Unreadable => Ok(None),
            Found::Function(function) => Ok(function.try_call(self, arguments, None, scope, place)?.ok()),
        }
    }

    fn found_ruby_function(&mut self, name: &str) -> Found {
        if let Some(found) = self.ruby_functions.known.get(name) {
            return found.clone();
        }
        let found = self.read_ruby_function(name);
        self.ruby_functions.known.insert(SmolStr::new(name), found.clone());
        found
    }

    fn read_ruby_function(&mut self, name: &str) -> Found {
        let Some(file) = self.ruby_function_file(name) else { return Found::Nowhere };
        let limit = self.request.limits.file_bytes;
        let source = self.world.bytes(file).filter(|bytes| bytes.len() <= limit);
        match source.and_then(read_once) {
            Some(function) => Found::Function(function),
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
