//! Every invariant of `ARCHITECTURE.md` with the tests that hold it, those that read the sources, and the length of its walks.

use std::path::Path;

use super::{CRATES, code_of, mentions, root, sources};

/// The invariants by number, each with files and the tests in them.
const TESTS: &[(usize, &[(&str, &str)])] = &[
    (1, &[("tests/architecture/main.rs", "crates_depend_only_on_those_before_them")]),
    (
        2,
        &[
            ("tests/properties_syntax/texts.rs", "any_text"),
            ("tests/properties_syntax/nesting.rs", "the_limits_are_reported"),
        ],
    ),
    (3, &[("tests/architecture/main.rs", "libraries_and_file_access_stay_where_they_belong")]),
    (
        4,
        &[
            ("tests/architecture/invariants.rs", "programs_and_signatures_hold_no_text_ranges"),
            (
                "tests/incremental/queries_that_ran.rs",
                "an_edit_in_a_comment_reads_one_file_again_and_evaluates_nothing",
            ),
            ("tests/incremental/queries_that_ran.rs", "an_edit_in_a_body_leaves_indexes_and_other_files_alone"),
        ],
    ),
    (
        5,
        &[
            ("tests/architecture/invariants.rs", "no_state_is_kept_beside_the_inputs"),
            ("tests/architecture/main.rs", "a_text_is_parsed_where_its_tree_is_kept"),
            ("tests/incremental/one_parse.rs", "everything_that_is_asked_after_an_edit_parses_once"),
            ("tests/incremental/random_edits.rs", "ten_thousand_edits_lead_to_the_diagnostics_of_a_fresh_start"),
        ],
    ),
    (
        6,
        &[
            ("tests/architecture/invariants.rs", "only_the_main_loop_and_commands_change_inputs"),
            ("tests/lsp/life_cycle.rs", "slow_requests_do_not_hold_up_quick_ones_or_keystrokes"),
        ],
    ),
    (
        7,
        &[
            ("tests/lsp/life_cycle.rs", "a_panic_is_one_failed_request"),
            ("tests/lsp/life_cycle.rs", "a_cancelled_request_ends_at_once"),
            ("tests/lsp/life_cycle.rs", "unknown_methods_and_broken_messages_are_answered"),
            ("tests/architecture/main.rs", "panics_stay_recoverable"),
        ],
    ),
    (
        8,
        &[
            ("tests/properties_evaluation/programs.rs", "arbitrary_programs_end_without_a_panic"),
            ("tests/properties_evaluation/programs.rs", "what_never_ends_is_stopped"),
            ("tests/properties_evaluation/watched.rs", "of_arbitrary_programs"),
        ],
    ),
    (9, &[("tests/architecture/invariants.rs", "analysis_names_no_types_of_the_protocol")]),
    (
        10,
        &[
            ("tests/architecture/invariants.rs", "no_test_is_skipped"),
            ("tests/conformance_catalog/main.rs", "catalogs_are_as_puppet_compiles_them"),
        ],
    ),
    (11, &[("tests/architecture/invariants.rs", "only_its_table_asks_which_edition_it_is")]),
];

/// The hops that a walk may take.
const MAX_HOPS: usize = 9;

fn architecture() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md")
}

/// The number of a line of a numbered list.
fn number(line: &str) -> Option<usize> {
    line.split_once(". ")?.0.parse().ok()
}

/// Calls `look` with each line of code of some crates: path below the root, number, line.
fn for_each_line(crates: &[&str], mut look: impl FnMut(&str, usize, &str)) {
    for name in crates {
        let mut files = Vec::new();
        sources(&root().join(name).join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            let path = file.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            code_of(&text).into_iter().for_each(|(number, line)| look(&path, number, line));
        }
    }
}

#[test]
fn every_invariant_has_its_tests() {
    let page = architecture();
    let section = page.split("\n## Invariants\n").nth(1).and_then(|rest| rest.split("\n## ").next());
    let stated: Vec<usize> = section.expect("a list of invariants").lines().filter_map(number).collect();
    assert_eq!(stated, TESTS.iter().map(|(number, _)| *number).collect::<Vec<_>>(), "name the tests of each invariant");
    for (number, tests) in TESTS {
        assert!(!tests.is_empty(), "invariant {number} has no test");
        for (file, test) in *tests {
            let text = std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(text.contains(&format!("fn {test}(")), "invariant {number}: {file} has no test {test}");
        }
    }
}

