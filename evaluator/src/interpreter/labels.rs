//! What Puppet's messages call a value.
