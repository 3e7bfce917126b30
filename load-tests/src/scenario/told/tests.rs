//! Everything received is recorded, and later contradictions are found.

use super::*;
use crate::scenario::ring::tests::table as table_info;
use cardroom_bot::model::Hand;
use cardroom_bot::probe::Probe as _;
use cardroom_bot::{Chips, Game};
use cardroom_protocol::game::{AnteKind, Betting, Deck};
use cardroom_protocol::items::Items;
use cardroom_protocol::server::TableSnapshot;
use cardroom_protocol::table::{BuyInRange, HandEnded, OwnView, Resumed, TableView};

const NOW: Duration = Duration::ZERO;

/// Makes the only table between hands, as a player in this seat sees it after this step.
fn seen_from(seat: Option<u8>, seq: u64) -> Table {
    let you = seat.map(|seat| OwnView {
        seat,
        cards: Vec::new(),
        decision: None,
        to_show: Vec::new(),
        offers: Items(Vec::new()),
        last_action_id: ActionId(0),
        wait_for_big_blind: false,
        auto_muck: true,
        straddle: false,
    });
    let view = TableView {
        info: table_info(1, 6, 2, true),
        seq: Seq(seq),
        paused: false,
        seats: Vec::new(),
        hand: None,
        you,
        buy_in: BuyInRange { min: Chips(1), max: Chips(2) },
        hybrid: None,
    };
    Table::from_snapshot(TableSnapshot { table: TableId(1), view: Box::new(view) })
}

/// Puts the table into the middle of a hand.
fn in_hand(table: Table, number: u64) -> Table {
    let hand = Hand {
        number: HandNo(number),
        game: hold_em(),
        bomb_pot: false,
        button: 0,
        small_blind: None,
        big_blind: None,
        dealt: vec![0, 1],
        street: 0,
        boards: vec![Vec::new()],
        draws: 0,
        pots: Vec::new(),
        dead: Chips(0),
        current_bet: Chips(0),
        raises: 0,
        aggressor: None,
        turn: None,
        actions: None,
    };
    Table { hand: Some(hand), ..table }
}

fn hold_em() -> Game {
    Game {
        id: "holdem".to_owned(),
        name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(5),
        big_blind: Chips(10),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        deck: Deck::Standard52,
        hole_cards: 2,
        board_cards: 5,
        draws: 0,
        showdown: Vec::new(),
    }
}

fn step(seq: u64, events: Vec<TableEvent>) -> Step {
    Step { table: TableId(1), seq: Seq(seq), events: Items(events) }
}

/// Bot 0 has seat 3 in hand 5, and has read steps up to 9 when the room is killed.
fn killed() -> Told {
    let told = Told::new(1);
    let before = in_hand(seen_from(Some(3), 8), 5);
    told.connected(0, NOW, NOW);
    told.logged_in(0, NOW, Chips(100));
    told.view(0, NOW, &before);
    told.step(0, NOW, &step(9, vec![Resumed {}.into()]), &before);
    told.next_life();
    told.connected(0, NOW, NOW);
    told
}

fn faults(told: &Told) -> Vec<String> {
    told.faults().1
}

#[test]
fn who_comes_back_to_the_same_seat_and_hand_is_counted() {
    let told = killed();
    assert_eq!(told.missing(), (1, 1), "a connection alone is not enough");
    told.logged_in(0, NOW, Chips(100));
    assert_eq!(told.missing(), (1, 1), "nor is a login");
    told.view(0, NOW, &in_hand(seen_from(Some(3), 9), 5));
    assert_eq!(told.missing(), (1, 0));
    assert_eq!(told.returns(), Returns { same_hand: 1, ..Returns::default() });
    assert_eq!(faults(&told), Vec::<String>::new());
}

#[test]
fn another_seat_is_a_fault() {
    for elsewhere in [Some(4), None] {
        let told = killed();
        told.view(0, NOW, &seen_from(elsewhere, 12));
        assert!(faults(&told)[0].contains("came back to another place"), "{:?}", faults(&told));
    }
}

#[test]
fn what_the_audit_of_the_table_finds_is_a_fault() {
    let told = killed();
    told.view(0, NOW, &in_hand(seen_from(Some(3), 8), 5));
    assert!(faults(&told)[0].contains("step 9 was sent, and after"), "{:?}", faults(&told));

    let told = killed();
    let before = in_hand(seen_from(Some(3), 8), 5);
    told.view(0, NOW, &in_hand(seen_from(Some(3), 9), 5));
    told.step(0, NOW, &step(9, vec![Resumed {}.into()]), &before);
    assert_eq!(faults(&told), Vec::<String>::new());
    told.step(0, NOW, &step(9, Vec::new()), &before);
    assert!(faults(&told)[0].contains("step 9 was sent as"), "{:?}", faults(&told));
}

#[test]
fn a_hand_is_compared_when_everybody_who_saw_its_end_is_back() {
    let told = killed();
    told.view(0, NOW, &in_hand(seen_from(Some(3), 9), 5));
    let end = HandEnded { hand: HandNo(5) };
    told.step(0, NOW, &step(10, vec![end.into()]), &in_hand(seen_from(Some(3), 9), 5));
    assert!(told.take_ended().is_empty(), "somebody may still have to read of it");
    told.next_life();
    let ended = told.take_ended();
    let (key, hand) = &ended[0];
    assert_eq!((ended.len(), *key, hand.interrupted), (1, (TableId(1), HandNo(5)), true));
    assert_eq!(hand.steps.keys().copied().collect::<Vec<_>>(), [Seq(9), Seq(10)]);
    assert_eq!(faults(&told), Vec::<String>::new());
}

#[test]
fn a_step_of_the_room_before_is_the_same_in_the_history_or_a_fault() {
    let watched = || in_hand(seen_from(None, 9), 5);
    let told = killed();
    told.view(0, NOW, &in_hand(seen_from(Some(3), 10), 5));
    // The old room had stored it, and sends it when it wakes.
    told.late_step(0, &step(10, vec![Resumed {}.into()]), &watched());
    assert_eq!(faults(&told), Vec::<String>::new());
    let sent = &told.take_all()[0].1.steps;
    assert!(sent.contains_key(&Seq(10)), "it is compared with the record: {sent:?}");

    // The new room went on without this one.
    told.late_step(0, &step(11, vec![Resumed {}.into()]), &watched());
    assert!(faults(&told)[0].contains("step 11 was sent, and after"), "{:?}", faults(&told));

    let told = killed();
    told.view(0, NOW, &in_hand(seen_from(Some(3), 9), 5));
    told.late_step(0, &step(9, Vec::new()), &watched());
    assert!(faults(&told)[0].contains("step 9 was sent as"), "{:?}", faults(&told));
}

#[test]
fn only_ring_tables_have_gaps_in_play() {
    let told = killed();
    told.connected(7, NOW, NOW);
    told.view(7, Duration::from_millis(100), &seen_from(Some(4), 9));
    assert_eq!(told.take_gaps(), Gaps::default(), "a player of a tournament");
    told.view(0, Duration::from_millis(400), &in_hand(seen_from(Some(3), 9), 5));
    assert_eq!(told.take_gaps().frames, [Duration::from_millis(400)]);
}
