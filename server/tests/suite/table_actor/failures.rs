//! The state after the store fails, or after the process ends.

use crate::support::asking::{Ask, FloorOrder};
use crate::table_actor::room::{Client, Room, TABLE, call_or_check, refusals, setup};
use cardroom::ids::AccountId;
use cardroom::inbox::TableInput;
use cardroom::store::prelude::*;
use cardroom_engine::TableSetup;
use cardroom_protocol::hybrid::{DealError, DeckFault, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{ActionId, ErrorCode};
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn a_step_that_cannot_be_stored_has_not_happened() {
    let mut room = Room::new(3).await;
    while !room.clients.values().any(|client| client.turn().is_some()) {
        room.settle().await;
    }
    let before = room.balances().await;
    let (account, _) =
        room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?))).unwrap();
    room.store.fail_commits(1);
    room.act(call_or_check).await;
    room.settle().await;
    let client = &room.clients[&account];
    let accepted = |message: &ServerMessage| matches!(message, ServerMessage::ActionAccepted(_));
    assert!(!client.heard.iter().any(accepted), "what is not durable is not acknowledged");
    assert!(client.heard.iter().any(|message| matches!(message,
        ServerMessage::ActionRefused(refused) if refused.code == ErrorCode::Internal)));
    // Everyone got the table as stored, and the hand continues with the same cards.
    let cards_of = |client: &Client| {
        let mut hole = None;
        let mut seen = None;
        for message in &client.heard {
            match message {
                ServerMessage::HoleCards(own) => hole = Some(own.cards.clone()),
                ServerMessage::TableSnapshot(shot) => {
                    seen = shot.view.you.as_ref().map(|you| you.cards.clone());
                }
                _ => {}
            }
        }
        (hole, seen)
    };
    for client in room.clients.values() {
        let (hole, seen) = cards_of(client);
        assert!(hole.is_some() && hole == seen, "{hole:?} {seen:?}");
    }
    room.play(1).await;
    assert_eq!(room.balances().await["table:1"], before["table:1"]);
}

fn views(client: &Client) -> usize {
    let is_view = |message: &&ServerMessage| matches!(message, ServerMessage::TableSnapshot(_));
    client.heard.iter().filter(is_view).count()
}

/// Ten steps in a row cannot be stored. The second failure changes nothing that clients know.
#[tokio::test(start_paused = true)]
async fn while_nothing_can_be_stored_each_connection_is_shown_the_table_once() {
    let mut room = Room::new(3).await;
    room.watch(8);
    while !room.clients.values().any(|client| client.turn().is_some()) {
        room.settle().await;
    }
    let (actor, turn) =
        room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?))).unwrap();
    let before: Vec<(u64, usize)> =
        room.clients.iter().map(|(who, client)| (*who, views(client))).collect();

    room.store.fail_commits(usize::MAX);
    for action_id in 1..=10 {
        let (turn, action) = (turn.turn, call_or_check(&turn));
        room.request(actor, Ask::Act { turn, action_id: ActionId(action_id), action });
        tokio::time::sleep(Duration::from_millis(200)).await;
        if action_id == 5 {
            room.watch(9);
        }
        room.settle().await;
    }
    let refused = room.clients[&actor].heard.iter().filter(|message| {
        let code = |code| code == ErrorCode::Internal;
        matches!(message, ServerMessage::ActionRefused(refused) if code(refused.code))
    });
    assert_eq!(refused.count(), 10, "each action is refused");
    for (who, before) in before {
        assert_eq!(views(&room.clients[&who]) - before, 1, "connection {who}");
    }
    assert_eq!(views(&room.clients[&9]), 1, "a newcomer sees the table");

    room.store.fail_commits(0);
    room.clients.get_mut(&actor).unwrap().next_action = 11;
    room.play(2).await;
    let hands = |who: u64| room.clients[&who].hands_ended();
    assert!(hands(8) >= 2 && hands(9) == hands(8), "watchers hear how play goes on");
    let seqs = room.clients[&9].heard.iter().filter_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(shot.view.seq.0),
        ServerMessage::Step(step) => Some(step.seq.0),
        _ => None,
    });
    let seqs: Vec<u64> = seqs.collect();
    assert!(seqs.windows(2).all(|pair| pair[1] == pair[0] + 1), "no step is lost: {seqs:?}");
    // The next failure is another state.
    room.store.fail_commits(2);
    room.detach(1);
    tokio::time::sleep(Duration::from_secs(1)).await;
    room.settle().await;
    assert_eq!(views(&room.clients[&9]), 2);
}

/// The disconnection is reported only once, yet it is not lost with the failed step.
#[tokio::test(start_paused = true)]
async fn who_went_in_a_step_that_could_not_be_stored_is_gone() {
    let mut room = Room::new(3).await;
    room.settle().await;
    let present = |room: &Room| {
        let changes = room.clients[&2].heard.iter().flat_map(|message| match message {
            ServerMessage::Step(step) => step.events.0.clone(),
            _ => Vec::new(),
        });
        changes
            .filter(|event| matches!(event, TableEvent::Presence(change) if !change.connected))
            .count()
    };
    assert_eq!(present(&room), 0);
    room.store.fail_commits(1);
    room.detach(1);
    tokio::time::sleep(Duration::from_secs(2)).await;
    room.settle().await;
    assert_eq!(present(&room), 1, "the others are told");
}

