//! `Puppet::LookupContext`: what a data function gets to say "not found", to remember values and to interpolate.

use std::sync::Arc;

use smol_str::SmolStr;

use super::function_backend::AnswersKey;
use super::invocation::Invocation;
use super::readable_paths::ReadablePath;
use crate::error::RuntimeError;
use crate::fast_hash::FastMap;
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::place::{FileId, Place};
use crate::ruby::value::RubyValue;
use crate::scope::ScopeId;
use crate::types::{ObjectAttribute, ObjectType, Size, Type};
use crate::value::{Callable, HashEntries, ObjectValue, Value};

pub(crate) const TYPE_NAME: &str = "Puppet::LookupContext";
/// The attribute that tells contexts apart; it is no part of the type.
const CACHE_ATTRIBUTE: &str = " cache";

/// What a data function that is running belongs to.
#[derive(Debug)]
pub struct ActiveLookup {
    pub stack: Vec<String>,
    pub scope: ScopeId,
    /// What the function said with `$context.explain`.
    pub explained: Vec<String>,
    /// The files that the function has read, in that order.
    pub files: Vec<FileId>,
}

/// What a data function made of a file.
#[derive(Debug)]
pub struct FileData {
    file: FileId,
    data: RubyValue,
}

/// The values that contexts remember.
#[derive(Debug, Default)]
pub struct ContextCaches {
    numbers: std::collections::HashMap<AnswersKey, usize>,
    caches: Vec<ContextCache>,
}

#[derive(Debug, Default)]
struct ContextCache {
    entries: HashEntries,
    /// The files that had been read when a value was remembered, by key.
    files: FastMap<SmolStr, Vec<FileId>>,
}

impl ContextCaches {
    fn number(&mut self, key: AnswersKey) -> usize {
        let next = self.caches.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.caches.push(ContextCache::default());
        }
        number
    }
}

pub(super) fn new_context(interpreter: &mut Interpreter<'_>, module: Option<SmolStr>, cache: AnswersKey) -> Value {
    let number = interpreter.hiera.context_caches.number(cache);
    let attributes = vec![
        (SmolStr::new_static("environment_name"), Value::String(interpreter.request.environment.clone())),
        (SmolStr::new_static("module_name"), module.map_or(Value::Undef, Value::String)),
        (SmolStr::new_static(CACHE_ATTRIBUTE), Value::Integer(number as i128)),
    ];
    Value::Object(Arc::new(ObjectValue { object_type: context_type(), attributes }))
}

pub(crate) fn context_type() -> Type {
    let non_empty = Type::String(Some(Size { min: 1, max: None }));
    let attribute = |name: &'static str, attribute_type: Type, kind: Option<&'static str>| ObjectAttribute {
        name: SmolStr::new_static(name),
        attribute_type,
        kind: kind.map(SmolStr::new_static),
        value: None,
    };
    Type::Object(Arc::new(ObjectType {
        name: Some(SmolStr::new_static(TYPE_NAME)),
        parent: None,
        attributes: vec![
            attribute("environment_name", non_empty.clone(), Some("derived")),
            attribute("module_name", Type::Variant([non_empty, Type::Undef].into()), None),
        ],
        functions: Vec::new(),
        type_parameters: Vec::new(),
        equality: None,
        equality_ignores_type: false,
        serialization: None,
        definition: Value::hash([(Value::string("name"), Value::string(TYPE_NAME))]),
    }))
}

