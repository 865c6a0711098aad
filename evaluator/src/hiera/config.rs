//! A `hiera.yaml` as it is written: which levels there are, and what is wrong with them. Nothing is interpolated here.
//!
//! The shape of the file (`Struct[…]`) is checked by whoever loads it, with Puppet's own type descriptions; this file
//! checks what no type can say.

use std::sync::LazyLock;

use smol_str::SmolStr;

use super::data_node::{DataContent, DataNode, Position};
use super::error::HieraError;
use super::found_value::Layer;
use crate::error::DataPlace;
use crate::place::FileId;
use crate::types::{self, Type};
use crate::value::Value;

#[derive(Clone, Debug)]
pub struct HieraConfig {
    pub version: u8,
    /// `None`: there is no file, these are Puppet's defaults.
    pub file: Option<FileId>,
    pub hierarchy: Vec<HierarchyEntry>,
    /// Of a module: asked where nothing else has the key.
    pub default_hierarchy: Option<Vec<HierarchyEntry>>,
    /// Version 3's `merge_behavior` with its options, where it says something.
    pub merge_behavior: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct HierarchyEntry {
    pub name: SmolStr,
    pub kind: FunctionKind,
    pub function: SmolStr,
    pub datadir: SmolStr,
    pub locations: Option<Locations>,
    /// A hash, as written.
    pub options: Value,
    /// Added to paths that do not end in it.
    pub extension: Option<SmolStr>,
    /// Of the entry in the file.
    pub position: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    DataHash,
    LookupKey,
    DataDig,
    Hiera3Backend,
}

impl FunctionKind {
    pub const ALL: [FunctionKind; 4] =
        [FunctionKind::DataHash, FunctionKind::LookupKey, FunctionKind::DataDig, FunctionKind::Hiera3Backend];

