//! One compile from start to end, in Puppet's order: the environment's manifests, the node, the classifier's classes,
//! then collectors and defines in turn until nothing is left to do, then the finish.

use std::sync::Arc;

use indexmap::IndexMap;
use smol_str::SmolStr;

use super::resource_creation::ResourceType;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::builder::CatalogScope;
use crate::catalog::cycles::find_cycles;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::definition_name;
use crate::catalog::resource::{CodeOwner, Parameter};
use crate::catalog::{Resource, ResourceId, ResourceKind, Tags};
use crate::fast_hash::FastMap;
use crate::name_map::NameMap;
use crate::place::FileId;
use crate::request::Goal;
use crate::ruby::plugin_types::PluginType;
use crate::scope::ScopeId;
use crate::value::Value;

/// Rounds of collectors and defines after which Puppet gives up.
const MAX_ROUNDS: usize = 1000;

impl Interpreter<'_> {
    /// What every goal but `Goal::Lookup` asks for. The catalog is in the outcome whatever happens.
    pub(crate) fn run_catalog_goal(&mut self) -> Evaluated<()> {
        let result = self.compile_catalog();
        self.take_catalog();
        result
    }

    fn compile_catalog(&mut self) -> Evaluated<()> {
        self.builder.catalog.name = self.request.node_name.clone();
        self.builder.catalog.environment = self.request.environment.clone();
        let main = self.start_catalog()?;
        let request = self.request;
        for name in request.classification.classes.keys() {
            self.add_class_name(&definition_name(name));
        }
        let manifests = self.load_main_manifests()?;
        self.evaluate_settings_class()?;
        self.add_edge_to_stage(main)?;
        match &request.goal {
            Goal::Class(name) => {
                self.include_classes(std::slice::from_ref(name), ScopeId::TOP, None)?;
            }
            Goal::Define { name, title } => self.declare_define(name, title)?,
            Goal::Alone(alone) => self.evaluate_alone(alone)?,
            _ => {
                for code in manifests {
                    let root = code.program.root;
                    // The root of a manifest with one definition is that definition, which is not evaluated where it stands.
                    if !code.program.definitions.contains(&root) {
                        self.enter(&code, root);
                    }
                    self.evaluate(&code, ScopeId::TOP, root)?;
                }
                self.evaluate_node()?;
                self.add_classified_classes()?;
            }
        }
        if let Goal::Value(file) = request.goal {
            self.evaluate_value_file(file)?;
        }
        self.evaluate_generators()?;
        self.finish_catalog()
    }

    /// The file whose value is wanted, in the top scope after everything else.
    fn evaluate_value_file(&mut self, file: FileId) -> Evaluated<()> {
        let code = self.load_code(file)?;
        self.load_definitions(&code)?;
        let root = code.program.root;
        self.outcome.value = Some(self.evaluate(&code, ScopeId::TOP, root)?);
        Ok(())
    }

    /// The resources that every catalog has: the main stage, the settings, and the manifests themselves.
    pub(crate) fn start_catalog(&mut self) -> Evaluated<ResourceId> {
        let mut stage = self.new_resource(ResourceKind::Native, "Stage", "main", ScopeId::TOP, None);
        stage.tags = Tags::default();
        stage.tags.add("stage");
        let stage = self.builder.add(stage);
        self.builder.state_mut(stage).has_scope_tags = true;
        let settings = self.new_resource(ResourceKind::Class, "Class", "settings", ScopeId::TOP, None);
        let settings = self.builder.add(settings);
        self.builder.state_mut(settings).evaluated = true;
        self.builder.contain(stage, settings);
        self.add_class_name(&SmolStr::new_static("settings"));
        let mut main = self.new_resource(ResourceKind::Class, "Class", "", ScopeId::TOP, None);
        main.tags = Tags::default();
        main.tags.add("class");
        let main = self.builder.add(main);
        self.builder.state_mut(main).evaluated = true;
        let scope = CatalogScope { resource: Some(main), owner: CodeOwner::Main, ..CatalogScope::default() };
        self.builder.set_scope(ScopeId::TOP, scope);
        let variables = &mut self.scope_mut(ScopeId::TOP).variables;
        for name in ["title", "name"] {
            variables.get_or_insert_with(SmolStr::new_static(name), || "main".into());
        }
        Ok(main)
    }

    /// A class of the environment that is called `settings` takes the place of the built-in one.
    fn evaluate_settings_class(&mut self) -> Evaluated<()> {
        if !self.definitions.classes.contains_key("settings") {
            return Ok(());
        }
        let Some(settings) = self.builder.catalog.find("Class", "Settings") else {
            return Ok(());
        };
        self.builder.state_mut(settings).evaluated = false;
        self.evaluate_class(settings)
    }

    /// Reads the environment's manifests and makes everything known that they define. Gives their code in order.
    pub(crate) fn load_main_manifests(&mut self) -> Evaluated<Vec<Code>> {
        let mut manifests = Vec::new();
        for file in self.world.main_manifests() {
            manifests.push(self.load_code(file)?);
        }
        for code in &manifests {
            self.load_definitions(code)?;
        }
        Ok(manifests)
    }

    /// Classes of a node classifier: those with parameters are declared, the others included; both are evaluated with
    /// the defines.
    fn add_classified_classes(&mut self) -> Evaluated<()> {
        let request = self.request;
        let scope = self.builder.node_scope.unwrap_or(ScopeId::TOP);
        let (with, without): (Vec<_>, Vec<_>) = request
            .classification
            .classes
            .iter()
            .partition(|(_, parameters)| parameters.as_ref().is_some_and(|parameters| !parameters.is_empty()));
        for (name, parameters) in with {
            let Some(definition) = self.find_class(name)? else {
                self.missing_classified(name, parameters.as_ref())?;
                continue;
            };
            let mut resource = self.new_resource(ResourceKind::Class, "Class", &definition.name, scope, None);
            resource.declared_by = CodeOwner::Class(definition.name.clone());
            let set_by = resource.declared_by.clone();
            for (name, value) in parameters.iter().flatten() {
                let parameter = Parameter { value: value.clone(), place: None, set_by: set_by.clone() };
                self.set_parameter(&mut resource, name.clone(), parameter)?;
            }
            self.add_defaults(&mut resource, scope)?;
            self.ensure_parents(&definition, scope)?;
            self.builder.tags.merge(&resource.tags);
            self.add_resource(resource, scope)?;
        }
        let mut names = Vec::new();
        for (name, _) in without {
            if self.find_class(name)?.is_none() {
                self.missing_classified(name, None)?;
                continue;
            }
            names.push(name.clone());
        }
        self.add_classes(&names, scope, None).map(|_| ())
    }

    fn missing_classified(&mut self, name: &SmolStr, given: Option<&IndexMap<SmolStr, Value>>) -> Evaluated<()> {
        let scope = self.builder.node_scope.unwrap_or(ScopeId::TOP);
        let parameter = |value: &Value| Parameter {
            value: value.clone(),
            place: None,
            set_by: CodeOwner::Class(definition_name(name)),
        };
        let mut parameters = NameMap::new();
        parameters.extend(given.into_iter().flatten().map(|(name, value)| (name.clone(), parameter(value))));
        if self.declare_missing_class(name, parameters, scope, None, None)?.is_some() {
            return Ok(());
        }
        let node = self.request.node_name.clone();
        self.raise_at(CatalogIssue::CouldNotFindClass { name: name.clone(), node }, None)
    }

    /// Collectors, then defines, again and again until neither does anything.
    fn evaluate_generators(&mut self) -> Evaluated<()> {
        for _ in 0..=MAX_ROUNDS {
            let collected = self.evaluate_collectors()?;
            let evaluated = self.evaluate_unevaluated()?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        self.raise_at(CatalogIssue::TooManyRounds, None)
    }

    /// Moves the catalog into the outcome, containment in the order of what is contained.
    fn take_catalog(&mut self) {
        let mut catalog = std::mem::take(&mut self.builder.catalog);
        let mut plugins: FastMap<SmolStr, Option<Arc<PluginType>>> = FastMap::default();
        for resource in &mut catalog.resources {
            let plugin = (resource.kind == ResourceKind::Native).then(|| {
                let find = || match self.find_resource_type(&resource.type_name.to_ascii_lowercase()) {
                    Ok(Some(ResourceType::Plugin(plugin))) => Some(plugin),
                    _ => None,
                };
                plugins.entry(resource.type_name.clone()).or_insert_with(find).clone()
            });
            let plugin = plugin.flatten();
            if let Some(plugin) = &plugin {
                forget_names_of_title(resource, plugin);
            }
            resource.finish_parameters(plugin.as_ref().map(|plugin| &plugin.info));
        }
        catalog.edges.sort_by_key(|(_, content)| *content);
        catalog.cycles = find_cycles(&catalog, &|| self.world.checkpoint());
        self.outcome.catalog = Some(catalog);
    }
}

