//! A previewed catalog as a document to read: resources by the class that declares them, logs, errors, unknowns.

use std::collections::BTreeMap;

use evaluator::catalog::ResourceKind;
use evaluator::catalog::to_tree::undecided_words;
use evaluator::value::text::to_source_string;

use super::links;
use crate::catalog_view::{CatalogPart, CatalogView, Location, ResourceView};

/// Places below the root are shown without it.
pub fn render(view: &CatalogView, root: &str) -> String {
    let mut text = format!("# Catalog: {}{}\n", view.context.label, first_line_words(view));
    let errors = view.error_texts();
    if !errors.is_empty() {
        text += "\n## Errors\n\n";
        for error in errors {
            text += &format!("```\n{error}\n```\n");
        }
        if view.left_out.is_empty() {
            text += "\nWhat follows is as far as the evaluation came.\n";
        }
    }
    if !view.left_out.is_empty() {
        text += "\n## Left out\n\nThis cannot be read as it is now; what follows is without it.\n\n";
        for left_out in &view.left_out {
            text += &format!("- {}{}\n", left_out.what, link(left_out.location.as_ref(), root));
        }
    }
    if !view.missing.is_empty() {
        text += "\n## Not in the workspace\n\nWhat these would give or declare is unknown here.\n\n";
        for missing in &view.missing {
            text += &format!("- {}{}: {}\n", missing.text(), link(missing.location.as_ref(), root), missing.hint);
        }
    }
    if let Some(catalog) = &view.catalog {
        text += &resources(catalog, root);
    }
    text += &possible(view, root);
    if !view.unknowns.is_empty() {
        text += "\n## Unknown here\n\n";
        for unknown in &view.unknowns {
            let at = unknown.location.as_ref().map(|at| format!(" ({})", at.short())).unwrap_or_default();
            text += &format!("- {}{at}\n", unknown.reason);
        }
    }
    if !view.logs.is_empty() {
        text += "\n## Log\n\n```\n";
        for entry in &view.logs {
            text += &format!("{}: {}\n", entry.level.name(), entry.message);
        }
        text += "```\n";
    }
    text
}

fn first_line_words(view: &CatalogView) -> String {
    undecided_words(view.undecided, view.missing.len()).replacen(", ", " — ", 1)
}

/// What code would do that hangs on something unknown.
fn possible(view: &CatalogView, root: &str) -> String {
    let mut text = String::new();
    if view.undecided > 0 {
        text += "\n## Possible\n\nWhether this code runs depends on something that is not known here.\n\n";
    }
    for resource in &view.possible {
        let at = link(resource.location.as_ref(), root);
        let reference = format!("{}[{}]", resource.type_name, resource.title);
        text += &format!("- `{reference}`{at}, if `{}`: {}\n", resource.condition, resource.reason);
    }
    for error in &view.possible_errors {
        let at = link(error.location.as_ref(), root);
        text += &format!("- error: {}{at}, if `{}`: {}\n", error.message, error.condition, error.reason);
    }
    text
}

fn resources(catalog: &CatalogPart, root: &str) -> String {
    let mut by_container: BTreeMap<String, Vec<&ResourceView>> = BTreeMap::new();
    let mut count = 0;
    for resource in catalog.realized() {
        if resource.kind == ResourceKind::Class || resource.type_name == "Stage" {
            continue;
        }
        count += 1;
        let container = resource.container.map_or("Class[main]".to_string(), |id| catalog.get(id).to_string());
        by_container.entry(container).or_default().push(resource);
    }
    let classes = catalog.classes.len();
    let (resource, class) =
        (if count == 1 { "resource" } else { "resources" }, if classes == 1 { "class" } else { "classes" });
    let mut text = format!("\n{count} {resource}, {classes} {class}\n");
    for (container, resources) in by_container {
        text += &format!("\n## {container}\n");
        for resource in resources {
            let at = link(resource.location.as_ref(), root);
            text += &format!("\n### {resource}{at}\n\n```puppet\n");
            for attribute in &resource.attributes {
                let shown = if resource.sensitive.contains(&attribute.name) {
                    "Sensitive [value redacted]".to_string()
                } else {
                    to_source_string(&attribute.value)
                };
                text += &format!("{} => {shown},\n", attribute.name);
            }
            text += "```\n";
        }
    }
    text + &relationships(catalog)
}

