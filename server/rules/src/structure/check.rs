//! Checks that a structure can be played, alone and under its rulebook. Every error names the key.
//! The checks do not judge what is usual or wise.

use super::{
    AddOn, BountyKind, BountyTerms, CarriedStacks, EntryTerms, Format, Pace, PrizeTerms, Rebuy,
    ShareTable, Shares, Stage, Structure,
};
use crate::rulebook::{BonusChips, ColourUp, LateStack, LateUntil, ReEntry, Rebuys, Rulebook};
use crate::stakes::{AnteKind, Stakes};
use crate::units::{Chips, MAX_SEATS};

/// The most levels and breaks, because they go into one message.
const MOST_STAGES: usize = 150;
/// The longest level or break.
const DAY: u64 = 24 * 60 * 60;
/// The most chips or cents that every client can count (2^53 - 1).
const COUNTABLE: u64 = (1 << 53) - 1;

impl Structure {
    /// Checks the structure alone.
    ///
    /// # Errors
    /// Returns a sentence that names the key.
    pub fn validate(&self) -> Result<(), String> {
        self.validate_from(0)
    }

    /// The same for a structure of which this many levels and breaks have begun. Those are not
    /// compared with each other, and chips may have gone out of play since the start.
    ///
    /// # Errors
    /// A sentence that names the key.
    pub fn validate_from(&self, begun: usize) -> Result<(), String> {
        if !(2..=MAX_SEATS).contains(&usize::from(self.seats)) {
            return Err(format!("seats is 2 to {MAX_SEATS}"));
        }
        if self.final_table.is_some_and(|seats| !(2..=MAX_SEATS).contains(&usize::from(seats))) {
            return Err(format!("final_table is 2 to {MAX_SEATS}"));
        }
        self.check_format()?;
        self.check_cards()?;
        self.check_stages(begun)?;
        self.check_entry()?;
        if begun == 0 {
            self.check_units()?;
        }
        if let Some(terms) = &self.bounty {
            check_bounty(terms)?;
            if matches!(self.format, Format::Flight { .. }) || self.entry.qualified_only {
                return Err(
                    "bounty: bounties do not carry over to the next day. Remove them.".to_owned()
                );
            }
        }
        check_prizes(&self.prizes, &self.entry)?;
        let price = self.price().0;
        if price.checked_mul(u64::from(self.entry.max_entrants)).is_none_or(|all| all > COUNTABLE) {
            return Err("entry: the price of all entries together exceeds 2^53 - 1.".to_owned());
        }
        Ok(())
    }

    fn check_format(&self) -> Result<(), String> {
        let entry = &self.entry;
        match self.format {
            Format::Open => {}
            Format::SitAndGo if entry.min_entrants != entry.max_entrants => {
                return Err("format = \"sit_and_go\" starts when it is full: min_entrants and \
                            max_entrants are the same"
                    .to_owned());
            }
            Format::HeadsUp if self.seats != 2 => {
                return Err("format = \"heads_up\" has seats = 2".to_owned());
            }
            Format::SitAndGo | Format::HeadsUp | Format::Shootout => {}
            Format::Flight { survivors_basis_points } => {
                if !(1..10_000).contains(&survivors_basis_points) {
                    return Err("format.flight: survivors_basis_points is 1 to 9999".to_owned());
                }
                if self.next_day.is_none() {
                    return Err("format.flight needs next_day".to_owned());
                }
            }
        }
        if self.next_day.is_some() && !matches!(self.format, Format::Flight { .. }) {
            return Err("next_day belongs to format.flight".to_owned());
        }
        let comes_again = entry.re_entries > 0 || entry.rebuy.is_some() || entry.add_on.is_some();
        if self.is_closed_at_the_start() && (entry.late_levels.unwrap_or(0) > 0 || comes_again) {
            return Err("entry: nobody comes after the start in this format: no late_levels, \
                        re_entries, rebuy and add_on"
                .to_owned());
        }
        Ok(())
    }

