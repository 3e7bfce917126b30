//! One value of every message, and of everything interesting that a message can hold.
//!
//! They are about one table: Ada, Bob and a bot play no-limit hold'em, 1/2.

use crate::{
    administration_samples, deal_samples, history_samples, hook_samples, hosting_samples,
    hybrid_samples, past_samples, schedule_samples, sign_in_samples, tournament_samples,
    waiting_samples,
};
use cardroom_cards::{Card, parse_cards};
use cardroom_protocol::client::*;
use cardroom_protocol::game::{
    AnteKind, Betting, BombPot, Deck, Game, Half, HoleUse, Ranking, Straddle, Switch,
};
use cardroom_protocol::hybrid::HybridView;
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::items::Items;
use cardroom_protocol::lobby::{TableFilter, TableInfo};
use cardroom_protocol::matches::MatchSeat;
use cardroom_protocol::server::*;
use cardroom_protocol::table::*;
use cardroom_protocol::{
    ActionId, ApiTokenId, Chips, ClientMessage, ErrorCode, HandNo, RequestId, Secret, Seq,
    ServerMessage, TableEvent, TableId, TimeMs, TournamentId, TurnToken,
};

pub(crate) use tournament_samples::events as tournament_events;

/// The point of a sample. Empty for a plain one.
pub(crate) type Note = &'static str;

const TABLE: TableId = TableId(7);
const HAND: HandNo = HandNo(1042);
const SEQ: Seq = Seq(23_118);
const TURN: TurnToken = TurnToken(90_371);

fn request(number: u32) -> RequestId {
    RequestId(number)
}

