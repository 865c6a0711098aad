//! What a class inherits and who inherits it; what a type alias is narrower and wider than.

use syntax::{Expr, ExprId, Program};

use super::call_hierarchy::CallItem;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, canonical_name, file_signature, find_definitions};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::symbol::Symbol;
use crate::symbol::at::symbol_at;
use crate::word_index::files_mentioning;
use crate::{FilePosition, queries};

impl Analysis {
    /// The class or type alias at a position.
    pub fn prepare_type_hierarchy(&self, position: FilePosition) -> Cancellable<Vec<CallItem>> {
        self.type_items(position, |db, environment, file, kind, name| {
            find_definitions(db, environment, file, kind, name)
        })
    }

    pub fn supertypes(&self, position: FilePosition) -> Cancellable<Vec<CallItem>> {
        self.type_items(position, supertypes)
    }

    pub fn subtypes(&self, position: FilePosition) -> Cancellable<Vec<CallItem>> {
        self.type_items(position, subtypes)
    }

    fn type_items(
        &self,
        position: FilePosition,
        find: fn(&dyn Db, EnvironmentInput, FileInput, DefinitionKind, &str) -> Vec<DefinitionRef>,
    ) -> Cancellable<Vec<CallItem>> {
        let found = self.read_file(position.file, |db, file| {
            let Some(at) = symbol_at(db, file, position.offset) else { return Vec::new() };
            let Symbol::Definition { kind, name } = &at.symbol else { return Vec::new() };
            if !matches!(kind, DefinitionKind::Class | DefinitionKind::TypeAlias) {
                return Vec::new();
            }
            let environment = queries::environment_of(db, file);
            find(db, environment, file, *kind, name).into_iter().filter_map(|found| item(db, found)).collect()
        })?;
        Ok(found.unwrap_or_default())
    }
}

fn item(db: &dyn Db, definition: DefinitionRef) -> Option<CallItem> {
    let signature = definition.signature(db)?;
    let source = queries::source_file(db, definition.file);
    let name = match signature.kind {
        DefinitionKind::TypeAlias => crate::symbol::names::capitalised(&signature.name),
        _ => signature.name.to_string(),
    };
    Some(CallItem {
        name,
        kind: Some(signature.kind),
        file: definition.file.id(db),
        range: source.source_map.range(definition.expr(db)?),
        name_range: definition.name_range(db)?,
    })
}

fn supertypes(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    kind: DefinitionKind,
    name: &str,
) -> Vec<DefinitionRef> {
    let mut found = Vec::new();
    for definition in find_definitions(db, environment, file, kind, name) {
        let names = match kind {
            DefinitionKind::Class => {
                let parent = definition.signature(db).and_then(|signature| signature.parent);
                parent.iter().map(|parent| parent.to_string()).collect()
            }
            _ => alias_parts(db, definition).map(|parts| parts.wider).unwrap_or_default(),
        };
        for name in names {
            found.extend(find_definitions(db, environment, file, kind, &name));
        }
    }
    // What a variant of types is built from is narrower than it.
    if kind == DefinitionKind::TypeAlias {
        found.extend(aliases_where(db, environment, file, name, |parts, name| {
            parts.narrower.iter().any(|narrower| narrower == name)
        }));
    }
    found
}

pub(crate) fn subtypes(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    kind: DefinitionKind,
    name: &str,
) -> Vec<DefinitionRef> {
    if kind == DefinitionKind::TypeAlias {
        let mut found =
            aliases_where(db, environment, file, name, |parts, name| parts.wider.iter().any(|wider| wider == name));
        for definition in find_definitions(db, environment, file, kind, name) {
            for narrower in alias_parts(db, definition).map(|parts| parts.narrower).unwrap_or_default() {
                found.extend(find_definitions(db, environment, file, kind, &narrower));
            }
        }
        return found;
    }
    let mut found = Vec::new();
    for file in files_mentioning(db, environment, file, name) {
        if !queries::is_puppet_code(&file.path(db)) {
            continue;
        }
        for signature in &file_signature(db, file).definitions {
            if signature.parent.as_deref() == Some(name) {
                found.push(DefinitionRef { file, index: signature.index });
            }
        }
    }
    found
}

/// The aliases that are directly wider and narrower than a type alias.
#[derive(Debug, Default)]
struct AliasParts {
    wider: Vec<String>,
    narrower: Vec<String>,
}

fn alias_parts(db: &dyn Db, definition: DefinitionRef) -> Option<AliasParts> {
    let program = queries::program(db, definition.file);
    let Expr::TypeAlias(alias) = program.expr(definition.expr(db)?) else { return None };
    let mut parts = AliasParts::default();
    match program.expr(alias.type_expression) {
        // `type A = B`, `type A = B[…]`
        Expr::QualifiedReference(name) => parts.wider.push(canonical_name(name).to_string()),
        Expr::Access { left, keys } => {
            if let Expr::QualifiedReference(name) = program.expr(*left) {
                match canonical_name(name).as_str() {
                    "variant" | "optional" => parts.narrower.extend(keys.iter().filter_map(|key| head(&program, *key))),
                    other => parts.wider.push(other.to_string()),
                }
            }
        }
        _ => {}
    }
    Some(parts)
}

/// The name of a type without its parameters, where it has none: `Array[A]` is neither wider nor narrower than `A`.
fn head(program: &Program, id: ExprId) -> Option<String> {
    match program.expr(id) {
        Expr::QualifiedReference(name) => Some(canonical_name(name).to_string()),
        _ => None,
    }
}

fn aliases_where(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    name: &str,
    is_it: fn(&AliasParts, &str) -> bool,
) -> Vec<DefinitionRef> {
    let mut found = Vec::new();
    for file in files_mentioning(db, environment, from, name) {
        if !queries::is_puppet_code(&file.path(db)) {
            continue;
        }
        for signature in &file_signature(db, file).definitions {
            let definition = DefinitionRef { file, index: signature.index };
            if signature.kind == DefinitionKind::TypeAlias
                && alias_parts(db, definition).is_some_and(|parts| is_it(&parts, name))
            {
                found.push(definition);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    fn check(text: &str, up: &[&str], down: &[&str]) {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let cursor = fixture.cursor.expect("a cursor");
        assert_eq!(analysis.prepare_type_hierarchy(cursor).expect("no writer").len(), 1);
        let names = |items: Vec<super::CallItem>| items.into_iter().map(|item| item.name).collect::<Vec<_>>();
        assert_eq!(names(analysis.supertypes(cursor).expect("no writer")), up, "supertypes");
        assert_eq!(names(analysis.subtypes(cursor).expect("no writer")), down, "subtypes");
    }

    #[test]
    fn of_classes() {
        check(
            "//- /env/modules/m/manifests/init.pp\nclass m {}\n//- /env/modules/m/manifests/a.pp\nclass m::a$0 inherits m {}\n//- /env/modules/m/manifests/b.pp\nclass m::b inherits m::a {}\n",
            &["m"],
            &["m::b"],
        );
    }

    #[test]
    fn of_type_aliases() {
        let text = "//- /env/modules/m/types/a.pp\ntype M::A = Integer[1]\n//- /env/modules/m/types/b.pp\ntype M::B$0 = M::A\n//- /env/modules/m/types/c.pp\ntype M::C = Variant[M::B, String]\n//- /env/modules/m/types/d.pp\ntype M::D = Array[M::B]\n";
        check(text, &["M::A", "M::C"], &[]);
        check(&text.replace("$0", "").replace("M::C =", "M::C$0 ="), &[], &["M::B"]);
    }
}
