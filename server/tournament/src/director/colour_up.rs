//! Color-up: chips that go out of play in a break. Each table exchanges its chips when its hand is
//! over (TDA 24, GAPS G-59).

use super::{Director, Step};
use crate::event::Event;
use crate::order::Order;
use crate::prizes::{Race, cards_of_race, draw_cards, race, round_up};
use cardroom_rules::rulebook::{ColourUp, ColourUpChoice};
use cardroom_rules::{Chips, EntryNo, SeatNo, Stage, TableNo};

impl Director {
    /// Returns the smallest chip before and after the last exchange, if chips have been exchanged.
    fn exchanged_units(&self) -> Option<(Chips, Chips)> {
        let stage = self.state.exchange?;
        let Stage::Break(pause) = self.setup.stage(stage)? else { return None };
        let level = self.level_terms(self.setup.level_of(stage))?;
        Some((level.stakes.unit, pause.new_unit?))
    }

    /// Returns the method of exchange. If the rulebook leaves it to the floor, this is the
    /// method for unattended tournaments.
    pub(super) fn exchange_method(&self) -> Option<ColourUpChoice> {
        let rule = &self.setup.rulebook.colour_up;
        match rule.method {
            ColourUp::Race => Some(ColourUpChoice::Race),
            ColourUp::RoundUp => Some(ColourUpChoice::RoundUp),
            ColourUp::Floor => Some(rule.unattended),
            ColourUp::Never => None,
        }
    }

    /// Returns the stack rounded up to the new smallest chip, or `None` if that changes nothing.
    fn without_old_chips(&self, stack: Chips) -> Option<Chips> {
        let (_, unit) = self.exchanged_units()?;
        let rounded = round_up(&[(SeatNo(0), stack)], unit).first()?.1;
        (rounded != stack).then_some(rounded)
    }
}

impl Step<'_> {
    /// Exchanges the chips of a table. Returns `true` if there was anything to exchange.
    pub(super) fn exchange_chips(&mut self, number: TableNo) -> bool {
        let director = &*self.director;
        let Some(table) = director.table(number) else { return false };
        if director.state.exchange == table.exchanged {
            return false;
        }
        let (Some((old, unit)), Some(method)) =
            (director.exchanged_units(), director.exchange_method())
        else {
            return false;
        };
        let seated: Vec<(SeatNo, EntryNo)> = table.seated().collect();
        let stacks: Vec<(SeatNo, Chips)> =
            seated.iter().map(|(seat, entry)| (*seat, director.stack(*entry))).collect();
        let held = match method {
            ColourUpChoice::Race => self.hold_race(&stacks, old, unit),
            ColourUpChoice::RoundUp => None,
        };
        let after = match &held {
            Some(race) => race.stacks.clone(),
            None => round_up(&stacks, unit),
        };
        let changed: Vec<(EntryNo, Chips)> = seated
            .iter()
            .filter_map(|(seat, entry)| {
                let (_, stack) = after.iter().find(|(other, _)| other == seat)?;
                (*stack != self.director.stack(*entry)).then_some((*entry, *stack))
            })
            .collect();
        let stacks = changed.iter().map(|(entry, stack)| (self.director.player(*entry), *stack));
        let stacks: Vec<_> = stacks.collect();
        self.emit(Event::ChipsExchanged { table: Some(number), unit, race: held, stacks: changed });
        if stacks.is_empty() {
            return false;
        }
        self.order(number, Order::SetStacks { stacks });
        true
    }

    /// Holds a chip race. Returns `None` if one unit is not a multiple of the other.
    fn hold_race(&mut self, stacks: &[(SeatNo, Chips)], old: Chips, unit: Chips) -> Option<Race> {
        let cards = match cards_of_race(stacks, old, unit) {
            Ok(0) => Vec::new(),
            Ok(count) => self.drawing(|_, draws| draw_cards(count, draws)),
            Err(_) => return None,
        };
        race(stacks, old, unit, &self.director.setup.rulebook.colour_up, &cards).ok()
    }

    /// Exchanges the chips of a player who takes a seat.
    pub(super) fn exchange_on_the_way(&mut self, entry: EntryNo) {
        let director = &*self.director;
        if director.exchange_method().is_none() {
            return;
        }
        let Some(stack) = director.without_old_chips(director.stack(entry)) else { return };
        let Some((_, unit)) = director.exchanged_units() else { return };
        let stacks = vec![(entry, stack)];
        self.emit(Event::ChipsExchanged { table: None, unit, race: None, stacks });
    }
}
