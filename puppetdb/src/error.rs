//! What can go wrong with a snapshot, with what to do about it.

use std::fmt;
use std::path::PathBuf;

#[derive(Debug)]
pub enum Error {
    BadUrl(String),
    Unreadable { path: PathBuf, problem: std::io::Error },
    NotPem { path: PathBuf, problem: String },
    NeedsHttps,
    Unreachable { url: String, problem: String, attempts: u32 },
    Slow { url: String, seconds: u64, attempts: u32 },
    Tls { url: String, problem: String },
    Refused { url: String, status: u16, body: String },
    NotJson { url: String, problem: String },
    NotAList { url: String },
    BadQuery(String),
    NotASnapshot(PathBuf),
    NoNodes { url: String },
    Unwritable { path: PathBuf, problem: std::io::Error },
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BadUrl(url) => {
                write!(
                    formatter,
                    "--url '{url}' does not begin with http:// or https://, as https://puppetdb.example.com:8081"
                )
            }
            Error::Unreadable { path, problem } => write!(formatter, "cannot read {}: {problem}", path.display()),
            Error::NotPem { path, problem } => write!(formatter, "{} is not PEM: {problem}", path.display()),
            Error::NeedsHttps => write!(
                formatter,
                "a certificate is given, but --url begins with http://: PuppetDB's HTTPS port is 8081"
            ),
            Error::Unreachable { url, problem, attempts } => {
                write!(formatter, "{url} cannot be reached ({attempts} attempts): {problem}")
            }
            Error::Slow { url, seconds, attempts } => write!(
                formatter,
                "{url} gave no answer within {seconds} seconds ({attempts} attempts): try a larger --timeout or a smaller --page-size"
            ),
            Error::Tls { url, problem } => write!(
                formatter,
                "{url} and this program do not trust each other: {problem}; check --ca (the authority of PuppetDB's certificate), --cert and --key"
            ),
            Error::Refused { url, status, body } => write!(formatter, "{url} answers {status}: {body}"),
            Error::NotJson { url, problem } => write!(formatter, "the answer of {url} is not JSON: {problem}"),
            Error::NotAList { url } => write!(formatter, "the answer of {url} is not a list: is it a PuppetDB?"),
            Error::BadQuery(problem) => {
                write!(formatter, "--query is not JSON: {problem}; for instance '[\"~\", \"certname\", \"^web\"]'")
            }
            Error::NotASnapshot(path) => {
                write!(formatter, "{} has files and is not a snapshot: name a new folder", path.display())
            }
            Error::NoNodes { url } => write!(formatter, "{url} has no nodes with facts"),
            Error::Unwritable { path, problem } => write!(formatter, "cannot write {}: {problem}", path.display()),
        }
    }
}
