//! The only code that changes a table. It decides nothing. Folding the same events yields the same
//! table.

mod hand;
pub(super) mod rulings;
mod seats;

use super::{
    Table, absent, acted, assert_conserved, by_order, dealing, enter, floor, pauses, rabbit,
    shuffle, time_use,
};
use crate::event::Event;
use crate::hand::{Hand, Phase};
use cardroom_rules::Appended;

impl Table {
    /// Applies an event to the table.
    ///
    /// # Panics
    /// Panics if the event does not fit the table, because the log is broken or belongs
    /// to another table. Also panics if a chip would be made or lost. Events returned
    /// by [`Table::step`] always fit.
    pub fn apply(&mut self, event: &Event) {
        self.apply_emitted(event);
    }

    /// Applies an event where it is emitted. The event's variant is known there, so the match
    /// compiles away for turns and actions, which are two of three events.
    #[inline(always)]
    pub(super) fn apply_emitted(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { seat, turn, deadline } => {
                hand::turn_began(self, *seat, *turn, *deadline);
            }
            Event::Acted { seat, action, added, timed_out, bank } => {
                acted::apply_action(self, *seat, *action, *added, *bank);
                self.hand_mut().players[*seat].timed_out |= *timed_out;
            }
            _ => apply_event(self, event),
        }
        if cfg!(debug_assertions) || event.settles_chips() {
            assert_conserved(self);
        }
    }

    #[inline(always)]
    pub(crate) fn hand_mut(&mut self) -> &mut Hand {
        self.hand.as_mut().expect("the event is of a hand in progress")
    }
}

