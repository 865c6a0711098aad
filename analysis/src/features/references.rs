//! From a name to everywhere it is mentioned.

use smol_str::SmolStr;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::reference_index::{Name, file_mentions};
use crate::resolve::variables::{BindingIn, Found, find_variable};
use crate::resolve::{self, What, definitions_of};
use crate::scopes::file_scopes;
use crate::{FilePosition, FileRange, queries};

impl Analysis {
    /// Where what stands at a position is mentioned; its definitions come first if they are wanted.
    pub fn references(&self, position: FilePosition, include_definition: bool) -> Cancellable<Vec<FileRange>> {
        let found =
            self.read_file(position.file, |db, file| references(db, file, position.offset, include_definition))?;
        Ok(found.unwrap_or_default())
    }
}

fn references(db: &dyn Db, file: FileInput, offset: u32, include_definition: bool) -> Vec<FileRange> {
    let Some(at) = resolve::at(db, file, offset) else { return Vec::new() };
    let environment = queries::environment_of(db, file);
    let mut found = match at.what {
        What::Variable { name, scope } => match find_variable(db, environment, file, scope, &name) {
            Found::Bindings(bindings) => uses_of(db, environment, file, &bindings, include_definition),
            Found::Nothing | Found::NotCertain => Vec::new(),
        },
        What::Name(name) => {
            let definitions = definitions_of(db, environment, file, &name);
            mentions_of(db, environment, file, &name, &definitions, include_definition)
        }
    };
    found.sort_by_key(|place| (place.file, place.range));
    found.dedup();
    found
}

/// Every manifest and template that can mention something of the environment.
fn files_of(db: &dyn Db, environment: EnvironmentInput, file: FileInput) -> Vec<FileInput> {
    let own = environment.files(db);
    let mut files: Vec<FileInput> = own.iter().filter(|(path, _)| queries::is_source(path)).map(|(_, f)| *f).collect();
    for module in environment.modules(db).iter() {
        let listing = module.files(db);
        files.extend(listing.iter().filter(|(path, _)| queries::is_source(path)).map(|(_, file)| *file));
    }
    if !files.contains(&file) {
        files.push(file);
    }
    files
}

fn mentions_of(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    name: &Name,
    definitions: &[DefinitionRef],
    include_definition: bool,
) -> Vec<FileRange> {
    // Mentions of one thing take several forms: the class in `include`, in `Class[…]`, in its own head.
    let wanted: Vec<(DefinitionKind, SmolStr)> = definitions
        .iter()
        .filter_map(|definition| definition.signature(db).map(|signature| (signature.kind, signature.name)))
        .collect();
    let mut found = Vec::new();
    for file in files_of(db, environment, file) {
        db.unwind_if_revision_cancelled();
        let mentions = file_mentions(db, file);
        let matching: Vec<_> =
            mentions.mentions.iter().filter(|mention| is_mention_of(&mention.name, name, &wanted)).collect();
        if matching.is_empty() {
            continue;
        }
        let source = queries::source_file(db, file);
        for mention in matching {
            if include_definition || !matches!(mention.name, Name::Definition(..)) {
                found.push(FileRange { file: file.id(db), range: mention.range(&source.source_map) });
            }
        }
    }
    found
}

/// Where code looks a Hiera key up.
pub(crate) fn lookups_of(db: &dyn Db, environment: EnvironmentInput, from: FileInput, key: &str) -> Vec<FileRange> {
    let mut files = files_of(db, environment, from);
    files.retain(|file| queries::is_source(&file.path(db)));
    let mut found = Vec::new();
    for file in files {
        db.unwind_if_revision_cancelled();
        let is_key = |name: &Name| matches!(name, Name::HieraKey(mentioned) if mentioned == key);
        let mentions = file_mentions(db, file);
        for mention in mentions.mentions.iter().filter(|mention| is_key(&mention.name)) {
            let source = queries::source_file(db, file);
            found.push(FileRange { file: file.id(db), range: mention.range(&source.source_map) });
        }
    }
    found
}

fn is_mention_of(mentioned: &Name, asked: &Name, wanted: &[(DefinitionKind, SmolStr)]) -> bool {
    if mentioned == asked {
        return true;
    }
    wanted.iter().any(|(kind, wanted)| match mentioned {
        Name::Definition(mentioned_kind, name) => mentioned_kind == kind && name == wanted,
        Name::Class(name) => *kind == DefinitionKind::Class && name == wanted,
        Name::ResourceType(name) => *kind == DefinitionKind::Define && name == wanted,
        Name::Reference(name) => matches!(kind, DefinitionKind::Define | DefinitionKind::TypeAlias) && name == wanted,
        Name::Function(name) => matches!(kind, DefinitionKind::Function | DefinitionKind::Plan) && name == wanted,
        Name::Attribute { .. } | Name::HieraKey(_) => false,
    })
}

fn uses_of(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    bindings: &[BindingIn],
    include_definition: bool,
) -> Vec<FileRange> {
    let Some(first) = bindings.first() else { return Vec::new() };
    let wanted = first.binding.name.clone();
    let mut found = Vec::new();
    if include_definition {
        found.extend(bindings.iter().map(|binding| super::definition::binding_range(db, binding)));
    }
    for file in files_of(db, environment, file) {
        db.unwind_if_revision_cancelled();
        let scopes = file_scopes(db, file);
        for used in &scopes.uses {
            let short = used.name.rsplit("::").next().unwrap_or(&used.name);
            if short != wanted {
                continue;
            }
            if let Found::Bindings(meant) = find_variable(db, environment, file, used.scope, &used.name)
                && meant.iter().any(|binding| bindings.contains(binding))
            {
                let range = queries::source_file(db, file).source_map.range(used.place);
                found.push(FileRange { file: file.id(db), range });
            }
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
        let found = analysis.references(fixture.cursor.expect("a cursor"), true).expect("no writer");
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
}
