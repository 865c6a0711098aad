# frozen_string_literal: false

# Asks real Ruby for the value of every expression and writes answers.jsonl beside this file:
#   ruby tests/conformance_ruby/record.rb
# A line has the expression (`e`) and what `inspect` shows of its value (`v`), or the message of the error (`error`).

# As Puppet does.
Encoding.default_external = Encoding::UTF_8
Encoding.default_internal = Encoding::UTF_8

require 'base64'
require 'cgi'
require 'digest'
require 'erb'
require 'ipaddr'
require 'json'
require 'openssl'
require 'rubygems'
require 'set'
require 'shellwords'
require 'time'
require 'uri'
require 'yaml'
require 'zlib'
require_relative 'expressions'

# What would differ from run to run.
VARIES = /#<(Proc|Enumerator|Object|#)|0x0000|object_id/.freeze

def answer(expression)
  value = eval("begin; #{expression}; end", TOPLEVEL_BINDING.dup, 'expression') # rubocop:disable Security/Eval
  shown = value.inspect
  # Bytes that are no text have no place in JSON.
  return nil unless shown.dup.force_encoding('UTF-8').valid_encoding?
  return nil if shown.match?(VARIES)

  { e: expression, v: shown.dup.force_encoding('UTF-8') }
rescue StandardError => e
  message = e.message.lines.first.to_s.chomp
  message.match?(VARIES) ? nil : { e: expression, error: message }
rescue SyntaxError
  warn "no Ruby: #{expression}"
  nil
end

$VERBOSE = nil
answers = EXPRESSIONS.filter_map { |expression| answer(expression) }
File.write(File.join(__dir__, 'answers.jsonl'), answers.map { |line| "#{JSON.generate(line)}\n" }.join)
puts "#{answers.size} answers of #{EXPRESSIONS.size} expressions, Ruby #{RUBY_VERSION}"
