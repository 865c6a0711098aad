//! Cases that we answer otherwise than Puppet, each with the reason.

use evaluator::Edition;

const DEVIATIONS: &[(&str, &str)] = &[
    ("catalog/resource/152", "`component` is a type of Puppet's own inside; here it does not exist"),
    ("catalog/param/041", "a reference that was given to a define prints like every other: `Notify['n']`"),
    ("catalog/order/026", "a reference that a parameter's default gives prints like every other: `Class[x]`"),
    ("000-RT4b", "a reference that was given to a define prints like every other: `Notify['n']`"),
    ("000-RT4c", "a reference that was given to a define prints like every other: `Notify['n']`"),
    ("000-RE16d", "Puppet fails with a Ruby error; we name the attribute that does not exist"),
    ("000-RL9e", "Puppet fails with a Ruby error; we say that a catalog type is required"),
    ("000-CO6h", "Puppet fails with a Ruby error; we say that the query is none"),
    ("001-NV2c", "a collector has no value; Puppet shows an object of its own"),
    ("001-SI4e", "Puppet crashes on `\"${true}\"`; we give the obvious value"),
];

/// What deviates in the edition of Puppet 7 only.
const PUPPET_7: &[(&str, &str)] =
    &[("catalog/meta/065", "a reference that was given to a define prints like every other: `Notify['a']`")];

pub fn reason_in(id: &str, edition: Edition) -> Option<&'static str> {
    let only_7 = PUPPET_7.iter().find(|(known, _)| edition == Edition::Puppet7 && *known == id);
    only_7.map(|(_, reason)| *reason).or_else(|| reason(id))
}

pub fn reason(id: &str) -> Option<&'static str> {
    DEVIATIONS.iter().find(|(known, _)| *known == id).map(|(_, reason)| *reason)
}
