//! `man [SUBCOMMAND]`: the manual page of the program or of one subcommand, from the same descriptions as `--help`.

use std::process::ExitCode;

use clap::Command;

#[derive(clap::Args)]
pub struct Options {
    /// The subcommand that the page is about; the program where not given
    subcommand: Option<String>,
}

pub fn run(options: &Options, program: Command) -> ExitCode {
    let Some(page) = page_of(program.clone(), options.subcommand.as_deref()) else {
        let known: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        let wanted = options.subcommand.as_deref().unwrap_or_default();
        return super::fail(format!("there is no subcommand '{wanted}'; there are {}", known.join(", ")));
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).render(&mut text) {
        Ok(()) => {
            super::print(&String::from_utf8_lossy(&text));
            ExitCode::SUCCESS
        }
        Err(error) => super::fail(format!("cannot write the page: {error}")),
    }
}

fn page_of(program: Command, subcommand: Option<&str>) -> Option<Command> {
    // Without the subcommand `help`, which says nothing that `--help` does not.
    let program = program.disable_help_subcommand(true).version(super::version::VERSION);
    let Some(wanted) = subcommand else { return Some(program) };
    let found = program.get_subcommands().find(|command| command.get_name() == wanted)?.clone();
    let name = format!("{}-{wanted}", program.get_name());
    let called = format!("{} {wanted}", program.get_name());
    Some(found.display_name(name).bin_name(called).version(super::version::VERSION))
}
