//! Data functions in Ruby. What is expected is what `puppet lookup` answers for the same files.

use crate::hiera::test_support::{check, check_error, explained, found};

const FILES: &[(&str, &str)] = &[
    (
        "hiera.yaml",
        r#"version: 5
defaults: {datadir: data}
hierarchy:
  - {name: tree, lookup_key: m::tree, path: tree}
  - {name: gone, lookup_key: m::tree, path: gone}
  - {name: labels, lookup_key: m::labels, path: labels.yaml, options: {node: "%{kernel}"}}
  - {name: own, data_hash: env_data, path: own.txt}
  - {name: digs, data_dig: m::digs, options: {deep: {list: [1, two]}}}
"#,
    ),
    (
        "data/labels.yaml",
        r#"one:
  __regex: !ruby/regexp /^win/i
  which: windows
two:
  __regex: !ruby/regexp /^LIN/i
  which: linux
"#,
    ),
    (
        "data/own.txt",
        r#"a=1
b=%{kernel}
"#,
    ),
    (
        "data/tree.yaml",
        r#"top: "on %{kernel}"
null: ~
"#,
    ),
    (
        "data/tree/bad.yaml",
        r#"bad::x: [
"#,
    ),
    (
        "data/tree/web.yaml",
        r#"web::port: 80
# c
web::name: "%{lookup('top')}"
web::undef: ~
"#,
    ),
    (
        "lib/puppet/functions/env_data.rb",
        r#"Puppet::Functions.create_function(:env_data) do
  dispatch :read do
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def read(options, context)
    text = context.cached_file_data(options['path'])
    pairs = text.lines.map { |line| line.chomp.split('=', 2) }
    context.cache_all('seen' => pairs.size)
    pairs.to_h.merge('seen' => context.cached_value('seen'), 'nothing' => context.cache_has_key('x'), 'entries' => context.cached_entries.to_a.size)
  end
end
"#,
    ),
    (
        "modules/m/hiera.yaml",
        r#"version: 5
hierarchy: [{name: module, data_hash: m::all, path: m.json}]
"#,
    ),
    (
        "modules/m/data/m.json",
        r#"{"m::a": "%{kernel}", "other": 1}
"#,
    ),
    (
        "modules/m/lib/puppet/functions/m/all.rb",
        r#"require 'json'
Puppet::Functions.create_function(:'m::all') do
  dispatch :all do
    param 'Struct[{path=>String[1]}]', :options
    param 'Puppet::LookupContext', :context
  end
  def all(options, context)
    context.cached_file_data(options['path']) { |text| JSON.parse(text) }.merge('m::from' => context.module_name, 'm::env' => context.environment_name.to_s)
  end
end
"#,
    ),
    (
        "modules/m/lib/puppet/functions/m/digs.rb",
        r#"Puppet::Functions.create_function(:'m::digs') do
  dispatch :dig do
    param 'Array[Variant[String, Numeric]]', :segments
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def dig(segments, options, context)
    options.dig(*segments) || context.not_found
  end
end
"#,
    ),
    (
        "modules/m/lib/puppet/functions/m/labels.rb",
        r#"Puppet::Functions.create_function(:'m::labels') do
  dispatch :labels do
    param 'String[1]', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def labels(key, options, context)
    data = context.cached_file_data(options['path']) { |content| YAML.safe_load(content, permitted_classes: [Regexp], aliases: true) }
    data.each do |label, entries|
      next unless entries['__regex'].match(options['node'])
      next unless entries.include?(key)
      return context.cache(key, entries[key])
    end
    context.not_found
  rescue => detail
    nil
  end
end
"#,
    ),
    (
        "modules/m/lib/puppet/functions/m/tree.rb",
        r##"require 'yaml'
Puppet::Functions.create_function(:'m::tree') do
  dispatch :tree do
    param 'String[1]', :key
    param 'Struct[{path=>String[1]}]', :options
    param 'Puppet::LookupContext', :context
  end
  def tree(key, options, context)
    return context.cached_value(key) if context.cache_has_key(key)
    names = key.split('::')
    names.pop
    path = names.empty? ? "#{options['path']}.yaml" : File.join(options['path'], names) + '.yaml'
    context.explain { "tree looks into #{File.basename(path)}" }
    data = load(path, context)
    context.not_found unless data.include?(key)
    context.cache(key, context.interpolate(data[key]))
  end
  def load(path, context)
    return {} unless File.exist?(path)
    context.cached_file_data(path) do |content|
      begin
        YAML.safe_load(content, filename: path, aliases: true)
      rescue YAML::SyntaxError => e
        raise Puppet::DataBinding::LookupError, "Unable to parse #{e.message.sub(path, 'PATH')}"
      end
    end
  end
end
"##,
    ),
];

