//! Compiles the catalogs of examples and keeps them: many examples of a group ask for the same one.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use analysis::Analysis;
use analysis::preview::example::ExampleQuestion;
use evaluator::catalog::{Catalog, Resource, ResourceId, ResourceKind, names};
use evaluator::node_facts::NodeFacts;
use evaluator::request::{Classification, Settings, Strictness};
use evaluator::resource_types;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;
use evaluator::value::Value;
use evaluator::{Outcome, Request};
use smol_str::SmolStr;

use super::Environment;
use super::facts::munged;
use super::paths;
use super::values::fingerprint;
use crate::language::host::SpecHost;
use crate::language::state::GroupKind;

/// Catalogs that one thread keeps at most.
const MOST_CATALOGS: usize = 400;

/// The catalogs and facts that one thread has made.
pub struct Catalogs {
    analysis: Analysis,
    compiled: RefCell<HashMap<u128, Rc<Compiled>>>,
    facts: RefCell<HashMap<u128, Arc<NodeFacts>>>,
    site: OnceCell<String>,
    namevars: RefCell<HashMap<SmolStr, Option<SmolStr>>>,
}

/// What came of compiling.
#[derive(Debug)]
pub struct Compiled {
    pub outcome: Arc<Outcome>,
    /// The message that Puppet would raise.
    pub error: Option<String>,
    /// Only exported resources count.
    pub exported: bool,
    /// The parameters that name resources of types that modules define; `None` where nobody can say.
    namevars: HashMap<SmolStr, Option<SmolStr>>,
}

impl Compiled {
    pub fn catalog(&self) -> Option<&Catalog> {
        self.outcome.catalog.as_ref()
    }

    /// Finds a resource by type and title as they are written in a spec.
    pub fn find(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        let catalog = self.catalog()?;
        let type_name = names::capitalized(type_name);
        let found = match type_name.as_str() {
            "Class" => catalog.find("Class", &names::class_title(title)),
            _ => catalog.find(&type_name, title),
        };
        found.filter(|id| self.has(*id))
    }

    /// Tells whether a resource is part of the catalogue that the example sees.
    pub fn has(&self, id: ResourceId) -> bool {
        self.catalog().is_some_and(|catalog| {
            let resource = catalog.get(id);
            if self.exported { resource.is_exported } else { !resource.is_virtual }
        })
    }

    /// Returns the parameter that names a resource; `None` where nobody can say.
    pub fn namevar(&self, resource: &Resource) -> Option<SmolStr> {
        if resource.kind != ResourceKind::Native {
            return Some(SmolStr::new_static("name"));
        }
        match resource_types::builtin(&resource.type_name) {
            Some(info) => info.namevars.first().map(SmolStr::new),
            None => self.namevars.get(&resource.type_name).cloned().flatten(),
        }
    }

    /// Returns why nothing can be said of it at all.
    pub fn unfinished(&self) -> Option<String> {
        if let Some(limit) = &self.outcome.limit {
            return Some(format!("a catalog that is not finished: {limit:?}"));
        }
        // Code of Ruby that is not understood might raise an error.
        let raising = self.outcome.unknowns.iter().find(|unknown| unknown.reason.contains("written in Ruby"))?;
        Some(format!("a catalog that may not compile: {}", raising.reason))
    }

    /// Returns why resources may be missing from it.
    pub fn undecided(&self) -> Option<String> {
        let undecided = self.outcome.possible.first()?;
        Some(format!("a catalog that depends on something unknown: {}", undecided.reason.reason))
    }

    /// Returns what is unknown in it.
    pub fn unknown(&self) -> Option<String> {
        let unknown = self.outcome.unknowns.first()?;
        Some(format!("a catalog with something unknown: {}", unknown.reason))
    }
}

impl Catalogs {
    pub fn new(analysis: Analysis) -> Self {
        Catalogs {
            analysis,
            compiled: RefCell::default(),
            facts: RefCell::default(),
            site: OnceCell::new(),
            namevars: RefCell::default(),
        }
    }

