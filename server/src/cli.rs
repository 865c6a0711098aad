//! The command line: one file per subcommand, over the same code as the language server.
//!
//! Exit codes: 0 fine, 1 findings or an evaluation error, 2 wrong usage or unreadable input.

mod check;
mod check_formats;
mod check_nodes;
mod compile;
mod completions;
mod diff;
mod diff_sides;
mod docs;
mod environment_options;
mod eval;
mod fleet_compile;
mod fleet_diff;
mod fleet_lookup;
mod format;
mod large_stack;
mod lookup;
mod man_page;
mod merge;
pub mod node_inputs;
mod outcome_text;
pub(crate) mod outside_options;
mod parse;
pub(crate) mod project_root;
mod test;
mod verify;
mod version;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::transport::stdio;

pub const FINDINGS: u8 = 1;
pub const WRONG_USAGE: u8 = 2;

#[derive(Parser)]
#[command(
    name = "puppet-analyzer",
    about = "A language server for Puppet with an evaluator inside",
    long_about = "A language server for Puppet with an evaluator inside. Without a subcommand it serves an editor on \
                  standard input and output.",
    disable_version_flag = true,
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Serve on standard input and output (what happens without any argument, too)
    #[arg(long)]
    stdio: bool,
    /// Print the version
    #[arg(long, short = 'V')]
    version: bool,
    /// With --version: the edition, the built-in fact sets, the checks and the settings too
    #[arg(long, requires = "version")]
    verbose: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Language server on standard input and output
    Lsp {
        #[arg(long)]
        stdio: bool,
    },
    /// All diagnostics of files, a module or a control repo, without running anything
    Check(check::Options),
    /// The syntax tree of a file
    Parse(parse::Options),
    /// Evaluate code and print the value of its last expression
    Eval(eval::Options),
    /// Compile the catalog of a node
    Compile(compile::Options),
    /// A Hiera value, and how it was found
    Lookup(lookup::Options),
    /// What a change does to catalogs
    Diff(diff::Options),
    /// Compare the catalogs of a fleet with those that a PuppetDB has stored
    Verify(verify::Options),
    /// Join the parts of a fleet's comparison
    Merge(merge::Options),
    /// The reference of a module: REFERENCE.md and the JSON of puppet-strings
    Docs(docs::Options),
    /// Run rspec-puppet suites without Ruby
    Test(test::Options),
    /// Lay files out in Puppet's style
    Format(format::Options),
    /// Completions for a shell
    Completions(completions::Options),
    /// The manual page, in the format of man
    Man(man_page::Options),
}

pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.version {
        return version::run(arguments.verbose);
    }
    if arguments.command.is_none() && !arguments.stdio && std::io::stdin().is_terminal() {
        // Nobody types LSP messages: whoever starts it by hand wants to know what it can do.
        let _ = Arguments::command().print_help();
        return ExitCode::from(WRONG_USAGE);
    }
    match arguments.command {
        None | Some(Command::Lsp { .. }) => stdio::serve_stdio(),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Parse(options)) => parse::run(&options),
        Some(Command::Eval(options)) => large_stack::run(move || eval::run(&options)),
        Some(Command::Verify(options)) => large_stack::run(move || verify::run(&options)),
        Some(Command::Merge(options)) => merge::run(&options),
        Some(Command::Docs(options)) => docs::run(&options),
        Some(Command::Test(options)) => test::run(&options),
        Some(Command::Format(options)) => format::run(&options),
        Some(Command::Completions(options)) => completions::run(&options, Arguments::command()),
        Some(Command::Man(options)) => man_page::run(&options, Arguments::command()),
        Some(Command::Lookup(options)) => large_stack::run(move || lookup::run(&options)),
        Some(Command::Diff(options)) => large_stack::run(move || diff::run(&options)),
        Some(Command::Compile(options)) => large_stack::run(move || compile::run(&options)),
    }
}

/// Says what was wrong, where, and what to do; the exit code of wrong usage.
fn fail(message: impl std::fmt::Display) -> ExitCode {
    eprintln!("puppet-analyzer: {message}");
    ExitCode::from(WRONG_USAGE)
}

/// Says what is wrong with the settings; the rest of them holds.
fn tell_problems(config: &crate::config::Config) {
    for problem in &config.problems {
        eprintln!("puppet-analyzer: {problem}");
    }
}

/// Standard input where the path is `-`, else the file.
fn read_input(path: &str) -> Result<Vec<u8>, String> {
    if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes);
        return read.map(|_| bytes).map_err(|error| format!("cannot read standard input: {error}"));
    }
    crate::workspace::read_limits::read_file(path.as_ref(), crate::workspace::read_limits::MAX_FILE_BYTES)
        .map_err(|error| format!("cannot read {path}: {error}"))
}

/// Writes to standard output; a reader that went away (`| head`) is no mistake.
fn print(text: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// Returns JSON to read.
fn pretty(value: &impl serde::Serialize) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| format!("cannot write JSON: {error}"))?;
    Ok(text + "\n")
}

/// Returns a path as it is shown to whoever called from the current folder.
pub(crate) fn shown_path(path: &str) -> &str {
    static HERE: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let here = HERE.get_or_init(|| crate::workspace::read_limits::path_text(std::path::Path::new(".")) + "/");
    path.strip_prefix(here.as_str()).unwrap_or(path)
}

/// Nothing writes while a command runs, so nothing cancels it.
fn interrupted(_: analysis::Cancelled) -> String {
    "the evaluation was interrupted".to_string()
}

fn edition(name: &str) -> Result<analysis::Edition, String> {
    analysis::Edition::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = analysis::Edition::ALL.iter().map(|edition| edition.name()).collect();
        format!("there is no edition '{name}'; there are {}", known.join(", "))
    })
}
