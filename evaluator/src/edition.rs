//! The editions of the language, as one table of rules. Nothing else asks which edition it is: it asks for a rule.

use syntax::validation::ValidationRules;

use crate::request::{Settings, Strictness};

/// Which language is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    #[default]
    Puppet8,
    Puppet7,
    /// The five chapters of the 4x specification as they are written.
    Spec4x,
}

impl Edition {
    pub const ALL: [Edition; 3] = [Edition::Puppet8, Edition::Puppet7, Edition::Spec4x];

    pub fn name(self) -> &'static str {
        match self {
            Edition::Puppet8 => "puppet8",
            Edition::Puppet7 => "puppet7",
            Edition::Spec4x => "spec4x",
        }
    }

    pub fn from_name(name: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.name() == name)
    }

    /// What the parser and validation accept in this edition.
    pub fn validation_rules(self) -> ValidationRules {
        Rules::new(self, &Settings::default()).validation_rules()
    }
}

/// A difference between the editions. Each says what holds where the rule is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rule {
    QuestionableCodeIsAnError,
    UnknownVariableIsAnError,
    LiteralParameterTypes,
    TypesAsLiteralKeys,
    EmptyStringIsFalse,
    NumericStringsEqualNumbers,
    NumericStringsAreOrderedAsNumbers,
    NumericStringsInArithmetic,
    UnboundedIntegers,
    UnmatchedSelectorIsUndef,
    DefaultMatchesWhereItStands,
    AppendAndDeleteAssignments,
    SliceIsFromAndTo,
    IntegerTypeIsARange,
    PatternTypeIsARegexp,
    HashTypeOfOneParameter,
    InLeavesMatchVariables,
    MatchesEndAtDefinitions,
    MatchTakesNoTypes,
    StatementsAreValues,
    AnyStatementCall,
    RelationshipsBelowAssignment,
    StringsAreClassesInRelationships,
    EmptyRelationshipOperandEndsChain,
    ComputedResourceTypes,
    OverrideSetsUnsetAttributes,
    AppendInDefaults,
    TypeOptionsCompareTypes,
    PrivateDefinitions,
    CallableValues,
    BuiltinsWinOverEnvironment,
    ModulesSeeDependenciesOnly,
    DataBindingForAll,
    DifferenceByEquality,
    RightShiftStaysPositive,
    UnicodeCaseFolding,
    OldFunctionNames,
    ExportedResourcesNeedNoStore,
    NodeNamesSpellGroups,
    LegacyFacts,
    OlderFunctionSignatures,
    ParameterOrderOfDefinitions,
    NotANumberIsAnError,
    TypesCompareWithTypesOnly,
    EmptyCase,
    SpacedAccess,
    PlainInterpolatedNames,
    NoKeywordsInNames,
    NoDefaultFromItself,
}

/// One row of the table.
#[derive(Debug)]
pub struct RuleEntry {
    pub rule: Rule,
    /// The rule's name in documentation and settings.
    pub name: &'static str,
    /// What happens where the rule is in force.
    pub in_force: &'static str,
    /// What happens elsewhere.
    pub otherwise: &'static str,
    /// The editions in which it is in force.
    pub editions: &'static [Edition],
}

const SPEC: &[Edition] = &[Edition::Spec4x];
const STRICT: &[Edition] = &[Edition::Puppet8, Edition::Spec4x];
const ONLY_8: &[Edition] = &[Edition::Puppet8];
const ONLY_7: &[Edition] = &[Edition::Puppet7];

const fn entry(
    rule: Rule,
    name: &'static str,
    editions: &'static [Edition],
    in_force: &'static str,
    otherwise: &'static str,
) -> RuleEntry {
    RuleEntry { rule, name, in_force, otherwise, editions }
}

