//! Valid sources give Puppet's tree and no error.

use crate::cases;
use crate::deviations;

#[test]
fn valid_sources_give_the_tree_that_puppet_builds() {
    let mut differences = Vec::new();
    for case in cases::read("syntax-positive.jsonl") {
        let parse = syntax::parse(&case.source, &case.options);
        let (program, source_map) = syntax::lower(&parse);
        assert_eq!(program.exprs.len(), source_map.len(), "{}", case.id);
        assert_eq!(parse.syntax().text().to_string(), case.source, "{}", case.id);
        let found = syntax::pn::print(&program);
        let expected = case.expect["pn"].as_str().unwrap_or_default();
        let errors: Vec<&str> = parse
            .problems()
            .iter()
            .filter(|problem| problem.is_error())
            .map(|problem| problem.message.as_str())
            .collect();
        if found != expected || !errors.is_empty() {
            differences.push((case.id, format!("{}\nexpected {expected}\nfound    {found}\n{errors:?}", case.source)));
        }
    }
    cases::report(differences, deviations::POSITIVE);
}
