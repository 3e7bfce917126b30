//! A player without a socket: the messages it sends in answer to those it receives.

use crate::common::*;
use cardroom_bot::brains::Caller;
use cardroom_bot::model::HandResult;
use cardroom_bot::player::{Player, Shared};
use cardroom_bot::probe::SentAction;
use cardroom_bot::{
    Action, Brain, BuyIn, Chips, Credentials, DeadLine, DealPart, LegalActions, Outcome, Probe,
    Seed, Settings, Table, TableChoice, ThinkTime,
};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::hybrid::ShowdownOpened;
use cardroom_protocol::items::Items;
use cardroom_protocol::matches::MatchSeat;
use cardroom_protocol::server::*;
use cardroom_protocol::table::{
    BuyInRange, ChoiceOffered, Decision, OwnView, RunItOffered, SeatInHand, ShowOffered,
    TableEvent, TableView, ToppedUp,
};
use cardroom_protocol::{ActionId, ErrorCode, RequestId, Seq, TableId, TurnToken};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

const START: Duration = Duration::ZERO;

pub(crate) struct Scene {
    pub(crate) player: Player,
    pub(crate) shared: Arc<Shared>,
    pub(crate) now: Duration,
}

impl Scene {
    pub(crate) fn new(settings: Settings, brain: impl Brain + 'static) -> Self {
        Self::before(settings, brain, None)
    }

    /// Does the same with a probe.
    fn before(
        settings: Settings,
        brain: impl Brain + 'static,
        probe: Option<Arc<dyn Probe>>,
    ) -> Self {
        let shared = Arc::new(Shared { settings, probe, ..Shared::default() });
        let player = Player::new(0, Seed::new(1, 0), shared.clone(), Box::new(brain));
        Self { player, shared, now: START }
    }

    pub(crate) fn connect(&mut self) -> Vec<ClientMessage> {
        self.player.connected(self.now, &welcome(0));
        self.player.take_outbox(self.now)
    }

    pub(crate) fn hear(&mut self, messages: Vec<ServerMessage>) -> Vec<ClientMessage> {
        self.player.receive(self.now, messages);
        self.player.take_outbox(self.now)
    }

    pub(crate) fn wait(&mut self, time: Duration) -> Vec<ClientMessage> {
        self.now += time;
        self.player.tick(self.now);
        self.player.take_outbox(self.now)
    }

    /// Logs in and takes seat 1 with 1,000 chips. Another player has seat 0.
    fn seated(settings: Settings, brain: impl Brain + 'static) -> Self {
        Self::seated_before(settings, brain, None)
    }

    /// Does the same with a probe.
    fn seated_before(
        settings: Settings,
        brain: impl Brain + 'static,
        probe: Option<Arc<dyn Probe>>,
    ) -> Self {
        let mut scene = Self::before(settings, brain, probe);
        let said = scene.connect();
        let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
        assert!(matches!(said[..], [ClientMessage::Observe(_)]), "{said:?}");
        let said = scene.hear(vec![snapshot(view(10, vec![seat(0, "villain", 1_000)], None))]);
        let [ClientMessage::Sit(sit)] = &said[..] else { panic!("{said:?}") };
        assert_eq!((sit.table, sit.buy_in), (TABLE, Chips(1_000)));
        let taken = cardroom_protocol::table::SeatTaken {
            seat: 1,
            name: "bot0".to_owned(),
            stack: Chips(1_000),
            bot: true,
            avatar: 0,
            color: 0,
            staff: false,
        };
        let seated = Seated { request: sit.request, table: TABLE, seat: 1 };
        let said = scene.hear(vec![
            step(11, vec![taken.into()]),
            seated.into(),
            Balance { balance: Chips(4_000) }.into(),
        ]);
        assert!(said.is_empty(), "{said:?}");
        scene
    }

    pub(crate) fn deal(&mut self, seq: u64, hand: u64) -> Vec<ClientMessage> {
        self.hear(vec![
            step(seq, hand_begins(hand)),
            hole_cards(seq, hand, "As Kd"),
            your_turn(seq, 70 + hand, call_or_raise(5, 20, 1_000)),
        ])
    }
}

/// Settings for a bot at one table. It tests its line only after the idle timeout.
fn at_table_three() -> Settings {
    let tables = TableChoice::Ids([TABLE].into());
    Settings { tables, dead_line: None, ..Settings::default() }
}

