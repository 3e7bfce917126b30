//! Players who are away, punished, silenced or banned.

use crate::absence::Absences;
use crate::penalties::Penalties;
use cardroom_rules::{Appended, EntryNo, PlayerId};
use std::collections::BTreeSet;

/// Attendance and conduct of the players.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Discipline {
    pub(super) absences: Absences,
    pub(super) penalties: Penalties,
    /// Players who left for good; their chips are blinded out.
    pub(super) quit: BTreeSet<EntryNo>,
    pub(super) muted: BTreeSet<EntryNo>,
    pub(super) banned: BTreeSet<PlayerId>,
    /// Entries that were present in a hand.
    pub(super) sat: Appended<BTreeSet<EntryNo>>,
    pub(super) disqualified: Appended<BTreeSet<EntryNo>>,
}

impl Discipline {
    #[must_use]
    pub fn absences(&self) -> &Absences {
        &self.absences
    }

    /// Returns hands to miss and warnings.
    #[must_use]
    pub fn penalties(&self) -> &Penalties {
        &self.penalties
    }

    /// Returns `true` if a player may not chat.
    #[must_use]
    pub fn is_muted(&self, entry: EntryNo) -> bool {
        self.muted.contains(&entry)
    }

    /// Returns `true` if a player has left for good.
    #[must_use]
    pub fn has_quit(&self, entry: EntryNo) -> bool {
        self.quit.contains(&entry)
    }

    #[must_use]
    pub fn is_banned(&self, player: PlayerId) -> bool {
        self.banned.contains(&player)
    }

    /// Returns `true` if an entry was ever present in a hand.
    #[must_use]
    pub fn has_sat(&self, entry: EntryNo) -> bool {
        self.sat.contains(&entry)
    }

    #[must_use]
    pub fn is_disqualified(&self, entry: EntryNo) -> bool {
        self.disqualified.contains(&entry)
    }

    pub(crate) fn absences_mut(&mut self) -> &mut Absences {
        &mut self.absences
    }

    pub(crate) fn penalties_mut(&mut self) -> &mut Penalties {
        &mut self.penalties
    }

    /// Records that a player has left for good.
    pub(crate) fn quit(&mut self, entry: EntryNo) {
        self.quit.insert(entry);
    }

    pub(crate) fn mute(&mut self, entry: EntryNo, muted: bool) {
        if muted {
            self.muted.insert(entry);
        } else {
            self.muted.remove(&entry);
        }
    }

    pub(crate) fn sit(&mut self, entries: &[EntryNo]) {
        self.sat.0.extend(entries);
    }

    /// Records a disqualification, which also bans the player.
    pub(crate) fn disqualify(&mut self, entry: EntryNo, player: PlayerId) {
        self.disqualified.0.insert(entry);
        self.ban(player);
    }

    pub(crate) fn ban(&mut self, player: PlayerId) {
        self.banned.insert(player);
    }

    pub(crate) fn lift_ban(&mut self, player: PlayerId) {
        self.banned.remove(&player);
    }

    /// Forgets the absence and the penalty of a player who is out.
    pub(crate) fn forget(&mut self, entry: EntryNo) {
        self.absences.end(entry);
        self.penalties.set(entry, 0);
    }
}
