//! Each fault is found, and clients that miss messages or read late cause none.

use super::*;
use cardroom_cards::parse_cards;
use cardroom_protocol::Chips;
use cardroom_protocol::game::{AnteKind, Betting, Deck, Game, Half, HoleUse, Ranking, Switch};
use cardroom_protocol::items::Items;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::TableSnapshot;
use cardroom_protocol::table::*;

const TABLE: TableId = TableId(1);
const HAND: HandNo = HandNo(7);

/// Returns a table of 5/10 with seats 0, 1 and 2, between hands, as a spectator sees it.
fn table(seq: u64) -> Table {
    let info = TableInfo {
        table: TABLE,
        name: "One".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        small_blind: Chips(5),
        big_blind: Chips(10),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
        seats: 3,
        seated: 3,
        min_buy_in: Chips(200),
        max_buy_in: Chips(1000),
        bots_allowed: true,
        hands_played: 0,
        average_pot: Chips(0),
        games: Vec::new(),
        switch: Switch::Never,
        straddle: None,
        bomb_pot: None,
        max_boards: 1,
        tournament: None,
        hybrid: false,
        host: None,
        waiting: 0,
        bots: 0,
        free_chat: false,
        top_up_to: Chips(200),
        shows_folded: true,
        chip_value: None,
    };
    let seat = |seat| SeatView {
        seat,
        name: format!("player {seat}"),
        bot: true,
        connected: true,
        sitting_out: false,
        stack: Chips(500),
        in_hand: None,
        avatar: 0,
        color: 0,
        muted: false,
        shown: Vec::new(),
        staff: false,
    };
    let view = TableView {
        info,
        seq: Seq(seq),
        paused: false,
        seats: (0..3).map(seat).collect(),
        hand: None,
        you: None,
        buy_in: BuyInRange { min: Chips(200), max: Chips(1_000) },
        hybrid: None,
    };
    Table::from_snapshot(TableSnapshot { table: TABLE, view: Box::new(view) })
}

fn step(seq: u64, events: Vec<TableEvent>) -> Step {
    Step { table: TABLE, seq: Seq(seq), events: Items(events) }
}

/// Begins hand 7. Seat 0 is on turn.
fn start(seq: u64) -> Step {
    let game = Game {
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
        showdown: vec![Half { ranking: Ranking::High, hole: HoleUse::Any }],
    };
    let started = HandStarted {
        hand: HAND,
        game,
        bomb_pot: false,
        button: 0,
        small_blind: Some(1),
        big_blind: Some(2),
        dealt: vec![1, 2, 0],
    };
    let posted = |seat, post, amount| Posted { seat, post, amount: Chips(amount) }.into();
    step(
        seq,
        vec![
            started.into(),
            posted(1, PostKind::SmallBlind, 5),
            posted(2, PostKind::BigBlind, 10),
            CardsDealt { each: 2 }.into(),
            turn(0),
        ],
    )
}

fn turn(seat: u8) -> TableEvent {
    Turn { seat, time_ms: 15_000, bank_ms: 30_000 }.into()
}

fn acted(seat: u8, action: Action, added: u64) -> TableEvent {
    Acted { seat, action, added: Chips(added), timed_out: false }.into()
}

