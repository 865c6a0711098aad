//! From a name to everywhere it is mentioned: in code, templates, data and lists of modules.

use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::reference_index::{Name, file_mentions};
use crate::symbol::at::symbol_at;
use crate::symbol::definitions::definitions;
use crate::symbol::occurrences::occurrences;
use crate::symbol::{Role, Symbol};
use crate::word_index::files_mentioning;
use crate::{FilePosition, FileRange, queries};

impl Analysis {
    /// Where what stands at a position is mentioned; its definitions are among them if they are wanted.
    pub fn references(&self, position: FilePosition, include_definition: bool) -> Cancellable<Vec<FileRange>> {
        let found =
            self.read_file(position.file, |db, file| references(db, file, position.offset, include_definition))?;
        Ok(found.unwrap_or_default())
    }
}

fn references(db: &dyn Db, file: FileInput, offset: u32, include_definition: bool) -> Vec<FileRange> {
    let Some(at) = symbol_at(db, file, offset) else { return Vec::new() };
    let environment = queries::environment_of(db, file);
    let mut found: Vec<FileRange> = occurrences(db, environment, file, &at.symbol)
        .into_iter()
        .filter(|place| include_definition || place.role != Role::Definition)
        .map(|place| FileRange { file: place.file.id(db), range: place.range })
        .collect();
    // What is defined in Ruby is looked for only there.
    let in_ruby = matches!(at.symbol, Symbol::Fact(_) | Symbol::Function(_) | Symbol::ResourceType(_));
    if include_definition && in_ruby {
        found.extend(definitions(db, environment, file, &at.symbol));
    }
    found
}