/// All rules, in the order of `Rule`.
pub static RULES: &[RuleEntry] = &[
    entry(
        Rule::QuestionableCodeIsAnError,
        "questionable-code-is-an-error",
        STRICT,
        "duplicate literal keys, strings in arithmetic and the like are errors (setting `strict`)",
        "they are warnings",
    ),
    entry(
        Rule::UnknownVariableIsAnError,
        "unknown-variable-is-an-error",
        STRICT,
        "reading a variable that nothing assigned is an error (setting `strict_variables`)",
        "it is undef, with a warning",
    ),
    entry(
        Rule::LiteralParameterTypes,
        "literal-parameter-types",
        ONLY_8,
        "the type of a class parameter must be literal",
        "any expression may give it",
    ),
    entry(
        Rule::TypesAsLiteralKeys,
        "types-as-literal-keys",
        ONLY_8,
        "type references and negative numbers count as literal hash keys, which may not be repeated",
        "they are not looked at",
    ),
    entry(
        Rule::EmptyStringIsFalse,
        "empty-string-is-false",
        SPEC,
        "`''` is false where a truth value is wanted",
        "only `false` and `undef` are false",
    ),
    entry(
        Rule::NumericStringsEqualNumbers,
        "numeric-strings-equal-numbers",
        SPEC,
        "`==`, `in`, `case` and selectors convert numeric strings: `'1' == 1`",
        "a string never equals a number",
    ),
    entry(
        Rule::NumericStringsAreOrderedAsNumbers,
        "numeric-strings-are-ordered-as-numbers",
        SPEC,
        "`<` compares as numbers where both sides can be numbers, and a number is before any other string",
        "strings are compared as strings; a string with a number is an error",
    ),
    entry(
        Rule::NumericStringsInArithmetic,
        "numeric-strings-in-arithmetic",
        SPEC,
        "arithmetic converts numeric strings",
        "that is an error (`puppet7`: a warning)",
    ),
    entry(
        Rule::UnboundedIntegers,
        "unbounded-integers",
        SPEC,
        "integers have no range",
        "64 bits; literals and results beyond are errors",
    ),
    entry(
        Rule::UnmatchedSelectorIsUndef,
        "unmatched-selector-is-undef",
        SPEC,
        "a selector without a matching entry is undef",
        "it is an error",
    ),
    entry(
        Rule::DefaultMatchesWhereItStands,
        "default-matches-where-it-stands",
        SPEC,
        "`default` in a case or selector matches in its turn",
        "it is tried last",
    ),
    entry(
        Rule::AppendAndDeleteAssignments,
        "append-and-delete-assignments",
        SPEC,
        "`+=` and `-=` assign what the outer scope has, with more or less",
        "validation refuses them",
    ),
    entry(
        Rule::SliceIsFromAndTo,
        "slice-is-from-and-to",
        SPEC,
        "`$x[a, b]` on arrays and strings goes from a to b, both included",
        "from a, b elements; a negative b is an end; a string out of range is `''`",
    ),
    entry(
        Rule::IntegerTypeIsARange,
        "integer-type-is-a-range",
        SPEC,
        "`Integer[1, 3]` and `Integer[6, 1, 2]` are arrays of integers",
        "a range type; no step, not descending",
    ),
    entry(
        Rule::PatternTypeIsARegexp,
        "pattern-type-is-a-regexp",
        SPEC,
        "`Pattern['…']` is a regular expression and sets `$0…`",
        "a type, which sets nothing",
    ),
    entry(
        Rule::HashTypeOfOneParameter,
        "hash-type-of-one-parameter",
        SPEC,
        "`Hash[T]` has keys of type Literal; bare `Array` and `Hash` are of Data; `Literal` is a type",
        "`Hash[T]` is an error; they are of Any; the type is called Scalar",
    ),
    entry(
        Rule::InLeavesMatchVariables,
        "in-leaves-match-variables",
        SPEC,
        "`in` with a regular expression leaves `$0…` alone",
        "it sets them",
    ),
    entry(
        Rule::MatchesEndAtDefinitions,
        "matches-end-at-definitions",
        SPEC,
        "the match variables of the top scope are not seen in classes, defines and nodes",
        "they are (never in functions)",
    ),
    entry(
        Rule::MatchTakesNoTypes,
        "match-takes-no-types",
        SPEC,
        "the right side of `=~` is a string or a regular expression",
        "a type (instance test) or a version range too",
    ),
    entry(
        Rule::StatementsAreValues,
        "statements-are-values",
        SPEC,
        "collectors, definitions and statement calls have the value undef; statements without effect are allowed",
        "validation refuses both",
    ),
    entry(
        Rule::AnyStatementCall,
        "any-statement-call",
        SPEC,
        "any function can be called without parentheses",
        "the built-in statement functions only",
    ),
    entry(
        Rule::RelationshipsBelowAssignment,
        "relationships-below-assignment",
        SPEC,
        "`$a = A -> B` is `($a = A) -> B`; a parenthesised relationship is an error",
        "`$a` is `[B]`; parentheses are fine",
    ),
    entry(
        Rule::StringsAreClassesInRelationships,
        "strings-are-classes-in-relationships",
        SPEC,
        "a string as an operand of `->` names a class",
        "`Type[title]` only",
    ),
    entry(
        Rule::EmptyRelationshipOperandEndsChain,
        "empty-relationship-operand-ends-chain",
        SPEC,
        "`a -> [] -> b` relates nothing",
        "the empty operand is skipped: a and b are related",
    ),
    entry(
        Rule::ComputedResourceTypes,
        "computed-resource-types",
        SPEC,
        "the type of a resource may be a string or variable, the target of an override any expression",
        "a name, a type reference or `Resource[…]`; an `[]` expression",
    ),
    entry(
        Rule::OverrideSetsUnsetAttributes,
        "override-sets-unset-attributes",
        SPEC,
        "an override outside of inheritance sets attributes that are unset; `+>` is an error",
        "an error outside of the declaring scope; there `+>` on an unset attribute assigns",
    ),
    entry(
        Rule::AppendInDefaults,
        "append-in-defaults",
        SPEC,
        "`+>` in a resource default appends to the outer default",
        "validation refuses it",
    ),
    entry(
        Rule::TypeOptionsCompareTypes,
        "type-options-compare-types",
        SPEC,
        "a type as a case option equals the same type",
        "it is an instance test; arrays and hashes as options are patterns",
    ),
    entry(
        Rule::PrivateDefinitions,
        "private-definitions",
        SPEC,
        "`private` hides classes, defines, functions and parameters from other modules",
        "it is a reserved word",
    ),
    entry(
        Rule::CallableValues,
        "callable-values",
        SPEC,
        "functions written in Puppet take lambdas; `$block(…)` and `&name` call and name functions",
        "not in functions written in Puppet",
    ),
    entry(
        Rule::BuiltinsWinOverEnvironment,
        "builtins-win-over-environment",
        SPEC,
        "a built-in function hides one of the environment with the same name",
        "the environment's hides the built-in",
    ),
    entry(
        Rule::ModulesSeeDependenciesOnly,
        "modules-see-dependencies-only",
        SPEC,
        "a module sees the modules that its metadata depends on",
        "every module sees every module",
    ),
    entry(
        Rule::DataBindingForAll,
        "data-binding-for-all",
        SPEC,
        "parameters of classes, defines and functions are looked up in data",
        "those of classes only",
    ),
    entry(
        Rule::DifferenceByEquality,
        "difference-by-equality",
        SPEC,
        "`array - x` removes what is `==`; a hash on the right means its keys",
        "case counts; a hash becomes pairs",
    ),
    entry(
        Rule::RightShiftStaysPositive,
        "right-shift-stays-positive",
        SPEC,
        "`>>` never gives less than 0",
        "the sign is kept",
    ),
    entry(
        Rule::UnicodeCaseFolding,
        "unicode-case-folding",
        SPEC,
        "strings are compared without case in all scripts",
        "in ASCII only",
    ),
    entry(
        Rule::OldFunctionNames,
        "old-function-names",
        SPEC,
        "`type_of`, `is_a`, `collect`, `select` and `Type.convert` exist",
        "`type`, `=~`, `map`, `filter` and `Type.new` do the same",
    ),
    entry(
        Rule::ExportedResourcesNeedNoStore,
        "exported-resources-need-no-store",
        SPEC,
        "`<<| |>>` collects the exported resources of the same catalog",
        "without a store (PuppetDB) nothing is exported or collected, with a warning",
    ),
    entry(
        Rule::NodeNamesSpellGroups,
        "node-names-spell-groups",
        STRICT,
        "the name of a node with a regular expression spells the signs of groups that begin with `?`",
        "it leaves them out",
    ),
    entry(
        Rule::LegacyFacts,
        "legacy-facts",
        ONLY_7,
        "the built-in fact sets have the legacy facts too (`$osfamily`), as agents send them",
        "they have structured facts only (`$facts['os']['family']`)",
    ),
    entry(
        Rule::OlderFunctionSignatures,
        "older-function-signatures",
        ONLY_7,
        "`split` and `regsubst` take no Sensitive, `max` and `min` compare versions and times as texts",
        "they take Sensitive values, and compare versions and times by what they are",
    ),
    entry(
        Rule::ParameterOrderOfDefinitions,
        "parameter-order-of-definitions",
        SPEC,
        "a function whose parameters are in the wrong order is refused where it is defined",
        "where it is called",
    ),
    entry(Rule::NotANumberIsAnError, "not-a-number-is-an-error", SPEC, "`0.0 / 0` is an error", "it is NaN"),
    entry(
        Rule::TypesCompareWithTypesOnly,
        "types-compare-with-types-only",
        SPEC,
        "`Integer > 1` is an error",
        "it is false",
    ),
    entry(
        Rule::EmptyCase,
        "empty-case",
        SPEC,
        "a `case` may have no options; its value is undef",
        "at least one option must be there",
    ),
    entry(
        Rule::SpacedAccess,
        "spaced-access",
        SPEC,
        "`$a [1]` is an access: blanks matter after a name only",
        "`[` after a blank begins an array",
    ),
    entry(
        Rule::PlainInterpolatedNames,
        "plain-interpolated-names",
        SPEC,
        "in `${name…}` the name is a variable where it stands alone or begins a chain of accesses and calls, a keyword only alone",
        "the leftmost name before `[` or `.` is a variable in every expression",
    ),
    entry(
        Rule::NoKeywordsInNames,
        "no-keywords-in-names",
        SPEC,
        "no segment of a qualified name may be a keyword",
        "`a::if` is a name like others",
    ),
    entry(
        Rule::NoDefaultFromItself,
        "no-default-from-itself",
        SPEC,
        "a default that reads its own parameter is an error of the definition",
        "it is an error of the call that needs the default",
    ),
];

