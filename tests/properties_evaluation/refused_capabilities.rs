//! What Ruby code of a workspace may never do: each attempt is an unknown value with its reason, in a template and in a
//! function, and nothing happens.

use crate::ruby_templates::{render, run};
use crate::with_stack;

/// Code that asks for something outside.
const ATTEMPTS: &[(&str, &[&str])] = &[
    (
        "processes",
        &[
            "`id`",
            "%x(id)",
            "system('id')",
            "exec('id')",
            "spawn('id')",
            "fork",
            "fork { 1 }",
            "Kernel.system('id')",
            "Kernel.exec('id')",
            "Kernel.`('id')",
            "Process.kill(9, 1)",
            "Process.spawn('id')",
            "IO.popen('id')",
            "IO.popen('id').read",
            "Open3.capture2('id')",
            "Puppet::Util::Execution.execute('id')",
            "exit",
            "exit!",
            "abort",
            "at_exit { 1 }",
            "trap('INT') { }",
            "Signal.trap('INT')",
            "syscall(1)",
            "PTY.spawn('id')",
            "Process.fork",
            "Process.daemon",
            "Process.exit!",
            "Process.detach(1)",
            "Kernel.fork",
            "Kernel.spawn('id')",
            "Open3.popen3('id')",
            "IO.pipe",
            "Puppet::Util::Execution.execpipe('id')",
            "Puppet::Util.execute('id')",
            "Facter::Core::Execution.exec('id')",
            "Proc.new { `id` }.call",
            "lambda { system('id') }.call",
            "Fiddle.dlopen(nil)",
        ],
    ),
    (
        "files",
        &[
            "File.read('/etc/passwd')",
            "File.open('/etc/passwd')",
            "File.write('/tmp/x', 'y')",
            "File.exist?('/etc')",
            "File.delete('/tmp/x')",
            "File.readlines('/etc/passwd')",
            "File.stat('/')",
            "File.new('/etc/passwd')",
            "IO.read('/etc/passwd')",
            "IO.write('/tmp/x', 'y')",
            "Dir.glob('/*')",
            "Dir.entries('/')",
            "Dir.pwd",
            "open('/etc/passwd')",
            "Kernel.open('/etc/passwd')",
            "Pathname.new('/etc/passwd').read",
            "Tempfile.new('x')",
            "FileUtils.rm_rf('/tmp/x')",
            "FileTest.exist?('/')",
            "YAML.load_file('/etc/x')",
            "JSON.load_file('/etc/x')",
            "readlines",
            "gets",
            "test(?e, '/')",
            "Etc.getpwnam('root')",
            "DATA.read",
            "File.binread('/etc/passwd')",
            "File.symlink('/a', '/b')",
            "File.chmod(0, '/tmp/x')",
            "File.rename('/a', '/b')",
            "File.foreach('/etc/passwd') { }",
            "Dir.mkdir('/tmp/x')",
            "Dir.chdir('/')",
            "Dir.children('/')",
            "Dir.tmpdir",
            "IO.binread('/etc/passwd')",
            "IO.copy_stream('/a', '/b')",
            "IO.readlines('/etc/passwd')",
            "IO.sysopen('/etc/passwd')",
            "CSV.read('/etc/x')",
            "Psych.load_file('/etc/x')",
            "YAML.safe_load_file('/etc/x')",
            "Zlib::GzipReader.open('/etc/x')",
            "Logger.new('/tmp/x').info('y')",
            "Puppet::FileSystem.read('/etc/passwd')",
            "Puppet::FileSystem.exist?('/etc/passwd')",
            "Etc.getlogin",
        ],
    ),
    (
        "network",
        &[
            "Net::HTTP.get('h', '/')",
            "Net::HTTP.new('h')",
            "URI.open('http://h')",
            "URI('http://h').open",
            "OpenURI.open_uri('http://h')",
            "Socket.gethostname",
            "TCPSocket.new('h', 80)",
            "UDPSocket.new",
            "Resolv.getaddress('h')",
            "Socket.getaddrinfo('h', 80)",
            "Puppet::Network::HttpPool.connection('h', 80)",
            "require 'socket'",
            "require 'net/http'",
            "require 'open-uri'",
            "TCPServer.new(80)",
            "UNIXSocket.new('/run/x')",
            "Net::FTP.open('h')",
            "Net::SMTP.start('h')",
            "Puppet.runtime[:http].get('h')",
            "Puppet::HTTP::Client.new.get('h')",
            "OpenSSL::SSL::SSLSocket.new('h')",
        ],
    ),
    (
        "code from text",
        &[
            "eval('1')",
            "instance_eval('1')",
            "'x'.instance_eval('1')",
            "Object.class_eval('1')",
            "binding",
            "binding.eval('1')",
            "Kernel.eval('1')",
            "Object.module_eval('1')",
            "RubyVM::InstructionSequence.compile('1').eval",
            "Marshal.load('x')",
            "load '/tmp/x.rb'",
            "require '/tmp/x'",
            "require_relative 'x'",
            "autoload(:X, '/tmp/x')",
            "ERB.new('<%= 1 %>').result",
            "define_method(:x) { 1 }",
            "Object.const_get('File').read('/x')",
            "Object.send(:define_method, :x) { }",
            "set_trace_func(nil)",
            "TOPLEVEL_BINDING.eval('1')",
            "instance_exec { 1 }",
            "Class.new { }.new",
            "Module.new { }",
            "Object.const_set('X', 1)",
            "Kernel.load('/tmp/x.rb')",
            "Kernel.require('/tmp/x')",
            "Psych.unsafe_load('--- !ruby/object:Object {}')",
            "YAML.unsafe_load('--- !ruby/object:File {}')",
            "Object.remove_const(:String)",
            "String.define_method(:x) { 1 }",
        ],
    ),
    (
        "sending what is unknown",
        &[
            "'x'.send(:system, 'id')",
            "'x'.public_send(:eval, '1')",
            "self.send(:system, 'id')",
            "1.__send__(:exec, 'id')",
            "send('system', 'id')",
            "method(:system).call('id')",
            "'x'.method(:system).call('id')",
            "[:eval].map { |m| send(m, '1') }",
            "Kernel.method(:system).call('id')",
            "Object.new.send(:fork)",
            "%w[id].each(&method(:system))",
        ],
    ),
    (
        "threads and time",
        &[
            "Thread.new { 1 }",
            "Thread.start { 1 }",
            "Fiber.new { 1 }.resume",
            "Ractor.new { 1 }",
            "sleep 1",
            "Kernel.sleep(1)",
            "Time.now",
            "Date.today",
            "DateTime.now",
            "Process.clock_gettime(1)",
            "Timeout.timeout(1) { 1 }",
            "Mutex.new.lock",
            "Queue.new.pop",
            "Monitor.new.enter",
            "ConditionVariable.new",
            "Thread.current",
            "Time.new",
            "Process.times",
        ],
    ),
    (
        "chance",
        &[
            "rand",
            "rand(10)",
            "Random.rand(10)",
            "Random.new.rand(10)",
            "SecureRandom.hex",
            "[1, 2].sample",
            "[1, 2].shuffle",
            "srand(1)",
            "Kernel.rand",
            "Random.bytes(3)",
            "Random.new_seed",
            "SecureRandom.uuid",
            "[1, 2].shuffle!",
            "Random.random_number",
        ],
    ),
    (
        "the process itself",
        &[
            "ENV['HOME']",
            "ENV.to_h",
            "ENV.fetch('PATH')",
            "$PROGRAM_NAME",
            "$0",
            "$stdout.puts('x')",
            "$stdin.read",
            "$stderr",
            "puts 'x'",
            "print 'x'",
            "p 'x'",
            "STDOUT.write('x')",
            "ARGV.first",
            "ObjectSpace.each_object",
            "GC.start",
            "Puppet[:confdir]",
            "Puppet.settings[:confdir]",
            "Puppet.lookup(:x)",
            "Facter.value(:hostname)",
            "Facter['x']",
            "Process.pid",
            "Dir.home",
            "caller",
            "Kernel.exit",
            "ENV.key?('HOME')",
            "Puppet.settings",
            "Puppet::Node::Facts.indirection",
            "Etc.nprocessors",
            "ObjectSpace.count_objects",
            "RbConfig::CONFIG['host_os']",
        ],
    ),
];

