//! Values beside the code: what assignments, parameters and interpolations evaluated to in the context in force, and how many
//! resources a place made. Each kind can be left out.

use std::collections::BTreeMap;

use evaluator::observation::{Distinct, ParameterSource, SeenValue};
use evaluator::value::Value;
use evaluator::value::text::to_source_string;
use evaluator::{FileId, Outcome};
use syntax::program::StringSegment;
use syntax::{Expr, ExprId, SourceFile, TextRange};

use crate::FileRange;
use crate::db::Db;
use crate::definition_index::parameters_of;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::{label, preview_key};
use crate::preview::observed_values::{Observed, further, look_at};
use crate::preview::places::name_place;
use crate::preview::{PreviewGoal, catalog_preview};
use crate::queries;

/// A hint is drawn after this offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    pub offset: u32,
    pub label: String,
    pub tooltip: String,
    /// Where the value came from, for a click on the hint.
    pub target: Option<HintTarget>,
}

/// A line of data or a place of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintTarget {
    Line { file: FileId, line: u32 },
    Place(FileRange),
}

/// Which hints are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlayHintKinds {
    pub assignments: bool,
    pub parameters: bool,
    pub interpolations: bool,
    pub resources: bool,
}

impl Default for InlayHintKinds {
    fn default() -> Self {
        InlayHintKinds { assignments: true, parameters: true, interpolations: true, resources: true }
    }
}

const MAX_LABEL_LENGTH: usize = 40;

impl Analysis {
    pub fn inlay_hints(&self, file: FileId, range: TextRange, kinds: InlayHintKinds) -> Cancellable<Vec<InlayHint>> {
        Ok(self.read_file(file, |db, file| inlay_hints(db, file, range, kinds))?.unwrap_or_default())
    }
}

/// A value that may be shown.
struct Wanted {
    /// That may have noted it.
    places: Vec<ExprId>,
    offset: u32,
    /// The name that the hint gives the value, where the place does not.
    name: Option<String>,
    /// The code that has the value; a hint does not repeat it.
    written: Option<TextRange>,
}

fn inlay_hints(db: &dyn Db, file: FileInput, range: TextRange, kinds: InlayHintKinds) -> Vec<InlayHint> {
    if !queries::is_source(&file.path(db)) {
        return Vec::new();
    }
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let mut wanted = wanted_values(&source, &text, kinds);
    wanted.retain(|wanted| range.touches(wanted.offset));
    if wanted.is_empty() && !kinds.resources {
        return Vec::new();
    }
    let mut hints: Vec<InlayHint> = Vec::new();
    let mut goals = vec![PreviewGoal::Node];
    for wanted in wanted {
        let Some(looked) = look_at(db, file, &wanted.places) else { continue };
        let goal = match &looked {
            Ok(observed) => &observed.context.goal,
            Err(unseen) => &unseen.context.goal,
        };
        if !goals.contains(goal) {
            goals.push(goal.clone());
        }
        hints.extend(looked.ok().and_then(|observed| value_hint(db, &text, &observed, &wanted)));
    }
    for goal in goals.into_iter().filter(|_| kinds.resources) {
        let key = preview_key(db, file, goal);
        let counted = resource_hints(db, file, &source, &catalog_preview(db, key), &label(db, key).text());
        let counted = counted.into_iter().filter(|hint| range.touches(hint.offset));
        let new: Vec<InlayHint> = counted.filter(|hint| !hints.iter().any(|h| h.offset == hint.offset)).collect();
        hints.extend(new);
    }
    hints.sort_by_key(|hint| hint.offset);
    joined(hints)
}

/// Hints of one place as one hint: the interpolations of a string.
fn joined(hints: Vec<InlayHint>) -> Vec<InlayHint> {
    let mut found: Vec<InlayHint> = Vec::new();
    for hint in hints {
        match found.last_mut().filter(|last| last.offset == hint.offset) {
            Some(last) => {
                last.label += &format!(", {}", hint.label.trim_start_matches("→ "));
                last.tooltip += &format!("\n{}", hint.tooltip);
            }
            None => found.push(hint),
        }
    }
    found
}

