//! Tables and messages for tests.

use cardroom_bot::Chips;
use cardroom_cards::{Card, parse_cards};
use cardroom_protocol::game::{AnteKind, Betting, Deck, Game, Half, HoleUse, Ranking, Switch};
use cardroom_protocol::items::Items;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::*;
use cardroom_protocol::table::*;
use cardroom_protocol::{ActionId, HandNo, RequestId, Seq, TableId, TurnToken};
use std::time::Duration;

pub(crate) const TABLE: TableId = TableId(3);

pub(crate) fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// The welcome of a room that speaks this minor version of the protocol.
pub(crate) fn welcome(minor: u16) -> Welcome {
    Welcome {
        minor,
        server: "test".to_owned(),
        room: "test".to_owned(),
        time_ms: 0,
        idle_timeout_ms: 30_000,
        share_links: false,
        pokerstars_text: false,
    }
}

/// Describes a no-limit table of 5/10.
pub(crate) fn info() -> TableInfo {
    TableInfo {
        table: TABLE,
        name: "Three".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        small_blind: Chips(5),
        big_blind: Chips(10),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
        seats: 6,
        seated: 1,
        min_buy_in: Chips(200),
        max_buy_in: Chips(1000),
        bots_allowed: true,
        hands_played: 0,
        average_pot: Chips(0),
        games: vec![holdem()],
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
    }
}

/// Describes no-limit hold'em, 5/10.
pub(crate) fn holdem() -> Game {
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
        showdown: vec![Half { ranking: Ranking::High, hole: HoleUse::Any }],
    }
}

pub(crate) fn seat(seat: u8, name: &str, stack: u64) -> SeatView {
    SeatView {
        seat,
        name: name.to_owned(),
        bot: true,
        connected: true,
        sitting_out: false,
        stack: Chips(stack),
        in_hand: None,
        avatar: 0,
        color: 0,
        muted: false,
        shown: Vec::new(),
        staff: false,
    }
}

pub(crate) fn own_view(seat: u8) -> OwnView {
    OwnView {
        seat,
        cards: Vec::new(),
        decision: None,
        to_show: Vec::new(),
        offers: Items(Vec::new()),
        last_action_id: ActionId(0),
        wait_for_big_blind: false,
        auto_muck: true,
        straddle: false,
    }
}

pub(crate) fn view(seq: u64, seats: Vec<SeatView>, you: Option<OwnView>) -> TableView {
    let info = info();
    let buy_in = BuyInRange { min: info.min_buy_in, max: info.max_buy_in };
    TableView { info, seq: Seq(seq), paused: false, seats, hand: None, you, buy_in, hybrid: None }
}

pub(crate) fn snapshot(view: TableView) -> ServerMessage {
    TableSnapshot { table: view.info.table, view: Box::new(view) }.into()
}

pub(crate) fn step(seq: u64, events: Vec<TableEvent>) -> ServerMessage {
    Step { table: TABLE, seq: Seq(seq), events: Items(events) }.into()
}

pub(crate) fn logged_in(request: RequestId, balance: u64, tables: &[TableId]) -> ServerMessage {
    LoggedIn {
        request,
        account: "a1".to_owned(),
        name: "bot0".to_owned(),
        role: Role::Player,
        balance: Chips(balance),
        resume_token: Some("token-of-bot0".into()),
        tables: tables.to_vec(),
        tournaments: Vec::new(),
        guest: true,
        avatar: 0,
        color: 0,
    }
    .into()
}

pub(crate) fn acted(seat: u8, action: Action, added: u64) -> TableEvent {
    Acted { seat, action, added: Chips(added), timed_out: false }.into()
}

pub(crate) fn posted(seat: u8, post: PostKind, amount: u64) -> TableEvent {
    Posted { seat, post, amount: Chips(amount) }.into()
}

/// How long a turn may last.
pub(crate) const TURN: Duration = Duration::from_secs(15);

pub(crate) fn turn(seat: u8) -> TableEvent {
    Turn { seat, time_ms: 15_000, bank_ms: 0 }.into()
}

/// Begins a heads-up hand. Seat 1 has the button and acts first.
pub(crate) fn hand_begins(hand: u64) -> Vec<TableEvent> {
    vec![
        HandStarted {
            hand: HandNo(hand),
            game: holdem(),
            bomb_pot: false,
            button: 1,
            small_blind: Some(1),
            big_blind: Some(0),
            dealt: vec![0, 1],
        }
        .into(),
        posted(1, PostKind::SmallBlind, 5),
        posted(0, PostKind::BigBlind, 10),
        CardsDealt { each: 2 }.into(),
        turn(1),
    ]
}

pub(crate) fn hole_cards(seq: u64, hand: u64, text: &str) -> ServerMessage {
    HoleCards { table: TABLE, seq: Seq(seq), hand: HandNo(hand), cards: cards(text) }.into()
}

pub(crate) fn your_turn(seq: u64, token: u64, legal: LegalActions) -> ServerMessage {
    YourTurn { table: TABLE, seq: Seq(seq), turn: TurnToken(token), legal }.into()
}

/// Makes the legal actions for facing a bet: call, or raise to `min_to` up to `max_to`.
pub(crate) fn call_or_raise(call: u64, min_to: u64, max_to: u64) -> LegalActions {
    let wager = WagerRange {
        raise: true,
        min_to: Chips(min_to),
        max_to: Chips(max_to),
        pot_to: Chips(max_to.min(3 * min_to / 2)),
        fixed: false,
    };
    LegalActions {
        fold: true,
        call: Some(Chips(call)),
        wager: Some(wager),
        ..LegalActions::default()
    }
}

/// Awards the main pot to one seat.
pub(crate) fn awarded(seat: u8, amount: u64) -> TableEvent {
    let share = Share { seat, amount: Chips(amount), hand: None };
    PotAwarded { pot: 0, board: 0, half: 0, shares: vec![share] }.into()
}

/// The button folds before the flop and the big blind wins the pot.
pub(crate) fn button_folds(hand: u64) -> Vec<TableEvent> {
    vec![
        acted(1, Action::Fold, 0),
        UncalledReturned { seat: 0, amount: Chips(5) }.into(),
        BetsCollected { pots: vec![Pot { amount: Chips(10), seats: vec![0] }] }.into(),
        awarded(0, 10),
        HandEnded { hand: HandNo(hand) }.into(),
    ]
}
