//! What evaluating the context in force finds that reading the code cannot: a `fail()` that is reached, a value of the
//! wrong type from this data, a key that no data has, a resource declared twice, a cycle of dependencies.
//!
//! Nothing that the static checks report at the same place is said again. A class of an open file that the node does not get
//! is evaluated alone; what is found then is no error of any node, so it is only said.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

use evaluator::catalog::relationship_edges::RELATIONSHIP_PARAMETERS;
use evaluator::catalog::{Catalog, Cycle};
use evaluator::error::{EvaluationError, StackFrame};
use evaluator::{Outcome, Place};
use syntax::TextRange;

use crate::codes::DEPENDENCY_CYCLE;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, file_signature};
use crate::diagnostic::{Diagnostic, DiagnosticSeverity, RelatedPlace, with_severities};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{FileInput, FileOwner};
use crate::preview::command::CommandAnswer;
use crate::preview::contexts::{label, preview_key};
use crate::preview::places::{finish_message, name_place};
use crate::preview::{PreviewGoal, PreviewKey, catalog_preview};
use crate::{FileId, FileRange, queries};

impl Analysis {
    /// What the previews of the environments of these files find, by the file that it is shown in.
    pub fn evaluation_diagnostics(&self, files: Vec<FileId>) -> Cancellable<BTreeMap<FileId, Vec<Diagnostic>>> {
        self.read(move |db| {
            let mut keys: Vec<PreviewKey<'_>> = Vec::new();
            let mut alone: Vec<PreviewKey<'_>> = Vec::new();
            for file in files.into_iter().filter_map(|file| db.file_table().by_id(file)) {
                let key = preview_key(db, file, PreviewGoal::Node);
                alone.extend(classes_alone(db, file, key));
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
            let mut found = BTreeMap::new();
            for key in keys.into_iter().chain(alone) {
                find(db, key, &mut found);
            }
            let severities = db.workspace().severities(db);
            let of_file = |(file, found)| (file, with_severities(found, &severities));
            found.into_iter().map(of_file).collect()
        })
    }
}

impl Analysis {
    /// Returns what the evaluation of one node of a fleet found, with the file that each is shown in.
    pub fn node_diagnostics(&self, answer: &CommandAnswer) -> Cancellable<Vec<(FileId, Diagnostic)>> {
        let answer = AssertUnwindSafe(answer);
        self.read(move |db| {
            let outcome = &answer.outcome;
            let errors = outcome.errors.iter().filter_map(|error| of_error(db, outcome, error));
            let catalogs = outcome.catalog.iter();
            let cycles = catalogs.flat_map(|catalog| catalog.cycles.iter().filter_map(|it| of_cycle(db, catalog, it)));
            errors.chain(cycles).map(|(at, diagnostic)| (at.file, diagnostic)).collect()
        })
    }
}

/// The classes of a file that are not in the node's catalog, where nothing keeps them from being evaluated alone.
fn classes_alone<'db>(db: &'db dyn Db, file: FileInput, node: PreviewKey<'db>) -> Vec<PreviewKey<'db>> {
    let signature = file_signature(db, file);
    let mut classes =
        signature.definitions.iter().filter(|definition| definition.kind == DefinitionKind::Class).peekable();
    if classes.peek().is_none() || !is_developed(db, file.id(db)) {
        return Vec::new();
    }
    let outcome = catalog_preview(db, node);
    // Where the evaluation came to an end, the node may well get the class.
    let Some(catalog) = outcome.catalog.as_ref().filter(|_| outcome.is_ok()) else { return Vec::new() };
    classes
        .filter(|class| !catalog.classes.contains(&class.name))
        .map(|class| preview_key(db, file, PreviewGoal::Class(class.name.clone())))
        .collect()
}

fn find(db: &dyn Db, key: PreviewKey<'_>, found: &mut BTreeMap<FileId, Vec<Diagnostic>>) {
    let outcome = catalog_preview(db, key);
    // What fails may be missing only as long as other code is being typed.
    if !outcome.left_out.is_empty() {
        return;
    }
    let is_alone = key.goal(db) != PreviewGoal::Node;
    let context = format!("in the context {}", label(db, key).text());
    let mut add = |at: FileRange, mut diagnostic: Diagnostic, own_message: &str| {
        let Some(file) = db.file_table().by_id(at.file) else { return };
        diagnostic.hint.get_or_insert(context.clone());
        let of_file = found.entry(at.file).or_default();
        let known = of_file.iter().any(|known| known.range == diagnostic.range && known.message == diagnostic.message);
        if !known && !is_found_statically(db, file, &diagnostic, own_message) {
            of_file.push(diagnostic);
        }
    };
    // What is wrong with a file's text is shown there by the checks.
    for error in outcome.errors.iter().filter(|error| error.issue.source_problem().is_none()) {
        // Whoever includes a class may see first to what it lacks.
        if is_alone && error.issue.needs_other_code() {
            continue;
        }
        if let Some((at, mut diagnostic)) = of_error(db, &outcome, error) {
            if is_alone {
                diagnostic.severity = DiagnosticSeverity::Info;
            }
            add(at, diagnostic, &finish_message(db, &error.issue.message()));
        }
    }
    if let Some(catalog) = &outcome.catalog {
        for cycle in &catalog.cycles {
            if let Some((at, diagnostic)) = of_cycle(db, catalog, cycle) {
                add(at, diagnostic, "");
            }
        }
    }
}

fn of_error(db: &dyn Db, outcome: &Outcome, error: &EvaluationError) -> Option<(FileRange, Diagnostic)> {
    let message = error.message();
    let is_real = |place: &Place| !outcome.inline_sources.iter().any(|inline| inline.file == place.file);
    let own = error.place.filter(is_real).and_then(|place| name_place(db, place)).map(|place| place.at);
    let data = data_line(db, error);
    let own = own.or(data);
    let frames: Vec<(&StackFrame, FileRange)> = error
        .frames
        .iter()
        .filter_map(|frame| Some((frame, name_place(db, frame.place.filter(is_real)?)?.at)))
        .collect();
    // An error inside of an installed module is shown where the code that is developed here leads to it.
    let candidates = || own.into_iter().chain(frames.iter().map(|(_, at)| *at));
    let at = candidates().find(|at| is_developed(db, at.file)).or_else(|| candidates().next())?;
    let mut diagnostic =
        Diagnostic::new(error.code(), DiagnosticSeverity::Error, finish_message(db, &message), at.range);
    let mut relate = |place: FileRange, message: String| {
        let related = RelatedPlace { file: place.file, range: place.range, message };
        if place != at && !diagnostic.related.contains(&related) {
            diagnostic.related.push(related);
        }
    };
    if let Some(own) = own {
        relate(own, "the error is here".to_string());
    }
    if let Some(data) = data {
        relate(data, "the value comes from this data".to_string());
    }
    for place in message.places().filter_map(|place| name_place(db, place)) {
        relate(place.at, "named in the message".to_string());
    }
    for (frame, place) in frames {
        let how = if frame.what.starts_with("function") { "called" } else { "declared" };
        relate(place, format!("{} is {how} here", frame.what));
    }
    if let Some(hint) = error.issue.hint() {
        diagnostic.hint = Some(hint);
    }
    Some((at, diagnostic))
}

/// The line of a data file that an error is about.
fn data_line(db: &dyn Db, error: &EvaluationError) -> Option<FileRange> {
    let place = error.issue.data_place()?;
    let file = db.file_table().by_id(place.file)?;
    let text = queries::text(db, file);
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number + 1 >= place.line as usize {
            let end = start + line.trim_end().len();
            return Some(FileRange { file: place.file, range: TextRange::new(start as u32, end as u32) });
        }
        start += line.len();
    }
    None
}