#[test]
fn every_attempt_is_unknown_with_its_reason() {
    with_stack(|| {
        for (capability, attempts) in ATTEMPTS {
            for attempt in *attempts {
                let outcome = render(&format!("a <% x = ({attempt}) %><%= x %> b"));
                assert!(outcome.errors.is_empty(), "{capability}: {attempt}: {:?}", outcome.errors);
                assert!(
                    outcome.unknowns.iter().any(|unknown| unknown.reason.contains("t.erb")),
                    "{capability}: {attempt} gave {:?} {:?}",
                    outcome.unknowns,
                    outcome.catalog.map(|catalog| format!("{:?}", catalog.resources.last()))
                );
                let function = format!(
                    "Puppet::Functions.create_function(:'m::f') do\n  def f(*args)\n    x = ({attempt})\n    x.to_s\n  end\nend\n"
                );
                let outcome = run(&[("modules/m/lib/puppet/functions/m/f.rb", &function)], "m::f()");
                assert!(outcome.errors.is_empty(), "{capability}: {attempt}: {:?}", outcome.errors);
                assert!(
                    outcome.unknowns.iter().any(|unknown| unknown.reason.contains("m::f()")),
                    "{capability}: {attempt} in a function gave {:?}",
                    outcome.unknowns
                );
            }
        }
    });
}

#[test]
fn an_attempt_says_what_it_asked_for_and_where() {
    with_stack(|| {
        let outcome = render("one\ntwo <%= File.read('/etc/passwd') %>");
        let reasons: Vec<&str> = outcome.unknowns.iter().map(|unknown| unknown.reason.as_ref()).collect();
        assert_eq!(reasons, ["m/t.erb uses File.read of a file outside of the environment (/etc/passwd) (line 2)"]);
    });
}

#[test]
fn code_that_is_not_reached_does_no_harm() {
    with_stack(|| {
        let outcome = render("<%= @flag ? 'yes' : `id` %><% File.read('/x') if false %>");
        assert!(outcome.unknowns.is_empty() && outcome.errors.is_empty(), "{:?}", outcome.unknowns);
    });
}
