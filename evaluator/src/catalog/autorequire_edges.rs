//! The relationships that an agent adds by itself before it looks for cycles: a file waits for its folder, its owner and
//! its group, a command for the files that it names, and so on. Only types that are built in are known here.

use std::collections::HashSet;

use super::relationship_edges::RelationshipEdge;
use super::resource::Resource;
use super::{Catalog, ResourceId};
use crate::value::Value;

/// What a resource waits for: a type, and the titles or names of resources of it.
type Wanted = Vec<(&'static str, String)>;

/// What a resource of a type requires where the catalog has it.
type Rule = fn(&Catalog, &Resource) -> Wanted;

/// One rule for each type.
const RULES: &[(&str, Rule)] = &[
    ("File", file),
    ("Exec", exec),
    ("Package", |_, package| attribute(package, "source").map(|path| ("File", path)).into_iter().collect()),
    ("User", user),
    ("Cron", |_, cron| attribute(cron, "user").map(|name| ("User", name)).into_iter().collect()),
    ("Ssh_authorized_key", |_, key| attribute(key, "user").map(|name| ("User", name)).into_iter().collect()),
    ("Mount", |catalog, mount| nearest_above(catalog, "Mount", &name_of(mount))),
    ("Zfs", |_, zfs| folders_above(&name_of(zfs)).into_iter().map(|name| ("Zfs", name)).collect()),
];

/// The edges that the rules ask for. One that runs against a relationship of the catalog is left out, as agents do.
pub fn autorequire_edges(catalog: &Catalog, explicit: &[RelationshipEdge]) -> Vec<RelationshipEdge> {
    let mut edges = Vec::new();
    for (id, resource) in catalog.realized() {
        let Some((_, rule)) = RULES.iter().find(|(name, _)| *name == resource.type_name) else { continue };
        for (type_name, title) in rule(catalog, resource) {
            let Some(source) = named(catalog, type_name, &title) else { continue };
            if source != id {
                edges.push(RelationshipEdge { source, target: id, notifies: false });
            }
        }
    }
    if !edges.is_empty() {
        let known: HashSet<(ResourceId, ResourceId)> = explicit.iter().map(|edge| (edge.source, edge.target)).collect();
        edges.retain(|edge| !known.contains(&(edge.target, edge.source)));
    }
    edges
}

/// A realized resource by its title or by what its namevar says.
fn named(catalog: &Catalog, type_name: &str, title: &str) -> Option<ResourceId> {
    let title = if type_name == "File" && title.len() > 1 { title.trim_end_matches('/') } else { title };
    catalog.find(type_name, title).filter(|id| !catalog.get(*id).is_virtual)
}

fn attribute(resource: &Resource, name: &str) -> Option<String> {
    match resource.value(name) {
        Some(Value::String(text)) => Some(text.to_string()),
        _ => None,
    }
}

fn texts(resource: &Resource, name: &str) -> Vec<String> {
    match resource.value(name) {
        Some(Value::String(text)) => vec![text.to_string()],
        Some(Value::Array(elements)) => elements.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

fn name_of(resource: &Resource) -> String {
    let namevar = match resource.type_name.as_str() {
        "File" => "path",
        "Exec" => "command",
        _ => "name",
    };
    let name = attribute(resource, namevar).unwrap_or_else(|| resource.title.to_string());
    if resource.type_name == "File" && name.len() > 1 { name.trim_end_matches('/').to_string() } else { name }
}

/// The folders above a path, the nearest first.
fn folders_above(path: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut rest = path;
    while let Some(slash) = rest.rfind('/') {
        rest = &rest[..slash];
        folders.push(if rest.is_empty() { "/".to_string() } else { rest.to_string() });
    }
    folders
}

fn nearest_above(catalog: &Catalog, type_name: &'static str, path: &str) -> Wanted {
    let nearest = folders_above(path).into_iter().find(|folder| named(catalog, type_name, folder).is_some());
    nearest.map(|folder| (type_name, folder)).into_iter().collect()
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn file(catalog: &Catalog, resource: &Resource) -> Wanted {
    let mut wanted = nearest_above(catalog, "File", &name_of(resource));
    wanted.extend(attribute(resource, "owner").filter(|owner| !is_number(owner)).map(|owner| ("User", owner)));
    wanted.extend(attribute(resource, "group").filter(|group| !is_number(group)).map(|group| ("Group", group)));
    wanted
}

fn exec(_: &Catalog, resource: &Resource) -> Wanted {
    let mut wanted: Wanted = attribute(resource, "cwd").map(|path| ("File", path)).into_iter().collect();
    let command = attribute(resource, "command").unwrap_or_else(|| resource.title.to_string());
    for text in std::iter::once(command).chain(texts(resource, "onlyif")).chain(texts(resource, "unless")) {
        // The program, where it is written with its whole path.
        wanted.extend(text.lines().filter_map(leading_path).map(|path| ("File", path)));
    }
    wanted.extend(attribute(resource, "user").filter(|user| !is_number(user)).map(|user| ("User", user)));
    wanted
}

/// `/usr/bin/id` of `/usr/bin/id -u`
fn leading_path(line: &str) -> Option<String> {
    let line = line.strip_prefix('"').unwrap_or(line);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
    let end = line.find(|c| !is_part(c)).unwrap_or(line.len());
    let path = line[..end].trim_end_matches('/');
    (path.starts_with('/') && path.len() > 1).then(|| path.to_string())
}

fn user(_: &Catalog, resource: &Resource) -> Wanted {
    let groups = attribute(resource, "gid").into_iter().chain(texts(resource, "groups"));
    groups.filter(|group| !is_number(group)).map(|group| ("Group", group)).collect()
}

#[cfg(test)]
mod tests {
    use crate::catalog::cycles::find_cycles;
    use crate::memory_world::MemoryWorld;
    use crate::request::Request;

    #[track_caller]
    fn check(code: &str, expected: &[&str]) {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let outcome = crate::compile(&world, &Request::catalog("n"));
        let catalog = outcome.catalog.expect("a catalog");
        let cycles: Vec<String> = find_cycles(&catalog, &|| {}).iter().map(|cycle| cycle.describe(&catalog)).collect();
        assert_eq!(cycles, expected, "{code}");
    }

    #[test]
    fn a_file_waits_for_its_folder_owner_and_group() {
        check(
            "file { '/a': ensure => directory, require => Notify['n'] } notify { 'n': require => File['/a/b/c'] } file { '/a/b/c': }",
            &["(File[/a] => File[/a/b/c] => Notify[n] => File[/a])"],
        );
        check(
            "user { 'u': require => Notify['n'] } notify { 'n': require => File['/x'] } file { '/x': owner => 'u' }",
            &["(User[u] => File[/x] => Notify[n] => User[u])"],
        );
    }

    #[test]
    fn a_command_waits_for_its_program_and_user() {
        check(
            "file { '/opt/run': require => Notify['n'] } notify { 'n': require => Exec['e'] } exec { 'e': command => '/opt/run now' }",
            &["(File[/opt/run] => Exec[e] => Notify[n] => File[/opt/run])"],
        );
    }

    #[test]
    fn a_relationship_of_the_catalog_wins_over_one_that_is_added() {
        check("file { '/a': ensure => directory, require => File['/a/b'] } file { '/a/b': }", &[]);
        check("group { 'g': } user { 'u': gid => 'g' } Group['g'] -> User['u']", &[]);
    }
}
