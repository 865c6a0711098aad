//! What a user waits for, measured over the real program's stdin and stdout: start, keystrokes, every kind of request,
//! hover, preview, memory. Each figure is printed beside its goal and, where it is known, beside what the Ruby language server takes.
//!
//! `cargo bench -p puppet-analyzer --bench editor` runs all, `… -- NAME` those whose name contains NAME. With
//! `PUPPET_ANALYZER=/path/to/program` another build of the server is measured.

#[path = "../generated.rs"]
#[allow(dead_code)] // the other bench uses more of it
mod generated;
mod keystrokes;
#[path = "../../lsp/client.rs"]
#[allow(dead_code)] // the tests use more of it
mod lsp_client;
mod project;
mod requests;
mod server_process;
mod start;
mod table;
mod values;

use table::Row;

/// A group of figures that share a project.
struct Scenario {
    name: &'static str,
    run: fn() -> Vec<Row>,
}

static SCENARIOS: &[Scenario] = &[
    Scenario { name: "start: 5,000 generated manifests", run: || start::of_generated(5_000) },
    Scenario { name: "start: Debian's modules", run: start::of_debian_modules },
    Scenario { name: "keystroke: 10 files", run: || keystrokes::in_generated(10) },
    Scenario { name: "keystroke: 5,000 files", run: || keystrokes::in_generated(5_000) },
    Scenario { name: "keystroke: Debian's modules", run: keystrokes::in_debian_modules },
    Scenario { name: "requests: 2,000 lines, 5,000 files", run: requests::all },
    Scenario { name: "values: example", run: values::in_example },
    Scenario { name: "values: Debian's modules", run: values::in_debian_modules },
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("{}", table::HEAD);
    for scenario in SCENARIOS {
        if wanted.is_empty() || wanted.iter().any(|name| scenario.name.contains(name.as_str())) {
            for row in (scenario.run)() {
                println!("{row}");
            }
        }
    }
}
