//! Moves the selected statements into a class or define of their own, in a new file of the module, and declares it in their
//! place. What they read becomes parameters.

use syntax::{Expr, ExprId, TextRange};

use super::action_context::{has_lines_that_must_stay, reindent};
use super::create_missing_class::class_path;
use super::{ActionContext, ActionKind, CodeAction, WorkspaceChange};
use crate::inputs::FileOwner;
use crate::reference_index::{Name, file_mentions};
use crate::resolve::facts::is_top_scope_name;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    if prepare(context, "class").is_some() {
        let make = |context: &ActionContext<'_>| prepare(context, "class").map(|extraction| extraction.change(context));
        actions.push(CodeAction::later("Extract into a new class", ActionKind::Extract, make));
    }
    if prepare(context, "define").is_some() {
        let make =
            |context: &ActionContext<'_>| prepare(context, "define").map(|extraction| extraction.change(context));
        actions.push(CodeAction::later("Extract into a new defined type", ActionKind::Extract, make));
    }
    actions
}

struct Extraction {
    keyword: &'static str,
    name: String,
    path: String,
    /// What the statements read and do not bind themselves.
    reads: Vec<Read>,
}

/// A variable that becomes a parameter.
struct Read {
    variable: String,
    /// Names of attributes do not begin with `_`, as variables may.
    parameter: String,
    places: Vec<TextRange>,
}

fn prepare(context: &ActionContext<'_>, keyword: &'static str) -> Option<Extraction> {
    if context.selection.is_empty() || !context.creates_files || !context.is_readable_source() {
        return None;
    }
    let block = context.enclosing_definition()?;
    let body = match context.expr(block) {
        Expr::Class(class) => class.body,
        Expr::Define(define) => define.body,
        _ => return None,
    };
    let statements = match context.expr(body) {
        Expr::Block(statements) => statements.clone(),
        _ => vec![body],
    };
    let chosen: Vec<ExprId> =
        statements.iter().copied().filter(|id| context.selection.contains_range(context.range(*id))).collect();
    let (first, last) = (*chosen.first()?, *chosen.last()?);
    let covered = context.range(first).cover(context.range(last));
    let is_whole = context.selection.start == covered.start && context.selection.end == covered.end;
    // What is bound here is read elsewhere, or may be: only resources and calls are moved.
    let movable = chosen.iter().all(|id| {
        matches!(
            context.expr(*id),
            Expr::Resource(_)
                | Expr::Call(_)
                | Expr::If(_)
                | Expr::Unless(_)
                | Expr::Case(_)
                | Expr::Relationship { .. }
        )
    });
    let binds = context.scopes.scopes.iter().any(|scope| {
        let owner_outside = scope.owner.is_none_or(|owner| !covered.contains_range(context.range(owner)));
        owner_outside && scope.bindings.iter().any(|binding| covered.contains_range(context.range(binding.place)))
    });
    if !is_whole || !movable || binds || has_lines_that_must_stay(context, covered) || context.renders(covered) {
        return None;
    }
    // Defaults of a class do not reach into another one.
    let has_defaults = context.source.program.exprs.iter().enumerate().any(|(index, expr)| {
        matches!(expr, Expr::ResourceDefaults(_))
            && context.range(block).contains_range(context.range(ExprId(index as u32)))
    });
    if keyword == "class" && has_defaults || keyword == "define" && declares_classes(context, covered) {
        return None;
    }
    let (name, path) = free_place(context)?;
    Some(Extraction { keyword, name, path, reads: reads(context, covered)? })
}

/// A define is evaluated later than the class around it: classes that it declares would come too late for what reads their variables.
fn declares_classes(context: &ActionContext<'_>, range: TextRange) -> bool {
    let mentions = file_mentions(context.db, context.file);
    let in_range = mentions.mentions.iter().filter(|mention| range.contains_range(context.range(mention.place)));
    in_range.into_iter().any(|mention| {
        let is_class = matches!(mention.name, Name::Class(_) | Name::DynamicClass(_) | Name::IncludedKey(_));
        let mut around = context.parents.ancestors(mention.place).take(2);
        is_class && !around.any(|parent| matches!(context.expr(parent), Expr::Access { .. }))
    })
}

