//! The manual's page lists every check as the table has it. `UPDATE_DOCS=1 cargo test` writes the list anew.

use std::path::PathBuf;

use syntax::lint::{CHECKS, LintSeverity, Origin};

const BEGIN: &str = "<!-- checks: begin -->\n";
const END: &str = "<!-- checks: end -->";

fn table() -> String {
    let mut table = String::from(
        "| check | on | severity in puppet-lint | fix | from | what it reports |\n|---|---|---|---|---|---|\n",
    );
    for check in CHECKS {
        let severity = match check.severity {
            LintSeverity::Warning => "warning",
            LintSeverity::Error => "error",
        };
        let from = match check.origin {
            Origin::BuiltIn => "puppet-lint",
            Origin::Plugin(gem) => gem,
        };
        let yes = |flag: bool| if flag { "yes" } else { "" };
        let (on, fix) = (yes(check.on_by_default), yes(check.is_fixable()));
        let documentation = check.documentation.replace('|', "\\|");
        table += &format!("| `{}` | {on} | {severity} | {fix} | {from} | {documentation} |\n", check.name);
    }
    table
}

#[test]
fn the_page_lists_every_check() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/lint.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the list");
    let (found, after) = rest.split_once(END).expect("the end of the list");
    let expected = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).expect("the page is written");
        return;
    }
    assert_eq!(found, expected, "run it with UPDATE_DOCS=1");
}
