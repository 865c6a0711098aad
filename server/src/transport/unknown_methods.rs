//! Responds to requests of unknown methods with an error, as LSP demands: tower-lsp drops those of optional methods. Traces each
//! message until its response.

use tower_lsp::jsonrpc::{Error, Request, Response};

use crate::transport::response_layer::{Change, ResponseLayer};

/// Wraps a service so that every request gets a response.
pub fn refuse_unknown_methods<S>(service: S) -> ResponseLayer<S> {
    ResponseLayer { service, change_for }
}

fn change_for(request: &Request) -> Change {
    let id = request.id().cloned();
    let span = tracing::info_span!("message", method = request.method());
    Box::new(move |answer| {
        drop(span);
        answer.or_else(|| id.map(|id| Response::from_error(id, Error::method_not_found())))
    })
}
