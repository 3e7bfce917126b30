//! Accounts in a memory store, with a clock that the test sets.

use super::signing_in::TOKEN_USE_EVERY_MS;
use super::*;
use crate::entropy::Entropy;
use crate::permits::Factor;
use crate::store::prelude::*;
use crate::store::{LedgerAccount, MemoryStore, Transfer, Unit};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::TimeMs;
use cardroom_rules::Chips;
use std::cell::Cell;

const START_MS: u64 = 1_000_000_000;
const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

thread_local! {
    // Each test runs on its own thread, and so does its runtime.
    static NOW_MS: Cell<u64> = const { Cell::new(START_MS) };
}

fn advance(ms: u64) {
    NOW_MS.set(NOW_MS.get() + ms);
}

struct Room {
    store: MemoryStore,
    accounts: Accounts,
}

fn settings() -> AccountSettings {
    AccountSettings { signup_grant: Chips(500), ..AccountSettings::default() }
}

fn room(settings: AccountSettings) -> Room {
    room_on(MemoryStore::new(), Arc::new(Vault::in_memory()), settings)
}

fn room_on(store: MemoryStore, vault: Arc<Vault>, settings: AccountSettings) -> Room {
    let cashier = Cashier::default();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), cashier.clone());
    let clock = || NOW_MS.get();
    let shared = Arc::new(store.clone());
    let accounts = Accounts::with_clock(
        shared,
        journal,
        cashier,
        (vault, Entropy::of_the_system()),
        settings,
        clock,
    );
    Room { store, accounts }
}

async fn ledger(room: &Room, account: AccountId) -> i64 {
    let name = format!("wallet:{account}");
    let balances = room.store.load_balances().await.unwrap();
    balances.into_iter().find(|(other, _)| *other == name).map_or(0, |(_, balance)| balance)
}

fn password() -> Secret {
    Secret::from("seven deuce offsuit")
}

#[tokio::test]
async fn a_registered_player_logs_in_with_name_and_password_and_has_chips() {
    let room = room(settings());
    let opened = room.accounts.register("Ann", &password(), HOME).await.unwrap();
    assert_eq!(
        (opened.purse.available(), opened.role, opened.bot),
        (Chips(500), Role::Player, false)
    );
    let login = room.accounts.login("aNN", &password(), None, HOME).await.unwrap();
    assert_eq!(
        (login.account, &*login.name, login.purse.available()),
        (opened.account, "Ann", Chips(500))
    );
    assert_eq!(ledger(&room, login.account).await, 500, "the grant was made once");
    assert_ne!(login.resume_token, opened.resume_token);
}

#[tokio::test]
async fn an_unknown_name_a_wrong_password_and_a_guest_are_the_same_refusal() {
    let room = room(settings());
    room.accounts.register("Ann", &password(), HOME).await.unwrap();
    room.accounts.guest(Some("Bea"), HOME).await.unwrap();
    room.accounts.house_bot("Vera").await.unwrap();
    let wrong = Secret::from("seven deuce suited");
    for (name, password) in
        [("Nobody", &password()), ("Ann", &wrong), ("Bea", &password()), ("Vera", &wrong)]
    {
        let error = room.accounts.login(name, password, None, HOME).await.unwrap_err();
        assert_eq!(error, AccountError::BadCredentials, "{name}");
        assert_eq!(error.code(), ErrorCode::BadCredentials);
    }
}

#[tokio::test]
async fn names_are_checked_and_belong_to_one_account() {
    let room = room(settings());
    let accounts = &room.accounts;
    accounts.register("Ann", &password(), HOME).await.unwrap();
    assert_eq!(
        accounts.register("ANN", &password(), HOME).await.unwrap_err(),
        AccountError::NameTaken
    );
    assert_eq!(&*accounts.guest(Some("ann"), HOME).await.unwrap().name, "ann 2");
    assert_eq!(accounts.house_bot("ann").await.unwrap_err(), AccountError::NameTaken);
    assert_eq!(
        accounts.register("dealer", &password(), HOME).await.unwrap_err(),
        AccountError::BadName
    );
    assert_eq!(accounts.guest(Some("x"), HOME).await.unwrap_err(), AccountError::BadName);
    let short = Secret::from("short");
    assert_eq!(
        accounts.register("Bea", &short, HOME).await.unwrap_err(),
        AccountError::BadPassword
    );
    assert!(room.store.account_by_name("Bea").await.unwrap().is_none());
}

#[tokio::test]
async fn a_guest_comes_back_with_the_token_until_it_ends() {
    let room = room(AccountSettings { token_days: 10, ..settings() });
    let guest = room.accounts.guest(None, HOME).await.unwrap();
    assert!(guest.name.starts_with("Guest-"), "{}", guest.name);
    let token = guest.resume_token.unwrap();
    advance(9 * DAY_MS);
    let again = room.accounts.login_token(&token, HOME).await.unwrap();
    assert_eq!(
        (again.account, again.bot, &again.resume_token),
        (guest.account, false, &Some(token.clone()))
    );
    advance(9 * DAY_MS);
    room.accounts.login_token(&token, HOME).await.expect("the login before moved the end");
    advance(10 * DAY_MS);
    assert_eq!(room.accounts.login_token(&token, HOME).await.unwrap_err(), AccountError::BadToken);
    assert_eq!(room.accounts.forget_ended_tokens().await.unwrap(), 1);
}

#[tokio::test]
async fn logging_out_ends_a_resume_token_and_leaves_api_tokens() {
    let room = room(settings());
    let ann = room.accounts.register("Ann", &password(), HOME).await.unwrap();
    let resume = ann.resume_token.unwrap();
    let api =
        room.accounts.create_api_token(ann.account, &NewToken::to_play("my bot")).await.unwrap().0;
    room.accounts.logout(&resume).await.unwrap();
    room.accounts.logout(&resume).await.unwrap();
    room.accounts.logout(&api).await.unwrap();
    assert_eq!(room.accounts.login_token(&resume, HOME).await.unwrap_err(), AccountError::BadToken);
    let login = room.accounts.login_token(&api, HOME).await.unwrap();
    assert_eq!((login.account, login.bot, login.resume_token), (ann.account, true, None));
}

