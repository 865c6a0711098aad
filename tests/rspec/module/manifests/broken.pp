# Depends on itself, where it is asked to.
class shop::broken (Boolean $cycle = false) {
  notify { 'a': }
  notify { 'b': }
  Notify['a'] -> Notify['b']
  if $cycle { Notify['b'] -> Notify['a'] }
}
