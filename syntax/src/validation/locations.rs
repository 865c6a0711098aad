//! In a module, a file's path decides the names that it may define, and that it holds only definitions.

use super::ModuleLocation;
use super::definitions::{PRIVATE_WORD, is_private};
use super::issue::Issue;
use super::labels::Label;
use super::validator::Validator;
use crate::program::{Expr, ExprId};

/// The folders of a module from which Puppet loads by name.
const AUTOLOADED_FOLDERS: [&str; 4] = ["manifests", "functions", "types", "plans"];

/// What the names of a file's definitions start with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNamespace {
    /// The file is not in a module: any name will do.
    None,
    Prefix(String),
    /// The file is in a module, but where nothing is loaded from.
    NotAutoloaded,
}

impl FileNamespace {
    /// Names are compared in small letters, so the path is too.
    pub fn of(location: &ModuleLocation) -> Self {
        let Some(path) = location.path.strip_suffix(".pp") else { return FileNamespace::None };
        let path = path.to_lowercase();
        let mut parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
        let folder = parts.next().unwrap_or_default();
        let parts: Vec<&str> = parts.collect();
        if !AUTOLOADED_FOLDERS.contains(&folder) || parts.is_empty() {
            return FileNamespace::NotAutoloaded;
        }
        let mut namespace = location.module.to_lowercase();
        if parts != ["init"] {
            for part in parts {
                namespace.push_str("::");
                namespace.push_str(part);
            }
        }
        FileNamespace::Prefix(namespace)
    }
}

impl Validator<'_> {
    pub fn check_top_constructs(&mut self) {
        if self.namespace == FileNamespace::None {
            return;
        }
        match self.expr(self.program.root) {
            Expr::Nop => {}
            Expr::Block(statements) => {
                for statement in statements {
                    self.check_top_construct(*statement);
                }
            }
            _ => self.check_top_construct(self.program.root),
        }
    }

    fn check_top_construct(&mut self, id: ExprId) {
        let allowed = matches!(
            self.expr(id),
            Expr::Class(_)
                | Expr::Define(_)
                | Expr::Function(_)
                | Expr::Plan(_)
                | Expr::TypeAlias(_)
                | Expr::TypeDefinition(_)
                | Expr::TypeMapping { .. }
                | Expr::Missing
        );
        if is_private(self.expr(id)) && !self.rules.private_definitions {
            let range = self.private_range(id);
            let expression: Label = PRIVATE_WORD.into();
            self.report_range(Issue::IllegalTopConstructLocation { expression }, id, range);
        }
        if !allowed {
            let expression = self.label(id);
            let part = self.definition_name(id).unwrap_or(id);
            self.report_part(Issue::IllegalTopConstructLocation { expression }, id, part);
        }
    }

    pub fn check_location(&mut self, id: ExprId, name: &str, name_id: ExprId) {
        let expected = match &self.namespace {
            FileNamespace::None => return,
            FileNamespace::Prefix(prefix) if starts_with_ignoring_case(name, prefix) => return,
            FileNamespace::Prefix(prefix) => Some(prefix.clone()),
            FileNamespace::NotAutoloaded => None,
        };
        let Some(location) = &self.options.location else { return };
        let file = format!("{}/{}", location.module, location.path);
        self.report_part(Issue::IllegalDefinitionLocation { name, file, expected }, id, name_id);
    }
}

fn starts_with_ignoring_case(name: &str, prefix: &str) -> bool {
    name.as_bytes().get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}

#[cfg(test)]
mod private_tests {
    use crate::source_file::ReadOptions;
    use crate::validation::ModuleLocation;
    use crate::validation::test_support::problems_with;

    #[test]
    fn the_word_private_is_a_statement_of_its_own_in_a_module() {
        let location = ModuleLocation { module: "m".to_string(), path: "manifests/init.pp".to_string() };
        let mut options = ReadOptions { location: Some(location), ..ReadOptions::default() };
        let codes = |options: &ReadOptions| -> Vec<&str> {
            problems_with("private class m { }", options).into_iter().map(|(code, _)| code).collect()
        };
        assert_eq!(codes(&options), ["ILLEGAL_TOP_CONSTRUCT_LOCATION", "IDEM_EXPRESSION_NOT_LAST", "RESERVED_WORD"]);
        options.rules.private_definitions = true;
        assert_eq!(codes(&options), [""; 0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namespace(path: &str) -> FileNamespace {
        FileNamespace::of(&ModuleLocation { module: "Oak".to_string(), path: path.to_string() })
    }

    #[test]
    fn the_path_names_the_namespace() {
        let prefix = |text: &str| FileNamespace::Prefix(text.to_string());
        assert_eq!(namespace("manifests/init.pp"), prefix("oak"));
        assert_eq!(namespace("manifests/leaf/Vein.pp"), prefix("oak::leaf::vein"));
        assert_eq!(namespace("manifests/leaf/init.pp"), prefix("oak::leaf::init"));
        assert_eq!(namespace("functions/size.pp"), prefix("oak::size"));
        assert_eq!(namespace("extra/init.pp"), FileNamespace::NotAutoloaded);
        assert_eq!(namespace("init.pp"), FileNamespace::NotAutoloaded);
        assert_eq!(namespace("templates/a.epp"), FileNamespace::None);
    }
}
