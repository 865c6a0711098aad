//! Takes a snapshot of a PuppetDB: a folder that `puppet-analyzer … --nodes` reads. This is the only program of the project that opens a
//! socket, and shares nothing with the others but the format of that folder.

mod client;
mod error;
mod snapshot;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use client::{Client, Identity};
use snapshot::Snapshot;

#[derive(Parser)]
#[command(name = "puppet-analyzer-puppetdb", version, about = "Takes a snapshot of a PuppetDB for puppet-analyzer")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write nodes with their facts, and what they export, into a folder
    Snapshot(Options),
}

#[derive(Args)]
struct Options {
    /// Where PuppetDB listens, for instance https://puppetdb.example.com:8081
    #[arg(long)]
    url: String,
    /// The certificate to authenticate with, in PEM
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The private key of the certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// The certificate of the authority that signed PuppetDB's, in PEM
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// A file with a token of Puppet Enterprise
    #[arg(long, value_name = "FILE")]
    token: Option<PathBuf>,
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Only nodes of a query, for instance '["~", "certname", "^web"]'
    #[arg(long, value_name = "AST")]
    query: Option<String>,
    /// Take the stored catalogs too, for `puppet-analyzer verify`
    #[arg(long)]
    catalogs: bool,
    /// Nodes in one answer
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    page_size: u32,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

fn main() -> ExitCode {
    let Command::Snapshot(options) = Arguments::parse().command;
    match take(&options) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("puppet-analyzer-puppetdb: {error}");
            ExitCode::FAILURE
        }
    }
}

fn take(options: &Options) -> Result<String, error::Error> {
    let identity = Identity {
        certificate: options.cert.clone(),
        key: options.key.clone(),
        authority: options.ca.clone(),
        token: options.token.clone(),
    };
    let client = Client::new(&options.url, &identity, Duration::from_secs(options.timeout.max(1)))?;
    let snapshot = Snapshot {
        client: &client,
        folder: &options.out,
        query: options.query.as_deref(),
        has_catalogs: options.catalogs,
        page_size: options.page_size as usize,
    };
    snapshot.take()
}
