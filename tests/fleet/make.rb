#!/usr/bin/env ruby
# Makes a control repository over Debian's puppet modules in two states, and an inventory of varied nodes: make.rb FOLDER NODES.
require 'fileutils'
require 'json'

folder, count = ARGV[0], Integer(ARGV[1])
MODULES = %w[stdlib concat chrony ntp apache haproxy memcached redis rsync ssh sssd logrotate].select { |name| File.directory?("/usr/share/puppet/modules/#{name}") }

def write(path, text)
  FileUtils.mkdir_p(File.dirname(path))
  File.write(path, text)
end

ROLES = {
  'web' => ['class { \'apache\': default_vhost => false, mpm_module => $profile::base::mpm }',
            "apache::vhost { $facts['networking']['fqdn']: port => $profile::base::port, docroot => '/srv/www', servername => $facts['networking']['fqdn'] }"],
  'time' => ["class { 'chrony': servers => lookup('ntp::servers') }"],
  'proxy' => ["class { 'haproxy': }", "haproxy::listen { 'app': ipaddress => $facts['networking']['ip'], ports => String($profile::base::port) }"],
  'cache' => ["class { 'memcached': max_memory => $profile::base::memory }"],
  'clock' => ["class { 'ntp': servers => lookup('ntp::servers') }"]
}.select { |_, code| code.join.scan(/class \{ '(\w+)'/).flatten.all? { |name| MODULES.include?(name) } }

def state(folder, motd, port)
  cases = ROLES.map { |role, code| "    '#{role}': {\n      #{code.join("\n      ")}\n    }\n" }.join
  write("#{folder}/manifests/site.pp", "node default {\n  include profile::base\n  case $facts['role'] {\n#{cases}    default: { }\n  }\n}\n")
  write("#{folder}/site/profile/manifests/base.pp", <<~PUPPET)
    # What every node has.
    class profile::base (Integer $port = #{port}, Integer $memory = 64, String $mpm = 'prefork', Hash $users = {}) {
      file { '/etc/motd': content => epp('profile/motd.epp', { 'text' => '#{motd}' }) }
      $users.each |$name, $options| { user { $name: * => $options } }
      if $facts['os']['family'] == 'Debian' { package { 'apt-transport-https': ensure => installed } }
      file { '/etc/profile.d/analyzer.sh': mode => '0755', content => "export HOST=${facts['networking']['hostname']}\\n" }
    }
  PUPPET
  write("#{folder}/site/profile/templates/motd.epp", "<%- | String $text | -%>\n<%= $text %> on <%= $facts['networking']['fqdn'] %> (<%= $facts['os']['name'] %> <%= $facts['os']['release']['major'] %>)\n")
  write("#{folder}/environment.conf", "modulepath = site:modules\n")
  write("#{folder}/hiera.yaml", "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: node\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: role\n    path: \"roles/%{facts.role}.yaml\"\n  - name: common\n    path: common.yaml\n")
  write("#{folder}/data/common.yaml", "ntp::servers: [a.example.com, b.example.com]\nprofile::base::users:\n  deploy: {ensure: present, uid: 4000}\nlookup_options:\n  profile::base::users: {merge: deep}\n")
  write("#{folder}/data/roles/web.yaml", "profile::base::users:\n  www: {ensure: present}\n")
end
# Debian's modules are links; what leads out of the repository is not read.
MODULES.each do |name|
  FileUtils.mkdir_p("#{folder}/old/modules")
  system('cp', '-rL', "/usr/share/puppet/modules/#{name}", "#{folder}/old/modules/") || abort("cannot copy #{name}")
end
FileUtils.mkdir_p("#{folder}/new")
system('cp', '-r', "#{folder}/old/modules", "#{folder}/new/") || abort('cannot copy')
state("#{folder}/old", 'hello', 8080)
state("#{folder}/new", 'welcome', 8081)
File.write("#{folder}/new/data/roles/cache.yaml", "profile::base::memory: 128\n")
File.write("#{folder}/new/data/roles/time.yaml", "ntp::servers: [c.example.com]\n")
FileUtils.mkdir_p("#{folder}/new/data/nodes")
File.write("#{folder}/new/data/nodes/node0003.example.com.yaml", "profile::base::port: 9000\n")

base = JSON.parse(`facter --json 2>/dev/null`)
systems = [%w[Debian Debian 11 bullseye], %w[Debian Debian 12 bookworm], %w[Debian Ubuntu 22.04 jammy], %w[RedHat RedHat 8 Ootpa], %w[RedHat Rocky 9 Blue]]
nodes = (0...count).map do |number|
  name = format('node%04d.example.com', number)
  family, os, release, codename = systems[number % systems.size]
  address = "10.1.#{number / 250}.#{number % 250 + 1}"
  facts = JSON.parse(JSON.generate(base))
  facts['os'] = base.fetch('os', {}).merge('family' => family, 'name' => os, 'release' => { 'full' => release, 'major' => release, 'minor' => '0' },
                                           'distro' => { 'id' => os, 'codename' => codename, 'release' => { 'full' => release, 'major' => release } })
  facts['networking'] = { 'fqdn' => name, 'hostname' => name.split('.').first, 'domain' => 'example.com', 'ip' => address, 'interfaces' => { 'eth0' => { 'ip' => address } } }
  facts.merge!('osfamily' => family, 'operatingsystem' => os, 'operatingsystemrelease' => release, 'operatingsystemmajrelease' => release, 'lsbdistcodename' => codename,
               'fqdn' => name, 'hostname' => name.split('.').first, 'domain' => 'example.com', 'ipaddress' => address, 'clientcert' => name, 'puppetversion' => '7.23.0', 'processorcount' => 4, 'clientversion' => '7.23.0')
  role = ROLES.keys[number % ROLES.size]
  facts['role'] = role
  { 'certname' => name, 'environment' => 'production', 'facts' => facts,
    'trusted' => { 'authenticated' => 'remote', 'certname' => name, 'hostname' => name.split('.').first, 'domain' => 'example.com', 'extensions' => { 'pp_role' => role }, 'external' => {} } }
end
File.write("#{folder}/inventory.json", JSON.generate(nodes))
puts "#{count} nodes, roles #{ROLES.keys.join(', ')}"
