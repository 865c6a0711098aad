//! Mistakes that need other files, or more than one statement, to be seen. One check per file of this folder, one line
//! in the table. A check that is not certain stays silent.

mod attribute_value;
mod calls;
mod conditional;
mod default_order;
mod deprecated_function;
mod documentation;
mod duplicate_attribute;
mod duplicate_declaration;
mod duplicate_definition;
mod inheritance_cycle;
mod invalid_pattern;
mod invalid_type;
mod legacy_fact;
mod match_variable;
mod missing_parameter;
mod near_names;
mod numeric_string;
mod reassignment;
mod unknown_class;
mod unknown_function;
mod unknown_module_file;
mod unknown_parameter;
mod unknown_resource_type;
mod unknown_type;
mod unknown_variable;
mod unreachable_code;
mod unused_parameter;
mod unused_variable;
mod wrong_argument_count;
mod wrong_argument_type;
mod wrong_default_type;
mod wrong_parameter_type;
mod wrong_template_parameter;

use std::cell::OnceCell;
use std::sync::Arc;

use evaluator::edition::{Rule, Rules};
use smol_str::SmolStr;
use syntax::{Code, Expr, ExprId, Program, SourceMap, TextRange};

use crate::db::Db;
use crate::diagnostic::{Diagnostic, DiagnosticSeverity, Fix};
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::queries::{self, Parents};
use crate::reference_index::{FileMentions, Mention, file_mentions};
use crate::scopes::{FileScopes, file_scopes};
use crate::static_types::infer::Inference;
use calls::CallSite;
use conditional::Reached;
pub use near_names::unknown_fact::message as unknown_fact_message;

pub struct Check {
    /// What it reports and why that is a mistake, for the manual and `--help`.
    pub code: Code,
    run: fn(&CheckContext<'_>, &mut Findings<'_>),
}

/// Every check there is.
pub static CHECKS: &[Check] = &[
    attribute_value::CHECK,
    default_order::CHECK,
    deprecated_function::CHECK,
    documentation::example_without_title::CHECK,
    documentation::missing_parameter::CHECK,
    documentation::unknown_parameter::CHECK,
    documentation::unknown_tag::CHECK,
    duplicate_attribute::CHECK,
    duplicate_declaration::CHECK,
    duplicate_definition::CHECK,
    inheritance_cycle::CHECK,
    invalid_pattern::CHECK,
    invalid_type::CHECK,
    legacy_fact::CHECK,
    match_variable::CHECK,
    missing_parameter::CHECK,
    near_names::comparison::CHECK,
    near_names::literal_attributes::CHECK,
    near_names::unknown_fact::CHECK,
    near_names::unknown_provider::CHECK,
    numeric_string::CHECK,
    reassignment::CHECK,
    unknown_class::CHECK,
    unknown_function::CHECK,
    unknown_module_file::CHECK,
    unknown_parameter::CHECK,
    unknown_resource_type::CHECK,
    unknown_type::CHECK,
    unknown_variable::CHECK,
    unreachable_code::CHECK,
    unused_parameter::CHECK,
    unused_variable::CHECK,
    wrong_argument_count::CHECK,
    wrong_argument_type::CHECK,
    wrong_default_type::CHECK,
    wrong_parameter_type::CHECK,
    wrong_template_parameter::CHECK,
];

/// All that a check may look at.
pub struct CheckContext<'a> {
    pub db: &'a dyn Db,
    pub file: FileInput,
    pub environment: EnvironmentInput,
    pub program: Arc<Program>,
    pub source_map: Arc<SourceMap>,
    pub scopes: Arc<FileScopes>,
    pub mentions: Arc<FileMentions>,
    pub parents: Arc<Parents>,
    reached: OnceCell<Reached>,
    inference: Inference<'a>,
    calls: OnceCell<Vec<CallSite>>,
}

impl CheckContext<'_> {
    pub fn range(&self, id: ExprId) -> TextRange {
        self.source_map.range(id)
    }

    /// A part of the file's text.
    pub fn text(&self, range: TextRange) -> String {
        let text = queries::text(self.db, self.file);
        text.get(range.start as usize..range.end as usize).unwrap_or_default().to_string()
    }

    /// Extends a range to the lines that it is in, with the end of the last.
    pub fn whole_lines(&self, range: TextRange) -> TextRange {
        let text = queries::text(self.db, self.file);
        let before = text.get(..range.start as usize).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let after = text.get(range.end as usize..).unwrap_or_default();
        let end = after.find('\n').map_or(text.len(), |at| range.end as usize + at + 1);
        TextRange::new(start as u32, end as u32)
    }

    /// The name of an attribute, which comes first in the place of all of it.
    pub fn attribute_name_range(&self, attribute: ExprId, name: &str) -> TextRange {
        let range = self.range(attribute);
        TextRange::new(range.start, range.start.saturating_add(name.len() as u32).min(range.end))
    }

    /// Whether Puppet evaluates an expression whenever it evaluates the definition, or the file, that it stands in. What is
    /// wrong elsewhere is raised only where the branch is taken.
    pub fn is_always_reached(&self, place: ExprId) -> bool {
        self.reached.get_or_init(|| Reached::new(&self.program)).always(&self.program, &self.parents, place)
    }

    /// Whether it stands in what a type alias is defined as, which Puppet reads only when the alias is used.
    pub fn is_in_type_alias(&self, place: ExprId) -> bool {
        self.parents.ancestors(place).any(|ancestor| matches!(self.program.expr(ancestor), Expr::TypeAlias(_)))
    }

    /// What is certain of the types of this file's expressions.
    pub fn inference(&self) -> &Inference<'_> {
        &self.inference
    }

    /// The calls of functions by their names.
    pub fn calls(&self) -> &[CallSite] {
        self.calls.get_or_init(|| {
            let rules = Rules::new(self.db.workspace().edition(self.db), &Default::default());
            calls::call_sites(&self.program, rules.holds(Rule::CallableValues))
        })
    }

    /// True where every module that the environment could have is known, so that a name which is not found does not
    /// exist. A module that is missing may be installed elsewhere.
    pub fn knows_module(&self, name: &str) -> bool {
        let first = name.split("::").next().unwrap_or(name);
        crate::definition_index::modules_by_name(self.db, self.environment).contains_key(first)
    }
}

