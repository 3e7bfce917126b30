//! What people remember of the hand in progress: actions out of turn that wait, chips in front, and
//! words that count later. The only code that changes it. This module decides nothing.

use cardroom_engine::{Action, Adjudicated, Event, FloorEvent, FrontChips, Gesture, Table};
use cardroom_rules::{Chips, MAX_SEATS, Millis, SeatNo, SeatSet};

/// Everything that people remember of the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Memory {
    seats: [SeatMemory; MAX_SEATS],
    turn_began: Millis,
    /// The player and time of the last action, if it was an undercall ruled a full call.
    undercall: Option<(SeatNo, Millis)>,
    misquoted: Option<Chips>,
}

/// Everything remembered of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatMemory {
    held: Option<Held>,
    folded_out_of_turn: Option<Millis>,
    /// The chips in front, if they differ from the bet.
    front: Option<Front>,
    /// The chips taken back on this turn.
    pulled: Chips,
    moves: Option<Moves>,
    forward: Vec<Chips>,
    spoke_up: bool,
}

/// The chips in front of a player from a blind or an earlier bet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Front {
    /// The bet, plus change that is due.
    pub(crate) value: Chips,
    /// The chips, if known.
    pub(crate) chips: Option<Vec<Chips>>,
}

impl Front {
    /// Returns known chips; `None` if their sum exceeds any possible stack.
    pub(crate) fn of(chips: Vec<Chips>) -> Option<Self> {
        let value = chips.iter().try_fold(Chips::ZERO, |sum, chip| sum.checked_add(*chip))?;
        Some(Self { value, chips: Some(chips) })
    }
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

impl Memory {
    pub(crate) fn seat(&self, seat: SeatNo) -> &SeatMemory {
        &self.seats[seat.index()]
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = (SeatNo, &SeatMemory)> {
        self.seats.iter().enumerate().map(|(index, seat)| (SeatNo::from_index(index), seat))
    }

    /// Returns when the player on turn could first act.
    pub(crate) fn turn_began(&self) -> Millis {
        self.turn_began
    }

    /// Returns the player and time of the last action, if it was an undercall ruled a full call.
    pub(crate) fn undercall(&self) -> Option<(SeatNo, Millis)> {
        self.undercall
    }

    /// Returns the wrong count that the player on turn received.
    pub(crate) fn misquoted(&self) -> Option<Chips> {
        self.misquoted
    }
}

impl SeatMemory {
    /// Returns the action out of turn that waits for the player's turn.
    pub(crate) fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    pub(crate) fn folded_out_of_turn(&self) -> Option<Millis> {
        self.folded_out_of_turn
    }

    /// Returns the chips in front, if they differ from the bet.
    pub(crate) fn front(&self) -> Option<&Front> {
        self.front.as_ref()
    }

    /// Returns the chips taken back on this turn.
    pub(crate) fn pulled(&self) -> Chips {
        self.pulled
    }

    pub(crate) fn moves(&self) -> Option<Moves> {
        self.moves
    }

    /// Returns the chips that were moved but not released.
    pub(crate) fn forward(&self) -> &[Chips] {
        &self.forward
    }

