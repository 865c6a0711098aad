//! What is known of the thing under the cursor: documentation, signature, and its value in the context in force.

mod access;
mod attribute_words;
mod configuration;
pub(super) mod data;
mod keywords;
mod matches;
mod references;
mod shown_values;
pub(super) mod type_guides;
pub mod values;

use smol_str::SmolStr;
use syntax::{Expr, ExprId, TextRange};

use super::documentation::{self, code_block};
use super::{data_types, hiera_key_at, links, ruby_functions};
use crate::FilePosition;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions, parameters_of};
use crate::document_kind::document_kind;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::observed_values::{self, Observed};
use crate::preview::ruby_types;
use crate::queries;
use crate::reference_index::AttributeOwner;
use crate::resolve::variables::{BindingIn, Found, find_variable};
use crate::resolve::{functions, resource_types};
use crate::scopes::BindingKind;
use crate::symbol::Symbol;
use crate::symbol::at::{MentionAt, mention_at};

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
        return configuration::at(db, file, offset, with_values);
    }
    if hiera_key_at::is_data(&file.path(db)) {
        return data::at(db, file, offset, with_values);
    }
    let found = mention_at(db, file, offset)
        .or_else(|| mention_at(db, file, inside_interpolation(&queries::text(db, file), offset)?));
    let markdown = found.as_ref().and_then(|mention| of_mention(db, file, mention, with_values));
    match (markdown, found) {
        (Some(markdown), Some(mention)) => Some(Hover { markdown, range: mention.range }),
        _ => of_value_or_type(db, file, offset, with_values),
    }
}

fn of_mention(db: &dyn Db, file: FileInput, mention: &MentionAt, with_values: bool) -> Option<String> {
    match &mention.variable {
        Some((name, scope)) => Some(of_variable(db, file, name, *scope, mention.place, with_values)),
        None => of_symbol(db, file, mention.symbol.as_ref()?, mention.place, with_values),
    }
}

/// What has no name of its own: an element of a value, a data type, a word of the language.
fn of_value_or_type(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    let of_access = if with_values { access::at(db, file, offset) } else { None };
    of_access
        .or_else(|| of_data_type(db, file, offset))
        .or_else(|| attribute_words::at(db, file, offset))
        .or_else(|| keywords::at(db, file, offset))
}

/// The value first, then what the thing is.
fn with_value(value: Option<String>, documentation: String) -> String {
    match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => format!("{}\n---\n\n{documentation}", value.trim_start()),
        None => documentation,
    }
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

fn of_symbol(db: &dyn Db, file: FileInput, symbol: &Symbol, place: ExprId, with_values: bool) -> Option<String> {
    let environment = queries::environment_of(db, file);
    let referred = || if with_values { references::of_reference(db, file, place) } else { None };
    match symbol {
        Symbol::Definition { kind, name } => {
            let definition = *find_definitions(db, environment, file, *kind, name).first()?;
            let signature = definition.signature(db)?;
            let value = match kind {
                DefinitionKind::Function if with_values => values::of_call(db, file, place),
                _ => referred(),
            };
            Some(with_value(value, documentation::of_definition(db, definition, &signature)))
        }
        Symbol::Function(name) => {
            let value = if with_values { values::of_call(db, file, place) } else { None };
            Some(with_value(value, of_function(db, file, name)?))
        }
        Symbol::ResourceType(name) => Some(with_value(referred(), of_resource_type(db, file, name)?)),
        Symbol::DataType(name) => data_types::named(name).map(|data_type| data_type.markdown()),
        Symbol::Parameter { kind, owner, name, .. } => match values::attribute_value(db, file, place) {
            Some(_) => {
                let definition = *find_definitions(db, environment, file, *kind, owner).first()?;
                let text = documentation::of_parameter(db, definition, &definition.signature(db)?, name);
                Some(with_value(values::of_attribute(db, file, place).filter(|_| with_values), text))
            }
            None => Some(data::of_key(db, file, &format!("{owner}::{name}"), None, with_values)),
        },
        Symbol::Attribute { of, name } => of_attribute(db, file, of, name, place, with_values),
        Symbol::HieraKey(key) => Some(data::of_key(db, file, key, None, with_values)),
        Symbol::Resource { type_name, title } if with_values => {
            referred().or_else(|| references::of_declaration(db, file, type_name, title))
        }
        Symbol::ModuleFile(target) => {
            Some(format!("{}\n", links::to_file(&target.path(db), &links::root_of(db, file))))
        }
        Symbol::Variable { name, bindings } => Some(of_bindings(db, name, bindings)),
        _ => None,
    }
}

fn of_function(db: &dyn Db, file: FileInput, name: &str) -> Option<String> {
    let environment = queries::environment_of(db, file);
    if let Some(function) = ruby_functions::named(db, environment, name) {
        return Some(function.markdown());
    }
    if let Some(function) = evaluator::functions::builtin(name) {
        return Some(documentation::of_function(function));
    }
    let ruby = functions::ruby_function(db, environment, name)?;
    Some(unreadable_plugin(db, ruby, &format!("{name}(…)")))
}

fn of_resource_type(db: &dyn Db, file: FileInput, name: &str) -> Option<String> {
    let environment = queries::environment_of(db, file);
    if let Some(info) = resource_types::builtin_type(db, environment, name) {
        return Some(documentation::of_resource_type(info));
    }
    let plugin = resource_types::plugin_type(db, environment, name)?;
    Some(match ruby_types::plugin_type(db, plugin) {
        Some(found) => documentation::of_resource_type(&found.info),
        None => unreadable_plugin(db, plugin, name),
    })
}

