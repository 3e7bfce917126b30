//! Refunds when a tournament is called off, and corrected pots and stacks.

use crate::direction::common::{Tournament, setup};
use crate::direction::{begun, hand, last_deal, replays, seats, stack, under, winner_takes_all};
use cardroom_rules::{
    CarriedStacks, Cents, Chips, EntryNo, Format, HandNo, Millis, PlayerId, Shares, TableNo,
};
use cardroom_tournament::{
    Carried, Command, Event, Input, Phase, Reawarded, Refund, Refusal, Report,
};

fn refunds(event: &Tournament) -> Vec<(EntryNo, Cents)> {
    let refunded = event.log.iter().filter_map(|logged| match logged {
        Event::Refunded { entry, amount } => Some((*entry, *amount)),
        _ => None,
    });
    refunded.collect()
}

#[test]
fn too_few_have_everything_back() {
    let mut structure = under("tda-2024", 9);
    structure.entry.min_entrants = 10;
    let event = begun(structure, 9);
    assert_eq!(event.director.phase(), Phase::Cancelled);
    assert_eq!(refunds(&event), (1..=9).map(|e| (EntryNo(e), Cents(1_100))).collect::<Vec<_>>());
}

#[test]
fn an_event_that_is_called_off_returns_the_pool_by_stacks() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let (seat, out) = seats(&event, 1)[0];
    hand(&mut event, 1, &[seat]);
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    event.deliver();
    assert_eq!(event.director.phase(), Phase::Cancelled);
    assert!(event.director.tables().next().is_none(), "tables are closed");
    let refunds = refunds(&event);
    let total: Cents = refunds.iter().map(|(_, amount)| *amount).sum();
    assert_eq!(total, Cents(18 * 1_100), "every cent");
    let of = |entry: EntryNo| refunds.iter().find(|(other, _)| *other == entry).unwrap().1;
    assert_eq!(of(out), Cents(100), "the fee");
    let rich = event.director.entries().max_by_key(|(_, entry)| entry.stack).unwrap();
    assert_eq!((rich.1.stack, of(rich.0)), (Chips(10_000), Cents(2_100)));
    assert_eq!(event.order(Command::Pause), Err(Refusal::Over));
    replays(&event);
}

// GAPS G-46: a withheld prize leaves the pool.
#[test]
fn a_withheld_prize_is_not_divided_again_when_the_event_is_called_off() {
    for refund in [Refund::ByStacks, Refund::Evenly] {
        let mut structure = under("tda-2024", 6);
        structure.prizes.shares = Shares::Curve { paid_basis_points: 10_000, least_percent: 100 };
        let mut event = begun(structure, 6);
        let entry = seats(&event, 1)[0].1;
        event.order(Command::Disqualify { entry, keeps_prize: false }).unwrap();
        hand(&mut event, 1, &[]);
        let prize = event.director.payouts().places[5];
        assert!(event.log.contains(&Event::PrizeWithheld { entry, prize }));
        let everything = event.order(Command::Cancel(Refund::Everything));
        assert!(matches!(everything, Err(Refusal::NotNow(_))), "a prize has left the pool");
        event.order(Command::Cancel(refund)).unwrap();
        let total: Cents = refunds(&event).iter().map(|(_, amount)| *amount).sum();
        assert_eq!(total + prize, Cents(6 * 1_100), "every cent once: {refund:?}");
        replays(&event);
    }
}

#[test]
fn who_has_nothing_back_is_told_so() {
    let mut free = under("tda-2024", 9);
    (free.entry.buy_in, free.entry.fee, free.entry.min_entrants) = (Cents(0), Cents(0), 10);
    let nothing = |players| (1..=players).map(|entry| (EntryNo(entry), Cents(0)));
    assert_eq!(refunds(&begun(free, 9)), nothing(9).collect::<Vec<_>>());

    // One chip in thirty thousand is less than a cent of nine.
    let mut structure = winner_takes_all("tda-2024", 9);
    (structure.entry.buy_in, structure.entry.fee) = (Cents(0), Cents(0));
    let mut next = setup(structure);
    next.carried = Some(Carried { entries: 2, pool: Cents(9) });
    let mut event = Tournament::new(next, 5);
    for (player, stack) in [(1, 30_000), (2, 1)] {
        let (player, stack) = (PlayerId(player), Chips(stack));
        event.step(Input::CarryOver { player, stack }).unwrap();
    }
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    assert_eq!(refunds(&event), [(EntryNo(1), Cents(9)), (EntryNo(2), Cents(0))]);
}