/// The end of a range, or of its first line where it has several.
fn end_of_first_line(text: &str, range: TextRange) -> u32 {
    let written = text.get(range.start as usize..range.end as usize).unwrap_or_default();
    match written.split_once('\n') {
        Some((first, _)) => range.start + first.trim_end().len() as u32,
        None => range.end,
    }
}

fn wanted_values(source: &SourceFile, text: &str, kinds: InlayHintKinds) -> Vec<Wanted> {
    let program = &source.program;
    let mut wanted = Vec::new();
    for (index, expr) in program.exprs.iter().enumerate() {
        let id = ExprId(index as u32);
        match expr {
            // Literals show their own value.
            Expr::Assignment { left, right, .. }
                if kinds.assignments
                    && matches!(program.expr(*left), Expr::Variable(_))
                    && !is_literal(program.expr(*right)) =>
            {
                let offset = end_of_first_line(text, source.source_map.range(id));
                let written = Some(source.source_map.range(*right));
                wanted.push(Wanted { places: vec![*left, id], offset, name: None, written });
            }
            Expr::ConcatenatedString(segments) if kinds.interpolations => {
                interpolations(source, text, id, segments, &mut wanted);
            }
            _ => {}
        }
        if kinds.parameters && !matches!(expr, Expr::Lambda(_)) {
            for parameter in parameters_of(expr) {
                let name_end = source.source_map.anchor(parameter.id) + parameter.name.len() as u32 + 1;
                let written = parameter.default.map(|id| source.source_map.range(id));
                let offset = written.map_or(name_end, |range| end_of_first_line(text, range));
                wanted.push(Wanted { places: vec![parameter.id], offset, name: None, written });
            }
        }
    }
    wanted
}

/// The interpolations of a string, shown behind it or at the end of their line, each with its name.
fn interpolations(
    source: &SourceFile,
    text: &str,
    string: ExprId,
    segments: &[StringSegment],
    wanted: &mut Vec<Wanted>,
) {
    let whole = source.source_map.range(string);
    let slice = |range: TextRange| text.get(range.start as usize..range.end as usize).unwrap_or_default();
    let is_one_line = !slice(whole).contains('\n');
    for segment in segments {
        let StringSegment::Interpolation(id) = segment else { continue };
        let range = source.source_map.range(*id);
        let line_end = text
            .get(range.end as usize..)
            .and_then(|rest| rest.find('\n'))
            .map_or(text.len(), |end| range.end as usize + end);
        let offset = if is_one_line { whole.end } else { line_end as u32 };
        let name = slice(range).trim_start_matches('$').to_string();
        wanted.push(Wanted { places: vec![*id], offset, name: Some(shortened(&name)), written: None });
    }
}

/// The first value and how many others there are. Nothing where a definition alone leaves it unknown: hover says why.
fn value_hint(db: &dyn Db, text: &str, observed: &Observed, wanted: &Wanted) -> Option<InlayHint> {
    let values = &observed.values;
    let only = values.only_value();
    let first = values.values.first()?;
    let is_alone = observed.context.goal != PreviewGoal::Node;
    if is_alone && only.is_some_and(|seen| matches!(seen.value, Value::Unknown(_))) {
        return None;
    }
    let repeats = wanted.written.is_some_and(|range| {
        let written = text.get(range.start as usize..range.end as usize).unwrap_or_default();
        same_code(written, &to_source_string(&first.value))
    });
    if repeats && only.is_some() {
        return None;
    }
    let more = match values.distinct() {
        Distinct::Exactly(all) if all > 1 => format!(" +{}", all - 1),
        Distinct::Exactly(_) => String::new(),
        Distinct::AtLeast(all) => format!(" +{} or more", all - 1),
    };
    let mut tooltip: Vec<String> = match only {
        Some(seen) => vec![to_source_string(&seen.value)],
        None => {
            values.values.iter().map(|seen| format!("{}  # {}×", to_source_string(&seen.value), seen.count)).collect()
        }
    };
    tooltip.extend(further(values).map(|further| format!("and {further}")));
    tooltip.push(observed.context.text());
    let name = wanted.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    Some(InlayHint {
        offset: wanted.offset,
        label: format!("→ {name}{}{more}", shortened(&to_source_string(&first.value))),
        tooltip: tooltip.join("\n"),
        target: only.and_then(|seen| target(db, seen)),
    })
}

