//! A layer around the service that changes responses on their way out.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

/// Changes the response to one request.
pub type Change = Box<dyn FnOnce(Option<Response>) -> Option<Response> + Send>;

/// A service whose responses are changed.
pub struct ResponseLayer<S> {
    pub service: S,
    /// Looks at a request before it is handled.
    pub change_for: fn(&Request) -> Change,
}

impl<S> Service<Request> for ResponseLayer<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let change = (self.change_for)(&request);
        // Called now, not when polled: the order of the wire is the order of the loop.
        let answer = self.service.call(request);
        Box::pin(async move { answer.await.map(change) })
    }
}
