//! The declarations and gestures that a hybrid table remembers, and the only code that changes
//! them. This module decides nothing.

use super::facing::{Front, Level};
use crate::action::Action;
use crate::button::strictly_between;
use crate::event::Event;
use crate::floor::{FloorCommand, FloorEvent};
use crate::gesture::{FrontChips, Gesture};
use crate::hand::Phase;
use crate::hybrid::rescind::BettingMark;
use crate::ruling::{Adjudicated, Commitment, EtiquetteFlag, Matter, Ticket};
use crate::table::Table;
use cardroom_rules::{Chips, MAX_SEATS, Millis, SeatNo};

/// Everything a hybrid table remembers of the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) seats: [SeatDeclared; MAX_SEATS],
    pub(crate) ticket: Option<Ticket>,
    /// The bets of the street, in ascending order. All blinds count as one.
    pub(crate) levels: Vec<Level>,
    pub(crate) turn_began: Millis,
    /// The betting before each action of the street, for undoing the last ones.
    pub(crate) marks: Vec<BettingMark>,
    pub(crate) short_call: Option<ShortCall>,
    /// The player and time of the last action, if it was an undercall ruled a full call.
    pub(crate) undercall: Option<(SeatNo, Millis)>,
    pub(crate) misquoted: Option<Chips>,
}

/// Everything remembered of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatDeclared {
    pub(crate) commitment: Option<Commitment>,
    /// The chips in front because of the commitment.
    pub(crate) committed: Chips,
    pub(crate) held: Option<Held>,
    pub(crate) folded_out_of_turn: Option<Millis>,
    /// The chips in front, if they differ from the bet.
    pub(crate) front: Option<Front>,
    /// The chips taken back on this turn.
    pub(crate) pulled: Chips,
    pub(crate) moves: Option<Moves>,
    pub(crate) forward: Vec<Chips>,
    pub(crate) spoke_up: bool,
}

/// A waiting action out of turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Held {
    pub(crate) gesture: Gesture,
    pub(crate) at: Millis,
    pub(crate) to: Chips,
    pub(crate) stake: Chips,
    pub(crate) wagers: bool,
    pub(crate) before_amount: bool,
    pub(crate) bound: bool,
    /// A player has bet or raised since.
    pub(crate) raised: bool,
    /// A player has called since.
    pub(crate) called: bool,
}

/// A declared raise of several motions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moves {
    pub(crate) total: Chips,
    pub(crate) chips: u16,
    pub(crate) left: Option<u8>,
}

/// A call that may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShortCall {
    pub(crate) seat: SeatNo,
    pub(crate) paid: Chips,
    pub(crate) due: Chips,
    pub(crate) pushed: Chips,
    pub(crate) added: Chips,
    pub(crate) had_acted: bool,
    pub(crate) pointer: Option<SeatNo>,
    pub(crate) until: Option<Millis>,
}

impl Declared {
    /// Leaves out the time for which the table was paused.
    pub(crate) fn delay(&mut self, by: Millis) {
        let later = |at: &mut Millis| *at = *at + by;
        later(&mut self.turn_began);
        if let Some(ticket) = &mut self.ticket {
            later(&mut ticket.at);
            later(&mut ticket.deadline);
        }
        if let Some(until) = self.short_call.as_mut().and_then(|call| call.until.as_mut()) {
            later(until);
        }
        if let Some((_, at)) = &mut self.undercall {
            later(at);
        }
        for seat in &mut self.seats {
            let held = seat.held.as_mut().map(|held| &mut held.at);
            held.into_iter().chain(&mut seat.folded_out_of_turn).for_each(later);
        }
    }

    pub(crate) fn seat(&self, seat: SeatNo) -> &SeatDeclared {
        &self.seats[seat.index()]
    }

    /// Returns until when the hand waits for the floor or for a short call.
    pub(crate) fn waiting_until(&self) -> Option<Millis> {
        let ticket = self.ticket.as_ref().map(|ticket| ticket.deadline);
        ticket.or_else(|| self.short_call.and_then(|call| call.until))
    }

