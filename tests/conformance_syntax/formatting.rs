//! Formatting keeps the PN of every recorded valid source, and formatting again changes nothing.

use syntax::format::{FormatOptions, format};
use syntax::{ParseOptions, lower, parse};

use crate::cases::read;

fn pn(text: &str, options: &ParseOptions) -> String {
    syntax::pn::print(&lower(&parse(text, options)).0)
}

#[test]
fn formatting_keeps_the_pn_and_is_done_after_once() {
    let mut wrong = Vec::new();
    // A narrow width breaks most lines.
    let narrow = FormatOptions { width: 20, ..FormatOptions::default() };
    for layout in [FormatOptions::default(), narrow] {
        for case in read("syntax-positive.jsonl").iter().filter(|case| !case.options.tasks) {
            let Ok(formatted) = format(&case.source, case.options.kind, &layout) else { continue };
            if pn(&case.source, &case.options) != pn(&formatted, &case.options) {
                wrong.push(format!("{}: the PN changes\n{}\n{formatted}", case.id, case.source));
            }
            let again = format(&formatted, case.options.kind, &layout);
            if again.as_deref() != Ok(formatted.as_str()) {
                wrong.push(format!("{}: formatting again changes it\n{formatted}\n{again:?}", case.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
