#!/usr/bin/env ruby
# Compiles nodes of a control repository with real Puppet 7 and with puppet-analyzer (`--edition puppet7`), and compares resources,
# attributes, edges, tags, sensitive flags and lines.
#
#   tests/differential/run --control-repo DIR --nodes FILE [--modulepath DIR:DIR] [--hiera-global FILE] [--facts SET]
#                          [--only NODE] [--results FILE] [--keep DIR]
#
# A line of FILE is the name of a node, or JSON: {"node", "facts": {more facts}, "code": "include role::web"}.
# --results keeps one JSON object per node, with every difference; --keep keeps Puppet's answers for the next run.
require 'fileutils'
require 'json'
require 'open3'
require 'tmpdir'
require_relative 'compare_catalogs'

HERE = __dir__
SERVER = ENV.fetch('PUPPET_ANALYZER')

def argument(name) = ARGV.include?(name) ? ARGV[ARGV.index(name) + 1] : nil

REPOSITORY = File.realpath(argument('--control-repo') || abort('--control-repo DIR is missing'))
GLOBAL = argument('--hiera-global')&.then { |path| File.realpath(path) }
KEPT = argument('--keep')
only = argument('--only')
nodes = File.readlines(argument('--nodes') || abort('--nodes FILE is missing'), chomp: true).reject(&:empty?).map do |line|
  line.start_with?('{') ? JSON.parse(line) : { 'node' => line }
end
nodes.select! { |node| only.nil? || node['node'] == only || node['name'] == only }

# A folder in which the repository is an environment of an ordinary name; both see the same paths.
HOME = Dir.mktmpdir('control-repo')
at_exit { FileUtils.rm_rf(HOME) }
ENVIRONMENT = "#{HOME}/production"
File.symlink(REPOSITORY, ENVIRONMENT)
# Relative folders of modules are those of the environment.
MODULES = argument('--modulepath')&.split(':')&.map { |path| path.start_with?('/') ? path : "#{ENVIRONMENT}/#{path}" }

BASE = begin
  text, status = Open3.capture2(SERVER, 'eval', '--edition', 'puppet7', '--facts', argument('--facts') || 'debian-12',
                                '--node', 'node1.example.com', '--format', 'json', '-e', 'stdlib::to_json($facts)')
  abort "no facts: #{text}" unless status.success?
  JSON.parse(JSON.parse(text)['string'])
end

def merged(base, more) = base.merge(more) { |_, old, new| old.is_a?(Hash) && new.is_a?(Hash) ? merged(old, new) : new }

# The facts of a set under the node's own name.
def facts_of(node)
  name = node['node']
  host, domain = name.split('.', 2)
  named = { 'hostname' => host, 'domain' => domain, 'fqdn' => name, 'clientcert' => name, 'networking' => { 'hostname' => host, 'domain' => domain, 'fqdn' => name } }
  merged(merged(BASE, named), node['facts'] || {})
end

# Puppet's answers are kept in a folder where one is named: they take minutes, and change only with the repository.
def answers_for(nodes)
  return ask_puppet(nodes) unless KEPT

  FileUtils.mkdir_p(KEPT)
  nodes.map do |node|
    path = "#{KEPT}/#{(node['name'] || node['node']).gsub(/[^\w.]+/, '_')}.json"
    File.write(path, JSON.generate(ask_puppet([node]).first)) unless File.exist?(path)
    JSON.parse(File.read(path).gsub(%r{/tmp/control-repo[^/]*/production}, ENVIRONMENT))
  end
end

def ask_puppet(nodes)
  requests = nodes.map { |node| JSON.generate('name' => node['node'], 'code' => node['code'], 'facts' => facts_of(node)) }
  command = ['ruby', "#{HERE}/ask_puppet_of_node.rb", ENVIRONMENT, (MODULES || []).join(':'), GLOBAL.to_s]
  answers, = Open3.capture2(*command, stdin_data: requests.join("\n") + "\n")
  answers.lines.map { |line| JSON.parse(line) }
end

def ask_us(node)
  facts = "#{HOME}/facts.json"
  File.write(facts, JSON.generate(facts_of(node)))
  command = [SERVER, 'compile', '--edition', 'puppet7', '--facts', facts, '--environment', ENVIRONMENT, '--node', node['node'], '--format', 'report']
  command += ['--modulepath', MODULES.join(':')] if MODULES
  command += ['--hiera-global', GLOBAL] if GLOBAL
  command << '-' if node['code']
  text, errors, = Open3.capture3(*command, stdin_data: node['code'].to_s)
  JSON.parse(text)
rescue JSON::ParserError
  { 'ok' => false, 'error' => { 'message' => "no report: #{errors.lines.first(3).join}" } }
end

results = argument('--results')&.then { |path| File.open(path, 'w') }
totals = Hash.new(0)
causes = Hash.new(0)
nodes.each_slice(KEPT ? 1 : 8) do |slice|
  slice.zip(answers_for(slice)) do |node, theirs|
    ours = ask_us(node)
    result = CompareCatalogs.compare(theirs, ours)
    CompareCatalogs.add(totals, result)
    result[:causes].each { |cause| causes[cause] += 1 }
    puts format('%-44s %s', node['name'] || node['node'], CompareCatalogs.summary(result))
    result[:differences].first(only ? 200 : 4).each { |text| puts "    #{text[0, 300]}" }
    results&.puts(JSON.generate('node' => node['node'], **result))
    $stdout.flush
  end
end
puts
puts CompareCatalogs.table(totals)
puts
puts 'causes, by nodes:'
causes.sort_by { |cause, count| [-count, cause] }.first(60).each { |cause, count| puts format('%5d %s', count, cause[0, 220]) }
exit(totals[:different].zero? && totals[:we_fail].zero? ? 0 : 1)
