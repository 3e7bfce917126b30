//! Players that share an account and a connection, without a socket.

use crate::common::*;
use crate::player::{refused, request_of};
use cardroom_bot::brains::Caller;
use cardroom_bot::player::{Account, Player, Shared};
use cardroom_bot::{Chips, DeadLine, Outcome, Seed, Settings, TableChoice};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::server::*;
use cardroom_protocol::table::{BuyInRange, Decision, OwnView, TableView};
use cardroom_protocol::{ErrorCode, RequestId, TableId, TurnToken};
use std::sync::Arc;
use std::time::Duration;

const ONE: TableId = TableId(3);
const TWO: TableId = TableId(4);

struct Scene {
    account: Account,
    shared: Arc<Shared>,
    now: Duration,
}

impl Scene {
    /// Makes two players that share an account.
    fn new(tables: TableChoice) -> Self {
        let settings = Settings { tables, tables_per_connection: 2, ..Settings::default() };
        let shared = Arc::new(Shared { settings, ..Shared::default() });
        let player = |bot| Player::new(bot, Seed::new(1, 0), shared.clone(), Box::new(Caller));
        let account = Account::from(player(0)).with(player(1));
        Self { account, shared, now: Duration::ZERO }
    }

    fn at_both_tables() -> Self {
        Self::new(TableChoice::Ids([ONE, TWO].into()))
    }

    fn connect(&mut self) -> Vec<ClientMessage> {
        self.account.connected(self.now, &welcome(0));
        self.account.take_outbox(self.now)
    }

    fn hear(&mut self, messages: Vec<ServerMessage>) -> Vec<ClientMessage> {
        self.account.receive(self.now, messages);
        self.account.take_outbox(self.now)
    }

    fn wait(&mut self, time: Duration) -> Vec<ClientMessage> {
        self.now += time;
        self.account.tick(self.now);
        self.account.take_outbox(self.now)
    }

    /// Logs in and seats both players.
    fn seated() -> Self {
        let mut scene = Self::at_both_tables();
        let said = scene.connect();
        let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
        let tables: Vec<_> = said.iter().map(table_of).collect();
        assert_eq!(tables, [Some(ONE), Some(TWO)], "each opens a table of its own: {said:?}");
        for table in [ONE, TWO] {
            let said = scene.hear(vec![view_of(table, None)]);
            let [ClientMessage::Sit(sit)] = &said[..] else { panic!("{said:?}") };
            assert_eq!(sit.table, table);
            let seated = Seated { request: sit.request, table, seat: 1 };
            scene.hear(vec![seated.into(), view_of(table, Some(own_view(1)))]);
        }
        assert_eq!(scene.shared.counters.totals().sits, 2);
        scene
    }
}

fn view_of(table: TableId, you: Option<OwnView>) -> ServerMessage {
    let mut seats = vec![seat(0, "villain", 1_000)];
    if you.is_some() {
        seats.push(seat(1, "bot0", 1_000));
    }
    let mut info = info();
    info.table = table;
    let buy_in = BuyInRange { min: info.min_buy_in, max: info.max_buy_in };
    snapshot(TableView { info, buy_in, ..view(10, seats, you) })
}

fn table_of(message: &ClientMessage) -> Option<TableId> {
    match message {
        ClientMessage::Observe(observe) => Some(observe.table),
        ClientMessage::Act(act) => Some(act.table),
        ClientMessage::Leave(leave) => Some(leave.table),
        _ => None,
    }
}

fn turn_at(table: TableId) -> ServerMessage {
    let decision = Decision { turn: TurnToken(5), legal: call_or_raise(5, 20, 1_000) };
    view_of(table, Some(OwnView { decision: Some(decision), ..own_view(1) }))
}

fn left(table: TableId) -> ServerMessage {
    let reason = "left".to_owned();
    LeftTable { table, cashed_out: Chips(1_000), reason, stayed: Chips(0) }.into()
}

#[test]
fn one_login_seats_a_player_at_each_table() {
    let scene = Scene::seated();
    assert_eq!(scene.shared.counters.totals().logins, 1);
    assert!(!scene.account.is_done());
}

#[test]
fn turns_of_one_frame_are_answered_in_one() {
    let mut scene = Scene::seated();
    let said = scene.hear(vec![turn_at(TWO), turn_at(ONE)]);
    assert!(said.iter().all(|message| matches!(message, ClientMessage::Act(_))), "{said:?}");
    assert_eq!(said.iter().map(table_of).collect::<Vec<_>>(), [Some(ONE), Some(TWO)]);
    // Each table numbers actions for itself.
    let ids: Vec<_> = said
        .iter()
        .filter_map(|message| match message {
            ClientMessage::Act(act) => Some(act.action_id.0),
            _ => None,
        })
        .collect();
    assert_eq!(ids, [1, 1]);
}

