#!/usr/bin/env ruby
# Sends the facts of nodes, and catalogs that real Puppet compiles for them, to a PuppetDB: fill.rb URL ENVIRONMENT NODES.
require 'json'
require 'net/http'
require 'open3'
require 'tmpdir'
require 'time'
require 'yaml'

url, environment, count = ARGV[0], File.expand_path(ARGV[1]), Integer(ARGV[2])

def command(url, name, version, certname, payload)
  uri = URI("#{url}/pdb/cmd/v1?command=#{name}&version=#{version}&certname=#{certname}&secondsToWaitForCompletion=60")
  answer = Net::HTTP.post(uri, JSON.generate(payload), 'Content-Type' => 'application/json')
  body = JSON.parse(answer.body)
  abort "#{name} of #{certname}: #{answer.code} #{answer.body}" unless answer.code == '200' && body['processed'] && !body['error']
end

now = Time.now.utc.iso8601
count.times do |number|
  name = format('node%03d.example.com', number)
  values = { 'networking' => { 'hostname' => name.split('.').first, 'fqdn' => name, 'ip' => "10.0.0.#{number % 250 + 1}" },
             'os' => { 'family' => 'Debian', 'name' => 'Debian', 'release' => { 'major' => '12' } },
             'kernel' => 'Linux', 'text' => "ümläut \u{1F600} #{number}",
             'trusted' => { 'authenticated' => 'remote', 'certname' => name, 'extensions' => { 'pp_role' => "role#{number % 3}" } } }
  command(url, 'replace_facts', 5, name,
          'certname' => name, 'environment' => 'production', 'values' => values, 'producer_timestamp' => now, 'producer' => 'test')
  next if number >= 6

  # What each node exports is in its catalog; what it collects is that of all nodes with catalogs.
  hosts = (0...[count, 6].min).map { |other| format('node%03d.example.com', other) }
  host = lambda do |certname, exported|
    at = Integer(certname[4, 3])
    { 'type' => 'Host', 'title' => certname, 'exported' => exported, 'tags' => %w[host node default class], 'file' => nil, 'line' => nil,
      'aliases' => [], 'parameters' => { 'ip' => "10.0.0.#{at % 250 + 1}" } }
  end
  plain = ->(type, title, parameters) { { 'type' => type, 'title' => title, 'exported' => false, 'tags' => [type.downcase], 'file' => nil, 'line' => nil, 'aliases' => [], 'parameters' => parameters } }
  motd = "on #{name.split('.').first} in role#{number % 3}\n"
  motd = "something else\n" if number == 5
  resources = [plain.call('Stage', 'main', {}), plain.call('Class', 'Settings', {}), plain.call('Class', 'main', { 'name' => 'main' }),
               plain.call('Node', 'default', {}), plain.call('File', '/etc/motd', { 'content' => motd })] +
              hosts.map { |other| host.call(other, other == name) }
  command(url, 'replace_catalog', 9, name,
          'certname' => name, 'version' => '1', 'environment' => 'production', 'transaction_uuid' => nil, 'catalog_uuid' => nil, 'code_id' => nil,
          'job_id' => nil, 'producer_timestamp' => now, 'producer' => 'test', 'resources' => resources, 'edges' => [])
end
puts "#{count} nodes are in PuppetDB"
