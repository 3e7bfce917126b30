//! A table of which nothing is stored.
// A panic is how a test fails. Clippy allows `unwrap` only in the test functions themselves.
#![allow(clippy::unwrap_used)]

use cardroom_cards::DeckOrder;
use cardroom_engine::{Decks, TableSetup};
use cardroom_protocol::client::{Act, Sit};
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::{Role, ServerMessage, Step};
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, RequestId};
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{Held, Player, StoredStream};
use cardroom_rules::{Chips, Library, Millis, RingTerms, Stakes};
use cardroom_tables::{CoreInput, Outputs, TableCore, TableDescription};

const TABLE: TableId = TableId(1);
const HANDS: u32 = 100;

/// What came out of a table while it played.
#[derive(Default)]
struct Seen {
    steps: Vec<Step>,
    played: u32,
    records: usize,
    snapshots: usize,
}

fn table() -> TableCore {
    let holdem = include_str!("../../../config/games/holdem.toml");
    let tda = include_str!("../../../config/rulebooks/tda-2024.toml");
    let library = Library::parse([("holdem", holdem)], [("tda-2024", tda)]).unwrap();
    let (plays, _) = library.plays("holdem", &Stakes::no_limit(50, 100)).unwrap();
    let rulebook = library.rulebook("tda-2024").unwrap().clone();
    let ring = RingTerms::bare(Chips(1_000), Chips(1_000_000));
    let setup = TableSetup::of_ring(plays, rulebook, ring, 2);
    let description = TableDescription::of_bots("Duel");
    TableCore::open(TABLE, description, Some(&setup), &StoredStream::default()).unwrap()
}

fn player(number: u64) -> Player {
    let account = AccountId(number);
    let (name, role, look) = (format!("Player {number}").into(), Role::Player, Look::of(account));
    Player { account, name, bot: true, role, staff: false, look, tenure: Tenure::ALWAYS }
}

fn sits(number: u64) -> CoreInput {
    let sit = Sit {
        request: RequestId(0),
        table: TABLE.0.into(),
        seat: None,
        buy_in: 100_000.into(),
        wait_for_big_blind: false,
    };
    CoreInput::Request {
        connection: ConnectionId(number),
        player: Some(player(number)),
        request: Box::new(TableRequest::Sit(sit)),
        hold: Some(Held { account: AccountId(number), amount: Chips(100_000) }),
        drawn: Vec::new(),
    }
}

/// Lets two players call and check through some hands.
fn play(mut core: TableCore) -> Seen {
    let (mut seen, mut now, mut acted) = (Seen::default(), Millis(1), 0);
    let mut inputs = vec![sits(2), sits(1)];
    while seen.played < HANDS {
        let input = match inputs.pop() {
            Some(input) => input,
            None if core.wants_deck(now).is_some() => {
                let decks =
                    Decks { deck: DeckOrder::beginning_with([]).unwrap(), reshuffles: vec![] };
                CoreInput::Deck { decks, sealed: None, draw: 0 }
            }
            None => {
                now = core.deadline().unwrap().max(now);
                CoreInput::Tick
            }
        };
        let Outputs { unit, steps, private, played, .. } = core.on(now, input);
        seen.records += unit.records.len();
        seen.snapshots += usize::from(unit.snapshot.is_some());
        seen.played += u32::from(played.is_some());
        seen.steps.extend(steps);
        for (connection, message) in private {
            let ServerMessage::YourTurn(turn) = message else { continue };
            acted += 1;
            let action = if turn.legal.check { Action::Check } else { Action::Call };
            let (table, action_id) = (TABLE.0.into(), ActionId(acted));
            let action = TableAction::Act(Act { table, turn: turn.turn, action_id, action });
            inputs.push(CoreInput::Act { connection, player: player(connection.0), action });
        }
    }
    seen
}

#[test]
fn an_unstored_table_shows_the_same_steps_and_records_nothing() {
    let (stored, unstored) = (play(table()), play(table().unstored()));
    assert_eq!(stored.records, stored.steps.len());
    assert!(stored.snapshots > 0, "no snapshot was due in {HANDS} hands");
    assert_eq!((unstored.records, unstored.snapshots), (0, 0));
    assert_eq!(unstored.steps, stored.steps);
}