#[tokio::test]
async fn a_new_password_ends_resume_tokens_and_the_old_password() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let api = accounts.create_api_token(ann.account, &NewToken::to_play("my bot")).await.unwrap().0;
    let new = Secret::from("pocket rockets at noon");
    let wrong = accounts.change_password(ann.account, (&new, &new), false, HOME).await.unwrap_err();
    assert_eq!(wrong, AccountError::BadCredentials);
    let short = Secret::from("short");
    let bad = accounts
        .change_password(ann.account, (&password(), &short), false, HOME)
        .await
        .unwrap_err();
    assert_eq!(bad, AccountError::BadPassword);
    accounts.login_token(ann.resume_token.as_ref().unwrap(), HOME).await.unwrap();
    accounts.change_password(ann.account, (&password(), &new), false, HOME).await.unwrap();
    let old = accounts.login_token(&ann.resume_token.unwrap(), HOME).await.unwrap_err();
    assert_eq!(old, AccountError::BadToken);
    let old = accounts.login("Ann", &password(), None, HOME).await.unwrap_err();
    assert_eq!(old, AccountError::BadCredentials);
    accounts.login("Ann", &new, None, HOME).await.unwrap();
    accounts.login_token(&api, HOME).await.unwrap();
}

#[tokio::test]
async fn a_weak_password_opens_nothing_and_changes_nothing_and_an_old_one_still_logs_in() {
    let room = room(settings());
    let accounts = &room.accounts;
    let weak = Secret::from("password");
    let common = AccountError::WeakPassword(Weakness::Common);
    assert_eq!(accounts.register("Ann", &weak, HOME).await.unwrap_err(), common);
    assert_eq!(accounts.create_admin("Admin", &weak).await.unwrap_err(), common);
    assert!(room.store.account_by_name("Ann").await.unwrap().is_none());
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let error =
        accounts.change_password(ann.account, (&password(), &weak), false, HOME).await.unwrap_err();
    assert_eq!((error, error.code()), (common, ErrorCode::BadPassword));
    // Opens the account like an early version, which did not check passwords.
    let old = passwords::hash_now("password").unwrap();
    room.store.replace_password(ann.account, &old, false).await.unwrap();
    assert_eq!(accounts.login("Ann", &weak, None, HOME).await.unwrap().account, ann.account);
}

#[tokio::test]
async fn a_guest_becomes_an_account_with_the_same_wallet_and_token() {
    let room = room(settings());
    let accounts = &room.accounts;
    let guest = accounts.guest(None, HOME).await.unwrap();
    assert!(guest.guest);
    accounts.upgrade_guest(guest.account, "Ann", &password(), HOME).await.unwrap();
    let ann = accounts.login("ann", &password(), None, HOME).await.unwrap();
    assert_eq!((ann.account, &*ann.name, ann.guest), (guest.account, "Ann", false));
    assert_eq!((ann.purse.available(), ledger(&room, ann.account).await), (Chips(500), 500));
    let again = accounts.login_token(&guest.resume_token.unwrap(), HOME).await.unwrap();
    assert_eq!((again.account, &*again.name), (guest.account, "Ann"));
    let twice = accounts.upgrade_guest(guest.account, "Anna", &password(), HOME).await.unwrap_err();
    assert_eq!((twice, twice.code()), (AccountError::NotAGuest, ErrorCode::NothingToDo));
    let old = accounts.guest(Some(&guest.name), HOME).await.unwrap_err();
    assert_eq!(old, AccountError::BadName, "nobody takes a name that the room made");
}

#[tokio::test]
async fn an_upgrade_that_is_refused_leaves_a_guest() {
    let room = room(settings());
    let accounts = &room.accounts;
    accounts.register("Ann", &password(), HOME).await.unwrap();
    let bea = accounts.guest(Some("Bea"), HOME).await.unwrap().account;
    for (name, secret, expected) in [
        ("aNN", password(), AccountError::NameTaken),
        ("dealer", password(), AccountError::BadName),
        ("Bella", Secret::from("short"), AccountError::BadPassword),
        ("Bella", Secret::from("bella bella"), AccountError::WeakPassword(Weakness::HoldsName)),
    ] {
        let error = accounts.upgrade_guest(bea, name, &secret, HOME).await.unwrap_err();
        assert_eq!(error, expected, "{name}");
    }
    let token = accounts.house_bot("Vera").await.unwrap();
    let vera = accounts.login_token(&token, HOME).await.unwrap();
    assert!(!vera.guest);
    let bot = accounts.upgrade_guest(vera.account, "Vera", &password(), HOME).await.unwrap_err();
    assert_eq!(bot, AccountError::NotAGuest);
    assert!(room.store.account(bea).await.unwrap().unwrap().is_guest());
    accounts.upgrade_guest(bea, "BEA", &password(), HOME).await.expect("its own name");
}

#[tokio::test]
async fn an_account_has_sixteen_api_tokens_at_most_also_when_asked_at_once() {
    let room = room(settings());
    let ann = room.accounts.guest(Some("Ann"), HOME).await.unwrap().account;
    let labels: Vec<_> = (1..=20).map(|number| format!("bot {number}")).collect();
    let made = labels.iter().map(|label| NewToken::to_play(label)).collect::<Vec<_>>();
    let made = made.iter().map(|new| room.accounts.create_api_token(ann, new));
    let made = futures_util::future::join_all(made).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 16);
    assert!(made.contains(&Err(AccountError::TooManyTokens)));
    let first = room.accounts.api_tokens(ann).await.unwrap()[0].clone();
    assert_eq!(first.label, "bot 1");
    let other = room.accounts.guest(Some("Bea"), HOME).await.unwrap().account;
    let foreign = room.accounts.revoke_api_token(other, first.id).await.unwrap_err();
    assert_eq!(foreign, AccountError::NoSuchToken);
    room.accounts.revoke_api_token(ann, first.id).await.unwrap();
    let gone = room.accounts.revoke_api_token(ann, first.id).await.unwrap_err();
    assert_eq!(gone, AccountError::NoSuchToken);
    let taken = room.accounts.create_api_token(ann, &NewToken::to_play("bot 2")).await.unwrap_err();
    assert_eq!(taken, AccountError::LabelTaken);
    for label in ["", " x", "two\nlines", &"x".repeat(41)] {
        let bad = room.accounts.create_api_token(ann, &NewToken::to_play(label)).await.unwrap_err();
        assert_eq!(bad, AccountError::BadLabel, "{label:?}");
    }
}