/// Where a check puts what it found.
pub struct Findings<'a> {
    check: &'static Check,
    found: &'a mut Vec<Diagnostic>,
}

impl Findings<'_> {
    /// Reports with the check's own code and severity.
    pub fn report(&mut self, range: TextRange, message: impl Into<String>) -> &mut Diagnostic {
        self.found.push(Diagnostic::new(self.check.code, self.check.code.severity(), message, range));
        let last = self.found.len() - 1;
        &mut self.found[last]
    }
}

impl Findings<'_> {
    /// Reports what Puppet raises when it evaluates the place. In a branch that may not be taken an error becomes a warning.
    pub fn report_raised(
        &mut self,
        context: &CheckContext<'_>,
        place: ExprId,
        range: TextRange,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let is_certain = self.check.code.severity() != DiagnosticSeverity::Error || context.is_always_reached(place);
        let diagnostic = self.report(range, message);
        if !is_certain {
            diagnostic.severity = DiagnosticSeverity::Warning;
        }
        diagnostic
    }
}

/// Everything that the checks find in a file.
pub fn run_all(db: &dyn Db, file: FileInput) -> Vec<Diagnostic> {
    if let FileOwner::Module { module, .. } = file.owner(db)
        && module.vendored(db)
    {
        return Vec::new();
    }
    let environment = queries::environment_of(db, file);
    let (program, scopes, parents) = (queries::program(db, file), file_scopes(db, file), queries::parents(db, file));
    let context = CheckContext {
        db,
        file,
        environment,
        inference: Inference::new(db, environment, file, program.clone(), scopes.clone(), parents.clone()),
        program,
        source_map: queries::source_file(db, file).source_map.clone(),
        scopes,
        mentions: file_mentions(db, file),
        parents,
        reached: OnceCell::new(),
        calls: OnceCell::new(),
    };
    let mut found = Vec::new();
    for check in CHECKS {
        (check.run)(&context, &mut Findings { check, found: &mut found });
    }
    found
}

/// Offers another name for a mentioned one, written as it is written there: `::` in front and capitals stay.
pub fn suggest_name(context: &CheckContext<'_>, mention: &Mention, diagnostic: &mut Diagnostic, name: &str) {
    let range = mention.range(&context.source_map);
    let written = context.text(range);
    diagnostic.hint = Some(format!("did you mean '{name}'?"));
    let quote = written.chars().next().filter(|first| matches!(first, '\'' | '"'));
    let quote = quote.map(String::from).unwrap_or_default();
    let colons = if written.trim_start_matches(['\'', '"']).starts_with("::") { "::" } else { "" };
    let new_text = format!("{quote}{colons}{name}{quote}");
    diagnostic.fixes.push(Fix::replace(range, new_text, format!("Replace with '{name}'")));
}

/// Offers another word for one that is written with quotes or without; the quotes stay.
pub fn suggest_word(context: &CheckContext<'_>, diagnostic: &mut Diagnostic, range: TextRange, word: &str) {
    let quote = context.text(range).chars().next().filter(|first| matches!(first, '\'' | '"'));
    let quote = quote.map(String::from).unwrap_or_default();
    diagnostic.hint = Some(format!("did you mean '{word}'?"));
    diagnostic.fixes.push(Fix::replace(range, format!("{quote}{word}{quote}"), format!("Replace with '{word}'")));
}

/// Offers another name for a variable; braces around the old one stay.
pub fn suggest_variable(context: &CheckContext<'_>, place: ExprId, diagnostic: &mut Diagnostic, name: &str) {
    let range = context.range(place);
    let written = context.text(range);
    diagnostic.hint = Some(format!("did you mean '${name}'?"));
    let (before, after) = match written.strip_prefix('$') {
        Some(rest) if rest.starts_with('{') => ("${", "}"),
        Some(_) => ("$", ""),
        None => ("", ""),
    };
    diagnostic.fixes.push(Fix::replace(range, format!("{before}{name}{after}"), format!("Replace with '${name}'")));
}

/// The known name that looks most like a mistyped one.
pub fn closest<'a>(name: &str, known: impl Iterator<Item = &'a SmolStr>) -> Option<&'a SmolStr> {
    // What a qualified name begins with is seldom what is mistyped.
    let last = name.rsplit("::").next().unwrap_or(name);
    let limit = (last.chars().count() / 3).clamp(1, 3);
    known
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= limit)
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Tells whether a name is one slip away from a known one, and long enough to rule out coincidence.
pub fn is_near(name: &str, known: &str) -> bool {
    name.chars().count() >= 4 && edit_distance(name, known) == 1
}

/// How many letters must be added, removed, replaced, or exchanged with their neighbour.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let is_same = a[i - 1] == b[j - 1];
            let above = &rows[i - 1];
            row[j] = (above[j - 1] + usize::from(!is_same)).min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn distances() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("port", "prot"), 1);
        assert_eq!(edit_distance("same", "same"), 0);
    }
}
