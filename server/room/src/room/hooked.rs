//! Events of the room itself, for other programs.

use super::Room;
use crate::hooks::{HookOffice, say};
use crate::push::now_ms;
use crate::shutdown::Phase;
use cardroom_hooks::Subject;
use std::sync::Arc;

/// Stores that the room is open, that it could not store for a while, and when it begins to close.
pub async fn tell_of_room(room: Arc<Room>) {
    let Some(office) = room.hooks() else { return };
    room.lifecycle.reached(Phase::Open).await;
    if room.lifecycle.phase() == Phase::Open {
        say(&office, now_ms(), Subject::RoomReady {}).await;
        tokio::select! {
            biased;
            () = room.lifecycle.reached(Phase::Draining) => {}
            () = tell_of_outages(&room, &office) => {}
        }
    }
    room.lifecycle.reached(Phase::Draining).await;
    say(&office, now_ms(), Subject::RoomDraining {}).await;
}

/// Stores each time at which the database failed, once it works again.
async fn tell_of_outages(room: &Room, office: &HookOffice) {
    let mut fails = room.accounts.store_fails();
    let mut since_ms = None;
    while fails.changed().await.is_ok() {
        if *fails.borrow_and_update() {
            since_ms.get_or_insert_with(now_ms);
        } else if let Some(at_ms) = since_ms.take() {
            let reasons = vec!["database".to_owned()];
            say(office, at_ms, Subject::RoomNotReady { reasons }).await;
            say(office, now_ms(), Subject::RoomReady {}).await;
        }
    }
}
