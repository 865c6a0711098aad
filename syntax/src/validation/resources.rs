//! Resources, resource defaults and overrides: their forms and attributes. Knows nothing of resource types.

use std::borrow::Cow;

use super::issue::Issue;
use super::validator::Validator;
use super::walk::AttributesOf;
use crate::program::{
    AttributeName, AttributeOperation, AttributeOperator, Expr, ExprId, ResourceBody, ResourceExpression, ResourceForm,
};

impl Validator<'_> {
    pub fn check_resource(&mut self, id: ExprId, resource: &ResourceExpression) {
        if self.refuse_outside_apply(id) {
            return;
        }
        let declares_class = matches!(self.expr(resource.type_name), Expr::QualifiedName(name) if name == "class");
        if declares_class && resource.form != ResourceForm::Regular {
            self.report_part(Issue::ClassNotVirtualizable, id, resource.type_name);
        }
    }

    pub fn check_resource_defaults(&mut self, id: ExprId, form: ResourceForm) {
        if !self.refuse_outside_apply(id) && form != ResourceForm::Regular {
            self.report(Issue::NotVirtualizable, id);
        }
    }

    pub fn check_resource_override(&mut self, id: ExprId, form: ResourceForm) {
        self.check_resource_defaults(id, form);
    }

    pub fn check_relationship(&mut self, id: ExprId, left: ExprId, right: ExprId) {
        if !self.refuse_outside_apply(id) {
            self.check_relationship_operand(left);
            self.check_relationship_operand(right);
        }
    }

    /// `* => $hash` may stand once in a body.
    pub fn check_resource_body(&mut self, body: &ResourceBody) {
        let mut splats = body.attributes.iter().filter(|attribute| attribute.name == AttributeName::Splat);
        let Some(first) = splats.next() else { return };
        for splat in splats {
            let related = self.related(first.id, "the first one is here");
            self.report(Issue::MultipleAttributesUnfold, splat.id).related.push(related);
        }
    }

    pub fn check_attribute(&mut self, attribute: &AttributeOperation, of: AttributesOf) {
        if let (AttributeOperator::Append, AttributeName::Name(name)) = (attribute.operator, &attribute.name) {
            let container = match of {
                AttributesOf::Resource => Some("Resource Instance Definition"),
                AttributesOf::Defaults if !self.rules.append_in_defaults => Some("Resource Defaults Expression"),
                _ => None,
            };
            if let Some(container) = container {
                let container = Cow::Borrowed(container);
                self.report(Issue::IllegalAttributeAppend { attribute: name, container }, attribute.id);
            }
        }
        self.check_value(attribute.value);
    }
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn appending_needs_something_to_append_to() {
        assert_eq!(problems("File['a'] { b +> 1 } File <| |> { b +> 1 }", |_| {}), []);
        assert_eq!(problems("file { 'a': b +> 1 }", |_| {}), [("ILLEGAL_ATTRIBUTE_APPEND", "b +> 1")]);
        assert_eq!(problems("File { b +> 1 }", |_| {}), [("ILLEGAL_ATTRIBUTE_APPEND", "b +> 1")]);
        assert_eq!(problems("File { b +> 1 }", |rules| rules.append_in_defaults = true), []);
    }

    #[test]
    fn only_resources_are_virtual() {
        assert_eq!(problems("@class { 'a': }", |_| {}), [("CLASS_NOT_VIRTUALIZABLE", "class")]);
        assert_eq!(problems("@File { a => 1 }", |_| {}), [("NOT_VIRTUALIZEABLE", "@File { a => 1 }")]);
    }

    #[test]
    fn one_splat_for_each_body() {
        assert_eq!(problems("file { 'a': * => $b; 'c': * => $d }", |_| {}), []);
        assert_eq!(problems("file { 'a': * => $b, * => $c }", |_| {}), [("MULTIPLE_ATTRIBUTES_UNFOLD", "* => $c")]);
    }
}
