//! Where something happened, by file and expression; lines and columns are found later through source maps.

pub use syntax::ExprId;

/// Names a file of the world. Only the world knows what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// An expression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub file: FileId,
    pub expr: ExprId,
}

impl Place {
    pub fn new(file: FileId, expr: ExprId) -> Self {
        Place { file, expr }
    }
}

/// How a place is written inside a message, as Puppet writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceStyle {
    /// `(file: F, line: L)`
    Line,
    /// `(file: F, line: L, column: C)`
    Column,
    /// `F:L`
    Short,
}

const MARKER_START: char = '\u{E000}';
const MARKER_END: char = '\u{E001}';

/// A place as it stands in an unfinished message: text that moves does not change it.
pub fn place_marker(place: Place, style: PlaceStyle) -> String {
    let style = match style {
        PlaceStyle::Line => 'l',
        PlaceStyle::Column => 'c',
        PlaceStyle::Short => 's',
    };
    format!("{MARKER_START}{style}{}:{}{MARKER_END}", place.file.0, place.expr.0)
}

/// Replaces the markers of a message by what `describe` says of the place: path, line and column (both from 1).
pub fn resolve_place_markers(message: &str, describe: &mut dyn FnMut(Place) -> Option<(String, u32, u32)>) -> String {
    if !message.contains(MARKER_START) {
        return message.to_string();
    }
    let mut resolved = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(start) = rest.find(MARKER_START) {
        resolved.push_str(&rest[..start]);
        rest = &rest[start + MARKER_START.len_utf8()..];
        let Some(end) = rest.find(MARKER_END) else {
            break;
        };
        let marker = &rest[..end];
        rest = &rest[end + MARKER_END.len_utf8()..];
        let Some((style, place)) = read_marker(marker) else {
            continue;
        };
        match (describe(place), style) {
            (Some((file, line, _)), 'l') => resolved.push_str(&format!("(file: {file}, line: {line})")),
            (Some((file, line, column)), 'c') => {
                resolved.push_str(&format!("(file: {file}, line: {line}, column: {column})"));
            }
            (Some((file, line, _)), _) => resolved.push_str(&format!("{file}:{line}")),
            (None, _) => resolved.push_str("(file: unknown)"),
        }
    }
    resolved.push_str(rest);
    resolved
}

fn read_marker(marker: &str) -> Option<(char, Place)> {
    let style = marker.chars().next()?;
    let (file, expr) = marker.get(style.len_utf8()..)?.split_once(':')?;
    Some((style, Place::new(FileId(file.parse().ok()?), ExprId(expr.parse().ok()?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_becomes_the_place_that_it_names() {
        let marker = place_marker(Place::new(FileId(3), ExprId(7)), PlaceStyle::Line);
        let message = format!("declared at {marker}; cannot redeclare");
        let text = resolve_place_markers(&message, &mut |place| {
            assert_eq!(place, Place::new(FileId(3), ExprId(7)));
            Some(("site.pp".to_string(), 4, 2))
        });
        assert_eq!(text, "declared at (file: site.pp, line: 4); cannot redeclare");
    }

    #[test]
    fn a_broken_marker_is_dropped() {
        assert_eq!(resolve_place_markers("a\u{E000}b", &mut |_| None), "ab");
    }
}
