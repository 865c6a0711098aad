//! Code that cannot be read because it is being typed. Where the world says which parts of a file are broken, only those are left
//! out, each is named in the outcome, and all else is evaluated. Any other world stops at such a file, as Puppet does.
//!
//! What the missing code would have set, declared or defined is unknown, never an error.

use std::collections::HashMap;
use std::sync::Arc;

use syntax::{Expr, ExprId, Problem};

use super::{Code, Interpreter};
use crate::error::{EvaluationError, SourceProblem};
use crate::outcome::LeftOut;
use crate::place::{FileId, Place};
use crate::value::Value;
use crate::world::BrokenParts;

/// The broken parts of the files that were loaded all the same.
#[derive(Debug, Default)]
pub struct BrokenCode {
    by_file: HashMap<FileId, Arc<BrokenParts>>,
}

impl Interpreter<'_> {
    /// Whether a file that Puppet would refuse is used without its broken parts.
    pub(super) fn accept_broken(&mut self, file: FileId, problem: &Problem) -> bool {
        if self.broken.by_file.contains_key(&file) {
            return true;
        }
        let Some(parts) = self.world.broken_parts(file) else { return false };
        self.broken.by_file.insert(file, parts);
        self.outcome.errors.push(EvaluationError::new(SourceProblem { file, problem: problem.clone() }, None));
        true
    }

    /// Whether anything was left out, so that what is missing may be no mistake.
    pub(crate) fn has_broken_code(&self) -> bool {
        !self.broken.by_file.is_empty()
    }

    pub(crate) fn is_broken(&self, code: &Code, part: ExprId) -> bool {
        self.broken.by_file.get(&code.file).is_some_and(|broken| broken.parts.contains(&part))
    }

    /// Says that a broken definition or statement was not evaluated.
    pub(crate) fn leave_out(&mut self, code: &Code, part: ExprId) {
        let what = match code.program.expr(part) {
            Expr::Class(class) => format!("class {}", class.name),
            Expr::Define(define) => format!("define {}", define.name),
            Expr::Function(function) => format!("function {}", function.name),
            Expr::Node(_) => "this node's definition".to_string(),
            _ => "a statement".to_string(),
        };
        self.name_left_out(what, Some(code.place(part)));
    }

    pub(crate) fn name_left_out(&mut self, what: String, place: Option<Place>) {
        let left_out = LeftOut { what, place };
        if !self.outcome.left_out.contains(&left_out) {
            self.outcome.left_out.push(left_out);
        }
    }

    /// What something is that the missing code may bring.
    pub(crate) fn unknown_without(&mut self, what: &str, place: Place) -> Value {
        self.unknown(format!("{what} may come from code that cannot be read as it is now"), Some(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hiera::data_file::{DataFormat, ParsedData};
    use crate::observation::Probes;
    use crate::regex_dialect::Regexp;
    use crate::request::Request;
    use crate::ruby::erb::ErbTemplate;
    use crate::ruby::plugin_functions::PluginFunction;
    use crate::ruby::plugin_types::PluginType;
    use crate::ruby::syntax_tree::Node;
    use crate::world::{ParsedFile, World};
    use crate::{MemoryWorld, Outcome, compile};

    /// Files of which the definitions that contain a syntax error are broken.
    struct TypedIn(MemoryWorld, Vec<(&'static str, &'static str)>);

    impl World for TypedIn {
        fn main_manifests(&self) -> Vec<FileId> {
            self.0.main_manifests()
        }

        fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
            self.0.module_file(module, path)
        }

        fn module_root(&self, module: &str) -> Option<Arc<str>> {
            self.0.module_root(module)
        }

        fn environment_file(&self, path: &str) -> Option<FileId> {
            self.0.environment_file(path)
        }

        fn global_configuration(&self) -> Option<FileId> {
            self.0.global_configuration()
        }

        fn global_file(&self, path: &str) -> Option<FileId> {
            self.0.global_file(path)
        }

        fn global_files_below(&self, folder: &str) -> Vec<(String, FileId)> {
            self.0.global_files_below(folder)
        }

        fn absolute_file(&self, path: &str) -> Option<Option<FileId>> {
            self.0.absolute_file(path)
        }

        fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
            self.0.module_dependencies(module)
        }

        fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
            self.0.plugin_resource_type(name)
        }

        fn checkpoint(&self) {}

        fn modules(&self) -> Arc<[String]> {
            self.0.modules()
        }

        fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
            self.0.files_below(module, folder)
        }

        fn parsed(&self, file: FileId) -> Option<ParsedFile> {
            self.0.parsed(file)
        }

        fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
            self.0.bytes(file)
        }

        fn size(&self, file: FileId) -> Option<usize> {
            self.0.size(file)
        }

        fn data(&self, file: FileId, format: DataFormat) -> Option<Arc<ParsedData>> {
            self.0.data(file, format)
        }

        fn erb_template(&self, file: FileId) -> Option<Arc<ErbTemplate>> {
            self.0.erb_template(file)
        }

        fn ruby_tree(&self, file: FileId) -> Option<Arc<Node>> {
            self.0.ruby_tree(file)
        }

        fn ruby_functions(&self, file: FileId) -> Arc<[Arc<PluginFunction>]> {
            self.0.ruby_functions(file)
        }

        fn regexp(&self, source: &str) -> Regexp {
            self.0.regexp(source)
        }

        fn path(&self, file: FileId) -> Arc<str> {
            self.0.path(file)
        }

        fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>> {
            let path = self.0.path(file);
            let (_, text) = self.1.iter().find(|(known, _)| path.ends_with(known))?;
            Some(Arc::new(BrokenParts::of(&syntax::read(text, &Default::default()))))
        }
    }

    fn outcome(files: Vec<(&'static str, &'static str)>) -> Outcome {
        let mut world = MemoryWorld::new();
        for (path, text) in &files {
            world.add_file(path, text.to_string());
        }
        let mut request = Request::catalog("node.example.com");
        request.probes = Probes::Nothing;
        compile(&TypedIn(world, files), &request)
    }

    fn described(outcome: &Outcome) -> (Vec<String>, Vec<String>, usize) {
        let left_out = outcome.left_out.iter().map(|left_out| left_out.what.clone()).collect();
        let notifies = outcome.catalog.iter().flat_map(|catalog| catalog.realized());
        let notifies = notifies.map(|(_, resource)| resource).filter(|resource| resource.type_name == "Notify");
        (left_out, notifies.map(|resource| resource.title.to_string()).collect(), outcome.errors.len())
    }

    #[test]
    fn a_broken_class_is_left_out_and_the_rest_is_there() {
        let found = outcome(vec![
            (
                "manifests/site.pp",
                "include m\ninclude m::other\nnotify { \"port ${m::port} ${m::inner}\": }\nNotify['x'] -> Notify['y']\n",
            ),
            ("modules/m/manifests/init.pp", "class m($port = 80) {\n  $inner = = 1\n  notify { 'x': }\n}\n"),
            ("modules/m/manifests/other.pp", "class m::other { notify { 'y': } }\n"),
        ]);
        let (left_out, notifies, errors) = described(&found);
        assert_eq!(left_out, ["class m"]);
        assert_eq!(errors, 1, "{:?}", found.errors);
        assert!(notifies.contains(&"y".to_string()) && !notifies.contains(&"x".to_string()), "{notifies:?}");
        assert!(!found.unknowns.is_empty());
    }

    #[test]
    fn a_broken_statement_and_a_broken_node_leave_the_others() {
        let site = "$a = = 1\nnotify { 'top': }\nnode 'other' {\n  $x = = 2\n}\nnode default { notify { 'node': } }\n";
        let (left_out, notifies, errors) = described(&outcome(vec![("manifests/site.pp", site)]));
        assert_eq!(left_out, ["a statement"]);
        assert_eq!(notifies, ["top", "node"]);
        assert_eq!(errors, 1);
    }

    #[test]
    fn a_world_that_says_nothing_of_broken_parts_stops_there() {
        let world = MemoryWorld::new().with_file("manifests/site.pp", "notify { 'a': }\n$a = = 1\n");
        let found = compile(&world, &Request::catalog("node.example.com"));
        assert!(described(&found).1.is_empty() && found.left_out.is_empty());
    }
}
