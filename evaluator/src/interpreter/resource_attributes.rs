//! The value of one attribute of a resource that a reference names: `File['/x'][mode]`.

use smol_str::SmolStr;

use super::references::as_given;
use super::{Evaluated, Interpreter};
use crate::catalog::names::{capitalized, class_title};
use crate::resource_types;
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    /// Whether the catalog has the resource that a reference names.
    pub(super) fn has_resource(&self, type_name: &str, title: &str) -> bool {
        self.builder.catalog.find(&capitalized(type_name), &title_of(type_name, title)).is_some()
    }

    /// What was set, else the default in force here, else undef where the type has such an attribute; `None` where it
    /// has none.
    pub(super) fn resource_attribute(
        &mut self,
        type_name: &str,
        title: &str,
        attribute: &SmolStr,
        scope: ScopeId,
    ) -> Evaluated<Option<Value>> {
        let type_name = capitalized(type_name);
        let title = title_of(&type_name, title);
        let Some(id) = self.builder.catalog.find(&type_name, &title) else {
            return Ok(None);
        };
        if let Some(value) = self.builder.catalog.get(id).value(attribute) {
            return Ok(Some(as_given(value.clone())));
        }
        if !self.has_attribute(&type_name, &title, attribute)? {
            return Ok(None);
        }
        let scope = self.catalog_scope(scope);
        let default = self.builder.defaults_of(scope, &type_name).into_iter().find(|(name, _)| name == attribute);
        Ok(Some(default.map_or(Value::Undef, |(_, parameter)| as_given(parameter.value.clone()))))
    }

    fn has_attribute(&mut self, type_name: &str, title: &str, attribute: &str) -> Evaluated<bool> {
        if resource_types::is_metaparameter(attribute) || attribute == "name" {
            return Ok(true);
        }
        if let Some(known) = self.available_builtin(type_name) {
            return Ok(known.attribute(attribute).is_some());
        }
        if let Some(plugin) = self.world.plugin_resource_type(&type_name.to_ascii_lowercase()) {
            return Ok(plugin.accepts(attribute));
        }
        let definition = if type_name == "Class" { self.find_class(title)? } else { self.find_define(type_name)? };
        Ok(definition
            .is_some_and(|definition| definition.parameters().iter().any(|parameter| parameter.name == attribute)))
    }
}

/// The title as the catalog knows it: that of a class is capitalised.
fn title_of(type_name: &str, title: &str) -> SmolStr {
    if type_name.eq_ignore_ascii_case("class") { class_title(title) } else { SmolStr::new(title) }
}