    pub(crate) fn spoke_up(&self) -> bool {
        self.spoke_up
    }
}

impl Memory {
    /// Notes an event that was just applied to the table.
    pub(crate) fn note_event(&mut self, table: &Table, event: &Event) {
        match event {
            Event::HandStarted(_)
            | Event::HandEnded { .. }
            | Event::HandVoided { .. }
            | Event::StreetBegan { .. }
            | Event::StreetClosed { .. }
            | Event::SeatsShuffled { .. } => *self = Self::default(),
            Event::TurnBegan { seat, deadline, .. } => self.begin_turn(table, *seat, *deadline),
            Event::Acted { seat, action, .. } => {
                let wagers = matches!(action, Action::Bet(_) | Action::RaiseTo(_));
                self.acted(*seat, wagers, *action == Action::Call);
            }
            Event::HandEntered { front, .. } => {
                for FrontChips { seat, chips } in front {
                    self.of(*seat).front = Front::of(chips.clone());
                }
            }
            Event::Floor(ruled) => self.note_floor(&ruled.what),
            Event::ClocksDelayed { by } => self.delay(*by),
            Event::Adjudicated(adjudicated) => self.note_adjudicated(table, adjudicated),
            // Words do not depend on anything else.
            Event::SeatTaken { .. }
            | Event::Placed { .. }
            | Event::StacksSet { .. }
            | Event::PlaysSet { .. }
            | Event::ButtonPlaced { .. }
            | Event::HandOrdered(_)
            | Event::TopUpPending { .. }
            | Event::ToppedUp { .. }
            | Event::TopUpReturned { .. }
            | Event::SatOut { .. }
            | Event::SatIn { .. }
            | Event::LeavePending { .. }
            | Event::SeatLeft { .. }
            | Event::Preferred { .. }
            | Event::PresenceChanged { .. }
            | Event::BlindMissed { .. }
            | Event::Posted { .. }
            | Event::Burned
            | Event::HoleDealt { .. }
            | Event::UpDealt { .. }
            | Event::BoardDealt { .. }
            | Event::DrawBegan { .. }
            | Event::Discarded { .. }
            | Event::Drawn { .. }
            | Event::Reshuffled { .. }
            | Event::BankBegan { .. }
            | Event::Ruled(_)
            | Event::TicketOpened(_)
            | Event::TicketClosed { .. }
            | Event::UncalledReturned { .. }
            | Event::ShowdownOpened { .. }
            | Event::AwardHeld { .. }
            | Event::ShowdownClosed
            | Event::SeeHandAsked { .. }
            | Event::HandExposed { .. }
            | Event::RabbitAsked { .. }
            | Event::RabbitAnswered { .. }
            | Event::RabbitShown { .. }
            | Event::StreetHeld { .. }
            | Event::RunItOffered { .. }
            | Event::RunItAnswered { .. }
            | Event::RunItAgreed { .. }
            | Event::DeadHand { .. }
            | Event::HandHeld
            | Event::HandReleased
            | Event::OutRanked { .. }
            | Event::RunOutHeld { .. }
            | Event::Tabled { .. }
            | Event::ShowOffered { .. }
            | Event::Mucked { .. }
            | Event::RakeTaken { .. }
            | Event::PotAwarded { .. }
            | Event::ChargePeriodBegan { .. }
            | Event::TimeCharged { .. }
            | Event::HouseSwept { .. }
            | Event::ChoiceOffered { .. }
            | Event::GameChanged { .. }
            | Event::Paused
            | Event::Resumed
            | Event::ClockRestarted { .. }
            | Event::ReconnectGranted { .. }
            | Event::HandWithdrawn { .. }
            | Event::TakeBackPending { .. }
            | Event::TakenBack { .. }
            | Event::DecisionTimed { .. }
            | Event::GiftPending { .. }
            | Event::GiftReturned { .. }
            | Event::ClocksStopped { .. }
            | Event::CardsShown { .. }
            | Event::StackReset { .. } => {}
        }
    }

    fn of(&mut self, seat: SeatNo) -> &mut SeatMemory {
        &mut self.seats[seat.index()]
    }

    fn held_mut(&mut self) -> impl Iterator<Item = &mut Held> {
        self.seats.iter_mut().filter_map(|seat| seat.held.as_mut())
    }

    fn begin_turn(&mut self, table: &Table, seat: SeatNo, deadline: Millis) {
        self.turn_began = deadline.since(table.setup().rulebook.clock.base_ms);
        let Some(from) = table.in_play().and_then(|hand| hand.last_to_act()) else { return };
        for (index, other) in self.seats.iter_mut().enumerate() {
            if is_between(SeatNo::from_index(index), from, seat) {
                other.folded_out_of_turn = None;
            }
        }
    }

