//! Capitalised names: built-in types, type aliases of the environment and modules, resource types.

use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;
use syntax::program::{HashEntry, TypeAlias};
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::names::{capitalized, definition_name};
use crate::edition::Rule;
use crate::error::{Issue, NO_CODE, RuntimeError};
use crate::fast_hash::{FastMap, FastSet};
use crate::functions;
use crate::hiera::lookup_context;
use crate::message::Message;
use crate::outcome::MissingKind;
use crate::place::{FileId, Place, PlaceStyle};
use crate::request::MissingNames;
use crate::scope::ScopeId;
use crate::types::{self, AliasType, Type, definitions, literal_type};
use crate::value::{HashEntries, Value};

#[derive(Debug, Default)]
pub struct TypeNames {
    /// By lower-case name.
    aliases: FastMap<SmolStr, AliasDefinition>,
    /// Names that no file defines.
    missing: FastSet<SmolStr>,
    /// Aliases whose type is being evaluated: unknown names in them are no errors.
    resolving: u32,
}

#[derive(Clone, Debug)]
struct AliasDefinition {
    code: Code,
    definition: ExprId,
    type_expression: ExprId,
    state: AliasState,
}

#[derive(Clone, Debug)]
enum AliasState {
    Unresolved,
    /// The alias, which may refer to itself while it is being resolved.
    Resolving(Arc<AliasType>),
    Resolved(Type),
}

/// A function or type that is defined twice.
#[derive(Clone, Debug)]
pub struct Redefinition {
    pub kind: &'static str,
    pub name: SmolStr,
    pub first: Option<Place>,
}

