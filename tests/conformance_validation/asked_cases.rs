//! Sources of this project's own with what OpenVox 8.28.1 and Puppet 7.23 answered: every kind of expression in every kind
//! of place, and what the other suites leave out (`tests/conformance/validation.jsonl`).

use syntax::validation::ValidationRules;

use crate::support::{assert_none, cases, options, puppet7_rules, show, text, validation_problems};

/// Sources where the answer is not Puppet's, with what it is and why. Each is asserted.
const DEVIATIONS: &[(&str, &str, &str)] = &[(
    "$a = @(END:json) $B\n{\n| END\n",
    "error ILLEGAL_JSON 2:1, error ILLEGAL_VAR_NAME 1:18",
    "Puppet gives up at a text of the wrong syntax; here all problems are told",
)];

fn check(rules: &ValidationRules, answer: impl Fn(&serde_json::Value) -> String) {
    let mut differences = Vec::new();
    let all = cases("validation.jsonl");
    for case in &all {
        let source = text(case, "source");
        let deviation = DEVIATIONS.iter().find(|deviation| deviation.0 == source);
        let wanted = deviation.map_or_else(|| answer(case), |deviation| deviation.1.to_string());
        let found = show(&validation_problems(source, &options(case, rules.clone())));
        if found != wanted {
            differences.push(format!("{source:?}\n    expected {wanted}\n    found    {found}"));
        }
    }
    assert_none(&differences, all.len());
}

#[test]
fn answers_of_puppet_8() {
    check(&ValidationRules::default(), |case| text(case, "puppet8").to_string());
}

#[test]
fn answers_of_puppet_7() {
    check(&puppet7_rules(), |case| case["puppet7"].as_str().unwrap_or(text(case, "puppet8")).to_string());
}
