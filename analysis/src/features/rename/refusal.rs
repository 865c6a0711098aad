//! Why a thing cannot be renamed, one variant for each message.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    NothingHere,
    BuiltIn { what: &'static str, name: String },
    Ruby { name: String, path: String },
    Fact(String),
    PuppetVariable(String),
    Title,
    File,
    Module,
    Node,
    NotFound { what: &'static str, name: String },
    Vendored { what: String, module: String },
    UsedInVendored { module: String, place: String },
    Nested { name: String },
    DefinedTwice { name: String, place: String },
    InvalidName { name: String, rule: &'static str },
    Reserved { name: String, why: &'static str },
    Taken { name: String, place: String },
    NoSuchModule { module: String },
    VendoredModule { module: String },
    Dynamic { what: &'static str, place: String },
    Unreadable { place: String },
}

impl Refusal {
    pub fn message(&self) -> String {
        match self {
            Refusal::NothingHere => "there is nothing here that can be renamed".to_string(),
            Refusal::BuiltIn { what, name } => format!("the {what} `{name}` is Puppet's own"),
            Refusal::Ruby { name, path } => {
                format!("`{name}` is written in Ruby ({path}), which is not changed from here")
            }
            Refusal::Fact(name) => {
                format!("`{name}` is a fact, or a variable that Puppet sets: its name comes from outside of the code")
            }
            Refusal::PuppetVariable(name) => format!("`${name}` is set by Puppet"),
            Refusal::Title => "a resource's title may be its name on the node: change it by hand".to_string(),
            Refusal::File => "this is the path of a file: move the file".to_string(),
            Refusal::Module => "this is a module: its folder and all names in it would have to change".to_string(),
            Refusal::Node => "a node's name comes from its certificate".to_string(),
            Refusal::NotFound { what, name } => format!("no code here defines the {what} `{name}`"),
            Refusal::Vendored { what, module } => {
                format!("`{what}` belongs to the module `{module}`, which is installed and not developed here")
            }
            Refusal::UsedInVendored { module, place } => {
                format!("the module `{module}`, which is installed and not developed here, uses this name ({place})")
            }
            Refusal::Nested { name } => {
                format!("`{name}` is defined inside of another class, whose name is part of its own")
            }
            Refusal::DefinedTwice { name, place } => {
                format!("`{name}` is defined elsewhere too ({place}), and its uses do not say which one they mean")
            }
            Refusal::InvalidName { name, rule } => format!("`{name}` is not a valid name: {rule}"),
            Refusal::Reserved { name, why } => format!("`{name}` cannot be used: {why}"),
            Refusal::Taken { name, place } => format!("`{name}` is taken already ({place})"),
            Refusal::NoSuchModule { module } => {
                format!("there is no module `{module}` that the definition could be moved to")
            }
            Refusal::VendoredModule { module } => {
                format!("the module `{module}` is installed and not developed here, so nothing is moved to it")
            }
            Refusal::Dynamic { what, place } => {
                format!("{what} ({place}): what it names is known only when the code runs, so it might stop working")
            }
            Refusal::Unreadable { place } => {
                format!("the name is written at {place} in a way that cannot be replaced")
            }
        }
    }
}