/// Applies any event. The match names every variant, so a new event does not compile until it is
/// handled here.
#[inline(never)]
fn apply_event(table: &mut Table, event: &Event) {
    match event {
        // Announcements, which change nothing.
        Event::SeeHandAsked { .. } | Event::OutRanked { .. } | Event::Ruled(_) => {}

        // A hand begins and ends.
        Event::HandStarted(start) => hand::started(table, start),
        Event::HandEntered { pot, .. } => enter::apply_entered(table, *pot),
        Event::HandEnded { at, .. } => hand::ended(table, *at),
        Event::HandVoided { at, .. } => hand::voided(table, *at),

        // Cards.
        Event::Burned => dealing::burned(table),
        Event::HoleDealt { each } => dealing::dealt_down(table, *each),
        Event::UpDealt { cards } => dealing::dealt_up(table, cards),
        Event::BoardDealt { board, cards } => dealing::dealt_to_board(table, *board, cards),
        Event::DrawBegan { least, most, replaced } => {
            dealing::draw_began(table, *least, *most, *replaced);
        }
        Event::Discarded { seat, picks, timed_out, bank } => {
            dealing::discarded(table, *seat, *picks, *timed_out, *bank);
        }
        Event::Drawn { seat, count } => dealing::drawn(table, *seat, *count),
        Event::Reshuffled { seat, .. } => dealing::reshuffled(table, *seat),

        // Turns, bets and time.
        Event::Posted { seat, post, amount } => hand::posted(table, *seat, *post, *amount),
        Event::StreetBegan { street } => hand::street_began(table, *street),
        Event::TurnBegan { seat, turn, deadline } => {
            hand::turn_began(table, *seat, *turn, *deadline);
        }
        Event::Acted { seat, action, added, timed_out, bank } => {
            acted::apply_action(table, *seat, *action, *added, *bank);
            table.hand_mut().players[*seat].timed_out |= *timed_out;
        }
        Event::BankBegan { deadline, .. } => hand::bank_began(table, *deadline),
        Event::ReconnectGranted { seat, until } => hand::reconnect_granted(table, *seat, *until),
        Event::ClockRestarted { until } => hand::clock_restarted(table, *until),
        Event::DecisionTimed { seat, took, late } => {
            time_use::note_decision(table, *seat, *took, *late);
        }
        Event::UncalledReturned { seat, amount } => hand::uncalled_returned(table, *seat, *amount),
        Event::StreetHeld { until } => table.hand_mut().phase = Phase::Held { until: *until },
        Event::StreetClosed { pots } => table.hand_mut().close_street(pots),

        // The run-out and the showdown.
        Event::RunItOffered { most, until } => {
            let hand = table.hand_mut();
            hand.boards.ask();
            hand.phase = Phase::RunItVote { most: *most, until: *until };
        }
        Event::RunItAnswered { seat, boards } => {
            table.hand_mut().players[*seat].run_it = Some(*boards);
        }
        Event::RunItAgreed { boards } => {
            table.hand_mut().boards.run(*boards);
            table.hand_mut().phase = Phase::Closed;
        }
        Event::RunOutHeld { until } => table.hand_mut().phase = Phase::RunOut { until: *until },
        Event::ShowdownOpened { until } => {
            table.hand_mut().phase = Phase::Showdown { until: *until };
        }
        Event::AwardHeld { until } => table.hand_mut().phase = Phase::AwardHeld { until: *until },
        Event::ShowdownClosed => {
            table.hand_mut().showdown_closed = true;
            table.hand_mut().phase = Phase::Closed;
        }
        Event::HandExposed { seat, live, .. } => {
            table.hand_mut().players[*seat].expose(*live);
            table.hand_mut().phase = Phase::Closed;
        }
        Event::Tabled { seat, cards } => {
            table.hand_mut().players[*seat].table(cards);
            table.hand_mut().phase = Phase::Closed;
        }
        Event::Mucked { seat } => {
            table.hand_mut().players[*seat].mucked = true;
            table.hand_mut().phase = Phase::Closed;
        }
        Event::ShowOffered { seat, until } => {
            table.hand_mut().phase = Phase::Offer { seat: *seat, until: *until };
        }
        Event::RakeTaken { pot, amount } => {
            table.hand_mut().middle.take_rake(*pot, *amount);
            table.state.house_rake += *amount;
        }
        Event::PotAwarded { pot, shares, .. } => hand::pot_awarded(table, *pot, shares),

        // After the hand.
        Event::RabbitAsked { until, .. } => rabbit::asked(table, *until),
        Event::RabbitAnswered { seat, agrees } => rabbit::answered(table, *seat, *agrees),
        Event::RabbitShown { .. } => table.hunt = None,
        Event::CardsShown { seat, cards, .. } => table.last_cards.note_shown(*seat, cards),

        // Absent players, and hands that wait for other tables.
        Event::DeadHand { seat, .. } => absent::hand_died(table, *seat),
        Event::HandHeld => table.hand_mut().phase = Phase::Waiting,
        Event::HandReleased => {
            table.hand_mut().is_held = false;
            table.hand_mut().phase = Phase::Closed;
        }

        // Seats and stacks.
        Event::SeatTaken { seat, player, stack, wait_for_big_blind } => {
            seats::taken(table, *seat, *player, *stack, *wait_for_big_blind);
        }
        Event::SeatLeft { seat, cashed_out, .. } => seats::left(table, *seat, *cashed_out),
        Event::LeavePending { seat } => table.state.seats.taken(*seat).leaving = true,
        Event::TopUpPending { seat, amount } => seats::top_up_pending(table, *seat, *amount),
        Event::ToppedUp { seat, amount, was_pending } => {
            seats::topped_up(table, *seat, *amount, *was_pending);
        }
        Event::TopUpReturned { seat, amount, .. } => seats::top_up_returned(table, *seat, *amount),
        Event::GiftPending { seat, amount } => seats::gift_pending(table, *seat, *amount),
        Event::GiftReturned { seat, amount, .. } => seats::gift_returned(table, *seat, *amount),
        Event::TakeBackPending { seat, amount } => {
            table.state.seats.taken(*seat).to_take_back += *amount;
        }
        Event::TakenBack { seat, amount, .. } => seats::taken_back(table, *seat, *amount),
        Event::SatOut { seat, at } => table.state.seats.taken(*seat).sat_out_at = Some(*at),
        Event::SatIn { seat } => table.state.seats.taken(*seat).sat_out_at = None,
        Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle } => {
            let taken = table.state.seats.taken(*seat);
            taken.wait_for_big_blind = *wait_for_big_blind;
            taken.auto_muck = *auto_muck;
            taken.straddle = *straddle;
        }
        Event::PresenceChanged { seat, connected, at } => {
            seats::presence_changed(table, *seat, *connected, *at);
        }
        Event::BlindMissed { seat, big } => {
            let owes = &mut table.state.seats.taken(*seat).owes;
            *(if *big { &mut owes.big } else { &mut owes.small }) = true;
        }
        Event::SeatsShuffled { moves } => shuffle::apply_shuffle(table, moves),

        // By order of a tournament.
        Event::Placed { seat, player, chips, entering } => {
            by_order::placed(table, *seat, *player, *chips, *entering);
        }
        Event::StacksSet { stacks } => by_order::stacks_set(table, stacks),
        Event::StackReset { seat, stack } => by_order::stacks_set(table, &[(*seat, *stack)]),
        Event::PlaysSet { plays, switch } => by_order::plays_set(table, plays, *switch),
        Event::ButtonPlaced { seat } => table.state.next_button = Some(*seat),
        Event::HandOrdered(order) => table.state.order = Some(order.clone()),
        // The number of the withdrawn hand is used up.
        Event::HandWithdrawn { hand, .. } => table.state.last_hand = *hand,

        // The house and the rotation of games.
        Event::ChargePeriodBegan { until } => {
            table.state.charge_until = Some(*until);
            for seat in table.state.seats.all_taken() {
                seat.played_this_period = false;
            }
        }
        Event::TimeCharged { seat, amount } => {
            table.state.seats.taken(*seat).stack -= *amount;
            table.state.house_time += *amount;
        }
        Event::HouseSwept { rake, time } => {
            table.state.house_rake -= *rake;
            table.state.house_time -= *time;
            table.state.total -= *rake + *time;
        }
        Event::ChoiceOffered { seat, until } => {
            table.state.choice = Some(*seat);
            table.state.chooser = Appended(Some(*seat));
            table.state.not_before = *until;
        }
        Event::GameChanged { play, by, at } => {
            table.state.play = *play;
            table.state.hands_of_play = 0;
            if by.is_some() {
                table.state.choice = None;
                table.state.not_before = *at;
            }
        }

        // The floor.
        Event::Paused => table.state.paused = true,
        Event::Resumed => table.state.paused = false,
        Event::ClocksStopped { at } => pauses::apply_stop(table, *at),
        Event::ClocksDelayed { by } => pauses::apply_delay(table, *by),
        Event::Floor(ruled) => floor::apply_floor(table, ruled),
        Event::Adjudicated(adjudicated) => rulings::adjudicated(table, adjudicated),
        Event::TicketOpened(ticket) => {
            table.state.last_ticket = ticket.ticket;
            table.question.open(ticket);
        }
        Event::TicketClosed { waited, .. } => {
            table.question.close();
            if let Some(hand) = &mut table.hand {
                hand.leave_out(*waited);
            }
        }
    }
}
