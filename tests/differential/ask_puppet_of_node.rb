# Compiles nodes of an environment with a real Puppet, one JSON object a line in, one out. Only for comparing while developing.
#
#   ruby ask_puppet_of_node.rb ENVIRONMENT_DIR MODULEPATH HIERA_GLOBAL < requests.jsonl > answers.jsonl
#
# In: {"name","facts":{…},"code"}. Out: {"name","ok","resources":[…],"edges":[[a,b]]} or {"name","ok":false,"error"}.
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/parser/compiler'
require 'puppet/indirector/catalog/compiler'

module AskPuppetOfNode
  module_function

  def setup(global)
    home = Dir.mktmpdir('ask-puppet')
    at_exit { FileUtils.rm_rf(home) if Process.pid == PARENT }
    settings = %w[confdir vardir codedir logdir rundir].map { |dir| "--#{dir}=#{home}/#{dir}" }
    settings << "--hiera_config=#{global}" unless global.empty?
    Puppet.initialize_settings(settings)
    Puppet[:disable_i18n] = true
    Puppet::Util::Log.close_all
    Puppet.push_context(Puppet.base_context(Puppet.settings), 'ask')
  end

  def compile(request, folder, modulepath)
    name = request['name']
    environments = Puppet::Environments::Directories.new(File.dirname(folder), [])
    # The settings of an environment are found through the environments of the context.
    environment = Puppet.override(environments: environments) { environments.get!(File.basename(folder)) }
    # The version that a command makes of the deployment's git repository is no part of what is compared.
    changes = { config_version: '/bin/true' }
    changes[:modulepath] = modulepath unless modulepath.empty?
    environment = environment.override_with(changes)
    Puppet[:code] = request['code'] if request['code']
    trusted = Puppet::Context::TrustedInformation.new('remote', name, {}, {})
    Puppet.override(environments: environments, current_environment: environment, trusted_information: trusted, rich_data: true) do
      node = Puppet::Node.new(name, environment: environment)
      node.fact_merge(Puppet::Node::Facts.new(name, request['facts']))
      node.trusted_data = trusted.to_h
      node.add_server_facts('serverversion' => '8.0.0', 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1')
      catalog = Puppet::Parser::Compiler.new(node).compile(&:to_resource).filter(&:virtual?)
      { 'name' => name, 'ok' => true, 'resources' => catalog.resources.map(&:to_data_hash), 'edges' => catalog.edges.map { |edge| [edge.source.ref, edge.target.ref] } }
    end
  rescue StandardError, LoadError, NotImplementedError => problem
    { 'name' => name, 'ok' => false, 'error' => problem.message }
  end

  # What asks the network gets an answer of one's own, so that the rest can be compared: every name has one address, every query no result.
  def answer_for_the_network
    require 'resolv'
    Resolv::DNS.class_eval do
      define_method(:getresources) do |name, type|
        case type.name
        when /IN::A\z/ then [type.new('192.0.2.10')]
        when /IN::AAAA\z/ then [type.new('2001:db8::10')]
        when /IN::PTR\z/ then [type.new(Resolv::DNS::Name.create('host.example.com.'))]
        else []
        end
      end
      define_method(:getaddresses) { |_| [Resolv::IPv4.create('192.0.2.10'), Resolv::IPv6.create('2001:DB8::10')] }
      define_method(:getaddress) { |_| Resolv::IPv4.create('192.0.2.10') }
      define_method(:getname) { |_| Resolv::DNS::Name.create('host.example.com.') }
    end
    Puppet::Parser::Functions.newfunction(:puppetdb_query, type: :rvalue, arity: 1) { |_| [] }
  end

  # Types and functions stay loaded in a process: each request has its own.
  def apart(request, folder, modulepath)
    reader, writer = IO.pipe
    child = fork do
      reader.close
      writer.write(JSON.generate(compile(request, folder, modulepath)))
      writer.close
      exit!(0)
    end
    writer.close
    answer = reader.read
    Process.wait(child)
    answer.empty? ? JSON.generate('name' => request['name'], 'ok' => false, 'error' => 'no answer') : answer
  end
end

PARENT = Process.pid
folder, modulepath, global = ARGV
AskPuppetOfNode.setup(global.to_s)
AskPuppetOfNode.answer_for_the_network
$stdout.sync = true
$stdin.each_line { |line| puts AskPuppetOfNode.apart(JSON.parse(line), folder, modulepath.to_s.split(':')) }