    /// The key that names the function in `hiera.yaml`.
    pub fn key(self) -> &'static str {
        match self {
            FunctionKind::DataHash => "data_hash",
            FunctionKind::LookupKey => "lookup_key",
            FunctionKind::DataDig => "data_dig",
            FunctionKind::Hiera3Backend => "hiera3_backend",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Locations {
    Paths(Vec<SmolStr>),
    Globs(Vec<SmolStr>),
    Uris(Vec<SmolStr>),
    /// A variable with names, the variable that each name is put into, and the path that uses it.
    MappedPaths(SmolStr, SmolStr, SmolStr),
}

const LOCATION_KEYS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];
const RESERVED_OPTIONS: [&str; 2] = ["path", "uri"];

/// What a version 5 file must look like, in Puppet's notation.
pub const VERSION_5_TYPE: &str = concat!(
    "Struct[{'version' => Integer[5, 5],",
    " Optional['defaults'] => Struct[{Optional['data_hash'] => String[1], Optional['lookup_key'] => String[1],",
    " Optional['data_dig'] => String[1], Optional['datadir'] => String[1],",
    " Optional['options'] => Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data]}],",
    " Optional['hierarchy'] => Array[HIERARCHY], Optional['plan_hierarchy'] => Array[HIERARCHY],",
    " Optional['default_hierarchy'] => Array[HIERARCHY]}]"
);

/// One level of it; stands for `HIERARCHY` above.
pub const VERSION_5_LEVEL_TYPE: &str = concat!(
    "Struct[{'name' => String[1],",
    " Optional['options'] => Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data],",
    " Optional['data_hash'] => String[1], Optional['lookup_key'] => String[1], Optional['hiera3_backend'] => String[1],",
    " Optional['v4_data_hash'] => String[1], Optional['data_dig'] => String[1], Optional['path'] => String[1],",
    " Optional['paths'] => Array[String[1], 1], Optional['glob'] => String[1], Optional['globs'] => Array[String[1], 1],",
    " Optional['uri'] => String[1], Optional['uris'] => Array[String[1], 1],",
    " Optional['mapped_paths'] => Array[String[1], 3, 3], Optional['datadir'] => String[1]}]"
);

/// The same for version 4.
pub const VERSION_4_TYPE: &str = concat!(
    "Struct[{'version' => Integer[4, 4], Optional['datadir'] => String[1],",
    " Optional['hierarchy'] => Array[Struct[{'backend' => String[1], 'name' => String[1],",
    " Optional['datadir'] => String[1], Optional['path'] => String[1], Optional['paths'] => Array[String[1]]}]]}]"
);

/// The type that a file of this version must have; `None` where its keys depend on the file itself.
pub fn file_type(version: u8) -> Option<&'static Type> {
    static VERSION_5: LazyLock<Option<Type>> =
        LazyLock::new(|| types::parse(&VERSION_5_TYPE.replace("HIERARCHY", VERSION_5_LEVEL_TYPE)).ok());
    static VERSION_4: LazyLock<Option<Type>> = LazyLock::new(|| types::parse(VERSION_4_TYPE).ok());
    match version {
        5 => VERSION_5.as_ref(),
        4 => VERSION_4.as_ref(),
        _ => None,
    }
}

/// The version that a file says it has; without one it is 3.
pub fn version(document: &DataNode) -> String {
    match document.entry("version").map(|entry| entry.value.to_value()) {
        None | Some(Value::Undef) => "3".to_string(),
        Some(Value::Integer(number)) => number.to_string(),
        Some(Value::Float(number)) => (number as i64).to_string(),
        // As Ruby's `to_i` reads it.
        Some(Value::String(text)) => text.parse::<i64>().unwrap_or(0).to_string(),
        Some(_) => "0".to_string(),
    }
}

/// The configuration where there is no file: `common.yaml` in `data`.
pub fn defaults() -> HieraConfig {
    HieraConfig {
        version: 5,
        file: None,
        hierarchy: vec![default_entry()],
        default_hierarchy: None,
        merge_behavior: None,
    }
}

fn default_entry() -> HierarchyEntry {
    HierarchyEntry {
        name: SmolStr::new_static("Common"),
        kind: FunctionKind::DataHash,
        function: SmolStr::new_static("yaml_data"),
        datadir: SmolStr::new_static("data"),
        locations: Some(Locations::Paths(vec![SmolStr::new_static("common.yaml")])),
        options: Value::hash([]),
        extension: None,
        position: Position::default(),
    }
}

/// Reads a version 5 file whose shape has been checked.
pub fn read_version_5(document: &DataNode, file: FileId, layer: &Layer) -> Result<HieraConfig, HieraError> {
    let reader = Reader { file, layer };
    let defaults = Defaults::read(&reader, document)?;
    let hierarchy = match document.entry("hierarchy") {
        Some(entry) if !entry.value.is_null() => reader.hierarchy(&entry.value, &defaults)?,
        _ => vec![default_entry()],
    };
    let default_hierarchy = match document.entry("default_hierarchy") {
        None => None,
        Some(entry) if !matches!(layer, Layer::Module(_)) => {
            return Err(HieraError::DefaultHierarchyNotInModule { place: reader.place(entry.key.position) });
        }
        Some(entry) => Some(reader.hierarchy(&entry.value, &defaults)?),
    };
    Ok(HieraConfig { version: 5, file: Some(file), hierarchy, default_hierarchy, merge_behavior: None })
}

/// Reads a version 4 file whose shape has been checked.
pub fn read_version_4(document: &DataNode, file: FileId, layer: &Layer) -> Result<HieraConfig, HieraError> {
    let reader = Reader { file, layer };
    let datadir = text_at(document, "datadir").unwrap_or_else(|| SmolStr::new_static("data"));
    let mut hierarchy = Vec::new();
    let levels = document.entry("hierarchy").map(|entry| elements(&entry.value)).unwrap_or_default();
    for level in levels {
        let name = text_at(level, "name").unwrap_or_default();
        let backend = text_at(level, "backend").unwrap_or_default();
        let (function, extension) = match backend.as_str() {
            "yaml" => ("yaml_data", ".yaml"),
            "json" => ("json_data", ".json"),
            "hocon" => ("hocon_data", ".conf"),
            _ => {
                let position = level.entry("backend").map_or(level.position, |entry| entry.value.position);
                let name = backend.to_string();
                return Err(HieraError::NoProviderForBackend { name, place: reader.place(position) });
            }
        };
        let paths = match level.entry("paths") {
            Some(entry) => texts(&entry.value),
            None => vec![text_at(level, "path").unwrap_or_else(|| name.clone())],
        };
        hierarchy.push(HierarchyEntry {
            name,
            kind: FunctionKind::DataHash,
            function: SmolStr::new_static(function),
            datadir: text_at(level, "datadir").unwrap_or_else(|| datadir.clone()),
            locations: Some(Locations::Paths(paths)),
            options: Value::hash([]),
            extension: Some(SmolStr::new_static(extension)),
            position: level.position,
        });
    }
    if document.entry("hierarchy").is_none() {
        let mut common = default_entry();
        common.name = SmolStr::new_static("common");
        common.datadir = datadir;
        hierarchy.push(common);
    }
    reader.check_names(&hierarchy, &levels_of(document, "hierarchy"))?;
    Ok(HieraConfig { version: 4, file: Some(file), hierarchy, default_hierarchy: None, merge_behavior: None })
}

struct Reader<'a> {
    file: FileId,
    layer: &'a Layer,
}

