//! Sources of this project's own with what Puppet 7.23 answered (`tests/conformance/validation-puppet7.jsonl`).

use crate::support::{assert_none, cases, options, puppet7_rules, show, text, validation_problems};

/// Sources where the answer is not Puppet's, with what it is and why. Each is asserted.
const DEVIATIONS: &[(&str, &str, &str)] = &[(
    "$a = @(END:json) $B\n{\n| END\n",
    "error ILLEGAL_JSON 2:1, error ILLEGAL_VAR_NAME 1:18",
    "Puppet gives up at a text of the wrong syntax; here all problems are told",
)];

#[test]
fn problems_of_puppet_7() {
    let mut differences = Vec::new();
    let all = cases("validation-puppet7.jsonl");
    for case in &all {
        let source = text(case, "source");
        let deviation = DEVIATIONS.iter().find(|deviation| deviation.0 == source);
        let wanted = deviation.map_or(text(case, "problems"), |deviation| deviation.1);
        let found = show(&validation_problems(source, &options(case, puppet7_rules())));
        if found != wanted {
            differences.push(format!("{source:?}\n    expected {wanted}\n    found    {found}"));
        }
    }
    assert_none(&differences, all.len());
}