#[tokio::test]
async fn tokens_are_listed_with_their_last_use_noted_once_an_hour() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.guest(Some("Ann"), HOME).await.unwrap().account;
    let (token, id) =
        accounts.create_api_token(ann, &NewToken::to_play("night bot")).await.unwrap();
    let listed = || async { accounts.api_tokens(ann).await.unwrap().remove(0) };
    let made = listed().await;
    assert_eq!((made.id, &*made.label, made.last_used_ms), (id, "night bot", None));
    assert_eq!(made.created_ms, TimeMs(START_MS));
    advance(5);
    accounts.login_token(&token, HOME).await.unwrap();
    assert_eq!(listed().await.last_used_ms, Some(TimeMs(START_MS + 5)));
    advance(TOKEN_USE_EVERY_MS - 1);
    accounts.login_token(&token, HOME).await.unwrap();
    assert_eq!(listed().await.last_used_ms, Some(TimeMs(START_MS + 5)), "written an hour later");
    advance(1);
    accounts.login_token(&token, HOME).await.unwrap();
    let hour_later = TimeMs(START_MS + 5 + TOKEN_USE_EVERY_MS);
    assert_eq!(listed().await.last_used_ms, Some(hour_later));
}

#[tokio::test]
async fn a_look_is_kept_and_follows_from_the_id_before() {
    let room = room(settings());
    let ann = room.accounts.guest(Some("Ann"), HOME).await.unwrap();
    assert_eq!(ann.look, Look::of(ann.account));
    let chosen = Look::new(1_000, 15).unwrap();
    room.accounts.set_look(ann.account, chosen).await.unwrap();
    let again = room.accounts.login_token(&ann.resume_token.unwrap(), HOME).await.unwrap();
    assert_eq!(again.look, chosen);
}

#[tokio::test]
async fn a_signup_that_was_cut_short_is_made_good_at_the_next_login() {
    let room = room(settings());
    room.store.fail_next_commit();
    let error = room.accounts.register("Ann", &password(), HOME).await.unwrap_err();
    assert_eq!(error, AccountError::Internal);
    let ann = room.accounts.login("Ann", &password(), None, HOME).await.unwrap();
    assert_eq!(ann.purse.available(), Chips(500));
    // The grant is in the ledger, but the account does not have its time. It must not get another.
    room.store.set_last_grant(ann.account, 0).await.unwrap();
    assert_eq!(
        room.accounts.login("Ann", &password(), None, HOME).await.unwrap().purse.available(),
        Chips(500)
    );
    assert_eq!(ledger(&room, ann.account).await, 500);
}

#[tokio::test]
async fn a_refill_is_for_who_has_next_to_nothing_and_waited() {
    let room = room(AccountSettings {
        refill_threshold: Chips(600),
        refill_amount: Chips(1_000),
        refill_wait_minutes: 60,
        ..settings()
    });
    let accounts = &room.accounts;
    let ann = accounts.guest(Some("Ann"), HOME).await.unwrap().account;
    let now = START_MS + 1;
    let rich = accounts.grants().refill(ann, Chips(100), now).await.unwrap_err();
    assert_eq!(rich, AccountError::NoRefillDue, "500 in the wallet and 100 at a table");
    let first = accounts.grants().refill(ann, Chips(99), now).await.unwrap();
    assert_eq!(first, Chips(1_500), "the first refill waits for nothing");
    let purse = accounts.purse(ann).await.unwrap();
    let spent = Transfer {
        id: "spent".to_owned(),
        from: LedgerAccount::Wallet(ann),
        to: LedgerAccount::House("house:spent".to_owned()),
        amount: Chips(1_500),
        at_ms: 1,
    };
    let hold = purse.hold(Chips(1_500)).unwrap();
    let unit = Unit { transfers: vec![spent], ..Unit::default() };
    accounts.inner.backing.journal.commit(unit).await.unwrap();
    hold.settle();
    let early = accounts.grants().refill(ann, Chips(0), now + 60 * 60_000 - 1).await.unwrap_err();
    assert_eq!(early, AccountError::NoRefillDue);
    assert_eq!(
        accounts.grants().refill(ann, Chips(0), now + 60 * 60_000).await.unwrap(),
        Chips(1_000)
    );
    assert_eq!(ledger(&room, ann).await, 1_000);
}

#[tokio::test]
async fn of_refills_asked_for_at_once_one_is_given_and_the_next_one_after_the_wait() {
    let room = room(AccountSettings {
        refill_threshold: Chips(5_000),
        refill_amount: Chips(10),
        refill_wait_minutes: 1,
        ..settings()
    });
    let accounts = &room.accounts;
    let ann = accounts.guest(Some("Ann"), HOME).await.unwrap().account;
    let now = START_MS + 60_000;
    let asked = (0..8).map(|_| accounts.grants().refill(ann, Chips(0), now));
    let given = futures_util::future::join_all(asked).await;
    assert_eq!(given.iter().filter(|given| given.is_ok()).count(), 1, "{given:?}");
    assert_eq!(accounts.grants().refill(ann, Chips(0), now + 60_000).await.unwrap(), Chips(520));
    assert_eq!(ledger(&room, ann).await, 520);
}

