//! A table of two, with the program in seat 1.

use cardroom_bot::Table;
use cardroom_cards::parse_cards;
use cardroom_protocol::game::{AnteKind, Betting, Deck, Game, Half, HoleUse, Ranking, Switch};
use cardroom_protocol::items::Items;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::TableSnapshot;
use cardroom_protocol::table::*;
use cardroom_protocol::{ActionId, Chips, HandNo, Seq, TableId};

/// Returns the table before its first hand.
pub(super) fn table() -> Table {
    view(None, None, Vec::new())
}

/// Returns the table when it is the program's turn to call a raise.
pub(super) fn dealt() -> Table {
    let hand = HandView {
        hand: HandNo(1),
        game: holdem(),
        bomb_pot: false,
        button: 0,
        small_blind: Some(0),
        big_blind: Some(1),
        street: 0,
        boards: vec![Vec::new()],
        pots: Vec::new(),
        current_bet: Chips(30),
        turn: Some(Turn { seat: 1, time_ms: 2_000, bank_ms: 0 }),
    };
    let part = |bet| SeatInHand {
        folded: false,
        all_in: false,
        bet: Chips(bet),
        card_count: 2,
        up: Vec::new(),
        tabled: None,
    };
    view(Some(hand), Some([part(30), part(10)]), parse_cards("Ah Kh").unwrap())
}

pub(super) fn legal() -> LegalActions {
    let wager = WagerRange {
        raise: true,
        min_to: Chips(50),
        max_to: Chips(1_000),
        pot_to: Chips(90),
        fixed: false,
    };
    LegalActions {
        fold: true,
        call: Some(Chips(20)),
        wager: Some(wager),
        ..LegalActions::default()
    }
}

fn view(
    hand: Option<HandView>,
    parts: Option<[SeatInHand; 2]>,
    cards: Vec<cardroom_cards::Card>,
) -> Table {
    let parts = parts.map_or([None, None], |parts| parts.map(Some));
    let seats = parts.into_iter().zip(["p1", "p2"]).zip(0..);
    let seats = seats.map(|((in_hand, name), seat)| SeatView {
        seat,
        name: name.to_owned(),
        bot: true,
        connected: true,
        sitting_out: false,
        stack: Chips(1_000),
        in_hand,
        avatar: 0,
        color: 0,
        muted: false,
        shown: Vec::new(),
        staff: false,
    });
    let you = OwnView {
        seat: 1,
        cards,
        to_show: Vec::new(),
        decision: None,
        offers: Items(Vec::new()),
        last_action_id: ActionId(0),
        wait_for_big_blind: false,
        auto_muck: true,
        straddle: false,
    };
    let view = TableView {
        info: info(),
        seq: Seq(1),
        paused: false,
        seats: seats.collect(),
        hand,
        you: Some(you),
        buy_in: BuyInRange { min: Chips(200), max: Chips(1_000) },
        hybrid: None,
    };
    Table::from_snapshot(TableSnapshot { table: TableId(1), view: Box::new(view) })
}

fn holdem() -> Game {
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

fn info() -> TableInfo {
    TableInfo {
        table: TableId(1),
        name: "Match".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        small_blind: Chips(5),
        big_blind: Chips(10),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
        seats: 2,
        seated: 2,
        min_buy_in: Chips(200),
        max_buy_in: Chips(1_000),
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
        top_up_to: Chips(0),
        shows_folded: false,
        chip_value: None,
    }
}