/// Settings for a bot at one table that replaces a dead line.
fn with_a_dead_line() -> Settings {
    Settings { dead_line: Some(DeadLine::default()), ..at_table_three() }
}

pub(crate) fn request_of(said: &[ClientMessage]) -> RequestId {
    match said {
        [ClientMessage::LoginGuest(login)] => login.request,
        [ClientMessage::LoginToken(login)] => login.request,
        [ClientMessage::Register(register)] => register.request,
        [ClientMessage::Login(login)] => login.request,
        [ClientMessage::ListTables(list)] => list.request,
        [ClientMessage::Refill(refill)] => refill.request,
        [ClientMessage::TopUp(top_up)] => top_up.request,
        [ClientMessage::Sit(sit)] => sit.request,
        [ClientMessage::Leave(leave)] => leave.request,
        other => panic!("no single request: {other:?}"),
    }
}

pub(crate) fn act_of(said: &[ClientMessage]) -> (ActionId, TurnToken, Action) {
    match said {
        [ClientMessage::Act(act)] => (act.action_id, act.turn, act.action),
        other => panic!("no single action: {other:?}"),
    }
}

pub(crate) fn refused(request: RequestId, code: ErrorCode) -> ServerMessage {
    Refused { request, code, message: String::new() }.into()
}

fn action_refused(id: u64, code: ErrorCode) -> ServerMessage {
    let message = String::new();
    ActionRefused { table: TABLE, action_id: ActionId(id), code, message, legal: None }.into()
}

fn raise_to_50(_: &Table, _: &LegalActions) -> Action {
    Action::RaiseTo(Chips(50))
}

#[test]
fn the_fullest_open_table_is_chosen() {
    let mut scene = Scene::new(Settings::default(), Caller);
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let request = request_of(&said);
    let table = |table, seated| {
        let mut info = info();
        (info.table, info.seated) = (TableId(table), seated);
        info
    };
    let first = TableList { request, tables: vec![table(1, 2), table(2, 6)], last: false };
    assert!(scene.hear(vec![first.into()]).is_empty());
    let rest = TableList { request, tables: vec![table(3, 5), table(4, 0)], last: true };
    let said = scene.hear(vec![rest.into()]);
    assert!(matches!(&said[..], [ClientMessage::Observe(observe)] if observe.table == TableId(3)));
}

#[test]
fn a_known_bot_goes_where_bots_may_play() {
    let credentials = Credentials::Tokens(["token".into()].into());
    let mut scene = Scene::new(Settings { credentials, ..Settings::default() }, Caller);
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let mut tables = vec![info(), info()];
    (tables[0].table, tables[0].seated, tables[0].bots_allowed) = (TableId(1), 4, false);
    let list = TableList { request: request_of(&said), tables, last: true };
    let said = scene.hear(vec![list.into()]);
    assert!(matches!(&said[..], [ClientMessage::Observe(observe)] if observe.table == TABLE));
}

#[test]
fn a_full_table_leads_to_the_next() {
    let tables = TableChoice::Ids([TABLE, TableId(4)].into());
    let mut scene = Scene::new(Settings { tables, ..at_table_three() }, Caller);
    let said = scene.connect();
    scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let said = scene.hear(vec![snapshot(view(10, vec![], None))]);
    let said = scene.hear(vec![refused(request_of(&said), ErrorCode::TableFull)]);
    let [ClientMessage::Unobserve(_), ClientMessage::Observe(observe)] = &said[..] else {
        panic!("{said:?}")
    };
    assert_eq!(observe.table, TableId(4));
    // If all tables are full, the bot waits before it looks again.
    let said = scene.hear(vec![refused(observe.request, ErrorCode::TableFull)]);
    assert!(said.is_empty(), "{said:?}");
    let said = scene.wait(Duration::from_secs(3));
    assert!(matches!(said[..], [ClientMessage::Observe(_)]), "{said:?}");
}

#[test]
fn action_ids_grow_and_turns_are_answered_once() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let (id, turn, action) = act_of(&scene.deal(12, 1));
    assert_eq!((id, turn, action), (ActionId(1), TurnToken(71), Action::Call));
    let accepted = ActionAccepted { table: TABLE, action_id: id };
    assert!(scene.hear(vec![accepted.into()]).is_empty());
    scene.hear(vec![step(13, button_folds(1))]);
    // The model followed the server, although the brain had called.
    assert_eq!(scene.player.table().unwrap().hero().unwrap().stack, Chips(995));
    let (id, turn, _) = act_of(&scene.deal(14, 2));
    assert_eq!((id, turn), (ActionId(2), TurnToken(72)));
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.hands_played, totals.actions, totals.protocol_errors), (1, 2, 0));
}

