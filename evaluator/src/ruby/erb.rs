//! ERB templates: text with Ruby between `<%` and `%>`, in Puppet's trim mode `-`.
//!
//! A template becomes one Ruby source in which texts are calls by number, so that blocks may span tags.

use super::environment::Environment;
use super::interpreter::{Ruby, RubyInterrupt};
use super::parse::{RubyParseError, parse};
use super::syntax_tree::Node;
use crate::error::RuntimeError;
use crate::interpreter::{Evaluated, Interpreter};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::Value;

/// Templates that render templates: deeper than this is a loop.
const MAX_NESTING: u32 = 8;

/// A template, ready to be rendered.
#[derive(Clone, Debug)]
pub struct ErbTemplate {
    texts: Vec<String>,
    code: Result<Node, RubyParseError>,
    /// Where each piece of Ruby begins, in the generated source and in the template.
    origins: Vec<(u32, u32)>,
    template: String,
}

impl ErbTemplate {
    pub fn new(template: &str) -> Self {
        let mut builder = Builder::default();
        builder.read(template);
        let code = parse(&builder.source);
        ErbTemplate { texts: builder.texts, code, origins: builder.origins, template: template.to_string() }
    }

    /// Returns where in the template its Ruby cannot be read; `None` where it can.
    pub fn syntax_error(&self) -> Option<usize> {
        match &self.code {
            Err(RubyParseError::Syntax { offset }) => Some(self.original(*offset).min(self.template.len())),
            _ => None,
        }
    }

    /// The offset in the template of an offset of the generated Ruby.
    fn original(&self, offset: u32) -> usize {
        let index = self.origins.partition_point(|(generated, _)| *generated <= offset);
        let (generated, original) = self.origins.get(index.wrapping_sub(1)).copied().unwrap_or((0, 0));
        let mut at = (original + (offset - generated.min(offset))) as usize;
        while at < self.template.len() && !self.template.is_char_boundary(at) {
            at += 1;
        }
        at
    }

    /// The line of the template that an offset of the generated Ruby stands on.
    fn line(&self, offset: u32) -> usize {
        let at = self.original(offset);
        1 + self.template.bytes().take(at).filter(|byte| *byte == b'\n').count()
    }

    /// What the template prints in a scope; Unknown where it uses what cannot be run here.
    pub fn render(
        &self,
        interpreter: &mut Interpreter<'_>,
        name: &str,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        let code = match &self.code {
            Ok(code) => code,
            Err(RubyParseError::Syntax { offset }) => {
                let line = self.line(*offset);
                return Ok(
                    interpreter.unknown(format!("the Ruby code of {name} cannot be read (line {line})"), Some(place))
                );
            }
            Err(RubyParseError::TooDeep | RubyParseError::HeredocWords | RubyParseError::NoGrammar) => {
                return Ok(interpreter.unknown(format!("the Ruby code of {name} is nested too deeply"), Some(place)));
            }
        };
        if interpreter.erb_nesting >= MAX_NESTING {
            return Ok(
                interpreter.unknown(format!("{name} renders templates inside one another without end"), Some(place))
            );
        }
        interpreter.erb_nesting += 1;
        interpreter.enter_ruby();
        let mut ruby = Ruby::new(interpreter, scope, place, &self.texts);
        ruby.source_path = name.into();
        let result = ruby.run(code, &Environment::new(None));
        let output = std::mem::take(&mut ruby.output);
        interpreter.leave_ruby();
        interpreter.erb_nesting -= 1;
        match result {
            Ok(_) => Ok(Value::string(output)),
            Err(interrupt) => match *interrupt {
                RubyInterrupt::Return(_) | RubyInterrupt::Next(_) | RubyInterrupt::Break(_) => {
                    Ok(Value::string(output))
                }
                RubyInterrupt::Unsupported { what, offset } => {
                    let line = self.line(offset);
                    Ok(interpreter.unknown(format!("{name} uses {what} (line {line})"), Some(place)))
                }
                RubyInterrupt::Unknown(reason) => Ok(Value::Unknown(reason)),
                RubyInterrupt::Raise { message, .. } => interpreter
                    .fail(RuntimeError(format!("Failed to parse template {name}:\n  Detail: {message}\n")), place),
                RubyInterrupt::Puppet(interrupt) => Err(interrupt),
            },
        }
    }
}

