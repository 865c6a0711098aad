# Asks Puppet 7 about each error of `puppet-analyzer check --format json` (standard input): would Puppet itself raise it?
# Prints what it would not raise, and a count by code. The first argument is the folder of modules.
require 'json'
require 'puppet'
require 'puppet/pops'

modules = ARGV.fetch(0)
Puppet.initialize_settings(["--confdir=/nonexistent", "--vardir=/nonexistent", "--codedir=/nonexistent", '--no-daemonize'])
Puppet[:strict] = :error
environment = Puppet::Node::Environment.create(:production, [modules])
loaders = Puppet::Pops::Loaders.new(environment)
Puppet.push_context({ current_environment: environment, loaders: loaders }, 'ask')
known = environment.known_resource_types

# The issues that Puppet's own validation finds in a file, as codes in kebab case.
def issues_of(path)
  @issues ||= {}
  @issues[path] ||= begin
    parser = Puppet::Pops::Parser::Parser.new
    acceptor = Puppet::Pops::Validation::Acceptor.new
    Puppet::Pops::Validation::ValidatorFactory_4_0.new.validator(acceptor).validate(parser.parse_file(path).model)
    acceptor.diagnostics.map { |found| found.issue.issue_code.to_s.downcase.tr('_', '-') }
  end
end

FACTS = {
  'os' => { 'name' => 'Debian', 'family' => 'Debian', 'release' => { 'full' => '12.5', 'major' => '12' } }, 'kernel' => 'Linux',
  'osfamily' => 'Debian', 'operatingsystem' => 'Debian', 'operatingsystemrelease' => '12.5', 'operatingsystemmajrelease' => '12',
  'fqdn' => 'test.example.com', 'hostname' => 'test', 'domain' => 'example.com', 'path' => '/usr/bin:/bin'
}.freeze

# What Puppet says when it compiles a manifest that is applied by itself, such as an example.
def compile_error(path, modules)
  environment = Puppet::Node::Environment.create(:production, [modules], path)
  facts = Puppet::Node::Facts.new('test.example.com', FACTS)
  node = Puppet::Node.new('test.example.com', environment: environment, facts: facts)
  node.merge(FACTS)
  node.add_server_facts({})
  Puppet.override(current_environment: environment, loaders: Puppet::Pops::Loaders.new(environment)) do
    Puppet::Parser::Compiler.compile(node)
  end
  nil
rescue Puppet::Error => error
  error.message
end

answers = Hash.new { |hash, code| hash[code] = [0, 0] }
JSON.parse($stdin.read).select { |finding| finding['severity'] == 'error' }.each do |finding|
  code, message = finding.values_at('code', 'message')
  raised =
    case code
    when 'unknown-class'
      known.find_hostclass(message[/::(\S+)\z/, 1]).nil?
    when 'unknown-parameter'
      kind, owner, name = message.match(/\A(Class|define) '(.+)' has no parameter named '(.+)'\z/)&.captures
      if kind
        definition = kind == 'Class' ? known.find_hostclass(owner) : known.find_definition(owner)
        !definition.nil? && !definition.valid_parameter?(name)
      else
        name, owner = message.match(/\Ano parameter named '(.+)' in type '(.+)'\z/).captures
        type = Puppet::Type.type(owner)
        !type.nil? && !type.valid_parameter?(name)
      end
    when 'unknown-type'
      name = message[/: (\S+)\z/, 1].downcase
      loaders.public_environment_loader.load(:type, name).nil? && known.find_definition(name).nil? && Puppet::Type.type(name).nil?
    when 'wrong-parameter-type'
      compile_error(finding['file'], modules)&.include?(message)
    else
      issues_of(finding['file']).include?(code)
    end
  answers[code][raised ? 0 : 1] += 1
  puts "NOT RAISED: #{finding['file']}:#{finding['line']}: #{code}: #{message}" unless raised
end
answers.sort.each { |code, (yes, no)| puts "#{code}: Puppet raises #{yes}, does not raise #{no}" }
exit answers.values.all? { |_, no| no.zero? } ? 0 : 1
