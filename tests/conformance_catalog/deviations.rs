//! Cases that we answer otherwise than Puppet, each with the reason.

const DEVIATIONS: &[(&str, &str)] = &[
    ("catalog/resource/152", "`component` is a type of Puppet's own inside; here it does not exist"),
    ("000-RE16d", "Puppet fails with a Ruby error; we name the attribute that does not exist"),
    ("000-RL9e", "Puppet fails with a Ruby error; we say that a catalog type is required"),
    ("000-CO6h", "Puppet fails with a Ruby error; we say that the query is none"),
    ("001-NV2c", "a collector has no value; Puppet shows an object of its own"),
    ("001-SI4e", "Puppet crashes on `\"${true}\"`; we give the obvious value"),
];

pub fn reason(id: &str) -> Option<&'static str> {
    DEVIATIONS.iter().find(|(known, _)| *known == id).map(|(_, reason)| *reason)
}
