//! Examples of the checks that puppet-lint knows from plugins: what each finds, what its fix makes of it, what it leaves alone.

use syntax::lint::{CHECKS, LintRequest, Origin, Selection, check_named, fix, lint};

struct Example {
    check: &'static str,
    bad: &'static str,
    /// `line:column` of each finding.
    places: &'static [&'static str],
    /// The text after fixing; the same text where there is no fix.
    fixed: &'static str,
    good: &'static str,
}

#[rustfmt::skip]
const EXAMPLES: &[Example] = &[
    Example { check: "trailing_comma", bad: "$a = [\n  1,\n  2\n]\nfile { 'b':\n  mode => { x => 1 }\n}\n$h = {\n  a => @(E)\n  t\n  | E\n}\n", places: &["6:20", "3:3", "9:8"],
        fixed: "$a = [\n  1,\n  2,\n]\nfile { 'b':\n  mode => { x => 1 },\n}\n$h = {\n  a => @(E),\n  t\n  | E\n}\n", good: "$a = [1, 2]\nfile { 'b': }\nArray[\n  String\n]\n" },
    Example { check: "unquoted_string_in_case", bad: "case $a {\n  Debian, rhel: { notice(x) }\n  default: { }\n}\n", places: &["2:3", "2:11"], fixed: "case $a {\n  'Debian', 'rhel': { notice(x) }\n  default: { }\n}\n", good: "case $a {\n  'b': { file { 'x': } }\n  String: { }\n  Foo::Bar: { }\n}\n" },
    Example { check: "unquoted_string_in_selector", bad: "$x = $a ? {\n  Debian => b,\n  rhel   => c,\n}\n", places: &["2:3", "3:3"], fixed: "$x = $a ? {\n  'Debian' => b,\n  'rhel'   => c,\n}\n", good: "$x = $a ? { 'a' => b, default => c }\n" },
    Example { check: "leading_zero", bad: "$a = 0644\n", places: &["1:6"], fixed: "$a = '0644'\n", good: "$a = [0, 0.5, 0x1f, '01']\n" },
    Example { check: "relative_classname_inclusion", bad: "include ::a, '::b'\nclass { '::c': }\nclass d inherits ::e { }\ninclude(::f)\n", places: &["1:9", "1:14", "4:9", "2:9", "3:18"],
        fixed: "include a, 'b'\nclass { 'c': }\nclass d inherits e { }\ninclude(f)\n", good: "include a\nfile { 'x': require => Class['::a'] }\ninclude lookup('::a')\n" },
    Example { check: "relative_classname_reference", bad: "Class['::a', '::b'] -> Class['c']\n", places: &["1:7", "1:14"], fixed: "Class['a', 'b'] -> Class['c']\n", good: "File['::a']\n" },
    Example { check: "legacy_facts", bad: "$a = $facts['osfamily']\n$b = \"${facts['ipaddress_eth0']} ${::fqdn}\"\n$c = $::interfaces\n", places: &["1:6", "2:9", "2:36", "3:6"],
        fixed: "$a = $facts['os']['family']\n$b = \"${facts['networking']['interfaces']['eth0']['ip']} ${facts['networking']['fqdn']}\"\n$c = $::interfaces\n", good: "$a = $facts['os']['family']\n$osfamily = 1\n" },
    Example { check: "top_scope_facts", bad: "$a = \"${::kernel} $::b\"\n$c = $::os['family']\n", places: &["1:9", "1:19", "2:6"], fixed: "$a = \"${facts['kernel']} $facts['b']\"\n$c = $facts['os']['family']\n", good: "$a = [$::facts['x'], $::a::b, $::trusted, $kernel]\n" },
    Example { check: "topscope_variable", bad: "class a {\n  $b = $::c::d\n}\n", places: &["2:8"], fixed: "class a {\n  $b = $c::d\n}\n", good: "class a {\n  $b = [$::c, $d::e]\n}\n" },
    Example { check: "parameter_documentation", bad: "# @param b\n# @param b again\n# @param gone\nclass a ($b, $c) { }\n", places: &["2:1", "3:1", "4:14"], fixed: "# @param b\n# @param b again\n# @param gone\nclass a ($b, $c) { }\n", good: "# A class.\n# @param b\n#   Text.\n# @param [String] c\n# [*d*]\n# $e:: text\nclass a ($b, $c, $d, $e) { }\n# @api private\nclass f ($g) { }\n" },
    Example { check: "parameter_types", bad: "class a ($b, String $c, $d = { x => 1 }) { }\n", places: &["1:10", "1:25"], fixed: "class a ($b, String $c, $d = { x => 1 }) { }\n", good: "class a (Hash[String, Integer] $b = {}, Foo::Bar $c) { }\n" },
    Example { check: "optional_default", bad: "class a (Optional[String] $b = 'x') { }\ndefine c (Optional[String] $d) { }\n", places: &["1:27", "2:28"], fixed: "class a (Optional[String] $b = 'x') { }\ndefine c (Optional[String] $d) { }\n", good: "class a (Optional[String] $b = undef, Optional[String] $c = $d, Optional[String] $e) { }\n" },
    Example { check: "params_not_optional_with_undef", bad: "class a (String $b = undef) { }\n", places: &["1:17"], fixed: "class a (String $b = undef) { }\n", good: "class a (Optional[String] $b = undef, Variant[Undef, String] $c = undef, Foo $d = undef, $e = undef) { }\n" },
    Example { check: "params_empty_string_assignment", bad: "class a (String $b = '') { }\n", places: &["1:17"], fixed: "class a (String $b = '') { }\n", good: "class a (String $b = 'x', $c = '') { }\n" },
    Example { check: "lookup_in_parameter", bad: "class a ($b = lookup('x')) { }\n", places: &["1:15"], fixed: "class a ($b = lookup('x')) { }\n", good: "class a ($b) { $c = lookup('x') }\n" },
    Example { check: "class_params_alignment", bad: "class a (\n  String $b,\n  Integer $c,\n) { }\n", places: &["2:10"], fixed: "class a (\n  String  $b,\n  Integer $c,\n) { }\n", good: "class a (String $b, Integer $c) { }\n" },
    Example { check: "class_equals_alignment", bad: "class a (\n  $b = 1,\n  $long = 2,\n) { }\n", places: &["2:6"], fixed: "class a (\n  $b    = 1,\n  $long = 2,\n) { }\n", good: "class a ($b = 1, $long = 2) { }\n" },
    Example { check: "resource_reference_with_unquoted_title", bad: "file { 'a': require => [Package[b], Package['c']] }\n", places: &["1:33"], fixed: "file { 'a': require => [Package['b'], Package['c']] }\n", good: "file { 'a': require => Package[$b] }\n" },
    Example { check: "resource_reference_without_title_capital", bad: "file { 'a': require => Service[Apache] }\n", places: &["1:32"], fixed: "file { 'a': require => Service['Apache'] }\n", good: "file { 'a': require => Service['Apache'] }\n" },
    Example { check: "resource_reference_without_whitespace", bad: "file { 'a': require => File ['b'] }\n", places: &["1:28"], fixed: "file { 'a': require => File['b'] }\n", good: "file { 'a': require => File['b'] }\n" },
    Example { check: "resource_reference_chain_without_whitespace", bad: "Class ['a'] -> Class['b']\n", places: &["1:6"], fixed: "Class['a'] -> Class['b']\n", good: "Class['a'] -> Class['b']\n" },
    Example { check: "file_ensure", bad: "file { 'a': ensure => present }\nfile { 'b': ensure => 'present', target => 'c' }\n", places: &["1:23", "2:23"], fixed: "file { 'a': ensure => file }\nfile { 'b': ensure => 'link', target => 'c' }\n", good: "file { 'a': ensure => file }\npackage { 'a': ensure => present }\n" },
    Example { check: "package_ensure", bad: "package { 'a': ensure => latest }\n", places: &["1:26"], fixed: "package { 'a': ensure => installed }\n", good: "package { 'a': ensure => '1.2' }\n" },
    Example { check: "no_symbolic_file_modes", bad: "file { 'a': mode => 'u=rw' }\n", places: &["1:21"], fixed: "file { 'a': mode => 'u=rw' }\n", good: "file { 'a': mode => '0644' }\nfile { 'b': mode => $mode }\n" },
    Example { check: "world_writable_files", bad: "file { 'a': mode => '0666' }\n", places: &["1:21"], fixed: "file { 'a': mode => '0666' }\n", good: "file { 'a': mode => '0664' }\n" },
    Example { check: "no_file_path_attribute", bad: "file { 'a': path => '/a' }\n", places: &["1:13"], fixed: "file { 'a': path => '/a' }\n", good: "exec { 'a': path => '/a' }\n" },
    Example { check: "recurse_file", bad: "file { 'a': recurse => true }\nfile { 'b': recurse => true, max_files => 0 }\n", places: &["1:24", "2:43"], fixed: "file { 'a': recurse => true }\nfile { 'b': recurse => true, max_files => 0 }\n", good: "file { 'a': recurse => true, max_files => 10 }\nfile { 'b': recurse => false }\n" },
    Example { check: "cron_quoted_time", bad: "cron { 'a': hour => 1, minute => '2' }\n", places: &["1:21"], fixed: "cron { 'a': hour => '1', minute => '2' }\n", good: "cron { 'a': hour => '*' }\n" },
    Example { check: "alias_parameter", bad: "file { 'a': alias => 'b' }\n", places: &["1:13"], fixed: "file { 'a': alias => 'b' }\n", good: "file { 'a': tag => 'alias' }\n" },
    Example { check: "fileserver", bad: "file { 'a': source => 'puppet:///modules/b/c' }\n", places: &["1:23"], fixed: "file { 'a': content => file('b/c') }\n", good: "file { 'a': source => 'puppet:///modules/b', recurse => true }\n" },
    Example { check: "anchor_resource", bad: "anchor { 'a': }\n", places: &["1:1"], fixed: "anchor { 'a': }\n", good: "notify { 'a': }\n" },
    Example { check: "no_cron_resources", bad: "cron { 'a': }\n", places: &["1:1"], fixed: "cron { 'a': }\n", good: "notify { 'a': }\n" },
    Example { check: "exec_idempotency", bad: "exec { 'a': command => '/bin/b' }\n", places: &["1:8"], fixed: "exec { 'a': command => '/bin/b' }\n", good: "exec { 'a': unless => 'c' }\nexec { 'b': creates => '/d' }\n" },
    Example { check: "no_erb_template", bad: "$a = template('b/c.erb')\n", places: &["1:6"], fixed: "$a = template('b/c.erb')\n", good: "$a = epp('b/c.epp')\n" },
    Example { check: "template_file_extension", bad: "file { 'a': content => template('b/c') }\n", places: &["1:33"], fixed: "file { 'a': content => template('b/c') }\n", good: "file { 'a': content => epp(\"b/${c}.epp\", { 'x' => 'y' }) }\n" },
    Example { check: "concatenated_template_files", bad: "file { 'a': content => template('b', 'c') }\n", places: &["1:24"], fixed: "file { 'a': content => template('b', 'c') }\n", good: "file { 'a': content => template('b') }\n" },
    Example { check: "check_unsafe_interpolations", bad: "exec { 'a': command => \"rm ${b} $c\" }\n", places: &["1:30", "1:33"], fixed: "exec { 'a': command => \"rm ${b} $c\" }\n", good: "exec { 'a': command => \"rm ${b.shell_escape}\", cwd => \"/${c}\" }\n" },
    Example { check: "version_comparison", bad: "if $puppetversion >= 4 { }\nif $release == '7' { }\n", places: &["1:4"], fixed: "if versioncmp($puppetversion, '4') >= 0 { }\nif $release == '7' { }\n", good: "if $count >= 4 { }\n" },
    Example { check: "undef_in_function", bad: "notice(undef, 1)\n", places: &["1:8"], fixed: "notice(undef, 1)\n", good: "$a = undef\n" },
    Example { check: "empty_string_assignment", bad: "$a = ''\n", places: &["1:6"], fixed: "$a = undef\n", good: "$a = ['']\n" },
    Example { check: "variable_contains_upcase", bad: "$fooBar = \"${fooBar['A']}\"\n", places: &["1:1", "1:14"], fixed: "$foobar = \"${foobar['A']}\"\n", good: "$a = $b['C']\n" },
    Example { check: "classes_and_types_beginning_with_digits", bad: "class 3a { }\n", places: &["1:7"], fixed: "class a { }\n", good: "class a3 { }\n" },
    Example { check: "appends", bad: "$a += 1\n", places: &["1:4"], fixed: "$a += 1\n", good: "$a = 1\n" },
    Example { check: "spaceship_operator_without_tag", bad: "File <| |>\n", places: &["1:6"], fixed: "File <| |>\n", good: "File <| tag == 'a' |>\n" },
    Example { check: "space_before_arrow", bad: "file { 'a': mode=> '1', owner  => 'b' }\n", places: &["1:13", "1:30"], fixed: "file { 'a': mode => '1', owner => 'b' }\n", good: "file { 'a':\n  mode  => '1',\n  owner => 'b',\n}\n" },
    Example { check: "space_after_comma", bad: "$a = [1,2]\n", places: &["1:8"], fixed: "$a = [1, 2]\n", good: "$a = [1, 2,\n  3]\n" },
    Example { check: "uncuddled_else", bad: "if $a {\n}\nelse {\n}\n", places: &["3:1"], fixed: "if $a {\n} else {\n}\n", good: "if $a {\n} elsif $b {\n} else {\n}\n" },
    Example { check: "empty_lines_around_body", bad: "class a {\n\n  include b\n\n}\n", places: &["2:1", "3:12"], fixed: "class a {\n  include b\n}\n", good: "class a {\n  include b\n\n  include c\n}\n" },
    Example { check: "empty_trailing_lines", bad: "include a\n\n\n", places: &["3:1"], fixed: "include a\n", good: "include a\n" },
    Example { check: "strict_indent", bad: "class a {\n    include b\n  file { 'c':\n  mode => '1',\n  }\n}\n", places: &["2:1", "4:1"], fixed: "class a {\n  include b\n  file { 'c':\n    mode => '1',\n  }\n}\n", good: "file {\n  'a':\n    mode => '1';\n  'b':\n    mode =>\n      '2',\n  ;\n}\n" },
    Example { check: "manifest_whitespace_opening_brace_before", bad: "class a{ }\nclass b\n{ }\n$c = [ { x => 1 } ]\n", places: &["1:8", "3:1", "4:8"], fixed: "class a { }\nclass b { }\n$c = [{ x => 1 } ]\n", good: "class a { }\n$c = [{ x => 1 }]\n" },
    Example { check: "manifest_whitespace_opening_brace_after", bad: "class a {include b }\nclass c {\n\n  include d\n}\n", places: &["1:10", "2:10"], fixed: "class a { include b }\nclass c {\n  include d\n}\n", good: "class a { }\nclass b {}\n$c = {\n}\n" },
    Example { check: "manifest_whitespace_closing_brace_before", bad: "$a = { x => 1}\nclass b {\n  include c\n\n}\n", places: &["1:14", "5:1"], fixed: "$a = { x => 1 }\nclass b {\n  include c\n}\n", good: "$a = { x => 1 }\n$b = {}\n" },
    Example { check: "manifest_whitespace_closing_brace_after", bad: "$a = [{ x => 1 } , 2]\nif $b { }else { }\n", places: &["1:17", "2:10"], fixed: "$a = [{ x => 1 }, 2]\nif $b { } else { }\n", good: "$a = [{ x => 1 }]\nif $b { } else { }\n" },
    Example { check: "manifest_whitespace_opening_bracket_before", bad: "$a =  [1]\nnotice( [1] )\n", places: &["1:7", "2:9"], fixed: "$a = [1]\nnotice([1] )\n", good: "$a = [[1]]\nfoo { ['a', 'b']: }\n" },
    Example { check: "manifest_whitespace_opening_bracket_after", bad: "$a = [ 1]\n$b = [\n\n  1]\n", places: &["1:7", "2:7"], fixed: "$a = [1]\n$b = [\n  1]\n", good: "$a = [\n  1,\n]\n" },
    Example { check: "manifest_whitespace_closing_bracket_before", bad: "$a = [1 ]\n$b = [\n  1,\n\n]\n", places: &["1:9", "5:1"], fixed: "$a = [1]\n$b = [\n  1,\n]\n", good: "$a = [\n  1,\n]\n" },
    Example { check: "manifest_whitespace_closing_bracket_after", bad: "$a = [[1] , 2]\n", places: &["1:10"], fixed: "$a = [[1], 2]\n", good: "$a = [[1], 2]\n$b = [1] + [2]\n" },
    Example { check: "manifest_whitespace_arrows_single_space_after", bad: "$a = { x =>1, y =>  2 }\n", places: &["1:12", "1:19"], fixed: "$a = { x => 1, y => 2 }\n", good: "$a = { x => 1 }\n" },
    Example { check: "manifest_whitespace_class_name_single_space_before", bad: "class  a { }\n", places: &["1:6"], fixed: "class a { }\n", good: "class a { }\n" },
    Example { check: "manifest_whitespace_class_name_single_space_after", bad: "class a{ }\ndefine b  ($c) { }\n", places: &["1:7", "2:8"], fixed: "class a { }\ndefine b ($c) { }\n", good: "class a { }\n" },
    Example { check: "manifest_whitespace_inherits_name_single_space_before", bad: "class a inherits  b { }\n", places: &["1:17"], fixed: "class a inherits b { }\n", good: "class a inherits b { }\n" },
    Example { check: "manifest_whitespace_newline_beginning_of_file", bad: "\n\n$a = 1\n", places: &["1:1", "2:1"], fixed: "$a = 1\n", good: "$a = 1\n" },
    Example { check: "manifest_whitespace_missing_newline_end_of_file", bad: "$a = 1", places: &["1:6"], fixed: "$a = 1\n", good: "$a = 1\n" },
    Example { check: "manifest_whitespace_double_newline_end_of_file", bad: "$a = 1\n\n\n", places: &["3:1", "2:1"], fixed: "$a = 1\n", good: "$a = 1\n" },
    Example { check: "manifest_whitespace_two_empty_lines", bad: "$a = 1\n\n\n$b = 2\n", places: &["3:1"], fixed: "$a = 1\n\n$b = 2\n", good: "$a = 1\n\n$b = 2\n" },
];

#[test]
fn every_example_is_found_and_fixed() {
    let mut differences = Vec::new();
    for example in EXAMPLES {
        assert!(check_named(example.check).is_some(), "{}", example.check);
        let selection = Selection::only(&[example.check]);
        let request = LintRequest { selection: &selection, path: None };
        let places = |text: &str| -> Vec<String> {
            lint(text, &request).iter().map(|finding| format!("{}:{}", finding.line, finding.column)).collect()
        };
        let found = places(example.bad);
        if found != example.places {
            differences.push(format!("{}: found {found:?}, expected {:?}", example.check, example.places));
        }
        let fixed = fix(example.bad, &request, |_| true).text;
        if fixed != example.fixed {
            differences.push(format!("{}: fixed to\n{fixed}expected\n{}", example.check, example.fixed));
        }
        let found = places(example.good);
        if !found.is_empty() {
            differences.push(format!("{}: found {found:?} in the good example", example.check));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_check_of_a_plugin_has_an_example_and_is_off_by_default() {
    for check in CHECKS.iter().filter(|check| check.origin != Origin::BuiltIn) {
        assert!(EXAMPLES.iter().any(|example| example.check == check.name), "{} has no example", check.name);
        assert!(!check.on_by_default, "{}", check.name);
    }
}
