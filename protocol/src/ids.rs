//! Identifiers and amounts on the wire: small types around one number or one string.
//!
//! Every integer here is at most [`MAX_SAFE`], so that a JavaScript client reads it exactly.
//! Encoding a larger one is an error, never a silent loss.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use std::fmt;

/// The largest integer on the wire: 2^53 − 1, the largest that a JSON client represents exactly.
pub const MAX_SAFE: u64 = (1 << 53) - 1;

/// The encoding of a bare `u64` field, for `#[serde(with)]`.
pub(crate) mod safe_u64 {
    use super::{Deserialize, Deserializer, MAX_SAFE, Serializer, de, ser};

    // serde passes fields by reference.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(crate) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if *value > MAX_SAFE {
            return Err(ser::Error::custom(format_args!("{value} is above 2^53 - 1")));
        }
        serializer.serialize_u64(*value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let value = u64::deserialize(deserializer)?;
        if value > MAX_SAFE {
            return Err(de::Error::custom(format_args!("{value} is above 2^53 - 1")));
        }
        Ok(value)
    }
}

macro_rules! safe_integer {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        pub struct $name(pub u64);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                safe_u64::serialize(&self.0, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                safe_u64::deserialize(deserializer).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<u64> for $name {
            fn from(value: u64) -> Self {
                Self(value)
            }
        }
    )*};
}

safe_integer! {
    /// An amount of chips.
    Chips;
    /// A table of the room.
    TableId;
    /// The number of a hand at its table, from 1.
    HandNo;
    /// The sequence number of a table's step, one higher than that of the previous step.
    Seq;
    /// A token for one decision at one table. An action carries the token of the decision that it
    /// answers. The server refuses any other token.
    TurnToken;
    /// A number that the client chooses for each action, so that an action sent twice counts once.
    /// It is larger than every action id the client used before at the table.
    ActionId;
    /// The number of a ticket at its table, from 1.
    TicketNo;
    /// A tournament of the room.
    TournamentId;
    /// One entry of a player in a tournament, from 1 in the order of registration. A
    /// re-entry has another number.
    EntryId;
    /// A proposed deal in one tournament.
    DealId;
    /// An API token among those of its account. It is not a secret.
    ApiTokenId;
    /// An amount of money, as wallets hold it and tournaments cost and pay it. Never
    /// chips of a tournament.
    Money;
    /// Points of a league, in hundredths: 1250 means 12.50.
    Points;
    /// A date in milliseconds since 1970, by the server's clock.
    TimeMs;
    /// The number of a question to a program that speaks lines, from 1. The answer repeats it.
    AskId;
}

/// A number that the client chooses for each request, repeated in the answer. A client that does
/// not need it can send 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct RequestId(pub u32);

/// A password or token. It travels as a string, and never appears in `Debug` output or in an error.
#[derive(Clone, PartialEq, Eq, Default, Serialize)]
pub struct Secret(pub String);

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The decoder's own error would quote what stands in the string's place.
        String::deserialize(deserializer)
            .map(Self)
            .map_err(|_| de::Error::custom("a password or token is a string"))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}
