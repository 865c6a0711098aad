//! A class, define or function that is evaluated alone, as hover shows what nothing in the catalog leads to: arguments, required
//! parameters and titles that nobody gives are unknown, and all else is evaluated as ever.

use std::sync::Arc;

use smol_str::SmolStr;

use super::definitions::Definition;
use super::lambdas::Owner;
use super::puppet_functions::PuppetFunction;
use super::resource_creation::Declaration;
use super::{Evaluated, Interpreter, Interrupt};
use crate::catalog::ResourceId;
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::observation::ParameterSource;
use crate::place::Place;
use crate::request::{Alone, Goal};
use crate::scope::{ScopeId, ScopeKind};
use crate::types::{Type, is_assignable};
use crate::value::Value;

/// What stands for a title that is not known where a resource is named.
const UNKNOWN_TITLE: &str = "…";

impl Interpreter<'_> {
    fn is_alone(&self) -> bool {
        matches!(self.request.goal, Goal::Alone(_))
    }

    pub(super) fn evaluate_alone(&mut self, alone: &Alone) -> Evaluated<()> {
        match alone {
            Alone::Class(name) => self.include_classes(std::slice::from_ref(name), ScopeId::TOP, None).map(|_| ()),
            Alone::Define(name) => self.declare_untitled(name),
            Alone::Function(name) => self.evaluate_function_alone(name),
        }
    }

    /// What match variables are where no match is in force: undef, unless a class or define is evaluated alone that sees the
    /// matches around its declaration.
    pub(super) fn match_outside(&self, scope: ScopeId) -> Value {
        let goal = &self.request.goal;
        if !matches!(goal, Goal::Class(_) | Goal::Define { .. } | Goal::Alone(Alone::Class(_) | Alone::Define(_)))
            || self.rules.holds(Rule::MatchesEndAtDefinitions)
        {
            return Value::Undef;
        }
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if matches!(scope.kind, ScopeKind::Function(_)) {
                return Value::Undef;
            }
            next = scope.parent;
        }
        Value::unknown("a match where it is declared may set it", None)
    }

    /// Declares one resource of a define in the top scope.
    pub(super) fn declare_define(&mut self, name: &SmolStr, title: &SmolStr) -> Evaluated<()> {
        let declaration = Declaration { scope: ScopeId::TOP, place: None, is_virtual: false, is_exported: false };
        self.create_resources(name, std::slice::from_ref(title), Default::default(), declaration, &mut Vec::new())
    }

    /// The same with a title of which nothing is known.
    fn declare_untitled(&mut self, name: &SmolStr) -> Evaluated<()> {
        self.declare_define(name, &SmolStr::new_static(UNKNOWN_TITLE))?;
        let unknown = self.unknown(format!("{name} is evaluated alone, without a title"), None);
        if let Some(resource) = self.builder.catalog.resources.last_mut() {
            resource.title_value = Some(unknown.known_as_text());
        }
        Ok(())
    }

    /// Gives an unknown value to the parameters that have to be given and are not, of what is evaluated alone and of the
    /// classes that it includes: whoever declares them sees to it.
    pub(super) fn bind_unknown_parameters(&mut self, definition: &Arc<Definition>, id: ResourceId) -> Evaluated<()> {
        if !self.is_alone() || self.builder.catalog.get(id).place.is_some() {
            return Ok(());
        }
        for (index, parameter) in definition.parameters().iter().enumerate() {
            let is_given = self.builder.catalog.get(id).parameters.contains_key(&parameter.name);
            if parameter.default.is_some() || is_given {
                continue;
            }
            let declared = definition.parameter_types.get(index).map(|declared| &declared.parameter_type);
            let place = definition.code.place(parameter.id);
            let value = self.unknown_argument(&parameter.name, &definition.name, declared, place);
            self.observe_parameter(&definition.code, parameter, &value, ParameterSource::Nothing);
            self.set_bound_parameter(id, &parameter.name, value)?;
        }
        Ok(())
    }

    /// The value of an argument that nobody gives; a string where its type says so.
    fn unknown_argument(&mut self, parameter: &str, owner: &str, declared: Option<&Type>, place: Place) -> Value {
        let unknown =
            self.unknown(format!("{owner} is evaluated alone, and ${parameter} has to be given"), Some(place));
        match declared.is_some_and(|declared| is_assignable(&Type::String(None), declared)) {
            true => unknown.known_as_text(),
            false => unknown,
        }
    }

    /// Calls a function with arguments of which nothing is known.
    fn evaluate_function_alone(&mut self, name: &str) -> Evaluated<()> {
        let Some(function) = self.find_puppet_function(name)? else {
            return self.raise(RuntimeError(format!("Unknown function: '{name}'.")));
        };
        if self.is_broken(&function.code, function.place().expr) {
            self.leave_out(&function.code, function.place().expr);
            return Ok(());
        }
        self.with_frame(|| format!("function {name}"), None, |this| this.run_function_alone(&function))
    }

    fn run_function_alone(&mut self, function: &Arc<PuppetFunction>) -> Evaluated<()> {
        let scope = self.new_scope(ScopeKind::Function(function.name.clone()), Some(ScopeId::TOP));
        self.scope_mut(scope).module = function.module.clone();
        self.enter(&function.code, function.place().expr);
        self.bind_function_alone(function, scope)?;
        let body = self.single_statement(&function.code, function.definition().body);
        match self.evaluate(&function.code, scope, body) {
            Ok(_) => Ok(()),
            Err(interrupt) => match *interrupt {
                Interrupt::Return(..) | Interrupt::Next(..) => Ok(()),
                other => Err(Box::new(other)),
            },
        }
    }

    fn bind_function_alone(&mut self, function: &Arc<PuppetFunction>, scope: ScopeId) -> Evaluated<()> {
        let (code, parameters) = (&function.code, &function.definition().parameters);
        let owner = Owner::Function(function.name.clone());
        for (index, parameter) in parameters.iter().enumerate() {
            let place = code.place(parameter.id);
            let (value, source) = if let Some(found) = self.data_for_parameter(code, parameter, scope, &owner)? {
                found
            } else if parameter.default.is_some() {
                (self.evaluate_default(code, parameters, index, scope, &owner)?, ParameterSource::Default)
            } else {
                let declared = self.parameter_type(code, parameter, scope)?;
                let declared = Some(&declared).filter(|_| !parameter.captures_rest);
                let value = self.unknown_argument(&parameter.name, &function.name, declared, place);
                (value, ParameterSource::Nothing)
            };
            self.bind_parameter(code, parameter, value, source, scope, place)?;
        }
        self.end_binding(code, parameters, 0, scope, &owner)
    }
}

