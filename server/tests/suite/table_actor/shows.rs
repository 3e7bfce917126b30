//! Cards shown after a hand, and chips bought again in one step: what is stored, and who gets it.

use crate::support::asking::Ask;
use crate::table_actor::room::{Client, Room, call_or_check, refusals, setup};
use cardroom::ids::AccountId;
use cardroom::inbox::TableInput;
use cardroom_cards::Card;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_rules::rulebook::ShowAfterHand;
use cardroom_rules::{Chips, Millis};
use std::sync::Arc;

/// Opens a table for three where any hand may be shown, with a pause of a minute.
async fn with_a_pause() -> Room {
    let mut setup = setup();
    Arc::make_mut(&mut setup.rulebook).showdown.show_after_hand = ShowAfterHand::AnyHand;
    Arc::make_mut(&mut setup.ring).between_hands_ms = Millis::seconds(60);
    Room::with(setup, 3).await
}

/// Plays a hand that ends because all but one fold.
async fn fold_out(room: &mut Room) {
    let ended = |room: &Room| room.clients[&1].hands_ended();
    let before = ended(room);
    while ended(room) == before {
        if !room.act(|_| Action::Fold).await {
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        }
    }
}

/// Returns the last cards that were dealt to a player.
fn own(room: &Room, account: u64) -> Vec<Card> {
    let heard = room.clients[&account].heard.iter().rev();
    let cards = heard.filter_map(|message| match message {
        ServerMessage::HoleCards(own) => Some(own.cards.clone()),
        _ => None,
    });
    cards.into_iter().next().unwrap()
}

/// Returns the cards that a player saw shown after hands.
fn shown(room: &Room, account: u64) -> Vec<Card> {
    let steps = room.clients[&account].heard.iter().filter_map(|message| match message {
        ServerMessage::Step(step) => Some(&step.events.0),
        _ => None,
    });
    let shows = steps.flatten().filter_map(|event| match event {
        TableEvent::CardsShown(shown) => Some(shown.cards.clone()),
        _ => None,
    });
    shows.flatten().collect()
}

fn show(cards: &[Card]) -> Ask {
    Ask::ShowCards { cards: cards.iter().copied().collect() }
}

#[tokio::test(start_paused = true)]
async fn one_card_is_shown_to_everybody_and_only_until_the_next_hand() {
    let mut room = with_a_pause().await;
    fold_out(&mut room).await;
    let cards = own(&room, 2);
    room.request(2, show(&cards[..1]));
    room.settle().await;
    for account in 1..=3 {
        assert_eq!(shown(&room, account), cards[..1], "{account}");
    }
    room.request(1, show(&cards[1..]));
    room.settle().await;
    assert_eq!(refusals(&room, 1), [ErrorCode::NoSuchCard], "a card of another player");

    // The next hand begins, and then it is too late.
    while own(&room, 2) == cards {
        tokio::time::sleep(std::time::Duration::from_secs(10)).await;
        room.settle().await;
    }
    room.request(2, show(&cards[1..]));
    room.settle().await;
    assert_eq!(refusals(&room, 2), [ErrorCode::NextHandBegan]);
    assert_eq!(shown(&room, 3), cards[..1]);
}

#[tokio::test(start_paused = true)]
async fn a_shown_card_outlives_the_process_and_no_other_does() {
    let mut room = with_a_pause().await;
    fold_out(&mut room).await;
    let cards = own(&room, 2);
    room.request(2, show(&cards[..1]));
    room.settle().await;
    let mut room = room.restart().await;
    let client = Client::new(3, 30);
    let viewer = client.viewer.clone();
    room.clients.insert(3, client);
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.settle().await;
    let mut views = room.clients[&3].heard.iter().filter_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(&shot.view),
        _ => None,
    });
    let view = views.next_back().expect("a player who is back gets the table");
    let open: Vec<Card> = view.seats.iter().flat_map(|seat| seat.shown.clone()).collect();
    assert_eq!(open, cards[..1]);
}

#[tokio::test(start_paused = true)]
async fn a_rebuy_buys_and_sits_in_or_does_neither() {
    let mut room = with_a_pause().await;
    room.act(call_or_check).await;
    room.request(1, Ask::SitOut);
    room.settle().await;
    let stacks = |room: &Room| room.services.cashier.available(AccountId(1)).unwrap();
    let before = stacks(&room);
    let hold = |room: &Room, chips| {
        room.services.cashier.purse(AccountId(1)).unwrap().hold(Chips(chips)).unwrap()
    };
    let too_much = hold(&room, 9_999);
    room.request(1, Ask::Rebuy { hold: too_much });
    room.settle().await;
    assert_eq!(refusals(&room, 1), [ErrorCode::BuyInOutOfRange]);
    assert_eq!(stacks(&room), before, "nothing was bought");
    let sat_in = |room: &Room| {
        let steps = room.clients[&2].heard.iter().filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        });
        steps.flatten().any(|event| matches!(event, TableEvent::SatIn(_)))
    };
    assert!(!sat_in(&room), "and the player still sits out");

    let some = hold(&room, 500);
    room.request(1, Ask::Rebuy { hold: some });
    room.settle().await;
    assert!(sat_in(&room));
    assert_eq!(stacks(&room), before.saturating_sub(Chips(500)));
}
