//! Every kind of thing that completion offers, each in a place that takes it, over a project on disk.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    ("manifests/site.pp", "node 'web01.example.com' {\n  include web\n}\n"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
    ("data/common.yaml", "web::port: 8080\nmotd: hello\n"),
    ("data/nodes/db01.example.com.yaml", "motd: db\n"),
    (
        "modules/web/manifests/init.pp",
        "# @param port Where it listens.\nclass web (\n  Integer $port = 80,\n  Enum['http', 'https'] $scheme = 'http',\n) {\n  package { 'nginx': }\n  file { '/etc/nginx.conf': }\n}\n",
    ),
    ("modules/web/manifests/site.pp", "define web::site (String $root, Boolean $tls = true) {}\n"),
    ("modules/web/functions/url.pp", "function web::url(String $host) >> String { \"http://${host}\" }\n"),
    ("modules/web/types/port.pp", "type Web::Port = Integer[1, 65535]\n"),
    ("modules/web/templates/site.epp", "<%- | String $root, Boolean $tls | -%>\n<%= $root %>\n"),
    ("modules/web/templates/old.erb", "<%= @port %>\n"),
    ("modules/web/files/logo.png", "png\n"),
    ("modules/web/lib/puppet/type/thing.rb", "Puppet::Type.newtype(:thing) do\n  newparam(:name)\nend\n"),
    ("modules/web/lib/puppet/functions/web/quote.rb", "Puppet::Functions.create_function(:'web::quote') do\nend\n"),
    ("modules/web/manifests/new.pp", ""),
];

/// LSP's numbers of the kinds.
const VARIABLE: u64 = 6;
const CLASS: u64 = 7;
const MODULE: u64 = 9;
const PROPERTY: u64 = 10;
const KEYWORD: u64 = 14;
const FILE: u64 = 17;
const REFERENCE: u64 = 18;
const ENUM_MEMBER: u64 = 20;
const CONSTANT: u64 = 21;
const STRUCT: u64 = 22;
const FUNCTION: u64 = 3;
const TYPE: u64 = 25;

/// What is typed (the cursor is at `¦`), what must be offered there, of which kind, and what it writes.
const CASES: &[(&str, &str, u64, &str)] = &[
    ("unle¦", "unless", KEYWORD, "unless"),
    ("$x = if¦", "if", KEYWORD, "if"),
    ("class web::new {\n  $local = 1\n  notice($lo¦", "local", VARIABLE, "local"),
    ("class web::new (Integer $count) {\n  notice(\"${cou¦", "count", VARIABLE, "count"),
    ("notice($web::po¦", "web::port", VARIABLE, "web::port"),
    ("notice($fac¦", "facts", CONSTANT, "facts"),
    ("notice($facts['¦", "os", PROPERTY, "os"),
    ("notice($facts['os']['¦", "family", PROPERTY, "family"),
    ("notice($facts['os']['release'][¦", "major", PROPERTY, "'major'"),
    ("notice(\"${facts['netw¦", "networking", PROPERTY, "networking"),
    ("notice($trusted['¦", "certname", PROPERTY, "certname"),
    ("include we¦", "web", CLASS, "web"),
    ("contain 'we¦", "web", CLASS, "web"),
    ("class { 'we¦", "web", CLASS, "web"),
    ("class web::new inherits we¦", "web", CLASS, "web"),
    ("Class['we¦", "web", CLASS, "web"),
    ("class web::new {\n  fil¦", "file", STRUCT, "file"),
    ("class web::new {\n  web::si¦", "web::site", STRUCT, "web::site"),
    ("class web::new {\n  thin¦", "thing", STRUCT, "thing"),
    ("create_resources('web::¦", "web::site", STRUCT, "web::site"),
    ("file { '/a':\n  ensure => file,\n  mo¦", "mode", PROPERTY, "mode => "),
    ("web::site { 'a':\n  ¦\n}\n", "root", PROPERTY, "root => "),
    ("class { 'web':\n  sch¦\n}\n", "scheme", PROPERTY, "scheme => "),
    ("file { '/a': requ¦", "require", PROPERTY, "require => "),
    ("File <| ti¦", "title", PROPERTY, "title"),
    ("service { 'a': ensure => ¦", "running", ENUM_MEMBER, "running"),
    ("class { 'web': scheme => '¦", "'https'", ENUM_MEMBER, "https"),
    ("web::site { 'a': tls => ¦", "false", ENUM_MEMBER, "false"),
    ("class web::new (Enum['x', 'y'] $p = ¦", "'x'", ENUM_MEMBER, "'x'"),
    ("class web::new (Enum['x', 'y'] $p) {\n  if $p == '¦", "'y'", ENUM_MEMBER, "y"),
    ("class web::new (Enum['x', 'y'] $p) {\n  case $p { ¦", "'x'", ENUM_MEMBER, "'x'"),
    ("$x = $facts['os']['family'] ? { '¦", "'RedHat'", ENUM_MEMBER, "RedHat"),
    ("realize(¦", "Package['nginx']", REFERENCE, "Package['nginx']"),
    ("if defined_with_params(¦", "Package['nginx']", REFERENCE, "Package['nginx']"),
    ("File['/a'] -> ¦", "Package['nginx']", REFERENCE, "Package['nginx']"),
    ("service { 'a': require => ¦", "Package['nginx']", REFERENCE, "Package['nginx']"),
    ("$r = File['¦", "/etc/nginx.conf", REFERENCE, "/etc/nginx.conf"),
    ("file { '/a': source => 'puppet:///¦", "puppet:///modules/web/logo.png", FILE, "puppet:///modules/web/logo.png"),
    ("$x = epp('¦", "web/site.epp", FILE, "web/site.epp"),
    ("$x = template('¦", "web/old.erb", FILE, "web/old.erb"),
    ("$x = file('¦", "web/logo.png", FILE, "web/logo.png"),
    ("$x = epp('web/site.epp', { 'root' => '/', ¦", "tls", PROPERTY, "'tls' => "),
    ("$x = upca¦", "upcase", FUNCTION, "upcase"),
    ("$x = web::u¦", "web::url", FUNCTION, "web::url"),
    ("$x = web::quo¦", "web::quote", FUNCTION, "web::quote"),
    ("$x = 'text'.spl¦", "split", FUNCTION, "split"),
    ("$x = { 'a' => 1 }.key¦", "keys", FUNCTION, "keys"),
    ("class web::new (Opt¦", "Optional", TYPE, "Optional"),
    ("class web::new (Web::¦", "Web::Port", TYPE, "Web::Port"),
    ("type Web::New = Inte¦", "Integer", TYPE, "Integer"),
    ("if $x =~ Stri¦", "String", TYPE, "String"),
    ("[1].each |Int¦", "Integer", TYPE, "Integer"),
    ("$x = lookup('¦", "web::port", PROPERTY, "web::port"),
    ("$x = hiera('mo¦", "motd", PROPERTY, "motd"),
    ("node 'db¦", "db01.example.com", MODULE, "db01.example.com"),
    ("class ¦", "web::new", CLASS, "web::new"),
];

