//! Any text: what is laid out anew is the same program, fixes of lint end, and nothing panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::format::{FormatError, FormatOptions, format};
use syntax::lint::{LintRequest, Selection, fix};
use syntax::{ParseOptions, SourceKind};

fn pn(text: &str, kind: SourceKind) -> String {
    let parsed = syntax::parse(text, &ParseOptions { kind, ..ParseOptions::default() });
    syntax::pn::print(&syntax::lower(&parsed).0)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for kind in [SourceKind::Manifest, SourceKind::Template] {
        let formatted = format(text, kind, &FormatOptions::default());
        // It would be refused, and the fault would hide.
        assert_ne!(formatted, Err(FormatError::MeaningWouldChange), "{text:?}");
        if let Ok(formatted) = formatted {
            assert_eq!(pn(text, kind), pn(&formatted, kind), "formatting changes the program");
        }
    }
    let selection = Selection::default();
    fix(text, &LintRequest { selection: &selection, path: Some("/env/modules/m/manifests/a.pp") }, |_| true);
});
