//! The queue alone, without threads or passwords.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, Ipv6Addr};

const PATIENCE_MS: u64 = 10_000;

fn at(address: &str) -> Place {
    Place::stranger(address.parse().unwrap())
}

/// One of many networks of one provider.
fn of_provider(number: u16) -> Place {
    Place::stranger(Ipv6Addr::new(0x2001, 0xdb8, number, 0, 0, 0, 0, 1).into())
}

fn drain<J>(turns: &mut Turns<J>) -> Vec<J> {
    std::iter::from_fn(|| turns.pop(0).0).collect()
}

#[test]
fn eighty_networks_of_one_provider_have_one_turn_together() {
    let mut turns = Turns::new(1_000, PATIENCE_MS);
    for number in 0..80 {
        assert_eq!(turns.push(0, of_provider(number), "flood"), None);
    }
    for number in 0..12 {
        let honest = Place::stranger(Ipv4Addr::new(198, number, 100, 1).into());
        assert_eq!(turns.push(0, honest, "honest"), None);
    }
    let order = drain(&mut turns);
    let last = order.iter().rposition(|job| *job == "honest").unwrap();
    assert_eq!(last, 12, "the provider has one turn among thirteen");
    assert_eq!(order.len(), 92);
}

#[test]
fn ranges_inside_a_range_take_turns_too() {
    let mut turns = Turns::new(100, PATIENCE_MS);
    for (address, job) in [
        ("192.0.2.1", "a"),
        ("192.0.2.1", "a"),
        ("192.0.2.2", "b"),
        ("192.0.3.1", "c"),
        ("198.51.100.1", "d"),
        ("192.0.3.1", "c"),
    ] {
        assert_eq!(turns.push(0, at(address), job), None);
    }
    assert_eq!(drain(&mut turns), ["a", "d", "c", "b", "c", "a"]);
}

#[test]
fn whoever_is_known_has_every_other_turn() {
    let mut turns = Turns::new(1_000, PATIENCE_MS);
    for number in 0..50 {
        let stranger = Place::stranger(Ipv4Addr::new(10, number, 0, 1).into());
        assert_eq!(turns.push(0, stranger, "stranger"), None);
    }
    let home = Place::known(Ipv4Addr::new(10, 3, 0, 1).into());
    assert_eq!(turns.push(0, home, "known"), None);
    let order = drain(&mut turns);
    assert!(order[..2].contains(&"known"), "{order:?}");
}

#[test]
fn a_full_queue_drops_the_oldest_of_the_fullest_range() {
    let mut turns = Turns::new(4, PATIENCE_MS);
    for (number, job) in [(1, "one"), (2, "two"), (3, "three")] {
        assert_eq!(turns.push(0, of_provider(number), job), None);
    }
    assert_eq!(turns.push(0, at("192.0.2.1"), "ann"), None);
    assert_eq!(turns.push(0, at("198.51.100.1"), "bea"), Some("three"), "of the provider");
    assert_eq!(turns.push(0, of_provider(2), "again"), Some("two"), "the older of its network");
    assert_eq!(turns.push(0, at("203.0.113.1"), "cleo"), Some("again"));
    let all = turns.push(0, at("172.16.0.1"), "dora");
    assert_eq!(all, Some("dora"), "whoever takes no more room than the others stays");
    assert_eq!(drain(&mut turns), ["one", "ann", "bea", "cleo"]);
}

#[test]
fn a_job_that_waited_too_long_is_handed_back_and_costs_no_turn() {
    let mut turns = Turns::new(9, PATIENCE_MS);
    for (now_ms, address, job) in [
        (0, "192.0.2.1", "old"),
        (0, "192.0.2.1", "old too"),
        (5_000, "192.0.2.1", "young"),
        (6_000, "198.51.100.1", "other"),
    ] {
        assert_eq!(turns.push(now_ms, at(address), job), None);
    }
    let (next, over) = turns.pop(PATIENCE_MS + 1);
    assert_eq!((next, over), (Some("young"), vec!["old", "old too"]));
    assert_eq!(turns.pop(PATIENCE_MS + 1), (Some("other"), vec![]));
    assert_eq!(turns.pop(PATIENCE_MS + 1), (None, vec![]));
}

