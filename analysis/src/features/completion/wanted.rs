//! The kinds of things that can be wanted at a cursor. Knows no text and no program.

use crate::reference_index::AttributeOwner;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Nothing,
    Variable,
    /// A key of what a variable holds, behind the keys that are there: `$facts['os']['…`.
    Key {
        variable: String,
        keys: Vec<String>,
    },
    /// A function that is called on what stands before the dot.
    Method {
        receiver_end: u32,
    },
    Class,
    NodeName,
    /// The name of a definition behind its keyword.
    DefinitionName,
    /// The title of a resource of this type: `File['…`.
    Title {
        type_name: String,
    },
    /// An argument of a data type: `Array[…`.
    TypeArgument {
        type_name: String,
    },
    AttributeName {
        owner: AttributeOwner,
        given: Vec<String>,
        /// `=>` stands behind the cursor already.
        has_arrow: bool,
    },
    /// What a collector compares: `File <| …`.
    QueryAttribute {
        owner: AttributeOwner,
    },
    AttributeValue {
        owner: AttributeOwner,
        attribute: String,
    },
    /// What something is compared with by `==`, `case` or a selector; the variable and keys where it is one.
    ComparedValue {
        receiver_end: u32,
        variable: String,
        keys: Vec<String>,
        /// The word `default` can stand here.
        is_option: bool,
    },
    /// The default of a parameter with this type.
    ParameterDefault {
        type_text: String,
    },
    /// What a chaining arrow leads to.
    Related,
    /// A string or other argument of a function, from 0.
    Argument {
        function: String,
        index: usize,
    },
    /// A key of the hash that a template is called with.
    TemplateParameter {
        template: String,
        given: Vec<String>,
    },
    /// `and`, `or` or `in` behind a value.
    Operator,
    /// `inherits` behind the head of a class.
    Inherits,
    /// The type of a resource behind `@` or `@@`.
    VirtualResource,
    Type,
    Statement,
    Expression,
}
