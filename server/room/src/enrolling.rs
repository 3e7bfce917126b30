//! Entry of a roster into a tournament: looks up its accounts and holds the prices. The director
//! enters either all of them or none.

use crate::cashier::Hold;
use crate::inbox::{DirectorHandle, DirectorInput, EnterError, Player};
use crate::noted::Noted;
use crate::room::Room;
use crate::roster::{Column, Problem, RosterLine, Wrong, read};
use crate::store::Store;
use cardroom_events::{EnrolOrder, Enrolment};
use cardroom_protocol::tournament::ImportRoster;
use cardroom_rules::{Chips, Millis};
use cardroom_tournament::Seq;
use tokio::sync::oneshot;

/// An operator's order to enter a roster.
#[derive(Debug)]
pub struct RosterOrder {
    pub operator: Player,
    /// Owns the event or the room, so no second operator is needed.
    pub owner: bool,
    /// When the order arrived.
    pub stamp: Millis,
    /// The last step that the operator has seen.
    pub seen: Seq,
    /// The last part of the roster, with the reason and the rule it rests on.
    pub noted: Noted<ImportRoster>,
    /// The whole roster as one text.
    pub text: String,
}

/// Enters all players of a roster, or none, and returns how many. Each player pays
/// from their own wallet.
///
/// # Errors
/// A line is wrong, the store failed, or the tournament is gone. In all these cases no player was
/// entered or has paid.
pub async fn enter(
    room: &Room,
    store: &dyn Store,
    handle: &DirectorHandle,
    order: RosterOrder,
) -> Result<u32, EnterError> {
    // Accounts are looked up even if a line has another mistake, so that all mistakes
    // are reported at once.
    let (lines, mut problems) = read(&order.text);
    let (mut enrolments, mut holds) = (Vec::new(), Vec::new());
    for line in lines.into_iter().filter(|line| !line.name.is_empty()) {
        let number = line.line;
        match found(room, store, handle, line).await? {
            Ok((enrolment, hold)) => {
                enrolments.push(enrolment);
                holds.push(hold);
            }
            Err((column, what)) => {
                problems.push(Problem { line: number, column: Some(column), what });
            }
        }
    }
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.line);
        return Err(EnterError::Problems(problems));
    }
    let (reply, answer) = oneshot::channel();
    let RosterOrder { operator, owner, stamp, seen, noted, .. } = order;
    let ImportRoster { reason, rule, .. } = noted.take();
    let order = Box::new(EnrolOrder { operator, owner, seen, reason, rule, enrolments });
    let sent = handle.send(DirectorInput::Enrol { stamp, order, holds, reply }).await;
    sent.map_err(|_| EnterError::Gone)?;
    answer.await.map_err(|_| EnterError::Gone)?
}

/// Returns the account of a line, with the price held in its wallet.
async fn found(
    room: &Room,
    store: &dyn Store,
    handle: &DirectorHandle,
    line: RosterLine,
) -> Result<Result<(Enrolment, Hold), (Column, Wrong)>, EnterError> {
    let Some(stored) = store.account_by_name(&line.name).await? else {
        return Ok(Err((Column::Name, Wrong::NoAccount)));
    };
    let player = Player::from(stored);
    let purse = room.accounts.purse(player.account).await?;
    let structure = handle.info.borrow().structure.clone();
    let held = purse.hold_entry(&structure, Chips(handle.price.0));
    let held = held.map_err(|_| (Column::Name, Wrong::Wallet));
    Ok(held.map(|hold| (Enrolment { line, player, price: hold.price() }, hold)))
}
