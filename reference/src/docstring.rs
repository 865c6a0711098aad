//! Documentation text with tags, by YARD's rules. Knows nothing of what it documents.

pub mod parse;
pub mod tag_table;
mod type_list;

pub use parse::parse;

/// A documentation text: what belongs to no tag, and the tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Docstring {
    pub text: String,
    /// In the order of the text; `sorted_tags` has them in YARD's order.
    pub tags: Vec<Tag>,
    /// `@!name` blocks.
    pub directives: Vec<Tag>,
    /// What is left out of it and why.
    pub mistakes: Vec<TagMistake>,
}

/// One tag. Which fields it has depends on its shape in the table of tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tag {
    /// `param` of `@param`
    pub tag: String,
    /// The parameter, title or address that the tag is about.
    pub name: Option<String>,
    pub types: Option<Vec<String>>,
    pub text: Option<String>,
    /// The key that `@option` and `@enum` describe.
    pub pair: Option<Box<Tag>>,
    pub overload: Option<Box<Overload>>,
}

/// One signature of a function with more than one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overload {
    pub signature: String,
    pub docstring: Docstring,
    pub defaults: Vec<(String, String)>,
    /// True where it was made from a `dispatch`, false for a written `@overload`.
    pub is_dispatch: bool,
}

/// Why a tag is not among the tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagMistake {
    UnknownTag(String),
    UnknownDirective(String),
    /// A name before the type list of `@return`, an `@example` without text.
    Format(String),
}

impl Tag {
    /// Makes a tag with only a text.
    pub fn plain(tag: &str, text: &str) -> Self {
        Tag { tag: tag.to_string(), text: Some(text.to_string()), ..Tag::default() }
    }

    /// Makes a tag that documents nothing, for a parameter or a result that has none.
    pub fn undocumented(tag: &str, types: Vec<String>, name: Option<String>) -> Self {
        Tag { tag: tag.to_string(), text: Some(String::new()), types: Some(types), name, ..Tag::default() }
    }
}

impl Docstring {
    /// Returns all tags ordered by the name of the tag, as YARD hands them out.
    pub fn sorted_tags(&self) -> Vec<&Tag> {
        let mut tags: Vec<&Tag> = self.tags.iter().collect();
        tags.sort_by(|left, right| left.tag.cmp(&right.tag));
        tags
    }

    pub fn tags_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Tag> {
        self.tags.iter().filter(move |tag| tag.tag == name)
    }

    pub fn first(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.tag == name)
    }

    pub fn first_mut(&mut self, name: &str) -> Option<&mut Tag> {
        self.tags.iter_mut().find(|tag| tag.tag == name)
    }

    /// Returns the first text of a tag that is not empty.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let texts = self.tags.iter().filter(|tag| tag.tag == name).filter_map(|tag| tag.text.as_deref());
        texts.into_iter().find(|text| !text.is_empty())
    }

    pub fn is_private(&self) -> bool {
        self.tags_named("api").any(|tag| tag.text.as_deref() == Some("private"))
    }

    /// Returns the description: the text, else the summary.
    pub fn description(&self) -> Option<&str> {
        if self.text.is_empty() { self.text_of("summary") } else { Some(&self.text) }
    }
}
