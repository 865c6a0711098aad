//! Functions that modules write in Ruby, as their sources describe them: signatures and documentation. Knows nothing of how
//! they run.

use std::sync::Arc;

use evaluator::ruby::plugin_functions::{FunctionForm, PluginDispatch, PluginFunction, PluginParameter};
use smol_str::SmolStr;
use syntax::DocComment;

use super::documentation::{code_block, of_comment, summary_of};
use super::signature_help::{Signature, SignatureParameter};
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileInput};
use crate::resolve::functions::ruby_function;
use crate::{parsed_files, queries};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubyFunction {
    pub name: SmolStr,
    pub signatures: Vec<Signature>,
    /// Its comments as Markdown.
    documentation: String,
    path: SmolStr,
    /// It says what its arguments are, not only how many.
    has_types: bool,
}

impl RubyFunction {
    pub fn markdown(&self) -> String {
        let labels: Vec<&str> = self.signatures.iter().map(|signature| signature.label.as_str()).collect();
        let text = code_block(&labels.join("\n")) + &self.documentation;
        format!("{}\n\nwritten in Ruby: `{}`\n", text.trim_end(), self.path)
    }
}

/// The function of a module that a name means; `None` where the table of functions knows more of it than its source says.
pub fn named(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Option<RubyFunction> {
    let file = ruby_function(db, environment, name)?;
    let found = in_file(db, file).iter().find(|function| function.name == name).cloned()?;
    (found.has_types || evaluator::functions::builtin(name).is_none()).then_some(found)
}

#[salsa::tracked(returns(clone))]
fn in_file(db: &dyn Db, file: FileInput) -> Arc<[RubyFunction]> {
    let text = queries::text(db, file);
    parsed_files::ruby_functions(db, file).iter().map(|function| describe(&text, function, &file.path(db))).collect()
}

fn describe(text: &str, function: &PluginFunction, path: &str) -> RubyFunction {
    let name = &function.name;
    let comment = match &function.form {
        FunctionForm::Modern { .. } => DocComment::above(text, function.offset),
        FunctionForm::Legacy { .. } => None,
    };
    let comment =
        comment.unwrap_or_else(|| DocComment { description: function.documentation.clone(), ..DocComment::default() });
    let mut documentation = of_comment(&comment);
    let mut has_types = false;
    let signatures = match &function.form {
        FunctionForm::Modern { dispatches, .. } if !dispatches.is_empty() => {
            let read = |dispatch: &PluginDispatch| {
                has_types |= dispatch.parameters.iter().any(|parameter| parameter.type_text != "Any");
                let own = dispatch.offset.and_then(|offset| DocComment::above(text, offset));
                documentation += &own.as_ref().map(of_comment).unwrap_or_default();
                of_dispatch(name, dispatch, &comment, &own.unwrap_or_default())
            };
            dispatches.iter().map(read).collect()
        }
        // One that takes nothing, or that does as it likes with its arguments.
        FunctionForm::Modern { .. } => vec![of_count(name, None, &comment)],
        FunctionForm::Legacy { arity, .. } => vec![of_count(name, *arity, &comment)],
    };
    RubyFunction { name: name.clone(), signatures, documentation, path: SmolStr::new(path), has_types }
}

/// One signature; what the comment of the function says holds where the one above the dispatch says nothing.
fn of_dispatch(name: &str, dispatch: &PluginDispatch, comment: &DocComment, own: &DocComment) -> Signature {
    let tag =
        |name: &str| own.parameter(name).or_else(|| comment.parameter(name)).map(|tag| tag.text.trim().to_string());
    let mut parameters: Vec<SignatureParameter> = Vec::new();
    for parameter in &dispatch.parameters {
        let documentation = tag(&parameter.name).unwrap_or_default();
        parameters.push(SignatureParameter { label: parameter_label(parameter), documentation });
    }
    if let Some((block, is_required)) = &dispatch.block {
        let block = if *is_required { block.clone() } else { optional(block) };
        let label = format!("{block} &$block");
        parameters.push(SignatureParameter { label, documentation: tag("block").unwrap_or_default() });
    }
    let summary = if summary_of(own).is_empty() { summary_of(comment) } else { summary_of(own) };
    signature(name, parameters, dispatch.returns.as_deref(), summary)
}

/// All that is known of an older function: how many arguments it takes, with −(n + 1) for n or more.
fn of_count(name: &str, arity: Option<i128>, comment: &DocComment) -> Signature {
    let count = arity.map_or(0, |arity| if arity < 0 { -arity - 1 } else { arity });
    // More than anyone can read; the number comes from a file of anyone.
    let count = count.clamp(0, 16);
    let labels = (1..=count).map(|number| format!("$argument{number}"));
    let rest = arity.is_none_or(|arity| arity < 0).then(|| "*$arguments".to_string());
    let parameters = labels.chain(rest).map(|label| SignatureParameter { label, ..SignatureParameter::default() });
    signature(name, parameters.collect(), None, summary_of(comment))
}

fn signature(
    name: &str,
    parameters: Vec<SignatureParameter>,
    returns: Option<&str>,
    documentation: String,
) -> Signature {
    let labels: Vec<&str> = parameters.iter().map(|parameter| parameter.label.as_str()).collect();
    let returns = returns.map(|returns| format!(" >> {returns}")).unwrap_or_default();
    Signature { label: format!("{name}({}){returns}", labels.join(", ")), parameters, documentation }
}

fn parameter_label(parameter: &PluginParameter) -> String {
    let PluginParameter { name, type_text, .. } = parameter;
    match (parameter.repeated, parameter.required) {
        (true, _) => format!("{type_text} *${name}"),
        (false, true) => format!("{type_text} ${name}"),
        (false, false) => format!("{} ${name}", optional(type_text)),
    }
}

fn optional(type_text: &str) -> String {
    if type_text.starts_with("Optional[") { type_text.to_string() } else { format!("Optional[{type_text}]") }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    const PORT: &str = "//- /env/modules/web/lib/puppet/functions/web/port.rb\n# frozen_string_literal: true\n\n\
        # @summary Finds a port.\nPuppet::Functions.create_function(:'web::port') do\n  \
        # @param name The service.\n  # @param fallback If there is none.\n  # @return The port.\n  dispatch :by_name do\n    \
        param 'String[1]', :name\n    optional_param 'Integer', :fallback\n    return_type 'Integer'\n  end\n  \
        dispatch :first do\n    repeated_param 'Integer', :ports\n    block_param 'Callable[Integer]', :block\n  end\n  \
        def by_name(name, fallback = 80)\n    fallback\n  end\nend\n";
    const OLD: &str = "//- /env/modules/web/lib/puppet/parser/functions/old_name.rb\nmodule Puppet::Parser::Functions\n  \
        newfunction(:old_name, :type => :rvalue, :arity => -2, :doc => 'Shortens names.') do |args|\n    args[0]\n  end\nend\n";

    fn check_signatures(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let found = fixture.host.analysis().signature_help(fixture.cursor.expect("a cursor")).expect("no writer");
        let shown = found.map(|found| {
            let signatures = found.signatures.iter().map(|signature| {
                let parameters = signature.parameters.iter();
                let parameters: String = parameters.map(|p| format!("  {} — {}\n", p.label, p.documentation)).collect();
                format!("{}: {}\n{parameters}", signature.label, signature.documentation)
            });
            signatures.collect::<String>()
        });
        expected.assert_eq(&shown.unwrap_or_default());
    }

    fn check_hover(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), false).expect("no writer");
        expected.assert_eq(&hover.map(|hover| hover.markdown).unwrap_or_default());
    }

    #[test]
    fn signatures_come_from_dispatches() {
        check_signatures(
            &format!("$x = web::port($0)\n{PORT}"),
            expect![[r#"
            web::port(String[1] $name, Optional[Integer] $fallback) >> Integer: Finds a port.
              String[1] $name — The service.
              Optional[Integer] $fallback — If there is none.
            web::port(Integer *$ports, Callable[Integer] &$block): Finds a port.
              Integer *$ports — 
              Callable[Integer] &$block — 
        "#]],
        );
    }

    #[test]
    fn older_functions_say_how_many_arguments_they_take() {
        check_signatures(
            &format!("$x = old_name($0)\n{OLD}"),
            expect![[r#"
            old_name($argument1, *$arguments): Shortens names.
              $argument1 — 
              *$arguments — 
        "#]],
        );
    }

    #[test]
    fn hover_shows_signatures_and_comments() {
        check_hover(
            &format!("$x = web::po$0rt('a')\n{PORT}"),
            expect![[r#"
            ```puppet
            web::port(String[1] $name, Optional[Integer] $fallback) >> Integer
            web::port(Integer *$ports, Callable[Integer] &$block)
            ```

            Finds a port.

            - `$name`: The service.
            - `$fallback`: If there is none.

            Returns: The port.

            written in Ruby: `/env/modules/web/lib/puppet/functions/web/port.rb`
        "#]],
        );
        check_hover(
            &format!("$x = old_n$0ame('a')\n{OLD}"),
            expect![[r#"
            ```puppet
            old_name($argument1, *$arguments)
            ```

            Shortens names.

            written in Ruby: `/env/modules/web/lib/puppet/parser/functions/old_name.rb`
        "#]],
        );
    }

    #[test]
    fn our_own_table_says_more_than_a_source_without_types() {
        let stdlib = "//- /env/modules/stdlib/lib/puppet/parser/functions/ensure_packages.rb\n\
            Puppet::Parser::Functions.newfunction(:ensure_packages) do |args|\nend\n";
        check_signatures(
            &format!("ensure_packages($0)\n{stdlib}"),
            expect![[r#"
            ensure_packages(Variant[String[1], Array[String[1]], Hash[String[1], Any]] $packages, Optional[Hash] $default_attributes) >> Undef: Declares packages unless they are declared already with the same attributes; `ensure` is `installed` unless the second argument says otherwise.

                ensure_packages(['git', 'vim'])
              Variant[String[1], Array[String[1]], Hash[String[1], Any]] $packages — 
              Optional[Hash] $default_attributes — 
        "#]],
        );
    }

    #[test]
    fn a_method_without_dispatches_is_its_own_signature() {
        let ruby = "//- /env/modules/web/lib/puppet/functions/web/double.rb\nPuppet::Functions.create_function(:'web::double') do\n  \
            def double(n, times = 2, *rest)\n    n\n  end\nend\n";
        check_signatures(
            &format!("$x = web::double($0)\n{ruby}"),
            expect![[r#"
            web::double(Any $n, Optional[Any] $times, Any *$rest): 
              Any $n — 
              Optional[Any] $times — 
              Any *$rest — 
        "#]],
        );
    }
}
