//! Which files modules and environments have: told by the host, listed through the `FileSystem` part by part, or those of
//! another folder with an overlay over them.

use std::collections::BTreeMap;
use std::sync::Arc;

use salsa::Durability;
use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{
    EnvironmentInput, FileContent, FileInput, FileOwner, FilesBelow, Listing, ModuleInput, OverlayInput,
};

impl ModuleInput {
    /// Returns all files of the module.
    pub fn files(self, db: &dyn Db) -> FilesBelow {
        match self.listing(db) {
            Listing::Known(files) => files,
            Listing::Unread => all_module_files(db, self),
            Listing::Over { .. } => overlaid_module_files(db, self),
        }
    }

    /// Returns a file of the module; lists only the part of it that the file is in.
    pub fn file(self, db: &dyn Db, path: &str) -> Option<FileInput> {
        match self.listing(db) {
            Listing::Unread => module_part(db, self, part_of(path)).get(path).copied(),
            Listing::Known(files) => files.get(path).copied(),
            Listing::Over { .. } => self.files(db).get(path).copied(),
        }
    }

    /// Returns at least the files below a folder of the module, which is given without a `/` at its end.
    pub fn files_around(self, db: &dyn Db, folder: &str) -> FilesBelow {
        match self.listing(db) {
            Listing::Unread if !folder.is_empty() => module_part(db, self, part_of_folder(folder)),
            _ => self.files(db),
        }
    }
}

impl EnvironmentInput {
    /// Returns all files of the environment that belong to no module.
    pub fn files(self, db: &dyn Db) -> FilesBelow {
        match self.listing(db) {
            Listing::Known(files) => files,
            Listing::Unread => all_environment_files(db, self),
            Listing::Over { .. } => overlaid_environment_files(db, self),
        }
    }

    /// Returns a file of the environment, of a module inside of it too; lists only the part of it that the file is in.
    pub fn file(self, db: &dyn Db, path: &str) -> Option<FileInput> {
        let own = match self.listing(db) {
            Listing::Unread => environment_part(db, self, part_of(path)).get(path).copied(),
            Listing::Known(files) => files.get(path).copied(),
            Listing::Over { .. } => self.files(db).get(path).copied(),
        };
        own.or_else(|| {
            let folders = module_folders(db, self);
            let ends = path.char_indices().rev().filter(|(_, character)| *character == '/').map(|(at, _)| at);
            let (module, rest) = ends.filter_map(|at| Some((folders.get(&path[..at])?, &path[at + 1..]))).next()?;
            module.file(db, rest)
        })
    }

    /// Returns at least the files below a folder of the environment, which is given without a `/` at its end.
    pub fn files_around(self, db: &dyn Db, folder: &str) -> FilesBelow {
        match self.listing(db) {
            Listing::Unread if !folder.is_empty() => environment_part(db, self, part_of_folder(folder)),
            _ => self.files(db),
        }
    }
}

/// The first folder of a path; empty for a file that is in none.
fn part_of(path: &str) -> SmolStr {
    path.split_once('/').map(|(part, _)| SmolStr::new(part)).unwrap_or_default()
}

fn part_of_folder(folder: &str) -> SmolStr {
    SmolStr::new(folder.split('/').next().unwrap_or(folder))
}

#[salsa::tracked(returns(clone), no_eq)]
fn module_part(db: &dyn Db, module: ModuleInput, part: SmolStr) -> FilesBelow {
    let paths = paths_of_part(db, &module.root(db), &part);
    let owner = |path: &SmolStr| FileOwner::Module { module, path: path.clone() };
    Arc::new(
        paths.into_iter().map(|path| (path.clone(), unread_file(db, &module.root(db), owner(&path), &path))).collect(),
    )
}

#[salsa::tracked(returns(clone), no_eq)]
fn environment_part(db: &dyn Db, environment: EnvironmentInput, part: SmolStr) -> FilesBelow {
    let root = environment.root(db);
    let folders = module_folders(db, environment);
    // Modules have their own lists; those folders are large.
    if root.is_empty() || folders.keys().any(|folder| *folder == part || part_of(folder) == part) {
        return FilesBelow::default();
    }
    let paths = paths_of_part(db, &root, &part);
    let owner = |path: &SmolStr| FileOwner::Environment { environment, path: path.clone() };
    Arc::new(paths.into_iter().map(|path| (path.clone(), unread_file(db, &root, owner(&path), &path))).collect())
}

