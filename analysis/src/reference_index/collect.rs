//! Walks a program and notes every name in it. Looks at one file only: what the names mean is not its business.

use evaluator::functions::argument_roles::{ArgumentRole, argument_role, module_file_path};
use smol_str::SmolStr;
use syntax::program::{
    AttributeName, AttributeOperation, BinaryOperator, Collector, ResourceExpression, StringSegment,
};
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program};

use super::{AttributeOwner, Mention, ModuleFileFunction, Name};
use crate::definition_index::{DefinitionKind, canonical_name, name_place};

/// A file of a module, as the `source` of a file resource has it.
const MODULE_URL: &str = "puppet:///modules/";

/// The names in a program, which stands in a module or in none.
pub fn collect(program: &Program, own_module: Option<SmolStr>) -> Vec<Mention> {
    let mut walk = Walk { program, own_module, mentions: Vec::new() };
    for (index, expr) in program.exprs.iter().enumerate() {
        walk.expression(ExprId(index as u32), expr);
    }
    walk.references();
    walk.mentions
}

/// A string in which nothing is computed but `$module_name`, as paths of modules have it.
pub fn text_with_module_name(program: &Program, own_module: Option<&SmolStr>, id: ExprId) -> Option<SmolStr> {
    let segments = match program.expr(id) {
        Expr::String(text) => return Some(text.clone()),
        Expr::ConcatenatedString(segments) => segments,
        _ => return None,
    };
    let mut text = String::new();
    for segment in segments {
        match segment {
            StringSegment::Text(_, part) => text.push_str(part),
            StringSegment::Interpolation(inner) => match program.expr(*inner) {
                Expr::Variable(variable) if variable.name == "module_name" => text.push_str(own_module?),
                _ => return None,
            },
        }
    }
    Some(text.into())
}

struct Walk<'a> {
    program: &'a Program,
    /// What `$module_name` is.
    own_module: Option<SmolStr>,
    mentions: Vec<Mention>,
}

