//! Late entrants, check-in, alternates, rebuys and add-ons.

use crate::direction::common::{Tournament, setup};
use crate::direction::{
    begun, hand, is_out, plays, replays, seats, stack, to_break, under, winner_takes_all,
};
use cardroom_rules::{AddOn, Cents, Chips, EntryNo, Millis, PlayerId, Rebuy, Structure};
use cardroom_tournament::{Command, Event, Input, Purchase, Refusal, Whereabouts};

// TNPL B2-i, WPTAPL 3, Spotlight 6-3
#[test]
fn late_entrants_start_with_what_the_book_says_as_long_as_it_lets_them() {
    let full = under("tnpl", 9);
    let mut less = full.clone();
    less.entry.late_deduction = true;
    let mut event = begun(less, 18);
    let enters = |event: &mut Tournament, player: u64| {
        event.enter(player)?;
        Ok(stack(event, event.director.entry_of(PlayerId(player)).unwrap()))
    };
    assert_eq!(
        event.step(Input::Enter { player: PlayerId(99), of_age: false }),
        Err(Refusal::UnderAge(18))
    );
    assert_eq!(enters(&mut event, 100), Ok(Chips(4_500)));
    event.wait();
    assert_eq!(enters(&mut event, 101), Ok(Chips(4_000)));
    event.wait();
    assert_eq!(enters(&mut event, 102), Ok(Chips(3_500)));
    to_break(&mut event);
    event.wait();
    event.wait();
    assert_eq!(enters(&mut event, 103), Err(Refusal::EntryClosed), "three levels");
    let mut event = begun(full, 18);
    assert_eq!(enters(&mut event, 100), Ok(Chips(5_000)), "where the event takes nothing off");

    let mut event = begun(Structure { ..under("wptapl", 9) }, 18);
    assert_eq!(enters(&mut event, 100), Err(Refusal::EntryClosed), "the event says so");
    let mut structure = under("wptapl", 9);
    structure.entry.late_levels = None;
    let mut event = begun(structure, 18);
    assert_eq!(enters(&mut event, 100), Ok(Chips(4_750)));
    to_break(&mut event);
    assert_eq!(enters(&mut event, 101), Ok(Chips(4_000)), "five of the level after the break");
    event.wait();
    event.wait();
    assert_eq!(enters(&mut event, 102), Err(Refusal::EntryClosed));

    let mut structure = under("spotlight", 9);
    structure.entry.late_levels = None;
    let mut event = begun(structure, 18);
    assert_eq!(enters(&mut event, 100), Ok(Chips(5_000)));
    event.wait();
    assert_eq!(enters(&mut event, 101), Err(Refusal::EntryClosed));
    event.order(Command::EnterPlayer(PlayerId(101))).unwrap();
    event.wait();
    assert_eq!(event.order(Command::EnterPlayer(PlayerId(102))), Err(Refusal::EntryClosed));
}

#[test]
fn who_has_not_checked_in_has_the_price_back() {
    let mut structure = under("tda-2024", 9);
    structure.entry.check_in = true;
    let mut event = Tournament::new(setup(structure), 3);
    for player in 1..=9 {
        event.enter(player).unwrap();
    }
    for player in 1..=8 {
        event.step(Input::CheckIn { player: PlayerId(player) }).unwrap();
    }
    event.now = Millis(1_000);
    let events = event.step(Input::Tick).unwrap();
    let refunds: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Refunded { .. })).collect();
    assert_eq!(refunds, [&Event::Refunded { entry: EntryNo(9), amount: Cents(1_100) }]);
    assert_eq!(event.director.players_left(), 8);
    assert_eq!(event.director.prize_pool(), Cents(8_000));
}

#[test]
fn alternates_wait_until_somebody_is_out() {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.entry.alternates = true;
    structure.entry.max_entrants = 18;
    structure.entry.late_levels = Some(3);
    let mut event = begun(structure, 20);
    assert_eq!(event.director.view(event.now).waiting, 2);
    let out = seats(&event, 1)[0].0;
    hand(&mut event, 1, &[out]);
    let first = event.director.entry(EntryNo(19)).unwrap().whereabouts;
    assert!(matches!(first, Whereabouts::Seated { .. }), "first come, first served");
    event.order(Command::CloseEntry).unwrap();
    let last = event.director.entry(EntryNo(20)).unwrap().whereabouts;
    assert_eq!(last, Whereabouts::Withdrawn, "no seat came free");
    assert!(event.log.contains(&Event::Refunded { entry: EntryNo(20), amount: Cents(1_100) }));
    replays(&event);
}

fn with_rebuys() -> Structure {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.entry.rebuy = Some(Rebuy {
        cost: Cents(1_000),
        chips: Chips(5_000),
        most: 1,
        until_level: 3,
        at_most: Chips(5_000),
    });
    structure.entry.add_on = Some(AddOn { cost: Cents(500), chips: Chips(8_000), after_level: 3 });
    structure
}

