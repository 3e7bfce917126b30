//! The rules of one connection, tested without a connection.

use super::*;
use crate::permits::{Credential, Factor, Standing};
use cardroom_protocol::client::{
    self, Act, CreateApiToken, Hello, LoginGuest, LoginToken, Observe, Ping, Refill, Register, Sit,
    SitOut, Unobserve,
};
use cardroom_protocol::history::GetHandSoFar;
use cardroom_protocol::integrity::GetIntegrityReport;
use cardroom_protocol::notes::{ListNotes, NotePage, SetNote};
use cardroom_protocol::server::{ApiToken, Role, Scope};
use cardroom_protocol::statistics::{GetStatistics, Statistics};
use cardroom_protocol::table::Action;
use cardroom_protocol::waiting::JoinWaitList;
use cardroom_protocol::{ActionId, TurnToken};
use cardroom_record::ids::AccountId;

const TABLE: cardroom_protocol::TableId = cardroom_protocol::TableId(7);

fn settings() -> SessionSettings {
    SessionSettings {
        room: "Test".to_owned(),
        server: "cardroom/test".to_owned(),
        hello_timeout: Millis(5_000),
        login_timeout: Millis(30_000),
        ping_interval: Millis(20_000),
        idle_timeout: Millis(60_000),
        share_links: true,
        pokerstars_text: false,
        provider: None,
        watched_tables: 2,
    }
}

/// A state machine with a clock that its tests move.
struct Case {
    core: SessionCore,
    settings: SessionSettings,
    now: Millis,
}

impl Case {
    fn new() -> Self {
        let settings = settings();
        Self { core: SessionCore::new(Millis(0), &settings), settings, now: Millis(0) }
    }

    fn visitor() -> Self {
        let mut case = Self::new();
        case.says(Hello { minor: 9, client: "test".to_owned() });
        case
    }

    fn player() -> Self {
        let mut case = Self::visitor();
        case.says(LoginGuest { request: RequestId(1), nickname: None });
        case.on(Input::LoginDecided(Ok(arrived(Vec::new()))));
        case
    }

    fn on(&mut self, input: Input) -> Vec<String> {
        let outputs = self.core.on(self.now, input, &self.settings);
        outputs.iter().map(brief).collect()
    }

    fn says(&mut self, message: impl Into<ClientMessage>) -> Vec<String> {
        self.on(Input::Message { message: message.into(), over_rate: false })
    }

    /// Moves the clock to the next deadline.
    fn waits(&mut self) -> Vec<String> {
        self.now = self.core.deadline(&self.settings);
        self.on(Input::Tick)
    }
}

fn signed_in(role: Role) -> Standing {
    Standing { role, credential: Credential::SignIn, factor: Factor::None }
}

fn arrived(seats: Vec<TableId>) -> Arrived {
    let login = SignedIn {
        account: AccountId(3),
        name: "Ann".into(),
        role: Role::Player,
        guest: true,
        look: cardroom_record::look::Look::of(AccountId(3)),
        balance: cardroom_rules::Chips(500),
        standing: signed_in(Role::Player),
        ends: None,
        resume_token: Some(Secret::from("again")),
    };
    Arrived {
        login,
        seats,
        lines: Vec::new(),
        tournaments: Vec::new(),
        tickets: None,
        sign_in: None,
    }
}

