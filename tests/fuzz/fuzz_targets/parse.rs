//! Any bytes, as manifest, plan and template: the tree is the text, and each problem is at a place of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{ReadOptions, SourceBytes, SourceKind};

fuzz_target!(|bytes: &[u8]| {
    let source = SourceBytes::new(bytes);
    assert_eq!(source.bytes(), bytes);
    for (kind, tasks) in [(SourceKind::Manifest, false), (SourceKind::Manifest, true), (SourceKind::Template, false)] {
        let options = ReadOptions { kind, tasks, ..ReadOptions::default() };
        let parse = syntax::parse(&source.text, &options.parse_options());
        assert_eq!(parse.syntax().text().to_string(), source.text);
        for problem in parse.problems() {
            assert!(problem.range.end as usize <= source.text.len(), "{problem:?}");
        }
    }
});