#[test]
fn a_refusal_is_answered_by_a_fold_once_and_then_counted() {
    let mut scene = Scene::seated(at_table_three(), raise_to_50);
    assert_eq!(act_of(&scene.deal(12, 1)).2, Action::RaiseTo(Chips(50)));
    let said = scene.hear(vec![action_refused(1, ErrorCode::NotAUnit)]);
    assert_eq!(act_of(&said), (ActionId(2), TurnToken(71), Action::Fold));
    assert_eq!(scene.shared.counters.totals().protocol_errors, 0);
    assert!(scene.hear(vec![action_refused(2, ErrorCode::NotAUnit)]).is_empty());
    assert!(scene.wait(Duration::from_secs(10)).is_empty());
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.actions_refused, totals.protocol_errors), (2, 1));
}

#[test]
fn a_late_action_is_no_error_and_not_repeated() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    scene.deal(12, 1);
    assert!(scene.hear(vec![action_refused(1, ErrorCode::StaleTurn)]).is_empty());
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.actions_late, totals.protocol_errors), (1, 0));
}

#[test]
fn a_busy_table_is_asked_again_with_the_same_id_while_the_turn_may_last() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let first = act_of(&scene.deal(12, 1));
    let begun = scene.now;
    for code in [ErrorCode::Busy, ErrorCode::Internal, ErrorCode::RateLimited].repeat(20) {
        assert!(scene.hear(vec![action_refused(1, code)]).is_empty());
        let Some(at) = scene.player.deadline().filter(|at| *at < begun + TURN) else { break };
        assert_eq!(act_of(&scene.wait(at - scene.now)), first);
    }
    // 100, 200, 400, 800, 1,600 milliseconds and then 3,200 every time.
    assert_eq!(scene.now - begun, Duration::from_millis(12_700));
    let said = scene.wait(Duration::from_secs(10));
    assert!(said.is_empty(), "the turn is left to the clock: {said:?}");
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.actions, totals.actions_refused, totals.actions_late), (1, 0, 1));
}

#[test]
fn an_illegal_choice_is_not_sent() {
    let brain = |_: &Table, _: &LegalActions| Action::RaiseTo(Chips(7));
    let mut scene = Scene::seated(at_table_three(), brain);
    assert_eq!(act_of(&scene.deal(12, 1)).2, Action::Fold);
    assert_eq!(scene.shared.counters.totals().illegal_choices, 1);
}

#[test]
fn think_time_passes_before_the_action() {
    let think_time = ThinkTime::Fixed(Duration::from_millis(400));
    let mut scene = Scene::seated(Settings { think_time, ..at_table_three() }, Caller);
    assert!(scene.deal(12, 1).is_empty());
    assert_eq!(scene.player.deadline(), Some(Duration::from_millis(400)));
    assert!(scene.wait(Duration::from_millis(399)).is_empty());
    assert_eq!(act_of(&scene.wait(Duration::from_millis(1))).2, Action::Call);
}

#[test]
fn a_gap_is_healed_by_a_full_view_and_the_decision_in_it_is_played() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let said = scene.hear(vec![step(14, button_folds(1))]);
    assert!(matches!(said[..], [ClientMessage::Observe(_)]), "{said:?}");
    // The bot ignores everything until it has the view.
    assert!(scene.hear(vec![your_turn(14, 9, call_or_raise(5, 20, 1_000))]).is_empty());
    let you = OwnDecision { last_action_id: 40, turn: 9 }.view();
    let said = scene.hear(vec![snapshot(view(20, two_seats(), Some(you)))]);
    assert_eq!(act_of(&said), (ActionId(41), TurnToken(9), Action::Call));
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.resyncs, totals.protocol_errors), (1, 0));
}

#[test]
fn a_step_that_does_not_fit_is_a_protocol_error() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    scene.deal(12, 1);
    let said = scene.hear(vec![step(13, vec![acted(1, Action::Call, 5_000)])]);
    assert!(matches!(said[..], [ClientMessage::Observe(_)]), "{said:?}");
    assert_eq!(scene.shared.counters.totals().protocol_errors, 1);
}

