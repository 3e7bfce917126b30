//! The decks that a table holds.

use super::{Outputs, TableHost};
use cardroom_engine::{Decks, Input};
use cardroom_rules::{HandNo, Millis};

pub(super) fn start_hand(
    host: &mut TableHost,
    now: Millis,
    decks: Decks,
    draw: u32,
    outputs: &mut Outputs,
) {
    let next = HandNo(host.table.last_hand().0 + 1);
    let kept = host.deal.decks.replace((next, decks.clone()));
    let Decks { deck, reshuffles } = decks;
    if host.step(now, Input::StartHand { deck, reshuffles, draw }, outputs).is_err() {
        // No hand can begin any more, because a player left at the same moment.
        host.deal.decks = kept;
    } else {
        host.deal.before = kept;
    }
}
