//! The attributes of a resource type that a module writes in Ruby, read from its source without running it.

use std::sync::Arc;

use evaluator::world::PluginResourceType;

use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

#[salsa::tracked(returns(clone))]
pub fn plugin_type_signature(db: &dyn Db, file: FileInput) -> Arc<PluginResourceType> {
    let path = file.path(db);
    let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rb");
    Arc::new(read_type(name, &queries::text(db, file)))
}

/// What `newparam`, `newproperty` and `ensurable` say.
pub fn read_type(name: &str, text: &str) -> PluginResourceType {
    let mut found = PluginResourceType { name: name.to_string(), ..PluginResourceType::default() };
    let mut last_attribute: Option<String> = None;
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if line == "ensurable" || line.starts_with("ensurable ") || line.starts_with("ensurable(") {
            add(&mut found.attributes, "ensure");
        }
        for call in ["newparam", "newproperty"] {
            let Some(rest) = line.strip_prefix(call) else { continue };
            let attribute = leading_name(rest);
            if attribute.is_empty() {
                continue;
            }
            add(&mut found.attributes, &attribute);
            if rest.contains("namevar: true") || rest.contains(":namevar => true") {
                add(&mut found.namevars, &attribute);
            }
            last_attribute = Some(attribute);
        }
        if (line == "isnamevar" || line.starts_with("isnamevar "))
            && let Some(attribute) = &last_attribute
        {
            add(&mut found.namevars, attribute);
        }
    }
    if found.namevars.is_empty() && found.attributes.iter().any(|attribute| attribute == "name") {
        found.namevars.push("name".to_string());
    }
    found
}

fn leading_name(rest: &str) -> String {
    let rest = rest.trim_start_matches(['(', ' ', ':', '\'', '"']);
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

fn add(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_namevars_of_a_type() {
        let text = "Puppet::Type.newtype(:thing) do\n  ensurable\n  newparam(:name, namevar: true) do\n  end\n  \
                    newproperty(:colour) do\n  end\n  # newparam(:no)\nend\n";
        let found = read_type("thing", text);
        assert_eq!(found.attributes, ["ensure", "name", "colour"]);
        assert_eq!(found.namevars, ["name"]);
    }
}
