#!/usr/bin/env ruby
# Writes pairs for every public class of the modules in a folder, for comparing with modules that are not Debian's:
#
#   ruby tests/differential/pairs_of_modules.rb FOLDER > pairs.jsonl
#   PAIRS=pairs.jsonl MODULES=FOLDER:/usr/share/puppet/modules tests/differential/run
#
# The main class of a module is compiled with each set of facts, its other classes with one of them in turn.
require 'json'

SETS = %w[debian-12 rocky-9 ubuntu-24.04].freeze

Dir["#{ARGV.fetch(0)}/*/manifests"].sort.each do |manifests|
  name = File.basename(File.dirname(manifests))
  classes = Dir["#{manifests}/**/*.pp"].sort.flat_map do |file|
    text = File.read(file)
    text.match?(/assert_private|@api private/) ? [] : text.scan(/^class\s+([a-z][a-z0-9_:]*)/).flatten
  end
  classes.uniq.each_with_index do |class_name, index|
    sets = class_name == name ? SETS : [SETS[index % SETS.size]]
    sets.each { |facts| puts JSON.generate('name' => "#{class_name} #{facts}", 'facts' => facts, 'code' => "include #{class_name}") }
  end
end
