//! Bots on real sockets: a hand interrupted by a lost connection, and servers that misbehave.

use crate::common::*;
use crate::fake_server::{Client, FakeServer};
use crate::tournament::{ENTRY, EVENT, event_info, event_view};
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint};
use cardroom_bot::drive::{ConnectGate, Line, drive};
use cardroom_bot::player::{Account, Player, Shared};
use cardroom_bot::probe::{ActionSeen, ActionTiming, SentAction};
use cardroom_bot::swarm::Summary;
use cardroom_bot::{
    Action, DeadLine, Encoding, Outcome, Probe, Seed, Swarm, TableChoice, TournamentPlan,
};
use cardroom_cards::Card;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::server::*;
use cardroom_protocol::table::*;
use cardroom_protocol::tournament::{Entered, TournamentState};
use cardroom_protocol::{ActionId, Chips, ErrorCode, HandNo, TurnToken};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

fn one_bot(server: &FakeServer, encoding: Encoding) -> cardroom_bot::swarm::SwarmBuilder {
    Swarm::builder(&server.url())
        .brain(|_| Caller)
        .tables(TableChoice::Ids([TABLE].into()))
        .encoding(encoding)
        .hands(1)
}

fn run(builder: cardroom_bot::swarm::SwarmBuilder) -> JoinHandle<Summary> {
    tokio::spawn(async move { builder.run().await.unwrap() })
}

/// Logs the client in and seats it in seat 1.
async fn seat_client(client: &mut Client) {
    let ClientMessage::LoginGuest(login) = client.hear().await else { panic!("no login") };
    assert_eq!(login.nickname.as_deref(), Some("bot0"));
    client.say(&[logged_in(login.request, 5_000, &[])]).await;
    let ClientMessage::Observe(_) = client.hear().await else { panic!("it does not look") };
    client.say(&[snapshot(view(10, vec![seat(0, "villain", 1_000)], None))]).await;
    let ClientMessage::Sit(sit) = client.hear().await else { panic!("it does not sit down") };
    let taken = SeatTaken {
        seat: 1,
        name: "bot0".to_owned(),
        stack: sit.buy_in,
        bot: true,
        avatar: 0,
        color: 0,
        staff: false,
    };
    let seated = Seated { request: sit.request, table: TABLE, seat: 1 };
    client.say(&[step(11, vec![taken.into()]), seated.into()]).await;
}

/// The view of the hand when the connection was lost. The hero has the button and 5 to call.
fn view_in_the_hand(cards: Vec<Card>) -> ServerMessage {
    let part = |bet| {
        Some(SeatInHand {
            folded: false,
            all_in: false,
            bet: Chips(bet),
            card_count: 2,
            up: Vec::new(),
            tabled: None,
        })
    };
    let mut seats = vec![seat(0, "villain", 990), seat(1, "bot0", 995)];
    (seats[0].in_hand, seats[1].in_hand) = (part(10), part(5));
    let decision = Decision { turn: TurnToken(71), legal: call_or_raise(5, 20, 1_000) };
    let you = OwnView { cards, decision: Some(decision), ..own_view(1) };
    let mut view = view(12, seats, Some(you));
    view.hand = Some(HandView {
        hand: HandNo(1),
        button: 1,
        small_blind: Some(1),
        big_blind: Some(0),
        street: 0,
        game: holdem(),
        bomb_pot: false,
        boards: vec![Vec::new()],
        pots: Vec::new(),
        current_bet: Chips(10),
        turn: Some(Turn { seat: 1, time_ms: 9_000, bank_ms: 0 }),
    });
    snapshot(view)
}

#[derive(Default)]
struct Recorder {
    sent: Mutex<Vec<ActionTiming>>,
    seen: Mutex<Vec<ActionSeen>>,
}

impl Probe for Recorder {
    fn action_sent(&self, _: usize, sent: &SentAction) {
        assert_eq!(sent.action, Action::Call);
        self.sent.lock().unwrap().push(sent.timing);
    }

    fn action_seen(&self, seen: &ActionSeen) {
        self.seen.lock().unwrap().push(*seen);
    }
}

