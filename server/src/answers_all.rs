//! Every request has an answer: the transport drops those of optional methods that it does not know, which the protocol wants
//! refused. Traces each message until it has its answer.

use tower_lsp::jsonrpc::{Error, Request, Response};

use crate::answer_layer::{AnswerLayer, Change};

pub fn answering_all<S>(service: S) -> AnswerLayer<S> {
    AnswerLayer { service, change_for }
}

fn change_for(request: &Request) -> Change {
    let id = request.id().cloned();
    let span = tracing::info_span!("message", method = request.method());
    Box::new(move |answer| {
        drop(span);
        answer.or_else(|| id.map(|id| Response::from_error(id, Error::method_not_found())))
    })
}