fn call(seq: u64) -> Step {
    step(seq, vec![acted(0, Action::Call, 10), turn(1)])
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Returns the table after these steps.
fn after(steps: &[Step]) -> Table {
    let mut table = table(steps[0].seq.0 - 1);
    assert!(steps.iter().all(|step| table.apply(step).unwrap()));
    table
}

/// An audit that has seen hand 7 begin with step 11, in life 0.
fn in_hand() -> TableAudit {
    let mut audit = TableAudit::default();
    audit.view(0, 0, &table(10)).unwrap();
    assert_eq!(audit.step(0, &start(11)), Ok(true));
    audit
}

fn finds<T: std::fmt::Debug>(result: Result<T, String>, part: &str) {
    let why = result.unwrap_err();
    assert!(why.contains(part), "{why}");
}

#[test]
fn a_step_is_new_once_and_keeps_its_content() {
    let mut audit = in_hand();
    assert_eq!(audit.step(0, &start(11)), Ok(false));
    assert_eq!(audit.step(1, &start(11)), Ok(false));
    finds(audit.step(1, &call(11)), "step 11 was sent as");
}

#[test]
fn a_restarted_room_knows_every_step_that_was_sent() {
    let mut audit = in_hand();
    audit.view(1, 0, &after(&[start(11)])).unwrap();
    finds(
        audit.view(2, 0, &table(10)),
        "step 11 was sent, and after the restart a view stood at 10",
    );
}

#[test]
fn a_step_that_is_read_after_the_restart_is_held_against_the_views() {
    let mut audit = in_hand();
    audit.view(1, 0, &after(&[start(11)])).unwrap();
    finds(audit.step(0, &call(12)), "step 12 was sent, and after the restart a view stood at 11");
}

#[test]
fn a_view_that_differs_from_the_steps_is_a_fault() {
    let mut audit = in_hand();
    let mut shown = after(&[start(11)]);
    audit.view(1, 0, &shown).unwrap();
    shown.seats[1].stack = Chips(496);
    finds(audit.view(1, 0, &shown), "and the steps");
}

#[test]
fn an_action_out_of_turn_is_a_fault_and_reported_once() {
    let mut audit = in_hand();
    let step = |seq| step(seq, vec![acted(1, Action::Call, 5), turn(2)]);
    finds(audit.step(0, &step(12)), "on turn");
    assert_eq!(audit.step(0, &step(13)), Ok(true), "it has lost track");
}

#[test]
fn a_raise_that_is_too_small_is_a_fault_also_after_a_restart() {
    let mut audit = in_hand();
    audit.view(1, 0, &after(&[start(11)])).unwrap();
    let raise = acted(0, Action::RaiseTo(Chips(15)), 15);
    finds(audit.step(1, &step(12, vec![raise])), "the least is to 20");
}

#[test]
fn a_card_that_two_players_hold_or_that_changes_is_a_fault() {
    let mut audit = in_hand();
    audit.cards(0, HAND, &cards("AsKs")).unwrap();
    audit.cards(0, HAND, &cards("AsKs")).unwrap();
    finds(audit.cards(1, HAND, &cards("KsQs")), "a card of bot 0");
    let mut restored = after(&[start(11)]);
    restored.cards = cards("AsKd");
    finds(audit.view(1, 0, &restored), "had Ks in hand 7");
}

#[test]
fn a_hole_card_on_the_board_is_a_fault() {
    let mut audit = in_hand();
    audit.cards(0, HAND, &cards("AsKs")).unwrap();
    let flop = BoardDealt { board: 0, cards: cards("2c3cAs") };
    finds(audit.step(0, &step(12, vec![flop.into()])), "As is dealt to the board");
}

#[test]
fn a_view_with_the_cards_of_another_player_is_a_fault() {
    let mut audit = in_hand();
    let mut shown = after(&[start(11)]);
    let part = shown.seats[2].in_hand.as_mut();
    part.unwrap().tabled = Some(cards("AhAd"));
    finds(audit.view(0, 0, &shown), "the cards of seat 2");
}

#[test]
fn missed_and_late_steps_are_no_faults() {
    let mut audit = TableAudit::default();
    audit.view(0, 0, &table(10)).unwrap();
    // Client 1 reads step 11 after client 0 has read step 12 of a later view.
    audit.view(0, 0, &after(&[start(11)])).unwrap();
    assert_eq!(audit.step(0, &call(12)), Ok(true));
    assert_eq!(audit.step(0, &start(11)), Ok(true));
    assert_eq!(audit.step(0, &call(12)), Ok(false));
    // No client reads step 13. The next life begins with a view behind it.
    let check = step(13, vec![acted(1, Action::Call, 5), turn(2)]);
    audit.view(1, 0, &after(&[start(11), call(12), check])).unwrap();
    let option = step(14, vec![acted(2, Action::Check, 0)]);
    assert_eq!(audit.step(1, &option), Ok(true));
}
