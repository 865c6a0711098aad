//! All that an evaluation reads. The command line, tests and the database each give their own.

use std::sync::Arc;

use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Problem, Program, SourceFile};

use crate::hiera::data_file::{DataFormat, ParsedData};
use crate::place::FileId;
use crate::regex_dialect::Regexp;
use crate::ruby::erb::ErbTemplate;
use crate::ruby::plugin_functions::PluginFunction;
use crate::ruby::plugin_types::PluginType;
use crate::ruby::syntax_tree::Node;

/// A manifest or template, parsed.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    pub program: Arc<Program>,
    /// Syntax and validation problems of error severity; empty where Puppet would load the file.
    pub errors: Arc<[Problem]>,
    /// What Puppet would log and load all the same.
    pub warnings: Arc<[Problem]>,
}

/// What of a file cannot be read: definitions, and statements of its top level, that its errors are in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokenParts {
    pub parts: Vec<ExprId>,
}

impl BrokenParts {
    pub fn of(source: &SourceFile) -> Self {
        let errors: Vec<_> = source.problems.iter().filter(|problem| problem.is_error()).collect();
        let mut parts = source.program.definitions.clone();
        if let Expr::Block(statements) = source.program.expr(source.program.root) {
            parts
                .extend(statements.iter().copied().filter(|statement| !source.program.definitions.contains(statement)));
        }
        parts.retain(|part| {
            let range = source.source_map.range(*part);
            errors.iter().any(|error| error.range.start <= range.end && range.start <= error.range.end)
                || !errors.is_empty() && has_gap(&source.program, *part)
        });
        BrokenParts { parts }
    }
}

/// Whether something is missing inside of an expression; the error may then stand behind it.
fn has_gap(program: &Program, expr: ExprId) -> bool {
    let mut waiting = vec![expr];
    while let Some(id) = waiting.pop() {
        match program.expr(id) {
            Expr::Missing => return true,
            expr => for_each_child(expr, &mut |child| waiting.push(child)),
        }
    }
    false
}

/// Answers what an evaluation asks for. The same question gets the same answer during one evaluation.
///
/// Paths are relative with `/`, never leave the folder that they are looked up in (`..` and symlinks that lead out
/// are answered `None`). No method has a default: a world that forgets an answer does not compile.
pub trait World {
    /// The environment's own manifests in the order in which Puppet reads them.
    fn main_manifests(&self) -> Vec<FileId>;

    /// A file below a module's folder, for instance `("apache", "manifests/vhost.pp")`.
    fn module_file(&self, module: &str, path: &str) -> Option<FileId>;

    /// The folder of a module, as messages name it.
    fn module_root(&self, module: &str) -> Option<Arc<str>>;

    /// A file below the environment's folder, for instance `hiera.yaml` or `data/common.yaml`.
    fn environment_file(&self, path: &str) -> Option<FileId>;

    /// The configuration of Hiera's global layer, where there is one.
    fn global_configuration(&self) -> Option<FileId>;

    /// A file of data of the global layer by its absolute path.
    fn global_file(&self, path: &str) -> Option<FileId>;

    /// The files of data of the global layer below a folder, by absolute path, sorted.
    fn global_files_below(&self, folder: &str) -> Vec<(String, FileId)>;

    /// A file by its absolute path on the machine that compiles: `Some(None)` where it is certain that there is none,
    /// `None` where nobody here can say.
    fn absolute_file(&self, path: &str) -> Option<Option<FileId>>;

    /// The names of the modules of the environment.
    fn modules(&self) -> Arc<[String]>;

    /// The files below a folder of a module (`Some`) or of the environment (`None`), paths relative to that root, sorted.
    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)>;

    /// The file parsed as a manifest, or as a template where its name ends in `.epp`.
    fn parsed(&self, file: FileId) -> Option<ParsedFile>;

    /// The bytes of a file; `None` where it cannot be read.
    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>>;

    /// The size of a file in bytes; `None` where it cannot be read.
    fn size(&self, file: FileId) -> Option<usize>;

    /// The document of a data file, read in a format.
    fn data(&self, file: FileId, format: DataFormat) -> Option<Arc<ParsedData>>;

    /// The file parsed as an ERB template.
    fn erb_template(&self, file: FileId) -> Option<Arc<ErbTemplate>>;

    /// The tree of a Ruby file; `None` where it cannot be read.
    fn ruby_tree(&self, file: FileId) -> Option<Arc<Node>>;

    /// The functions that a Ruby file defines.
    fn ruby_functions(&self, file: FileId) -> Arc<[Arc<PluginFunction>]>;

    /// A regular expression, the same one for every evaluation.
    fn regexp(&self, source: &str) -> Regexp;

    /// The file's path as messages name it.
    fn path(&self, file: FileId) -> Arc<str>;

    /// The modules that a module's `metadata.json` depends on; `None` where it says nothing.
    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>>;

    /// What the Ruby plugins of the modules say of a resource type, where they define one.
    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>>;

    /// The broken parts of a file whose other parts are to be used all the same; `None` where a file with errors is not to be
    /// used at all, as Puppet has it.
    fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>>;

    /// Called at every statement: unwinds where the work was cancelled.
    fn checkpoint(&self);
}
