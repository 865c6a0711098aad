//! Where the global layer has its data: below the folder of its configuration, at absolute paths, or in the environment itself.

use smol_str::SmolStr;

use super::config::{self, HieraConfig, Locations};
use super::deployed_paths::DeployedPath;
use super::found_value::Layer;
use super::{config_version_3, yaml};
use crate::interpreter::Interpreter;
use crate::place::FileId;

impl Interpreter<'_> {
    /// A file of the global layer by its absolute path. What a server has below its environments is in the environment here.
    pub(super) fn global_data_file(&self, path: &str) -> Option<FileId> {
        self.world.global_file(path).or_else(|| self.world.environment_file(self.below_environment(path)?.1))
    }

    /// The files below a folder of the global layer, by absolute path.
    pub(super) fn global_data_files(&self, folder: &str) -> Vec<(String, FileId)> {
        let own = self.world.global_files_below(folder);
        match self.below_environment(&format!("{folder}/")) {
            Some((root, below)) if own.is_empty() => {
                let files = self.world.files_below(None, below.trim_end_matches('/'));
                files.into_iter().map(|(path, file)| (format!("{root}{path}"), file)).collect()
            }
            _ => own,
        }
    }

    /// Splits a path of a server after the folder of the environment that is evaluated, where it is in there.
    pub(super) fn below_environment<'p>(&self, path: &'p str) -> Option<(&'p str, &'p str)> {
        let deployed = DeployedPath::of(path)?;
        (deployed.environment == self.request.environment.as_str()).then_some((deployed.root, deployed.below))
    }
}

/// Returns the folders that a global configuration names, as they are written up to the first interpolation; none where it cannot
/// be read. Those inside of environments are left out.
pub fn data_folders(configuration: &[u8]) -> Vec<String> {
    let Ok(Some(document)) = yaml::parse_bytes(configuration) else { return Vec::new() };
    let nowhere = FileId(u32::MAX);
    let config = match config::version(&document).as_str() {
        "5" => config::read_version_5(&document, nowhere, &Layer::Global),
        "3" => config_version_3::read(&document, nowhere),
        _ => return Vec::new(),
    };
    config.map(|config| folders_of(&config)).unwrap_or_default()
}

fn folders_of(config: &HieraConfig) -> Vec<String> {
    let mut folders: Vec<String> = Vec::new();
    for entry in &config.hierarchy {
        let absolute = |path: &&SmolStr| path.starts_with('/');
        let paths: Vec<&SmolStr> = match &entry.locations {
            Some(Locations::Paths(paths) | Locations::Globs(paths)) => paths.iter().filter(absolute).collect(),
            Some(Locations::MappedPaths(_, _, path)) => Some(path).into_iter().filter(absolute).collect(),
            Some(Locations::Uris(_)) | None => Vec::new(),
        };
        let folders_of_paths = paths.into_iter().map(|path| certain_folder(path, true));
        let datadir = certain_folder(&entry.datadir, false);
        for folder in folders_of_paths.chain([datadir]) {
            let is_deployed = format!("{folder}/").ends_with("/environments/") || DeployedPath::of(&folder).is_some();
            if !is_deployed && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// The part of a path that no variable and no wildcard decides, of a file without its name.
fn certain_folder(path: &str, is_file: bool) -> String {
    let cut = path.find("%{").into_iter().chain(path.find(['*', '?', '[', '{'])).min();
    let certain = match cut {
        Some(at) => path.get(..at).and_then(|before| before.rfind('/')).and_then(|slash| path.get(..slash)),
        None if is_file => path.rfind('/').and_then(|slash| path.get(..slash)),
        None => Some(path),
    };
    certain.unwrap_or_default().trim_end_matches('/').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Goal, Request};
    use crate::{MemoryWorld, Value, compile};

    #[test]
    fn folders_up_to_the_first_variable() {
        let folders = data_folders(
            b"version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n  - {name: a, path: x.yaml}\n  - {name: b, datadir: '/srv/%{environment}/d', path: x.yaml}\n  - {name: c, path: /opt/secret/all.yaml}\n  - {name: d, datadir: '/etc/puppetlabs/code/environments/%{environment}/data', path: x.yaml}\n",
        );
        assert_eq!(folders, ["data", "/srv", "/opt/secret"]);
        assert_eq!(data_folders(b":backends: [yaml]\n:yaml:\n  :datadir: /var/hiera\n"), ["/var/hiera"]);
        assert!(data_folders(b":backends: [yaml]\n").is_empty(), "it is in the environment");
    }

    fn lookup(configuration: &str, key: &str) -> Option<Value> {
        let mut world = MemoryWorld::new()
            .with_file("/conf/global.yaml", configuration)
            .with_file("/conf/data/common.yaml", "k: \"global %{trusted.certname}\"\nwhere: global\n")
            .with_file("/conf/data/x.eyaml", "secret: ENC[PKCS7,aaaa]\nplain: open\n")
            .with_file("/conf/data/common.json", "{\"j\": 1}")
            .with_file("/opt/secret/all.yaml", "far: 1\n")
            .with_file("hieradata/common.yaml", "deployed: true\n")
            .with_file("hiera.yaml", "version: 5\nhierarchy:\n  - {name: env, path: env.yaml}\n")
            .with_file("data/env.yaml", "where: environment\nonly: environment\n");
        world.global_configuration = Some("/conf/global.yaml".to_string());
        let mut request = Request::catalog("web01.example.com");
        request.goal = Goal::Lookup { key: key.to_string() };
        let outcome = compile(&world, &request);
        outcome.value
    }

    const VERSION_5: &str = "version: 5\nhierarchy:\n  - {name: far, path: /opt/secret/all.yaml}\n  - {name: all, glob: '*.yaml'}\n  - {name: e, lookup_key: eyaml_lookup_key, path: x.eyaml}\n";

    #[test]
    fn the_global_layer_comes_before_the_environment() {
        assert_eq!(lookup(VERSION_5, "where"), Some(Value::string("global")));
        assert_eq!(lookup(VERSION_5, "only"), Some(Value::string("environment")));
        assert_eq!(lookup(VERSION_5, "k"), Some(Value::string("global web01.example.com")));
        assert_eq!(lookup(VERSION_5, "far"), Some(Value::Integer(1)));
        assert_eq!(lookup(VERSION_5, "plain"), Some(Value::string("open")));
        assert!(lookup(VERSION_5, "secret").is_some_and(|value| value.first_unknown().is_some()));
    }

    #[test]
    fn version_3_has_one_hierarchy_for_all_backends() {
        let config = ":backends: [yaml, json, eyaml]\n:hierarchy: [x, common]\n:yaml:\n  :datadir: /conf/data\n:json:\n  :datadir: /conf/data\n:eyaml:\n  :datadir: /conf/data\n";
        assert_eq!(lookup(config, "where"), Some(Value::string("global")));
        assert_eq!(lookup(config, "j"), Some(Value::Integer(1)));
        assert_eq!(lookup(config, "plain"), Some(Value::string("open")));
        assert_eq!(lookup(":backends: yaml\n:hierarchy: common\n", "deployed"), Some(Value::Boolean(true)));
    }
}
