//! From a name to where it is defined.

use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::places::name_range;
use crate::reference_index::Name;
use crate::resolve::variables::{BindingIn, Found, find_variable};
use crate::resolve::{self, What, definitions_of};
use crate::{FilePosition, FileRange, queries};

impl Analysis {
    /// Where what stands at a position is defined.
    pub fn definition(&self, position: FilePosition) -> Cancellable<Vec<FileRange>> {
        let found = self.read_file(position.file, |db, file| definition(db, file, position.offset))?;
        Ok(found.unwrap_or_default())
    }
}

fn definition(db: &dyn Db, file: FileInput, offset: u32) -> Vec<FileRange> {
    let Some(at) = resolve::at(db, file, offset) else { return Vec::new() };
    let environment = queries::environment_of(db, file);
    match at.what {
        What::Name(name @ Name::Attribute { .. }) => attribute(db, file, &name),
        What::Name(name) => definitions_of(db, environment, file, &name)
            .into_iter()
            .filter_map(|found| Some(FileRange { file: found.file.id(db), range: found.name_range(db)? }))
            .collect(),
        What::Variable { name, scope } => match find_variable(db, environment, file, scope, &name) {
            Found::Bindings(bindings) => bindings.iter().map(|binding| binding_range(db, binding)).collect(),
            Found::Nothing | Found::NotCertain => Vec::new(),
        },
    }
}

pub(crate) fn binding_range(db: &dyn Db, found: &BindingIn) -> FileRange {
    let range = name_range(&queries::source_file(db, found.file).source_map, &found.binding);
    FileRange { file: found.file.id(db), range }
}

/// The parameter that an attribute sets.
fn attribute(db: &dyn Db, file: FileInput, name: &Name) -> Vec<FileRange> {
    let Name::Attribute { name: attribute, .. } = name else { return Vec::new() };
    let environment = queries::environment_of(db, file);
    let mut found = Vec::new();
    for definition in definitions_of(db, environment, file, name) {
        for binding in resolve::variables::bindings_of_definition(db, definition, attribute) {
            found.push(binding_range(db, &binding));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
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
        expected.assert_eq(&shown.concat());
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
}