/// The one place that gave a value.
fn target(db: &dyn Db, seen: &SeenValue) -> Option<HintTarget> {
    match seen.sources.as_slice() {
        [ParameterSource::Data { at: Some((file, line)), .. }] => Some(HintTarget::Line { file: *file, line: *line }),
        [ParameterSource::Given(Some(place))] => Some(HintTarget::Place(name_place(db, *place)?.at)),
        _ => None,
    }
}

/// True where two texts differ only in blanks, quotes and a last comma.
fn same_code(written: &str, value: &str) -> bool {
    let plain = |text: &str| -> String {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        text.replace('"', "'").replace(",]", "]").replace(",}", "}")
    };
    plain(written) == plain(value)
}

/// Places that made more than one resource: a list of titles, a define that is used often, a loop.
fn resource_hints(
    db: &dyn Db,
    file: FileInput,
    source: &SourceFile,
    outcome: &Outcome,
    context: &str,
) -> Vec<InlayHint> {
    let mut made: BTreeMap<ExprId, Vec<String>> = BTreeMap::new();
    for (_, resource) in outcome.catalog.iter().flat_map(|catalog| catalog.realized()) {
        if let Some(place) = resource.place.filter(|place| place.file == file.id(db) && !resource.is_class()) {
            made.entry(place.expr).or_default().push(resource.to_string());
        }
    }
    let text = queries::text(db, file);
    made.retain(|_, references| references.len() > 1);
    made.into_iter()
        .filter_map(|(place, references)| {
            let start = source.source_map.anchor(place) as usize;
            let line = text.get(start..)?.lines().next()?;
            Some(InlayHint {
                offset: (start + line.trim_end().len()) as u32,
                label: format!("→ {} resources", references.len()),
                tooltip: format!("{}\n{context}", references.join("\n")),
                target: None,
            })
        })
        .collect()
}

fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Undef
            | Expr::Regexp(_)
            | Expr::Default
    )
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(MAX_LABEL_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    /// The text with each hint where it is drawn, in `«»`.
    fn check(text: &str, kinds: InlayHintKinds, expected: Expect) {
        let fixture = Fixture::without_cursor(text);
        let path = "/env/manifests/site.pp";
        let file = fixture.host.file_id(path).expect("a manifest");
        let all = TextRange::new(0, text.len() as u32);
        let hints = fixture.host.analysis().inlay_hints(file, all, kinds).expect("no writer");
        let mut shown = fixture.text(path).to_string();
        for hint in hints.iter().rev() {
            shown.insert_str(hint.offset as usize, &format!("«{}»", hint.label.trim()));
        }
        expected.assert_eq(&shown);
    }

    const NONE: InlayHintKinds =
        InlayHintKinds { assignments: false, parameters: false, interpolations: false, resources: false };
    const TEXT: &str = "\
class web($port = 80, $names = ['a', 'b']) {
  $urls = $names.map |$name| { \"http://${name}\" }
  notify { $urls: message => \"on ${port}\" }
}
include web
";

    #[test]
    fn assignments() {
        check(
            TEXT,
            InlayHintKinds { assignments: true, ..NONE },
            expect![[r#"
                class web($port = 80, $names = ['a', 'b']) {
                  $urls = $names.map |$name| { "http://${name}" }«→ ['http://a', 'http://b']»
                  notify { $urls: message => "on ${port}" }
                }
                include web
            "#]],
        );
    }

    #[test]
    fn parameters() {
        check(
            TEXT,
            InlayHintKinds { parameters: true, ..NONE },
            expect![[r#"
                class web($port = 80, $names = ['a', 'b']) {
                  $urls = $names.map |$name| { "http://${name}" }
                  notify { $urls: message => "on ${port}" }
                }
                include web
            "#]],
        );
    }

    #[test]
    fn interpolations() {
        check(
            TEXT,
            InlayHintKinds { interpolations: true, ..NONE },
            expect![[r#"
                class web($port = 80, $names = ['a', 'b']) {
                  $urls = $names.map |$name| { "http://${name}"«→ name: 'a' +1» }
                  notify { $urls: message => "on ${port}"«→ port: 80» }
                }
                include web
            "#]],
        );
    }

    #[test]
    fn resources_that_a_place_made() {
        check(
            TEXT,
            InlayHintKinds { resources: true, ..NONE },
            expect![[r#"
                class web($port = 80, $names = ['a', 'b']) {
                  $urls = $names.map |$name| { "http://${name}" }
                  notify { $urls: message => "on ${port}" }«→ 2 resources»
                }
                include web
            "#]],
        );
    }

    #[test]
    fn a_class_that_the_node_does_not_get_alone() {
        let text =
            "node default { }\nclass web($ports = [80, 81]) {\n  notify { $ports.map |$p| { \"on ${p}\" }: }\n}\n";
        check(
            text,
            InlayHintKinds::default(),
            expect![[r#"
                node default { }
                class web($ports = [80, 81]) {
                  notify { $ports.map |$p| { "on ${p}"«→ p: 80 +1» }: }«→ 2 resources»
                }
            "#]],
        );
    }

    /// The tooltips of all hints.
    fn tooltips(text: &str) -> Vec<String> {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.host.file_id("/env/manifests/site.pp").expect("a manifest");
        let all = TextRange::new(0, text.len() as u32);
        let hints = fixture.host.analysis().inlay_hints(file, all, InlayHintKinds::default()).expect("no writer");
        hints.into_iter().map(|hint| hint.tooltip).collect()
    }

    #[test]
    fn all_values_are_counted() {
        let text = "Integer[1, 50].each |$x| {\n  $y = $x * 2\n}\n";
        check(
            text,
            InlayHintKinds::default(),
            expect![[r#"
                Integer[1, 50].each |$x| {
                  $y = $x * 2«→ 2 +49»
                }
            "#]],
        );
        let tooltips = tooltips(text);
        assert!(tooltips[0].starts_with("2  # 1×\n4  # 1×\n"), "{tooltips:?}");
        assert!(tooltips[0].contains("\nand 40 more\n"), "{tooltips:?}");
    }

    #[test]
    fn only_what_is_known_of_definitions_that_nothing_uses() {
        check(
            "node default { }\ndefine d($p, $q = [5]) {\n  $t = \"x-${title}\"\n  $u = $q + 1\n}\nfunction f($a, $b = 2 * 3) {\n  $c = $b + 1\n}\n",
            InlayHintKinds::default(),
            expect![[r#"
                node default { }
                define d($p, $q = [5]) {
                  $t = "x-${title}"
                  $u = $q + 1«→ [5, 1]»
                }
                function f($a, $b = 2 * 3«→ 6») {
                  $c = $b + 1«→ 7»
                }
            "#]],
        );
    }

    #[test]
    fn nothing_where_hover_says_that_a_branch_is_not_taken() {
        check(
            "class c($x = [1]) {\n  if $x == [1] { $y = $x }\n}\nclass { 'c': x => undef }\ndefine d($z = [2]) {\n  if $z == [2] { $y = $z }\n}\nd { 'a': z => [3] }\n",
            InlayHintKinds::default(),
            expect![[r#"
                class c($x = [1]) {
                  if $x == [1] { $y = $x«→ [1]» }
                }
                class { 'c': x => undef }
                define d($z = [2]«→ [3]») {
                  if $z == [2] { $y = $z }
                }
                d { 'a': z => [3] }
            "#]],
        );
    }

    #[test]
    fn none() {
        assert_eq!(
            InlayHintKinds::default(),
            InlayHintKinds { assignments: true, parameters: true, interpolations: true, resources: true }
        );
        let fixture = Fixture::without_cursor(TEXT);
        let file = fixture.host.file_id("/env/manifests/site.pp").expect("a manifest");
        let all = TextRange::new(0, TEXT.len() as u32);
        assert_eq!(fixture.host.analysis().inlay_hints(file, all, NONE), Ok(Vec::new()));
    }
}
