//! From an offset to the symbol that is named there.

use smol_str::SmolStr;
use syntax::{Expr, ExprId, Program, TextRange};

use super::{Symbol, SymbolAt, outer};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, canonical_name, find_definitions, parameters_of};
use crate::document_kind::document_kind;
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::queries;
use crate::reference_index::{AttributeOwner, ModuleFileFunction, Name};
use crate::resolve::variables::{BindingIn, Found, bindings_of_definition, find_variable};
use crate::resolve::{self, What, definitions_of, facts, functions, resource_types};
use crate::scopes::{BindingKind, file_scopes};

/// Variables that each definition has for itself.
const OWN_VARIABLES: &[&str] = &["title", "name", "module_name", "caller_module_name"];

pub fn symbol_at(db: &dyn Db, file: FileInput, offset: u32) -> Option<SymbolAt> {
    if !document_kind(db, file).is_source() && outer::has_mentions(db, file) {
        return outer::symbol_at(db, file, offset);
    }
    let mention = mention_at(db, file, offset)?;
    Some(SymbolAt { symbol: mention.symbol?, range: mention.range })
}

/// A name or variable of Puppet code, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentionAt {
    /// Nothing for a variable that nobody binds, as `$1`.
    pub symbol: Option<Symbol>,
    /// The variable as it is written, and the scope that it is used or bound in.
    pub variable: Option<(SmolStr, usize)>,
    pub place: ExprId,
    pub range: TextRange,
}

/// Returns what Puppet code mentions at an offset.
pub fn mention_at(db: &dyn Db, file: FileInput, offset: u32) -> Option<MentionAt> {
    let at = resolve::at(db, file, offset)?;
    let environment = queries::environment_of(db, file);
    let (symbol, variable) = match at.what {
        What::Variable { name, scope } => (of_variable(db, environment, file, scope, &name), Some((name, scope))),
        What::Name(name) => (of_name(db, environment, file, &name, at.place), None),
    };
    Some(MentionAt { symbol, variable, place: at.place, range: at.range })
}

/// What a variable means in a scope of a file.
pub fn of_variable(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    scope: usize,
    name: &str,
) -> Option<Symbol> {
    match find_variable(db, environment, file, scope, name) {
        Found::Bindings(bindings) => of_bindings(db, bindings),
        Found::Nothing | Found::NotCertain => {
            let plain = name.trim_start_matches("::");
            if OWN_VARIABLES.contains(&plain) {
                return Some(Symbol::OwnVariable { name: SmolStr::new(plain), file, scope });
            }
            let is_known = !plain.contains("::") && facts::is_top_scope_name(db, environment, plain);
            is_known.then(|| Symbol::Fact(SmolStr::new(plain)))
        }
    }
}

/// The symbol of variables that are bound.
pub fn of_bindings(db: &dyn Db, bindings: Vec<BindingIn>) -> Option<Symbol> {
    let first = bindings.first()?;
    let name = first.binding.name.clone();
    if first.binding.kind == BindingKind::Parameter
        && let Some((kind, owner)) = owner_of_parameter(&queries::program(db, first.file), first.binding.place)
    {
        return Some(Symbol::Parameter { kind, owner, name, bindings });
    }
    Some(Symbol::Variable { name, bindings })
}

/// The class or define that a parameter belongs to.
fn owner_of_parameter(program: &Program, place: ExprId) -> Option<(DefinitionKind, SmolStr)> {
    program.definitions.iter().find_map(|id| {
        let expr = program.expr(*id);
        let (kind, name) = match expr {
            Expr::Class(class) => (DefinitionKind::Class, &class.name),
            Expr::Define(define) => (DefinitionKind::Define, &define.name),
            _ => return None,
        };
        let is_own = parameters_of(expr).iter().any(|parameter| parameter.id == place);
        is_own.then(|| (kind, canonical_name(name)))
    })
}

fn of_name(db: &dyn Db, environment: EnvironmentInput, file: FileInput, name: &Name, place: ExprId) -> Option<Symbol> {
    match name {
        Name::Attribute { of, name } => Some(of_attribute(db, environment, file, of, name)),
        Name::HieraKey(key) => Some(of_key(db, environment, file, key)),
        Name::Resource { type_name, title, .. } => {
            Some(Symbol::Resource { type_name: type_name.clone(), title: title.clone() })
        }
        Name::Fact(name) => Some(Symbol::Fact(name.clone())),
        Name::ModuleFile { function, path } => module_file(db, environment, *function, path).map(Symbol::ModuleFile),
        Name::TemplateArgument { template, name } => {
            let file = module_file(db, environment, ModuleFileFunction::Template, template)?;
            template_parameter(db, file, name)
        }
        Name::VariableName(name) => {
            let scope = scope_of_place(db, file, place);
            of_variable(db, environment, file, scope, name)
        }
        Name::Tag(_)
        | Name::IncludedKey(_)
        | Name::DynamicKey(_)
        | Name::DynamicClass(_)
        | Name::DynamicAttributes(_) => None,
        Name::Definition(kind @ DefinitionKind::Node, name) => {
            Some(Symbol::Definition { kind: *kind, name: name.clone() })
        }
        Name::Definition(..)
        | Name::Class(_)
        | Name::ResourceType(_)
        | Name::Reference(_)
        | Name::Function(_)
        | Name::Defined(_) => {
            let defined = definitions_of(db, environment, file, name);
            if let Some(signature) = defined.first().and_then(|definition| definition.signature(db)) {
                return Some(Symbol::Definition { kind: signature.kind, name: signature.name });
            }
            without_definition(db, environment, name)
        }
    }
}

