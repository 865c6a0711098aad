//! The data types that Puppet brings along: how they are written with what stands between their brackets, and what they are, for
//! completion and hover.

/// What stands between the brackets of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// Other types.
    Types,
    /// A least and a greatest value or length, where `default` leaves one open.
    Bounds,
    /// Texts, patterns, names; or nothing at all.
    Other,
}

pub struct DataType {
    pub name: &'static str,
    /// With all that can stand between its brackets: `Integer[min, max]`.
    pub form: &'static str,
    /// What usually stands between its brackets, as a snippet.
    pub snippet: Option<&'static str>,
    pub arguments: Arguments,
    pub documentation: &'static str,
}

impl DataType {
    const fn takes(mut self, arguments: Arguments) -> Self {
        self.arguments = arguments;
        self
    }

    const fn snippet(mut self, snippet: &'static str) -> Self {
        self.snippet = Some(snippet);
        self
    }

    pub fn markdown(&self) -> String {
        format!("{}\n{}\n", super::documentation::code_block(self.form), self.documentation)
    }
}

const fn of(name: &'static str, form: &'static str, documentation: &'static str) -> DataType {
    DataType { name, form, snippet: None, arguments: Arguments::Other, documentation }
}

/// The type of a name in any case.
pub fn named(name: &str) -> Option<&'static DataType> {
    DATA_TYPES.iter().find(|data_type| data_type.name.eq_ignore_ascii_case(name))
}

pub static DATA_TYPES: &[DataType] = &[
    of("Any", "Any", "Every value."),
    of(
        "Array",
        "Array[Type, min, max]",
        "A list of values of one type; with a least and a greatest length where they are given.",
    )
    .snippet("${1:Type}")
    .takes(Arguments::Types),
    of("Binary", "Binary", "Bytes."),
    of("Boolean", "Boolean", "`true` or `false`."),
    of("Callable", "Callable[Type, …, min, max, Block]", "A lambda with parameters of these types.")
        .snippet("${1:Type}")
        .takes(Arguments::Types),
    of("CatalogEntry", "CatalogEntry", "A reference to a resource or class."),
    of("Class", "Class['name']", "A reference to a class.").snippet("'${1:name}'"),
    of("Collection", "Collection[min, max]", "An array or hash.").takes(Arguments::Bounds),
    of("Data", "Data", "What can be sent as JSON: scalars, undef, and arrays and hashes of them."),
    of("Default", "Default", "The word `default`."),
    of("Deferred", "Deferred", "A call that the agent makes."),
    of("Enum", "Enum['a', 'b', …]", "One of these strings.").snippet("'${1:value}'"),
    of("Error", "Error", "What a plan's step returns when it fails."),
    of("Float", "Float[min, max]", "A number with a fraction, within the bounds where they are given.")
        .takes(Arguments::Bounds),
    of("Hash", "Hash[Key, Value, min, max]", "Keys with values, each of one type.")
        .snippet("${1:String}, ${2:Type}")
        .takes(Arguments::Types),
    of("Init", "Init[Type, argument, …]", "What `Type.new` takes.").snippet("${1:Type}").takes(Arguments::Types),
    of(
        "Integer",
        "Integer[min, max]",
        "A whole number, within the bounds where they are given; `default` leaves a bound open.",
    )
    .takes(Arguments::Bounds),
    of("Iterable", "Iterable[Type]", "What can be gone through.").snippet("${1:Type}").takes(Arguments::Types),
    of("Iterator", "Iterator[Type]", "The lazy result of an iteration.").snippet("${1:Type}").takes(Arguments::Types),
    of("NotUndef", "NotUndef[Type]", "The type without undef.").snippet("${1:Type}").takes(Arguments::Types),
    of("Numeric", "Numeric", "An integer or float."),
    of("Object", "Object[{ attributes => { … } }]", "A type with attributes."),
    of("Optional", "Optional[Type]", "The type, or undef.").snippet("${1:Type}").takes(Arguments::Types),
    of("Pattern", "Pattern[/a/, /b/, …]", "A string that matches one of these.").snippet("/${1:pattern}/"),
    of("Regexp", "Regexp[/a/]", "A regular expression."),
    of("Resource", "Resource['type', 'title']", "A reference to a resource.").snippet("'${1:type}', '${2:title}'"),
    of("RichData", "RichData", "Data, and values such as timestamps and sensitive ones."),
    of("Scalar", "Scalar", "A value without parts."),
    of("ScalarData", "ScalarData", "A string, number or boolean."),
    of("SemVer", "SemVer['range', …]", "A version."),
    of("SemVerRange", "SemVerRange", "A range of versions."),
    of("Sensitive", "Sensitive[Type]", "A value that is not shown.").snippet("${1:Type}").takes(Arguments::Types),
    of("String", "String[min, max]", "Text, with a least and a greatest length where they are given.")
        .takes(Arguments::Bounds),
    of("Struct", "Struct[{ 'key' => Type, Optional['other'] => Type }]", "A hash with these keys.")
        .snippet("{ '${1:key}' => ${2:Type} }"),
    of("Timespan", "Timespan[min, max]", "A length of time.").takes(Arguments::Bounds),
    of("Timestamp", "Timestamp[min, max]", "A point in time.").takes(Arguments::Bounds),
    of("Tuple", "Tuple[Type, …, min, max]", "A list with a type for each place.")
        .snippet("${1:Type}")
        .takes(Arguments::Types),
    of("Type", "Type[Type]", "A type itself.").snippet("${1:Type}").takes(Arguments::Types),
    of("TypeSet", "TypeSet[{ … }]", "Types that belong together."),
    of("URI", "URI['address']", "An address."),
    of("Undef", "Undef", "No value."),
    of("Variant", "Variant[Type, …]", "One of these types.").snippet("${1:Type}, ${2:Type}").takes(Arguments::Types),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn each_is_a_type_of_puppet() {
        for data_type in DATA_TYPES {
            assert!(evaluator::types::is_builtin_name(data_type.name), "{}", data_type.name);
            assert!(data_type.form.starts_with(data_type.name), "{}", data_type.form);
        }
    }

    #[test]
    fn hover_shows_what_stands_between_the_brackets() {
        let hover = |text: &str| {
            let fixture = Fixture::new(text);
            let found = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
            found.map(|hover| {
                (fixture.slice(fixture.file("/env/manifests/site.pp"), hover.range).to_string(), hover.markdown)
            })
        };
        let (range, markdown) = hover("class a(Optional[Int$0eger[1]] $p) {}\n").expect("a hover");
        assert_eq!(range, "Integer");
        assert!(markdown.contains("Integer[min, max]") && markdown.contains("whole number"), "{markdown}");
        assert!(hover("type A = Str$0uct[{ 'x' => Integer }]\n").is_some());
    }
}
