//! The best item at a hundred places, as an author of Puppet code would want it.

use std::fmt::Write;
use std::sync::Arc;

use super::tests::complete;
use crate::change::Change;
use crate::fixture::Fixture;
use crate::inputs::FactSet;

/// What every place can name: modules, data, and a parameter list around the cursor.
const WORKSPACE: &str = r#"
//- /env/hiera.yaml
version: 5
hierarchy:
  - name: common
    path: common.yaml
//- /env/data/common.yaml
company: x
web::port: 8080
//- /env/modules/stdlib/manifests/init.pp
class stdlib {}
//- /env/modules/stdlib/types/port.pp
type Stdlib::Port = Integer[0, 65535]
//- /env/modules/web/manifests/init.pp
class web(Integer $port = 80, Enum['http', 'https'] $scheme = 'http') { $dir = '/srv' }
//- /env/modules/web/manifests/service.pp
class web::service {}
//- /env/modules/web/manifests/site.pp
define web::site(Stdlib::Port $port, Optional[String] $docroot = undef) {}
//- /env/modules/web/functions/url.pp
function web::url(String $host) >> String { $host }
//- /env/modules/web/types/mode.pp
type Web::Mode = Enum['fast', 'slow']
//- /env/modules/web/templates/site.epp
<%- | String $name, Integer $port = 80 | -%>
//- /env/modules/web/files/motd.txt
hello
"#;

/// A cursor in a manifest and the first item; `-` where nothing is offered. `{` opens a class that has `$port`, `$mode` and
/// `$names` as parameters.
const PLACES: &[(&str, &str)] = &[
    // Attributes and their values.
    ("package { 'x': $0 }", "ensure"),
    ("package { 'x': en$0 }", "ensure"),
    ("package { 'x':\n  ensure => $0\n}", "installed"),
    ("package { 'x':\n  ensure => la$0\n}", "latest"),
    ("package { 'x':\n  ensure => installed,\n  $0\n}", "name"),
    ("file { '/x': $0 }", "ensure"),
    ("file { '/x': ensure => $0 }", "file"),
    ("file { '/x': ensure => d$0 }", "directory"),
    ("file { '/x': ensure => file, $0 }", "owner"),
    ("file { '/x': ensure => file, m$0 }", "mode"),
    ("file { '/x': mode => '$0' }", "'0644'"),
    ("file { '/x': ensure => file, co$0 }", "content"),
    ("file { '/x': source => 'puppet:///$0' }", "puppet:///modules/web/motd.txt"),
    ("service { 'x': $0 }", "ensure"),
    ("service { 'x': ensure => $0 }", "running"),
    ("service { 'x': ensure => running, $0 }", "enable"),
    ("service { 'x': enable => $0 }", "true"),
    ("exec { 'x': $0 }", "command"),
    ("exec { 'x': un$0 }", "unless"),
    ("exec { 'x': req$0 }", "require"),
    ("user { 'x': ensure => $0 }", "present"),
    ("notify { 'x': $0 }", "message"),
    ("cron { 'x': ensure => present, $0 }", "command"),
    ("web::site { 'x': $0 }", "port"),
    ("web::site { 'x': port => 1, $0 }", "docroot"),
    ("class { 'web': $0 }", "port"),
    ("class { 'web': scheme => $0 }", "'http'"),
    ("class { 'web': scheme => '$0' }", "'http'"),
    ("file { '/a': }\nfile { '/b': require => $0 }", "File['/a']"),
    ("file { '/a': }\nfile { '/b': notify => Fi$0 }", "File['/a']"),
    ("File { $0 }", "ensure"),
    ("File <| $0 |>", "tag"),
    // Statements.
    ("in$0", "include"),
    ("un$0", "unless"),
    ("if$0", "if"),
    ("ca$0", "case"),
    ("cl$0", "class"),
    ("de$0", "define"),
    ("fi$0", "file"),
    ("pa$0", "package"),
    ("ser$0", "service"),
    ("ex$0", "exec"),
    ("web::s$0", "web::site"),
    ("web::site$0 { 'x': port => 1 }", "web::site"),
    ("@@fil$0", "file"),
    ("@us$0", "user"),
    ("if true {\n} els$0", "else"),
    ("if true {\n} elsi$0", "elsif"),
    ("no$0", "node"),
    ("fun$0", "function"),
    ("con$0", "contain"),
    // Names.
    ("include w$0", "web"),
    ("include web::$0", "web::service"),
    ("include ::we$0", "::web"),
    ("class { 'w$0': }", "web"),
    ("class mine inherits w$0", "web"),
    ("class mine $0", "inherits"),
    ("$r = Class['w$0']", "web"),
    ("file { '/a': }\n$r = File['$0']", "/a"),
    ("$x = web::u$0", "web::url"),
    ("web::site { 'one': port => 1 }\nrealize(Web::Site['$0'])", "one"),
    // Variables.
    ("{ notice($$0) }", "mode"),
    ("{ notice($po$0) }", "port"),
    ("{ notice(\"${$0}\") }", "mode"),
    ("{ notice(\"on ${na$0\") }", "names"),
    ("notice($fa$0)", "facts"),
    ("notice($tru$0)", "trusted"),
    ("notice($web::$0)", "web::dir"),
    ("notice($web::po$0)", "web::port"),
    // Facts.
    ("notice($facts['$0'])", "os"),
    ("notice($facts['o$0'])", "os"),
    ("notice($facts['os']['$0'])", "family"),
    ("notice($facts['os']['release']['$0'])", "major"),
    ("notice($facts[$0])", "os"),
    ("$x = fact('$0')", "os"),
    ("$x = fact('os.$0')", "os.family"),
    ("$x = $facts.dig('os', '$0')", "family"),
    ("$x = getvar('facts.os.f$0')", "facts.os.family"),
    ("if $facts['os']['family'] == '$0'", "'Debian'"),
    ("case $facts['kernel'] { '$0' }", "'Linux'"),
    ("notice($trusted['$0'])", "authenticated"),
    // Types.
    ("class a($0) {}", "String"),
    ("class a(St$0) {}", "String"),
    ("class a(Optional[$0]) {}", "String"),
    ("class a(Optional[St$0]) {}", "String"),
    ("class a(In$0) {}", "Integer"),
    ("class a(B$0) {}", "Boolean"),
    ("function f() >> $0", "String"),
    ("class a(Integer[$0]) {}", "default"),
    ("class a(Web::$0) {}", "Web::Mode"),
    ("class a(Web::Mode $m = $0) {}", "'fast'"),
    ("class a(Boolean $b = $0) {}", "true"),
    ("$x = [1].map |$0|", "String"),
    ("if $x =~ $0", "String"),
    ("type A = $0", "String"),
    // Values and functions.
    ("{ if $mode == $0 }", "'fast'"),
    ("{ case $mode { $0 } }", "'fast'"),
    ("$x = spl$0", "split"),
    ("$x = 'a,b'.$0", "split"),
    ("$x = [1].ea$0", "each"),
    ("$x = und$0", "undef"),
    ("$x = tr$0", "true"),
    ("if true an$0", "and"),
    ("if $x $0", "and"),
    ("$x = lookup('$0')", "company"),
    ("$x = lookup('web::s$0')", "web::scheme"),
    ("$x = epp('$0')", "web/site.epp"),
    ("$x = epp('web/site.epp', { $0 })", "name"),
    ("$x = file('$0')", "web/motd.txt"),
    ("create_resources('web::$0', {})", "web::site"),
    // Comments.
    ("# @$0\nclass a($x) {}", "summary"),
    ("# @param $0\nclass a($x) {}", "x"),
    // Nothing at all.
    ("class a(String $$0) {}", "-"),
    ("class a(String $na$0) {}", "-"),
    ("[1].each |$$0| {}", "-"),
    ("[1].each |$a, $b$0| {}", "-"),
    ("case $x { 'a':$0 }", "-"),
    ("$x = @($0", "-"),
    ("$x = 'a' =~ /$0", "-"),
    ("$x = 'a' =~ /^ab$0", "-"),
    ("# a comment $0", "-"),
    ("notice('some text $0')", "-"),
];

