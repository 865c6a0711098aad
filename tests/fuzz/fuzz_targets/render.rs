//! Any bytes as an ERB template and as the body of a Ruby function: both end within their limits, and nothing panics.

#![no_main]

use evaluator::MemoryWorld;
use evaluator::request::Request;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let function = format!("Puppet::Functions.create_function(:'m::f') do\n def f(*args)\n {text}\n end\nend\n");
    let world = MemoryWorld::new()
        .with_file("manifests/site.pp", "$list = [1, 'a'] $hash = { 'k' => 1 } notice(template('m/t.erb')) notice(m::f($list, $hash))")
        .with_file("modules/m/templates/t.erb", bytes)
        .with_file("modules/m/lib/puppet/functions/m/f.rb", function);
    let mut request = Request::catalog("fuzz.example.com");
    request.limits.steps = 20_000;
    request.limits.depth = 40;
    request.limits.string_bytes = 1 << 18;
    request.limits.collection_elements = 20_000;
    // Evaluation is meant to have the stack of a worker thread.
    let run = move || {
        evaluator::compile(&world, &request);
    };
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread");
    thread.join().expect("no panic");
});
