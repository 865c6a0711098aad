# The expressions that real Ruby is asked about: one per line of the lists below, and products of receivers, methods and
# arguments. Nothing here may depend on a clock, a file, an address in memory or a locale.

# Every receiver with every call.
def product(receivers, calls)
  receivers.flat_map { |receiver| calls.map { |call| "#{receiver}.#{call}" } }
end

# Every template with every argument.
def formats(templates, arguments)
  templates.flat_map { |template| arguments.map { |argument| "format(#{template.inspect}, #{argument})" } }
end

def lines(text)
  text.lines.map(&:strip).reject { |line| line.empty? || line.start_with?('#') }
end

STRINGS = [
  '"hello world"', '""', '" a b "', '"Äpfel"', '"a-b_c.d"', '"foo\nbar\n"', '"aaabbb"', '"web08"', '"Az9"', '"  \t x"'
].freeze

STRING_CALLS = lines(<<~'RUBY')
  upcase
  downcase
  capitalize
  swapcase
  reverse
  length
  size
  bytesize
  empty?
  strip
  lstrip
  rstrip
  chomp
  chop
  chr
  chars
  bytes
  lines
  succ
  next
  hex
  oct
  to_i
  to_f
  to_s
  to_sym
  inspect
  dump
  squeeze
  split
  split("")
  split("a")
  split(/b+/)
  split("b", 2)
  split("b", -1)
  split(/(a)/)
  index("b")
  rindex("b")
  index("b", 2)
  include?("b")
  start_with?("a", "h")
  end_with?("d", "\n")
  sub("a", "X")
  gsub("a", "X")
  gsub(/[ab]/) { |m| m.upcase }
  gsub(/(b)/, '<\1>')
  gsub(/[aeiou]/, "a" => "1", "e" => "2")
  tr("a-y", "b-z")
  tr("^a-z", "*")
  tr_s("a-b", "x")
  delete("a")
  delete("^a")
  count("a-z")
  count("lo", "o")
  scan(/\w+/)
  scan(/(\w)(\w)/)
  partition("b")
  rpartition("b")
  partition(/[ab]/)
  ljust(12, ".")
  rjust(12)
  center(13, "ab")
  delete_prefix("a")
  delete_suffix("d")
  insert(1, "Z") rescue "error"
  slice(0, 3)
  [0]
  [-1]
  [1..3]
  [1...-1]
  [/o./]
  ["b"]
  * 2
  + "x"
  =~ /b/
  match?(/b/)
  casecmp("HELLO WORLD")
  casecmp?("HELLO WORLD")
  each_char.to_a
  each_line.map(&:chomp)
  unpack("C*").first(3)
  sum
  hash == "x".hash
  frozen?
  eql?("")
  equal?("")
  between?("a", "b")
  ascii_only?
  unicode_normalize
  prepend("p")
  replace("r")
  concat("c", "d")
  <=> "b"
  upto("c").first(2)
  encoding.to_s
  force_encoding("UTF-8")
  valid_encoding?
  each_byte.to_a.size
  codepoints.first(2)
  crypt("ab")
  tr("a-c", "")
  squeeze("a-z")
  each_with_index rescue "error"
RUBY

INTEGERS = %w[0 1 -1 7 -7 42 -255 1234 1250 -1250 65 12345678901234567890 -12345678901234567890123 2**70].freeze

INTEGER_CALLS = lines(<<~'RUBY')
  to_s
  to_s(2)
  to_s(16)
  to_s(36)
  inspect
  abs
  succ
  pred
  even?
  odd?
  zero?
  positive?
  negative?
  to_f
  to_i
  to_r rescue 0
  integer?
  finite?
  floor(-2)
  ceil(-2)
  round(-2)
  round(-1, half: :even)
  truncate(-2)
  divmod(7)
  divmod(-7)
  fdiv(4)
  div(3)
  modulo(-5)
  remainder(5)
  remainder(-5)
  pow(2)
  pow(3, 7)
  gcd(12)
  lcm(6)
  bit_length
  clamp(0, 10)
  clamp(..5)
  between?(0, 50)
  eql?(1)
  eql?(1.0)
  equal?(1)
  == 1.0
  <=> 5
  <=> "a"
  + 1
  - 1.5
  * 3
  / 2
  / 2.0
  % 5
  ** 3
  & 6
  | 6
  ^ 6
  << 3
  >> 2
  [0]
  coerce(1.5)
  size rescue 0
  frozen?
  dup
  nonzero?
  nil?
  class
  is_a?(Numeric)
  instance_of?(Integer)
  hash == 1.hash
