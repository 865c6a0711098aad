//! Every name that a file mentions, except variables: classes, resource types, functions, types, attributes, Hiera keys,
//! resources, facts, templates.
//!
//! Made of the program alone. What a name means is looked up in `resolve` and `symbol`; where it stands, in the source map.

mod collect;

pub use collect::text_with_module_name;

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::{ExprId, SourceMap, TextRange};

use crate::db::Db;
use crate::definition_index::DefinitionKind;
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
    /// A key whose value is a list of classes that the code includes.
    IncludedKey(SmolStr),
    /// A class whose name begins like this and is known only when the code runs.
    DynamicClass(SmolStr),
    /// A key that begins like this and is known only when the code runs.
    DynamicKey(SmolStr),
    /// A resource, by its type and title.
    Resource {
        type_name: SmolStr,
        title: SmolStr,
        /// The place declares it; otherwise it refers to it.
        declares: bool,
    },
    /// `$facts['x']`
    Fact(SmolStr),
    /// The argument of `epp()`, `template()` or `file()`, as it is written: `module/path`.
    ModuleFile {
        function: ModuleFileFunction,
        path: SmolStr,
    },
    /// A key of the hash that `epp()` gives to a template.
    TemplateArgument {
        template: SmolStr,
        name: SmolStr,
    },
    /// The argument of `defined()`: a class, a define, a resource type or a function.
    Defined(SmolStr),
    /// A variable that a string names, as for `getvar()`: with the classes around it, without `$`.
    VariableName(SmolStr),
    /// A tag that a query or `tagged()` selects by.
    Tag(SmolStr),
    /// Attributes whose names are known only when the code runs: `* => $hash`, `create_resources()`.
    DynamicAttributes(AttributeOwner),
}

impl Name {
    /// What stands at the place is the name itself; otherwise the place only says that a name is made or selected there, and what is
    /// written there (a variable, as a rule) means something of its own.
    pub fn is_written(&self) -> bool {
        !matches!(
            self,
            Name::IncludedKey(_)
                | Name::DynamicClass(_)
                | Name::DynamicKey(_)
                | Name::DynamicAttributes(_)
                | Name::Tag(_)
        )
    }
}

/// Which folder of a module a function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleFileFunction {
    /// `templates/`
    Template,
    /// `files/`
    File,
}

impl ModuleFileFunction {
    pub fn folder(self) -> &'static str {
        match self {
            ModuleFileFunction::Template => "templates",
            ModuleFileFunction::File => "files",
        }
    }
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
            // An attribute has one place, that of all of it; its name comes first. Where a key of a hash names it, the place is
            // the key's, with or without quotes.
            Name::Attribute { name, .. } if range.len() > name.len() as u32 + 2 => {
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

#[salsa::tracked(returns(clone))]
pub fn file_mentions(db: &dyn Db, file: FileInput) -> Arc<FileMentions> {
    let program = queries::program(db, file);
    Arc::new(FileMentions { mentions: collect::collect(&program, queries::module_of(db, file)) })
}