pub(crate) fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Every client message of the protocol.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let act =
        |number: u64, action| Act { table: TABLE, turn: TURN, action_id: ActionId(number), action };
    let discard = |number: u64, text: &str| Discard {
        table: TABLE,
        turn: TURN,
        action_id: ActionId(number),
        cards: cards(text).into_iter().collect(),
    };
    vec![
        ("", Hello { minor: 0, client: "abacus 2.1".to_owned() }.into()),
        ("", Ping { nonce: 70_000 }.into()),
        ("no name", LoginGuest { request: request(1), nickname: None }.into()),
        (
            "a name beyond ASCII",
            LoginGuest { request: request(1), nickname: Some("Žofie さくら".to_owned()) }.into(),
        ),
        (
            "",
            Register {
                request: request(2),
                name: "Ada".to_owned(),
                password: Secret::from("difference engine"),
            }
            .into(),
        ),
        (
            "",
            Login {
                request: request(3),
                name: "Ada".to_owned(),
                password: Secret::from("difference engine"),
                browser: None,
            }
            .into(),
        ),
        ("", LoginToken { request: request(4), token: Secret::from("r-5Yp2Qm") }.into()),
        (
            "",
            ChangePassword {
                request: request(5),
                old: Secret::from("difference engine"),
                new: Secret::from("analytical engine"),
                end_tokens: true,
            }
            .into(),
        ),
        (
            "a token for a bot",
            CreateApiToken {
                request: request(6),
                label: "night bot".to_owned(),
                scopes: [Scope::Play].into_iter().collect(),
                ends_at: None,
                password: Some(Secret::from("difference engine")),
                code: None,
            }
            .into(),
        ),
        (
            "a token of the floor, with an end",
            CreateApiToken {
                request: request(6),
                label: "floor".to_owned(),
                scopes: [Scope::Floor, Scope::Leagues].into_iter().collect(),
                ends_at: Some(TimeMs(1_800_086_400_000)),
                password: Some(Secret::from("difference engine")),
                code: Some(Secret::from("081804")),
            }
            .into(),
        ),
        (
            "the address of an account's calendar",
            CreateApiToken {
                request: request(6),
                label: "calendar".to_owned(),
                scopes: [Scope::Calendar].into_iter().collect(),
                ends_at: None,
                password: Some(Secret::from("difference engine")),
                code: None,
            }
            .into(),
        ),
        ("", ProveFactor { request: request(6), code: Secret::from("081804") }.into()),
        ("", RevokeApiToken { request: request(7), id: ApiTokenId(70_001) }.into()),
        ("", Logout { request: request(8) }.into()),
        ("", Refill { request: request(9) }.into()),
        (
            "",
            UpgradeGuest {
                request: request(10),
                name: "Ada Lovelace".to_owned(),
                password: Secret::from("difference engine"),
            }
            .into(),
        ),
        ("", ListApiTokens { request: request(11) }.into()),
        ("", SignOutEverywhere { request: request(11) }.into()),
        (
            "",
            LoginWithCode {
                request: request(12),
                name: "Ada Lovelace".to_owned(),
                password: Secret::from("difference engine"),
                code: Secret::from("081804"),
                browser: Some(Secret::from("cr_9d1fe0b3c2a84756710f6e5d4c3b2a19")),
            }
            .into(),
        ),
        ("", SetAppearance { request: request(12), avatar: 1_023, color: 15 }.into()),
        (
            "every table",
            ListTables { request: request(250), filter: TableFilter::default() }.into(),
        ),
        (
            "some tables",
            ListTables {
                request: request(251),
                filter: TableFilter {
                    game: Some("holdem".to_owned()),
                    plays: Some("razz".to_owned()),
                    betting: Some(Betting::NoLimit),
                    min_big_blind: Some(Chips(2)),
                    max_big_blind: Some(Chips(1_000)),
                    open_seats: true,
                },
            }
            .into(),
        ),
        ("", WatchLobby { request: request(65_535), on: true }.into()),
        ("", Observe { request: request(65_536), table: TABLE }.into()),
        ("", Unobserve { request: request(u32::MAX), table: TABLE }.into()),
        (
            "any seat",
            Sit {
                request: request(20),
                table: TABLE,
                seat: None,
                buy_in: Chips(200),
                wait_for_big_blind: true,
            }
            .into(),
        ),
        (
            "one seat",
            Sit {
                request: request(20),
                table: TABLE,
                seat: Some(2),
                buy_in: Chips(200),
                wait_for_big_blind: false,
            }
            .into(),
        ),
        (
            "the largest integer",
            TopUp { request: request(21), table: TABLE, amount: Chips(MAX_SAFE) }.into(),
        ),
        ("", Rebuy { request: request(30), table: TABLE, amount: Chips(200) }.into()),
        ("", SitOut { request: request(22), table: TABLE }.into()),
        ("", SitIn { request: request(23), table: TABLE }.into()),
        ("", Leave { request: request(24), table: TABLE }.into()),
        (
            "",
            SetPreferences {
                request: request(25),
                table: TABLE,
                wait_for_big_blind: true,
                auto_muck: false,
                straddle: true,
            }
            .into(),
        ),
        ("fold", act(1, Action::Fold).into()),
        ("check", act(2, Action::Check).into()),
        ("call", act(3, Action::Call).into()),
        ("bet", act(4, Action::Bet(Chips(40))).into()),
        ("raise", act(5, Action::RaiseTo(Chips(6))).into()),
        ("bring-in", act(6, Action::BringIn).into()),
        ("", ShowOrMuck { request: request(26), table: TABLE, show: true }.into()),
        (
            "",
            Chat { request: request(27), table: TABLE, text: "\"nice\" hand \\ 👏".to_owned() }
                .into(),
        ),
        ("", discard(7, "2c9h").into()),
        ("stand pat", discard(8, "").into()),
        ("", RunIt { request: request(28), table: TABLE, boards: 2 }.into()),
        ("", ChooseGame { request: request(29), table: TABLE, game: 3 }.into()),
    ]
    .into_iter()
    .chain(emotes().map(|emote| ("", Emote { request: request(13), table: TABLE, emote }.into())))
    .chain(hybrid_samples::client())
    .chain(history_samples::client())
    .chain(deal_samples::client())
    .chain(tournament_samples::client())
    .chain(past_samples::client())
    .chain(hosting_samples::client())
    .chain(waiting_samples::client())
    .chain(administration_samples::client())
    .chain(hook_samples::client())
    .chain(schedule_samples::client())
    .chain(sign_in_samples::client())
    .collect()
}

