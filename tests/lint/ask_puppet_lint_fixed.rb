# Writes what puppet-lint's fixes make of each file that standard input names to a numbered file in the folder that is its
# argument, as write_fixed does. Where puppet-lint fails, it writes none.
require 'puppet-lint'

PuppetLint.configuration.fix = true
STDIN.each_line(chomp: true).with_index do |path, index|
  linter = PuppetLint.new
  linter.file = path
  begin
    linter.run
  rescue SystemExit
    next
  end
  # It writes nothing where it found a syntax error.
  broken = linter.problems.any? { |problem| problem[:check] == :syntax }
  File.binwrite(File.join(ARGV[0], index.to_s), broken ? File.binread(path) : linter.manifest)
end
