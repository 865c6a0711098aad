//! Values print as source that evaluates to an equal value.

use evaluator::value::text::to_source_string;
use evaluator::{Edition, Value};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::{evaluate, with_stack};

/// Values whose source form Puppet reads back.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Undef),
        Just(Value::Default),
        any::<bool>().prop_map(Value::from),
        // The most negative integer cannot be written: the minus comes after.
        (-i64::MAX..=i64::MAX).prop_map(Value::from),
        // `1.0e+20` is what Puppet prints, and what it cannot read.
        any::<f64>().prop_filter("readable", |number| number.abs() < 1e15).prop_map(Value::Float),
        // Puppet itself prints backslashes in single quotes so that they do not read back.
        "\\PC{0,12}".prop_map(|text| Value::string(text.replace('\\', "/"))),
        "[a-z'\"$\n\t]{0,8}".prop_map(Value::string),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::array),
            prop::collection::vec((inner.clone(), inner), 0..4).prop_map(Value::hash),
        ]
    })
}

#[test]
fn the_source_form_of_a_value_reads_back() {
    with_stack(|| {
        let mut runner = TestRunner::new(crate::seeded(500));
        runner
            .run(&value(), |value| {
                let source = to_source_string(&value);
                let outcome = evaluate(&source, Edition::Puppet8);
                let errors: Vec<String> =
                    outcome.errors.iter().map(|error| error.message().text().to_string()).collect();
                prop_assert!(errors.is_empty(), "{source}: {errors:?}");
                prop_assert_eq!(outcome.value.as_ref(), Some(&value), "{}", source);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    });
}
