//! The chips that survivors of a first day carry to the next day.

use super::{After, DirectorCore, Outputs};
use crate::announced::FirstDays;
use cardroom_record::ids::{AccountId, TournamentId};
use cardroom_rules::{Cents, Chips, Millis, PlayerId};
use cardroom_tournament::{Input, Phase};

/// The chips and the pool that a first day passes on to the next day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bags {
    pub tournament: TournamentId,
    /// The id of the next day's structure.
    pub next_day: String,
    pub entries: u32,
    /// The amount they paid into the prize pool.
    pub pool: Cents,
    /// The survivors and their chips.
    pub stacks: Vec<(PlayerId, Chips)>,
}

impl DirectorCore {
    /// Returns the first days whose survivors play here, if it continues any.
    #[must_use]
    pub fn first_days(&self) -> Option<&FirstDays> {
        self.announcement.first_days.as_ref()
    }

    /// Returns the chips and the pool that a completed first day passes on; `None` if no
    /// next day is due.
    #[must_use]
    pub fn bags(&self) -> Option<Bags> {
        let next_day = self.announcement.setup.structure.next_day.clone()?;
        self.director.keeps_bags().then(|| Bags {
            tournament: self.id,
            next_day,
            entries: self.director.entry_count(),
            pool: self.director.paid_in(),
            stacks: self.director.carried_over().collect(),
        })
    }

    /// Returns the chips of a first day's survivor that wait for the next day.
    pub(super) fn bag_of(&self, account: AccountId) -> Option<Chips> {
        let waits =
            self.announcement.setup.structure.next_day.is_some() && self.director.keeps_bags();
        let mut bags = self.director.carried_over().filter(|_| waits);
        bags.find(|(player, _)| player.0 == account.0).map(|(_, chips)| chips)
    }

    /// Enters all survivors of the first days. Repeating this has no effect.
    pub(super) fn carry_over(&mut self, now: Millis, seed: u64, outputs: &mut Outputs) {
        let Some(days) = self.announcement.first_days.clone() else { return };
        if self.director.phase() != Phase::Registering {
            return;
        }
        if let Err(error) = self.step(now, seed, Input::CarryAllOver { bags: days.bags }, outputs) {
            outputs.after.push(After::NotCarriedOver(error));
        }
    }
}
