//! Which variables a file binds, and in which scope each use stands: the static side of Puppet's scopes.
//!
//! Made of the program alone, so it stays equal while text only moves. What other files bind is looked up in `resolve`.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::program::Parameter;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingKind {
    Parameter,
    Assignment,
}

/// One variable that gets a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub name: SmolStr,
    /// The variable on the left, or the parameter's place.
    pub place: ExprId,
    pub kind: BindingKind,
}

/// One variable that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// As it is written, without the `$`.
    pub name: SmolStr,
    pub place: ExprId,
    pub scope: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticScope {
    /// The definition, lambda or template that it belongs to; `None` for the top scope.
    pub owner: Option<ExprId>,
    /// Where variables are looked for next inside the file; the top scope is 0.
    pub parent: Option<usize>,
    pub bindings: Vec<Binding>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileScopes {
    pub scopes: Vec<StaticScope>,
    pub uses: Vec<Use>,
}

impl FileScopes {
    /// The bindings that a plain name means in a scope: those of the innermost scope that has any.
    pub fn bindings(&self, scope: usize, name: &str) -> Vec<&Binding> {
        let mut current = Some(scope);
        while let Some(scope) = current.and_then(|index| self.scopes.get(index)) {
            let found: Vec<&Binding> = scope.bindings.iter().filter(|binding| binding.name == name).collect();
            if !found.is_empty() {
                return found;
            }
            current = scope.parent;
        }
        Vec::new()
    }

    /// The scopes around one, itself first.
    pub fn chain(&self, scope: usize) -> impl Iterator<Item = &StaticScope> {
        std::iter::successors(self.scopes.get(scope), |scope| scope.parent.and_then(|parent| self.scopes.get(parent)))
    }

    /// The use or binding at an expression: its name and scope.
    pub fn variable_at(&self, place: ExprId) -> Option<(SmolStr, usize)> {
        if let Some(found) = self.uses.iter().find(|found| found.place == place) {
            return Some((found.name.clone(), found.scope));
        }
        self.scopes.iter().enumerate().find_map(|(index, scope)| {
            let binding = scope.bindings.iter().find(|binding| binding.place == place)?;
            Some((binding.name.clone(), index))
        })
    }

    /// True where a scope is another one, or inside of it.
    pub fn is_inside(&self, scope: usize, outer: usize) -> bool {
        let mut current = Some(scope);
        while let Some(index) = current {
            if index == outer {
                return true;
            }
            current = self.scopes.get(index).and_then(|scope| scope.parent);
        }
        false
    }

    pub fn scope_of_owner(&self, owner: ExprId) -> Option<usize> {
        self.scopes.iter().position(|scope| scope.owner == Some(owner))
    }
}

#[salsa::tracked(returns(clone))]
pub fn file_scopes(db: &dyn Db, file: FileInput) -> Arc<FileScopes> {
    let program = queries::program(db, file);
    let mut builder = Builder { program: &program, found: FileScopes::default() };
    builder.found.scopes.push(StaticScope { owner: None, parent: None, bindings: Vec::new() });
    builder.visit(program.root, 0);
    Arc::new(builder.found)
}

struct Builder<'a> {
    program: &'a Program,
    found: FileScopes,
}

impl Builder<'_> {
    fn visit(&mut self, id: ExprId, scope: usize) {
        let expr = self.program.expr(id);
        match expr {
            Expr::Variable(variable) => {
                self.found.uses.push(Use { name: variable.name.clone(), place: id, scope });
            }
            Expr::Assignment { left, right, .. } => {
                self.visit(*right, scope);
                self.bind(*left, scope);
            }
            Expr::Class(class) => self.visit_owner(id, &class.parameters, class.body, 0),
            Expr::Define(define) => self.visit_owner(id, &define.parameters, define.body, 0),
            Expr::Function(function) | Expr::Plan(function) => {
                self.visit_owner(id, &function.parameters, function.body, 0);
            }
            Expr::Node(node) => self.visit_owner(id, &[], node.body, 0),
            Expr::Lambda(lambda) => self.visit_owner(id, &lambda.parameters, lambda.body, scope),
            Expr::Epp(epp) => self.visit_owner(id, &epp.parameters, epp.body, scope),
            other => {
                let mut children = Vec::new();
                for_each_child(other, &mut |child| children.push(child));
                for child in children {
                    self.visit(child, scope);
                }
            }
        }
    }

    fn visit_owner(&mut self, owner: ExprId, parameters: &[Parameter], body: ExprId, parent: usize) {
        let scope = self.found.scopes.len();
        self.found.scopes.push(StaticScope { owner: Some(owner), parent: Some(parent), bindings: Vec::new() });
        for parameter in parameters {
            for part in [parameter.type_expression, parameter.default].into_iter().flatten() {
                self.visit(part, scope);
            }
            self.add(scope, parameter.name.clone(), parameter.id, BindingKind::Parameter);
        }
        self.visit(body, scope);
    }

    /// `$a = …`, `[$a, $b] = …`, `[$a, [$b]] = …`
    fn bind(&mut self, left: ExprId, scope: usize) {
        match self.program.expr(left) {
            Expr::Variable(variable) => self.add(scope, variable.name.clone(), left, BindingKind::Assignment),
            Expr::Array(elements) => {
                for element in elements.clone() {
                    self.bind(element, scope);
                }
            }
            Expr::Hash(entries) => {
                for entry in entries.clone() {
                    self.bind(entry.value, scope);
                }
            }
            _ => self.visit(left, scope),
        }
    }

    fn add(&mut self, scope: usize, name: SmolStr, place: ExprId, kind: BindingKind) {
        if let Some(scope) = self.found.scopes.get_mut(scope) {
            scope.bindings.push(Binding { name, place, kind });
        }
    }
}
