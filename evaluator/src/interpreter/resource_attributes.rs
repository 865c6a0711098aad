//! The value of one attribute of a resource that a reference names: `File['/x'][mode]`.

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::catalog::names::{capitalized, class_title};
use crate::resource_types;
use crate::scope::ScopeId;
use crate::value::Value;

/// What reading an attribute of a reference gives.
pub(crate) enum ResourceAttribute {
    Value(Value),
    NoSuchResource,
    NoSuchAttribute,
}

impl Interpreter<'_> {
    /// What was set, else the default in force here, else undef where the type has such an attribute.
    pub(super) fn resource_attribute(
        &mut self,
        type_name: &str,
        title: &str,
        attribute: &SmolStr,
        scope: ScopeId,
    ) -> Evaluated<ResourceAttribute> {
        let type_name = capitalized(type_name);
        let title = if type_name == "Class" { class_title(title) } else { SmolStr::new(title) };
        let Some(id) = self.builder.catalog.find(&type_name, &title) else {
            return Ok(ResourceAttribute::NoSuchResource);
        };
        if let Some(value) = self.builder.catalog.get(id).value(attribute) {
            return Ok(ResourceAttribute::Value(value.clone()));
        }
        if !self.has_attribute(&type_name, &title, attribute)? {
            return Ok(ResourceAttribute::NoSuchAttribute);
        }
        let scope = self.catalog_scope(scope);
        let default = self.builder.defaults_of(scope, &type_name).into_iter().find(|(name, _)| name == attribute);
        Ok(ResourceAttribute::Value(default.map_or(Value::Undef, |(_, parameter)| parameter.value.clone())))
    }

    fn has_attribute(&mut self, type_name: &str, title: &str, attribute: &str) -> Evaluated<bool> {
        if resource_types::is_metaparameter(attribute) || attribute == "name" {
            return Ok(true);
        }
        if let Some(known) = resource_types::builtin(type_name) {
            return Ok(known.attribute(attribute).is_some());
        }
        if let Some(plugin) = self.world.plugin_resource_type(&type_name.to_ascii_lowercase()) {
            return Ok(plugin.attributes.iter().any(|known| known == attribute));
        }
        let definition = if type_name == "Class" { self.find_class(title)? } else { self.find_define(type_name)? };
        Ok(definition
            .is_some_and(|definition| definition.parameters().iter().any(|parameter| parameter.name == attribute)))
    }
}
