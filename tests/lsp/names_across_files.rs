//! Every kind of name in every kind of file: where it is defined, and where it is written.

use serde_json::{Value as Json, json};

use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    (
        "manifests/site.pp",
        "node default {\n  include web\n  web::site { 'shop': root => '/srv' }\n  notice(web::url('a'), $facts['web_fact'], lookup('motd'))\n  notice($web::port, File['/etc/web.conf'])\n}\n",
    ),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
    (
        "data/common.yaml",
        "lookup_options:\n  web::port: {merge: first}\nweb::port: 8080\nmotd: \"%{lookup('web::port')}\"\n",
    ),
    (
        "modules/web/manifests/init.pp",
        "class web (Web::Port $port = 80) {\n  $owner = 'root'\n  file { '/etc/web.conf':\n    owner   => $owner,\n    content => template('web/old.erb'),\n  }\n}\n",
    ),
    (
        "modules/web/manifests/site.pp",
        "define web::site (String $root) {\n  file { $root:\n    content => epp('web/site.epp', { 'folder' => $root }),\n  }\n}\n",
    ),
    ("modules/web/manifests/other.pp", "class web::other inherits web {\n  Web::Site['shop'] -> Web::Site <| |>\n}\n"),
    ("modules/web/functions/url.pp", "function web::url(String $host) >> String {\n  $host\n}\n"),
    ("modules/web/types/port.pp", "type Web::Port = Integer[1, 65535]\n"),
    ("modules/web/templates/site.epp", "<%- | String $folder | -%>\nroot <%= $folder %>;\n"),
    ("modules/web/templates/old.erb", "port <%= @port %> <%= scope['web::port'] %>\n"),
    ("modules/web/lib/facter/web_fact.rb", "Facter.add(:web_fact) do\n  setcode { 1 }\nend\n"),
    ("modules/web/metadata.json", "{\n  \"name\": \"me-web\",\n  \"version\": \"1.0.0\",\n  \"dependencies\": []\n}\n"),
    (
        "modules/extra/metadata.json",
        "{\n  \"name\": \"me-extra\",\n  \"version\": \"1.0.0\",\n  \"dependencies\": [{\"name\": \"me/web\"}]\n}\n",
    ),
    (
        "modules/extra/manifests/init.pp",
        "class extra {\n  file { '/motd': source => 'puppet:///modules/web/motd.txt' }\n  notice(file('web/motd.txt'))\n}\n",
    ),
    ("modules/web/files/motd.txt", "Hello.\n"),
    ("Puppetfile", "mod 'me-web', '1.0.0'\n"),
];

struct Case {
    /// Where it is asked: a file, and a text in it whose second character the cursor is before.
    path: &'static str,
    at: &'static str,
    /// As `file:line` from 0.
    definition: &'static [&'static str],
    /// All places, the definition among them.
    references: &'static [&'static str],
}

const PORT: &[&str] =
    &["common.yaml:1", "common.yaml:2", "common.yaml:3", "init.pp:0", "old.erb:0", "old.erb:0", "site.pp:4"];
const SITE: &[&str] = &["other.pp:1", "other.pp:1", "site.pp:0", "site.pp:2"];
const FOLDER: &[&str] = &["site.epp:0", "site.epp:1", "site.pp:2"];

