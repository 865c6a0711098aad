//! The relationships that an agent adds by itself before it looks for cycles: a file waits for its folder, its owner and
//! its group, a command for the files that it names, and so on. Only types that are built in are known here.

use std::collections::HashSet;

use super::relationship_edges::RelationshipEdge;
use super::resource::Resource;
use super::{Catalog, ResourceId};
use crate::value::Value;

/// What a resource waits for: resources of the catalog.
struct Wanted<'c> {
    catalog: &'c Catalog,
    found: Vec<ResourceId>,
}

/// Adds what a resource of a type requires.
type Rule = fn(&Resource, &mut Wanted);

/// One rule for each type.
const RULES: &[(&str, Rule)] = &[
    ("File", file),
    ("Exec", exec),
    ("Package", |package, wanted| wanted.add("File", attribute(package, "source"))),
    ("User", user),
    ("Cron", |cron, wanted| wanted.add("User", attribute(cron, "user"))),
    ("Ssh_authorized_key", |key, wanted| wanted.add("User", attribute(key, "user"))),
    ("Mount", |mount, wanted| wanted.add_nearest_above("Mount", name_of(mount))),
    ("Selmodule", |module, wanted| wanted.add("File", attribute(module, "selmodulepath"))),
    ("Zfs", zfs),
    ("Zone", zone),
];

impl Wanted<'_> {
    /// Adds the resources of these titles or names that the catalog has.
    fn add<'t>(&mut self, type_name: &str, titles: impl IntoIterator<Item = &'t str>) {
        self.found.extend(titles.into_iter().filter_map(|title| named(self.catalog, type_name, title)));
    }

    fn add_nearest_above(&mut self, type_name: &str, path: &str) {
        self.found.extend(folders_above(path).find_map(|folder| named(self.catalog, type_name, folder)));
    }
}

/// The edges that the rules ask for. One that runs against a relationship of the catalog is left out, as agents do.
pub fn autorequire_edges(catalog: &Catalog, explicit: &[RelationshipEdge]) -> Vec<RelationshipEdge> {
    let mut edges = Vec::new();
    let mut wanted = Wanted { catalog, found: Vec::new() };
    for (id, resource) in catalog.realized() {
        let Some((_, rule)) = RULES.iter().find(|(name, _)| *name == resource.type_name) else { continue };
        rule(resource, &mut wanted);
        let others = wanted.found.drain(..).filter(|source| *source != id);
        edges.extend(others.map(|source| RelationshipEdge { source, target: id, notifies: false }));
    }
    if !edges.is_empty() {
        let known: HashSet<(ResourceId, ResourceId)> = explicit.iter().map(|edge| (edge.source, edge.target)).collect();
        edges.retain(|edge| !known.contains(&(edge.target, edge.source)));
    }
    edges
}

/// A realized resource by its title or by what its namevar says.
fn named(catalog: &Catalog, type_name: &str, title: &str) -> Option<ResourceId> {
    let title = if type_name == "File" { without_last_slashes(title) } else { title };
    catalog.find(type_name, title).filter(|id| !catalog.get(*id).is_virtual)
}

fn without_last_slashes(path: &str) -> &str {
    if path.len() > 1 { path.trim_end_matches('/') } else { path }
}

fn attribute<'r>(resource: &'r Resource, name: &str) -> Option<&'r str> {
    resource.value(name).and_then(Value::as_str)
}

fn texts<'r>(resource: &'r Resource, name: &str) -> impl Iterator<Item = &'r str> {
    let elements = match resource.value(name) {
        Some(Value::Array(elements)) => elements.as_ref(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    elements.iter().filter_map(Value::as_str)
}

fn name_of(resource: &Resource) -> &str {
    let namevar = match resource.type_name.as_str() {
        "File" => "path",
        "Exec" => "command",
        _ => "name",
    };
    let name = attribute(resource, namevar).unwrap_or(&resource.title);
    if resource.type_name == "File" { without_last_slashes(name) } else { name }
}

/// The folders above a path, the nearest first.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(slash, _)| if slash == 0 { "/" } else { &path[..slash] })
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn file(resource: &Resource, wanted: &mut Wanted) {
    wanted.add_nearest_above("File", name_of(resource));
    // A mount comes before all that is below it, but for the root's.
    wanted.add("Mount", folders_above(name_of(resource)).filter(|folder| folder.len() > 1));
    wanted.add("User", attribute(resource, "owner").filter(|owner| !is_number(owner)));
    wanted.add("Group", attribute(resource, "group").filter(|group| !is_number(group)));
}

fn exec(resource: &Resource, wanted: &mut Wanted) {
    wanted.add("File", attribute(resource, "cwd"));
    let command = attribute(resource, "command").unwrap_or(&resource.title);
    for text in std::iter::once(command).chain(texts(resource, "onlyif")).chain(texts(resource, "unless")) {
        // The program, where it is written with its whole path.
        wanted.add("File", text.lines().filter_map(leading_path));
    }
    wanted.add("User", attribute(resource, "user").filter(|user| !is_number(user)));
}

/// The pool, and the file systems between it and this one.
fn zfs(resource: &Resource, wanted: &mut Wanted) {
    let name = name_of(resource);
    let pool = folders_above(name).last().unwrap_or(name);
    wanted.add("Zfs", folders_above(name).filter(|above| *above != pool));
    wanted.add("Zpool", [pool]);
}

fn zone(resource: &Resource, wanted: &mut Wanted) {
    let path = attribute(resource, "path");
    wanted.add("File", path.and_then(|path| folders_above(path).next()));
    wanted.add("File", path);
    wanted.add("Zfs", texts(resource, "dataset"));
}

/// `/usr/bin/id` of `/usr/bin/id -u`
fn leading_path(line: &str) -> Option<&str> {
    let line = line.strip_prefix('"').unwrap_or(line);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
    let end = line.find(|c| !is_part(c)).unwrap_or(line.len());
    let path = line[..end].trim_end_matches('/');
    (path.starts_with('/') && path.len() > 1).then_some(path)
}

fn user(resource: &Resource, wanted: &mut Wanted) {
    let groups = attribute(resource, "gid").into_iter().chain(texts(resource, "groups"));
    wanted.add("Group", groups.filter(|group| !is_number(group)));
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
    fn a_file_system_waits_for_its_pool_and_a_zone_for_its_folder() {
        check(
            "zpool { 'tank': require => Notify['n'] } notify { 'n': require => Zfs['tank/a/b'] } zfs { 'tank/a/b': }",
            &["(Zpool[tank] => Zfs[tank/a/b] => Notify[n] => Zpool[tank])"],
        );
        check(
            "file { '/z': require => Notify['n'] } notify { 'n': require => Zone['x'] } zone { 'x': path => '/z/x' }",
            &["(File[/z] => Zone[x] => Notify[n] => File[/z])"],
        );
    }

    #[test]
    fn a_mount_comes_before_the_files_below_it() {
        check(
            "mount { '/srv': require => Notify['n'] } notify { 'n': require => File['/srv/a'] } file { '/srv/a': }",
            &["(Mount[/srv] => File[/srv/a] => Notify[n] => Mount[/srv])"],
        );
        check("mount { '/': require => Notify['n'] } notify { 'n': require => File['/srv'] } file { '/srv': }", &[]);
    }

    #[test]
    fn a_relationship_of_the_catalog_wins_over_one_that_is_added() {
        check("file { '/a': ensure => directory, require => File['/a/b'] } file { '/a/b': }", &[]);
        check("group { 'g': } user { 'u': gid => 'g' } Group['g'] -> User['u']", &[]);
    }
}