    fn acted(&mut self, seat: SeatNo, wagers: bool, calls: bool) {
        *self.of(seat) = SeatMemory::default();
        self.undercall = None;
        self.misquoted = None;
        for held in self.held_mut() {
            held.raised |= wagers;
            held.called |= calls;
        }
    }

    /// Notes a wager that the floor entered or corrected, or a hand that it killed.
    fn note_floor(&mut self, what: &FloorEvent) {
        match what {
            FloorEvent::WagerForced { seat, .. } => self.acted(*seat, true, false),
            FloorEvent::WagerCorrected { .. } => {
                self.undercall = None;
                self.held_mut().for_each(|held| held.raised = true);
            }
            FloorEvent::HandRestored { seat } | FloorEvent::HandKilled { seat, .. } => {
                *self.of(*seat) = SeatMemory::default();
            }
            FloorEvent::ActionsRescinded { .. } => {
                self.seats = Default::default();
                self.undercall = None;
            }
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

    fn note_adjudicated(&mut self, table: &Table, adjudicated: &Adjudicated) {
        match adjudicated {
            Adjudicated::FoldedOutOfTurn { seat, at } => {
                let folded_out_of_turn = Some(*at);
                *self.of(*seat) = SeatMemory { folded_out_of_turn, ..SeatMemory::default() };
            }
            Adjudicated::Held { seat, gesture, at, to, stake, wagers, before_amount } => {
                self.of(*seat).held = Some(Held {
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
                if let Some(held) = &mut self.of(*seat).held {
                    held.bound = true;
                }
            }
            Adjudicated::HeldSettled { seat } => self.of(*seat).held = None,
            Adjudicated::Moved { seat, total, chips, motions_left } => {
                let seat = self.of(*seat);
                seat.moves = Some(Moves { total: *total, chips: *chips, left: *motions_left });
                seat.front = Some(Front { value: *total, chips: None });
            }
            Adjudicated::FrontSeen { seat, chips } => {
                self.of(*seat).front = Front::of(chips.clone());
            }
            Adjudicated::PulledBack { seat, value, left } => {
                let bet = table.in_play().map_or(Chips::ZERO, |hand| hand.bet(*seat));
                let seat = self.of(*seat);
                let before = seat.front.take().map_or(bet, |front| front.value);
                seat.front = Some(Front { value: before - *value, chips: left.clone() });
                seat.pulled += *value;
            }
            Adjudicated::MovedForward { seat, chips } => self.of(*seat).forward.clone_from(chips),
            Adjudicated::SpokeUp { seat } => self.of(*seat).spoke_up = true,
            Adjudicated::Misquoted { amount } => self.misquoted = Some(*amount),
            Adjudicated::UndercallMadeGood { seat, at } => self.undercall = Some((*seat, *at)),
            // The table keeps these itself.
            Adjudicated::Attended { .. }
            | Adjudicated::CallAccepted { .. }
            | Adjudicated::CallRetracted { .. }
            | Adjudicated::CalledShort { .. }
            | Adjudicated::Committed { .. }
            | Adjudicated::Flagged { .. }
            | Adjudicated::Forfeited { .. } => {}
        }
    }

    /// Leaves out the time for which the table was paused.
    fn delay(&mut self, by: Millis) {
        let later = |at: &mut Millis| *at = *at + by;
        later(&mut self.turn_began);
        if let Some((_, at)) = &mut self.undercall {
            later(at);
        }
        for seat in &mut self.seats {
            let held = seat.held.as_mut().map(|held| &mut held.at);
            held.into_iter().chain(&mut seat.folded_out_of_turn).for_each(later);
        }
    }
}

/// Returns `true` if a seat lies between two others, clockwise.
fn is_between(seat: SeatNo, from: SeatNo, to: SeatNo) -> bool {
    let both: SeatSet = [seat, to].into_iter().collect();
    seat != from && seat != to && both.next_after(from) == Some(seat)
}