impl Issue for Redefinition {
    fn code(&self) -> &'static str {
        NO_CODE
    }

    fn message(&self) -> Message {
        let entity = format!("http://puppet.com/2016.1/runtime/{}/{}", self.kind, self.name);
        match self.first {
            Some(first) => Message::from(format!("Attempt to redefine entity '{entity}'. Originally set at "))
                .then_place(first, PlaceStyle::Short)
                .then("."),
            None => format!("Attempt to redefine entity '{entity}'. Set at unknown location").into(),
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn add_type_alias(&mut self, code: &Code, definition: ExprId, alias: &TypeAlias) -> Evaluated<()> {
        let name = SmolStr::new(alias.name.trim_start_matches("::").to_ascii_lowercase());
        let known = self.type_names.aliases.get(&name).map(|known| known.code.place(known.definition));
        if known.is_some() || types::is_builtin_name(&name) || self.available_builtin(&name).is_some() {
            let issue = Redefinition { kind: "type", name, first: known };
            return self.fail(issue, code.place(definition));
        }
        self.type_names.missing.remove(&name);
        self.type_names.aliases.insert(
            name,
            AliasDefinition {
                code: code.clone(),
                definition,
                type_expression: alias.type_expression,
                state: AliasState::Unresolved,
            },
        );
        Ok(())
    }

    pub(super) fn is_type_alias(&self, name: &str) -> bool {
        self.type_names.aliases.contains_key(name)
    }

    /// `Name` as an expression.
    pub(super) fn evaluate_type_name(&mut self, code: &Code, expr: ExprId, name: &str) -> Evaluated<Value> {
        let name = if name.starts_with(':') { name.trim_start_matches("::") } else { name };
        match self.type_named(name)? {
            None if self.type_names.resolving > 0
                && self.accept_missing(MissingKind::DataType, name, Some(code.place(expr))).is_some() =>
            {
                Ok(Value::Type(Type::Any))
            }
            Some(Type::TypeReference(_)) | None if self.type_names.resolving > 0 => {
                Ok(Value::Type(Type::TypeReference(SmolStr::new(name))))
            }
            Some(Type::TypeReference(name)) => {
                self.fail(ExpressionIssue::UnknownResourceType { name: name.to_string() }, code.place(expr))
            }
            Some(found) => Ok(Value::Type(found)),
            None if self.rules.holds(Rule::UnknownTypesAreTypes) => Ok(Value::Type(types::undefined(name))),
            None => match self.missing_value(MissingKind::DataType, name, code.place(expr)) {
                Some(unknown) => Ok(unknown),
                None => self.fail(ExpressionIssue::UnknownResourceType { name: name.to_string() }, code.place(expr)),
            },
        }
    }

    /// A name before `[…]` or the attributes of a default: where nothing defines it and that is no error, it stands for resources.
    pub(super) fn missing_reference(&mut self, code: &Code, expr: ExprId) -> Evaluated<Option<Value>> {
        let Expr::QualifiedReference(name) = code.program.expr(expr) else { return Ok(None) };
        if self.request.missing == MissingNames::AreErrors || self.type_named(name.trim_start_matches("::"))?.is_some()
        {
            return Ok(None);
        }
        let missing = self.accept_missing(MissingKind::ResourceType, name, Some(code.place(expr)));
        Ok(missing.map(|_| Value::Type(Type::resource(&capitalized(&definition_name(name)), None))))
    }

    /// Runs something in which, where it is wanted, unknown type names are references and no errors.
    pub(super) fn with_lenient_type_names<T>(
        &mut self,
        lenient: bool,
        run: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        self.type_names.resolving += u32::from(lenient);
        let result = run(self);
        self.type_names.resolving -= u32::from(lenient);
        result
    }

    /// The type of this name: built in, an alias, or a resource type.
    pub fn type_named(&mut self, name: &str) -> Evaluated<Option<Type>> {
        if let Some(found) = self.builtin_type(name) {
            return Ok(Some(found));
        }
        let lower = SmolStr::new(name.to_ascii_lowercase());
        if let Some(found) = self.alias_named(&lower)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.member_of_type_set(&lower)? {
            return Ok(Some(found));
        }
        if self.is_resource_type(&lower)? {
            return Ok(Some(Type::resource(&capitalized(&lower), None)));
        }
        Ok(None)
    }

    fn builtin_type(&self, name: &str) -> Option<Type> {
        // Only types of functions have it in them; no program can name it.
        if name.eq_ignore_ascii_case("unit") {
            return None;
        }
        if name.eq_ignore_ascii_case(lookup_context::TYPE_NAME) {
            return Some(lookup_context::context_type());
        }
        if self.rules.holds(Rule::HashTypeOfOneParameter) {
            match name.to_ascii_lowercase().as_str() {
                "literal" => return Some(literal_type()),
                "array" => return Some(Type::array_of(Type::Data)),
                "hash" => return Some(Type::hash_of(literal_type(), Type::Data)),
                _ => {}
            }
        }
        if name.eq_ignore_ascii_case("number") && self.rules.holds(Rule::UnknownTypesAreTypes) {
            return Some(Type::Numeric);
        }
        types::named(name)
    }

    /// Whether resources of this (lower-case) type can be declared: built in, of a plugin, or a define.
    pub(crate) fn is_resource_type(&mut self, name: &str) -> Evaluated<bool> {
        Ok(name == "node"
            || self.available_builtin(name).is_some()
            || self.world.plugin_resource_type(name).is_some()
            || self.find_define(name)?.is_some())
    }

    fn alias_named(&mut self, name: &SmolStr) -> Evaluated<Option<Type>> {
        if let Some(AliasDefinition { state: AliasState::Resolved(resolved), .. }) = self.type_names.aliases.get(name) {
            return Ok(Some(resolved.clone()));
        }
        if !self.type_names.aliases.contains_key(name) {
            if self.type_names.missing.contains(name) {
                return Ok(None);
            }
            self.load_type(name)?;
        }
        let Some(definition) = self.type_names.aliases.get(name).cloned() else {
            // Where the environment has no stdlib, its types are known all the same.
            if let Some(found) = crate::functions::stdlib::types::named(name) {
                return Ok(Some(found));
            }
            self.type_names.missing.insert(name.clone());
            return Ok(None);
        };
        match definition.state {
            AliasState::Resolved(resolved) => Ok(Some(resolved)),
            AliasState::Resolving(alias) => Ok(Some(Type::Alias(alias))),
            AliasState::Unresolved => self.resolve_alias(name, &definition).map(Some),
        }
    }

    fn resolve_alias(&mut self, key: &SmolStr, definition: &AliasDefinition) -> Evaluated<Type> {
        let name = match definition.code.program.expr(definition.definition) {
            Expr::TypeAlias(alias) => SmolStr::new(alias.name.trim_start_matches("::")),
            _ => key.clone(),
        };
        let alias = Arc::new(AliasType { name: name.clone(), resolved: OnceLock::new() });
        self.set_alias_state(key, AliasState::Resolving(alias.clone()));
        let result = self.with_lenient_type_names(true, |this| this.aliased_type(&name, definition));
        let resolved = match result {
            Ok(resolved @ (Type::Object(_) | Type::TypeSet(_))) if has_name(&resolved, &name) => {
                // The alias may stand inside the definition itself.
                alias.resolved.get_or_init(|| resolved.clone());
                resolved
            }
            Ok(resolved) => {
                alias.resolved.get_or_init(|| definitions::without_itself(&name, &resolved.normalize()));
                let resolved = Type::Alias(alias);
                if !definitions::is_real(&resolved) {
                    self.set_alias_state(key, AliasState::Unresolved);
                    return self.raise(RuntimeError(format!("Type alias '{name}' cannot be resolved to a real type")));
                }
                resolved
            }
            Err(interrupt) => {
                self.set_alias_state(key, AliasState::Unresolved);
                return Err(interrupt);
            }
        };
        self.set_alias_state(key, AliasState::Resolved(resolved.clone()));
        Ok(resolved)
    }

    /// What stands to the right of `type Name =`. Objects and type sets get the name.
    fn aliased_type(&mut self, name: &SmolStr, definition: &AliasDefinition) -> Evaluated<Type> {
        let code = &definition.code;
        if let Expr::Access { left, keys } = code.program.expr(definition.type_expression)
            && let (Expr::QualifiedReference(base), [initializer]) = (code.program.expr(*left), keys.as_slice())
            && matches!(base.as_str(), "Object" | "TypeSet")
        {
            let initializer = match code.program.expr(*initializer) {
                Expr::Hash(entries) if base == "TypeSet" => self.type_set_initializer(code, entries)?,
                _ => self.evaluate(code, ScopeId::TOP, *initializer)?,
            };
            if initializer.first_unknown().is_some() {
                return Ok(Type::Any);
            }
            let defined = if base == "Object" {
                types::definitions::object(Some(name), &initializer).map(|object| Type::Object(Arc::new(object)))
            } else {
                types::definitions::type_set(Some(name), &initializer).map(|set| Type::TypeSet(Arc::new(set)))
            };
            return match defined {
                Ok(defined) => {
                    self.check_type_set_references(name, &initializer)?;
                    Ok(defined)
                }
                Err(words) => self.raise(RuntimeError(words)),
            };
        }
        match self.evaluate(code, ScopeId::TOP, definition.type_expression)? {
            Value::Type(resolved) => Ok(resolved),
            Value::Unknown(_) => Ok(Type::Any),
            _ => {
                let place = code.place(definition.type_expression);
                self.fail(RuntimeError(format!("'{name}' does not evaluate to a type")), place)
            }
        }
    }

    /// In a type set the names of types and references are names, not types that exist.
    fn type_set_initializer(&mut self, code: &Code, entries: &[HashEntry]) -> Evaluated<Value> {
        let mut initializer = HashEntries::default();
        for entry in entries {
            let key = self.evaluate(code, ScopeId::TOP, entry.key)?;
            let value = match code.program.expr(entry.value) {
                Expr::Hash(named) => {
                    let mut members = HashEntries::default();
                    for member in named {
                        let name = match code.program.expr(member.key) {
                            Expr::QualifiedReference(name) => Value::String(name.clone()),
                            _ => self.evaluate(code, ScopeId::TOP, member.key)?,
                        };
                        members.insert(name, self.evaluate(code, ScopeId::TOP, member.value)?);
                    }
                    Value::Hash(Arc::new(members))
                }
                _ => self.evaluate(code, ScopeId::TOP, entry.value)?,
            };
            initializer.insert(key, value);
        }
        Ok(Value::Hash(Arc::new(initializer)))
    }

    /// Puppet resolves no references to the sets of other modules.
    fn check_type_set_references(&self, name: &str, initializer: &Value) -> Evaluated<()> {
        let Value::Hash(entries) = initializer else {
            return Ok(());
        };
        let Some(Value::Hash(references)) = entries.get(&Value::from("references")) else {
            return Ok(());
        };
        for reference in references.values() {
            let Value::Hash(reference) = reference else { continue };
            match reference.get(&Value::from("name")) {
                Some(Value::String(other)) if !other.eq_ignore_ascii_case("pcore") => {
                    return self.raise(RuntimeError(format!(
                        "TypeSet '{name}' reference to TypeSet named '{other}' cannot be resolved"
                    )));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A type of a type set: `Geo::Lat` of `type Geo = TypeSet[{ … }]`.
    fn member_of_type_set(&mut self, name: &SmolStr) -> Evaluated<Option<Type>> {
        let Some((set, member)) = name.rsplit_once("::") else {
            return Ok(None);
        };
        // Puppet finds the types of a set only where the set is a module's.
        if self.world.module_file(set, "types/init_typeset.pp").is_none() {
            return Ok(None);
        }
        match self.alias_named(&SmolStr::new(set))? {
            Some(Type::TypeSet(set)) => {
                Ok(set.types.iter().find(|(name, _)| name.eq_ignore_ascii_case(member)).map(|(_, found)| found.clone()))
            }
            _ => Ok(None),
        }
    }

    fn set_alias_state(&mut self, name: &SmolStr, state: AliasState) {
        if let Some(definition) = self.type_names.aliases.get_mut(name) {
            definition.state = state;
        }
    }

    /// Loads the file where Puppet looks for a type: `types/port.pp` of the module for `m::port`.
    fn load_type(&mut self, name: &SmolStr) -> Evaluated<()> {
        let file = match name.contains("::") {
            true => None,
            false => self.world.module_file(name, "types/init_typeset.pp"),
        };
        let Some(file) = file.or_else(|| self.file_of_name(name, "types")) else {
            return Ok(());
        };
        let code = self.load_code(file)?;
        let alias = code.program.definitions.iter().find_map(|definition| match code.program.expr(*definition) {
            Expr::TypeAlias(alias) => Some((*definition, alias.clone())),
            _ => None,
        });
        let Some((definition, alias)) = alias else {
            if matches!(code.program.expr(code.program.root), Expr::Nop) {
                let path = self.world.path(file);
                return self.raise(RuntimeError(format!(
                    "The code loaded from {path} does not define the type '{name}' - it is empty."
                )));
            }
            return Ok(());
        };
        let actual = alias.name.trim_start_matches("::");
        if !actual.eq_ignore_ascii_case(name) {
            let path = self.world.path(file);
            return self.raise(RuntimeError(format!(
                "The code loaded from {path} produced type with the wrong name, expected '{name}', actual '{actual}'"
            )));
        }
        self.add_type_alias(&code, definition, &alias)
    }

    /// The file of a module or, for a name without one, of the environment that defines a function or type.
    pub(super) fn file_of_name(&self, name: &str, folder: &str) -> Option<FileId> {
        match name.split_once("::") {
            // The environment's own keep the whole name in their path.
            Some((functions::ENVIRONMENT, _)) => {
                self.world.environment_file(&format!("{folder}/{}.pp", name.replace("::", "/")))
            }
            Some((module, rest)) => self.world.module_file(module, &format!("{folder}/{}.pp", rest.replace("::", "/"))),
            None => self.world.environment_file(&format!("{folder}/{name}.pp")),
        }
    }
}

/// An object type or type set that was defined under this name.
fn has_name(defined: &Type, name: &str) -> bool {
    match defined {
        Type::Object(object) => object.name.as_deref() == Some(name),
        Type::TypeSet(set) => set.name.as_deref() == Some(name),
        _ => false,
    }
}
