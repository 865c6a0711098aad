# @summary One signature
# @param wrong Belongs to the dispatch
Puppet::Functions.create_function(:'sample::one') do
  # This text is not shown.
  # @param value The value
  # @example Use it
  #   sample::one(1)
  dispatch :one do
    param 'Integer', :value
    block_param
  end
end
