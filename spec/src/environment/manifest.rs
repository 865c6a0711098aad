//! The manifest that an example compiles: what it describes, with parameters as code, between its conditions.

use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use crate::language::host::SpecHost;
use crate::language::state::GroupKind;

impl SpecHost {
    /// Returns the code of the running example; `test_value` is what a type alias is tried with.
    pub fn manifest(&self, ruby: &mut Ruby<'_, '_>, test_value: Option<&RubyValue>) -> Ran<String> {
        let mut parts = vec![self.site_manifest()];
        parts.extend(self.condition(ruby, "pre_condition")?);
        parts.extend(self.test_manifest(ruby, test_value)?);
        parts.extend(self.condition(ruby, "post_condition")?);
        Ok(parts.join("\n"))
    }

    /// Returns the manifests of the fixtures, which come before everything else.
    fn site_manifest(&self) -> String {
        let configured = self.state.borrow().configuration.get("manifest").map(RubyValue::to_text);
        if let Some(path) = configured
            && let Some(text) = self.environment.read_text(&path)
        {
            return text;
        }
        self.environment.catalogs.site_manifest(&self.environment)
    }

    fn condition(&self, ruby: &mut Ruby<'_, '_>, name: &str) -> Ran<Option<String>> {
        let Some(value) = self.optional(ruby, name)? else { return Ok(None) };
        Ok(match &value {
            RubyValue::Nil => None,
            RubyValue::Array(lines) => {
                let lines = lines.borrow();
                let present = lines.iter().filter(|line| !matches!(line, RubyValue::Nil));
                Some(present.map(RubyValue::to_text).collect::<Vec<_>>().join("\n"))
            }
            other => Some(other.to_text()),
        })
    }

    fn test_manifest(&self, ruby: &mut Ruby<'_, '_>, test_value: Option<&RubyValue>) -> Ran<Option<String>> {
        let params = self.optional(ruby, "params")?;
        let name = self.description();
        let class = name.to_lowercase();
        Ok(match self.kind() {
            GroupKind::Class => Some(match &params {
                None | Some(RubyValue::Nil) => format!("include {class}"),
                Some(RubyValue::Hash(params)) if params.borrow().is_empty() => format!("include {class}"),
                Some(params) => format!("class {{ '{class}': {} }}", parameters(ruby, params)?),
            }),
            GroupKind::Define => {
                let title = match self.optional(ruby, "title")? {
                    Some(RubyValue::Array(titles)) => {
                        let titles: Vec<String> = titles.borrow().iter().map(resource_title).collect();
                        format!("[{}]", titles.join(", "))
                    }
                    Some(title) => resource_title(&title),
                    None => return ruby.unsupported("a define without let(:title)", 0),
                };
                let given = match &params {
                    Some(params) => format!(" {}", parameters(ruby, params)?),
                    None => String::new(),
                };
                Some(format!("{class} {{ {title}:{given} }}"))
            }
            GroupKind::TypeAlias => {
                let value = value_code(test_value.unwrap_or(&RubyValue::Nil));
                Some(format!("$test = {value}\nassert_type({name}, $test)"))
            }
            GroupKind::Host | GroupKind::Function | GroupKind::Other => None,
        })
    }
}

fn resource_title(title: &RubyValue) -> String {
    let text = title.to_text();
    if text.contains('\'') { RubyValue::string(text).inspect() } else { format!("'{text}'") }
}

fn parameters(ruby: &mut Ruby<'_, '_>, params: &RubyValue) -> Ran<String> {
    let RubyValue::Hash(params) = params else {
        return ruby.unsupported("let(:params) that is no hash", 0);
    };
    let params = params.borrow();
    let each = params.iter().map(|(name, value)| format!("{} => {}", name.to_text(), value_code(value)));
    Ok(each.collect::<Vec<_>>().join(", "))
}

/// Writes a value as Puppet code, as rspec-puppet does.
pub fn value_code(value: &RubyValue) -> String {
    match value {
        RubyValue::Hash(entries) => {
            let entries = entries.borrow();
            let pairs = entries.iter().map(|(key, value)| format!("{} => {}", value_code(key), value_code(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        RubyValue::Array(elements) => {
            format!("[ {} ]", elements.borrow().iter().map(value_code).collect::<Vec<_>>().join(", "))
        }
        RubyValue::Symbol(name) if name == "default" || name == "undef" => name.to_string(),
        RubyValue::Symbol(name) => value_code(&RubyValue::string(name.as_str())),
        other => other.inspect().replace('$', "\\$"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_code() {
        let value = RubyValue::hash([
            (RubyValue::Symbol("a".into()), RubyValue::Symbol("undef".into())),
            (RubyValue::string("b"), RubyValue::array(vec![RubyValue::Integer(1), RubyValue::string("$x\n")])),
        ]);
        assert_eq!(value_code(&value), r#"{ "a" => undef, "b" => [ 1, "\$x\n" ] }"#);
    }
}
