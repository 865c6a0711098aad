//! `completions SHELL`: what a shell needs to complete this program's arguments.

use std::process::ExitCode;

use clap_complete::Shell;

#[derive(clap::Args)]
pub struct Options {
    /// The shell
    shell: Shell,
}

pub fn run(options: &Options, mut program: clap::Command) -> ExitCode {
    let mut text = Vec::new();
    let name = program.get_name().to_string();
    clap_complete::generate(options.shell, &mut program, name, &mut text);
    super::print(&String::from_utf8_lossy(&text));
    ExitCode::SUCCESS
}
