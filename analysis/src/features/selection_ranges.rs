//! Ever larger ranges around a position.

use syntax::TextRange;

use crate::FilePosition;
use crate::host::{Analysis, Cancellable};
use crate::queries;

impl Analysis {
    /// From the smallest to the whole file, each inside the next.
    pub fn selection_ranges(&self, position: FilePosition) -> Cancellable<Vec<TextRange>> {
        let found = self.read_file(position.file, |db, file| {
            let source = queries::source_file(db, file);
            let mut ranges: Vec<TextRange> =
                source.source_map.touching(position.offset).iter().map(|id| source.source_map.range(*id)).collect();
            if queries::is_puppet_code(&file.path(db)) {
                ranges.extend(queries::parse(db, file).ranges_around(position.offset));
            }
            ranges.push(TextRange::new(0, queries::text(db, file).len() as u32));
            ranges.retain(|range| !range.is_empty());
            ranges.sort_by_key(|range| (range.len(), range.start));
            let mut nested: Vec<TextRange> = Vec::new();
            for range in ranges {
                match nested.last() {
                    Some(last) if range == *last || !range.contains_range(*last) => {}
                    _ => nested.push(range),
                }
            }
            nested
        })?;
        Ok(found.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn grow_from_the_name_to_the_file() {
        let fixture = Fixture::new("class a { notice($x$0yz) }\n");
        let cursor = fixture.cursor.expect("a cursor");
        let ranges = fixture.host.analysis().selection_ranges(cursor).expect("no writer");
        let shown: Vec<String> = ranges.iter().map(|range| fixture.slice(cursor.file, *range)).collect();
        assert_eq!(shown.first().map(String::as_str), Some("$xyz"));
        assert_eq!(shown.last().map(String::as_str), Some("class a { notice($xyz) }\n"));
        assert!(shown.contains(&"notice($xyz)".to_string()), "{shown:?}");
    }

    #[test]
    fn grow_by_what_is_no_expression_too() {
        let fixture = Fixture::new("file { '/a': mo$0de => '0644', owner => 'x' }\n");
        let cursor = fixture.cursor.expect("a cursor");
        let ranges = fixture.host.analysis().selection_ranges(cursor).expect("no writer");
        let shown: Vec<String> = ranges.iter().map(|range| fixture.slice(cursor.file, *range)).collect();
        assert_eq!(shown.first().map(String::as_str), Some("mode"));
        assert!(shown.contains(&"mode => '0644'".to_string()), "{shown:?}");
    }
}
