//! Any bytes, as manifest and template: the tree is the text, and nothing panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{ReadOptions, SourceBytes, SourceKind};

fuzz_target!(|bytes: &[u8]| {
    let source = SourceBytes::new(bytes);
    assert_eq!(source.bytes(), bytes);
    for kind in [SourceKind::Manifest, SourceKind::Template] {
        let options = ReadOptions { kind, ..ReadOptions::default() };
        let parse = syntax::parse(&source.text, &options.parse_options());
        assert_eq!(parse.syntax().text().to_string(), source.text);
        let file = syntax::read_bytes(bytes, &options);
        syntax::pn::print(&file.program);
    }
});
