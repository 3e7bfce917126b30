//! Late entry, and chips bought during play. Each question goes to a tournament that has reached
//! that point by its own clock.

mod stages;

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::field::Field;
use super::{Answer, Play, Refused, refused, terms};
use cardroom_rules::rulebook::{LateStack, LateUntil};
use cardroom_rules::{
    AnteKind, Cents, Chips, EarlyBonus, Library, PlayerId, Rebuy, Rulebook, SeatNo, Stage,
    Structure, TableNo,
};
use cardroom_tournament::{Clock, Command, Event, Input, Purchase};
use toml::Value;

pub(super) struct Late<'a> {
    library: &'a Library,
    rulebook: Rulebook,
    structure: Structure,
    /// The stage of the structure for each event, in the order of the events.
    stages: Vec<usize>,
    asked: usize,
    /// The chips of the last player who entered or bought some.
    stack: Option<Chips>,
    bought: Option<Bought>,
}

/// The outcome of a rebuy.
#[derive(Clone, Copy)]
struct Bought {
    charged: bool,
    cancellable: bool,
}

/// The number of entrants, unless the case gives one.
const ENTRANTS: u64 = 18;
/// The table of the player who rebuys.
const TABLE: TableNo = TableNo(1);
const LATECOMER: PlayerId = PlayerId(1_000);

impl<'a> Late<'a> {
    pub(super) fn begin(case: &Case, library: &'a Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let mut rulebook = terms::rulebook(case, &mut keys, library)?;
        let (stages, places) = stages::stages(case)?;
        let mut structure = Structure { stages, ..terms::structure(9, &[]) };
        let entry = &mut structure.entry;
        entry.late_levels = keys.within("late_levels", 0..=100)?;
        entry.starting_stack = keys.chips("starting_stack")?.unwrap_or(entry.starting_stack);
        if let Some(chips) = keys.chips("rebuy_stack")? {
            let (cost, at_most) = (Cents(1_000), entry.starting_stack);
            entry.rebuy = Some(Rebuy { cost, chips, most: 0, until_level: 1, at_most });
        }
        entry.late_deduction = keys.flag("late_deduction")?.unwrap_or(false);
        let points_places = keys.within("points_places", 0..=terms::MOST_PLACES)?;
        structure.prizes.points_places = points_places.unwrap_or(0);
        let rule = &mut rulebook.entry;
        if let Some(percent) = keys.within("penalty_percent_per_level", 0..=100)? {
            // A local rule, if the book has a deduction at all.
            structure.entry.late_deduction = true;
            if rule.late_stack != LateStack::FullOrLessPerLevel {
                return Err(Trouble::differs(
                    "a late stack that gets smaller",
                    "the book has none",
                ));
            }
            rule.late_percent_per_level = percent;
        }
        terms::fixed(
            "penalty_cap_percent",
            keys.number("penalty_cap_percent")?,
            &rule.late_percent_most,
        )?;
        terms::fixed(
            "late_levels_cleared",
            keys.small("late_levels_cleared")?,
            &rule.late_levels_arranged,
        )?;
        terms::fixed("dock_big_blinds", keys.number("dock_big_blinds")?, &rule.late_big_blinds)?;
        match keys.text("until")?.as_deref() {
            None => {}
            Some("end_of_first_break") if rule.late_until == LateUntil::EndOfFirstBreak => {}
            Some(other) => {
                return Err(Trouble::differs(
                    format!("until = {other}"),
                    format!("{:?}", rule.late_until),
                ));
            }
        }
        keys.end("table")?;
        let (asked, stack, bought) = (0, None, None);
        Ok(Self { library, rulebook, structure, stages: places, asked, stack, bought })
    }

    /// Returns a tournament with this many players that has reached this stage.
    fn field(&self, stage: usize, players: u64) -> Result<Field, Trouble> {
        let mut field = Field::new(self.structure.clone(), self.rulebook.clone(), self.library)?;
        field.begin(players)?;
        loop {
            let waits = matches!(field.director.clock(), Clock::BreakDue { .. });
            if field.stage() >= stage && !waits {
                break;
            }
            field.finish_all(&[])?;
            if !waits {
                let due = field.director.deadline();
                let due = due.ok_or_else(|| Trouble::differs("time passes", "nothing is due"))?;
                field.pass_until(due)?;
            }
        }
        Ok(field)
    }

