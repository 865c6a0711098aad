# Compares the catalog of real Puppet with a report of puppet-analyzer: what is equal, what is unknown and says so, what differs.
require 'json'
require 'set'

module CompareCatalogs
  BOILERPLATE = ['Stage[main]', 'Class[Settings]', 'Class[main]'].freeze
  COUNTS = %i[resources missing possible extra attributes equal unknown different edges edges_different tags_different sensitive_different
              lines_different].freeze

  module_function

  def reference(resource) = "#{resource['type']}[#{resource['title']}]"

  def unknown?(value)
    case value
    when Hash then value['__ptype'].to_s.include?('Unknown') || value.any? { |_, inner| unknown?(inner) }
    when Array then value.any? { |inner| unknown?(inner) }
    else false
    end
  end

  def by_reference(resources) = resources.to_h { |resource| [reference(resource), resource] }.reject { |ref, _| BOILERPLATE.include?(ref) }

  # What one node shows.
  def compare(theirs, ours)
    result = COUNTS.to_h { |name| [name, 0] }.merge(differences: [], causes: [])
    puppet = theirs['ok'] ? :compiles : :fails
    we = ours['ok'] ? :compiles : :fails
    result.merge!(puppet: puppet, we: we)
    if puppet != we
      message = puppet == :fails ? theirs['error'] : ours.dig('error', 'message')
      result[:differences] << "#{puppet == :fails ? 'Puppet fails' : 'we fail'}: #{message}"
      result[:causes] << result[:differences].last.gsub(/'[^']*'|\d+/, '…') if puppet == :compiles
    end
    return result unless puppet == :compiles && we == :compiles

    left, right = by_reference(theirs['resources']), by_reference(ours.dig('catalog', 'resources') || [])
    compare_sets(left, right, ours, result)
    (left.keys & right.keys).each { |ref| compare_resource(ref, left[ref], right[ref], result) }
    compare_edges(theirs, ours, left.keys & right.keys, result)
    reasons = (ours['unknowns'] || []).map { |unknown| "unknown: #{unknown['reason']}" }
    result[:causes].concat(reasons.uniq) if result[:unknown].positive? || result[:possible].positive?
    result[:causes].uniq!
    result
  end

  # Resources of one side only; what we call possible is not silently missing.
  def compare_sets(left, right, ours, result)
    possible = (ours['possible'] || []).flat_map { |entry| [reference(entry), entry['type'].to_s] }.to_set
    result[:resources] = left.size
    (left.keys - right.keys).each do |ref|
      said = possible.include?(ref) || (ours['undecided'].to_i.positive? && possible.any? { |entry| entry.include?('Unknown') || entry == ref[/\A[^\[]+/] })
      result[said ? :possible : :missing] += 1
      note(result, said ? "possible #{ref}" : "missing #{ref}", said ? nil : "missing #{ref[/\A[^\[]+/]}")
    end
    (right.keys - left.keys).each do |ref|
      result[:extra] += 1
      note(result, "extra #{ref}", "extra #{ref[/\A[^\[]+/]}")
    end
  end

  def compare_resource(ref, left, right, result)
    a, b = left['parameters'] || {}, right['parameters'] || {}
    (a.keys | b.keys).each do |name|
      result[:attributes] += 1
      if unknown?(b[name]) then result[:unknown] += 1
      elsif a[name] == b[name] then result[:equal] += 1
      else
        result[:different] += 1
        at = first_difference(a[name], b[name])
        note(result, "#{ref} #{name}: Puppet #{at[0]}, we #{at[1]} (#{left['file'].to_s.sub(%r{.*/production/}, '')}:#{left['line']})",
             "attribute #{left['type']} #{name} (#{left['file'].to_s.sub(%r{.*/production/}, '')})")
      end
    end
    { tags_different: ->(resource) { (resource['tags'] || []).sort }, sensitive_different: ->(resource) { (resource['sensitive_parameters'] || []).sort },
      lines_different: ->(resource) { [resource['file'], resource['line']] } }.each do |count, read|
      one, other = read.(left), read.(right)
      next if one == other

      result[count] += 1
      note(result, "#{count} #{ref}: Puppet #{(one - other).first(4)}, we #{(other - one).first(4)}", "#{count} #{left['type']}")
    end
  end

  def compare_edges(theirs, ours, common, result)
    common = common.to_set
    left = theirs['edges'].to_set
    right = (ours.dig('catalog', 'edges') || []).to_set { |edge| [edge['source'], edge['target']] }
    result[:edges] = left.size
    (left ^ right).each do |edge|
      # The edges of a resource that one side does not have are told with it.
      next unless edge.all? { |end_| common.include?(end_) || BOILERPLATE.include?(end_) }

      result[:edges_different] += 1
      note(result, "edge #{edge.join(' -> ')} only #{left.include?(edge) ? 'Puppet' : 'we'}", 'edge')
    end
  end

  # Where two values begin to differ.
  def first_difference(left, right)
    a, b = [left, right].map { |value| value.is_a?(String) ? value : JSON.generate(value) }
    at = (0...[a.size, b.size].max).find { |index| a[index] != b[index] } || 0
    from = [at - 30, 0].max
    [a, b].map { |text| text[from, 100].inspect }
  end

  def note(result, difference, cause)
    result[:differences] << difference
    result[:causes] << cause if cause
  end

  def silent?(result) = %i[missing extra different edges_different tags_different sensitive_different lines_different].any? { |name| result[name].positive? }

  def summary(result)
    return "Puppet #{result[:puppet]}, we #{result[:we] == :compiles ? 'compile' : 'fail'}" unless result[:puppet] == :compiles && result[:we] == :compiles

    word = silent?(result) ? 'DIFFERENT' : result[:unknown] + result[:possible] > 0 ? 'unknowns' : 'equal'
    counts = %i[attributes unknown different missing possible extra edges_different tags_different sensitive_different lines_different]
    "#{word} " + counts.reject { |name| result[name].zero? }.map { |name| "#{name.to_s.tr('_', ' ')} #{result[name]}" }.join(', ')
  end

  def add(totals, result)
    totals[:nodes] += 1
    totals[:puppet_compiles] += 1 if result[:puppet] == :compiles
    totals[:both_fail] += 1 if result[:puppet] == :fails && result[:we] == :fails
    totals[:only_puppet_fails] += 1 if result[:puppet] == :fails && result[:we] == :compiles
    totals[:we_fail] += 1 if result[:puppet] == :compiles && result[:we] == :fails
    if result[:puppet] == :compiles && result[:we] == :compiles
      totals[:we_compile] += 1
      totals[silent?(result) ? :differing : result[:unknown] + result[:possible] > 0 ? :with_unknowns : :equal_nodes] += 1
    end
    COUNTS.each { |name| totals[name] += result[name] }
  end

  def table(totals)
    share = totals[:attributes].zero? ? 0 : 100.0 * totals[:equal] / totals[:attributes]
    <<~TEXT
      nodes #{totals[:nodes]}; Puppet compiles #{totals[:puppet_compiles]}, of which we compile #{totals[:we_compile]} (equal #{totals[:equal_nodes]}, unknowns only #{totals[:with_unknowns]}, different #{totals[:differing]}); Puppet fails and we fail #{totals[:both_fail]}, Puppet alone fails #{totals[:only_puppet_fails]}
      resources #{totals[:resources]}: missing #{totals[:missing]}, possible #{totals[:possible]}, extra #{totals[:extra]}
      attributes #{totals[:attributes]}: equal #{totals[:equal]} (#{format('%.3f', share)} %), unknown #{totals[:unknown]}, different #{totals[:different]}
      edges #{totals[:edges]}: different #{totals[:edges_different]}; tags different #{totals[:tags_different]}, sensitive flags different #{totals[:sensitive_different]}, lines different #{totals[:lines_different]}
    TEXT
  end
end
