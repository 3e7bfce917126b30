//! What a tournament is opened with. While it runs, only the floor changes anything of it: the levels
//! that have not begun.

use cardroom_rules::rulebook::{BonusChips, ReEntry, Rebuys};
use cardroom_rules::{Cents, Format, Level, MAX_SEATS, Millis, Rulebook, Stage, Structure};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a tournament is opened with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// How it is played and what for.
    pub structure: Arc<Structure>,
    pub rulebook: Arc<Rulebook>,
    /// When it starts; `None` for one that starts as soon as it is full. A sit-and-go that has a
    /// time is called off then, unless it was full before.
    pub starts_at: Option<Millis>,
    /// What its first days leave to it, where it has any: those who went on are told by
    /// [`Input::CarryOver`](crate::Input::CarryOver), and nobody else enters.
    #[serde(default)]
    pub carried: Option<Carried>,
    /// Operators play in it: said to everybody, and they may rule where they play.
    pub self_run: bool,
}

/// What first days leave to the day after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Carried {
    /// How many entries they had.
    pub entries: u32,
    pub pool: Cents,
}

impl Setup {
    /// What is wrong with it, where something is.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
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

    /// What the structure offers that the book forbids.
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

    /// The levels, in order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.structure.stages.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Break(_) => None,
        })
    }

    /// Which level a stage is, from 0; of a break the one before it.
    #[must_use]
    pub fn level_of(&self, stage: u16) -> u16 {
        let stages = self.structure.stages.iter().take(usize::from(stage) + 1);
        let levels = stages.filter(|stage| matches!(stage, Stage::Level(_))).count();
        u16::try_from(levels.saturating_sub(1)).unwrap_or(u16::MAX)
    }

    /// Which stage a level is, by its number from 0.
    #[must_use]
    pub fn stage_of_level(&self, level: u16) -> Option<u16> {
        let stages = self.structure.stages.iter().enumerate();
        let levels = stages.filter(|(_, stage)| matches!(stage, Stage::Level(_)));
        let index = levels.map(|(index, _)| index).nth(usize::from(level))?;
        u16::try_from(index).ok()
    }

    /// A stage; after the last one the last one.
    pub(crate) fn stage(&self, stage: u16) -> Option<&Stage> {
        let stages = &self.structure.stages;
        stages.get(usize::from(stage)).or(stages.last())
    }

    /// What an entry costs altogether.
    #[must_use]
    pub fn price(&self) -> Cents {
        let bounty = self.structure.bounty.as_ref().map_or(Cents::ZERO, |terms| terms.amount);
        self.structure.entry.buy_in + self.structure.entry.fee + bounty
    }
}