#[tokio::test]
async fn a_note_stays_within_its_bounds_and_goes_when_it_is_empty() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.guest(Some("Ann"), HOME).await.unwrap().account;
    let bob = accounts.guest(Some("Bob"), HOME).await.unwrap().account;
    let refused = async |player: &str, text: &str, color| {
        accounts.notes().set(ann, player, text, color).await.unwrap_err()
    };
    assert_eq!(refused("Nobody", "a text", 0).await, AccountError::NoSuchPlayer);
    assert_eq!(refused("Ann", "about herself", 0).await, AccountError::NoSuchPlayer);
    assert_eq!(refused("Bob", &"é".repeat(501), 0).await, AccountError::BadNote);
    for text in ["a\u{7}", "\u{202e}evil"] {
        assert_eq!(refused("Bob", text, 0).await, AccountError::BadNote, "{text:?}");
    }
    assert_eq!(refused("Bob", "a text", 9).await, AccountError::BadNote);
    assert_eq!(refused("Bob", "  ", 0).await, AccountError::NoSuchNote);

    accounts.notes().set(ann, "bob", &format!(" {} ", "é".repeat(500)), 0).await.unwrap();
    accounts.notes().set(ann, "BOB", "raises\nevery button", 8).await.unwrap();
    let page = accounts.notes().page(ann, 0).await.unwrap();
    let [note] = &page.notes[..] else { panic!("{page:?}") };
    assert_eq!((page.total, &*note.player, note.color), (1, "Bob", 8));
    assert_eq!((&*note.text, note.written_at.0), ("raises\nevery button", START_MS));
    assert_eq!(accounts.notes().page(bob, 0).await.unwrap().total, 0, "nobody else sees it");
    // A color alone is a note, too.
    accounts.notes().set(ann, "Bob", "", 1).await.unwrap();
    assert_eq!(accounts.notes().page(ann, 0).await.unwrap().total, 1);
    accounts.notes().set(ann, "Bob", "", 0).await.unwrap();
    assert_eq!(accounts.notes().page(ann, 0).await.unwrap().total, 0);
}

#[tokio::test]
async fn a_house_bot_keeps_its_account_and_gets_a_fresh_token() {
    let room = room(AccountSettings {
        refill_threshold: Chips(100),
        refill_amount: Chips(501),
        ..settings()
    });
    let first = room.accounts.house_bot("Vera").await.unwrap();
    let second = room.accounts.house_bot("Vera").await.unwrap();
    assert_eq!(room.accounts.login_token(&first, HOME).await.unwrap_err(), AccountError::BadToken);
    let vera = room.accounts.login_token(&second, HOME).await.unwrap();
    assert_eq!((vera.bot, vera.purse.available(), &*vera.name), (true, Chips(500), "Vera"));
    let refilled = room.accounts.grants().refill(vera.account, Chips(0), START_MS + 1).await;
    assert_eq!(refilled, Ok(Chips(1_001)), "a house bot does not wait until it is broke");
    let rich = room.accounts.grants().refill(vera.account, Chips(0), START_MS + 2).await;
    assert_eq!(rich, Err(AccountError::NoRefillDue));
}

#[tokio::test]
async fn the_operator_can_close_the_door_and_still_come_in() {
    let closed = AccountSettings { guests: false, registration: false, ..settings() };
    let room = room(closed);
    let accounts = &room.accounts;
    assert_eq!(accounts.guest(None, HOME).await.unwrap_err(), AccountError::NoGuests);
    let error = accounts.register("Ann", &password(), HOME).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Forbidden);
    let error = accounts.upgrade_guest(AccountId(1), "Ann", &password(), HOME).await.unwrap_err();
    assert_eq!(error, AccountError::NoRegistration);
    accounts.create_admin("Admin", &password()).await.unwrap();
    assert_eq!(accounts.login("admin", &password(), None, HOME).await.unwrap().role, Role::Admin);
    accounts.set_role("Admin", Role::Floor).await.unwrap();
    assert_eq!(accounts.login("Admin", &password(), None, HOME).await.unwrap().role, Role::Floor);
    let unknown = accounts.set_role("Nobody", Role::Floor).await.unwrap_err();
    assert_eq!(unknown, AccountError::NoSuchAccount);
}

#[tokio::test]
async fn refusals_for_players_do_not_say_what_the_store_said() {
    let accounts = room(settings()).accounts;
    let error = accounts.failed(&StoreError::Database("disk full at /var/lib".to_owned()));
    assert_eq!(
        error.to_string(),
        "Something failed inside the room, and nothing changed. Try again in a moment."
    );
    assert_eq!(accounts.store_trouble(), Some("the disk is full"), "the operator can know");
}

#[tokio::test]
async fn guessing_a_password_waits_and_the_player_gets_in_all_the_same() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let (thief, wrong) = (IpAddr::from([192, 0, 2, 7]), Secret::from("hunter2 hunter2"));
    let guesses =
        (0..40).map(|_| accounts.change_password(ann.account, (&wrong, &wrong), false, thief));
    let answers = futures_util::future::join_all(guesses).await;
    let looked_at = answers.iter().filter(|answer| **answer == Err(AccountError::BadCredentials));
    assert_eq!(looked_at.count(), 5);
    assert!(answers.contains(&Err(AccountError::Guessed(1))));
    let right = accounts.login("Ann", &password(), None, thief).await.unwrap_err();
    assert_eq!(right, AccountError::Guessed(1), "guesses of a name are counted together");
    accounts.login("Ann", &password(), None, HOME).await.expect("from where she registered");
    advance(1_000);
    accounts.login("Ann", &password(), None, thief).await.expect("after the wait");
}

const AWAY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 1));

/// Lets networks all over the world guess the password of an account until they have to wait.
async fn guess_from_everywhere(accounts: &Accounts, name: &str) {
    let wrong = Secret::from("hunter2 hunter2");
    for number in 0..25 {
        let from = IpAddr::from([number, 0, 2, 7]);
        let denied = accounts.login(name, &wrong, None, from).await.unwrap_err();
        let expected = if number < 20 {
            matches!(denied, AccountError::BadCredentials)
        } else {
            matches!(denied, AccountError::Guessed(_))
        };
        assert!(expected, "{number}: {denied:?}");
    }
}

