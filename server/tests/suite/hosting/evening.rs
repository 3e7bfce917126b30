//! A night among friends over the public protocol. A guest hosts, and five friends join by the
//! code, chat during hands and rebuy. One of them becomes an account, the server is killed in the
//! middle, and the ledger adds up.

use crate::hosting::guests::{PASSWORD, upgrade};
use crate::support::house::{Person, terms};
use crate::support::{Postgres, Server};
use cardroom_protocol::client::{Act, Chat, SitIn, TopUp};
use cardroom_protocol::hosting::{GetTableLedger, TableLedger, TableTerms};
use cardroom_protocol::server::{ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Chips, HandNo, RequestId, Secret, TableId};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

const FRIENDS: [&str; 6] = ["Ada", "Bob", "Cid", "Dora", "Emil", "Fay"];
const BUY_IN: u64 = 500;
/// The most hands to wait for a rebuy. If two players are all-in every hand, one
/// soon has nothing left.
const MOST_HANDS: u64 = 40;
const LONG: Duration = Duration::from_secs(60);

/// How a friend plays.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    /// Moves all-in, and calls everything.
    AllIn,
    /// Checks, and folds to every bet.
    Waits,
}

/// The record of a friend's hands.
#[derive(Default)]
pub(crate) struct Seen {
    rebuys: u32,
    last_action: u64,
}

fn decide(style: Style, turn: &YourTurn) -> Action {
    let legal = &turn.legal;
    match (style, legal.wager) {
        (Style::AllIn, Some(range)) if range.raise => Action::RaiseTo(range.max_to),
        (Style::AllIn, Some(range)) => Action::Bet(range.max_to),
        (Style::AllIn, None) if legal.call.is_some() => Action::Call,
        _ if legal.check => Action::Check,
        _ => Action::Fold,
    }
}

