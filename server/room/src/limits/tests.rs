//! Tests of limits with few places.

use super::*;

#[test]
fn a_place_is_free_again_when_it_is_dropped() {
    let limits = Limits::new(&LimitSettings {
        connections: 2,
        connections_per_address: 1,
        ..LimitSettings::default()
    });
    let ann = "192.0.2.1".parse().unwrap();
    let first = limits.enter_from(ann).unwrap();
    assert_eq!(limits.enter_from(ann).unwrap_err(), NotAdmitted::AddressFull);
    assert!(limits.enter_from("192.0.2.2".parse().unwrap()).is_ok());
    drop(first);
    drop(limits.enter_from(ann).unwrap());
    assert_eq!(limits.enter_from(ann).unwrap_err(), NotAdmitted::TooOften);
    assert_eq!(limits.inner.per_address.lock().len(), 0, "quiet addresses take no memory");

    let places = [limits.enter_room().unwrap(), limits.enter_room().unwrap()];
    assert_eq!(limits.enter_room().unwrap_err(), NotAdmitted::RoomFull);
    drop(places);
    assert!(limits.enter_room().is_ok());
}

#[test]
fn a_turn_gives_a_few_answers_and_turns_that_nobody_answers_do_not_pile_up() {
    let answers = TurnAnswers::default();
    assert!(!answers.take(), "nobody has asked");
    answers.asked();
    assert_eq!((0..10).filter(|_| answers.take()).count(), 4);
    for _ in 0..1_000 {
        answers.asked();
    }
    assert_eq!((0..1_000).filter(|_| answers.take()).count(), 128);
}

#[test]
fn an_account_has_its_hands_counted_a_few_times_a_minute() {
    let limits = Limits::new(&LimitSettings::default());
    let counted = (0..10).filter(|_| limits.allows_statistics(AccountId(1))).count();
    assert_eq!(counted, 4);
    assert!(limits.allows_statistics(AccountId(2)), "another account has its own count");
}

#[test]
fn wrong_codes_of_an_account_lock_out_nobody_else_behind_its_address() {
    let settings = LimitSettings { wrong_codes_per_minute: 3, ..LimitSettings::default() };
    let limits = Limits::new(&settings);
    let (home, now) = ("192.0.2.1".parse().unwrap(), Millis::seconds(1));
    let (ann, bob) = (Some(AccountId(1)), Some(AccountId(2)));
    for _ in 0..3 {
        assert!(limits.allows_code(home, ann, now));
        limits.wrong_code(home, ann, now);
    }
    assert!(!limits.allows_code(home, ann, now));
    assert!(limits.allows_code(home, bob, now) && limits.allows_code(home, None, now));
    for _ in 0..3 {
        limits.wrong_code(home, None, now);
    }
    assert!(!limits.allows_code(home, None, now), "a visitor counts for the address");
    assert!(limits.allows_code(home, bob, now));
    // Accounts are free, so all of them together are limited like a single guesser.
    for account in 0..21 {
        limits.wrong_code(home, Some(AccountId(100 + account)), now);
    }
    assert!(!limits.allows_code(home, bob, now));
    assert!(limits.allows_code("192.0.2.2".parse().unwrap(), bob, now));
    assert!(limits.allows_code(home, ann, Millis::seconds(61)));
    limits.tidy(Millis::seconds(61));
    assert_eq!(limits.inner.wrong_codes_by_account.len(), 0, "the quiet take no memory");
}

#[test]
fn new_guests_are_counted_by_network_and_for_the_room() {
    let limits = Limits::new(&LimitSettings {
        guests_per_hour: 5,
        guests_per_network_hour: 2,
        ..LimitSettings::default()
    });
    let from = |address: &str| limits.allows_guest(address.parse().unwrap());
    assert!(from("2001:db8:1::1") && from("2001:db8:1:ffff::1"));
    for _ in 0..10 {
        assert!(!from("2001:db8:1:2::1"), "one /48 has two");
    }
    assert!(from("2001:db8:2::1") && from("192.0.2.1") && from("192.0.2.2"));
    assert!(!from("192.0.2.3"), "the room has had its five");
}

#[test]
fn an_ipv6_subscriber_is_one_whatever_address_it_takes() {
    let limits = Limits::new(&LimitSettings { logins_per_minute: 1, ..LimitSettings::default() });
    assert!(limits.allows_login("2001:db8::1".parse().unwrap()));
    assert!(!limits.allows_login("2001:db8::2".parse().unwrap()));
    assert!(limits.allows_login("2001:db8:0:1::1".parse().unwrap()));
    assert!(limits.allows_login("192.0.2.1".parse().unwrap()));
    assert!(!limits.allows_login("::ffff:192.0.2.1".parse().unwrap()));
}

#[test]
fn a_hash_counts_towards_the_logins_of_its_address_and_its_account() {
    let limits = Limits::new(&LimitSettings { logins_per_minute: 2, ..LimitSettings::default() });
    let (home, work) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
    assert!(limits.allows_hash(home, AccountId(1)));
    assert!(limits.allows_login(home));
    assert!(!limits.allows_hash(home, AccountId(2)), "the address has had its two");
    assert!(limits.allows_hash(work, AccountId(1)));
    assert!(!limits.allows_hash("192.0.2.3".parse().unwrap(), AccountId(1)));
    assert!(limits.allows_login(work));
}

#[test]
fn what_all_share_is_counted_for_each_account_and_each_network() {
    let settings = LimitSettings { exports_per_hour: 2, ..LimitSettings::default() };
    let limits = Limits::new(&settings);
    let home = "192.0.2.1".parse().unwrap();
    let taken = |address, accounts: std::ops::Range<u64>| {
        let tries = accounts.flat_map(|account| [account; 3]);
        tries.filter(|id| limits.allows(Shared::Export, address, AccountId(*id))).count()
    };
    assert_eq!(taken(home, 1..4), 6, "each account has two");
    assert_eq!(taken(home, 4..99), 14, "and the network has twenty");
    assert_eq!(taken("192.0.2.2".parse().unwrap(), 200..201), 2);
    assert!(limits.allows(Shared::Row, home, AccountId(1)), "others have counts of their own");
}