RUBY

FLOATS = %w[0.0 -0.0 1.5 -1.5 2.5 0.1 123.456 -123.456 1e15 1e16 1.0e-05 1e100 12345678.9 0.5 1e22].freeze

FLOAT_CALLS = lines(<<~'RUBY')
  to_s
  inspect
  to_i
  floor
  ceil
  round
  truncate
  round(1)
  round(2)
  round(-1)
  floor(1)
  ceil(1)
  truncate(1)
  round(half: :even)
  round(half: :down)
  abs
  nan?
  infinite?
  finite?
  zero?
  positive?
  negative?
  divmod(2)
  divmod(-0.7)
  modulo(0.3)
  % 7
  / 3
  * 2
  ** 2
  + 1
  - 0.1
  <=> 1
  == 1.5
  eql?(1.5)
  to_f
  integer?
  next_float
  prev_float
  quo(2)
  fdiv(2)
  div(2)
  -@
  clamp(0, 1)
  coerce(1)
  remainder(2)
RUBY

ARRAYS = ['[]', '[1, 2, 3]', '[3, 1, 2, 3]', '["b", "a", "c"]', '[1, [2, [3, [4]]]]', '[nil, 1, nil, false]', '[0.1, 0.2, 0.3]', '[[1, "a"], [2, "b"]]'].freeze

ARRAY_CALLS = lines(<<~'RUBY')
  first
  last
  first(2)
  last(2)
  length
  empty?
  to_a
  inspect
  to_s
  join
  join("-")
  reverse
  rotate
  rotate(-1)
  flatten
  flatten(1)
  compact
  uniq
  push(9)
  append(8, 9)
  unshift(0)
  insert(1, :x)
  insert(-2, :x)
  pop
  shift
  pop(2)
  shift(2)
  concat([7], [8])
  include?(1)
  index(1)
  rindex(3)
  find_index { |x| x == 3 }
  count
  count(3)
  count { |x| x }
  take(2)
  drop(1)
  take_while { |x| x }
  drop_while { |x| x }
  each_slice(2).to_a
  each_cons(2).to_a
  each_with_index.to_a
  each_with_index.map { |x, i| [i, x] }
  map.with_index(1) { |x, i| [i, x] }
  each_with_object([]) { |x, memo| memo << x }
  map(&:to_s)
  map { |x| x.class }
  flat_map { |x| [x, x] }
  collect_concat { |x| x }
  select { |x| x }
  filter_map { |x| x && x.to_s }
  reject { |x| x }
  partition { |x| x }
  group_by { |x| x.class }
  chunk_while { |a, b| a == b }.to_a
  slice_when { |a, b| a != b }.to_a
  each_entry.to_a
  find { |x| x }
  any?
  all?
  none?
  one?
  any?(Integer)
  all?(Integer)
  none? { |x| x }
  zip([1, 2])
  zip([1], [2, 3])
  product([1, 2])
  combination(2).to_a
  permutation(2).to_a
  each_index.to_a
  values_at(0, -1, 9)
  fetch(0, :none)
  fetch(9) { |i| i * 2 }
  dig(0)
  at(-1)
  [1, 2]
  [1..]
  [-2..]
  [9, 1]
  slice(0, 2)
  * 2
  * ","
  + [9]
  - [1]
  & [1, 2]
  | [9]
  <=> [1, 2, 4]
  == [1, 2, 3]
  eql?([1, 2, 3])
  to_set.size
  tally
  sum { |x| x.to_s.length }
  inject { |a, b| b }
  reduce([]) { |a, b| a + [b] }
  min_by { |x| x.to_s }
  max_by { |x| x.to_s }
  sort_by { |x| x.to_s }
  minmax_by { |x| x.to_s }
  cycle(2) { |x| x }
  cycle.first(4)
  delete(1)
  delete_at(1)
  delete_if { |x| x.nil? }
  keep_if { |x| x }
  fill(0)
  fill(:x, 1)
  clear
  replace([5])
  assoc(2)
  transpose rescue "error"
  each_slice(2).map(&:first)
  uniq { |x| x.to_s[0] }
  difference([1], [2])
  union([4], [5])
  intersection([1, 2], [1])
  intersect?([1]) rescue "error"
  bsearch { |x| true } rescue "error"
  sort { |a, b| a.to_s <=> b.to_s }
  sort.reverse rescue "error"
  min rescue "error"
  max rescue "error"
  max(2) rescue "error"
  min(2) rescue "error"
  minmax rescue "error"
  sum rescue "error"
  to_h rescue "error"
  to_h { |x| [x, 1] }
  each_with_index.to_h rescue "error"
  lazy.map { |x| x }.first(2)
  step rescue "error"
  frozen?
  dup
  reverse_each.to_a
  sort_by! { |x| x.to_s }
  map! { |x| x.to_s }
  uniq!
  compact!
  flatten!
  select! { |x| x }
  reject! { |x| x.nil? }
  none?(nil)
  grep(Integer)
  grep(1..2)
  grep_v(Integer)
  grep(/a/) { |x| x }
  zip([1, 2]).flatten
  first.nil?
  each_with_index.select { |x, i| i > 0 }
  inject(:+) rescue "error"
  inject(10, :+) rescue "error"
  repeated_combination(2).to_a.size
  slice!(0, 1)
  sample.nil? == false || true
  pack("U*") rescue "error"
  filter!.class rescue "error"