/// Where code looks a Hiera key up.
pub(crate) fn lookups_of(db: &dyn Db, environment: EnvironmentInput, from: FileInput, key: &str) -> Vec<FileRange> {
    let mut found = Vec::new();
    for file in files_mentioning(db, environment, from, key) {
        if !queries::is_source(&file.path(db)) {
            continue;
        }
        let is_key = |name: &Name| matches!(name, Name::HieraKey(mentioned) if mentioned == key);
        let mentions = file_mentions(db, file);
        for mention in mentions.mentions.iter().filter(|mention| is_key(&mention.name)) {
            let source = queries::source_file(db, file);
            found.push(FileRange { file: file.id(db), range: mention.range(&source.source_map) });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn shown(text: &str) -> String {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let found = analysis.references(fixture.cursor.expect("a cursor"), true).expect("no writer");
        let shown: Vec<String> = found
            .iter()
            .map(|target| {
                let path = analysis.path(target.file).expect("no writer").expect("a path");
                format!("{path} {} [{}]\n", target.range.start, fixture.slice(target.file, target.range))
            })
            .collect();
        shown.concat()
    }

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(text));
    }

    #[test]
    fn of_a_class_in_all_its_forms() {
        check(
            "include web\nclass { 'web': }\nClass['web'] -> Class['other']\n//- /env/modules/web/manifests/init.pp\nclass we$0b {}\n",
            expect![[r#"
                /env/manifests/site.pp 8 [web]
                /env/manifests/site.pp 20 ['web']
                /env/manifests/site.pp 35 ['web']
                /env/modules/web/manifests/init.pp 6 [web]
            "#]],
        );
    }

    #[test]
    fn of_a_parameter_in_other_files_too() {
        check(
            "notice($m::port)\n//- /env/modules/m/manifests/init.pp\nclass m($po$0rt) { notice($port) [1].each |$port| { notice($port) } }\n",
            expect![[r#"
                /env/manifests/site.pp 7 [$m::port]
                /env/modules/m/manifests/init.pp 8 [$port]
                /env/modules/m/manifests/init.pp 24 [$port]
            "#]],
        );
    }

    const CLASS: &str = "//- /env/modules/m/manifests/init.pp\nclass m($port = 1) { $x = $port\n  file { '/a': content => template('m/a.erb') } }\n";

    #[test]
    fn of_a_parameter_in_data_templates_and_declarations() {
        let rest = "//- /env/manifests/site.pp\nclass { 'm': port => 2 }\nnotice(lookup('m::port'), getvar('m::port'))\n//- /env/data/common.yaml\nlookup_options:\n  m::port:\n    merge: first\nm::port: 3\nother: \"%{lookup('m::port')}\"\n//- /env/modules/m/templates/a.erb\n<%= @port %> <%= scope['m::port'] %> <%= @other %>\n";
        let everywhere = expect![[r#"
            /env/modules/m/manifests/init.pp 8 [$port]
            /env/modules/m/manifests/init.pp 26 [$port]
            /env/manifests/site.pp 13 [port]
            /env/manifests/site.pp 39 ['m::port']
            /env/manifests/site.pp 58 ['m::port']
            /env/data/common.yaml 18 [m::port]
            /env/data/common.yaml 44 [m::port]
            /env/data/common.yaml 73 [m::port]
            /env/modules/m/templates/a.erb 5 [port]
            /env/modules/m/templates/a.erb 24 [m::port]
        "#]];
        for text in [
            format!("{}{rest}", CLASS.replace("m($port", "m($p$0ort")),
            format!("{CLASS}{}", rest.replace("\nm::port: 3", "\nm::po$0rt: 3")),
            format!("{CLASS}{}", rest.replace("@port", "@po$0rt")),
            format!("{CLASS}{}", rest.replace("port => 2", "po$0rt => 2")),
        ] {
            everywhere.assert_eq(&shown(&text));
        }
    }

    #[test]
    fn of_a_resource_by_its_title() {
        check(
            "file { ['/a', '/b']: }\nservice { 'x': require => File['/$0a'] }\nexec { '/a': }\nFile['/a', '/b'] -> Service['x']\n",
            expect![[r#"
                /env/manifests/site.pp 8 ['/a']
                /env/manifests/site.pp 54 ['/a']
                /env/manifests/site.pp 82 ['/a']
            "#]],
        );
    }

    #[test]
    fn of_a_fact_in_code_and_data() {
        check(
            "notice($facts['o$0s']['family'], $::os, $os)\nclass a($os) { notice($os) }\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: x\n    path: \"%{facts.os.family}.yaml\"\n",
            expect![[r#"
                /env/manifests/site.pp 14 ['os']
                /env/manifests/site.pp 31 [$::os]
                /env/manifests/site.pp 38 [$os]
                /env/hiera.yaml 53 [os]
            "#]],
        );
    }

    #[test]
    fn of_a_template_and_its_parameter() {
        let text = "file { '/a': content => epp('m/a.epp', { 'port' => 1, x => 2 }) }\n//- /env/modules/m/manifests/init.pp\nclass m { $port = 1 }\n//- /env/modules/m/templates/a.epp\n<%- | $port | -%>\n<%= $port %>\n";
        check(
            &text.replace("'m/a.epp'", "'m/$0a.epp'"),
            expect![[r#"
                /env/manifests/site.pp 28 ['m/a.epp']
            "#]],
        );
        check(
            &text.replace("<%= $port", "<%= $po$0rt"),
            expect![[r#"
                /env/manifests/site.pp 41 ['port']
                /env/modules/m/templates/a.epp 6 [$port]
                /env/modules/m/templates/a.epp 22 [$port]
            "#]],
        );
    }

    #[test]
    fn of_a_template_whose_extension_is_left_out() {
        let text = "file { '/a': content => epp('m/a.sh', { 'port' => 1 }) }\n//- /env/modules/m/manifests/init.pp\nclass m { }\n//- /env/modules/m/templates/a.sh.epp\n<%- | $po$0rt | -%>\n";
        check(
            text,
            expect![[r#"
                /env/manifests/site.pp 40 ['port']
                /env/modules/m/templates/a.sh.epp 6 [$port]
            "#]],
        );
    }

    #[test]
    fn of_a_class_that_data_includes() {
        check(
            "lookup('classes').include\nhiera_include('more')\n//- /env/modules/m/manifests/init.pp\nclass m$0 {}\n//- /env/data/common.yaml\nclasses: [m, n]\nmore:\n  - '::m'\nname: m\n",
            expect![[r#"
                /env/modules/m/manifests/init.pp 6 [m]
                /env/data/common.yaml 10 [m]
                /env/data/common.yaml 29 [m]
            "#]],
        );
    }

    #[test]
    fn of_a_module_in_lists_of_modules() {
        check(
            "//- /env/Puppetfile\nmod 'me-we$0b', '1.0.0'\n//- /env/modules/web/manifests/init.pp\nclass web {}\n//- /env/modules/web/metadata.json\n{\"name\": \"me-web\"}\n//- /env/site/app/manifests/init.pp\nclass app {}\n//- /env/site/app/metadata.json\n{\"name\": \"me-app\", \"dependencies\": [{\"name\": \"me/web\"}]}\n",
            expect![[r#"
                /env/Puppetfile 5 [me-web]
                /env/modules/web/metadata.json 10 [me-web]
                /env/site/app/metadata.json 46 [me/web]
            "#]],
        );
    }

    #[test]
    fn of_a_variable_that_is_inherited_over_several_classes() {
        check(
            "//- /env/modules/m/manifests/a.pp\nclass m::a { $v$0 = 1 }\n//- /env/modules/m/manifests/b.pp\nclass m::b inherits m::a { }\n//- /env/modules/m/manifests/c.pp\nclass m::c inherits m::b { notice($v) }\n//- /env/modules/m/manifests/d.pp\nclass m::d { notice($v, $m::c::v) }\n",
            expect![[r#"
                /env/modules/m/manifests/a.pp 13 [$v]
                /env/modules/m/manifests/c.pp 34 [$v]
                /env/modules/m/manifests/d.pp 24 [$m::c::v]
            "#]],
        );
    }

    #[test]
    fn of_a_local_variable_stay_in_its_scope() {
        check(
            "$x = 1\n[1].each |$x$0| { notice(\"${x} $x\") }\nnotice($x)\n",
            expect![[r#"
                /env/manifests/site.pp 17 [$x]
                /env/manifests/site.pp 33 [x]
                /env/manifests/site.pp 36 [$x]
            "#]],
        );
    }
}
