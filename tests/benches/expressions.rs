//! How long small programs take, each a file in `expressions/`: loops, strings, merges, type checks, regexes.
//!
//! `ruby tests/benches/ratio_to_puppet.rb` runs it and a real Puppet in the same minute and prints how they compare.

use std::path::Path;
use std::time::Instant;

use evaluator::request::Request;
use evaluator::{MemoryWorld, compile};

const ROUNDS: usize = 30;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/benches/expressions");
    let mut programs: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
        .collect();
    programs.sort();
    for path in programs {
        let code = std::fs::read_to_string(&path).expect("a program");
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let request = Request::catalog("node.example.com");
        // Parsed before: what is measured is the evaluation.
        let outcome = compile(&world, &request);
        assert!(outcome.is_ok(), "{}: {:?}", path.display(), outcome.errors.first().map(|error| error.message()));
        let mut times: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(compile(&world, &request));
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        println!("{name} {:.3} ms", times.get(ROUNDS / 2).copied().unwrap_or_default());
    }
}
