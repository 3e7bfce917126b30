//! Tests of when a certificate is ordered, without a clock or a socket.

use super::*;

const DAY: i64 = 86_400;
/// When the tests begin, in seconds since 1970.
const START: i64 = 20_000 * DAY;
const QUARTER: Validity = Validity { from: START, until: START + 90 * DAY };

fn at(seconds: i64) -> Moment {
    let uptime = Duration::from_secs(seconds.try_into().unwrap());
    Moment { wall: START + seconds, uptime }
}

fn keeper(stored: Option<Validity>) -> Keeper {
    Keeper::new("poker.example".to_owned(), stored, 500, at(0)).0
}

fn failure(reason: Reason) -> Failure {
    Failure { reason, detail: "no".to_owned(), retry_after: None }
}

fn orders(outputs: &[Output]) -> bool {
    outputs.contains(&Output::Order)
}

fn says_clock(outputs: &[Output]) -> bool {
    outputs.iter().any(|output| matches!(output, Output::Say(Notice::WrongClock { .. })))
}

#[test]
fn a_room_without_a_certificate_orders_one_and_asks_once_at_a_time() {
    let mut keeper = keeper(None);
    assert_eq!(keeper.sleep(at(0)), Duration::ZERO);
    assert!(orders(&keeper.on(at(0), Input::Tick)));
    assert_eq!(keeper.on(at(1), Input::Tick), [], "the order is under way");
    let said = keeper.on(at(5), Input::Issued(QUARTER));
    assert!(matches!(&said[..], [Output::Say(Notice::Issued { .. })]), "{said:?}");
    assert!(!orders(&keeper.on(at(10), Input::Tick)));
}

#[test]
fn a_certificate_is_renewed_when_a_third_of_its_lifetime_is_left() {
    let mut keeper = keeper(Some(QUARTER));
    assert_eq!(keeper.on(at(0), Input::Tick), [Output::AskWhen]);
    keeper.on(at(0), Input::NoSuggestion);
    assert!(!orders(&keeper.on(at(60 * DAY - 1), Input::Tick)));
    keeper.on(at(60 * DAY - 1), Input::NoSuggestion);
    assert_eq!(keeper.sleep(at(60 * DAY - 1)), Duration::from_secs(1));
    assert!(orders(&keeper.on(at(60 * DAY), Input::Tick)));
    // It is in use until the renewal succeeds.
    let said = keeper.on(at(60 * DAY), Input::Failed(failure(Reason::NotConnected)));
    let until = Some(QUARTER.until);
    assert!(
        matches!(&said[..], [Output::Say(Notice::Failed { until: of, .. })] if *of == until),
        "{said:?}"
    );
}

#[test]
fn failures_wait_longer_each_time_and_at_most_five_are_in_one_hour() {
    let mut keeper = keeper(None);
    let (mut now, mut tries) = (0, Vec::new());
    while now < 3 * DAY {
        if orders(&keeper.on(at(now), Input::Tick)) {
            tries.push(now);
            keeper.on(at(now), Input::Failed(failure(Reason::NotConnected)));
        }
        now += 60;
    }
    let waits: Vec<_> = tries.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(waits[..6], [60, 300, 1_200, 3_600, 14_400, 43_200]);
    assert!(waits[6..].iter().all(|wait| *wait == 43_200), "{waits:?}");
    for first in &tries {
        let hour = *first..*first + 3_600;
        assert!(tries.iter().filter(|at| hour.contains(at)).count() <= 4);
    }
    // A success forgets them.
    keeper.on(at(now), Input::Issued(Validity { from: START + now, until: START + now + 30 }));
    assert!(orders(&keeper.on(at(now + 20), Input::Tick)));
    keeper.on(at(now + 20), Input::Failed(failure(Reason::Slow)));
    assert!(orders(&keeper.on(at(now + 80), Input::Tick)));
}

#[test]
fn the_wait_that_the_authority_asks_for_and_its_limits_are_respected() {
    let mut keeper = keeper(None);
    keeper.on(at(0), Input::Tick);
    let retry_after = Some(Duration::from_secs(7_200));
    keeper.on(at(0), Input::Failed(Failure { retry_after, ..failure(Reason::Other) }));
    assert!(!orders(&keeper.on(at(7_199), Input::Tick)));
    assert!(orders(&keeper.on(at(7_200), Input::Tick)));

    let mut keeper = self::keeper(None);
    keeper.on(at(0), Input::Tick);
    keeper.on(at(0), Input::Failed(failure(Reason::TooMany)));
    assert!(!orders(&keeper.on(at(3_599), Input::Tick)));
    assert!(orders(&keeper.on(at(3_600), Input::Tick)));
}

#[test]
fn a_clock_that_is_behind_is_named_and_orders_no_other_certificate() {
    let behind = |seconds| Moment { wall: START - 3_650 * DAY + seconds, ..at(seconds) };
    let mut keeper = keeper(None);
    keeper.on(behind(0), Input::Tick);
    assert!(says_clock(&keeper.on(behind(3), Input::Issued(QUARTER))));
    assert!(!orders(&keeper.on(behind(30 * DAY), Input::Tick)));
    let (_, said) = Keeper::new("poker.example".to_owned(), Some(QUARTER), 0, behind(0));
    assert!(says_clock(&said));
    let (_, said) = Keeper::new("poker.example".to_owned(), Some(QUARTER), 0, at(0));
    assert_eq!(said, []);
}

#[test]
fn a_clock_that_is_ahead_is_named_and_orders_twice_a_day_at_most() {
    let ahead = |seconds| Moment { wall: START + 3_650 * DAY + seconds, ..at(seconds) };
    let mut keeper = keeper(None);
    let mut tries = 0;
    for seconds in (0..2 * DAY).step_by(60) {
        if orders(&keeper.on(ahead(seconds), Input::Tick)) {
            tries += 1;
            assert!(says_clock(&keeper.on(ahead(seconds), Input::Issued(QUARTER))));
        } else {
            keeper.on(ahead(seconds), Input::NoSuggestion);
        }
    }
    assert_eq!(tries, 4);
    // Once the clock is set, the certificate is good.
    assert!(!orders(&keeper.on(at(2 * DAY), Input::Tick)));
}

#[test]
fn a_suggested_time_counts_within_the_lifetime() {
    let mut keeper = keeper(Some(QUARTER));
    let suggested = |from, until| Input::Suggested {
        from: START + from * DAY,
        until: START + until * DAY,
        again: Duration::from_secs(6 * 3_600),
    };
    keeper.on(at(0), suggested(40, 44));
    assert!(!orders(&keeper.on(at(42 * DAY - 60), Input::Tick)));
    keeper.on(at(42 * DAY - 60), suggested(40, 44));
    assert!(orders(&keeper.on(at(42 * DAY), Input::Tick)));

    // A revocation: the time is over already.
    let mut keeper = self::keeper(Some(QUARTER));
    keeper.on(at(DAY), suggested(-3, -1));
    assert!(orders(&keeper.on(at(DAY), Input::Tick)));

    // A mistake: after the end.
    let mut keeper = self::keeper(Some(QUARTER));
    keeper.on(at(0), suggested(100, 110));
    assert!(orders(&keeper.on(at(75 * DAY), Input::Tick)));
}
