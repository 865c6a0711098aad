# Merging and walking through hashes.
$defaults = { 'owner' => 'root', 'mode' => '0644', 'options' => { 'a' => 1, 'b' => [1, 2, 3] } }
$merged = Integer[1, 200].reduce({}) |$all, $number| {
  $all + { "file${number}" => $defaults + { 'title' => "/srv/${number}", 'index' => $number } }
}
$titles = $merged.map |$name, $attributes| { "${name}=${attributes['title']}" }
notice($titles.length, $merged.dig('file7', 'options', 'b', 2))
