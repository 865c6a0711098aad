//! What modules bring in Ruby: functions and resource types in signature help, hover and completion.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    ("manifests/site.pp", "$port = web::port('http', 80)\nweb_site { 'shop': listen => http }\n"),
    (
        "modules/web/lib/puppet/functions/web/port.rb",
        "# @summary Finds a port.\nPuppet::Functions.create_function(:'web::port') do\n  # @param name The service.\n  \
         dispatch :by_name do\n    param 'String[1]', :name\n    optional_param 'Integer', :fallback\n    return_type 'Integer'\n  \
         end\n  def by_name(name, fallback = 1)\n    fallback\n  end\nend\n",
    ),
    (
        "modules/web/lib/puppet/parser/functions/web_old.rb",
        "module Puppet::Parser::Functions\n  newfunction(:web_old, :type => :rvalue, :arity => 1, :doc => 'Shortens.') do |args|\n    \
         args[0]\n  end\nend\n",
    ),
    (
        "modules/web/lib/puppet/type/web_site.rb",
        "Puppet::Type.newtype(:web_site) do\n  @doc = 'A site.'\n  newparam(:name, namevar: true)\n  newparam(:listen) do\n    \
         desc 'Where it listens.'\n  end\nend\n",
    ),
    ("modules/web/manifests/init.pp", "class web {}\n"),
];

fn help(client: &mut Client, uri: &str, version: i64, text: &str) -> Json {
    client.change(uri, version, text);
    client.request("textDocument/signatureHelp", Client::position(uri, 0, text.trim_end().len() as u32))
}

#[test]
fn functions_in_ruby_have_signatures() {
    let project = Project::new("ruby-signatures", FILES);
    let mut client = project.client(json!({}));
    let uri = project.open(&mut client, "manifests/site.pp", "puppet");
    let found = help(&mut client, &uri, 2, "$x = web::port(\n");
    let signature = &found["signatures"][0];
    assert_eq!(signature["label"], "web::port(String[1] $name, Optional[Integer] $fallback) >> Integer", "{found}");
    assert_eq!(signature["documentation"]["value"], "Finds a port.", "{found}");
    assert_eq!(signature["parameters"][0]["documentation"]["value"], "The service.", "{found}");
    let found = help(&mut client, &uri, 3, "$x = web::port('http',\n");
    assert_eq!(found["activeParameter"], 1, "{found}");
    let found = help(&mut client, &uri, 4, "$x = web_old(\n");
    assert_eq!(found["signatures"][0]["label"], "web_old($argument1)", "{found}");
    assert!(client.shut_down(false).success());
}

#[test]
fn what_ruby_says_of_functions_and_types_is_shown() {
    let project = Project::new("ruby-hover", FILES);
    let mut client = project.client(json!({}));
    let path = "manifests/site.pp";
    let uri = project.open(&mut client, path, "puppet");
    for (needle, parts) in [
        ("web::port", &["Optional[Integer] $fallback", "Finds a port.", "- `$name`: The service.", "port.rb"][..]),
        ("web_site", &["A site."]),
        ("listen", &["Where it listens.", "attribute of `web_site`"]),
    ] {
        let hover = client.request("textDocument/hover", project.position(path, needle));
        let shown = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(parts.iter().all(|part| shown.contains(part)), "{needle}: {shown}");
    }
    client.change(&uri, 2, "$x = 'http'.web::po\n");
    let list = client.request("textDocument/completion", Client::position(&uri, 0, 19));
    let found = list["items"].as_array().into_iter().flatten().find(|item| item["label"] == "web::port").cloned();
    let found = found.unwrap_or_else(|| panic!("{list}"));
    let detail = found["detail"].as_str().unwrap_or_default();
    assert!(detail.starts_with("web::port(String[1] $name, Optional[Integer] $fallback)"), "{detail}");
    let resolved = client.request("completionItem/resolve", found);
    let shown = resolved["documentation"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("Finds a port."), "{resolved}");
    assert!(client.shut_down(false).success());
}
