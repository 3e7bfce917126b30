//! One value of every message about hands that are over.

use crate::samples::{Note, holdem};
use cardroom_cards::{Card, parse_cards};
use cardroom_protocol::history::*;
use cardroom_protocol::integrity::*;
use cardroom_protocol::items::Items;
use cardroom_protocol::notes::*;
use cardroom_protocol::statistics::*;
use cardroom_protocol::table::{CardsDealt, Discarded, Drawn, HandEnded, HandStarted};
use cardroom_protocol::{
    Chips, ClientMessage, HandNo, Money, RequestId, Seq, ServerMessage, TableId, TimeMs,
    TournamentId,
};

const REQUEST: RequestId = RequestId(62);
const TABLE: TableId = TableId(7);
const HAND: HandNo = HandNo(90);
const BEGAN: TimeMs = TimeMs(1_800_000_600_000);
const ENDED: TimeMs = TimeMs(1_800_000_640_000);

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let filter = HandFilter {
        player: Some("Bob".to_owned()),
        table: Some(TABLE),
        tournament: Some(TournamentId(5)),
        game: Some("badugi".to_owned()),
        least_pot: Some(Chips(100)),
        since: Some(BEGAN),
        until: Some(ENDED),
    };
    let all =
        ListHands { request: REQUEST, filter: HandFilter::default(), everybody: true, from: 0 };
    let get = |inspect: Option<&str>| {
        let inspect = inspect.map(str::to_owned);
        GetHand { request: REQUEST, table: TABLE, hand: HAND, inspect }
    };
    vec![
        ("", ListHands { request: REQUEST, filter, everybody: false, from: 20 }.into()),
        ("of everybody", all.into()),
        ("", get(None).into()),
        ("for the floor", get(Some("A complaint of collusion.")).into()),
        ("", GetHandSoFar { request: REQUEST, table: TABLE }.into()),
        ("", GetStatistics { request: REQUEST, from: Some(BEGAN), to: Some(ENDED) }.into()),
        ("of all times", GetStatistics { request: REQUEST, from: None, to: None }.into()),
        ("", set_note("Raises every button.\nFolds to a reraise.", 3).into()),
        ("deletes it", set_note("", 0).into()),
        ("", ListNotes { request: REQUEST, from: 20 }.into()),
        ("", get_integrity_report(Some("Bob")).into()),
        ("of everyone", get_integrity_report(None).into()),
        ("", ShareHand { request: REQUEST, table: TABLE, hand: HAND }.into()),
        ("", RevokeHandLink { request: REQUEST, table: TABLE, hand: HAND }.into()),
    ]
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let own =
        OwnResult { cards: cards("Ah2c3d4s"), began_with: Chips(200), ended_with: Chips(213) };
    let summary = HandSummary {
        table: TABLE,
        hand: HAND,
        table_name: "Sirius".to_owned(),
        tournament: Some(TournamentId(5)),
        game: "Badugi".to_owned(),
        ended_at: ENDED,
        pot: Chips(13),
        void: false,
        players: 2,
        board: cards("9s8h2c"),
        own: Some(own),
    };
    let watched = HandSummary { tournament: None, board: Vec::new(), own: None, ..summary.clone() };
    let hands = vec![summary, watched];
    vec![
        ("", HandPage { request: REQUEST, from: 0, total: 2, hands }.into()),
        ("", HandShown { request: REQUEST, record: Box::new(record()) }.into()),
        (
            "of a ring game, for a watcher",
            HandShown { request: REQUEST, record: Box::new(of_a_watcher()) }.into(),
        ),
        (
            "",
            HandLooks {
                table: record().table,
                hand: record().hand,
                looks: vec![SeatLook { seat: 3, avatar: 1_023, color: 15 }],
            }
            .into(),
        ),
        ("", so_far().into()),
        ("", statistics().into()),
        ("", notes().into()),
        ("", integrity_report().into()),
        ("", HandShared { request: REQUEST, path: "/replay/9qk3".to_owned() }.into()),
    ]
}

fn get_integrity_report(player: Option<&str>) -> GetIntegrityReport {
    GetIntegrityReport {
        request: REQUEST,
        since: player.map(|_| BEGAN),
        until: player.map(|_| ENDED),
        player: player.map(str::to_owned),
        from: 5,
    }
}

fn integrity_report() -> IntegrityReport {
    let measure = |measure: &str, player: Option<&str>, rarity, hands: &[u64]| IntegrityMeasure {
        measure: measure.to_owned(),
        player: player.map(str::to_owned),
        value: 875,
        base: 120,
        error: 110,
        of: 8,
        rarity,
        stands_out: rarity > 400,
        hands: hands
            .iter()
            .map(|hand| IntegrityHand { table: TABLE, hand: HandNo(*hand) })
            .collect(),
    };
    let pair = IntegrityPair {
        payer: "Bob".to_owned(),
        receiver: "Cleo".to_owned(),
        payer_bot: false,
        receiver_bot: true,
        hands: 240,
        paid: Chips(1_900),
        returned: Chips(300),
        net: 80_000,
        stands_out: true,
        measures: vec![
            measure("co_seating", None, 0, &[]),
            measure("large_folds", Some("Bob"), 512, &[90, 91]),
        ],
    };
    IntegrityReport {
        request: REQUEST,
        from: 5,
        total: 6,
        hands: 1_200,
        players: 30,
        compared: 140,
        partial: false,
        pairs: vec![pair],
    }
}

