//! The table of rules and decisions as a page of the manual.

use crate::resource_types;

use super::{DECISIONS, RULES, VENDORED_MODULES};

/// The table as a page of the manual, `docs/editions.md`.
pub fn documentation() -> String {
    let mut page = String::from(
        "# Editions\n\n\
         Puppet's language came out otherwise than its specification was written. `puppet8` (the default) and `puppet7` are what\n\
         Puppet and OpenVox run; `spec4x` is the language of the five chapters of the 4x specification. The edition is chosen by\n\
         `--edition`, the setting `puppet-analyzer.edition`, `.puppet-analyzer.toml`, or the `puppet` requirement in `metadata.json`.\n\n\
         Each rule below holds in the editions named; elsewhere the last column does. This page is made from the table in\n\
         `evaluator/src/edition/table.rs`.\n\n\
         | rule | holds in | then | otherwise |\n|---|---|---|---|\n",
    );
    for entry in RULES {
        let editions: Vec<String> = entry.editions.iter().map(|edition| format!("`{}`", edition.name())).collect();
        page.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            entry.name,
            editions.join(", "),
            cell(entry.in_force),
            cell(entry.otherwise)
        ));
    }
    page.push_str(
        "\n## Where the chapters disagree\n\n\
         In `spec4x` the chapters count in this order: parameters, catalog-expressions and puppet-functions, expressions,\n\
         evaluator4. An obvious typo means what it was meant to say, and what a chapter leaves open is as in `puppet8`. These\n\
         are the places where two sentences cannot both hold.\n\n\
         | about | holds | does not | so |\n|---|---|---|---|\n",
    );
    for decision in DECISIONS {
        page.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            cell(decision.about),
            cell(&decision.holds.to_string()),
            cell(&decision.does_not.to_string()),
            cell(decision.outcome)
        ));
    }
    page.push_str(
        "\n## Modules that come with the agent\n\n\
         Resource types such as `cron` and `mount` are in modules that the packages of the agent bring along, so they need no\n\
         installing. A module of the same name in the modulepath is used in its place. The setting `vendorModules` turns them off, as\n\
         for a Puppet that was installed as a gem. `spec4x` is the language of Puppet 4, which has these types in itself.\n\n\
         | module | types | known in |\n|---|---|---|\n",
    );
    for module in VENDORED_MODULES {
        let types = resource_types::all().iter().filter(|info| info.module.as_deref() == Some(module.name));
        let types: Vec<String> = types.map(|info| format!("`{}`", info.name)).collect();
        let editions: Vec<String> = module.editions.iter().map(|edition| format!("`{}`", edition.name())).collect();
        page.push_str(&format!("| `{}` | {} | {} |\n", module.name, types.join(", "), editions.join(", ")));
    }
    page
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_shows_the_table() {
        // `UPDATE_EXPECT=1 cargo test` writes the page anew.
        expect_test::expect_file!["../../../docs/editions.md"].assert_eq(&documentation());
    }
}