#[test]
fn after_a_lost_connection_the_same_action_is_sent_again() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let first = act_of(&scene.deal(12, 1));
    scene.player.disconnected();
    assert_eq!(scene.player.deadline(), None);
    let said = scene.connect();
    assert!(
        matches!(&said[..], [ClientMessage::LoginToken(login)] if login.token.0 == "token-of-bot0"),
        "{said:?}"
    );
    assert!(scene.hear(vec![logged_in(request_of(&said), 4_000, &[TABLE])]).is_empty());
    let you = OwnDecision { last_action_id: 0, turn: 71 }.view();
    let said = scene.hear(vec![snapshot(view(12, two_seats(), Some(you)))]);
    assert_eq!(act_of(&said), first);
    assert_eq!(scene.shared.counters.totals().actions, 1, "it is the same action");
}

#[test]
fn deals_are_joined_where_the_room_knows_them_and_the_player_takes_part() {
    use DealPart::{Absent, Lends, Verifies};
    for (minor, deals, joins) in [(0, Verifies, 0), (1, Absent, 0), (1, Lends, 1), (1, Verifies, 1)]
    {
        let mut scene = Scene::seated(Settings { deals, ..at_table_three() }, Caller);
        scene.player.disconnected();
        scene.player.connected(scene.now, &welcome(minor));
        let said = scene.player.take_outbox(scene.now);
        scene.hear(vec![logged_in(request_of(&said), 4_000, &[TABLE])]);
        let you = OwnDecision { last_action_id: 0, turn: 71 }.view();
        let said = scene.hear(vec![snapshot(view(12, two_seats(), Some(you)))]);
        let joined = said.iter().filter(|message| matches!(message, ClientMessage::JoinDeal(_)));
        assert_eq!(joined.count(), joins, "minor version {minor}, {deals:?}: {said:?}");
    }
}

#[test]
fn a_token_that_has_ended_leads_to_a_new_login() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    scene.player.disconnected();
    let said = scene.connect();
    let said = scene.hear(vec![refused(request_of(&said), ErrorCode::BadToken)]);
    assert!(matches!(said[..], [ClientMessage::LoginGuest(_)]), "{said:?}");
}

