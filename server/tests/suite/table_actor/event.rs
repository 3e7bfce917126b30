//! A tournament table, by its core alone, and its remains in the store after its director closes
//! it.

use crate::support::ordinary;
use cardroom::config::Config;
use cardroom::entropy::Dealer;
use cardroom::ids::{AccountId, ConnectionId, TableId, TournamentId};
use cardroom::store::{StoredStream, StreamId};
use cardroom::table::{
    After, CoreInput, EventTable, EventTerms, FoldError, Outputs, TableCore, TableDescription,
};
use cardroom::wiring::Rules;
use cardroom_engine::{Action, Input, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::server::ServerMessage;
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, SeatSet, TableNo};
use cardroom_tables::OrderDesk;
use cardroom_tournament::{Chair, Deal, Entering, Order, OrderNo, Ordered, PenaltyCause, Report};
use std::sync::Arc;

const TABLE: TableId = TableId(6);
const NUMBER: TableNo = TableNo(1);

fn description(event: Option<EventTable>) -> TableDescription {
    TableDescription { event, ..ordinary::table("Night · table 1") }
}

/// A table with three players, and a director who sends it instructions.
struct Night {
    core: TableCore,
    dealer: Dealer,
    now: Millis,
    ordered: u64,
}

impl Night {
    fn begin() -> Self {
        Self::with(&[1, 2, 3])
    }

    /// Seats three players, of whom only these are connected.
    fn with(connected: &[u8]) -> Self {
        let rules = Rules::of(&Config::default()).unwrap();
        let structure = rules.structures.values().next().expect("structures are shipped");
        let levels = rules.library.level_plays(structure).expect("its game is shipped");
        let (plays, switch) = levels[0].clone();
        let rulebook = rules.library.rulebook("online").expect("it is shipped").clone();
        let setup = TableSetup::of_event(plays, switch, rulebook, structure.pace, 6);
        let tournament = TournamentId(1);
        let terms = EventTerms::new("Sunday", Arc::clone(structure));
        let event = EventTable { tournament, number: NUMBER, levels: levels.into(), terms };
        let stream = StoredStream::default();
        let core = TableCore::open(TABLE, description(Some(event)), Some(&setup), &stream).unwrap();
        let mut night =
            Self { core, dealer: Dealer::from_entropy(), now: Millis(1_000), ordered: 0 };
        night.core.on(night.now, CoreInput::Recover { setup: Some(setup) });
        for seat in connected {
            night.connect(*seat);
        }
        let chair = |seat| Chair {
            seat: SeatNo(seat),
            player: PlayerId(seat.into()),
            chips: Chips(10_000),
        };
        night.order(Order::Open {
            seats: 6,
            players: [1, 2, 3].map(chair).into(),
            button: SeatNo(1),
        });
        night
    }

    fn connect(&mut self, seat: u8) {
        let account = u64::from(seat);
        let player = Some(ordinary::account(account, &format!("player {seat}")));
        let (connection, request) = (ConnectionId(account), None);
        let attach = CoreInput::Attach { connection, player, request, observing: false };
        self.core.on(self.now, attach);
    }

    fn order(&mut self, order: Order) -> Outputs {
        self.order_for(order, Vec::new())
    }

    /// Gives an order for players who were last connected at these times.
    fn order_for(&mut self, order: Order, seen: Vec<(AccountId, Millis)>) -> Outputs {
        self.ordered += 1;
        let ordered = Ordered { number: OrderNo(self.ordered), table: NUMBER, order };
        self.core.on(self.now, CoreInput::Order { ordered, people: Vec::new(), seen })
    }

    fn order_hand(&mut self) -> Outputs {
        self.order(Order::Deal(Deal {
            hand: HandNo(1),
            level: 0,
            players_left: 3,
            missing: SeatSet::EMPTY,
            hand_for_hand: false,
        }))
    }

    fn deal(&mut self) {
        self.order_hand();
        while self.core.table().hand_in_progress().is_none() {
            self.wait();
        }
    }

    /// Advances to the next deadline.
    fn wait(&mut self) -> Outputs {
        self.now = self.core.deadline().expect("the table waits for something").max(self.now);
        let Some(game) = self.core.wants_deck(self.now) else {
            return self.core.on(self.now, CoreInput::Tick);
        };
        let (decks, draw) = (self.dealer.decks(game), self.dealer.draw());
        self.core.on(self.now, CoreInput::Deck { decks, sealed: None, draw })
    }
}

fn is_done(outputs: &Outputs, number: u64) -> bool {
    outputs.after.iter().any(|after| {
        matches!(after, After::Report(Report::Done { order, .. }) if *order == OrderNo(number))
    })
}

