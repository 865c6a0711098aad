# frozen_string_literal: true

# What Puppet says about files: reads paths from standard input, one a line, and prints for each the path, `ok` and the tree in
# PN, or `error`, the line and the message, with tabs between.

require 'puppet'
require 'puppet/pops'
require 'puppet/pops/pn'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent', '--strict', 'warning'])
Puppet::Util::Log.level = :crit

# Puppet's printer calls this for a parameter that takes the rest of the arguments, and does not define it.
module Puppet::Pops::PN
  def self.Literal(value)
    Literal.new(value)
  end
end

manifests = Puppet::Pops::Parser::EvaluatingParser.new
templates = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new

def one_line(text)
  text.gsub(/[\t\r\n]/, ' ')
end

$stdin.each_line(chomp: true) do |path|
  parser = path.end_with?('.epp') ? templates : manifests
  begin
    program = parser.parse_string(File.read(path, encoding: 'utf-8'), path)
    program = program.model if program.is_a?(Puppet::Pops::Model::Factory)
    puts [path, 'ok', Puppet::Pops::Model::PNTransformer.transform(program).to_s].join("\t")
  rescue StandardError => e
    line = e.respond_to?(:line) ? e.line : nil
    puts [path, 'error', line, one_line(e.message)[0, 500]].join("\t")
  end
end
