//! Accepts completions all over the example of the repository: each name is typed again, letter by letter, with the code behind
//! it in place.

use std::fmt::Write;

use syntax::before_cursor::after_cursor;
use syntax::syntax_kind::SyntaxKind::*;

use super::{CompletionItem, Completions, expand_snippet};
use crate::FilePosition;
use crate::change::Change;
use crate::fixture::Fixture;
use crate::inputs::FileContent;

macro_rules! sources {
    ($($path:literal),* $(,)?) => {
        &[$((concat!("/env/", $path), include_str!(concat!("../../../../examples/control-repo/", $path)))),*]
    };
}

const SOURCES: &[(&str, &str)] = sources![
    "manifests/site.pp",
    "modules/backup/manifests/init.pp",
    "modules/backup/manifests/job.pp",
    "modules/webserver/functions/allow_lines.pp",
    "modules/webserver/manifests/init.pp",
    "modules/webserver/manifests/site.pp",
    "modules/webserver/types/port.pp",
    "site-modules/profile/manifests/base.pp",
    "site-modules/profile/manifests/web.pp",
    "site-modules/role/manifests/backup.pp",
    "site-modules/role/manifests/web.pp",
];

/// A source that has what the example lacks.
const MORE: &str = r#"class more (
  Enum['a', 'b'] $mode = 'a',
  Optional[Array[String]] $names = undef,
  Hash[String, Integer] $ports = {},
) {
  $family = $facts['os']['family']
  $upper = $names.map |$name| { upcase($name) }
  if $mode == 'a' and $family in ['Debian', 'RedHat'] {
    include webserver
  } elsif $mode == 'b' {
    notice("the mode is ${mode} on ${facts['kernel']}")
  } else {
    fail('no mode')
  }
  case $family {
    'Debian': { $package = 'apache2' }
    default: { $package = 'httpd' }
  }
  package { $package: ensure => installed }
  -> file { '/etc/app.conf':
    ensure  => file,
    mode    => '0644',
    content => epp('webserver/site.conf.epp', { 'docroot' => '/srv' }),
    require => Package[$package],
  }
  ~> service { 'app': ensure => running, enable => true }
  $ports.each |String $name, Integer $port| {
    webserver::site { $name: port => $port }
  }
  File <| title == '/x' |> { owner => 'root' }
  $joined = join($names.filter |$n| { $n =~ /^a/ }, ',')
  $value = lookup('webserver::port', Integer, 'first', 80)
  @user { 'deploy': ensure => present }
  realize User['deploy']
}
"#;

/// The texts in which a word is typed up to a cursor: the text, the cursor, and the whole word.
fn places(text: &str) -> Vec<(String, u32, String)> {
    let mut found = Vec::new();
    for token in after_cursor(text, 0, text.len()) {
        let is_name = matches!(token.kind, NAME | CLASS_REFERENCE | VARIABLE | WORD) || token.kind.is_keyword();
        let (start, end) = (token.range.start as usize, token.range.end as usize);
        let sigil = usize::from(token.kind == VARIABLE);
        let word = &text[start + sigil..end];
        for typed in (0..3).filter(|typed| is_name && *typed < word.len()) {
            let cursor = start + sigil + typed;
            found.push((format!("{}{}", &text[..cursor], &text[end..]), cursor as u32, word.to_string()));
        }
    }
    found
}

fn accept(text: &str, found: &Completions, item: &CompletionItem) -> String {
    let (range, plain) = item.edit.clone().unwrap_or_else(|| (found.word, item.label.clone()));
    let written = item.snippet.as_deref().map(expand_snippet).unwrap_or(plain);
    let mut text = text.to_string();
    text.replace_range(range.start as usize..range.end as usize, &written);
    text
}

fn syntax_errors(text: &str) -> usize {
    syntax::parse(text, &syntax::ParseOptions::default()).problems().len()
}

#[test]
fn accepting_breaks_nothing_and_restores_what_was_there() {
    let mut sources: Vec<(&str, &str)> = SOURCES.to_vec();
    sources.push(("/env/modules/more/manifests/init.pp", MORE));
    let all: String = sources.iter().map(|(path, text)| format!("//- {path}\n{text}")).collect();
    let mut fixture = Fixture::without_cursor(&all);
    let (mut accepted, mut restored, mut wrong) = (0, 0, String::new());
    for (path, whole) in sources {
        assert_eq!(syntax_errors(whole), 0, "{path}");
        for (text, offset, word) in places(whole) {
            fixture.host.apply_change(Change::of_file(path, FileContent::Text(text.as_str().into())));
            let position = FilePosition { file: fixture.file(path), offset };
            let found = fixture.host.analysis().completions(position).expect("no writer");
            let line = text[..offset as usize].rsplit('\n').next().unwrap_or_default();
            let rest = text[offset as usize..].split('\n').next().unwrap_or_default();
            let same = found.items.iter().position(|item| item.label == word);
            let first = found.items.first().map(|_| 0).filter(|first| same != Some(*first));
            // What follows a keyword fits no other word.
            let is_keyword = ["case", "if", "unless", "node"].contains(&word.as_str());
            for index in first.filter(|_| !is_keyword).into_iter().chain(same) {
                let item = &found.items[index];
                let is_same = same == Some(index);
                let after = accept(&text, &found, item);
                accepted += 1;
                if !after.ends_with(&text[offset as usize..]) {
                    let _ = writeln!(wrong, "changes what is behind: {line}¦{rest} + {}", item.label);
                }
                if is_same {
                    restored += 1;
                }
                // A snippet proposes more than the word.
                let is_wrong =
                    if is_same && item.snippet.is_none() { after != whole } else { syntax_errors(&after) > 0 };
                if is_wrong {
                    let _ = writeln!(wrong, "{path}: {line}¦{rest} + {} (was {word})", item.label);
                }
            }
        }
        fixture.host.apply_change(Change::of_file(path, FileContent::Text(whole.into())));
    }
    assert!(accepted >= 500 && restored >= 300, "only {accepted} accepted, {restored} restored");
    assert!(wrong.is_empty(), "{} of {accepted}:\n{wrong}", wrong.lines().count());
}