/// The Ruby code of a template, texts as calls by number.
pub(super) fn ruby_code(template: &str) -> String {
    let mut builder = Builder::default();
    builder.read(template);
    builder.source
}

#[derive(Default)]
struct Builder {
    source: String,
    texts: Vec<String>,
    origins: Vec<(u32, u32)>,
    text: String,
}

impl Builder {
    fn read(&mut self, template: &str) {
        let mut rest = 0;
        while let Some(found) = template.get(rest..).and_then(|text| text.find("<%")) {
            let start = rest + found;
            self.text.push_str(&template[rest..start]);
            let inner = start + 2;
            if template[inner..].starts_with('%') {
                self.text.push_str("<%");
                rest = inner + 1;
                continue;
            }
            let Some(end) = find_end(template, inner) else {
                // A tag that is never closed: ERB drops its opener and prints the rest.
                rest = inner + usize::from(template[inner..].starts_with(['=', '#', '-']));
                break;
            };
            let mut from = inner;
            let trims_left = template[inner..].starts_with('-');
            if trims_left {
                self.trim_indentation(&template[rest..start]);
                from += 1;
            }
            let mut to = end;
            let trims_right = template[..end].ends_with('-') && end > from;
            if trims_right {
                to -= 1;
            }
            let kind = template[from..].chars().next();
            match kind {
                Some('#') => {}
                Some('=') => self.output(template, from + 1, to.max(from + 1)),
                _ => self.code(template, from, to.max(from)),
            }
            rest = end + 2;
            if trims_right {
                rest += usize::from(template[rest..].starts_with("\r\n"));
                rest += usize::from(template[rest..].starts_with('\n'));
            }
        }
        if let Some(text) = template.get(rest..) {
            self.text.push_str(&text.replace("%%>", "%>"));
        }
        self.flush();
    }

    /// `<%-` takes the blanks before it, when nothing else stands between them and the start of the line or the end of
    /// the tag before.
    fn trim_indentation(&mut self, before: &str) {
        let kept = before.trim_end_matches([' ', '\t']);
        if kept.is_empty() || kept.ends_with('\n') {
            let blanks = before.len() - kept.len();
            self.text.truncate(self.text.len() - blanks.min(self.text.len()));
        }
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.source.push_str(&format!("__template_text({});", self.texts.len()));
            self.texts.push(std::mem::take(&mut self.text));
        }
    }

    fn code(&mut self, template: &str, from: usize, to: usize) {
        self.flush();
        self.origins.push((self.source.len() as u32, from as u32));
        self.source.push_str(&template[from..to].replace("%%>", "%>"));
        // A comment at the end of the code must not swallow what follows.
        self.source.push('\n');
    }

    fn output(&mut self, template: &str, from: usize, to: usize) {
        self.flush();
        self.source.push_str("__template_output((");
        self.origins.push((self.source.len() as u32, from as u32));
        self.source.push_str(&template[from..to].replace("%%>", "%>"));
        self.source.push_str("\n));");
    }
}

