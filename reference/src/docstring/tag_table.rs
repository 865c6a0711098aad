//! The tags that puppet-strings knows, and the shape of each.

/// How the text of a tag is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `@note text`
    Text,
    /// `@see name text`
    Name,
    /// `@return [Types] text`
    Types,
    /// `@param name [Types] text` or `@param [Types] name text`
    TypesAndName,
    /// `@example title`, then text
    Title,
    /// `@option name [Types] key (default) text`
    Option,
    /// `@enum name key text`
    Enum,
    /// `@overload signature`, then a documentation text
    Overload,
}

/// A tag with what an editor says about it.
#[derive(Clone, Copy, Debug)]
pub struct KnownTag {
    pub name: &'static str,
    pub shape: Shape,
    pub documentation: &'static str,
    /// Whether Puppet code uses it; YARD's other tags are for Ruby.
    pub for_puppet: bool,
}

const fn puppet(name: &'static str, shape: Shape, documentation: &'static str) -> KnownTag {
    KnownTag { name, shape, documentation, for_puppet: true }
}

const fn ruby(name: &'static str, shape: Shape, documentation: &'static str) -> KnownTag {
    KnownTag { name, shape, documentation, for_puppet: false }
}

pub const TAGS: &[KnownTag] = &[
    puppet("summary", Shape::Text, "One sentence for the table of contents, at most 140 characters."),
    puppet("param", Shape::TypesAndName, "Describes a parameter."),
    puppet("example", Shape::Title, "An example: its title, then indented code."),
    puppet("return", Shape::Types, "Describes what a function returns."),
    puppet("option", Shape::Option, "Describes one key of a parameter that takes a hash."),
    puppet("enum", Shape::Enum, "Describes one value of a parameter that takes one of several."),
    puppet("see", Shape::Name, "Points to a name or an address."),
    puppet("note", Shape::Text, "A remark that is shown on its own."),
    puppet("api", Shape::Text, "`private` moves it to the private section of the reference."),
    puppet("since", Shape::Text, "The version that it was added in."),
    puppet("deprecated", Shape::Text, "Says what to use instead."),
    puppet("raise", Shape::Types, "An error that a function raises."),
    puppet("todo", Shape::Text, "What is left to do."),
    puppet("author", Shape::Text, "Who wrote it."),
    puppet("overload", Shape::Overload, "One signature of a function, with tags of its own."),
    ruby("version", Shape::Text, "The version of the thing."),
    ruby("abstract", Shape::Text, "The class or method is abstract."),
    ruby("attr", Shape::TypesAndName, "An attribute of a Ruby struct."),
    ruby("attr_reader", Shape::TypesAndName, "A reader of a Ruby struct."),
    ruby("attr_writer", Shape::TypesAndName, "A writer of a Ruby struct."),
    ruby("private", Shape::Text, "The Ruby object is private."),
    ruby("yield", Shape::Types, "What a block is called with."),
    ruby("yieldparam", Shape::TypesAndName, "A parameter of the block."),
    ruby("yieldreturn", Shape::Types, "What the block returns."),
];

/// Names behind `@!`.
pub const DIRECTIVES: &[&str] = &[
    "attribute",
    "endgroup",
    "group",
    "macro",
    "method",
    "parse",
    "scope",
    "visibility",
    "puppet.type.param",
    "puppet.type.property",
];

/// Directives that YARD knows without the `!`, too.
pub const PLAIN_DIRECTIVES: &[&str] = &["attribute", "endgroup", "group", "macro", "method", "scope", "visibility"];

pub fn find(name: &str) -> Option<&'static KnownTag> {
    TAGS.iter().find(|tag| tag.name == name)
}
