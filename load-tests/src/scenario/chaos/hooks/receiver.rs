//! A receiver of hooks on loopback. It keeps every request, and may leave one without an answer.

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use serde_json::Value;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::task::AbortOnDropHandle;

/// A request as it came.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Arrived {
    /// The path of the hook.
    pub(super) hook: String,
    /// The header `webhook-id`, by which a receiver recognizes an event.
    pub(super) id: String,
    /// The body; `Null` if it is not JSON.
    pub(super) body: Value,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Something arrived, or is not held any more.
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    arrived: Vec<Arrived>,
    /// A request whose body has this text gets no answer.
    held: Option<String>,
}

/// A receiver. It ends when it is dropped.
#[derive(Debug)]
pub(super) struct Receiver {
    pub(super) address: SocketAddr,
    shared: Arc<Shared>,
    _task: AbortOnDropHandle<()>,
}

impl Receiver {
    pub(super) async fn open() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::default());
        let task = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Ok(Self { address, shared, _task: AbortOnDropHandle::new(task) })
    }

    /// Returns everything that has arrived so far.
    pub(super) fn arrived(&self) -> Vec<Arrived> {
        self.shared.state.lock().arrived.clone()
    }

    /// Leaves requests with this text in their body without an answer from now on.
    pub(super) fn hold(&self, text: &str) {
        self.shared.state.lock().held = Some(text.to_owned());
    }

    /// Answers what was held, and everything from now on.
    pub(super) fn release(&self) {
        self.shared.state.lock().held = None;
        self.shared.changed.notify_waiters();
    }

    /// Returns `true` if a request with this text in its body has arrived.
    pub(super) fn has(&self, text: &str) -> bool {
        self.shared.state.lock().arrived.iter().any(|arrived| is_about(&arrived.body, text))
    }

    /// Waits until such a request arrives. Returns `false` if none does in time.
    pub(super) async fn wait_for(&self, text: &str, patience: Duration) -> bool {
        let arrives = async {
            loop {
                let changed = self.shared.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                if self.has(text) {
                    return;
                }
                changed.await;
            }
        };
        tokio::time::timeout(patience, arrives).await.is_ok()
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        // A connection may be gone before it is accepted.
        let Ok((stream, _)) = listener.accept().await else { continue };
        let shared = Arc::clone(&shared);
        let service =
            service_fn(move |request: Request<Incoming>| take(Arc::clone(&shared), request));
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

/// Keeps a request, and answers unless it is held. The room may be killed meanwhile.
async fn take(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Response<Empty<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let id = head.headers.get("webhook-id").and_then(|id| id.to_str().ok());
    let (hook, id) = (head.uri.path().to_owned(), id.unwrap_or_default().to_owned());
    // A body that breaks off is of a room that was killed in the middle of an attempt.
    let Ok(body) = body.collect().await else { return Ok(answer(StatusCode::BAD_REQUEST)) };
    let body: Value = serde_json::from_slice(&body.to_bytes()).unwrap_or_default();
    shared.state.lock().arrived.push(Arrived { hook, id, body: body.clone() });
    shared.changed.notify_waiters();
    loop {
        let changed = shared.changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        let is_held = shared.state.lock().held.as_ref().is_some_and(|text| is_about(&body, text));
        if !is_held {
            return Ok(answer(StatusCode::NO_CONTENT));
        }
        changed.await;
    }
}

fn answer(status: StatusCode) -> Response<Empty<Bytes>> {
    let mut answer = Response::new(Empty::new());
    *answer.status_mut() = status;
    answer
}

/// Returns `true` if the event is that of an order with this reason.
fn is_about(body: &Value, reason: &str) -> bool {
    body["data"]["reason"].as_str() == Some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::HttpClient;
    use serde_json::json;

    #[tokio::test]
    async fn a_request_is_kept_and_answered_unless_it_is_held() {
        let receiver = Receiver::open().await.unwrap();
        let client = HttpClient::new(&format!("http://{}", receiver.address)).unwrap();
        let send = |reason: &str| {
            let body = json!({ "type": "account.order", "data": { "reason": reason } });
            let request = Request::post("/one").header("webhook-id", format!("msg_{reason}"));
            let (client, body) = (client.clone(), Bytes::from(body.to_string()));
            async move { client.send(request, body).await }
        };
        assert_eq!(send("a").await.unwrap().0, StatusCode::NO_CONTENT);
        receiver.hold("b");
        let held = tokio::spawn(send("b"));
        assert!(receiver.wait_for("b", Duration::from_secs(10)).await);
        assert_eq!(send("c").await.unwrap().0, StatusCode::NO_CONTENT, "others go on");
        assert!(!held.is_finished());
        receiver.release();
        assert_eq!(held.await.unwrap().unwrap().0, StatusCode::NO_CONTENT);
        let ids: Vec<String> = receiver.arrived().into_iter().map(|arrived| arrived.id).collect();
        assert_eq!(ids, ["msg_a", "msg_b", "msg_c"]);
        assert!(!receiver.wait_for("d", Duration::from_millis(1)).await);
    }
}