#[tokio::test]
async fn when_one_of_two_servers_is_gone_or_frozen_the_bot_plays_at_the_other() {
    let (first, second) = (FakeServer::start().await, FakeServer::start().await);
    let list = format!("{},{}", first.url(), second.url());
    let builder = Swarm::builder(&list).brain(|_| Caller).tables(TableChoice::Ids([TABLE].into()));
    let running = run(builder.hands(1));
    seat_client(&mut first.accept().await).await;
    // The first machine vanishes: its connection is cut, and its port refuses.
    drop(first);
    let mut client = second.accept().await;
    let ClientMessage::LoginToken(_) = client.hear().await else { panic!("no login") };
    drop(client);
    // The second one freezes: it accepts and says nothing. The bot does not wait for it long.
    let frozen = second.accept_tcp().await;
    let begun = Instant::now();
    let _again = second.accept_tcp().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "a frozen server gets two seconds a round");
    drop(frozen);
    running.abort();
}

/// The times of a bot that notices a dead line at once.
const IMPATIENT: DeadLine = DeadLine {
    answer: Duration::from_millis(200),
    quiet: Duration::from_millis(200),
    idle: Duration::from_millis(200),
    ping: Duration::from_millis(200),
};

#[tokio::test]
async fn a_bot_on_a_dead_line_begins_with_the_other_machine() {
    let (silent, other) = (FakeServer::start().await, FakeServer::start().await);
    let list = format!("{},{}", silent.url(), other.url());
    let builder = Swarm::builder(&list).brain(|_| Caller).dead_line(Some(IMPATIENT));
    let running = run(builder.tables(TableChoice::Ids([TABLE].into())));
    let mut dead = silent.accept().await;
    seat_client(&mut dead).await;
    // The line stays open, and nothing comes over it any more.
    let again = tokio::select! {
        _ = silent.accept_tcp() => panic!("the bot asks the silent machine again"),
        client = other.accept() => client,
    };
    drop((again, dead));
    running.abort();
}

#[tokio::test]
async fn an_entrant_on_a_dead_line_comes_back_before_its_seat_is_drawn() {
    let server = FakeServer::start().await;
    let builder = Swarm::builder(&server.url()).brain(|_| Caller).dead_line(Some(IMPATIENT));
    let running = run(builder.tournament(TournamentPlan::id(EVENT)));
    let mut dead = server.accept().await;
    let ClientMessage::LoginGuest(login) = dead.hear().await else { panic!("no login") };
    dead.say(&[logged_in(login.request, 5_000, &[])]).await;
    let ClientMessage::WatchTournament(_) = dead.hear().await else { panic!("it does not look") };
    dead.say(&[event_view(event_info(TournamentState::Registering, 0), 0, None)]).await;
    let ClientMessage::EnterTournament(enter) = dead.hear().await else { panic!("no entry") };
    let (request, tournament, entry) = (enter.request, EVENT, ENTRY);
    dead.say(&[Entered { request, tournament, entry, waiting: false }.into()]).await;
    let ClientMessage::WatchTournament(end) = dead.hear().await else { panic!("it watches on") };
    dead.say(&[Done { request: end.request }.into()]).await;
    // The line stays open, and nothing comes over it any more.
    let begun = Instant::now();
    let mut client = server.accept().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let ClientMessage::LoginToken(_) = client.hear().await else { panic!("no resumption") };
    drop((client, dead));
    running.abort();
}

