//! Any text in every edition: validation ends, and each problem is at a place of the text.

#![no_main]

use evaluator::Edition;
use libfuzzer_sys::fuzz_target;
use syntax::validation::ModuleLocation;
use syntax::{ReadOptions, SourceBytes, SourceKind};

fuzz_target!(|bytes: &[u8]| {
    let text = SourceBytes::new(bytes).text;
    for edition in Edition::ALL {
        for (kind, tasks) in [(SourceKind::Manifest, false), (SourceKind::Manifest, true), (SourceKind::Template, false)] {
            let location = Some(ModuleLocation { module: "m".to_string(), path: "manifests/a/b.pp".to_string() });
            let options = ReadOptions { kind, tasks, rules: edition.validation_rules(), location };
            let file = syntax::read(&text, &options);
            for problem in &file.problems {
                assert!(problem.range.start <= problem.range.end && problem.range.end as usize <= text.len(), "{problem:?}");
                assert!(text.is_char_boundary(problem.range.start as usize), "{problem:?}");
                assert!(text.is_char_boundary(problem.range.end as usize), "{problem:?}");
                assert!(problem.anchor as usize <= text.len(), "{problem:?}");
            }
        }
    }
});
