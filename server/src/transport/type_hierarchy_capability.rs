//! Tells clients that there is a type hierarchy: the protocol's Rust types have no field for it, so it is put into the answer to
//! `initialize` on its way out.

use serde_json::{Value as Json, json};
use tower_lsp::jsonrpc::{Request, Response};

use crate::transport::response_layer::{Change, ResponseLayer};

pub fn with_type_hierarchy<S>(service: S) -> ResponseLayer<S> {
    ResponseLayer { service, change_for }
}

fn change_for(request: &Request) -> Change {
    match request.method() {
        "initialize" => Box::new(|answer| answer.map(with_capability)),
        _ => Box::new(|answer| answer),
    }
}

fn with_capability(response: Response) -> Response {
    let (id, mut body) = response.into_parts();
    let capabilities =
        body.as_mut().ok().and_then(|result| result.get_mut("capabilities")).and_then(Json::as_object_mut);
    if let Some(capabilities) = capabilities {
        capabilities.insert("typeHierarchyProvider".to_string(), json!(true));
    }
    Response::from_parts(id, body)
}
