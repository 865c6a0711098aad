//! What holds for any text: the tree is the text, nothing panics, and the time is bounded.

mod formatting;
#[path = "../support/fuzz_corpus.rs"]
mod fuzz_corpus;
mod kept_inputs;
mod mutation;
mod nesting;
mod texts;

use proptest::test_runner::{Config, RngSeed};
use syntax::{ReadOptions, SourceKind};

/// So many cases, the same in every run: a failure is one to fix, not to see once.
pub fn seeded(cases: u32) -> Config {
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..Config::default() }
}

/// Reads a text as manifest, template and plan, and checks what must hold for each.
pub fn check(text: &str) {
    for (kind, tasks) in [(SourceKind::Manifest, false), (SourceKind::Manifest, true), (SourceKind::Template, false)] {
        let options = ReadOptions { kind, tasks, ..ReadOptions::default() };
        let parse = syntax::parse(text, &options.parse_options());
        assert_eq!(parse.syntax().text().to_string(), text, "the tree is not the text");
        let (program, source_map) = syntax::lower(&parse);
        assert_eq!(program.exprs.len(), source_map.len());
        for index in 0..program.exprs.len() {
            let id = syntax::ExprId(index as u32);
            let range = source_map.range(id);
            assert!(
                range.start <= range.end && range.end as usize <= text.len(),
                "{range:?} of {:?}",
                program.expr(id)
            );
            assert!(text.is_char_boundary(range.start as usize) && text.is_char_boundary(range.end as usize));
            assert!(source_map.anchor(id) as usize <= text.len());
        }
        let file = syntax::read(text, &options);
        for problem in &file.problems {
            assert!(problem.range.end as usize <= text.len(), "{problem:?}");
            assert!(problem.anchor as usize <= text.len(), "{problem:?}");
        }
        let refused = parse.problems().iter().any(|problem| problem.is_error());
        assert!(
            refused || !syntax::pn::print(&program).contains("(missing)"),
            "something is missing, and nobody says so"
        );
    }
}
