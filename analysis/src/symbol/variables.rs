//! Where a variable is written in one file of Puppet code.

use super::names::{last_part, name_inside};
use super::{Form, Occurrence, Role};
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileInput};
use crate::preview::places::name_range;
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::resolve::variables::{BindingIn, Found, find_variable};
use crate::scopes::file_scopes;
use crate::symbol::at::scope_of_place;
use evaluator::fast_hash::FastMap;

/// The places of a file that bind or read one of these bindings.
pub fn of_bindings(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    name: &str,
    bindings: &[BindingIn],
) -> Vec<Occurrence> {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let mut found = Vec::new();
    for own in bindings.iter().filter(|binding| binding.file == file) {
        let range = name_range(&source.source_map, &own.binding);
        let name_range = name_inside(&text, range, name);
        found.push(Occurrence { file, range, name_range, form: Form::Plain, role: Role::Definition });
    }
    let scopes = file_scopes(db, file);
    let mut known: FastMap<(usize, &str), bool> = FastMap::default();
    let means_it = |scope: usize, written: &str| match find_variable(db, environment, file, scope, written) {
        Found::Bindings(meant) => meant.iter().any(|binding| bindings.contains(binding)),
        Found::Nothing | Found::NotCertain => false,
    };
    for used in scopes.uses.iter().filter(|used| last_part(&used.name) == name) {
        let is_it = match known.get(&(used.scope, used.name.as_str())) {
            Some(answer) => *answer,
            None => {
                let answer = means_it(used.scope, &used.name);
                known.insert((used.scope, &used.name), answer);
                answer
            }
        };
        if is_it {
            let range = source.source_map.range(used.place);
            let name_range = name_inside(&text, range, name);
            found.push(Occurrence { file, range, name_range, form: Form::Plain, role: Role::Read });
        }
    }
    for mention in &file_mentions(db, file).mentions {
        if let Name::VariableName(written) = &mention.name
            && last_part(written) == name
            && means_it(scope_of_place(db, file, mention.place), written)
        {
            let range = mention.range(&source.source_map);
            let name_range = name_inside(&text, range, name);
            found.push(Occurrence { file, range, name_range, form: Form::Plain, role: Role::Read });
        }
    }
    found
}

/// Uses of a plain name that nothing binds: facts, and what Puppet sets.
pub fn unbound(db: &dyn Db, environment: EnvironmentInput, file: FileInput, name: &str) -> Vec<Occurrence> {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let scopes = file_scopes(db, file);
    let mut found = Vec::new();
    for used in scopes.uses.iter().filter(|used| used.name.trim_start_matches("::") == name) {
        if !matches!(find_variable(db, environment, file, used.scope, &used.name), Found::Bindings(_)) {
            let range = source.source_map.range(used.place);
            let name_range = name_inside(&text, range, name);
            found.push(Occurrence { file, range, name_range, form: Form::Plain, role: Role::Read });
        }
    }
    found
}

/// Uses of `$title` and the like in the same definition.
pub fn of_own_variable(db: &dyn Db, file: FileInput, scope: usize, name: &str) -> Vec<Occurrence> {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let scopes = file_scopes(db, file);
    let definition = |scope: usize| {
        scopes.chain(scope).find(|scope| scope.parent.is_none_or(|parent| parent == 0)).and_then(|scope| scope.owner)
    };
    let wanted = definition(scope);
    let uses = scopes.uses.iter().filter(|used| used.name == name && definition(used.scope) == wanted);
    uses.map(|used| {
        let range = source.source_map.range(used.place);
        let name_range = name_inside(&text, range, name);
        Occurrence { file, range, name_range, form: Form::Plain, role: Role::Read }
    })
    .collect()
}
