//! Any text as a program: each expression has its place, and nothing is missing where nobody said so.

#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{ExprId, ReadOptions, SourceBytes, SourceKind};

fuzz_target!(|bytes: &[u8]| {
    let text = SourceBytes::new(bytes).text;
    for (kind, tasks) in [(SourceKind::Manifest, false), (SourceKind::Manifest, true), (SourceKind::Template, false)] {
        let options = ReadOptions { kind, tasks, ..ReadOptions::default() };
        let parse = syntax::parse(&text, &options.parse_options());
        let (program, source_map) = syntax::lower(&parse);
        assert_eq!(program.exprs.len(), source_map.len());
        for index in 0..program.exprs.len() {
            let id = ExprId(index as u32);
            let range = source_map.range(id);
            assert!(range.start <= range.end && range.end as usize <= text.len(), "{range:?}");
            assert!(text.is_char_boundary(range.start as usize) && text.is_char_boundary(range.end as usize));
            assert!(source_map.anchor(id) as usize <= text.len());
        }
        let printed = syntax::pn::print(&program);
        let is_refused = parse.problems().iter().any(|problem| problem.is_error());
        assert!(is_refused || !printed.contains("(missing)"), "something is missing, and nobody says so");
    }
});
