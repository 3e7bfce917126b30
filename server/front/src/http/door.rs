//! The doors of a room: its listeners, each with its access rules, and the ends of a connection that
//! came in through one.

use cardroom_room::limits::{AddressPlace, RoomPlace};
use std::net::IpAddr;
use std::sync::Arc;

/// The access rules of a listener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// Everyone may connect, within the limits.
    Public,
    /// The same over TLS.
    Secure,
    /// The same for those who are sent from port 80 to TLS.
    Redirect,
    /// The operator's own address. Everyone who can reach it is trusted.
    Admin,
}

/// The two ends of a connection, for handlers.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    /// The remote end of the socket, which may be a reverse proxy.
    pub(super) address: IpAddr,
    /// The local end of the socket.
    pub(super) own_address: IpAddr,
    /// The connection is over the room's own TLS.
    pub(super) secure: bool,
    /// The connection's place in the room; `None` on the admin address.
    pub(super) room_place: Option<Arc<RoomPlace>>,
    /// Its place under its address. `None` at first behind a trusted proxy, which
    /// stands for many clients.
    pub(super) address_place: Option<Arc<AddressPlace>>,
}
