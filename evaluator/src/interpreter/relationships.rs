//! Relationships: `->`, `~>`, `<-`, `<~` and their chains. They are recorded and become `before` and `notify`
//! parameters when all resources are there.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::program::RelationshipOperator;
use syntax::{Expr, ExprId};

use super::collectors::CollectorId;
use super::references::reference_text;
use super::resources::flatten;
use super::shared_lists::SharedLists;
use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::catalog::ResourceId;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{capitalized, class_title, split_reference};
use crate::catalog::resource::Parameter;
use crate::edition::Rule;
use crate::error::{EvaluationError, StackFrame};
use crate::limits::LimitReached;
use crate::place::Place;
use crate::scope::ScopeId;
use crate::types::Type;
use crate::value::Value;

/// So many are added before somebody may say that nobody waits any more.
const RELATIONSHIPS_PER_CHECKPOINT: usize = 1024;

/// One side of an arrow.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// Type and title as references print them; without a title, what the reference would print as.
    Reference(SmolStr, Option<SmolStr>, Type),
    Collector(CollectorId),
}

#[derive(Clone, Debug)]
pub struct PendingRelationship {
    pub sources: Vec<Operand>,
    pub targets: Vec<Operand>,
    /// `notify` or `before`.
    pub parameter: &'static str,
    /// The arrow.
    pub place: Place,
}

