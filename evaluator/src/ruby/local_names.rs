//! Which plain names of a Ruby source are local variables: those that are assigned before, whether or not the
//! assignment runs. A name that is only assigned in a branch not taken is nil, not a call.

use std::collections::HashMap;

use tree_sitter::Node as TreeNode;

/// Where each name is first assigned, by the body (method, class or whole source) that it belongs to.
#[derive(Debug, Default)]
pub(super) struct LocalNames {
    first: HashMap<(usize, String), usize>,
}

impl LocalNames {
    pub fn read(source: &str, root: TreeNode<'_>) -> Self {
        let mut names = LocalNames::default();
        let mut cursor = root.walk();
        let mut bodies = vec![0];
        loop {
            let node = cursor.node();
            names.note(source, node, bodies.last().copied().unwrap_or(0));
            if cursor.goto_first_child() {
                if is_body(node.kind()) {
                    bodies.push(node.start_byte());
                }
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return names;
                }
                if is_body(cursor.node().kind()) {
                    bodies.pop();
                }
            }
        }
    }

    /// True where the name at this offset of the body is a local variable.
    pub fn contains(&self, body: usize, name: &str, offset: usize) -> bool {
        self.first.get(&(body, name.to_string())).is_some_and(|first| *first <= offset)
    }

    fn note(&mut self, source: &str, node: TreeNode<'_>, body: usize) {
        match node.kind() {
            "assignment" | "operator_assignment" => {
                if let Some(left) = node.child_by_field_name("left") {
                    self.add(source, left, body);
                }
            }
            "for" => {
                if let Some(pattern) = node.child_by_field_name("pattern") {
                    self.add(source, pattern, body);
                }
            }
            "left_assignment_list" | "rest_assignment" | "destructured_left_assignment" | "exception_variable" => {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    self.add(source, child, body);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, source: &str, node: TreeNode<'_>, body: usize) {
        if node.kind() == "identifier"
            && let Some(name) = source.get(node.byte_range())
        {
            let first = self.first.entry((body, name.to_string())).or_insert(usize::MAX);
            *first = (*first).min(node.start_byte());
        }
    }
}

pub(super) fn is_body(kind: &str) -> bool {
    matches!(kind, "method" | "singleton_method" | "class" | "module" | "singleton_class")
}
