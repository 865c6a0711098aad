//! Functions that modules write in Ruby: where they are found, and what becomes of a call.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::fast_hash::FastMap;
use crate::functions;
use crate::place::{FileId, Place};
use crate::ruby::plugin_functions::PluginFunction;
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

/// The Ruby functions looked for so far.
#[derive(Debug, Default)]
pub(crate) struct RubyFunctions {
    known: FastMap<SmolStr, Found>,
    /// The same for functions of the older form alone.
    older: FastMap<SmolStr, Found>,
}

#[derive(Clone, Debug)]
enum Found {
    Nowhere,
    /// There is a file, but its definition cannot be read.
    Unreadable,
    Function(Arc<PluginFunction>),
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

    /// Whether a module has a Ruby function of this name.
    pub(super) fn has_ruby_function(&mut self, name: &str) -> bool {
        !matches!(self.found_ruby_function(name), Found::Nowhere)
    }

    /// Whether a module's function says that it is deprecated: what that does depends on the release, so that it runs itself.
    pub(super) fn is_deprecated_ruby_function(&mut self, name: &str) -> bool {
        name != "deprecation"
            && matches!(self.found_ruby_function(name), Found::Function(function) if function.is_deprecated)
    }

    /// Calls `function_name` of a scope: the function of the older form, where there is one.
    pub(crate) fn call_older_function(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        let Found::Function(function) = self.found_older_function(name) else {
            return self.call_function(name, arguments, block, scope, place);
        };
        let builtin = functions::available_builtin(self.world, name);
        if function.is_deprecated || builtin.is_none() {
            match (function.try_call(self, &arguments, block.clone(), scope, place)?, builtin) {
                (Ok(value), _) => return Ok(value),
                (Err(reason), None) => return Ok(self.unknown(reason, Some(place))),
                (Err(_), Some(_)) => {}
            }
        }
        match builtin {
            Some(builtin) => functions::call_builtin(self, builtin, arguments, block, scope, place),
            None => Ok(Value::Undef),
        }
    }

    fn found_older_function(&mut self, name: &str) -> Found {
        if let Some(found) = self.ruby_functions.older.get(name) {
            return found.clone();
        }
        let path = format!("lib/puppet/parser/functions/{name}.rb");
        let modules = self.world.modules();
        let in_modules = || modules.iter().find_map(|module| self.world.module_file(module, &path));
        let file = self.world.environment_file(&path).or_else(in_modules);
        let limit = self.request.limits.file_bytes;
        let file = file.filter(|file| self.world.size(*file).is_some_and(|size| size <= limit));
        let functions = file.map(|file| self.world.ruby_functions(file)).unwrap_or_default();
        let named = functions.iter().find(|function| function.name == name);
        let found = named.map_or(Found::Nowhere, |function| Found::Function(function.clone()));
        self.ruby_functions.older.insert(SmolStr::new(name), found.clone());
        found
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
        let is_readable = self.world.size(file).is_some_and(|size| size <= limit);
        let functions = if is_readable { self.world.ruby_functions(file) } else { Arc::default() };
        // A file may define others besides: once it is loaded, they can be called too.
        for function in functions.iter().filter(|function| function.name != name) {
            let known = self.ruby_functions.known.entry(function.name.clone()).or_insert(Found::Nowhere);
            if let Found::Nowhere = known {
                *known = Found::Function(function.clone());
            }
        }
        let named = functions.iter().find(|function| function.name == name).or_else(|| functions.first());
        named.map_or(Found::Unreadable, |function| Found::Function(function.clone()))
    }

    /// Returns the file of a Ruby function: `module::name` is in that module, a plain name in the environment or any module, new form
    /// before old. The environment's own functions may be called `environment::name`.
    pub(crate) fn ruby_function_file(&self, name: &str) -> Option<FileId> {
        let path = format!("lib/puppet/functions/{}.rb", name.replace("::", "/"));
        if let Some((module, _)) = name.split_once("::") {
            if module == functions::ENVIRONMENT {
                return self.world.environment_file(&path);
            }
            return self.world.module_file(module, &path);
        }
        let modules = self.world.modules();
        let legacy = format!("lib/puppet/parser/functions/{name}.rb");
        let paths = [path, legacy];
        let in_environment = paths.iter().find_map(|path| self.world.environment_file(path));
        let in_modules =
            || paths.iter().find_map(|path| modules.iter().find_map(|module| self.world.module_file(module, path)));
        in_environment.or_else(in_modules)
    }
}
