//! Arbitrary programs, most of them valid: made of fragments that fit together.

use evaluator::Edition;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::{evaluate, seeded, small_request, with_stack};

/// What a step that ends an evaluation may have counted at once.
const LAST_STEP: u64 = 1_000;

fn literal() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        (-3_i64..70).prop_map(|number| number.to_string()),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(|number| format!("{number:e}")),
        "[a-z ]{0,6}".prop_map(|text| format!("'{text}'")),
        "\\PC{0,8}".prop_map(|text| format!("'{}'", text.replace(['\\', '\''], ""))),
        Just("undef".to_string()),
        Just("default".to_string()),
        Just("true".to_string()),
        Just("false".to_string()),
        Just("[]".to_string()),
        Just("{}".to_string()),
        "[a-z(\\[+*?{]{1,5}".prop_map(|pattern| format!("/{pattern}/")),
        prop::sample::select(vec![
            "Integer",
            "String[1]",
            "Array[Integer]",
            "Hash",
            "Optional[String]",
            "Any",
            "Type",
            "File['/x']",
            "Class['c']",
            "Variant[Integer, String]",
            "Enum[a, b]",
            "Pattern[/a/]",
            "Struct[{a => Integer}]",
            "Tuple[Integer, String]",
            "Integer[1, 9]",
            "Callable",
            "Iterable",
            "Timestamp",
            "SemVer",
            "Sensitive",
            "Init[Integer]",
            "Object[{}]",
        ])
        .prop_map(str::to_string),
        prop::sample::select(vec!["$a", "$b", "$0", "$1", "$facts", "$nosuch", "$::a"]).prop_map(str::to_string),
    ]
}

fn functions() -> Vec<&'static str> {
    evaluator::functions::FAMILIES
        .iter()
        .flat_map(|family| family.iter())
        .map(|function| function.name)
        // What asks for the time of day or sleeps is no business of this test.
        .collect()
}

pub fn expression() -> impl Strategy<Value = String> {
    literal().prop_recursive(5, 40, 4, |inner| {
        let operators = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "=~", "!~", "in", "and", "or",
        ]);
        prop_oneof![
            (inner.clone(), operators, inner.clone())
                .prop_map(|(left, operator, right)| format!("({left} {operator} {right})")),
            prop::collection::vec(inner.clone(), 0..4).prop_map(|elements| format!("[{}]", elements.join(", "))),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(|entries| {
                let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key} => {value}")).collect();
                format!("{{{}}}", entries.join(", "))
            }),
            (inner.clone(), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(left, keys)| format!("({left})[{}]", keys.join(", "))),
            (prop::sample::select(functions()), prop::collection::vec(inner.clone(), 0..4))
                .prop_map(|(name, arguments)| format!("{name}({})", arguments.join(", "))),
            (inner.clone(), prop::sample::select(functions()), inner.clone(), inner.clone()).prop_map(
                |(receiver, name, argument, body)| {
                    format!("({receiver}).{name}({argument}) |$a, $b = {argument}| {{ {body} }}")
                }
            ),
            (inner.clone(), prop::sample::select(functions()), inner.clone())
                .prop_map(|(receiver, name, body)| format!("({receiver}).{name} |$a| {{ {body} }}")),
            (inner.clone(), inner.clone()).prop_map(|(called, argument)| format!("({called})({argument})")),
            (
                prop::sample::select(vec![
                    "Integer", "String", "Array", "Hash", "Float", "Timespan", "SemVer", "Regexp"
                ]),
                inner.clone(),
                inner.clone()
            )
                .prop_map(|(called, first, second)| format!("{called}({first}, {second})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(test, then, otherwise)| format!("if {test} {{ {then} }} else {{ {otherwise} }}")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(test, option, value)| format!("({test}) ? {{ {option} => {value}, default => $1 }}")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(test, option, value)| format!(
                "case {test} {{ {option}: {{ {value} }} default: {{ $0 }} }}"
            )),
            inner.clone().prop_map(|inner| format!("\"x${{{inner}}}y\"")),
            inner.clone().prop_map(|inner| format!("(*{inner})")),
            inner.clone().prop_map(|inner| format!("!{inner}")),
            inner.prop_map(|inner| format!("(-{inner})")),
        ]
    })
}

