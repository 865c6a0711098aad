//! Functions written in Puppet: found by name, loaded from the environment and modules.

#[derive(Debug, Default)]
pub struct PuppetFunctions {}
