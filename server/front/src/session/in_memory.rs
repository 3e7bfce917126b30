//! A client without a socket. A program that opens a room in its own process serves its players
//! through these: the simulator, and measurements of a room without sockets.

use super::client::Client;
use cardroom_protocol::Encoding;
use cardroom_room::clock::Clock;
use cardroom_room::outbox::{Ending, Outbox};
use cardroom_room::room::Room;
use cardroom_rules::Millis;
use std::future::{Future as _, poll_fn};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::time::Sleep;

/// A client of the room that is served in memory. Frames of its player go in with
/// [`take`](Self::take), and frames for its player come out of [`outbox`](Self::outbox).
#[derive(Debug)]
pub struct InMemory {
    client: Client,
    outbox: Arc<Outbox>,
    clock: Clock,
    alarm: Pin<Box<Sleep>>,
}

impl InMemory {
    /// Connects a client. If more than `unread` bytes wait for its player, the room ends the
    /// connection.
    #[must_use]
    pub fn connect(room: &Arc<Room>, encoding: Encoding, unread: usize, address: IpAddr) -> Self {
        let outbox = Arc::new(Outbox::recording_at_most(encoding, unread));
        let client = Client::new(Arc::clone(room), Arc::clone(&outbox), address);
        Self::with(room, client, outbox)
    }

    /// Connects a client for one request over HTTP, in JSON. It takes no seat of its account.
    pub(crate) fn visit(room: &Arc<Room>, unread: usize, address: IpAddr) -> Self {
        let outbox = Arc::new(Outbox::recording_at_most(Encoding::Json, unread));
        let client = Client::visiting(Arc::clone(room), Arc::clone(&outbox), address);
        Self::with(room, client, outbox)
    }

    fn with(room: &Arc<Room>, client: Client, outbox: Arc<Outbox>) -> Self {
        client.enter();
        let clock = room.clock.clone();
        let alarm = Box::pin(tokio::time::sleep_until(clock.instant(client.deadline())));
        Self { client, outbox, clock, alarm }
    }

    /// Handles the payload of a frame that arrived at `now`.
    pub fn take(&mut self, now: Millis, payload: &[u8]) {
        self.client.take(now, payload);
    }

    /// Returns the clock of the room.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    #[must_use]
    pub fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Returns how the room ended the connection, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.outbox.ending()
    }

    /// Serves the client until `source` has something, and returns that.
    pub async fn serve<T>(&mut self, mut source: impl FnMut(&mut Context<'_>) -> Poll<T>) -> T {
        poll_fn(|cx| {
            loop {
                let is_drained = self.outbox.pending() == 0;
                if self.client.poll_work(is_drained, cx).is_ready() {
                    continue;
                }
                if let Poll::Ready(found) = source(cx) {
                    return Poll::Ready(found);
                }
                // A connection that has ended has no deadline any more.
                if self.ending().is_some() || self.alarm.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                self.ring();
            }
        })
        .await
    }

    /// Disconnects the client, and deregisters it everywhere.
    pub async fn leave(mut self) {
        self.client.leave().await;
    }

    /// Handles an alarm. Every message moves the deadline, and the alarm follows only here.
    fn ring(&mut self) {
        if self.client.deadline() <= self.clock.now() {
            self.client.tick();
        }
        self.alarm.as_mut().reset(self.clock.instant(self.client.deadline()));
    }
}
