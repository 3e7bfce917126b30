//! A tournament hand is all-in before the flop, and runs out street by street. No view shows a
//! street before the table does: not the table, the lobby of the room or of the tournament, the
//! histories, or a reconnection. Nor does any view show who will bust.

use crate::tournaments::people::{Line, Person, people};
use crate::tournaments::winners::{announced, open_room};
use cardroom::store::MemoryStore;
use cardroom::wiring::OpenRoom;
use cardroom_bot::TournamentId;
use cardroom_cards::Card;
use cardroom_protocol::client::{Act, ListTables, Observe, WatchLobby};
use cardroom_protocol::history::{GetHand, HandFilter, ListHands};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::server::{ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::tournament::{ListTournaments, PlayerRow};
use cardroom_protocol::{ActionId, Encoding, ErrorCode, HandNo, TableId};
use cardroom_rules::{Format, Millis};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Two who are all-in, one who folds, a watcher and one in the lobby.
const NAMES: [&str; 5] = ["Ada", "Ben", "Cleo", "Dan", "Eve"];

/// Returns every card in some messages, anywhere in them.
fn cards_in(messages: &[ServerMessage]) -> BTreeSet<Card> {
    fn collect(value: &Value, into: &mut BTreeSet<Card>) {
        match value {
            Value::String(text) => into.extend(text.parse::<Card>()),
            Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
            Value::Object(fields) => fields.values().for_each(|value| collect(value, into)),
            _ => {}
        }
    }
    let mut cards = BTreeSet::new();
    let frame = Encoding::Json.encode(messages).unwrap();
    collect(&serde_json::from_slice(&frame).unwrap(), &mut cards);
    cards
}

/// Returns the cards that a player was dealt.
fn own_cards(line: &Line) -> BTreeSet<Card> {
    let own = line.heard.iter().flat_map(|message| match message {
        ServerMessage::TableSnapshot(snapshot) => {
            snapshot.view.you.as_ref().map_or(&[][..], |you| &you.cards)
        }
        ServerMessage::HoleCards(own) => &own.cards,
        _ => &[],
    });
    own.copied().collect()
}

fn events(messages: &[ServerMessage]) -> impl Iterator<Item = &TableEvent> {
    messages
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        })
        .flatten()
}

fn board(messages: &[ServerMessage]) -> usize {
    let dealt = events(messages).filter_map(|event| match event {
        TableEvent::BoardDealt(dealt) => Some(dealt.cards.len()),
        _ => None,
    });
    dealt.sum()
}

fn is_over(messages: &[ServerMessage]) -> bool {
    events(messages).any(|event| matches!(event, TableEvent::HandEnded(_)))
}

/// Returns the first such message, which may have come during an earlier search.
async fn heard<T>(line: &mut Line, is: impl Fn(&ServerMessage) -> Option<T>) -> T {
    match line.heard.iter().find_map(&is) {
        Some(found) => found,
        None => line.told(is).await,
    }
}

/// Goes all-in, or calls the all-in. With `folds`, folds.
async fn act_once(mut line: Line, folds: bool) -> Line {
    let turn = heard(&mut line, |message| match message {
        ServerMessage::YourTurn(turn) => Some(turn.clone()),
        _ => None,
    });
    let YourTurn { table, turn, legal, .. } = turn.await;
    let action = match legal.wager {
        _ if folds => Action::Fold,
        Some(wager) if wager.raise => Action::RaiseTo(wager.max_to),
        Some(wager) => Action::Bet(wager.max_to),
        None => Action::Call,
    };
    line.send(Act { table, turn, action_id: ActionId(1), action }.into()).await;
    line
}

/// Returns the tournament's list of players: seats, stacks, places.
async fn standing(line: &mut Line, tournament: TournamentId) -> Vec<PlayerRow> {
    line.seen(tournament).await;
    line.players(tournament).await
}

/// Requests the view of the watched table, and with it every step before.
async fn look(line: &mut Line, table: TableId) {
    line.order(|request| Observe { request, table }.into()).await.unwrap();
}

fn last_tables(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::TableList(list) if list.last).then_some(())
}

/// Looks for a table and a tournament in the lobby in all three ways.
async fn look_around(line: &mut Line) {
    let filter = TableFilter::default();
    let list = |request| ListTables { request, filter: filter.clone() }.into();
    line.ask(list, last_tables).await.unwrap();
    let list = |request| ListTournaments { request, past: false }.into();
    let found = line.ask(list, |message| match message {
        ServerMessage::TournamentList(list) => Some(list.tournaments.len()),
        _ => None,
    });
    assert_eq!(found.await, Ok(1));
}

