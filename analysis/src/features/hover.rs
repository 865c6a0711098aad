//! What is known of the thing under the cursor: documentation, signature, and its value in the context in force.

use evaluator::observation::ParameterSource;
use smol_str::SmolStr;
use syntax::{Expr, ExprId, TextRange};

use super::documentation::{self, code_block};
use super::{
    configuration_hover, data_types, hiera_key_at, hover_access, hover_data, hover_match, hover_references,
    hover_values, ruby_functions,
};
use crate::FilePosition;
use crate::db::Db;
use crate::definition_index::{DefinitionRef, parameters_of};
use crate::document_kind::document_kind;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::observed_values::{self, Observed};
use crate::preview::ruby_types;
use crate::queries;
use crate::reference_index::{AttributeOwner, Name};
use crate::resolve::variables::{Found, find_variable};
use crate::resolve::{self, What, definitions_of, functions, resource_types};
use crate::scopes::BindingKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub markdown: String,
    /// What it is about.
    pub range: TextRange,
}

impl Analysis {
    pub fn hover(&self, position: FilePosition, with_values: bool) -> Cancellable<Option<Hover>> {
        let found = self.read_file(position.file, |db, file| hover(db, file, position.offset, with_values))?;
        Ok(found.flatten())
    }
}

fn hover(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    if document_kind(db, file).is_configuration() {
        return configuration_hover::at(db, file, offset, with_values);
    }
    if hiera_key_at::is_data(&file.path(db)) {
        return hover_data::at(db, file, offset, with_values);
    }
    let found = resolve::at(db, file, offset)
        .or_else(|| resolve::at(db, file, inside_interpolation(&queries::text(db, file), offset)?));
    let Some(at) = found else {
        return of_value_or_type(db, file, offset, with_values);
    };
    let markdown = match &at.what {
        What::Name(name) => of_name(db, file, name, at.place, with_values),
        What::Variable { name, scope } => Some(of_variable(db, file, name, *scope, at.place, with_values)),
    };
    match markdown {
        Some(markdown) => Some(Hover { markdown, range: at.range }),
        None => of_value_or_type(db, file, offset, with_values),
    }
}

/// What has no name of its own: an element of a value, a data type.
fn of_value_or_type(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    let of_access = if with_values { hover_access::at(db, file, offset) } else { None };
    of_access.or_else(|| of_data_type(db, file, offset))
}

/// A data type that Puppet brings along.
fn of_data_type(db: &dyn Db, file: FileInput, offset: u32) -> Option<Hover> {
    let source = queries::source_file(db, file);
    source.source_map.touching(offset).into_iter().find_map(|id| match source.program.expr(id) {
        Expr::QualifiedReference(name) => {
            let data_type = data_types::named(name)?;
            Some(Hover { markdown: data_type.markdown(), range: source.source_map.range(id) })
        }
        _ => None,
    })
}

/// The offset behind `${` where an offset is on it: to a reader it belongs to the variable.
fn inside_interpolation(text: &str, offset: u32) -> Option<u32> {
    let starts = |at: u32| text.get(at as usize..).is_some_and(|rest| rest.starts_with("${"));
    [Some(offset), offset.checked_sub(1)].into_iter().flatten().find(|at| starts(*at)).map(|at| at + 2)
}

