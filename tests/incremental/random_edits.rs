//! Many random edits over a workspace leave the diagnostics of a fresh start.

use analysis::fixture::Fixture;

use crate::typed_edits::diagnostics;

const EDITS: usize = 10_000;
const COMPARE_EVERY: usize = 500;

/// A fixed sequence that looks random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

const PATHS: &[&str] = &[
    "/env/manifests/site.pp",
    "/env/modules/a/manifests/init.pp",
    "/env/modules/a/manifests/sub.pp",
    "/env/modules/b/manifests/init.pp",
    "/env/modules/b/functions/f.pp",
];

/// Pieces that make names appear, vanish and clash.
const PIECES: &[&str] = &[
    "include a\n",
    "include a::sub\n",
    "include b::nothing\n",
    "class a($x = 1) { notice($x) }\n",
    "class a::sub inherits a { notice($x, $y) }\n",
    "class b { a::thing { 't': size => 1 } }\n",
    "define a::thing($size, $colour = 'red') { notice($size) }\n",
    "function b::f($n) { $m = $n + 1 $m }\n",
    "notice(b::f(2), b::g(3))\n",
    "file { '/tmp/x': ensure => file, mod => '0644' }\n",
    "$v = 1\n",
    "$v = 2\n",
    "if $v =~ /(\\d)/ { notice($1) }\n",
    "class {\n",
    "}\n",
    "# only a comment\n",
    "'",
];

fn as_fixture(texts: &[String]) -> String {
    PATHS.iter().zip(texts).map(|(path, text)| format!("//- {path}\n{text}\n")).collect()
}

#[test]
fn ten_thousand_edits_lead_to_the_diagnostics_of_a_fresh_start() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut texts: Vec<String> = PATHS.iter().map(|_| "\n".to_string()).collect();
    let mut fixture = Fixture::without_cursor(&as_fixture(&texts));
    for edit in 1..=EDITS {
        let file = random.below(PATHS.len());
        let text = &mut texts[file];
        if random.below(3) == 0 || text.len() > 300 {
            let (from, length) = (random.below(text.len() + 1), random.below(40));
            let to = (from + length).min(text.len());
            text.replace_range(from..to, "");
        } else {
            let piece = PIECES[random.below(PIECES.len())];
            let at = random.below(text.len() + 1);
            let at = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            text.insert_str(at, piece);
        }
        // Half of the edits are not looked at before the next one comes.
        fixture.set_text(PATHS[file], &format!("{}\n", texts[file]));
        if random.below(2) == 0 {
            fixture.host.analysis().diagnostics(fixture.file(PATHS[file])).expect("no writer");
        }
        if edit % COMPARE_EVERY == 0 {
            let fresh = Fixture::without_cursor(&as_fixture(&texts));
            let (now, anew) = (diagnostics(&fixture, PATHS), diagnostics(&fresh, PATHS));
            let differences: Vec<&String> = now
                .iter()
                .filter(|found| !anew.contains(found))
                .chain(anew.iter().filter(|found| !now.contains(found)))
                .collect();
            assert!(differences.is_empty(), "after edit {edit}: {differences:#?}");
            assert_eq!(now, anew, "after edit {edit}, another order");
        }
    }
}
