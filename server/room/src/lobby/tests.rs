//! Tests: lists are complete regardless of their length, and updates reach each watcher once.

use super::*;
use crate::inbox::{DirectorHandle, ReportSender, TableHandle};
use cardroom_protocol::game::{AnteKind, Deck, Game, Half, HoleUse, Ranking, Switch};
use cardroom_protocol::tournament::{TournamentFormat, TournamentState};
use cardroom_protocol::{Chips, Money};
use tokio::sync::{mpsc, watch};

fn info(table: u64) -> TableInfo {
    TableInfo {
        table: table.into(),
        name: format!("Table {table} {}", "\u{1}".repeat(36)),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        small_blind: Chips(1),
        big_blind: Chips(2 * (table + 1)),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
        seats: 6,
        seated: 0,
        min_buy_in: Chips(40),
        max_buy_in: Chips(200),
        bots_allowed: true,
        hands_played: 0,
        average_pot: Chips(0),
        games: vec![hold_em()],
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

fn hold_em() -> Game {
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

#[test]
fn a_rotation_is_found_by_its_own_name_and_by_the_games_in_it() {
    let razz = Game { id: "razz".to_owned(), ..hold_em() };
    let horse = TableInfo {
        game: "horse".to_owned(),
        games: vec![hold_em(), razz],
        switch: Switch::Orbit,
        ..info(1)
    };
    let game = |id: &str| TableFilter { game: Some(id.to_owned()), ..Default::default() };
    let plays = |id: &str| TableFilter { plays: Some(id.to_owned()), ..Default::default() };
    assert!(matches(&game("horse"), &horse) && matches(&plays("razz"), &horse));
    assert!(!matches(&game("razz"), &horse) && !matches(&plays("stud"), &horse));
    assert!(matches(&game("holdem"), &info(2)) && matches(&plays("holdem"), &info(2)));
    assert!(!matches(&game("holdem"), &horse));
}

fn open(registry: &Registry, table: u64) -> watch::Sender<Arc<TableInfo>> {
    let (sender, receiver) = watch::channel(Arc::new(info(table)));
    let (inbox, _) = mpsc::channel(1);
    registry.open_table(TableHandle::new(TableId(table), inbox, receiver));
    sender
}

#[test]
fn a_long_list_comes_in_frames_below_the_limit_and_misses_nothing() {
    let registry = Registry::default();
    let _tables: Vec<_> = (0..500).map(|table| open(&registry, table)).collect();
    for encoding in Encoding::ALL {
        let filter =
            TableFilter { min_big_blind: Some(Chips(100)), open_seats: true, ..Default::default() };
        let mut listing = Listing::new(RequestId(9), filter);
        let mut listed = Vec::new();
        loop {
            let (frame, last) = listing.next_frame(&registry, encoding);
            assert!(frame.len() <= MAX_SERVER_FRAME_BYTES);
            let decoded = encoding.decode::<ServerMessage>(&frame, MAX_SERVER_FRAME_BYTES).unwrap();
            let [ServerMessage::TableList(list)] = &decoded.messages[..] else {
                panic!("{decoded:?}");
            };
            assert_eq!((list.request, list.last), (RequestId(9), last));
            listed.extend(list.tables.iter().map(|info| info.table.0));
            if last {
                break;
            }
        }
        assert_eq!(listed, (49..500).collect::<Vec<_>>());
    }
}

#[test]
fn no_table_is_a_list_too() {
    let mut listing = Listing::new(RequestId(1), TableFilter::default());
    let (frame, last) = listing.next_frame(&Registry::default(), Encoding::Json);
    assert!(last);
    assert_eq!(&frame[..], br#"[{"TableList":{"request":1,"tables":[],"last":true}}]"#);
}

#[test]
fn every_table_has_its_turn_when_all_of_them_change_all_the_time() {
    let registry = Registry::default();
    let tables: Vec<_> = (0..250).map(|table| open(&registry, table)).collect();
    let mut told = Told::of(&registry);
    assert_eq!(told.changes(&registry), []);
    let mut heard = std::collections::BTreeSet::new();
    for hands in 1..=3 {
        for (id, table) in tables.iter().enumerate() {
            let id = u64::try_from(id).unwrap();
            table.send_replace(Arc::new(TableInfo { hands_played: hands, ..info(id) }));
        }
        let changes = told.changes(&registry);
        assert_eq!(changes.len(), MOST_CHANGES);
        for change in changes {
            let ServerMessage::TableChanged(changed) = change else { panic!("{change:?}") };
            heard.insert(changed.info.table.0);
        }
    }
    assert_eq!(heard.len(), 250);
    registry.close_table(TableId(3));
    let closed = ServerMessage::from(TableClosed { table: TableId(3).0.into() });
    assert_eq!(told.changes(&registry)[0], closed);
}

#[tokio::test(start_paused = true)]
async fn changes_within_an_interval_are_told_once() {
    let registry = Registry::default();
    let table = open(&registry, 1);
    let lobby = Lobby::new(registry.clone());
    let task = tokio::spawn(lobby.clone().run());
    let outbox = Arc::new(Outbox::recording(Encoding::Json));
    lobby.watch(ConnectionId(1), Arc::clone(&outbox));
    for hands in 1..=5 {
        table.send_replace(Arc::new(TableInfo { hands_played: hands, ..info(1) }));
    }
    tokio::time::sleep(INTERVAL * 3).await;
    let recorded = outbox.take_recorded();
    assert_eq!(recorded.len(), 1);
    assert!(String::from_utf8_lossy(&recorded[0]).contains(r#""hands_played":5"#));
    lobby.unwatch(ConnectionId(1));
    table.send_replace(Arc::new(TableInfo { hands_played: 6, ..info(1) }));
    tokio::time::sleep(INTERVAL * 3).await;
    assert!(outbox.take_recorded().is_empty());
    task.abort();
}

fn tournament(id: u64, code: Option<&str>) -> (DirectorHandle, watch::Sender<Arc<TournamentInfo>>) {
    let info = TournamentInfo {
        tournament: id.into(),
        name: "Nightly".to_owned(),
        structure: "nightly-freezeout".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "tda-2024".to_owned(),
        format: TournamentFormat::Open,
        state: TournamentState::Registering,
        starts_at: None,
        seats: 9,
        buy_in: Money(0),
        fee: Money(0),
        bounty: None,
        starting_stack: Chips(10_000),
        entries: 0,
        max_entries: 0,
        players_left: 0,
        level: 1,
        late_level: 0,
        open: true,
        re_entries: 0,
        guarantee: Money(0),
        prize_pool: Money(0),
        min_age: None,
        check_in: false,
        bots_allowed: true,
        self_run: true,
        host: None,
        bot_at: None,
        counts_for: None,
    };
    let (changing, info) = watch::channel(Arc::new(info));
    let (inbox, reports) = (mpsc::channel(1).0, ReportSender::new(mpsc::channel(1).0));
    let price = cardroom_rules::Cents(0);
    let id = TournamentId(id);
    let handle = DirectorHandle::new(id, None, price, [None; 2], info, inbox, reports);
    (handle.with_code(code), changing)
}

#[test]
fn watchers_hear_of_tournaments_that_are_new_change_or_go_and_not_of_private_ones() {
    let registry = Registry::default();
    let (public, changing) = tournament(1, None);
    let (private, _keep) = tournament(2, Some("K7QX2M9RTA"));
    registry.open_tournament(public);
    registry.open_tournament(private);
    let mut told = Told::default();
    let mut heard = || -> Vec<String> {
        let changes = told.changes(&registry).into_iter();
        let heard = changes.map(|message| match message {
            ServerMessage::TournamentChanged(changed) => {
                format!("{} {}", changed.info.tournament.0, changed.info.entries)
            }
            ServerMessage::TournamentGone(gone) => format!("{} gone", gone.tournament.0),
            other => panic!("{other:?}"),
        });
        heard.collect()
    };
    assert_eq!(heard(), ["1 0"]);
    assert!(heard().is_empty());
    changing.send_modify(|info| Arc::make_mut(info).entries = 7);
    assert_eq!(heard(), ["1 7"]);
    registry.close_tournament(TournamentId(1));
    assert_eq!(heard(), ["1 gone"]);
    assert!(heard().is_empty());
}
