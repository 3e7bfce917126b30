//! One request: a free connection, the lookup, the checks, and the exchange.

use crate::destination::{Destination, is_reachable_address};
use crate::hosts::Hosts;
use crate::metered::{Metered, failure};
use crate::network::Socket;
use crate::{CONNECT_TIME, HttpError, Outgoing, WHOLE_TIME, tls};
use bytes::Bytes;
use http::header::HOST;
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_rustls::TlsConnector;

/// A response, as it will be.
pub type Answered = Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, HttpError>> + Send>>;

/// A client for one purpose: the CAs that it trusts, and the hosts that it may reach. Cheap to
/// clone.
#[derive(Clone)]
pub struct HttpClient {
    out: Outgoing,
    tls: TlsConnector,
    listed: Hosts,
}

impl HttpClient {
    pub(crate) fn new(out: Outgoing, tls: TlsConnector, listed: Hosts) -> Self {
        Self { out, tls, listed }
    }

    /// Lists the host of an address for this client, because the operator named it for its purpose.
    /// It is reached without TLS only if the address begins so and is of this machine.
    #[must_use]
    pub fn reaching(mut self, address: &str) -> Self {
        let without_tls = address.starts_with("http:") && is_reachable_address(address);
        self.listed.add_host_of(address, without_tls);
        self
    }

    /// Lists the host of an address for this client, even without TLS. This is for data that is
    /// public and signed.
    #[must_use]
    pub fn reaching_for_public_data(mut self, address: &str) -> Self {
        self.listed.add_host_of(address, true);
        self
    }

    /// Restricts the client to hosts on the public internet and to `https://`. This is for addresses
    /// that players name: `outgoing.allow` does not count for them.
    #[must_use]
    pub fn for_strangers(self) -> Self {
        Self { listed: Hosts::default(), ..self }
    }

    /// Lists this machine for the client. For tests.
    #[must_use]
    pub fn reaching_this_machine(mut self) -> Self {
        self.listed.add(&["localhost", "127.0.0.1", "::1"]);
        self
    }

    /// Returns a function that makes one request and returns its response.
    pub fn caller(&self) -> impl Fn(Request<Vec<u8>>) -> Answered + 'static {
        let client = self.clone();
        move |request| client.send(request)
    }

    /// Makes one request over a connection of its own. A dropped future ends the request.
    #[must_use]
    pub fn send(&self, request: Request<Vec<u8>>) -> Answered {
        let client = self.clone();
        Box::pin(async move {
            let runtime = client.out.runtime.clone();
            let mut task = JoinSet::new();
            task.spawn_on(async move { client.within_limits(request).await }, &runtime);
            match task.join_next().await {
                Some(Ok(answer)) => answer,
                Some(Err(_)) | None => Err(HttpError::Ended),
            }
        })
    }

    async fn within_limits(
        &self,
        request: Request<Vec<u8>>,
    ) -> Result<Response<Vec<u8>>, HttpError> {
        // An address that is refused needs no connection.
        let destination = Destination::of(request.uri(), &self.listed)?;
        let free = timeout(WHOLE_TIME, self.out.connections.acquire()).await;
        let _permit = match free {
            Ok(Ok(permit)) => permit,
            Ok(Err(_)) => return Err(HttpError::Ended),
            Err(_) => return Err(HttpError::NoneFree),
        };
        let answer = timeout(WHOLE_TIME, self.exchange(request, &destination)).await;
        answer.map_err(|_| HttpError::TimedOut)?
    }

    async fn exchange(
        &self,
        request: Request<Vec<u8>>,
        destination: &Destination,
    ) -> Result<Response<Vec<u8>>, HttpError> {
        let stream = timeout(CONNECT_TIME, self.connect(destination)).await;
        let stream = stream.map_err(|_| HttpError::NotConnected)??;
        let (mut sender, connection) = http1::handshake(TokioIo::new(Metered::new(stream))).await?;
        let answer = async {
            let answer = sender.send_request(of_origin(request)).await.map_err(failure)?;
            let (parts, body) = answer.into_parts();
            let body = body.collect().await.map_err(failure)?;
            Ok(Response::from_parts(parts, body.to_bytes().into()))
        };
        let mut answer = std::pin::pin!(answer);
        tokio::select! {
            answer = &mut answer => answer,
            ended = connection => {
                // The response may be complete although the connection has ended.
                ended.map_err(failure)?;
                answer.await
            }
        }
    }

    async fn connect(&self, destination: &Destination) -> Result<Box<dyn Socket>, HttpError> {
        let Destination { host, port, uses_tls, .. } = destination;
        let addresses = self.out.network.resolve(host, *port).await?;
        let ips: Vec<IpAddr> = addresses.iter().map(SocketAddr::ip).collect();
        destination.check(&ips)?;
        let socket = self.connect_to_one(&addresses).await?;
        if !uses_tls {
            return Ok(socket);
        }
        let name = ServerName::try_from(host.clone()).map_err(|_| HttpError::NoAddress)?;
        let agreed = self.tls.connect(name, socket).await;
        Ok(Box::new(agreed.map_err(|error| tls::explained(host, error))?))
    }

    /// Connects to the first address that answers. Each has an equal part of the time, so that one
    /// that stays silent does not use up that of the next.
    async fn connect_to_one(&self, addresses: &[SocketAddr]) -> Result<Box<dyn Socket>, HttpError> {
        let begun = Instant::now();
        let mut failed = HttpError::NotConnected;
        for (address, number) in addresses.iter().zip(1_u32..) {
            let all = u32::try_from(addresses.len()).unwrap_or(u32::MAX);
            let until = begun + CONNECT_TIME * number / all;
            match timeout_at(until, self.out.network.connect(*address)).await {
                Ok(Ok(socket)) => return Ok(socket),
                Ok(Err(error)) => failed = HttpError::Socket(error),
                Err(_) => failed = HttpError::NotConnected,
            }
        }
        Err(failed)
    }
}

impl std::fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpClient").field("listed", &self.listed).finish_non_exhaustive()
    }
}

/// Returns a request as an origin server reads it: its first line has only the path, and a header
/// has the host.
fn of_origin(request: Request<Vec<u8>>) -> Request<Full<Bytes>> {
    let uri: Uri = request.uri().clone();
    let (mut parts, body) = request.into_parts();
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    parts.uri = path.parse().unwrap_or_default();
    if let Some(authority) = uri.authority()
        && let Ok(host) = HeaderValue::from_str(authority.as_str())
    {
        parts.headers.insert(HOST, host);
    }
    Request::from_parts(parts, Full::new(Bytes::from(body)))
}