/// Plays until this hand is over, and rebuys after losing everything.
pub(crate) async fn play(
    person: &mut Person,
    table: TableId,
    style: Style,
    seen: &mut Seen,
    last: HandNo,
) {
    let view = person.observe(table).await.unwrap();
    // It may end before everyone has requested a view.
    let mut is_over = view.hand.as_ref().is_some_and(|hand| hand.hand > last);
    let you = view.you.as_ref().unwrap();
    let (seat, decision) = (you.seat, you.decision.clone());
    seen.last_action = seen.last_action.max(you.last_action_id.0);
    let mut due = decision.map(|decision| (decision.turn, decision.legal));
    while !is_over {
        if let Some((turn, legal)) = due.take() {
            seen.last_action += 1;
            let asked = YourTurn { table, seq: view.seq, turn, legal };
            let (action, action_id) = (decide(style, &asked), ActionId(seen.last_action));
            person.client.send([Act { table, turn, action_id, action }.into()]).await;
        }
        match tokio::time::timeout(LONG, person.client.receive()).await.expect("play goes on") {
            ServerMessage::YourTurn(asked) => due = Some((asked.turn, asked.legal)),
            ServerMessage::ActionRefused(refused) => panic!("{refused:?}"),
            ServerMessage::Step(step) => {
                for event in &step.events.0 {
                    match event {
                        TableEvent::HandStarted(started) => is_over |= started.hand > last,
                        TableEvent::HandEnded(ended) => is_over |= ended.hand >= last,
                        TableEvent::SatOut(out) if out.seat == seat => {
                            seen.rebuys += 1;
                            let (request, amount) = (RequestId(1), Chips(BUY_IN));
                            let rebuy = TopUp { request, table, amount };
                            let back = SitIn { request: RequestId(2), table };
                            person.client.send([rebuy.into(), back.into()]).await;
                        }
                        _ => {}
                    }
                }
            }
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

/// Lets everyone play this many hands.
async fn play_together(
    friends: &mut BTreeMap<&'static str, (Person, Seen)>,
    table: TableId,
    hands: u64,
) {
    let (ada, _) = friends.get_mut("Ada").unwrap();
    let view = ada.observe(table).await.unwrap();
    let current = view.hand.as_ref().map_or(view.info.hands_played, |hand| hand.hand.0);
    let last = HandNo(current + hands);
    let playing = friends.iter_mut().map(|(name, (person, seen))| {
        let style = if ["Ada", "Bob"].contains(name) { Style::AllIn } else { Style::Waits };
        play(person, table, style, seen, last)
    });
    futures_util::future::join_all(playing).await;
}

async fn ledger(person: &mut Person, table: TableId) -> TableLedger {
    let answer = |message| match message {
        ServerMessage::TableLedger(ledger) => Some(ledger),
        _ => None,
    };
    person.ask(|request| GetTableLedger { request, table }.into(), answer).await.unwrap()
}

fn assert_it_adds_up(ledger: &TableLedger) {
    let sum = |part: fn(&cardroom_protocol::hosting::LedgerRow) -> Chips| -> u64 {
        ledger.rows.iter().map(|row| part(row).0).sum()
    };
    assert_eq!(sum(|row| row.won), sum(|row| row.lost), "{ledger:?}");
    let brought = sum(|row| row.buy_ins) + sum(|row| row.top_ups) + sum(|row| row.given);
    assert_eq!(brought, sum(|row| row.cash_outs) + sum(|row| row.stack), "{ledger:?}");
}

async fn an_evening(directory: &Path, url: &str) {
    let server = Server::start(directory, url);
    let mut friends = BTreeMap::new();
    for name in FRIENDS {
        let person = Person::guest_at(server.address(), name).await;
        friends.insert(name, (person, Seen::default()));
    }
    let mut granted = BTreeMap::new();
    for (name, (person, _)) in &friends {
        assert!(person.logged_in.guest);
        granted.insert(*name, person.logged_in.balance.0);
    }
    let (ada, _) = friends.get_mut("Ada").unwrap();
    let night = TableTerms { seats: 6, free_chat: true, between_hands_ms: 1_000, ..terms() };
    let hosted = ada.host(night).await.unwrap();
    let table = hosted.table;
    for (person, _) in friends.values_mut() {
        person.use_code(&hosted.code).await.unwrap();
        person.sit(table, BUY_IN).await.unwrap();
    }

    // The friends play hands, and chat during one.
    play_together(&mut friends, table, 2).await;
    let (fay, _) = friends.get_mut("Fay").unwrap();
    while fay.observe(table).await.unwrap().hand.is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let text = "You never have the ace".to_owned();
    fay.done(|request| Chat { request, table, text }.into()).await.unwrap();
    let (emil, _) = friends.get_mut("Emil").unwrap();
    let line = |message| match message {
        ServerMessage::ChatLine(line) => Some(line.name),
        _ => None,
    };
    assert_eq!(emil.until("the line", line).await, "Fay");
    let is_rebought =
        |friends: &BTreeMap<_, (Person, Seen)>| friends.values().any(|(_, seen)| seen.rebuys > 0);
    let mut hands = 2;
    while !is_rebought(&friends) {
        assert!(hands < MOST_HANDS, "nobody went broke in {hands} hands");
        play_together(&mut friends, table, 1).await;
        hands += 1;
    }
    // The rebuy takes effect at the end of the hand it came in.
    play_together(&mut friends, table, 1).await;

    // A guest becomes an account, and the server dies during a hand.
    let (cid, _) = friends.get_mut("Cid").unwrap();
    let account = upgrade(cid, "Cid the Kid", PASSWORD).await.unwrap();
    assert!(!account.guest && account.account == cid.logged_in.account);
    let (ada, _) = friends.get_mut("Ada").unwrap();
    let before = ledger(ada, table).await;
    assert_it_adds_up(&before);
    let tokens: Vec<(&str, Secret)> = friends
        .iter()
        .map(|(name, (person, _))| (*name, person.logged_in.resume_token.clone().unwrap()))
        .collect();
    server.kill();
    drop(friends);

    let server = Server::start(directory, url);
    let mut friends = BTreeMap::new();
    for (name, token) in &tokens {
        let person = Person::with_token(server.address(), token.clone()).await;
        assert_eq!(person.logged_in.tables, [table], "{name} still has a seat");
        friends.insert(*name, (person, Seen::default()));
    }
    let (cid, _) = &friends["Cid"];
    assert_eq!((&*cid.logged_in.name, cid.logged_in.guest), ("Cid the Kid", false));
    play_together(&mut friends, table, 2).await;

    // Everyone leaves, and no wallet has changed.
    for (person, _) in friends.values_mut() {
        person.leave(table).await.unwrap();
    }
    let (ada, _) = friends.get_mut("Ada").unwrap();
    let mut night = ledger(ada, table).await;
    for _ in 0..200 {
        if night.rows.iter().all(|row| row.stack.0 == 0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        night = ledger(ada, table).await;
    }
    assert_it_adds_up(&night);
    assert_eq!(night.rows.len(), FRIENDS.len());
    assert!(night.rows.iter().any(|row| row.player == "Cid the Kid"));
    assert!(night.rows.iter().any(|row| row.top_ups.0 >= BUY_IN), "the rebuy is in: {night:?}");
    assert!(night.rows.iter().all(|row| row.stack.0 == 0), "everybody is up: {night:?}");
    let mut nets: BTreeMap<&str, i128> = BTreeMap::new();
    for row in &night.rows {
        nets.insert(&row.player, i128::from(row.won.0) - i128::from(row.lost.0));
    }
    drop(friends);
    for (name, token) in tokens {
        let person = Person::with_token(server.address(), token).await;
        assert_eq!(person.logged_in.balance.0, granted[name], "{name}: {night:?}");
    }
    for payment in &night.settle {
        *nets.get_mut(payment.from.as_str()).unwrap() += i128::from(payment.amount.0);
        *nets.get_mut(payment.to.as_str()).unwrap() -= i128::from(payment.amount.0);
    }
    assert!(night.fewest && nets.values().all(|net| *net == 0), "{night:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_evening_among_guests_adds_up_on_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    an_evening(directory.path(), "sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_evening_among_guests_adds_up_on_postgres() {
    let Some(database) = Postgres::database().await else { return };
    let directory = tempfile::tempdir().unwrap();
    an_evening(directory.path(), &database.url()).await;
}