/// Where titles are read by code that cannot be run here, the attributes that they stand for are unknown.
fn forget_names_of_title(resource: &mut Resource, plugin: &PluginType) {
    if plugin.computed_patterns.is_none() {
        return;
    }
    let reason = format!("the title patterns of {} are computed in Ruby", plugin.info.name);
    for name in &plugin.info.namevars {
        let value = Value::unknown(reason.clone(), resource.place);
        let parameter = Parameter { value, place: None, set_by: Default::default() };
        resource.parameters.get_or_insert_with(SmolStr::new(name), || parameter);
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::LimitReached;
    use crate::request::{Goal, Request};
    use crate::{MemoryWorld, Outcome, compile};

    fn outcome(code: &str, change: impl FnOnce(&mut Request)) -> Outcome {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let mut request = Request::catalog("node.example.com");
        change(&mut request);
        compile(&world, &request)
    }

    fn references(outcome: &Outcome) -> Vec<String> {
        let catalog = outcome.catalog.as_ref().expect("there is always a catalog");
        catalog.realized().map(|(_, resource)| resource.to_string()).skip(3).collect()
    }

    #[test]
    fn a_flood_of_messages_is_cut() {
        let outcome = outcome("Integer[1, 100100].each |$x| { notice($x) }", |_| {});
        assert_eq!(outcome.logs.len(), crate::limits::MAX_LOG_ENTRIES + 1);
        assert!(outcome.logs.last().is_some_and(|last| last.message.text().contains("the rest is left out")));
    }

    #[test]
    fn one_class_alone_leaves_the_manifest_out() {
        let code = "notify { 'top': } class c($p = 1) { notify { \"c ${p}\": } }";
        let found = outcome(code, |request| request.goal = Goal::Class("c".into()));
        assert!(found.is_ok(), "{:?}", found.errors);
        assert_eq!(references(&found), ["Class[C]", "Notify[c 1]"]);
    }

    #[test]
    fn one_define_alone_has_the_title_that_was_asked_for() {
        let code = "notify { 'top': } define d { notify { \"d ${title}\": } }";
        let found = outcome(code, |request| {
            request.goal = Goal::Define { name: "d".into(), title: "x".into() };
        });
        assert_eq!(references(&found), ["D[x]", "Notify[d x]"]);
    }

    #[test]
    fn an_error_leaves_what_there_was() {
        let found = outcome("notify { 'a': } fail('stop') notify { 'b': }", |_| {});
        assert_eq!(found.errors.len(), 1);
        assert_eq!(references(&found), ["Notify[a]"]);
    }

    #[test]
    fn classes_that_inherit_in_a_circle_are_an_error() {
        let found = outcome("class a inherits b { } class b inherits a { } include a", |_| {});
        assert_eq!(found.errors[0].message().text(), "A class cannot inherit from itself: a inherits b inherits a");
    }

    #[test]
    fn a_define_that_declares_more_of_itself_ends() {
        let found = outcome("define d { d { \"${title} x\": } } d { 'x': }", |_| {});
        assert_eq!(
            found.errors[0].message().text(),
            "Somehow looped more than 1000 times while evaluating host catalog"
        );
    }

    #[test]
    fn too_many_resources_end_in_a_limit() {
        let code = "range(1, 50).each |$n| { notify { \"n${n}\": } }";
        let found = outcome(code, |request| request.limits.resources = 20);
        assert_eq!(found.limit, Some(LimitReached::Resources(20)));
        assert_eq!(references(&found).len(), 17);
    }

    #[test]
    fn values_that_nest_too_deep_end_in_a_limit() {
        for wrap in ["{ 'k' => $memo }", "[$memo]", "[] << $memo", "slice([$memo], 1)", "Sensitive([$memo])"] {
            let code = format!("range(1, 1000).reduce(1) |$memo, $i| {{ {wrap} }}");
            let found = outcome(&code, |_| {});
            assert_eq!(found.limit, Some(LimitReached::ValueNesting(200)), "{wrap}");
        }
        let types = outcome("range(1, 1000).reduce(Integer) |$memo, $i| { Array[$memo] }", |_| {});
        assert_eq!(types.limit, Some(LimitReached::ValueNesting(200)));
        let shared = outcome("range(1, 100).reduce([1]) |$memo, $i| { [$memo, $memo] }", |request| {
            request.limits.steps = 10_000;
        });
        assert_eq!(shared.limit, Some(LimitReached::Steps(10_000)));
    }

    #[test]
    fn too_many_relationships_end_in_a_limit() {
        let code = "range(1, 50).each |$n| { notify { \"n${n}\": } } Notify<| |> -> Notify<| |>";
        let found = outcome(code, |request| request.limits.relationships = 100);
        assert_eq!(found.limit, Some(LimitReached::Relationships(100)));
    }

    #[test]
    fn an_unknown_title_does_not_stop_the_compile() {
        let code = "notify { $settings::vardir: } notify { 'b': message => $settings::vardir }";
        let found = outcome(code, |_| {});
        assert!(found.is_ok(), "{:?}", found.errors);
        assert!(references(&found).contains(&"Notify[b]".to_string()));
    }
}
