//! Names of definitions that hold across workspaces, for indexes of code.

use crate::FilePosition;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileOwner;
use crate::queries;
use crate::symbol::Symbol;
use crate::symbol::at::symbol_at;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moniker {
    /// For instance `web:class:web::nginx`: module, kind, name.
    pub identifier: String,
    /// The module is installed, not developed here.
    pub is_import: bool,
}

impl Analysis {
    pub fn monikers(&self, position: FilePosition) -> Cancellable<Vec<Moniker>> {
        let found = self.read_file(position.file, |db, file| {
            let at = symbol_at(db, file, position.offset)?;
            let (kind, owner, parameter) = match &at.symbol {
                Symbol::Definition { kind, name } if *kind != DefinitionKind::Node => (*kind, name, None),
                Symbol::Parameter { kind, owner, name, .. } => (*kind, owner, Some(name)),
                _ => return None,
            };
            let environment = queries::environment_of(db, file);
            let definition = *find_definitions(db, environment, file, kind, owner).first()?;
            let FileOwner::Module { module, .. } = definition.file.owner(db) else { return None };
            let parameter = parameter.map(|name| format!("#{name}")).unwrap_or_default();
            let kind = kind.label().replace(' ', "-");
            let identifier = format!("{}:{kind}:{owner}{parameter}", module.name(db));
            Some(Moniker { identifier, is_import: module.vendored(db) })
        })?;
        Ok(found.flatten().into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    fn identifiers(text: &str) -> Vec<String> {
        let fixture = Fixture::new(text);
        let found = fixture.host.analysis().monikers(fixture.cursor.expect("a cursor")).expect("no writer");
        found.into_iter().map(|moniker| moniker.identifier).collect()
    }

    #[test]
    fn of_definitions_in_modules() {
        let module = "//- /env/modules/m/manifests/a.pp\nclass m::a($p) {}\n";
        assert_eq!(identifiers(&format!("include m::a$0\n{module}")), ["m:class:m::a"]);
        assert_eq!(identifiers(&format!("class {{ 'm::a': p$0 => 1 }}\n{module}")), ["m:class:m::a#p"]);
        assert_eq!(identifiers("class lo$0ose {}\n"), [""; 0]);
    }
}