    /// Returns `true` if the hand waits for the floor or for a short call.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting_until().is_some()
    }

    fn is_higher(&self, level: &Level) -> bool {
        self.levels.last().map_or(Chips::ZERO, |last| last.to) < level.to
    }

    fn new_street(&mut self) {
        *self = Self { ticket: self.ticket.take(), ..Self::default() };
    }

    /// Records a wager that the floor entered or corrected, or a hand that it killed.
    fn note_floor(&mut self, what: &FloorEvent, level: Option<Level>) {
        match what {
            FloorEvent::WagerForced { seat, to, .. } => {
                self.acted(*seat, Action::RaiseTo(*to));
                self.levels.extend(level);
            }
            FloorEvent::WagerCorrected { .. } => {
                self.marks.clear();
                self.short_call = None;
                self.undercall = None;
                self.levels.pop();
                self.levels.extend(level);
                for held in self.seats.iter_mut().filter_map(|seat| seat.held.as_mut()) {
                    held.raised = true;
                }
            }
            FloorEvent::HandRestored { seat } => {
                self.marks.clear();
                self.seats[seat.index()] = SeatDeclared::default();
            }
            FloorEvent::HandKilled { seat, .. } => {
                self.marks.clear();
                self.seats[seat.index()] = SeatDeclared::default();
                self.short_call = self.short_call.filter(|call| call.seat != *seat);
                self.drop_ticket_of(*seat);
            }
            // The mark that is restored includes the declarations of its time.
            FloorEvent::ActionsRescinded { .. } => {}
            FloorEvent::PotQuoted { .. }
            | FloorEvent::ButtonSet { .. }
            | FloorEvent::ClockCalled { .. }
            | FloorEvent::PotReawarded { .. }
            | FloorEvent::BetsReturned(_)
            | FloorEvent::DealRuled(_)
            | FloorEvent::UncalledPutBack { .. }
            | FloorEvent::StreetReopened
            | FloorEvent::TimeAdded { .. } => {}
        }
    }

    /// Reduces the street's last bet or raise to `left`, or removes it.
    pub(crate) fn shrink_level(&mut self, left: Option<Chips>) {
        let last = self.levels.pop();
        self.levels.extend(last.zip(left).map(|(level, to)| Level { to, ..level }));
    }

    fn drop_ticket_of(&mut self, seat: SeatNo) {
        if self.ticket.as_ref().is_some_and(|ticket| ticket.seat == seat) {
            self.ticket = None;
        }
    }

    fn acted(&mut self, seat: SeatNo, action: Action) {
        self.seats[seat.index()] = SeatDeclared::default();
        self.short_call = None;
        self.undercall = None;
        self.misquoted = None;
        self.drop_ticket_of(seat);
        for held in self.seats.iter_mut().filter_map(|seat| seat.held.as_mut()) {
            match action {
                Action::Bet(_) | Action::RaiseTo(_) => held.raised = true,
                Action::Call => held.called = true,
                Action::Fold | Action::Check | Action::BringIn | Action::Discard(_) => {}
            }
        }
    }
}

pub(crate) fn declared_mut(table: &mut Table) -> &mut Declared {
    table.declared.as_deref_mut().expect("only hybrid tables adjudicate")
}

