//! Tells clients that there is a type hierarchy: the protocol's Rust types have no field for it, so it is put into the answer to
//! `initialize` on its way out.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use serde_json::{Value as Json, json};
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

pub struct WithTypeHierarchy<S>(pub S);

impl<S> Service<Request> for WithTypeHierarchy<S>
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
        let is_initialize = request.method() == "initialize";
        // Called now, not when polled: the order of the wire is the order of the loop.
        let answer = self.0.call(request);
        Box::pin(async move {
            let response = answer.await?;
            Ok(if is_initialize { response.map(with_capability) } else { response })
        })
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
