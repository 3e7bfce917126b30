//! What a player who does not see the page should hear of: their turn, and the first hand of a
//! private table. The offer of a free seat is in `waiting.rs`.

use super::seats::account_at;
use super::{After, Notice, Outputs};
use cardroom_engine::Event;
use cardroom_hybrid::HybridTable;
use cardroom_record::ids::AccountId;
use cardroom_rules::{HandNo, Millis};

/// How long it is worth telling that a table begins.
const BEGINNING: Millis = Millis(120_000);

/// Adds the notices that follow from the events of a step. Players hear of the
/// first hand at a table that one of them hosts.
pub(super) fn add(
    now: Millis,
    table: &HybridTable,
    is_hosted: bool,
    events: &[Event],
    outputs: &mut Outputs,
) {
    for event in events {
        match event {
            Event::TurnBegan { seat, turn, .. } => {
                // In one step, several players may have had their turn.
                let is_open = table.turn().is_some_and(|(on, no, _)| (on, no) == (*seat, *turn));
                let account = account_at(table, *seat).filter(|_| is_open);
                // A table without a clock waits as long as it takes; the next turn replaces this one.
                let until = table.deadline().unwrap_or(now + BEGINNING);
                let notice = |account| After::Notice { account, notice: Notice::Turn, until };
                outputs.after.extend(account.map(notice));
            }
            Event::HandStarted(_) if is_hosted && table.last_hand() == HandNo(1) => {
                let players = table.players().map(|(_, player)| AccountId(player.0));
                let (notice, until) = (Notice::TableBegins, now + BEGINNING);
                let notices = players.map(|account| After::Notice { account, notice, until });
                outputs.after.extend(notices);
            }
            _ => {}
        }
    }
}