// TDA 27
#[test]
fn a_rebuy_is_decided_before_the_next_hand() {
    let mut event = begun(with_rebuys(), 18);
    let [(seat, entry), (other_seat, other)] = seats(&event, 1)[..2] else { panic!("players") };
    hand(&mut event, 1, &[seat, other_seat]);
    assert!(!plays(&event, 1), "no hand is missed");
    let player = |entry: EntryNo| PlayerId(u64::from(entry.0));
    assert!(event.director.may_buy(player(entry), Purchase::Rebuy));
    event.step(Input::Buy { player: player(entry), what: Purchase::Rebuy }).unwrap();
    event.deliver();
    assert_eq!(stack(&event, entry), Chips(5_000));
    assert!(!plays(&event, 1) && !is_out(&event, other), "the other one still decides");
    event.step(Input::DeclineRebuy { player: player(other) }).unwrap();
    event.deliver();
    assert!(plays(&event, 1) && is_out(&event, other));
    assert_eq!(event.director.prize_pool(), Cents(19_000));
    assert_eq!(event.director.chips(), Chips(95_000));
    // The only rebuy is used.
    hand(&mut event, 1, &[seat]);
    assert!(plays(&event, 1) && is_out(&event, entry));
    replays(&event);
}

#[test]
fn whoever_does_not_answer_in_time_is_out() {
    let mut event = begun(with_rebuys(), 18);
    let (seat, entry) = seats(&event, 1)[0];
    hand(&mut event, 1, &[seat]);
    let due = event.director.deadline().unwrap();
    assert_eq!(
        due,
        event.now + Millis::seconds(event.director.setup().rulebook.entry.rebuy_seconds)
    );
    event.wait();
    assert!(is_out(&event, entry) && plays(&event, 1));
    let late =
        event.step(Input::Buy { player: PlayerId(u64::from(entry.0)), what: Purchase::Rebuy });
    assert_eq!(late, Err(Refusal::NotIn(entry)));
}

// TDA 27
#[test]
fn who_was_offered_a_rebuy_in_time_decides_before_the_prizes_are_fixed() {
    let mut structure = with_rebuys();
    structure.entry.add_on = None;
    structure.entry.rebuy.as_mut().unwrap().until_level = 1;
    let mut event = begun(structure, 18);
    let fixed = |event: &Tournament| {
        event.log.iter().find_map(|logged| match logged {
            Event::PrizesFixed { places, .. } => Some(places.clone()),
            _ => None,
        })
    };
    event.now = Millis(1_000 + 299_000);
    let [(seat, entry), (other_seat, other)] = seats(&event, 1)[..2] else { panic!("players") };
    hand(&mut event, 1, &[seat, other_seat]);
    event.now = Millis(1_000 + 301_000);
    event.step(Input::Tick).unwrap();
    assert_eq!(event.director.level(), 1, "the last level of rebuys is over");
    assert_eq!(fixed(&event), None, "two still decide");
    let player = |entry: EntryNo| PlayerId(u64::from(entry.0));
    event.step(Input::Buy { player: player(entry), what: Purchase::Rebuy }).unwrap();
    assert_eq!(fixed(&event), None, "one still decides");
    event.step(Input::DeclineRebuy { player: player(other) }).unwrap();
    event.deliver();
    assert_eq!(fixed(&event), Some(vec![Cents(19_000)]), "with what was bought");
    assert!(is_out(&event, other) && !is_out(&event, entry));
    // No rebuys are offered any more.
    hand(&mut event, 1, &[seat]);
    assert!(is_out(&event, entry));
    replays(&event);
}

// x-rebuy-behind
#[test]
fn chips_bought_in_a_hand_come_when_it_is_over() {
    let mut event = begun(with_rebuys(), 18);
    let (seat, entry) = seats(&event, 1)[0];
    let player = PlayerId(u64::from(entry.0));
    event.step(Input::Buy { player, what: Purchase::Rebuy }).unwrap();
    assert_eq!(stack(&event, entry), Chips(5_000), "the hand is played with what was there");
    assert_eq!(
        event.step(Input::Buy { player, what: Purchase::AddOn }),
        Err(Refusal::NotForSale(Purchase::AddOn))
    );
    // All chips are lost, and the bought chips are there for the next hand.
    hand(&mut event, 1, &[seat]);
    assert_eq!(stack(&event, entry), Chips(5_000));
    assert!(plays(&event, 1) && !is_out(&event, entry));
    replays(&event);
}

#[test]
fn the_add_on_is_bought_once_in_the_break() {
    let mut event = begun(with_rebuys(), 18);
    to_break(&mut event);
    let player = PlayerId(4);
    event.step(Input::Buy { player, what: Purchase::AddOn }).unwrap();
    event.deliver();
    assert_eq!(stack(&event, EntryNo(4)), Chips(13_000));
    let again = event.step(Input::Buy { player, what: Purchase::AddOn });
    assert_eq!(again, Err(Refusal::NotForSale(Purchase::AddOn)));
    assert_eq!(event.director.prize_pool(), Cents(18_500));
    replays(&event);
}
