//! Notices to players who do not see the page: Web Push (RFC 8030). The room sends them to the push
//! service of each browser that subscribed. They contain no cards.

use crate::ids::{RequestId, Secret};
use serde::{Deserialize, Serialize};

/// Asks for the room's key for subscriptions, and for the account's choice of notices. Answered by
/// [`PushOffered`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetPush {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Changes the account's notices. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetPush {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The change.
    pub change: PushChange,
}

/// A change of an account's notices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PushChange {
    /// Sends notices to this browser. An account has at most ten; the oldest goes.
    Subscribe(PushSubscription),
    /// Sends no more notices to the browser with this endpoint.
    Unsubscribe(Secret),
    /// Chooses the kinds of notice, for all browsers of the account.
    Choose(PushKinds),
}

/// A browser's subscription, as its `PushManager` makes it with the room's key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// The address at the push service, an `https://` address of at most 1,024 bytes.
    pub endpoint: Secret,
    /// The browser's public key (`p256dh`): 65 bytes in base64url, without padding.
    pub public_key: Secret,
    /// The authentication secret (`auth`): 16 bytes in base64url, without padding.
    pub auth: Secret,
    /// The language of the page, as a tag of two letters. The service worker words the notices.
    pub language: String,
}

/// The kinds of notice that a player gets. All are on at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushKinds {
    /// It is the player's turn.
    pub turn: bool,
    /// A private table where the player sits or waits deals its first hand.
    pub table_begins: bool,
    /// A seat is held for the player, who is on the waiting list.
    pub seat_free: bool,
    /// A tournament that the player entered begins.
    pub tournament_begins: bool,
}

/// Tells the server whether a person can see the client: notices are sent only to players who
/// cannot. A connection counts as visible until it says otherwise. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetVisible {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Whether the page is visible.
    pub visible: bool,
}

/// Answers [`GetPush`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushOffered {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The room's public key, to subscribe with (`applicationServerKey`): 65 bytes in base64url,
    /// without padding. Absent if the room sends no notices.
    pub key: Option<String>,
    /// The kinds of notice that the account gets.
    pub kinds: PushKinds,
    /// How many browsers get them.
    pub browsers: u8,
}
