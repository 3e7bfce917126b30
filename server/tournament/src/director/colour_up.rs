//! Color-ups, in a break or by order of the floor. Each table exchanges its chips when its hand is
//! over (TDA 24, 25-B, GAPS G-59).

use super::Step;
use super::effects::Effects;
use super::state::{ColorUps, Schedule};
use crate::command::ColorUp;
use crate::event::Event;
use crate::floor::{ColorUpRefusal, DueColorUp};
use crate::order::Order;
use crate::prizes::{cards_of_race, draw_cards, race, round_up};
use crate::setup::Setup;
use crate::table::Table;
use cardroom_rules::rulebook::{ColourUp, ColourUpChoice};
use cardroom_rules::{Chips, EntryNo, SeatNo, Stage, TableNo};

/// Checks a color-up by the floor and returns what each table has to do.
pub(super) fn check_color_up(
    color_ups: &ColorUps,
    schedule: &Schedule,
    setup: &Setup,
    order: ColorUp,
) -> Result<DueColorUp, ColorUpRefusal> {
    let ColorUp { table, unit, method } = order;
    let rule = &setup.rulebook.colour_up;
    let method = match (rule.method, method) {
        (ColourUp::Never, _) => return Err(ColorUpRefusal::Never),
        (ColourUp::Floor, chosen) => chosen.unwrap_or(rule.unattended),
        (ColourUp::Race, None | Some(ColourUpChoice::Race)) => ColourUpChoice::Race,
        (ColourUp::RoundUp, None | Some(ColourUpChoice::RoundUp)) => ColourUpChoice::RoundUp,
        _ => return Err(ColorUpRefusal::Method),
    };
    let level = setup.level_of(schedule.stage());
    let in_play = setup.level_terms(level).map_or(Chips(1), |level| level.stakes.unit);
    let old = color_ups.unit_in_play(setup).unwrap_or(in_play).max(in_play);
    if unit <= old || !unit.0.is_multiple_of(old.0) {
        return Err(ColorUpRefusal::Unit(old));
    }
    check_unit_is_enough(setup, usize::from(schedule.stage()), level, unit)?;
    Ok(DueColorUp { table, old, unit, method })
}

/// Checks that all stakes, rebuys and add-ons from a stage on are multiples of this unit.
fn check_unit_is_enough(
    setup: &Setup,
    from: usize,
    level_now: u16,
    unit: Chips,
) -> Result<(), ColorUpRefusal> {
    let whole = |amount: Chips| amount.0.is_multiple_of(unit.0);
    let to_come = setup.structure.stages.iter().enumerate();
    for (index, stage) in to_come.skip(from) {
        let Stage::Level(level) = stage else { continue };
        let stakes = &level.stakes;
        let amounts = [stakes.small_blind, stakes.big_blind, stakes.bring_in, stakes.ante];
        let smallest = stakes.unit.max(unit);
        if !amounts.into_iter().all(whole) || !whole(smallest) {
            let level = setup.level_of(u16::try_from(index).unwrap_or(u16::MAX));
            return Err(ColorUpRefusal::Needed(level + 1));
        }
    }
    let entry = &setup.structure.entry;
    let rebuy = entry.rebuy.as_ref().filter(|rebuy| level_now < rebuy.until_level);
    let add_on = entry.add_on.as_ref().filter(|add_on| level_now < add_on.after_level);
    let sold = rebuy.map(|rebuy| rebuy.chips).into_iter();
    match sold.chain(add_on.map(|add_on| add_on.chips)).all(whole) {
        true => Ok(()),
        false => Err(ColorUpRefusal::Sold),
    }
}

/// Colors up by order of the floor, at once at tables without a hand in progress.
pub(super) fn color_up(due: DueColorUp) -> Effects {
    let mut effects = Effects::from([Event::ColorUpDue(due)]);
    match due.table {
        Some(table) => effects.attend(table),
        None => effects.attend_to_all(),
    }
    effects
}

/// Exchanges the chips of a table if an exchange is due. Returns `true` if a stack changed.
pub(super) fn exchange_chips(step: &mut Step<'_>, number: TableNo) -> bool {
    if let Some(due) = step.state().color_ups.due(number)
        && exchange_at(step, number, due.old, due.unit, due.method)
    {
        return true;
    }
    let Some(table) = step.director.table(number) else { return false };
    match exchange_of_break(&step.state().color_ups, step.setup(), table) {
        Some((old, unit, method)) => exchange_at(step, number, old, unit, method),
        None => false,
    }
}

/// Returns the exchange of the last break, if a table has not made it: the smallest chip before and
/// after, and the method.
fn exchange_of_break(
    color_ups: &ColorUps,
    setup: &Setup,
    table: &Table,
) -> Option<(Chips, Chips, ColourUpChoice)> {
    if color_ups.exchange() == table.exchanged {
        return None;
    }
    let (old, unit) = color_ups.last_exchange(setup)?;
    Some((old, unit, setup.exchange_method()?))
}

/// Exchanges the chips of a table. Returns `true` if a stack changed.
fn exchange_at(
    step: &mut Step<'_>,
    number: TableNo,
    old: Chips,
    unit: Chips,
    method: ColourUpChoice,
) -> bool {
    if step.setup().structure.has_real_cards() {
        // People exchange them, and the room does not see what comes of it.
        let stacks = Vec::new();
        step.emit(Event::ChipsExchanged { table: Some(number), unit, race: None, stacks });
        return false;
    }
    let director = &*step.director;
    let Some(table) = director.table(number) else { return false };
    let seated: Vec<(SeatNo, EntryNo)> = table.seated().collect();
    let stacks: Vec<(SeatNo, Chips)> =
        seated.iter().map(|(seat, entry)| (*seat, director.state.entries.stack(*entry))).collect();
    let held = match method {
        // No race is held if one unit is not a multiple of the other.
        ColourUpChoice::Race => cards_of_race(&stacks, old, unit).ok().and_then(|count| {
            let cards = match count {
                0 => Vec::new(),
                _ => step.drawing(|_, draws| draw_cards(count, draws)),
            };
            race(&stacks, old, unit, &step.setup().rulebook.colour_up, &cards).ok()
        }),
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
            (*stack != step.state().entries.stack(*entry)).then_some((*entry, *stack))
        })
        .collect();
    let stacks = changed.iter().map(|(entry, stack)| (step.state().entries.player(*entry), *stack));
    let stacks: Vec<_> = stacks.collect();
    step.emit(Event::ChipsExchanged { table: Some(number), unit, race: held, stacks: changed });
    if stacks.is_empty() {
        return false;
    }
    step.order(number, Order::SetStacks { stacks });
    true
}
