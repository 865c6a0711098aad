# frozen_string_literal: true

# Joins values.
#
# @example Join two
#   sample::join('a', 'b')
Puppet::Functions.create_function(:'sample::join') do
  # Joins a list.
  #
  # @param list The values
  # @param separator What is between them
  # @return [String] One text
  dispatch :join_list do
    param 'Array[String]', :list
    optional_param 'String', :separator
    return_type 'String[1]'
  end

  # @param values The values
  # @param block Called with each
  dispatch :join_values do
    repeated_param 'String', :values
    optional_block_param 'Callable[String]', :block
  end

  def join_list(list, separator = ',')
    list.join(separator)
  end
end
