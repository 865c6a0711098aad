//! `docs/diagnostics.md`: every diagnostic with its severity and the page that shows it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::checks::CHECKS;
use analysis::configuration::checks::CONFIGURATION_CHECKS;

use crate::expectation::expectations;

const HEAD: &str = "# Diagnostics

Every diagnostic has a code. A setting gives another severity to all with one code, or turns them off:

```toml
[diagnostics]
unused-parameter = \"off\"
legacy-fact = \"error\"
```

A test writes this page from the table of checks and from the pages that are their tests.

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

| code | severity | page |
|---|---|---|
";

const OF_EVALUATION: &str = "
## While evaluating

In the editor, the context in force (a node and its facts) is evaluated too, and what Puppet would stop at there is shown with Puppet's code
in kebab case, or `evaluation-error` where it has none; a cycle of dependencies is `dependency-cycle`. [values.md](values.md) says more.
";

pub fn page(pages_of_one_file: &[PathBuf]) -> String {
    let mut page = HEAD.to_string();
    for check in CHECKS {
        let (code, severity, documentation) = (check.code, check.severity.name(), check.documentation);
        page += &format!(
            "| <a id=\"{code}\"></a>[`{code}`](../tests/name_diagnostics/{code}.md) | {severity} | {documentation} |\n"
        );
    }
    page += OF_OTHER_FILES;
    for check in CONFIGURATION_CHECKS {
        let (code, severity, documentation) = (check.code, check.severity.name(), check.documentation);
        page += &format!("| <a id=\"{code}\"></a>`{code}` | {severity} | {documentation} |\n");
    }
    page += OF_ONE_FILE;
    for (code, (severity, link)) in codes_of_one_file(pages_of_one_file) {
        page += &format!("| <a id=\"{code}\"></a>`{code}` | {severity} | {link} |\n");
    }
    page + OF_EVALUATION
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