impl Interpreter<'_> {
    pub(crate) fn evaluate_relationship(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operator: RelationshipOperator,
        left: ExprId,
        right: ExprId,
    ) -> Evaluated<Value> {
        let operands = self.relate(code, scope, expr, operator, left, right)?;
        let references = operands.into_iter().filter_map(|operand| match operand {
            Operand::Reference(_, _, reference) => Some(Value::Type(reference)),
            Operand::Collector(_) => None,
        });
        Ok(Value::array(references))
    }

    /// `$a = A -> B` where relationships bind more loosely: `($a = A) -> B`. The value is that of the assignment.
    pub(super) fn relate_assigned(
        &mut self,
        code: &Code,
        scope: ScopeId,
        assignment: ExprId,
        variable: ExprId,
        chain: ExprId,
    ) -> Evaluated<Value> {
        let mut arrows = Vec::new();
        let mut first = chain;
        while let Expr::Relationship { operator, left, right } = code.program.expr(first) {
            arrows.push((first, *operator, *right));
            first = *left;
        }
        let value = self.evaluate(code, scope, first)?;
        self.assign(code, scope, variable, value.clone(), code.place(assignment))?;
        let mut flat = Vec::new();
        flatten(value.clone(), &mut flat);
        let mut left: Vec<RawOperand> = flat.into_iter().map(RawOperand::Value).collect();
        for (arrow, operator, right) in arrows.into_iter().rev() {
            let right = self.relationship_operands(code, scope, right)?;
            let next = self.relate_operands(code, arrow, operator, left, right)?;
            left = next.into_iter().map(RawOperand::Done).collect();
        }
        Ok(value)
    }

    /// Records the relationship; gives the operands that the next arrow of a chain starts from.
    fn relate(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operator: RelationshipOperator,
        left: ExprId,
        right: ExprId,
    ) -> Evaluated<Vec<Operand>> {
        let left = self.relationship_operands(code, scope, left)?;
        let right = self.relationship_operands(code, scope, right)?;
        self.relate_operands(code, expr, operator, left, right)
    }

    fn relate_operands(
        &mut self,
        code: &Code,
        expr: ExprId,
        operator: RelationshipOperator,
        left: Vec<RawOperand>,
        right: Vec<RawOperand>,
    ) -> Evaluated<Vec<Operand>> {
        let left = self.transform_operands(code, expr, left)?;
        let right = self.transform_operands(code, expr, right)?;
        let (sources, targets) = match operator {
            RelationshipOperator::Before | RelationshipOperator::Notify => (&left, &right),
            RelationshipOperator::After | RelationshipOperator::Subscribe => (&right, &left),
        };
        let parameter = match operator {
            RelationshipOperator::Before | RelationshipOperator::After => "before",
            RelationshipOperator::Notify | RelationshipOperator::Subscribe => "notify",
        };
        self.builder.relationships.push(PendingRelationship {
            sources: sources.clone(),
            targets: targets.clone(),
            parameter,
            place: code.place(expr),
        });
        if self.rules.holds(Rule::EmptyRelationshipOperandEndsChain) {
            return Ok(right);
        }
        if right.is_empty() {
            return Ok(left);
        }
        if let [Operand::Collector(collector)] = right.as_slice()
            && let Some(collector) = self.builder.collectors.get_mut(collector.0)
        {
            collector.empty_alternative = left;
        }
        Ok(right)
    }

    /// Evaluates one side; collectors and inner arrows stay what they are.
    fn relationship_operands(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Vec<RawOperand>> {
        match code.program.expr(expr) {
            Expr::Parenthesized(inner) => self.relationship_operands(code, scope, *inner),
            Expr::Collector(collector) => {
                let id = match self.add_collector(code, scope, expr, collector) {
                    Ok(id) => id,
                    Err(interrupt) => return Err(self.locate(code, expr, interrupt)),
                };
                Ok(vec![RawOperand::Done(Operand::Collector(id))])
            }
            Expr::Relationship { operator, left, right } => {
                match self.relate(code, scope, expr, *operator, *left, *right) {
                    Ok(operands) => Ok(operands.into_iter().map(RawOperand::Done).collect()),
                    Err(interrupt) => Err(self.locate(code, expr, interrupt)),
                }
            }
            _ => {
                let mut flat = Vec::new();
                flatten(self.evaluate(code, scope, expr)?, &mut flat);
                Ok(flat.into_iter().map(RawOperand::Value).collect())
            }
        }
    }

    /// Turns values into references, each once.
    fn transform_operands(&mut self, code: &Code, expr: ExprId, raw: Vec<RawOperand>) -> Evaluated<Vec<Operand>> {
        let mut operands: Vec<Operand> = Vec::with_capacity(raw.len());
        for operand in raw {
            let operand = match operand {
                RawOperand::Done(operand) => operand,
                RawOperand::Value(Value::Unknown(_)) => continue,
                RawOperand::Value(Value::Type(reference)) => self.reference_operand(code, expr, reference)?,
                RawOperand::Value(Value::String(text)) => self.string_operand(code, expr, &text)?,
                RawOperand::Value(other) => {
                    let operand = super::labels::value_with_article(&other);
                    return self.fail(CatalogIssue::IllegalRelationshipOperand { operand }, code.place(expr));
                }
            };
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        Ok(operands)
    }

    fn reference_operand(&mut self, code: &Code, expr: ExprId, reference: Type) -> Evaluated<Operand> {
        match &reference {
            Type::Class(Some(name)) => {
                Ok(Operand::Reference(SmolStr::new_static("Class"), Some(class_title(name)), reference.clone()))
            }
            Type::Resource { type_name: Some(type_name), title, .. } => {
                let shown = match title {
                    Some(_) => capitalized(type_name),
                    None => reference_text(&Value::Type(reference.clone())),
                };
                Ok(Operand::Reference(shown, title.clone(), reference.clone()))
            }
            Type::Class(None) => {
                let shown = "\"class\"".to_string();
                self.raise(CatalogIssue::ReferenceWithoutTitle { shown })
            }
            Type::Resource { type_name: None, .. } | Type::CatalogEntry => {
                Ok(Operand::Reference(SmolStr::new(reference.to_string()), None, reference.clone()))
            }
            Type::TypeReference(name) => {
                let name = name.to_string();
                self.fail(CatalogIssue::UnknownResourceType { name }, code.place(expr))
            }
            other => {
                let actual = other.to_string();
                self.fail(CatalogIssue::NotCatalogType { actual }, code.place(expr))
            }
        }
    }

    /// A string is `Type[title]`, or the name of a class where the edition says so.
    fn string_operand(&mut self, code: &Code, expr: ExprId, text: &str) -> Evaluated<Operand> {
        let Some((type_name, title)) = split_reference(text) else {
            if self.rules.holds(Rule::StringsAreClassesInRelationships) && !text.is_empty() {
                return self.reference_operand(code, expr, Type::Class(Some(SmolStr::new(text))));
            }
            if let Some(type_name) = text.strip_suffix("[]") {
                let reference = Type::Resource { type_name: Some(capitalized(type_name)), title: None, given: false };
                return Ok(Operand::Reference(SmolStr::new(text), None, reference));
            }
            return self.raise(CatalogIssue::InvalidTypeSpecification { text: text.to_string() });
        };
        // The text is read as a type in Puppet's notation: a title that is no plain word must be quoted.
        let is_quoted = title.starts_with(['\'', '"']);
        let is_word = |character: char| character.is_alphanumeric() || matches!(character, '_' | ':' | '-');
        if !is_quoted && let Some(unexpected) = title.chars().find(|character| !is_word(*character)) {
            return self.fail(CatalogIssue::SyntaxErrorInReference { unexpected }, code.place(expr));
        }
        let title = SmolStr::new(title.trim_matches(['\'', '"']));
        let reference = if type_name == "Class" {
            Type::Class(Some(title.to_lowercase().into()))
        } else {
            Type::Resource { type_name: Some(type_name), title: Some(title), given: false }
        };
        self.reference_operand(code, expr, reference)
    }

    /// Turns all recorded relationships into parameters of their sources.
    pub(crate) fn evaluate_relationships(&mut self) -> Evaluated<()> {
        if self.builder.relationships.is_empty() {
            return Ok(());
        }
        let shared = SharedLists::read(&self.builder.catalog);
        for relationship in std::mem::take(&mut self.builder.relationships) {
            let sources = self.resolve_operands(&relationship.sources, true, 0);
            let targets = self.resolve_operands(&relationship.targets, false, 0);
            for source in &sources {
                for target in &targets {
                    let (parameter, place) = (relationship.parameter, relationship.place);
                    self.add_relationship(source, target, parameter, place, &shared)?;
                }
            }
        }
        Ok(())
    }

    /// What operands stand for in the end. A source that is a collector without result stands for what is before it.
    fn resolve_operands(&self, operands: &[Operand], is_source: bool, depth: usize) -> Vec<Resolved> {
        let mut resolved = Vec::new();
        for operand in operands {
            match operand {
                Operand::Reference(type_name, title, _) => {
                    resolved.push(Resolved::Reference(type_name.clone(), title.clone()));
                }
                Operand::Collector(id) => {
                    let Some(collector) = self.builder.collectors.get(id.0) else {
                        continue;
                    };
                    if collector.collected.is_empty() && is_source && depth <= self.builder.collectors.len() {
                        resolved.extend(self.resolve_operands(&collector.empty_alternative, true, depth + 1));
                    }
                    resolved.extend(collector.collected.iter().map(|id| Resolved::Resource(*id)));
                }
            }
        }
        resolved
    }

    fn add_relationship(
        &mut self,
        source: &Resolved,
        target: &Resolved,
        parameter: &'static str,
        place: Place,
        shared: &SharedLists,
    ) -> Evaluated<()> {
        let Some(source_id) = self.resolve_reference(source)? else {
            if self.has_broken_code() || self.may_be_skipped(source) {
                return Ok(());
            }
            let (source, target) = (self.describe(source), self.describe(target));
            return self.raise_for_arrow(CatalogIssue::MissingRelationshipSource { source, target }, place);
        };
        if self.resolve_reference(target)?.is_none() {
            if self.has_broken_code() || self.may_be_skipped(target) {
                return Ok(());
            }
            let (source, target) = (self.describe(source), self.describe(target));
            return self.raise_for_arrow(CatalogIssue::MissingRelationshipTarget { source, target }, place);
        }
        self.relationships += 1;
        if self.relationships > self.request.limits.relationships {
            return self.limit(LimitReached::Relationships(self.request.limits.relationships));
        }
        if self.relationships.is_multiple_of(RELATIONSHIPS_PER_CHECKPOINT) {
            self.world.checkpoint();
        }
        let text = Value::string(self.describe(target));
        let resource = self.builder.catalog.get_mut(source_id);
        let set_by = resource.declared_by.clone();
        let entry = resource.parameters.get_or_insert_with(SmolStr::new_static(parameter), || Parameter {
            value: Value::array([]),
            place: Some(place),
            set_by,
        });
        if !matches!(entry.value, Value::Array(_)) {
            let single = std::mem::replace(&mut entry.value, Value::Undef);
            entry.value = Value::array((!single.is_undef()).then_some(single));
        }
        if let Value::Array(elements) = &mut entry.value {
            Arc::make_mut(elements).push(text);
        }
        let list = entry.value.clone();
        shared.update(&mut self.builder.catalog, source_id, parameter, &list);
        Ok(())
    }

    /// Puppet names no place for an arrow's mistake; the arrow is among the frames.
    fn raise_for_arrow<T>(&self, issue: CatalogIssue, place: Place) -> Evaluated<T> {
        let mut error = EvaluationError::new(issue, None);
        error.frames.push(StackFrame { what: "the relationship".to_string(), place: Some(place) });
        Err(Box::new(Interrupt::Error(error)))
    }

    fn resolve_reference(&self, resolved: &Resolved) -> Evaluated<Option<ResourceId>> {
        match resolved {
            Resolved::Resource(id) => Ok(Some(*id)),
            Resolved::Reference(type_name, Some(title)) => Ok(self.builder.catalog.find(type_name, title)),
            Resolved::Reference(text, None) => {
                self.raise_at(CatalogIssue::ReferenceWithoutTitle { shown: format!("{text:?}") }, None)
            }
        }
    }

    fn may_be_skipped(&self, resolved: &Resolved) -> bool {
        match resolved {
            Resolved::Reference(type_name, Some(title)) => self.skipped.may_declare(type_name, title),
            _ => false,
        }
    }

    fn describe(&self, resolved: &Resolved) -> String {
        match resolved {
            Resolved::Resource(id) => self.builder.catalog.get(*id).to_string(),
            Resolved::Reference(type_name, Some(title)) => format!("{type_name}[{title}]"),
            Resolved::Reference(text, None) => text.to_string(),
        }
    }
}

enum RawOperand {
    Value(Value),
    Done(Operand),
}

#[derive(Debug)]
enum Resolved {
    Resource(ResourceId),
    Reference(SmolStr, Option<SmolStr>),
}