/// Every emote at a table.
fn emotes() -> [EmoteKind; 12] {
    use EmoteKind as E;
    [
        E::ThumbsUp,
        E::Clap,
        E::Laugh,
        E::Cry,
        E::Surprise,
        E::Think,
        E::Sleep,
        E::Fire,
        E::GoodLuck,
        E::NiceHand,
        E::Thanks,
        E::Sorry,
    ]
}

pub(crate) fn info() -> TableInfo {
    TableInfo {
        table: TABLE,
        name: "Lovelace".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        small_blind: Chips(1),
        big_blind: Chips(2),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
        seats: 6,
        seated: 3,
        min_buy_in: Chips(40),
        max_buy_in: Chips(200),
        bots_allowed: true,
        hands_played: 1_041,
        average_pot: Chips(31),
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
        free_chat: true,
        top_up_to: Chips(200),
        shows_folded: true,
        chip_value: None,
    }
}

pub(crate) fn holdem() -> Game {
    Game {
        id: "holdem".to_owned(),
        name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(1),
        big_blind: Chips(2),
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

pub(crate) fn razz() -> Game {
    Game {
        id: "razz".to_owned(),
        name: "Razz".to_owned(),
        betting: Betting::FixedLimit,
        small_blind: Chips(0),
        big_blind: Chips(10),
        bring_in: Chips(3),
        ante: Chips(2),
        ante_kind: AnteKind::Each,
        hole_cards: 7,
        board_cards: 0,
        showdown: vec![Half { ranking: Ranking::AceFiveLow, hole: HoleUse::Any }],
        ..holdem()
    }
}

/// Games that together have every deck, every ranking and every use of hole cards.
pub(crate) fn every_kind_of_game() -> Vec<Game> {
    let half = |ranking, hole| Half { ranking, hole };
    let any = |rankings: &[Ranking]| {
        rankings.iter().map(|ranking| half(*ranking, HoleUse::Any)).collect()
    };
    let game = |id: &str, showdown: Vec<Half>| Game { id: id.to_owned(), showdown, ..holdem() };
    let omaha8 = [Ranking::High, Ranking::EightOrBetter];
    let short = game("short-deck", any(&[Ranking::ShortDeckHigh]));
    vec![
        Game { deck: Deck::Short36, ..short.clone() },
        Game { deck: Deck::Short36, showdown: any(&[Ranking::ShortDeckTripsHigh]), ..short },
        game("omaha8", omaha8.map(|ranking| half(ranking, HoleUse::ExactlyTwo)).into()),
        Game {
            draws: 3,
            ..game("badeucey", any(&[Ranking::AceHighBadugi, Ranking::DeuceSevenLow]))
        },
        Game { draws: 3, ..game("badacey", any(&[Ranking::Badugi, Ranking::AceFiveLow])) },
    ]
}

fn seat(number: u8, name: &str, stack: u64) -> SeatView {
    SeatView {
        seat: number,
        name: name.to_owned(),
        bot: false,
        connected: true,
        sitting_out: false,
        stack: Chips(stack),
        in_hand: None,
        avatar: 700,
        color: 9,
        muted: false,
        shown: Vec::new(),
        staff: number == 0,
    }
}

fn in_hand(bet: u64) -> SeatInHand {
    SeatInHand {
        folded: false,
        all_in: false,
        bet: Chips(bet),
        card_count: 2,
        up: Vec::new(),
        tabled: None,
    }
}

pub(crate) fn legal_raise() -> LegalActions {
    LegalActions {
        fold: true,
        bring_in: None,
        discard: None,
        check: false,
        call: Some(Chips(4)),
        wager: Some(WagerRange {
            raise: true,
            min_to: Chips(10),
            max_to: Chips(194),
            pot_to: Chips(21),
            fixed: false,
        }),
    }
}

pub(crate) fn legal_bet() -> LegalActions {
    LegalActions {
        fold: true,
        bring_in: None,
        discard: None,
        check: true,
        call: None,
        wager: Some(WagerRange {
            raise: false,
            min_to: Chips(2),
            max_to: Chips(194),
            pot_to: Chips(15),
            fixed: false,
        }),
    }
}

pub(crate) fn legal_bring_in() -> LegalActions {
    let completion = WagerRange {
        raise: false,
        min_to: Chips(10),
        max_to: Chips(10),
        pot_to: Chips(10),
        fixed: true,
    };
    LegalActions {
        fold: false,
        check: false,
        call: None,
        wager: Some(completion),
        bring_in: Some(Chips(3)),
        discard: None,
    }
}

pub(crate) fn legal_draw() -> LegalActions {
    LegalActions {
        fold: false,
        check: false,
        call: None,
        wager: None,
        bring_in: None,
        discard: Some(DiscardRange { least: 0, most: 5 }),
    }
}

fn view_between_hands() -> TableView {
    TableView {
        info: info(),
        seq: SEQ,
        paused: true,
        seats: vec![SeatView {
            bot: true,
            muted: true,
            connected: false,
            sitting_out: true,
            shown: cards("As"),
            ..seat(5, "night bot", 0)
        }],
        hand: None,
        you: None,
        buy_in: BuyInRange { min: Chips(350), max: Chips(400) },
        hybrid: None,
    }
}

fn view_in_hand() -> TableView {
    let folded = SeatInHand { folded: true, card_count: 0, ..in_hand(0) };
    let all_in = SeatInHand { all_in: true, tabled: Some(cards("JhJd")), ..in_hand(15) };
    TableView {
        info: info(),
        seq: SEQ,
        paused: false,
        seats: vec![
            SeatView { in_hand: Some(in_hand(6)), ..seat(0, "Ada", 188) },
            SeatView { in_hand: Some(folded), ..seat(2, "Bob", 203) },
            SeatView { in_hand: Some(all_in), ..seat(5, "night bot", 0) },
        ],
        hand: Some(HandView {
            hand: HAND,
            game: holdem(),
            bomb_pot: false,
            button: 2,
            small_blind: Some(5),
            big_blind: Some(0),
            street: 1,
            boards: vec![cards("9s8h2c")],
            pots: vec![Pot { amount: Chips(18), seats: vec![0, 5] }],
            current_bet: Chips(15),
            turn: Some(Turn { seat: 0, time_ms: 11_250, bank_ms: 30_000 }),
        }),
        you: Some(OwnView {
            seat: 0,
            cards: cards("TsTc"),
            to_show: Vec::new(),
            decision: Some(Decision { turn: TURN, legal: legal_raise() }),
            offers: Items(Vec::new()),
            last_action_id: ActionId(3),
            wait_for_big_blind: true,
            auto_muck: true,
            straddle: true,
        }),
        buy_in: BuyInRange { min: Chips(80), max: Chips(200) },
        hybrid: None,
    }
}

fn view_with_a_ticket() -> TableView {
    let mut view = view_in_hand();
    view.info.hybrid = true;
    view.hybrid = Some(Box::new(hybrid_samples::view()));
    view
}

fn view_of_play_as_usual() -> TableView {
    let mut view = view_with_a_ticket();
    view.hybrid = Some(Box::new(HybridView {
        attended: false,
        held: Vec::new(),
        bound: Vec::new(),
        limited: Vec::new(),
        ticket: None,
        waiting_ms: None,
        clock_ms: None,
    }));
    view
}

fn view_of_showdown() -> TableView {
    let mut view = view_in_hand();
    if let Some(hand) = &mut view.hand {
        hand.street = 3;
        hand.boards = vec![cards("9s8h2cKdKh"), cards("9s8h2cAcAh")];
        hand.small_blind = None;
        hand.big_blind = None;
        hand.turn = None;
    }
    if let Some(you) = &mut view.you {
        you.decision = None;
        you.offers = Items(vec![ShowOffered { seat: 0, time_ms: 2_750 }.into()]);
        you.wait_for_big_blind = false;
        you.auto_muck = false;
        you.straddle = false;
    }
    view
}

fn view_of_stud() -> TableView {
    let mut view = view_of_showdown();
    view.info.game = "mixed".to_owned();
    view.info.games = vec![holdem(), razz()];
    view.info.switch = Switch::Orbit;
    if let Some(hand) = &mut view.hand {
        (hand.street, hand.game) = (1, razz());
        hand.boards = vec![Vec::new()];
    }
    for part in view.seats.iter_mut().filter_map(|seat| seat.in_hand.as_mut()) {
        (part.card_count, part.up) = (4, cards("Th2d"));
    }
    view
}

/// Every server message of the protocol.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let logged_in = |role, resume_token: Option<Secret>, tables: &[u64]| LoggedIn {
        request: request(1),
        account: "a-81f3".to_owned(),
        name: "Ada".to_owned(),
        role,
        balance: Chips(10_000),
        resume_token,
        tables: tables.iter().copied().map(TableId).collect(),
        tournaments: tables.iter().copied().map(TournamentId).collect(),
        guest: tables.is_empty(),
        avatar: 700,
        color: 9,
    };
    let mut samples = vec![
        (
            "",
            Welcome {
                minor: 0,
                server: "cardroom 0.1.0".to_owned(),
                room: "The Analytical".to_owned(),
                time_ms: 1_800_000_000_000,
                idle_timeout_ms: 60_000,
                share_links: true,
                pokerstars_text: false,
            }
            .into(),
        ),
        ("", Pong { nonce: 70_000, time_ms: 1_800_000_000_250 }.into()),
        (
            "",
            Refused {
                request: request(20),
                code: ErrorCode::SeatTaken,
                message: "Seat 2 is taken.".to_owned(),
            }
            .into(),
        ),
        ("", Done { request: request(22) }.into()),
        ("", StillSittingOut { request: request(21), table: TABLE }.into()),
        (
            "",
            Goodbye {
                code: ErrorCode::ShuttingDown,
                message: "The room closes; your seat is kept.".to_owned(),
            }
            .into(),
        ),
        (
            "another machine",
            Goodbye {
                code: ErrorCode::Moved,
                message: "Another machine goes on with the room.".to_owned(),
            }
            .into(),
        ),
        (
            "",
            RoomClosing {
                message: "The room closes when the hands in progress are over.".to_owned(),
            }
            .into(),
        ),
        ("begins", StoringFails { failing: true }.into()),
        ("is over", StoringFails { failing: false }.into()),
        ("", MatchSeat { table: TABLE, seat: 1, turn_ms: 2_000, bank_ms: Some(60_000) }.into()),
        ("without a bank", MatchSeat { table: TABLE, seat: 0, turn_ms: 500, bank_ms: None }.into()),
        ("a player", logged_in(Role::Player, Some(Secret::from("r-5Yp2Qm")), &[7, 300]).into()),
        ("a host, by API token", logged_in(Role::Host, None, &[]).into()),
        ("a floor", logged_in(Role::Floor, None, &[]).into()),
        ("an admin", logged_in(Role::Admin, None, &[]).into()),
        ("", Balance { balance: Chips(9_800) }.into()),
        (
            "",
            ApiToken {
                request: request(6),
                label: "night bot".to_owned(),
                token: Secret::from("k-77aQz0"),
                id: ApiTokenId(70_001),
            }
            .into(),
        ),
        (
            "",
            ApiTokenList {
                request: request(11),
                tokens: vec![
                    ApiTokenInfo {
                        id: ApiTokenId(70_001),
                        label: "night bot".to_owned(),
                        scopes: [Scope::Play].into_iter().collect(),
                        created_ms: TimeMs(1_800_000_000_000),
                        last_used_ms: Some(TimeMs(1_800_003_600_000)),
                        last_address: Some("192.0.2.7".to_owned()),
                        ends_ms: Some(TimeMs(1_800_086_400_000)),
                    },
                    ApiTokenInfo {
                        id: ApiTokenId(MAX_SAFE),
                        label: "old".to_owned(),
                        scopes: [Scope::Read, Scope::Stream].into_iter().collect(),
                        created_ms: TimeMs(0),
                        last_used_ms: None,
                        last_address: None,
                        ends_ms: None,
                    },
                ],
                second_factor: true,
            }
            .into(),
        ),
        (
            "three structures",
            TableList {
                request: request(250),
                tables: vec![
                    info(),
                    TableInfo {
                        betting: Betting::PotLimit,
                        straddle: Some(Straddle::Button),
                        games: every_kind_of_game(),
                        switch: Switch::Hands(8),
                        ante: Chips(2),
                        ante_kind: AnteKind::BigBlind,
                        ..info()
                    },
                    TableInfo {
                        betting: Betting::FixedLimit,
                        straddle: Some(Straddle::Mississippi),
                        switch: Switch::Level,
                        ante: Chips(1),
                        ante_kind: AnteKind::Each,
                        ..info()
                    },
                ],
                last: true,
            }
            .into(),
        ),
        (
            "",
            TableChanged {
                info: TableInfo {
                    ante: Chips(3),
                    ante_kind: AnteKind::Button,
                    straddle: Some(Straddle::Utg),
                    bomb_pot: Some(BombPot { every_hands: 10, ante: Chips(20) }),
                    max_boards: 3,
                    hybrid: true,
                    switch: Switch::DealersChoice,
                    tournament: Some(TournamentId(12)),
                    ..info()
                },
            }
            .into(),
        ),
        ("", TableClosed { table: TABLE }.into()),
        (
            "between hands, for somebody who watches",
            TableSnapshot { table: TABLE, view: Box::new(view_between_hands()) }.into(),
        ),
        (
            "in a hand, for a player",
            TableSnapshot { table: TABLE, view: Box::new(view_in_hand()) }.into(),
        ),
        (
            "nobody on turn, blinds dead",
            TableSnapshot { table: TABLE, view: Box::new(view_of_showdown()) }.into(),
        ),
        (
            "stud in a rotation, open cards",
            TableSnapshot { table: TABLE, view: Box::new(view_of_stud()) }.into(),
        ),
        (
            "a hybrid table, a ticket open",
            TableSnapshot { table: TABLE, view: Box::new(view_with_a_ticket()) }.into(),
        ),
        (
            "a hybrid table, nothing declared",
            TableSnapshot { table: TABLE, view: Box::new(view_of_play_as_usual()) }.into(),
        ),
        ("without events", Step { table: TABLE, seq: SEQ, events: Items(Vec::new()) }.into()),
        (
            "a call that ends the street",
            Step {
                table: TABLE,
                seq: SEQ,
                events: Items(vec![
                    Acted { seat: 0, action: Action::Call, added: Chips(4), timed_out: false }
                        .into(),
                    BetsCollected { pots: vec![Pot { amount: Chips(13), seats: vec![0, 2] }] }
                        .into(),
                    StreetBegan { street: 1 }.into(),
                    BoardDealt { board: 0, cards: cards("9s8h2c") }.into(),
                    Turn { seat: 2, time_ms: 15_000, bank_ms: 30_000 }.into(),
                ]),
            }
            .into(),
        ),
        ("", HoleCards { table: TABLE, seq: SEQ, hand: HAND, cards: cards("TsTc") }.into()),
        ("may raise", YourTurn { table: TABLE, seq: SEQ, turn: TURN, legal: legal_raise() }.into()),
        ("may bet", YourTurn { table: TABLE, seq: SEQ, turn: TURN, legal: legal_bet() }.into()),
        (
            "the bring-in",
            YourTurn { table: TABLE, seq: SEQ, turn: TURN, legal: legal_bring_in() }.into(),
        ),
        ("a draw", YourTurn { table: TABLE, seq: SEQ, turn: TURN, legal: legal_draw() }.into()),
        ("", ActionAccepted { table: TABLE, action_id: ActionId(5) }.into()),
        (
            "on turn",
            ActionRefused {
                table: TABLE,
                action_id: ActionId(5),
                code: ErrorCode::BelowMinimum,
                message: "The least raise is to 10.".to_owned(),
                legal: Some(LegalActions { wager: None, ..legal_raise() }),
            }
            .into(),
        ),
        (
            "not on turn, by a code from a newer server",
            ActionRefused {
                table: TABLE,
                action_id: ActionId(6),
                code: ErrorCode::Other(999),
                message: "The dealer drops the deck.".to_owned(),
                legal: None,
            }
            .into(),
        ),
        (
            "",
            ChatLine { table: TABLE, name: "Bob".to_owned(), text: "gg".to_owned(), staff: true }
                .into(),
        ),
        ("", Seated { request: request(20), table: TABLE, seat: 0 }.into()),
        (
            "",
            LeftTable {
                table: TABLE,
                cashed_out: Chips(213),
                reason: "You left the table.".to_owned(),
                stayed: Chips(20),
            }
            .into(),
        ),
        (
            "",
            PlayerChanged {
                table: TABLE,
                seat: 3,
                name: "Ada Lovelace".to_owned(),
                avatar: 1_023,
                color: 15,
            }
            .into(),
        ),
        (
            "",
            TablePaused {
                table: TABLE,
                operator: "Robin".to_owned(),
                reason: "The pizza is here.".to_owned(),
                rule: Some("TDA 1".to_owned()),
            }
            .into(),
        ),
        ("", Emoted { table: TABLE, seat: 3, emote: EmoteKind::NiceHand }.into()),
        (
            "",
            TimeUse {
                table: TABLE,
                seats: vec![SeatTimeUse { seat: 3, decisions: 40, late: 7, mean_ms: 21_500 }],
            }
            .into(),
        ),
    ];
    samples.extend(hybrid_samples::server());
    samples.extend(history_samples::server());
    samples.extend(deal_samples::server());
    samples.extend(tournament_samples::server());
    samples.extend(past_samples::server());
    samples.extend(hosting_samples::server());
    samples.extend(waiting_samples::server());
    samples.extend(administration_samples::server());
    samples.extend(hook_samples::server());
    samples.extend(schedule_samples::server());
    samples.extend(sign_in_samples::server());
    // Every code once, to pin numbers and words too.
    for (number, _) in ErrorCode::CATALOGUE {
        let code = ErrorCode::from_number(*number);
        samples.push((
            code.as_str(),
            Refused { request: request(0), code, message: String::new() }.into(),
        ));
    }
    samples
}

