//! Every request at many places of many texts, whole, cut short and broken: nothing panics, and every range lies in its file.

use analysis::module_layout::{Discovery, discover};
use analysis::{Analysis, AnalysisHost, Change, FileContent, FileId, FilePosition, FileRange, TextRange};

const FILES: &[(&str, &str)] = &[
    ("/env/environment.conf", "modulepath = modules:nowhere # why\nmanifest\n= x\nü = 'ß'\n"),
    ("/env/Puppetfile", "forge \"x\"\nmod 'a-web', '1.0.0'\nmod 'é',\n  :git => 'https://x/ü.git' # ß\nmod(\n"),
    (
        "/env/hiera.yaml",
        "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n  - name: \"ü\"\n    path: \"%{facts.os.family}/%{::web::port}.yaml\"\n  - [x]\n",
    ),
    (
        "/env/data/common.yaml",
        "---\nlookup_options:\n  web::port: {merge: first}\n  '^web::.*': 1\nweb::port: \"%{lookup('ü.x')} %{alias(\\\"web::port\\\")} %{\"\n'wéb::x': &a [1, *a]\nclasses: ['::web', web::ü]\n? [complex]\n: 1\n:symbol: x\n",
    ),
    ("/env/data/broken.yaml", "a: [1\n\"b\nc:: \u{2028}\n"),
    (
        "/env/modules/web/metadata.json",
        "{\"name\": \"a-web\", \"dependencies\": [{\"name\": \"x/y\"}, 1, \"z\"], \"version\": \"ü\"\n",
    ),
    (
        "/env/modules/web/manifests/init.pp",
        "# @param port ü\nclass web(Web::Port $port = 80, *$rest) inherits web::base {\n  include \"web::${x}\", 'web::base'\n  web::site { ['ä', 'b']: * => $h + { port => 1 }; default: port => 2 }\n  Web::Site <| tag == 'web' and port == 1 |> -> Web::Site['ä', \"b\"]\n  $v = epp('web/a.epp', { 'port' => $port, x => \"${v} ${facts['os']} $v\" })\n  notice(template('web/b.erb', 'web/c.erb'), lookup('web::port.x'), lookup(\"web::${x}\"), getvar('web::port'))\n  create_resources('@@web::site', { 'x' => { 'port' => 1 } }, { port => 2 })\n  [$a, [$b, $c]] = [1, [2, 3]]\n  $h.each |$k, $v2| { notice(@(\"END\"/L)) }\n  text ${k} $v2\n  | END\n}\n",
    ),
    ("/env/modules/web/manifests/base.pp", "class web::base { class inner { $x = $title } }\n"),
    ("/env/modules/web/manifests/site.pp", "define web::site($port = 1) { notice(\"${web::port}\") }\n"),
    ("/env/modules/web/types/port.pp", "type Web::Port = Variant[Integer[1, 65535], Web::Port]\n"),
    ("/env/modules/web/templates/a.epp", "<%- | $port, $x = 'ü' | -%>\nß <%= $port %> <% if $x { -%> <%# $no %>\n"),
    (
        "/env/modules/web/templates/b.erb",
        "ü <%= @port %> <% scope['web::port'] scope.lookupvar(\"::x\") @@no -%> <%% <%= scope.function_x %",
    ),
    ("/env/manifests/site.pp", "node default, /ü(.*)/ { class { 'web': port => $1 } }\n$top = $::facts['ü']\n"),
];

fn host(files: &[(String, String)]) -> AnalysisHost {
    let mut host = AnalysisHost::new();
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let read = |path: &str| files.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone());
    let layout = discover(&Discovery {
        roots: &["/env".to_string()],
        files: &paths,
        read: &read,
        modulepath: &[],
        environment: None,
    });
    let mut change = Change { layout: Some(layout), ..Change::default() };
    for (path, text) in files {
        change.set_file(path.clone(), FileContent::Text(text.as_str().into()));
    }
    host.apply_change(change);
    host
}

fn check_range(analysis: &Analysis, file: FileId, range: TextRange) {
    let text = analysis.text(file).expect("no writer").expect("a text");
    assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} in {:?}", analysis.path(file));
}

