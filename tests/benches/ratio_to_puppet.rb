# Compiles the programs of tests/benches/expressions with a real Puppet (7 or 8, in one warm process, parsing left out as far
# as Puppet allows) and with our bench, and prints how many times faster ours is.
#
#   ruby tests/benches/ratio_to_puppet.rb
require 'puppet'
require 'puppet/parser/compiler'
require 'tmpdir'

NODE = 'node.example.com'
ROUNDS = 15
folder = File.join(__dir__, 'expressions')

home = Dir.mktmpdir('ratio-to-puppet')
at_exit { FileUtils.rm_rf(home) }
Puppet.initialize_settings(%w[confdir vardir codedir logdir rundir].map { |dir| "--#{dir}=#{home}/#{dir}" } + ["--certname=#{NODE}"])
Puppet[:disable_i18n] = true
Puppet::Util::Log.close_all
Puppet.push_context(Puppet.base_context(Puppet.settings), 'ratio')

def compile(code)
  environment = Puppet::Node::Environment.create(:production, [])
  Puppet[:code] = code
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment) do
    Puppet::Parser::Compiler.new(Puppet::Node.new(NODE, environment: environment)).compile
  end
end

def milliseconds
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  yield
  (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) * 1000
end

def median(times)
  times.sort[times.size / 2]
end

manifest = File.join(__dir__, '../../Cargo.toml')
ours = `cargo bench --quiet --manifest-path #{manifest} --package puppet-analyzer-evaluator --bench expressions`
         .lines.to_h { |line| line.split.first(2) }.transform_values(&:to_f)
abort 'our bench gave nothing' if ours.empty?

empty = median(Array.new(ROUNDS) { milliseconds { compile('') } })
ratios = Dir.glob("#{folder}/*.pp").sort.map do |path|
  code = File.read(path)
  compile(code)
  # What a compile of nothing costs Puppet is not counted.
  theirs = median(Array.new(ROUNDS) { milliseconds { compile(code) } }) - empty
  name = File.basename(path, '.pp')
  ratio = theirs / ours.fetch(name)
  puts format('%-10s Puppet %s %9.2f ms   ours %8.3f ms   %6.0f times', name, Puppet.version, theirs, ours.fetch(name), ratio)
  ratio
end
puts format('median: %.0f times', median(ratios))
