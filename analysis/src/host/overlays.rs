//! Keeps the inputs of overlays: other states of the workspace that share every file that is equal.

use std::collections::BTreeMap;
use std::sync::Arc;

use evaluator::fast_hash::FastMap;
use salsa::{Durability, Setter};
use smol_str::SmolStr;

use super::{AnalysisHost, OwnerFolders};
use crate::change::{EnvironmentLayout, ModuleLayout, OverlayChange};
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileContent, FileInput, Listing, ModuleInput, OverlayInput, Workspace};

/// The overlays by name. Inputs are never freed, so an overlay that changes keeps its own.
#[derive(Default)]
pub(super) struct Overlays {
    by_name: BTreeMap<SmolStr, Overlay>,
}

struct Overlay {
    input: OverlayInput,
    /// What it was last told.
    state: OverlayChange,
    /// Every folder and file that it ever had.
    folders: OwnerFolders,
    files: FastMap<Arc<str>, FileInput>,
}

impl AnalysisHost {
    /// Makes another state of the workspace what a change says.
    pub(super) fn apply_overlay(&mut self, change: OverlayChange) {
        let mut overlay = match self.overlays.by_name.remove(&change.name) {
            Some(overlay) if overlay.state == change => {
                self.overlays.by_name.insert(change.name, overlay);
                return;
            }
            Some(overlay) => overlay,
            None => self.new_overlay(&change),
        };
        overlay.state = change;
        self.update_overlay(&mut overlay);
        self.overlays.by_name.insert(overlay.state.name.clone(), overlay);
    }

    /// Follows a change of the workspace's own folders.
    pub(super) fn apply_overlays_again(&mut self) {
        for (name, mut overlay) in std::mem::take(&mut self.overlays.by_name) {
            self.update_overlay(&mut overlay);
            self.overlays.by_name.insert(name, overlay);
        }
    }

    fn new_overlay(&mut self, change: &OverlayChange) -> Overlay {
        let input = OverlayInput::builder(change.name.clone(), Arc::default(), Arc::from([]))
            .durability(Durability::MEDIUM)
            .new(&self.db);
        let workspace = Workspace::get(&self.db);
        let mut overlays = (*workspace.overlays(&self.db)).clone();
        overlays.insert(change.name.clone(), input);
        workspace.set_overlays(&mut self.db).with_durability(Durability::MEDIUM).to(Arc::new(overlays));
        Overlay { input, state: change.clone(), folders: OwnerFolders::default(), files: FastMap::default() }
    }

    fn update_overlay(&mut self, overlay: &mut Overlay) {
        let layout = overlay.state.layout.clone().unwrap_or_else(|| self.layout.clone());
        let mut environments = Vec::new();
        let mut folders = OwnerFolders::default();
        for environment in &layout.environments {
            environments.push(self.overlaid_environment(overlay, environment, &mut folders));
        }
        let mut files = BTreeMap::new();
        for (path, content) in overlay.state.files.clone() {
            let file = self.overlaid_file(overlay, &folders, &path, content);
            files.insert(path, file);
        }
        // What is equal again is not kept twice.
        for (path, file) in &overlay.files {
            if !files.contains_key(path) && !file.content(&self.db).is_absent() {
                file.set_content(&mut self.db).to(FileContent::Absent);
            }
        }
        if *overlay.input.files(&self.db) != files {
            overlay.input.set_files(&mut self.db).with_durability(Durability::MEDIUM).to(Arc::new(files));
        }
        if overlay.input.environments(&self.db).as_ref() != environments.as_slice() {
            overlay.input.set_environments(&mut self.db).with_durability(Durability::MEDIUM).to(environments.into());
        }
    }

