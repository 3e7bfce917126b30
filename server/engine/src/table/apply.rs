//! The only code that changes a table. It decides nothing. Folding the same events yields the same
//! table.

use super::after_hand::LastCards;
use super::{
    Table, absent, acted, assert_conserved, dealing, dispute, enter, floor, ordered, pauses,
    rabbit, shuffle, time_use,
};
use crate::action::TurnNo;
use crate::adjudicate;
use crate::button::Positions;
use crate::event::{Event, HandStart, PostKind};
use crate::hand::{
    Before, Boards, CardMoves, Hand, HandBetting, HandDeck, HandPlayer, HandPositions, HandStreet,
    Middle, Phase, Players, Round, Turn, UsedUp,
};
use crate::pot::Share;
use crate::seat::{Owes, Seat};
use cardroom_rules::{AnteKind, Appended, Chips, Forced, MAX_SEATS, Millis, SeatNo, SeatSet};

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
            Event::TurnBegan { seat, turn, deadline } => apply_turn(self, *seat, *turn, *deadline),
            Event::Acted { seat, action, added, timed_out, bank } => {
                acted::apply_action(self, *seat, *action, *added, *bank);
                self.hand_mut().players[*seat].timed_out |= *timed_out;
            }
            _ => apply_in_hand(self, event),
        }
        if self.declared.is_some() {
            adjudicate::note_declared(self, event);
        }
        if cfg!(debug_assertions) || event.settles_chips() {
            assert_conserved(self);
        }
    }

    #[inline(always)]
    pub(super) fn hand_mut(&mut self) -> &mut Hand {
        self.hand.as_mut().expect("the event is of a hand in progress")
    }
}

/// Applies an event within a hand, which most events are.
#[inline(never)]
fn apply_in_hand(table: &mut Table, event: &Event) {
    match event {
        Event::HandEntered { pot, .. } => enter::apply_entered(table, *pot),
        Event::Posted { seat, post, amount } => apply_post(table, *seat, *post, *amount),
        Event::StreetBegan { street } => apply_street(table, *street),
        Event::Burned
        | Event::HoleDealt { .. }
        | Event::UpDealt { .. }
        | Event::BoardDealt { .. }
        | Event::DrawBegan { .. }
        | Event::Discarded { .. }
        | Event::Drawn { .. }
        | Event::Reshuffled { .. } => dealing::apply_deal(table, event),
        Event::BankBegan { deadline, .. } => {
            if let Phase::Turn(turn) = &mut table.hand_mut().phase {
                turn.deadline = *deadline;
                turn.in_bank = true;
            }
        }
        Event::ReconnectGranted { seat, until } => {
            let taken = table.state.seats.taken(*seat);
            taken.had_reconnect = true;
            taken.bank = Millis(0);
            if let Phase::Turn(turn) = &mut table.hand_mut().phase {
                turn.deadline = *until;
                turn.in_bank = false;
            }
        }
        Event::ClockRestarted { until } => apply_restart(table, *until),
        Event::DecisionTimed { seat, took, late } => {
            time_use::note_decision(table, *seat, *took, *late);
        }
        Event::UncalledReturned { seat, amount } => {
            let players = &mut table.hand_mut().players;
            players[*seat].bet -= *amount;
            players.set_all_in(*seat, false);
            table.state.seats.taken(*seat).stack += *amount;
            table.hand_mut().betting.set_uncalled(Some((*seat, *amount)));
        }
        Event::StreetClosed { pots } => table.hand_mut().close_street(pots),
        Event::RunItOffered { most, until } => {
            let hand = table.hand_mut();
            hand.boards.ask();
            hand.phase = Phase::RunItVote { most: *most, until: *until };
        }
        Event::RunItAnswered { seat, boards } => {
            table.hand_mut().players[*seat].run_it = Some(*boards);
        }
        Event::RunItAgreed { boards } => {
            let hand = table.hand_mut();
            hand.boards.run(*boards);
            hand.phase = Phase::Closed;
        }
        Event::ShowdownOpened { until } => {
            table.hand_mut().phase = Phase::Showdown { until: *until };
        }
        Event::AwardHeld { until } => table.hand_mut().phase = Phase::AwardHeld { until: *until },
        Event::ShowdownClosed => {
            let hand = table.hand_mut();
            hand.showdown_closed = true;
            hand.phase = Phase::Closed;
        }
        Event::SeeHandAsked { .. } => {}
        Event::HandExposed { seat, live, .. } => {
            let hand = table.hand_mut();
            hand.players[*seat].expose(*live);
            hand.phase = Phase::Closed;
        }
        Event::StreetHeld { until } => table.hand_mut().phase = Phase::Held { until: *until },
        Event::DeadHand { .. } | Event::HandHeld | Event::HandReleased => {
            absent::apply_to_absent(table, event);
        }
        Event::OutRanked { .. } => {}
        Event::RunOutHeld { until } => table.hand_mut().phase = Phase::RunOut { until: *until },
        Event::Tabled { seat, cards } => {
            let hand = table.hand_mut();
            hand.players[*seat].table(cards);
            hand.phase = Phase::Closed;
        }
        Event::Mucked { seat } => {
            let hand = table.hand_mut();
            hand.players[*seat].mucked = true;
            hand.phase = Phase::Closed;
        }
        Event::ShowOffered { seat, until } => {
            table.hand_mut().phase = Phase::Offer { seat: *seat, until: *until };
        }
        Event::RakeTaken { pot, amount } => {
            table.hand_mut().middle.take_rake(*pot, *amount);
            table.state.house_rake += *amount;
        }
        Event::PotAwarded { pot, shares, .. } => apply_award(table, *pot, shares),
        _ => apply_to_table(table, event),
    }
}

