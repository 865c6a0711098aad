//! How long lint and the formatter take on a manifest of 2,000 lines. Prints the median and the goal.

#[path = "processor_time.rs"]
mod processor_time;

use std::hint::black_box;
use std::time::Duration;

use processor_time::time;
use syntax::SourceKind;
use syntax::format::{FormatOptions, format};
use syntax::lint::{LintRequest, Selection, lint};

const ROUNDS: usize = 15;
/// One round does the work this often.
const TIMES: u32 = 40;

/// Twenty lines with what manifests are made of, again and again.
fn manifest() -> String {
    let block = "\
# @summary A class.
# @param port A port.
class example::part (
  Integer           $port    = 80,
  Optional[String]  $comment = undef,
  Hash[String, Any] $options = {},
) {
  $name_of_host = \"${facts['networking']['hostname']}-${port}\"
  if $options['enabled'] and $port > 1024 {
    file { \"/etc/example/${name_of_host}\":
      ensure  => file,
      owner   => 'root',
      mode    => '0644',
      content => epp('example/part.epp', { 'port' => $port }),
      require => Package['example'],
    }
  } else {
    notify { 'nothing': message => \"no ${comment}\" }
  }
}
";
    block.repeat(100)
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut round = || (0..TIMES).for_each(|_| work());
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| time(&mut round) / TIMES).collect();
    times.sort();
    times[ROUNDS / 2]
}

fn main() {
    let text = manifest();
    let lines = text.lines().count();
    for (name, selection, goal) in [("default", Selection::default(), Some(3.0)), ("all", Selection::all(), None)] {
        let request = LintRequest { selection: &selection, path: Some("/m/example/manifests/part.pp") };
        let time = median(|| {
            black_box(lint(black_box(&text), &request));
        });
        let goal = goal.map(|goal: f64| format!(", goal {goal} ms")).unwrap_or_default();
        println!("lint, {name} checks, {lines} lines: {:.2} ms{goal}", time.as_secs_f64() * 1000.0);
    }
    let time = median(|| {
        let _ = black_box(format(black_box(&text), SourceKind::Manifest, &FormatOptions::default()));
    });
    println!("format, {lines} lines: {:.2} ms", time.as_secs_f64() * 1000.0);
}
