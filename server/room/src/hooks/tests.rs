//! The office against receivers on loopback, which check signatures as other programs do.

mod discord;

use super::*;
use crate::announced::Announcement;
use crate::bans::Bans;
use crate::cashier::Cashier;
use crate::config::Config;
use crate::director::{DirectorServices, announce, announce_by_code};
use crate::inbox::DirectorInput;
use crate::league_book::LeagueBook;
use crate::loopback::{Arrived, Loopback};
use crate::noted::Operator;
use crate::push::now_ms;
use crate::store::prelude::*;
use crate::store::{MemoryStore, Unit};
use crate::table::TableServices;
use cardroom_hooks::{MAX_WAITING, Secret, Secrets, Table, Tournament};
use cardroom_https::Settings;
use cardroom_protocol::hooks::{
    DirectHook, HookEvent as Again, HookFormat, HookOrder, HookShown, HookTerms, ListDeliveries,
    ListHooks,
};
use cardroom_protocol::{ErrorCode, RequestId, Seq, ServerMessage};
use cardroom_rules::Millis;
use cardroom_tournament::Setup;
use serde_json::Value;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::timeout;

const REQUEST: RequestId = RequestId(9);

impl Arrived {
    fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Checks the signature as a receiver that has this secret.
    fn is_signed_with(&self, secret: &str) -> bool {
        let at_ms = self.headers["webhook-timestamp"].parse::<u64>().unwrap() * 1_000;
        let secrets = Secrets::new(Secret::parse(secret).unwrap());
        let signed = secrets.sign(at_ms, self.id().to_owned(), &self.body);
        self.headers["webhook-signature"].split(' ').any(|one| one == signed.signature)
    }
}

/// Starts a receiver that gives these answers in turn, and then 204.
async fn answering(answers: &'static [&'static str]) -> Loopback {
    let answers = answers.iter().copied().chain(std::iter::repeat("204 No Content"));
    Loopback::answering("/hook HTTP/1.1", answers).await
}

/// Returns the address of a receiver's hook.
fn at(receiver: &Loopback) -> String {
    format!("{}/hook", receiver.origin)
}

/// A room's office over a store that outlives it.
struct Case {
    office: HookOffice,
    journal: Journal,
    store: MemoryStore,
    vault: Arc<Vault>,
}

impl Case {
    async fn open() -> Self {
        Self::on(MemoryStore::new(), Arc::new(Vault::in_memory())).await
    }

    async fn on(store: MemoryStore, vault: Arc<Vault>) -> Self {
        let shared: Arc<dyn Store> = Arc::new(store.clone());
        let (journal, _) = Journal::start(Arc::clone(&shared), Cashier::default());
        let settings = Settings { allow: vec!["127.0.0.1".to_owned()], ..Settings::default() };
        let outgoing = Outgoing::new(settings, Handle::current());
        let address = Some("https://poker.example".to_owned());
        let office = HookOffice::open(
            address,
            Arc::clone(&shared),
            journal.clone(),
            Arc::clone(&vault),
            &outgoing,
        );
        let office = office.await.unwrap();
        Self { office, journal, store, vault }
    }

    /// Ends the process without any warning, and opens the room again on what was stored.
    async fn killed(self) -> Self {
        let Self { office, journal, store, vault } = self;
        drop((office, journal));
        Self::on(store, vault).await
    }

    async fn order(&self, order: HookOrder) -> Result<ServerMessage, HookError> {
        let body = DirectHook { request: REQUEST, reason: "A test.".to_owned(), order };
        answer(&self.office, &Operator::AT_THE_MACHINE, Asked::Order(body)).await
    }

    /// Makes a hook, and returns its number and its secret.
    async fn hook(&self, address: &str, events: &[&str]) -> (u32, String) {
        match self.order(HookOrder::Make(Box::new(terms(address, events)))).await.unwrap() {
            ServerMessage::HookSecret(made) => (made.hook, made.secret.0),
            other => panic!("{other:?}"),
        }
    }

    /// Makes a step that means this to other programs, as a tournament does.
    async fn step(&self, subjects: Vec<Subject>) {
        let hooked = self.office.of_step(now_ms(), false, subjects);
        self.journal.commit(Unit { hooked, ..Unit::default() }).await.unwrap();
        self.office.look();
    }

