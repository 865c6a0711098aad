//! Formats the files that standard input names, and counts those where formatting changes the PN of the file or formatting
//! again changes the text. Exits with 1 where there are such.

use std::io::BufRead;
use std::process::ExitCode;

use syntax::format::{FormatError, FormatOptions, format};
use syntax::{ParseOptions, SourceKind, lower, parse};

fn pn(text: &str, kind: SourceKind) -> String {
    let parsed = parse(text, &ParseOptions { kind, ..ParseOptions::default() });
    syntax::pn::print(&lower(&parsed).0)
}

fn main() -> ExitCode {
    let (mut files, mut changed, mut unreadable, mut wrong) = (0, 0, 0, 0);
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        files += 1;
        let kind = if path.ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest };
        let options = FormatOptions::default();
        let formatted = match format(&text, kind, &options) {
            Ok(formatted) => formatted,
            Err(FormatError::MeaningWouldChange) => {
                println!("{path}: the program changes");
                wrong += 1;
                continue;
            }
            Err(_) => {
                unreadable += 1;
                continue;
            }
        };
        changed += usize::from(formatted != text);
        if pn(&text, kind) != pn(&formatted, kind) {
            println!("{path}: the PN changes");
            wrong += 1;
        } else if format(&formatted, kind, &options).as_deref() != Ok(&formatted) {
            println!("{path}: formatting again changes it");
            wrong += 1;
        }
    }
    println!("{files} files, {unreadable} with syntax errors, {changed} laid out anew, {wrong} wrong");
    ExitCode::from(u8::from(wrong > 0))
}
