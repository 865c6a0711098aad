//! placeholder
pub fn render(_t: &str, _r: &crate::Reference) -> String { String::new() }