#[cfg(test)]
mod tests {
    use crate::observation::Probes;
    use crate::request::{Alone, Goal, Request};
    use crate::value::to_source_string;
    use crate::{MemoryWorld, Outcome, compile};

    fn alone(code: &str, alone: Alone) -> (MemoryWorld, Outcome) {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let mut request = Request::catalog("node.example.com");
        request.goal = Goal::Alone(alone);
        request.probes = Probes::Everything;
        let outcome = compile(&world, &request);
        assert!(outcome.is_ok(), "{:?}", outcome.errors);
        (world, outcome)
    }

    /// The values that were seen on a line, `?` for unknown ones.
    fn values((world, outcome): &(MemoryWorld, Outcome), line: u32) -> Vec<String> {
        let mut seen: Vec<(u32, String)> = Vec::new();
        for (place, observed) in &outcome.observations.at {
            let Some(found) = world.describe(*place) else { continue };
            let (at, column) = (found.line, found.column);
            let values = observed.values.iter().map(|seen| match seen.value.first_unknown() {
                Some(_) => "?".to_string(),
                None => to_source_string(&seen.value),
            });
            seen.extend(values.filter(|_| at == line).map(|value| (column, value)));
        }
        seen.sort();
        seen.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn a_required_parameter_of_a_class_is_unknown() {
        let code = "class c($a,\n$b = 2,\n$d = \"x${a}\") inherits p {\n$e = $b + 1\n}\nclass p($f) { }";
        let seen = alone(code, Alone::Class("c".into()));
        assert_eq!(values(&seen, 1), ["?"]);
        assert_eq!(values(&seen, 2), ["2"]);
        assert_eq!(values(&seen, 3), ["?", "?"]);
        assert_eq!(values(&seen, 4), ["3", "2"]);
        assert_eq!(values(&seen, 6), ["?"]);
    }

    #[test]
    fn a_class_that_is_declared_without_what_it_needs_still_fails() {
        let world = MemoryWorld::new().with_file("manifests/site.pp", "class c { class { 'd': } }\nclass d($x) { }");
        let mut request = Request::catalog("node.example.com");
        request.goal = Goal::Alone(Alone::Class("c".into()));
        let outcome = compile(&world, &request);
        assert!(outcome.errors[0].message().text().contains("expects a value for parameter 'x'"));
    }

    #[test]
    fn the_title_of_a_define_is_unknown() {
        let code =
            "define d($p = 5, $q) {\n$t = $title\n$n = $name\n'x' =~ /x/\n$title =~ /(.)/\n$m = $1\n$v = \"v${p}\"\n}";
        let seen = alone(code, Alone::Define("d".into()));
        assert_eq!(values(&seen, 1), ["5", "?"]);
        for line in [2, 3, 5, 6] {
            assert!(values(&seen, line).iter().all(|value| value == "?"), "{line}: {:?}", values(&seen, line));
        }
        assert_eq!(values(&seen, 7), ["'v5'", "5"]);
    }

    #[test]
    fn a_function_gets_unknown_arguments() {
        let code = "function f(String $a,\n$b = 2 * 3,\n*$c) {\nif $a { notice($b) }\n$x = $c\nreturn($b)\n}";
        let seen = alone(code, Alone::Function("f".into()));
        assert_eq!(values(&seen, 1), ["?"]);
        assert_eq!(values(&seen, 2), ["6"]);
        assert_eq!(values(&seen, 3), ["?"]);
        assert!(values(&seen, 4).contains(&"6".to_string()), "a string is true: {:?}", values(&seen, 4));
        assert_eq!(values(&seen, 5), ["?", "?"]);
    }
}
