//! Finds classes, defines and nodes by name: those of the environment's own manifests, and those of modules, loaded
//! from the file where Puppet looks for them when they are first asked for.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::code::Family;
use syntax::program::Parameter;
use syntax::{Expr, ExprId};

use super::resource_creation::ResourceType;
use super::type_names::Redefinition;
use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::definition_name;
use crate::edition::Rule;
use crate::error::{EvaluationError, Issue, SourceProblem, SourceProblems};
use crate::fast_hash::{FastMap, FastSet};
use crate::outcome::{LogEntry, LogLevel};
use crate::place::{FileId, Place};
use crate::resource_types;
use crate::scope::ScopeId;
use crate::types::Type;
use crate::types::mismatch::NamedParameter;
use crate::value::Value;

/// A class, define or node with the file that it is in.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Lower case, without a leading `::`.
    pub name: SmolStr,
    pub code: Code,
    /// The definition's expression in the program.
    pub expr: ExprId,
    /// The module that it belongs to; `None` for the environment.
    pub module: Option<SmolStr>,
    /// The parameters as their values are checked.
    pub parameter_types: Vec<NamedParameter>,
}

impl Definition {
    pub fn place(&self) -> Place {
        self.code.place(self.expr)
    }

    pub fn parameters(&self) -> &[Parameter] {
        match self.code.program.expr(self.expr) {
            Expr::Class(class) => &class.parameters,
            Expr::Define(define) => &define.parameters,
            _ => &[],
        }
    }

    pub fn body(&self) -> Option<ExprId> {
        match self.code.program.expr(self.expr) {
            Expr::Class(class) => Some(class.body),
            Expr::Define(define) => Some(define.body),
            Expr::Node(node) => Some(node.body),
            _ => None,
        }
    }

    /// The name of the class that it inherits.
    pub fn parent(&self) -> Option<SmolStr> {
        match self.code.program.expr(self.expr) {
            Expr::Class(class) => class.parent.as_deref().map(definition_name),
            _ => None,
        }
    }

    pub fn is_private(&self) -> bool {
        match self.code.program.expr(self.expr) {
            Expr::Class(class) => class.private,
            Expr::Define(define) => define.private,
            _ => false,
        }
    }
}

/// What has been loaded so far.
#[derive(Debug, Default)]
pub struct Definitions {
    pub classes: FastMap<SmolStr, Arc<Definition>>,
    pub defines: FastMap<SmolStr, Arc<Definition>>,
    pub nodes: super::nodes::Nodes,
    /// Resource types that have been asked for, by the name that they were asked by.
    pub(super) resource_types: FastMap<SmolStr, ResourceType>,
    loaded: FastSet<FileId>,
    /// Names that no file of a module defines.
    missing_classes: FastSet<SmolStr>,
    missing_defines: FastSet<SmolStr>,
}

