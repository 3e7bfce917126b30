//! Decides who gets a notice: of what, on which subscriptions, and until when it is worth sending.

use serde::Serialize;
use std::fmt;

/// A notice with less time left is not sent: it would arrive too late.
const LEAST_LEFT_MS: u64 = 3_000;

/// The subject of a notice. Each kind can be turned off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It is the player's turn at a table.
    Turn,
    /// A private table deals its first hand.
    TableBegins,
    /// A seat is held for a player on the waiting list.
    SeatFree,
    /// A tournament that the player entered begins.
    TournamentBegins,
}

impl Kind {
    pub const ALL: [Self; 4] =
        [Self::Turn, Self::TableBegins, Self::SeatFree, Self::TournamentBegins];
}

/// A set of kinds, as the store keeps it: one bit for each, in the order of [`Kind::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Kinds(pub u8);

impl Kinds {
    #[must_use]
    pub fn has(self, kind: Kind) -> bool {
        self.0 & Self::bit(kind) != 0
    }

    #[must_use]
    pub fn with(self, kind: Kind) -> Self {
        Self(self.0 | Self::bit(kind))
    }

    fn bit(kind: Kind) -> u8 {
        1 << (kind as u8)
    }
}

/// Something that a player should hear of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    pub account: u64,
    pub kind: Kind,
    /// The id of the table or the tournament.
    pub id: u64,
    pub name: String,
    /// When the notice is worth nothing any more, in milliseconds since 1970.
    pub until_ms: u64,
}

/// A browser that accepts notices of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    pub endpoint: String,
    /// The browser's public key, an uncompressed point.
    pub public_key: Vec<u8>,
    /// The secret that authenticates the room to the browser.
    pub auth: [u8; 16],
    /// The language of the page.
    pub language: String,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Anyone who knows the rest can send notices to the browser.
        f.debug_struct("Subscription").field("language", &self.language).finish_non_exhaustive()
    }
}

/// A notice on its way to one subscription.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    pub account: u64,
    pub subscription: Subscription,
    /// The text for the service worker.
    pub payload: String,
    pub until_ms: u64,
    /// How often it was tried.
    pub attempts: u32,
}

/// The text of a notice, as a service worker reads it. The worker words it itself.
#[derive(Serialize)]
struct Payload<'a> {
    kind: Kind,
    id: u64,
    name: &'a str,
    language: &'a str,
}

/// Returns the deliveries that follow from a notice: one for each subscription of its account. There
/// are none if the player sees the page anyway, has turned the kind off, or if it is too late.
#[must_use]
pub fn plan(
    now_ms: u64,
    notice: &Notice,
    is_visible: bool,
    off: Kinds,
    subscriptions: &[Subscription],
) -> Vec<Delivery> {
    let left = notice.until_ms.saturating_sub(now_ms);
    if is_visible || off.has(notice.kind) || left < LEAST_LEFT_MS {
        return Vec::new();
    }
    let delivery = |subscription: &Subscription| {
        let Notice { kind, id, name, .. } = notice;
        let payload = Payload { kind: *kind, id: *id, name, language: &subscription.language };
        Delivery {
            account: notice.account,
            subscription: subscription.clone(),
            payload: serde_json::to_string(&payload).unwrap_or_default(),
            until_ms: notice.until_ms,
            attempts: 0,
        }
    };
    subscriptions.iter().map(delivery).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn subscription(endpoint: &str) -> Subscription {
        Subscription {
            endpoint: endpoint.to_owned(),
            public_key: vec![4; 65],
            auth: [7; 16],
            language: "de".to_owned(),
        }
    }

    fn turn() -> Notice {
        let name = "Friday \"late\"".to_owned();
        Notice { account: 5, kind: Kind::Turn, id: 7, name, until_ms: 30_000 }
    }

    #[test]
    fn every_browser_of_a_player_who_is_away_gets_the_notice_in_its_language() {
        let both = [subscription("https://a.example/1"), subscription("https://b.example/2")];
        let planned = plan(0, &turn(), false, Kinds::default(), &both);
        let to: Vec<&str> = planned.iter().map(|one| &*one.subscription.endpoint).collect();
        assert_eq!(to, ["https://a.example/1", "https://b.example/2"]);
        assert_eq!(
            planned[0].payload,
            r#"{"kind":"turn","id":7,"name":"Friday \"late\"","language":"de"}"#
        );
        assert_eq!((planned[0].account, planned[0].until_ms), (5, 30_000));
    }

    #[test]
    fn a_player_who_sees_the_page_or_turned_the_kind_off_gets_none() {
        let one = [subscription("https://a.example/1")];
        assert!(plan(0, &turn(), true, Kinds::default(), &one).is_empty());
        for kind in Kind::ALL {
            let off = Kinds::default().with(kind);
            let planned = plan(0, &Notice { kind, ..turn() }, false, off, &one);
            assert!(planned.is_empty(), "{kind:?}");
            let others = Kinds(!off.0);
            let planned = plan(0, &Notice { kind, ..turn() }, false, others, &one);
            assert_eq!(planned.len(), 1, "{kind:?}");
        }
        assert!(plan(0, &turn(), false, Kinds::default(), &[]).is_empty());
    }

    #[test]
    fn a_notice_that_would_come_too_late_is_not_sent() {
        let one = [subscription("https://a.example/1")];
        assert_eq!(plan(27_000, &turn(), false, Kinds::default(), &one).len(), 1);
        assert!(plan(27_001, &turn(), false, Kinds::default(), &one).is_empty());
        assert!(plan(99_000, &turn(), false, Kinds::default(), &one).is_empty());
    }

    #[test]
    fn nothing_of_a_subscription_is_logged() {
        let shown = format!("{:?}", subscription("https://secret.example/"));
        assert!(!shown.contains("secret"), "{shown}");
    }
}
