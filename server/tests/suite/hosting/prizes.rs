//! Rulings of the host have no effect on prizes.

use crate::hosting::tournaments::{BUY_IN, balance, direct, enter, host, state, terms, use_code};
use crate::support::house::{Person, open_on, soon, wallet};
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom_protocol::ActionId;
use cardroom_protocol::client::Act;
use cardroom_protocol::hosting::TournamentTerms;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::tournament::{Disqualification, TournamentCommand, TournamentState};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_disqualifies_but_decides_nobodys_money() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut cid = Person::new(&open, "Cid").await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let two = TournamentTerms { max_entrants: 2, ..terms() };
    let hosted = host(&mut cid, two).await.unwrap();
    let id = hosted.tournament;
    use_code(&mut ada, &hosted.code).await.unwrap();
    use_code(&mut bob, &hosted.code).await.unwrap();
    enter(&mut ada, id).await.unwrap();
    let entry = enter(&mut bob, id).await.unwrap();
    soon("it has begun", || state(&open, id) == Some(TournamentState::Running)).await;
    let granted = bob.logged_in.balance.0;
    let out = TournamentCommand::Disqualify(Disqualification { entry, keeps_prize: false });
    direct(&mut cid, id, out).await.unwrap();
    // The hand in progress ends first.
    let ended = || state(&open, id) == Some(TournamentState::Finished);
    tokio::select! {
        () = give_up(&mut ada) => {}
        () = give_up(&mut bob) => {}
        () = soon("it is over", ended) => {}
    }
    soon("it is over", || state(&open, id) == Some(TournamentState::Finished)).await;
    // Two places are paid, 65% and 35%. By the book the second prize is withheld.
    let pool = 2 * BUY_IN;
    soon("both are paid", || wallet(&open, &ada) == granted - BUY_IN + pool * 65 / 100).await;
    assert_eq!(wallet(&open, &bob), granted - BUY_IN + pool * 35 / 100);
    assert_eq!(balance(&store, "house:").await, 0);
    assert_eq!(balance(&store, &format!("tournament:{}", id.0)).await, 0);
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

/// Folds or checks on every turn.
async fn give_up(person: &mut Person) {
    let mut number = 0;
    loop {
        let ServerMessage::YourTurn(turn) = person.client.receive().await else { continue };
        number += 1;
        let action = if turn.legal.check { Action::Check } else { Action::Fold };
        let (table, turn, action_id) = (turn.table, turn.turn, ActionId(number));
        person.client.send([Act { table, turn, action_id, action }.into()]).await;
    }
}