fn set_note(text: &str, color: u8) -> SetNote {
    SetNote { request: REQUEST, player: "Bob".to_owned(), text: text.to_owned(), color }
}

fn notes() -> NotePage {
    let note = |player: &str, text: &str, color| cardroom_protocol::notes::Note {
        player: player.to_owned(),
        text: text.to_owned(),
        color,
        written_at: ENDED,
    };
    let notes = vec![note("Bob", "Raises every button.", 0), note("Cleo", "", 3)];
    NotePage { request: REQUEST, from: 0, total: 2, notes }
}

fn statistics() -> Statistics {
    let of = |count, of| Frequency { count, of };
    let game = GameStatistics {
        game: "badugi".to_owned(),
        name: "Badugi".to_owned(),
        hands: 40,
        won: Chips(120),
        lost: Chips(150),
        vpip: of(12, 38),
        pfr: of(5, 38),
        three_bet: of(1, 14),
        went_to_showdown: of(6, 21),
        won_at_showdown: of(4, 6),
    };
    let point = |hands, won, lost| CurvePoint { hands, won: Chips(won), lost: Chips(lost) };
    Statistics {
        request: REQUEST,
        hands: 40,
        tournament_hands: 38,
        won: Chips(120),
        lost: Chips(150),
        vpip: of(12, 38),
        pfr: of(5, 38),
        three_bet: of(1, 14),
        went_to_showdown: of(6, 21),
        won_at_showdown: of(4, 6),
        games: vec![game],
        curve: vec![point(1, 120, 0), point(2, 120, 150)],
        partial: false,
    }
}

fn so_far() -> HandSoFar {
    let mut steps = record().steps;
    steps.truncate(1);
    HandSoFar { request: REQUEST, table: TABLE, hand: HAND, steps, seq: Seq(1_204) }
}

fn event() -> RecordedEvent {
    RecordedEvent {
        name: "Sunday".to_owned(),
        level: 2,
        level_seconds: 900,
        buy_in: Money(1_000),
        fee: Money(50),
        bounty: Money(0),
        starting_stack: Chips(1_500),
        single_table: false,
    }
}

fn record() -> HandRecord {
    let seat = |seat: u8, name: &str, bot: bool, ended_with: u64| RecordedSeat {
        seat,
        name: name.to_owned(),
        bot,
        began_with: Chips(200),
        ended_with: Chips(ended_with),
    };
    let draw = |gave: &str, got: &str| RecordedDraw { gave: cards(gave), got: cards(got) };
    let own = RecordedCards {
        seat: 0,
        dealt: cards("Ah2c3dKd"),
        draws: vec![draw("Kd", "4s"), draw("", ""), draw("", "")],
    };
    let started = HandStarted {
        hand: HAND,
        game: holdem(),
        bomb_pot: false,
        button: 2,
        small_blind: Some(2),
        big_blind: Some(0),
        dealt: vec![0, 2],
    };
    let dealt = vec![started.into(), CardsDealt { each: 4 }.into()];
    let drawn = vec![
        Discarded { seat: 0, count: 1, timed_out: false }.into(),
        Drawn { seat: 0, count: 1 }.into(),
        HandEnded { hand: HAND }.into(),
    ];
    HandRecord {
        table: TABLE,
        hand: HAND,
        table_name: "Sirius".to_owned(),
        table_seats: 6,
        tournament: Some(TournamentId(5)),
        rulebook: "tda-2024".to_owned(),
        hybrid: false,
        began_at: BEGAN,
        ended_at: ENDED,
        seats: vec![seat(0, "Ada", false, 213), seat(2, "Bob", true, 187)],
        steps: vec![
            RecordedStep { after_ms: 0, events: Items(dealt) },
            RecordedStep { after_ms: 40_000, events: Items(drawn) },
        ],
        cards: vec![own],
        viewer: Some(0),
        event: Some(event()),
    }
}

/// The same hand in a ring game, as seen by a viewer who was not dealt in.
fn of_a_watcher() -> HandRecord {
    let (tournament, cards) = (None, Vec::new());
    HandRecord { tournament, cards, viewer: None, event: None, ..record() }
}

#[test]
fn the_cards_held_last_are_those_that_were_not_given_away() {
    let record = record();
    assert_eq!(record.cards_of(0).map(RecordedCards::held), Some(cards("Ah2c3d4s")));
    assert_eq!(record.cards_of(2), None);
    assert_eq!(record.events().count(), 5);
}
