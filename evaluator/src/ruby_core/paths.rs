//! Paths as Ruby's `File` takes them apart and puts them together. Nothing is read.

/// Returns the last part of a path, without a suffix where one is given.
pub fn basename(path: &str, suffix: Option<String>) -> String {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.is_empty() {
        return "/".into();
    }
    let base = trimmed.rsplit('/').next().unwrap_or_default();
    match suffix.as_deref() {
        Some(".*") => match base.rfind('.') {
            Some(dot) if dot > 0 => base[..dot].to_string(),
            _ => base.to_string(),
        },
        Some(suffix) if base != suffix => base.strip_suffix(suffix).unwrap_or(base).to_string(),
        _ => base.to_string(),
    }
}

/// Returns a path without its last part.
pub fn dirname(path: &str) -> String {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        Some(0) => "/".into(),
        Some(slash) => trimmed[..slash].trim_end_matches('/').to_string(),
        None if path.starts_with('/') => "/".into(),
        None => ".".into(),
    }
}

/// Returns the ending of a file, with its dot.
pub fn extname(path: &str) -> String {
    let base = basename(path, None);
    match base.rfind('.') {
        Some(dot) if dot > 0 => base[dot..].to_string(),
        _ => String::new(),
    }
}

/// Joins parts with one slash between them.
pub fn join(parts: &[String]) -> String {
    let mut joined = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index == 0 {
            joined.push_str(part);
            continue;
        }
        if joined.ends_with('/') {
            joined.truncate(joined.trim_end_matches('/').len());
        }
        joined.push('/');
        joined.push_str(part.trim_start_matches('/'));
    }
    joined
}

/// Returns a path without `.` and `..`, from a folder on; `None` where the current or home directory would be needed.
pub fn expand(path: &str, folder: Option<&str>) -> Option<String> {
    let whole = match (path.starts_with('/'), folder) {
        (true, _) => path.to_string(),
        (false, Some(folder)) if folder.starts_with('/') && !path.starts_with('~') => format!("{folder}/{path}"),
        _ => return None,
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_expanded_without_the_machine() {
        assert_eq!(expand("../b", Some("/a/c")).as_deref(), Some("/a/b"));
        assert_eq!(expand("b", None), None);
        assert_eq!(expand("~/b", Some("/a")), None);
    }
}
