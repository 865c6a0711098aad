//! Hover over words of the language, and over variables that Puppet itself sets.

use syntax::TextRange;
use syntax::before_cursor::{Inside, before_cursor};

use super::Hover;
use crate::db::Db;
use crate::features::documentation::code_block;
use crate::inputs::FileInput;
use crate::queries;

/// Each word with its form and what it does.
const KEYWORDS: &[(&str, &str, &str)] = &[
    ("and", "a and b", "True where both sides are. The right side is only evaluated where the left one is true."),
    (
        "case",
        "case $value {\n  'a', 'b': { … }\n  /regexp/: { … }\n  default:  { … }\n}",
        "Evaluates the block of the first option that matches. Strings match without regard to case, regular expressions set \
         `$1`, types match their instances.",
    ),
    (
        "class",
        "class name (\n  Type $parameter = default,\n) inherits parent {\n  …\n}",
        "Defines a class, which is declared at most once in a catalog. Its parameters are looked up in Hiera as \
         `name::parameter`. `class { 'name': … }` declares a class with parameters.",
    ),
    (
        "default",
        "default",
        "Matches what nothing else does in `case`, selectors and node definitions, leaves a bound of a type open, and as a \
         title sets attributes for the other bodies of a resource.",
    ),
    (
        "define",
        "define name (\n  Type $parameter = default,\n) {\n  …\n}",
        "Defines a resource type in Puppet. Each resource of it has its own `$title` and evaluates the body once.",
    ),
    ("else", "else { … }", "Evaluated where no condition before it holds."),
    ("elsif", "elsif condition { … }", "Another condition, tried where those before it do not hold."),
    ("false", "false", "The Boolean that is not true. Beside it only `undef` counts as false."),
    (
        "function",
        "function module::name(Type $parameter) >> Type {\n  …\n}",
        "Defines a function. The value of its last expression is its result; `return()` ends it before.",
    ),
    (
        "if",
        "if condition { … } elsif other { … } else { … }",
        "Evaluates the block of the first condition that holds, and has its value.",
    ),
    (
        "in",
        "a in b",
        "True where the right side contains the left: a part of a string, an element of an array, a key of a hash.",
    ),
    (
        "inherits",
        "class a inherits b { … }",
        "Declares the class `b` first, whose variables are then seen without a prefix.",
    ),
    (
        "node",
        "node 'name', /regexp/ {\n  …\n}",
        "What a node gets whose name fits. A text comes before a regular expression, `default` is last.",
    ),
    ("or", "a or b", "True where one of the sides is. The right side is only evaluated where the left one is false."),
    ("true", "true", "The Boolean that is true. Every value but `false` and `undef` counts as true."),
    ("type", "type Module::Name = Type", "Gives a data type a name."),
    ("undef", "undef", "No value. Given to a parameter it stands for the data or the default."),
    ("unless", "unless condition { … } else { … }", "Evaluates its block where the condition does not hold."),
];

/// What Puppet says in variables of its own.
const VARIABLES: &[(&str, &str)] = &[
    ("facts", "All facts of the node, as the agent sent them: `$facts['os']['family']`."),
    ("trusted", "What the node's certificate says: `certname`, `extensions` and others. A node cannot make it up."),
    ("server_facts", "The server's own name, address and version."),
    ("environment", "The environment that the catalog is compiled in."),
    ("title", "The title of the resource or class around this place."),
    ("name", "The name of the resource or class around this place: its title, where nothing else names it."),
    ("module_name", "The module that the code around this place is in."),
    ("caller_module_name", "The module of the code that declared this class or resource."),
    ("clientcert", "The node's certificate name, as the agent said it."),
    ("clientversion", "The version of Puppet on the node."),
    ("clientnoop", "Whether the agent only reports what it would change."),
    ("serverversion", "The version of Puppet on the server."),
    ("servername", "The server's name."),
    ("serverip", "The server's address."),
    ("settings::*", "A setting of the server."),
];

/// Over a word of the language.
pub fn at(db: &dyn Db, file: FileInput, offset: u32) -> Option<Hover> {
    let text = queries::text(db, file);
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':' || c == '$';
    let before = text.get(..offset as usize)?;
    let start = before.trim_end_matches(is_letter).len();
    let after = text.get(offset as usize..)?;
    let end = offset as usize + (after.len() - after.trim_start_matches(is_letter).len());
    let (word, form, documentation) = KEYWORDS.iter().find(|(word, ..)| text.get(start..end) == Some(*word))?;
    let kind = queries::read_options(db, file).kind;
    let is_code = before_cursor(&text, start as u32, kind).inside == Inside::Code;
    let behind = text.get(end..)?.trim_start();
    // The same word may name an attribute or a function.
    let is_name = behind.starts_with("=>") || *word == "type" && behind.starts_with('(');
    (is_code && !is_name && !word.is_empty()).then(|| Hover {
        markdown: format!("{}\n{documentation}\n", code_block(form)),
        range: TextRange::new(start as u32, end as u32),
    })
}

/// What a variable is that Puppet sets.
pub fn of_variable(name: &str) -> Option<&'static str> {
    let name = if name.starts_with("settings::") { "settings::*" } else { name };
    VARIABLES.iter().find(|(known, _)| *known == name).map(|(_, documentation)| *documentation)
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    fn shown(text: &str) -> Option<String> {
        let fixture = Fixture::new(text);
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
        hover.map(|hover| hover.markdown)
    }

    #[test]
    fn keywords_where_they_are_keywords() {
        assert!(shown("un$0less $x { }\n").is_some_and(|text| text.contains("does not hold")));
        assert!(shown("$x = $y in$0 [1]\n").is_some_and(|text| text.contains("contains the left")));
        assert_eq!(shown("# if$0\n"), None);
        assert_eq!(shown("notice('a if$0 b')\n"), None);
    }

    #[test]
    fn variables_that_puppet_sets() {
        assert!(shown("notice($tit$0le)\n").is_some_and(|text| text.contains("The title of the resource")));
        assert!(shown("notice($fac$0ts)\n").is_some_and(|text| text.contains("All facts of the node")));
    }
}