fn of_cycle(db: &dyn Db, catalog: &Catalog, cycle: &Cycle) -> Option<(FileRange, Diagnostic)> {
    let mut places = cycle.path.iter().filter_map(|id| {
        let resource = catalog.get(*id);
        // An included class has no place of its own; what orders it has one.
        let ordered_at = || RELATIONSHIP_PARAMETERS.iter().find_map(|(name, ..)| resource.parameters.get(name)?.place);
        Some((resource.to_string(), name_place(db, resource.place.or_else(ordered_at)?)?.at))
    });
    let (_, at) = places.next()?;
    let message = format!("Found 1 dependency cycle:\n{}", cycle.describe(catalog));
    let mut diagnostic = Diagnostic::new(DEPENDENCY_CYCLE, DiagnosticSeverity::Error, message, at.range);
    diagnostic.related = places
        .map(|(reference, at)| RelatedPlace {
            file: at.file,
            range: at.range,
            message: format!("{reference} is part of the cycle"),
        })
        .collect();
    Some((at, diagnostic))
}

fn is_developed(db: &dyn Db, file: FileId) -> bool {
    let owner = db.file_table().by_id(file).map(|file| file.owner(db));
    !matches!(owner, Some(FileOwner::Module { module, .. }) if module.vendored(db))
}

