//! URIs and paths. A URI that is no file (`untitled:`) is its own path.

use std::str::FromStr;

use tower_lsp::ls_types::Uri;

/// The path by which the database knows the document.
pub fn path_of(uri: &Uri) -> String {
    match uri.to_file_path() {
        Some(path) if uri.as_str().starts_with("file:") => crate::workspace::read_limits::path_text(&path),
        _ => uri.as_str().to_string(),
    }
}

pub fn uri_of(path: &str) -> Option<Uri> {
    if path.starts_with('/') || path.get(1..3) == Some(":/") {
        Uri::from_file_path(path)
    } else {
        Uri::from_str(path).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_there_and_back() {
        for path in ["/a/b.pp", "/with space/ü.pp", "/50%/x.pp", "/a#b/c?.pp"] {
            let uri = uri_of(path).expect(path);
            assert_eq!(path_of(&uri), path);
        }
        let untitled = Uri::from_str("untitled:Untitled-1").expect("a URI");
        assert_eq!(path_of(&untitled), "untitled:Untitled-1");
        assert_eq!(uri_of("untitled:Untitled-1"), Some(untitled));
    }
}
