//! The counters of a swarm, shared by all its bots.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Sub};
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The counters of a swarm, shared by all its bots.
        #[derive(Debug, Default)]
        pub struct Counters {
            $($(#[$doc])* pub $name: Counter,)*
        }

        /// The values of the counters at one moment, or the difference between two moments.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub struct Totals {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counters {
            /// Returns the current values.
            #[must_use]
            pub fn totals(&self) -> Totals {
                Totals { $($name: self.$name.get(),)* }
            }
        }

        impl Add for Totals {
            type Output = Self;

            /// Adds the counts of two swarms.
            fn add(self, other: Self) -> Self {
                Self { $($name: self.$name + other.$name,)* }
            }
        }

        impl Sub for Totals {
            type Output = Self;

            /// Returns what was counted between two moments.
            fn sub(self, before: Self) -> Self {
                Self { $($name: self.$name.saturating_sub(before.$name),)* }
            }
        }
    };
}

counters! {
    /// Connections opened, reconnects included.
    connects,
    /// Attempts to connect that failed.
    connect_failures,
    /// Lost connections that were opened again.
    reconnects,
    /// Connections that were lost, reconnected or not.
    disconnects,
    /// Logins that the server accepted.
    logins,
    /// Seats taken by bots.
    sits,
    /// Hands that ended, counted for each bot dealt in. A hand of six bots counts six times.
    hands_played,
    /// Hands that ended, each counted once, by the bot that was dealt in first. The sum over all
    /// swarms of a server counts each hand once. Hands in which a stranger was dealt in first are
    /// missing.
    hands,
    /// Hands that ended with a bot of this swarm dealt in, each counted once.
    hands_joined,
    /// Steps applied to the bots' tables.
    steps,
    /// Actions sent, without repeats.
    actions,
    /// Actions the server accepted.
    actions_accepted,
    /// Actions that arrived after the turn was over.
    actions_late,
    /// Actions the server refused for another reason.
    actions_refused,
    /// Turns in which the room acted because the time was up.
    timeouts,
    /// Choices of a brain that were illegal and not sent.
    illegal_choices,
    /// Requests that the server refused, without actions.
    requests_refused,
    /// Hands whose deals were verified.
    deals_verified,
    /// Purchases of chips at the table.
    top_ups,
    /// Grants of play chips.
    refills,
    /// Tournament entries, including late entries and re-entries.
    entries,
    /// First entries that were made after the start.
    late_entries,
    /// Tournament entries that have ended.
    entries_over,
    /// Changes to another seat of the same tournament.
    moves,
    /// Tournament hands into which a bot with a seat and chips was not dealt, without those that a
    /// newcomer may have to wait.
    hands_not_dealt,
    /// Times that a bot had the big blind in two hands in a row without a redraw
    /// of seats between them.
    big_blinds_twice,
    /// Connections cut on purpose.
    drops,
    /// Full views requested after a gap in the steps or a step that did not fit.
    resyncs,
    /// Frames that do not decode, steps that do not fit, and legal actions refused twice.
    protocol_errors,
    /// Frames received from the server.
    frames_received,
    /// Bytes of received frames on the wire, WebSocket headers included.
    bytes_received,
    /// Frames sent to the server.
    frames_sent,
    /// Bytes of sent frames on the wire, WebSocket headers included.
    bytes_sent,
}

/// A counter that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds 1 to the count.
    pub fn count(&self) {
        self.add(1);
    }

    /// Adds a number to the count.
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// Returns the current count.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "hands {} ({} bot hands), actions {} (late {}, refused {}, timed out {}), \
             connects {} (failed {}, lost {}), resyncs {}, protocol errors {}",
            self.hands_joined,
            self.hands_played,
            self.actions,
            self.actions_late,
            self.actions_refused,
            self.timeouts,
            self.connects,
            self.connect_failures,
            self.disconnects,
            self.resyncs,
            self.protocol_errors,
        )
    }
}
