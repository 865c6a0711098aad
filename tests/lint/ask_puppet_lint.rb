# Prints what every check of the installed puppet-lint finds in the files that standard input names, as print_findings does.
require 'puppet-lint'

PuppetLint.configuration.checks.each { |check| PuppetLint.configuration.send("enable_#{check}") }
STDIN.each_line(chomp: true) do |path|
  linter = PuppetLint.new
  linter.file = path
  begin
    linter.run
  rescue SystemExit
    # It prints what went wrong and ends; the other files are still to be asked about.
    $stderr.puts "puppet-lint fails on #{path}"
    puts "#{path}\t0\t0\tcrash"
    next
  end
  (linter.problems || []).each do |problem|
    next if problem[:kind] == :ignored
    puts [path, problem[:line], problem[:column], problem[:check]].join("\t")
  end
end
