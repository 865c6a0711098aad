//! Findings as text for people, JSON for scripts, SARIF for code scanning, and commands for GitHub's workflows.

use analysis::diagnostic::DiagnosticOrigin;
use analysis::{
    Analysis, ColumnUnit, Diagnostic, DiagnosticSeverity, FileId, LineIndex, RelatedPlace, Report, ReportLevel,
    TextRange, render_report, render_summary,
};
use clap::ValueEnum;
use serde_json::{Value as Json, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

/// Lines and columns from 1, columns in code points, the end excluded.
#[derive(Clone, Debug)]
pub struct Span {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub span: Span,
    pub severity: DiagnosticSeverity,
    pub origin: DiagnosticOrigin,
    pub code: String,
    pub message: String,
    pub hint: Option<String>,
    pub related: Vec<(Span, String)>,
    /// With its source line, for people; empty for the other formats.
    pub printed: String,
}

/// How findings are to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub format: Format,
    pub color: bool,
}

impl Finding {
    pub fn new(
        analysis: &Analysis,
        shown: &str,
        file: FileId,
        text: &str,
        lines: &LineIndex,
        diagnostic: &Diagnostic,
        style: Style,
    ) -> Self {
        let mut span = span(shown, text, lines, diagnostic.range);
        // Puppet's own place is where the finding is said to be.
        let anchor = lines.line_column(text, diagnostic.anchor, ColumnUnit::CodePoints);
        (span.line, span.column) = (anchor.line + 1, anchor.column + 1);
        if (span.end_line, span.end_column) < (span.line, span.column) {
            (span.end_line, span.end_column) = (span.line, span.column);
        }
        let places: Vec<(&RelatedPlace, Span)> = diagnostic
            .related
            .iter()
            .filter_map(|place| {
                if place.file == file {
                    return Some((place, self::span(shown, text, lines, place.range)));
                }
                let (text, lines) = (analysis.text(place.file).ok()??, analysis.line_index(place.file).ok()??);
                let path = analysis.path(place.file).ok()??;
                Some((place, self::span(&path, &text, &lines, place.range)))
            })
            .collect();
        let mut finding = Finding {
            span,
            severity: diagnostic.severity,
            origin: diagnostic.origin,
            code: diagnostic.code.to_string(),
            message: diagnostic.message.clone(),
            hint: diagnostic.hint.clone(),
            related: places.iter().map(|(place, span)| (span.clone(), place.message.clone())).collect(),
            printed: String::new(),
        };
        if style.format == Format::Text {
            finding.printed = finding.print((file, text, lines), diagnostic, &places, style.color);
        }
        finding
    }

    /// The source line, the underlined part, related places and the hint.
    fn print(
        &self,
        (file, text, lines): (FileId, &str, &LineIndex),
        diagnostic: &Diagnostic,
        places: &[(&RelatedPlace, Span)],
        color: bool,
    ) -> String {
        let (here, elsewhere): (Vec<_>, Vec<_>) = places.iter().partition(|(place, _)| place.file == file);
        let report = Report {
            level: match self.severity {
                DiagnosticSeverity::Error => ReportLevel::Error,
                DiagnosticSeverity::Warning => ReportLevel::Warning,
                DiagnosticSeverity::Info => ReportLevel::Info,
                DiagnosticSeverity::Hint => ReportLevel::Hint,
            },
            code: &self.code,
            message: &self.message,
            range: diagnostic.range,
            anchor: diagnostic.anchor,
            hint: self.hint.as_deref(),
            related: here.into_iter().map(|(place, _)| (place.range, place.message.as_str())).collect(),
            elsewhere: elsewhere
                .into_iter()
                .map(|(place, span)| (format!("{}:{}:{}", span.file, span.line, span.column), place.message.as_str()))
                .collect(),
        };
        render_report(&report, text, lines, &self.span.file, color)
    }
}

fn span(file: &str, text: &str, lines: &LineIndex, range: TextRange) -> Span {
    let start = lines.line_column(text, range.start, ColumnUnit::CodePoints);
    let end = lines.line_column(text, range.end, ColumnUnit::CodePoints);
    Span {
        file: file.to_string(),
        line: start.line + 1,
        column: start.column + 1,
        end_line: end.line + 1,
        end_column: end.column + 1,
    }
}

impl Format {
    pub fn render(self, findings: &[Finding], color: bool) -> String {
        match self {
            Format::Text => text(findings, color),
            Format::Json => {
                format!("{:#}\n", Json::Array(findings.iter().map(json_finding).collect()))
            }
            Format::Sarif => format!("{:#}\n", sarif(findings)),
            Format::Github => findings.iter().map(github).collect(),
        }
    }
}

/// One finding below the other, and how many there are.
fn text(findings: &[Finding], color: bool) -> String {
    let mut text = String::new();
    for finding in findings {
        text += &finding.printed;
        text += "\n";
    }
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    text + &render_summary(count(DiagnosticSeverity::Error), count(DiagnosticSeverity::Warning), color)
}

fn json_span(span: &Span) -> Json {
    json!({
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    })
}

fn json_finding(finding: &Finding) -> Json {
    let mut json = json_span(&finding.span);
    json["severity"] = json!(finding.severity.name());
    json["code"] = json!(finding.code);
    json["message"] = json!(finding.message);
    if let Some(hint) = &finding.hint {
        json["hint"] = json!(hint);
    }
    let related = finding.related.iter().map(|(span, message)| {
        let mut entry = json_span(span);
        entry["message"] = json!(message);
        entry
    });
    json["related"] = Json::Array(related.collect());
    json
}

fn sarif(findings: &[Finding]) -> Json {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let location = |span: &Span| {
        json!({"physicalLocation": {
            "artifactLocation": {"uri": uri_reference(&span.file)},
            "region": {
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": span.end_line,
                "endColumn": span.end_column,
            },
        }})
    };
    let results = findings.iter().map(|finding| {
        let related = finding.related.iter().map(|(span, message)| {
            let mut entry = location(span);
            entry["message"] = json!({"text": message});
            entry
        });
        json!({
            "ruleId": finding.code,
            "level": match finding.severity {
                DiagnosticSeverity::Error => "error",
                DiagnosticSeverity::Warning => "warning",
                DiagnosticSeverity::Info | DiagnosticSeverity::Hint => "note",
            },
            "message": {"text": finding.message},
            "locations": [location(&finding.span)],
            "relatedLocations": related.collect::<Vec<_>>(),
        })
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "puppet-analyzer",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| json!({"id": code})).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

/// A path as a URI's path: everything is escaped but what never has a meaning of its own there.
fn uri_reference(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn github(finding: &Finding) -> String {
    let level = match finding.severity {
        DiagnosticSeverity::Error => "error",
        DiagnosticSeverity::Warning => "warning",
        DiagnosticSeverity::Info | DiagnosticSeverity::Hint => "notice",
    };
    let Span { file, line, column, end_line, end_column } = &finding.span;
    format!(
        "::{level} file={},line={line},endLine={end_line},col={column},endColumn={end_column},title={}::{}\n",
        escape_property(file),
        escape_property(&finding.code),
        escape_data(&finding.message),
    )
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}