/// The paths below a root that are in one of its folders, or directly in it where the part is empty.
fn paths_of_part(db: &dyn Db, root: &str, part: &str) -> Vec<SmolStr> {
    let disk = db.file_system();
    if part.is_empty() {
        let files = disk.entries(root).into_iter().filter(|entry| !entry.is_folder);
        return files.map(|entry| SmolStr::new(entry.name)).collect();
    }
    let below = disk.files_below(&format!("{root}/{part}"));
    below.into_iter().map(|path| smol_str::format_smolstr!("{part}/{path}")).collect()
}

fn unread_file(db: &dyn Db, root: &str, owner: FileOwner, path: &str) -> FileInput {
    let full: Arc<str> = format!("{root}/{path}").into();
    db.file_table().get_or_insert(full.clone(), |id| {
        FileInput::builder(id, full.clone(), FileContent::Unread, owner, false).durability(Durability::MEDIUM).new(db)
    })
}

#[salsa::tracked(returns(clone), no_eq)]
fn all_module_files(db: &dyn Db, module: ModuleInput) -> FilesBelow {
    all_parts(db, &module.root(db), |part| module_part(db, module, part))
}

#[salsa::tracked(returns(clone), no_eq)]
fn all_environment_files(db: &dyn Db, environment: EnvironmentInput) -> FilesBelow {
    all_parts(db, &environment.root(db), |part| environment_part(db, environment, part))
}

fn all_parts(db: &dyn Db, root: &str, part: impl Fn(SmolStr) -> FilesBelow) -> FilesBelow {
    let mut files = (*part(SmolStr::default())).clone();
    for entry in db.file_system().entries(root).into_iter().filter(|entry| entry.is_folder) {
        files.extend(part(SmolStr::new(entry.name)).iter().map(|(path, file)| (path.clone(), *file)));
    }
    Arc::new(files)
}

/// The modules inside of an environment's folder, by their path below it.
#[salsa::tracked(returns(clone))]
fn module_folders(db: &dyn Db, environment: EnvironmentInput) -> Arc<BTreeMap<SmolStr, ModuleInput>> {
    let prefix = format!("{}/", environment.root(db));
    let inside = |module: &ModuleInput| Some((SmolStr::new(module.root(db).strip_prefix(&prefix)?), *module));
    Arc::new(environment.modules(db).iter().filter_map(inside).collect())
}

#[salsa::tracked(returns(clone), no_eq)]
fn overlaid_module_files(db: &dyn Db, module: ModuleInput) -> FilesBelow {
    match module.listing(db) {
        Listing::Over { base, overlay } => overlaid(db, base.files(db), overlay, |owner| match owner {
            FileOwner::Module { module: owner, path } if *owner == module => Some(path.clone()),
            _ => None,
        }),
        _ => FilesBelow::default(),
    }
}

#[salsa::tracked(returns(clone), no_eq)]
fn overlaid_environment_files(db: &dyn Db, environment: EnvironmentInput) -> FilesBelow {
    match environment.listing(db) {
        Listing::Over { base, overlay } => overlaid(db, base.files(db), overlay, |owner| match owner {
            FileOwner::Environment { environment: owner, path } if *owner == environment => Some(path.clone()),
            _ => None,
        }),
        _ => FilesBelow::default(),
    }
}

/// The files of a folder with those of an overlay in their place; `path_in` tells which of the overlay's are in the folder.
fn overlaid(
    db: &dyn Db,
    base: FilesBelow,
    overlay: OverlayInput,
    path_in: impl Fn(&FileOwner) -> Option<SmolStr>,
) -> FilesBelow {
    let mut files = (*base).clone();
    for file in overlay.files(db).values() {
        let Some(path) = path_in(&file.owner(db)) else { continue };
        if file.content(db).is_absent() {
            files.remove(&path);
        } else {
            files.insert(path, *file);
        }
    }
    Arc::new(files)
}
