//! Each recorded row of the specification's chapter on parameters: what Puppet 8 logs is what hover shows for the variables
//! that are logged, and what Puppet 8 refuses is reported with its words on its line.

use analysis::fixture::Fixture;
use analysis::{FileId, FilePosition};
use serde_json::Value as Json;

const RECORDED: &str = include_str!("../conformance/specification.jsonl");
const SITE: &str = "/env/manifests/site.pp";

#[test]
fn hover_shows_what_puppet_was_recorded_to_log() {
    let (mut differences, mut compared) = (Vec::new(), 0);
    for row in rows().iter().filter(|row| row["puppet8"]["ok"] == true) {
        let case = Case::new(row);
        let mut shown = Vec::new();
        for call in case.notices() {
            match case.logged(&call) {
                Ok(message) => shown.push(message),
                Err(problem) => differences.push(format!("{}: {problem}", case.id)),
            }
        }
        let logs = row["puppet8"]["logs"].as_array().cloned().unwrap_or_default();
        let mut recorded: Vec<String> =
            logs.iter().map(|log| log["message"].as_str().unwrap_or_default().to_string()).collect();
        compared += shown.len();
        // Notices are found in the order of the text and logged in that of the evaluation.
        shown.sort();
        recorded.sort();
        if shown != recorded {
            differences.push(format!("{}: hover {shown:?}, Puppet {recorded:?}\n{}", case.id, case.code));
        }
    }
    assert!(compared > 50, "only {compared} values were compared");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn what_puppet_refuses_is_reported_in_its_words() {
    let mut differences = Vec::new();
    for row in rows().iter().filter(|row| row["puppet8"]["ok"] == false) {
        let case = Case::new(row);
        let error = &row["puppet8"]["error"];
        let message = error["message"].as_str().unwrap_or_default();
        let message = message.strip_prefix("Evaluation Error: ").unwrap_or(message);
        let analysis = case.fixture.host.analysis();
        let mut found: Vec<(u64, String)> = Vec::new();
        let evaluated = analysis.evaluation_diagnostics(vec![case.file]).expect("nobody writes");
        let checked = analysis.diagnostics(case.file).expect("nobody writes");
        for diagnostic in checked.iter().chain(evaluated.values().flatten()) {
            let before = case.code.get(..diagnostic.anchor as usize).unwrap_or_default();
            found.push((before.matches('\n').count() as u64 + 1, diagnostic.message.clone()));
        }
        let line = error["line"].as_u64().unwrap_or(1);
        // A check names the place inside the statement, and leaves out what Puppet says of the statement around it.
        let is_it = |(at, text): &&(u64, String)| {
            *at == line && text.contains(message) || *at >= line && message.ends_with(text.as_str())
        };
        let times = found.iter().filter(is_it).count();
        if times != 1 {
            differences.push(format!("{}: {times} times line {line}: {message}\n  in {found:?}", case.id));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn rows() -> Vec<Json> {
    let rows = RECORDED.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    rows.filter(|row: &Json| row["chapter"] == "parameters.md").collect()
}

struct Case {
    id: String,
    code: String,
    fixture: Fixture,
    file: FileId,
}

impl Case {
    fn new(row: &Json) -> Case {
        let code = row["input"]["code"].as_str().unwrap_or_default().to_string() + "\n";
        let mut text = format!("//- {SITE}\n{code}");
        for (path, content) in row["input"]["hiera"].as_object().into_iter().flatten() {
            text += &format!("//- /env/{path}\n{}", content.as_str().unwrap_or_default());
        }
        let fixture = Fixture::without_cursor(&text);
        let file = fixture.host.file_id(SITE).expect("the manifest");
        Case { id: row["id"].as_str().unwrap_or_default().to_string(), code, fixture, file }
    }

    /// The arguments of each `notice` that the code has, with where they start.
    fn notices(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (at, _) in self.code.match_indices("notice") {
            let start = at + "notice".len() + 1;
            let rest = &self.code[start..];
            let mut depth = 1;
            let end = rest.find(|character| {
                depth += match character {
                    '(' => 1,
                    ')' => -1,
                    '\n' => -depth,
                    _ => 0,
                };
                depth == 0
            });
            found.push((start, rest[..end.unwrap_or(rest.len())].to_string()));
        }
        found
    }

    /// What such a call logs, by what hover says of its arguments.
    fn logged(&self, (start, arguments): &(usize, String)) -> Result<String, String> {
        let mut parts = Vec::new();
        let mut offset = *start;
        for argument in arguments.split(',') {
            let at = offset + argument.len() - argument.trim_start().len();
            parts.push(self.argument(at, argument.trim())?);
            offset += argument.len() + 1;
        }
        Ok(parts.join(" "))
    }

    fn argument(&self, start: usize, argument: &str) -> Result<String, String> {
        if let Some(text) = argument.strip_prefix('"') {
            return self.interpolated(start + 1, text.trim_end_matches('"'));
        }
        match argument.strip_suffix(" =~ Undef") {
            Some(_) => Ok((self.value(start)? == "undef").to_string()),
            None => Ok(as_logged(&self.value(start)?)),
        }
    }

    fn interpolated(&self, start: usize, text: &str) -> Result<String, String> {
        let (mut logged, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('$') {
            logged += &rest[..at];
            let offset = start + text.len() - rest.len() + at;
            let name = &rest[at + 1..];
            let end = name.find(|character: char| !character.is_alphanumeric()).unwrap_or(name.len());
            logged += &as_logged(&self.value(offset)?);
            rest = &name[end..];
        }
        Ok(logged + rest)
    }

    /// The one value that hover shows at an offset, in Puppet's source form.
    fn value(&self, offset: usize) -> Result<String, String> {
        let position = FilePosition { file: self.file, offset: offset as u32 + 1 };
        let hover = self.fixture.host.analysis().hover(position, true).expect("nobody writes");
        let markdown = hover.map(|hover| hover.markdown).unwrap_or_default();
        let value = markdown.split_once("Value:\n\n```puppet\n").and_then(|(_, rest)| rest.split_once("\n```"));
        match value {
            Some((value, _)) => Ok(value.to_string()),
            None => Err(format!("no value at {offset} in {}: {markdown}", self.code)),
        }
    }
}

/// A value's source form as a log has it: texts without quotes, nothing for `undef`.
fn as_logged(source: &str) -> String {
    if source == "undef" {
        return String::new();
    }
    source.replace('\'', "").replace("\\$", "$")
}