fn of_name(db: &dyn Db, file: FileInput, name: &Name, place: ExprId, with_values: bool) -> Option<String> {
    let environment = queries::environment_of(db, file);
    let definitions = definitions_of(db, environment, file, name);
    if let Name::Attribute { of, name: attribute } = name {
        return of_attribute(db, file, of, attribute, &definitions, place, with_values);
    }
    let referred = match name {
        Name::Reference(_) | Name::ResourceType(_) | Name::Class(_) if with_values => {
            hover_references::of_reference(db, file, place)
        }
        _ => None,
    };
    if let Some(definition) = definitions.first()
        && let Some(signature) = definition.signature(db)
    {
        let is_call = with_values && matches!(name, Name::Function(_));
        let value = if is_call { hover_values::of_call(db, file, place) } else { referred };
        return Some(documentation::of_definition(db, *definition, &signature) + &value.unwrap_or_default());
    }
    match name {
        Name::Function(name) => {
            let text = match ruby_functions::named(db, environment, name) {
                Some(function) => function.markdown(),
                None => match evaluator::functions::builtin(name) {
                    Some(function) => documentation::of_function(function),
                    None => functions::ruby_function(db, environment, name)
                        .map(|file| unreadable_plugin(db, file, &format!("{name}(…)")))?,
                },
            };
            let value = if with_values { hover_values::of_call(db, file, place) } else { None };
            Some(text + &value.unwrap_or_default())
        }
        Name::ResourceType(name) | Name::Reference(name) => {
            let text = match resource_types::builtin_type(db, environment, name) {
                Some(info) => documentation::of_resource_type(info),
                None => {
                    let file = resource_types::plugin_type(db, environment, name)?;
                    match ruby_types::plugin_type(db, file) {
                        Some(plugin) => documentation::of_resource_type(&plugin.info),
                        None => unreadable_plugin(db, file, name),
                    }
                }
            };
            Some(text + &referred.unwrap_or_default())
        }
        Name::HieraKey(key) => Some(hover_data::of_key(db, file, key, None, with_values)),
        Name::Resource { declares: false, .. } if with_values => hover_references::of_reference(db, file, place),
        Name::ModuleFile { function, path } => {
            let target = crate::symbol::at::module_file(db, environment, *function, path)?;
            Some(format!("`{}`\n", target.path(db)))
        }
        _ => None,
    }
}

/// All that can be said of a Ruby file that is not understood.
fn unreadable_plugin(db: &dyn Db, file: FileInput, label: &str) -> String {
    format!("{}\nwritten in Ruby: `{}`\n", code_block(label), file.path(db))
}

fn of_attribute(
    db: &dyn Db,
    file: FileInput,
    of: &AttributeOwner,
    name: &str,
    definitions: &[DefinitionRef],
    place: ExprId,
    with_values: bool,
) -> Option<String> {
    let mut text = match (definitions.first(), of) {
        (Some(definition), _) if !resource_types::is_metaparameter(name) => {
            let signature = definition.signature(db)?;
            documentation::of_parameter(db, *definition, &signature, name)
        }
        (None, AttributeOwner::ResourceType(owner)) if !resource_types::is_metaparameter(name) => {
            let environment = queries::environment_of(db, file);
            match resource_types::builtin_type(db, environment, owner) {
                Some(info) => documentation::of_attribute(info, name)?,
                None => {
                    let plugin = resource_types::plugin_type(db, environment, owner)?;
                    documentation::of_attribute(&ruby_types::plugin_type(db, plugin)?.info, name)?
                }
            }
        }
        _ => documentation::of_metaparameter(name)?,
    };
    if with_values && let Some(value) = hover_values::of_attribute(db, file, place) {
        text += &value;
    }
    Some(text)
}

pub(super) fn of_variable(
    db: &dyn Db,
    file: FileInput,
    name: &SmolStr,
    scope: usize,
    place: ExprId,
    with_values: bool,
) -> String {
    let match_number = syntax::program::Variable { name: name.clone() }.match_number();
    let is_match = match_number.is_some();
    let mut text = match is_match {
        true => code_block(&format!("${name}")),
        false => declaration(db, file, name, scope),
    };
    if !with_values {
        return text;
    }
    match observed_values::look_at(db, file, &hover_values::places_of_variable(db, file, place)) {
        Some(Ok(mut observed)) => {
            let parameter = if is_match { None } else { parameter_named(db, file, name, scope) };
            if let Some(parameter) = parameter {
                add_sources(db, parameter, &mut observed);
            }
            text += &hover_values::describe(db, &observed, is_match);
            let sources = observed.values.only_value().map(|seen| seen.sources.as_slice()).unwrap_or_default();
            let is_data = matches!(sources, [ParameterSource::Data { .. }]);
            if is_data && let Some(class) = parameter.and_then(|(file, place)| class_of_parameter(db, file, place)) {
                let plain = name.rsplit("::").next().unwrap_or(name);
                text += &hover_data::searched_for(db, file, &format!("{class}::{plain}")).unwrap_or_default();
            }
        }
        Some(Err(unseen)) => {
            let fact = if is_match { None } else { hover_access::of_fact(db, file, name) };
            text += &match (fact, match_number) {
                (Some(fact), _) => fact,
                (None, Some(number)) => {
                    let pattern = hover_match::could_set(db, file, place, number).unwrap_or_default();
                    pattern + &hover_values::describe_unseen(&unseen)
                }
                (None, None) => hover_values::describe_unseen(&unseen),
            };
        }
        None => {}
    }
    text
}