/// Describes an output in a few words.
fn brief(output: &Output) -> String {
    match output {
        Output::Send(ServerMessage::Refused(refused)) => {
            format!("refused {} {}", refused.request.0, refused.code)
        }
        Output::Send(ServerMessage::ActionRefused(refused)) => {
            format!("action {} refused {}", refused.action_id.0, refused.code)
        }
        Output::Send(message) => cardroom_protocol::message::Message::name(message).to_owned(),
        Output::Act(stamp, action) => {
            format!("act at {}, stamped {}", action.table().0, stamp.0)
        }
        Output::Table(_, request) => format!("request to {}", request.table().0),
        Output::Recognize(tables) => {
            format!("recognize {:?}", tables.iter().map(|table| table.0).collect::<Vec<_>>())
        }
        Output::Attach { table, request, .. } => {
            format!("attach {table} {:?}", request.map(|id| id.0))
        }
        Output::Close(code, _) => format!("close {code}"),
        Output::SignIn(_) => "login".to_owned(),
        Output::Account { .. } => "account".to_owned(),
        Output::Ping => "ping".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn both_sides_use_the_lower_minor_version() {
    let case = Case::visitor();
    assert_eq!(case.core.minor(), MINOR_VERSION);
}

#[test]
fn silence_leads_to_a_ping_and_more_silence_to_the_end() {
    let mut case = Case::player();
    assert_eq!(case.waits(), ["ping"]);
    assert_eq!(case.now, Millis(20_000));
    case.now = Millis(30_000);
    assert!(case.on(Input::Noise { over_rate: false }).is_empty());
    assert_eq!(case.waits(), ["ping"]);
    assert_eq!(case.now, Millis(50_000));
    assert_eq!(case.waits(), ["close idle_timeout"]);
    assert_eq!(case.now, Millis(90_000));
    assert!(case.says(Ping { nonce: 1 }).is_empty(), "after the end nothing is answered");
}

#[test]
fn the_welcome_says_what_the_room_lets_players_do_with_their_hands() {
    for (share_links, pokerstars_text) in [(true, false), (false, true)] {
        let mut case = Case::new();
        case.settings.share_links = share_links;
        case.settings.pokerstars_text = pokerstars_text;
        let hello = Hello { minor: 0, client: "test".to_owned() }.into();
        let input = Input::Message { message: hello, over_rate: false };
        let outputs = case.core.on(case.now, input, &case.settings);
        let Some(Output::Send(ServerMessage::Welcome(welcome))) = outputs.first() else {
            panic!("no welcome: {outputs:?}");
        };
        assert_eq!(welcome.share_links, share_links);
        assert_eq!(welcome.pokerstars_text, pokerstars_text);
    }
}

#[test]
fn the_time_for_a_login_runs_from_the_hello_and_not_from_the_last_message() {
    let mut case = Case::visitor();
    case.now = Millis(29_000);
    case.says(Ping { nonce: 1 });
    assert_eq!(case.waits(), ["close login_timeout"]);
    assert_eq!(case.now, Millis(30_000));
}

#[test]
fn a_login_under_way_is_not_timed_out_and_what_follows_it_keeps_its_order_and_stamp() {
    let mut case = Case::visitor();
    assert_eq!(case.says(LoginGuest { request: RequestId(1), nickname: None }), ["login"]);
    let act =
        Act { table: TABLE, turn: TurnToken(1), action_id: ActionId(4), action: Action::Fold };
    case.now = Millis(100);
    assert!(case.says(act).is_empty());
    assert!(case.says(SitOut { request: RequestId(2), table: TABLE }).is_empty());
    case.now = Millis(31_000);
    assert_eq!(case.on(Input::Tick), ["ping"]);
    let outputs = case.on(Input::LoginDecided(Ok(arrived(vec![TableId(7)]))));
    let expected =
        ["LoggedIn", "recognize []", "attach 7 None", "act at 7, stamped 100", "request to 7"];
    assert_eq!(outputs, expected);
}

#[test]
fn tables_that_a_visitor_watches_hear_of_the_login_before_what_is_asked_of_them_next() {
    let ways: [fn() -> ClientMessage; 4] = [
        || LoginGuest { request: RequestId(3), nickname: None }.into(),
        || {
            let (name, password) = ("Ann".to_owned(), Secret::from("long enough"));
            Register { request: RequestId(3), name, password }.into()
        },
        || {
            let (name, password) = ("Ann".to_owned(), Secret::from("long enough"));
            client::Login { request: RequestId(3), name, password, browser: None }.into()
        },
        || LoginToken { request: RequestId(3), token: Secret::from("again") }.into(),
    ];
    for way in ways {
        let mut case = Case::visitor();
        case.says(Observe { request: RequestId(1), table: 8.into() });
        case.says(Observe { request: RequestId(2), table: TABLE });
        assert_eq!(case.says(way()), ["login"]);
        assert!(case.says(SitOut { request: RequestId(4), table: 8.into() }).is_empty());
        // The account sits at one of them, which sends its view anyway.
        let outputs = case.on(Input::LoginDecided(Ok(arrived(vec![TableId(7)]))));
        let expected = ["LoggedIn", "recognize [8]", "attach 7 None", "request to 8"];
        assert_eq!(outputs, expected);
    }
}

#[test]
fn what_waits_for_a_login_is_bounded_and_refused_when_it_fails() {
    let mut case = Case::visitor();
    case.says(LoginGuest { request: RequestId(0), nickname: None });
    for request in 1..=64 {
        assert!(case.says(Refill { request: RequestId(request) }).is_empty());
    }
    assert_eq!(case.says(Refill { request: RequestId(65) }), ["refused 65 busy"]);
    let denied = Denied { code: ErrorCode::NameTaken, message: "taken".to_owned() };
    let outputs = case.on(Input::LoginDecided(Err(denied)));
    assert_eq!(outputs.len(), 65, "every request gets one answer");
    assert_eq!(outputs[0], "refused 0 name_taken");
    assert_eq!(outputs[64], "refused 64 not_logged_in");
}

#[test]
fn account_requests_are_carried_out_one_after_the_other() {
    let mut case = Case::player();
    let token = |request| CreateApiToken {
        request: RequestId(request),
        label: "bot".to_owned(),
        scopes: [Scope::Play].into_iter().collect(),
        ends_at: None,
        password: None,
        code: None,
    };
    assert_eq!(case.says(token(1)), ["account"]);
    assert!(case.says(Refill { request: RequestId(2) }).is_empty());
    let answer = AccountAnswer::message(ApiToken {
        request: RequestId(1),
        label: "bot".to_owned(),
        token: Secret::from("secret"),
        id: cardroom_protocol::ApiTokenId(5),
    });
    assert_eq!(case.on(Input::AccountDecided(Ok(answer))), ["ApiToken", "account"]);
    assert_eq!(case.on(Input::AccountDecided(Ok(AccountAnswer::Done))), ["Done"]);
}

#[test]
fn statistics_and_notes_are_for_an_account_and_the_hand_in_progress_is_for_everybody() {
    let count = || GetStatistics { request: RequestId(5), from: None, to: None };
    let list = || ListNotes { request: RequestId(6), from: 0 };
    let (player, text) = ("Bob".to_owned(), "a text".to_owned());
    let set = SetNote { request: RequestId(7), player, text, color: 0 };
    let look_back = GetHandSoFar { request: RequestId(8), table: TABLE };
    let compare = || GetIntegrityReport {
        request: RequestId(9),
        since: None,
        until: None,
        player: None,
        from: 0,
    };
    let mut case = Case::visitor();
    assert_eq!(case.says(compare()), ["refused 9 not_logged_in"]);
    assert_eq!(case.says(count()), ["refused 5 not_logged_in"]);
    assert_eq!(case.says(list()), ["refused 6 not_logged_in"]);
    assert_eq!(case.says(set.clone()), ["refused 7 not_logged_in"]);
    assert_eq!(case.says(look_back), ["request to 7"]);

    let mut case = Case::player();
    assert_eq!(case.says(count()), ["account"]);
    assert!(case.says(list()).is_empty() && case.says(set).is_empty(), "one after the other");
    let page = NotePage { request: RequestId(0), from: 0, total: 0, notes: Vec::new() };
    let counted = Statistics {
        request: RequestId(0),
        hands: 0,
        tournament_hands: 0,
        won: 0.into(),
        lost: 0.into(),
        vpip: Default::default(),
        pfr: Default::default(),
        three_bet: Default::default(),
        went_to_showdown: Default::default(),
        won_at_showdown: Default::default(),
        games: Vec::new(),
        curve: Vec::new(),
        partial: false,
    };
    let counted = AccountAnswer::message(counted);
    assert_eq!(case.on(Input::AccountDecided(Ok(counted))), ["Statistics", "account"]);
    let page = AccountAnswer::message(page);
    assert_eq!(case.on(Input::AccountDecided(Ok(page))), ["NotePage", "account"]);
    assert_eq!(case.on(Input::AccountDecided(Ok(AccountAnswer::Done))), ["Done"]);
}

#[test]
fn a_table_that_could_not_be_told_does_not_count_as_watched() {
    let mut case = Case::visitor();
    let observe =
        |request, table: u64| Observe { request: RequestId(request), table: table.into() };
    for table in 100..200 {
        assert_eq!(case.says(observe(1, table)), [format!("attach {table} Some(1)")]);
        case.on(Input::TableClosed(TableId(table)));
        case.says(observe(1, table));
        case.on(Input::NotWatched(TableId(table)));
    }
    assert_eq!(case.core.tables().count(), 0);
    case.says(observe(2, 1));
    case.says(observe(3, 2));
    assert_eq!(case.says(observe(4, 3)), ["refused 4 too_many_tables"]);
    assert_eq!(case.says(observe(5, 2)), ["attach 2 Some(5)"], "watched already");
    assert_eq!(case.says(Unobserve { request: RequestId(6), table: 1.into() }), ["request to 1"]);
    case.on(Input::NotWatched(TableId(1)));
    assert_eq!(case.says(observe(7, 3)), ["attach 3 Some(7)"]);
}

#[test]
fn a_table_is_watched_until_it_has_the_request_to_end_that() {
    let mut case = Case::visitor();
    let observe = |request| Observe { request: RequestId(request), table: TABLE };
    let unobserve = |request| Unobserve { request: RequestId(request), table: TABLE };
    case.says(observe(1));
    // The inbox of the table is full, so it does not have these.
    assert_eq!(case.says(unobserve(2)), ["request to 7"]);
    assert_eq!(case.says(unobserve(3)), ["request to 7"]);
    let again = Input::Message { message: observe(4).into(), over_rate: false };
    let outputs = case.core.on(case.now, again, &case.settings);
    assert!(matches!(outputs[..], [Output::Attach { is_new: false, .. }]), "{outputs:?}");
    assert_eq!(case.core.tables().collect::<Vec<_>>(), [TableId(7)]);

    assert_eq!(case.says(unobserve(5)), ["request to 7"]);
    case.on(Input::NotWatched(TableId(7)));
    assert_eq!(case.core.tables().count(), 0);
    assert_eq!(case.says(unobserve(6)), ["refused 6 nothing_to_do"]);
}

#[test]
fn requests_for_seats_that_no_table_has_leave_nothing_behind() {
    let mut case = Case::player();
    for table in 100..200 {
        let (request, table) = (RequestId(1), cardroom_protocol::TableId(table));
        case.says(Sit {
            request,
            table,
            seat: None,
            buy_in: cardroom_protocol::Chips(u64::MAX),
            wait_for_big_blind: false,
        });
        case.says(JoinWaitList { request, table });
    }
    assert_eq!(case.core.tables().count(), 0);
    case.on(Input::MayPlay(TableId(7)));
    case.on(Input::NotWatched(TableId(7)));
    assert_eq!(case.core.tables().collect::<Vec<_>>(), [TableId(7)]);
}

#[test]
fn messages_over_the_rate_change_nothing_and_are_forgiven_in_time() {
    let mut case = Case::player();
    let over = |case: &mut Case| {
        let act =
            Act { table: TABLE, turn: TurnToken(1), action_id: ActionId(4), action: Action::Fold };
        case.on(Input::Message { message: act.into(), over_rate: true })
    };
    for _ in 0..100 {
        assert_eq!(over(&mut case), ["action 4 refused rate_limited"]);
    }
    case.now = case.now + Millis(10_001);
    assert_eq!(over(&mut case), ["action 4 refused rate_limited"]);
    for _ in 0..99 {
        over(&mut case);
    }
    assert_eq!(over(&mut case), ["close rate_limited"]);
    assert!(over(&mut case).is_empty());
}

#[test]
fn chat_is_one_visible_line() {
    let mut case = Case::player();
    let mut chat = |text: &str| {
        let chat = cardroom_protocol::client::Chat {
            request: RequestId(1),
            table: TABLE,
            text: text.to_owned(),
        };
        case.says(chat).remove(0)
    };
    for text in ["nice hand", "gl & hf 👍", &"é".repeat(280)] {
        assert_eq!(chat(text), "request to 7");
    }
    for text in ["", "  ", "a\nb", "a\u{7}", "\u{202e}evil", "a\u{2028}b", &"é".repeat(281)] {
        assert_eq!(chat(text), "refused 1 bad_text", "{text:?}");
    }
}
