//! What code that did not run, because a test or a title is not known, could have declared: a reference to such a resource is no
//! error. Read from the code, through classes, defines and functions; nothing is evaluated.

use smol_str::SmolStr;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId};

use super::{Code, Interpreter};
use crate::catalog::names::class_title;
use crate::fast_hash::FastSet;
use crate::functions;
use crate::functions::argument_roles::{ArgumentRole, argument_role};

/// Expressions inside one another that are looked through.
const MAX_DEPTH: u32 = 200;
/// Definitions that are looked through; beyond them anything may be declared.
const MAX_DEFINITIONS: usize = 1000;

#[derive(Debug, Default)]
pub struct SkippedDeclarations {
    /// Nothing can be said: any resource may be missing for it.
    anything: bool,
    /// Types of which any resource may be, in lower case.
    types: FastSet<SmolStr>,
    /// By type in lower case and title.
    resources: FastSet<(SmolStr, SmolStr)>,
    /// Classes, defines and functions that were looked through, by kind and name.
    seen: FastSet<(Kind, SmolStr)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Class,
    Define,
    Function,
}

impl SkippedDeclarations {
    pub fn may_declare(&self, type_name: &str, title: &str) -> bool {
        if self.anything {
            return true;
        }
        if self.types.is_empty() && self.resources.is_empty() {
            return false;
        }
        let type_name = SmolStr::new(type_name.to_lowercase());
        self.types.contains(&type_name) || self.resources.contains(&(type_name, SmolStr::new(title)))
    }

    /// Something was declared of which not even the type is known.
    pub fn anything(&mut self) {
        self.anything = true;
    }
}

impl Interpreter<'_> {
    /// Notes what an expression that does not run could declare.
    pub(super) fn note_declarations(&mut self, code: &Code, expr: ExprId, depth: u32) {
        if depth > MAX_DEPTH || self.skipped.anything {
            self.skipped.anything = true;
            return;
        }
        match code.program.expr(expr) {
            Expr::Resource(resource) => match plain_name(code, resource.type_name) {
                Some(type_name) => {
                    for body in &resource.bodies {
                        match plain_names(code, body.title) {
                            Some(titles) => titles.iter().for_each(|title| self.note_resource(&type_name, Some(title))),
                            None => self.note_resource(&type_name, None),
                        }
                    }
                }
                None => self.skipped.anything = true,
            },
            Expr::Call(call) => {
                if let Some(name) = plain_name(code, call.functor) {
                    self.note_call(code, &name, &call.arguments);
                }
            }
            Expr::CallMethod(call) => {
                if let Expr::NamedAccess { left, right } = code.program.expr(call.functor)
                    && let Some(name) = plain_name(code, *right)
                {
                    let mut arguments = vec![*left];
                    arguments.extend(&call.arguments);
                    self.note_call(code, &name, &arguments);
                }
            }
            _ => {}
        }
        let mut inner = Vec::new();
        for_each_child(code.program.expr(expr), &mut |child| inner.push(child));
        for child in inner {
            self.note_declarations(code, child, depth + 1);
        }
    }

    /// A resource of a type, or any of it.
    pub(crate) fn note_resource(&mut self, type_name: &str, title: Option<&str>) {
        let type_name = SmolStr::new(type_name.trim_start_matches("::").to_lowercase());
        if type_name == "class" {
            match title {
                Some(class) => self.note_class(class),
                None => self.skipped.anything = true,
            }
            return;
        }
        match title {
            Some(title) => {
                self.skipped.resources.insert((type_name.clone(), SmolStr::new(title)));
            }
            None => {
                self.skipped.types.insert(type_name.clone());
            }
        }
        if !self.is_first_look(Kind::Define, &type_name) {
            return;
        }
        if let Ok(Some(define)) = self.find_define(&type_name)
            && let Expr::Define(definition) = define.code.program.expr(define.expr)
        {
            self.note_declarations(&define.code, definition.body, 0);
        }
    }

    fn note_class(&mut self, name: &str) {
        let name = SmolStr::new(name.trim_start_matches("::").to_lowercase());
        self.skipped.resources.insert((SmolStr::new_static("class"), class_title(&name)));
        if !self.is_first_look(Kind::Class, &name) {
            return;
        }
        match self.find_class(&name) {
            Ok(Some(class)) => {
                if let Expr::Class(definition) = class.code.program.expr(class.expr) {
                    if let Some(parent) = &definition.parent {
                        self.note_class(parent);
                    }
                    self.note_declarations(&class.code, definition.body, 0);
                }
            }
            _ => self.skipped.anything = true,
        }
    }

    fn note_call(&mut self, code: &Code, name: &str, arguments: &[ExprId]) {
        let name = name.trim_start_matches("::");
        let first = || arguments.first().and_then(|argument| plain_name(code, *argument));
        match (argument_role(name), name) {
            (Some(ArgumentRole::Classes), _) => {
                for argument in arguments {
                    match plain_names(code, *argument) {
                        Some(names) => names.iter().for_each(|name| self.note_class(name)),
                        None => self.skipped.anything = true,
                    }
                }
            }
            (Some(ArgumentRole::ResourceType), _) => match first() {
                Some(type_name) => self.note_resource(type_name.trim_start_matches('@'), None),
                None => self.skipped.anything = true,
            },
            (_, "ensure_packages" | "stdlib::ensure_packages") => self.note_resource("package", None),
            (Some(ArgumentRole::HieraKeyOfClasses), _) => self.skipped.anything = true,
            (_, name) => self.note_function(name),
        }
    }

    fn note_function(&mut self, name: &str) {
        let name = SmolStr::new(name);
        if !self.is_first_look(Kind::Function, &name) {
            return;
        }
        match self.find_puppet_function(&name) {
            Ok(Some(function)) => self.note_declarations(&function.code, function.definition().body, 0),
            // What Ruby does is not read.
            _ if functions::available_builtin(self.world, &name).is_none() => self.skipped.anything = true,
            _ => {}
        }
    }

    fn is_first_look(&mut self, kind: Kind, name: &SmolStr) -> bool {
        if self.skipped.seen.len() >= MAX_DEFINITIONS {
            self.skipped.anything = true;
        }
        !self.skipped.anything && self.skipped.seen.insert((kind, name.clone()))
    }
}

/// The text of a name or of a string without interpolation.
pub(super) fn plain_name(code: &Code, expr: ExprId) -> Option<SmolStr> {
    match code.program.expr(expr) {
        Expr::QualifiedName(name) | Expr::QualifiedReference(name) | Expr::String(name) => Some(name.clone()),
        Expr::ReservedWord { word, .. } => Some(word.clone()),
        _ => None,
    }
}

/// The same for a list of them.
pub(super) fn plain_names(code: &Code, expr: ExprId) -> Option<Vec<SmolStr>> {
    match code.program.expr(expr) {
        Expr::Array(elements) => elements.iter().map(|element| plain_name(code, *element)).collect(),
        Expr::Default => Some(Vec::new()),
        _ => plain_name(code, expr).map(|name| vec![name]),
    }
}
