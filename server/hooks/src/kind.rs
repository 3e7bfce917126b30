//! The names of events, as a hook lists them and a body has them.

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($kind:ident = $name:literal,)+) => {
        /// The kind of an event.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub enum EventKind {
            $(#[serde(rename = $name)] $kind,)+
        }

        impl EventKind {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// Returns the name in bodies and settings.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// Returns the kind that has a name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$kind),)+
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    TournamentAnnounced = "tournament.announced",
    RegistrationOpened = "tournament.registration_opened",
    TournamentStarted = "tournament.started",
    Level = "tournament.level",
    Break = "tournament.break",
    Paused = "tournament.paused",
    Resumed = "tournament.resumed",
    LateEntryClosed = "tournament.late_entry_closed",
    FinalTable = "tournament.final_table",
    PlayerOut = "tournament.player_out",
    Deal = "tournament.deal",
    TournamentEnded = "tournament.ended",
    TournamentCanceled = "tournament.canceled",
    ResultsCorrected = "tournament.corrected",
    Standings = "league.standings",
    RulingMade = "ruling.made",
    RulingUndone = "ruling.undone",
    AccountOpened = "account.opened",
    AccountOrder = "account.order",
    ReportFiled = "report.filed",
    Announcement = "announcement",
    HandEnded = "hand.ended",
    RoomReady = "room.ready",
    RoomDraining = "room.draining",
    RoomNotReady = "room.not_ready",
    Test = "hook.test",
}

impl EventKind {
    /// Returns `true` for an event that a hook can list. A test is sent to its hook alone.
    #[must_use]
    pub fn can_be_listed(self) -> bool {
        self != Self::Test
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_read_by_its_name_and_by_no_other() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::parse(kind.name()), Some(*kind));
            let written = serde_json::to_value(kind).unwrap();
            assert_eq!(written, kind.name());
        }
        for other in ["", "tournament", "tournament.", "Hand.Ended", "hand.ended "] {
            assert_eq!(EventKind::parse(other), None, "{other}");
        }
    }

    #[test]
    fn the_page_offers_every_event_that_a_hook_can_list() {
        let groups = include_str!("../../web/src/admin/hook-events.json");
        let groups: serde_json::Value = serde_json::from_str(groups).unwrap();
        let events =
            groups.as_array().unwrap().iter().flat_map(|it| it["events"].as_array().unwrap());
        let offered: Vec<&str> = events.map(|event| event["name"].as_str().unwrap()).collect();
        let listed = EventKind::ALL.iter().filter(|kind| kind.can_be_listed());
        let mut listed: Vec<&str> = listed.map(|kind| kind.name()).collect();
        assert!(offered.iter().all(|name| listed.contains(name)), "{offered:?}");
        listed.retain(|name| !offered.contains(name));
        assert!(listed.is_empty(), "not on the page: {listed:?}");
    }

    #[test]
    fn a_hook_can_list_everything_but_tests() {
        let listed = EventKind::ALL.iter().filter(|kind| kind.can_be_listed()).count();
        assert_eq!(listed, 25);
        assert!(!EventKind::Test.can_be_listed());
    }
}
