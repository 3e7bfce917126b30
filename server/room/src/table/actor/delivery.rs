//! Sends a step: one frame to each connection, with the part for all viewers and its own.

use super::Actor;
use crate::ids::ConnectionId;
use crate::inbox::Viewer;
use crate::table::Outputs;
use crate::table::frames::Frames;
use arrayvec::ArrayVec;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{SatIn, SatOut, StackChanged, TableEvent, TimeCharged, ToppedUp};
use cardroom_rules::{SeatNo, SeatSet};
use std::sync::Arc;

impl Actor {
    /// Sends each connection everything of one step in one frame. The shared part is encoded once.
    pub(super) fn deliver(&mut self, outputs: &mut Outputs, asker: Option<&Viewer>) {
        if let Some(asker) = asker {
            // The sender of a request gets the answer, even if it is no longer a viewer.
            self.outboxes.insert(asker.connection, Arc::clone(&asker.outbox));
        }
        let is_step = !outputs.steps.is_empty();
        let asked = Asked::by(outputs.steps.iter().flat_map(|step| &step.events.0));
        let steps = outputs.steps.drain(..).map(ServerMessage::from);
        let aside = outputs.aside.take();
        self.keep_chat(aside.as_ref(), asker);
        let shared: ArrayVec<ServerMessage, 3> = steps.chain(aside).collect();
        let everybody: Vec<ConnectionId> = match shared.is_empty() {
            true => Vec::new(),
            false if is_step => self.core.audience().collect(),
            false => self.core.viewers().connections().collect(),
        };
        // The other recipients: newcomers with their first view, viewers who have just left, and
        // senders who do not watch.
        let mut rest: Vec<ConnectionId> = outputs.private.iter().map(|(to, _)| *to).collect();
        rest.sort_unstable();
        rest.dedup();
        for connection in
            everybody.iter().filter(|to| asked.all && self.core.seat_at(**to).is_some())
        {
            self.expect_answer(*connection);
        }
        for (connection, _) in outputs.private.iter().filter(|(_, message)| asks_viewer(message)) {
            self.expect_answer(*connection);
        }
        let asker_connection = asker.map(|asker| asker.connection);
        Frames::of_step(|frames| {
            for connection in &everybody {
                let is_asker = asker_connection == Some(*connection);
                let can_wait = is_step && !is_asker && !asked.asks(self.core.seat_at(*connection));
                self.send(*connection, frames, &shared, outputs, can_wait);
            }
            for connection in rest.iter().filter(|connection| !everybody.contains(connection)) {
                self.send(*connection, frames, &[], outputs, false);
            }
        });
        for connection in rest {
            if !self.core.viewers().is_attached(connection) {
                self.outboxes.remove(&connection);
            }
        }
        if let Some(asker) =
            asker.filter(|asker| !self.core.viewers().is_attached(asker.connection))
        {
            self.outboxes.remove(&asker.connection);
        }
    }

    fn expect_answer(&self, connection: ConnectionId) {
        if let Some(outbox) = self.outboxes.get(&connection) {
            outbox.answers().asked();
        }
    }

    fn send(
        &self,
        connection: ConnectionId,
        frames: &mut Frames,
        shared: &[ServerMessage],
        outputs: &Outputs,
        can_wait: bool,
    ) {
        let Some(outbox) = self.outboxes.get(&connection) else { return };
        let own = outputs.private.iter().filter(|(to, _)| *to == connection);
        let mut own = own.map(|(_, message)| message).peekable();
        let can_wait = can_wait && own.peek().is_none();
        let frame = frames.frame(outbox.encoding(), shared, own);
        match can_wait {
            true => outbox.send_soon(frame),
            false => outbox.send(frame),
        }
    }
}

/// Returns `true` if a message asks its viewer for an answer.
fn asks_viewer(message: &ServerMessage) -> bool {
    match message {
        ServerMessage::YourTurn(_) => true,
        ServerMessage::DealOpened(opened) => opened.answer_ms > 0,
        ServerMessage::TableSnapshot(shot) => {
            let you = shot.view.you.as_ref();
            you.is_some_and(|you| you.decision.is_some() || !you.offers.0.is_empty())
        }
        _ => false,
    }
}

/// The viewers who may have to answer a step. They get it at once, without waiting for the next.
#[derive(Default)]
struct Asked {
    /// All viewers, because an event asks some of the players for an answer.
    all: bool,
    /// All players, because a hand ended: they may top up, sit in, or show cards.
    players: bool,
    /// The players in these seats, whose chips or place in the game changed.
    seats: SeatSet,
}

impl Asked {
    fn by<'a>(events: impl Iterator<Item = &'a TableEvent>) -> Self {
        let mut asked = Self::default();
        events.for_each(|event| asked.add(event));
        asked
    }

    fn add(&mut self, event: &TableEvent) {
        use TableEvent as E;
        match event {
            E::ShowOffered(_)
            | E::RunItOffered(_)
            | E::ChoiceOffered(_)
            | E::RabbitAsked(_)
            | E::ShowdownOpened(_) => self.all = true,
            E::HandEnded(_) | E::HandVoided(_) => self.players = true,
            E::SatOut(SatOut { seat, .. })
            | E::SatIn(SatIn { seat, .. })
            | E::ToppedUp(ToppedUp { seat, .. })
            | E::StackChanged(StackChanged { seat, .. })
            | E::TimeCharged(TimeCharged { seat, .. }) => self.seats.insert(SeatNo(*seat)),
            _ => {}
        }
    }

    /// Returns `true` if a viewer with this seat, or with none, may have to answer.
    fn asks(&self, seat: Option<SeatNo>) -> bool {
        self.all || seat.is_some_and(|seat| self.players || self.seats.contains(seat))
    }
}