struct Defaults {
    function: Option<(FunctionKind, SmolStr)>,
    datadir: SmolStr,
    options: Option<Value>,
}

impl Defaults {
    fn read(reader: &Reader<'_>, document: &DataNode) -> Result<Defaults, HieraError> {
        let data = SmolStr::new_static("data");
        let yaml = Some((FunctionKind::DataHash, SmolStr::new_static("yaml_data")));
        let Some(entry) = document.entry("defaults").filter(|entry| !entry.value.is_null()) else {
            return Ok(Defaults { function: yaml, datadir: data, options: None });
        };
        let node = &entry.value;
        let functions = functions_of(node);
        if functions.len() > 1 {
            return Err(HieraError::MultipleFunctionsInDefaults { place: reader.place(entry.key.position) });
        }
        if let Some(options) = node.entry("options") {
            for key in RESERVED_OPTIONS {
                if let Some(option) = options.value.entry(key) {
                    let place = reader.place(option.key.position);
                    return Err(HieraError::ReservedDefaultOption { key: key.to_string(), place });
                }
            }
        }
        Ok(Defaults {
            function: functions.into_iter().next(),
            datadir: text_at(node, "datadir").unwrap_or(data),
            options: node.entry("options").map(|options| options.value.to_value()),
        })
    }
}

impl Reader<'_> {
    fn place(&self, position: Position) -> DataPlace {
        DataPlace { file: self.file, line: position.line, column: position.column }
    }

    fn hierarchy(&self, node: &DataNode, defaults: &Defaults) -> Result<Vec<HierarchyEntry>, HieraError> {
        let nodes = elements(node);
        let entries: Vec<HierarchyEntry> =
            nodes.iter().map(|level| self.level(level, defaults)).collect::<Result<_, _>>()?;
        self.check_names(&entries, &nodes.iter().collect::<Vec<_>>())?;
        Ok(entries)
    }

    fn check_names(&self, entries: &[HierarchyEntry], nodes: &[&DataNode]) -> Result<(), HieraError> {
        let position = |index: usize| {
            nodes.get(index).and_then(|node| node.entry("name")).map(|entry| entry.key.position).unwrap_or_default()
        };
        for (index, entry) in entries.iter().enumerate() {
            if let Some(first) = entries.iter().take(index).position(|earlier| earlier.name == entry.name) {
                return Err(HieraError::NameMultiplyDefined {
                    name: entry.name.to_string(),
                    first_line: Some(position(first).line),
                    place: self.place(position(index)),
                });
            }
        }
        Ok(())
    }

    fn level(&self, node: &DataNode, defaults: &Defaults) -> Result<HierarchyEntry, HieraError> {
        let name = text_at(node, "name").unwrap_or_default();
        let place = self.place(node.position);
        let mut functions = functions_of(node);
        if functions.len() > 1 {
            return Err(HieraError::MultipleFunctions { name: name.to_string(), place });
        }
        let Some((kind, function)) = functions.pop().or_else(|| defaults.function.clone()) else {
            return Err(HieraError::MissingFunction { name: name.to_string(), place });
        };
        if let Some(entry) = node.entry("hiera3_backend") {
            let place = self.place(entry.key.position);
            if *self.layer != Layer::Global {
                return Err(HieraError::Version3BackendNotGlobal { place });
            }
            if matches!(function.as_str(), "json" | "yaml" | "hocon") {
                return Err(HieraError::Version3BackendReplaced { name: function.to_string(), place });
            }
        }
        if LOCATION_KEYS.iter().filter(|key| node.entry(key).is_some()).count() > 1 {
            return Err(HieraError::MultipleLocations { name: name.to_string(), place });
        }
        let options = node.entry("options");
        for key in RESERVED_OPTIONS {
            if let Some(option) = options.and_then(|options| options.value.entry(key)) {
                let place = self.place(option.key.position);
                return Err(HieraError::ReservedOption { key: key.to_string(), name: name.to_string(), place });
            }
        }
        Ok(HierarchyEntry {
            name,
            kind,
            function,
            datadir: text_at(node, "datadir").unwrap_or_else(|| defaults.datadir.clone()),
            locations: locations(node),
            options: options
                .map(|options| options.value.to_value())
                .or_else(|| defaults.options.clone())
                .filter(|options| !options.is_undef())
                .unwrap_or_else(|| Value::hash([])),
            extension: None,
            position: node.position,
        })
    }
}

fn functions_of(node: &DataNode) -> Vec<(FunctionKind, SmolStr)> {
    FunctionKind::ALL.into_iter().filter_map(|kind| Some((kind, text_at(node, kind.key())?))).collect()
}