/// Addresses that share ranges of every width.
fn an_address() -> impl Strategy<Value = IpAddr> {
    let four = (0_u8..3, 0_u8..3, 0_u8..3)
        .prop_map(|(wide, middle, own)| IpAddr::from([10, wide, middle, own]));
    let six = (0_u16..3, 0_u16..3, 0_u16..3, 0_u16..2)
        .prop_map(|(wide, a, b, own)| IpAddr::from([0x2001, wide, a << 8 | b, own, 0, 0, 0, 1]));
    prop_oneof![four, six]
}

fn a_place() -> impl Strategy<Value = Place> {
    (an_address(), any::<bool>()).prop_map(|(address, is_known)| {
        if is_known { Place::known(address) } else { Place::stranger(address) }
    })
}

#[derive(Clone, Debug)]
enum Deed {
    Push(Place),
    Pop,
}

fn a_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![3 => a_place().prop_map(Deed::Push), 2 => Just(Deed::Pop)]
}

proptest! {
    /// Each job leaves once, the queue never holds too many, and it is never idle with a job in it.
    #[test]
    fn no_job_is_lost_and_none_is_doubled(
        deeds in prop::collection::vec((a_deed(), 0_u64..3_000), 0..200),
        most in 1_usize..20,
    ) {
        let mut turns = Turns::new(most, PATIENCE_MS);
        let (mut now_ms, mut waiting) = (0, BTreeMap::new());
        for (job, (deed, later)) in deeds.into_iter().enumerate() {
            now_ms += later;
            match deed {
                Deed::Push(place) => {
                    waiting.insert(job, now_ms);
                    if let Some(gone) = turns.push(now_ms, place, job) {
                        prop_assert!(waiting.len() > most, "nobody gives way without need");
                        prop_assert!(waiting.remove(&gone).is_some());
                    }
                }
                Deed::Pop => {
                    let (next, over) = turns.pop(now_ms);
                    for gone in over {
                        let came = waiting.remove(&gone);
                        prop_assert!(came.is_some_and(|came| came + PATIENCE_MS < now_ms));
                    }
                    match next {
                        Some(job) => {
                            let came = waiting.remove(&job);
                            prop_assert!(came.is_some_and(|came| came + PATIENCE_MS >= now_ms));
                        }
                        None => prop_assert!(waiting.is_empty()),
                    }
                }
            }
            prop_assert_eq!(turns.len(), waiting.len());
            prop_assert!(turns.len() <= most);
        }
    }

    /// However many jobs the others have, a newcomer alone in its widest range is served after one
    /// job of each other range, and of the other lane as many.
    #[test]
    fn a_newcomer_waits_for_one_turn_of_each_other_range(
        crowd in prop::collection::vec(a_place(), 0..150),
    ) {
        let mut turns = Turns::new(1_000, PATIENCE_MS);
        for place in &crowd {
            prop_assert_eq!(turns.push(0, *place, false), None);
        }
        let wide: BTreeSet<IpAddr> = crowd.iter()
            .filter(|place| place.lane == Lane::Strangers)
            .map(|place| ranges(place.address)[0])
            .collect();
        prop_assert_eq!(turns.push(0, at("198.51.100.1"), true), None);
        let before = drain(&mut turns).iter().position(|is_newcomer| *is_newcomer).unwrap();
        prop_assert!(before <= 2 * wide.len() + 1, "{before} came first, of {} ranges", wide.len());
    }

    /// A newcomer alone in its widest range finds a place in a queue that others filled, unless
    /// each of them is alone in its range, too.
    #[test]
    fn a_full_queue_has_room_for_a_newcomer(crowd in prop::collection::vec(an_address(), 40..80)) {
        let mut turns = Turns::new(30, PATIENCE_MS);
        for address in crowd {
            let _ = turns.push(0, Place::stranger(address), false);
        }
        let gone = turns.push(0, at("198.51.100.1"), true);
        prop_assert_eq!(gone, Some(false));
    }
}