RUBY

HASHES = ['{}', '{"a" => 1, "b" => 2}', '{a: 1, b: nil}', '{"x" => {"y" => [1, 2]}}', '{1 => "one", :two => 2.0, nil => [nil]}'].freeze

HASH_CALLS = lines(<<~'RUBY')
  keys
  values
  length
  empty?
  to_a
  inspect
  to_s
  key?("a")
  has_key?(:a)
  value?(1)
  key(1)
  ["a"]
  fetch("a", 0)
  fetch("zz") { |k| k * 2 }
  dig("x", "y", 0)
  values_at("a", "zz")
  fetch_values("a") rescue "error"
  map { |k, v| [k, v] }
  map { |pair| pair.size }
  each_with_index.map { |(k, v), i| [i, k] }
  each_with_object({}) { |(k, v), memo| memo[v] = k }
  select { |k, v| v }
  filter { |k, v| v }
  reject { |k, v| v.nil? }
  filter_map { |k, v| k if v }
  find { |k, v| v }
  any? { |k, v| v.nil? }
  all? { |k, v| v }
  none?
  count
  count { |k, v| v }
  partition { |k, v| v }
  group_by { |k, v| v.class }
  sort_by { |k, v| k.to_s }
  min_by { |k, v| k.to_s }
  max_by { |k, v| k.to_s }
  sum { |k, v| k.to_s.length }
  reduce(0) { |memo, (k, v)| memo + 1 }
  merge("c" => 3)
  merge({"a" => 9}) { |k, old, new| [old, new] }
  merge
  update("c" => 3)
  invert
  transform_values { |v| v.to_s }
  transform_keys { |k| k.to_s }
  transform_keys(&:to_s)
  transform_keys("a" => "z")
  to_h { |k, v| [v, k] }
  compact
  slice("a", :a)
  except("a", :a)
  delete("a")
  delete("zz") { |k| k }
  delete_if { |k, v| v.nil? }
  keep_if { |k, v| v }
  reject! { |k, v| v.nil? }
  select! { |k, v| true }
  compact!
  shift
  store("q", 1)
  default
  first
  first(1)
  flat_map { |k, v| [k] }
  zip([1, 2])
  each_slice(2).to_a
  sort { |a, b| a[0].to_s <=> b[0].to_s }
  to_a.flatten(1)
  entries
  assoc("a")
  rassoc(1)
  each_key.to_a
  each_value.map(&:to_s)
  each_pair.to_a
  == {"a" => 1, "b" => 2}
  <= {"a" => 1, "b" => 2, "c" => 3}
  >= {"a" => 1}
  < {"a" => 1, "b" => 2, "c" => 3}
  > {"a" => 1}
  dup
  member?("a")
  include?(:a)
  sum { 1 }
  tally rescue "error"
  uniq
  each_entry.to_a
  inject { |a, b| a }
  clear
  replace({"r" => 1})
  filter_map { |k, v| v }
  find_all { |k, v| v }
  min_by(1) { |k, v| k.to_s }
  dig(:a)
  compare_by_identity.class
  default_proc
  any?
  eql?({})
  hash == {}.hash
  sort_by { |k, v| v.to_s }.to_h
  each_cons(2).to_a.length
  group_by { |k, v| v }.transform_values(&:size)
  to_h
  rehash.size
  freeze.frozen?
  frozen?
  map(&:first)
  map(&:last)
  collect { |k, v| "#{k}=#{v}" }.join(",")
