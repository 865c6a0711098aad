//! Interpolations: methods that there are not, and facts that `%{facts.…}` names in data and in `hiera.yaml`, and that no node has: one letter away from one that nodes have.

use evaluator::hiera::data_node::DataNode;
use smol_str::SmolStr;

use super::checks::{Findings, UNKNOWN_FACT, UNKNOWN_METHOD};
use crate::checks::{closest, unknown_fact_message};
use crate::data_document::{DataPlaces, for_each_scalar};
use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;
use crate::resolve::fact_names::FactNames;

/// What an interpolation can call.
const METHODS: &[&str] = &["lookup", "hiera", "alias", "scope", "literal"];

/// Reports the mistyped facts of a document.
pub fn run(db: &dyn Db, file: FileInput, places: &DataPlaces, root: &DataNode, findings: &mut Findings) {
    let facts = FactNames::of(db, queries::environment_of(db, file));
    for_each_scalar(root, &mut |scalar| {
        let Some(text) = scalar.key_text() else { return };
        let mut from = 0;
        while let Some(open) = text.get(from..).and_then(|rest| rest.find("%{")).map(|at| from + at + 2) {
            let Some(close) = text.get(open..).and_then(|rest| rest.find('}')).map(|at| open + at) else { return };
            let inner = text.get(open..close).unwrap_or_default();
            from = close + 1;
            if let Some((method, _)) = inner.trim_start().split_once('(')
                && !METHODS.contains(&method.trim())
                && let Some(range) = places.part(scalar, open + inner.len() - inner.trim_start().len(), method.len())
            {
                let message = format!("Unknown interpolation method '{}'", method.trim());
                let diagnostic = findings.report(UNKNOWN_METHOD, range, message);
                let known: Vec<SmolStr> = METHODS.iter().map(|name| SmolStr::new_static(name)).collect();
                if let Some(similar) = closest(method.trim(), known.iter()) {
                    diagnostic.suggest(range, similar);
                }
                continue;
            }
            let Some(start) =
                ["facts.", "::facts."].iter().find_map(|prefix| inner.starts_with(prefix).then_some(prefix.len()))
            else {
                continue;
            };
            let path = inner.get(start..).unwrap_or_default().trim_end();
            let Some(found) = facts.similar_path(path, |name, known| closest(name, known.iter()).cloned()) else {
                continue;
            };
            if let Some(range) = places.part(scalar, open + start + found.range.start, found.range.len()) {
                let parents: Vec<&str> = found.parents.iter().map(String::as_str).collect();
                let message = unknown_fact_message(&parents, &found.name);
                findings.report(UNKNOWN_FACT, range, message).suggest(range, &found.similar);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::expect;

    #[test]
    fn facts_of_levels_and_data() {
        let text = "version: 5\nhierarchy:\n  - name: a\n    path: \"%{facts.os.familly}/%{::facts.networking.hostname}.yaml\"\n  - name: b\n    path: \"%{facts.own_role}/%{facts.virtaul}.yaml\"\n";
        expect![[r#"
            warning unknown-interpolated-fact [familly]: the fact 'os' has no 'familly' | did you mean 'family'?
            warning unknown-interpolated-fact [virtaul]: there is no fact 'virtaul' | did you mean 'virtual'?
        "#]]
        .assert_eq(&shown("/env/hiera.yaml", &format!("//- /env/manifests/site.pp\n\n//- /env/hiera.yaml\n{text}")));
        expect![[r#"
            warning unknown-interpolated-fact [relase]: the fact 'os' has no 'relase' | did you mean 'release'?
            error unknown-interpolation-method [lookp]: Unknown interpolation method 'lookp' | did you mean 'lookup'?
        "#]]
        .assert_eq(&shown(
            "/env/data/a.yaml",
            "//- /env/manifests/site.pp\nnotice(lookup('k'))\n//- /env/data/a.yaml\nk: \"%{facts.os.relase.major} %{lookp('x')}\"\n",
        ));
    }
}