#[test]
fn a_taken_name_is_varied_or_logged_in_to() {
    let mut scene = Scene::new(Settings::default(), Caller);
    let said = scene.connect();
    let said = scene.hear(vec![refused(request_of(&said), ErrorCode::NameTaken)]);
    let [ClientMessage::LoginGuest(login)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(login.nickname.as_deref(), Some("bot0-1"));

    let credentials = Credentials::Password("correct horse".into());
    let mut scene = Scene::new(Settings { credentials, ..Settings::default() }, Caller);
    let said = scene.connect();
    assert!(matches!(said[..], [ClientMessage::Register(_)]), "{said:?}");
    let said = scene.hear(vec![refused(request_of(&said), ErrorCode::NameTaken)]);
    let [ClientMessage::Login(login)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(login.name, "bot0");
    scene.hear(vec![refused(request_of(&said), ErrorCode::BadCredentials)]);
    assert!(matches!(scene.player.outcome(), Some(Outcome::Rejected { .. })));
}

#[test]
fn a_short_stack_buys_chips_between_hands() {
    let settings = Settings { buy_in: BuyIn::Chips(Chips(1_000)), ..at_table_three() };
    let mut scene = Scene::seated(settings, Caller);
    scene.deal(12, 1);
    let lost = vec![
        acted(1, Action::RaiseTo(Chips(700)), 695),
        acted(0, Action::Call, 690),
        cardroom_protocol::table::BetsCollected {
            pots: vec![cardroom_protocol::table::Pot { amount: Chips(1_400), seats: vec![0, 1] }],
        }
        .into(),
        awarded(0, 1_400),
        cardroom_protocol::table::HandEnded { hand: cardroom_protocol::HandNo(1) }.into(),
    ];
    let said = scene.hear(vec![step(13, lost)]);
    let [ClientMessage::TopUp(top_up)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(top_up.amount, Chips(700));
    let request = top_up.request;
    // While the purchase is pending, the bot buys nothing else.
    assert!(scene.hear(vec![Balance { balance: Chips(3_300) }.into()]).is_empty());
    let done = ToppedUp { seat: 1, amount: Chips(700) };
    let said = scene.hear(vec![step(14, vec![done.into()]), Done { request }.into()]);
    assert!(said.is_empty(), "{said:?}");
    assert_eq!(scene.shared.counters.totals().top_ups, 1);
}

#[test]
fn a_poor_player_asks_for_chips_before_it_sits_down() {
    let mut scene = Scene::new(at_table_three(), Caller);
    let said = scene.connect();
    scene.hear(vec![logged_in(request_of(&said), 100, &[])]);
    let said = scene.hear(vec![snapshot(view(10, vec![], None))]);
    let [ClientMessage::Refill(refill)] = &said[..] else { panic!("{said:?}") };
    let request = refill.request;
    // It is too early for a refill. The bot waits, tries again, and sits down with the chips.
    assert!(scene.hear(vec![refused(request, ErrorCode::NoRefillDue)]).is_empty());
    let said = scene.wait(Duration::from_secs(14));
    assert!(said.is_empty(), "{said:?}");
    let said = scene.wait(Duration::from_secs(16));
    let request = said
        .iter()
        .find_map(|said| match said {
            ClientMessage::Refill(refill) => Some(refill.request),
            _ => None,
        })
        .expect("it asks again");
    let said = scene.hear(vec![Balance { balance: Chips(600) }.into(), Done { request }.into()]);
    let [ClientMessage::Sit(sit)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(sit.buy_in, Chips(600));
}

#[test]
fn what_was_taken_away_comes_back() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    // More than a buy-in, because the player won at this table.
    let left = LeftTable {
        table: TABLE,
        cashed_out: Chips(1_700),
        reason: "sat out too long".to_owned(),
        stayed: Chips(0),
    };
    let gone = cardroom_protocol::table::SeatLeft { seat: 1 };
    scene.hear(vec![step(12, vec![gone.into()]), left.into()]);
    scene.wait(Duration::from_secs(1));
    let buy_in = BuyInRange { min: Chips(1_700), max: Chips(1_700) };
    let said = scene.hear(vec![snapshot(TableView { buy_in, ..view(12, vec![], None) })]);
    let [ClientMessage::Sit(sit)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(sit.buy_in, Chips(1_700));
}

#[test]
fn it_leaves_after_its_hands_and_plays_on_until_it_is_let_go() {
    let settings = Settings { hands: Some(1), ..at_table_three() };
    let mut scene = Scene::seated(settings, Caller);
    scene.deal(12, 1);
    let said = scene.hear(vec![step(13, button_folds(1))]);
    assert!(matches!(said[..], [ClientMessage::Leave(_)]), "{said:?}");
    assert_eq!(scene.player.outcome(), None);
    assert_eq!(act_of(&scene.deal(14, 2)).2, Action::Call);
    let left =
        LeftTable { table: TABLE, cashed_out: Chips(990), reason: String::new(), stayed: Chips(0) };
    assert_eq!(scene.hear(vec![left.into()]), []);
    assert_eq!(scene.player.outcome(), None, "its chips are not in its wallet yet");
    let said = scene.hear(vec![Balance { balance: Chips(9_990) }.into()]);
    assert!(matches!(said[..], [ClientMessage::Logout(_)]), "{said:?}");
    assert_eq!(scene.player.outcome(), Some(&Outcome::HandsPlayed));
}

#[test]
fn a_probe_hears_that_a_bot_leaves_before_the_action_it_was_late_with() {
    #[derive(Default)]
    struct Heard(Mutex<Vec<&'static str>>);
    impl Probe for Heard {
        fn leaving(&self, _: usize, _: Duration, table: TableId) {
            assert_eq!(table, TABLE);
            self.0.lock().unwrap().push("leaving");
        }
        fn action_sent(&self, _: usize, sent: &SentAction) {
            assert!(sent.timing.intended < sent.timing.sent, "{sent:?}");
            self.0.lock().unwrap().push("action");
        }
    }
    let heard = Arc::new(Heard::default());
    let think_time = ThinkTime::Fixed(Duration::from_millis(20));
    let settings = Settings { think_time, ..at_table_three() };
    let mut scene = Scene::seated_before(settings, Caller, Some(heard.clone()));
    scene.deal(12, 1);
    // The player was not called when the action was due.
    scene.now += Duration::from_millis(50);
    scene.player.stop(scene.now, Outcome::Stopped);
    let said = scene.wait(Duration::ZERO);
    assert!(matches!(said[..], [ClientMessage::Leave(_), ClientMessage::Act(_)]), "{said:?}");
    assert_eq!(*heard.0.lock().unwrap(), ["leaving", "action"]);
}

#[test]
fn it_pings_a_silent_server_and_gives_up_on_a_dead_one() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    assert_eq!(scene.player.deadline(), Some(Duration::from_secs(15)));
    assert!(matches!(scene.wait(Duration::from_secs(15))[..], [ClientMessage::Ping(_)]));
    assert!(!scene.player.is_connection_dead(scene.now));
    assert!(matches!(scene.wait(Duration::from_secs(15))[..], [ClientMessage::Ping(_)]));
    assert!(scene.player.is_connection_dead(Duration::from_secs(46)));
}

#[test]
fn an_action_without_an_answer_tests_the_line_and_goes_out_again_on_the_next() {
    let mut scene = Scene::seated(with_a_dead_line(), Caller);
    let first = act_of(&scene.deal(12, 1));
    let (answer, ping) = (DeadLine::ANSWER, DeadLine::PING);
    assert_eq!(scene.player.deadline(), Some(scene.now + answer));
    assert!(matches!(scene.wait(answer)[..], [ClientMessage::Ping(_)]));
    assert_eq!(scene.player.deadline(), Some(scene.now + ping));
    assert!(!scene.player.is_connection_dead(scene.now));
    assert!(scene.player.is_connection_dead(scene.now + ping));
    scene.player.disconnected();
    scene.now += ping;
    let login = request_of(&scene.connect());
    let decision = Decision { turn: first.1, legal: call_or_raise(5, 20, 1_000) };
    let you = OwnView { cards: cards("As Kd"), decision: Some(decision), ..own_view(1) };
    let mut view = view(12, vec![seat(0, "villain", 990), seat(1, "bot0", 995)], Some(you));
    view.hand = None;
    let said = scene.hear(vec![logged_in(login, 4_000, &[TABLE]), snapshot(view)]);
    assert_eq!(act_of(&said), first, "the same action under the same id");
    let accepted = ActionAccepted { table: TABLE, action_id: first.0 };
    assert!(scene.hear(vec![accepted.into()]).is_empty());
    assert!(!scene.player.is_connection_dead(scene.now + answer + ping));
    assert_eq!(scene.player.deadline(), Some(scene.now + DeadLine::QUIET));
}

#[test]
fn a_pong_in_time_keeps_the_line() {
    let mut scene = Scene::seated(with_a_dead_line(), Caller);
    scene.deal(12, 1);
    assert!(matches!(scene.wait(DeadLine::ANSWER)[..], [ClientMessage::Ping(_)]));
    scene.now += Duration::from_millis(2_900);
    assert!(scene.hear(vec![Pong { nonce: 0, time_ms: 0 }.into()]).is_empty());
    assert!(!scene.player.is_connection_dead(scene.now + DeadLine::PING));
    assert!(matches!(scene.wait(DeadLine::ANSWER)[..], [ClientMessage::Ping(_)]), "a slow table");
}

#[test]
fn a_bot_without_a_seat_tests_its_line_less_often() {
    let mut scene = Scene::new(with_a_dead_line(), Caller);
    let login = request_of(&scene.connect());
    let said = scene.hear(vec![logged_in(login, 5_000, &[])]);
    assert!(matches!(said[..], [ClientMessage::Observe(_)]), "{said:?}");
    assert_eq!(scene.player.deadline(), Some(scene.now + DeadLine::IDLE));
    assert!(matches!(scene.wait(DeadLine::IDLE)[..], [ClientMessage::Ping(_)]));
    assert!(!scene.player.is_connection_dead(scene.now));
    assert!(scene.player.is_connection_dead(scene.now + DeadLine::PING));
}

#[test]
fn somebody_else_in_the_account_ends_it() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let goodbye = Goodbye { code: ErrorCode::Replaced, message: String::new() };
    scene.hear(vec![goodbye.into()]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::Replaced));
}

#[test]
fn a_player_of_a_match_buys_nothing_never_leaves_and_ends_with_it() {
    let token = Credentials::Tokens(["secret".into()].into());
    let settings = Settings { credentials: token, ..with_a_dead_line() };
    let mut scene = Scene::new(settings, Caller);
    let said = scene.connect();
    let login = request_of(&said);
    let place = MatchSeat { table: TABLE, seat: 1, turn_ms: 2_000, bank_ms: None };
    let seats = vec![seat(0, "villain", 2_000), seat(1, "bot0", 0)];
    let broke = snapshot(view(10, seats, Some(own_view(1))));
    let said = scene.hear(vec![logged_in(login, 0, &[TABLE]), place.into(), broke]);
    assert_eq!(said, [], "no chips are missing that the match does not set");
    // Others may decide for as long as the match lets them.
    assert_eq!(scene.wait(Duration::from_secs(9)), []);
    assert!(!scene.player.is_connection_dead(scene.now));
    let goodbye = Goodbye { code: ErrorCode::ShuttingDown, message: String::new() };
    assert_eq!(scene.hear(vec![goodbye.into()]), []);
    assert_eq!(scene.player.outcome(), Some(&Outcome::MatchOver));
}

#[test]
fn a_player_that_stops_in_a_match_closes_its_connection() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let place = MatchSeat { table: TABLE, seat: 1, turn_ms: 2_000, bank_ms: None };
    assert_eq!(scene.hear(vec![place.into()]), []);
    scene.player.stop(scene.now, Outcome::Stopped);
    let left = |message: &ClientMessage| matches!(message, ClientMessage::Leave(_));
    assert!(!scene.player.take_outbox(scene.now).iter().any(left));
    assert_eq!(scene.player.outcome(), Some(&Outcome::Stopped));
}

#[test]
fn the_limit_of_a_match_replaces_the_clock_of_the_table() {
    let think_time = ThinkTime::Fixed(Duration::from_secs(60));
    let mut scene = Scene::seated(Settings { think_time, ..at_table_three() }, Caller);
    scene.hear(vec![MatchSeat { table: TABLE, seat: 1, turn_ms: 1_500, bank_ms: None }.into()]);
    assert_eq!(scene.deal(12, 1), []);
    assert_eq!(scene.wait(Duration::from_millis(999)), []);
    let (_, _, action) = act_of(&scene.wait(Duration::from_millis(1)));
    assert_eq!(action, Action::Call);
}

#[test]
fn the_brain_hears_of_hands_and_events_in_their_order() {
    struct Scribe(Arc<Mutex<Vec<String>>>);
    impl Scribe {
        fn write(&self, what: &str) {
            self.0.lock().unwrap().push(what.to_owned());
        }
    }
    impl Brain for Scribe {
        fn act(&mut self, table: &Table, _: &LegalActions) -> Action {
            assert_eq!(table.cards, cards("As Kd"));
            self.write("act");
            Action::Fold
        }
        fn hand_started(&mut self, table: &Table) {
            assert!(table.hand.is_some());
            self.write("started");
        }
        fn saw(&mut self, _: &Table, event: &TableEvent) {
            if matches!(event, TableEvent::CardsDealt(_)) {
                self.write("cards");
            }
        }
        fn hand_ended(&mut self, _: &Table, result: &HandResult) {
            self.write(&format!("ended {}", result.net.unwrap()));
        }
    }
    let log = Arc::new(Mutex::new(Vec::new()));
    let mut scene = Scene::seated(at_table_three(), Scribe(log.clone()));
    scene.deal(12, 1);
    scene.hear(vec![step(13, button_folds(1))]);
    assert_eq!(*log.lock().unwrap(), ["started", "cards", "act", "ended -5"]);
}

/// Builds this player's view with a call of 5 to decide on.
struct OwnDecision {
    last_action_id: u64,
    turn: u64,
}

impl OwnDecision {
    fn view(self) -> cardroom_protocol::table::OwnView {
        let decision = Decision { turn: TurnToken(self.turn), legal: call_or_raise(5, 20, 1_000) };
        cardroom_protocol::table::OwnView {
            cards: cards("As Kd"),
            decision: Some(decision),
            last_action_id: ActionId(self.last_action_id),
            ..own_view(1)
        }
    }
}

fn two_seats() -> Vec<cardroom_protocol::table::SeatView> {
    vec![seat(0, "villain", 990), seat(1, "bot0", 995)]
}

/// A brain that accepts every offer.
struct Willing;

impl Brain for Willing {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        Caller.act(table, legal)
    }

    fn run_it(&mut self, _table: &Table, most: u8) -> u8 {
        most
    }

    fn choose_game(&mut self, _table: &Table) -> Option<u8> {
        Some(1)
    }

    fn show(&mut self, _table: &Table) -> bool {
        true
    }
}