#[tokio::test]
async fn an_owner_in_a_new_place_comes_before_those_who_guess_on_and_on() {
    let room = room(settings());
    let accounts = &room.accounts;
    for name in ["Ann", "Nobody"] {
        if name == "Ann" {
            accounts.register(name, &password(), HOME).await.unwrap();
        }
        guess_from_everywhere(accounts, name).await;
        let denied = accounts.login(name, &password(), None, AWAY).await.unwrap_err();
        let AccountError::Guessed(seconds) = denied else { panic!("{denied:?}") };
        // Five networks that asked before have a turn each.
        assert!(seconds <= 6 * 180, "{seconds}, whether anybody has the name or not");
        if name == "Ann" {
            advance(seconds * 1_000);
            accounts.login(name, &password(), None, AWAY).await.expect("the turn that was told");
            let again = accounts.login(name, &password(), None, AWAY).await;
            again.expect("a place that is known now");
        }
    }
}

#[tokio::test]
async fn a_network_is_known_after_a_restart_for_as_long_as_the_settings_say() {
    let (store, vault) = (MemoryStore::new(), Arc::new(Vault::in_memory()));
    let settings = AccountSettings { network_days: 10, ..settings() };
    let open = |settings: &AccountSettings| {
        room_on(store.clone(), Arc::clone(&vault), settings.clone()).accounts
    };
    open(&settings).register("Ann", &password(), AWAY).await.unwrap();
    let accounts = open(&settings);
    guess_from_everywhere(&accounts, "Ann").await;
    let token = accounts.login("Ann", &password(), None, AWAY).await.unwrap().resume_token;
    // A browser that comes back by its token makes its network known as well.
    let cafe = IpAddr::from([203, 0, 113, 9]);
    accounts.login_token(&token.unwrap(), cafe).await.unwrap();
    advance(9 * DAY_MS);
    let accounts = open(&settings);
    guess_from_everywhere(&accounts, "Ann").await;
    accounts.login("Ann", &password(), None, cafe).await.unwrap();
    advance(2 * DAY_MS);
    let accounts = open(&settings);
    assert_eq!(accounts.networks().forget_old().await, Ok(1));
    guess_from_everywhere(&accounts, "Ann").await;
    let denied = accounts.login("Ann", &password(), None, AWAY).await.unwrap_err();
    assert!(matches!(denied, AccountError::Guessed(_)), "{denied:?}");
    accounts.login("Ann", &password(), None, cafe).await.unwrap();
    let none = open(&AccountSettings { network_days: 0, ..settings });
    guess_from_everywhere(&none, "Ann").await;
    let denied = none.login("Ann", &password(), None, cafe).await.unwrap_err();
    assert!(matches!(denied, AccountError::Guessed(_)), "{denied:?}");
}

#[tokio::test]
async fn a_browser_that_was_there_before_does_not_wait_behind_strangers() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let bea = accounts.register("Bea", &password(), HOME).await.unwrap();
    accounts.sign_out_everywhere(ann.account, None).await.unwrap();
    guess_from_everywhere(accounts, "Ann").await;
    let mark = |login: &Login| {
        let token = login.resume_token.clone().unwrap();
        Secret::from(&token.0[..cardroom_protocol::limits::BROWSER_MARK_CHARS])
    };
    let shown = |mark| Caller { address: AWAY, browser: Some(mark) };
    let (own, other) = (mark(&ann), mark(&bea));
    assert_eq!(accounts.login_token(&own, AWAY).await.unwrap_err(), AccountError::BadToken);
    let denied = accounts.login("Ann", &password(), None, shown(&other)).await.unwrap_err();
    assert!(matches!(denied, AccountError::Guessed(_)), "{denied:?}");
    let wrong = Secret::from("hunter2 hunter2");
    for _ in 0..5 {
        let denied = accounts.login("Ann", &wrong, None, shown(&own)).await.unwrap_err();
        assert_eq!(denied, AccountError::BadCredentials);
    }
    let denied = accounts.login("Ann", &wrong, None, shown(&own)).await.unwrap_err();
    assert_eq!(denied, AccountError::Guessed(1), "it guesses like everyone else");
    advance(1_000);
    accounts.login("Ann", &password(), None, shown(&own)).await.unwrap();
}

#[tokio::test]
async fn an_account_without_a_password_has_none_to_change() {
    let room = room(settings());
    let guest = room.accounts.guest(None, HOME).await.unwrap().account;
    let error = room.accounts.change_password(guest, (&password(), &password()), false, HOME).await;
    assert_eq!(error, Err(AccountError::NoPassword));
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_token_but_the_one_in_use() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let bea = accounts.register("Bea", &password(), HOME).await.unwrap();
    let phone = accounts.login("Ann", &password(), None, HOME).await.unwrap().resume_token.unwrap();
    let (bot, _) = accounts.create_api_token(ann.account, &NewToken::to_play("bot")).await.unwrap();
    let here = ann.resume_token.unwrap();
    accounts.sign_out_everywhere(ann.account, Some(&here)).await.unwrap();
    for ended in [&phone, &bot] {
        assert_eq!(accounts.login_token(ended, HOME).await.unwrap_err(), AccountError::BadToken);
    }
    accounts.login_token(&here, HOME).await.unwrap();
    accounts.login_token(&bea.resume_token.unwrap(), HOME).await.unwrap();
    accounts.sign_out_everywhere(ann.account, None).await.unwrap();
    assert_eq!(accounts.login_token(&here, HOME).await.unwrap_err(), AccountError::BadToken);
}