#[test]
fn a_guarantee_that_nobody_has_added_to_the_pool_yet_is_not_divided() {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.prizes.guarantee = Cents(1_000_000);
    structure.entry.late_levels = Some(2);
    let mut event = begun(structure, 18);
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    let total: Cents = refunds(&event).iter().map(|(_, amount)| *amount).sum();
    assert_eq!(total, Cents(18 * 1_100), "what was paid in, and the fees");
}

#[test]
fn what_first_days_brought_is_divided_when_their_final_is_called_off() {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.entry.fee = Cents(0);
    structure.entry.buy_in = Cents(0);
    let mut next = setup(structure);
    next.carried = Some(Carried { entries: 20, pool: Cents(20_000) });
    let come = |stacks: &[u64]| {
        let mut event = Tournament::new(next.clone(), 5);
        for (player, stack) in (1..).map(PlayerId).zip(stacks) {
            event.step(Input::CarryOver { player, stack: Chips(*stack) }).unwrap();
        }
        event
    };
    let mut event = come(&[30_000, 10_000]);
    let withdrawn = event.step(Input::Withdraw { player: PlayerId(1) });
    assert!(matches!(withdrawn, Err(Refusal::NotNow(_))), "it was paid on a first day");
    let everything = event.order(Command::Cancel(Refund::Everything));
    assert!(matches!(everything, Err(Refusal::NotNow(_))));
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    assert_eq!(refunds(&event), [(EntryNo(1), Cents(15_000)), (EntryNo(2), Cents(5_000))]);
    // There is no opponent.
    let mut event = come(&[50_000]);
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    assert_eq!(event.director.phase(), Phase::Cancelled);
    assert_eq!(refunds(&event), [(EntryNo(1), Cents(20_000))]);
}

// TDA 22: the stacks show the change before the next hand is reported, and a breaking table takes
// it along.
#[test]
fn a_pot_that_went_to_another_player_changes_both_stacks_at_once() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 6);
    hand(&mut event, 1, &[]);
    let over = HandNo(last_deal(&event, 1).hand.0 - 1);
    let [giver, getter] = [0, 1].map(|at| seats(&event, 1)[at].1);
    let player = |entry, event: &Tournament| event.director.entry(entry).unwrap().player;
    let (from, to) = (player(giver, &event), player(getter, &event));
    let table = TableNo(1);
    let again =
        |hand, chips| Input::Report(Report::Reawarded(Reawarded { table, hand, from, to, chips }));
    let before = [giver, getter].map(|entry| stack(&event, entry));
    let all = event.director.chips();
    event.step(again(over, Chips(500))).unwrap();
    let after = [giver, getter].map(|entry| stack(&event, entry));
    assert_eq!(after, [before[0] - Chips(500), before[1] + Chips(500)]);
    assert_eq!(event.director.chips(), all);
    event.director.audit();
    // For an earlier hand, or more chips than there are, the table's next report has the result.
    assert_eq!(event.step(again(HandNo(over.0 - 1), Chips(500))), Ok(Vec::new()));
    assert_eq!(event.step(again(over, after[0] + Chips(1))), Ok(Vec::new()));
    replays(&event);
}

