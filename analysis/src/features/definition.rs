//! From a name to where it is defined.

use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::symbol::at::symbol_at;
use crate::symbol::definitions::definitions;
use crate::{FilePosition, FileRange, queries};

impl Analysis {
    /// Where what stands at a position is defined.
    pub fn definition(&self, position: FilePosition) -> Cancellable<Vec<FileRange>> {
        let found = self.read_file(position.file, |db, file| definition(db, file, position.offset))?;
        Ok(found.unwrap_or_default())
    }
}

fn definition(db: &dyn Db, file: FileInput, offset: u32) -> Vec<FileRange> {
    let Some(at) = symbol_at(db, file, offset) else { return Vec::new() };
    definitions(db, queries::environment_of(db, file), file, &at.symbol)
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn shown(text: &str) -> String {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let found = analysis.definition(fixture.cursor.expect("a cursor")).expect("no writer");
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
    fn of_a_class_in_another_file() {
        check(
            "include web::ngi$0nx\n//- /env/modules/web/manifests/nginx.pp\nclass web::nginx {}\n",
            expect![[r#"
                /env/modules/web/manifests/nginx.pp 6 [web::nginx]
            "#]],
        );
    }

    #[test]
    fn of_a_define_and_of_its_parameter() {
        let define = "//- /env/modules/web/manifests/site.pp\ndefine web::site($port) {}\n";
        check(
            &format!("web::s$0ite {{ 'a': port => 1 }}\n{define}"),
            expect![[r#"
                /env/modules/web/manifests/site.pp 7 [web::site]
            "#]],
        );
        check(
            &format!("web::site {{ 'a': po$0rt => 1 }}\n{define}"),
            expect![[r#"
                /env/modules/web/manifests/site.pp 17 [$port]
            "#]],
        );
    }

    #[test]
    fn of_variables_local_qualified_and_inherited() {
        check(
            "$a = 1\n[1].each |$x| { notice($a$0) }\n",
            expect![[r#"
                /env/manifests/site.pp 0 [$a]
            "#]],
        );
        let module = "//- /env/modules/m/manifests/init.pp\nclass m($p = 1) { $v = 2 }\n//- /env/modules/m/manifests/sub.pp\nclass m::sub inherits m {\n  notice(";
        check(
            &format!("{module}$m::v$0) }}\n"),
            expect![[r#"
                /env/modules/m/manifests/init.pp 18 [$v]
            "#]],
        );
        check(
            &format!("{module}$p$0) }}\n"),
            expect![[r#"
                /env/modules/m/manifests/init.pp 8 [$p]
            "#]],
        );
    }

    #[test]
    fn of_files_that_modules_serve() {
        let module = "//- /env/modules/m/manifests/init.pp\nclass m {}\n//- /env/modules/m/files/x/y.conf\ntext\n";
        check(
            &format!("file {{ '/a': source => ['puppet:///modules/m/x/y$0.conf', '/b'] }}\n{module}"),
            expect![[r#"
            /env/modules/m/files/x/y.conf 0 []
        "#]],
        );
        check(&format!("file {{ '/a': source => 'puppet:///modules/m/n$0o' }}\n{module}"), expect![[""]]);
        let own = "//- /env/modules/m/manifests/b.pp\nclass m::b { notice(file(\"${module_name}/x/$0y.conf\")) }\n";
        check(
            &format!("{own}{module}"),
            expect![[r#"
            /env/modules/m/files/x/y.conf 0 []
        "#]],
        );
    }

    #[test]
    fn of_variables_that_names_are_made_of() {
        for text in [
            "$a = {}\ncreate_resources('file', $a$0)\n",
            "$a = {}\nfile { '/x': * => $a$0 }\n",
            "$a = {}\nfile { '/x': * => $a$0 + {} }\n",
            "$a = 'x'\ninclude $a$0\n",
            "$a = 'x'\n$y = lookup($a$0)\n",
            "$a = 'x'\nensure_resource('file', $a$0, {})\n",
            "$a = 'x'\nFile <| tag == $a$0 |>\n",
        ] {
            assert_eq!(shown(text), "/env/manifests/site.pp 0 [$a]\n", "{text}");
        }
    }

    #[test]
    fn of_a_key_in_data_and_in_a_lookup() {
        let rest =
            "//- /env/modules/m/manifests/init.pp\nclass m($port) {}\n//- /env/data/common.yaml\nm::port: 1\nfree: 2\n";
        let parameter = expect![[r#"
            /env/modules/m/manifests/init.pp 8 [$port]
        "#]];
        parameter.assert_eq(&shown(&format!("notice(lookup('m::p$0ort'))\n{rest}")));
        parameter.assert_eq(&shown(&format!("include m\n{}", rest.replace("m::port", "m::p$0ort"))));
        check(
            &format!("notice(lookup('fr$0ee'))\n{rest}"),
            expect![[r#"
                /env/data/common.yaml 11 [free]
            "#]],
        );
    }

    #[test]
    fn of_files_resources_facts_and_modules() {
        let rest = "//- /env/modules/m/manifests/init.pp\nclass m { file { '/a': } }\n//- /env/modules/m/templates/a.epp\n\n//- /env/modules/m/lib/facter/x.rb\nFacter.add(:shard) {}\n//- /env/Puppetfile\nmod 'me-m'\n";
        check(
            &format!("notice(epp('m/a$0.epp'))\n{rest}"),
            expect![[r#"
                /env/modules/m/templates/a.epp 0 []
            "#]],
        );
        check(
            &format!("File['/$0a'] -> Class['m']\n{rest}"),
            expect![[r#"
                /env/modules/m/manifests/init.pp 17 ['/a']
            "#]],
        );
        check(
            &format!("notice($facts['sha$0rd'])\n{rest}"),
            expect![[r#"
                /env/modules/m/lib/facter/x.rb 12 [shard]
            "#]],
        );
        check(
            &format!("notice(1)\n{}", rest.replace("me-m", "me-$0m")),
            expect![[r#"
                /env/modules/m/manifests/init.pp 0 []
            "#]],
        );
    }

    #[test]
    fn of_a_variable_in_a_ruby_template() {
        check(
            "//- /env/modules/m/manifests/init.pp\nclass m { $v = 1 file { '/a': content => template('m/a.erb') } }\n//- /env/modules/m/templates/a.erb\n<%= @v$0 %>\n",
            expect![[r#"
                /env/modules/m/manifests/init.pp 10 [$v]
            "#]],
        );
    }
}
