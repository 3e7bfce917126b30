//! Who is away for long, who leaves for good, and who comes back.

use super::{Director, Phase, Step};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::report::HandFinished;
use cardroom_rules::rulebook::{AbsenceEffect, PlayerQuits};
use cardroom_rules::{EntryNo, Millis, PlayerId};

/// A gap in time up to this long is nobody's loss.
const LONGEST_UNNOTICED_GAP: Millis = Millis(2_000);

impl Director {
    /// When something follows from the longest absence: once it has lasted longer than the book
    /// says.
    pub(super) fn long_absence_due(&self) -> Option<Millis> {
        let (effect, after) = self.long_absence();
        let longest = match effect {
            AbsenceEffect::BlindOut => None,
            AbsenceEffect::FloorMayPickUp | AbsenceEffect::Eliminate => {
                self.state.absences.longest()
            }
        };
        longest.map(|(_, since)| since + after + Millis(1))
    }

    /// When somebody is to be warned.
    pub(super) fn absence_warning_due(&self) -> Option<Millis> {
        let after = self.absence_warning()?;
        self.state.absences.longest_unwarned().map(|(_, since)| since + after)
    }

    /// Whether the floor may pick up the chips of a player who is away for longer than the book
    /// says (TFPL and Spotlight 2b-15), has left for good, or is away under a book that leaves it
    /// to the floor whether the player will return (TNPL B7).
    #[must_use]
    pub fn may_be_picked_up(&self, entry: EntryNo) -> bool {
        let (effect, after) = self.long_absence();
        let away = self.state.absences.since(entry);
        let long = away.is_some_and(|since| self.state.now > since + after);
        let allowed = effect == AbsenceEffect::FloorMayPickUp && long;
        let certain = away.is_some() && self.quitting() == PlayerQuits::RemovedIfCertain;
        allowed || certain || self.state.quit.contains(&entry)
    }

    /// An entry of a player that is in the tournament.
    pub(super) fn entry_in(&self, player: PlayerId) -> Result<EntryNo, Refusal> {
        let entry = self.entry_of(player).ok_or(Refusal::NotEntered)?;
        self.is_in(entry)?;
        Ok(entry)
    }

    pub(super) fn is_seated(&self, entry: EntryNo) -> bool {
        let known = self.entry(entry).map(|known| known.whereabouts);
        matches!(known, Some(Whereabouts::Seated { .. }))
    }

    pub(super) fn is_in(&self, entry: EntryNo) -> Result<(), Refusal> {
        let known = self.entry(entry).filter(|known| known.whereabouts.is_in());
        known.map(|_| ()).ok_or(Refusal::NotIn(entry))
    }
}

impl Step<'_> {
    /// A hand tells who was there for it and who was not.
    pub(super) fn note_absences(&mut self, players: &[EntryNo], report: &HandFinished) {
        let Some(table) = self.director.table(report.table) else { return };
        let since = table.dealt_at;
        for (entry, player) in players.iter().copied().zip(&report.players) {
            let known = self.director.state.absences.since(entry).is_some();
            match (player.absent, known) {
                (true, false) => self.emit(Event::AbsenceBegan { entry, since }),
                (false, true) => self.emit(Event::AbsenceEnded { entry }),
                _ => {}
            }
        }
    }

    /// What the book has for those who are away for too long.
    pub(super) fn see_to_long_absences(&mut self) {
        while self.director.state.paused.is_none()
            && self.director.absence_warning_due().is_some_and(|due| self.now >= due)
        {
            let Some((entry, since)) = self.director.state.absences.longest_unwarned() else {
                break;
            };
            self.emit(Event::AbsenceWarned { entry, since });
        }
        while self.director.state.paused.is_none()
            && self.director.long_absence_due().is_some_and(|due| self.now >= due)
        {
            let Some((entry, since)) = self.director.state.absences.longest() else { return };
            match self.director.long_absence().0 {
                AbsenceEffect::BlindOut => return,
                AbsenceEffect::FloorMayPickUp => self.emit(Event::LongAbsence { entry, since }),
                AbsenceEffect::Eliminate => self.remove_when_due(entry, Removal::Absent),
            }
        }
    }

    pub(super) fn quit(&mut self, player: PlayerId) -> Result<(), Refusal> {
        match self.director.state.phase {
            Phase::Registering => return self.withdraw(player),
            Phase::Running => {}
            Phase::Over | Phase::Cancelled => return Err(Refusal::Over),
        }
        let entry = self.director.entry_in(player)?;
        if self.director.state.held.get(entry).is_some() {
            self.emit(Event::RebuyDeclined { entry });
            return Ok(());
        }
        if !self.director.state.quit.contains(&entry) {
            self.emit(Event::Quit { entry });
        }
        if self.director.quitting() == PlayerQuits::Removed {
            self.remove_when_due(entry, Removal::Quit);
        }
        Ok(())
    }

    /// Somebody gives the chips up for a new entry: they leave play (TDA 8-B).
    pub(super) fn give_up(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let director = &*self.director;
        director.must_run()?;
        let entry = director.entry_in(player)?;
        if !director.setup.rulebook.entry.forfeit_to_re_enter || !director.is_open() {
            return Err(Refusal::NotNow("Chips cannot be given up for a new entry now."));
        }
        let played = director.entry(entry).map_or(0, |known| known.re_entries);
        if played >= director.setup.structure.entry.re_entries {
            return Err(Refusal::NoFurtherEntry);
        }
        self.remove_when_due(entry, Removal::GaveUp);
        Ok(())
    }

    pub(super) fn back(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let entry = self.director.entry_in(player)?;
        if self.director.state.absences.since(entry).is_some() {
            self.emit(Event::AbsenceEnded { entry });
        }
        Ok(())
    }

    /// Somebody is taken out as soon as no hand is played at the table.
    pub(super) fn remove_when_due(&mut self, entry: EntryNo, why: Removal) {
        self.emit(Event::RemovalDue { entry, why });
        match self.director.entry(entry).map(|known| known.whereabouts) {
            Some(Whereabouts::Seated { table, .. }) => {
                if self.director.state.held.get(entry).is_some() {
                    self.emit(Event::RebuyDeclined { entry });
                }
                self.attention.insert(table);
            }
            Some(Whereabouts::Waiting | Whereabouts::Through) => self.take_out(entry, why),
            _ => {}
        }
    }
}

impl Step<'_> {
    /// The process has just started again: every table that waits for something gets it. The time
    /// that it was down does not count.
    pub(super) fn recover(&mut self) {
        let down = self.now.since(self.director.state.now);
        let running = self.director.state.phase == Phase::Running;
        if running && self.director.state.paused.is_none() && down > LONGEST_UNNOTICED_GAP {
            self.emit(Event::Resumed { later: down });
        }
        self.attend_to_all();
    }
}
