//! What may stand only once: `default` among options, a literal key in a hash. And integers that are too large.

use super::issue::Issue;
use super::literal_keys::{describe_literal, literal_fingerprint, literals_equal};
use super::validator::Validator;
use crate::program::{Case, Expr, ExprId, HashEntry, IntegerLiteral, Selector};

impl Validator<'_> {
    pub fn check_integer(&mut self, id: ExprId, literal: &IntegerLiteral) {
        let fits = literal.value.is_some_and(|value| i64::try_from(value).is_ok());
        if !fits && !self.rules.unbounded_integers {
            self.report(Issue::NumericOverflow { value: literal.value }, id);
        }
    }

    /// Every `default` after the first is told.
    pub fn check_case(&mut self, id: ExprId, case: &Case) {
        self.check_value(case.test);
        let mut first: Option<ExprId> = None;
        for value in case.options.iter().flat_map(|option| &option.values) {
            if matches!(self.expr(*value), Expr::Default) {
                match first {
                    None => first = Some(*value),
                    Some(first) => self.report_duplicate_default(id, first, *value),
                }
            }
        }
    }

    /// Only the second `default` is told.
    pub fn check_selector(&mut self, id: ExprId, selector: &Selector) {
        self.check_value(selector.left);
        let mut defaults = selector
            .entries
            .iter()
            .map(|entry| entry.matching)
            .filter(|id| matches!(self.program.expr(*id), Expr::Default));
        if let (Some(first), Some(second)) = (defaults.next(), defaults.next()) {
            self.report_duplicate_default(id, first, second);
        }
    }

    fn report_duplicate_default(&mut self, container: ExprId, first: ExprId, second: ExprId) {
        let issue = Issue::DuplicateDefault { container: self.label(container) };
        let related = self.related(first, "the first `default` is here");
        self.report(issue, second).related.push(related);
    }

    pub fn check_duplicate_keys(&mut self, entries: &[HashEntry]) {
        if entries.len() < 2 {
            return;
        }
        let types_are_literals = self.rules.types_as_literal_keys;
        let mut fingerprints = std::mem::take(&mut self.key_fingerprints);
        fingerprints.clear();
        fingerprints.extend(entries.iter().enumerate().filter_map(|(index, entry)| {
            literal_fingerprint(self.program, entry.key, types_are_literals)
                .map(|fingerprint| (fingerprint, index as u32))
        }));
        fingerprints.sort_unstable();
        if fingerprints.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            self.report_duplicate_keys(entries, &fingerprints);
        }
        self.key_fingerprints = fingerprints;
    }

    /// `fingerprints` is sorted, so equal keys stand side by side; the problems come in the order of the text.
    fn report_duplicate_keys(&mut self, entries: &[HashEntry], fingerprints: &[(u64, u32)]) {
        let mut duplicates: Vec<(u32, u32)> = Vec::new();
        for group in fingerprints.chunk_by(|left, right| left.0 == right.0) {
            for (position, (_, later)) in group.iter().enumerate() {
                let key = |index: u32| entries.get(index as usize).map(|entry| entry.key);
                let earlier = group.iter().take(position).map(|(_, earlier)| *earlier).find(|earlier| {
                    key(*earlier)
                        .zip(key(*later))
                        .is_some_and(|(left, right)| literals_equal(self.program, left, right))
                });
                duplicates.extend(earlier.map(|earlier| (*later, earlier)));
            }
        }
        duplicates.sort_unstable();
        for (later, earlier) in duplicates {
            let (Some(later), Some(earlier)) = (entries.get(later as usize), entries.get(earlier as usize)) else {
                continue;
            };
            let issue = Issue::DuplicateKey { key: describe_literal(self.program, later.key) };
            let range = self.source_map.range(later.key);
            let related = self.related(earlier.key, "the key is declared here first");
            self.report_range(issue, later.id, range).related.push(related);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::problem::Severity;
    use crate::source_file::{ReadOptions, read};
    use crate::validation::test_support::problems;

    #[test]
    fn keys_are_told_in_the_order_of_the_text() {
        assert_eq!(
            problems("$x = { b => 1, a => 2, 'b' => 3, \"a\" => 4, b => 5 }", |_| {}),
            [("DUPLICATE_KEY", "'b'"), ("DUPLICATE_KEY", "\"a\""), ("DUPLICATE_KEY", "b")]
        );
    }

    #[test]
    fn only_literal_keys_count() {
        assert_eq!(problems("$x = { $a => 1, $a => 2, f() => 3, f() => 4, 1 => 5, '1' => 6, 1.0 => 7 }", |_| {}), []);
        assert_eq!(problems("$x = { A => 1, A => 2 }", |rules| rules.types_as_literal_keys = false), []);
    }

    #[test]
    fn the_first_key_is_a_related_place_and_strictness_decides_the_severity() {
        let text = "$x = { a => 1, a => 2 }";
        let mut options = ReadOptions::default();
        options.rules.strict = false;
        let file = read(text, &options);
        let severities: Vec<Severity> = file.problems.iter().map(|problem| problem.severity).collect();
        assert_eq!(severities, [Severity::Warning]);
        let related: Vec<u32> =
            file.problems.iter().flat_map(|problem| &problem.related).map(|place| place.range.start).collect();
        assert_eq!(related, [7]);
    }

    #[test]
    fn integers_beyond_64_bits() {
        assert_eq!(problems("$a = 9223372036854775807", |_| {}), []);
        assert_eq!(problems("$a = 9223372036854775808", |_| {}), [("NUMERIC_OVERFLOW", "9223372036854775808")]);
        assert_eq!(problems("$a = 9223372036854775808", |rules| rules.unbounded_integers = true), []);
    }
}
