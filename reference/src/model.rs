//! The documented things of a module. Knows nothing of how they are read or shown.

use crate::docstring::Docstring;

/// Everything that a module documents. The lists are in the order in which the files are read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    pub classes: Vec<Definition>,
    pub defined_types: Vec<Definition>,
    pub plans: Vec<Definition>,
    pub functions: Vec<Function>,
    pub data_types: Vec<DataType>,
    pub type_aliases: Vec<TypeAlias>,
    pub resource_types: Vec<ResourceType>,
    pub providers: Vec<Provider>,
    pub tasks: Vec<Task>,
    /// Custom facts. puppet-strings leaves them out, so only the HTML shows them.
    pub facts: Vec<Fact>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// A file, or a thing in it, that is missing from the reference, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

/// The place of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Relative to the module.
    pub file: String,
    pub line: usize,
}

/// A class, a defined type or a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    pub name: String,
    pub origin: Origin,
    pub inherits: Option<String>,
    pub docstring: Docstring,
    /// Names and texts of the defaults.
    pub defaults: Vec<(String, String)>,
    pub source: String,
}

/// In which language and API a function is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FunctionKind {
    #[default]
    Puppet,
    Ruby3x,
    Ruby4x,
}

impl FunctionKind {
    /// Returns the word of the JSON.
    pub fn key(self) -> &'static str {
        match self {
            FunctionKind::Puppet => "puppet",
            FunctionKind::Ruby3x => "ruby3x",
            FunctionKind::Ruby4x => "ruby4x",
        }
    }

    /// Returns the words of the Markdown.
    pub fn title(self) -> &'static str {
        match self {
            FunctionKind::Puppet => "Puppet Language",
            FunctionKind::Ruby3x => "Ruby 3.x API",
            FunctionKind::Ruby4x => "Ruby 4.x API",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    pub name: String,
    pub origin: Origin,
    pub kind: FunctionKind,
    pub docstring: Docstring,
    /// Names, with `*` or `&` in front, and texts of the defaults.
    pub parameters: Vec<(String, Option<String>)>,
    pub source: String,
}

/// `type Name = …`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypeAlias {
    pub name: String,
    pub origin: Origin,
    pub docstring: Docstring,
    pub alias_of: String,
}

/// A data type that `Puppet::DataTypes.create_type` makes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataType {
    pub name: String,
    pub origin: Origin,
    pub docstring: Docstring,
    pub defaults: Vec<(String, serde_json::Value)>,
    pub functions: Vec<DataTypeFunction>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTypeFunction {
    pub name: String,
    pub signature: Option<String>,
    pub docstring: Docstring,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceType {
    pub name: String,
    pub origin: Origin,
    pub docstring: Docstring,
    pub properties: Vec<Attribute>,
    pub parameters: Vec<Attribute>,
    pub checks: Vec<Attribute>,
    pub features: Vec<Feature>,
}

/// A parameter, property or check of a resource type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribute {
    pub name: String,
    pub description: String,
    pub values: Vec<String>,
    pub data_type: Option<String>,
    pub aliases: Vec<(String, String)>,
    pub is_namevar: bool,
    pub default: Option<serde_json::Value>,
    pub required_features: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    pub name: String,
    pub description: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Provider {
    pub name: String,
    pub type_name: String,
    pub origin: Origin,
    pub docstring: Docstring,
    pub confines: Vec<(String, String)>,
    pub features: Vec<String>,
    /// For each `defaultfor` its constraints.
    pub defaults: Vec<Vec<(String, String)>>,
    pub commands: Vec<(String, String)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    pub name: String,
    pub file: String,
    pub docstring: Docstring,
    pub parameters: Vec<TaskParameter>,
    pub supports_noop: serde_json::Value,
    pub input_method: serde_json::Value,
    pub source: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskParameter {
    pub name: String,
    pub description: serde_json::Value,
    pub data_type: serde_json::Value,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fact {
    pub name: String,
    pub origin: Origin,
    pub docstring: Docstring,
}

impl Reference {
    /// Returns the providers of a resource type, ordered by name.
    pub fn providers_of(&self, type_name: &str) -> Vec<&Provider> {
        let mut found: Vec<&Provider> =
            self.providers.iter().filter(|provider| provider.type_name == type_name).collect();
        found.sort_by(|left, right| left.name.cmp(&right.name));
        found
    }

    /// Returns a type's parameters ordered by name. `provider` is among them where the module has a provider for the type.
    pub fn parameters_of(&self, resource_type: &ResourceType) -> Vec<Attribute> {
        let mut parameters = resource_type.parameters.clone();
        let has_provider = self.providers.iter().any(|provider| provider.type_name == resource_type.name);
        if has_provider && !parameters.iter().any(|parameter| parameter.name == "provider") {
            parameters.push(Attribute {
                name: "provider".to_string(),
                description: format!(
                    "The specific backend to use for this `{}` resource. You will seldom need to specify this --- Puppet will \
                     usually discover the appropriate provider for your platform.",
                    resource_type.name
                ),
                ..Attribute::default()
            });
        }
        sorted(&parameters)
    }
}

/// Returns attributes ordered by name.
pub fn sorted(attributes: &[Attribute]) -> Vec<Attribute> {
    let mut attributes = attributes.to_vec();
    attributes.sort_by(|left, right| left.name.cmp(&right.name));
    attributes
}