    async fn deliveries(&self, hook: u32) -> Vec<(u64, u32, Option<u16>)> {
        let asked = Asked::Deliveries(ListDeliveries { request: REQUEST, hook, from: 0 });
        match answer(&self.office, &Operator::AT_THE_MACHINE, asked).await.unwrap() {
            ServerMessage::DeliveryPage(page) => {
                page.deliveries.iter().map(|it| (it.event.0, it.attempt, it.status)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    async fn shown(&self, hook: u32) -> HookShown {
        let asked = Asked::Hooks(ListHooks { request: REQUEST, from: 0 });
        match answer(&self.office, &Operator::AT_THE_MACHINE, asked).await.unwrap() {
            ServerMessage::HookPage(page) => {
                page.hooks.into_iter().find(|shown| shown.hook == hook).unwrap()
            }
            other => panic!("{other:?}"),
        }
    }

    /// Returns why a hook is off.
    async fn off(&self, hook: u32) -> Option<String> {
        self.shown(hook).await.off
    }

    /// Waits until these numbers of events wait for a hook and were dropped.
    async fn until(&self, hook: u32, waiting: u32, dropped: u32) {
        let reached = async {
            loop {
                let shown = self.shown(hook).await;
                if (shown.waiting, shown.dropped) == (waiting, dropped) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(20), reached).await.expect("all are read");
    }
}

fn terms(address: &str, events: &[&str]) -> HookTerms {
    HookTerms {
        address: address.to_owned(),
        events: events.iter().map(|name| (*name).to_owned()).collect(),
        leagues: Default::default(),
        tournaments: Default::default(),
        format: HookFormat::Standard,
    }
}

fn friday() -> Tournament {
    Tournament { id: 7, name: "Friday".to_owned(), league: None }
}

fn out(place: u32) -> Subject {
    let name = format!("@everyone \u{202e}**{place}**");
    Subject::PlayerOut { tournament: friday(), name, place, players: place - 1 }
}

fn night() -> Vec<Subject> {
    let started = Subject::TournamentStarted { tournament: friday(), players: 4 };
    vec![started, out(4), out(3), out(2)]
}

const NIGHT: [&str; 2] = ["tournament.started", "tournament.player_out"];

#[tokio::test]
async fn a_receiver_gets_every_event_of_a_night_in_order_and_signed() {
    let case = Case::open().await;
    let mut receiver = answering(&["503 Busy\r\nretry-after: 1"]).await;
    let (hook, secret) = case.hook(&at(&receiver), &NIGHT).await;
    assert!(!case.office.asks(EventKind::HandEnded));
    case.step(night()).await;
    let first = receiver.next().await;
    let again = receiver.next().await;
    assert_eq!(first.id(), again.id(), "the second attempt has the same id");
    assert_eq!(first.body, again.body);
    let mut arrived = vec![again];
    for _ in 0..3 {
        arrived.push(receiver.next().await);
    }
    let sequences: Vec<_> =
        arrived.iter().map(|it| it.json()["data"]["sequence"].as_u64()).collect();
    assert_eq!(sequences, [Some(1), Some(2), Some(3), Some(4)]);
    let places: Vec<_> = arrived.iter().map(|it| it.json()["data"]["place"].as_u64()).collect();
    assert_eq!(places, [None, Some(4), Some(3), Some(2)]);
    assert!(arrived.iter().all(|it| it.is_signed_with(&secret)));
    assert_eq!(arrived[1].json()["data"]["name"], "@everyone \u{202e}**4**", "as it is written");
    receiver.nothing().await;
    let stored = case.deliveries(hook).await;
    assert_eq!(stored[3..], [(1, 2, Some(204)), (1, 1, Some(503))]);
}

#[tokio::test]
async fn an_unclean_end_between_commit_and_delivery_loses_and_invents_nothing() {
    let case = Case::open().await;
    let silent = Loopback::silent().await;
    let (hook, secret) = case.hook(&at(&silent), &NIGHT).await;
    case.step(night()).await;
    let case = case.killed().await;
    let mut receiver = answering(&[]).await;
    let moved = terms(&at(&receiver), &NIGHT);
    case.order(HookOrder::TurnOff(hook)).await.unwrap();
    let change = cardroom_protocol::hooks::HookChange { hook, terms: moved };
    case.order(HookOrder::Change(Box::new(change))).await.unwrap();
    case.order(HookOrder::TurnOn(hook)).await.unwrap();
    let mut ids = Vec::new();
    // The attempt that began before the address changed ends first.
    for place in [None, Some(4), Some(3), Some(2)] {
        let arrived = receiver.next().await;
        assert_eq!(arrived.json()["data"]["place"].as_u64(), place);
        assert!(arrived.is_signed_with(&secret));
        ids.push(arrived.id().to_owned());
    }
    receiver.nothing().await;
    let case = case.killed().await;
    receiver.nothing().await;
    case.order(HookOrder::SendAgain(Again { hook, event: Seq(3) })).await.unwrap();
    assert_eq!(receiver.next().await.id(), ids[2], "sent again, it has the same id");
}

#[tokio::test]
async fn a_silent_hook_delays_neither_another_one_nor_a_step() {
    let case = Case::open().await;
    let silent = Loopback::silent().await;
    for _ in 0..5 {
        case.hook(&at(&silent), &NIGHT).await;
    }
    let mut receiver = answering(&[]).await;
    case.hook(&at(&receiver), &NIGHT).await;
    let steps = async {
        for subject in night() {
            case.step(vec![subject]).await;
        }
    };
    timeout(Duration::from_secs(2), steps).await.expect("no step waits for a hook");
    let all = async {
        for _ in 0..4 {
            receiver.next().await;
        }
    };
    timeout(Duration::from_secs(8), all).await.expect("no hook waits for another one");
    timeout(Duration::from_secs(1), async { drop(case) }).await.expect("nor does the end");
}

#[tokio::test]
async fn a_receiver_that_is_gone_turns_its_hook_off_until_an_administrator_turns_it_on() {
    let case = Case::open().await;
    let mut receiver = answering(&["410 Gone"]).await;
    let (hook, _) = case.hook(&at(&receiver), &NIGHT).await;
    case.step(night()).await;
    let first = receiver.next().await;
    receiver.nothing().await;
    assert_eq!(case.off(hook).await.as_deref(), Some("gone"));
    let case = case.killed().await;
    assert_eq!(case.off(hook).await.as_deref(), Some("gone"), "it is stored");
    receiver.nothing().await;
    case.order(HookOrder::TurnOn(hook)).await.unwrap();
    assert_eq!(receiver.next().await.id(), first.id());
    assert_eq!(case.off(hook).await, None);
    for _ in 0..3 {
        receiver.next().await;
    }
    case.order(HookOrder::Test(hook)).await.unwrap();
    assert_eq!(receiver.next().await.json()["type"], "hook.test");
    case.order(HookOrder::End(hook)).await.unwrap();
    case.step(night()).await;
    receiver.nothing().await;
    assert!(!case.office.asks_anything(), "nothing is stored for nobody");
}

#[tokio::test]
async fn a_hook_for_which_ten_thousand_events_wait_costs_a_hand_nothing() {
    let case = Case::open().await;
    let (hook, _) = case.hook("https://club.example/hook", &["hand.ended", NIGHT[1]]).await;
    case.order(HookOrder::TurnOff(hook)).await.unwrap();
    let hand = |number| {
        let table = Table { id: 1, name: "Altair".to_owned() };
        Subject::HandEnded { tournament: None, table, hand: number, record: None }
    };
    case.step((1..=MAX_WAITING as u64).map(hand).collect()).await;
    case.until(hook, 10_000, 0).await;
    assert!(case.office.of_step(now_ms(), false, vec![hand(10_001)]).is_empty());
    case.until(hook, 10_000, 1).await;
    case.step(vec![out(2)]).await;
    case.until(hook, 10_000, 2).await;
    assert_eq!(case.store.hooks().await.unwrap()[0].dropped, 2, "it is stored");
    let waiting = case.store.waiting_events(u64::from(hook), 0, 20_000).await.unwrap();
    assert_eq!(waiting.last().unwrap().kind, NIGHT[1], "a hand made room for it");
}

#[tokio::test]
async fn a_secret_that_is_replaced_signs_along() {
    let case = Case::open().await;
    let mut receiver = answering(&[]).await;
    let (hook, former) = case.hook(&at(&receiver), &NIGHT).await;
    let Ok(ServerMessage::HookSecret(new)) = case.order(HookOrder::ReplaceSecret(hook)).await
    else {
        panic!("a secret is the answer")
    };
    let case = case.killed().await;
    case.step(vec![out(2)]).await;
    let arrived = receiver.next().await;
    assert!(arrived.is_signed_with(&former) && arrived.is_signed_with(&new.secret.0));
    assert!(!arrived.is_signed_with(&Secret::new([7; 32]).text()));
}

#[tokio::test]
async fn a_hook_that_could_never_work_is_refused() {
    let case = Case::open().await;
    let refused = async |terms: HookTerms| {
        let refused = case.order(HookOrder::Make(Box::new(terms))).await;
        refused.expect_err("it is refused").code()
    };
    for address in [
        "https://10.0.0.1/hook",
        "https://localhost/hook",
        "https://ada:secret@club.example/",
        "http://club.example/",
        "club.example",
        &format!("https://club.example/{}", "a".repeat(500)),
    ] {
        assert_eq!(refused(terms(address, &NIGHT)).await, ErrorCode::BadText, "{address}");
    }
    let fine = "https://club.example/hook";
    for events in [&[][..], &["tournament"][..], &["hook.test"][..]] {
        assert_eq!(refused(terms(fine, events)).await, ErrorCode::BadText, "{events:?}");
    }
    for _ in 0..MAX_HOOKS {
        case.hook(fine, &NIGHT).await;
    }
    assert_eq!(refused(terms(fine, &NIGHT)).await, ErrorCode::NotAllowedNow, "there are 20");
    let missing = case.order(HookOrder::End(77)).await.expect_err("there is none");
    assert_eq!(missing.code(), ErrorCode::NothingToDo);
    let asks = case.store.hooks().await.unwrap().len();
    assert_eq!(asks, MAX_HOOKS, "what was refused is not stored");
}

#[tokio::test]
async fn a_hook_can_ask_for_every_event_that_can_be_listed() {
    let case = Case::open().await;
    let listed = EventKind::ALL.iter().filter(|kind| kind.can_be_listed());
    let events: Vec<&str> = listed.map(|kind| kind.name()).collect();
    case.hook("https://club.example/hook", &events).await;
}

#[tokio::test]
async fn a_tournament_is_heard_of_from_its_announcement_to_its_end_unless_it_is_private() {
    let case = Case::open().await;
    let mut receiver = answering(&[]).await;
    let kinds = ["tournament.announced", "tournament.registration_opened", "tournament.canceled"];
    case.hook(&at(&receiver), &kinds).await;
    let opening = Config::default().opening().unwrap();
    let structure = opening.structures.into_values().next().expect("structures are shipped");
    let services = DirectorServices {
        tables: TableServices {
            hooks: case.office.clone(),
            store: Arc::new(case.store.clone()),
            journal: case.journal.clone(),
            ..TableServices::in_memory(&[]).await
        },
        library: Arc::new(opening.library),
        leagues: LeagueBook::of(Arc::new(opening.leagues)),
        bans: Bans::default(),
    };
    let rulebook = Arc::clone(services.library.rulebook("online").expect("it is shipped"));
    let starts_at = Some(Millis(services.tables.clock.now().0 + 60_000));
    let setup = Setup { structure, rulebook, starts_at, carried: None, self_run: false };
    let announcement = Announcement::of(setup, true);
    let code = Some(services.tables.vault.seal_code("K7QX2M9RTA"));
    let name = |name: &str| name.to_owned();
    let private =
        announce_by_code(announcement.clone(), name("Secret"), None, code, &services).await;
    private.unwrap().try_send(DirectorInput::CancelUnused).unwrap();
    let public = announce(announcement, name("Night"), None, &services).await.unwrap();
    public.try_send(DirectorInput::CancelUnused).unwrap();
    for kind in kinds {
        let arrived = receiver.next().await.json();
        assert_eq!(arrived["type"], kind);
        assert_eq!(arrived["data"]["tournament"]["name"], "Night");
        assert_eq!(arrived["data"]["tournament"]["id"], public.id.0);
        let page = format!("https://poker.example/#/tournament/{}", public.id.0);
        assert_eq!(arrived["data"]["links"]["page"], page);
    }
    receiver.nothing().await;
}
