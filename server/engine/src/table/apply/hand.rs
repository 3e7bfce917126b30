//! Changes that events make to a hand, from its start to its end.

use super::rulings;
use crate::action::TurnNo;
use crate::button::Positions;
use crate::event::{HandStart, PostKind};
use crate::hand::{
    Before, Boards, CardMoves, Hand, HandBetting, HandDeck, HandPlayer, HandPositions, HandStreet,
    Middle, Phase, Players, Round, Rulings, Turn, UsedUp,
};
use crate::pot::Share;
use crate::seat::Owes;
use crate::table::after_hand::LastCards;
use crate::table::{Table, absent, dispute, rabbit};
use cardroom_rules::{AnteKind, Appended, Chips, Forced, MAX_SEATS, Millis, SeatNo, SeatSet};

pub(super) fn started(table: &mut Table, start: &HandStart) {
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
        rulings: table.setup.corrects_wagers().then(Box::default),
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
    table.question.close();
    table.last_cards = LastCards::default();
    table.state.choice = None;
    table.state.last_hand = start.hand;
}

pub(super) fn posted(table: &mut Table, seat: SeatNo, post: PostKind, amount: Chips) {
    post_chips(table, seat, post, amount);
    rulings::note_bet(table, Rulings::open);
}

fn post_chips(table: &mut Table, seat: SeatNo, post: PostKind, amount: Chips) {
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

pub(super) fn street_began(table: &mut Table, street: u8) {
    let rulebook = &table.setup.rulebook;
    let increment = table.stakes().big_blind.times(rulebook.betting.min_open_postflop_bb);
    let deals = table.game().streets[usize::from(street)].deal.len();
    let hand = table.hand_mut();
    hand.street.begin(street);
    hand.betting.begin_street(Round::open(increment));
    hand.players.begin_street();
    if let Some(rulings) = &mut hand.rulings {
        rulings.begin_street();
    }
    hand.phase = if deals == 0 { Phase::Open } else { Phase::Dealing };
}

#[inline]
pub(super) fn turn_began(table: &mut Table, seat: SeatNo, turn: TurnNo, deadline: Millis) {
    table.state.last_turn = turn;
    let since = Millis(deadline.0.saturating_sub(table.setup.rulebook.clock.base_ms.0));
    let was_away = table.state.seats.get(seat).is_some_and(|seat| !seat.is_connected());
    let hand = table.hand_mut();
    hand.betting.stop_clock();
    hand.phase = Phase::Turn(Turn { seat, turn, deadline, in_bank: false, since, was_away });
}

pub(super) fn bank_began(table: &mut Table, deadline: Millis) {
    if let Phase::Turn(turn) = &mut table.hand_mut().phase {
        turn.deadline = deadline;
        turn.in_bank = true;
    }
}

pub(super) fn reconnect_granted(table: &mut Table, seat: SeatNo, until: Millis) {
    let taken = table.state.seats.taken(seat);
    taken.had_reconnect = true;
    taken.bank = Millis(0);
    if let Phase::Turn(turn) = &mut table.hand_mut().phase {
        turn.deadline = until;
        turn.in_bank = false;
    }
}

pub(super) fn clock_restarted(table: &mut Table, until: Millis) {
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

pub(super) fn uncalled_returned(table: &mut Table, seat: SeatNo, amount: Chips) {
    let players = &mut table.hand_mut().players;
    players[seat].bet -= amount;
    players.set_all_in(seat, false);
    table.state.seats.taken(seat).stack += amount;
    table.hand_mut().betting.set_uncalled(Some((seat, amount)));
}

pub(super) fn pot_awarded(table: &mut Table, pot: u8, shares: &[Share]) {
    for share in shares {
        table.state.seats.taken(share.seat).stack += share.amount;
        let hand = table.hand_mut();
        hand.players[share.seat].won += share.amount;
        hand.middle.pay_out(pot, share.amount);
    }
}

pub(super) fn ended(table: &mut Table, at: Millis) {
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
    table.question.close();
    let clock = table.setup.rulebook.clock;
    for seat in dealt.iter() {
        let taken = table.state.seats.taken(seat);
        let gained = taken.bank + clock.bank_per_hand_ms;
        taken.bank = gained.min(clock.bank_cap_ms).max(taken.bank);
    }
    let next = at + table.setup.ring.between_hands_ms;
    table.state.not_before = all_away_until.map_or(next, |until| next.max(until));
}

pub(super) fn voided(table: &mut Table, at: Millis) {
    let mut hand = table.hand.take().expect("a hand is voided that was started");
    for seat in hand.players.dealt().iter() {
        let player = &hand.players[seat];
        let taken = table.state.seats.taken(seat);
        taken.stack = player.started_with;
        taken.owes = player.owed_before;
    }
    table.last_dealt.keep(Some(&mut hand), &table.state.seats);
    table.question.close();
    table.state.total -= hand.middle.entered();
    table.state.house_rake -= hand.middle.rake();
    table.state.hands_of_play = hand.before.hands_of_play;
    table.state.not_before = at + table.setup.ring.between_hands_ms;
    table.state.restore_positions(hand.before, hand.positions.button());
    for (number, entering) in std::mem::take(&mut table.state.used_up.entering) {
        table.state.seats.taken(number).entering = Some(entering);
    }
}