#[test]
fn who_comes_back_answers_what_waits_for_it() {
    let ask = |offer: TableEvent| {
        let mut scene = Scene::seated(at_table_three(), Willing);
        let part = SeatInHand {
            folded: false,
            all_in: true,
            bet: Chips(0),
            card_count: 2,
            up: Vec::new(),
            tabled: None,
        };
        let mut own = seat(1, "bot0", 995);
        own.in_hand = Some(part);
        let you = OwnView { offers: Items(vec![offer]), ..own_view(1) };
        let seats = vec![seat(0, "villain", 990), own];
        scene.hear(vec![snapshot(view(40, seats, Some(you)))])
    };
    let said = ask(RunItOffered { most: 3, time_ms: 900 }.into());
    assert!(matches!(&said[..], [ClientMessage::RunIt(run_it)] if run_it.boards == 3), "{said:?}");
    let said = ask(ShowOffered { seat: 1, time_ms: 900 }.into());
    assert!(matches!(&said[..], [ClientMessage::ShowOrMuck(show)] if show.show), "{said:?}");
    let said = ask(ChoiceOffered { seat: 1, time_ms: 900 }.into());
    assert!(
        matches!(&said[..], [ClientMessage::ChooseGame(choice)] if choice.game == 1),
        "{said:?}"
    );
    let said = ask(ShowdownOpened { time_ms: 900 }.into());
    assert!(matches!(&said[..], [ClientMessage::ShowOrMuck(show)] if show.show), "{said:?}");
}

