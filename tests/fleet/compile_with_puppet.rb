#!/usr/bin/env ruby
# Compiles nodes of an inventory with real Puppet: compile_with_puppet.rb ENVIRONMENT INVENTORY NAME… A line of JSON for each node.
require 'json'
require 'puppet'
require 'tmpdir'

environment, inventory, *names = ARGV
work = Dir.mktmpdir
environments = File.join(work, 'environments')
Dir.mkdir(environments)
File.symlink(File.realpath(environment), File.join(environments, 'production'))
Puppet.initialize_settings(['--confdir', work, '--vardir', work, '--environmentpath', environments, '--log_level', 'err'])
nodes = JSON.parse(File.read(inventory)).to_h { |node| [node['certname'], node] }
loader = Puppet::Environments::Directories.new(environments, [])
names.each do |name|
  given = nodes.fetch(name)
  env = loader.get!(:production)
  Puppet.override(current_environment: env, environments: loader, loaders: Puppet::Pops::Loaders.new(env)) do
    facts = Puppet::Node::Facts.new(name, given['facts'])
    node = Puppet::Node.new(name, environment: env, facts: facts)
    node.merge(given['facts'])
    node.trusted_data = given['trusted']
    node.add_server_facts('serverversion' => '8.0.0', 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1')
    catalog = Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_resource
    puts JSON.generate('node' => name, 'ok' => true, 'catalog' => JSON.parse(catalog.to_json))
  rescue Puppet::Error => e
    puts JSON.generate('node' => name, 'ok' => false, 'error' => e.message)
  end
end
