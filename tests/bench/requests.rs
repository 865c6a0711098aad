//! The time of each kind of request on a file of 2,000 lines in a workspace of 5,000 manifests with data and templates, in
//! two states: nothing has changed since the last request, and the file was edited just before.

use analysis::features::code_actions::ActionRequest;
use analysis::features::preview_catalog::PreviewQuestion;
use analysis::{Analysis, AnalysisHost, Change, FileContent, FilePosition};

use crate::generated;
use crate::measure::measure;

const PATH: &str = "/env/modules/typed/manifests/init.pp";
const ROUNDS: usize = 30;

/// One kind of request, and what in the file it is asked at.
struct Request {
    name: &'static str,
    at: &'static str,
    run: fn(&Analysis, FilePosition),
}

/// Asks and drops the answer; nothing writes meanwhile.
macro_rules! ask {
    ($name:literal, $at:literal, $analysis:ident, $position:ident, $question:expr) => {
        Request {
            name: $name,
            at: $at,
            run: |$analysis, $position| {
                let _ = $position;
                let _ = std::hint::black_box($question.expect("no writer"));
            },
        }
    };
}

static REQUESTS: &[Request] = &[
    ask!("diagnostics", "$port", analysis, at, analysis.diagnostics(at.file)),
    ask!("hover", "$port", analysis, at, analysis.hover(at, false)),
    ask!("hover with the value", "$port", analysis, at, analysis.hover(at, true)),
    ask!("completion", "$port", analysis, at, analysis.completions(at)),
    ask!("completion of a statement", "$port", analysis, at, {
        analysis.completions(analysis::FilePosition { file: at.file, offset: 0 })
    }),
    ask!("code actions", "$port", analysis, at, {
        let range = analysis::TextRange::empty(at.offset);
        analysis.code_actions(at.file, &ActionRequest { range, creates_files: true, ..ActionRequest::default() })
    }),
    ask!("signature help", "notice(", analysis, at, analysis.signature_help(at)),
    ask!("definition", "m0::part1", analysis, at, analysis.definition(at)),
    ask!("type definition", "$port", analysis, at, analysis.type_definitions(at)),
    ask!("implementation", "$port", analysis, at, analysis.implementations(at)),
    ask!("highlight", "$port", analysis, at, analysis.highlights(at)),
    ask!("document symbols", "$port", analysis, at, analysis.document_symbols(at.file)),
    ask!("folding", "$port", analysis, at, analysis.folds(at.file)),
    ask!("selection ranges", "$port", analysis, at, analysis.selection_ranges(at)),
    ask!("semantic tokens", "$port", analysis, at, analysis.semantic_tokens(at.file, None)),
    ask!("document links", "$port", analysis, at, analysis.document_links(at.file)),
    ask!("linked editing", "$local", analysis, at, analysis.linked_ranges(at)),
    ask!("prepare rename", "$port", analysis, at, analysis.prepare_rename(at)),
    ask!("call hierarchy, prepare", "m0::part1", analysis, at, analysis.prepare_call_hierarchy(at)),
    ask!("call hierarchy, outgoing", "typed (", analysis, at, analysis.outgoing_calls(at)),
    ask!("workspace: references of a variable", "$owner", analysis, at, analysis.references(at, true)),
    ask!("workspace: references of a class", "m0::part1", analysis, at, analysis.references(at, true)),
    ask!("workspace: incoming calls", "m0::part1", analysis, at, analysis.incoming_calls(at)),
    ask!(
        "workspace: rename of a parameter",
        "$port",
        analysis,
        at,
        analysis.rename(at, "listen").map(|edits| edits.expect("no refusal"))
    ),
    ask!(
        "workspace: rename of a class",
        "m0::part1",
        analysis,
        at,
        analysis.rename(at, "m0::part_one").map(|edits| edits.expect("no refusal"))
    ),
    ask!("workspace: symbols", "$port", analysis, at, analysis.workspace_symbols("part1", 100)),
    ask!("preview catalog, warm", "$port", analysis, at, analysis.preview_catalog(at.file, PreviewQuestion::default())),
];

fn text() -> String {
    let mut text = generated::manifest("typed", 1_990);
    // In the body, so that there is something of every kind to ask about.
    text.truncate(text.len() - 2);
    text + "  include m0::part1\n  notice($m0::part1::port)\n  [1, 2].each |$local| { notice($local) }\n}\n"
}

fn workspace() -> (AnalysisHost, String) {
    let mut files = generated::workspace(5_000);
    for module in 0..500 {
        files.push((
            format!("/env/data/nodes/n{module}.yaml"),
            format!("m{module}::port: 8080\nm{module}::owner: me\n"),
        ));
        files.push((format!("/env/modules/m{module}/templates/a.erb"), "<%= @port %> <%= @owner %>\n".to_string()));
    }
    let mut host = generated::host(&files);
    let text = text();
    host.apply_change(Change::of_file(PATH, FileContent::Text(text.as_str().into())));
    (host, text)
}

/// Prints the median of each request.
pub fn report() {
    let (mut host, text) = workspace();
    let analysis = host.analysis();
    let file = host.file_id(PATH).expect("the file");
    for document in analysis.workspace_documents().expect("no writer") {
        analysis.diagnostics(document).expect("no writer");
    }
    drop(analysis);
    println!("{:<48} {:>12} {:>16}", "request (2,000 lines, 5,000 manifests)", "repeated ms", "after an edit ms");
    for request in REQUESTS {
        let offset = text.find(request.at).unwrap_or_else(|| panic!("no {}", request.at)) as u32 + 1;
        let at = FilePosition { file, offset };
        let first = measure(1, |_| (request.run)(&host.analysis(), at));
        let repeated = median(measure(ROUNDS, |_| (request.run)(&host.analysis(), at)));
        let mut edited = Vec::new();
        for round in 0..ROUNDS {
            let content = format!("{text}# {round}\n");
            host.apply_change(Change::of_file(PATH, FileContent::Text(content.into())));
            edited.extend(measure(1, |_| (request.run)(&host.analysis(), at)));
        }
        println!("{:<48} {repeated:>12.3} {:>16.3}   (first {:.3})", request.name, median(edited), median(first));
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
