#!/usr/bin/env ruby
# Compares two files of catalogs, a line of JSON for each node: compare.rb PUPPET OURS. Exits with 1 where a resource differs.
require 'json'

read = ->(path) { File.readlines(path).map { |line| JSON.parse(line) }.to_h { |report| [report['node'], report] } }
puppet, ours = read.call(ARGV[0]), read.call(ARGV[1])
resources = lambda do |report|
  (report['catalog'] || {}).fetch('resources', []).to_h { |it| ["#{it['type']}[#{it['title']}]", [it['parameters'] || {}, (it['tags'] || []).sort, it['exported']]] }
end
same = different = failed = count = 0
puppet.each do |name, theirs|
  mine = ours.fetch(name)
  if !theirs['ok'] || !mine['ok']
    theirs['ok'] == mine['ok'] ? failed += 1 : (different += 1; puts "#{name}: Puppet #{theirs['error'] || 'compiles'}; ours #{mine.dig('error', 'message') || 'compiles'}")
    next
  end
  one, other = resources.call(theirs), resources.call(mine)
  count += one.size
  wrong = (one.keys | other.keys).reject { |key| one[key] == other[key] }
  wrong.first(3).each { |key| puts "#{name}: #{key}\n  Puppet #{one[key].inspect}\n  ours   #{other[key].inspect}" }
  wrong.empty? ? same += 1 : different += 1
end
puts "#{same} catalogs are the same (#{count} resources), #{failed} fail in both, #{different} differ"
exit 1 if different.positive?
