//! A tournament table. The tournament controls its players, stacks, stakes and hands for reasons
//! that are unknown here.

use super::{Step, Table, TableSetup, lineup, seating};
use crate::button::Positions;
use crate::event::Event;
use crate::input::HandOrder;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Entering, Owes, Seat};
use cardroom_rules::{Chips, Forced, HandNo, Millis, Play, PlayerId, SeatNo, SeatSet, Switch};
use std::sync::Arc;

/// The positions of the next hand if no player comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upcoming {
    /// The seat may be empty.
    pub button: SeatNo,
    /// The position of the small blind, whether posted or dead.
    pub small_position: SeatNo,
    pub small_blind: Option<SeatNo>,
    /// `None` in a game without blinds.
    pub big_blind: Option<SeatNo>,
    pub dealt: SeatSet,
    /// The seat of the last big blind, if its player is gone. A player placed there could
    /// post the only blind.
    pub single_big_blind: Option<SeatNo>,
}

/// The deal of the next hand if no player comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextDeal {
    pub hand: HandNo,
    /// The seat of the button, which may be empty. `None` if it is drawn from the seats dealt in
    /// when the hand starts. If it is not, the hand starts with a draw of 0.
    pub button: Option<SeatNo>,
    pub dealt: SeatSet,
    /// When the hand may start.
    pub not_before: Millis,
    /// A player may choose another game until then.
    pub may_choose: bool,
}

impl Table {
    /// Returns the deal of the next hand if no player comes or goes. Returns `None` while no hand
    /// can start, as at a paused table.
    #[must_use]
    pub fn next_deal(&self) -> Option<NextDeal> {
        if self.hand.is_some() || !lineup::can_start(self) {
            return None;
        }
        let lineup = lineup::of_next_hand(self, 0)?;
        Some(NextDeal {
            hand: HandNo(self.state.last_hand.0 + 1),
            button: (!lineup::draws_button(self)).then_some(lineup.positions.button),
            dealt: lineup.dealt,
            not_before: self.state.not_before,
            may_choose: self.state.choice.is_some(),
        })
    }

    /// Returns the positions of the next hand if no player comes or goes. Returns `None` with fewer
    /// than two players, and before a table's first hand if its button is not placed. The start of
    /// a hand uses the same computation.
    #[must_use]
    pub fn upcoming(&self) -> Option<Upcoming> {
        if self.state.positions.is_none() && lineup::placed_button(self).is_none() {
            return None;
        }
        let lineup = lineup::of_next_hand(self, 0)?;
        let has_blinds = self.game().forced == Forced::Blinds;
        let Positions { button, small, big } = lineup.positions;
        let gone = |seat: &SeatNo| !lineup::ready(self).contains(*seat);
        let last_big = self.state.positions.map(|last| last.big).filter(gone);
        Some(Upcoming {
            button,
            small_position: small,
            small_blind: (has_blinds && lineup.small_is_posted).then_some(small),
            big_blind: has_blinds.then_some(big),
            dealt: lineup.dealt,
            single_big_blind: last_big.filter(|seat| has_blinds && *seat == small),
        })
    }

    /// Returns `true` if the hand that the tournament wants has not begun.
    #[must_use]
    pub fn awaits_ordered_hand(&self) -> bool {
        self.setup.occupancy.waits_for_orders() && self.hand.is_none() && lineup::may_deal(self)
    }
}

/// Returns the number of players left in the tournament, if the table belongs to one.
pub(super) fn players_left(table: &Table) -> Option<u32> {
    let order = table.state.order.as_ref();
    order.map(|order| order.players_left).or(table.setup.players_left)
}

/// Adds to every time bank when a level begins during play (GAPS G-11).
fn refill_banks_for_level(table: &mut Table) {
    if table.state.last_hand == HandNo(0) {
        return;
    }
    let clock = table.setup.rulebook.clock;
    for seat in table.state.seats.all_taken() {
        let gained = seat.bank + clock.bank_per_level_ms;
        seat.bank = gained.min(clock.bank_cap_ms).max(seat.bank);
    }
}

pub(super) fn placed(
    table: &mut Table,
    seat: SeatNo,
    player: PlayerId,
    chips: Chips,
    entering: Entering,
) {
    let bank = table.setup.rulebook.clock.bank_ms;
    let mut placed = Seat::new(player, chips, false, bank);
    placed.owes = Owes::default();
    placed.entering = Some(entering);
    table.state.seats.take(seat, placed);
    table.state.total += chips;
}

