//! The options that name a fleet, which several commands share.

use std::path::{Path, PathBuf};

use analysis::fleet::selection::Selection;
use analysis::inputs::NodeData;
use clap::Args;

use super::engine::Wanted;
use super::error::FleetError;
use super::inventory::{Inventory, OutsideFolders};
use super::parallel::Pool;
use super::shard::Shard;
use crate::cli::node_inputs;
use crate::cli::outside_options::OutsideOptions;

#[derive(Args, Clone, Debug, Default)]
pub struct FleetOptions {
    /// Nodes with their facts: a PuppetDB inventory, a folder or file of facts, an export archive or a snapshot
    #[arg(long, value_name = "SOURCE")]
    pub nodes: Option<PathBuf>,
    /// Only some of the nodes: re:PATTERN, class:NAME, fact:PATH=VALUE, node:NAME, env:NAME
    #[arg(long, value_name = "SELECTOR", requires = "nodes")]
    pub select: Vec<String>,
    /// Only one node of each kind: the same classes, defined types and operating system
    #[arg(long, requires = "nodes")]
    pub one_of_each: bool,
    /// Only part I of N, or `auto` for what the variables of GitLab, GitHub or Kubernetes say
    #[arg(long, value_name = "I/N", requires = "nodes")]
    pub shard: Option<String>,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
}

/// A fleet as the options name it.
pub struct Fleet {
    pub inventory: Inventory,
    pub selection: Selection,
    pub shard: Option<Shard>,
}

impl FleetOptions {
    /// Opens the inventory that was asked for. `data` is what the other options say of every node.
    pub fn open(
        &self,
        outside: &OutsideOptions,
        mut data: NodeData,
        keeps_environment: bool,
    ) -> Result<Option<Fleet>, String> {
        let Some(source) = &self.nodes else { return Ok(None) };
        let shard = match &self.shard {
            Some(text) => Some(Shard::parse(text, |name| std::env::var(name).ok())?),
            None => None,
        };
        let selection = Selection::parse(&self.select).map_err(|error| error.to_string())?;
        let mut inventory = Inventory::open(source)?;
        let mut folders = OutsideFolders { keeps_environment, ..OutsideFolders::default() };
        folders.enc = enc_folder(outside.enc.as_deref())?;
        if let Some(path) = &outside.trusted {
            let trusted = node_inputs::read_value(path)?;
            if names_nodes(&trusted, &inventory) {
                data.trusted = None;
                folders.trusted = Some(trusted);
            }
        }
        folders.common = data;
        inventory.outside = folders;
        Ok(Some(Fleet { inventory, selection, shard }))
    }
}

/// The file has a hash for each node, not one for all.
fn names_nodes(trusted: &evaluator::Value, inventory: &Inventory) -> bool {
    match trusted {
        evaluator::Value::Hash(entries) => {
            entries.iter().any(|(key, _)| key.as_str().is_some_and(|name| inventory.index_of(name).is_some()))
        }
        _ => false,
    }
}

/// A folder has an answer for each node; a file is the answer for all.
fn enc_folder(path: Option<&Path>) -> Result<Option<PathBuf>, FleetError> {
    match path {
        Some(path) if path.is_dir() => Ok(Some(path.to_path_buf())),
        Some(path) if !path.exists() => Err(FleetError::EncNotThere(path.to_path_buf())),
        _ => Ok(None),
    }
}

impl Fleet {
    /// Finds the nodes that the options leave, all of them and those of this part.
    pub fn nodes(&self, options: &FleetOptions, pool: &Pool<'_>) -> Result<Vec<usize>, FleetError> {
        let wanted = Wanted { selection: &self.selection, one_of_each: options.one_of_each };
        let nodes = wanted.find(pool, &self.inventory)?;
        Ok(match self.shard {
            Some(shard) => shard.nodes(&nodes),
            None => nodes,
        })
    }

    /// What of the inventory is not a node, where this part is to tell it.
    pub fn tells_problems(&self) -> bool {
        self.shard.is_none_or(|shard| shard.index == 1)
    }
}