    pub fn known_facts(&self, key: u128) -> Option<Arc<NodeFacts>> {
        self.facts.borrow().get(&key).cloned()
    }

    pub fn keep_facts(&self, key: u128, facts: Arc<NodeFacts>) {
        self.facts.borrow_mut().insert(key, facts);
    }

    pub fn site_manifest(&self, environment: &Environment) -> String {
        let read = || {
            let paths = environment.glob("spec/fixtures/manifests/*.pp");
            paths.iter().filter_map(|path| environment.read_text(path)).collect::<Vec<_>>().join("\n")
        };
        self.site.get_or_init(read).clone()
    }

    /// Returns the parameters that name resources of types that modules define.
    fn namevars_of(&self, outcome: &Outcome) -> Result<HashMap<SmolStr, Option<SmolStr>>, String> {
        let mut found = HashMap::new();
        let resources = outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
        for resource in resources.filter(|resource| resource.kind == ResourceKind::Native) {
            let name = &resource.type_name;
            if found.contains_key(name) || resource_types::builtin(name).is_some() {
                continue;
            }
            let known = self.namevars.borrow().get(name).cloned();
            let namevar = match known {
                Some(namevar) => namevar,
                None => {
                    let info = self
                        .analysis
                        .plugin_type(&name.to_lowercase())
                        .map_err(|_| "a cancelled evaluation".to_string())?;
                    info.and_then(|info| info.info.namevars.first().map(SmolStr::new))
                }
            };
            self.namevars.borrow_mut().insert(name.clone(), namevar.clone());
            found.insert(name.clone(), namevar);
        }
        Ok(found)
    }

    /// Names a place of an outcome, relative to a folder.
    pub fn place(&self, compiled: &Compiled, place: evaluator::Place, root: &str) -> Option<String> {
        let named = self.analysis.with_locator(&compiled.outcome, |locator| locator.named(place)).ok()??;
        let path = named.0.strip_prefix(root).map_or(named.0.as_str(), |below| below.trim_start_matches('/'));
        Some(format!("{path}:{}", named.1))
    }

    fn compile(&self, question: &ExampleQuestion, exported: bool) -> Result<Compiled, String> {
        let outcome = self.analysis.example(question).map_err(|_| "a cancelled evaluation".to_string())?;
        let error = match outcome.errors.first() {
            None => None,
            Some(error) => {
                let rendered = self.analysis.with_locator(&outcome, |locator| {
                    let text = error.message().render(&mut |place| locator.named(place));
                    let place = error.place.and_then(|place| locator.named(place));
                    match place {
                        Some((path, line, column)) => format!("{text} (file: {path}, line: {line}, column: {column})"),
                        None => text,
                    }
                });
                let text = rendered.map_err(|_| "a cancelled evaluation".to_string())?;
                Some(format!("Evaluation Error: {text} on node {}", question.request.node_name))
            }
        };
        let namevars = self.namevars_of(&outcome)?;
        Ok(Compiled { outcome, error, exported, namevars })
    }
}

