//! Applies events. Nothing else changes a tournament, and nothing here decides.

mod clock;
mod course;
mod escrow;
mod people;
mod prizes;
mod tables;

use super::Director;
use crate::event::Event;

impl Director {
    /// Applies an event to the tournament.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::StepBegan { at } => {
                self.state.seq.0 += 1;
                self.state.now = *at;
            }
            Event::Drawn { .. }
            | Event::SeatCardsDealt { .. }
            | Event::TableShort { .. }
            | Event::Refunded { .. }
            | Event::BonusLeft { .. }
            | Event::Announced { .. } => {}
            Event::Entered { .. }
            | Event::TicketUsed { .. }
            | Event::Withdrawn { .. }
            | Event::CheckedIn { .. }
            | Event::Bought { .. }
            | Event::StackChanged { .. }
            | Event::Reawarded { .. }
            | Event::StackDue { .. }
            | Event::BonusDue { .. }
            | Event::BonusAdded { .. }
            | Event::BonusKept { .. }
            | Event::BonusUsed { .. }
            | Event::BonusForfeited { .. }
            | Event::Busted(_)
            | Event::RebuyDeclined { .. }
            | Event::Sat { .. }
            | Event::AbsenceBegan { .. }
            | Event::AbsenceEnded { .. }
            | Event::AbsenceWarned { .. }
            | Event::LongAbsence { .. }
            | Event::Quit { .. }
            | Event::RemovalDue { .. }
            | Event::RemovalLifted { .. }
            | Event::MoveDue(_)
            | Event::MoveDropped { .. }
            | Event::Removed { .. }
            | Event::PenaltySet { .. }
            | Event::Warned { .. }
            | Event::Muted { .. }
            | Event::Banned { .. } => people::apply(&mut self.state, event),
            Event::PotImpounded { .. }
            | Event::ChipsImpounded { .. }
            | Event::PotReleased { .. }
            | Event::ChipsReleased { .. }
            | Event::Suspended(_)
            | Event::WaitsForSeat { .. }
            | Event::DecisionAwaited => escrow::apply(&mut self.state, event),
            Event::StartChanged { .. }
            | Event::LevelsChanged { .. }
            | Event::LevelBegan { .. }
            | Event::BreakDue { .. }
            | Event::BreakBegan { .. }
            | Event::ClockSet { .. }
            | Event::PlayNears { .. }
            | Event::ConnectionsLost { .. }
            | Event::Paused { .. }
            | Event::Resumed { .. }
            | Event::Rests { .. }
            | Event::Rested { .. }
            | Event::HandForHandBegan { .. }
            | Event::TableWaits { .. }
            | Event::HandTogether
            | Event::HandTogetherOver { .. }
            | Event::HandForHandEnded { .. } => clock::apply(self, event),
            Event::PrizesFixed { .. }
            | Event::PrizeWon { .. }
            | Event::PrizeWithheld { .. }
            | Event::MoneyReached { .. }
            | Event::BountyAwarded(_)
            | Event::BountiesShared { .. }
            | Event::ChipsExchanged { .. }
            | Event::DealAsked(_)
            | Event::DealDropped
            | Event::DealProposed(_)
            | Event::Voted { .. }
            | Event::DealAccepted
            | Event::DealRejected { .. }
            | Event::DealMade { .. }
            | Event::DealsAllowed { .. } => prizes::apply(&mut self.state, event),
            Event::Began { .. }
            | Event::Cancelled { .. }
            | Event::EntryClosed
            | Event::Ruled(_)
            | Event::RulingChanged { .. }
            | Event::LotsDrawn(_)
            | Event::ColorUpDue(_)
            | Event::Through { .. }
            | Event::RoundBegan { .. }
            | Event::DayEnds
            | Event::DayOver { .. }
            | Event::HandedOver { .. }
            | Event::Out { .. }
            | Event::Over { .. } => course::apply(self, event),
            Event::BreakingOrderDrawn { .. }
            | Event::TableOpened { .. }
            | Event::ButtonDealtFor { .. }
            | Event::ExtraPlayersAllowed { .. }
            | Event::SurplusSeat { .. }
            | Event::Reserved { .. }
            | Event::KeptApart { .. }
            | Event::LetTogether { .. }
            | Event::BalancingOrdered { .. }
            | Event::Halted { .. }
            | Event::TablePaused { .. }
            | Event::PlaysOn { .. }
            | Event::Seated { .. }
            | Event::Moved { .. }
            | Event::Released { .. }
            | Event::TableBreaks { .. }
            | Event::TableClosed { .. }
            | Event::Ordered(_)
            | Event::OrderDone { .. }
            | Event::PositionsChanged { .. }
            | Event::HandUndone { .. }
            | Event::HandFinished { .. } => tables::apply(self, event),
        }
    }
}