/// The variables of the enclosing scopes that a range reads; `None` where one cannot be handed over.
fn reads(context: &ActionContext<'_>, range: TextRange) -> Option<Vec<Read>> {
    let definition = context.enclosing_definition().map(|id| context.expr(id));
    let inherits = matches!(definition, Some(Expr::Class(class)) if class.parent.is_some());
    let mut found: Vec<Read> = Vec::new();
    for used in context.scopes.uses.iter().filter(|used| range.contains_range(context.range(used.place))) {
        let bindings = context.scopes.bindings(used.scope, &used.name);
        let is_inside = bindings.iter().any(|binding| range.contains_range(context.range(binding.place)));
        let is_match = used.name.chars().all(|c| c.is_ascii_digit());
        if is_match || ["title", "name"].contains(&used.name.as_str()) {
            return None;
        }
        // What nothing of the file sets is known everywhere, or comes from the class that this one inherits.
        let is_global =
            bindings.is_empty() && (!inherits || is_top_scope_name(context.db, context.environment, &used.name));
        if used.name.contains("::") || is_inside || is_global {
            continue;
        }
        let place = context.range(used.place);
        if let Some(known) = found.iter_mut().find(|known| known.variable == used.name) {
            known.places.push(place);
            continue;
        }
        let parameter = used.name.trim_start_matches('_').to_string();
        let is_taken = found.iter().any(|known| known.parameter == parameter);
        if is_taken || !parameter.starts_with(|first: char| first.is_ascii_lowercase()) {
            return None;
        }
        found.push(Read { variable: used.name.to_string(), parameter, places: vec![place] });
    }
    Some(found)
}

/// The text of a range in which each variable that is read has the name of its parameter.
fn with_parameters(context: &ActionContext<'_>, range: TextRange, reads: &[Read]) -> String {
    let mut text = context.slice(range).to_string();
    let renamed = reads.iter().filter(|read| read.variable != read.parameter);
    let mut places: Vec<(TextRange, &Read)> =
        renamed.flat_map(|read| read.places.iter().map(move |place| (*place, read))).collect();
    places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    for (place, read) in places {
        let new_text = context.slice(place).replacen(&read.variable, &read.parameter, 1);
        let (start, end) = ((place.start - range.start) as usize, (place.end - range.start) as usize);
        text.replace_range(start..end, &new_text);
    }
    text
}

/// A name of the same module that nothing has yet.
fn free_place(context: &ActionContext<'_>) -> Option<(String, String)> {
    let FileOwner::Module { module, .. } = context.file.owner(context.db) else { return None };
    let module = module.name(context.db);
    (1..100).find_map(|number| {
        let suffix = if number == 1 { String::new() } else { number.to_string() };
        let name = format!("{module}::extracted{suffix}");
        class_path(context, &name).map(|path| (name, path))
    })
}

impl Extraction {
    fn change(self, context: &ActionContext<'_>) -> WorkspaceChange {
        let range = context.selection;
        let indent = context.indent(range.start).to_string();
        let body = reindent(&with_parameters(context, range, &self.reads), &indent, "  ");
        let parameters: String = match self.reads.is_empty() {
            true => String::new(),
            false => {
                let lines: String =
                    self.reads.iter().map(|read| format!("  {},\n", self.parameter(context, read))).collect();
                format!("(\n{lines}) ")
            }
        };
        let Extraction { keyword, name, path, reads } = self;
        let head = format!("{keyword} {name} {parameters}").trim_end().to_string();
        let created = format!("# @summary {name}\n{head} {{\n  {body}\n}}\n");
        let width = reads.iter().map(|read| read.parameter.len()).max().unwrap_or(0);
        let given = reads
            .iter()
            .map(|Read { variable, parameter, .. }| format!("{indent}  {parameter:width$} => ${variable},\n"));
        let given: String = given.collect();
        let declaration = match (keyword, reads.is_empty()) {
            ("class", true) => format!("contain {name}"),
            ("class", false) => format!("class {{ '{name}':\n{given}{indent}}}\n{indent}contain {name}"),
            (_, true) => format!("{name} {{ 'main': }}"),
            (_, false) => format!("{name} {{ 'main':\n{given}{indent}}}"),
        };
        let mut change = context.replace(range, declaration);
        change.created.push((path, created));
        change
    }

