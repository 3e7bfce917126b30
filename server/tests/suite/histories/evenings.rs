//! Hands of whole evenings: a ring table whose players come and go, run it twice or once, and
//! return to pay the blinds that they missed; and a tournament with levels and a price.

use super::dealt::{Dice, LIBRARY, Run, choose, setup};
use crate::support::asking::Ask;
use crate::support::ordinary::{self, player};
use cardroom::cashier::Cashier;
use cardroom::config::Config;
use cardroom::entropy::Dealer;
use cardroom::history::PlayedHand;
use cardroom::ids::{ConnectionId, TableId, TournamentId};
use cardroom::store::StoredStream;
use cardroom::table::{CoreInput, EventTable, EventTerms, TableCore};
use cardroom::wiring::Rules;
use cardroom_engine::{Legal, TableSetup};
use cardroom_protocol::table::Action;
use cardroom_rules::{
    Betting, Cents, Chips, Game, HandNo, Millis, PlayerId, RingTerms, SeatNo, SeatSet, Structure,
    TableNo,
};
use cardroom_tournament::{Chair, Deal, Order, OrderNo, Ordered};
use std::sync::Arc;

/// Chooses an action. Now and then a player puts the whole stack in.
fn bold(legal: &Legal, dice: &mut Dice) -> Action {
    match legal.wager {
        Some(wager) if dice.below(8) == 0 => {
            let to = cardroom_protocol::Chips(wager.max_to.0);
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        _ => choose(legal, dice),
    }
}

/// Chooses an action that keeps all players in the game: few calls, and small bets.
fn careful(legal: &Legal, dice: &mut Dice) -> Action {
    match (legal.wager, legal.call) {
        (Some(wager), _) if dice.below(10) == 0 => {
            let to = cardroom_protocol::Chips(wager.min_to.0);
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        (_, Some(call)) if call <= Chips(100) && dice.below(4) > 0 => Action::Call,
        _ if legal.check => Action::Check,
        _ => Action::Fold,
    }
}

/// Returns the hands of an evening at a ring table with two boards on offer. One player or the
/// other sits out for some hands and comes back, and a newcomer sits down.
pub(crate) fn ring(game: &Game, betting: Betting, seed: u64) -> Vec<PlayedHand> {
    // Stakes of seed 4: no ante and no rake.
    let of_table = setup(game, betting, 4);
    let ring = RingTerms { run_it: 2, free_entry: false, ..(*of_table.ring).clone() };
    let rulebook = Arc::clone(LIBRARY.rulebook("online").unwrap());
    let of_table = TableSetup { ring: Arc::new(ring), rulebook, ..of_table };
    let mut dice = Dice(seed);
    let seats = of_table.seats;
    let stacks: Vec<Chips> = (1..seats).map(|_| Chips(300 + dice.below(2_500))).collect();
    let mut run = Run::seated(of_table, &stacks);
    for number in 0..21 {
        let away = u8::try_from(seed.wrapping_add(number / 7) % u64::from(seats - 1)).unwrap();
        match number % 7 {
            1 => run.request(away, Ask::SitOut),
            5 => run.request(away, Ask::SitIn),
            _ => {}
        }
        if number == 6 {
            newcomer(&mut run, seats - 1);
        }
        if !can_deal(&run) {
            break;
        }
        let decide = if seed.is_multiple_of(3) { careful } else { bold };
        run.hand_by(game, &mut dice, |_, legal, dice| decide(legal, dice));
    }
    run.played
}

fn newcomer(run: &mut Run, seat: u8) {
    let account = player(seat).account;
    let cashier = Cashier::load([(account, Chips(90_000))]);
    let hold = cashier.purse(account).unwrap().hold(Chips(1_500)).unwrap();
    run.request(seat, Ask::Sit { seat: Some(seat), hold, wait_for_big_blind: false });
}

/// Returns `true` if the table would begin a hand.
fn can_deal(run: &Run) -> bool {
    run.core.wants_deck(run.now + Millis(5_000)).is_some()
}

/// Returns hands of a tournament with a buy-in of 10 and a fee of 0.50: one of each of its first
/// levels, each at a table of its own.
pub(crate) fn tournament(seed: u64) -> Vec<PlayedHand> {
    let rules = Rules::of(&Config::default()).unwrap();
    let is_holdem = |structure: &&Arc<Structure>| structure.game == "holdem";
    let structure = rules.structures.values().find(is_holdem).expect("structures are shipped");
    let mut structure = (**structure).clone();
    structure.entry.buy_in = Cents(1_000);
    structure.entry.fee = Cents(50);
    structure.bounty = None;
    let structure = Arc::new(structure);
    let levels = rules.library.level_plays(&structure).expect("its game is shipped");
    let levels: Arc<[_]> = levels.into();
    let rulebook = rules.library.rulebook("online").expect("it is shipped");
    let hand = |level: u16| {
        let (plays, switch) = levels[0].clone();
        let book = Arc::clone(rulebook);
        let of_table = TableSetup::of_event(plays, switch, book, structure.pace, 6);
        let event = EventTable {
            tournament: TournamentId(7),
            number: TableNo(2),
            levels: Arc::clone(&levels),
            terms: EventTerms::new("Sunday", Arc::clone(&structure)),
        };
        event_hand(event, of_table, level, seed)
    };
    (0..4).map(hand).collect()
}

/// Returns the first hand of a tournament table, on a level.
fn event_hand(event: EventTable, of_table: TableSetup, level: u16, seed: u64) -> PlayedHand {
    let mut description = ordinary::table("Sunday · table 2");
    description.event = Some(event);
    let stream = StoredStream::default();
    let core = TableCore::open(TableId(8), description, Some(&of_table), &stream).unwrap();
    let mut run = Run::of(core);
    let mut dice = Dice(16 * seed + u64::from(level));
    run.on(CoreInput::Recover { setup: Some(of_table) });
    for player in (0..5).map(player) {
        let (connection, request) = (ConnectionId(player.account.0), None);
        let player = Some(player);
        run.on(CoreInput::Attach { connection, player, request, observing: true });
    }
    let chair = |seat: u8| Chair {
        seat: SeatNo(seat),
        player: PlayerId(player(seat).account.0),
        chips: Chips(1_500 + dice.below(500)),
    };
    let players = (0..5).map(chair).collect();
    let open = Order::Open { seats: 6, players, button: SeatNo(1) };
    let deal = Order::Deal(Deal {
        hand: HandNo(1),
        level,
        players_left: 20,
        missing: SeatSet::EMPTY,
        hand_for_hand: false,
    });
    for (number, order) in [(1, open), (2, deal)] {
        let ordered = Ordered { number: OrderNo(number), table: TableNo(2), order };
        let people = (0..5).map(player).collect();
        run.on(CoreInput::Order { ordered, people, seen: Vec::new() });
    }
    while run.core.table().hand_in_progress().is_none() {
        let Some(game) = run.core.wants_deck(run.now) else {
            run.now = run.core.deadline().expect("the table waits for the hand").max(run.now);
            run.on(CoreInput::Tick);
            continue;
        };
        let mut seed = [0; 32];
        seed.fill_with(|| u8::try_from(dice.below(256)).unwrap());
        let decks = Dealer::from_seed(seed).decks(game);
        run.on(CoreInput::Deck { decks, sealed: None, draw: 0 });
    }
    run.play_on(&mut dice, |_, legal, dice| choose(legal, dice));
    run.played.pop().expect("the hand is over")
}
