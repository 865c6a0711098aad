#!/usr/bin/env ruby
# Compares the changes of nodes with those that octocatalog-diff reports: beside_octocatalog.rb OLD NEW INVENTORY PROGRAM NAME…
require 'json'
require 'open3'
require 'tmpdir'
require 'yaml'

old, new, inventory, program, *names = ARGV
nodes = JSON.parse(File.read(inventory)).to_h { |node| [node['certname'], node] }
report = JSON.parse(Open3.capture2(program, 'diff', '--edition', 'puppet7', '--from', old, '--to', new, '--nodes', inventory, '--format', 'octocatalog', '--ignore', 'Class', *names.flat_map { |name| ['--select', "node:#{name}"] })[0])
ours = (report.is_a?(Array) ? report : [report]).to_h { |entry| [entry['node'], entry['diff']] }
# octocatalog-diff leaves out classes, as it documents.
key = ->(it) { [it['diff_type'].sub('!', '~'), it['type'], it['title'], it['structure'], it['diff_type'] =~ /[~!]/ ? [it['old_value'], it['new_value']] : nil] }
wrong = 0
names.each do |name|
  Dir.mktmpdir do |work|
    facts = "#{work}/facts.yaml"
    File.write(facts, { 'name' => name, 'values' => nodes[name]['facts'] }.to_yaml)
    text, errors, = Open3.capture3('octocatalog-diff', '-n', name, '--bootstrapped-from-dir', old, '--bootstrapped-to-dir', new, '--fact-file', facts,
                                   '--puppet-binary', '/usr/bin/puppet', '--hiera-config', 'hiera.yaml', '--no-parallel', '--output-format', 'json', '--no-suppress-absent-file-details')
    json = begin JSON.parse(text) rescue abort("#{name}: octocatalog-diff: #{errors.lines.grep(/Error:/).first}") end
    theirs = json['diff'].map(&key)
    mine = (ours[name] || []).map(&key)
    next puts("#{name}: the same #{theirs.size} changes") if theirs.sort_by(&:to_s) == mine.sort_by(&:to_s)

    wrong += 1
    puts "#{name}:", (theirs - mine).map { |it| "  only octocatalog-diff: #{it}" }, (mine - theirs).map { |it| "  only ours: #{it}" }
  end
end
exit 1 if wrong.positive?