async fn lost_in_the_middle_of_a_hand(encoding: Encoding) {
    let server = FakeServer::start().await;
    let probe = Arc::new(Recorder::default());
    let running = run(one_bot(&server, encoding).probe(probe.clone()));

    let mut client = server.accept().await;
    seat_client(&mut client).await;
    let legal = call_or_raise(5, 20, 1_000);
    client
        .say(&[step(12, hand_begins(1)), hole_cards(12, 1, "As Kd"), your_turn(12, 71, legal)])
        .await;
    let ClientMessage::Act(first) = client.hear().await else { panic!("it does not act") };
    assert_eq!((first.turn, first.action), (TurnToken(71), Action::Call));
    client.cut();

    let mut client = server.accept().await;
    let ClientMessage::LoginToken(login) = client.hear().await else { panic!("no token") };
    assert_eq!(login.token.0, "token-of-bot0");
    client
        .say(&[logged_in(login.request, 4_000, &[TABLE]), view_in_the_hand(cards("As Kd"))])
        .await;
    let ClientMessage::Act(again) = client.hear().await else { panic!("it does not act again") };
    assert_eq!(again, first, "the same action under the same id");
    let accepted = ActionAccepted { table: TABLE, action_id: first.action_id };
    let end = vec![
        acted(1, Action::Call, 5),
        acted(0, Action::Check, 0),
        BetsCollected { pots: vec![Pot { amount: Chips(20), seats: vec![0, 1] }] }.into(),
        StreetBegan { street: 1 }.into(),
        BoardDealt { board: 0, cards: cards("2c 7d 9h") }.into(),
        acted(0, Action::Fold, 0),
        BetsCollected { pots: vec![Pot { amount: Chips(20), seats: vec![1] }] }.into(),
        awarded(1, 20),
        HandEnded { hand: HandNo(1) }.into(),
    ];
    client.say(&[step(13, end), accepted.into()]).await;
    let ClientMessage::Leave(leave) = client.hear().await else { panic!("it does not leave") };
    let done = Done { request: leave.request };
    let left = LeftTable {
        table: TABLE,
        cashed_out: Chips(1_010),
        reason: "left".to_owned(),
        stayed: Chips(0),
    };
    client.say(&[done.into(), left.into()]).await;
    let ClientMessage::Logout(_) = client.hear().await else { panic!("it does not log out") };
    client.wait_for_close().await;

    let summary = running.await.unwrap();
    assert_eq!(summary.outcomes, [Outcome::HandsPlayed]);
    let totals = summary.totals;
    assert_eq!((totals.connects, totals.reconnects, totals.logins), (2, 1, 2));
    assert_eq!((totals.hands_played, totals.actions, totals.actions_accepted), (1, 1, 1));
    assert_eq!((totals.protocol_errors, totals.resyncs), (0, 0));
    assert!(summary.is_success());

    let sent = probe.sent.lock().unwrap();
    let seen = probe.seen.lock().unwrap();
    assert_eq!((sent.len(), seen.len()), (1, 3));
    assert_eq!(seen[0].own, Some(sent[0]));
    assert!(seen[0].received >= sent[0].sent && sent[0].sent >= sent[0].intended);
    assert_eq!((seen[1].seat, seen[1].own), (0, None));
}

#[tokio::test]
async fn a_hand_goes_on_after_a_lost_connection() {
    lost_in_the_middle_of_a_hand(Encoding::Binary).await;
}

#[tokio::test]
async fn a_hand_goes_on_after_a_lost_connection_in_json() {
    lost_in_the_middle_of_a_hand(Encoding::Json).await;
}

#[tokio::test]
async fn a_frame_that_does_not_decode_is_a_protocol_error() {
    let server = FakeServer::start().await;
    let running = run(one_bot(&server, Encoding::Binary));
    let mut client = server.accept().await;
    seat_client(&mut client).await;
    client.say_raw(&[41, 200]).await;
    client.wait_for_close().await;
    // The bot reconnects, and the server dismisses it.
    let mut client = server.accept().await;
    let ClientMessage::LoginToken(login) = client.hear().await else { panic!("no token") };
    let forbidden = Goodbye {
        code: cardroom_protocol::ErrorCode::Replaced,
        message: "logged in elsewhere".to_owned(),
    };
    client.say(&[logged_in(login.request, 0, &[TABLE]), forbidden.into()]).await;
    let summary = running.await.unwrap();
    assert_eq!(summary.outcomes, [Outcome::Replaced]);
    assert_eq!(summary.totals.protocol_errors, 1);
    assert!(!summary.is_success());
}

#[tokio::test]
async fn a_swarm_that_is_stopped_gives_its_seats_back() {
    let server = FakeServer::start().await;
    let swarm = one_bot(&server, Encoding::Binary).start().await.unwrap();
    let mut client = server.accept().await;
    seat_client(&mut client).await;
    // A ping's answer shows that the bot has read all earlier messages. The stop then
    // meets a seated bot.
    while swarm.totals().sits == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let stopping = tokio::spawn(swarm.stop());
    let ClientMessage::Leave(_) = client.hear().await else { panic!("it does not leave") };
    let left = LeftTable {
        table: TABLE,
        cashed_out: Chips(1_000),
        reason: "left".to_owned(),
        stayed: Chips(0),
    };
    client.say(&[left.into()]).await;
    let ClientMessage::Logout(_) = client.hear().await else { panic!("it does not log out") };
    client.wait_for_close().await;
    assert_eq!(stopping.await.unwrap().outcomes, [Outcome::Stopped]);
}

#[tokio::test]
async fn nobody_there_is_found_out() {
    let server = FakeServer::start().await;
    let builder = one_bot(&server, Encoding::Binary).connect_attempts(2);
    drop(server);
    let summary = run(builder).await.unwrap();
    assert!(matches!(summary.outcomes[..], [Outcome::Unreachable(_)]), "{summary:?}");
    assert_eq!(summary.totals.connect_failures, 2);
    assert!(!summary.is_success());
}

