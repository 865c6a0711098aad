//! Every name that the example control repository declares is renamed once: afterwards the diagnostics of all files are as before,
//! and each changed file is the same program but for the name.
//!
//! `RENAME_ROOT=/path RENAME_EVERY=50` does the same in a folder of modules, for each fiftieth name.

#[path = "../support/folder.rs"]
mod folder;

use std::collections::BTreeMap;

use analysis::features::semantic_tokens::{DECLARATION, SemanticToken, TokenKind};
use analysis::{AnalysisHost, Change, DiagnosticSeverity, FilePosition};
use syntax::{ParseOptions, SourceKind};

use folder::{Texts, content, host, number_named, read, root_named};

/// The severities and codes of all diagnostics, counted. Hints are left out: whether a parameter seems unused follows from the words of
/// templates that may mean another one.
fn found(host: &AnalysisHost) -> BTreeMap<String, usize> {
    let analysis = host.analysis();
    let mut counted = BTreeMap::new();
    for file in analysis.workspace_documents().expect("no writer") {
        let diagnostics = analysis.diagnostics(file).expect("no writer");
        for diagnostic in diagnostics.iter().filter(|found| found.severity != DiagnosticSeverity::Hint) {
            *counted.entry(format!("{} {}", diagnostic.severity.name(), diagnostic.code)).or_default() += 1;
        }
    }
    counted
}

fn new_name(token: &SemanticToken, old: &str) -> String {
    match token.kind {
        TokenKind::Variable | TokenKind::Parameter => "zz_renamed".to_string(),
        TokenKind::Type => format!("{old}Zz"),
        // The main class of a module can only become another class of it.
        _ if !old.contains("::") => format!("{old}::zz_renamed"),
        _ => format!("{old}_zz"),
    }
}

fn pn(path: &str, text: &str) -> String {
    let kind = if path.ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest };
    let parsed = syntax::parse(text, &ParseOptions { kind, ..ParseOptions::default() });
    syntax::pn::print(&syntax::lower(&parsed).0)
}

/// With the new name put back, each changed file must be the program that it was.
fn check_programs(
    texts: &Texts,
    changed: &BTreeMap<String, Option<String>>,
    moved_to: &[String],
    old: &str,
    new: &str,
) {
    let capitalised = |name: &str| {
        let segments = name.split("::").map(|segment| {
            let (first, rest) = segment.split_at(segment.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        });
        segments.collect::<Vec<_>>().join("::")
    };
    for (path, text) in changed.iter().filter(|(path, _)| path.ends_with(".pp") || path.ends_with(".epp")) {
        let (Some(text), false) = (text, moved_to.contains(path)) else { continue };
        let after = pn(path, text).replace(new, old).replace(&capitalised(new), &capitalised(old));
        assert_eq!(after, pn(path, &texts[path]), "{path}: another program after {old} was renamed to {new}");
    }
}

/// Renames what a token declares, compares, and takes the rename back; what happened, for the count.
fn rename(
    host: &mut AnalysisHost,
    texts: &Texts,
    path: &str,
    token: &SemanticToken,
    before: &BTreeMap<String, usize>,
) -> bool {
    let text = &texts[path];
    let position = FilePosition { file: host.file_id(path).expect("the file"), offset: token.range.start + 1 };
    let analysis = host.analysis();
    let Ok(target) = analysis.prepare_rename(position).expect("no writer") else { return false };
    let new_name = new_name(token, &target.placeholder);
    let Ok(edits) = analysis.rename(position, &new_name).expect("no writer") else { return false };
    let mut changed: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (file, list) in &edits.edits {
        let path = analysis.path(*file).expect("no writer").expect("a path").to_string();
        let mut content = texts[&path].clone();
        for (range, new_text) in list.iter().rev() {
            content.replace_range(range.start as usize..range.end as usize, new_text);
        }
        changed.insert(path, Some(content));
    }
    for file_move in &edits.moves {
        let path = analysis.path(file_move.file).expect("no writer").expect("a path").to_string();
        let content = changed.insert(path.clone(), None).flatten().unwrap_or_else(|| texts[&path].clone());
        changed.insert(file_move.to.clone(), Some(content));
    }
    drop(analysis);
    check_programs(
        texts,
        &changed,
        &edits.moves.iter().map(|file_move| file_move.to.clone()).collect::<Vec<_>>(),
        &target.placeholder,
        &new_name,
    );
    let mut change = Change::default();
    changed.iter().for_each(|(path, text)| change.set_file(path.clone(), content(text.as_ref())));
    host.apply_change(change);
    let after = found(host);
    let declared = &text[token.range.start as usize..token.range.end as usize];
    assert_eq!(&after, before, "{path}: {declared} renamed to {new_name}");
    let mut change = Change::default();
    changed.keys().for_each(|path| change.set_file(path.clone(), content(texts.get(path))));
    host.apply_change(change);
    true
}

#[test]
fn every_declared_name_can_be_renamed_or_is_refused() {
    let root = root_named("RENAME_ROOT");
    let every = number_named("RENAME_EVERY");
    let mut texts = Texts::new();
    read(&root, &mut texts);
    let mut host = host(&root.display().to_string(), &texts);
    let before = found(&host);
    let (mut renamed, mut refused) = (0, 0);
    let mut count = 0;
    for path in texts.keys().filter(|path| path.ends_with(".pp") || path.ends_with(".epp")) {
        let file = host.file_id(path).expect("the file");
        let tokens = host.analysis().semantic_tokens(file, None).expect("no writer");
        for token in tokens.iter().filter(|token| token.modifiers & DECLARATION != 0) {
            count += 1;
            if count % every != 0 {
                continue;
            }
            match rename(&mut host, &texts, path, token, &before) {
                true => renamed += 1,
                false => refused += 1,
            }
        }
    }
    println!("{renamed} renamed, {refused} refused");
    assert!(renamed > refused, "{renamed} renamed, {refused} refused");
}
