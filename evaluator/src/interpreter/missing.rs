//! Names that nothing here defines: classes, resource types, functions and data types of modules that lie elsewhere. Where the request
//! takes them as unknown, each is listed in the outcome and the evaluation goes on; else they are Puppet's errors.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::catalog::names::{class_title, definition_name};
use crate::catalog::resource::{CodeOwner, Parameter};
use crate::catalog::{ResourceId, ResourceKind};
use crate::fast_hash::FastMap;
use crate::name_map::NameMap;
use crate::outcome::{MissingKind, MissingName};
use crate::place::Place;
use crate::request::MissingNames;
use crate::scope::{ScopeId, ScopeKind};
use crate::value::{UnknownReason, Value};

/// Classes that inherit one that is not here, with its name.
pub type Heirs = FastMap<SmolStr, SmolStr>;

impl Interpreter<'_> {
    /// Lists a name that nothing defines, where the request takes it as unknown. `None` where it is an error.
    pub(crate) fn accept_missing(
        &mut self,
        kind: MissingKind,
        name: &str,
        place: Option<Place>,
    ) -> Option<Arc<UnknownReason>> {
        if self.request.missing == MissingNames::AreErrors {
            return None;
        }
        let name = if kind == MissingKind::File { SmolStr::new(name) } else { definition_name(name) };
        if kind.may_declare() {
            self.skipped.anything();
        }
        let reason = format!("the {} {name} is not in the workspace", kind.words());
        let is_new = !self.outcome.missing.iter().any(|known| known.kind == kind && known.name == name);
        if is_new {
            self.outcome.missing.push(MissingName { kind, name, place });
        }
        match self.unknown(reason, place) {
            Value::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// The value of something that nothing defines; `None` where it is an error.
    pub(crate) fn missing_value(&mut self, kind: MissingKind, name: &str, place: Place) -> Option<Value> {
        self.accept_missing(kind, name, Some(place)).map(Value::Unknown)
    }

    /// The content of a file of a module that is not here.
    pub(crate) fn missing_file(&mut self, path: &str, place: Place) -> Option<Value> {
        let module = path.split('/').next().filter(|module| !module.is_empty())?;
        if self.world.modules().iter().any(|known| known == module) {
            return None;
        }
        self.missing_value(MissingKind::File, path, place).map(Value::known_as_text)
    }

    /// Puts a class that nothing defines into the catalog, without any of what it would declare; `None` where it is an error.
    pub(crate) fn declare_missing_class(
        &mut self,
        name: &str,
        parameters: NameMap<Parameter>,
        scope: ScopeId,
        declared_at: Option<Place>,
        place: Option<Place>,
    ) -> Evaluated<Option<ResourceId>> {
        let Some(reason) = self.accept_missing(MissingKind::Class, name, place) else { return Ok(None) };
        let name = definition_name(name);
        if let Some(existing) = self.builder.catalog.find("Class", &class_title(&name)) {
            return Ok(Some(existing));
        }
        let mut resource = self.new_resource(ResourceKind::Class, "Class", &name, scope, declared_at);
        if declared_at.is_none() {
            resource.declared_by = CodeOwner::Class(name.clone());
        }
        for (parameter, value) in parameters {
            self.set_parameter(&mut resource, parameter, value)?;
        }
        resource.unknown_attributes = Some(reason);
        self.builder.tags.merge(&resource.tags);
        let id = self.add_resource(resource, scope)?;
        let state = self.builder.state_mut(id);
        state.evaluated = true;
        state.included_at = place;
        self.add_scope_tags(id);
        self.add_class_name(&name);
        self.add_edge_to_stage(id)?;
        Ok(Some(id))
    }

    /// A variable of a class that is not here, or that a class may inherit from such a one.
    pub(crate) fn variable_of_missing(&mut self, scope: ScopeId, name: &str, place: Place) -> Evaluated<Option<Value>> {
        if self.request.missing == MissingNames::AreErrors {
            return Ok(None);
        }
        let plain = name.trim_start_matches("::");
        let missing = match plain.rsplit_once("::") {
            Some((class, _)) if self.class_scopes.contains_key(class) => self.missing_heirs.get(class).cloned(),
            Some((class, _)) => self.find_class(class)?.is_none().then(|| SmolStr::new(class)),
            None => self.missing_parent_around(scope),
        };
        Ok(missing.and_then(|class| self.missing_value(MissingKind::Class, &class, place)))
    }

    fn missing_parent_around(&self, scope: ScopeId) -> Option<SmolStr> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let ScopeKind::Class(class) = &scope.kind
                && let Some(parent) = self.missing_heirs.get(class)
            {
                return Some(parent.clone());
            }
            next = scope.parent;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::outcome::Outcome;
    use crate::request::{MissingNames, Request};

    fn outcome(code: &str) -> Outcome {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let strict = crate::compile(&world, &Request::catalog("n"));
        assert!(!strict.errors.is_empty() && strict.missing.is_empty(), "Puppet refuses it: {code}");
        let mut request = Request::catalog("n");
        request.missing = MissingNames::AreUnknown;
        crate::compile(&world, &request)
    }

    #[track_caller]
    fn check(code: &str, missing: &[&str]) -> Vec<String> {
        let outcome = outcome(code);
        assert!(outcome.errors.is_empty(), "{code}: {:?}", outcome.errors);
        let found: Vec<String> =
            outcome.missing.iter().map(|name| format!("{} {}", name.kind.words(), name.name)).collect();
        assert_eq!(found, missing, "{code}");
        assert!(outcome.missing.iter().all(|name| name.place.is_some()), "{code}");
        let catalog = outcome.catalog.expect("a catalog");
        let own = catalog.realized().filter(|(_, resource)| !["main", "Main", "Settings"].contains(&&*resource.title));
        own.map(|(_, resource)| resource.to_string()).collect()
    }

    #[test]
    fn a_class_is_in_the_catalog_without_what_it_declares() {
        for declaration in ["include private::web", "class { 'private::web': port => 80 }", "contain '::Private::Web'"]
        {
            let code = format!("{declaration} notify {{ 'a': require => [Class['private::web'], File['/in/it']] }}");
            assert_eq!(check(&code, &["class private::web"]), ["Class[Private::Web]", "Notify[a]"]);
        }
    }

    #[test]
    fn its_variables_are_unknown_and_those_of_others_are_not() {
        check("include p::a if $p::a::x { notify { 'a': } }", &["class p::a"]);
        check("notify { 'a': message => $p::b::x }", &["class p::b"]);
        assert!(!outcome("include p::a class q {} notify { 'a': message => $q::x }").errors.is_empty());
    }

    #[test]
    fn a_parent_that_is_missing_may_set_anything() {
        let code = "class c inherits p::base { notify { 'a': message => $port } } include c";
        assert_eq!(check(code, &["class p::base"]), ["Class[P::Base]", "Class[C]", "Notify[a]"]);
    }

    #[test]
    fn resources_of_a_type_that_is_missing_are_there() {
        let code =
            "p::vhost { 'x': port => 80 } P::Vhost['x'] -> notify { 'a': } P::Vhost { ssl => true } P::Vhost <| |>";
        assert_eq!(check(code, &["resource type p::vhost"]), ["P::Vhost[x]", "Notify[a]"]);
    }

    #[test]
    fn functions_and_data_types_are_unknown() {
        check("notify { 'a': message => p::make(1) }", &["function p::make"]);
        check(
            "class c(P::Port $port = 1, Optional[P::Other] $o = undef) {} include c",
            &["type p::port", "type p::other"],
        );
        check("if 1 =~ P::Port { notify { 'a': } }", &["type p::port"]);
        check("type T = Variant[P::Port, String] class c(T $port = 1) {} include c", &["type p::port"]);
        check(
            "notify { 'a': message => epp('p/a.epp') } notify { 'b': message => template('p/b.erb') }",
            &["file p/a.epp", "file p/b.erb"],
        );
    }
}
