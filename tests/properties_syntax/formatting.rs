//! Whatever is laid out anew is the same program, and fixes of lint end; on sources that look real and on soups of tokens.

use proptest::prelude::*;
use syntax::format::{FormatError, FormatOptions, format};
use syntax::lint::{LintRequest, Selection, fix};
use syntax::{ParseOptions, SourceKind};

use crate::mutation::mutated_source;
use crate::seeded;
use crate::texts::soup;

fn pn(text: &str, kind: SourceKind) -> String {
    let parsed = syntax::parse(text, &ParseOptions { kind, ..ParseOptions::default() });
    syntax::pn::print(&syntax::lower(&parsed).0)
}

/// What must hold for any text.
pub fn check(text: &str) {
    for kind in [SourceKind::Manifest, SourceKind::Template] {
        let formatted = format(text, kind, &FormatOptions::default());
        // It would be refused, and the fault would hide.
        assert_ne!(formatted, Err(FormatError::MeaningWouldChange), "{text:?}");
        if let Ok(formatted) = formatted {
            assert_eq!(pn(text, kind), pn(&formatted, kind), "formatting changes the program: {text:?} {formatted:?}");
        }
    }
    let selection = Selection::default();
    fix(text, &LintRequest { selection: &selection, path: Some("/env/modules/m/manifests/a.pp") }, |_| true);
}

proptest! {
    #![proptest_config(seeded(600))]

    #[test]
    fn formatting_keeps_a_mutated_source(text in mutated_source()) {
        check(&text);
    }

    #[test]
    fn formatting_keeps_a_soup_of_tokens(text in soup()) {
        check(&text);
    }
}