#[test]
fn a_table_that_is_told_to_close_in_a_hand_leaves_nothing_when_it_is_over() {
    let mut night = Night::begin();
    night.deal();
    let told = night.order(Order::Close);
    assert!(told.unit.ended.is_empty() && !night.core.is_closed(), "the hand is played to its end");
    let close = night.ordered;
    let last = loop {
        let outputs = night.wait();
        if night.core.table().hand_in_progress().is_none() {
            break outputs;
        }
        assert!(outputs.unit.ended.is_empty());
    };
    assert!(night.core.is_closed() && is_done(&last, close), "{:?}", last.after);
    assert_eq!(last.unit.ended, [StreamId::Table(TABLE)]);
    assert!(last.unit.snapshot.is_none());
}

#[test]
fn a_table_that_is_told_to_close_between_hands_leaves_nothing() {
    let mut night = Night::begin();
    let closed = night.order(Order::Close);
    assert!(night.core.is_closed() && is_done(&closed, night.ordered));
    assert_eq!(closed.unit.ended, [StreamId::Table(TABLE)]);
    // Later inputs do not end it twice.
    let again = night.core.on(night.now, CoreInput::ReportAgain);
    assert!(again.unit.ended.is_empty());
}

/// Returns whether each of these players was absent from the hand that is reported.
fn absent(outputs: &Outputs) -> Option<Vec<(u64, bool)>> {
    outputs.after.iter().find_map(|after| match after {
        After::Report(Report::HandFinished(finished)) => {
            let players = finished.players.iter();
            Some(players.map(|player| (player.player.0, player.absent)).collect())
        }
        _ => None,
    })
}

/// GAPS G-06, G-08.
#[test]
fn no_hand_waits_for_a_player_who_was_not_connected_when_seated() {
    let mut night = Night::with(&[3]);
    night.order_hand();
    let deals = night.core.deadline().unwrap().max(night.now);
    let dealt = night.wait();
    assert_eq!(night.core.table().hand_in_progress(), None, "nobody else is there");
    assert_eq!(absent(&dealt).unwrap(), [(1, true), (2, true), (3, false)]);
    assert_eq!(night.now, deals, "no clock ran");
}

#[test]
fn a_player_who_connects_before_the_hand_is_present_at_once() {
    let mut night = Night::with(&[2]);
    night.connect(1);
    night.deal();
    let (seat, ..) = night.core.table().turn().expect("two players are there");
    assert_ne!(seat, SeatNo(3));
    let last = loop {
        let outputs = night.wait();
        if let Some(absent) = absent(&outputs) {
            break absent;
        }
    };
    assert_eq!(last, [(1, false), (2, false), (3, true)]);
}

/// A late entry, or a player who is moved.
#[test]
fn a_player_who_is_seated_later_and_is_not_connected_is_absent_at_once() {
    let mut night = Night::with(&[1, 2, 3]);
    let late = Order::Seat {
        seat: SeatNo(4),
        player: PlayerId(4),
        chips: Chips(10_000),
        entering: Entering::Newcomer,
    };
    night.order(late);
    night.deal();
    while night.core.table().hand_in_progress().is_some() {
        assert!(night.core.table().turn().is_none_or(|(seat, ..)| seat != SeatNo(4)));
        let outputs = night.wait();
        if let Some(absent) = absent(&outputs) {
            assert_eq!(absent[3], (4, true));
        }
    }
}

/// With the room, or alone: a restart while a sit-and-go fills, or a phone in a tunnel.
#[test]
fn a_player_who_is_seated_and_lost_the_connection_a_moment_ago_has_time_to_connect() {
    for (gone_for, is_absent) in [(5_000, false), (30_000, true)] {
        let mut night = Night::with(&[1, 2, 3]);
        night.now = night.now + Millis(gone_for);
        let gone_at = Millis(night.now.0 - gone_for);
        let (chips, entering) = (Chips(10_000), Entering::Balanced);
        let seat = Order::Seat { seat: SeatNo(4), player: PlayerId(4), chips, entering };
        night.order_for(seat, vec![(AccountId(4), gone_at)]);
        night.order_hand();
        let mut last = None;
        while last.is_none() {
            let outputs = night.wait();
            last = absent(&outputs);
        }
        assert_eq!(last.unwrap()[3], (4, is_absent));
    }
}