#[tokio::test]
async fn nobody_takes_a_name_that_looks_like_another() {
    let room = room(settings());
    let accounts = &room.accounts;
    accounts.register("Alice A", &password(), HOME).await.unwrap();
    for name in ["AIice_A", "ALICE-A"] {
        let error = accounts.register(name, &password(), HOME).await.unwrap_err();
        assert_eq!(error, AccountError::NameTaken, "{name}");
    }
    // A guest gets a number that every page shows.
    assert_eq!(&*accounts.guest(Some("AIice_A"), HOME).await.unwrap().name, "AIice_A 2");
    assert_eq!(&*accounts.guest(Some("ALICE-A"), HOME).await.unwrap().name, "ALICE-A 3");
    for name in ["\u{410}lice A", "\u{ff21}lice A"] {
        let error = accounts.guest(Some(name), HOME).await.unwrap_err();
        assert_eq!(error, AccountError::BadName, "{name}: of two scripts, or full width");
    }
}

#[tokio::test]
async fn guests_share_a_name_and_every_one_can_be_told_apart() {
    let room = room(settings());
    let accounts = &room.accounts;
    let mut names = Vec::new();
    for wish in
        ["Anna", "Anna", "anna", "O'Brien", "O\u{2019}Brien", "Max \u{1f436}", " Max  \u{1f436} "]
    {
        let guest = accounts.guest(Some(wish), HOME).await.unwrap();
        let found = room.store.account_by_name(&guest.name).await.unwrap().unwrap();
        assert_eq!(found.id, guest.account, "{}: a name has one account", guest.name);
        names.push(guest.name.to_string());
    }
    let expected = [
        "Anna",
        "Anna#2",
        "anna#3",
        "O'Brien",
        // Written in another way, which looks the same. The difference must be seen.
        "O\u{2019}Brien 2",
        "Max \u{1f436}",
        "Max \u{1f436}#2",
    ];
    assert_eq!(names, expected);
    for _ in 0..30 {
        accounts.guest(Some("Anna"), HOME).await.expect("thirty more of the name");
    }
    // No guest takes the name of an account, an operator or a house bot.
    accounts.create_admin("Boss", &password()).await.unwrap();
    accounts.house_bot("Ada Bot").await.unwrap();
    for (wish, expected) in [("Boss", "Boss 2"), ("B0ss", "B0ss 3"), ("Ada Bot", "Ada Bot 2")] {
        assert_eq!(&*accounts.guest(Some(wish), HOME).await.unwrap().name, expected);
    }
    assert_eq!(&*accounts.guest(Some("Ada"), HOME).await.unwrap().name, "Ada");
    let tag = accounts.guest(Some("Anna#2"), HOME).await.unwrap_err();
    assert_eq!(tag, AccountError::BadName, "nobody chooses a tag");
}

#[tokio::test]
async fn house_bots_of_an_older_version_step_aside() {
    let room = room(settings());
    let accounts = &room.accounts;
    let token = accounts.house_bot("Ada").await.unwrap();
    let bot = accounts.login_token(&token, HOME).await.unwrap().account;
    assert_eq!(accounts.rename_house_bot("Ada", "Ada Bot").await, Ok(true));
    assert_eq!(accounts.house_bot_account("Ada Bot").await, Ok(Some(bot)));
    assert_eq!(&*accounts.guest(Some("Ada"), HOME).await.unwrap().name, "Ada");
    assert_eq!(accounts.rename_house_bot("Ada", "Ada Bot").await, Ok(false), "a person's");
}

/// Returns the code that an authenticator shows for a key now, some steps of 30 seconds later.
fn shown(key: &Secret, steps: u64) -> Secret {
    let key = totp_rs::Secret::try_from_base32(&key.0).unwrap();
    let totp = totp_rs::Builder::new().with_secret(key).build().unwrap();
    Secret(totp.generate(NOW_MS.get() / 1_000 + 30 * steps).to_string())
}

#[tokio::test]
async fn an_account_with_a_second_factor_needs_its_code_and_each_code_works_once() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap().account;
    let wrong = Secret::from("not the password");
    let denied = accounts.second_factor(ann).begin(&wrong, "The room", HOME).await;
    assert_eq!(denied.unwrap_err(), AccountError::BadCredentials);
    let key = accounts.second_factor(ann).begin(&password(), "The room", HOME).await.unwrap().key;
    accounts.login("Ann", &password(), None, HOME).await.expect("it is not confirmed");
    let other = Secret::from("000000");
    let denied = accounts.second_factor(ann).confirm(&other, None, HOME).await;
    assert_eq!(denied.unwrap_err(), AccountError::BadFactor);
    let confirmed = accounts.second_factor(ann).confirm(&shown(&key, 0), None, HOME).await;
    let (recovery, factor) = confirmed.unwrap();
    assert_eq!(factor, Factor::None, "a player's role needs none");
    assert_eq!(recovery.len(), 10);

    let login = |code: Option<Secret>| async move {
        accounts.login("Ann", &password(), code.as_ref(), HOME).await.map(|login| login.account)
    };
    assert_eq!(login(None).await, Err(AccountError::SecondFactorNeeded));
    assert_eq!(login(Some(shown(&key, 0))).await, Err(AccountError::BadFactor), "it was used");
    assert_eq!(login(Some(shown(&key, 1))).await, Ok(ann));
    assert_eq!(login(Some(recovery[3].clone())).await, Ok(ann));
    assert_eq!(login(Some(recovery[3].clone())).await, Err(AccountError::BadFactor));
    let stranger = accounts.login("Ann", &wrong, Some(&recovery[4]), HOME).await.unwrap_err();
    assert_eq!(stranger, AccountError::BadCredentials, "the code is not looked at");
    assert_eq!(
        accounts.second_factor(ann).begin(&password(), "The room", HOME).await.unwrap_err(),
        AccountError::FactorSet
    );
    accounts.second_factor(ann).remove(&recovery[4], HOME).await.unwrap();
    assert_eq!(login(None).await, Ok(ann));
}

