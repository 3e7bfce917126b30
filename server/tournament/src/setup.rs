//! The terms of a tournament. Once it is open, only the floor can change them, and only the levels
//! that have not begun.

mod book;
mod seats;

use cardroom_rules::rulebook::{BonusChips, ReEntry, Rebuys};
use cardroom_rules::{Cents, Format, Level, MAX_SEATS, Millis, Rulebook, Stage, Structure};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The terms that a tournament opens with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// Format, stages, entry and prizes.
    pub structure: Arc<Structure>,
    pub rulebook: Arc<Rulebook>,
    /// Start time. `None` starts the tournament as soon as it is full. A sit-and-go with a start
    /// time is called off then, unless it is full before.
    pub starts_at: Option<Millis>,
    /// For a later day: the entries and prize pool of its first days. The players then arrive by
    /// [`Input::CarryOver`](crate::Input::CarryOver), and no other player enters.
    #[serde(default)]
    pub carried: Option<Carried>,
    /// Operators play in it and may rule at their own tables. All players are informed of this.
    pub self_run: bool,
}

/// The totals that first days pass on to the next day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Carried {
    /// Number of entries on all first days.
    pub entries: u32,
    pub pool: Cents,
}

impl Setup {
    /// Checks that the terms are consistent.
    ///
    /// # Errors
    /// A sentence that describes the first problem found.
    pub fn validate(&self) -> Result<(), String> {
        self.rulebook.validate()?;
        let structure = &self.structure;
        if !(2..=MAX_SEATS).contains(&usize::from(structure.seats)) {
            return Err(format!("a table has 2 to {MAX_SEATS} seats"));
        }
        if structure.entry.starting_stack.is_zero() {
            return Err("an entrant starts with chips".to_owned());
        }
        if structure.entry.max_entrants < 2 {
            return Err("a tournament has room for at least two".to_owned());
        }
        if !matches!(structure.stages.last(), Some(Stage::Level(_))) {
            return Err("the last stage is a level: it goes on to the end".to_owned());
        }
        if !matches!(structure.stages.first(), Some(Stage::Level(_))) {
            return Err("the first stage is a level".to_owned());
        }
        self.validate_entry()?;
        let waits = self.starts_at.is_none();
        if waits && !matches!(structure.format, Format::SitAndGo | Format::HeadsUp) {
            return Err("only a sit-and-go or a bracket starts without a time".to_owned());
        }
        Ok(())
    }

    /// Checks that the structure offers nothing that the rulebook forbids.
    fn validate_entry(&self) -> Result<(), String> {
        let (terms, rule) = (&self.structure.entry, &self.rulebook.entry);
        let name = &self.rulebook.name;
        if terms.re_entries > 0 && rule.re_entry == ReEntry::Never {
            return Err(format!("{name} knows no re-entry"));
        }
        let bought = terms.rebuy.is_some() || terms.add_on.is_some();
        if bought && rule.rebuy == Rebuys::Never {
            return Err(format!("{name} sells no chips"));
        }
        if terms.early_bonus.is_some() && rule.bonus_chips != BonusChips::ForEarlyRegistration {
            return Err(format!("{name} gives no chips for registering early"));
        }
        Ok(())
    }

    /// Returns the levels, in order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.structure.stages.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Break(_) => None,
        })
    }

    /// Returns the index of the level of a stage, from 0. For a break it is the level before it.
    #[must_use]
    pub fn level_of(&self, stage: u16) -> u16 {
        let stages = self.structure.stages.iter().take(usize::from(stage) + 1);
        let levels = stages.filter(|stage| matches!(stage, Stage::Level(_))).count();
        u16::try_from(levels.saturating_sub(1)).unwrap_or(u16::MAX)
    }

    /// Returns the number of levels before a stage.
    #[must_use]
    pub fn levels_before(&self, stage: u16) -> u16 {
        let stages = self.structure.stages.iter().take(usize::from(stage));
        let levels = stages.filter(|stage| matches!(stage, Stage::Level(_))).count();
        u16::try_from(levels).unwrap_or(u16::MAX)
    }

    /// Returns the level with this index, from 0. An index past the end returns the last level.
    #[must_use]
    pub fn level_terms(&self, level: u16) -> Option<&Level> {
        self.levels().nth(usize::from(level)).or_else(|| self.levels().last())
    }

    /// Returns the index of the stage that holds a level. Both count from 0.
    #[must_use]
    pub fn stage_of_level(&self, level: u16) -> Option<u16> {
        let stages = self.structure.stages.iter().enumerate();
        let levels = stages.filter(|(_, stage)| matches!(stage, Stage::Level(_)));
        let index = levels.map(|(index, _)| index).nth(usize::from(level))?;
        u16::try_from(index).ok()
    }

    /// Returns a stage. An index past the end returns the last stage.
    pub(crate) fn stage(&self, stage: u16) -> Option<&Stage> {
        let stages = &self.structure.stages;
        stages.get(usize::from(stage)).or(stages.last())
    }

    /// Returns the total price of an entry: buy-in, fee and bounty.
    #[must_use]
    pub fn price(&self) -> Cents {
        let bounty = self.structure.bounty.as_ref().map_or(Cents::ZERO, |terms| terms.amount);
        self.structure.entry.buy_in + self.structure.entry.fee + bounty
    }
}
