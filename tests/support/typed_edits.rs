//! Edits of a small workspace, written as text: whatever was typed in whatever order, diagnostics are those of a fresh start.
//! Fuzzing looks for such edits, and the ordinary suite does those that it has kept.

use analysis::fixture::Fixture;

const PATHS: &[&str] = &[
    "/env/manifests/site.pp",
    "/env/modules/a/manifests/init.pp",
    "/env/modules/a/manifests/sub.pp",
    "/env/modules/b/functions/f.pp",
    "/env/data/common.yaml",
];
const TEXTS: &[&str] = &[
    "node 'n' { include a }\n",
    "class a($x = 1) { notice($x) include a::sub }\n",
    "class a::sub inherits a { notify { \"${a::x}\": } }\n",
    "function b::f($n) { $m = $n + 1 $m }\n",
    "a::x: 3\n",
];
const MOST_EDITS: usize = 12;

fn as_fixture(texts: &[String]) -> Fixture {
    // The layout follows from the paths; texts that look like the mark of a file must not become one.
    let paths: String = PATHS.iter().map(|path| format!("//- {path}\n")).collect();
    let mut fixture = Fixture::without_cursor(&paths);
    for (path, text) in PATHS.iter().zip(texts) {
        fixture.set_text(path, text);
    }
    fixture
}

/// All that is said of some files.
pub fn diagnostics(fixture: &Fixture, paths: &[&str]) -> Vec<String> {
    let analysis = fixture.host.analysis();
    let mut shown = Vec::new();
    for path in paths {
        for found in analysis.diagnostics(fixture.file(path)).expect("no writer").iter() {
            shown.push(format!("{path} {:?} {} {}", found.range, found.code, found.message));
        }
    }
    shown
}

/// One edit of a text; `place` is a tenth of it.
fn edit(text: &mut String, place: usize, cut: usize, new: &str) {
    let boundary = |mut at: usize, text: &str| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let from = boundary(text.len() * place / 10, text);
    let to = boundary((from + cut * cut).min(text.len()), text).max(from);
    text.replace_range(from..to, new);
}

/// Does the edits of an input, one a line: two digits say the file and where, one how much is cut, the rest is put in.
pub fn check(input: &str) {
    let mut texts: Vec<String> = TEXTS.iter().map(|text| text.to_string()).collect();
    let mut fixture = as_fixture(&texts);
    for line in input.split_inclusive('\n').take(MOST_EDITS) {
        let mut letters = line.bytes();
        let mut digit = || (letters.next().unwrap_or(b'0') as usize) % 10;
        let (file, place, cut) = (digit() % PATHS.len(), digit(), digit());
        edit(&mut texts[file], place, cut, line.get(3..).unwrap_or_default());
        fixture.set_text(PATHS[file], &texts[file]);
        if cut % 2 == 0 {
            fixture.host.analysis().diagnostics(fixture.file(PATHS[file])).expect("no writer");
        }
    }
    assert_eq!(diagnostics(&fixture, PATHS), diagnostics(&as_fixture(&texts), PATHS));
}
