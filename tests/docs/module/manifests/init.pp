# @summary Sets up the sample
#
# A longer text
#   with an indented line.
#
# @example Basic usage
#   class { 'sample':
#     port => 80,
#   }
#
#   include sample::extra
# @example
#   include sample
#
# @param port Where it listens
# @param [String] mode
#   How it works.
#
#   A second paragraph.
# @param options
#   More of it.
# @option options [Integer] :depth (3) How deep
# @option options size How large
# @enum mode fast Quick and dirty
# @enum mode slow
# @param gone Not there any more
# @parma typo This tag does not exist
# @see https://example.com The manual
# @see sample::extra
# @note First note
# @note Second note
# @todo Much
# @since 1.2.0
# @deprecated Use something else
# @author Jane Doe
class sample (
  Integer[1, 65535] $port = 8080,
  Enum['fast', 'slow'] $mode = $facts['os']['family'] ? { 'RedHat' => 'fast', default => 'slow' },
  Hash[
    String,
    Integer
  ] $options = {
    'depth' => 3,
  },
  Optional[String] $plain = undef,
  $untyped = $port.sprintf('%d').size(),
) inherits sample::params {
}