fn without_definition(db: &dyn Db, environment: EnvironmentInput, name: &Name) -> Option<Symbol> {
    match name {
        Name::Function(name) => Some(Symbol::Function(name.clone())),
        Name::ResourceType(name) => Some(Symbol::ResourceType(name.clone())),
        Name::Reference(name) => {
            let is_type = resource_types::builtin_type(db, environment, name).is_some()
                || resource_types::plugin_type(db, environment, name).is_some();
            Some(if is_type { Symbol::ResourceType(name.clone()) } else { Symbol::DataType(name.clone()) })
        }
        Name::Class(name) => Some(Symbol::Definition { kind: DefinitionKind::Class, name: name.clone() }),
        Name::Definition(kind, name) => Some(Symbol::Definition { kind: *kind, name: name.clone() }),
        Name::Defined(name) if functions::ruby_function(db, environment, name).is_some() => {
            Some(Symbol::Function(name.clone()))
        }
        _ => None,
    }
}

fn of_attribute(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    of: &AttributeOwner,
    name: &SmolStr,
) -> Symbol {
    let (kind, owner) = match of {
        AttributeOwner::Class(owner) => (DefinitionKind::Class, owner),
        AttributeOwner::ResourceType(owner) => (DefinitionKind::Define, owner),
    };
    for definition in find_definitions(db, environment, file, kind, owner) {
        if let Some(symbol) = parameter_of(db, definition, name) {
            return symbol;
        }
    }
    Symbol::Attribute { of: of.clone(), name: name.clone() }
}

/// A parameter of a class or define, by name.
pub fn parameter_of(db: &dyn Db, definition: DefinitionRef, name: &str) -> Option<Symbol> {
    let signature = definition.signature(db)?;
    signature.parameter(name)?;
    let mut bindings = bindings_of_definition(db, definition, name);
    bindings.retain(|binding| binding.binding.kind == BindingKind::Parameter);
    if bindings.is_empty() {
        return None;
    }
    Some(Symbol::Parameter { kind: signature.kind, owner: signature.name, name: SmolStr::new(name), bindings })
}

/// The parameter that a key of data sets, else the key itself.
pub fn of_key(db: &dyn Db, environment: EnvironmentInput, file: FileInput, key: &str) -> Symbol {
    if let Some((class, parameter)) = key.rsplit_once("::") {
        for definition in find_definitions(db, environment, file, DefinitionKind::Class, class) {
            if let Some(symbol) = parameter_of(db, definition, parameter) {
                return symbol;
            }
        }
    }
    Symbol::HieraKey(SmolStr::new(key))
}

/// A parameter of a template.
pub fn template_parameter(db: &dyn Db, template: FileInput, name: &str) -> Option<Symbol> {
    let scopes = file_scopes(db, template);
    let bindings: Vec<BindingIn> = scopes
        .scopes
        .iter()
        .flat_map(|scope| &scope.bindings)
        .filter(|binding| binding.kind == BindingKind::Parameter && binding.name == name)
        .take(1)
        .map(|binding| BindingIn { file: template, binding: binding.clone() })
        .collect();
    (!bindings.is_empty()).then(|| Symbol::Variable { name: SmolStr::new(name), bindings })
}

/// The file that `module/path` means to a function.
pub fn module_file(
    db: &dyn Db,
    environment: EnvironmentInput,
    function: ModuleFileFunction,
    path: &str,
) -> Option<FileInput> {
    let (module, rest) = path.split_once('/')?;
    let module = *crate::definition_index::modules_by_name(db, environment).get(module)?;
    module.files(db).get(format!("{}/{rest}", function.folder()).as_str()).copied()
}

/// `module/path` as functions name a file of a module.
pub fn module_path(db: &dyn Db, file: FileInput) -> Option<SmolStr> {
    let FileOwner::Module { module, path } = file.owner(db) else { return None };
    let rest = path.strip_prefix("templates/").or_else(|| path.strip_prefix("files/"))?;
    Some(SmolStr::new(format!("{}/{rest}", module.name(db))))
}

/// The scope that an expression stands in.
pub fn scope_of_place(db: &dyn Db, file: FileInput, place: ExprId) -> usize {
    let scopes = file_scopes(db, file);
    let parents = queries::parents(db, file);
    parents.ancestors(place).find_map(|owner| scopes.scope_of_owner(owner)).unwrap_or(0)
}