RUBY

RANGES = ['(1..5)', '(1...5)', '("a".."e")', '(1..0)', '(2..10)', '("aa".."ad")'].freeze

RANGE_CALLS = lines(<<~'RUBY')
  to_a
  first
  last
  first(2)
  last(2)
  min
  max
  size
  count
  inspect
  to_s
  include?(3)
  include?("b") rescue "error"
  cover?(2)
  cover?("b")
  member?("c") rescue "error"
  === 4
  step(2).to_a
  map { |x| x }
  select { |x| x > x }
  each_slice(2).to_a
  each_with_index.to_a
  reverse_each.to_a
  to_a.reverse
  sum rescue "error"
  reduce { |a, b| b }
  zip(1..3)
  each_cons(2).to_a
  exclude_end?
  begin
  end
  minmax
  tally
  partition { |x| x.to_s > "2" }
  each_entry.to_a
  take(2)
  drop(2)
  find { |x| true }
  to_set.size
  % 2 rescue "error"
  eql?(1..5)
  == (1..5)
  hash == (1..5).hash
  entries
  none?
  inject(:+) rescue "error"
RUBY

NUMBER_FORMATS = %w[%d %5d %-5d| %05d %+d %.3d %x %X %#x %o %#o %b %#b %08b %+x %08x %.8x %s %p %f %.2f %08.3f %+.1f %e %.3e %g %.10g %a %G %E %i %u].push('% d', '% x', '%#.4x', '%-8x|', '%08.3e', '%#.0f', '%.0f', '%#g', '%A', '%012b', '%-12b|').freeze
NUMBERS = %w[0 5 -5 255 -255 12345.678 -0.5 1e20 1e-7 2**65 -(2**65) "0x1f" "12" 3.99 -3.99].freeze

TEXT_FORMATS = ['%s', '%10s|', '%-10s|', '%.2s', '%5.1s|', '%p', '%c', '%5c|', '%-5c|', '%%', '%s%%'].freeze
TEXTS = ['"abc"', ':sym', 'nil', '[1, "a"]', '{"a" => 1}', '65', '"é"', 'true', '1.0'].freeze

MISC = lines(File.read(File.join(__dir__, 'expressions.txt'), encoding: 'UTF-8'))

EXPRESSIONS = [
  product(STRINGS, STRING_CALLS).map { |e| e.sub(/\.(?=[\[*+=<])/, ' ').sub(/ \[/, '[') },
  product(INTEGERS.map { |n| "(#{n})" }, INTEGER_CALLS).map { |e| e.sub(/\)\.(?=[-+*\/%&|^<>=\[])(?!-@)/, ') ').sub(') [', ')[') },
  product(FLOATS.map { |n| "(#{n})" }, FLOAT_CALLS).map { |e| e.sub(/\)\.(?=[-+*\/%<=])(?!-@)/, ') ') },
  product(ARRAYS, ARRAY_CALLS).map { |e| e.sub(/\]\.(?=[-+*&|<=\[])/, '] ').sub('] [', '][') },
  product(HASHES, HASH_CALLS).map { |e| e.sub(/\}\.(?=[<>=\[])/, '} ').sub('} [', '}[') },
  product(RANGES, RANGE_CALLS).map { |e| e.sub(/\)\.(?=[%=])/, ') ') },
  formats(NUMBER_FORMATS, NUMBERS),
  formats(TEXT_FORMATS, TEXTS),
  MISC
].flatten.uniq.freeze
