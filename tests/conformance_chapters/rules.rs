//! Each rule that only the chapters have rests on a sentence of theirs: a case that quotes it, that holds where the rule is in
//! force, and does not hold in Puppet 8.

use analysis::Edition;
use evaluator::edition::RULES;

use crate::{answer, cases, judge, support};

/// The case of each rule, by the rule's name.
const CASES: &[(&str, &str)] = &[
    ("empty-string-is-false", "x.log.ore"),
    ("numeric-strings-equal-numbers", "x.eq.04"),
    ("numeric-strings-are-ordered-as-numbers", "x.cmp.06"),
    ("numeric-strings-in-arithmetic", "x.sub.str"),
    ("unbounded-integers", "g.big.shift"),
    ("unmatched-selector-is-undef", "n.sel.nomatch"),
    ("default-matches-where-it-stands", "m.sel.default"),
    ("append-and-delete-assignments", "x.asg.plus.eq.outer"),
    ("slice-is-from-and-to", "x.acc.arr08"),
    ("integer-type-is-a-range", "x.type.int0"),
    ("pattern-type-is-a-regexp", "x.pat"),
    ("hash-type-of-one-parameter", "x.type.hash0"),
    ("in-leaves-match-variables", "x.in.vars2"),
    ("matches-end-at-definitions", "r.match.class"),
    ("match-takes-no-types", "x.match.rhs.type"),
    ("statements-are-values", "x.nonvalue.collect2"),
    ("any-statement-call", "x.arr.call"),
    ("relationships-below-assignment", "c.rel.paren"),
    ("strings-are-classes-in-relationships", "c.rel.mix"),
    ("empty-relationship-operand-ends-chain", "c.rel22"),
    ("computed-resource-types", "c.res.ty.str"),
    ("override-sets-unset-attributes", "c.ov.otherscope"),
    ("append-in-defaults", "c.def.plus"),
    ("type-options-compare-types", "r.case.type"),
    ("private-definitions", "c.class.privateown"),
    ("callable-values", "f.ref.min"),
    ("builtins-win-over-environment", "f.shadow.system"),
    ("modules-see-dependencies-only", "r.modules"),
    ("data-binding-for-all", "p.define.data"),
    ("difference-by-equality", "x.del.arrhash"),
    ("right-shift-stays-positive", "r.shift"),
    ("unicode-case-folding", "r.unicode"),
    ("old-function-names", "e.collect"),
    ("exported-resources-need-no-store", "r.exported"),
    ("parameter-order-of-definitions", "g.orderk"),
    ("not-a-number-is-an-error", "r.nan"),
    ("types-compare-with-types-only", "r.types.only"),
    ("empty-case", "r.emptycase"),
    ("spaced-access", "g.space2"),
    ("plain-interpolated-names", "m.int1"),
    ("no-keywords-in-names", "e.name.kwseg"),
    ("no-default-from-itself", "g.self.outer"),
    ("queries-compare-attributes", "c.col.err00"),
    ("no-hyphens-in-names", "e.name.hyphen"),
    ("match-variables-end-at-digits", "g.y0es"),
    ("nested-definitions-need-their-parent", "c.auto.nested"),
    ("types-in-strings", "x.in.11"),
    ("unknown-types-are-types", "e.hash.type"),
    ("patterns-without-slashes", "x.conv.regexback"),
    ("integers-only", "x.shlfloat2"),
    ("undef-unfolds-to-itself", "g.unfold.undef"),
    ("pairs-have-two-elements", "g.hash.addpair"),
    ("default-is-not-ordered", "m.cmp1"),
];

#[test]
fn every_rule_of_the_chapters_has_a_case_that_quotes_its_sentence() {
    support::with_large_stack(|| {
        let default_facts = support::default_facts();
        let cases = cases();
        let mut wrong = Vec::new();
        for rule in RULES.iter().filter(|rule| rule.editions == [Edition::Spec4x]) {
            let id = CASES.iter().find(|(name, _)| *name == rule.name).map(|(_, id)| *id);
            let Some(case) = cases.iter().find(|case| case["id"].as_str() == id && id.is_some()) else {
                wrong.push(format!("{} has no case", rule.name));
                continue;
            };
            if support::text(case, "says").is_empty() {
                wrong.push(format!("the case of {} quotes nothing", rule.name));
            }
            let holds = |edition| judge::difference(&case["want"], &answer(case, &default_facts, edition)).is_none();
            if !holds(Edition::Spec4x) || holds(Edition::Puppet8) {
                wrong.push(format!("the case of {} does not tell the editions apart", rule.name));
            }
        }
        let names = |name: &str| RULES.iter().any(|rule| rule.name == name);
        wrong.extend(CASES.iter().filter(|(name, _)| !names(name)).map(|(name, _)| format!("there is no rule {name}")));
        assert!(wrong.is_empty(), "{wrong:#?}");
    });
}
