//! Who enters, and who withdraws.

use super::{Phase, Step};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::refusal::Refusal;
use cardroom_rules::{EntryNo, PlayerId};

impl Step<'_> {
    pub(super) fn enter(&mut self, player: PlayerId, _of_age: bool) -> Result<(), Refusal> {
        let director = &*self.director;
        match director.state.phase {
            Phase::Over | Phase::Cancelled => return Err(Refusal::Over),
            Phase::Running if director.state.entry_closed => return Err(Refusal::EntryClosed),
            Phase::Registering | Phase::Running => {}
        }
        if director.entry_count() >= director.setup.structure.entry.max_entrants {
            return Err(Refusal::Full);
        }
        if let Some(last) = director.entry_of(player).and_then(|last| director.entry(last)) {
            if last.whereabouts.is_in() {
                return Err(Refusal::AlreadyEntered);
            }
            let before = director.entries_of(player);
            if before > director.setup.structure.entry.re_entries {
                return Err(Refusal::NoFurtherEntry);
            }
        }
        let next = u32::try_from(director.state.entries.len()).unwrap_or(u32::MAX);
        let entry = EntryNo(next.checked_add(1).ok_or(Refusal::Full)?);
        let stack = director.setup.structure.entry.starting_stack;
        self.emit(Event::Entered { entry, player, at: self.now, stack });
        Ok(())
    }

    pub(super) fn withdraw(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let director = &*self.director;
        match director.state.phase {
            Phase::Registering => {}
            Phase::Running => return Err(Refusal::HasBegun),
            Phase::Over | Phase::Cancelled => return Err(Refusal::Over),
        }
        let entry = director.entry_of(player).ok_or(Refusal::NotEntered)?;
        let registered = |entry| {
            let entry = director.entry(entry);
            entry.is_some_and(|entry| entry.whereabouts == Whereabouts::Registered)
        };
        if !registered(entry) {
            return Err(Refusal::NotEntered);
        }
        self.emit(Event::Withdrawn { entry });
        Ok(())
    }

    pub(super) fn cancel(&mut self, reason: String) -> Result<(), Refusal> {
        match self.director.state.phase {
            Phase::Registering => {}
            Phase::Running => return Err(Refusal::HasBegun),
            Phase::Over | Phase::Cancelled => return Err(Refusal::Over),
        }
        self.emit(Event::Cancelled { reason });
        Ok(())
    }
}

impl super::Director {
    /// How many entries of a player were played.
    fn entries_of(&self, player: PlayerId) -> u32 {
        let own = self.state.entries.iter().filter(|entry| entry.player == player);
        let played = own.filter(|entry| entry.whereabouts != Whereabouts::Withdrawn);
        u32::try_from(played.count()).unwrap_or(u32::MAX)
    }
}
