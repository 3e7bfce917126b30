//! Declared and pending actions at a hybrid table, and the effect of the floor's commands.

use super::apply::{Fit, less, more};
use super::{Seat, Table};
use cardroom_protocol::Chips;
use cardroom_protocol::hybrid::{
    DealRemedy, DealRuled, HybridView, Limit, Limited, Ruled, TicketOpened, WagerCorrected,
    WagerForced,
};
use cardroom_protocol::table::TableEvent;

/// Declared and pending actions at a hybrid table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hybrid {
    /// True if a floor person is present to rule on tickets.
    pub attended: bool,
    /// Seats whose action out of turn is held until their turn.
    pub held: Vec<u8>,
    /// Seats whose action out of turn is already binding.
    pub bound: Vec<u8>,
    /// Seats that are limited in their next action, and how.
    pub limited: Vec<(u8, Limit)>,
    /// The question before the floor. Until the ruling nothing else happens.
    pub ticket: Option<TicketOpened>,
    /// True if the clock was called on the player whose turn it is.
    pub clock_called: bool,
    /// The last ruling that this bot saw.
    pub last_ruling: Option<Ruled>,
}

impl Hybrid {
    pub(super) fn from_view(view: HybridView) -> Self {
        Self {
            attended: view.attended,
            held: view.held,
            bound: view.bound,
            limited: view.limited.into_iter().map(|seat| (seat.seat, seat.limit)).collect(),
            ticket: view.ticket,
            clock_called: view.clock_ms.is_some(),
            last_ruling: None,
        }
    }

    /// Returns `true` if this seat has acted out of turn and the action is pending.
    #[must_use]
    pub fn has_acted_out_of_turn(&self, seat: u8) -> bool {
        self.held.contains(&seat) || self.bound.contains(&seat)
    }

    /// Returns how this seat is limited in its next action.
    #[must_use]
    pub fn limit(&self, seat: u8) -> Option<Limit> {
        self.limited.iter().find(|(limited, _)| *limited == seat).map(|(_, limit)| *limit)
    }

    /// Clears what was declared. The presence of the floor stays.
    pub(super) fn new_street(&mut self) {
        *self = Self {
            attended: self.attended,
            ticket: self.ticket.take(),
            last_ruling: self.last_ruling.take(),
            ..Self::default()
        };
    }

    pub(super) fn acted(&mut self, seat: u8) {
        self.held.retain(|held| *held != seat);
        self.bound.retain(|bound| *bound != seat);
        self.limited.retain(|(limited, _)| *limited != seat);
        self.clock_called = false;
    }

    fn note(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Ruled(ruled) => self.last_ruling = Some(ruled.clone()),
            TableEvent::TicketOpened(ticket) => self.ticket = Some(ticket.clone()),
            TableEvent::TicketClosed(_) => self.ticket = None,
            TableEvent::ActionHeld(action) => self.held.push(action.seat),
            TableEvent::HeldBinds(action) => self.bound.push(action.seat),
            TableEvent::HeldSettled(action) => {
                self.held.retain(|held| *held != action.seat);
                self.bound.retain(|bound| *bound != action.seat);
            }
            TableEvent::Limited(limited) => self.limited.push((limited.seat, limited.limit)),
            TableEvent::ChipsMoved(moved) => self.limited.push((moved.seat, Limit::Wager)),
            TableEvent::FloorAttended(floor) => self.attended = floor.attended,
            TableEvent::ClockCalled(_) => self.clock_called = true,
            _ => {}
        }
    }
}

impl Table {
    /// Applies an event of hybrid tables or of the floor.
    pub(super) fn take_of_hybrid(&mut self, event: &TableEvent) -> Fit {
        if let Some(hybrid) = &mut self.hybrid {
            hybrid.note(event);
        }
        match event {
            TableEvent::Limited(Limited { seat, added, .. }) => {
                self.seat_mut(*seat)?.pay(*added, true)?;
            }
            TableEvent::Forfeited(lost) => {
                self.seat_mut(lost.seat)?.pay(lost.amount, true)?;
            }
            TableEvent::CallRetracted(call) => self.seat_mut(call.seat)?.take_back(call.amount)?,
            TableEvent::FoldedOutOfTurn(folded) => {
                self.seat_mut(folded.seat)?.part()?.folded = true;
            }
            TableEvent::WagerForced(wager) => self.wager_forced(wager)?,
            TableEvent::WagerCorrected(wager) => self.wager_corrected(wager)?,
            TableEvent::DealRuled(ruled) => self.deal_ruled(ruled)?,
            TableEvent::ActionsRescinded(undone) => {
                for back in &undone.returned {
                    self.seat_mut(back.seat)?.take_back(back.amount)?;
                }
                for seat in &undone.back {
                    self.seat_mut(*seat)?.part()?.folded = false;
                }
                self.hand_mut()?.current_bet = undone.current_bet;
                self.no_turn()?;
            }
            TableEvent::HandKilled(killed) => {
                self.seat_mut(killed.seat)?.part()?.folded = true;
                self.no_turn()?;
            }
            TableEvent::HandExposed(exposed) => {
                let part = self.seat_mut(exposed.seat)?.part()?;
                part.tabled = Some(exposed.cards.clone());
                part.folded = !exposed.live;
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets the board that the floor ruled. If a card went to another hand, the server
    /// sends the whole table.
    fn deal_ruled(&mut self, ruled: &DealRuled) -> Fit {
        let board = match &ruled.remedy {
            DealRemedy::Board(new) => &new.cards,
            DealRemedy::Scrapped(scrapped) => &scrapped.board,
            _ => return Ok(()),
        };
        let first = self.hand_mut()?.boards.first_mut().ok_or("there is no board")?;
        first.clone_from(board);
        Ok(())
    }

    fn wager_forced(&mut self, wager: &WagerForced) -> Fit {
        let bet = self.seat_mut(wager.seat)?.pay(wager.added, true)?;
        if bet != wager.to {
            return Err("the bet is not the total that was said".into());
        }
        let hand = self.hand_mut()?;
        hand.current_bet = wager.to;
        hand.raises = hand.raises.saturating_add(1);
        hand.aggressor = Some(wager.seat);
        self.no_turn()
    }

    fn wager_corrected(&mut self, wager: &WagerCorrected) -> Fit {
        for moved in &wager.moved {
            let seat = self.seat_mut(moved.seat)?;
            seat.take_back(moved.returned)?;
            seat.pay(moved.added, true)?;
        }
        self.hand_mut()?.current_bet = wager.to;
        self.no_turn()
    }

    fn no_turn(&mut self) -> Fit {
        self.decision = None;
        self.hand_mut()?.turn = None;
        Ok(())
    }
}

impl Seat {
    /// Moves chips of the bet back to the stack.
    fn take_back(&mut self, amount: Chips) -> Fit {
        self.bet = less(self.bet, amount, "the bet is smaller than that")?;
        self.stack = more(self.stack, amount)?;
        self.part()?.all_in = self.stack == Chips(0);
        Ok(())
    }
}