/// Applies an event between hands, or one that begins or ends a hand.
fn apply_to_table(table: &mut Table, event: &Event) {
    match event {
        Event::SeatTaken { seat, player, stack, wait_for_big_blind } => {
            let bank = table.setup.rulebook.clock.bank_ms;
            let taken = Seat::new(*player, *stack, *wait_for_big_blind, bank);
            table.state.seats.take(*seat, taken);
            table.state.total += *stack;
        }
        Event::Placed { .. }
        | Event::StacksSet { .. }
        | Event::PlaysSet { .. }
        | Event::ButtonPlaced { .. }
        | Event::HandOrdered(_)
        | Event::HandWithdrawn { .. } => ordered::apply_order(table, event),
        Event::TopUpPending { seat, amount } => {
            table.state.seats.taken(*seat).pending += *amount;
            table.state.total += *amount;
        }
        Event::ToppedUp { seat, amount, was_pending } => {
            let taken = table.state.seats.taken(*seat);
            taken.stack += *amount;
            if *was_pending {
                taken.pending -= *amount;
                // Gifts join last.
                taken.pending_gift = taken.pending_gift.min(taken.pending);
            } else {
                table.state.total += *amount;
            }
        }
        Event::GiftPending { seat, amount } => {
            let taken = table.state.seats.taken(*seat);
            taken.pending += *amount;
            taken.pending_gift += *amount;
            table.state.total += *amount;
        }
        Event::GiftReturned { seat, amount, .. } => {
            let taken = table.state.seats.taken(*seat);
            taken.pending -= *amount;
            taken.pending_gift -= *amount;
            taken.to_take_back = taken.to_take_back.saturating_sub(*amount);
            table.state.total -= *amount;
        }
        Event::TopUpReturned { seat, amount, .. } => {
            table.state.seats.taken(*seat).pending -= *amount;
            table.state.total -= *amount;
        }
        Event::TakeBackPending { seat, amount } => {
            table.state.seats.taken(*seat).to_take_back += *amount;
        }
        Event::TakenBack { seat, amount, .. } => {
            let taken = table.state.seats.taken(*seat);
            taken.stack -= *amount;
            taken.to_take_back = Chips::ZERO;
            table.state.total -= *amount;
            // The winnings of the last hand may be gone.
            if let Some(award) = &mut table.state.award {
                award.played = None;
            }
        }
        Event::SatOut { seat, at } => table.state.seats.taken(*seat).sat_out_at = Some(*at),
        Event::SatIn { seat } => table.state.seats.taken(*seat).sat_out_at = None,
        Event::LeavePending { seat } => table.state.seats.taken(*seat).leaving = true,
        Event::SeatLeft { seat, cashed_out, .. } => {
            table.state.seats.free(*seat);
            table.state.missed_deal.remove(*seat);
            table.state.time_use.remove(seat);
            table.last_cards.forget(*seat);
            table.state.total -= *cashed_out;
        }
        Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle } => {
            let taken = table.state.seats.taken(*seat);
            taken.wait_for_big_blind = *wait_for_big_blind;
            taken.auto_muck = *auto_muck;
            taken.straddle = *straddle;
        }
        Event::PresenceChanged { seat, connected, at } => {
            table.state.seats.taken(*seat).lost_at = (!*connected).then_some(*at);
            if let Some(Phase::Turn(turn)) = table.hand.as_mut().map(|hand| &mut hand.phase)
                && turn.seat == *seat
            {
                turn.was_away |= !connected;
            }
        }
        Event::BlindMissed { seat, big } => {
            let owes = &mut table.state.seats.taken(*seat).owes;
            *(if *big { &mut owes.big } else { &mut owes.small }) = true;
        }
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
        Event::Paused => table.state.paused = true,
        Event::Resumed => table.state.paused = false,
        Event::ClocksStopped { at } => pauses::apply_stop(table, *at),
        Event::ClocksDelayed { by } => pauses::apply_delay(table, *by),
        Event::Floor(ruled) => floor::apply_floor(table, ruled),
        Event::RabbitAsked { .. } | Event::RabbitAnswered { .. } | Event::RabbitShown { .. } => {
            rabbit::apply_hunt(table, event);
        }
        Event::SeatsShuffled { moves } => shuffle::apply_shuffle(table, moves),
        Event::CardsShown { seat, cards, .. } => table.last_cards.note_shown(*seat, cards),
        Event::Ruled(_) => {}
        Event::Adjudicated(adjudicated) => adjudicate::apply_adjudicated(table, adjudicated),
        Event::TicketOpened(ticket) => adjudicate::apply_ticket(table, ticket),
        Event::TicketClosed { waited, .. } => adjudicate::apply_ticket_closed(table, *waited),
        Event::HandStarted(start) => apply_start(table, start),
        Event::HandEnded { at, .. } => apply_end(table, *at),
        Event::HandVoided { at, .. } => apply_void(table, *at),
        _ => unreachable!("every event is applied by one of the two matches: {event:?}"),
    }
}

