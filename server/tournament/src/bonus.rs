//! Bonus chips that are in no stack (TFPL 6-27). They come into play when they reach one.

use cardroom_rules::{Chips, EntryNo, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bonus chips of a tournament that are in no stack.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Bonuses {
    /// Added to the stack as soon as no hand is in progress.
    due: BTreeMap<EntryNo, Chips>,
    /// Kept by players who were out before that.
    kept: BTreeMap<PlayerId, Chips>,
}

impl Bonuses {
    pub(crate) fn is_settled(&self) -> bool {
        self.due.is_empty()
    }

    pub(crate) fn due(&self, entry: EntryNo) -> Chips {
        self.due.get(&entry).copied().unwrap_or_default()
    }

    pub(crate) fn kept(&self, player: PlayerId) -> Chips {
        self.kept.get(&player).copied().unwrap_or_default()
    }

    /// Returns the players who keep a bonus.
    pub(crate) fn all_kept(&self) -> impl Iterator<Item = (PlayerId, Chips)> + '_ {
        self.kept.iter().map(|(player, chips)| (*player, *chips))
    }

    pub(crate) fn give(&mut self, entry: EntryNo, chips: Chips) {
        *self.due.entry(entry).or_default() += chips;
    }

    /// Removes a bonus that is no longer due: it is in the stack, or its player is out.
    pub(crate) fn settle(&mut self, entry: EntryNo) {
        self.due.remove(&entry);
    }

    pub(crate) fn keep(&mut self, player: PlayerId, chips: Chips) {
        *self.kept.entry(player).or_default() += chips;
    }

    /// Removes a kept bonus that was used or lost.
    pub(crate) fn spend(&mut self, player: PlayerId) {
        self.kept.remove(&player);
    }
}
