//! Every name that a file mentions, except variables: classes, resource types, functions, types, attributes, Hiera keys.
//!
//! Made of the program alone. What a name means is looked up in `resolve`; where it stands, in the source map.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::program::{AttributeName, AttributeOperation, ResourceExpression};
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program, SourceMap, TextRange};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, canonical_name, name_place};
use crate::inputs::FileInput;
use crate::queries;

/// What is named, by its canonical name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// The name in a definition's own head.
    Definition(DefinitionKind, SmolStr),
    /// `include x`, `class { 'x': }`, `Class['x']`, `inherits x`
    Class(SmolStr),
    /// The type of a resource, collector or resource default.
    ResourceType(SmolStr),
    /// Any other capitalised name: a data type, an alias, a resource type.
    Reference(SmolStr),
    Function(SmolStr),
    /// An attribute of a resource of this type (`class` with the class's name where it is certain).
    Attribute {
        of: AttributeOwner,
        name: SmolStr,
    },
    /// The key of a `lookup()` or `hiera()`.
    HieraKey(SmolStr),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOwner {
    ResourceType(SmolStr),
    Class(SmolStr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub name: Name,
    pub place: ExprId,
}

impl Mention {
    /// The text of the name itself.
    pub fn range(&self, source_map: &SourceMap) -> TextRange {
        let range = source_map.range(self.place);
        match &self.name {
            // An attribute has one place, that of all of it; its name comes first.
            Name::Attribute { name, .. } => {
                TextRange::new(range.start, range.start.saturating_add(name.len() as u32).min(range.end))
            }
            _ => range,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileMentions {
    pub mentions: Vec<Mention>,
}

/// Functions whose arguments are names of classes.
const CLASS_FUNCTIONS: &[&str] = &["include", "contain", "require"];
/// Functions whose first argument is a Hiera key.
const LOOKUP_FUNCTIONS: &[&str] = &["lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include"];

#[salsa::tracked(returns(clone))]
pub fn file_mentions(db: &dyn Db, file: FileInput) -> Arc<FileMentions> {
    let program = queries::program(db, file);
    let mut collector = Collector { program: &program, mentions: Vec::new() };
    for (index, expr) in program.exprs.iter().enumerate() {
        collector.collect(ExprId(index as u32), expr);
    }
    collector.collect_references();
    Arc::new(FileMentions { mentions: collector.mentions })
}

struct Collector<'a> {
    program: &'a Program,
    mentions: Vec<Mention>,
}

impl Collector<'_> {
    fn add(&mut self, place: ExprId, name: Name) {
        self.mentions.push(Mention { name, place });
    }

    fn collect(&mut self, id: ExprId, expr: &Expr) {
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
                    self.arguments(name, &[*left]);
                }
            }
            Expr::Resource(resource) => self.resource(resource),
            Expr::ResourceDefaults(defaults) => {
                if let Some(of) = self.type_name(defaults.type_name) {
                    self.attributes(AttributeOwner::ResourceType(of), &defaults.attributes);
                }
            }
            Expr::ResourceOverride(resource_override) => {
                if let Expr::Access { left, .. } = self.program.expr(resource_override.resources)
                    && let Some(of) = self.type_name(*left)
                {
                    self.attributes(AttributeOwner::ResourceType(of), &resource_override.attributes);
                }
            }
            Expr::Collector(collector) => {
                if let Some(of) = self.type_name(collector.type_name) {
                    self.add(collector.type_name, Name::ResourceType(of.clone()));
                    self.attributes(AttributeOwner::ResourceType(of), &collector.attributes);
                }
            }
            Expr::Access { left, keys } => {
                if let Expr::QualifiedReference(name) = self.program.expr(*left)
                    && name.eq_ignore_ascii_case("class")
                {
                    for key in keys {
                        self.class_names(*key);
                    }
                }
            }
            _ => {}
        }
    }

    /// Capitalised names that nothing above has taken.
    fn collect_references(&mut self) {
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
                if let Expr::String(class) | Expr::QualifiedName(class) = self.program.expr(body.title) {
                    self.attributes(AttributeOwner::Class(canonical_name(class)), &body.attributes);
                }
            }
            return;
        }
        self.add(resource.type_name, Name::ResourceType(type_name.clone()));
        for body in &resource.bodies {
            self.attributes(AttributeOwner::ResourceType(type_name.clone()), &body.attributes);
        }
    }

    fn type_name(&self, id: ExprId) -> Option<SmolStr> {
        match self.program.expr(id) {
            Expr::QualifiedName(name) | Expr::QualifiedReference(name) => Some(canonical_name(name)),
            _ => None,
        }
    }

    fn attributes(&mut self, of: AttributeOwner, attributes: &[AttributeOperation]) {
        for attribute in attributes {
            if let AttributeName::Name(name) = &attribute.name {
                self.add(attribute.id, Name::Attribute { of: of.clone(), name: name.clone() });
            }
        }
    }

    fn arguments(&mut self, function: &str, arguments: &[ExprId]) {
        if CLASS_FUNCTIONS.contains(&function) {
            for argument in arguments {
                self.class_names(*argument);
            }
        } else if LOOKUP_FUNCTIONS.contains(&function)
            && let Some(first) = arguments.first()
            && let Expr::String(key) = self.program.expr(*first)
        {
            self.add(*first, Name::HieraKey(key.clone()));
        }
    }

    fn class_names(&mut self, id: ExprId) {
        match self.program.expr(id) {
            Expr::String(name) | Expr::QualifiedName(name) if !name.is_empty() => {
                self.add(id, Name::Class(canonical_name(name)));
            }
            expr @ (Expr::Array(_) | Expr::Parenthesized(_)) => {
                let mut children = Vec::new();
                for_each_child(expr, &mut |child| children.push(child));
                for child in children {
                    self.class_names(child);
                }
            }
            _ => {}
        }
    }
}
