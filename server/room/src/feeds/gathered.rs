//! A gathered date, and the dates of the schedule.

use super::{Desk, Wanted};
use crate::calendar::Calendar;
use crate::config::ScheduledTournament;
use crate::director::game_names;
use crate::ids::{AccountId, TournamentId};
use cardroom_calendar::{Date, dates_ahead};
use cardroom_rules::{Millis, Structure};

/// A date, and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Gathered {
    pub(super) date: Date,
    /// `None` for a date of the schedule that is not announced.
    pub(super) tournament: Option<TournamentId>,
    /// The id of the league that it counts for.
    pub(super) league: Option<String>,
    pub(super) is_private: bool,
    /// The accounts that had entered a tournament when it was canceled.
    pub(super) entrants: Vec<AccountId>,
}

impl Gathered {
    /// Returns `true` if a feed lists it. `entered` are the open tournaments of its reader.
    pub(super) fn is_wanted(&self, wanted: &Wanted, entered: &[TournamentId]) -> bool {
        match wanted {
            Wanted::Public => !self.is_private,
            Wanted::League(id) => !self.is_private && self.league.as_ref() == Some(id),
            Wanted::Tournament(id) => !self.is_private && self.tournament == Some(*id),
            Wanted::Entered { account, .. } => {
                self.tournament.is_some_and(|tournament| entered.contains(&tournament))
                    || self.entrants.contains(account)
            }
        }
    }
}

impl Desk {
    /// Returns the dates of the schedule for which no tournament is announced yet.
    pub(super) fn ahead(&self, now: Millis) -> Vec<Gathered> {
        let schedules = self.office.schedules.all();
        schedules.iter().flat_map(|schedule| self.ahead_of(&schedule.terms, now)).collect()
    }

    fn ahead_of(&self, scheduled: &ScheduledTournament, now: Millis) -> Vec<Gathered> {
        let calendar = Calendar::read(&scheduled.every, &scheduled.time_zone);
        let structure = self.office.structures.get(&scheduled.structure);
        // Both were checked before, but a structure may be gone from the configuration since.
        let (Ok(calendar), Some(structure)) = (calendar, structure) else { return Vec::new() };
        // Every date up to the last one that was announced is a tournament or over.
        let since = self.office.announced_for(&scheduled.name).max(Some(now)).unwrap_or(now);
        let mut dates = dates_ahead(now, |after| calendar.next_after(after));
        dates.retain(|date| *date > since);
        let gathered = |start| Gathered {
            date: self.venue.scheduled(&scheduled.name, self.about(structure), structure, start),
            tournament: None,
            league: scheduled.league.clone(),
            is_private: false,
            entrants: Vec::new(),
        };
        dates.into_iter().map(gathered).collect()
    }

    /// Returns the name of the game that people read.
    pub(super) fn about(&self, structure: &Structure) -> String {
        game_names(structure, &self.office.services.library).0
    }
}