#[test]
fn walks_are_short() {
    let page = architecture();
    let mut walks = 0;
    for section in
        page.split("\n## ").filter(|section| section.starts_with("One \"") || section.starts_with("One keystroke"))
    {
        let (title, steps) = section.split_once('\n').unwrap_or((section, ""));
        let hops = steps.lines().filter_map(number).count();
        assert!((1..=MAX_HOPS).contains(&hops), "{title} has {hops} hops");
        walks += 1;
    }
    assert!(walks >= 5, "{walks} walks");
}

#[test]
fn programs_and_signatures_hold_no_text_ranges() {
    for path in ["syntax/src/program.rs", "analysis/src/definition_index.rs"] {
        let text = std::fs::read_to_string(root().join(path)).expect(path);
        let fields = code_of(&text).into_iter().filter(|(_, line)| {
            let line = line.trim();
            line.starts_with("pub ") && line.ends_with(',') && line.contains("TextRange")
        });
        assert_eq!(fields.collect::<Vec<_>>(), [], "{path}: ranges change with every edit before them");
    }
}

/// State that is no input, with the reason why it changes no answer.
const OWN_STATE: &[(&str, &str)] = &[
    ("syntax/src/parser/green_cache.rs", "allocations of trees, equal whoever made them"),
    ("evaluator/src/types/parse.rs", "types of texts that are in the program itself"),
];

#[test]
fn no_state_is_kept_beside_the_inputs() {
    let mut wrong = Vec::new();
    for_each_line(&["syntax", "evaluator", "analysis"], |path, number, line| {
        let is_mutable_static =
            line.contains("static ") && ["Mutex<", "RwLock<", "Atomic"].iter().any(|kind| line.contains(kind));
        let asks = ["SystemTime", "Instant", "std::env"].iter().any(|name| mentions(line, name));
        if (line.contains("thread_local!") || is_mutable_static || asks)
            && !OWN_STATE.iter().any(|(known, _)| *known == path)
        {
            wrong.push(format!("{path}:{number}: {}", line.trim()));
        }
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_the_main_loop_and_commands_change_inputs() {
    for_each_line(&["server"], |path, number, line| {
        let is_writer = path == "server/src/session/main_loop.rs" || path.starts_with("server/src/cli/");
        assert!(is_writer || !line.contains(".apply_change("), "{path}:{number}: {}", line.trim());
    });
}

#[test]
fn analysis_names_no_types_of_the_protocol() {
    for_each_line(&["syntax", "evaluator", "analysis"], |path, number, line| {
        let is_protocol = ["ls_types", "lsp_types", "tower_lsp"].iter().any(|name| mentions(line, name));
        assert!(!is_protocol, "{path}:{number}: {}", line.trim());
    });
}

#[test]
fn no_test_is_skipped() {
    let mut files = Vec::new();
    let folders = CRATES.iter().map(|name| root().join(name).join("src")).chain([root().join("tests")]);
    folders.for_each(|folder| sources(&folder, &mut files));
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        let skipped = text.lines().any(|line| line.trim_start().starts_with("#[ignore"));
        assert!(!skipped, "{}: assert what is known to differ", Path::new(&file).display());
    }
}

#[test]
fn only_its_table_asks_which_edition_it_is() {
    for_each_line(CRATES, |path, number, line| {
        let is_table = path.starts_with("evaluator/src/edition");
        // What a module's metadata asks for, and which versions a runner names, is not what the language does.
        let is_choice = ["server/src/cli/project_root.rs", "spec/src/environment/versions.rs"].contains(&path);
        let names = ["Edition::Puppet7", "Edition::Puppet8", "Edition::Spec4x"];
        assert!(
            is_table || is_choice || !names.iter().any(|name| line.contains(name)),
            "{path}:{number}: {}",
            line.trim()
        );
    });
}

/// A code is a row of a table, a place a `Location`: neither is recovered from text.
#[test]
fn nothing_is_decided_by_the_words_of_a_message() {
    let mut wrong = Vec::new();
    for_each_line(CRATES, |path, number, line| {
        let searched = ["message.contains(", "message().contains(", "message.text().contains(", "(String, u32, u32)"];
        let spelled = ["== \"SYNTAX_ERROR\"", "\"RUNTIME_ERROR\""];
        if searched.iter().chain(&spelled).any(|words| line.contains(words)) {
            wrong.push(format!("{path}:{number}: {}", line.trim()));
        }
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
