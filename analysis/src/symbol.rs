//! What a name under the cursor stands for, and everywhere it is written: the ground of definition, references,
//! highlights and rename. Works across manifests, templates, data and lists of modules.

pub mod at;
pub mod definitions;
pub mod names;
pub mod occurrences;
pub mod outer;
mod variables;

use smol_str::SmolStr;
use syntax::TextRange;

use crate::definition_index::DefinitionKind;
use crate::inputs::FileInput;
use crate::reference_index::AttributeOwner;
use crate::resolve::variables::BindingIn;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A class, define, function, plan, type alias or node that code of the workspace or of a module defines.
    Definition {
        kind: DefinitionKind,
        name: SmolStr,
    },
    /// A parameter of a class or define.
    Parameter {
        kind: DefinitionKind,
        owner: SmolStr,
        name: SmolStr,
        bindings: Vec<BindingIn>,
    },
    /// Any other variable that something binds: parameters of functions, lambdas and templates too.
    Variable {
        name: SmolStr,
        bindings: Vec<BindingIn>,
    },
    /// A fact, or a variable that Puppet sets for the whole catalog.
    Fact(SmolStr),
    /// A variable that Puppet sets anew in each definition, as `$title`.
    OwnVariable {
        name: SmolStr,
        file: FileInput,
        scope: usize,
    },
    /// A function that no Puppet code defines.
    Function(SmolStr),
    /// A resource type that no Puppet code defines.
    ResourceType(SmolStr),
    /// A data type that Puppet brings along.
    DataType(SmolStr),
    /// An attribute of a type that no Puppet code defines, or a metaparameter.
    Attribute {
        of: AttributeOwner,
        name: SmolStr,
    },
    HieraKey(SmolStr),
    Resource {
        type_name: SmolStr,
        title: SmolStr,
    },
    /// A template or file of a module.
    ModuleFile(FileInput),
    Module(SmolStr),
}

/// A symbol and the text that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolAt {
    pub symbol: Symbol,
    /// The mention, with quotes and `$`.
    pub range: TextRange,
}

/// What a place does with a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Definition,
    /// Gives it a value: an attribute, a key in data.
    Write,
    Read,
}

/// How a name is written at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `web::site`
    Plain,
    /// `Web::Site`
    Capitalised,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub file: FileInput,
    /// The mention, with quotes and `$`.
    pub range: TextRange,
    /// The text that is the symbol's own name; `None` where it is written in a way that cannot be replaced.
    pub name_range: Option<TextRange>,
    pub form: Form,
    pub role: Role,
}