    /// Returns an environment of the workspace with its counterpart in the overlay, whose folders are added to `folders`.
    fn overlaid_environment(
        &mut self,
        overlay: &mut Overlay,
        layout: &EnvironmentLayout,
        folders: &mut OwnerFolders,
    ) -> (EnvironmentInput, EnvironmentInput) {
        let mut modules = Vec::new();
        for module in &layout.modules {
            let input = self.overlaid_module(overlay, module);
            folders.modules.insert(module.root.as_str().into(), input);
            modules.push(input);
        }
        let base = self.base_environment(&layout.root);
        let root: Arc<str> = layout.root.as_str().into();
        let input = match overlay.folders.environments.get(&root) {
            Some(known) => *known,
            None => {
                let listing = Listing::Over { base, overlay: overlay.input };
                EnvironmentInput::builder(layout.name.clone(), root.clone(), SmolStr::default(), Arc::from([]), listing)
                    .durability(Durability::MEDIUM)
                    .new(&self.db)
            }
        };
        overlay.folders.environments.insert(root.clone(), input);
        folders.environments.insert(root, input);
        if input.name(&self.db) != layout.name {
            input.set_name(&mut self.db).with_durability(Durability::MEDIUM).to(layout.name.clone());
        }
        if input.manifest(&self.db) != layout.manifest {
            input.set_manifest(&mut self.db).with_durability(Durability::MEDIUM).to(layout.manifest.as_str().into());
        }
        if input.modules(&self.db).as_ref() != modules.as_slice() {
            input.set_modules(&mut self.db).with_durability(Durability::MEDIUM).to(modules.into());
        }
        (base, input)
    }

    /// Returns the workspace's own module where nothing in it differs, else the overlay's.
    fn overlaid_module(&mut self, overlay: &mut Overlay, layout: &ModuleLayout) -> ModuleInput {
        let root: Arc<str> = layout.root.as_str().into();
        let own = self.folders.modules.get(&root).copied();
        let prefix = format!("{root}/");
        let from = (std::ops::Bound::Included(prefix.as_str()), std::ops::Bound::Unbounded);
        let mut differing = overlay.state.files.range::<str, _>(from);
        let differs = differing.next().is_some_and(|(path, _)| path.starts_with(&prefix));
        if let Some(own) = own
            && !differs
        {
            return own;
        }
        if let Some(known) = overlay.folders.modules.get(&root) {
            return *known;
        }
        let listing = match own {
            Some(base) => Listing::Over { base, overlay: overlay.input },
            None => Listing::Over { base: self.empty_module(layout), overlay: overlay.input },
        };
        let module = ModuleInput::builder(layout.name.clone(), root.clone(), layout.vendored, listing)
            .durability(Durability::MEDIUM)
            .new(&self.db);
        overlay.folders.modules.insert(root, module);
        module
    }

    /// Makes a module without files, for one that only the other state has.
    fn empty_module(&self, layout: &ModuleLayout) -> ModuleInput {
        ModuleInput::builder(layout.name.clone(), layout.root.as_str().into(), layout.vendored, Listing::default())
            .durability(Durability::MEDIUM)
            .new(&self.db)
    }

    fn base_environment(&self, root: &str) -> EnvironmentInput {
        let environments = &self.folders.environments;
        match environments.get(root).or_else(|| environments.get("")) {
            Some(environment) => *environment,
            None => Workspace::get(&self.db).environments(&self.db)[0],
        }
    }