/// A use of a parameter says where the parameter's value came from, where there is one value.
fn add_sources(db: &dyn Db, (file, place): (FileInput, ExprId), observed: &mut Observed) {
    let [seen] = observed.values.values.as_mut_slice() else { return };
    if seen.sources.is_empty()
        && let Some(own) = observed_values::observed_at(db, file, &[place])
        && let Some(parameter) = own.values.only_value()
        && parameter.value == seen.value
    {
        seen.sources.clone_from(&parameter.sources);
        seen.has_other_sources = parameter.has_other_sources;
    }
}

/// The parameter that a name means.
fn parameter_named(db: &dyn Db, file: FileInput, name: &SmolStr, scope: usize) -> Option<(FileInput, ExprId)> {
    match find_variable(db, queries::environment_of(db, file), file, scope, name) {
        Found::Bindings(bindings) => {
            let first = bindings.first().filter(|first| first.binding.kind == BindingKind::Parameter)?;
            Some((first.file, first.binding.place))
        }
        Found::Nothing | Found::NotCertain => None,
    }
}

fn class_of_parameter(db: &dyn Db, file: FileInput, place: ExprId) -> Option<SmolStr> {
    let program = queries::program(db, file);
    program.definitions.iter().find_map(|id| match program.expr(*id) {
        Expr::Class(class) if class.parameters.iter().any(|parameter| parameter.id == place) => {
            Some(class.name.clone())
        }
        _ => None,
    })
}

/// What the variable is: a parameter with its type and documentation, an assignment, a fact.
fn declaration(db: &dyn Db, file: FileInput, name: &SmolStr, scope: usize) -> String {
    let environment = queries::environment_of(db, file);
    let Found::Bindings(bindings) = find_variable(db, environment, file, scope, name) else {
        let plain = name.trim_start_matches("::");
        let known = crate::resolve::facts::is_top_scope_name(db, environment, plain);
        let what = if known { "\nset by Puppet or a fact\n" } else { "" };
        return code_block(&format!("${name}")) + what;
    };
    let Some(first) = bindings.first() else { return code_block(&format!("${name}")) };
    if first.binding.kind == BindingKind::Parameter {
        if let Some(text) = parameter_of_definition(db, first.file, first.binding.place) {
            return text;
        }
        let program = queries::program(db, first.file);
        let is_of_template = program.exprs.iter().any(|expr| {
            matches!(expr, Expr::Epp(epp) if epp.parameters.iter().any(|parameter| parameter.id == first.binding.place))
        });
        let owner = if is_of_template { "the template" } else { "a lambda" };
        return code_block(&format!("${name}")) + &format!("\nparameter of {owner}\n");
    }
    let source = queries::source_file(db, first.file);
    let text = queries::text(db, first.file);
    let parents = queries::parents(db, first.file);
    let assignment = parents
        .ancestors(first.binding.place)
        .find(|id| matches!(source.program.expr(*id), Expr::Assignment { .. }))
        .unwrap_or(first.binding.place);
    let range = source.source_map.range(assignment);
    let written = text.get(range.start as usize..range.end as usize).unwrap_or_default();
    let mut lines = written.lines();
    let mut shown: String = lines.by_ref().take(6).collect::<Vec<_>>().join("\n");
    if lines.next().is_some() {
        shown += "\n…";
    }
    code_block(&shown)
}