/// Folds every hand, and shows its first card afterwards.
struct Bluffer;

impl Brain for Bluffer {
    fn act(&mut self, _: &Table, _: &LegalActions) -> Action {
        Action::Fold
    }

    fn show_after(&mut self, table: &Table, _: &HandResult) -> Vec<cardroom_cards::Card> {
        table.to_show.iter().take(1).copied().collect()
    }
}

#[test]
fn the_cards_that_a_brain_shows_after_a_hand_are_shown_once() {
    let mut scene = Scene::seated(at_table_three(), Bluffer);
    scene.deal(12, 1);
    let own = scene.player.table().unwrap().cards.clone();
    let said = scene.hear(vec![step(13, button_folds(1))]);
    let shows = said.iter().find_map(|message| match message {
        ClientMessage::ShowCards(show) => Some(show.cards.as_slice()),
        _ => None,
    });
    assert_eq!(shows, own.get(..1), "{said:?}");
    let shown = cardroom_protocol::table::CardsShown {
        hand: cardroom_protocol::HandNo(1),
        seat: 1,
        cards: own[..1].to_vec(),
    };
    scene.hear(vec![step(14, vec![shown.into()])]);
    let table = scene.player.table().unwrap();
    assert_eq!((&table.to_show[..], &table.hero().unwrap().shown[..]), (&own[1..], &own[..1]));
}

