//! Places that are edited together while a name is typed: those of a variable that nothing outside of its file can see.

use syntax::TextRange;

use crate::FilePosition;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;
use crate::symbol::Symbol;
use crate::symbol::at::symbol_at;
use crate::symbol::occurrences::occurrences;

impl Analysis {
    /// The ranges hold the same text, without `$`.
    pub fn linked_ranges(&self, position: FilePosition) -> Cancellable<Vec<TextRange>> {
        let found = self.read_file(position.file, |db, file| linked_ranges(db, file, position.offset))?;
        Ok(found.flatten().unwrap_or_default())
    }
}

fn linked_ranges(db: &dyn Db, file: FileInput, offset: u32) -> Option<Vec<TextRange>> {
    let at = symbol_at(db, file, offset)?;
    // Parameters of classes and defines are named elsewhere: those are for rename.
    let Symbol::Variable { .. } = &at.symbol else { return None };
    let found = occurrences(db, queries::environment_of(db, file), file, &at.symbol);
    let mut ranges = Vec::new();
    for place in found {
        if place.file != file {
            return None;
        }
        ranges.push(place.name_range?);
    }
    let is_inside = ranges.iter().any(|range| range.touches(offset));
    (ranges.len() > 1 && is_inside).then_some(ranges)
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    fn linked(text: &str) -> Vec<u32> {
        let fixture = Fixture::new(text);
        let ranges = fixture.host.analysis().linked_ranges(fixture.cursor.expect("a cursor")).expect("no writer");
        ranges.iter().map(|range| range.start).collect()
    }

    #[test]
    fn variables_of_one_file_only() {
        assert_eq!(linked("[1].each |$x$0| { notice(\"${x}\", $x) }\n"), [11, 26, 32]);
        assert_eq!(linked("notice($facts$0)\n"), [0_u32; 0]);
        let elsewhere = "notice($m::v)\n//- /env/modules/m/manifests/init.pp\nclass m { $v$0 = 1 notice($v) }\n";
        assert_eq!(linked(elsewhere), [0_u32; 0]);
    }
}
