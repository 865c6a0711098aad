# Compiles catalogs with a real Puppet, one JSON object a line in, one out. Only for comparing while developing.
#
#   ruby ask_puppet.rb MODULEPATH < requests.jsonl > answers.jsonl
#
# In: {"name","code","facts":{…}}. Out: {"name","ok","resources":[{"type","title","parameters"}],"edges":[[a,b]]} or {"name","ok":false,"error"}.
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/parser/compiler'
require 'puppet/indirector/catalog/compiler'

module AskPuppet
  NODE = 'node1.example.com'

  def self.setup
    home = Dir.mktmpdir('ask-puppet')
    at_exit { FileUtils.rm_rf(home) if Process.pid == PARENT }
    Puppet.initialize_settings(%w[confdir vardir codedir logdir rundir].map { |dir| "--#{dir}=#{home}/#{dir}" } + ["--certname=#{NODE}"])
    Puppet[:disable_i18n] = true
    Puppet::Util::Log.close_all
    Puppet.push_context(Puppet.base_context(Puppet.settings), 'ask')
  end

  def self.compile(request, modulepath)
    environment = Puppet::Node::Environment.create(:production, modulepath)
    loader = Puppet::Environments::Static.new(environment)
    Puppet[:code] = request['code']
    name = NODE
    trusted = Puppet::Context::TrustedInformation.new('remote', name, {}, {})
    Puppet.override(environments: loader, current_environment: environment, trusted_information: trusted, rich_data: true) do
      node = Puppet::Node.new(name, environment: environment)
      node.fact_merge(Puppet::Node::Facts.new(name, request['facts'].merge('clientcert' => name)))
      node.trusted_data = trusted.to_h
      node.add_server_facts('serverversion' => '8.0.0', 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1')
      catalog = Puppet::Parser::Compiler.new(node).compile(&:to_resource)
      # As the compiler's terminus does before a catalog goes to its node: exported resources leave with the virtual ones.
      catalog = catalog.filter(&:virtual?)
      resources = catalog.resources.map do |resource|
        data = resource.to_data_hash
        { 'type' => data['type'], 'title' => data['title'], 'parameters' => data['parameters'] || {} }
      end
      { 'name' => request['name'], 'ok' => true, 'resources' => resources, 'edges' => catalog.edges.map { |edge| [edge.source.ref, edge.target.ref] } }
    end
  rescue StandardError, LoadError => problem
    { 'name' => request['name'], 'ok' => false, 'error' => problem.message }
  end

  # Types and functions stay loaded in a process: each request has its own.
  def self.apart(request, modulepath)
    reader, writer = IO.pipe
    child = fork do
      reader.close
      writer.write(JSON.generate(compile(request, modulepath)))
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
modulepath = ARGV.fetch(0).split(':')
AskPuppet.setup
$stdout.sync = true
$stdin.each_line { |line| puts AskPuppet.apart(JSON.parse(line), modulepath) }