#[tokio::test]
async fn a_provider_stands_in_place_of_the_password_and_not_of_the_second_factor() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap().account;
    let identity = ProviderIdentity { issuer: "https://club".to_owned(), subject: "a".to_owned() };
    let link = accounts.link_identity(ann, &identity, Some(&password()), None, HOME).await;
    link.unwrap();
    let key = accounts.second_factor(ann).begin(&password(), "The room", HOME).await.unwrap().key;
    accounts.second_factor(ann).confirm(&shown(&key, 0), None, HOME).await.unwrap();
    let denied = accounts.login_with_identity(&identity, None, None, HOME).await;
    assert_eq!(denied.unwrap_err(), AccountError::SecondFactorNeeded);
    let used = shown(&key, 0);
    let denied = accounts.login_with_identity(&identity, None, Some(&used), HOME).await;
    assert_eq!(denied.unwrap_err(), AccountError::BadFactor);
    let code = shown(&key, 1);
    let login = accounts.login_with_identity(&identity, None, Some(&code), HOME).await.unwrap();
    assert_eq!(login.account, ann);
}

#[tokio::test]
async fn codes_of_a_second_factor_cannot_be_tried_without_end() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap().account;
    let key = accounts.second_factor(ann).begin(&password(), "The room", HOME).await.unwrap().key;
    accounts.second_factor(ann).confirm(&shown(&key, 0), None, HOME).await.unwrap();
    let (thief, mut looked_at) = (IpAddr::from([192, 0, 2, 7]), 0);
    for guess in 0..40 {
        let code = Secret(format!("{guess:06}"));
        match accounts.login("Ann", &password(), Some(&code), thief).await.unwrap_err() {
            AccountError::BadFactor => looked_at += 1,
            AccountError::Guessed(seconds) => assert!(seconds >= 1),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(looked_at, 5);
}

#[tokio::test]
async fn a_reset_code_sets_a_password_once_and_ends_all_tokens() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let operation = |done: &str| crate::store::StoredOperation {
        at_ms: NOW_MS.get(),
        operator: None,
        account: ann.account,
        done: done.to_owned(),
        reason: "She asked.".to_owned(),
    };
    let (old, ..) = accounts.operations().new_reset_code();
    let (code, edit, _) = accounts.operations().new_reset_code();
    accounts.operations().operate(&edit, &operation("Made a code")).await.unwrap();
    let new = Secret::from("another long password");
    let unknown = accounts.use_reset_code(&old, &new, HOME).await.unwrap_err();
    assert_eq!(unknown, AccountError::BadResetCode);
    let weak = accounts.use_reset_code(&code, &Secret::from("short"), HOME).await.unwrap_err();
    assert_eq!(weak, AccountError::BadPassword, "the code is not used up by it");
    let back = accounts.use_reset_code(&code, &new, HOME).await.unwrap();
    assert_eq!(back.account, ann.account);
    let again = accounts.use_reset_code(&code, &new, HOME).await.unwrap_err();
    assert_eq!(again, AccountError::BadResetCode);
    let token = accounts.login_token(&ann.resume_token.unwrap(), HOME).await.unwrap_err();
    assert_eq!(token, AccountError::BadToken);
    accounts.login("Ann", &new, None, HOME).await.unwrap();

    let (late, edit, _) = accounts.operations().new_reset_code();
    accounts.operations().operate(&edit, &operation("Made a code")).await.unwrap();
    advance(DAY_MS);
    let ended = accounts.use_reset_code(&late, &password(), HOME).await.unwrap_err();
    assert_eq!(ended, AccountError::BadResetCode);
}

#[tokio::test]
async fn a_suspended_account_comes_in_again_when_the_time_is_over() {
    let room = room(settings());
    let accounts = &room.accounts;
    let ann = accounts.register("Ann", &password(), HOME).await.unwrap();
    let operation = crate::store::StoredOperation {
        at_ms: NOW_MS.get(),
        operator: None,
        account: ann.account,
        done: "Suspended".to_owned(),
        reason: "Abuse in chat.".to_owned(),
    };
    let end = NOW_MS.get() + 1_000;
    let edit = crate::store::AccountEdit::Suspend(Some(end));
    accounts.operations().operate(&edit, &operation).await.unwrap();
    let token = ann.resume_token.unwrap();
    let suspended = AccountError::Suspended(end);
    assert_eq!(accounts.login("Ann", &password(), None, HOME).await.unwrap_err(), suspended);
    assert_eq!(accounts.login_token(&token, HOME).await.unwrap_err(), suspended);
    assert_eq!(accounts.bearer(&token).await.unwrap_err(), suspended);
    let stranger = accounts.login("Ann", &Secret::from("hunter2 hunter2"), None, HOME).await;
    assert_eq!(stranger.unwrap_err(), AccountError::BadCredentials, "strangers hear nothing of it");
    advance(1_000);
    accounts.login_token(&token, HOME).await.unwrap();
}

#[test]
fn the_end_of_a_suspension_is_told_in_words() {
    let text = AccountError::Suspended(1_796_083_200_000).to_string();
    assert!(text.contains("until 2026-12-01 00:00 UTC."), "{text}");
    assert!(AccountError::Suspended(NEVER_MS).to_string().contains("without an end"));
}

