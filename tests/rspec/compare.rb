# Compares verdicts of real rspec-puppet with those of `puppet-analyzer test`, by example id.
#
#   ruby tests/rspec/compare.rb REAL.json OURS.json
#
# Both files are RSpec's JSON. Exit code 1 where a verdict differs.
require 'json'

real = JSON.parse(File.read(ARGV[0]))['examples'].reject { |example| example['id'].start_with?('/') }
report = JSON.parse(File.read(ARGV[1]))
ours = report['examples'].to_h { |example| [example['id'], example] }

same = not_run = 0
different = []
reasons = Hash.new(0)
real.each do |example|
  own = ours[example['id']]
  if own.nil? || own['status'] == 'not_run'
    not_run += 1
    reasons[own ? own['reason'].sub(/ \(\S+:\d+\)\z/, '') : 'no such example'] += 1
  elsif own['status'] == example['status']
    same += 1
  else
    different << [example, own]
  end
end
surplus = ours.keys - real.map { |example| example['id'] } - ours.values.select { |e| e['status'] == 'not_run' }.map { |e| e['id'] }

different.first((ENV['SHOW'] || 10).to_i).each do |example, own|
  puts "#{example['id']} real #{example['status']}, ours #{own['status']}: #{example['full_description']}"
  puts "    real: #{example['exception']['message'].lines.first(3).join('    ')}" if example['exception']
  puts "    ours: #{own['exception']['message'].lines.first(3).join('    ')}" if own['exception']
end
reasons.sort_by { |_, count| -count }.first(15).each { |reason, count| puts "not run #{count}: #{reason}" }
ours.values.select { |e| e['status'] == 'not_run' && e['id'] !~ /\[.*:.*\]/ }.first(5).each { |e| puts "  #{e['id']}: #{e['reason']}" }
puts "examples #{real.size}, same #{same}, different #{different.size}, not run #{not_run}, only ours #{surplus.size}"
exit(different.empty? && surplus.empty? ? 0 : 1)
