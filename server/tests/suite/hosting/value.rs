//! Chips of a private table, which have no value outside of it, whatever is won there.

use crate::hosting::evening::{Seen, Style, play};
use crate::support::house::{Person, open, terms, wallet};
use cardroom::config::FreeChips;
use cardroom_protocol::client::Leave;
use cardroom_protocol::hosting::TableTerms;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{HandNo, RequestId};
use cardroom_rules::Chips;

const BUY_IN: u64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_won_at_a_private_table_stays_there_and_its_winner_may_come_back_with_less() {
    for free_chips in [FreeChips::Table, FreeChips::Everywhere] {
        let open = open(|config| config.accounts.free_chips = free_chips).await;
        let mut people = vec![Person::with_password(open.address, "Ann").await];
        let terms = TableTerms { between_hands_ms: 1_000, ..terms() };
        let hosted = people[0].host(terms).await.unwrap();
        let table = hosted.table;
        for name in ["Gus", "Gil", "Gay"] {
            let mut guest = Person::new(&open, name).await;
            guest.use_code(&hosted.code).await.unwrap();
            people.push(guest);
        }
        let before: Vec<u64> = people.iter().map(|person| wallet(&open, person)).collect();
        for person in &mut people {
            person.sit(table, BUY_IN).await.unwrap();
        }
        let playing = people.iter_mut().map(async |person| {
            play(person, table, Style::AllIn, &mut Seen::default(), HandNo(3)).await;
            // Between two hands the answer comes after the goodbye.
            person.client.send([Leave { request: RequestId(1), table }.into()]).await;
            let left = |message| match message {
                ServerMessage::LeftTable(left) => Some((left.cashed_out.0, left.stayed.0)),
                _ => None,
            };
            person.until("the end", left).await
        });
        let left = futures_util::future::join_all(playing).await;
        assert!(left.iter().all(|(_, stayed)| *stayed == 0), "{left:?}");
        let after: Vec<u64> = people.iter().map(|person| wallet(&open, person)).collect();
        assert_eq!(after, before, "{left:?}");
        let (winner, _) = left.iter().enumerate().max_by_key(|(_, (out, _))| *out).unwrap();
        assert!(left[winner].0 > BUY_IN, "{left:?}");
        people[winner].sit(table, BUY_IN).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_wallet_is_empty_sits_down_at_a_private_table() {
    let open = open(|config| config.accounts.signup_grant = Chips(0)).await;
    let mut ada = Person::new(&open, "Ada").await;
    assert_eq!(wallet(&open, &ada), 0);
    let hosted = ada.host(terms()).await.unwrap();
    ada.sit(hosted.table, BUY_IN).await.unwrap();
    assert_eq!(wallet(&open, &ada), 0);
}
