//! The only code that changes a table. It decides nothing. Folding the same events yields the same
//! table.

use super::{Table, TableState};
use crate::action::{Action, TurnNo};
use crate::button::Positions;
use crate::event::{Event, HandStart, PostKind};
use crate::hand::{
    Before, Boards, CardMoves, Hand, HandBetting, HandDeck, HandPlayer, HandPositions, HandStreet,
    Middle, Phase, Players, Round, Turn,
};
use crate::pot::Share;
use crate::seat::{Owes, Seat};
use cardroom_rules::{AnteKind, Chips, Forced, MAX_SEATS, Millis, SeatNo, SeatSet};

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
            Event::TurnBegan { seat, turn, deadline } => self.apply_turn(*seat, *turn, *deadline),
            Event::Acted { seat, action, added, timed_out, bank } => {
                self.apply_action(*seat, *action, *added, *bank);
                self.hand_mut().players[*seat].timed_out |= *timed_out;
            }
            _ => self.apply_in_hand(event),
        }
        if self.declared.is_some() {
            self.note_declared(event);
        }
        if cfg!(debug_assertions) || event.settles_chips() {
            self.assert_conserved();
        }
    }

    /// Applies an event within a hand, which most events are.
    #[inline(never)]
    fn apply_in_hand(&mut self, event: &Event) {
        match event {
            Event::HandEntered { pot, .. } => self.apply_entered(*pot),
            Event::Posted { seat, post, amount } => self.apply_post(*seat, *post, *amount),
            Event::StreetBegan { street } => self.apply_street(*street),
            Event::Burned
            | Event::HoleDealt { .. }
            | Event::UpDealt { .. }
            | Event::BoardDealt { .. }
            | Event::DrawBegan { .. }
            | Event::Discarded { .. }
            | Event::Drawn { .. }
            | Event::Reshuffled { .. } => self.apply_deal(event),
            Event::BankBegan { deadline, .. } => {
                if let Phase::Turn(turn) = &mut self.hand_mut().phase {
                    turn.deadline = *deadline;
                    turn.in_bank = true;
                }
            }
            Event::ReconnectGranted { seat, until } => {
                let taken = self.state.seats.taken(*seat);
                taken.had_reconnect = true;
                taken.bank = Millis(0);
                if let Phase::Turn(turn) = &mut self.hand_mut().phase {
                    turn.deadline = *until;
                    turn.in_bank = false;
                }
            }
            Event::ClockRestarted { until } => self.apply_restart(*until),
            Event::DecisionTimed { seat, took, late } => self.note_decision(*seat, *took, *late),
            Event::UncalledReturned { seat, amount } => {
                let players = &mut self.hand_mut().players;
                players[*seat].bet -= *amount;
                players.set_all_in(*seat, false);
                self.state.seats.taken(*seat).stack += *amount;
            }
            Event::StreetClosed { pots } => self.hand_mut().close_street(pots),
            Event::RunItOffered { most, until } => {
                let hand = self.hand_mut();
                hand.boards.ask();
                hand.phase = Phase::RunItVote { most: *most, until: *until };
            }
            Event::RunItAnswered { seat, boards } => {
                self.hand_mut().players[*seat].run_it = Some(*boards);
            }
            Event::RunItAgreed { boards } => {
                let hand = self.hand_mut();
                hand.boards.run(*boards);
                hand.phase = Phase::Closed;
            }
            Event::ShowdownOpened { until } => {
                self.hand_mut().phase = Phase::Showdown { until: *until };
            }
            Event::AwardHeld { until } => {
                self.hand_mut().phase = Phase::AwardHeld { until: *until }
            }
            Event::ShowdownClosed => {
                let hand = self.hand_mut();
                hand.showdown_closed = true;
                hand.phase = Phase::Closed;
            }
            Event::SeeHandAsked { .. } => {}
            Event::HandExposed { seat, live, .. } => {
                let hand = self.hand_mut();
                hand.players[*seat].expose(*live);
                hand.phase = Phase::Closed;
            }
            Event::StreetHeld { until } => self.hand_mut().phase = Phase::Held { until: *until },
            Event::DeadHand { .. } | Event::HandHeld | Event::HandReleased => {
                self.apply_to_absent(event);
            }
            Event::OutRanked { .. } => {}
            Event::RunOutHeld { until } => self.hand_mut().phase = Phase::RunOut { until: *until },
            Event::Tabled { seat, cards } => {
                let hand = self.hand_mut();
                hand.players[*seat].table(cards);
                hand.phase = Phase::Closed;
            }
            Event::Mucked { seat } => {
                let hand = self.hand_mut();
                hand.players[*seat].mucked = true;
                hand.phase = Phase::Closed;
            }
            Event::ShowOffered { seat, until } => {
                self.hand_mut().phase = Phase::Offer { seat: *seat, until: *until };
            }
            Event::RakeTaken { pot, amount } => {
                self.hand_mut().middle.take_rake(*pot, *amount);
                self.state.house_rake += *amount;
            }
            Event::PotAwarded { pot, shares, .. } => self.apply_award(*pot, shares),
            _ => self.apply_to_table(event),
        }
    }

    /// Applies an event between hands, or one that begins or ends a hand.
    fn apply_to_table(&mut self, event: &Event) {
        match event {
            Event::SeatTaken { seat, player, stack, wait_for_big_blind } => {
                let bank = self.setup.rulebook.clock.bank_ms;
                let taken = Seat::new(*player, *stack, *wait_for_big_blind, bank);
                self.state.seats.take(*seat, taken);
                self.state.total += *stack;
            }
            Event::Placed { .. }
            | Event::StacksSet { .. }
            | Event::PlaysSet { .. }
            | Event::ButtonPlaced { .. }
            | Event::HandOrdered(_)
            | Event::HandWithdrawn { .. } => self.apply_order(event),
            Event::TopUpPending { seat, amount } => {
                self.state.seats.taken(*seat).pending += *amount;
                self.state.total += *amount;
            }
            Event::ToppedUp { seat, amount, was_pending } => {
                let taken = self.state.seats.taken(*seat);
                taken.stack += *amount;
                if *was_pending {
                    taken.pending -= *amount;
                } else {
                    self.state.total += *amount;
                }
            }
            Event::TopUpReturned { seat, amount, .. } => {
                self.state.seats.taken(*seat).pending -= *amount;
                self.state.total -= *amount;
            }
            Event::TakeBackPending { seat, amount } => {
                self.state.seats.taken(*seat).to_take_back += *amount;
            }
            Event::TakenBack { seat, amount, .. } => {
                let taken = self.state.seats.taken(*seat);
                taken.stack -= *amount;
                taken.to_take_back = Chips::ZERO;
                self.state.total -= *amount;
                // The winnings of the last hand may be gone.
                if let Some(award) = &mut self.state.award {
                    award.played = None;
                }
            }
            Event::SatOut { seat, at } => self.state.seats.taken(*seat).sat_out_at = Some(*at),
            Event::SatIn { seat } => self.state.seats.taken(*seat).sat_out_at = None,
            Event::LeavePending { seat } => self.state.seats.taken(*seat).leaving = true,
            Event::SeatLeft { seat, cashed_out, .. } => {
                self.state.seats.free(*seat);
                self.state.missed_deal.remove(*seat);
                self.state.time_use.remove(seat);
                self.state.total -= *cashed_out;
            }
            Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle } => {
                let taken = self.state.seats.taken(*seat);
                taken.wait_for_big_blind = *wait_for_big_blind;
                taken.auto_muck = *auto_muck;
                taken.straddle = *straddle;
            }
            Event::PresenceChanged { seat, connected, at } => {
                self.state.seats.taken(*seat).lost_at = (!*connected).then_some(*at);
                if let Some(Phase::Turn(turn)) = self.hand.as_mut().map(|hand| &mut hand.phase)
                    && turn.seat == *seat
                {
                    turn.was_away |= !connected;
                }
            }
            Event::BlindMissed { seat, big } => {
                let owes = &mut self.state.seats.taken(*seat).owes;
                *(if *big { &mut owes.big } else { &mut owes.small }) = true;
            }
            Event::ChargePeriodBegan { until } => {
                self.state.charge_until = Some(*until);
                for seat in self.state.seats.all_taken() {
                    seat.played_this_period = false;
                }
            }
            Event::TimeCharged { seat, amount } => {
                self.state.seats.taken(*seat).stack -= *amount;
                self.state.house_time += *amount;
            }
            Event::HouseSwept { rake, time } => {
                self.state.house_rake -= *rake;
                self.state.house_time -= *time;
                self.state.total -= *rake + *time;
            }
            Event::ChoiceOffered { seat, until } => {
                self.state.choice = Some(*seat);
                self.state.not_before = *until;
            }
            Event::GameChanged { play, by, at } => {
                self.state.play = *play;
                self.state.hands_of_play = 0;
                if by.is_some() {
                    self.state.choice = None;
                    self.state.not_before = *at;
                }
            }
            Event::Paused => self.state.paused = true,
            Event::Resumed => self.state.paused = false,
            Event::Floor(ruled) => self.apply_floor(ruled),
            Event::RabbitAsked { .. }
            | Event::RabbitAnswered { .. }
            | Event::RabbitShown { .. } => {
                self.apply_hunt(event);
            }
            Event::Ruled(_) => {}
            Event::Adjudicated(adjudicated) => self.apply_adjudicated(adjudicated),
            Event::TicketOpened(ticket) => self.apply_ticket(ticket),
            Event::TicketClosed { waited, .. } => self.apply_ticket_closed(*waited),
            Event::HandStarted(start) => self.apply_start(start),
            Event::HandEnded { at, .. } => self.apply_end(*at),
            Event::HandVoided { at, .. } => self.apply_void(*at),
            _ => unreachable!("every event is applied by one of the two matches: {event:?}"),
        }
    }

    fn apply_start(&mut self, start: &HandStart) {
        assert!(self.hand.is_none(), "one hand at a time");
        let clear = Owes::default();
        let play = &self.setup.plays[usize::from(start.play)];
        let has_blinds = play.game.forced == Forced::Blinds;
        let big_blind = play.stakes.big_blind;
        let mut players = [const { HandPlayer::FRESH }; MAX_SEATS];
        for number in start.dealt.iter() {
            let seat = self.state.seats.taken(number);
            let player = &mut players[number.index()];
            player.started_with = seat.stack;
            player.owed_before = seat.owes;
            // A hand without blinds settles no owed blinds.
            if has_blinds && !start.bomb_pot {
                seat.owes = clear;
            }
            seat.played_this_period = true;
            seat.entering = None;
        }
        let increment = big_blind.times(self.setup.rulebook.min_open_preflop_bb);
        // A call of a short blind is for the full amount, even if the ante left nothing for the
        // blind (TFPL 4a-2, WPTAPL RX-5; GAPS G-21).
        let nominal = start.big_blind.map_or(Chips::ZERO, |_| big_blind);
        let round = Round { current_bet: nominal, full_bet: nominal, ..Round::open(increment) };
        self.hand = Some(Hand {
            number: start.hand,
            play: start.play,
            positions: HandPositions::new(
                start.button,
                start.small_blind,
                start.big_blind,
                start.bomb_pot,
            ),
            players: Players::new(start.dealt, self.dead_on_arrival(start), players),
            deck: HandDeck::new(start.deck.clone()),
            cards: CardMoves::with_room(2 * start.dealt.len()),
            street: HandStreet::default(),
            boards: Boards::new(),
            middle: Middle::default(),
            betting: HandBetting::new(round),
            before: Before {
                positions: self.state.positions,
                frozen_button: self.state.frozen_button,
                hands_of_play: self.state.hands_of_play,
            },
            showdown_closed: false,
            is_held: self.is_held_hand(start.hand),
            all_away_until: self.pace_of_absent(start),
            phase: Phase::Dealing,
        });
        match start.big_blind {
            Some(big) => {
                let (button, small) = (start.button, start.small_position);
                self.state.positions = Some(Positions { button, small, big });
                self.state.frozen_button = None;
            }
            // Without blinds the button does not move (TDA 11-B), nor in a bomb pot.
            None => self.state.frozen_button = Some(start.button),
        }
        self.state.hands_of_play += 1;
        self.state.next_button = None;
        self.state.missed_deal = start.absent;
        self.state.redeal = None;
        self.hunt = None;
        self.state.choice = None;
        self.state.last_hand = start.hand;
    }

    fn apply_post(&mut self, seat: SeatNo, post: PostKind, amount: Chips) {
        let taken = self.state.seats.taken(seat);
        taken.stack -= amount;
        let broke = taken.stack.is_zero();
        let ante_kind = self.stakes().ante_kind;
        let hand = self.hand_mut();
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

    fn apply_street(&mut self, street: u8) {
        let rulebook = &self.setup.rulebook;
        let increment = self.stakes().big_blind.times(rulebook.min_open_postflop_bb);
        let deals = self.game().streets[usize::from(street)].deal.len();
        let hand = self.hand_mut();
        hand.street.begin(street);
        hand.betting.begin_street(Round::open(increment));
        hand.players.begin_street();
        hand.phase = if deals == 0 { Phase::Open } else { Phase::Dealing };
    }

    #[inline]
    fn apply_turn(&mut self, seat: SeatNo, turn: TurnNo, deadline: Millis) {
        self.state.last_turn = turn;
        let since = Millis(deadline.0.saturating_sub(self.setup.rulebook.clock.base_ms.0));
        let was_away = self.state.seats.get(seat).is_some_and(|seat| !seat.is_connected());
        let hand = self.hand_mut();
        hand.betting.stop_clock();
        hand.phase = Phase::Turn(Turn { seat, turn, deadline, in_bank: false, since, was_away });
    }

    fn apply_restart(&mut self, until: Millis) {
        let base_ms = self.setup.rulebook.clock.base_ms;
        match &mut self.hand_mut().phase {
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

    #[inline(always)]
    pub(super) fn apply_action(
        &mut self,
        seat: SeatNo,
        action: Action,
        added: Chips,
        bank: Millis,
    ) {
        let wager = match action {
            Action::Bet(to) | Action::RaiseTo(to) => {
                let full_from = self.terms().map(|terms| terms.full_from());
                Some((to, full_from.unwrap_or_default()))
            }
            _ => None,
        };
        let bring_in = self.stakes().bring_in;
        if self.declared.is_some() {
            self.mark_betting();
        }
        self.hand_mut().note_in_turn(seat, !added.is_zero());
        if let Some((to, full_from)) = wager {
            self.note_wager(seat, to, full_from);
        }
        let taken = self.state.seats.taken(seat);
        taken.stack -= added;
        taken.bank = bank;
        let broke = taken.stack.is_zero();
        let hand = self.hand_mut();
        if broke {
            hand.players.set_all_in(seat, true);
        }
        let player = &mut hand.players[seat];
        player.bet += added;
        player.acted = true;
        hand.betting.set_pointer(Some(seat));
        hand.phase = Phase::Open;
        if let Some((to, full_from)) = wager {
            hand.betting.raise(seat, to, full_from);
        }
        match action {
            Action::Fold => hand.players.fold(seat),
            Action::BringIn => hand.betting.bring_in(bring_in),
            Action::Check | Action::Call | Action::Bet(_) | Action::RaiseTo(_) => {}
            Action::Discard(_) => unreachable!("cards are given away by an event of their own"),
        }
    }

    fn apply_award(&mut self, pot: u8, shares: &[Share]) {
        for share in shares {
            self.state.seats.taken(share.seat).stack += share.amount;
            let hand = self.hand_mut();
            hand.players[share.seat].won += share.amount;
            hand.middle.pay_out(pot, share.amount);
        }
    }

    fn apply_end(&mut self, at: Millis) {
        let hand = self.hand.as_ref().expect("a hand ends that was started");
        assert!(hand.chips().is_zero(), "a hand ends with nothing left to win");
        let (dealt, all_away_until) = (hand.players.dealt(), hand.all_away_until);
        let award = self.award_of(hand, at);
        self.hunt = self.hunt_after(hand, at);
        self.state.award = Some(award);
        self.state.missed_deal = SeatSet::EMPTY;
        self.last_dealt.keep(self.hand.as_mut(), &self.state.seats);
        self.hand = None;
        let clock = self.setup.rulebook.clock;
        for seat in dealt.iter() {
            let taken = self.state.seats.taken(seat);
            let gained = taken.bank + clock.bank_per_hand_ms;
            taken.bank = gained.min(clock.bank_cap_ms).max(taken.bank);
        }
        let next = at + self.setup.ring.between_hands_ms;
        self.state.not_before = all_away_until.map_or(next, |until| next.max(until));
    }

    fn apply_void(&mut self, at: Millis) {
        let mut hand = self.hand.take().expect("a hand is voided that was started");
        for seat in hand.players.dealt().iter() {
            let player = &hand.players[seat];
            let taken = self.state.seats.taken(seat);
            taken.stack = player.started_with;
            taken.owes = player.owed_before;
        }
        self.last_dealt.keep(Some(&mut hand), &self.state.seats);
        self.state.total -= hand.middle.entered();
        let TableState { house_rake, positions, frozen_button, hands_of_play, not_before, .. } =
            &mut self.state;
        *house_rake -= hand.middle.rake();
        *positions = hand.before.positions;
        *frozen_button = hand.before.frozen_button;
        *hands_of_play = hand.before.hands_of_play;
        *not_before = at + self.setup.ring.between_hands_ms;
    }

    pub(super) fn hand_mut(&mut self) -> &mut Hand {
        self.hand.as_mut().expect("the event is of a hand in progress")
    }
}