impl SpecHost {
    /// Compiles the catalogue of the running example, or takes it from those that are kept.
    pub fn compile(
        &self,
        ruby: &mut Ruby<'_, '_>,
        test_value: Option<&RubyValue>,
        exported: bool,
    ) -> Ran<Rc<Compiled>> {
        let code = self.manifest(ruby, test_value)?;
        let named = self.optional(ruby, "node")?;
        let node = match (&named, self.kind()) {
            (Some(node), _) => node.to_text(),
            (None, GroupKind::Host | GroupKind::TypeAlias) => self.description().to_lowercase(),
            (None, _) => self.environment.versions.certname.clone(),
        };
        let facts = self.example_facts(ruby, &node, named.is_some())?;
        let setting = |name: &str| self.state.borrow().configuration.get(name).cloned();
        let hiera_config = match self.optional(ruby, "hiera_config")?.or_else(|| setting("hiera_config")) {
            Some(path) if path.is_truthy() && path.to_text() != "/dev/null" => {
                let full = paths::expand(&path.to_text(), &self.environment.root, &self.environment.root);
                self.environment.read_text(&full).map(|_| full)
            }
            _ => None,
        };
        let node_params = self.merged(ruby, "default_node_params", "node_params")?;
        let trusted = self.merged(ruby, "default_trusted_facts", "trusted_facts")?;
        let external = self.merged(ruby, "default_trusted_external_data", "trusted_external_data")?;
        let settings = self.settings();
        let environment =
            self.optional(ruby, "environment")?.map_or_else(|| "rp_env".to_string(), |name| name.to_text());
        let parts = RubyValue::array(vec![
            RubyValue::string(code.as_str()),
            RubyValue::string(node.as_str()),
            RubyValue::string(format!("{} {hiera_config:?} {settings:?} {exported} {environment}", facts.key)),
            node_params.clone(),
            trusted.clone(),
            external.clone(),
        ]);
        let Some(key) = fingerprint(&parts) else {
            return ruby.unsupported("parameters of the node that are neither text, number, list nor hash", 0);
        };
        if let Some(known) = self.environment.catalogs.compiled.borrow().get(&key) {
            return Ok(known.clone());
        }
        let mut request = Request::catalog(&node);
        request.edition = self.environment.versions.edition;
        request.environment = environment.as_str().into();
        request.facts = facts.facts;
        request.trusted = Some(trusted_value(&node, &trusted, &external));
        request.classification = Classification { classes: Default::default(), parameters: munged(&node_params) };
        request.vendor_modules = false;
        request.settings = settings;
        let question = ExampleQuestion { code: code.as_str().into(), request, hiera_config };
        match self.environment.catalogs.compile(&question, exported) {
            Ok(compiled) => {
                let compiled = Rc::new(compiled);
                let mut kept = self.environment.catalogs.compiled.borrow_mut();
                if kept.len() >= MOST_CATALOGS {
                    kept.clear();
                }
                kept.insert(key, compiled.clone());
                Ok(compiled)
            }
            Err(why) => ruby.unsupported(why, 0),
        }
    }

    /// Merges what the configuration says with what the example defines.
    fn merged(&self, ruby: &mut Ruby<'_, '_>, setting: &str, name: &str) -> Ran {
        let default = self.state.borrow().configuration.get(setting).cloned();
        let given = self.optional(ruby, name)?;
        let mut pairs = Vec::new();
        for part in [default, given].into_iter().flatten() {
            if let RubyValue::Hash(part) = part {
                pairs.extend(part.borrow().pairs());
            }
        }
        Ok(RubyValue::hash(pairs.into_iter().map(|(name, value)| (RubyValue::string(name.to_text()), value))))
    }

    fn settings(&self) -> Settings {
        let state = self.state.borrow();
        let setting = |name: &str| state.puppet_settings.get(name).or_else(|| state.configuration.get(name)).cloned();
        let strict = state.puppet_settings.get("strict").map(RubyValue::to_text);
        Settings {
            strict: match strict.as_deref() {
                Some("off") => Some(Strictness::Off),
                Some("warning") => Some(Strictness::Warning),
                Some("error") => Some(Strictness::Error),
                _ => None,
            },
            strict_variables: Some(setting("strict_variables").is_some_and(|value| value.is_truthy())),
        }
    }
}

/// Returns `$trusted` of a node that authenticated, with these extensions.
fn trusted_value(node: &str, extensions: &RubyValue, external: &RubyValue) -> Value {
    let hash = |value: &RubyValue| {
        Value::hash(munged(value).into_iter().map(|(name, value)| (Value::String(name), value)).collect::<Vec<_>>())
    };
    let Value::Hash(entries) = evaluator::request::default_trusted(node) else { return Value::Undef };
    let entries = entries.iter().map(|(key, value)| {
        let value = match key.as_str() {
            Some("extensions") => hash(extensions),
            Some("external") => hash(external),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::hash(entries.collect::<Vec<_>>())
}