fn items(client: &mut Client, uri: &str, version: i64, marked: &str) -> Vec<Json> {
    let at = marked.find('¦').expect("a cursor");
    let text = marked.replacen('¦', "", 1);
    client.change(uri, version, &text);
    let line = text[..at].matches('\n').count() as u32;
    let column = text[..at].rsplit('\n').next().unwrap_or_default().len() as u32;
    let list = client.request("textDocument/completion", Client::position(uri, line, column));
    list["items"].as_array().cloned().unwrap_or_default()
}

#[test]
fn each_kind_in_a_place_that_takes_it() {
    let project = Project::new("completion-kinds", FILES);
    let mut client = project.client(json!({}));
    let uri = project.open(&mut client, "modules/web/manifests/new.pp", "puppet");
    for (index, (text, label, kind, written)) in CASES.iter().enumerate() {
        let items = items(&mut client, &uri, index as i64 + 2, text);
        let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
        let found = items.iter().find(|item| item["label"] == *label && item["kind"] == *kind);
        let found = found.unwrap_or_else(|| panic!("no {label} of kind {kind} at {text:?}: {labels:?}"));
        assert_eq!(found["textEdit"]["newText"], *written, "at {text:?}");
    }
    assert!(client.shut_down(false).success());
}

#[test]
fn facts_are_there_at_once_and_without_a_folder() {
    let mut client = Client::start();
    client.initialize(json!({"capabilities": {}}));
    let uri = "file:///nowhere/site.pp";
    client.open(uri, "notice($facts['os']['");
    let list = client.request("textDocument/completion", Client::position(uri, 0, 21));
    let family = list["items"].as_array().into_iter().flatten().find(|item| item["label"] == "family").cloned();
    assert_eq!(family.expect("a fact")["detail"], "'Debian'", "the value in the context is shown: {list}");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_variable_is_documented_with_its_type_and_value() {
    let project = Project::new("completion-values", FILES);
    let mut client = project.client(json!({}));
    let path = "modules/web/manifests/init.pp";
    let uri = project.open(&mut client, path, "puppet");
    let text = project.read(path).replace("  package { 'nginx': }\n", "  notice($por¦)\n");
    let items = items(&mut client, &uri, 2, &text);
    let port = items.iter().find(|item| item["label"] == "port").cloned().unwrap_or_else(|| panic!("{items:?}"));
    assert!(port["detail"].as_str().is_some_and(|detail| detail.contains("Integer")), "{port}");
    let resolved = client.request("completionItem/resolve", port);
    let shown = resolved["documentation"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("8080"), "the value that data gives: {resolved}");
    assert!(client.shut_down(false).success());
}

#[test]
fn files_beside_the_code() {
    let project = Project::new("completion-configuration", FILES);
    let mut client = project.client(json!({}));
    for (path, language, text, label) in [
        ("data/common.yaml", "yaml", "web::sch¦", "web::scheme"),
        ("data/common.yaml", "yaml", "web::scheme: ¦", "https"),
        ("data/common.yaml", "yaml", "motd: \"%{facts.o¦", "facts.os"),
        ("hiera.yaml", "yaml", "version: 5\nhierarchy:\n  - name: a\n    pa¦", "path"),
        ("modules/web/metadata.json", "json", "{\n  \"¦", "name"),
        ("Puppetfile", "ruby", "mo¦", "mod"),
        ("environment.conf", "ini", "modu¦", "modulepath"),
    ] {
        let uri = project.uri(path);
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": ""});
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        let items = items(&mut client, &uri, 2, text);
        let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
        assert!(labels.iter().any(|known| known.starts_with(label)), "{path}: no {label} at {text:?}: {labels:?}");
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }
    assert!(client.shut_down(false).success());
}
