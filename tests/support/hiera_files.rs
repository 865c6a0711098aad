//! The configuration and the manifest that any Hiera data is tried with, by fuzzing and by the ordinary suite.

pub const CONFIGURATION: &str = "\
version: 5
hierarchy:
  - name: one
    path: one.yaml
  - name: two
    paths: ['%{facts.x}.yaml', two.yaml]
";
pub const SITE: &str = "\
class p($a = 1, Hash $b = {}, Array $c = []) { notice($a, $b, $c) }
notice(lookup('a', undef, 'deep', 'none'))
notice(lookup('b', Hash, 'hash', {}))
notice(lookup('c', undef, 'unique', 'none'))
notice(lookup('a.b.0', undef, undef, 'none'))
include p
";