/// Updates the declarations after an event was applied. It is not inlined, so that plain tables
/// do not reserve stack space for it with every event.
#[inline(never)]
pub(crate) fn note_declared(table: &mut Table, event: &Event) {
    let base = table.setup.rulebook.clock.base_ms;
    let pointer = table.hand.as_ref().and_then(|hand| hand.betting.pointer());
    let level = match event {
        Event::Posted { .. } | Event::Acted { .. } | Event::Floor(_) => {
            table.terms().map(|terms| {
                let to = terms.hand.betting.current_bet();
                Level { to, full_raise_to: terms.full_raise_to() }
            })
        }
        _ => None,
    };
    let Some(declared) = table.declared.as_deref_mut() else { return };
    match event {
        Event::HandStarted(_) | Event::HandEnded { .. } | Event::HandVoided { .. } => {
            *declared = Declared::default();
        }
        Event::StreetBegan { .. } | Event::StreetClosed { .. } => declared.new_street(),
        Event::TurnBegan { seat, deadline, .. } => {
            declared.turn_began = deadline.since(base);
            for (index, other) in declared.seats.iter_mut().enumerate() {
                let number = SeatNo::from_index(index);
                if pointer.is_some_and(|from| strictly_between(number, from, *seat)) {
                    other.folded_out_of_turn = None;
                }
            }
        }
        Event::Acted { seat, action, .. } => {
            declared.acted(*seat, *action);
            declared.levels.extend(level.filter(|level| declared.is_higher(level)));
        }
        Event::HandEntered { front, .. } => {
            for FrontChips { seat, chips } in front {
                declared.seats[seat.index()].front = Front::of(chips.clone());
            }
        }
        Event::Floor(ruled) => declared.note_floor(&ruled.what, level),
        // Of blinds and straddles, the largest is the opening bet.
        Event::Posted { .. } => {
            declared.levels = level.into_iter().filter(|level| !level.to.is_zero()).collect();
        }
        _ => {}
    }
}

pub(crate) fn apply_ticket(table: &mut Table, ticket: &Ticket) {
    table.state.last_ticket = ticket.ticket;
    declared_mut(table).ticket = Some(ticket.clone());
}

/// Closes a ticket. The wait does not count against the player's time.
pub(crate) fn apply_ticket_closed(table: &mut Table, waited: Millis) {
    declared_mut(table).ticket = None;
    let Some(hand) = &mut table.hand else { return };
    if let Phase::Turn(turn) = &mut hand.phase {
        turn.deadline = turn.deadline + waited;
        turn.since = turn.since + waited;
    }
    hand.betting.delay_clock(waited);
}

pub(crate) fn apply_adjudicated(table: &mut Table, adjudicated: &Adjudicated) {
    match adjudicated {
        Adjudicated::Attended { attended } => table.state.attended = *attended,
        Adjudicated::Flagged { seat, flag: EtiquetteFlag::Stalling } => {
            if let Some(time_use) = table.state.time_use.get_mut(seat) {
                time_use.count_anew();
            }
        }
        Adjudicated::Flagged { .. } => {}
        Adjudicated::FoldedOutOfTurn { seat, at } => fold_out_of_turn(table, *seat, *at),
        Adjudicated::Committed { seat, commitment, chips } => {
            put_in_front(table, *seat, *chips);
            let seat = declared_seat(table, *seat);
            seat.commitment = Some(*commitment);
            seat.committed += *chips;
        }
        Adjudicated::Forfeited { seat, amount } => put_in_front(table, *seat, *amount),
        Adjudicated::CallRetracted { seat, amount } => {
            declared_mut(table).marks.clear();
            retract_call(table, *seat, *amount);
        }
        Adjudicated::Held { seat, gesture, at, to, stake, wagers, before_amount } => {
            declared_seat(table, *seat).held = Some(Held {
                gesture: gesture.clone(),
                at: *at,
                to: *to,
                stake: *stake,
                wagers: *wagers,
                before_amount: *before_amount,
                bound: false,
                raised: false,
                called: false,
            });
        }
        Adjudicated::HeldBound { seat } => {
            if let Some(held) = &mut declared_seat(table, *seat).held {
                held.bound = true;
            }
        }
        Adjudicated::HeldSettled { seat } => declared_seat(table, *seat).held = None,
        Adjudicated::Moved { seat, total, chips, motions_left } => {
            let seat = declared_seat(table, *seat);
            seat.moves = Some(Moves { total: *total, chips: *chips, left: *motions_left });
            seat.front = Some(Front { value: *total, chips: None });
            seat.commitment = Some(Commitment::Wager);
        }
        Adjudicated::FrontSeen { seat, chips } => {
            declared_seat(table, *seat).front = Front::of(chips.clone());
        }
        Adjudicated::PulledBack { seat, value, left } => {
            let bet = table.hand.as_ref().map_or(Chips::ZERO, |hand| hand.players[*seat].bet);
            let seat = declared_seat(table, *seat);
            let before = seat.front.take().map_or(bet, |front| front.value);
            seat.front = Some(Front { value: before - *value, chips: left.clone() });
            seat.pulled += *value;
        }
        Adjudicated::MovedForward { seat, chips } => {
            declared_seat(table, *seat).forward = chips.clone();
        }
        Adjudicated::SpokeUp { seat } => declared_seat(table, *seat).spoke_up = true,
        Adjudicated::Misquoted { amount } => declared_mut(table).misquoted = Some(*amount),
        Adjudicated::UndercallMadeGood { seat, at } => {
            declared_mut(table).undercall = Some((*seat, *at));
        }
        Adjudicated::CalledShort { seat, paid, due, pushed, added, had_acted, pointer, until } => {
            declared_mut(table).short_call = Some(ShortCall {
                seat: *seat,
                paid: *paid,
                due: *due,
                pushed: *pushed,
                added: *added,
                had_acted: *had_acted,
                pointer: *pointer,
                until: *until,
            });
        }
        Adjudicated::CallAccepted { .. } => declared_mut(table).short_call = None,
    }
}

