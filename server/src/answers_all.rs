//! Every request has an answer: the transport drops those of optional methods that it does not know, which the protocol wants
//! refused.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tower_lsp::jsonrpc::{Error, Request, Response};
use tower_service::Service;

pub struct AnswersAll<S>(pub S);

impl<S> Service<Request> for AnswersAll<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let id = request.id().cloned();
        // Called now, not when polled: the order of the wire is the order of the loop.
        let answer = self.0.call(request);
        Box::pin(async move {
            let response = answer.await?;
            Ok(response.or_else(|| id.map(|id| Response::from_error(id, Error::method_not_found()))))
        })
    }
}