/// Nobody reads more, and a million of them would be a document that no editor opens.
const MOST_RELATIONSHIPS: usize = 10_000;

fn relationships(catalog: &CatalogPart) -> String {
    let mut text = String::new();
    for cycle in &catalog.cycles {
        let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|id| catalog.get(*id).to_string()).collect();
        text += &format!("\n**Dependency cycle:** ({})\n", names.join(" => "));
    }
    if catalog.relationships.is_empty() {
        return text;
    }
    text += "\n## Relationships\n\n";
    for edge in catalog.relationships.iter().take(MOST_RELATIONSHIPS) {
        let arrow = if edge.notifies { "~>" } else { "->" };
        text += &format!("- {} {arrow} {}\n", catalog.get(edge.source), catalog.get(edge.target));
    }
    if catalog.relationships.len() > MOST_RELATIONSHIPS {
        text += &format!("\nMore than {MOST_RELATIONSHIPS} relationships: the others are not listed.\n");
    }
    text
}

/// The place as editors open it.
fn link(location: Option<&Location>, root: &str) -> String {
    let Some(Location { path, line, .. }) = location else { return String::new() };
    format!(" — {}", links::to_line(path, root, *line))
}

#[cfg(test)]
mod tests {
    use crate::features::preview_catalog::PreviewQuestion;
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.host.file_id("/env/manifests/site.pp").expect("a manifest");
        let preview = fixture.host.analysis().preview_catalog(file, PreviewQuestion::default()).expect("no writer");
        expected.assert_eq(&preview.expect("a file").markdown());
    }

    #[test]
    fn resources_by_class_with_links_relationships_and_logs() {
        check(
            "class web { notify { 'a': message => 'x' } -> notify { 'b': } }\ninclude web\nnotice('done')\n",
            expect![[r#"
                # Catalog: node localhost.localdomain · no facts

                2 resources, 2 classes

                ## Class[Web]

                ### Notify[a] — [manifests/site.pp:1](<file:///env/manifests/site.pp#L1>)

                ```puppet
                message => 'x',
                before => ['Notify[b]'],
                ```

                ### Notify[b] — [manifests/site.pp:1](<file:///env/manifests/site.pp#L1>)

                ```puppet
                ```

                ## Relationships

                - Notify[a] -> Notify[b]

                ## Log

                ```
                notice: done
                ```
            "#]],
        );
    }

    #[test]
    fn broken_code_is_left_out_and_named() {
        check(
            "include a\nnotify { 'top': }\n//- /env/modules/a/manifests/init.pp\nclass a {\n  $x = = 1\n  notify { 'a': }\n}\n",
            expect![[r#"
                # Catalog: node localhost.localdomain · no facts

                ## Errors

                ```
                Syntax error at '=' (/env/modules/a/manifests/init.pp:2)
                ```

                ## Left out

                This cannot be read as it is now; what follows is without it.

                - class a — [modules/a/manifests/init.pp:1](<file:///env/modules/a/manifests/init.pp#L1>)

                1 resource, 2 classes

                ## Class[main]

                ### Notify[top] — [manifests/site.pp:2](<file:///env/manifests/site.pp#L2>)

                ```puppet
                ```
            "#]],
        );
    }

    #[test]
    fn errors_and_what_there_is_of_the_catalog() {
        check(
            "notify { 'a': }\nfail('no')\n",
            expect![[r#"
            # Catalog: node localhost.localdomain · no facts

            ## Errors

            ```
            Error while evaluating a Function Call, no (/env/manifests/site.pp:2)
            ```

            What follows is as far as the evaluation came.

            1 resource, 1 class

            ## Class[main]

            ### Notify[a] — [manifests/site.pp:1](<file:///env/manifests/site.pp#L1>)

            ```puppet
            ```
        "#]],
        );
    }
}