    fn overlaid_file(
        &mut self,
        overlay: &mut Overlay,
        folders: &OwnerFolders,
        path: &Arc<str>,
        content: FileContent,
    ) -> FileInput {
        let owner = folders.owner_of(path);
        if let Some(file) = overlay.files.get(path).copied() {
            if file.owner(&self.db) != owner {
                file.set_owner(&mut self.db).with_durability(Durability::MEDIUM).to(owner);
            }
            if file.content(&self.db) != content {
                file.set_content(&mut self.db).with_durability(Durability::MEDIUM).to(content);
            }
            return file;
        }
        let id = self.db.file_table().next_id();
        let file =
            FileInput::builder(id, path.clone(), content, owner, false).durability(Durability::MEDIUM).new(&self.db);
        self.db.file_table().insert_overlaid(id, file);
        overlay.files.insert(path.clone(), file);
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::Change;
    use crate::fixture::Fixture;
    use crate::preview::contexts::preview_key;
    use crate::preview::{PreviewGoal, catalog_preview, in_overlay};
    use evaluator::Outcome;

    const SITE: &str = "/env/manifests/site.pp";
    const A: &str = "/env/modules/a/manifests/init.pp";
    const B: &str = "/env/modules/b/manifests/init.pp";
    const FILES: &str = "//- /env/manifests/site.pp\ninclude a\ninclude b\n\
         //- /env/modules/a/manifests/init.pp\nclass a { notify { 'a': } }\n\
         //- /env/modules/b/manifests/init.pp\nclass b { notify { 'b': } }\n";

    fn text(text: &str) -> FileContent {
        FileContent::Text(text.into())
    }

    /// The node's catalog in the overlay `old`.
    fn before(fixture: &Fixture) -> Arc<Outcome> {
        let read = fixture.host.analysis().read_file(fixture.file(SITE), |db, file| {
            let overlay = db.workspace().overlays(db)["old"];
            catalog_preview(db, in_overlay(db, preview_key(db, file, PreviewGoal::Node), overlay))
        });
        read.expect("no writer").expect("the file is known")
    }

    fn titles(outcome: &Outcome) -> Vec<String> {
        let resources = outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
        let mut titles: Vec<String> = resources.map(|resource| resource.title.to_string()).collect();
        titles.retain(|title| title.len() == 1 && title.chars().all(char::is_lowercase));
        titles
    }

    #[test]
    fn typing_in_a_file_does_not_evaluate_its_old_state_again() {
        let mut fixture = Fixture::new(FILES);
        fixture.set_overlay("old", &[(A, text("class a { notify { 'x': } }"))]);
        let first = before(&fixture);
        assert_eq!(titles(&first), ["x", "b"]);
        fixture.set_text(A, "class a { notify { 'c': } }\n");
        assert!(Arc::ptr_eq(&first, &before(&fixture)));
        fixture.set_overlay("old", &[(A, text("class a { notify { 'y': } }"))]);
        assert_eq!(titles(&before(&fixture)), ["y", "b"]);
    }

    #[test]
    fn what_is_equal_is_shared_and_seen_as_it_is_now() {
        let mut fixture = Fixture::with_query_log(FILES);
        fixture.set_overlay("old", &[(A, text("class a { }"))]);
        assert_eq!(titles(&before(&fixture)), ["b"]);
        let parsed = fixture.host.take_query_log().iter().filter(|query| *query == "source_file").count();
        assert_eq!(parsed, 3, "the two shared files and the old one");
        fixture.set_text(B, "class b { notify { 'd': } }\n");
        assert_eq!(titles(&before(&fixture)), ["d"]);
        fixture.host.apply_change(Change::of_file(B, FileContent::Absent));
        assert!(!before(&fixture).missing.is_empty());
        fixture.set_text(B, "class b { notify { 'e': } }\n");
        assert_eq!(titles(&before(&fixture)), ["e"]);
    }

    #[test]
    fn files_come_and_go() {
        let c = "/env/modules/c/manifests/init.pp";
        let mut fixture = Fixture::new(FILES);
        fixture.set_overlay("old", &[(SITE, text("include a\nnotify { 's': }")), (B, FileContent::Absent)]);
        assert_eq!(titles(&before(&fixture)), ["a", "s"]);
        fixture.set_overlay("old", &[(SITE, text("include c")), (c, text("class c { notify { 'q': } }"))]);
        assert!(!before(&fixture).missing.is_empty(), "without its layout the new module is in no modulepath");
        fixture.set_overlay("old", &[]);
        assert_eq!(titles(&before(&fixture)), ["a", "b"]);
    }

    #[test]
    fn comparing_with_many_states_keeps_one() {
        let mut fixture = Fixture::new(FILES);
        fixture.set_overlay("old", &[(A, text("class a { }"))]);
        before(&fixture);
        let kept = fixture.host.kept();
        for number in 0..24 {
            fixture.set_overlay("old", &[(A, text(&format!("class a {{ notify {{ '{number}': }} }}")))]);
            before(&fixture);
        }
        assert_eq!(fixture.host.kept(), kept);
    }
}
