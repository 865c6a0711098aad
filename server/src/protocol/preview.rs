//! The answer of a preview: the report, with where everything came from.

use std::sync::Arc;

use analysis::catalog_view::{CatalogView, ViewContext};
use serde::Serialize;
use smol_str::SmolStr;
use tower_lsp::ls_types::Location;

use super::catalog::{Extras, Reference, Relationship};
use super::place::Files;
use super::report::Report;

#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    #[serde(flatten)]
    pub report: Report,
    pub context: Context,
    pub files: Vec<Arc<str>>,
    pub relationships: Vec<Relationship>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub relationships_cut: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Vec<ResourceRange>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Context {
    pub node: SmolStr,
    pub facts: SmolStr,
    pub environment: SmolStr,
    pub edition: &'static str,
    pub label: String,
}

/// Where a resource is declared.
#[derive(Clone, Debug, Serialize)]
pub struct ResourceRange {
    pub resource: String,
    pub location: Option<Location>,
}

impl From<CatalogView> for Preview {
    fn from(mut view: CatalogView) -> Self {
        let mut files = Files::default();
        let (mut relationships, mut relationships_cut) = (Vec::new(), false);
        if let Some(part) = &mut view.catalog {
            let edges = std::mem::take(&mut part.relationships);
            let edge = |edge: analysis::catalog_view::Relationship| Relationship {
                source: Reference::of(part.get(edge.source)),
                target: Reference::of(part.get(edge.target)),
                notifies: edge.notifies,
            };
            relationships = edges.into_iter().map(edge).collect();
            relationships_cut = part.relationships_cut;
        }
        let context = Context::from(view.context.clone());
        let report = Report::of(view, Extras::Origins(&mut files));
        let files = files.into_paths();
        Preview { report, context, files, relationships, relationships_cut, markdown: None, resources: None }
    }
}

impl From<ViewContext> for Context {
    fn from(context: ViewContext) -> Self {
        Context {
            node: context.node,
            facts: context.fact_set,
            environment: context.environment,
            edition: context.edition,
            label: context.label,
        }
    }
}