#[tokio::test]
async fn a_guest_that_nobody_uses_is_forgotten_and_its_chips_are_the_banks() {
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    let room = room(AccountSettings { guest_days: 10, token_days: 30, ..settings() });
    let nobody_is_here = |_| false;
    let idle = room.accounts.guest(Some("Idle"), HOME).await.unwrap();
    let active = room.accounts.guest(Some("Active"), HOME).await.unwrap();
    let seated = room.accounts.guest(Some("Seated"), HOME).await.unwrap();
    let upgraded = room.accounts.guest(Some("Upgraded"), HOME).await.unwrap();
    let winner = room.accounts.guest(Some("Winner"), HOME).await.unwrap();
    let ann = room.accounts.register("Ann", &password(), HOME).await.unwrap();
    room.accounts.upgrade_guest(upgraded.account, "Uma", &password(), HOME).await.unwrap();
    // Ann has a note about the winner, who also has a ticket.
    room.accounts.notes().set(ann.account, "Winner", "Calls too much.", 1).await.unwrap();
    let (structure, worth) = ("sunday".to_owned(), Chips(100));
    let to = LedgerAccount::Tickets { owner: winner.account, worth, structure };
    let from = LedgerAccount::Wallet(winner.account);
    let transfer = Transfer { id: "won".to_owned(), from, to, amount: Chips(200), at_ms: 1 };
    let hold = winner.purse.hold(Chips(200)).unwrap();
    let unit = Unit { transfers: vec![transfer], ..Unit::default() };
    room.accounts.inner.backing.journal.commit(unit).await.unwrap();
    hold.settle();
    let guests = [idle.account, active.account, seated.account, winner.account];
    drop((idle.purse, winner.purse));

    advance(9 * DAY);
    room.accounts.login_token(active.resume_token.as_ref().unwrap(), HOME).await.unwrap();
    room.accounts.forget_ended_tokens().await.unwrap();
    let none = room.accounts.forget_idle_guests(nobody_is_here).await.unwrap();
    assert_eq!(none, Forgotten::default(), "nobody is away for long enough");

    advance(2 * DAY);
    room.accounts.forget_ended_tokens().await.unwrap();
    let is_here = |guest| guest == seated.account;
    let forgotten = room.accounts.forget_idle_guests(is_here).await.unwrap();
    assert_eq!(forgotten, Forgotten { deleted: 1, kept: 1 });
    let again = room.accounts.forget_idle_guests(is_here).await.unwrap();
    assert_eq!(again, Forgotten::default(), "the emptied one is not forgotten twice");

    let mut names = Vec::new();
    for guest in guests {
        let stored = room.store.account(guest).await.unwrap();
        names.push(stored.map(|stored| (stored.name, stored.look)));
    }
    let former = format!("#{}", winner.account);
    let named = |name: &str| Some((name.to_owned(), None));
    assert_eq!(names, [None, named("Active"), named("Seated"), named(&former)]);
    assert_eq!(room.accounts.notes().page(ann.account, 0).await.unwrap().notes[0].player, former);
    assert!(room.store.account_by_name("Uma").await.unwrap().is_some());
    assert!(room.accounts.guest(Some("Winner"), HOME).await.is_ok(), "the name is free");
    assert!(!room.accounts.is_acceptable(&former), "and nobody takes the other one");

    // Conservation: wallets and tickets hold exactly the granted chips.
    let balances = room.store.load_balances().await.unwrap();
    assert_eq!(balances.iter().map(|(_, balance)| balance).sum::<i64>(), 0);
    assert!(balances.iter().all(|(name, balance)| *balance >= 0 || name == "bank"));
    for gone in [guests[0], guests[3]] {
        assert_eq!(ledger(&room, gone).await, 0);
    }
    let tickets = balances.iter().filter(|(name, _)| name.starts_with("ticket:"));
    assert_eq!(tickets.map(|(_, balance)| balance).sum::<i64>(), 0);
    assert_eq!(room.store.ledger_audit().await.unwrap(), []);
}

#[tokio::test]
async fn an_operator_may_keep_every_guest() {
    let room = room(AccountSettings { guest_days: 0, token_days: 1, ..settings() });
    room.accounts.guest(None, HOME).await.unwrap();
    advance(400 * 24 * 60 * 60 * 1_000);
    room.accounts.forget_ended_tokens().await.unwrap();
    let forgotten = room.accounts.forget_idle_guests(|_| false).await.unwrap();
    assert_eq!(forgotten, Forgotten::default());
}

#[tokio::test]
async fn an_account_that_nobody_used_is_forgotten_and_its_chips_are_the_banks() {
    let room = room(AccountSettings { unused_days: 90, token_days: 30, ..settings() });
    let open = async |name: &str| room.accounts.register(name, &password(), HOME).await.unwrap();
    let [unused, back, player, here] =
        [open("Una").await, open("Bea").await, open("Pia").await, open("Hera").await];
    let accounts = [unused.account, back.account, player.account, here.account];
    drop((unused, back, player, here));
    room.accounts.create_admin("Ada", &password()).await.unwrap();
    room.accounts.note_use(accounts[2]).await;
    let login = async |name| room.accounts.login(name, &password(), None, HOME).await.unwrap();
    advance(DAY_MS - 1);
    assert!(!login("Una").await.used);
    advance(1);
    login("Bea").await;
    assert!(login("Bea").await.used, "it came back on another day");

    advance(89 * DAY_MS - 1);
    room.accounts.forget_ended_tokens().await.unwrap();
    let none = room.accounts.forget_unused_accounts(|_| false).await.unwrap();
    assert_eq!(none, Forgotten::default(), "not yet");
    advance(2);
    let is_here = |account| account == accounts[3];
    let forgotten = room.accounts.forget_unused_accounts(is_here).await.unwrap();
    assert_eq!(forgotten, Forgotten { deleted: 1, kept: 0 });
    for (account, name) in accounts.iter().zip([None, Some("Bea"), Some("Pia"), Some("Hera")]) {
        let stored = room.store.account(*account).await.unwrap();
        assert_eq!(stored.as_ref().map(|stored| &*stored.name), name);
    }
    assert_eq!(ledger(&room, accounts[0]).await, 0);
    assert_eq!(ledger(&room, accounts[1]).await, 500);
    let balances = room.store.load_balances().await.unwrap();
    assert_eq!(balances.iter().map(|(_, balance)| balance).sum::<i64>(), 0);
    assert_eq!(room.store.ledger_audit().await.unwrap(), []);
    open("Una").await;
}

#[tokio::test]
async fn an_operator_may_keep_every_account() {
    let room = room(AccountSettings { unused_days: 0, ..settings() });
    room.accounts.register("Una", &password(), HOME).await.unwrap();
    advance(4_000 * DAY_MS);
    room.accounts.forget_ended_tokens().await.unwrap();
    let forgotten = room.accounts.forget_unused_accounts(|_| false).await.unwrap();
    assert_eq!(forgotten, Forgotten::default());
}
