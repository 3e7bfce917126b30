//! The office against a push service on loopback, which checks signatures and decrypts as a browser
//! does.

use super::*;
use crate::ids::ConnectionId;
use crate::inbox::Viewer;
use crate::loopback::{Arrived, Loopback, PATIENCE};
use crate::outbox::Outbox;
use crate::registry::Registry;
use crate::store::prelude::*;
use crate::store::{MemoryStore, StoredAccount};
use cardroom_https::Settings;
use cardroom_protocol::server::Role;
use cardroom_protocol::{Encoding, Secret};
use cardroom_push::test_service::{Subscriber, base64, verified_claims};
use serde_json::Value;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::timeout;

fn ada() -> StoredAccount {
    StoredAccount {
        id: AccountId(0),
        name: "Ada".to_owned(),
        password_hash: None,
        role: Role::Player,
        bot: false,
        last_grant_ms: 0,
        look: None,
        opened_ms: 0,
        suspended_until_ms: None,
        muted_until_ms: None,
        erased_ms: None,
        used: true,
    }
}

struct Case {
    office: PushOffice,
    store: MemoryStore,
    registry: Registry,
    service: Loopback,
    browser: Subscriber,
    account: AccountId,
    key: String,
}

impl Case {
    /// Opens an office in which one account has subscribed one browser.
    async fn answering(answers: &'static [&'static str]) -> Self {
        let (store, registry) = (MemoryStore::new(), Registry::default());
        let account = store.create_account(&ada()).await.unwrap();
        let key = VapidKey::generate();
        let settings = PushSettings { loopback_services: true, ..PushSettings::default() };
        let contact = Some("https://room.example".to_owned());
        let public = key.public_key();
        let shared: Arc<dyn Store> = Arc::new(store.clone());
        let sight = Arc::new(registry.clone());
        let outgoing = Outgoing::new(Settings::default(), Handle::current());
        let office = PushOffice::open(&settings, contact, key, shared, sight, &outgoing);
        let office = office.await.unwrap();
        let service = Loopback::answering("/send/", answers.iter().copied()).await;
        let browser = Subscriber::new();
        let case = Self { office, store, registry, service, browser, account, key: public };
        case.office.subscribe(account, &case.asked("de"), 1).await.unwrap();
        case
    }

    fn asked(&self, language: &str) -> PushSubscription {
        PushSubscription {
            endpoint: Secret(format!("{}/send/1", self.service.origin)),
            public_key: Secret(BASE64URL_NOPAD.encode(&self.browser.public_key())),
            auth: Secret(BASE64URL_NOPAD.encode(&self.browser.auth)),
            language: language.to_owned(),
        }
    }

    /// Tells the player of a turn that ends in a minute.
    fn turn(&self, table: u64) {
        let until = sending::now_ms() + 60_000;
        self.office.tell(self.account, Kind::Turn, table, "Altair", until);
    }

    /// Reads a message as the browser does.
    fn read(&self, arrived: &Arrived) -> Value {
        let plain = self.browser.decrypt(&arrived.body).expect("it is for this browser");
        serde_json::from_slice(&plain).unwrap()
    }

    async fn browsers(&self) -> usize {
        self.store.subscriptions(self.account).await.unwrap().len()
    }
}

