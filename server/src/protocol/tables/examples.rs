//! Answers of a small project, as the structs write them.

use analysis::features::catalog_diff::DiffQuestion;
use analysis::features::preview_catalog::PreviewQuestion;
use analysis::fixture::Fixture;
use analysis::{FileContent, FileId};
use serde_json::Value as Json;
use smol_str::SmolStr;
use tower_lsp::ls_types::Location;

use super::{COMMANDS, Method, REQUESTS};
use crate::protocol;
use crate::protocol::{
    Contexts, DiffReport, EvaluationState, Preview, ResourceRange, Status, StatusContext, StatusState,
};

const SITE: &str = "/env/manifests/site.pp";

/// What the manual shows.
const PROJECT: &str = "node 'web01.example.com' {\n  include web\n}\n//- /env/modules/web/manifests/init.pp\nclass web(Integer $port) {\n  file { '/etc/web.conf':\n    content => \"port ${port}\\n\",\n  }\n  ~> service { 'web': }\n}\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n//- /env/data/common.yaml\nweb::port: 8080\n";

/// Something of everything.
const EVERYTHING: &str = "notice('hi')\n@notify { 'v': }\nnotify { 'a': message => Sensitive('x'), require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\nnotify { 'c': message => generate('/bin/x') }\ninclude broken\ninclude d\n//- /env/modules/broken/manifests/init.pp\nclass broken {\n  $x = = 1\n}\n//- /env/modules/d/manifests/init.pp\nclass d($p = 1) {\n  file { '/f': }\n  d::inner { 'i': }\n}\n//- /env/modules/d/manifests/inner.pp\ndefine d::inner {\n  fail('no')\n}\n";

const SECRET: &str = "notify { 'a': message => Sensitive('x') }\n";
const HINT: &str = "notice($missing)\n";
const MISSING: &str = "include private::web\nif $private::web::x { notify { 'n': } } else { fail('no') }\n";

/// Data that cannot be read.
const BROKEN_DATA: &str = "notice(lookup('k'))\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n//- /env/data/common.yaml\nk: [1\nb: }\n";

/// The status that the manual shows.
pub(super) fn status() -> Json {
    let context = StatusContext {
        node: "web01.example.com".to_string(),
        facts: "debian-12".to_string(),
        edition: "puppet8".to_string(),
    };
    let problem = Some("Unknown variable: 'port'".to_string());
    to_json(Status { state: StatusState::Ready, context, problem })
}

/// The answer that the manual shows for a request or command.
pub(super) fn answer(method: &Method) -> Json {
    let fixture = Fixture::without_cursor(PROJECT);
    let site = fixture.file(SITE);
    match method.name {
        protocol::PREVIEW_REQUEST => preview(&fixture, site, false),
        protocol::PREVIEW_COMMAND => preview(&fixture, site, true),
        protocol::DIFF_COMMAND => difference(PROJECT, false),
        protocol::EVALUATION_STATE_REQUEST => {
            let state = fixture.host.analysis().evaluation_state(site).expect("no writer");
            to_json(EvaluationState::of(true, state))
        }
        _ => to_json(Contexts::of(fixture.host.analysis().contexts(Some(site)).expect("no writer"), true)),
    }
}

fn to_json(value: impl serde::Serialize) -> Json {
    serde_json::to_value(value).expect("JSON")
}

fn preview(fixture: &Fixture, site: FileId, with_markdown: bool) -> Json {
    let answer = fixture.host.analysis().preview_catalog(site, PreviewQuestion::default()).expect("no writer");
    let answer = answer.expect("a file");
    let markdown = with_markdown.then(|| answer.markdown());
    let range = |resource: &analysis::catalog_view::ResourceView| ResourceRange {
        resource: resource.to_string(),
        location: resource.location.as_ref().map(|at| Location {
            uri: format!("file://{}", at.path).parse().expect("a URI"),
            range: Default::default(),
        }),
    };
    let resources = answer.view.catalog.iter().flat_map(|catalog| catalog.realized()).map(range).collect();
    let resources = with_markdown.then_some(resources);
    to_json(Preview { markdown, resources, ..Preview::from(answer.view) })
}

/// What changes where there was another port, and a file less.
fn difference(project: &str, all_nodes: bool) -> Json {
    let mut fixture = Fixture::without_cursor(project);
    let before = "node 'web01.example.com' {\n  class { 'web': port => 80 }\n  notify { 'old': }\n}\n";
    fixture.set_overlay("saved", &[(SITE, FileContent::Text(before.into()))]);
    let question = DiffQuestion {
        preview: PreviewQuestion::default(),
        overlay: Some(SmolStr::new_static("saved")),
        baseline: "the saved files".to_string(),
        all_nodes,
    };
    let answer = fixture.host.analysis().catalog_diff(fixture.file(SITE), question).expect("no writer");
    let answer = answer.expect("a file");
    let markdown = all_nodes.then(|| answer.markdown());
    to_json(DiffReport::of(answer, markdown))
}

/// Shapes with values of them.
pub(super) fn all() -> Vec<(&'static str, Json)> {
    let mut all = Vec::new();
    for method in REQUESTS.iter().chain(COMMANDS) {
        let argument: Json = serde_json::from_str(method.example).expect("an example");
        all.push((method.argument, argument));
        all.push((method.answer, answer(method)));
    }
    for project in [EVERYTHING, BROKEN_DATA, SECRET, HINT, MISSING] {
        let fixture = Fixture::without_cursor(project);
        all.push(("Preview", preview(&fixture, fixture.file(SITE), true)));
    }
    all.push(("Status", status()));
    all.push(("AllNodesReport", difference(PROJECT, true)));
    all.push(("EvaluationState", to_json(EvaluationState::of(false, None))));
    all.push(("DiffArguments", serde_json::json!({"uri": "file:///a.pp", "facts": "debian-12", "allNodes": true})));
    let asked = serde_json::json!({"uri": "file:///a.pp", "alone": true, "nodePattern": "/^db/"});
    all.push(("PreviewArguments", asked));
    all
}
