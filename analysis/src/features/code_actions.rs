//! Changes that an editor offers at a place: quick fixes of diagnostics and refactorings. One file of this folder and one line of
//! the table per action. A refactoring keeps what the code means; where it cannot, it is not offered.

mod action_context;
mod add_documentation;
mod add_include;
mod add_missing_parameters;
mod case_to_if;
mod case_to_selector;
mod convert_quotes;
mod create_missing_class;
mod create_missing_file;
mod declare_type;
mod default_to_hiera;
mod erb_to_epp;
mod extract_definition;
mod extract_variable;
mod fix_diagnostics;
mod hiera_to_default;
mod if_to_case;
mod if_to_selector;
mod inline_variable;
mod language_fixes;
mod remove_attribute;
mod remove_unused_variable;
mod selector_to_case;
mod selector_to_if;
mod sort_attributes;
mod string_to_heredoc;
mod style_fixes;
mod syntax_error_fixes;
mod wrap_in_sensitive;

use evaluator::FileId;
pub use syntax::format::TextEdit;
use syntax::{Code, TextRange};

use crate::host::{Analysis, Cancellable};
pub use action_context::ActionContext;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    QuickFix,
    Extract,
    Inline,
    Rewrite,
}

impl ActionKind {
    /// As LSP names it.
    pub fn name(self) -> &'static str {
        match self {
            ActionKind::QuickFix => "quickfix",
            ActionKind::Extract => "refactor.extract",
            ActionKind::Inline => "refactor.inline",
            ActionKind::Rewrite => "refactor.rewrite",
        }
    }
}

/// Edits of files, and files that are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceChange {
    /// The edits of each file in the order of its text, none touching another.
    pub edits: Vec<(FileId, Vec<TextEdit>)>,
    /// Absolute paths with what the files hold.
    pub created: Vec<(String, String)>,
}

