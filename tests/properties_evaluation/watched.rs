//! Whether somebody watches an evaluation changes nothing of its outcome. What nobody watches goes shorter ways, so that this compares
//! those with the long ones.

use evaluator::observation::Probes;
use evaluator::request::Goal;
use evaluator::value::to_source_string;
use evaluator::{Edition, MemoryWorld, Outcome};
use proptest::strategy::Strategy;
use proptest::test_runner::TestRunner;

use crate::programs::{expression, program};
use crate::{seeded, small_request, with_stack};

fn evaluate(text: &str, edition: Edition, probes: Probes) -> Outcome {
    let mut world = MemoryWorld::new();
    world.rules = edition.validation_rules();
    let file = world.add_file("expression.pp", text);
    let mut request = small_request();
    // Both are to end by themselves.
    request.limits.steps = 200_000;
    request.goal = Goal::Value(file);
    request.edition = edition;
    request.probes = probes;
    evaluator::compile(&world, &request)
}

/// All that a user sees of an outcome.
fn shown(outcome: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = outcome.value.iter().map(to_source_string).collect();
    lines.extend(outcome.logs.iter().map(|entry| format!("{:?} {:?} {:?}", entry.level, entry.message, entry.place)));
    lines.extend(outcome.errors.iter().map(|error| {
        let frames: Vec<String> =
            error.frames.iter().map(|frame| format!("{} {:?}", frame.what, frame.place)).collect();
        format!("{:?} {:?} {frames:?}", error.message(), error.place)
    }));
    lines.extend(outcome.unknowns.iter().map(|unknown| format!("unknown: {} {:?}", unknown.reason, unknown.place)));
    for resource in outcome.catalog.iter().flat_map(|catalog| &catalog.resources) {
        lines.push(resource.to_string());
        lines.extend(
            resource.parameters.iter().map(|(name, given)| format!("  {name} => {}", to_source_string(&given.value))),
        );
    }
    lines
}

fn compare(text: &str) {
    for edition in Edition::ALL {
        let watched = evaluate(text, edition, Probes::Everything);
        let alone = evaluate(text, edition, Probes::Nothing);
        // What is counted differs, so that a limit may come sooner.
        if watched.limit.is_none() && alone.limit.is_none() {
            assert_eq!(shown(&alone), shown(&watched), "{}: {text}", edition.name());
        }
    }
}

#[test]
fn of_conformance_expressions() {
    with_stack(|| {
        let cases = include_str!("../conformance/expressions.jsonl");
        for line in cases.lines().filter(|line| !line.is_empty()) {
            let case: serde_json::Value = serde_json::from_str(line).expect("a line is a case");
            if let Some(text) = case["expr"].as_str() {
                compare(text);
            }
        }
    });
}

/// Compares so many texts of a kind.
fn compare_any(count: u32, texts: &impl Strategy<Value = String>) {
    let compared = TestRunner::new(seeded(count)).run(texts, |text| {
        compare(&text);
        Ok(())
    });
    compared.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn of_arbitrary_expressions() {
    with_stack(|| compare_any(1_500, &expression()));
}

#[test]
fn of_arbitrary_programs() {
    with_stack(|| compare_any(600, &program()));
}

#[test]
fn of_what_goes_shorter_ways() {
    with_stack(|| {
        for text in [
            "[1, 2, 3].reduce('') |$m, $x| { \"${m}${x}\" }",
            "[1, 2, 3].reduce('a') |$m, $x| { $y = \"${x}-\" \"${m}${y}${m}\" }",
            "[1, 2, 3].reduce('a') |$m, $x| { if $x == 2 { next($m) } \"${m}${x}\" }",
            "[1, 2, 3].reduce('a') |$m, $x| { \"${m}${x / 0}\" }",
            "[1, [2], 3].reduce([]) |$m, $x| { $m + $x }",
            "[1, 2, 3].reduce({}) |$m, $x| { $m + { $x => $m } }",
            "[1, 2, 'x'].reduce(0) |$m, $x| { $m + $x * 2 % 3 }",
            "[2147483647, 3000000000, -7].map |$x| { [$x * 2 + 1, $x % 4 - 1, $x / 2 * 2, $x == 1 + 2] }",
            "{ a => 1, b => [2] }.map |$k, $v| { { $k => $v } + { 'z' => { 'y' => $v } } }",
            "{ a => 1, b => 2 }.each |$k, $v| { if $k == 'b' { break() } notice(\"${k}${v}\") }",
            "{ a => 1, b => 2 }.filter |$pair| { $pair[1] > 1 }",
            "$h = { 'a' => { 'b' => 1 } } [$h['a'], $h['a']['b'], $h['x'], $h[1]]",
            "if 'abc' =~ /(a)(b)/ { [\"${1}-${2}-${0}\", $1, $3] }",
            "['a.b', 'a,b'].map |$x| { [$x.split('[.]'), $x.split(','), $x.split('\\.'), $x.split('')] }",
            "function f(Struct[{ a => Integer, Optional[b] => Pattern[/x/] }] $h) >> Integer { $h['a'] } [f({ a => 1 }), f({ a => 2, b => 'x' })]",
            "function f(Struct[{ a => Integer }] $h) { $h['a'] } f({ a => 'x' })",
            "[1, 2].map |$x| { with($x) |$y| { $y + $x } }",
            "[1, 2].map |$x| { $x + undef }",
            "Integer[1, 40].reduce({}) |$m, $x| { $m + { \"k${x}\" => $x } }",
            "$long = Integer[1, 30].reduce('') |$m, $x| { \"${m}0123456789\" } [$long.length, \"${long}x${long}\".length]",
        ] {
            compare(text);
        }
    });
}