fn put_in_front(table: &mut Table, seat: SeatNo, chips: Chips) {
    let taken = table.state.seats.taken(seat);
    taken.stack -= chips;
    let nothing_behind = taken.stack.is_zero();
    let hand = table.hand.as_mut().expect("chips are put in front in a hand");
    hand.players[seat].bet += chips;
    if nothing_behind {
        hand.players.set_all_in(seat, true);
    }
}

/// Folds the hand at once. The turn stays unless no decision is left.
fn fold_out_of_turn(table: &mut Table, seat: SeatNo, at: Millis) {
    let declared = declared_seat(table, seat);
    *declared = SeatDeclared { folded_out_of_turn: Some(at), ..SeatDeclared::default() };
    let hand = table.hand.as_mut().expect("a fold is of a hand");
    hand.players.fold(seat);
    hand.note_given_up(seat, true);
    let alone = hand.players.live().len() < 2;
    let Phase::Turn(turn) = hand.phase else { return };
    let owes = table.terms().is_some_and(|terms| terms.owes_action(turn.seat));
    if alone || !owes {
        table.hand.as_mut().expect("as above").phase = Phase::Open;
    }
}

/// Returns the chips and the turn to the player.
fn retract_call(table: &mut Table, seat: SeatNo, amount: Chips) {
    let call = declared_mut(table).short_call.take();
    table.state.seats.taken(seat).stack += amount;
    let hand = table.hand.as_mut().expect("a call is of a hand");
    hand.players.set_all_in(seat, false);
    let player = &mut hand.players[seat];
    player.bet -= amount;
    if let Some(call) = call {
        player.acted = call.had_acted;
        hand.betting.set_pointer(call.pointer);
    }
    hand.phase = Phase::Open;
}

fn declared_seat(table: &mut Table, seat: SeatNo) -> &mut SeatDeclared {
    &mut declared_mut(table).seats[seat.index()]
}

impl Declared {
    /// Returns `true` if a floor command is allowed now. While a ticket is open, the floor rules on
    /// it or settles it through the hand that it concerns.
    pub(crate) fn allows(&self, command: &FloorCommand) -> bool {
        let about = |seat: &SeatNo| self.ticket.as_ref().is_none_or(|ticket| ticket.seat == *seat);
        match command {
            FloorCommand::KillHand { seat, .. } | FloorCommand::ForceWager { seat, .. } => {
                about(seat)
            }
            FloorCommand::CorrectWager { .. }
            | FloorCommand::CallClock { .. }
            | FloorCommand::RestoreHand { .. }
            | FloorCommand::DealError(_)
            | FloorCommand::AddTime { .. } => self.ticket.is_none(),
            FloorCommand::SetButton { .. }
            | FloorCommand::QuotePot { .. }
            | FloorCommand::ReawardPot { .. }
            | FloorCommand::ShowHand { .. } => true,
        }
    }
}

impl Ticket {
    /// Returns `true` if the ticket concerns a call with too few chips.
    pub(crate) fn is_about_a_short_call(&self) -> bool {
        matches!(self.matter, Matter::Misunderstanding { .. })
    }
}
