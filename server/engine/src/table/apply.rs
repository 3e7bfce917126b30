//! The only code that changes a table. It decides nothing. Folding the same events yields the same
//! table.

mod hand;
mod rulings;
mod seats;
mod turns;

use super::{Table, assert_conserved, by_order, floor, pauses, shuffle};
use crate::event::Event;
use crate::hand::{Hand, Phase};
use cardroom_rules::Game;

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
                self.state.schedule.begin_turn(*turn);
                self.felt().begin_turn(*seat, *turn, *deadline);
            }
            Event::Acted { seat, action, added, timed_out, bank } => {
                self.felt().act(*seat, *action, *added, *bank);
                self.hand_mut().players[*seat].timed_out |= *timed_out;
                self.state.desk.drop_of(*seat);
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

    /// Returns the hand in progress with its game.
    pub(crate) fn hand_and_game(&mut self) -> (&mut Hand, &Game) {
        let hand = self.hand.as_mut().expect("the event is of a hand in progress");
        let game = &self.setup.play(hand.play).game;
        (hand, game)
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
        Event::HandEntered { pot, .. } => {
            table.state.till.bring(*pot);
            table.hand_mut().middle.enter(*pot);
        }
        Event::HandEnded { at, .. } => hand::ended(table, *at),
        Event::HandVoided { at, .. } => hand::voided(table, *at),

        // Cards.
        Event::Burned => table.dealing().burn(),
        Event::HoleDealt { each } => table.dealing().down(*each),
        Event::UpDealt { cards } => table.dealing().up(cards),
        Event::BoardDealt { board, cards } => table.dealing().board(*board, cards),
        Event::DrawBegan { least, most, replaced } => {
            table.dealing().begin_draw(*least, *most, *replaced);
        }
        Event::Discarded { seat, picks, timed_out, bank } => {
            table.state.seats.taken(*seat).bank = *bank;
            table.dealing().discard(*seat, *picks, *timed_out);
        }
        Event::Drawn { seat, count } => table.dealing().draw(*seat, *count),
        Event::Reshuffled { seat, .. } => table.dealing().reshuffle(*seat),

        // Turns, bets and time.
        Event::Posted { seat, post, amount } => table.felt().post(*seat, *post, *amount),
        Event::StreetBegan { street } => table.felt().begin_street(*street),
        Event::TurnBegan { seat, turn, deadline } => {
            table.state.schedule.begin_turn(*turn);
            table.felt().begin_turn(*seat, *turn, *deadline);
        }
        Event::Acted { seat, action, added, timed_out, bank } => {
            table.felt().act(*seat, *action, *added, *bank);
            table.hand_mut().players[*seat].timed_out |= *timed_out;
            table.state.desk.drop_of(*seat);
        }
        Event::BankBegan { deadline, .. } => table.hand_mut().begin_bank(*deadline),
        Event::ReconnectGranted { seat, until } => {
            table.state.seats.taken(*seat).use_reconnect();
            table.hand_mut().wait_for_reconnect(*until);
        }
        Event::ClockRestarted { until } => {
            let base = table.setup.rulebook.clock.base_ms;
            table.hand_mut().restart_clock(*until, base);
        }
        Event::DecisionTimed { seat, took, late } => {
            table.state.time_use.note(*seat, *took, *late);
        }
        Event::UncalledReturned { seat, amount } => table.felt().return_uncalled(*seat, *amount),
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
            table.state.till.take_rake(*amount);
        }
        Event::PotAwarded { pot, shares, .. } => table.felt().award(*pot, shares),

        // After the hand.
        Event::RabbitAsked { until, .. } => {
            if let Some(hunt) = &mut table.hunt {
                hunt.ask(*until);
            }
        }
        // One refusal ends the hunt.
        Event::RabbitAnswered { seat, agrees } => match &mut table.hunt {
            Some(hunt) if *agrees => hunt.agree(*seat),
            hunt => *hunt = None,
        },
        Event::RabbitShown { .. } => table.hunt = None,
        Event::CardsShown { seat, cards, .. } => table.last_cards.note_shown(*seat, cards),

        // Absent players, and hands that wait for other tables.
        Event::DeadHand { seat, .. } => {
            table.dealing().kill(*seat);
            table.hand_mut().players.note_killed(*seat);
        }
        Event::HandHeld => table.hand_mut().phase = Phase::Waiting,
        Event::HandReleased => {
            table.hand_mut().is_held = false;
            table.hand_mut().phase = Phase::Closed;
        }

        // Seats and stacks.
        Event::SeatTaken { seat, player, stack, wait_for_big_blind } => {
            let bank = table.setup.rulebook.clock.bank_ms;
            table.state.sit(*seat, *player, *stack, *wait_for_big_blind, bank);
        }
        Event::SeatLeft { seat, cashed_out, .. } => {
            table.state.leave(*seat, *cashed_out);
            table.last_cards.forget(*seat);
        }
        Event::LeavePending { seat } => table.state.seats.taken(*seat).leaving = true,
        Event::TopUpPending { seat, amount } => table.state.top_up_later(*seat, *amount),
        Event::ToppedUp { seat, amount, was_pending } => {
            table.state.top_up(*seat, *amount, *was_pending);
        }
        Event::TopUpReturned { seat, amount, .. } => table.state.return_top_up(*seat, *amount),
        Event::GiftPending { seat, amount } => table.state.give_later(*seat, *amount),
        Event::GiftReturned { seat, amount, .. } => table.state.return_gift(*seat, *amount),
        Event::TakeBackPending { seat, amount } => {
            table.state.seats.taken(*seat).to_take_back += *amount;
        }
        Event::TakenBack { seat, amount, .. } => table.state.take_back(*seat, *amount),
        Event::SatOut { seat, at } => table.state.seats.taken(*seat).sat_out_at = Some(*at),
        Event::SatIn { seat } => table.state.seats.taken(*seat).sat_out_at = None,
        Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle } => {
            let taken = table.state.seats.taken(*seat);
            taken.wait_for_big_blind = *wait_for_big_blind;
            taken.auto_muck = *auto_muck;
            taken.straddle = *straddle;
        }
        Event::PresenceChanged { seat, connected, at } => {
            table.state.seats.taken(*seat).lost_at = (!*connected).then_some(*at);
            if let Some(hand) = table.hand.as_mut().filter(|_| !*connected) {
                hand.note_lost_connection(*seat);
            }
        }
        Event::BlindMissed { seat, big } => {
            let owes = &mut table.state.seats.taken(*seat).owes;
            *(if *big { &mut owes.big } else { &mut owes.small }) = true;
        }
        Event::SeatsShuffled { moves } => shuffle::apply_shuffle(table, moves),

        // By order of a tournament.
        Event::Placed { seat, player, chips, entering } => {
            let bank = table.setup.rulebook.clock.bank_ms;
            table.state.place(*seat, *player, *chips, *entering, bank);
        }
        Event::StacksSet { stacks } => table.state.set_stacks(stacks),
        Event::StackReset { seat, stack } => table.state.set_stacks(&[(*seat, *stack)]),
        Event::PlaysSet { plays, switch } => by_order::plays_set(table, plays, *switch),
        Event::ButtonPlaced { seat } => table.state.button.place(*seat),
        Event::HandOrdered(order) => table.state.schedule.order(order.clone()),
        Event::HandWithdrawn { hand, .. } => table.state.schedule.withdraw(*hand),

        // The house and the rotation of games.
        Event::ChargePeriodBegan { until } => table.state.begin_charge_period(*until),
        Event::TimeCharged { seat, amount } => table.state.charge_time(*seat, *amount),
        Event::HouseSwept { rake, time } => table.state.till.sweep(*rake, *time),
        Event::ChoiceOffered { seat, until } => {
            table.state.rotation.offer(*seat);
            table.state.schedule.wait_until(*until);
        }
        Event::GameChanged { play, by, at } => {
            table.state.rotation.change(*play, *by);
            if by.is_some() {
                table.state.schedule.wait_until(*at);
            }
        }

        // The floor.
        Event::Paused => table.state.pause.set(true),
        Event::Resumed => table.state.pause.set(false),
        Event::ClocksStopped { at } => table.state.pause.stop_time(*at),
        Event::ClocksDelayed { by } => pauses::apply_delay(table, *by),
        Event::Floor(ruled) => floor::apply_floor(table, ruled),
        Event::Adjudicated(adjudicated) => rulings::adjudicated(table, adjudicated),
        Event::TicketOpened(ticket) => table.state.desk.open(ticket),
        Event::TicketClosed { waited, .. } => {
            table.state.desk.close();
            if let Some(hand) = &mut table.hand {
                hand.leave_out(*waited);
            }
        }
    }
}
