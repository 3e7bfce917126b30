//! A table after a restart, or after a step that could not be stored.

use super::{After, Outputs, TableCore, desk, viewers};
use crate::OrderDesk;
use crate::fold_error::FoldError;
use crate::stored::{self, Folded};
use cardroom_engine::{Event, Input, Seat, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_record::SealedDecks;
use cardroom_record::StoredStream;
use cardroom_record::ids::AccountId;
use cardroom_rules::Millis;
use std::sync::Arc;

/// Gives all players time to reconnect before the clock of an interrupted hand restarts.
const RECONNECT_GRACE: Millis = Millis(5_000);

impl TableCore {
    /// Folds the table again from its stored stream after an append failed. Viewers get a full view
    /// of the table, but only one until something is stored again.
    ///
    /// # Errors
    /// If the stream does not fold.
    pub fn refold(&mut self, now: Millis, stream: &StoredStream) -> Result<Outputs, FoldError> {
        let setup = self.table.setup();
        let event = self.house.description().event.as_ref();
        let desk = event.map(|event| OrderDesk::new(event.number, Arc::clone(&event.levels)));
        let dealt = |hand, _: Option<&SealedDecks>| self.deal.decks_of(hand);
        let folded = stored::fold(Some(setup), stream, &dealt, desk)?;
        let Folded { table, seq, projections, decks } = folded;
        (self.table, self.seq, self.projections) = (table, seq, projections);
        self.deal.roll_back(decks);
        self.audience.roll_back();
        self.floor.roll_back(seq, self.table.is_attended());
        self.ending.roll_back();
        self.waiting.roll_back();
        self.buy_ins.roll_back();
        self.money.roll_back();
        let mut outputs = Outputs { info_changed: true, ..Outputs::default() };
        for connection in self.audience.without_view_of(seq) {
            viewers::show(self, connection, now, &mut outputs);
        }
        Ok(outputs)
    }
}

/// Recovers the table after a restart, as [`CoreInput::Recover`](super::CoreInput::Recover) says.
pub(super) fn recover(
    core: &mut TableCore,
    now: Millis,
    setup: Option<TableSetup>,
    outputs: &mut Outputs,
) {
    core.events.clear();
    let mut events = std::mem::take(&mut core.events);
    // No player could return while the room was closed, and the clock may have been
    // changed meanwhile. So absences and sit-outs are counted from now on. Refused if
    // no player sits out.
    let _ = core.table.step_into(now, Input::CountSitOutsAnew, &mut events);
    let stacks = core.table.chips_before_hand().map(|(player, chips)| {
        let account = AccountId(player.0);
        (account, core.audience.tenure(account), chips)
    });
    core.money.count_as_brought(now, stacks);
    // A player who was never there is not missed because of the restart.
    let seats = core.table.players().map(|(seat, _)| seat);
    let seats: Vec<_> =
        seats.filter(|seat| !core.table.seat(*seat).is_some_and(Seat::was_never_there)).collect();
    for seat in &seats {
        let input = Input::Presence { seat: *seat, connected: true };
        // Refused for players who were connected.
        let _ = core.table.step_into(now, input, &mut events);
    }
    // An interrupted hand goes on if its deck is known and its setup is unchanged. At a private
    // table it is played to its end under the terms it was dealt under.
    let keeps_setup =
        setup.as_ref() == Some(core.table.setup()) || setup.is_some() && core.house.has_terms();
    let knows_deck = core.deal.knows(core.table.hand_in_progress());
    let goes_on = keeps_setup && knows_deck && resume_hand(now, &mut core.table, &mut events);
    if !goes_on && core.table.hand_in_progress().is_some() {
        core.audience.lose_hand(core.table.players().map(|(_, player)| player));
        let reason = "the room was restarted in the middle of the hand".to_owned();
        let _ = core.table.step_into(now, Input::VoidHand { reason }, &mut events);
    }
    desk::note(core.projections.desk.as_mut(), &mut core.table, now, &mut events, outputs);
    for seat in seats {
        let seats_left = setup.as_ref().map_or(0, |setup| setup.seats);
        let input = if seat.0 < seats_left {
            Input::Presence { seat, connected: false }
        } else {
            Input::Leave { seat }
        };
        // Refused if voiding the hand let a player leave.
        let _ = core.table.step_into(now, input, &mut events);
    }
    if core.table.is_attended() {
        let _ = core.table.step_into(now, Input::AttendFloor { attended: false }, &mut events);
    }
    // Refused if the house took nothing.
    let _ = core.table.step_into(now, Input::SweepHouse, &mut events);
    core.commit(now, events, outputs);
    if goes_on {
        // The hand continues under the setup that the last snapshot contains.
        return;
    }
    if let Some(Err(reason)) = setup.map(|setup| core.table.adopt(setup)) {
        outputs.after.push(After::KeptSetup(reason));
    }
    // The stream continues under the current setup, which its snapshot contains.
    outputs.unit.snapshot = core.storing.first_snapshot(core.seq, &core.table, &core.projections);
}

/// Continues an interrupted hand with a fresh clock. At a hybrid table the room does not know the
/// cards. Returns whether it does.
fn resume_hand(now: Millis, table: &mut HybridTable, events: &mut Vec<Event>) -> bool {
    if table.setup().hybrid {
        return false;
    }
    // Refused if the hand waits for the floor and not for a clock.
    let _ = table.step_into(now, Input::RestartClock { wait: RECONNECT_GRACE }, events);
    true
}
