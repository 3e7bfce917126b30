//! What a swarm counts, shared by all its bots.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Sub};
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What a swarm counts, shared by all its bots.
        #[derive(Debug, Default)]
        pub struct Counters {
            $($(#[$doc])* pub $name: Counter,)*
        }

        /// The counters at one moment, or between two.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub struct Totals {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counters {
            /// The counters now.
            #[must_use]
            pub fn totals(&self) -> Totals {
                Totals { $($name: self.$name.get(),)* }
            }
        }

        impl Add for Totals {
            type Output = Self;

            /// What two swarms counted together.
            fn add(self, other: Self) -> Self {
                Self { $($name: self.$name + other.$name,)* }
            }
        }

        impl Sub for Totals {
            type Output = Self;

            /// What happened between two moments.
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
    /// Connections that were lost and opened again.
    reconnects,
    /// Connections lost.
    disconnects,
    /// Logins.
    logins,
    /// Seats taken.
    sits,
    /// Hands a bot was dealt into that ended: a hand of six bots counts six times.
    hands_played,
    /// Hands that ended, each counted once by the bot that was dealt in first.
    hands,
    /// Steps taken.
    steps,
    /// Actions sent, repeats not included.
    actions,
    /// Actions the server accepted.
    actions_accepted,
    /// Actions that came too late: the turn was over.
    actions_late,
    /// Actions the server refused for another reason.
    actions_refused,
    /// Turns in which the room acted because the time was up.
    timeouts,
    /// Answers of a brain that were not legal and not sent.
    illegal_choices,
    /// Requests, other than actions, that were refused.
    requests_refused,
    /// Chips bought at the table.
    top_ups,
    /// Grants of play chips.
    refills,
    /// Entries made in tournaments, late ones and re-entries included.
    entries,
    /// First entries made after the start.
    late_entries,
    /// Entries that are over.
    entries_over,
    /// Seats left for another one of the same tournament.
    moves,
    /// Hands of tournaments that a bot with a seat and chips was not dealt into, but for those that
    /// a newcomer may have to wait.
    hands_not_dealt,
    /// Big blinds a bot had in two hands running, without seats having been drawn between them.
    big_blinds_twice,
    /// Connections cut on purpose.
    drops,
    /// Tables observed again after a gap or a misfit.
    resyncs,
    /// Frames that do not decode, steps that do not fit, legal actions refused twice.
    protocol_errors,
    /// Frames received.
    frames_received,
    /// Bytes of these frames as they travel, WebSocket headers included.
    bytes_received,
    /// Frames sent.
    frames_sent,
    /// Bytes of these frames as they travel, WebSocket headers included.
    bytes_sent,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts one.
    pub fn count(&self) {
        self.add(1);
    }

    /// Counts some.
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// How many so far.
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
            self.hands,
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
