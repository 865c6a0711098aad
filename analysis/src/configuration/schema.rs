//! The properties that each kind of file has, with their documentation: one table each, for checks, completion and hover.

use crate::document_kind::DocumentKind;

#[derive(Debug)]
pub struct Property {
    pub name: &'static str,
    pub documentation: &'static str,
    /// What stands behind it when it is completed, before the cursor.
    pub value: &'static str,
}

const fn property(name: &'static str, value: &'static str, documentation: &'static str) -> Property {
    Property { name, documentation, value }
}

/// The first level of a `hiera.yaml`.
pub static HIERA_CONFIG: &[Property] = &[
    property("version", "5", "The version of the file's format: 5."),
    property("defaults", "", "What levels have that do not say it themselves: `datadir`, a data function, `options`."),
    property("hierarchy", "", "The levels, from the most important to the least."),
    property("default_hierarchy", "", "Levels that are asked where no other has a value. Only in modules."),
    property("plan_hierarchy", "", "The levels that plans ask outside of `apply`. Read by Bolt only."),
];

/// The `defaults` of a `hiera.yaml`.
pub static HIERA_DEFAULTS: &[Property] = &[
    property("datadir", "data", "The folder of the data files, below the folder of this file."),
    property("data_hash", "yaml_data", "The function that reads a whole file at once."),
    property("lookup_key", "eyaml_lookup_key", "The function that is asked for one key."),
    property("data_dig", "", "The function that is asked for a dotted key."),
    property("options", "", "What is given to the function."),
];

/// A level of the hierarchy.
pub static HIERA_LEVEL: &[Property] = &[
    property(
        "name",
        "",
        "What the level is called in messages and explanations. Must be there, and differ from the others.",
    ),
    property("path", "", "A data file below `datadir`; may interpolate, as in `%{facts.os.family}.yaml`."),
    property("paths", "", "Several data files, in their order."),
    property("glob", "", "A pattern of data files, as in `os/*.yaml`."),
    property("globs", "", "Several patterns of data files."),
    property("uri", "", "An address that is given to the function."),
    property("uris", "", "Several addresses."),
    property(
        "mapped_paths",
        "",
        "A variable that holds a list, a name for each element, and a path that uses the name.",
    ),
    property("datadir", "data", "The folder of the data files, below the folder of this file."),
    property(
        "data_hash",
        "yaml_data",
        "The function that reads a whole file at once: `yaml_data`, `json_data`, `hocon_data` or one of your own.",
    ),
    property(
        "lookup_key",
        "eyaml_lookup_key",
        "The function that is asked for one key: `eyaml_lookup_key` or one of your own.",
    ),
    property("data_dig", "", "The function that is asked for a dotted key."),
    property("hiera3_backend", "", "A backend of Hiera 3. Only in the global layer."),
    property("options", "", "What is given to the function. `path` and `uri` are kept for Hiera itself."),
];

/// The first level of a module's `metadata.json`.
pub static METADATA: &[Property] = &[
    property("name", "\"author-module\"", "The module's full name: its author on the Forge, `-`, and its own name."),
    property("version", "\"0.1.0\"", "The module's version, as Semantic Versioning says."),
    property("author", "\"\"", "Who made the module."),
    property("summary", "\"\"", "One line about the module."),
    property("license", "\"Apache-2.0\"", "The licence, by its SPDX name."),
    property("source", "\"\"", "Where the module's source is."),
    property("project_page", "\"\"", "The module's page."),
    property("issues_url", "\"\"", "Where problems are reported."),
    property("dependencies", "[]", "The modules that this one needs, each with `name` and `version_requirement`."),
    property(
        "operatingsystem_support",
        "[]",
        "The systems that the module works on, each with `operatingsystem` and `operatingsystemrelease`.",
    ),
    property(
        "requirements",
        "[]",
        "The versions of Puppet or OpenVox that the module works with, each with `name` and `version_requirement`.",
    ),
    property("tags", "[]", "Words that the module is found by."),
    property("data_provider", "null", "How old versions of Puppet find the module's data. Replaced by `hiera.yaml`."),
    property("pdk-version", "\"\"", "Written by the Puppet Development Kit."),
    property("template-url", "\"\"", "Written by the Puppet Development Kit."),
    property("template-ref", "\"\"", "Written by the Puppet Development Kit."),
];

/// Properties that the Forge asks for.
pub static METADATA_REQUIRED: &[&str] = &["name", "version", "author", "license", "summary", "source", "dependencies"];

/// The settings of an `environment.conf`.
pub static ENVIRONMENT_CONF: &[Property] = &[
    property(
        "modulepath",
        " = ",
        "Folders of modules, with `:` between them; `$basemodulepath` stands for the server's own.",
    ),
    property("manifest", " = ", "The main manifest, or the folder of main manifests."),
    property("config_version", " = ", "A program that prints what the catalog's version is."),
    property("environment_timeout", " = ", "How long the server keeps what it has read: `0`, `unlimited` or a time."),
    property("disable_per_environment_manifest", " = ", "Use the server's own main manifest: `true` or `false`."),
    property("static_catalogs", " = ", "Send checksums of files with the catalog: `true` or `false`."),
    property("rich_data", " = ", "Let catalogs hold values that JSON does not have: `true` or `false`."),
];

/// The words that begin the statements of a `Puppetfile`.
pub static PUPPETFILE: &[Property] = &[
    property("mod", " ''", "A module: `mod 'author-name', '1.2.3'`, or with `:git`, `:tag`, `:branch`, `:commit`."),
    property("forge", " ''", "The Forge that modules come from."),
    property("moduledir", " ''", "The folder that modules are installed into; `modules` where it is not given."),
];

/// The properties of a kind of file on its first level.
pub fn first_level(kind: DocumentKind) -> &'static [Property] {
    match kind {
        DocumentKind::HieraConfig => HIERA_CONFIG,
        DocumentKind::ModuleMetadata => METADATA,
        DocumentKind::EnvironmentConf => ENVIRONMENT_CONF,
        DocumentKind::Puppetfile => PUPPETFILE,
        _ => &[],
    }
}

pub fn find(properties: &'static [Property], name: &str) -> Option<&'static Property> {
    properties.iter().find(|property| property.name == name)
}
