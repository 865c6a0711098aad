//! A URI reference resolved against a base, as RFC 3986 describes it.

struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

fn split(text: &str) -> Parts<'_> {
    let (rest, fragment) = match text.split_once('#') {
        Some((rest, fragment)) => (rest, Some(fragment)),
        None => (text, None),
    };
    let (rest, query) = match rest.split_once('?') {
        Some((rest, query)) => (rest, Some(query)),
        None => (rest, None),
    };
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest))
            if scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter)) =>
        {
            (Some(scheme), rest)
        }
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        None => (None, rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

pub fn resolve(base: &str, reference: &str) -> String {
    let base = split(base);
    let given = split(reference);
    let mut path = String::new();
    let (scheme, authority, query);
    if given.scheme.is_some() {
        (scheme, authority, query) = (given.scheme, given.authority, given.query);
        path.push_str(&without_dots(given.path));
    } else if given.authority.is_some() {
        (scheme, authority, query) = (base.scheme, given.authority, given.query);
        path.push_str(&without_dots(given.path));
    } else {
        (scheme, authority) = (base.scheme, base.authority);
        if given.path.is_empty() {
            path.push_str(base.path);
            query = given.query.or(base.query);
        } else {
            query = given.query;
            if given.path.starts_with('/') {
                path.push_str(&without_dots(given.path));
            } else {
                let folder = match base.path.rfind('/') {
                    Some(end) => &base.path[..=end],
                    None if base.authority.is_some() => "/",
                    None => "",
                };
                path.push_str(&without_dots(&format!("{folder}{}", given.path)));
            }
        }
    }
    let mut text = String::new();
    if let Some(scheme) = scheme {
        text.push_str(scheme);
        text.push(':');
    }
    if let Some(authority) = authority {
        text.push_str("//");
        text.push_str(authority);
    }
    text.push_str(&path);
    if let Some(query) = query {
        text.push('?');
        text.push_str(query);
    }
    if let Some(fragment) = given.fragment {
        text.push('#');
        text.push_str(fragment);
    }
    text
}

fn without_dots(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let absolute = path.starts_with('/');
    let mut ends_open = false;
    for segment in path.trim_start_matches('/').split('/') {
        ends_open = false;
        match segment {
            "." => ends_open = true,
            ".." => {
                segments.pop();
                ends_open = true;
            }
            other => segments.push(other),
        }
    }
    let mut text = segments.join("/");
    if absolute {
        text.insert(0, '/');
    }
    if ends_open && !text.ends_with('/') {
        text.push('/');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_are_resolved_as_the_rfc_says() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g", "http://a/b/c/g"),
            ("./g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("..", "http://a/b/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("g:h", "g:h"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(resolve("http://example.com", "x"), "http://example.com/x");
    }
}