fn statement() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => expression().prop_map(|expression| format!("$a = {expression}")),
        1 => expression().prop_map(|expression| format!("[$a, $b] = {expression}")),
        2 => expression().prop_map(|expression| format!("notice({expression})")),
        1 => expression().prop_map(|expression| format!("function f($a, $b = {expression}) {{ f($a) }}\nf(1)")),
        1 => expression().prop_map(|expression| format!("notify {{ 'n': message => {expression} }}")),
        1 => expression().prop_map(|expression| format!("class c($p = {expression}) {{ notice($p) }}\ninclude c")),
        1 => expression().prop_map(|expression| format!("define d($p) {{ d {{ \"${{title}}x\": p => {expression} }} }}\nd {{ 'x': p => 1 }}")),
        1 => expression().prop_map(|expression| format!("type A = Array[Variant[A, {expression}]]\nnotice([1] =~ A)")),
    ]
}

/// A few statements.
pub fn program() -> impl Strategy<Value = String> {
    prop::collection::vec(statement(), 1..4).prop_map(|statements| statements.join("\n"))
}

fn check(source: &str) {
    for edition in Edition::ALL {
        let outcome = evaluate(source, edition);
        let most = small_request().limits.steps + LAST_STEP;
        assert!(outcome.steps <= most, "{} steps in {}: {source}", outcome.steps, edition.name());
        for error in &outcome.errors {
            assert!(
                !error.message().text().is_empty() || !error.code().puppet_name().is_empty(),
                "an error that says nothing: {error:?}"
            );
        }
    }
}

#[test]
fn arbitrary_programs_end_without_a_panic() {
    with_stack(|| {
        let mut runner = TestRunner::new(seeded(400));
        runner
            .run(&program(), |source| {
                check(&source);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    });
}

#[test]
fn arbitrary_expressions_end_without_a_panic() {
    with_stack(|| {
        let mut runner = TestRunner::new(seeded(600));
        runner
            .run(&expression(), |source| {
                check(&source);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    });
}

#[test]
fn what_never_ends_is_stopped() {
    with_stack(|| {
        for source in [
            "function f($x) { f($x + 1) }\nf(1)",
            "function f($x) { [1, 2].map |$y| { f($y) } }\nf(1)",
            "Integer[1, 9000000000000000000].map |$x| { $x }",
            "Integer[1, 9000000000000000000].reduce |$m, $x| { $x }",
            "Integer[0].each |$x| { $x }",
            "Integer[1, 300].reduce('xxxxxxxx') |$m, $x| { \"${m}${m}\" }",
            "Integer[1, 300].reduce([1, 2]) |$m, $x| { $m + $m }",
            "9000000000000000000.each |$x| { $x }",
            "define d { d { \"${title}x\": } }\nd { 'x': }",
            "type A = A\nnotice(1 =~ A)",
            "type A = Variant[A, B]\ntype B = Variant[A, B]\nnotice(1 =~ A)",
            "inline_epp('<%= inline_epp($x, {x => $x}) %>', {x => '<%= inline_epp($x, {x => $x}) %>'})",
            "sprintf('%1000000000d', 1)",
            "range(1, 9000000000000000000)",
        ] {
            check(source);
            for edition in Edition::ALL {
                let outcome = evaluate(source, edition);
                let is_stopped = outcome.limit.is_some() || !outcome.errors.is_empty();
                assert!(is_stopped, "went on to the end in {}: {source}", edition.name());
            }
        }
    });
}

#[test]
fn what_seems_endless_ends() {
    with_stack(|| {
        for source in [
            "class a { include b }\nclass b { include a }\ninclude a",
            "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' =~ /(?=(a+)+c)(a*)*\\1$/",
            "String(Integer[1, 9000000000000000000].step(2))",
            "[1, 2, 3].tree_each.map |$x| { $x }",
        ] {
            check(source);
        }
    });
}

#[test]
fn deep_code_is_stopped_before_the_stack_is() {
    with_stack(|| {
        for (open, close) in
            [("(", ")"), ("[", "]"), ("if true { ", " }"), ("with(1) |$x| { ", " }"), ("!", ""), ("\"${", "}\"")]
        {
            let source = format!("$a = {}1{}", open.repeat(250), close.repeat(250));
            check(&source);
        }
    });
}
