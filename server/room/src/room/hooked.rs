//! Events of the room itself and of accounts that are opened, for other programs.

use super::Room;
use crate::accounts::Tells;
use crate::hooks::{HookOffice, say};
use crate::ids::AccountId;
use crate::push::now_ms;
use crate::shutdown::Phase;
use crate::store::HookEvent;
use cardroom_hooks::{Account, EventKind, Subject};
use std::sync::Arc;

/// The hooks of the room, as accounts know them.
#[derive(Debug)]
pub struct ToHooks(pub HookOffice);

impl Tells for ToHooks {
    fn asks(&self) -> bool {
        self.0.asks(EventKind::AccountOpened)
    }

    fn opened(&self, account: AccountId, name: &str, at_ms: u64) -> Vec<HookEvent> {
        let account = Account { id: account.0, name: name.to_owned() };
        self.0.of_step(at_ms, false, vec![Subject::AccountOpened { account }])
    }

    fn look(&self) {
        self.0.look();
    }
}

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
