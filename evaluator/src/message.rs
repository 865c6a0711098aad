//! Messages of the evaluator: text, and the places that it names kept apart from it as ids. A text that a user has written can
//! never be taken for a place, and moving code does not change a message.

use crate::place::{Location, Place, PlaceStyle};

/// A message whose places are not lines yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Message {
    text: String,
    /// In the order of their offsets. Empty in most messages, which then cost no more than their text.
    places: Vec<PlaceInText>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PlaceInText {
    /// The byte of the text that the place stands before.
    offset: usize,
    place: Place,
    style: PlaceStyle,
}

impl Message {
    /// Adds text at the end.
    #[must_use]
    pub fn then(mut self, text: impl AsRef<str>) -> Self {
        self.text.push_str(text.as_ref());
        self
    }

    /// Adds a place at the end.
    #[must_use]
    pub fn then_place(mut self, place: Place, style: PlaceStyle) -> Self {
        self.places.push(PlaceInText { offset: self.text.len(), place, style });
        self
    }

    /// Puts text in front.
    #[must_use]
    pub fn after(mut self, text: &str) -> Self {
        self.text.insert_str(0, text);
        for place in &mut self.places {
            place.offset += text.len();
        }
        self
    }

    /// Returns the text alone: all of a message that names no place.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the places that the message names, in their order.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.places.iter().map(|named| named.place)
    }

    /// Writes the message out, with what `describe` says of its places.
    pub fn render(&self, describe: &mut dyn FnMut(Place) -> Option<Location>) -> String {
        let mut rendered = String::with_capacity(self.text.len());
        let mut done = 0;
        for named in &self.places {
            rendered.push_str(&self.text[done..named.offset]);
            done = named.offset;
            rendered.push_str(&named.style.write(describe(named.place)));
        }
        rendered.push_str(&self.text[done..]);
        rendered
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message { text, places: Vec::new() }
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        text.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::{ExprId, FileId};

    fn describe(place: Place) -> Option<Location> {
        (place.file == FileId(3)).then(|| Location { path: "site.pp".into(), line: place.expr.0, column: 2 })
    }

    #[test]
    fn places_are_written_in_their_styles() {
        let place = |line| Place::new(FileId(3), ExprId(line));
        let message = Message::from("a ")
            .then_place(place(4), PlaceStyle::Line)
            .then_place(place(5), PlaceStyle::Short)
            .then("; ü ")
            .then_place(place(6), PlaceStyle::Column)
            .after("Ö: ");
        assert_eq!(
            message.render(&mut describe),
            "Ö: a (file: site.pp, line: 4)site.pp:5; ü (file: site.pp, line: 6, column: 2)"
        );
        assert_eq!(message.places().collect::<Vec<_>>(), [place(4), place(5), place(6)]);
        assert_eq!(message.text(), "Ö: a ; ü ");
    }

    #[test]
    fn a_place_that_nobody_knows_is_named_so() {
        let message = Message::from("at ").then_place(Place::new(FileId(9), ExprId(0)), PlaceStyle::Short);
        assert_eq!(message.render(&mut describe), "at (file: unknown)");
    }

    #[test]
    fn text_is_never_a_place() {
        let text = "a\u{E000}l3:1\u{E001}b\u{E000}";
        assert_eq!(Message::from(text).render(&mut describe), text);
    }
}
