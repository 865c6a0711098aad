//! What packages are made of: the version with its commit, completions, manual pages.

use crate::program::run;

#[test]
fn the_version_is_the_packages_and_names_a_commit_where_one_is_known() {
    let text = run(&["--version"]).stdout;
    let start = format!("puppet-analyzer {}", env!("CARGO_PKG_VERSION"));
    let rest = text.strip_prefix(&start).unwrap_or_else(|| panic!("{text}")).trim();
    assert!(rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')), "{text}");
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}");
        for word in ["compile", "lookup", "environment"] {
            assert!(ran.stdout.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(run(&["completions", "csh"]).code, 2);
}

#[test]
fn every_subcommand_has_a_manual_page() {
    assert!(run(&["man"]).stdout.contains(".TH puppet-analyzer 1"));
    let wrong = run(&["man", "no-such-subcommand"]);
    assert_eq!(wrong.code, 2);
    let (_, known) = wrong.stderr.split_once("there are ").unwrap_or_else(|| panic!("{}", wrong.stderr));
    let known: Vec<&str> = known.trim().split(", ").collect();
    assert!(known.contains(&"check") && known.contains(&"compile"), "{known:?}");
    for subcommand in known {
        let page = run(&["man", subcommand]).stdout;
        assert!(page.contains(&format!(".TH puppet-analyzer-{subcommand} 1")), "{subcommand}: {page}");
    }
}
