//! Coverage of manifests: a summary to read, and the format of lcov.

use analysis::preview::coverage::LineCoverage;

/// Writes a tracefile of lcov, with paths below a folder.
pub fn to_lcov(coverage: &[LineCoverage], root: &str) -> String {
    let mut text = String::new();
    for file in coverage {
        text.push_str(&format!("TN:\nSF:{}\n", below(&file.path, root)));
        for (line, is_hit) in &file.lines {
            text.push_str(&format!("DA:{line},{}\n", u32::from(*is_hit)));
        }
        let hit = file.lines.values().filter(|is_hit| **is_hit).count();
        text.push_str(&format!("LF:{}\nLH:{hit}\nend_of_record\n", file.lines.len()));
    }
    text
}

/// Writes a line for each manifest, with the lines that nothing evaluated.
pub fn to_text(coverage: &[LineCoverage], root: &str) -> String {
    let mut text = String::from("\nCoverage of manifests:\n");
    let (mut all, mut hit) = (0, 0);
    for file in coverage {
        let missed: Vec<String> =
            file.lines.iter().filter(|(_, is_hit)| !**is_hit).map(|(line, _)| line.to_string()).collect();
        all += file.lines.len();
        hit += file.lines.len() - missed.len();
        let share = percent(file.lines.len() - missed.len(), file.lines.len());
        let lines = if missed.is_empty() { String::new() } else { format!("  not evaluated: {}", missed.join(", ")) };
        text.push_str(&format!("  {share:>5.1} %  {}{lines}\n", below(&file.path, root)));
    }
    text.push_str(&format!("  {:>5.1} %  all\n", percent(hit, all)));
    text
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { part as f64 * 100.0 / whole as f64 }
}

fn below<'p>(path: &'p str, root: &str) -> &'p str {
    path.strip_prefix(root).map_or(path, |below| below.trim_start_matches('/'))
}
