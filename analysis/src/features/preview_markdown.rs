//! A previewed catalog as a document to read: resources by the class that declares them, logs, errors, unknowns.

use std::collections::BTreeMap;

use evaluator::Outcome;
use evaluator::catalog::relationship_edges::relationship_edges;
use evaluator::catalog::{Catalog, Resource};
use evaluator::value::text::to_source_string;

use super::preview_catalog::{error_texts, log_text};
use crate::db::Db;
use crate::preview::contexts::ContextLabel;
use crate::preview::places::{NamedPlace, name_place};

/// Places below the root are shown without it.
pub fn render(db: &dyn Db, outcome: &Outcome, context: &ContextLabel, root: &str) -> String {
    let mut text = format!("# Catalog: {}\n", context.text());
    let errors = error_texts(db, outcome);
    if !errors.is_empty() {
        text += "\n## Errors\n\n";
        for error in errors {
            text += &format!("```\n{error}\n```\n");
        }
        if outcome.left_out.is_empty() {
            text += "\nWhat follows is as far as the evaluation came.\n";
        }
    }
    if !outcome.left_out.is_empty() {
        text += "\n## Left out\n\nThis cannot be read as it is now; what follows is without it.\n\n";
        for left_out in &outcome.left_out {
            let at = left_out.place.and_then(|place| name_place(db, place));
            let at = at.map(|place| format!(" — {}", link(&place, root))).unwrap_or_default();
            text += &format!("- {}{at}\n", left_out.what);
        }
    }
    if let Some(catalog) = &outcome.catalog {
        text += &resources(db, catalog, root);
    }
    if !outcome.unknowns.is_empty() {
        text += "\n## Unknown here\n\n";
        for unknown in &outcome.unknowns {
            let at = unknown.place.and_then(|place| name_place(db, place));
            let at = at.map(|place| format!(" ({}:{})", place.path, place.line)).unwrap_or_default();
            text += &format!("- {}{at}\n", unknown.reason);
        }
    }
    if !outcome.logs.is_empty() {
        text += "\n## Log\n\n```\n";
        for entry in &outcome.logs {
            text += &format!("{}\n", log_text(db, entry));
        }
        text += "```\n";
    }
    text
}

fn resources(db: &dyn Db, catalog: &Catalog, root: &str) -> String {
    let mut by_container: BTreeMap<String, Vec<&Resource>> = BTreeMap::new();
    let mut count = 0;
    for (_, resource) in catalog.realized() {
        if resource.is_class() || resource.type_name == "Stage" {
            continue;
        }
        count += 1;
        let container = resource.container.map(|id| catalog.get(id));
        let container = container.map_or("Class[main]".to_string(), reference);
        by_container.entry(container).or_default().push(resource);
    }
    let classes = catalog.classes.len();
    let (resource, class) =
        (if count == 1 { "resource" } else { "resources" }, if classes == 1 { "class" } else { "classes" });
    let mut text = format!("\n{count} {resource}, {classes} {class}\n");
    for (container, resources) in by_container {
        text += &format!("\n## {container}\n");
        for resource in resources {
            let at = resource.place.and_then(|place| name_place(db, place));
            let at = at.map(|place| format!(" — {}", link(&place, root))).unwrap_or_default();
            text += &format!("\n### {}{at}\n\n```puppet\n", reference(resource));
            for (name, parameter) in resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef()) {
                let shown = if resource.sensitive_parameters.contains(name) {
                    "Sensitive [value redacted]".to_string()
                } else {
                    to_source_string(&parameter.value)
                };
                text += &format!("{name} => {shown},\n");
            }
            text += "```\n";
        }
    }
    text + &relationships(catalog)
}

/// Nobody reads more, and a million of them would be a document that no editor opens.
const MOST_RELATIONSHIPS: usize = 10_000;

fn relationships(catalog: &Catalog) -> String {
    let mut text = String::new();
    for cycle in &catalog.cycles {
        text += &format!("\n**Dependency cycle:** {}\n", cycle.describe(catalog));
    }
    let mut edges = relationship_edges(catalog).peekable();
    if edges.peek().is_none() {
        return text;
    }
    text += "\n## Relationships\n\n";
    for edge in edges.by_ref().take(MOST_RELATIONSHIPS) {
        let arrow = if edge.notifies { "~>" } else { "->" };
        text += &format!("- {} {arrow} {}\n", catalog.get(edge.source), catalog.get(edge.target));
    }
    if edges.next().is_some() {
        text += &format!("\nMore than {MOST_RELATIONSHIPS} relationships: the others are not listed.\n");
    }
    text
}

/// The place as editors open it.
fn link(place: &NamedPlace, root: &str) -> String {
    let below = place.path.strip_prefix(root).and_then(|path| path.strip_prefix('/')).unwrap_or(&place.path);
    match place.path.starts_with('/') {
        true => format!("[{below}:{}](<file://{}#L{}>)", place.line, place.path, place.line),
        false => format!("{}:{}", place.path, place.line),
    }
}

fn reference(resource: &Resource) -> String {
    format!("{}[{}]", resource.type_name, resource.title)
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
        expected.assert_eq(&preview.expect("a file").markdown);
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