    fn enter(&mut self, keys: &mut Keys) -> Result<Answer, Trouble> {
        for said in ["level", "bb", "bb_after_break"] {
            keys.number(said)?;
        }
        for said in ["on_break", "after_first_break"] {
            keys.flag(said)?;
        }
        let of_age = keys.flag("of_age")?.unwrap_or(true);
        let players = keys.within("remaining", 2..=terms::MOST_PLAYERS)?.unwrap_or(ENTRANTS);
        let cleared = keys.flag("cleared")?.unwrap_or(false);
        let stage = self.stages.get(self.asked).copied().unwrap_or(0);
        self.asked += 1;
        let mut field = self.field(stage, players)?;
        let before = field.director.clone();
        let answer = if cleared {
            field.order(Command::EnterPlayer(LATECOMER))?
        } else {
            field.step(Input::Enter { player: LATECOMER, of_age })?
        };
        if let Err(refusal) = answer {
            if before != field.director {
                return Err(Trouble::differs("a refusal changes nothing", "something has changed"));
            }
            return Ok(Err(refused(&refusal)));
        }
        let entry = field.director.entry_of(LATECOMER);
        self.stack = entry.and_then(|entry| field.director.entry(entry)).map(|entry| entry.stack);
        Ok(Ok(()))
    }

    /// Offers the players something that the book may not allow.
    fn offer(&self, keys: &mut Keys) -> Result<Answer, Trouble> {
        let what = Keys::require(keys.text("what")?, "what")?;
        let mut structure = self.structure.clone();
        let entry = &mut structure.entry;
        match what.as_str() {
            "re_entry" => entry.re_entries = 1,
            "rebuy" => {
                let (cost, chips) = (Cents(1_000), entry.starting_stack);
                entry.rebuy = Some(Rebuy { cost, chips, most: 1, until_level: 1, at_most: chips });
            }
            "early_bonus" => {
                entry.early_bonus = Some(EarlyBonus { chips: Chips(1_000), minutes_before: 60 });
            }
            "ante_each" | "ante_bb" | "ante_button" => {
                if let Some(Stage::Level(level)) = structure.stages.first_mut() {
                    level.stakes.ante = level.stakes.big_blind;
                    level.stakes.ante_kind = match what.as_str() {
                        "ante_each" => AnteKind::Each,
                        "ante_bb" => AnteKind::BigBlind,
                        _ => AnteKind::Button,
                    };
                }
            }
            other => return Err(Trouble::unknown("offer", other)),
        }
        let offered = Field::new(structure, self.rulebook.clone(), self.library);
        let offered = offered.and_then(|field| field.bare_table(TABLE, 9));
        Ok(match offered {
            Ok(_) => Ok(()),
            Err(Trouble::NotUnderstood(says)) => Err(Refused { code: "not_in_the_book", says }),
            Err(other) => return Err(other),
        })
    }

    /// Sets a player's stack, ends the hand, and buys a rebuy for them.
    fn rebuy(&mut self, keys: &mut Keys) -> Result<Answer, Trouble> {
        let stack = Keys::require(keys.chips("stack")?, "stack")?;
        let mut field = self.field(0, ENTRANTS)?;
        let table = TABLE;
        // The player on the button has no blind in the next hand either, and keeps all chips.
        let now = field.now;
        let mut rehearsal = field.dealt(table)?.clone();
        rehearsal.deal(now)?;
        let start = rehearsal.start_of(rehearsal.table.last_hand());
        let seat: SeatNo = Keys::require(start.map(|start| start.button), "a button")?;
        let entry = field.entry_at(table, seat)?;
        let player = PlayerId(u64::from(entry.0));
        if stack.is_zero() {
            field.finish(table, &[seat])?;
        } else {
            field.must_order(Command::SetStack(entry, stack))?;
            field.finish(table, &[])?;
        }
        let pool = field.director.prize_pool();
        let answer = field.step(Input::Buy { player, what: Purchase::Rebuy })?;
        if let Err(refusal) = answer {
            return Ok(Err(refused(&refusal)));
        }
        let cost = self.structure.entry.rebuy.as_ref().map_or(Cents::ZERO, |rebuy| rebuy.cost);
        let charged = field.director.prize_pool() == pool + cost
            && field
                .log
                .iter()
                .any(|event| matches!(event, Event::Bought { cost: paid, .. } if *paid == cost));
        let taken_back = field.step(Input::DeclineRebuy { player })?.is_ok()
            || field.step(Input::Withdraw { player })?.is_ok();
        if !stack.is_zero() {
            field.finish(table, &[])?;
        }
        self.stack = field.director.entry(entry).map(|entry| entry.stack);
        self.bought = Some(Bought { charged, cancellable: taken_back });
        Ok(Ok(()))
    }
}

impl Play for Late<'_> {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "late_entry" => self.enter(keys),
            "rebuy_intent" => self.rebuy(keys),
            "offer" => self.offer(keys),
            other => Err(Trouble::unknown("event", other)),
        }
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "stack" => self.stack.map(super::super::expect::chips),
            "min_age" => Some(terms::number(self.rulebook.entry.min_age)),
            "charged" => self.bought.map(|bought| Value::Boolean(bought.charged)),
            "cancellable" => self.bought.map(|bought| Value::Boolean(bought.cancellable)),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
