//! Answers that cannot be encoded: a number in them is above 2^53 − 1, which a browser does not
//! count exactly. The request is refused, and the connection goes on.

use crate::support::client::Client;
use crate::support::house::{Person, open_on};
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, MemoryStore, Transfer, Unit};
use cardroom_protocol::administration::GetAccount;
use cardroom_protocol::client::Login;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret};
use cardroom_rules::Chips;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wallet_beyond_what_a_browser_counts_refuses_requests_and_ends_no_connection() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| ()).await;
    let password = || Secret::from("a long password");
    open.room.accounts.create_admin("Ada", &password()).await.unwrap();
    let bob = open.room.accounts.create_admin("Bob", &password()).await.unwrap();
    let transfer = Transfer {
        id: "planted".to_owned(),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(bob),
        amount: Chips(1 << 53),
        at_ms: 1,
    };
    store.commit(&[Unit { transfers: vec![transfer], ..Unit::default() }]).await.unwrap();

    let mut ada = Person::with_password(open.address, "Ada").await;
    let shown = |message| match message {
        ServerMessage::AccountShown(shown) => Some(shown.account.name),
        _ => None,
    };
    let look =
        |name: &'static str| move |request| GetAccount { request, account: name.to_owned() }.into();
    assert_eq!(ada.ask(look("Bob"), shown).await, Err(ErrorCode::Internal));
    assert_eq!(ada.ask(look("Ada"), shown).await.as_deref(), Ok("Ada"));

    for encoding in Encoding::ALL {
        let mut client = Client::welcome(&open, encoding).await;
        let (request, name) = (RequestId(1), "Bob".to_owned());
        client.send([Login { request, name, password: password(), browser: None }.into()]).await;
        assert_eq!(client.refused(1).await, ErrorCode::Internal);
        client.ping().await;
    }
    // Others come in as ever.
    Client::guest(&open, "Cleo").await;
}
