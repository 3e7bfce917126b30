//! Time on a waiting list, without a runtime: a player who is away is skipped, and is off the list
//! after a minute.

use crate::support::asking::Ask;
use crate::support::hold_em::hold_em_table;
use crate::support::ordinary;
use cardroom::cashier::Cashier;
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::inbox::Player;
use cardroom::store::StoredStream;
use cardroom::table::{After, CoreInput, TableCore, Terms};
use cardroom_engine::TableSetup;
use cardroom_protocol::RequestId;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::waiting::WaitListEnd;
use cardroom_rules::{Chips, Millis};

const START: Millis = Millis(1_000_000);

fn player(number: u64) -> Player {
    ordinary::account(number, &format!("Player {number}"))
}

/// A table for two at which 1 and 2 sit, and 3 and 4 wait for a seat.
struct Full {
    core: TableCore,
    cashier: Cashier,
}

impl Full {
    fn new() -> Self {
        let setup = TableSetup { seats: 2, ..hold_em_table(|_| {}) };
        let description = ordinary::table("Full");
        let stream = StoredStream::default();
        let core = TableCore::open(TableId(1), description, Some(&setup), &stream).unwrap();
        let core = core.under(Terms::default().offering_seats_for(Millis::seconds(10)));
        let cashier = Cashier::load((1..=9).map(|number| (AccountId(number), Chips(10_000))));
        let mut full = Self { core, cashier };
        full.core.on(START, CoreInput::Recover { setup: Some(setup) });
        for number in [1, 2] {
            full.sit(START, number);
        }
        for number in [3, 4] {
            full.ask(START, number, Ask::JoinLine);
        }
        assert_eq!(full.core.info().waiting, 2);
        full
    }

    fn ask(&mut self, now: Millis, number: u64, what: Ask) -> Vec<After> {
        let (connection, request) = (ConnectionId(number), RequestId(1));
        let player = Some(player(number));
        self.core.on(now, what.input(connection, player, request)).after
    }

    fn is_back(&mut self, now: Millis, number: u64) -> Vec<After> {
        let (connection, account) = (ConnectionId(number), AccountId(number));
        self.core.on(now, CoreInput::BackInLine { connection, account }).after
    }

    fn sit(&mut self, now: Millis, number: u64) -> Vec<After> {
        let hold = self.cashier.purse(AccountId(number)).unwrap().hold(Chips(1_000)).unwrap();
        let what = Ask::Sit { seat: None, hold, wait_for_big_blind: false };
        self.ask(now, number, what)
    }

    fn tick(&mut self, now: Millis) -> Vec<After> {
        self.core.on(now, CoreInput::Tick).after
    }
}

/// Returns the players who are offered a seat.
fn offered(after: &[After]) -> Vec<u64> {
    let offer = |after: &After| match after {
        After::Tell(who, message) => {
            matches!(**message, ServerMessage::SeatOffered(_)).then_some(who.0)
        }
        _ => None,
    };
    after.iter().filter_map(offer).collect()
}

/// Returns the players who are off the waiting list, and why.
fn out(after: &[After]) -> Vec<(u64, WaitListEnd)> {
    let left = |after: &After| match after {
        After::Tell(who, message) => match &**message {
            ServerMessage::WaitListLeft(left) => Some((who.0, left.reason)),
            _ => None,
        },
        _ => None,
    };
    after.iter().filter_map(left).collect()
}

#[test]
fn who_is_away_is_passed_over_and_after_a_minute_out() {
    let mut full = Full::new();
    full.core.on(START, CoreInput::Detach { connection: ConnectionId(3) });
    let after = full.ask(START + Millis(5_000), 1, Ask::Leave);
    assert_eq!(offered(&after), [4], "the first in line is not there");
    assert_eq!(full.core.deadline(), Some(START + Millis(15_000)), "the end of the offer");
    assert_eq!(out(&full.tick(START + Millis(14_999))), []);
    let after = full.tick(START + Millis(15_000));
    assert_eq!(out(&after), [(4, WaitListEnd::OfferOver)]);
    assert_eq!(offered(&after), [] as [u64; 0]);
    assert_eq!(full.core.deadline(), Some(START + Millis(60_000)));
    assert_eq!(out(&full.tick(START + Millis(60_000))), [(3, WaitListEnd::Away)]);
    assert_eq!(full.core.info().waiting, 0);
}

#[test]
fn who_is_back_in_time_is_offered_the_seat_that_is_still_free() {
    let mut full = Full::new();
    for number in [3, 4] {
        full.core.on(START, CoreInput::Detach { connection: ConnectionId(number) });
    }
    let after = full.ask(START + Millis(5_000), 1, Ask::Leave);
    assert_eq!(offered(&after), [] as [u64; 0], "nobody is there");
    let after = full.is_back(START + Millis(30_000), 4);
    assert_eq!(offered(&after), [4]);
    let after = full.is_back(START + Millis(31_000), 3);
    assert_eq!(offered(&after), [] as [u64; 0], "it is kept for the other one");
    let after = full.sit(START + Millis(32_000), 4);
    assert_eq!(out(&after), [(4, WaitListEnd::Seated)]);
    assert_eq!(full.core.info().waiting, 1);
    // Two free seats are offered to two players at once.
    full.ask(START + Millis(33_000), 9, Ask::JoinLine);
    let after = full.ask(START + Millis(34_000), 2, Ask::Leave);
    assert_eq!(offered(&after), [3]);
    let after = full.ask(START + Millis(35_000), 4, Ask::Leave);
    assert_eq!(offered(&after), [9]);
}

#[test]
fn a_table_that_closes_sends_the_line_away() {
    let mut full = Full::new();
    let after = full.core.on(START, CoreInput::Close).after;
    assert_eq!(out(&after), [(3, WaitListEnd::Closed), (4, WaitListEnd::Closed)]);
    let after = full.ask(START, 5, Ask::JoinLine);
    assert_eq!(out(&after), []);
    assert_eq!(full.core.info().waiting, 0);
}