/// Whether a check says the same of the same place. `own_message` is without what was being evaluated.
fn is_found_statically(db: &dyn Db, file: FileInput, diagnostic: &Diagnostic, own_message: &str) -> bool {
    queries::diagnostics(db, file).iter().any(|known| {
        let overlaps = known.range.start <= diagnostic.range.end && diagnostic.range.start <= known.range.end;
        // Evaluating stops at the first mistake of a statement: one inside of it that is certain is the same, or comes first.
        let is_inside = diagnostic.range.start <= known.range.start && known.range.end <= diagnostic.range.end;
        let is_same_place = is_inside && known.severity == DiagnosticSeverity::Error;
        let is_same = known.code == diagnostic.code || known.message == own_message;
        overlaps && (is_same || is_same_place)
    })
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::without_cursor(text);
        let files = fixture.files.iter().filter_map(|(path, _)| fixture.host.file_id(path)).collect();
        let analysis = fixture.host.analysis();
        let mut shown = String::new();
        for (file, diagnostics) in analysis.evaluation_diagnostics(files).expect("no writer") {
            let path = analysis.path(file).expect("no writer").unwrap_or_default();
            for diagnostic in diagnostics {
                let first_line = |text: String| text.lines().next().unwrap_or_default().to_string();
                let at = first_line(fixture.slice(file, diagnostic.range));
                shown += &format!("{path} [{at}] {}: {}\n", diagnostic.code, diagnostic.message);
                for related in &diagnostic.related {
                    let path = analysis.path(related.file).expect("no writer").unwrap_or_default();
                    let at = first_line(fixture.slice(related.file, related.range));
                    shown += &format!("  {path} [{at}] {}\n", related.message);
                }
            }
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn good_code_has_none() {
        check("class a($x = 1) { notify { \"${x}\": } }\ninclude a\n", expect![""]);
    }

    #[test]
    fn fail_with_the_calls_that_led_there() {
        check(
            "include a\n//- /env/modules/a/manifests/init.pp\nclass a { notice(a::port(0)) }\n//- /env/modules/a/functions/port.pp\nfunction a::port($n) {\n  if $n == 0 { fail('no port') }\n}\n",
            expect![[r#"
                /env/modules/a/functions/port.pp [fail('no port')] runtime-error: Error while evaluating a Function Call, no port
                  /env/modules/a/manifests/init.pp [a::port(0)] function a::port is called here
                  /env/manifests/site.pp [include a] class a is declared here
            "#]],
        );
    }

    #[test]
    fn a_define_inside_of_classes_names_all_that_led_there() {
        check(
            "include a\n//- /env/modules/a/manifests/init.pp\nclass a { contain a::b }\n//- /env/modules/a/manifests/b.pp\nclass a::b {\n  a::d { 'x': }\n}\n//- /env/modules/a/manifests/d.pp\ndefine a::d {\n  fail('no')\n}\n",
            expect![[r#"
                /env/modules/a/manifests/b.pp [a::d { 'x': }] runtime-error: Error while evaluating a Resource Statement, Evaluation Error: Error while evaluating a Function Call, no (file: /env/modules/a/manifests/d.pp, line: 2, column: 3)
                  /env/modules/a/manifests/d.pp [fail('no')] named in the message
                  /env/modules/a/manifests/init.pp [contain a::b] class a::b is declared here
                  /env/manifests/site.pp [include a] class a is declared here
            "#]],
        );
    }

    #[test]
    fn a_class_declared_with_parameters_is_a_frame_too() {
        check(
            "class { 'a': p => 1 }\n//- /env/modules/a/manifests/init.pp\nclass a($p) inherits a::base { }\n//- /env/modules/a/manifests/base.pp\nclass a::base {\n  fail('no')\n}\n",
            expect![[r#"
                /env/modules/a/manifests/base.pp [fail('no')] runtime-error: Error while evaluating a Function Call, no
                  /env/modules/a/manifests/init.pp [class a($p) inherits a::base { }] class a::base is declared here
                  /env/manifests/site.pp [class { 'a': p => 1 }] class a is declared here
            "#]],
        );
    }

    #[test]
    fn a_class_that_no_node_gets_is_evaluated_alone() {
        check(
            "node default { }\n//- /env/modules/a/manifests/init.pp\nclass a {\n  $n = lookup('no::key')\n}\n//- /env/modules/a/manifests/part.pp\nclass a::part {\n  notify { \"${a::n}\": }\n}\n//- /env/modules/a/manifests/given.pp\nclass a::given($p) {\n  notify { $p: }\n}\n",
            expect![[r#"
                /env/modules/a/manifests/init.pp [lookup('no::key')] evaluation-error: Function lookup() did not find a value for the name 'no::key'
            "#]],
        );
    }

    #[test]
    fn a_value_of_the_wrong_type_from_data() {
        check(
            "include a\n//- /env/modules/a/manifests/init.pp\nclass a(Integer $port) {}\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n//- /env/data/common.yaml\na::port: many\n",
            expect![[r#"
                /env/manifests/site.pp [include a] runtime-error: Error while evaluating a Function Call, Class[A]: parameter 'port' expects an Integer value, got String
                  /env/data/common.yaml [a::port: many] the value comes from this data
            "#]],
        );
    }

    #[test]
    fn a_key_that_no_data_has() {
        check(
            "notice(lookup('no::such::key'))\n",
            expect![[r#"
            /env/manifests/site.pp [lookup('no::such::key')] evaluation-error: Function lookup() did not find a value for the name 'no::such::key'
        "#]],
        );
    }

    #[test]
    fn a_resource_declared_twice() {
        check(
            "include a\nnotify { 'x': }\n//- /env/modules/a/manifests/init.pp\nclass a {\n  notify { 'x': }\n}\n",
            expect![[r#"
                /env/manifests/site.pp [notify { 'x': }] runtime-error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[x] is already declared at (file: /env/modules/a/manifests/init.pp, line: 2); cannot redeclare (file: /env/manifests/site.pp, line: 2)
                  /env/modules/a/manifests/init.pp [notify { 'x': }] named in the message
            "#]],
        );
    }

    #[test]
    fn a_cycle_with_its_path() {
        check(
            "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\n",
            expect![[r#"
            /env/manifests/site.pp [notify { 'a': require => Notify['b'] }] dependency-cycle: Found 1 dependency cycle:
            (Notify[a] => Notify[b] => Notify[a])
              /env/manifests/site.pp [notify { 'b': require => Notify['a'] }] Notify[b] is part of the cycle
        "#]],
        );
    }

    #[test]
    fn a_relationship_to_a_resource_that_does_not_exist() {
        check(
            "class a { }\ninclude a\npackage { 'letsencrypt': }\nClass['a'] -> Package['letsencryp']\n",
            expect![[r#"
                /env/manifests/site.pp [Class['a'] -> Package['letsencryp']] evaluation-error: Could not find resource 'Package[letsencryp]' for relationship from 'Class[A]'
            "#]],
        );
    }

    #[test]
    fn a_cycle_of_classes_is_shown_where_they_are_ordered() {
        check(
            "class a { }\nclass b { }\ninclude a, b\nClass['a'] -> Class['b']\nClass['b'] -> Class['a']\n",
            expect![[r#"
                /env/manifests/site.pp [Class['a'] -> Class['b']] dependency-cycle: Found 1 dependency cycle:
                (Class[A] => Class[B] => Class[A])
                  /env/manifests/site.pp [Class['b'] -> Class['a']] Class[B] is part of the cycle
            "#]],
        );
    }

    #[test]
    fn what_checks_report_is_not_repeated() {
        check(
            "include web::nginxx\nnotice($nope)\n$x = \n//- /env/modules/web/manifests/nginx.pp\nclass web::nginx {}\n",
            expect![""],
        );
        check("include web::nginxx\n//- /env/modules/web/manifests/nginx.pp\nclass web::nginx {}\n", expect![""]);
        check("notice($nope)\n", expect![""]);
    }
}