fn parameter_of_definition(db: &dyn Db, file: FileInput, place: ExprId) -> Option<String> {
    let program = queries::program(db, file);
    let (index, id) = program
        .definitions
        .iter()
        .enumerate()
        .find(|(_, id)| parameters_of(program.expr(**id)).iter().any(|parameter| parameter.id == place))?;
    let parameter = parameters_of(program.expr(*id)).iter().find(|parameter| parameter.id == place)?;
    let definition = DefinitionRef { file, index: index as u32 };
    let signature = definition.signature(db)?;
    Some(documentation::of_parameter(db, definition, &signature, &parameter.name))
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
        expected.assert_eq(&hover.map(|hover| hover.markdown).unwrap_or_else(|| "nothing".to_string()));
    }

    #[test]
    fn over_a_class_shows_its_head_and_comment() {
        check(
            "include we$0b\n//- /env/modules/web/manifests/init.pp\n# Serves pages.\n# @param port where it listens\nclass web(Integer $port = 80) {}\n",
            expect![[r#"
                ```puppet
                class web (
                  Integer $port = 80,
                )
                ```

                Serves pages.

                - `$port`: where it listens"#]],
        );
    }

    #[test]
    fn over_a_type_of_a_module_and_its_attribute() {
        let ruby = "//- /env/modules/web/lib/puppet/type/site.rb\nPuppet::Type.newtype(:site) do\n  @doc = 'A site.'\n  \
            newparam(:name, namevar: true)\n  newparam(:port) do\n    desc 'Where it listens.'\n    newvalues(:http, :https)\n  end\nend\n";
        check(
            &format!("si$0te {{ 'a': port => http }}\n{ruby}"),
            expect![[r#"
            ```puppet
            site
            ```

            A site.

            The title stands for `name`.
        "#]],
        );
        check(
            &format!("site {{ 'a': po$0rt => http }}\n{ruby}"),
            expect![[r#"
            ```puppet
            port => …
            ```

            Where it listens.

            attribute of `site`

            Values: `http`, `https`
        "#]],
        );
    }

    #[test]
    fn over_nothing_is_nothing() {
        check("class a {$0 }\n", expect!["nothing"]);
    }

    /// The part of a hover that is about values.
    fn values(text: &str) -> String {
        let fixture = Fixture::new(text);
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
        let markdown = hover.map(|hover| hover.markdown).unwrap_or_default();
        markdown.split_once("\nValue").map(|(_, rest)| format!("Value{rest}")).unwrap_or(markdown)
    }

    #[test]
    fn a_parameter_says_where_its_value_came_from() {
        let class = "class web(Integer $po$0rt = 80) { notice($port) }\n";
        let default = values(&format!("include web\n{class}"));
        assert!(default.contains("80") && default.contains("from its default"), "{default}");
        let given = values(&format!("class {{ 'web': port => 81 }}\n{class}"));
        assert!(given.contains("81") && given.contains("given at /env/manifests/site.pp:1"), "{given}");
        let data = "//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n//- /env/data/common.yaml\nother: 1\nweb::port: 82\n";
        let from_data = values(&format!("include web\n{class}{data}"));
        assert!(from_data.contains("82") && from_data.contains("/env/data/common.yaml:2"), "{from_data}");
    }

    #[test]
    fn several_values_are_counted() {
        let text =
            "define thing($n) { notice($n$0) }\nthing { 'a': n => 1 }\nthing { 'b': n => 1 }\nthing { 'c': n => 2 }\n";
        let shown = values(text);
        assert!(shown.contains("2 values in 3 evaluations") && shown.contains("1  # 2×"), "{shown}");
    }

    #[test]
    fn match_variables_show_the_match_in_every_construct() {
        for (text, value) in [
            ("if 'abc' =~ /(b)/ { notice($1$0) }\n", "'b'"),
            ("case 'abc' { /a(.)/: { notice($1$0) } default: {} }\n", "'b'"),
            ("$x = 'abc' ? { /(c)/ => $1$0, default => 1 }\nnotice($x)\n", "'c'"),
            ("node /^(local)/ { notice($1$0) }\n", "'local'"),
        ] {
            let shown = values(text);
            assert!(shown.contains(value) && shown.contains("set by"), "{text}{shown}");
        }
        let unset = values("if 'abc' =~ /x/ { notice(1) } else { notice($1$0) }\n");
        assert!(unset.contains("no match sets this here"), "{unset}");
    }

    #[test]
    fn code_that_no_node_reaches_is_shown_with_its_class_alone() {
        let shown = values("node 'n' {}\nclass web($port = 80) { notice($por$0t) }\n");
        assert!(shown.contains("80") && shown.contains("class web alone"), "{shown}");
    }
}
