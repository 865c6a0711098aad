//! Files of a workspace: what is read, from where and how much of it, git revisions, facts, and files about nodes.

pub mod baseline;
pub mod disk_files;
pub mod excluded_folders;
pub mod fact_sets;
pub mod facterdb_folder;
pub mod files;
pub mod git_objects;
pub mod global_hiera;
pub mod lint_options;
pub mod loading;
pub mod module_reference;
pub mod node_files;
pub mod overlay_files;
pub mod read_limits;