/// Every table event of the protocol.
pub(crate) fn events() -> Vec<(Note, TableEvent)> {
    let posted = |post, amount: u64| Posted { seat: 5, post, amount: Chips(amount) };
    let acted =
        |action, added: u64| Acted { seat: 2, action, added: Chips(added), timed_out: false };
    vec![
        (
            "",
            HandStarted {
                hand: HAND,
                game: holdem(),
                bomb_pot: false,
                button: 2,
                small_blind: Some(5),
                big_blind: Some(0),
                dealt: vec![5, 0, 2],
            }
            .into(),
        ),
        (
            "dead small blind",
            HandStarted {
                hand: HAND,
                game: holdem(),
                bomb_pot: false,
                button: 2,
                small_blind: None,
                big_blind: Some(0),
                dealt: vec![0, 2],
            }
            .into(),
        ),
        (
            "no big blind",
            HandStarted {
                hand: HAND,
                game: razz(),
                bomb_pot: true,
                button: 2,
                small_blind: None,
                big_blind: None,
                dealt: Vec::new(),
            }
            .into(),
        ),
        ("ante", posted(PostKind::Ante, 1).into()),
        ("small blind", posted(PostKind::SmallBlind, 1).into()),
        ("big blind", posted(PostKind::BigBlind, 2).into()),
        ("entry blind", posted(PostKind::EntryBlind, 2).into()),
        ("dead blind", posted(PostKind::DeadBlind, 1).into()),
        ("straddle", posted(PostKind::Straddle, 4).into()),
        ("", CardsDealt { each: 2 }.into()),
        ("", Turn { seat: 2, time_ms: 15_000, bank_ms: 30_000 }.into()),
        ("", TimeBank { seat: 2, time_ms: 30_000 }.into()),
        ("fold when time ran out", Acted { timed_out: true, ..acted(Action::Fold, 0) }.into()),
        ("check", acted(Action::Check, 0).into()),
        ("call", acted(Action::Call, 4).into()),
        ("bet", acted(Action::Bet(Chips(251)), 251).into()),
        ("raise", acted(Action::RaiseTo(Chips(70_000)), 69_749).into()),
        ("bring-in", acted(Action::BringIn, 3).into()),
        ("", UncalledReturned { seat: 2, amount: Chips(64_000) }.into()),
        (
            "main pot and side pot",
            BetsCollected {
                pots: vec![
                    Pot { amount: Chips(45), seats: vec![0, 2, 5] },
                    Pot { amount: Chips(5_000_000_000), seats: vec![0, 2] },
                ],
            }
            .into(),
        ),
        ("", BoardDealt { board: 1, cards: cards("2c3d4hAs") }.into()),
        ("", HandTabled { seat: 0, cards: cards("TsTc") }.into()),
        ("", HandMucked { seat: 2 }.into()),
        ("", CardsShown { hand: HAND, seat: 2, cards: cards("As") }.into()),
        (
            "split",
            PotAwarded {
                pot: 1,
                board: 0,
                half: 1,
                shares: vec![
                    Share { seat: 0, amount: Chips(23), hand: Some("8-6-4-3-A low".to_owned()) },
                    Share { seat: 2, amount: Chips(22), hand: None },
                ],
            }
            .into(),
        ),
        ("", RakeTaken { pot: 0, amount: Chips(2) }.into()),
        ("", HandEnded { hand: HAND }.into()),
        (
            "",
            HandVoided { hand: HAND, reason: "A card was exposed in the deal.".to_owned() }.into(),
        ),
        (
            "",
            SeatTaken {
                seat: 3,
                name: "Žofie さくら".to_owned(),
                stack: Chips(200),
                bot: true,
                avatar: 700,
                color: 9,
                staff: true,
            }
            .into(),
        ),
        ("", SeatLeft { seat: 3 }.into()),
        ("", ToppedUp { seat: 3, amount: Chips(100) }.into()),
        ("", SatOut { seat: 3 }.into()),
        ("", SatIn { seat: 3 }.into()),
        ("", TimeCharged { seat: 3, amount: Chips(5) }.into()),
        ("", ShowOffered { seat: 2, time_ms: 5_000 }.into()),
        ("", Presence { seat: 2, connected: false }.into()),
        ("", Paused { reason: "Dinner.".to_owned() }.into()),
        ("", Resumed {}.into()),
        (
            "",
            UpCardsDealt {
                cards: vec![
                    UpCard { seat: 5, card: cards("2c")[0] },
                    UpCard { seat: 0, card: cards("As")[0] },
                ],
            }
            .into(),
        ),
        ("", DrawBegan { least: 0, most: 5, replaced: true }.into()),
        ("", Discarded { seat: 5, count: 3, timed_out: false }.into()),
        ("", Drawn { seat: 5, count: 3 }.into()),
        ("for one player", Reshuffled { seat: Some(5), cards: 14 }.into()),
        ("for everybody", Reshuffled { seat: None, cards: 21 }.into()),
        ("", RunItOffered { most: 3, time_ms: 5_000 }.into()),
        ("", RunItAnswered { seat: 0, boards: 2 }.into()),
        ("", RunItAgreed { boards: 2 }.into()),
        ("", ChoiceOffered { seat: 2, time_ms: 15_000 }.into()),
        ("by the dealer", GameChanged { game: 4, by: Some(2) }.into()),
        ("by the rotation", GameChanged { game: 0, by: None }.into()),
        ("", StreetBegan { street: 3 }.into()),
        ("", StackChanged { seat: 2, stack: Chips(9_500) }.into()),
        ("", RunOutHeld {}.into()),
    ]
    .into_iter()
    .chain(hybrid_samples::events())
    .collect()
}
