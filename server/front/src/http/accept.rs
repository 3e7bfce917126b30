//! The accept loop. It accepts connections, counts them, and serves HTTP/1 on each with a timeout
//! on the request's head, and one on the TLS handshake before it. The router defines what is
//! served.

pub use super::door::Door;
pub(super) use super::door::Peer;

use super::descriptors::is_scarce;
use super::hosts::{self, Hosts};
use super::ready;
use super::seldom::Seldom;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use cardroom_room::limits::NotAdmitted;
use cardroom_room::metrics;
use cardroom_room::room::Room;
use cardroom_room::shutdown::Phase;
use http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use parking_lot::Mutex;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::AsFd as _;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

/// The most bytes of a request's head.
const HEAD_BYTES: usize = 16 * 1024;
/// The pause after a failed accept, for example when the process has too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How many refused connections get a reason at the same time. Others are dropped.
const MOST_REFUSALS: usize = 32;
/// How long a refused connection may take to read the reason.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// The lines about connections that could not be accepted. All listeners of a process share its
/// descriptors, and so these lines.
static FAILED: Mutex<Seldom> = Mutex::new(Seldom::new());
/// The lines about descriptors that run out.
static SCARCE: Mutex<Seldom> = Mutex::new(Seldom::new());

/// Serves a router on a listener until the room closes, over TLS if there are settings for it. A
/// draining room still answers, so that a load balancer can see that it is not ready.
pub async fn serve(
    room: Arc<Room>,
    listener: TcpListener,
    router: Router,
    door: Door,
    tls: Option<Arc<ServerConfig>>,
) {
    let hosts = Arc::new(Hosts::of(door, &room));
    let tls = tls.map(TlsAcceptor::from);
    let router = router.layer(from_fn_with_state(hosts, hosts::check));
    let service = TowerToHyperService::new(router);
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    let mut closed = std::pin::pin!(room.lifecycle.reached(Phase::Closed));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut closed => return,
        };
        let (socket, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if let Some(unsaid) = FAILED.lock().may_say(Instant::now()) {
                    tracing::warn!(%error, unsaid, "a connection could not be accepted");
                }
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let own_address = match prepare(&socket) {
            Ok(own_address) => own_address,
            Err(error) => {
                tracing::debug!(%error, "a connection was lost at once");
                continue;
            }
        };
        let admitted = match door != Door::Admin && is_scarce(socket.as_fd()) {
            true => Err(NotAdmitted::NoDescriptors),
            false => admit(&room, door, address, own_address),
        };
        match admitted {
            Ok(peer) => match &tls {
                None => drop(tokio::spawn(serve_connection(socket, service.clone(), peer, &room))),
                Some(tls) => drop(tokio::spawn(shake_hands(
                    tls.clone(),
                    socket,
                    service.clone(),
                    peer,
                    Arc::clone(&room),
                ))),
            },
            Err(refusal) => {
                ::metrics::counter!(metrics::CONNECTIONS_REFUSED, "reason" => refusal.reason())
                    .increment(1);
                if refusal == NotAdmitted::NoDescriptors
                    && let Some(unsaid) = SCARCE.lock().may_say(Instant::now())
                {
                    tracing::warn!(
                        unsaid,
                        "the process may hardly open another file, so players are refused: raise \
                         its limit (ulimit -n, LimitNOFILE)"
                    );
                }
                // A client that expects TLS could not read a reason without it.
                if tls.is_none()
                    && let Ok(permit) = Arc::clone(&refusals).try_acquire_owned()
                {
                    let room = Arc::clone(&room);
                    tokio::spawn(async move {
                        let refused = refuse(socket, refusal, room);
                        let _ = tokio::time::timeout(REFUSAL_TIME, refused).await;
                        drop(permit);
                    });
                }
            }
        }
    }
}

/// Returns the address that the client connected to.
fn prepare(socket: &TcpStream) -> std::io::Result<IpAddr> {
    // Otherwise small frames wait up to 40 ms for an acknowledgment of the previous one.
    socket.set_nodelay(true)?;
    Ok(socket.local_addr()?.ip().to_canonical())
}

fn admit(
    room: &Room,
    door: Door,
    address: SocketAddr,
    own_address: IpAddr,
) -> Result<Peer, NotAdmitted> {
    let address = address.ip().to_canonical();
    let secure = door == Door::Secure;
    let mut peer = Peer { address, own_address, secure, room_place: None, address_place: None };
    if door != Door::Admin {
        peer.room_place = Some(Arc::new(room.limits.enter_room()?));
        if !room.trusted_proxies.iter().any(|range| range.contains(address)) {
            peer.address_place = Some(Arc::new(room.limits.enter_from(address)?));
        }
    }
    Ok(peer)
}

/// Serves a connection once its TLS handshake is over. The handshake has as much time as the
/// request's head.
async fn shake_hands(
    tls: TlsAcceptor,
    socket: TcpStream,
    service: TowerToHyperService<Router>,
    peer: Peer,
    room: Arc<Room>,
) {
    let handshake = tokio::time::timeout(room.bounds.handshake_timeout, tls.accept(socket));
    match handshake.await {
        Ok(Ok(socket)) => serve_connection(socket, service, peer, &room).await,
        failed => {
            ::metrics::counter!(metrics::CONNECTIONS_REFUSED, "reason" => "tls_handshake")
                .increment(1);
            let address = peer.address;
            match failed {
                Ok(Err(error)) => tracing::debug!(%error, %address, "a TLS handshake failed"),
                _ => tracing::debug!(%address, "a TLS handshake took too long"),
            }
        }
    }
}

fn serve_connection<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    socket: S,
    service: TowerToHyperService<Router>,
    peer: Peer,
    room: &Room,
) -> impl Future<Output = ()> + use<S> {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(room.bounds.handshake_timeout)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades();
    async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "an HTTP connection failed");
        }
    }
}

/// Sends the reason of a refusal. A load balancer that asks how the room is gets an answer even if
/// the room is full.
async fn refuse(
    mut socket: TcpStream,
    refusal: NotAdmitted,
    room: Arc<Room>,
) -> std::io::Result<()> {
    let mut scrap = [0; 512];
    let read = socket.read(&mut scrap).await?;
    let asks = |path: &str| scrap[..read].starts_with(format!("GET {path} ").as_bytes());
    let (status, text) = if asks("/readyz") {
        let (status, text) = ready::status(State(room)).await;
        (status, text.to_owned())
    } else if asks("/healthz") {
        (StatusCode::OK, "ok\n".to_owned())
    } else {
        let status = match refusal {
            NotAdmitted::RoomFull | NotAdmitted::NoDescriptors => StatusCode::SERVICE_UNAVAILABLE,
            NotAdmitted::AddressFull | NotAdmitted::TooOften => StatusCode::TOO_MANY_REQUESTS,
        };
        (status, refusal.to_string())
    };
    let retry = if status.is_success() { "" } else { "retry-after: 10\r\n" };
    let response = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\
         {retry}connection: close\r\n\r\n{text}",
        text.len(),
    );
    socket.write_all(response.as_bytes()).await?;
    socket.shutdown().await?;
    // A socket closed with unread bytes is reset, and the response would be lost.
    while socket.read(&mut scrap).await? > 0 {}
    Ok(())
}
