//! Arbitrary ERB templates and Ruby functions: they end within their limits and never panic, whatever their code says.

use evaluator::request::Request;
use evaluator::{MemoryWorld, Outcome};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::{seeded, with_stack};

/// Renders a template with small limits, in a define that gives it variables of every kind.
pub fn render(template: &str) -> Outcome {
    run(&[("modules/m/templates/t.erb", template)], "template('m/t.erb')")
}

/// Compiles a call with some files of the module `m`.
pub fn run(files: &[(&str, &str)], call: &str) -> Outcome {
    let code = format!(
        "define d($list = [3, 'a', undef], $hash = {{ 'k' => [1], 2 => 'x' }}, $text = \"a b\\nc\", $flag = true, $number = 7) {{
           $result = {call}
           notify {{ 'result': message => $result }}
         }}
         d {{ 'x': }}"
    );
    let mut world = MemoryWorld::new().with_file("manifests/site.pp", code);
    for (path, text) in files {
        world.add_file(path, *text);
    }
    let mut request = Request::catalog("test.example.com");
    request.limits.steps = 20_000;
    request.limits.depth = 60;
    request.limits.string_bytes = 1 << 18;
    request.limits.collection_elements = 20_000;
    evaluator::compile(&world, &request)
}

/// Templates as real modules write them, in our own words.
const TEMPLATES: &[&str] = &[
    "# <%= @title %>\n<% if @list and !@list.empty? -%>\n<% @list.compact.sort_by(&:to_s).each_with_index do |item, i| -%>\n<%= i %>: <%= item %>\n<% end -%>\n<% else -%>\nnone\n<% end -%>\n",
    "<%- @hash.sort_by { |k, _| k.to_s }.each do |key, value| -%>\n<%= key %> = <%= value.is_a?(Array) ? value.join(', ') : value %>\n<%- end -%>\n",
    "<%= scope['text'] || scope.lookupvar('number') %><%= [@text].flatten.map { |t| t.gsub(/\\s+/, '-').upcase }.join(\"\\n\") %>",
    "<% def indent(s, n) ; s.lines.map { |l| ' ' * n + l }.join ; end -%>\n<%= indent(@text, 4) %>\n<%= format('%05.2f|%-8s|%x', @number, @text[0, 3], 255) %>",
    "<% x = 0 ; while x < 3 do x += 1 ; next if x == 2 %>[<%= x %>]<% end %><%= begin Integer('z') rescue 'no' end %>",
    "<% case @number when 1..5 then %>low<% when Integer then %>int<% else %>other<% end %><%= @flag ? 'on' : 'off' %>",
    "<%= @hash.map { |k, v| \"#{k}=#{v.inspect}\" }.reduce { |a, b| a + ',' + b } %><%# note %><%% raw %>",
    "<%= require 'ipaddr'; IPAddr.new('10.0.0.0/8').to_range.first %> <%= @list.each_slice(2).to_a.inspect %>",
];

/// Pieces that Ruby code is made of.
const TOKENS: &[&str] = &[
    "@list",
    "@hash",
    "@text",
    "@number",
    "@flag",
    "@missing",
    "x",
    "y",
    "nil",
    "true",
    "self",
    "scope",
    "1",
    "-3",
    "2.5",
    "99999999999999999999",
    "'a'",
    "\"#{x}\"",
    ":sym",
    "/a(b)?/",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ",",
    ".",
    "&.",
    "::",
    "=>",
    "->",
    "|a, b|",
    "do",
    "end",
    "if",
    "unless",
    "else",
    "elsif",
    "case",
    "when",
    "while",
    "until",
    "for",
    "in",
    "begin",
    "rescue",
    "ensure",
    "def f(a, b = 1, *c)",
    "return",
    "next",
    "break",
    "redo",
    "yield",
    "class A",
    "module M",
    "super",
    "=",
    "+=",
    "||=",
    "==",
    "=~",
    "!",
    "&&",
    "||",
    "and",
    "not",
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "<<",
    "<",
    ">",
    "..",
    "...",
    "?",
    ":",
    ";",
    "\n",
    "each",
    "map",
    "inject(:+)",
    "select",
    "join",
    "split",
    "gsub",
    "to_s",
    "to_i",
    "* 100000",
    "ljust(1000000)",
    "loop",
    "proc",
    "lambda",
    "f",
    "send",
    "Hash.new",
    "Array.new(9)",
    "Set.new",
    "IPAddr.new('::/0')",
    "URI.parse('x:')",
    "JSON.parse('[')",
    "sprintf('%99999999d', 1)",
    "$1",
    "$~",
    "@@v",
    "__FILE__",
    "<<~E\n x\nE\n",
    "raise",
    "<%",
    "%>",
    "-%>",
    "<%=",
    "<%-",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..30).prop_map(|tokens| format!("<% {} %>", tokens.join(" ")))
}

