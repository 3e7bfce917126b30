//! Every message, with random numbers, in every state of a connection that does not allow it. Runs
//! without sockets, so that there can be many. Before a login, a client may only log in and see
//! what is public. A player without a seat, or not to act, changes nothing at a table in the middle
//! of a hand.
//!
//! `CARDROOM_FRAMES` is the number of messages, by default a few thousand.

use crate::support::asking::Ask;
use crate::support::hold_em::hold_em_table;
use crate::support::ordinary;
use cardroom::cashier::Cashier;
use cardroom::config::SessionSettings;
use cardroom::entropy::Dealer;
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::inbox::Player;
use cardroom::look::Look;
use cardroom::permits::{Credential, Factor, Standing};
use cardroom::store::StoredStream;
use cardroom::table::{CoreInput, TableCore};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Hello;
use cardroom_protocol::limits::MAX_FRAME_BYTES;
use cardroom_protocol::requests::{TableRequest, TournamentRequest};
use cardroom_protocol::server::Role;
use cardroom_protocol::{Encoding, MINOR_VERSION, RequestId};
use cardroom_rules::{Chips, Millis};
use cardroom_sessions::{Arrived, Input, Output, SessionCore, SignedIn};

const GOLDEN: &str = include_str!("../../../../protocol/tests/golden/client.txt");
const FRAMES: usize = 6_000;
const TABLE: TableId = TableId(7);
const SEATS: u8 = 3;
const NOW: Millis = Millis(1_000_000);

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Connected,
    Welcome,
    LoggedIn,
    Seated,
}

const STAGES: [Stage; 4] = [Stage::Connected, Stage::Welcome, Stage::LoggedIn, Stage::Seated];

/// A small generator that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(bound).unwrap()).unwrap()
    }
}

/// Returns a message with other numbers.
fn with_other_numbers(json: &str, dice: &mut Dice) -> String {
    let mut frame = String::from("[");
    let mut in_number = false;
    for letter in json.chars() {
        if letter.is_ascii_digit() {
            if !in_number {
                frame.push_str(match dice.below(9) {
                    0 => "0",
                    1 => "1",
                    2 => "2",
                    3 => "7",
                    4 => "250",
                    5 => "4294967295",
                    6 => "9007199254740991",
                    _ => "3",
                });
            }
            in_number = true;
        } else {
            in_number = false;
            frame.push(letter);
        }
    }
    frame.push(']');
    frame
}

fn settings() -> SessionSettings {
    SessionSettings {
        room: "Cardroom".to_owned(),
        server: "cardroom/test".to_owned(),
        hello_timeout: Millis(5_000),
        login_timeout: Millis(30_000),
        ping_interval: Millis(20_000),
        idle_timeout: Millis(60_000),
        watched_tables: 16,
        share_links: true,
        pokerstars_text: true,
        provider: None,
    }
}

fn connection(stage: Stage, settings: &SessionSettings) -> SessionCore {
    let mut core = SessionCore::new(NOW, settings);
    if stage != Stage::Connected {
        let hello = Hello { minor: MINOR_VERSION, client: "hostile".to_owned() };
        let input = Input::Message { message: hello.into(), over_rate: false };
        core.on(NOW, input, settings);
    }
    if matches!(stage, Stage::LoggedIn | Stage::Seated) {
        let login = cardroom_protocol::client::LoginGuest { request: RequestId(1), nickname: None };
        let input = Input::Message { message: login.into(), over_rate: false };
        core.on(NOW, input, settings);
        let seats = if stage == Stage::Seated { vec![TABLE] } else { Vec::new() };
        let login = SignedIn {
            account: AccountId(99),
            name: "Mallory".into(),
            role: Role::Player,
            guest: true,
            look: Look::of(AccountId(99)),
            balance: Chips(0),
            standing: Standing {
                role: Role::Player,
                credential: Credential::SignIn,
                factor: Factor::None,
            },
            ends: None,
            resume_token: None,
        };
        let arrived = Arrived {
            login,
            seats,
            lines: Vec::new(),
            tournaments: Vec::new(),
            tickets: None,
            sign_in: None,
        };
        core.on(NOW, Input::LoginDecided(Ok(arrived)), settings);
    }
    core
}

fn player(account: u64) -> Player {
    ordinary::account(account, &format!("player {account}"))
}