fn apply_start(table: &mut Table, start: &HandStart) {
    assert!(table.hand.is_none(), "one hand at a time");
    let clear = Owes::default();
    let play = table.setup.play(start.play);
    let has_blinds = play.game.forced == Forced::Blinds;
    let big_blind = play.stakes.big_blind;
    let mut players = [const { HandPlayer::FRESH }; MAX_SEATS];
    let mut used_up = UsedUp { next_button: table.state.next_button, ..UsedUp::default() };
    for number in start.dealt.iter() {
        let seat = table.state.seats.taken(number);
        let player = &mut players[number.index()];
        player.started_with = seat.stack;
        player.owed_before = seat.owes;
        // A hand without blinds settles no owed blinds.
        if has_blinds && !start.bomb_pot {
            seat.owes = clear;
        }
        seat.played_this_period = true;
        used_up.entering.extend(seat.entering.take().map(|entering| (number, entering)));
    }
    table.state.used_up = Appended(used_up);
    let increment = big_blind.times(table.setup.rulebook.betting.min_open_preflop_bb);
    // A call of a short blind is for the full amount, even if the ante left nothing for the
    // blind (TFPL 4a-2, WPTAPL RX-5; GAPS G-21).
    let nominal = start.big_blind.map_or(Chips::ZERO, |_| big_blind);
    let round = Round { current_bet: nominal, full_bet: nominal, ..Round::open(increment) };
    table.hand = Some(Hand {
        number: start.hand,
        play: start.play,
        positions: HandPositions::new(
            start.button,
            start.small_blind,
            start.big_blind,
            start.bomb_pot,
        ),
        players: Players::new(start.dealt, absent::dead_on_arrival(table, start), players),
        deck: HandDeck::new(start.deck.clone()),
        cards: CardMoves::with_room(2 * start.dealt.len()),
        street: HandStreet::default(),
        boards: Boards::new(),
        middle: Middle::default(),
        betting: HandBetting::new(round),
        before: Before {
            positions: table.state.positions,
            frozen_button: table.state.frozen_button,
            hands_of_play: table.state.hands_of_play,
        },
        showdown_closed: false,
        is_held: absent::is_held_hand(table, start.hand),
        all_away_until: absent::pace_of_absent(table, start),
        phase: Phase::Dealing,
    });
    match start.big_blind {
        Some(big) => {
            let (button, small) = (start.button, start.small_position);
            table.state.positions = Some(Positions { button, small, big });
            table.state.frozen_button = None;
        }
        // Without blinds the button does not move (TDA 11-B), nor in a bomb pot.
        None => {
            table.state.frozen_button = Some(start.button);
            // The next blinds begin from a button that the floor has set.
            if table.state.next_button.is_some() {
                table.state.positions = None;
            }
        }
    }
    table.state.hands_of_play += 1;
    table.state.next_button = None;
    table.state.missed_deal = start.absent;
    table.state.redeal = None;
    table.hunt = None;
    table.last_cards = LastCards::default();
    table.state.choice = None;
    table.state.last_hand = start.hand;
}