impl Interpreter<'_> {
    /// An error without a place: the expression that it comes out of adds its own.
    pub(crate) fn raise<T>(&self, issue: impl Issue + 'static) -> Evaluated<T> {
        Err(Box::new(Interrupt::Error(EvaluationError::new(issue, None))))
    }

    /// An error that stays where it is.
    pub(crate) fn raise_at<T>(&self, issue: impl Issue + 'static, place: Option<Place>) -> Evaluated<T> {
        Err(Box::new(Interrupt::Error(EvaluationError::new(issue, place))))
    }

    /// Parses a file that is to be evaluated: an error where Puppet would refuse it.
    pub(crate) fn load_code(&mut self, file: FileId) -> Evaluated<Code> {
        let Some(parsed) = self.world.parsed(file) else {
            let path = self.world.path(file).to_string();
            return self.raise(CatalogIssue::CannotReadFile { path });
        };
        match parsed.errors.as_ref() {
            [] => {
                for warning in parsed.warnings.iter() {
                    self.log(LogLevel::Warning, warning.message.clone(), ScopeId::TOP, None);
                }
                Ok(Code { file, program: parsed.program })
            }
            errors => {
                let syntax_error = errors.iter().find(|problem| problem.code.family() == Family::Syntax);
                if let Some(problem) = syntax_error.or(errors.first())
                    && self.accept_broken(file, problem)
                {
                    return Ok(Code { file, program: parsed.program });
                }
                if let Some(problem) = syntax_error.or(if errors.len() == 1 { errors.first() } else { None }) {
                    return self.raise(SourceProblem { file, problem: problem.clone() });
                }
                for problem in errors {
                    let message = problem.message.clone().into();
                    let source = SmolStr::default();
                    self.outcome.logs.push(LogEntry { level: LogLevel::Err, message, source, place: None });
                }
                self.raise(SourceProblems { file, problems: errors.to_vec() })
            }
        }
    }

    /// Makes the classes, defines and nodes of a file known, before anything in it is evaluated. Functions and type
    /// aliases are taken up by `puppet_functions` and `type_names`.
    pub(crate) fn load_definitions(&mut self, code: &Code) -> Evaluated<()> {
        self.load_definitions_of(code, None).map(|_| ())
    }

    /// The same for a file of a module. Gives the names of the classes and defines.
    pub(crate) fn load_definitions_of(&mut self, code: &Code, module: Option<&SmolStr>) -> Evaluated<()> {
        self.definitions.loaded.insert(code.file);
        self.load_functions_and_types(code)?;
        let program = code.program.clone();
        // Nested definitions are known by names that have the outer one in them; the order is that of the text.
        for expr in &program.definitions {
            match program.expr(*expr) {
                Expr::Class(class) => {
                    let definition = self.new_definition(&class.name, code, *expr, module, &class.parameters)?;
                    self.add_class_definition(definition)?;
                }
                Expr::Define(define) => {
                    let definition = self.new_definition(&define.name, code, *expr, module, &define.parameters)?;
                    self.add_define_definition(definition)?;
                }
                Expr::Node(node) => self.add_node_definition(code, *expr, node)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn new_definition(
        &mut self,
        name: &str,
        code: &Code,
        expr: ExprId,
        module: Option<&SmolStr>,
        parameters: &[Parameter],
    ) -> Evaluated<Arc<Definition>> {
        let name = definition_name(name);
        let mut parameter_types = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let parameter_type = match parameter.type_expression {
                Some(expression) => match self.evaluate(code, ScopeId::TOP, expression)? {
                    Value::Type(parameter_type) => parameter_type,
                    _ => Type::Any,
                },
                None => Type::Any,
            };
            parameter_types.push(NamedParameter {
                name: parameter.name.clone(),
                parameter_type,
                optional: parameter.default.is_some(),
            });
        }
        for parameter in parameters.iter().filter(|parameter| resource_types::is_metaparameter(&parameter.name)) {
            if parameter.default.is_none() {
                let issue =
                    CatalogIssue::MetaparameterAsParameter { name: parameter.name.clone(), definition: name.clone() };
                return self.raise_at(issue, None);
            }
            let message = format!(
                "{} is a metaparam; this value will inherit to all contained resources in the {name} definition",
                parameter.name
            );
            self.log(LogLevel::Warning, message, ScopeId::TOP, Some(code.place(parameter.id)));
        }
        Ok(Arc::new(Definition { name, code: code.clone(), expr, module: module.cloned(), parameter_types }))
    }

    fn add_class_definition(&mut self, definition: Arc<Definition>) -> Evaluated<()> {
        let name = definition.name.clone();
        let place = Some(definition.place());
        if let Some(first) = self.definitions.classes.get(&name).map(|known| known.place()) {
            return self.raise_at(CatalogIssue::ClassAlreadyDefined { name, first }, place);
        }
        if let Some(first) = self.definitions.nodes.place_of(&name) {
            return self.raise_at(CatalogIssue::ClassIsAlreadyNode { name, first }, place);
        }
        if let Some(first) = self.definitions.defines.get(&name).map(|known| known.place()) {
            return self.raise_at(CatalogIssue::ClassIsAlreadyDefinition { name, first }, place);
        }
        self.definitions.classes.insert(name, definition);
        Ok(())
    }

    fn add_define_definition(&mut self, definition: Arc<Definition>) -> Evaluated<()> {
        let name = definition.name.clone();
        let place = Some(definition.place());
        if let Some(first) = self.definitions.classes.get(&name).map(|known| known.place()) {
            return self.raise_at(CatalogIssue::DefinitionIsAlreadyClass { name, first }, place);
        }
        if let Some(first) = self.definitions.defines.get(&name).map(|known| known.place()) {
            return self.raise_at(Redefinition { kind: "type", name, first: Some(first) }, None);
        }
        if self.is_type_alias(&name) {
            return self.raise_at(Redefinition { kind: "type", name, first: None }, None);
        }
        self.definitions.defines.insert(name, definition);
        Ok(())
    }

    /// The class of this name, in any case and with or without a leading `::`.
    pub fn find_class(&mut self, name: &str) -> Evaluated<Option<Arc<Definition>>> {
        let name = definition_name(name);
        if let Some(found) = self.definitions.classes.get(&name) {
            return Ok(Some(found.clone()));
        }
        if name.is_empty() || self.definitions.missing_classes.contains(&name) {
            return Ok(None);
        }
        for file in self.files_to_try(&name) {
            self.load_module_file(&name, file)?;
            if let Some(found) = self.definitions.classes.get(&name) {
                return Ok(Some(found.clone()));
            }
        }
        self.definitions.missing_classes.insert(name);
        Ok(None)
    }

    /// The define of this name, in any case and with or without a leading `::`.
    pub fn find_define(&mut self, name: &str) -> Evaluated<Option<Arc<Definition>>> {
        let name = definition_name(name);
        if let Some(found) = self.definitions.defines.get(&name) {
            return Ok(Some(found.clone()));
        }
        if name.is_empty() || self.definitions.missing_defines.contains(&name) {
            return Ok(None);
        }
        for file in self.files_to_try(&name) {
            self.load_module_file(&name, file)?;
            if let Some(found) = self.definitions.defines.get(&name) {
                return Ok(Some(found.clone()));
            }
        }
        self.definitions.missing_defines.insert(name);
        Ok(None)
    }

    /// The files of the module that may define a name, the most specific first: for `a::b::c` these are
    /// `manifests/b/c.pp`, `manifests/b.pp` and `manifests/init.pp`; where the edition searches no others, the first.
    fn files_to_try(&self, name: &str) -> Vec<FileId> {
        let mut segments: Vec<&str> = name.split("::").collect();
        let module = segments.remove(0);
        let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
        if !module.starts_with(|first: char| first.is_ascii_lowercase()) || !module.chars().all(is_name) {
            return Vec::new();
        }
        let mut files = Vec::new();
        while !segments.is_empty() {
            files.extend(self.world.module_file(module, &format!("manifests/{}.pp", segments.join("/"))));
            if self.rules.holds(Rule::NestedDefinitionsNeedTheirParent) {
                return files;
            }
            segments.pop();
        }
        files.extend(self.world.module_file(module, "manifests/init.pp"));
        files
    }

    fn load_module_file(&mut self, name: &str, file: FileId) -> Evaluated<()> {
        if self.definitions.loaded.contains(&file) {
            return Ok(());
        }
        let code = self.load_code(file)?;
        let module = SmolStr::new(name.split("::").next().unwrap_or(name));
        self.load_definitions_of(&code, Some(&module))
    }
}
