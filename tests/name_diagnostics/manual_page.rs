//! `docs/diagnostics.md`: every diagnostic with its severity and the page that shows it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::codes;
use syntax::Code;
use syntax::code::Family;

use crate::expectation::expectations;

const HEAD: &str = "# Diagnostics

Every diagnostic has a code. A setting gives another severity to all with one code, or turns them off:

```toml
[diagnostics]
unused-parameter = \"off\"
legacy-fact = \"error\"
```

A test writes this page from the table of codes; the links lead to pages with examples, which are tests too.

## Across files

An error is what Puppet itself would stop at. What it would stop at only where a branch is taken, in a lambda, or behind a
statement that leaves the block, is a warning.

| code | severity | means |
|---|---|---|
";

const OF_OTHER_FILES: &str = "
## In data, hierarchies and lists of modules

| code | severity | means |
|---|---|---|
";

const OF_ONE_FILE: &str = "
## In one file

Mistakes that Puppet's own parser and validation report, with Puppet's codes and words.

| code | severity | means | examples |
|---|---|---|---|
";

const OF_EVALUATION: &str = "
## While evaluating

In the editor, the context in force (a node and its facts) is evaluated too, and what Puppet would stop at there is shown with Puppet's code
in kebab case. [values.md](values.md) says more.

| code | severity | means |
|---|---|---|
";

const OF_LINT: &str = "
## Style

Where lint is on, its checks report under their own names in kebab case: [lint.md](lint.md) lists them.
";

pub fn page(pages_of_one_file: &[PathBuf]) -> String {
    let rows = |families: &[Family], row: &dyn Fn(Code) -> String| -> String {
        codes::all().into_iter().filter(|code| families.contains(&code.family())).map(row).collect()
    };
    let plain = |code: Code| {
        format!("| <a id=\"{code}\"></a>`{code}` | {} | {} |\n", code.severity().name(), code.documentation())
    };
    let examples = codes_of_one_file(pages_of_one_file);
    let mut page = HEAD.to_string();
    page += &rows(&[Family::Names], &|code| {
        let link = format!("<a id=\"{code}\"></a>[`{code}`](../tests/name_diagnostics/{code}.md)");
        format!("| {link} | {} | {} |\n", code.severity().name(), code.documentation())
    });
    page += OF_OTHER_FILES;
    page += &rows(&[Family::Configuration], &plain);
    page += OF_ONE_FILE;
    page += &rows(&[Family::Syntax, Family::Validation], &|code| {
        let link = examples.get(code.as_str()).map(|(_, link)| link.as_str()).unwrap_or_default();
        format!("| <a id=\"{code}\"></a>`{code}` | {} | {} | {link} |\n", code.severity().name(), code.documentation())
    });
    page += OF_EVALUATION;
    page += &rows(&[Family::Evaluation], &plain);
    page + OF_LINT
}

/// The codes of examples that no table has.
pub fn unknown_codes(pages_of_one_file: &[PathBuf]) -> Vec<String> {
    let examples = codes_of_one_file(pages_of_one_file);
    examples.into_keys().filter(|name| codes::named(name).is_none()).collect()
}

/// The codes that the pages expect, each with its severity and the heading under which it comes first.
fn codes_of_one_file(pages: &[PathBuf]) -> BTreeMap<String, (String, String)> {
    let mut codes: BTreeMap<String, (String, String)> = BTreeMap::new();
    for path in pages {
        let name = path.file_stem().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("a Markdown file");
        let mut heading = String::new();
        for line in text.lines() {
            if let Some(title) = line.strip_prefix('#') {
                heading = title.trim_start_matches('#').trim().to_string();
            }
            for expected in expectations(line).unwrap_or_default() {
                let severity = if expected.severity == "deprecation" { "warning" } else { &expected.severity };
                let link = format!("[{heading}]({})", page_link(&name));
                codes.entry(expected.code).or_insert((severity.to_string(), link));
            }
        }
    }
    codes
}

fn page_link(name: &str) -> String {
    Path::new("../tests/diagnostics").join(format!("{name}.md")).to_string_lossy().to_string()
}
