//! Notifies every connection when the room can no longer store, and when it stores again.

use crate::room::Room;
use crate::session::client::storing_fails;
use std::sync::Arc;

/// Sends each change to the connections that are there. A client that comes during an outage gets
/// the message with its welcome.
pub(super) async fn tell(room: Arc<Room>) {
    let mut fails = room.accounts.store_fails();
    let mut told = false;
    loop {
        let failing = *fails.borrow_and_update();
        if failing != told {
            told = failing;
            room.registry.send_to_all(&storing_fails(failing));
        }
        if fails.changed().await.is_err() {
            return;
        }
    }
}