/// The number of the cache of a context.
pub(crate) fn cache_number(object: &ObjectValue) -> usize {
    match object.attributes.iter().find(|(name, _)| name == CACHE_ATTRIBUTE) {
        Some((_, Value::Integer(number))) => usize::try_from(*number).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

/// True for the methods and attributes that a context has.
pub fn is_context_method(object: &ObjectValue, name: &str) -> bool {
    let is_context = matches!(&object.object_type, Type::Object(object) if object.name.as_deref() == Some(TYPE_NAME));
    is_context
        && matches!(
            name,
            "environment_name"
                | "module_name"
                | "not_found"
                | "explain"
                | "interpolate"
                | "cache"
                | "cache_all"
                | "cache_has_key"
                | "cached_value"
                | "cached_entries"
                | "cached_file_data"
        )
}

impl Interpreter<'_> {
    /// Calls a method of a context, for which `is_context_method` holds.
    pub(crate) fn call_context_method(
        &mut self,
        object: &ObjectValue,
        name: &str,
        arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        place: Place,
    ) -> Evaluated<Value> {
        let attribute = |wanted: &str| {
            object.attributes.iter().find(|(name, _)| name == wanted).map_or(Value::Undef, |(_, value)| value.clone())
        };
        let number = cache_number(object);
        let mut arguments = arguments.into_iter();
        let first = arguments.next().unwrap_or(Value::Undef);
        let second = arguments.next().unwrap_or(Value::Undef);
        match name {
            "not_found" => {
                self.hiera.not_found = true;
                Err(Box::new(Interrupt::Return(Value::Undef, place)))
            }
            "explain" => {
                if let Some(block) = block {
                    let text = self.call_block(&block, Vec::new(), place)?;
                    self.explain_in_lookup(crate::ruby_core::text::to_s(&text));
                }
                Ok(Value::Undef)
            }
            "interpolate" => {
                let active = self.hiera.active.as_ref();
                let scope = active.map_or(ScopeId::TOP, |active| active.scope);
                let mut invocation = Invocation::new(scope, place);
                invocation.stack = active.map(|active| active.stack.clone()).unwrap_or_default();
                self.interpolate_data(&first, &mut invocation, true)
            }
            "cache" => {
                self.remember(number, first, second.clone());
                Ok(second)
            }
            "cache_all" => {
                if let Value::Hash(entries) = first {
                    for (key, value) in entries.iter() {
                        self.remember(number, key.clone(), value.clone());
                    }
                }
                Ok(Value::Undef)
            }
            "cache_has_key" => {
                let cache = self.hiera.context_caches.caches.get(number);
                Ok(Value::Boolean(cache.is_some_and(|cache| cache.entries.contains_key(&first))))
            }
            "cached_value" => Ok(self.remembered(number, &first)),
            "cached_entries" => {
                let entries = self.cached_entries(number);
                let Some(block) = block else {
                    return Ok(Value::array(entries.into_iter().map(|(key, value)| Value::array([key, value]))));
                };
                for (key, value) in entries {
                    self.call_block(&block, vec![key, value], place)?;
                }
                Ok(Value::Undef)
            }
            "cached_file_data" => self.cached_file_data(&crate::ruby_core::text::to_s(&first), block, place),
            other => Ok(attribute(other)),
        }
    }

    /// Adds what a data function says to the explanation of the lookup.
    pub(crate) fn explain_in_lookup(&mut self, text: String) {
        if let Some(active) = &mut self.hiera.active {
            active.explained.push(text);
        }
    }

    fn remember(&mut self, number: usize, key: Value, value: Value) {
        let files = self.hiera.active.as_ref().map(|active| active.files.clone()).unwrap_or_default();
        if let Some(cache) = self.hiera.context_caches.caches.get_mut(number) {
            if let Value::String(name) = &key {
                cache.files.insert(name.clone(), files);
            }
            cache.entries.insert(key, value);
        }
    }

    /// A value that was remembered; what it was read from counts as read again.
    fn remembered(&mut self, number: usize, key: &Value) -> Value {
        let Some(cache) = self.hiera.context_caches.caches.get(number) else { return Value::Undef };
        let value = cache.entries.get(key).cloned().unwrap_or(Value::Undef);
        let files = key.as_str().and_then(|key| cache.files.get(key)).cloned().unwrap_or_default();
        files.into_iter().for_each(|file| self.note_read_file(file));
        value
    }

    /// The entries that a context has remembered.
    pub(crate) fn cached_entries(&self, number: usize) -> HashEntries {
        self.hiera.context_caches.caches.get(number).map(|cache| cache.entries.clone()).unwrap_or_default()
    }

    fn cached_file_data(&mut self, path: &str, block: Option<Arc<Callable>>, place: Place) -> Evaluated<Value> {
        let content = match self.begin_file_data(path) {
            FileContent::Known(data) => {
                let unknown = || format!("what a function made of {path} has no form in Puppet");
                return Ok(data.to_puppet().unwrap_or_else(|| self.unknown(unknown(), Some(place))));
            }
            FileContent::Text(file, text) => (file, text),
            FileContent::Missing => {
                return self.fail(RuntimeError(format!("No such file or directory @ rb_file_s_stat - {path}")), place);
            }
            FileContent::Unknown(reason) => return Ok(self.unknown(reason, Some(place))),
        };
        let (file, text) = content;
        let data = match block {
            Some(block) => self.call_block(&block, vec![Value::string(text)], place)?,
            None => Value::string(text),
        };
        self.keep_file_data(path, file, RubyValue::from_puppet(&data));
        Ok(data)
    }

    /// What is known of a file when a data function asks for its data.
    pub(crate) fn begin_file_data(&mut self, path: &str) -> FileContent {
        if let Some(known) = self.hiera.file_data.get(path) {
            let (file, data) = (known.file, known.data.clone());
            self.note_read_file(file);
            return FileContent::Known(data);
        }
        let file = match self.readable_path(path) {
            ReadablePath::File(file) => file,
            ReadablePath::Missing => return FileContent::Missing,
            ReadablePath::Folder => return FileContent::Unknown(format!("{path} is a folder")),
            ReadablePath::Outside => {
                return FileContent::Unknown(format!(
                    "a data function reads {path}, which is outside of the workspace"
                ));
            }
        };
        self.note_read_file(file);
        let limit = self.request.limits.file_bytes;
        match self.world.bytes(file).filter(|bytes| bytes.len() <= limit) {
            Some(bytes) => FileContent::Text(file, String::from_utf8_lossy(&bytes).into_owned()),
            None => FileContent::Unknown(format!("{path} cannot be read")),
        }
    }

    pub(crate) fn keep_file_data(&mut self, path: &str, file: FileId, data: RubyValue) {
        self.hiera.file_data.insert(SmolStr::new(path), FileData { file, data });
    }
}

/// A file whose data is asked for.
pub(crate) enum FileContent {
    /// A function has made something of it before.
    Known(RubyValue),
    Text(FileId, String),
    Missing,
    Unknown(String),
}
