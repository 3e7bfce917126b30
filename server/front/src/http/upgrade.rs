//! `/ws`: turns an HTTP request into a session's connection. Every early refusal happens here, in
//! HTTP, with a sentence that says what to change.

use super::accept::Peer;
use super::{address, origin};
use crate::session::connection::{self, Accepted, Places};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use cardroom_protocol::Encoding;
use cardroom_room::limits::NotAdmitted;
use cardroom_room::metrics;
use cardroom_room::room::Room;
use cardroom_room::shutdown::Phase;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::rustls::ServerConnection;
use tokio_rustls::server::TlsStream;
use tokio_tungstenite::tungstenite::Error as WsError;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

/// The reason why a request does not become a connection.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("The room is not open; try again in a moment.")]
    NotOpen,
    #[error("Pages of this origin may not connect here.")]
    Origin,
    #[error("Offer the WebSocket subprotocol cardroom.v1.bin or cardroom.v1.json.")]
    Subprotocol,
    #[error("This is no WebSocket handshake: {0}")]
    Handshake(WsError),
    #[error("This server speaks version 13 of WebSocket (RFC 6455).")]
    Version,
    #[error(transparent)]
    NotAdmitted(#[from] NotAdmitted),
}

/// Answers a WebSocket handshake and starts its session.
pub(super) async fn upgrade(State(room): State<Arc<Room>>, request: Request) -> Response {
    accept(&room, request).unwrap_or_else(|refusal| {
        ::metrics::counter!(metrics::CONNECTIONS_REFUSED, "reason" => refusal.reason())
            .increment(1);
        refusal.into_response()
    })
}

fn accept(room: &Arc<Room>, mut request: Request) -> Result<Response, Refusal> {
    // Players may reconnect while the last hands end. Everyone else is sent away after the sign-in.
    if !matches!(room.lifecycle.phase(), Phase::Open | Phase::Draining) {
        return Err(Refusal::NotOpen);
    }
    let secure = request.extensions().get::<Peer>().is_some_and(|peer| peer.secure);
    if !origin::is_allowed(request.headers(), &room.allowed_origins, secure) {
        return Err(Refusal::Origin);
    }
    let mut response = create_response_with_body(&request, Body::empty)
        .map_err(|error| no_handshake(error, request.headers()))?;
    let encoding = agree(request.headers()).ok_or(Refusal::Subprotocol)?;
    let (address, places) = place(room, &request)?;
    let protocol = HeaderValue::from_static(encoding.subprotocol());
    response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, protocol);
    let upgrade = hyper::upgrade::on(&mut request);
    let shared = Arc::clone(room);
    room.lifecycle.spawn(async move {
        if let Some((socket, tls, leftover)) = raw_socket(upgrade).await {
            let accepted = Accepted { socket, tls, leftover, encoding, address, places };
            // A task of its own, so that the memory of the handshake is freed
            // before the session ends.
            connection::start(Arc::clone(&shared), accepted);
        }
    });
    Ok(response)
}

/// Returns the refusal for a failed handshake. A client with another version learns which one is
/// supported (RFC 6455, 4.4).
fn no_handshake(error: WsError, headers: &HeaderMap) -> Refusal {
    match error {
        WsError::Protocol(ProtocolError::MissingSecWebSocketVersionHeader)
            if headers.contains_key(header::SEC_WEBSOCKET_VERSION) =>
        {
            Refusal::Version
        }
        error => Refusal::Handshake(error),
    }
}

/// Returns the first of the client's subprotocols that this server supports.
fn agree(headers: &HeaderMap) -> Option<Encoding> {
    let lines = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let offers = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
    offers.map(str::trim).find_map(Encoding::from_subprotocol)
}

/// Returns the places of the connection. Behind a trusted proxy, the client's address
/// is known only now.
fn place(room: &Room, request: &Request) -> Result<(IpAddr, Places), Refusal> {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.expect("the accept loop puts the peer into every request");
    let address = address::client_address(peer.address, request.headers(), &room.trusted_proxies);
    let room_place = match &peer.room_place {
        Some(place) => Arc::clone(place),
        None => Arc::new(room.limits.enter_room()?),
    };
    let address_place = match &peer.address_place {
        Some(place) => Arc::clone(place),
        None => Arc::new(room.limits.enter_from(address)?),
    };
    Ok((address, Places { room: room_place, address: address_place }))
}

/// Returns the socket of an upgraded connection, its TLS session if it has one, and the bytes
/// already read from it.
async fn raw_socket(
    upgrade: OnUpgrade,
) -> Option<(TcpStream, Option<Box<ServerConnection>>, Bytes)> {
    let upgraded = match upgrade.await {
        Ok(upgraded) => upgraded,
        Err(error) => {
            tracing::debug!(%error, "a client left during the handshake");
            return None;
        }
    };
    match upgraded.downcast::<TokioIo<TcpStream>>() {
        Ok(parts) => return Some((parts.io.into_inner(), None, parts.read_buf)),
        Err(upgraded) => match upgraded.downcast::<TokioIo<TlsStream<TcpStream>>>() {
            Ok(parts) => {
                let (socket, session) = parts.io.into_inner().into_inner();
                return Some((socket, Some(Box::new(session)), parts.read_buf));
            }
            Err(_) => tracing::error!("an upgraded connection is not the socket it came in on"),
        },
    }
    None
}

impl Refusal {
    fn reason(&self) -> &'static str {
        match self {
            Self::NotOpen => "not_open",
            Self::Origin => "origin",
            Self::Subprotocol => "subprotocol",
            Self::Handshake(_) => "handshake",
            Self::Version => "version",
            Self::NotAdmitted(refusal) => refusal.reason(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NotOpen
            | Self::NotAdmitted(NotAdmitted::RoomFull | NotAdmitted::NoDescriptors) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Origin => StatusCode::FORBIDDEN,
            Self::Subprotocol | Self::Handshake(_) => StatusCode::BAD_REQUEST,
            Self::Version => StatusCode::UPGRADE_REQUIRED,
            Self::NotAdmitted(NotAdmitted::AddressFull | NotAdmitted::TooOften) => {
                StatusCode::TOO_MANY_REQUESTS
            }
        };
        let text = |text| HeaderValue::from_static(text);
        let close = [(header::CONNECTION, text("close"))];
        let mut response = (status, close, format!("{self}\n")).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, text("10"));
        }
        if matches!(self, Self::Version) {
            let spoken = [(header::UPGRADE, "websocket"), (header::SEC_WEBSOCKET_VERSION, "13")];
            response.headers_mut().extend(spoken.map(|(name, value)| (name, text(value))));
        }
        response
    }
}
