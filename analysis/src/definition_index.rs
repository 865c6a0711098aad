//! Which classes, defines, functions, types and nodes there are: per file as a signature without text positions, per
//! module as an index. Typing in a body leaves both equal, so nothing that reads them runs again.

use std::sync::Arc;

use evaluator::fast_hash::FastMap;
use smol_str::SmolStr;
use syntax::program::Parameter;
use syntax::{Expr, ExprId, Program, SourceMap};

use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::queries;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DefinitionKind {
    Class,
    Define,
    Function,
    Plan,
    TypeAlias,
    Node,
}

impl DefinitionKind {
    /// As Puppet's messages and our documents name it.
    pub fn label(self) -> &'static str {
        match self {
            DefinitionKind::Class => "class",
            DefinitionKind::Define => "define",
            DefinitionKind::Function => "function",
            DefinitionKind::Plan => "plan",
            DefinitionKind::TypeAlias => "type alias",
            DefinitionKind::Node => "node",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterSignature {
    pub name: SmolStr,
    /// The type as it is written.
    pub type_text: Option<SmolStr>,
    /// The default as it is written.
    pub default_text: Option<SmolStr>,
    pub captures_rest: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionSignature {
    pub kind: DefinitionKind,
    /// In lower case without a leading `::`; type aliases too. Of a node what its first match says.
    pub name: SmolStr,
    /// Its place among the file's definitions.
    pub index: u32,
    pub parameters: Vec<ParameterSignature>,
    pub parent: Option<SmolStr>,
    pub return_type: Option<SmolStr>,
}

impl DefinitionSignature {
    /// As it would be written, for hover and signature help.
    pub fn label(&self) -> String {
        if self.kind == DefinitionKind::TypeAlias {
            let written = self.return_type.as_deref().unwrap_or_default();
            return format!("type {} = {written}", capitalized_segments(&self.name));
        }
        let parameters: Vec<String> = self.parameters.iter().map(ParameterSignature::label).collect();
        let parameters = match (self.kind, parameters.is_empty()) {
            (DefinitionKind::Function | DefinitionKind::Plan, true) => "()".to_string(),
            (_, true) => String::new(),
            (DefinitionKind::Function | DefinitionKind::Plan, false) => format!("({})", parameters.join(", ")),
            (_, false) => format!(" (\n  {},\n)", parameters.join(",\n  ")),
        };
        let parent = self.parent.as_ref().map(|parent| format!(" inherits {parent}")).unwrap_or_default();
        let returns = self.return_type.as_ref().map(|text| format!(" >> {text}")).unwrap_or_default();
        format!("{} {}{parameters}{parent}{returns}", self.kind.label(), self.name)
    }

    /// The same without what it is a definition of: `web::url(String $host) >> String`.
    pub fn call_label(&self) -> String {
        let label = self.label();
        let kind = format!("{} ", self.kind.label());
        label.strip_prefix(&kind).map(str::to_string).unwrap_or(label)
    }

    pub fn parameter(&self, name: &str) -> Option<&ParameterSignature> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

impl ParameterSignature {
    pub fn label(&self) -> String {
        let type_text = self.type_text.as_ref().map(|text| format!("{text} ")).unwrap_or_default();
        let star = if self.captures_rest { "*" } else { "" };
        let default = self.default_text.as_ref().map(|text| format!(" = {text}")).unwrap_or_default();
        format!("{type_text}{star}${}{default}", self.name)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSignature {
    pub definitions: Vec<DefinitionSignature>,
}

/// A definition, by its file and its place among the file's definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefinitionRef {
    pub file: FileInput,
    pub index: u32,
}

impl DefinitionRef {
    /// Returns the name of a type alias as it is written; the index has names in lower case.
    pub fn written_name(self, db: &dyn Db) -> Option<String> {
        match queries::program(db, self.file).expr(self.expr(db)?) {
            syntax::Expr::TypeAlias(alias) => Some(alias.name.trim_start_matches("::").to_string()),
            _ => None,
        }
    }

    pub fn signature(self, db: &dyn Db) -> Option<DefinitionSignature> {
        file_signature(db, self.file).definitions.iter().find(|found| found.index == self.index).cloned()
    }

    pub fn expr(self, db: &dyn Db) -> Option<ExprId> {
        queries::program(db, self.file).definitions.get(self.index as usize).copied()
    }

    /// The text of one of its parameters.
    pub fn parameter_range(self, db: &dyn Db, index: usize) -> Option<syntax::TextRange> {
        let source = queries::source_file(db, self.file);
        let id = *source.program.definitions.get(self.index as usize)?;
        Some(source.source_map.range(parameters_of(source.program.expr(id)).get(index)?.id))
    }

    /// The text of its name, or of all of it where it has none.
    pub fn name_range(self, db: &dyn Db) -> Option<syntax::TextRange> {
        let source = queries::source_file(db, self.file);
        let id = *source.program.definitions.get(self.index as usize)?;
        Some(source.source_map.range(name_place(&source.program, id)))
    }
}

/// The place of a definition's name.
pub fn name_place(program: &Program, definition: ExprId) -> ExprId {
    match program.expr(definition) {
        Expr::Class(class) => class.name_id,
        Expr::Define(define) => define.name_id,
        Expr::Function(function) | Expr::Plan(function) => function.name_id,
        Expr::TypeAlias(alias) => alias.name_id,
        Expr::Node(node) => node.matches.first().copied().unwrap_or(definition),
        _ => definition,
    }
}

/// The parameters of a class, define, function, plan, lambda or template.
pub fn parameters_of(expr: &Expr) -> &[Parameter] {
    match expr {
        Expr::Class(class) => &class.parameters,
        Expr::Define(define) => &define.parameters,
        Expr::Function(function) | Expr::Plan(function) => &function.parameters,
        Expr::Lambda(lambda) => &lambda.parameters,
        Expr::Epp(epp) => &epp.parameters,
        _ => &[],
    }
}

/// Definitions by kind and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefinitionIndex {
    by_name: FastMap<(DefinitionKind, SmolStr), Vec<DefinitionRef>>,
}

impl DefinitionIndex {
    pub fn find(&self, kind: DefinitionKind, name: &str) -> &[DefinitionRef] {
        self.by_name.get(&(kind, SmolStr::new(name))).map(Vec::as_slice).unwrap_or_default()
    }

    /// The kind and name of each, in no order.
    pub fn names(&self) -> impl Iterator<Item = (DefinitionKind, &SmolStr)> {
        self.by_name.keys().map(|(kind, name)| (*kind, name))
    }

    /// In the order of their names.
    pub fn all(&self) -> Vec<(DefinitionKind, &SmolStr, DefinitionRef)> {
        let mut all: Vec<_> = self
            .by_name
            .iter()
            .flat_map(|((kind, name), found)| found.iter().map(move |definition| (*kind, name, *definition)))
            .collect();
        all.sort_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
        all
    }

    fn add_files(&mut self, db: &dyn Db, files: &FilesBelow) {
        for (path, file) in files.iter().filter(|(path, _)| path.ends_with(".pp")) {
            // Code of tests and examples defines nothing that others see.
            if !["spec/", "examples/", "tests/"].iter().any(|folder| path.starts_with(folder)) {
                self.add_file(db, *file);
            }
        }
    }

    fn add_file(&mut self, db: &dyn Db, file: FileInput) {
        for definition in &file_signature(db, file).definitions {
            let key = (definition.kind, definition.name.clone());
            self.by_name.entry(key).or_default().push(DefinitionRef { file, index: definition.index });
        }
    }
}

/// What a file defines.
#[salsa::tracked(returns(clone))]
pub fn file_signature(db: &dyn Db, file: FileInput) -> Arc<FileSignature> {
    if !queries::is_puppet_code(&file.path(db)) {
        return Arc::default();
    }
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let reader = SignatureReader { program: &source.program, source_map: &source.source_map, text: &text };
    let definitions = source.program.definitions.iter().enumerate();
    Arc::new(FileSignature {
        definitions: definitions.filter_map(|(index, id)| reader.definition(index as u32, *id)).collect(),
    })
}

#[salsa::tracked(returns(clone))]
pub fn module_index(db: &dyn Db, module: ModuleInput) -> Arc<DefinitionIndex> {
    let mut index = DefinitionIndex::default();
    index.add_files(db, &module.files(db));
    Arc::new(index)
}

/// The definitions of the environment's own files.
#[salsa::tracked(returns(clone))]
pub fn environment_index(db: &dyn Db, environment: EnvironmentInput) -> Arc<DefinitionIndex> {
    let mut index = DefinitionIndex::default();
    index.add_files(db, &environment.files(db));
    Arc::new(index)
}

/// The modules of an environment by name; of two with one name the first in the modulepath.
#[salsa::tracked(returns(clone))]
pub fn modules_by_name(db: &dyn Db, environment: EnvironmentInput) -> Arc<FastMap<SmolStr, ModuleInput>> {
    let mut modules = FastMap::default();
    for module in environment.modules(db).iter() {
        modules.entry(module.name(db)).or_insert(*module);
    }
    Arc::new(modules)
}

/// Every definition of a kind and name that a file of the environment can mean.
pub fn find_definitions(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    kind: DefinitionKind,
    name: &str,
) -> Vec<DefinitionRef> {
    let name = canonical_name(name);
    let mut found: Vec<DefinitionRef> = Vec::new();
    if let Some(module) = modules_by_name(db, environment).get(name.split(':').next().unwrap_or_default()) {
        found.extend_from_slice(module_index(db, *module).find(kind, &name));
    }
    found.extend_from_slice(environment_index(db, environment).find(kind, &name));
    if !queries::is_puppet_code(&from.path(db)) {
        return found;
    }
    for definition in &file_signature(db, from).definitions {
        let own = DefinitionRef { file: from, index: definition.index };
        if definition.kind == kind && definition.name == name && !found.contains(&own) {
            found.push(own);
        }
    }
    found
}

/// A name as the index has it: in lower case, without a leading `::`.
pub fn canonical_name(name: &str) -> SmolStr {
    let name = name.strip_prefix("::").unwrap_or(name);
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        SmolStr::new(name.to_ascii_lowercase())
    } else {
        SmolStr::new(name)
    }
}

/// A name as references write it: `Web::Site`.
pub fn capitalized_segments(name: &str) -> String {
    let segments = name.trim_start_matches("::").split("::").map(|segment| {
        let mut characters = segment.chars();
        characters.next().map(|first| first.to_uppercase().chain(characters).collect::<String>()).unwrap_or_default()
    });
    segments.collect::<Vec<_>>().join("::")
}

struct SignatureReader<'a> {
    program: &'a Program,
    source_map: &'a SourceMap,
    text: &'a str,
}

impl SignatureReader<'_> {
    fn definition(&self, index: u32, id: ExprId) -> Option<DefinitionSignature> {
        let expr = self.program.expr(id);
        let (kind, name) = match expr {
            Expr::Class(class) => (DefinitionKind::Class, canonical_name(&class.name)),
            Expr::Define(define) => (DefinitionKind::Define, canonical_name(&define.name)),
            Expr::Function(function) => (DefinitionKind::Function, canonical_name(&function.name)),
            Expr::Plan(plan) => (DefinitionKind::Plan, canonical_name(&plan.name)),
            Expr::TypeAlias(alias) => (DefinitionKind::TypeAlias, canonical_name(&alias.name)),
            Expr::Node(node) => {
                let first = node.matches.first();
                (DefinitionKind::Node, first.map(|first| self.node_name(*first)).unwrap_or_default())
            }
            _ => return None,
        };
        let parent = match expr {
            Expr::Class(class) => class.parent.as_deref().map(canonical_name),
            _ => None,
        };
        let return_type = match expr {
            Expr::Function(function) | Expr::Plan(function) => function.return_type,
            Expr::TypeAlias(alias) => Some(alias.type_expression),
            _ => None,
        };
        Some(DefinitionSignature {
            kind,
            name,
            index,
            parameters: parameters_of(expr).iter().map(|parameter| self.parameter(parameter)).collect(),
            parent,
            return_type: return_type.map(|id| self.written(id)),
        })
    }

    fn node_name(&self, id: ExprId) -> SmolStr {
        match self.program.expr(id) {
            Expr::String(name) | Expr::QualifiedName(name) => SmolStr::new(name.to_lowercase()),
            Expr::Default => SmolStr::new_static("default"),
            _ => self.written(id),
        }
    }

    fn parameter(&self, parameter: &Parameter) -> ParameterSignature {
        ParameterSignature {
            name: parameter.name.clone(),
            type_text: parameter.type_expression.map(|id| self.written(id)),
            default_text: parameter.default.map(|id| self.written(id)),
            captures_rest: parameter.captures_rest,
        }
    }

    /// An expression as it is written, runs of white space made one blank.
    fn written(&self, id: ExprId) -> SmolStr {
        let range = self.source_map.range(id);
        let text = self.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ").into()
    }
}