/// The table as a page of the manual, `docs/editions.md`.
pub fn documentation() -> String {
    let mut page = String::from(
        "# Editions\n\n\
         Puppet's language came out otherwise than its specification was written. `puppet8` (the default) and `puppet7` are what\n\
         Puppet and OpenVox run; `spec4x` is the language of the five chapters of the 4x specification. The edition is chosen by\n\
         `--edition`, the setting `puppet-analyzer.edition`, `.puppet-analyzer.toml`, or the `puppet` requirement in `metadata.json`.\n\n\
         Each rule below holds in the editions named; elsewhere the last column does. This page is made from the table in\n\
         `evaluator/src/edition.rs`.\n\n\
         | rule | holds in | then | otherwise |\n|---|---|---|---|\n",
    );
    for entry in RULES {
        let editions: Vec<String> = entry.editions.iter().map(|edition| format!("`{}`", edition.name())).collect();
        let cell = |text: &str| text.replace('|', "\\|");
        page.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            entry.name,
            editions.join(", "),
            cell(entry.in_force),
            cell(entry.otherwise)
        ));
    }
    page
}

/// What one evaluation goes by: the rules of its edition, changed by the settings of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub edition: Edition,
    /// What becomes of questionable code.
    pub strict: Strictness,
    /// An unknown variable is an error whatever `strict` says.
    pub strict_variables: bool,
    in_force: u64,
}