// TDA 22: a player who won all-in and returns the chips is out.
#[test]
fn whoever_gives_back_everything_is_out_before_the_next_hand() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 6);
    event.order(Command::HaltTable(TableNo(1))).unwrap();
    let over = last_deal(&event, 1).hand;
    hand(&mut event, 1, &[]);
    let [giver, getter] = [0, 1].map(|at| seats(&event, 1)[at].1);
    let player = |entry| event.director.entry(entry).unwrap().player;
    let (had, has) = (stack(&event, giver), stack(&event, getter));
    let (table, hand, from, to) = (TableNo(1), over, player(giver), player(getter));
    let reawarded = Reawarded { table, hand, from, to, chips: had };
    event.step(Input::Report(Report::Reawarded(reawarded))).unwrap();
    assert_eq!(event.director.place(giver), Some(6), "the first who is out");
    assert_eq!((stack(&event, getter), event.director.players_left()), (has + had, 5));
    event.director.audit();
    replays(&event);
}

#[test]
fn stacks_of_several_first_days_are_the_best_or_the_sum_as_the_structure_says() {
    for (carried, stack) in [(CarriedStacks::Best, 9_000), (CarriedStacks::Sum, 16_000)] {
        let mut structure = winner_takes_all("tda-2024", 9);
        structure.entry.carried = carried;
        let mut next = setup(structure);
        next.carried = Some(Carried { entries: 20, pool: Cents(20_000) });
        let mut event = Tournament::new(next, 5);
        let bag = |player, chips| (PlayerId(player), Chips(chips));
        let bags = vec![bag(7, 9_000), bag(8, 5_000), bag(7, 4_000), bag(7, 3_000)];
        event.step(Input::CarryAllOver { bags: bags.clone() }).unwrap();
        event.step(Input::CarryAllOver { bags }).unwrap();
        let stacks: Vec<(PlayerId, Chips)> =
            event.director.entries().map(|(_, entry)| (entry.player, entry.stack)).collect();
        assert_eq!(stacks, [bag(7, stack), bag(8, 5_000)], "{carried:?}, also when told twice");
    }
}

#[test]
fn a_final_that_begins_at_once_begins_with_everybody() {
    let mut next = setup(winner_takes_all("tda-2024", 9));
    next.carried = Some(Carried { entries: 20, pool: Cents(20_000) });
    let mut event = Tournament::new(next, 5);
    event.now = Millis(5_000);
    let bags = (1..=4).map(|player| (PlayerId(player), Chips(10_000 * player))).collect();
    event.step(Input::CarryAllOver { bags }).unwrap();
    assert_eq!((event.director.phase(), event.director.players_left()), (Phase::Running, 4));
}

#[test]
fn a_sit_and_go_with_a_time_begins_full_before_it_and_is_called_off_at_it() {
    let waiting = |entrants: u64| {
        let mut structure = winner_takes_all("online", 6);
        structure.format = Format::SitAndGo;
        (structure.entry.min_entrants, structure.entry.max_entrants) = (6, 6);
        let mut setup = setup(structure);
        setup.starts_at = Some(Millis(3_600_000));
        let mut event = Tournament::new(setup, 3);
        for player in 1..=entrants {
            event.enter(player).unwrap();
        }
        event
    };
    let full = waiting(6);
    assert_eq!(full.director.phase(), Phase::Running, "it does not wait for the time");
    assert!(!full.director.is_open(), "nobody enters late");

    let mut lonely = waiting(5);
    assert_eq!(lonely.director.phase(), Phase::Registering);
    let start = Command::ChangeStart(Millis(60_000));
    assert!(matches!(lonely.order(start), Err(Refusal::NotNow(_))), "nobody begins it early");
    lonely.now = Millis(3_599_999);
    lonely.step(Input::Tick).unwrap();
    assert_eq!(lonely.director.phase(), Phase::Registering);
    assert_eq!(lonely.director.deadline(), Some(Millis(3_600_000)));
    lonely.now = Millis(3_600_000);
    lonely.step(Input::Tick).unwrap();
    assert_eq!(lonely.director.phase(), Phase::Cancelled);
    let price = lonely.director.setup().price();
    assert_eq!(refunds(&lonely), (1..=5).map(|e| (EntryNo(e), price)).collect::<Vec<_>>());
    replays(&lonely);
}