/// All that can be said of a Ruby file that is not understood.
fn unreadable_plugin(db: &dyn Db, file: FileInput, label: &str) -> String {
    let link = links::to_file(&file.path(db), &links::root_of(db, file));
    format!("{}\nwritten in Ruby: {link}\n", code_block(label))
}

fn of_attribute(
    db: &dyn Db,
    file: FileInput,
    of: &AttributeOwner,
    name: &str,
    place: ExprId,
    with_values: bool,
) -> Option<String> {
    let text = match of {
        AttributeOwner::ResourceType(owner) if !resource_types::is_metaparameter(name) => {
            documented_attribute(db, file, owner, name)?
        }
        _ => documentation::of_metaparameter(name)?,
    };
    Some(with_value(values::of_attribute(db, file, place).filter(|_| with_values), text))
}

/// The documentation of an attribute of a type that Ruby code defines.
fn documented_attribute(db: &dyn Db, file: FileInput, owner: &str, name: &str) -> Option<String> {
    let environment = queries::environment_of(db, file);
    match resource_types::builtin_type(db, environment, owner) {
        Some(info) => documentation::of_attribute(info, name),
        None => {
            let plugin = resource_types::plugin_type(db, environment, owner)?;
            documentation::of_attribute(&ruby_types::plugin_type(db, plugin)?.info, name)
        }
    }
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
    let text = match is_match {
        true => code_block(&format!("${name}")),
        false => declaration(db, file, name, scope),
    };
    if !with_values {
        return text;
    }
    let value = match observed_values::look_at(db, file, &values::places_of_variable(db, file, place)) {
        Some(Ok(mut observed)) => {
            let parameter = if is_match { None } else { parameter_named(db, file, name, scope) };
            if let Some(parameter) = parameter {
                add_sources(db, parameter, &mut observed);
            }
            Some(values::describe(db, &observed, is_match))
        }
        Some(Err(unseen)) => {
            let fact = if is_match { None } else { access::of_fact(db, file, name) };
            Some(match (fact, match_number) {
                (Some(fact), _) => fact,
                (None, Some(number)) => {
                    let pattern = matches::could_set(db, file, place, number).unwrap_or_default();
                    pattern + &values::describe_unseen(&unseen)
                }
                (None, None) => values::describe_unseen(&unseen),
            })
        }
        None => None,
    };
    with_value(value, text)
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

/// What the variable is: a parameter with its type and documentation, an assignment, a fact.
fn declaration(db: &dyn Db, file: FileInput, name: &SmolStr, scope: usize) -> String {
    let environment = queries::environment_of(db, file);
    let Found::Bindings(bindings) = find_variable(db, environment, file, scope, name) else {
        let plain = name.trim_start_matches("::");
        let known = crate::resolve::facts::is_top_scope_name(db, environment, plain);
        let what = match keywords::of_variable(plain) {
            Some(what) => format!("\n{what}\n"),
            None if known => "\na fact\n".to_string(),
            None => String::new(),
        };
        return code_block(&format!("${name}")) + &what;
    };
    of_bindings(db, name, &bindings)
}

/// What binds a variable.
fn of_bindings(db: &dyn Db, name: &SmolStr, bindings: &[BindingIn]) -> String {
    let Some(first) = bindings.first() else { return code_block(&format!("${name}")) };
    if first.binding.kind == BindingKind::Parameter {
        if let Some(text) = parameter_of_definition(db, first.file, first.binding.place) {
            return text;
        }
        return inner_parameter(db, first.file, name, first.binding.place);
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

/// A parameter of a template or lambda, as it is written there.
fn inner_parameter(db: &dyn Db, file: FileInput, name: &str, place: ExprId) -> String {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let is_own = |parameters: &[syntax::program::Parameter]| parameters.iter().any(|parameter| parameter.id == place);
    let owner = source.program.exprs.iter().find_map(|expr| match expr {
        Expr::Epp(epp) if is_own(&epp.parameters) => Some(("the template", &epp.parameters)),
        Expr::Lambda(lambda) if is_own(&lambda.parameters) => Some(("a lambda", &lambda.parameters)),
        _ => None,
    });
    let (owner, parameters) = match &owner {
        Some((owner, parameters)) => (*owner, parameters.as_slice()),
        None => ("a lambda", [].as_slice()),
    };
    let parameter = parameters.iter().find(|parameter| parameter.id == place);
    let written = |id: ExprId| {
        let range = source.source_map.range(id);
        text.get(range.start as usize..range.end as usize).unwrap_or_default()
    };
    let of_type = parameter.and_then(|parameter| parameter.type_expression).map(|id| format!("{} ", written(id)));
    let default = parameter.and_then(|parameter| parameter.default).map(|id| format!(" = {}", written(id)));
    let label = format!("{}${name}{}", of_type.unwrap_or_default(), default.unwrap_or_default());
    code_block(&label) + &format!("\nparameter of {owner}\n")
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

                Attributes:

                - `name`: 
                - `port`: Where it listens.
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

                A parameter: it says how Puppet manages the resource.
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
        markdown.split("\n---\n").next().unwrap_or_default().to_string()
    }

    #[test]
    fn a_parameter_says_where_its_value_came_from() {
        let class = "class web(Integer $po$0rt = 80) { notice($port) }\n";
        let default = values(&format!("include web\n{class}"));
        assert!(default.contains("80") && default.contains("from its default"), "{default}");
        let given = values(&format!("class {{ 'web': port => 81 }}\n{class}"));
        assert!(given.contains("81") && given.contains("given at [manifests/site.pp:1]"), "{given}");
        let data = "//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n//- /env/data/common.yaml\nother: 1\nweb::port: 82\n";
        let from_data = values(&format!("include web\n{class}{data}"));
        assert!(from_data.contains("82") && from_data.contains("[data/common.yaml:2]"), "{from_data}");
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