/// The change of an action, or how it is found.
pub enum ActionChange {
    Ready(WorkspaceChange),
    /// Costly: made when the user has chosen the action.
    Later(fn(&ActionContext<'_>) -> Option<WorkspaceChange>),
}

pub struct CodeAction {
    pub title: String,
    pub kind: ActionKind,
    pub change: ActionChange,
    /// The code and range of the diagnostic that it takes away.
    pub diagnostic: Option<(Code, TextRange)>,
    /// What is most likely wanted here.
    pub is_preferred: bool,
}

impl CodeAction {
    pub fn new(title: impl Into<String>, kind: ActionKind, change: WorkspaceChange) -> Self {
        let change = ActionChange::Ready(change);
        CodeAction { title: title.into(), kind, change, diagnostic: None, is_preferred: false }
    }

    pub fn later(
        title: impl Into<String>,
        kind: ActionKind,
        change: fn(&ActionContext<'_>) -> Option<WorkspaceChange>,
    ) -> Self {
        let change = ActionChange::Later(change);
        CodeAction { title: title.into(), kind, change, diagnostic: None, is_preferred: false }
    }
}

/// What finds actions of one kind.
struct Provider {
    find: fn(&ActionContext<'_>) -> Vec<CodeAction>,
    kind: ActionKind,
}

const fn provider(kind: ActionKind, find: fn(&ActionContext<'_>) -> Vec<CodeAction>) -> Provider {
    Provider { find, kind }
}

static PROVIDERS: &[Provider] = &[
    provider(ActionKind::QuickFix, fix_diagnostics::find),
    provider(ActionKind::QuickFix, language_fixes::find),
    provider(ActionKind::QuickFix, syntax_error_fixes::find),
    provider(ActionKind::QuickFix, add_missing_parameters::find),
    provider(ActionKind::QuickFix, remove_attribute::find),
    provider(ActionKind::QuickFix, remove_unused_variable::find),
    provider(ActionKind::QuickFix, create_missing_class::find),
    provider(ActionKind::QuickFix, create_missing_file::find),
    provider(ActionKind::QuickFix, style_fixes::find),
    provider(ActionKind::Extract, extract_variable::find),
    provider(ActionKind::Extract, extract_definition::find),
    provider(ActionKind::Inline, inline_variable::find),
    provider(ActionKind::Rewrite, if_to_case::find),
    provider(ActionKind::Rewrite, if_to_selector::find),
    provider(ActionKind::Rewrite, case_to_if::find),
    provider(ActionKind::Rewrite, case_to_selector::find),
    provider(ActionKind::Rewrite, selector_to_case::find),
    provider(ActionKind::Rewrite, selector_to_if::find),
    provider(ActionKind::Rewrite, convert_quotes::find),
    provider(ActionKind::Rewrite, string_to_heredoc::find),
    provider(ActionKind::Rewrite, add_documentation::find),
    provider(ActionKind::Rewrite, sort_attributes::find),
    provider(ActionKind::Rewrite, wrap_in_sensitive::find),
    provider(ActionKind::Rewrite, declare_type::find),
    provider(ActionKind::Rewrite, add_include::find),
    provider(ActionKind::Rewrite, default_to_hiera::find),
    provider(ActionKind::Rewrite, hiera_to_default::find),
    provider(ActionKind::Rewrite, erb_to_epp::find),
];

/// What an editor wants of the actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionRequest {
    /// The selection, or the cursor.
    pub range: TextRange,
    /// Kinds in LSP's words; all where it is empty.
    pub only: Vec<String>,
    /// Actions may make new files.
    pub creates_files: bool,
    /// Costly changes are left for `resolve_code_action`.
    pub resolves_later: bool,
}

/// An action as it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedAction {
    pub title: String,
    pub kind: ActionKind,
    /// `None` where it is left for later.
    pub change: Option<WorkspaceChange>,
    pub diagnostic: Option<(Code, TextRange)>,
    pub is_preferred: bool,
}

impl Analysis {
    pub fn code_actions(&self, file: FileId, request: &ActionRequest) -> Cancellable<Vec<OfferedAction>> {
        let request = request.clone();
        let found = self.read_file(file, move |db, file| {
            let context = ActionContext::new(db, file, request.range, request.creates_files);
            let mut offered = Vec::new();
            for action in actions(&context, &request.only) {
                let change = match action.change {
                    ActionChange::Ready(change) => Some(change),
                    ActionChange::Later(_) if request.resolves_later => None,
                    ActionChange::Later(make) => match make(&context) {
                        Some(change) => Some(change),
                        None => continue,
                    },
                };
                // A client that cannot make files has no use for the rest of such a change.
                if change.as_ref().is_some_and(|change| !request.creates_files && !change.created.is_empty()) {
                    continue;
                }
                let CodeAction { title, kind, diagnostic, is_preferred, .. } = action;
                offered.push(OfferedAction { title, kind, change, diagnostic, is_preferred });
            }
            offered
        })?;
        Ok(found.unwrap_or_default())
    }

    /// The change of an action that was offered at a range under a title.
    pub fn resolve_code_action(
        &self,
        file: FileId,
        range: TextRange,
        title: &str,
    ) -> Cancellable<Option<WorkspaceChange>> {
        let title = title.to_string();
        let found = self.read_file(file, move |db, file| {
            let context = ActionContext::new(db, file, range, true);
            let action = actions(&context, &[]).into_iter().find(|action| action.title == title)?;
            match action.change {
                ActionChange::Ready(change) => Some(change),
                ActionChange::Later(make) => make(&context),
            }
        })?;
        Ok(found.flatten())
    }
}

fn actions(context: &ActionContext<'_>, only: &[String]) -> Vec<CodeAction> {
    let wanted = PROVIDERS.iter().filter(|provider| is_wanted(provider.kind.name(), only));
    wanted.flat_map(|provider| (provider.find)(context)).collect()
}

/// `refactor` asks for `refactor.extract` too.
pub fn is_wanted(kind: &str, only: &[String]) -> bool {
    only.is_empty()
        || only.iter().any(|asked| {
            asked.is_empty()
                || kind == asked
                || kind.strip_prefix(asked.as_str()).is_some_and(|rest| rest.starts_with('.'))
        })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::fixture::Fixture;

    /// The cursor is `$0`; a selection is written between two of them.
    fn fixture(text: &str) -> (Fixture, FileId, TextRange) {
        let Some(second) = text.match_indices("$0").nth(1) else {
            let fixture = Fixture::new(text);
            let cursor = fixture.cursor.expect("a cursor");
            return (fixture, cursor.file, TextRange::empty(cursor.offset));
        };
        let first = text.find("$0").unwrap_or_default();
        let length = (second.0 - first - 2) as u32;
        let text = format!("{}{}", &text[..second.0], &text[second.0 + 2..]);
        let fixture = Fixture::new(&text);
        let cursor = fixture.cursor.expect("a cursor");
        (fixture, cursor.file, TextRange::new(cursor.offset, cursor.offset + length))
    }

    fn offered(text: &str) -> (Fixture, FileId, Vec<OfferedAction>) {
        let (fixture, file, range) = fixture(text);
        let request = ActionRequest { range, creates_files: true, ..ActionRequest::default() };
        let actions = fixture.host.analysis().code_actions(file, &request).expect("no writer");
        (fixture, file, actions)
    }

    pub fn titles(text: &str) -> Vec<String> {
        offered(text).2.into_iter().map(|action| action.title).collect()
    }

    /// All files that an action changes or makes; the one with the cursor without its name.
    #[track_caller]
    pub fn apply(text: &str, title: &str) -> String {
        let (fixture, file, actions) = offered(text);
        let found = actions.iter().find(|action| action.title.contains(title));
        let Some(action) = found else {
            panic!("no action {title:?} among {:?}", actions.iter().map(|a| &a.title).collect::<Vec<_>>())
        };
        let change = action.change.clone().expect("a change");
        let mut shown = String::new();
        for (edited, edits) in &change.edits {
            let path = fixture.host.analysis().path(*edited).ok().flatten().unwrap_or_default();
            let old = fixture.host.analysis().text(*edited).ok().flatten().unwrap_or_default();
            if *edited != file {
                shown += &format!("//- {path}\n");
            }
            shown += &apply_edits(&old, edits);
        }
        for (path, content) in &change.created {
            shown += &format!("//- {path}\n{content}");
        }
        shown
    }

    /// The file as a quick fix leaves it where lint is on; `None` where none of this title is offered. Its finding must be gone.
    #[track_caller]
    pub fn apply_with_lint(text: &str, title: &str) -> Option<String> {
        let lint = crate::lint::LintSettings { enabled: true, ..Default::default() };
        let settings = Some(crate::Settings { lint, ..Default::default() });
        let path = "/env/modules/a/manifests/init.pp";
        let (mut fixture, file, range) = fixture(&format!("//- {path}\n{text}"));
        fixture.host.apply_change(crate::Change { settings, ..Default::default() });
        let request = ActionRequest { range, ..ActionRequest::default() };
        let actions = fixture.host.analysis().code_actions(file, &request).expect("no writer");
        let is_fix = |action: &&OfferedAction| action.kind == ActionKind::QuickFix && action.title.starts_with(title);
        let action = actions.iter().find(is_fix)?;
        let (_, edits) = action.change.as_ref().and_then(|change| change.edits.first()).expect("an edit");
        let fixed = apply_edits(&fixture.host.analysis().text(file).ok().flatten().unwrap_or_default(), edits);
        let content = crate::FileContent::Text(fixed.as_str().into());
        fixture.host.apply_change(crate::Change::of_file(path, content));
        let (code, _) = action.diagnostic.expect("a diagnostic");
        let left = fixture.host.analysis().diagnostics(file).expect("no writer");
        assert!(!left.iter().any(|found| found.code == code), "{code} is still there:\n{fixed}");
        Some(fixed)
    }

    pub fn apply_edits(old: &str, edits: &[TextEdit]) -> String {
        let mut new = String::new();
        let mut at = 0;
        for edit in edits {
            assert!(edit.range.start as usize >= at, "edits touch: {edits:?}");
            new += &old[at..edit.range.start as usize];
            new += &edit.new_text;
            at = edit.range.end as usize;
        }
        new + &old[at..]
    }

    #[track_caller]
    pub fn check(text: &str, title: &str, expected: &str) {
        assert_eq!(apply(text, title), expected);
    }

    /// The catalog of the node in force, places left out.
    fn catalog(text: &str) -> serde_json::Value {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.file("/env/manifests/site.pp");
        let question = crate::features::preview_catalog::PreviewQuestion::default();
        let answer = fixture.host.analysis().preview_catalog(file, question).expect("no writer").expect("a catalog");
        assert!(answer.outcome.errors.is_empty(), "{text}\n{:?}", answer.outcome.errors);
        evaluator::catalog::to_json::catalog_to_json(answer.outcome.catalog.as_ref().expect("a catalog"), "1", &|_| {
            None
        })
    }

    /// The catalog is the same after the action.
    #[track_caller]
    pub fn keeps_the_catalog(text: &str, title: &str) {
        let before = text.replace("$0", "");
        let after = apply(text, title);
        assert_ne!(before, after);
        assert_eq!(catalog(&before), catalog(&after), "{after}");
    }

    #[test]
    fn kinds_that_were_asked_for() {
        let only = |kinds: &[&str]| kinds.iter().map(|kind| kind.to_string()).collect::<Vec<_>>();
        assert!(is_wanted("refactor.extract", &only(&["refactor"])));
        assert!(is_wanted("refactor.extract", &[]) && is_wanted("quickfix", &only(&[""])));
        assert!(!is_wanted("refactor.extract", &only(&["refactor.ex", "quickfix"])));
    }

    #[test]
    fn no_place_of_any_text_panics() {
        let text = "# é\nclass a(Integer $x = 1, $y) inherits b {\n  file { ['/a', \"/b${x}\"]: ensure => present, mode => '1', mode => '2'; default: }\n  $u = 'é' ? { 'a' => 1, default => 2 }\n  if $x == 1 { $v = 'a' } elsif $x == 2 { $v = 'b' } else { $v = \"c\\n\" }\n  case $x { 1: { notice('x') } default: {} }\n  include c\n  notice(template('a/b.erb'), $u\n";
        let fixture = Fixture::without_cursor(text);
        let file = fixture.file("/env/manifests/site.pp");
        for start in 0..=text.len() as u32 {
            for length in [0, 1, 7, 40] {
                let range = TextRange::new(start, start + length);
                let request = ActionRequest { range, creates_files: true, ..ActionRequest::default() };
                for action in fixture.host.analysis().code_actions(file, &request).expect("no writer") {
                    for (_, edits) in action.change.unwrap_or_default().edits {
                        apply_edits(text, &edits);
                    }
                }
            }
        }
    }
}