impl Rules {
    /// The warning about a key in a module's data that is not the module's names the key; `puppet7`: it does not.
    pub fn names_unqualified_module_keys(&self) -> bool {
        self.edition != Edition::Puppet7
    }

    /// The version that Puppet's messages link to.
    pub fn puppet_version(&self) -> &'static str {
        if self.edition == Edition::Puppet7 { "7.23" } else { "8.10" }
    }

    pub fn new(edition: Edition, settings: &Settings) -> Self {
        let in_force = RULES
            .iter()
            .filter(|entry| entry.editions.contains(&edition))
            .fold(0, |bits, entry| bits | 1 << entry.rule as u64);
        let holds = |rule: Rule| in_force & 1 << rule as u64 != 0;
        let by_edition = if holds(Rule::QuestionableCodeIsAnError) { Strictness::Error } else { Strictness::Warning };
        Rules {
            edition,
            strict: settings.strict.unwrap_or(by_edition),
            strict_variables: settings.strict_variables.unwrap_or(holds(Rule::UnknownVariableIsAnError)),
            in_force,
        }
    }

    /// Whether a rule is in force.
    pub fn holds(&self, rule: Rule) -> bool {
        self.in_force & 1 << rule as u64 != 0
    }

    pub fn validation_rules(&self) -> ValidationRules {
        ValidationRules {
            appends_and_deletes: self.holds(Rule::AppendAndDeleteAssignments),
            private_definitions: self.holds(Rule::PrivateDefinitions),
            callable_values: self.holds(Rule::CallableValues),
            statements_are_values: self.holds(Rule::StatementsAreValues),
            any_statement_call: self.holds(Rule::AnyStatementCall),
            append_in_defaults: self.holds(Rule::AppendInDefaults),
            unbounded_integers: self.holds(Rule::UnboundedIntegers),
            computed_resource_types: self.holds(Rule::ComputedResourceTypes),
            strict: self.strict == Strictness::Error,
            literal_parameter_types: self.holds(Rule::LiteralParameterTypes),
            types_as_literal_keys: self.holds(Rule::TypesAsLiteralKeys),
            empty_case: self.holds(Rule::EmptyCase),
            spaced_access: self.holds(Rule::SpacedAccess),
            plain_interpolated_names: self.holds(Rule::PlainInterpolatedNames),
            no_keywords_in_names: self.holds(Rule::NoKeywordsInNames),
            no_default_from_itself: self.holds(Rule::NoDefaultFromItself),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_one_row_for_each_rule() {
        for (index, entry) in RULES.iter().enumerate() {
            assert_eq!(entry.rule as usize, index, "{}", entry.name);
        }
        assert_eq!(RULES.len(), Rule::NoDefaultFromItself as usize + 1);
    }

    #[test]
    fn the_manual_shows_the_table() {
        // `UPDATE_EXPECT=1 cargo test` writes the page anew.
        expect_test::expect_file!["../../docs/editions.md"].assert_eq(&documentation());
    }

    #[test]
    fn settings_come_before_the_edition() {
        let settings = Settings { strict: Some(Strictness::Off), strict_variables: Some(false) };
        let rules = Rules::new(Edition::Puppet8, &settings);
        assert_eq!(rules.strict, Strictness::Off);
        assert!(!rules.strict_variables);
        assert_eq!(Rules::new(Edition::Puppet7, &Settings::default()).strict, Strictness::Warning);
    }

    #[test]
    fn the_default_edition_validates_as_puppet_8() {
        assert_eq!(Edition::Puppet8.validation_rules(), ValidationRules::default());
        assert!(Edition::Spec4x.validation_rules().appends_and_deletes);
    }
}