impl Walk<'_> {
    fn add(&mut self, place: ExprId, name: Name) {
        self.mentions.push(Mention { name, place });
    }

    fn expression(&mut self, id: ExprId, expr: &Expr) {
        match expr {
            Expr::Class(class) => {
                self.add(class.name_id, Name::Definition(DefinitionKind::Class, canonical_name(&class.name)));
                if let (Some(parent), Some(place)) = (&class.parent, class.parent_id) {
                    self.add(place, Name::Class(canonical_name(parent)));
                }
            }
            Expr::Define(define) => {
                self.add(define.name_id, Name::Definition(DefinitionKind::Define, canonical_name(&define.name)));
            }
            Expr::Function(function) => {
                let name = Name::Definition(DefinitionKind::Function, canonical_name(&function.name));
                self.add(function.name_id, name);
            }
            Expr::Plan(plan) => {
                self.add(plan.name_id, Name::Definition(DefinitionKind::Plan, canonical_name(&plan.name)));
            }
            Expr::TypeAlias(alias) => {
                let name = Name::Definition(DefinitionKind::TypeAlias, canonical_name(&alias.name));
                self.add(name_place(self.program, id), name);
            }
            Expr::FunctionReference(name) => {
                if let Expr::QualifiedName(text) = self.program.expr(*name) {
                    self.add(*name, Name::Function(canonical_name(text)));
                }
            }
            Expr::Call(call) => {
                if let Expr::QualifiedName(name) = self.program.expr(call.functor) {
                    self.add(call.functor, Name::Function(canonical_name(name)));
                    self.arguments(name, &call.arguments);
                }
            }
            Expr::CallMethod(call) => {
                if let Expr::NamedAccess { left, right } = self.program.expr(call.functor)
                    && let Expr::QualifiedName(name) = self.program.expr(*right)
                {
                    self.add(*right, Name::Function(canonical_name(name)));
                    let arguments: Vec<ExprId> = std::iter::once(*left).chain(call.arguments.iter().copied()).collect();
                    self.arguments(name, &arguments);
                }
            }
            Expr::Resource(resource) => self.resource(resource),
            Expr::ResourceDefaults(defaults) => {
                if let Some(of) = self.type_name(defaults.type_name) {
                    self.attributes(AttributeOwner::ResourceType(of), &defaults.attributes);
                }
            }
            Expr::ResourceOverride(resource_override) => {
                if let Expr::Access { left, keys } = self.program.expr(resource_override.resources)
                    && let Some(of) = self.type_name(*left)
                {
                    let owner = match (of.as_str(), keys.as_slice()) {
                        ("class", [class]) => {
                            self.text(*class).map(|class| AttributeOwner::Class(canonical_name(class)))
                        }
                        ("class", _) => None,
                        _ => Some(AttributeOwner::ResourceType(of)),
                    };
                    if let Some(owner) = owner {
                        self.attributes(owner, &resource_override.attributes);
                    }
                }
            }
            Expr::Collector(collector) => self.collector(collector),
            Expr::Access { left, keys } => self.access(*left, keys),
            Expr::String(_) | Expr::ConcatenatedString(_) => self.module_url(id),
            _ => {}
        }
    }

    /// Capitalised names that nothing above has taken.
    fn references(&mut self) {
        let mut taken: Vec<ExprId> = self.mentions.iter().map(|mention| mention.place).collect();
        taken.sort_unstable();
        for (index, expr) in self.program.exprs.iter().enumerate() {
            let place = ExprId(index as u32);
            if let Expr::QualifiedReference(name) = expr
                && taken.binary_search(&place).is_err()
            {
                self.mentions.push(Mention { name: Name::Reference(canonical_name(name)), place });
            }
        }
    }

    fn resource(&mut self, resource: &ResourceExpression) {
        let Some(type_name) = self.type_name(resource.type_name) else { return };
        if type_name == "class" {
            for body in &resource.bodies {
                self.class_names(body.title);
                if let Some(class) = self.text(body.title) {
                    self.attributes(AttributeOwner::Class(canonical_name(class)), &body.attributes);
                }
            }
            return;
        }
        self.add(resource.type_name, Name::ResourceType(type_name.clone()));
        for body in &resource.bodies {
            self.titles(&type_name, body.title, true);
            self.attributes(AttributeOwner::ResourceType(type_name.clone()), &body.attributes);
        }
    }

    fn collector(&mut self, collector: &Collector) {
        let Some(of) = self.type_name(collector.type_name) else { return };
        self.add(collector.type_name, Name::ResourceType(of.clone()));
        if let Some(query) = collector.query {
            self.query(&of, query);
        }
        self.attributes(AttributeOwner::ResourceType(of), &collector.attributes);
    }

    /// `attribute == value`, joined by `and` and `or`.
    fn query(&mut self, of: &SmolStr, id: ExprId) {
        match self.program.expr(id) {
            Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right } => {
                self.query(of, *left);
                self.query(of, *right);
            }
            Expr::Binary { left, right, .. } => {
                if let Expr::QualifiedName(name) = self.program.expr(*left) {
                    let name = name.clone();
                    match (name.as_str(), self.text(*right)) {
                        ("tag", Some(tag)) => {
                            let tag = canonical_name(tag);
                            self.add(*right, Name::Tag(tag));
                        }
                        ("title", Some(title)) => {
                            let (type_name, title) = (of.clone(), title.clone());
                            self.add(*right, Name::Resource { type_name, title, declares: false });
                        }
                        _ => {}
                    }
                    self.add(*left, Name::Attribute { of: AttributeOwner::ResourceType(of.clone()), name });
                }
            }
            Expr::Parenthesized(inner) => self.query(of, *inner),
            _ => {}
        }
    }

    fn access(&mut self, left: ExprId, keys: &[ExprId]) {
        match self.program.expr(left) {
            Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("class") => {
                for key in keys {
                    self.class_names(*key);
                }
            }
            Expr::QualifiedReference(name) if !evaluator::types::is_builtin_name(name) => {
                let type_name = canonical_name(name);
                for key in keys {
                    self.titles(&type_name, *key, false);
                }
            }
            Expr::Variable(variable) if matches!(variable.name.as_str(), "facts" | "::facts") => {
                if let Some(first) = keys.first()
                    && let Some(name) = self.text(*first)
                {
                    let name = name.clone();
                    self.add(*first, Name::Fact(name));
                }
            }
            // `Type['title']['attribute']`
            Expr::Access { left: inner, keys: titles } => {
                if let Expr::QualifiedReference(name) = self.program.expr(*inner) {
                    let owner = match name.eq_ignore_ascii_case("class") {
                        true => titles
                            .first()
                            .and_then(|title| self.text(*title))
                            .map(|class| AttributeOwner::Class(canonical_name(class))),
                        false => Some(AttributeOwner::ResourceType(canonical_name(name))),
                    };
                    for key in keys {
                        if let (Some(of), Some(name)) = (&owner, self.text(*key)) {
                            let name = name.clone();
                            self.add(*key, Name::Attribute { of: of.clone(), name });
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn type_name(&self, id: ExprId) -> Option<SmolStr> {
        match self.program.expr(id) {
            Expr::QualifiedName(name) | Expr::QualifiedReference(name) => Some(canonical_name(name)),
            _ => None,
        }
    }

    /// A string or bare word that stands for itself.
    fn text(&self, id: ExprId) -> Option<&SmolStr> {
        match self.program.expr(id) {
            Expr::String(text) | Expr::QualifiedName(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// The path of a file of a module.
    fn path(&self, id: ExprId) -> Option<SmolStr> {
        match self.program.expr(id) {
            Expr::ConcatenatedString(_) => text_with_module_name(self.program, self.own_module.as_ref(), id),
            _ => self.text(id).cloned(),
        }
    }

    /// `puppet:///modules/…`
    fn module_url(&mut self, id: ExprId) {
        let Some(text) = self.path(id) else { return };
        if let Some(path) = text.strip_prefix(MODULE_URL).filter(|path| path.find('/').is_some_and(|at| at > 0)) {
            let (function, path) = (ModuleFileFunction::File, SmolStr::new(path));
            self.add(id, Name::ModuleFile { function, path });
        }
    }

    fn attributes(&mut self, of: AttributeOwner, attributes: &[AttributeOperation]) {
        for attribute in attributes {
            match &attribute.name {
                AttributeName::Name(name) => {
                    self.add(attribute.id, Name::Attribute { of: of.clone(), name: name.clone() });
                }
                AttributeName::Splat => self.attribute_hash(&of, attribute.value),
            }
        }
    }

    /// The attributes that the keys of a hash name.
    fn attribute_hash(&mut self, of: &AttributeOwner, id: ExprId) {
        match self.program.expr(id) {
            Expr::Hash(entries) => {
                for entry in entries.clone() {
                    match self.text(entry.key) {
                        Some(name) => {
                            let name = name.clone();
                            self.add(entry.key, Name::Attribute { of: of.clone(), name });
                        }
                        None => self.add(id, Name::DynamicAttributes(of.clone())),
                    }
                }
            }
            Expr::Binary { operator: BinaryOperator::Add, left, right } => {
                self.attribute_hash(of, *left);
                self.attribute_hash(of, *right);
            }
            Expr::Parenthesized(inner) => self.attribute_hash(of, *inner),
            _ => self.add(id, Name::DynamicAttributes(of.clone())),
        }
    }

    fn arguments(&mut self, function: &str, arguments: &[ExprId]) {
        let function = function.strip_prefix("::").unwrap_or(function);
        let Some(first) = arguments.first().copied() else { return };
        match argument_role(function) {
            Some(ArgumentRole::HieraKey) => self.key(first, false),
            Some(ArgumentRole::HieraKeyOfClasses) => self.key(first, true),
            Some(ArgumentRole::Classes) => arguments.iter().for_each(|argument| self.class_names(*argument)),
            Some(ArgumentRole::ResourceType) => self.resource_function(arguments),
            Some(ArgumentRole::Template) => self.module_files(function, ModuleFileFunction::Template, arguments),
            Some(ArgumentRole::ModuleFile) => self.module_files(function, ModuleFileFunction::File, arguments),
            Some(ArgumentRole::ResourceReference) | None => self.other_arguments(function, first, arguments),
        }
    }

    fn module_files(&mut self, function: &str, reads: ModuleFileFunction, arguments: &[ExprId]) {
        // All but `epp` take several, of which they read the first or all.
        let paths = if function == "epp" { &arguments[..1] } else { arguments };
        for argument in paths {
            if let Some(path) = self.path(*argument).filter(|path| path.find('/').is_some_and(|at| at > 0)) {
                let path = SmolStr::new(module_file_path(function, &path));
                self.add(*argument, Name::ModuleFile { function: reads, path });
            }
        }
        if function == "epp" {
            self.template_arguments(arguments);
        }
    }

    fn other_arguments(&mut self, function: &str, first: ExprId, arguments: &[ExprId]) {
        match function {
            "getvar" => self.variable_name(first),
            "defined" => arguments.iter().for_each(|argument| self.defined(*argument)),
            "tagged" => {
                for argument in arguments {
                    if let Some(tag) = self.text(*argument) {
                        let tag = canonical_name(tag);
                        self.add(*argument, Name::Tag(tag));
                    }
                }
            }
            "getparam" => {
                if let [resource, name, ..] = arguments
                    && let Expr::Access { left, .. } = self.program.expr(*resource)
                    && let (Some(of), Some(name)) = (self.type_name(*left), self.text(*name).cloned())
                {
                    self.add(arguments[1], Name::Attribute { of: AttributeOwner::ResourceType(of), name });
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, id: ExprId, is_included: bool) {
        match self.program.expr(id) {
            Expr::String(key) => {
                let key = key.clone();
                if is_included {
                    self.add(id, Name::IncludedKey(key.clone()));
                }
                self.add(id, Name::HieraKey(key));
            }
            Expr::ConcatenatedString(segments) => {
                let prefix = match segments.first() {
                    Some(StringSegment::Text(_, text)) => text.clone(),
                    _ => SmolStr::default(),
                };
                self.add(id, Name::DynamicKey(prefix));
            }
            // `lookup({ name => 'key', … })`
            Expr::Hash(entries) => {
                let named = entries.iter().find(|entry| self.text(entry.key).is_some_and(|key| key == "name"));
                if let Some(value) = named.map(|entry| entry.value) {
                    self.key(value, is_included);
                }
            }
            Expr::Array(elements) => {
                for element in elements.clone() {
                    self.key(element, is_included);
                }
            }
            _ => self.add(id, Name::DynamicKey(SmolStr::default())),
        }
    }

    /// `create_resources('type', { 'title' => { 'attribute' => … } }, { 'attribute' => … })`
    fn resource_function(&mut self, arguments: &[ExprId]) {
        let Some(type_name) = arguments.first().and_then(|first| self.type_argument(*first)) else { return };
        let first = arguments[0];
        if type_name == "class" {
            // The classes are the keys of the hash.
            if let Some(Expr::Hash(entries)) = arguments.get(1).map(|hash| self.program.expr(*hash)) {
                for entry in entries.clone() {
                    self.class_names(entry.key);
                    if let Some(class) = self.text(entry.key) {
                        let owner = AttributeOwner::Class(canonical_name(class));
                        self.attribute_hash(&owner, entry.value);
                    }
                }
            }
            return;
        }
        self.add(first, Name::ResourceType(type_name.clone()));
        let owner = AttributeOwner::ResourceType(type_name);
        for (index, argument) in arguments.iter().enumerate().skip(1) {
            match self.program.expr(*argument) {
                Expr::Hash(entries) if index == 1 => {
                    for entry in entries.clone() {
                        self.attribute_hash(&owner, entry.value);
                    }
                }
                Expr::Hash(_) => self.attribute_hash(&owner, *argument),
                Expr::String(_) | Expr::QualifiedName(_) | Expr::ConcatenatedString(_) | Expr::Array(_) => {}
                _ => self.add(*argument, Name::DynamicAttributes(owner.clone())),
            }
        }
    }

    fn type_argument(&self, id: ExprId) -> Option<SmolStr> {
        match self.program.expr(id) {
            Expr::QualifiedReference(name) => Some(canonical_name(name)),
            // `@user`, `@@user`: virtual and exported.
            _ => self.text(id).map(|name| canonical_name(name.trim_start_matches('@'))),
        }
    }

    /// The names that `epp()` gives to a template.
    fn template_arguments(&mut self, arguments: &[ExprId]) {
        let [template, hash, ..] = arguments else { return };
        let Some(template) = self.path(*template) else { return };
        let template = SmolStr::new(module_file_path("epp", &template));
        if let Expr::Hash(entries) = self.program.expr(*hash) {
            for entry in entries.clone() {
                if let Some(name) = self.text(entry.key).cloned() {
                    self.add(entry.key, Name::TemplateArgument { template: template.clone(), name });
                }
            }
        }
    }

    fn variable_name(&mut self, id: ExprId) {
        if let Expr::String(name) = self.program.expr(id) {
            // `getvar('facts.os.family')` digs.
            let name = name.split('.').next().unwrap_or_default().trim_start_matches("::");
            if !name.is_empty() {
                let name = SmolStr::new(name);
                self.add(id, Name::VariableName(name));
            }
        }
    }

    fn defined(&mut self, id: ExprId) {
        if let Some(text) = self.text(id) {
            let name = match text.strip_prefix('$') {
                Some(variable) => Name::VariableName(SmolStr::new(variable.trim_start_matches("::"))),
                None => Name::Defined(canonical_name(text)),
            };
            self.add(id, name);
        }
    }

    fn titles(&mut self, type_name: &SmolStr, id: ExprId, declares: bool) {
        match self.program.expr(id) {
            Expr::String(title) | Expr::QualifiedName(title) if !title.is_empty() => {
                let (type_name, title) = (type_name.clone(), title.clone());
                self.add(id, Name::Resource { type_name, title, declares });
            }
            Expr::Array(elements) => {
                for element in elements.clone() {
                    self.titles(type_name, element, declares);
                }
            }
            _ => {}
        }
    }

    fn class_names(&mut self, id: ExprId) {
        match self.program.expr(id) {
            Expr::String(name) | Expr::QualifiedName(name) if !name.is_empty() => {
                self.add(id, Name::Class(canonical_name(name)));
            }
            expr @ (Expr::Array(_) | Expr::Parenthesized(_) | Expr::Unfold(_)) => {
                let mut children = Vec::new();
                for_each_child(expr, &mut |child| children.push(child));
                for child in children {
                    self.class_names(child);
                }
            }
            Expr::ConcatenatedString(segments) => {
                if let Some(StringSegment::Text(_, prefix)) = segments.first() {
                    self.add(id, Name::DynamicClass(canonical_name(prefix)));
                }
            }
            // `include(lookup('classes'))`
            Expr::Call(call) => {
                if let Expr::QualifiedName(name) = self.program.expr(call.functor)
                    && matches!(argument_role(name), Some(ArgumentRole::HieraKey | ArgumentRole::HieraKeyOfClasses))
                    && let Some(first) = call.arguments.first()
                    && let Expr::String(key) = self.program.expr(*first)
                {
                    self.add(*first, Name::IncludedKey(key.clone()));
                }
            }
            _ => {}
        }
    }
}