/// The tournament is canceled between the instruction to deal a hand and its first card.
#[test]
fn a_hand_that_was_ordered_is_not_dealt_when_it_is_void() {
    let mut night = Night::begin();
    night.order_hand();
    assert!(night.core.table().awaits_ordered_hand());
    // A player is due to leave after the hand.
    let waits = night.order(Order::Remove { player: PlayerId(3) });
    assert!(!is_done(&waits, night.ordered));
    let leave = night.ordered;
    let void = night.order(Order::Void { reason: "the hall is on fire".to_owned() });
    assert!(is_done(&void, night.ordered) && is_done(&void, leave), "{:?}", void.after);
    let report = void.after.iter().find_map(|after| match after {
        After::Report(Report::HandFinished(finished)) => Some(finished),
        _ => None,
    });
    let report = report.expect("who ordered the hand is told that it is over");
    assert!(report.void && report.hand == HandNo(1));
    assert!(
        report
            .players
            .iter()
            .all(|player| player.stack == Chips(10_000) || player.seat == SeatNo(3))
    );
    assert!(!night.core.table().awaits_ordered_hand());
    let closed = night.order(Order::Close);
    assert!(night.core.is_closed() && is_done(&closed, night.ordered));
}

#[test]
fn what_is_stored_of_it_is_not_taken_for_a_ring_game() {
    let mut night = Night::begin();
    let drained = night.core.on(night.now, CoreInput::Drain);
    let snapshot = drained.unit.snapshot.expect("no hand is in progress");
    let stream = StoredStream { snapshot: Some(snapshot), records: Vec::new() };
    let failed = TableCore::open(TABLE, description(None), None, &stream).map(drop).unwrap_err();
    assert!(matches!(failed, FoldError::Decode { .. }), "{failed}");
}

/// Returns the messages sent to one connection.
fn sent(outputs: &Outputs, to: ConnectionId) -> Vec<&ServerMessage> {
    outputs.private.iter().filter(|(who, _)| *who == to).map(|(_, message)| message).collect()
}

#[test]
fn a_visitor_who_logs_in_as_a_player_of_the_tournament_gets_its_cards_and_goes_on_watching() {
    let mut night = Night::begin();
    let connection = ConnectionId(7);
    let player = ordinary::account(1, "Ann");
    let (request, observing) = (Some(cardroom_protocol::RequestId(1)), true);
    let watch = CoreInput::Attach { connection, player: None, request, observing };
    night.core.on(night.now, watch);
    let recognize = || CoreInput::Recognize { connection, player: player.clone() };
    let shown = night.core.on(night.now, recognize());
    let [ServerMessage::TableSnapshot(shot)] = sent(&shown, connection)[..] else {
        panic!("{:?}", shown.private)
    };
    assert_eq!(shot.view.you.as_ref().map(|you| you.seat), Some(1));
    assert!(sent(&night.core.on(night.now, recognize()), connection).is_empty(), "known already");

    // The login also leads to the seat, which is not why the connection watches.
    let player = Some(player.clone());
    let again = CoreInput::Attach { connection, player, request: None, observing: false };
    night.core.on(night.now, again);
    night.order_hand();
    let mut has_cards = false;
    while night.core.table().hand_in_progress().is_none() || !has_cards {
        let outputs = night.wait();
        let mut own = sent(&outputs, connection).into_iter();
        has_cards |= own.any(|message| matches!(message, ServerMessage::HoleCards(_)));
    }
    night.order(Order::Remove { player: PlayerId(1) });
    while night.core.table().hand_in_progress().is_some() {
        night.wait();
    }
    assert!(night.core.table().players().all(|(_, player)| player != PlayerId(1)));
    assert!(night.core.viewers().is_attached(connection));
}