/// The `%>` that ends a tag; `%%>` is a literal one.
fn find_end(template: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let found = at + template.get(at..)?.find("%>")?;
        if found > from && template.as_bytes().get(found - 1) == Some(&b'%') {
            at = found + 2;
            continue;
        }
        return Some(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_world::MemoryWorld;
    use crate::place::{ExprId, FileId};
    use crate::request::Request;

    fn render_value(template: &str) -> Evaluated<Value> {
        let world = MemoryWorld::new();
        let request = Request::catalog("test.example.com");
        let mut interpreter = Interpreter::new(&world, &request);
        let place = Place::new(FileId(0), ExprId(0));
        let variables = [
            ("name", Value::string("web")),
            ("list", Value::array([Value::string("b"), Value::string("a"), Value::Undef])),
            (
                "hash",
                Value::hash([(Value::string("k"), Value::Integer(1)), (Value::string("l"), Value::Boolean(true))]),
            ),
            ("number", Value::Integer(7)),
            ("secret", Value::unknown("nobody knows", None)),
        ];
        for (name, value) in variables {
            interpreter.scope_mut(ScopeId::TOP).variables.insert(name.into(), value);
        }
        ErbTemplate::new(template).render(&mut interpreter, "t.erb", ScopeId::TOP, place)
    }

    #[track_caller]
    fn check(template: &str, expected: &str) {
        match render_value(template) {
            Ok(Value::String(text)) => assert_eq!(text, expected, "{template}"),
            other => panic!("{template}: {other:?}"),
        }
    }

    #[track_caller]
    fn check_unknown(template: &str, reason: &str) {
        match render_value(template) {
            Ok(Value::Unknown(unknown)) => assert!(unknown.reason.contains(reason), "{}", unknown.reason),
            other => panic!("{template}: {other:?}"),
        }
    }

    #[test]
    fn text_output_and_blocks() {
        check("a <%= @name %> b", "a web b");
        check("<% @list.compact.sort.each do |x| -%>\n- <%= x %>\n<% end -%>\nend\n", "- a\n- b\nend\n");
        check("<% if @number > 5 && @name -%>\nbig\n<% else -%>\nsmall\n<% end -%>\n", "big\n");
        check("x\n  <%- @hash.each do |k, v| -%>\n<%= k %>=<%= v %>;\n  <%- end -%>\n", "x\nk=1;\nl=true;\n");
        check("<% if true -%>\n    <%- if true -%>\n    <%= @name %>\n    <%- end -%>\n<% end -%>\n", "    web\n");
        check("<%# nothing %>a<%% b %>", "a<% b %>");
        check("<%= @missing.nil? ? 'none' : @missing %>", "none");
        check("<%= scope['name'] %>/<%= scope.lookupvar('number') + 1 %>", "web/8");
    }

    #[test]
    fn strings_numbers_and_collections() {
        check("<%= @list.inspect %>", "[\"b\", \"a\", nil]");
        check("<%= @hash %>", "{\"k\"=>1, \"l\"=>true}");
        check("<%= @hash.map { |k, v| \"#{k}: #{v}\" }.join(', ') %>", "k: 1, l: true");
        check("<%= @name.gsub(/(w)e/, '<\\1>') %>", "<w>b");
        check("<%= 'a,b,,'.split(',').inspect %><%= 'a b'.split.length %>", "[\"a\", \"b\"]2");
        check("<%= '%05.1f|%-4s|%x' % [3.14159, 'ab', 255] %>", "003.1|ab  |ff");
        check("<%= -7 / 2 %> <%= -7 % 3 %> <%= 7.fdiv(2) %>", "-4 2 3.5");
        check("<%= (1..3).map { |i| i * 2 }.inject(:+) %>", "12");
        check("<% x = [] ; x << 1 ; x.push(2) %><%= x.reverse.inspect %>", "[2, 1]");
        check("<%= @name.capitalize %><%= @name[0, 2] %><%= @name[-1] %>", "Webweb");
        check("<%= [3, 1, 2].sort_by { |x| -x }.join %>", "321");
        check("<%= [[1, 'a'], [2, 'b']].each_with_index.map { |(n, s), i| \"#{n}#{s}#{i}\" }.join(' ') %>", "1a0 2b1");
        check("<% case @name when /^w(.)/ then %><%= $1 %><% end %>", "e");
        check("<%= [1, 2, 3, 4].select(&:even?).inspect %>", "[2, 4]");
    }

    #[test]
    fn names_that_are_assigned_somewhere_before_are_variables() {
        check("<% x = 1 if false %><%= x.inspect %>", "nil");
        check("<% if false then y = 2 end ; h = { y: } %><%= h.inspect %>", "{:y=>nil}");
    }

    #[test]
    fn classes_and_modules_of_the_source() {
        let code = "<% module M ; LIMIT = 2 ; class Box ; attr_reader :items ; def initialize(*items) ; @items = items ; end\n\
            def full? ; items.size >= LIMIT ; end ; def self.of(n) ; new(*(1..n)) ; end ; end ; end %>";
        check(
            &format!("{code}<%= M::Box.of(2).full? %> <%= M::Box.new.full? %> <%= M::Box.of(3).items.sum %>"),
            "true false 6",
        );
        let code = "<% class A ; def name ; 'a' ; end ; end\n class B < A ; def name ; super + 'b' ; end ; end %>";
        check(&format!("{code}<%= B.new.name %> <%= B.new.is_a?(A) %>"), "ab true");
        check(
            "<% class Oops < StandardError ; end %><%= begin ; raise Oops, 'm' ; rescue Oops => e ; e.message ; end %>",
            "m",
        );
    }

    #[test]
    fn classes_of_the_library() {
        check(
            "<%= require 'ipaddr'; IPAddr.new('10.1.2.3/16').to_s %> <%= IPAddr.new('10.0.0.0/30').to_range.map(&:to_s).last %>",
            "10.1.0.0 10.0.0.3",
        );
        check("<%= Gem::Version.new('1.10') > Gem::Version.new('1.9') %>", "true");
        check("<%= URI.parse('https://h/x').port %> <%= CGI.escape('a b') %>", "443 a+b");
        check("<%= Set.new([1, 1, 2]).map { |x| x * 2 }.inspect %>", "[2, 4]");
        check("<%= JSON.parse('{\"a\": [1]}')['a'].first %>", "1");
        check("<%= OpenSSL::Digest.new('SHA256').hexdigest('a')[0, 8] %>", "ca978112");
    }

    #[test]
    fn all_that_a_scope_sees() {
        check("<%= scope.to_hash.key?('name') %> <%= instance_variables.include?(:@name) %>", "true true");
        check("<% scope.setvar('extra', 5) %><%= scope['extra'] + @extra %>", "10");
    }

    #[test]
    fn errors_are_raised_rescued_and_reported() {
        check("<%= begin; raise ArgumentError, 'x'; rescue => e; e.message; end %>", "x");
        let error = render_value("<%= nil.foo %>").expect_err("a method of nil");
        assert!(format!("{error:?}").contains("undefined method"), "{error:?}");
    }

    #[test]
    fn what_is_unknown_stays_unknown() {
        check_unknown("<%= @secret %>", "nobody knows");
        check_unknown("<% if @secret %>a<% end %>", "nobody knows");
        check("<%= @name if false || @number %>", "web");
    }

    #[test]
    fn nothing_leads_out() {
        check_unknown("<%= `id` %>", "subshell");
        check_unknown("a\n<%= system('id') %>", "system, which a preview never runs (line 2)");
        check_unknown("<%= File.read('/etc/passwd') %>", "File.read");
        check_unknown("<%= ENV['HOME'] %>", "ENV");
        check_unknown("<%= eval('1') %>", "eval");
        check_unknown("<%= open('/etc/passwd') %>", "open");
        check_unknown("<%= IO.popen('id') %>", "IO");
        check_unknown("<%= Kernel.exec('id') %>", "Kernel");
        check_unknown("<%= 'x'.instance_eval('1') %>", "instance_eval");
        check_unknown("<%= 'x'.send(:system, 'id') %>", "system");
        check_unknown("<%= Thread.new { 1 } %>", "Thread");
        check_unknown("<%= Dir.entries('/') %>", "Dir");
    }

    #[test]
    fn endless_code_stops_at_its_limits() {
        // As deep as a worker's stack allows; a test's own stack is smaller.
        let run = || {
            for template in ["<% while true; end %>", "<% def f; f; end; f %>", "<% x = 'a'; loop { x << x } %>"] {
                let error = render_value(template).expect_err(template);
                assert!(format!("{error:?}").contains("Limit"), "{error:?}");
            }
        };
        std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread").join().expect("no panic");
    }

    #[test]
    fn broken_templates_are_not_guessed() {
        check_unknown("<% if %>", "cannot be read");
        check("a<%= 1", "a 1");
        check("<%= (@number == 7)?'on':'off' %><%= @name?'on':'off' %>", "onon");
    }
}
