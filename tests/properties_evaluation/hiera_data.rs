//! Arbitrary data and configuration of Hiera: lookups end within their limits and never panic, whatever the files say.

use evaluator::request::Goal;
use evaluator::{MemoryWorld, Outcome};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::hiera_files::{CONFIGURATION, SITE};
use crate::{seeded, small_request, with_stack};

/// Pieces that data and configuration are made of.
const PIECES: &[&str] = &[
    "a: ",
    "b: ",
    "c: ",
    "p::a: ",
    "x",
    "1",
    "0x1F",
    "1.5",
    "~",
    "true",
    "'s'",
    "\"%{lookup('b')}\"",
    "\"%{alias('a')}\"",
    "'%{facts.x.y}'",
    "\"%{literal('%')}\"",
    "\"%{hiera('c')}",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "\n",
    "\n  ",
    "\n- ",
    "- ",
    "? ",
    ": ",
    "&x ",
    "*x",
    "<<: *x",
    "!!str ",
    "!!binary ",
    "!ruby/object:X ",
    "|\n  t\n",
    ">-\n  t\n",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "# c\n",
    "\t",
    "é",
    "\u{85}",
    "\u{feff}",
    "lookup_options: ",
    "merge: deep",
    "{strategy: deep, knockout_prefix: '--'}",
    "convert_to: [Hash]",
    "'^a': ",
    "version: 5\n",
    "hierarchy:\n",
    "  - name: n\n",
    "    path: one.yaml\n",
    "    glob: '*.yaml'\n",
    "    mapped_paths: [facts.x, y, '%{y}']\n",
    "    lookup_key: f\n",
    "    data_hash: yaml_data\n",
    "    datadir: '../..'\n",
    "    uri: 'http://x'\n",
    "defaults: ",
    "default_hierarchy: []\n",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

/// Everything that asks, with these files.
pub fn look_up(configuration: &str, data: impl Into<Vec<u8>>) -> Vec<Outcome> {
    let world = MemoryWorld::new()
        .with_file("manifests/site.pp", SITE)
        .with_file("hiera.yaml", configuration)
        .with_file("data/one.yaml", data)
        .with_file("data/two.yaml", "a:\n  b: [1, \"%{lookup('c')}\"]\nc: [\"%{facts.x}\"]\n");
    let mut request = small_request();
    let catalog = evaluator::compile(&world, &request);
    request.goal = Goal::Lookup { key: "a".to_string() };
    vec![catalog, evaluator::compile(&world, &request)]
}

/// Each outcome says what it is, and the same again the second time.
fn check(configuration: &str, data: &str) {
    for (first, second) in look_up(configuration, data).iter().zip(&look_up(configuration, data)) {
        for error in &first.errors {
            assert!(!error.message().text().is_empty(), "an error that says nothing: {error:?}");
        }
        assert_eq!(format!("{:?}", first.errors), format!("{:?}", second.errors));
    }
}

#[test]
fn any_data_ends_within_the_limits() {
    with_stack(|| {
        TestRunner::new(seeded(250))
            .run(&soup(), |data| {
                check(CONFIGURATION, &data);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    });
}

#[test]
fn any_configuration_ends_within_the_limits() {
    with_stack(|| {
        TestRunner::new(seeded(150))
            .run(&(soup(), soup()), |(configuration, data)| {
                check(&format!("version: 5\nhierarchy:\n  - name: n\n{configuration}"), &data);
                check(&configuration, "a: 1\n");
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    });
}

#[test]
fn any_bytes_are_data() {
    with_stack(|| {
        TestRunner::new(seeded(100))
            .run(&prop::collection::vec(any::<u8>(), 0..100), |bytes| {
                look_up(CONFIGURATION, bytes);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    });
}