/// TNPL H19.
#[test]
fn a_table_reports_a_penalty_before_its_hand() {
    let rules = Rules::of(&Config::default()).unwrap();
    let structure = rules.structures.values().next().expect("structures are shipped");
    let levels = rules.library.level_plays(structure).expect("its game is shipped");
    let (plays, switch) = levels[0].clone();
    let rulebook = rules.library.rulebook("tnpl").expect("it is shipped").clone();
    let setup = TableSetup::of_event(plays, switch, rulebook, structure.pace, 6);
    let mut table = HybridTable::new(setup).unwrap();
    let mut desk = OrderDesk::new(NUMBER, levels.into());
    let chair =
        |seat| Chair { seat: SeatNo(seat), player: PlayerId(seat.into()), chips: Chips(10_000) };
    let players = [1, 2].map(chair).into();
    let open = Order::Open { seats: 6, players, button: SeatNo(1) };
    let deal = Order::Deal(Deal {
        hand: HandNo(1),
        level: 0,
        players_left: 2,
        missing: SeatSet::EMPTY,
        hand_for_hand: false,
    });
    for (number, order) in [(1, open), (2, deal)] {
        let ordered = Ordered { number: OrderNo(number), table: NUMBER, order };
        desk.take(Millis(0), ordered, &mut table, &mut Vec::new());
    }
    // Some deck gives the last to act the exclusive nuts.
    let mut dealer = Dealer::from_entropy();
    let reports = (0..20_000).find_map(|_| {
        let (mut table, mut desk) = (table.clone(), desk.clone());
        let mut events = Vec::new();
        let game = table.play().game.clone();
        let (decks, draw) = (dealer.decks(&game), dealer.draw());
        let (deck, reshuffles) = (decks.deck, decks.reshuffles);
        let mut now = table.deadline().unwrap_or_default();
        table.step_into(now, Input::StartHand { deck, reshuffles, draw }, &mut events).unwrap();
        while table.hand_in_progress().is_some() {
            let input = match table.turn() {
                Some((seat, turn, legal)) => {
                    let action = if legal.call.is_some() { Action::Call } else { Action::Check };
                    Input::Act { seat, turn, action }
                }
                None => {
                    now = now.max(table.deadline().unwrap());
                    Input::Tick
                }
            };
            table.step_into(now, input, &mut events).unwrap();
        }
        events.iter().for_each(|event| desk.note(event, &table));
        let reports = desk.after_hand(now, &mut table, &mut events);
        (reports.len() > 1).then_some((reports, desk, table))
    });
    let (reports, desk, table) = reports.expect("one of so many hands is the exclusive nuts");
    let (hand, cause) = (HandNo(1), PenaltyCause::ExclusiveNuts);
    let [Report::PenaltyDue(due), Report::HandFinished(finished)] = reports.as_slice() else {
        panic!("{reports:?}");
    };
    assert_eq!((due.table, due.hand, due.cause), (NUMBER, hand, cause));
    assert_eq!(finished.hand, hand);
    assert_eq!(desk.last_reports(&table), reports, "asked again, it says the same");
}

/// TFPL 6-8: whether the player who was not there for the deal is back for their turn.
fn absent_after(is_back: bool) -> Vec<bool> {
    let rules = Rules::of(&Config::default()).unwrap();
    let structure = rules.structures.values().next().expect("structures are shipped");
    let levels = rules.library.level_plays(structure).expect("its game is shipped");
    let (plays, switch) = levels[0].clone();
    let rulebook = rules.library.rulebook("tfpl").expect("it is shipped").clone();
    let mut table =
        HybridTable::new(TableSetup::of_event(plays, switch, rulebook, structure.pace, 6)).unwrap();
    let mut desk = OrderDesk::new(NUMBER, levels.into());
    let chair =
        |seat| Chair { seat: SeatNo(seat), player: PlayerId(seat.into()), chips: Chips(10_000) };
    let open = Order::Open { seats: 6, players: [1, 2, 3].map(chair).into(), button: SeatNo(1) };
    let deal = Deal {
        hand: HandNo(1),
        level: 0,
        players_left: 3,
        missing: SeatSet::EMPTY,
        hand_for_hand: false,
    };
    let (seat, mut events) = (SeatNo(3), Vec::new());
    for (number, order) in [(1, open), (2, Order::Deal(deal))] {
        let ordered = Ordered { number: OrderNo(number), table: NUMBER, order };
        desk.take(Millis(1), ordered, &mut table, &mut events);
        // The big blind is not connected when seated.
        let _ = table.step_into(Millis(1), Input::NotThere { seat }, &mut events);
    }
    let mut dealer = Dealer::from_entropy();
    let (decks, draw) = (dealer.decks(&table.play().game.clone()), dealer.draw());
    let (deck, reshuffles) = (decks.deck, decks.reshuffles);
    let now = table.deadline().unwrap_or_default().max(Millis(1));
    table.step_into(now, Input::StartHand { deck, reshuffles, draw }, &mut events).unwrap();
    if is_back {
        table.step_into(now, Input::Presence { seat, connected: true }, &mut events).unwrap();
    }
    while table.hand_in_progress().is_some() {
        let input = match table.turn() {
            // The blinds play for nothing more.
            Some((seat, turn, legal)) => {
                let action = if legal.check { Action::Check } else { Action::Call };
                Input::Act { seat, turn, action }
            }
            None => Input::Tick,
        };
        let now = table.deadline().unwrap_or_default().max(now);
        table.step_into(now, input, &mut events).unwrap();
    }
    events.iter().for_each(|event| desk.note(event, &table));
    let reports = desk.after_hand(now, &mut table, &mut events);
    let [Report::HandFinished(finished)] = &reports[..] else { panic!("{reports:?}") };
    finished.players.iter().map(|player| player.absent).collect()
}

#[test]
fn a_player_who_is_back_for_the_own_turn_was_present_in_the_hand() {
    assert_eq!(absent_after(true), [false, false, false]);
    assert_eq!(absent_after(false), [false, false, true]);
}
