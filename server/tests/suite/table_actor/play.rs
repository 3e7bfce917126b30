//! Messages to players, their clocks, and their chips.

use crate::support::asking::Ask;
use crate::table_actor::room::{Client, Room, call_or_check, refusals, said, setup};
use cardroom::ids::AccountId;
use cardroom::store::prelude::*;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn chips_are_where_the_ledger_says_they_are() {
    let mut room = Room::new(4).await;
    assert_eq!(room.balances().await["table:1"], 20_000);
    room.play(5).await;
    for account in 1..=4 {
        room.request(account, Ask::Leave);
    }
    for _ in 0..200 {
        room.act(call_or_check).await;
    }
    let balances = room.balances().await;
    let wallets: i64 = (1..=4).map(|account| balances[&format!("wallet:{account}")]).sum();
    let rake = 80_000 - wallets;
    assert!(rake > 0, "five hands with calls to the river are raked");
    assert_eq!(balances["table:1"], rake, "the rake stays on the table until it is swept");
    for account in 1..=4 {
        let available = room.services.cashier.available(AccountId(account)).unwrap();
        assert_eq!(i64::try_from(available.0).unwrap(), balances[&format!("wallet:{account}")]);
    }
    assert!(room.store.ledger_audit().await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_stopped_process_takes_nobodys_time_to_act() {
    let mut room = Room::new(3).await;
    tokio::spawn(room.services.clock.clone().watch());
    room.settle().await;
    let on_turn =
        |room: &Room| room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
    while on_turn(&room).is_none() {
        room.settle().await;
    }
    let (account, turn) = on_turn(&room).unwrap();
    let times_up = |room: &Room| {
        let steps = room.clients[&account].heard.iter().filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        });
        let mut events = steps.flatten();
        events.any(|event| matches!(event, TableEvent::Acted(acted) if acted.timed_out))
    };
    for _ in 0..3 {
        // The whole process stands still for this long, and then everything continues.
        tokio::time::advance(Duration::from_secs(300)).await;
        room.settle().await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        room.settle().await;
        assert!(!times_up(&room), "time is up while the process was stopped");
    }
    assert_eq!(on_turn(&room).map(|(who, turn)| (who, turn.turn)), Some((account, turn.turn)));
    // While the process runs, the time does run out.
    tokio::time::sleep(Duration::from_secs(300)).await;
    room.settle().await;
    assert!(times_up(&room));
}

// TDA 12, 67, TNPL J2; GAPS G-54
#[tokio::test(start_paused = true)]
async fn nothing_that_could_tell_is_said_while_a_hand_is_contested() {
    use cardroom_rules::rulebook::ChatInHand;
    for heads_up_is_open in [false, true] {
        let mut setup = setup();
        if heads_up_is_open {
            let book = Arc::make_mut(&mut setup.rulebook);
            book.penalties.chat_in_hand = ChatInHand::OpponentsHandHeadsUp;
        }
        let mut room = Room::with(setup, 3).await;
        while !room.clients.values().any(|client| client.turn().is_some()) {
            room.settle().await;
        }
        let say = |text: &str| Ask::Chat { text: text.to_owned() };
        room.request(1, say("I have aces"));
        room.request(2, say("nice hand"));
        room.settle().await;
        assert_eq!(refusals(&room, 1), [ErrorCode::NotAllowedNow]);
        assert_eq!(said(&room, 3), ["nice hand"]);
        // A player who sees a mistake may say so at once (TDA 12), and the operator who attends the
        // table hears it.
        room.request(3, say("Floor, please"));
        room.settle().await;
        assert_eq!(said(&room, 1), ["nice hand", "Floor, please"]);
        // One folds. Two are left, and the third is not in the hand.
        let folded =
            room.clients.iter().find(|(_, client)| client.turn().is_some()).map(|(who, _)| *who);
        let folded = folded.unwrap();
        room.act(|_| Action::Fold).await;
        let live = (1..=3).find(|account| *account != folded).unwrap();
        room.request(live, say("You have kings"));
        room.request(folded, say("Call him"));
        room.settle().await;
        let heard = said(&room, live);
        assert_eq!(heard.contains(&"You have kings".to_owned()), heads_up_is_open);
        assert!(!heard.contains(&"Call him".to_owned()), "nobody else may advise");
        // Between two hands any player may chat.
        room.act(|_| Action::Fold).await;
        room.request(folded, say("That was close"));
        room.settle().await;
        assert!(said(&room, live).contains(&"That was close".to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn who_leaves_ahead_comes_back_with_all_of_it() {
    let mut room = Room::new(2).await;
    room.request(1, Ask::Leave);
    for _ in 0..100 {
        room.act(call_or_check).await;
    }
    let mut room = room.restart().await;
    room.clients.insert(1, Client::new(1, 78));
    room.sit(1, 1_000);
    room.settle().await;
    assert!(room.clients[&1].heard.iter().any(|message| matches!(message,
        ServerMessage::Refused(refused) if refused.code == ErrorCode::Rathole)));
    let balances = room.balances().await;
    assert_eq!(-balances["bank"], 40_000);
    assert_eq!(balances.values().sum::<i64>(), 0);
    let available = room.services.cashier.available(AccountId(1)).unwrap();
    assert_eq!(i64::try_from(available.0).unwrap(), balances["wallet:1"], "the hold is released");
}