const CASES: &[Case] = &[
    Case {
        path: "manifests/site.pp",
        at: "web\n",
        definition: &["init.pp:0"],
        references: &["init.pp:0", "other.pp:0", "site.pp:1"],
    },
    Case {
        path: "modules/extra/manifests/init.pp",
        at: "'puppet:",
        definition: &["motd.txt:0"],
        references: &["init.pp:1", "init.pp:2"],
    },
    Case { path: "manifests/site.pp", at: "web::site", definition: &["site.pp:0"], references: SITE },
    Case { path: "modules/web/manifests/other.pp", at: "Web::Site['", definition: &["site.pp:0"], references: SITE },
    Case {
        path: "manifests/site.pp",
        at: "web::url",
        definition: &["url.pp:0"],
        references: &["site.pp:3", "url.pp:0"],
    },
    Case {
        path: "modules/web/manifests/init.pp",
        at: "Web::Port",
        definition: &["port.pp:0"],
        references: &["init.pp:0", "port.pp:0"],
    },
    Case { path: "modules/web/manifests/init.pp", at: "$port", definition: &["init.pp:0"], references: PORT },
    Case { path: "manifests/site.pp", at: "$web::port", definition: &["init.pp:0"], references: PORT },
    Case { path: "modules/web/templates/old.erb", at: "port %", definition: &["init.pp:0"], references: PORT },
    Case { path: "modules/web/templates/old.erb", at: "web::port", definition: &["init.pp:0"], references: PORT },
    Case { path: "data/common.yaml", at: "web::port: 8080", definition: &["init.pp:0"], references: PORT },
    Case { path: "data/common.yaml", at: "web::port')", definition: &["init.pp:0"], references: PORT },
    Case {
        path: "modules/web/manifests/init.pp",
        at: "$owner,",
        definition: &["init.pp:1"],
        references: &["init.pp:1", "init.pp:3"],
    },
    Case {
        path: "manifests/site.pp",
        at: "root =>",
        definition: &["site.pp:0"],
        references: &["site.pp:0", "site.pp:1", "site.pp:2", "site.pp:2"],
    },
    Case { path: "modules/web/templates/site.epp", at: "$folder %", definition: &["site.epp:0"], references: FOLDER },
    Case { path: "modules/web/manifests/site.pp", at: "folder'", definition: &["site.epp:0"], references: FOLDER },
    Case {
        path: "modules/web/manifests/site.pp",
        at: "web/site.epp",
        definition: &["site.epp:0"],
        references: &["site.pp:2"],
    },
    Case {
        path: "modules/web/manifests/init.pp",
        at: "web/old.erb",
        definition: &["old.erb:0"],
        references: &["init.pp:4"],
    },
    Case {
        path: "manifests/site.pp",
        at: "web_fact",
        definition: &["web_fact.rb:0"],
        references: &["site.pp:3", "web_fact.rb:0"],
    },
    Case {
        path: "manifests/site.pp",
        at: "/etc/web.conf",
        definition: &["init.pp:2"],
        references: &["init.pp:2", "site.pp:4"],
    },
    Case {
        path: "manifests/site.pp",
        at: "motd",
        definition: &["common.yaml:3"],
        references: &["common.yaml:3", "site.pp:3"],
    },
    Case {
        path: "Puppetfile",
        at: "me-web",
        definition: &["metadata.json:1"],
        references: &["Puppetfile:0", "metadata.json:1", "metadata.json:3"],
    },
    Case {
        path: "modules/extra/metadata.json",
        at: "me/web",
        definition: &["metadata.json:1"],
        references: &["Puppetfile:0", "metadata.json:1", "metadata.json:3"],
    },
];

/// The file names and lines of locations, in order.
fn places(found: &Json) -> Vec<String> {
    let list = found.as_array().cloned().unwrap_or_default();
    let shown = list.iter().map(|location| {
        let uri = location["uri"].as_str().unwrap_or_default();
        format!("{}:{}", uri.rsplit('/').next().unwrap_or_default(), location["range"]["start"]["line"])
    });
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    shown
}

#[test]
fn definitions_and_references() {
    let project = Project::new("names", FILES);
    let mut client = project.client(json!({}));
    let mut wrong = Vec::new();
    for case in CASES {
        let mut position = project.position(case.path, case.at);
        for method in ["textDocument/definition", "textDocument/declaration"] {
            let found = places(&client.request(method, position.clone()));
            if found != case.definition {
                wrong.push(format!("{method} of {:?} in {}: {found:?}", case.at, case.path));
            }
        }
        position["context"] = json!({"includeDeclaration": true});
        let found = places(&client.request("textDocument/references", position));
        if found != case.references {
            wrong.push(format!("references of {:?} in {}: {found:?}", case.at, case.path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(client.shut_down(false).success());
}

#[test]
fn what_sets_a_parameter_inherits_a_class_or_narrows_a_type() {
    let project = Project::new("implementations", FILES);
    let mut client = project.client(json!({}));
    let mut ask = |method: &str, path: &str, at: &str| places(&client.request(method, project.position(path, at)));
    assert_eq!(
        ask("textDocument/implementation", "modules/web/manifests/init.pp", "$port"),
        ["common.yaml:2"],
        "from a parameter to the keys that set it"
    );
    assert_eq!(ask("textDocument/implementation", "manifests/site.pp", "web\n"), ["other.pp:0"]);
    assert_eq!(ask("textDocument/typeDefinition", "data/common.yaml", "web::port: 8080"), ["port.pp:0"]);
    assert_eq!(ask("textDocument/typeDefinition", "manifests/site.pp", "'shop'"), ["site.pp:0"]);
    assert!(client.shut_down(false).success());
}

#[test]
fn signatures_of_calls() {
    let project = Project::new("signatures", FILES);
    let mut client = project.client(json!({}));
    let uri = project.open(&mut client, "manifests/site.pp", "puppet");
    client.change(&uri, 2, "notice(web::url(\n$x = split('a',\n");
    let help = client.request("textDocument/signatureHelp", crate::client::Client::position(&uri, 0, 16));
    assert_eq!(help["signatures"][0]["label"], "web::url(String $host) >> String", "{help}");
    client.change(&uri, 3, "$x = split('a', \n");
    let help = client.request("textDocument/signatureHelp", crate::client::Client::position(&uri, 0, 16));
    assert_eq!(help["activeParameter"], 1, "{help}");
    assert!(client.shut_down(false).success());
}