fn fixture(place: &str) -> Fixture {
    let place = match place.strip_prefix("{ ") {
        Some(body) => {
            let body = body.strip_suffix(" }").unwrap_or(body);
            format!("class here(Web::Mode $mode, Array[String] $names, Integer $port) {{\n  {body}\n}}\n")
        }
        None => format!("{place}\n"),
    };
    let mut fixture = Fixture::new(&format!("{place}{}", WORKSPACE.trim_start()));
    let json = r#"{"apt_updates": 1, "openssh": "9", "os": {"architecture": "amd64", "family": "Debian", "release": {"full": "12.1", "major": "12"}}, "kernel": "Linux"}"#;
    let facts = evaluator::fact_file::read_facts(json.as_bytes()).expect("facts").facts;
    let set = FactSet { name: "node".into(), facts: Arc::new(facts.into()), is_typical: false };
    fixture.host.apply_change(Change { fact_sets: Some(vec![set]), ..Change::default() });
    fixture
}

#[test]
fn the_first_item_is_the_expected_one() {
    assert!(PLACES.len() >= 100, "{}", PLACES.len());
    let mut wrong = String::new();
    for (place, expected) in PLACES {
        let items = complete(&fixture(place)).items;
        let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).take(6).collect();
        if labels.first().copied().unwrap_or("-") != *expected {
            let _ = writeln!(wrong, "{place:?}: {expected} wanted, {labels:?} found");
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{wrong}", wrong.lines().count(), PLACES.len());
}

#[test]
fn a_character_that_begins_no_name_opens_no_list() {
    for (place, character) in [
        ("package { 'x':$0", ':'),
        ("case $x { 'a':$0", ':'),
        ("$x = 4/$0", '/'),
        ("$x = 'a' =~ /$0", '/'),
        ("class a(String $$0", '$'),
        ("[1].each |$$0", '$'),
    ] {
        let fixture = fixture(place);
        let position = fixture.cursor.expect("a cursor");
        let found = fixture.host.analysis().completions_after(position, character).expect("no writer");
        assert!(found.items.is_empty(), "{place}: {:?}", found.items.first());
    }
    for (place, character) in
        [("include web::$0", ':'), ("$x = epp('web/$0')", '/'), ("notice($$0", '$'), ("@$0", '@'), ("$x = 'a'.$0", '.')]
    {
        let fixture = fixture(place);
        let position = fixture.cursor.expect("a cursor");
        let found = fixture.host.analysis().completions_after(position, character).expect("no writer");
        assert!(!found.items.is_empty(), "{place}");
    }
}
