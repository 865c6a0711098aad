//! The mentions in one file of what stands at a position.

use syntax::TextRange;

use crate::FilePosition;
use crate::host::{Analysis, Cancellable};
use crate::queries;
use crate::symbol::Role;
use crate::symbol::at::symbol_at;
use crate::symbol::occurrences::occurrences_in;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    pub range: TextRange,
    /// The place gives it its value.
    pub is_write: bool,
}

impl Analysis {
    pub fn highlights(&self, position: FilePosition) -> Cancellable<Vec<Highlight>> {
        let found = self.read_file(position.file, |db, file| {
            let Some(at) = symbol_at(db, file, position.offset) else { return Vec::new() };
            let mut found = occurrences_in(db, queries::environment_of(db, file), file, &at.symbol);
            found.sort_by_key(|place| (place.range, place.role));
            found.dedup_by_key(|place| place.range);
            found.iter().map(|place| Highlight { range: place.range, is_write: place.role != Role::Read }).collect()
        })?;
        Ok(found.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let cursor = fixture.cursor.expect("a cursor");
        let found = fixture.host.analysis().highlights(cursor).expect("no writer");
        let shown: Vec<String> = found
            .iter()
            .map(|place| {
                let how = if place.is_write { "write" } else { "read" };
                format!("{} {how} [{}]\n", place.range.start, fixture.slice(cursor.file, place.range))
            })
            .collect();
        expected.assert_eq(&shown.concat());
    }

    #[test]
    fn reads_and_writes_of_a_variable() {
        check(
            "$a = 1\nif $a$0 { $b = \"${a}\" }\n",
            expect![[r#"
                0 write [$a]
                10 read [$a]
                23 read [a]
            "#]],
        );
    }

    #[test]
    fn a_key_of_data_and_a_resource() {
        check(
            "//- /env/data/a.yaml\nlookup_options:\n  k$0:\n    merge: first\nk: 1\n",
            expect![[r#"
                18 read [k]
                38 write [k]
            "#]],
        );
        check(
            "user { 'me$0': }\nfile { '/x': owner => 'me', require => User['me'] }\n",
            expect![[r#"
                7 write ['me']
                59 read ['me']
            "#]],
        );
    }
}
