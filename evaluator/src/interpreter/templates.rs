//! EPP templates: what is rendered so far, and calling a template with parameters.

/// The text that a template has given so far.
#[derive(Debug, Default)]
pub struct Rendering {
    pub text: String,
}