fn locations(node: &DataNode) -> Option<Locations> {
    let one = |key: &str| text_at(node, key).map(|text| vec![text]);
    let several = |key: &str| node.entry(key).map(|entry| texts(&entry.value));
    if let Some(paths) = one("path").or_else(|| several("paths")) {
        return Some(Locations::Paths(paths));
    }
    if let Some(globs) = one("glob").or_else(|| several("globs")) {
        return Some(Locations::Globs(globs));
    }
    if let Some(uris) = one("uri").or_else(|| several("uris")) {
        return Some(Locations::Uris(uris));
    }
    match several("mapped_paths")?.as_slice() {
        [names, variable, template] => Some(Locations::MappedPaths(names.clone(), variable.clone(), template.clone())),
        _ => None,
    }
}

pub(super) fn text_at(node: &DataNode, key: &str) -> Option<SmolStr> {
    match &node.entry(key)?.value.content {
        DataContent::Scalar(Value::String(text)) | DataContent::Symbol(text) => Some(text.clone()),
        _ => None,
    }
}

pub(super) fn elements(node: &DataNode) -> &[DataNode] {
    match &node.content {
        DataContent::Sequence(elements) => elements,
        _ => &[],
    }
}

fn levels_of<'a>(document: &'a DataNode, key: &str) -> Vec<&'a DataNode> {
    document.entry(key).map(|entry| elements(&entry.value).iter().collect()).unwrap_or_default()
}

pub(super) fn texts(node: &DataNode) -> Vec<SmolStr> {
    elements(node).iter().filter_map(|element| element.key_text().map(SmolStr::new)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Issue;
    use crate::hiera::yaml;

    fn read(text: &str, layer: Layer) -> Result<HieraConfig, HieraError> {
        read_version_5(&yaml::parse(text).unwrap().unwrap(), FileId(0), &layer)
    }

    fn check_error(text: &str, code: &str, message: &str, line: u32) {
        let error = read(text, Layer::Environment).unwrap_err();
        assert_eq!((error.code().puppet_name(), error.message().text()), (code, message));
        assert_eq!(error.data_place().unwrap().line, line, "{text}");
    }

    #[test]
    fn levels_take_what_they_do_not_say_from_the_defaults() {
        let config = read(
            "version: 5\ndefaults:\n  datadir: hd\n  data_hash: json_data\n  options: {a: 1}\nhierarchy:\n  - name: one\n    path: x.json\n  - name: two\n    datadir: other\n    lookup_key: f\n    mapped_paths: [a, b, c]\n",
            Layer::Environment,
        )
        .unwrap();
        let [one, two] = config.hierarchy.as_slice() else { panic!("two levels") };
        assert_eq!(
            (one.kind, one.function.as_str(), one.datadir.as_str()),
            (FunctionKind::DataHash, "json_data", "hd")
        );
        assert_eq!(one.options, Value::hash([("a".into(), 1.into())]));
        assert_eq!((two.kind, two.function.as_str(), two.datadir.as_str()), (FunctionKind::LookupKey, "f", "other"));
        assert_eq!(two.locations, Some(Locations::MappedPaths("a".into(), "b".into(), "c".into())));
    }

    #[test]
    fn without_a_hierarchy_there_is_common() {
        let config = read("version: 5\n", Layer::Environment).unwrap();
        assert_eq!(config.hierarchy[0].locations, Some(Locations::Paths(vec!["common.yaml".into()])));
    }

    #[test]
    fn mistakes_are_puppets_issues_with_the_line_of_the_file() {
        check_error(
            "version: 5\nhierarchy:\n  - name: x\n    path: a\n  - name: x\n    path: b\n",
            "HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED",
            "Hierarchy name 'x' defined more than once. First defined at (line: 3)",
            5,
        );
        check_error(
            "version: 5\ndefault_hierarchy:\n  - name: x\n",
            "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE",
            "'default_hierarchy' is only allowed in the module layer",
            2,
        );
        check_error(
            "version: 5\nhierarchy:\n  - name: x\n    path: a\n    paths: [b]\n",
            "HIERA_MULTIPLE_LOCATION_SPECS",
            "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'x'",
            3,
        );
        check_error(
            "version: 5\nhierarchy:\n  - name: x\n    data_hash: a\n    lookup_key: b\n",
            "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
            "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in hierarchy 'x'",
            3,
        );
        check_error(
            "version: 5\nhierarchy:\n  - name: x\n    options: {path: a}\n",
            "HIERA_OPTION_RESERVED_BY_PUPPET",
            "Option key 'path' used in hierarchy 'x' is reserved by Puppet",
            4,
        );
    }
}