#[test]
fn an_old_turn_is_not_played() {
    let mut scene = Scene::seated(at_table_three(), Caller);
    let old = YourTurn {
        table: TABLE,
        seq: Seq(10),
        turn: TurnToken(1),
        legal: call_or_raise(5, 20, 1_000),
    };
    assert!(scene.hear(vec![old.into()]).is_empty());
}

#[test]
fn tables_that_do_not_exist_are_asked_for_twice_and_given_up() {
    let mut scene = Scene::new(at_table_three(), Caller);
    let said = scene.connect();
    let mut said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    for round in 0..2 {
        assert_eq!(scene.player.outcome(), None, "round {round}");
        let [ClientMessage::Observe(observe)] = &said[..] else { panic!("{said:?}") };
        let request = observe.request;
        scene.hear(vec![refused(request, ErrorCode::UnknownTable)]);
        said = scene.wait(Duration::from_secs(2));
    }
    assert_eq!(scene.player.outcome(), Some(&Outcome::NoSuchTable));
    assert!(!Outcome::NoSuchTable.is_success());
}

#[test]
fn a_buy_in_below_the_minimum_is_raised_to_it() {
    let settings = Settings { buy_in: BuyIn::Chips(Chips(5)), ..at_table_three() };
    let mut scene = Scene::new(settings, Caller);
    let said = scene.connect();
    scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let said = scene.hear(vec![snapshot(view(10, vec![seat(0, "villain", 1_000)], None))]);
    let [ClientMessage::Sit(sit)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(sit.buy_in, Chips(200));
}
