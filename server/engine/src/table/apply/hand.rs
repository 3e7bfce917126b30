//! Changes that events make to a hand, from its start to its end.

use crate::event::HandStart;
use crate::hand::{
    Boards, CardMoves, Hand, HandBetting, HandDeck, HandPlayer, HandPositions, HandStreet, Middle,
    Phase, Players, Round, UsedUp,
};
use crate::seat::Owes;
use crate::table::after_hand::LastCards;
use crate::table::felt::Felt;
use crate::table::rabbit::Hunt;
use crate::table::{LastAward, Table, absent};
use cardroom_rules::{Chips, Forced, MAX_SEATS, Millis};

pub(super) fn started(table: &mut Table, start: &HandStart) {
    assert!(table.hand.is_none(), "one hand at a time");
    let clear = Owes::default();
    let play = table.setup.play(start.play);
    let has_blinds = play.game.forced == Forced::Blinds;
    let big_blind = play.stakes.big_blind;
    let mut players = [const { HandPlayer::FRESH }; MAX_SEATS];
    let next_button = table.state.button.set_by_floor();
    let mut used_up = UsedUp { next_button, ..UsedUp::default() };
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
        players: Players::new(
            start.dealt,
            absent::dead_on_arrival(&table.setup.rulebook, start),
            players,
        ),
        deck: HandDeck::new(start.deck.clone()),
        cards: CardMoves::with_room(2 * start.dealt.len()),
        street: HandStreet::default(),
        boards: Boards::new(),
        middle: Middle::default(),
        betting: HandBetting::new(round),
        rulings: table.setup.corrects_wagers().then(Box::default),
        before: table.state.before_hand(),
        showdown_closed: false,
        is_held: table.state.schedule.is_held(start.hand),
        all_away_until: absent::pace_of_absent(&table.setup.rulebook, start),
        phase: Phase::Dealing,
    });
    table.state.button.begin_hand(start);
    table.state.rotation.begin_hand();
    table.state.schedule.begin_hand(start, used_up);
    table.state.desk.close();
    table.hunt = None;
    table.last_cards = LastCards::default();
}

pub(super) fn ended(table: &mut Table, at: Millis) {
    let hand = table.hand.as_ref().expect("a hand ends that was started");
    assert!(hand.chips().is_zero(), "a hand ends with nothing left to win");
    let (dealt, all_away_until) = (hand.players.dealt(), hand.all_away_until);
    let award = LastAward::of(hand, &table.state.seats, at);
    let game = &table.setup.play(hand.play).game;
    table.hunt = Hunt::after(hand, game, &table.setup.rulebook, at);
    table.last_cards = LastCards::of(hand);
    table.state.award = Some(award);
    table.last_dealt.keep(table.hand.as_mut(), &table.state.seats);
    table.hand = None;
    table.state.desk.close();
    let clock = table.setup.rulebook.clock;
    for seat in dealt.iter() {
        table.state.seats.taken(seat).gain_bank(clock.bank_per_hand_ms, clock.bank_cap_ms);
    }
    let next = at + table.setup.ring.between_hands_ms;
    table.state.schedule.end_hand(all_away_until.map_or(next, |until| next.max(until)));
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
    table.state.desk.close();
    let state = &mut table.state;
    state.till.take_away(hand.middle.entered());
    state.till.give_back_rake(hand.middle.rake());
    state.rotation.take_back_hand(hand.before.hands_of_play);
    state.schedule.wait_until(at + table.setup.ring.between_hands_ms);
    let used_button = state.schedule.take_used_button();
    state.button.restore(hand.before, hand.positions.button(), used_button);
    for (number, entering) in state.schedule.take_entered() {
        state.seats.taken(number).entering = Some(entering);
    }
}

impl Felt<'_> {
    pub(super) fn begin_street(&mut self, street: u8) {
        let play = self.play();
        let least = self.setup.rulebook.betting.min_open_postflop_bb;
        let increment = play.stakes.big_blind.times(least);
        let has_deals = !play.game.streets[usize::from(street)].deal.is_empty();
        let hand = &mut *self.hand;
        hand.street.begin(street);
        hand.betting.begin_street(Round::open(increment));
        hand.players.begin_street();
        if let Some(rulings) = &mut hand.rulings {
            rulings.begin_street();
        }
        hand.phase = if has_deals { Phase::Dealing } else { Phase::Open };
    }
}
