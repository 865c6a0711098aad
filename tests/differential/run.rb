#!/usr/bin/env ruby
# Compiles the pairs of pairs.jsonl with real Puppet 7 and with puppet-analyzer, and compares resource by resource, attribute
# by attribute, edge by edge.
#
#   tests/differential/run [--only NAME] [--write]     (the shell script beside this file installs what is needed)
#
# PAIRS and MODULES name another file of pairs and other modules (pairs_of_modules.rb makes pairs of any modules).
require 'json'
require 'open3'
require 'set'
require 'tempfile'

HERE = __dir__
SERVER = ENV.fetch('PUPPET_ANALYZER')
MODULES = ENV.fetch('MODULES', '/usr/share/puppet/modules')
only = ARGV.include?('--only') ? ARGV[ARGV.index('--only') + 1] : nil
pairs = File.readlines(ENV.fetch('PAIRS', "#{HERE}/pairs.jsonl")).map { |line| JSON.parse(line) }.select { |pair| only.nil? || pair['name'] == only }

# The facts are our own built-in sets: what our evaluator sees, printed as JSON.
FACTS = Hash.new do |known, name|
  text, status = Open3.capture2(SERVER, 'eval', '--edition', 'puppet7', '--facts', name, '--node', 'node1.example.com', '--format', 'json', '-e', 'stdlib::to_json($facts)')
  abort "no facts #{name}: #{text}" unless status.success?
  known[name] = JSON.parse(JSON.parse(text)['string'])
end

# A set's facts with those that a module's own plugins would add on a real node.
def facts_of(pair) = FACTS[pair['facts']].merge(pair['extra_facts'] || {})

def ask_puppet(pairs)
  requests = pairs.map { |pair| JSON.generate('name' => pair['name'], 'code' => pair['code'], 'facts' => facts_of(pair)) }
  answers, = Open3.capture2('ruby', "#{HERE}/ask_puppet.rb", MODULES, stdin_data: requests.join("\n") + "\n")
  answers.lines.map { |line| JSON.parse(line) }.to_h { |answer| [answer['name'], answer] }
end

def ask_us(pair)
  text, errors, = Tempfile.create(['facts', '.json']) do |file|
    file.write(JSON.generate(facts_of(pair)))
    file.close
    Open3.capture3(SERVER, 'compile', '-', '--edition', 'puppet7', '--facts', file.path, '--modulepath', MODULES,
                   '--node', 'node1.example.com', '--format', 'report', stdin_data: pair['code'])
  end
  report = JSON.parse(text)
  catalog = report['catalog'] || {}
  { 'ok' => report['ok'], 'error' => report.dig('error', 'message'), 'resources' => catalog['resources'] || [],
    'edges' => (catalog['edges'] || []).map { |edge| [edge['source'], edge['target']] }, 'unknowns' => report['unknowns'] || [] }
rescue JSON::ParserError
  { 'ok' => false, 'error' => "no report: #{errors.lines.first(3).join}", 'resources' => [], 'edges' => [], 'unknowns' => [] }
end

def reference(resource) = "#{resource['type']}[#{resource['title']}]"

BOILERPLATE = ['Stage[main]', 'Class[Settings]', 'Class[main]'].freeze

def unknown?(value)
  case value
  when Hash then value['__ptype'].to_s =~ /Unknown/ || value.any? { |_, inner| unknown?(inner) }
  when Array then value.any? { |inner| unknown?(inner) }
  else false
  end
end