/// A template with some of its characters cut out, doubled, or replaced by a token.
fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0_usize..12, 0_u8..3, prop::sample::select(TOKENS));
    (prop::sample::select(TEMPLATES), prop::collection::vec(change, 0..6)).prop_map(|(template, changes)| {
        let mut characters: Vec<char> = template.chars().collect();
        for (index, length, kind, token) in changes {
            if characters.is_empty() {
                break;
            }
            let start = index.index(characters.len());
            let end = (start + length).min(characters.len());
            let piece: Vec<char> = match kind {
                0 => Vec::new(),
                1 => characters[start..end].iter().chain(&characters[start..end]).copied().collect(),
                _ => token.chars().collect(),
            };
            characters.splice(start..end, piece);
        }
        characters.into_iter().collect()
    })
}

/// Renders a template, and runs its code as the body of a function.
pub fn render_and_call(template: &str) {
    render(template);
    let function = format!(
        "Puppet::Functions.create_function(:'m::f') do\n def f(*args)\n {}\n end\nend\n",
        template.replace("<%=", "").replace("<%", "").replace("%>", "")
    );
    run(&[("modules/m/lib/puppet/functions/m/f.rb", &function)], "m::f($list, $hash)");
}

fn check(cases: u32, strategy: impl Strategy<Value = String> + Send + 'static) {
    with_stack(move || {
        TestRunner::new(seeded(cases))
            .run(&strategy, |template| {
                render_and_call(&template);
                Ok(())
            })
            .expect("no panic");
    });
}

#[test]
fn any_tokens_end_within_the_limits() {
    check(150, soup());
}

#[test]
fn changed_templates_end_within_the_limits() {
    check(150, mutated());
}

#[test]
fn any_text_is_a_template() {
    check(60, "\\PC{0,40}".prop_map(|text| text));
}

#[test]
fn templates_as_modules_write_them_render() {
    with_stack(|| {
        for template in TEMPLATES {
            let outcome = render(template);
            assert!(
                outcome.errors.is_empty() && outcome.unknowns.is_empty(),
                "{template}: {:?} {:?}",
                outcome.errors,
                outcome.unknowns
            );
        }
    });
}

#[test]
fn endless_and_growing_code_stops() {
    with_stack(|| {
        let endless = [
            "<% while true do end %>",
            "<% loop { } %>",
            "<% def f(n) f(n + 1) end ; f(0) %>",
            "<% x = 'ab' ; 99.times { x = x + x } %>",
            "<% x = [1] ; 99.times { x = x + x } %>",
            "<% x = {} ; 9999999.times { |i| x[i] = i } %>",
            "<%= 'a' * 9_999_999_999 %>",
            "<%= [0] * 9_999_999_999 %>",
            "<%= 2 ** 99999999 %>",
            "<%= (1..9_999_999_999).to_a %>",
            "<%= 'a'.ljust(9_999_999_999) %>",
            "<%= format('%999999999s', 'a') %>",
            "<%= scope.function_template(['m/t.erb']) %>",
            "<% class A ; def to_s ; to_s ; end ; end %><%= A.new.to_s %>",
            "<%= IPAddr.new('::/0').to_range.to_a %>",
            "<%= 'x'.gsub(/x/, 'y' * 900_000) * 900 %>",
        ];
        for template in endless {
            let outcome = render(template);
            assert!(
                outcome.limit.is_some() || !outcome.unknowns.is_empty() || !outcome.errors.is_empty(),
                "{template} ended without a word"
            );
        }
    });
}
