//! How long a compile takes, and that it grows with the number of resources and not faster. Prints a table.

use std::fmt::Write;
use std::time::{Duration, Instant};

use evaluator::request::Request;
use evaluator::{MemoryWorld, compile};

fn files(count: usize) -> String {
    let mut code = String::new();
    for number in 0..count {
        let _ = writeln!(
            code,
            "file {{ '/srv/data/{number}':\n  ensure  => file,\n  owner   => 'root',\n  mode    => '0644',\n  content => \"line {number}\\n\",\n}}"
        );
    }
    code
}

fn defines(count: usize) -> String {
    let mut code = String::from(
        "define site::share($path, $mode = '0755') {\n  file { $path: ensure => directory, mode => $mode }\n  notify { \"share ${title}\": require => File[$path] }\n}\n",
    );
    for number in 0..count {
        let _ = writeln!(code, "site::share {{ 'share{number}': path => '/srv/share/{number}' }}");
    }
    code
}

fn titles(count: usize) -> String {
    format!(
        "$paths = range(1, {count}).map |$number| {{ \"/srv/many/${{number}}\" }}\nfile {{ $paths: ensure => file }}\n"
    )
}

fn chain(count: usize) -> String {
    let mut code = String::new();
    for number in 0..count {
        let _ = writeln!(code, "@notify {{ 'n{number}': tag => 'all' }}");
    }
    code.push_str("Notify<| tag == 'all' |> { withpath => true } -> notify { 'last': }\n");
    code
}

fn measure(code: &str) -> (Duration, usize) {
    let world = MemoryWorld::new().with_file("manifests/site.pp", code);
    let request = Request::catalog("node.example.com");
    // Parsed before: what is measured is the compile.
    let outcome = compile(&world, &request);
    assert!(outcome.is_ok(), "{:?}", outcome.errors.first().map(|error| error.message()));
    let resources = outcome.catalog.map_or(0, |catalog| catalog.resources.len());
    let runs = 5;
    let best = (0..runs)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(compile(&world, &request));
            start.elapsed()
        })
        .min()
        .unwrap_or_default();
    (best, resources)
}

fn main() {
    println!("{:32} {:>10} {:>12} {:>14}", "program", "resources", "time", "per resource");
    for (name, make) in [
        ("file resources", files as fn(usize) -> String),
        ("resources of defines", defines),
        ("one expression, many titles", titles),
        ("virtual, collected, related", chain),
    ] {
        for count in [100, 1_000, 10_000] {
            let (time, resources) = measure(&make(count));
            let each = time / u32::try_from(resources.max(1)).unwrap_or(u32::MAX);
            println!(
                "{:32} {resources:>10} {:>12} {:>14}",
                format!("{count} {name}"),
                format!("{time:.2?}"),
                format!("{each:.2?}")
            );
        }
    }
}