fn apply_post(table: &mut Table, seat: SeatNo, post: PostKind, amount: Chips) {
    let taken = table.state.seats.taken(seat);
    taken.stack -= amount;
    let broke = taken.stack.is_zero();
    let ante_kind = table.stakes().ante_kind;
    let hand = table.hand_mut();
    if broke {
        hand.players.set_all_in(seat, true);
    }
    let each_antes = ante_kind == AnteKind::Each || hand.positions.is_bomb_pot();
    let player = &mut hand.players[seat];
    match post {
        PostKind::Ante if each_antes => {
            player.put_in += amount;
            return hand.middle.put_in(amount);
        }
        PostKind::Ante | PostKind::DeadBlind => return hand.middle.put_in_dead(amount),
        PostKind::SmallBlind => hand.positions.post_small(amount),
        PostKind::EntryBlind => {}
        PostKind::BigBlind => hand.positions.post_big(amount),
        PostKind::Straddle => {
            hand.positions.post_straddle(seat);
            hand.betting.post_straddle(amount);
        }
    }
    player.bet += amount;
}

fn apply_street(table: &mut Table, street: u8) {
    let rulebook = &table.setup.rulebook;
    let increment = table.stakes().big_blind.times(rulebook.betting.min_open_postflop_bb);
    let deals = table.game().streets[usize::from(street)].deal.len();
    let hand = table.hand_mut();
    hand.street.begin(street);
    hand.betting.begin_street(Round::open(increment));
    hand.players.begin_street();
    hand.phase = if deals == 0 { Phase::Open } else { Phase::Dealing };
}

#[inline]
fn apply_turn(table: &mut Table, seat: SeatNo, turn: TurnNo, deadline: Millis) {
    table.state.last_turn = turn;
    let since = Millis(deadline.0.saturating_sub(table.setup.rulebook.clock.base_ms.0));
    let was_away = table.state.seats.get(seat).is_some_and(|seat| !seat.is_connected());
    let hand = table.hand_mut();
    hand.betting.stop_clock();
    hand.phase = Phase::Turn(Turn { seat, turn, deadline, in_bank: false, since, was_away });
}

fn apply_restart(table: &mut Table, until: Millis) {
    let base_ms = table.setup.rulebook.clock.base_ms;
    match &mut table.hand_mut().phase {
        Phase::Turn(turn) => {
            turn.deadline = until;
            turn.in_bank = false;
            turn.since = Millis(until.0.saturating_sub(base_ms.0));
        }
        Phase::RunOut { until: at }
        | Phase::Held { until: at }
        | Phase::Showdown { until: at }
        | Phase::AwardHeld { until: at }
        | Phase::RunItVote { until: at, .. }
        | Phase::Offer { until: at, .. } => *at = until,
        Phase::Dealing | Phase::Open | Phase::Closed | Phase::Waiting => {}
    }
}

fn apply_award(table: &mut Table, pot: u8, shares: &[Share]) {
    for share in shares {
        table.state.seats.taken(share.seat).stack += share.amount;
        let hand = table.hand_mut();
        hand.players[share.seat].won += share.amount;
        hand.middle.pay_out(pot, share.amount);
    }
}

fn apply_end(table: &mut Table, at: Millis) {
    let hand = table.hand.as_ref().expect("a hand ends that was started");
    assert!(hand.chips().is_zero(), "a hand ends with nothing left to win");
    let (dealt, all_away_until) = (hand.players.dealt(), hand.all_away_until);
    let award = dispute::award_of(table, hand, at);
    table.hunt = rabbit::hunt_after(table, hand, at);
    table.last_cards = LastCards::of(hand);
    table.state.award = Some(award);
    table.state.missed_deal = SeatSet::EMPTY;
    table.last_dealt.keep(table.hand.as_mut(), &table.state.seats);
    table.hand = None;
    let clock = table.setup.rulebook.clock;
    for seat in dealt.iter() {
        let taken = table.state.seats.taken(seat);
        let gained = taken.bank + clock.bank_per_hand_ms;
        taken.bank = gained.min(clock.bank_cap_ms).max(taken.bank);
    }
    let next = at + table.setup.ring.between_hands_ms;
    table.state.not_before = all_away_until.map_or(next, |until| next.max(until));
}

fn apply_void(table: &mut Table, at: Millis) {
    let mut hand = table.hand.take().expect("a hand is voided that was started");
    for seat in hand.players.dealt().iter() {
        let player = &hand.players[seat];
        let taken = table.state.seats.taken(seat);
        taken.stack = player.started_with;
        taken.owes = player.owed_before;
    }
    table.last_dealt.keep(Some(&mut hand), &table.state.seats);
    table.state.total -= hand.middle.entered();
    table.state.house_rake -= hand.middle.rake();
    table.state.hands_of_play = hand.before.hands_of_play;
    table.state.not_before = at + table.setup.ring.between_hands_ms;
    table.state.restore_positions(hand.before, hand.positions.button());
    for (number, entering) in std::mem::take(&mut table.state.used_up.entering) {
        table.state.seats.taken(number).entering = Some(entering);
    }
}
