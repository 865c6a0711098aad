# Times real Puppet in this process and our bench (`$EVALUATION`) in another, program by program; tests/bench/beside_puppet runs it.
#
# Warm: everything was read and parsed before. Cold: the process has run for a while, the environment is new, so that both read and
# parse again. Both are timed by the processor time that they took. A program of expressions is timed as a whole, cold, as whoever asks
# a warm Puppet for its result waits for it; beside that, the time of an empty program is taken off on both sides: what is left, warm,
# is evaluation alone.
require 'json'
require 'open3'
require 'tmpdir'
require 'puppet'
require 'puppet/parser/compiler'

NODE = 'node1.example.com'
EVALUATION = ENV.fetch('EVALUATION')
# What the ratio of each program, or of the median one, has to be.
GOALS = { 'expressions' => 100, 'catalogs' => 100, 'modules' => 50 }.freeze
# The two are measured in turn, this many times, because machines are quicker at one time than at another: what counts is the
# median of the ratios.
TURNS = 5
# In one turn Puppet compiles a program at least this often, and until this many seconds are over.
ROUNDS = 3
SECONDS = 0.7

module WarmPuppet
  # Log messages are made and dropped.
  Puppet::Util::Log.newdesttype(:no_messages) { def handle(_message) = nil }

  def self.setup
    home = Dir.mktmpdir('beside-puppet')
    at_exit { FileUtils.rm_rf(home) }
    Puppet.initialize_settings(%w[confdir vardir codedir logdir rundir].map { |dir| "--#{dir}=#{home}/#{dir}" } + ["--certname=#{NODE}"])
    Puppet[:disable_i18n] = true
    Puppet::Util::Log.close_all
    Puppet::Util::Log.newdestination(:no_messages)
    Puppet.push_context(Puppet.base_context(Puppet.settings), 'bench')
  end

  # An environment that stays: its manifests, loaders, types and functions are read once.
  def self.in_environment(program)
    environment = Puppet::Node::Environment.create(:production, program['modulepath'])
    trusted = Puppet::Context::TrustedInformation.new('remote', NODE, {}, {})
    Puppet[:code] = program['code']
    Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment,
                    trusted_information: trusted, rich_data: true) { yield environment, trusted }
  end

  def self.node(environment, trusted, facts)
    node = Puppet::Node.new(NODE, environment: environment)
    node.fact_merge(Puppet::Node::Facts.new(NODE, facts))
    node.trusted_data = trusted.to_h
    node.add_server_facts('serverversion' => '8.0.0', 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1')
    node
  end

  # Milliseconds of a compile, warm and cold, and how many resources there were.
  def self.measure(program, facts)
    resources = nil
    warm = in_environment(program) do |environment, trusted|
      # A compile freezes the facts of its node.
      fresh = -> { node(environment, trusted, Marshal.load(Marshal.dump(facts))) }
      resources = Puppet::Parser::Compiler.compile(fresh.call).resources.size
      median do
        asked = fresh.call
        processor_milliseconds { Puppet::Parser::Compiler.compile(asked) }
      end
    end
    cold = median do
      copy = Marshal.load(Marshal.dump(facts))
      processor_milliseconds do
        in_environment(program) { |environment, trusted| Puppet::Parser::Compiler.compile(node(environment, trusted, copy)) }
      end
    end
    { warm: warm, cold: cold, resources: resources }
  end

  def self.median
    times = []
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    times << yield until times.size >= ROUNDS && Process.clock_gettime(Process::CLOCK_MONOTONIC) - start > SECONDS
    times.sort[times.size / 2]
  end

  def self.processor_milliseconds
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    yield
    (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start) * 1000
  end
end

# Our bench, which answers while it runs.
class Ours
  def initialize
    @input, @output, = Open3.popen2(EVALUATION, '--answer')
  end

  def measure(name)
    @input.puts(name)
    @input.flush
    JSON.parse(@output.gets || abort("our bench ended at #{name}")).transform_keys(&:to_sym)
  end

  def self.peak_memory(name)
    text, = Open3.capture2(EVALUATION, '--once', name)
    text[/peak (\d+)/, 1].to_i / 1024.0
  end
end

def middle(numbers) = numbers.sort[numbers.size / 2]

groups = ARGV.empty? ? GOALS.keys : ARGV
unknown = groups - GOALS.keys
abort "no such group: #{unknown.join(', ')} (there are #{GOALS.keys.join(', ')})" unless unknown.empty?
facts = JSON.parse(Open3.capture2(EVALUATION, '--facts').first)
programs = Open3.capture2(EVALUATION, '--list').first.lines.map { |line| JSON.parse(line) }
empty = programs.find { |program| program['group'] == 'empty' }
WarmPuppet.setup
ours = Ours.new
puts "Puppet #{Puppet.version}, #{RUBY_DESCRIPTION}"

missed = groups.reject do |group|
  nothing = { warm: 0, cold: 0 }
  their_start, our_start = group == 'expressions' ? [WarmPuppet.measure(empty, facts), ours.measure('empty')] : [nothing, nothing]
  ratios = programs.select { |program| program['group'] == group }.to_h do |program|
    name = program['name']
    turns = Array.new(TURNS) { [WarmPuppet.measure(program, facts.merge(program['facts'])), ours.measure(name)] }
    resources, their_resources = turns.first.reverse.map { |measured| measured[:resources] }
    abort "#{name}: #{resources} resources, Puppet has #{their_resources}" unless (resources - their_resources).abs <= resources / 20
    whole = middle(turns.map { |theirs, mine| theirs[:cold] / mine[:cold] })
    puppet, mine, ratios = %i[warm cold].map do |kind|
      times = turns.map { |theirs, mine| [theirs[kind] - their_start[kind], mine[kind] - our_start[kind]] }
      [*times.transpose.map { |side| middle(side) }, middle(times.map { |theirs_ms, ours_ms| theirs_ms / ours_ms })]
    end.transpose
    puts format('%-11s %-16s %5d resources  warm: Puppet %8.2f ms, ours %7.3f ms, %4.0f times  cold: %8.2f ms, %8.3f ms, %4.0f times  %3.0f MB',
                group, name, resources, puppet[0], mine[0], ratios[0], puppet[1], mine[1], ratios[1], Ours.peak_memory(name))
    puts format('%-11s %-16s whole: %4.0f times', group, name, whole) if group == 'expressions'
    [name, group == 'expressions' ? whole : ratios[0]]
  end
  sorted = ratios.values.sort
  # The goal is for the median program of expressions, for one catalog, and for each module.
  what, ratio =
    case group
    when 'expressions' then ['the median program as a whole', sorted[sorted.size / 2]]
    when 'catalogs' then ['1000-files', ratios.fetch('1000-files')]
    else ['the slowest', sorted.first]
    end
  puts format('%-11s %s: %.0f times, the goal is %d', group, what, ratio, GOALS[group])
  ratio >= GOALS[group]
end
exit(missed.empty? ? 0 : 1)
