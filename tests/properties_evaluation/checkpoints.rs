//! Work that takes long asks now and then whether it is still wanted: an editor that types waits until it does.

use std::cell::Cell;
use std::sync::Arc;

use evaluator::hiera::data_file::{DataFormat, ParsedData};
use evaluator::regex_dialect::Regexp;
use evaluator::request::Request;
use evaluator::ruby::erb::ErbTemplate;
use evaluator::ruby::plugin_functions::PluginFunction;
use evaluator::ruby::plugin_types::PluginType;
use evaluator::ruby::syntax_tree::Node;
use evaluator::world::{BrokenParts, ParsedFile};
use evaluator::{FileId, MemoryWorld, World};

use crate::with_stack;

/// Counts how often it is asked.
struct CountingWorld {
    inner: MemoryWorld,
    asked: Cell<u64>,
}

impl World for CountingWorld {
    fn main_manifests(&self) -> Vec<FileId> {
        self.inner.main_manifests()
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        self.inner.module_file(module, path)
    }

    fn module_root(&self, module: &str) -> Option<Arc<str>> {
        self.inner.module_root(module)
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.inner.environment_file(path)
    }

    fn global_configuration(&self) -> Option<FileId> {
        self.inner.global_configuration()
    }

    fn global_file(&self, path: &str) -> Option<FileId> {
        self.inner.global_file(path)
    }

    fn global_files_below(&self, folder: &str) -> Vec<(String, FileId)> {
        self.inner.global_files_below(folder)
    }

    fn absolute_file(&self, path: &str) -> Option<Option<FileId>> {
        self.inner.absolute_file(path)
    }

    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
        self.inner.module_dependencies(module)
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        self.inner.plugin_resource_type(name)
    }

    fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>> {
        self.inner.broken_parts(file)
    }

    fn modules(&self) -> Arc<[String]> {
        self.inner.modules()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        self.inner.files_below(module, folder)
    }

    fn size(&self, file: FileId) -> Option<usize> {
        self.inner.size(file)
    }

    fn data(&self, file: FileId, format: DataFormat) -> Option<Arc<ParsedData>> {
        self.inner.data(file, format)
    }

    fn erb_template(&self, file: FileId) -> Option<Arc<ErbTemplate>> {
        self.inner.erb_template(file)
    }

    fn ruby_tree(&self, file: FileId) -> Option<Arc<Node>> {
        self.inner.ruby_tree(file)
    }

    fn ruby_functions(&self, file: FileId) -> Arc<[Arc<PluginFunction>]> {
        self.inner.ruby_functions(file)
    }

    fn regexp(&self, source: &str) -> Regexp {
        self.inner.regexp(source)
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        self.inner.parsed(file)
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        self.inner.bytes(file)
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.inner.path(file)
    }

    fn checkpoint(&self) {
        self.asked.set(self.asked.get() + 1);
    }
}

fn asked(manifest: &str, data: &str) -> u64 {
    let hiera = "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n";
    let inner = MemoryWorld::new().with_file("manifests/site.pp", manifest).with_file("hiera.yaml", hiera);
    let world = CountingWorld { inner: inner.with_file("data/all.yaml", data), asked: Cell::default() };
    let mut request = Request::catalog("test.example.com");
    request.limits.steps = 500_000;
    evaluator::compile(&world, &request);
    world.asked.get()
}

#[test]
fn one_statement_that_does_much_asks_often() {
    with_stack(|| {
        let doubling: String = (0..20)
            .map(|number| format!("k{}: \"%{{lookup('k{number}')}}%{{lookup('k{number}')}}\"\n", number + 1))
            .collect();
        let cases = [
            ("an interpolation that grows", "notice(lookup('k20'))", format!("k0: x\n{doubling}"), 1_000),
            ("a long range", "$a = range(1, 1000000)", String::new(), 200),
            ("a long list of numbers", "$a = unique(Integer[1, 1000000])", String::new(), 200),
            (
                "a value with many paths",
                "$a = range(1, 100).reduce([1]) |$memo, $i| { [$memo, $memo] }",
                String::new(),
                400,
            ),
            ("an array that doubles", "$a = range(1, 30).reduce([1]) |$memo, $i| { $memo + $memo }", String::new(), 20),
        ];
        for (what, manifest, data, least) in cases {
            let asked = asked(manifest, &data);
            assert!(asked >= least, "{what}: asked {asked} times");
        }
    });
}

#[test]
fn relationships_of_all_with_all_ask_often() {
    with_stack(|| {
        let declared = "range(1, 400).each |$i| { notify { \"n${i}\": } }";
        let without = asked(declared, "");
        let with = asked(&format!("{declared}\nNotify<| |> -> Notify<| |>"), "");
        assert!(with >= without + 150, "160,000 relationships asked {} times", with - without);
    });
}