fn check_ranges(analysis: &Analysis, found: &[FileRange]) {
    found.iter().for_each(|place| check_range(analysis, place.file, place.range));
}

fn ask_about_file(analysis: &Analysis, file: FileId) {
    analysis.diagnostics(file).expect("no writer").iter().for_each(|found| check_range(analysis, file, found.range));
    analysis
        .semantic_tokens(file, None)
        .expect("no writer")
        .iter()
        .for_each(|found| check_range(analysis, file, found.range));
    analysis.document_links(file).expect("no writer").iter().for_each(|found| check_range(analysis, file, found.range));
    analysis
        .document_symbols(file)
        .expect("no writer")
        .iter()
        .for_each(|found| check_range(analysis, file, found.range));
    analysis.folds(file).expect("no writer");
}

fn ask_about_place(analysis: &Analysis, at: FilePosition) {
    if let Some(hover) = analysis.hover(at, false).expect("no writer") {
        check_range(analysis, at.file, hover.range);
    }
    for item in analysis.completions(at).expect("no writer").items {
        if let Some((range, _)) = item.edit {
            check_range(analysis, at.file, range);
        }
    }
    check_ranges(analysis, &analysis.definition(at).expect("no writer"));
    check_ranges(analysis, &analysis.type_definitions(at).expect("no writer"));
    check_ranges(analysis, &analysis.implementations(at).expect("no writer"));
    check_ranges(analysis, &analysis.references(at, true).expect("no writer"));
    analysis.highlights(at).expect("no writer").iter().for_each(|found| check_range(analysis, at.file, found.range));
    analysis.linked_ranges(at).expect("no writer").iter().for_each(|range| check_range(analysis, at.file, *range));
    analysis.signature_help(at).expect("no writer");
    analysis.monikers(at).expect("no writer");
    for item in analysis.prepare_call_hierarchy(at).expect("no writer") {
        check_range(analysis, item.file, item.range);
    }
    analysis.incoming_calls(at).expect("no writer");
    analysis.outgoing_calls(at).expect("no writer");
    analysis.supertypes(at).expect("no writer");
    analysis.subtypes(at).expect("no writer");
    if let Ok(target) = analysis.prepare_rename(at).expect("no writer") {
        check_range(analysis, at.file, target.range);
    }
    for new_name in ["other", "Web::Other", "web::other", "ü", ""] {
        if let Ok(edits) = analysis.rename(at, new_name).expect("no writer") {
            for (file, list) in &edits.edits {
                list.iter().for_each(|(range, _)| check_range(analysis, *file, *range));
            }
        }
    }
}

#[test]
fn in_whole_texts() {
    let files: Vec<(String, String)> = FILES.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    let host = host(&files);
    let analysis = host.analysis();
    for (path, text) in &files {
        let file = host.file_id(path).expect("the file");
        ask_about_file(&analysis, file);
        for (offset, _) in text.char_indices().step_by(3) {
            ask_about_place(&analysis, FilePosition { file, offset: offset as u32 });
        }
        // An offset inside of a character, and one behind the end.
        for offset in
            (0..text.len()).filter(|offset| !text.is_char_boundary(*offset)).chain([text.len(), text.len() + 9])
        {
            ask_about_place(&analysis, FilePosition { file, offset: offset as u32 });
        }
    }
}

#[test]
fn in_texts_that_end_anywhere() {
    let files: Vec<(String, String)> = FILES.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    for (index, (path, text)) in files.iter().enumerate() {
        let mut host = host(&files);
        for (number, (end, _)) in text.char_indices().enumerate() {
            if number % 7 != index % 7 {
                continue;
            }
            let short = &text[..end];
            host.apply_change(Change::of_file(path.clone(), FileContent::Text(short.into())));
            let file = host.file_id(path).expect("the file");
            let analysis = host.analysis();
            ask_about_file(&analysis, file);
            for offset in [end, end.saturating_sub(1)] {
                ask_about_place(&analysis, FilePosition { file, offset: offset as u32 });
            }
        }
    }
}
