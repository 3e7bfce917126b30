//! The host's desk at a private table: its terms, the people at it, and who hosts it.

use super::{TableTerms, Term};
use crate::ids::{Chips, RequestId, TableId};
use serde::{Deserialize, Serialize};

/// Changes the terms of an open private table. They apply from the next hand. Only the host may.
/// Answered by [`Done`](crate::server::Done) once they are stored, or by
/// [`TermsRefused`](super::TermsRefused).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeTable {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// All terms of the table, changed or not. The number of seats may not shrink.
    pub terms: TableTerms,
}

/// Makes a player who sits at a private table its host. Only the host may, and if the host has been
/// gone for ten minutes, the player who has been there longest. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Name of the new host, as the table shows it. Absent if the sender follows an absent host.
    pub to: Option<String>,
}

/// The terms of a private table. Sent with each full view of it, and again when they change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTerms {
    /// Id of the table.
    pub table: TableId,
    /// The terms as the host last changed them.
    pub terms: TableTerms,
    /// Whether they wait for the end of the hand in progress.
    pub waits: bool,
}

/// A command of the host about the people at a private table. The first two announce a request
/// that was carried out, and cannot be sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostOrder {
    /// These terms have changed: see [`ChangeTable`].
    ChangeTerms(Vec<Term>),
    /// This player hosts the table from now on: see [`HandOver`].
    HandOver(String),
    /// Sets a player's stack between two hands. The ledger notes the difference as chips that the
    /// host gave or took. Zero leaves the player without chips.
    SetStack(SeatChips),
    /// Lets a player leave when the hand in progress is over. A removed player needs the host's
    /// approval to come back.
    Remove(SeatedPlayer),
    /// Deals a player out from the next hand, until the player is back.
    SitOut(SeatedPlayer),
    /// Approves a buy-in that waits: see [`BuyInAsked`].
    Admit(BuyInAnswer),
    /// Declines a buy-in that waits.
    Decline(BuyInAnswer),
    /// Draws new seats for all players, between two hands. Each order of the players in the seats
    /// that are taken is equally likely. A full view with the new seats follows, and the button of
    /// the next hand is drawn.
    ShuffleSeats,
}

/// A player in a seat. The name guards against a seat that has changed hands since the host looked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatedPlayer {
    /// Seat of the player.
    pub seat: u8,
    /// Name of the player.
    pub player: String,
}

/// A player in a seat, and a number of chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatChips {
    /// Seat of the player.
    pub seat: u8,
    /// Name of the player.
    pub player: String,
    /// Number of chips.
    pub chips: Chips,
}

/// The host's answer to a buy-in that waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuyInAnswer {
    /// Number of the buy-in, from [`BuyInAsked`].
    pub ask: u32,
    /// Name of the player, for the log of the table.
    pub player: String,
    /// Number of chips, for the log of the table.
    pub amount: Chips,
}

/// A player asks for a seat or for more chips, and waits for the host's approval. Sent to the host,
/// with each full view again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyInAsked {
    /// Id of the table.
    pub table: TableId,
    /// Number of the buy-in, for the host's answer.
    pub ask: u32,
    /// Name of the player.
    pub player: String,
    /// The seat asked for. Absent if any seat will do, and for a player who has one.
    pub seat: Option<u8>,
    /// Number of chips.
    pub amount: Chips,
    /// Whether the player sits at the table already.
    pub top_up: bool,
}

/// A buy-in does not wait for the host any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyInSettled {
    /// Id of the table.
    pub table: TableId,
    /// Number of the buy-in.
    pub ask: u32,
}

/// A request for a seat or for chips waits for the host's approval. Its answer follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyInWaits {
    /// Id of the request that waits.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}