#[tokio::test(start_paused = true)]
async fn who_could_not_leave_is_there_under_the_own_name_and_hears_the_table() {
    let mut room = Room::new(3).await;
    room.settle().await;
    room.request(1, Ask::SitOut);
    room.settle().await;
    let seats = |client: &Client| {
        let mut shots = client.heard.iter().filter_map(|message| match message {
            ServerMessage::TableSnapshot(shot) => Some(&shot.view.seats),
            _ => None,
        });
        shots
            .next_back()
            .map(|seats| seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>())
    };
    // The player is no longer dealt in and would leave at once, if that could be stored.
    while room.clients.values().map(Client::hands_ended).max().unwrap_or(0) < 1 {
        if !room.act(call_or_check).await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let heard = room.clients[&1].heard.len();
    room.store.fail_commits(1);
    room.request(1, Ask::Leave);
    tokio::time::sleep(Duration::from_secs(1)).await;
    room.settle().await;
    let client = &room.clients[&1];
    assert!(
        client.heard[heard..]
            .iter()
            .any(|message| matches!(message, ServerMessage::TableSnapshot(_))),
        "{:?}",
        &client.heard[heard..]
    );
    let names = ["player 1", "player 2", "player 3"].map(str::to_owned).to_vec();
    assert_eq!(seats(client), Some(names));
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_the_interrupted_hand_is_void_and_every_chip_is_there() {
    let mut room = Room::new(3).await;
    room.play(2).await;
    while !room.act(call_or_check).await {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = room.balances().await;
    let mut room = room.restart().await;
    let after = room.balances().await;
    assert_eq!(after["table:1"] + after["house:rake"], before["table:1"], "the rake is swept");
    room.clients.insert(1, Client::new(1, 77));
    let viewer = room.clients[&1].viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.settle().await;
    let view = room.clients[&1].heard.iter().find_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(shot.view.clone()),
        _ => None,
    });
    let view = view.expect("who attaches gets a view");
    assert_eq!(view.you.as_ref().unwrap().seat, 0, "the seat is kept");
    assert_eq!(view.seats.len(), 3);
    let in_hand: u64 = view.hand.iter().flat_map(|hand| &hand.pots).map(|pot| pot.amount.0).sum();
    let bets: u64 = view.seats.iter().flat_map(|seat| &seat.in_hand).map(|part| part.bet.0).sum();
    let stacks: u64 = view.seats.iter().map(|seat| seat.stack.0).sum();
    assert_eq!(i64::try_from(stacks + in_hand + bets).unwrap(), after["table:1"]);
    assert!(after["house:rake"] > 0, "two raked hands");
    assert!(view.seats.iter().all(|seat| seat.connected == (seat.seat == 0)));
}

/// The house sweeps its rake every 64 hands. The rake of a voided hand is returned from its
/// account. A player who has left the table gets it in the wallet.
#[tokio::test(start_paused = true)]
async fn a_void_after_the_sweep_and_a_departure_moves_the_chips_in_the_books() {
    let mut room =
        Room::with(TableSetup { switch: cardroom_rules::Switch::Never, ..setup() }, 3).await;
    room.play(63).await;
    let hands_63 = room.balances().await;
    assert_eq!(hands_63.get("house:rake"), None, "nothing is swept yet");
    // Everyone has called before the third player asks to leave.
    let mut acted = 0;
    while acted < 3 {
        if room.act(call_or_check).await {
            acted += 1;
        } else {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    room.request(3, Ask::Leave);
    room.play(64).await;
    let swept = room.balances().await;
    assert!(swept["house:rake"] > 0);
    let before = room.store.hand(TABLE, 64).await.unwrap().unwrap();

    let mut cleo = Client::new(9, 9);
    if let Some(player) = &mut cleo.viewer.player {
        player.role = Role::Floor;
    }
    room.clients.insert(9, cleo);
    let viewer = room.clients[&9].viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.settle().await;
    let seq = room.clients[&9].heard.iter().rev().find_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(shot.view.seq),
        _ => None,
    });
    let command = TableCommand::DealError(DealError::FouledDeck(DeckFault::TwoEqual));
    let (reason, rule) = ("two aces of spades".to_owned(), None);
    let order = FloorOrder { seq: seq.unwrap(), reason, rule, command };
    room.request(9, Ask::Direct(order));
    room.settle().await;
    assert_eq!(refusals(&room, 9), []);
    let record = room.store.hand(TABLE, 64).await.unwrap().unwrap();
    assert_ne!(record, before, "the history tells of the void");

    let after = room.balances().await;
    let rake_of_the_hand = swept["house:rake"] - after["house:rake"];
    assert!(rake_of_the_hand > 0, "{swept:?} {after:?}");
    assert!(after["wallet:3"] > swept["wallet:3"], "what was put in is in the wallet");
    assert_eq!(after.values().sum::<i64>(), 0);
    assert!(room.store.ledger_audit().await.unwrap().is_empty());
    let available = room.services.cashier.available(AccountId(3)).unwrap();
    assert_eq!(i64::try_from(available.0).unwrap(), after["wallet:3"]);
    // The table agrees: exactly its chips can be taken away.
    for account in 1..=2 {
        room.request(account, Ask::Leave);
    }
    room.settle().await;
    let end = room.balances().await;
    assert_eq!(end["table:1"], 0, "{end:?}");
}
