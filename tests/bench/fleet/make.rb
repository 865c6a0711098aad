#!/usr/bin/env ruby
# Makes a control repository and an inventory of many nodes: make.rb FOLDER NODES.
# Each catalog has about 300 resources: profiles with defines, templates, lookups in Hiera and facts of the node.
require 'fileutils'
require 'json'

folder, count = ARGV[0], Integer(ARGV[1] || '10000')
ROLES = 12
PROFILES = 40

def write(path, text)
  FileUtils.mkdir_p(File.dirname(path))
  File.write(path, text)
end

roles = (0...ROLES).map { |number| "role::r#{number}" }
site = roles.each_with_index.map { |role, number| "  /^r#{number}n/: { include #{role} }\n" }.join
write("#{folder}/manifests/site.pp", "node default {\n  case $facts['networking']['hostname'] {\n#{site}    default: { }\n  }\n}\n".gsub("\n  /", "\n    /"))
write("#{folder}/environment.conf", "modulepath = site:modules\n")
write("#{folder}/hiera.yaml", <<~YAML)
  version: 5
  defaults:
    datadir: data
    data_hash: yaml_data
  hierarchy:
    - name: Nodes
      path: "nodes/%{trusted.certname}.yaml"
    - name: Roles
      path: "os/%{facts.os.family}.yaml"
    - name: Common
      path: common.yaml
YAML
roles.each_with_index do |role, number|
  profiles = (0...14).map { |at| "profile::p#{(number * 3 + at) % PROFILES}" }
  write("#{folder}/site/role/manifests/r#{number}.pp", "class #{role} {\n  include #{profiles.join(', ')}\n}\n")
end
(0...PROFILES).each do |number|
  name = "profile::p#{number}"
  write("#{folder}/site/profile/manifests/p#{number}.pp", <<~PUPPET)
    # A profile.
    class #{name} (
      Integer $port = #{8000 + number},
      Array[String] $names = ['a', 'b', 'c', 'd'],
      Hash $options = {},
    ) {
      package { 'p#{number}': ensure => installed }
      file { '/etc/p#{number}':
        ensure  => directory,
        owner   => 'root',
        require => Package['p#{number}'],
      }
      $names.each |$name| {
        profile::part { "p#{number} ${name}":
          path    => "/etc/p#{number}/${name}.conf",
          content => epp('profile/part.epp', { 'name' => $name, 'port' => $port, 'options' => $options }),
        }
      }
      if $facts['os']['family'] == 'Debian' {
        file { '/etc/default/p#{number}': content => "PORT=${port}\\nHOST=${facts['networking']['fqdn']}\\n" }
      }
      exec { 'reload p#{number}':
        command     => '/bin/true',
        refreshonly => true,
        subscribe   => File['/etc/p#{number}'],
      }
      service { 'p#{number}':
        ensure    => running,
        enable    => lookup('services::enable', Boolean, 'first', true),
        subscribe => File['/etc/p#{number}'],
      }
    }
  PUPPET
end
write("#{folder}/site/profile/manifests/part.pp", <<~PUPPET)
  # A part of a profile.
  define profile::part (String $path, String $content, String $mode = '0644') {
    file { $path:
      ensure  => file,
      owner   => 'root',
      group   => 'root',
      mode    => $mode,
      content => $content,
    }
    file { "${path}.d": ensure => directory }
  }
PUPPET
write("#{folder}/site/profile/templates/part.epp", <<~'EPP')
  <%- | String $name, Integer $port, Hash $options | -%>
  # managed on <%= $facts['networking']['hostname'] %>
  name = <%= $name %>
  port = <%= $port %>
  <%- $options.each |$key, $value| { -%>
  <%= $key %> = <%= $value %>
  <%- } -%>
EPP
common = (0...PROFILES).map { |number| "profile::p#{number}::options:\n  workers: #{number}\n  level: info\n" }.join
write("#{folder}/data/common.yaml", "services::enable: true\n#{common}")
%w[Debian RedHat].each { |family| write("#{folder}/data/os/#{family}.yaml", "profile::p1::port: 81\n") }

facts = lambda do |number|
  host = "r#{number % ROLES}n#{number}"
  family = number.even? ? 'Debian' : 'RedHat'
  address = "10.#{number / 65_536}.#{number / 256 % 256}.#{number % 256}"
  many = (0...60).to_h { |at| ["custom_#{at}", { 'value' => at, 'text' => 'x' * 20 }] }
  many.merge(
    'os' => { 'family' => family, 'name' => family, 'release' => { 'major' => '12', 'full' => '12.5' } },
    'networking' => { 'hostname' => host, 'fqdn' => "#{host}.example.com", 'domain' => 'example.com', 'ip' => address,
                      'interfaces' => { 'eth0' => { 'ip' => address, 'mac' => format('02:00:00:%02x:%02x:%02x', number / 65_536, number / 256 % 256, number % 256) } } },
    'kernel' => 'Linux', 'processors' => { 'count' => 4 }, 'memory' => { 'system' => { 'total_bytes' => 8_000_000_000 } }
  )
end
File.open("#{folder}/../inventory.json", 'w') do |file|
  file << "[\n"
  count.times do |number|
    host = "r#{number % ROLES}n#{number}.example.com"
    node = { 'certname' => host, 'environment' => 'production', 'facts' => facts.call(number),
             'trusted' => { 'certname' => host, 'authenticated' => 'remote', 'extensions' => { 'pp_role' => "r#{number % ROLES}" } } }
    file << (number.zero? ? '' : ",\n") << JSON.generate(node)
  end
  file << "\n]\n"
end
# Nodes with data of their own.
count.times.each_slice(20) { |numbers| n = numbers.first; write("#{folder}/data/nodes/r#{n % ROLES}n#{n}.example.com.yaml", "profile::p2::port: #{n}\n") }
