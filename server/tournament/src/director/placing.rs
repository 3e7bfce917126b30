//! Players who are out: the order of those who bust together, their places and prizes, and the end
//! of the tournament.

use super::effects::Effects;
use super::money::Money;
use super::{Director, Step, bonus, bounties, halts, real_cards, stages};
use crate::event::Event;
use crate::held::Bust;
use crate::order::Order;
use crate::prizes::{Busted, on_one_hand, on_one_synchronised_hand};
use crate::removal::{Due, Removal};
use crate::seating::{FloorPlan, ShortTables};
use cardroom_rules::{Chips, EntryNo, Millis, PlayerId, TableNo};

/// Ranks the players who busted in one hand, or in one hand of hand-for-hand. Pays their prizes
/// and the bounties on them.
pub(super) fn rank(step: &mut Step<'_>, busts: Vec<Bust>, together: bool) {
    // A player with impounded chips is not out before it is decided whose they are.
    let escrow = &step.state().escrow;
    let (impounded, busts): (Vec<Bust>, Vec<Bust>) =
        busts.into_iter().partition(|bust| !escrow.of(bust.entry).is_zero());
    for bust in impounded {
        suspend(step, bust);
    }
    if busts.is_empty() {
        return;
    }
    for bust in &busts {
        step.bring_about(bonus::keep_bonus(&step.state().bonuses, bust.entry));
    }
    let seated = busts.iter().filter(|bust| step.state().entries.is_seated(bust.entry));
    let seated: Vec<EntryNo> = seated.map(|bust| bust.entry).collect();
    stages::close_entry_in_the_money(step, busts.len());
    let bounties = step.state().prizes.bounties();
    let out: Vec<Busted> = busts.iter().map(|bust| bust.ranked_by(bounties)).collect();
    let gone = u32::try_from(out.len()).expect("fewer are out than entered");
    let left = step.director.players_left() - gone;
    let rulebook = &step.setup().rulebook;
    let by = &rulebook.finish.same_hand;
    let places = if together {
        on_one_synchronised_hand(&out, left, by, rulebook.hand_for_hand.rank)
    } else {
        on_one_hand(&out, left, by)
    };
    for place in &places {
        for entry in &place.entries {
            step.bring_about(disqualify_when_due(&step.state().due, *entry));
        }
        place_out(step, &place.entries, &busts);
    }
    for entry in places.iter().flat_map(|place| &place.entries) {
        if let Some(bust) = busts.iter().find(|bust| bust.entry == *entry) {
            bounties::award_bounty(step, bust.entry, &bust.eliminated_by);
        }
    }
    for bust in busts.iter().filter(|bust| seated.contains(&bust.entry)) {
        let player = step.state().entries.player(bust.entry);
        step.order(bust.table, Order::Remove { player });
        step.attention.insert(bust.table);
    }
}

/// Carries out a disqualification that waited for the end of the hand in which the player lost all
/// chips. It decides about the prize and new entries (GAPS G-46).
fn disqualify_when_due(due: &Due, entry: EntryNo) -> Option<Event> {
    let why = due.removal(entry)?;
    let is_disqualified = matches!(why, Removal::Disqualified { .. });
    is_disqualified.then_some(Event::Removed { entry, why, chips: Chips::ZERO })
}

/// Gives these entries the last place of the remaining players to share, and pays it.
pub(super) fn place_out(step: &mut Step<'_>, entries: &[EntryNo], busts: &[Bust]) {
    let sharing = u32::try_from(entries.len()).expect("fewer are out than entered");
    let out_before = step.director.entry_count() - step.director.players_left();
    let place = step.director.players_left() + 1 - sharing;
    for entry in entries {
        let (entry, at) = (*entry, step.now);
        let by = busts.iter().filter(|bust| bust.entry == entry);
        let by = by.flat_map(|bust| &bust.eliminated_by);
        let by = by.filter_map(|player| step.director.entry_of(*player)).collect();
        step.emit(Event::Out { entry, out_before, sharing, at, by });
    }
    step.bring_about(Money::of(step.director).pay(entries.to_vec(), place));
    step.bring_about(Money::of(step.director).reach());
}

/// Eliminates a player below all remaining players (GAPS G-46). The chips leave the tournament.
pub(super) fn take_out(step: &mut Step<'_>, entry: EntryNo, why: Removal) {
    if step.director.players_left() < 2 {
        // The last remaining player has won.
        return step.emit(Event::RemovalLifted { entry });
    }
    let Some(known) = step.director.entry(entry) else { return };
    let (chips, table) = (known.stack, step.state().entries.table_of(entry));
    stages::close_entry_in_the_money(step, 1);
    step.emit(Event::Removed { entry, why, chips });
    place_out(step, &[entry], &[]);
    bounties::award_bounty(step, entry, &[]);
    if let Some(table) = table {
        let (floor, player) = (step.state().seating.floor(), step.state().entries.player(entry));
        step.bring_about(leave(floor, step.setup().short_tables(), table, player));
    }
}

/// Orders a table to remove a player who has left it.
fn leave(floor: &FloorPlan, short: ShortTables, table: TableNo, player: PlayerId) -> Effects {
    let mut effects = Effects::from(halts::tell_of_short_table(floor, short, table));
    effects.order(table, Order::Remove { player });
    effects.attend(table);
    effects
}

/// Suspends a player who lost all chips except impounded ones and gives up the seat.
pub(super) fn suspend(step: &mut Step<'_>, bust: Bust) {
    let entry = bust.entry;
    if let Some(why) = step.state().due.removal(entry) {
        return take_out(step, entry, why);
    }
    let table = step.state().entries.table_of(entry);
    step.emit(Event::Suspended(Box::new(bust)));
    if let Some(table) = table {
        let (floor, player) = (step.state().seating.floor(), step.state().entries.player(entry));
        step.bring_about(leave(floor, step.setup().short_tables(), table, player));
    }
}

/// Ends the tournament and closes the tables. `first` shares the first place, `left`
/// are all remaining entries.
pub(super) fn finish(
    director: &Director,
    at: Millis,
    winner: EntryNo,
    first: &[EntryNo],
    left: &[EntryNo],
) -> Effects {
    let state = &director.state;
    let sharing = u32::try_from(first.len()).expect("fewer are left than entered");
    let sat = real_cards::note_who_sits(&state.discipline, &director.setup, left);
    let mut effects = Effects::from(sat);
    effects.emit(Event::Over { winner, sharing, at });
    effects.append(Money::of(director).pay(first.to_vec(), 1));
    effects.append(bounties::share_bounties(&state.prizes, left));
    effects.append(bonus::tell_of_bonuses(&state.bonuses, &state.entries));
    for table in state.seating.floor().numbers() {
        effects.order(table, Order::Close);
    }
    effects
}