#[tokio::test]
async fn a_turn_reaches_the_browser_signed_and_encrypted() {
    let mut case = Case::answering(&["201 Created"]).await;
    case.turn(7);
    let arrived = case.service.next().await;
    let claims = verified_claims(&arrived.headers["authorization"], &base64(&case.key)).unwrap();
    assert_eq!(claims["aud"], case.service.origin);
    assert_eq!(claims["sub"], "https://room.example");
    let left = claims["exp"].as_u64().unwrap() - sending::now_ms() / 1_000;
    assert!((1..=24 * 60 * 60).contains(&left), "{left}");
    let ttl: u64 = arrived.headers["ttl"].parse().unwrap();
    assert!((50..=60).contains(&ttl), "{ttl}");
    assert_eq!(arrived.headers["content-encoding"], "aes128gcm");
    let expected = serde_json::json!({
        "kind": "turn", "id": 7, "name": "Altair", "language": "de"
    });
    assert_eq!(case.read(&arrived), expected);
    assert_eq!(case.browsers().await, 1);
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten() {
    for gone in [&["410 Gone"], &["404 Not Found"]] {
        let mut case = Case::answering(gone).await;
        case.turn(7);
        case.service.next().await;
        let forgotten = async {
            while case.browsers().await > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, forgotten).await.expect("it is deleted");
        let offered = case.office.offer(case.account, RequestId(1)).await.unwrap();
        assert_eq!(offered.browsers, 0);
    }
}

#[tokio::test]
async fn a_busy_service_is_asked_again_and_other_notices_do_not_wait_for_it() {
    let busy = &["429 Too Many Requests\r\nretry-after: 3", "201 Created", "201 Created"];
    let mut case = Case::answering(busy).await;
    case.turn(7);
    let first = case.service.next().await;
    let before = std::time::Instant::now();
    case.turn(8);
    let other = case.service.next().await;
    assert_eq!(case.read(&other)["id"], 8);
    let again = case.service.next().await;
    assert!(before.elapsed() >= Duration::from_millis(2_500), "{:?}", before.elapsed());
    assert_eq!(case.read(&again), case.read(&first));
}

#[tokio::test]
async fn a_player_who_sees_the_page_is_not_told_and_each_kind_can_be_turned_off() {
    let mut case = Case::answering(&["201 Created", "201 Created"]).await;
    let outbox = Arc::new(Outbox::recording(Encoding::Binary));
    let viewer = Viewer {
        connection: ConnectionId(1),
        outbox: Arc::clone(&outbox),
        player: None,
        address: None,
    };
    case.registry.logged_in(case.account, viewer);
    case.turn(1);
    outbox.set_visible(false);
    case.turn(2);
    let arrived = case.service.next().await;
    assert_eq!(case.read(&arrived)["id"], 2);

    let kinds = PushKinds { turn: false, ..kinds_of(Kinds::default()) };
    case.office.choose(case.account, kinds).await.unwrap();
    case.turn(3);
    let until = sending::now_ms() + 60_000;
    case.office.tell(case.account, Kind::SeatFree, 4, "Altair", until);
    let arrived = case.service.next().await;
    assert_eq!(case.read(&arrived)["kind"], "seat_free");
    let offered = case.office.offer(case.account, RequestId(1)).await.unwrap();
    assert_eq!((offered.kinds, offered.key), (kinds, Some(case.key)));
}

#[tokio::test]
async fn a_flood_of_notices_never_waits() {
    let case = Case::answering(&[]).await;
    let before = std::time::Instant::now();
    for table in 0..10_000 {
        case.turn(table);
    }
    assert!(before.elapsed() < Duration::from_secs(2), "{:?}", before.elapsed());
}

#[test]
fn only_a_subscription_that_can_be_used_is_stored() {
    let asked = |endpoint: &str| PushSubscription {
        endpoint: Secret::from(endpoint),
        public_key: Secret(VapidKey::generate().public_key()),
        auth: Secret::from("BTBZMqHH6r4Tts7J_aSIgg"),
        language: "de".to_owned(),
    };
    let good = asked("https://push.example/send/1");
    let ada = AccountId(5);
    let stored = read(ada, &good, Reach::Public, 77).unwrap();
    assert_eq!((stored.account, stored.created_ms), (ada, 77));
    assert_eq!((stored.public_key.len(), stored.auth.len()), (65, 16));
    let bad = [
        asked("https://127.0.0.1:7778/metrics"),
        asked("http://push.example/send/1"),
        PushSubscription { auth: Secret::from("c2hvcnQ"), ..good.clone() },
        PushSubscription { public_key: Secret::from("BTBZMqHH6r4Tts7J_aSIgg"), ..good.clone() },
        PushSubscription { public_key: Secret::from("no base64!"), ..good.clone() },
        PushSubscription { language: String::new(), ..good.clone() },
        PushSubscription { language: "a-long-language".to_owned(), ..good },
    ];
    for asked in bad {
        let error = read(ada, &asked, Reach::Public, 77).unwrap_err();
        assert!(matches!(error, AccountError::BadSubscription), "{asked:?}");
    }
}