# What one pair shows: attributes compared, equal and unknown, and every difference in words.
def compare(theirs, ours)
  result = { attributes: 0, equal: 0, unknown: 0, differences: [] }
  if theirs['ok'] != (ours['ok'] ? true : false)
    result[:differences] << "verdict: Puppet #{theirs['ok'] ? 'compiles' : "fails: #{theirs['error']}"}, we #{ours['ok'] ? 'compile' : "fail: #{ours['error']}"}"
    return result
  end
  return result unless theirs['ok']

  left = theirs['resources'].to_h { |resource| [reference(resource), resource['parameters'] || {}] }.reject { |ref, _| BOILERPLATE.include?(ref) }
  right = ours['resources'].to_h { |resource| [reference(resource), resource['parameters'] || {}] }.reject { |ref, _| BOILERPLATE.include?(ref) }
  (left.keys - right.keys).each { |ref| result[:differences] << "missing #{ref}" }
  (right.keys - left.keys).each { |ref| result[:differences] << "extra #{ref}" }
  (left.keys & right.keys).each do |ref|
    (left[ref].keys | right[ref].keys).each do |name|
      result[:attributes] += 1
      a, b = left[ref][name], right[ref][name]
      if unknown?(b) then result[:unknown] += 1
      elsif a == b then result[:equal] += 1
      else result[:differences] << "#{ref} #{name}: Puppet #{JSON.generate(a)[0, 160]}, we #{JSON.generate(b)[0, 160]}"
      end
    end
  end
  edges = theirs['edges'].to_set ^ ours['edges'].to_set
  edges.first(5).each { |edge| result[:differences] << "edge #{edge.join(' -> ')}" }
  result
end

theirs = ask_puppet(pairs)
totals = Hash.new(0)
lines = []
differing = []
reasons = []
pairs.each do |pair|
  ours = ask_us(pair)
  result = compare(theirs.fetch(pair['name']), ours)
  same = result[:differences].empty?
  structure = result[:differences].none? { |text| text.start_with?('missing', 'extra', 'edge', 'verdict') }
  totals[:pairs] += 1
  differing << pair['name'] unless same
  reasons |= ours['unknowns'].map { |unknown| unknown['reason'].sub(/ \(line \d+\)/, '') } if result[:unknown].positive?
  totals[:same] += 1 if same
  totals[:structure] += 1 if structure
  totals[:fails] += 1 unless theirs[pair['name']]['ok']
  %i[attributes equal unknown].each { |key| totals[key] += result[key] }
  puts format('%-22s %s %5d attributes, %d unknown', pair['name'], same ? 'same' : 'DIFF', result[:attributes], result[:unknown])
  result[:differences].first(only ? 50 : 6).each { |text| puts "    #{text}" }
  ours['unknowns'].first(only ? 20 : 3).each { |unknown| puts "    unknown: #{unknown['reason']}" }
  lines << "| #{pair['name']} | #{pair['facts']} | #{theirs[pair['name']]['ok'] ? 'compiles' : 'fails'} | #{same ? 'the same' : result[:differences].first(2).join('; ').gsub('|', '\\|')} | #{result[:attributes]} | #{result[:unknown]} |"
end
share = ->(part, whole) { whole.zero? ? 100.0 : 100.0 * part / whole }
summary = format("%d pairs (%d of them fail in both or one): %d (%.1f %%) have the same resources and relationships; " \
                 '%d attributes compared, %d (%.2f %%) equal, %d unknown, %d different',
                 totals[:pairs], totals[:fails], totals[:structure], share.(totals[:structure], totals[:pairs]), totals[:attributes], totals[:equal],
                 share.(totals[:equal], totals[:attributes]), totals[:unknown], totals[:attributes] - totals[:equal] - totals[:unknown])
puts summary
if ARGV.include?('--write')
  File.write("#{HERE}/../../docs/fidelity.md", <<~TEXT)
    # Fidelity

    What real Puppet 7 and puppet-analyzer (`--edition puppet7`) make of the same code, facts and modules (Debian's packages). Made by
    `tests/differential/run --write`; do not edit.

    #{summary}.

    #{differing.empty? ? 'No value differs without saying so.' : "Different: #{differing.join(', ')}."}
    What is unknown says why: #{reasons.empty? ? 'nothing is' : reasons.join('; ')}.

    #{File.read("#{HERE}/fidelity-notes.md").strip}

    | pair | facts | Puppet | we | attributes | unknown |
    |---|---|---|---|---|---|
    #{lines.join("\n")}
  TEXT
end
exit(totals[:same] == totals[:pairs] ? 0 : 1)