#[test]
fn a_function_of_a_module_reads_files_below_its_folder() {
    check(FILES, "top", "'on Linux'");
    check(FILES, "web::port", "80");
    check(FILES, "web::name", "'on Linux'");
    check(FILES, "web::undef", "undef");
    check(FILES, "gone::x", "nothing");
}

#[test]
fn a_function_makes_regular_expressions_of_yaml() {
    check(FILES, "which", "'linux'");
}

#[test]
fn a_function_of_the_environment_returns_a_hash() {
    for (key, expected) in [
        ("a", "'1'"),
        ("b", "'Linux'"),
        ("seen", "2"),
        ("nothing", "false"),
        ("entries", "1"),
        ("none.such", "nothing"),
    ] {
        check(FILES, key, expected);
    }
}

#[test]
fn a_function_digs_itself() {
    check(FILES, "deep.list.1", "'two'");
    check(FILES, "deep.list", "[1, 'two']");
}

#[test]
fn a_function_gives_a_module_its_data() {
    check(FILES, "m::a", "'Linux'");
    check(FILES, "m::from", "'m'");
    check(FILES, "other", "nothing");
}

#[test]
fn an_error_that_a_function_raises_is_the_lookups_error() {
    check_error(
        FILES,
        "bad::x",
        "Unable to parse (PATH): did not find expected node content while parsing a flow node at line 2 column 1",
    );
}

#[test]
fn what_a_function_says_is_part_of_the_explanation() {
    assert!(explained(FILES, "web::port").contains("tree looks into web.yaml"));
}

#[test]
fn the_file_that_was_read_is_the_origin() {
    let place = |key: &str| {
        let found = found(FILES, key).expect("no error").expect("a value");
        let origin = found.origins.first().cloned().expect("an origin");
        let name = origin.file.and_then(|file| FILES.get(file.0 as usize)).map(|(path, _)| *path);
        (name.unwrap_or_default(), origin.line)
    };
    assert_eq!(place("web::name"), ("data/tree/web.yaml", 3));
    assert_eq!(place("which"), ("data/labels.yaml", 6));
    assert_eq!(place("m::a"), ("modules/m/data/m.json", 1));
    assert_eq!(place("b"), ("data/own.txt", 1));
}

#[test]
fn nothing_outside_of_the_workspace_is_read() {
    let files = [
        ("hiera.yaml", "version: 5\nhierarchy: [{name: x, data_hash: x}]\n"),
        (
            "lib/puppet/functions/x.rb",
            "Puppet::Functions.create_function(:x) do\n  dispatch :x do\n    param 'Hash', :options\n    param 'Puppet::LookupContext', :context\n  end\n  \
             def x(options, context)\n    context.cached_file_data('/etc/passwd') { |text| { 'k' => text } }\n  end\nend\n",
        ),
    ];
    let value = found(&files, "k").expect("no error").expect("a value").value;
    let reason = value.first_unknown().map(|unknown| unknown.reason.to_string()).unwrap_or_default();
    assert!(reason.contains("/etc/passwd, which is outside of the workspace"), "{reason}");
}
