//! A hook: the address that events go to, which ones, and in which format.

use crate::{Event, EventKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most hooks of a room.
pub const MAX_HOOKS: usize = 20;

/// How events are written for a receiver.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For programs: JSON, signed by Standard Webhooks.
    #[default]
    Standard,
    /// For people, by a webhook of Discord.
    Discord,
    /// For people, by an incoming webhook of Slack.
    Slack,
}

/// A receiver of events, as an operator set it up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hook {
    pub id: u64,
    pub address: String,
    pub events: BTreeSet<EventKind>,
    /// Only events of these leagues and tournaments, if any is listed.
    pub leagues: BTreeSet<String>,
    pub tournaments: BTreeSet<u64>,
    pub format: Format,
}

impl Hook {
    /// Returns `true` if an event goes to this hook. None of a private table or tournament does.
    #[must_use]
    pub fn wants(&self, event: &Event) -> bool {
        if event.is_private || !self.events.contains(&event.subject.kind()) {
            return false;
        }
        if self.leagues.is_empty() && self.tournaments.is_empty() {
            return true;
        }
        let subject = &event.subject;
        subject.league().is_some_and(|league| self.leagues.contains(league))
            || subject.tournament().is_some_and(|it| self.tournaments.contains(&it.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{each, event};

    fn hook(leagues: &[&str], tournaments: &[u64]) -> Hook {
        Hook {
            id: 1,
            address: "https://club.example/hook".to_owned(),
            events: EventKind::ALL.iter().copied().filter(|it| it.can_be_listed()).collect(),
            leagues: leagues.iter().map(|it| (*it).to_owned()).collect(),
            tournaments: tournaments.iter().copied().collect(),
            format: Format::Standard,
        }
    }

    /// Returns the names of the events that a hook wants of one of each kind.
    fn wanted(hook: &Hook) -> Vec<&'static str> {
        let wanted = each().into_iter().filter(|subject| hook.wants(&event(subject.clone())));
        wanted.map(|subject| subject.kind().name()).collect()
    }

    #[test]
    fn a_hook_hears_of_what_it_lists() {
        assert_eq!(wanted(&hook(&[], &[])).len(), 25, "everything but a test");
        let mut few = hook(&[], &[]);
        few.events = [EventKind::Level, EventKind::HandEnded].into();
        assert_eq!(wanted(&few), ["tournament.level", "hand.ended"]);
    }

    #[test]
    fn a_hook_of_a_league_or_a_tournament_hears_of_nothing_else() {
        let of_league = wanted(&hook(&["club"], &[]));
        assert!(of_league.contains(&"league.standings") && of_league.contains(&"hand.ended"));
        assert!(
            !of_league.iter().any(|name| name.starts_with("account") || name.starts_with("room"))
        );
        let of_tournament = wanted(&hook(&[], &[7]));
        assert!(of_tournament.contains(&"ruling.made"));
        assert!(!of_tournament.contains(&"league.standings"));
        assert_eq!(wanted(&hook(&["other"], &[8])), [""; 0]);
        assert_eq!(wanted(&hook(&["other"], &[7])), of_tournament, "one of the two is enough");
    }

    #[test]
    fn nothing_private_goes_to_any_hook() {
        for subject in each() {
            let private = Event { is_private: true, ..event(subject) };
            assert!(!hook(&[], &[]).wants(&private));
            assert!(!hook(&["club"], &[7]).wants(&private));
        }
    }
}