    /// A parameter with the type that it has where it comes from.
    fn parameter(&self, context: &ActionContext<'_>, read: &Read) -> String {
        let declared = context.enclosing_definition().and_then(|definition| {
            let parameters = crate::definition_index::parameters_of(context.expr(definition));
            parameters.iter().find(|parameter| parameter.name == read.variable)?.type_expression
        });
        match declared {
            Some(id) => format!("{} ${}", context.written(id), read.parameter),
            None => format!("${}", read.parameter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apply, check, titles};

    #[test]
    fn what_is_read_becomes_parameters() {
        let text = "//- /env/modules/web/manifests/init.pp\nclass web (Integer $port) {\n  $dir = '/srv'\n  $0file { $dir:\n    ensure => directory,\n  }\n  notice($port)$0\n}\n";
        check(
            text,
            "Extract into a new class",
            "class web (Integer $port) {\n  $dir = '/srv'\n  class { 'web::extracted':\n    dir  => $dir,\n    port => $port,\n  }\n  contain web::extracted\n}\n//- /env/modules/web/manifests/extracted.pp\n# @summary web::extracted\nclass web::extracted (\n  $dir,\n  Integer $port,\n) {\n  file { $dir:\n    ensure => directory,\n  }\n  notice($port)\n}\n",
        );
        check(
            "//- /env/modules/web/manifests/init.pp\nclass web {\n  $0notice('x')$0\n}\n",
            "Extract into a new defined type",
            "class web {\n  web::extracted { 'main': }\n}\n//- /env/modules/web/manifests/extracted.pp\n# @summary web::extracted\ndefine web::extracted {\n  notice('x')\n}\n",
        );
    }

    #[test]
    fn a_parameter_does_not_begin_with_an_underscore() {
        check(
            "//- /env/modules/web/manifests/init.pp\nclass web {\n  $_dir = '/srv'\n  $0file { \"${_dir}/a\":\n    owner => $_dir,\n  }$0\n}\n",
            "Extract into a new defined type",
            "class web {\n  $_dir = '/srv'\n  web::extracted { 'main':\n    dir => $_dir,\n  }\n}\n//- /env/modules/web/manifests/extracted.pp\n# @summary web::extracted\ndefine web::extracted (\n  $dir,\n) {\n  file { \"${dir}/a\":\n    owner => $dir,\n  }\n}\n",
        );
    }

    #[test]
    fn what_a_class_inherits_is_handed_over() {
        let text = "//- /env/modules/web/manifests/init.pp\nclass web inherits web::params {\n  $0notice($dir, $facts['x'])$0\n}\n//- /env/modules/web/manifests/params.pp\nclass web::params {\n  $dir = '/srv'\n}\n";
        let applied = apply(text, "Extract into a new class");
        assert!(applied.contains("    dir => $dir,\n"), "{applied}");
        assert!(applied.contains("class web::extracted (\n  $dir,\n) {"), "{applied}");
        let text =
            "//- /env/modules/web/manifests/init.pp\nclass web {\n  File { mode => '1' }\n  $0file { '/x': }$0\n}\n";
        assert_eq!(titles(text).iter().filter(|title| title.starts_with("Extract into a new")).count(), 1);
        let text = "//- /env/modules/web/manifests/init.pp\nclass web {\n  $0include db$0\n}\n";
        assert!(!titles(text).contains(&"Extract into a new defined type".to_string()));
    }

    #[test]
    fn not_what_binds_variables() {
        let text = "//- /env/modules/web/manifests/init.pp\nclass web {\n  $0$a = 1\n  notice($a)$0\n  notice($a)\n}\n";
        assert!(!titles(text).iter().any(|title| title.starts_with("Extract into a new")));
        let text = "//- /env/modules/web/manifests/init.pp\nclass web {\n  $0notice(template('web/a.erb'))$0\n}\n";
        assert!(
            !titles(text).iter().any(|title| title.starts_with("Extract into a new")),
            "the template reads the scope"
        );
    }
}
