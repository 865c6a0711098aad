//! What is wrong with an ERB template: Ruby that cannot be read, and variables that nothing sets where it is rendered.

use evaluator::ruby::erb::ErbTemplate;
use smol_str::SmolStr;
use syntax::TextRange;

use super::checks::{Findings, RUBY_SYNTAX, UNKNOWN_TEMPLATE_VARIABLE};
use crate::checks::closest;
use crate::db::Db;
use crate::inputs::FileInput;
use crate::outer_mentions::{OuterName, outer_mentions};
use crate::queries;
use crate::symbol::outer::{is_variable_of_template, renderers, variables_of_template};

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let text = queries::text(db, file);
    if let Some(offset) = ErbTemplate::new(&text).syntax_error() {
        let rest = text.get(offset..).unwrap_or_default();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len()).max(1);
        let range = TextRange::new(offset as u32, (offset + length).min(text.len()) as u32);
        let diagnostic = findings.report(RUBY_SYNTAX, range, "the Ruby of this template cannot be read");
        diagnostic.hint =
            Some("a block is not closed with `end`, or something is missing before this place".to_string());
        return;
    }
    let environment = queries::environment_of(db, file);
    if renderers(db, environment, file).is_empty() {
        return;
    }
    let known: Vec<SmolStr> = variables_of_template(db, environment, file).into_iter().collect();
    for mention in outer_mentions(db, file).iter() {
        let OuterName::Variable(name) = &mention.name else { continue };
        let is_instance_variable = mention.range.start > 0
            && text.as_bytes().get(mention.range.start as usize - 1) == Some(&b'@')
            && !is_assigned(&text, name);
        if !is_instance_variable || is_variable_of_template(db, environment, file, name) {
            continue;
        }
        if let Some(similar) = closest(name, known.iter()) {
            let message = format!("nothing sets @{name} where this template is rendered");
            findings.report(UNKNOWN_TEMPLATE_VARIABLE, mention.range, message).suggest(mention.range, similar);
        }
    }
}

/// Whether the template itself assigns the variable.
fn is_assigned(text: &str, name: &str) -> bool {
    text.match_indices(&format!("@{name}")).any(|(at, found)| {
        let rest = text.get(at + found.len()..).unwrap_or_default().trim_start();
        ["=", "||=", "+=", "<<"].iter().any(|operator| rest.starts_with(operator))
            && !rest.starts_with("==")
            && !rest.starts_with("=~")
    })
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::{Expect, expect};

    fn check(template: &str, expected: Expect) {
        let code = "//- /env/modules/web/manifests/init.pp\nclass web($port, $user = 'www') inherits web::params {\n  $root = '/srv'\n  file { '/a': content => template('web/a.erb') }\n}\n//- /env/modules/web/manifests/params.pp\nclass web::params {\n  $pidfile = '/run/web.pid'\n}\n";
        expected.assert_eq(&shown(
            "/env/modules/web/templates/a.erb",
            &format!("{code}//- /env/modules/web/templates/a.erb\n{template}"),
        ));
    }

    #[test]
    fn variables_that_nothing_sets() {
        check(
            "<%= @prot %> <%= @user %> <%= @pidfiel %> <%= @root %> <%= @hostname %> <%= @facts['os'] %>\n<% @own = 1 %><%= @own %> <%= @elsewhere %>\n",
            expect![[r#"
                warning unknown-template-variable [prot]: nothing sets @prot where this template is rendered | did you mean 'port'?
                warning unknown-template-variable [pidfiel]: nothing sets @pidfiel where this template is rendered | did you mean 'pidfile'?
            "#]],
        );
    }

    #[test]
    fn ruby_that_cannot_be_read() {
        check(
            "<% if @port -%>\na\n",
            expect![[r#"
            error ruby-syntax-error [if]: the Ruby of this template cannot be read | a block is not closed with `end`, or something is missing before this place
        "#]],
        );
        check("<% if @port -%>\na\n<% end -%>\n<% [1].each do |x| %><%= x %><% end %>\n", expect![""]);
    }
}
