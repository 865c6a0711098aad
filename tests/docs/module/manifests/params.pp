# Parameters
# @api private
class sample::params { }