    /// Checks that nothing is set that a tournament with real cards has no use for.
    fn check_cards(&self) -> Result<(), String> {
        if !self.has_real_cards() {
            return Ok(());
        }
        if !matches!(self.format, Format::Open | Format::SitAndGo) {
            return Err("cards = \"real\" is played with format = \"open\" or \"sit_and_go\", \
                        because the room does not see who wins a table"
                .to_owned());
        }
        if self.entry.qualified_only {
            return Err("entry.qualified_only: a tournament with cards = \"real\" has one day. \
                        Remove it."
                .to_owned());
        }
        if self.pace != Pace::default() {
            return Err("pace is the pace of hands that the room deals. Remove it, or \
                        cards = \"real\"."
                .to_owned());
        }
        Ok(())
    }

    fn check_stages(&self, begun: usize) -> Result<(), String> {
        if self.stages.len() > MOST_STAGES {
            return Err(format!("levels.rows: at most {MOST_STAGES}"));
        }
        let is_level = |stage: Option<&Stage>| matches!(stage, Some(Stage::Level(_)));
        if !is_level(self.stages.first()) || !is_level(self.stages.last()) {
            return Err("levels.rows: the first and the last is a level; the last one goes on to \
                        the end"
                .to_owned());
        }
        let mut before: Option<&Stakes> = None;
        let mut number = 0_u32;
        let mut announced: Option<Chips> = None;
        for (index, stage) in self.stages.iter().enumerate() {
            let seconds = match stage {
                Stage::Level(level) => level.seconds,
                Stage::Break(pause) => pause.seconds,
            };
            if !(1..=DAY).contains(&seconds) {
                return Err(format!(
                    "levels.rows, row {}: a level or break lasts 1 second to 1 day",
                    index + 1
                ));
            }
            match stage {
                Stage::Break(_) if matches!(self.stages.get(index + 1), Some(Stage::Break(_))) => {
                    return Err(format!("levels.rows, row {}: two breaks in a row", index + 1));
                }
                Stage::Break(pause) => announced = pause.new_unit,
                Stage::Level(level) => {
                    number += 1;
                    let wrong = |reason: String| format!("level {number}: {reason}");
                    level.stakes.validate().map_err(wrong)?;
                    if let Some(before) = before
                        && index >= begun
                    {
                        check_rise(before, &level.stakes, announced).map_err(wrong)?;
                    }
                    before = Some(&level.stakes);
                    announced = None;
                }
            }
        }
        Ok(())
    }

    fn check_entry(&self) -> Result<(), String> {
        let entry = &self.entry;
        let most = u64::from(entry.max_entrants);
        if entry.starting_stack.is_zero() {
            return Err("entry.starting_stack: an entrant starts with chips".to_owned());
        }
        if entry.starting_stack.0.checked_mul(most).is_none_or(|all| all > COUNTABLE) {
            return Err("entry.starting_stack: all chips together cannot be counted".to_owned());
        }
        if entry.min_entrants < 2 || entry.max_entrants < entry.min_entrants {
            return Err("entry: min_entrants is at least 2 and at most max_entrants".to_owned());
        }
        let levels = self.levels().count();
        if entry.late_levels.is_some_and(|late| usize::from(late) >= levels) {
            return Err("entry.late_levels: the last level goes on to the end; late entry ends \
                        before it"
                .to_owned());
        }
        if let Some(rebuy) = &entry.rebuy {
            check_rebuy(rebuy, levels)?;
        }
        if let Some(add_on) = &entry.add_on {
            self.check_add_on(add_on)?;
        }
        if entry.carried != CarriedStacks::Best && !entry.qualified_only {
            return Err("entry.carried belongs to qualified_only".to_owned());
        }
        Ok(())
    }

    fn check_add_on(&self, add_on: &AddOn) -> Result<(), String> {
        if add_on.chips.is_zero() {
            return Err("entry.add_on.chips is at least 1".to_owned());
        }
        let mut level = 0;
        let mut stages = self.stages.iter().peekable();
        while let Some(stage) = stages.next() {
            level += u16::from(matches!(stage, Stage::Level(_)));
            let ends_here = level == add_on.after_level && matches!(stage, Stage::Level(_));
            if ends_here && matches!(stages.peek(), Some(Stage::Break(_))) {
                return Ok(());
            }
        }
        Err("entry.add_on.after_level: a break follows it, in which the chips are bought"
            .to_owned())
    }

