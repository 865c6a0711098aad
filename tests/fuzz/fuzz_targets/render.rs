//! Any bytes as an ERB template, an EPP template and the body of a Ruby function: all end within their limits, and nothing panics.

#![no_main]

use evaluator::MemoryWorld;
use fuzz_support::{small_request, with_stack};
use libfuzzer_sys::fuzz_target;

const SITE: &str = "\
define d($list = [3, 'a', undef], $hash = { 'k' => [1], 2 => 'x' }, $text = \"a b\\nc\", $flag = true, $number = 7) {
  notice(template('m/t.erb'))
  notice(m::f($list, $hash))
  notice(epp('m/t.epp', { 'list' => $list }))
}
d { 'x': }
";

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let function = format!("Puppet::Functions.create_function(:'m::f') do\n def f(*args)\n {text}\n end\nend\n");
    let world = MemoryWorld::new()
        .with_file("manifests/site.pp", SITE)
        .with_file("modules/m/templates/t.erb", bytes)
        .with_file("modules/m/templates/t.epp", bytes)
        .with_file("modules/m/lib/puppet/functions/m/f.rb", function);
    with_stack(move || {
        evaluator::compile(&world, &small_request());
    });
});