#[tokio::test]
async fn a_bot_follows_a_room_to_another_machine_that_is_not_ready_yet() {
    let (old, new) = (FakeServer::start().await, FakeServer::start().await);
    let url = format!("{},{}", old.url(), new.url());
    let swarm = Swarm::builder(&url)
        .brain(|_| Caller)
        .tables(TableChoice::Ids([TABLE].into()))
        .connect_attempts(1)
        .hands(1);
    let running = run(swarm);
    let mut client = old.accept().await;
    seat_client(&mut client).await;
    let goodbye = Goodbye { code: ErrorCode::Moved, message: String::new() };
    client.say(&[goodbye.into()]).await;
    client.close(ErrorCode::Moved).await;
    drop(old);
    // The bot may give up after one failed attempt, but not now.
    let mut before = Instant::now();
    for _ in 0..4 {
        drop(new.accept_tcp().await);
        let waited = before.elapsed();
        assert!(waited <= Duration::from_millis(1_500), "{waited:?}");
        before = Instant::now();
    }
    let mut client = new.accept().await;
    let ClientMessage::LoginToken(_) = client.hear().await else { panic!("no resumption") };
    running.abort();
}

#[tokio::test]
async fn the_hello_can_be_refused() {
    let server = FakeServer::start().await;
    let running = run(one_bot(&server, Encoding::Binary));
    let mut client = server.accept_silently().await;
    client.hear().await;
    let goodbye = Goodbye { code: ErrorCode::UnsupportedVersion, message: "too old".to_owned() };
    client.say(&[goodbye.into()]).await;
    let summary = running.await.unwrap();
    assert!(matches!(summary.outcomes[..], [Outcome::Rejected { .. }]), "{summary:?}");
}

#[tokio::test]
async fn a_server_without_the_subprotocol_is_no_server_of_ours() {
    let server = FakeServer::start().await;
    let endpoint = Endpoint::resolve(&server.url()).await.unwrap();
    let accepting = tokio::spawn(async move {
        let stream = server.accept_tcp().await;
        tokio_tungstenite::accept_async(stream).await
    });
    let error = Connection::open(&endpoint, Encoding::Binary, None).await.unwrap_err();
    assert!(error.is_protocol_error(), "{error}");
    assert!(
        matches!(error, ConnectionError::NoSubprotocol(_) | ConnectionError::WebSocket(_)),
        "{error}"
    );
    let _ = accepting.await;
}

#[tokio::test]
async fn action_ids_go_on_from_what_the_room_has_seen() {
    let server = FakeServer::start().await;
    let running = run(one_bot(&server, Encoding::Binary).time(Duration::from_secs(30)));
    let mut client = server.accept().await;
    let ClientMessage::LoginGuest(login) = client.hear().await else { panic!("no login") };
    // The account already has a seat, from an earlier session.
    let you = OwnView {
        cards: cards("As Kd"),
        decision: Some(Decision { turn: TurnToken(5), legal: call_or_raise(5, 20, 1_000) }),
        last_action_id: ActionId(99),
        ..own_view(1)
    };
    let seats = vec![seat(0, "villain", 990), seat(1, "bot0", 995)];
    client
        .say(&[logged_in(login.request, 4_000, &[TABLE]), snapshot(view(40, seats, Some(you)))])
        .await;
    let ClientMessage::Act(act) = client.hear().await else { panic!("it does not act") };
    assert_eq!(act.action_id, ActionId(100));
    running.abort();
}

/// Thousands of bots share a process, so each must be small.
#[tokio::test]
async fn a_bot_is_small() {
    let endpoint = Endpoint::resolve("ws://127.0.0.1:1/ws").await.unwrap();
    let line = Line {
        endpoint,
        encoding: Encoding::Binary,
        sources: Vec::new(),
        gate: ConnectGate::per_second(1),
        spaces_reconnects: true,
        attempts: 1,
        longest_wait: Duration::from_secs(10),
        start: tokio::time::Instant::now(),
        cuts: tokio::sync::watch::channel(0).1,
    };
    let (seed, shared) = (Seed::new(0, 0), Arc::new(Shared::default()));
    let player = Player::new(0, seed, shared.clone(), Box::new(Caller));
    let account = Box::new(Account::from(player));
    let bytes = size_of::<Account>()
        + size_of::<Player>()
        + size_of_val(&drive(account, seed, shared, Arc::new(line), CancellationToken::new()));
    assert!(
        bytes <= 4_352,
        "{bytes} bytes, a player has {} and an account {}",
        size_of::<Player>(),
        size_of::<Account>()
    );
}