/// Checks whether a hand is in the player's histories.
async fn is_kept(line: &mut Line, table: TableId, hand: HandNo) -> bool {
    let filter = HandFilter::default();
    let list =
        |request| ListHands { request, filter: filter.clone(), everybody: false, from: 0 }.into();
    let found = line.ask(list, |message| match message {
        ServerMessage::HandPage(page) => Some(page.hands.len()),
        _ => None,
    });
    let is_listed = found.await != Ok(0);
    let get = |request| GetHand { request, table, hand, inspect: None }.into();
    let shown = line.ask(get, |message| match message {
        ServerMessage::HandShown(_) => Some(()),
        _ => None,
    });
    is_listed || shown.await != Err(ErrorCode::UnknownHand)
}

/// Returns the table at which a player sits, which is shown without a request.
async fn shown(line: &mut Line) -> TableId {
    heard(line, |message| match message {
        ServerMessage::TableSnapshot(snapshot) => Some(snapshot.view.info.table),
        _ => None,
    })
    .await
}

/// Reconnects a player, who is shown the table.
async fn come_back(room: &OpenRoom, person: &Person, table: TableId) -> Line {
    let mut line = Line::open(room, person).await;
    look(&mut line, table).await;
    line
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_no_side_a_street_shows_before_the_table_has_it() {
    let room = open_room(Arc::new(MemoryStore::new())).await;
    let people = people(&room, NAMES).await;
    let handle = announced(&room, 0, |structure| {
        structure.format = Format::SitAndGo;
        structure.entry.max_entrants = 3;
        structure.entry.re_entries = 0;
        structure.entry.late_levels = None;
        structure.pace.run_out_ms = Millis(2_000);
    })
    .await;
    let tournament = TournamentId(handle.id.0);
    let mut lobby = Line::open(&room, &people[4]).await;
    let watch = |request| WatchLobby { request, on: true }.into();
    lobby.ask(watch, last_tables).await.unwrap();
    let mut players = Vec::new();
    for person in &people[..3] {
        let mut line = Line::open(&room, person).await;
        line.enter(tournament).await.unwrap();
        players.push(line);
    }
    let (table, hand) = (shown(&mut players[2]).await, HandNo(1));
    let mut watcher = Line::open(&room, &people[3]).await;
    look(&mut watcher, table).await;
    let before = standing(&mut lobby, tournament).await;

    let mut acting = Vec::new();
    for (number, line) in players.into_iter().enumerate() {
        acting.push(tokio::spawn(act_once(line, number == 2)));
    }
    let mut players = Vec::new();
    for line in acting {
        players.push(line.await.unwrap());
    }
    let mut early = 0;
    for street in [3, 4, 5] {
        while board(&watcher.heard) < street {
            watcher.told(|message| matches!(message, ServerMessage::Step(_)).then_some(())).await;
        }
        lobby.heard.clear();
        look_around(&mut lobby).await;
        let now = standing(&mut lobby, tournament).await;
        let mut back = come_back(&room, &people[0], table).await;
        let mut kept = is_kept(&mut back, table, hand).await;
        let mut folded = come_back(&room, &people[2], table).await;
        kept |= is_kept(&mut folded, table, hand).await;
        look(&mut players[1], table).await;
        // Everything that was public at the last answer has reached the watcher by now.
        look(&mut watcher, table).await;
        if is_over(&watcher.heard) {
            break;
        }
        let public = cards_in(&watcher.heard);
        for (who, line) in [
            ("the lobby", &lobby),
            ("who is all-in", &players[1]),
            ("who came back", &back),
            ("who folded", &folded),
        ] {
            let seen: BTreeSet<Card> = &cards_in(&line.heard) - &own_cards(line);
            let too_early: Vec<_> = seen.difference(&public).collect();
            assert!(too_early.is_empty(), "{who} sees {too_early:?} on a board of {street}");
        }
        early += 1;
        assert!(!kept, "a hand is kept when it is over");
        assert_eq!(now, before, "nobody is out, and no stack is another, before the end");
    }
    assert!(early > 0, "the hand was over before anybody could look");
    while standing(&mut lobby, tournament).await == before {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop((players, watcher, lobby));
    room.close(Duration::from_secs(5)).await;
}
