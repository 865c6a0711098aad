//! A small catalog that the tests of the output forms share.

use syntax::ExprId;

use super::{Catalog, CodeOwner, Parameter, Resource, ResourceKind, Tags};
use crate::name_map::NameMap;
use crate::place::{FileId, Place};
use crate::scope::ScopeId;
use crate::types::Type;
use crate::value::Value;

pub fn resource(kind: ResourceKind, type_name: &str, title: &str) -> Resource {
    Resource {
        kind,
        type_name: type_name.into(),
        title: title.into(),
        parameters: NameMap::new(),
        sensitive_parameters: Vec::new(),
        unknown_attributes: None,
        tags: Tags::default(),
        place: None,
        is_virtual: false,
        is_exported: false,
        exported_by: None,
        scope: ScopeId::TOP,
        container: None,
        declared_by: CodeOwner::Main,
        title_value: None,
    }
}

pub fn parameter(value: impl Into<Value>) -> Parameter {
    Parameter { value: value.into(), place: None, set_by: CodeOwner::Main }
}

/// A stage with a class that has a file and a notify, of which one notifies the other, and a virtual user.
pub fn sample() -> Catalog {
    let mut catalog = Catalog { name: "web01".into(), environment: "production".into(), ..Catalog::default() };
    let stage = catalog.add(resource(ResourceKind::Native, "Stage", "main"));
    let class = catalog.add(resource(ResourceKind::Class, "Class", "Motd"));
    let mut file = resource(ResourceKind::Native, "File", "/etc/motd");
    file.place = Some(Place::new(FileId(0), ExprId(1)));
    file.parameters.insert("ensure".into(), parameter("file"));
    file.parameters.insert("content".into(), parameter("secret"));
    file.parameters.insert("mode".into(), parameter(Value::Undef));
    let hello = Type::Resource { type_name: Some("Notify".into()), title: Some("hello".into()), given: false };
    file.parameters.insert("notify".into(), parameter(Value::Type(hello)));
    file.sensitive_parameters.push("content".into());
    let file = catalog.add(file);
    let notify = catalog.add(resource(ResourceKind::Native, "Notify", "hello"));
    let mut user = resource(ResourceKind::Native, "User", "alice");
    user.is_virtual = true;
    catalog.add(user);
    catalog.edges = vec![(stage, class), (class, file), (class, notify)];
    catalog.classes = vec!["motd".into()];
    catalog
}