    /// Checks that sold chips are whole multiples of the smallest unit in play while they are sold.
    fn check_units(&self) -> Result<(), String> {
        let entry = &self.entry;
        let unit = self.levels().next().map_or(Chips(1), |level| level.stakes.unit);
        let bonus = entry.early_bonus.as_ref().map_or(Chips::ZERO, |bonus| bonus.chips);
        let rebuy = entry.rebuy.as_ref().map_or(Chips::ZERO, |rebuy| rebuy.chips);
        let add_on = entry.add_on.as_ref().map_or(Chips::ZERO, |add_on| add_on.chips);
        let sold = [
            ("starting_stack", entry.starting_stack),
            ("early_bonus.chips", bonus),
            ("rebuy.chips", rebuy),
            ("add_on.chips", add_on),
        ];
        match sold.iter().find(|(_, chips)| !chips.0.is_multiple_of(unit.0)) {
            Some((key, _)) => Err(format!("entry.{key} is a multiple of the unit, {unit}")),
            None => Ok(()),
        }
    }

    /// Checks that the rulebook allows the structure.
    ///
    /// # Errors
    /// Returns a sentence that names the key and the rulebook.
    pub fn check_rulebook(&self, rulebook: &Rulebook) -> Result<(), String> {
        let (entry, rule, book) = (&self.entry, &rulebook.entry, &rulebook.name);
        if (entry.rebuy.is_some() || entry.add_on.is_some()) && rule.rebuy == Rebuys::Never {
            return Err(format!("entry.rebuy, add_on: {book} does not allow rebuys or add-ons"));
        }
        if entry.re_entries > 0 && rule.re_entry == ReEntry::Never {
            return Err(format!("entry.re_entries: by {book} nobody enters again"));
        }
        if entry.early_bonus.is_some() && rule.bonus_chips != BonusChips::ForEarlyRegistration {
            return Err(format!("entry.early_bonus: by {book} nobody gets chips for coming early"));
        }
        if entry.late_deduction && rule.late_stack != LateStack::FullOrLessPerLevel {
            return Err(format!("entry.late_deduction: {book} does not leave it to the event"));
        }
        self.check_late_levels(rulebook)?;
        for (index, stage) in self.stages.iter().enumerate() {
            match stage {
                Stage::Level(level) => {
                    let kind = level.stakes.ante_kind;
                    // In games with a bring-in, the ante belongs to the game.
                    let of_the_game = !level.stakes.bring_in.is_zero();
                    if kind != AnteKind::None
                        && !of_the_game
                        && !rulebook.betting.antes.contains(&kind)
                    {
                        return Err(format!(
                            "levels.rows, row {}: {book} does not know this ante",
                            index + 1
                        ));
                    }
                }
                Stage::Break(pause) => {
                    if pause.new_unit.is_some() && rulebook.colour_up.method == ColourUp::Never {
                        return Err(format!(
                            "levels.rows, row {}: new_unit: by {book} no chips are exchanged",
                            index + 1
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn check_late_levels(&self, rulebook: &Rulebook) -> Result<(), String> {
        if self.is_closed_at_the_start() {
            return Ok(());
        }
        let (rule, book) = (&rulebook.entry, &rulebook.name);
        if rule.late_until == LateUntil::EndOfFirstBreak {
            let Some(levels) = self.levels_before_break() else {
                return Err(format!(
                    "levels.rows: by {book} one may enter until the end of the first \
                                    break, and there is no break"
                ));
            };
            return match self.entry.late_levels {
                Some(late) if late != levels => Err(format!(
                    "entry.late_levels: by {book} until the end of the first break, which is after \
                     level {levels}"
                )),
                _ => Ok(()),
            };
        }
        let late = self.late_levels(rulebook);
        if late < rule.late_levels_least {
            let least = rule.late_levels_least;
            return Err(format!("entry.late_levels: by {book} at least {least}"));
        }
        if rule.late_levels_most > 0 && late > rule.late_levels_most {
            let most = rule.late_levels_most;
            return Err(format!("entry.late_levels: by {book} at most {most}"));
        }
        Ok(())
    }
}

/// Checks that one level may follow another.
fn check_rise(before: &Stakes, stakes: &Stakes, announced: Option<Chips>) -> Result<(), String> {
    let amounts = [
        ("the small blind", before.small_blind, stakes.small_blind),
        ("the big blind", before.big_blind, stakes.big_blind),
        ("the bring-in", before.bring_in, stakes.bring_in),
        ("the unit", before.unit, stakes.unit),
    ];
    if let Some((what, ..)) = amounts.iter().find(|(_, before, now)| now < before) {
        return Err(format!("{what} falls"));
    }
    if before.ante_kind == stakes.ante_kind && stakes.ante < before.ante {
        return Err("the ante falls".to_owned());
    }
    if stakes.unit != announced.unwrap_or(before.unit) {
        return Err("the unit changes with new_unit in the break before it".to_owned());
    }
    if !stakes.unit.0.is_multiple_of(before.unit.0) {
        return Err("new_unit is a multiple of the unit before".to_owned());
    }
    Ok(())
}

fn check_rebuy(rebuy: &Rebuy, levels: usize) -> Result<(), String> {
    if rebuy.chips.is_zero() {
        return Err("entry.rebuy.chips is at least 1".to_owned());
    }
    if rebuy.until_level == 0 || usize::from(rebuy.until_level) >= levels {
        return Err("entry.rebuy.until_level is a level before the last one".to_owned());
    }
    Ok(())
}

fn check_bounty(terms: &BountyTerms) -> Result<(), String> {
    if terms.amount.is_zero() {
        return Err("bounty.amount is at least 1".to_owned());
    }
    match &terms.kind {
        BountyKind::Fixed => Ok(()),
        BountyKind::Progressive { cash_percent: 1..=100 } => Ok(()),
        BountyKind::Progressive { .. } => Err("bounty.kind: cash_percent is 1 to 100".to_owned()),
        BountyKind::Mystery { prizes } => {
            let per = prizes.iter().map(|prize| u64::from(prize.per_ten_thousand)).sum::<u64>();
            if prizes.is_empty() || prizes.iter().any(|prize| prize.weight == 0) {
                return Err("bounty.kind: each mystery prize has a weight".to_owned());
            }
            if per > 10_000 {
                return Err("bounty.kind: per_ten_thousand sums up to at most 10000".to_owned());
            }
            Ok(())
        }
    }
}

fn check_prizes(terms: &PrizeTerms, entry: &EntryTerms) -> Result<(), String> {
    match &terms.shares {
        Shares::WinnerTakesAll => Ok(()),
        Shares::Table(tables) => check_share_tables(tables, entry),
        Shares::Curve { paid_basis_points, least_percent } => {
            if !(1..=10_000).contains(paid_basis_points) {
                return Err("prizes.shares: paid_basis_points is 1 to 10000".to_owned());
            }
            let needed = u64::from(*paid_basis_points).saturating_mul(*least_percent);
            if needed > 10_000 * 100 {
                return Err("prizes.shares: least_percent for everybody paid is more than the \
                            buy-ins"
                    .to_owned());
            }
            Ok(())
        }
        Shares::Tickets { worth, .. } if worth.is_zero() => {
            Err("prizes.shares: worth is at least 1".to_owned())
        }
        Shares::Tickets { .. } => Ok(()),
    }
}

fn check_share_tables(tables: &[ShareTable], entry: &EntryTerms) -> Result<(), String> {
    let Some(first) = tables.first() else {
        return Err("prizes.shares: a table for each size of field".to_owned());
    };
    if first.from > entry.min_entrants {
        return Err("prizes.shares: the first table is for min_entrants".to_owned());
    }
    if tables.windows(2).any(|pair| pair[0].from >= pair[1].from) {
        return Err("prizes.shares: tables are in the order of from".to_owned());
    }
    for ShareTable { from, basis_points } in tables {
        let wrong = |reason: &str| Err(format!("prizes.shares, from {from}: {reason}"));
        if basis_points.iter().map(|part| u64::from(*part)).sum::<u64>() != 10_000 {
            return wrong("basis_points sum up to 10000");
        }
        if basis_points.windows(2).any(|pair| pair[0] < pair[1]) {
            return wrong("no place has more than the one before");
        }
        if u32::try_from(basis_points.len()).is_ok_and(|places| places > *from) {
            return wrong("more places than entries");
        }
    }
    Ok(())
}