#[test]
fn an_answer_goes_to_the_player_that_asked() {
    let mut scene = Scene::at_both_tables();
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let [_, ClientMessage::Observe(second)] = &said[..] else { panic!("{said:?}") };
    // The second player finds the other table held by the first, and pauses.
    let said = scene.hear(vec![refused(second.request, ErrorCode::UnknownTable)]);
    assert!(said.is_empty(), "{said:?}");
    let said = scene.wait(Duration::from_secs(2));
    assert_eq!(said.iter().filter_map(table_of).collect::<Vec<_>>(), [TWO], "{said:?}");
    assert!(scene.hear(vec![refused(RequestId(u32::MAX), ErrorCode::Busy)]).is_empty());
}

#[test]
fn players_of_an_account_choose_different_tables_from_a_list() {
    let mut scene = Scene::new(TableChoice::default());
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let [ClientMessage::ListTables(first), ClientMessage::ListTables(second)] = &said[..] else {
        panic!("{said:?}")
    };
    let list = |request| {
        let mut other = info();
        other.table = TWO;
        other.seated = 0;
        TableList { request, tables: vec![info(), other], last: true }.into()
    };
    let said = scene.hear(vec![list(first.request)]);
    assert_eq!(said.iter().filter_map(table_of).collect::<Vec<_>>(), [ONE]);
    let said = scene.hear(vec![list(second.request)]);
    assert_eq!(said.iter().filter_map(table_of).collect::<Vec<_>>(), [TWO]);
}

#[test]
fn after_a_lost_connection_each_player_has_its_table_again() {
    let mut scene = Scene::seated();
    scene.account.disconnected();
    let said = scene.connect();
    let [ClientMessage::LoginToken(login)] = &said[..] else { panic!("{said:?}") };
    scene.hear(vec![logged_in(login.request, 3_000, &[TWO, ONE])]);
    let said = scene.hear(vec![turn_at(ONE)]);
    assert_eq!(said.iter().map(table_of).collect::<Vec<_>>(), [Some(ONE)], "{said:?}");
    let tables = scene.account.players().map(|player| player.table().unwrap().info.table);
    assert_eq!(tables.collect::<Vec<_>>(), [ONE, TWO]);
}

#[test]
fn the_account_logs_out_when_its_last_player_has_left() {
    let mut scene = Scene::seated();
    scene.account.stop(scene.now, &Outcome::Stopped);
    let said = scene.account.take_outbox(scene.now);
    assert_eq!(said.iter().map(table_of).collect::<Vec<_>>(), [Some(ONE), Some(TWO)]);
    let balance = |balance| Balance { balance: Chips(balance) }.into();
    // Both are on their way out. One balance settles one cash-out.
    let said = scene.hear(vec![left(ONE), left(TWO), balance(4_000)]);
    assert!(said.is_empty() && !scene.account.is_done(), "{said:?}");
    let said = scene.hear(vec![balance(5_000)]);
    assert!(matches!(said[..], [ClientMessage::Logout(_)]), "{said:?}");
    assert!(scene.account.is_done());
    assert_eq!(scene.account.outcomes(&Outcome::TimeUp), [Outcome::Stopped, Outcome::Stopped]);
}

#[test]
fn a_rejected_login_ends_all_players() {
    let mut scene = Scene::at_both_tables();
    let said = scene.connect();
    scene.hear(vec![refused(request_of(&said), ErrorCode::Suspended)]);
    assert!(scene.account.is_done());
    let outcomes = scene.account.outcomes(&Outcome::Stopped);
    assert!(outcomes.iter().all(|end| matches!(end, Outcome::Rejected { .. })), "{outcomes:?}");
}

#[test]
fn a_quiet_connection_is_kept_alive_by_the_lead_alone() {
    let mut scene = Scene::seated();
    let at = scene.account.deadline().unwrap();
    assert_eq!(at, DeadLine::QUIET);
    let said = scene.wait(at);
    assert!(matches!(said[..], [ClientMessage::Ping(_)]), "{said:?}");
    assert!(!scene.account.is_connection_dead(scene.now));
    scene.now += Duration::from_secs(60);
    assert!(scene.account.is_connection_dead(scene.now));
    scene.account.receive(scene.now, vec![Pong { nonce: 0, time_ms: 0 }.into()]);
    assert!(!scene.account.is_connection_dead(scene.now));
}
