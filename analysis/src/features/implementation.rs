//! From a class to those that inherit it, from a type alias to narrower ones, from a parameter to the data that sets it.

use super::type_hierarchy::subtypes;
use crate::definition_index::DefinitionKind;
use crate::host::{Analysis, Cancellable};
use crate::symbol::Symbol;
use crate::symbol::at::symbol_at;
use crate::symbol::definitions::{definitions, keys_set_for};
use crate::{FilePosition, FileRange, queries};

impl Analysis {
    pub fn implementations(&self, position: FilePosition) -> Cancellable<Vec<FileRange>> {
        let found = self.read_file(position.file, |db, file| {
            let Some(at) = symbol_at(db, file, position.offset) else { return Vec::new() };
            let environment = queries::environment_of(db, file);
            match &at.symbol {
                Symbol::Definition { kind: kind @ (DefinitionKind::Class | DefinitionKind::TypeAlias), name } => {
                    subtypes(db, environment, file, *kind, name)
                        .into_iter()
                        .filter_map(|found| Some(FileRange { file: found.file.id(db), range: found.name_range(db)? }))
                        .collect()
                }
                Symbol::Parameter { kind: DefinitionKind::Class, owner, name, .. } => {
                    keys_set_for(db, environment, file, owner, name)
                }
                other => definitions(db, environment, file, other),
            }
        })?;
        Ok(found.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let found = analysis.implementations(fixture.cursor.expect("a cursor")).expect("no writer");
        let shown: Vec<String> = found
            .iter()
            .map(|target| {
                let path = analysis.path(target.file).expect("no writer").expect("a path");
                format!("{path} [{}]\n", fixture.slice(target.file, target.range))
            })
            .collect();
        expected.assert_eq(&shown.concat());
    }

    #[test]
    fn inheritors_and_data() {
        let text = "//- /env/modules/m/manifests/init.pp\nclass m($port) {}\n//- /env/modules/m/manifests/a.pp\nclass m::a inherits m {}\n//- /env/data/a.yaml\nm::port: 1\n//- /env/data/b.yaml\nm::port: 2\n";
        check(
            &text.replace("class m(", "class m$0("),
            expect![[r#"
                /env/modules/m/manifests/a.pp [m::a]
            "#]],
        );
        check(
            &text.replace("$port", "$po$0rt"),
            expect![[r#"
                /env/data/a.yaml [m::port]
                /env/data/b.yaml [m::port]
            "#]],
        );
    }
}
