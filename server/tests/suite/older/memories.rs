//! Memories of the older room: hands, results, standings, notes, tokens, a code and an entry.

use super::fixture::Facts;
use crate::support::house::Person;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::history::{GetHand, HandFilter, HandSummary, ListHands};
use cardroom_protocol::league::GetStandings;
use cardroom_protocol::notes::ListNotes;
use cardroom_protocol::past::GetResults;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::WithdrawEntry;
use cardroom_protocol::{HandNo, Secret, TableId, TournamentId};
use serde::Serialize;
use serde_json::{Value, json};

/// Reads old hands, results, standings and notes.
pub(super) async fn look_back(ada: &mut Person, facts: &Facts) {
    old_hands(ada, facts).await;
    results(ada, facts).await;
    standings(ada, facts).await;

    let ask = |request| ListNotes { request, from: 0 }.into();
    let page = ada.ask(ask, |message| match message {
        ServerMessage::NotePage(page) => Some(page),
        _ => None,
    });
    let notes = page.await.unwrap().notes;
    let notes: Vec<_> = notes.iter().map(|note| (&*note.player, &*note.text)).collect();
    assert_eq!(notes, [("Bob", "Calls everything.")]);
}

async fn old_hands(ada: &mut Person, facts: &Facts) {
    let hands = listed(ada).await;
    let find = |table: u64, hand: u64| {
        let is_it = |it: &&HandSummary| (it.table.0, it.hand.0) == (table, hand);
        hands.iter().find(is_it).unwrap_or_else(|| panic!("hand {hand} at table {table} is gone"))
    };
    assert!(facts.hands.len() > 3, "there are old hands");
    for then in &facts.hands {
        let now = find(then.table, then.hand);
        assert_eq!((now.pot.0, json!(now.board)), (then.pot, then.board.clone()), "{now:?}");
        // They are sealed with a key of the fixture.
        let own = now.own.as_ref().unwrap();
        assert_eq!(json!(own.cards), then.cards, "{now:?}");
        assert_eq!(shown(ada, then.table, then.hand).await, then.cards, "{now:?}");
    }
    // One interrupted hand was dealt by the older program and ended by this one, the other is void.
    for (then, is_void) in facts.interrupted.iter().zip([false, true]) {
        let now = find(then.table, then.hand);
        assert_eq!(now.void, is_void, "{now:?}");
        assert_eq!(json!(now.own.as_ref().unwrap().cards), then.cards["Ada"], "{now:?}");
        assert_eq!(shown(ada, then.table, then.hand).await, then.cards["Ada"], "{now:?}");
    }
}

async fn listed(ada: &mut Person) -> Vec<HandSummary> {
    let filter = HandFilter::default();
    let ask = |request| ListHands { request, filter, everybody: false, from: 0 }.into();
    let page = ada.ask(ask, |message| match message {
        ServerMessage::HandPage(page) => Some(page),
        _ => None,
    });
    page.await.unwrap().hands
}

/// Returns the viewer's own cards, as a hand's record shows them.
async fn shown(ada: &mut Person, table: u64, hand: u64) -> Value {
    let (table, hand) = (TableId(table), HandNo(hand));
    let ask = |request| GetHand { request, table, hand, inspect: None }.into();
    let shown = ada.ask(ask, |message| match message {
        ServerMessage::HandShown(shown) => Some(shown.record),
        _ => None,
    });
    let record = shown.await.unwrap();
    assert!(record.steps.len() > 3, "{record:?}");
    let own = record.cards.iter().find(|cards| Some(cards.seat) == record.viewer).unwrap();
    json!(own.dealt)
}

async fn results(ada: &mut Person, facts: &Facts) {
    let tournament = TournamentId(facts.tournament.tournament);
    let ask = |request| GetResults { request, tournament, from: 0 }.into();
    let page = ada.ask(ask, |message| match message {
        ServerMessage::ResultPage(page) => Some(page),
        _ => None,
    });
    let page = page.await.unwrap();
    assert_eq!(page.event.name, facts.tournament.name);
    assert_eq!(page.rows.len(), 6);
    assert_same(&page.rows, &facts.tournament.rows);
}

async fn standings(ada: &mut Person, facts: &Facts) {
    let (league, season) = ("house-league".to_owned(), Some(facts.standings.season.clone()));
    let ask = |request| GetStandings { request, league, season, from: 0 }.into();
    let page = ada.ask(ask, |message| match message {
        ServerMessage::StandingPage(page) => Some(page),
        _ => None,
    });
    assert_same(&page.await.unwrap().rows, &facts.standings.rows);
}

/// Asserts that rows have what rows of the older room had.
fn assert_same(now: &[impl Serialize], then: &[Value]) {
    assert_eq!(now.len(), then.len());
    for (now, then) in now.iter().zip(then) {
        let now = serde_json::to_value(now).unwrap();
        for (key, value) in then.as_object().unwrap() {
            assert_eq!(&now[key], value, "{key} of {then}");
        }
    }
}

/// Lets in the bot with its API token and the guest with the token of the browser, who still has
/// the code of a private table.
pub(super) async fn others_come_back(room: &OpenRoom, facts: &Facts) {
    let token = Secret::from(facts.token.as_str());
    let bot = Person::with_token(room.address, token).await;
    assert_eq!(bot.logged_in.name, "Ada");

    let token = Secret::from(facts.guest.token.as_str());
    let mut guest = Person::with_token(room.address, token).await;
    assert_eq!((&guest.logged_in.name, guest.logged_in.guest), (&facts.guest.name, true));
    let table = guest.use_code(&facts.private.code).await.unwrap();
    assert_eq!((table.table.0, &table.name), (facts.private.table, &facts.private.name));
}

/// Takes the entry into the next sit-and-go back.
pub(super) async fn withdraw(ada: &mut Person, facts: &Facts) {
    let tournament = TournamentId(facts.entered.tournament);
    ada.done(|request| WithdrawEntry { request, tournament }.into()).await.unwrap();
}
