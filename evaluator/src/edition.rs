//! The editions of the language, as one table of rules. Nothing else asks which edition it is: it asks for a rule.

mod decisions;
mod page;
mod table;
mod vendored_modules;

use syntax::validation::ValidationRules;

use crate::request::{Settings, Strictness};

pub use decisions::{DECISIONS, Decision};
pub use page::documentation;
pub use table::RULES;
pub use vendored_modules::{VENDORED_MODULES, VendoredModule};

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
    QueriesCompareAttributes,
    NoHyphensInNames,
    MatchVariablesEndAtDigits,
    NestedDefinitionsNeedTheirParent,
    TypesInStrings,
    UnknownTypesAreTypes,
    PatternsWithoutSlashes,
    IntegersOnly,
    UndefUnfoldsToItself,
    PairsHaveTwoElements,
    DefaultIsNotOrdered,
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

    /// The version of Ruby that Puppet's packages bring.
    pub fn ruby_version(&self) -> &'static str {
        if self.edition == Edition::Puppet7 { "2.7.8" } else { "3.2.2" }
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
            plain_queries: self.holds(Rule::QueriesCompareAttributes),
            relationships_are_statements: self.holds(Rule::RelationshipsBelowAssignment),
            parameter_order: self.holds(Rule::ParameterOrderOfDefinitions),
            no_hyphens_in_names: self.holds(Rule::NoHyphensInNames),
            numeric_names_end_at_digits: self.holds(Rule::MatchVariablesEndAtDigits),
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
        assert_eq!(RULES.len(), Rule::DefaultIsNotOrdered as usize + 1);
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