pub(super) fn stacks_set(table: &mut Table, stacks: &[(SeatNo, Chips)]) {
    // The stacks changed, so the chips put in before can no longer be returned.
    if let Some(award) = &mut table.state.award {
        award.played = None;
    }
    for (seat, chips) in stacks {
        let before = std::mem::replace(&mut table.state.seats.taken(*seat).stack, *chips);
        table.state.total = table.state.total + *chips - before;
    }
}

pub(super) fn plays_set(table: &mut Table, plays: &Arc<[Play]>, switch: Switch) {
    refill_banks_for_level(table);
    for seat in table.state.seats.all_taken() {
        seat.had_reconnect = false;
    }
    table.setup = TableSetup { plays: Arc::clone(plays), switch, ..table.setup.clone() };
    if usize::from(table.state.play) >= table.setup.plays.len() {
        table.state.play = 0;
        table.state.hands_of_play = 0;
    }
}

fn check_between_hands(step: &Step<'_>) -> Result<(), Refusal> {
    step.table.setup.occupancy.check_takes_orders()?;
    if step.table.hand.is_some() {
        return Err(RefusalKind::HandInProgress.into());
    }
    Ok(())
}

pub(super) fn place(
    step: &mut Step<'_>,
    seat: SeatNo,
    player: PlayerId,
    chips: Chips,
    entering: Entering,
) -> Result<(), Refusal> {
    check_between_hands(step)?;
    seating::check_free(step.table, seat, player)?;
    let max = seating::room_for_chips(step.table);
    if chips.is_zero() || chips > max {
        return Err(RefusalKind::BuyInOutOfRange { min: Chips(1), max }.into());
    }
    step.emit(Event::Placed { seat, player, chips, entering });
    Ok(())
}

pub(super) fn take(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    check_between_hands(step)?;
    step.table.checked_seat(seat)?;
    seating::let_go(step, seat);
    Ok(())
}

pub(super) fn set_stacks(step: &mut Step<'_>, stacks: Vec<(SeatNo, Chips)>) -> Result<(), Refusal> {
    check_between_hands(step)?;
    let mut seen = SeatSet::EMPTY;
    let mut more = Chips::ZERO;
    for (seat, chips) in &stacks {
        let taken = step.table.checked_seat(*seat)?;
        if seen.contains(*seat) {
            return Err(RefusalKind::SeatTaken.into());
        }
        seen.insert(*seat);
        let added = chips.saturating_sub(taken.stack);
        more = more.checked_add(added).unwrap_or(Chips(u64::MAX));
    }
    let max = seating::room_for_chips(step.table);
    if more > max {
        return Err(RefusalKind::TopUpTooLarge { max }.into());
    }
    step.emit(Event::StacksSet { stacks });
    Ok(())
}

pub(super) fn set_plays(
    step: &mut Step<'_>,
    plays: Arc<[Play]>,
    switch: Switch,
) -> Result<(), Refusal> {
    check_between_hands(step)?;
    let setup = TableSetup { plays: Arc::clone(&plays), switch, ..step.table.setup.clone() };
    if setup.validate().is_err() {
        return Err(RefusalKind::UnknownGame.into());
    }
    step.emit(Event::PlaysSet { plays, switch });
    Ok(())
}

pub(super) fn place_button(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    check_between_hands(step)?;
    if seat.0 >= step.table.setup.seats {
        return Err(RefusalKind::UnknownSeat.into());
    }
    step.emit(Event::ButtonPlaced { seat });
    Ok(())
}

pub(super) fn order_hand(step: &mut Step<'_>, order: HandOrder) -> Result<(), Refusal> {
    check_between_hands(step)?;
    if order.hand.0 != step.table.state.last_hand.0 + 1 {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit(Event::HandOrdered(order));
    Ok(())
}

pub(super) fn withdraw_hand(step: &mut Step<'_>) -> Result<(), Refusal> {
    check_between_hands(step)?;
    let order = step.table.state.order.as_ref();
    let awaited = order.filter(|_| step.table.awaits_ordered_hand());
    let hand = awaited.ok_or(RefusalKind::NothingToDo)?.hand;
    step.emit(Event::HandWithdrawn { hand, at: step.now });
    Ok(())
}