/// Returns a table in the middle of a hand.
fn table() -> TableCore {
    let setup = hold_em_table(|_| {});
    let description = ordinary::table("Hostile");
    let stream = StoredStream::default();
    let mut core = TableCore::open(TABLE, description, Some(&setup), &stream).unwrap();
    core.on(NOW, CoreInput::Recover { setup: Some(setup) });
    let accounts = (0..u64::from(SEATS)).map(|seat| (AccountId(seat), Chips(50_000)));
    let cashier = Cashier::load(accounts);
    for seat in 0..SEATS {
        let hold = cashier.purse(AccountId(seat.into())).unwrap().hold(Chips(5_000)).unwrap();
        let what = Ask::Sit { seat: Some(seat), hold, wait_for_big_blind: false };
        let (connection, player) = (ConnectionId(seat.into()), Some(player(seat.into())));
        core.on(NOW, what.input(connection, player, RequestId(1)));
    }
    let later = NOW + Millis(10_000);
    let decks = Dealer::from_seed([5; 32]).decks(core.wants_deck(later).unwrap());
    core.on(later, CoreInput::Deck { decks, sealed: None, draw: 0 });
    assert!(core.table().turn().is_some());
    core
}

/// Returns `true` for an output allowed before a login: messages, the login
/// itself, and public views.
fn is_anybodys(output: &Output) -> bool {
    use TournamentRequest as Of;
    match output {
        Output::Table(_, request) => {
            matches!(**request, TableRequest::GetHandSoFar(_) | TableRequest::JoinDeal(_))
        }
        Output::Act(..)
        | Output::Lend(..)
        | Output::BuyIn { .. }
        | Output::OpenTournament(_)
        | Output::OpenTournamentWith(_)
        | Output::Account { .. } => false,
        Output::Tournament(_, request) => matches!(
            request,
            Of::WatchTournament(_)
                | Of::GetStructure(_)
                | Of::GetHouseRules(_)
                | Of::ListPlayers(_)
                | Of::ListTournamentTables(_)
                | Of::ListPayouts(_)
                | Of::ListRulings(_)
        ),
        _ => true,
    }
}

#[test]
fn messages_in_the_wrong_state_change_nothing() {
    let asked = std::env::var("CARDROOM_FRAMES").ok();
    let frames: usize = asked.and_then(|count| count.parse().ok()).unwrap_or(FRAMES);
    let valid: Vec<&str> =
        GOLDEN.split("\n\n").skip(1).map(|block| block.lines().nth(1).unwrap()).collect();
    assert!(valid.len() > 40, "every message is among them");
    let (settings, mut table, mut dice) = (settings(), table(), Dice(3));
    let (turn, stacks) = (table.table().turn(), table.table().total());
    let (to_act, _, _) = turn.unwrap();
    let waits = (0..SEATS).find(|seat| *seat != to_act.0).unwrap();
    let (mut understood, mut reached) = (0_usize, 0_usize);
    for number in 0..frames {
        let json = valid[number % valid.len()];
        let frame = with_other_numbers(json, &mut dice);
        let decoded = Encoding::Json.decode::<ClientMessage>(frame.as_bytes(), MAX_FRAME_BYTES);
        let Ok(decoded) = decoded else { continue };
        let stage = STAGES[number / valid.len() % STAGES.len()];
        let mut host = connection(stage, &settings);
        for message in decoded.messages {
            understood += 1;
            let input = Input::Message { message, over_rate: false };
            for output in host.on(NOW, input, &settings) {
                let before_login = matches!(stage, Stage::Connected | Stage::Welcome);
                assert!(!before_login || is_anybodys(&output), "{stage:?} {frame}: {output:?}");
                // A player of the table may leave it and top up. Only the player to act may act.
                let (connection, who) = match (stage, &output) {
                    (Stage::Seated, Output::Act(..)) => {
                        (ConnectionId(waits.into()), player(waits.into()))
                    }
                    (Stage::Seated, _) => continue,
                    _ => (ConnectionId(99), player(99)),
                };
                let input = match output {
                    Output::Act(_, action) => CoreInput::Act { connection, player: who, action },
                    Output::Table(_, request) => {
                        let player = Some(who);
                        let (hold, drawn) = (None, Vec::new());
                        CoreInput::Request { connection, player, request, hold, drawn }
                    }
                    _ => continue,
                };
                reached += 1;
                let outputs = table.on(NOW + Millis(10_001), input);
                let unit = &outputs.unit;
                let silent = unit.records.is_empty() && unit.transfers.is_empty();
                assert!(silent && unit.audit.is_empty(), "{stage:?} {frame}: {unit:?}");
            }
        }
    }
    assert_eq!((table.table().turn(), table.table().total()), (turn, stacks));
    assert!(understood > frames / 2 && reached > frames / 20, "{understood}, {reached}");
}
