//! Tournaments with real cards: nothing is dealt, and the floor reports what happens.

use crate::direction::common::{Tournament, freezeout};
use crate::direction::{begun, is_out, replays, seats, stack};
use cardroom_rules::{
    AddOn, BountyKind, BountyTerms, Cards, Cents, Chips, EntryNo, PlayerId, Rebuy, ShareTable,
    Shares, Structure, TableNo,
};
use cardroom_tournament::league::{League, Night, NightFinish};
use cardroom_tournament::{
    Clock, Command, DealWish, Division, Event, FloorOrder, Input, Operator, Order, Phase, Place,
    Purchase, Refusal, Seq, Whereabouts,
};

fn real(structure: Structure) -> Structure {
    Structure { cards: Cards::Real, ..structure }
}

/// A night in which the winner takes everything, so that a hand can be taken back.
fn free_night() -> Structure {
    let mut structure = real(freezeout(9, 0, 0));
    structure.prizes.shares = Shares::WinnerTakesAll;
    structure
}

/// Three places are paid, and a rebuy is sold in the first two levels.
fn rebuy_night() -> Structure {
    let mut structure = real(freezeout(9, 0, 0));
    structure.entry.rebuy = Some(Rebuy {
        cost: Cents(500),
        chips: Chips(5_000),
        most: 1,
        until_level: 2,
        at_most: Chips(0),
    });
    let shares = ShareTable { from: 2, basis_points: vec![5_000, 3_000, 2_000] };
    structure.prizes.shares = Shares::Table(vec![shares]);
    structure
}

fn order(event: &mut Tournament, command: Command) -> Result<Vec<Event>, Refusal> {
    let events = event.order(command)?;
    event.deliver();
    event.director.audit();
    Ok(events)
}

/// Puts a player out and returns the step of the ruling.
fn out(event: &mut Tournament, entry: EntryNo, by: &[EntryNo], with: &[EntryNo]) -> Seq {
    order(event, Command::Out { entry, by: by.to_vec(), with: with.to_vec() }).unwrap();
    event.director.rulings().last().unwrap().seq
}

fn at(event: &Tournament, table: u32) -> Vec<EntryNo> {
    seats(event, table).into_iter().map(|(_, entry)| entry).collect()
}

fn walking(event: &Tournament) -> Vec<EntryNo> {
    event.director.real_cards().unwrap().walks().map(|(entry, _)| entry).collect()
}

fn place(event: &Tournament, entry: EntryNo) -> Option<u32> {
    event.director.place(entry)
}

fn not_now(event: &mut Tournament, command: Command) -> &'static str {
    match order(event, command) {
        Err(Refusal::NotNow(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// Waits until this level is played, counted from 1.
fn to_level(event: &mut Tournament, level: u16) {
    while event.director.level() + 1 < level
        || !matches!(event.director.clock(), Clock::Level { .. })
    {
        event.wait();
    }
}

#[test]
fn no_hand_is_dealt_and_the_clock_runs_through_levels_and_breaks() {
    let mut event = begun(free_night(), 18);
    to_level(&mut event, 4);
    let deals = event.log.iter().filter(|logged| match logged {
        Event::Ordered(ordered) => matches!(ordered.order, Order::Deal(_)),
        _ => false,
    });
    assert_eq!(deals.count(), 0);
    let breaks = event.log.iter().filter(|logged| matches!(logged, Event::BreakBegan { .. }));
    assert_eq!((breaks.count(), event.tables.hands), (1, 0));
    replays(&event);
}

#[test]
fn a_table_with_dealt_cards_takes_no_report_of_the_floor() {
    let mut event = begun(freezeout(9, 0, 0), 9);
    let entry = at(&event, 1)[0];
    for command in [
        Command::Out { entry, by: vec![], with: vec![] },
        Command::Back(entry),
        Command::Rebuy(entry),
        Command::Count(entry, Chips(100)),
        Command::Moved(entry),
    ] {
        assert!(not_now(&mut event, command).starts_with("The room deals the cards"));
    }
    assert!(event.director.real_cards().is_none());
}

#[test]
fn who_is_out_leaves_the_chips_to_the_winner_and_a_knockout() {
    let mut event = begun(free_night(), 18);
    let [loser, winner, other] = [0, 1, 2].map(|index| at(&event, 1)[index]);
    out(&mut event, loser, &[winner], &[]);
    assert!(is_out(&event, loser));
    assert_eq!(place(&event, loser), Some(18));
    assert_eq!((stack(&event, winner), stack(&event, other)), (Chips(10_000), Chips(5_000)));
    assert_eq!(event.director.entry(winner).unwrap().knocked_out, 1);
    // The table knows the same, and nobody's chips are lost.
    assert_eq!(event.tables.chips(), Chips(90_000));
    replays(&event);
}

#[test]
fn without_a_winner_the_chips_stay_in_play_and_nobody_has_them_yet() {
    let mut event = begun(free_night(), 9);
    let [loser, other] = [0, 1].map(|index| at(&event, 1)[index]);
    out(&mut event, loser, &[], &[]);
    assert_eq!(event.director.chips(), Chips(45_000));
    order(&mut event, Command::Count(other, Chips(9_975))).unwrap();
    assert_eq!((stack(&event, other), event.director.chips()), (Chips(9_975), Chips(45_000)));
    let why = not_now(&mut event, Command::Count(other, Chips(45_001)));
    assert!(why.starts_with("That is more than all chips in play"));
    assert!(not_now(&mut event, Command::Count(other, Chips(0))).contains("is out"));
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut event = begun(free_night(), 18);
    let [one, two, three] = [0, 1, 2].map(|index| at(&event, 1)[index]);
    let far = at(&event, 2)[0];
    out(&mut event, one, &[two], &[]);
    let before = event.director.clone();
    let given = |entry, by: &[EntryNo], with: &[EntryNo]| Command::Out {
        entry,
        by: by.to_vec(),
        with: with.to_vec(),
    };
    let unknown = EntryNo(99);
    assert_eq!(order(&mut event, given(one, &[two], &[])), Err(Refusal::NotIn(one)));
    assert_eq!(order(&mut event, given(two, &[unknown], &[])), Err(Refusal::NotIn(unknown)));
    assert_eq!(order(&mut event, given(unknown, &[], &[])), Err(Refusal::NotIn(unknown)));
    for (command, said) in [
        (given(two, &[far], &[]), "another table"),
        (given(two, &[three], &[three]), "has not won"),
        (given(two, &[two], &[]), "has not won"),
        (given(two, &[], &[two]), "once"),
        (given(two, &[three, three], &[]), "once"),
        (Command::Moved(two), "No move"),
        (Command::Back(two), "is in the tournament"),
        (Command::Rebuy(two), "cannot take a rebuy"),
        (Command::AddOn(two), "cannot take the add-on"),
        (Command::HandForHand(true), "call hand-for-hand out"),
    ] {
        let why = not_now(&mut event, command);
        assert!(why.contains(said), "{why}");
    }
    assert_eq!(event.director, before);
}

#[test]
fn the_last_players_cannot_all_go_out() {
    let mut event = begun(free_night(), 3);
    let [one, two, three] = [0, 1, 2].map(|index| at(&event, 1)[index]);
    let all = Command::Out { entry: one, by: vec![], with: vec![two, three] };
    assert!(not_now(&mut event, all).starts_with("Somebody wins the tournament"));
    out(&mut event, one, &[three], &[two]);
    assert_eq!(event.director.phase(), Phase::Over);
    assert_eq!([one, two, three].map(|entry| place(&event, entry)), [Some(2), Some(2), Some(1)]);
}

// TDA: more chips before the hand, the better place. Nobody can say that of stacks that were not
// counted.
#[test]
fn two_out_in_one_hand_share_unless_their_stacks_were_counted() {
    let mut event = begun(free_night(), 18);
    let [one, two, three, four, five] = [0, 1, 2, 3, 4].map(|index| at(&event, 1)[index]);
    order(&mut event, Command::Count(one, Chips(4_000))).unwrap();
    out(&mut event, one, &[five], &[two]);
    assert_eq!([one, two].map(|entry| place(&event, entry)), [Some(17), Some(17)]);
    order(&mut event, Command::Count(three, Chips(4_000))).unwrap();
    order(&mut event, Command::Count(four, Chips(4_100))).unwrap();
    out(&mut event, three, &[five], &[four]);
    assert_eq!([three, four].map(|entry| place(&event, entry)), [Some(16), Some(15)]);
    // A count is good for the level in which it was made.
    let mut event = begun(free_night(), 18);
    let [one, two] = [0, 1].map(|index| at(&event, 2)[index]);
    order(&mut event, Command::Count(one, Chips(4_000))).unwrap();
    order(&mut event, Command::Count(two, Chips(4_100))).unwrap();
    to_level(&mut event, 2);
    out(&mut event, one, &[], &[two]);
    assert_eq!([one, two].map(|entry| place(&event, entry)), [Some(17), Some(17)]);
}

#[test]
fn a_hand_is_taken_back_by_undo_or_by_back_until_the_level_ends() {
    let mut event = begun(free_night(), 18);
    let sitting = seats(&event, 1);
    let [one, two, three] = [0, 1, 2].map(|index| sitting[index].1);
    order(&mut event, Command::MissHands(one, 4)).unwrap();
    let ruling = out(&mut event, one, &[three], &[two]);
    let why = not_now(&mut event, Command::Back(one));
    assert!(why.starts_with("Others went out in the same hand"));
    order(&mut event, Command::Undo(ruling)).unwrap();
    assert_eq!(seats(&event, 1), sitting);
    assert_eq!(event.tables.chips(), Chips(90_000));
    assert_eq!(event.director.players_left(), 18);
    assert_eq!(event.director.entry(three).unwrap().knocked_out, 0);
    assert_eq!([one, two, three].map(|entry| stack(&event, entry)), [Chips(5_000); 3]);
    assert_eq!(event.director.discipline().penalties().hands(one), 4);

    let first = out(&mut event, one, &[three], &[]);
    let later = out(&mut event, two, &[three], &[]);
    let undone = order(&mut event, Command::Undo(first));
    let text = "Somebody went out since. Take the later hand back first.";
    assert_eq!(undone.unwrap_err(), Refusal::CannotUndo(text));
    assert_eq!(not_now(&mut event, Command::Back(one)), text);
    order(&mut event, Command::Back(two)).unwrap();
    assert_eq!((place(&event, one), stack(&event, three)), (Some(18), Chips(10_000)));
    // Only the last hand can be taken back, and this one was.
    assert!(order(&mut event, Command::Undo(later)).is_err());
    assert!(order(&mut event, Command::Undo(first)).is_err());

    let last = out(&mut event, two, &[three], &[]);
    assert!(event.director.can_undo(last));
    to_level(&mut event, 2);
    assert!(!event.director.can_undo(last));
    assert!(not_now(&mut event, Command::Back(two)).starts_with("The level has ended"));
    replays(&event);
}

#[test]
fn a_hand_for_which_money_was_paid_stands() {
    let mut structure = free_night();
    structure.bounty = Some(BountyTerms { amount: Cents(100), kind: BountyKind::Fixed });
    let mut event = begun(structure, 9);
    let [one, two, three] = [0, 1, 2].map(|index| at(&event, 1)[index]);
    let ruling = out(&mut event, one, &[two, three], &[]);
    let bounties = event.director.bounties().unwrap();
    assert_eq!([two, three].map(|entry| bounties.won(entry)), [Cents(50), Cents(50)]);
    let undone = order(&mut event, Command::Undo(ruling)).unwrap_err();
    assert!(undone.to_string().starts_with("A prize or a bounty was paid"));
}

#[test]
fn a_rebuy_saves_a_player_and_the_others_of_the_hand_are_out_when_time_is_up() {
    let mut event = begun(rebuy_night(), 18);
    let [one, two, three] = [0, 1, 2].map(|index| at(&event, 1)[index]);
    out(&mut event, one, &[three], &[two]);
    assert_eq!(event.director.players_left(), 18);
    let again = Command::Out { entry: one, by: vec![], with: vec![] };
    assert!(not_now(&mut event, again).contains("may still take a rebuy"));
    order(&mut event, Command::Rebuy(one)).unwrap();
    assert_eq!((stack(&event, one), event.director.chips()), (Chips(5_000), Chips(95_000)));
    let undone = event.director.rulings().first().unwrap().seq;
    assert!(!event.director.can_undo(undone), "one of them has bought chips since");
    event.wait();
    assert_eq!((is_out(&event, one), place(&event, two)), (false, Some(18)));
    // The second rebuy is not for sale: the player is out at once.
    out(&mut event, one, &[three], &[]);
    assert_eq!(place(&event, one), Some(17));
    replays(&event);
}

#[test]
fn back_brings_a_player_back_who_may_still_buy() {
    let mut event = begun(rebuy_night(), 9);
    let [one, three] = [0, 2].map(|index| at(&event, 1)[index]);
    out(&mut event, one, &[three], &[]);
    order(&mut event, Command::Back(one)).unwrap();
    assert_eq!([one, three].map(|entry| stack(&event, entry)), [Chips(5_000); 2]);
    assert!(event.director.bust(one).is_none());
    assert_eq!(event.tables.chips(), Chips(45_000));
}

#[test]
fn the_floor_sells_the_add_on_in_its_break() {
    let mut structure = rebuy_night();
    structure.entry.add_on = Some(AddOn { cost: Cents(500), chips: Chips(2_000), after_level: 3 });
    let mut event = begun(structure, 9);
    let one = at(&event, 1)[0];
    while !matches!(event.director.clock(), Clock::Break { .. }) {
        event.wait();
    }
    order(&mut event, Command::AddOn(one)).unwrap();
    assert_eq!(stack(&event, one), Chips(7_000));
    assert_eq!(event.director.prize_pool(), Cents(9_500));
    let player = event.director.entry(one).unwrap().player;
    let bought = event.step(Input::Buy { player, what: Purchase::AddOn });
    assert_eq!(bought.unwrap_err(), Refusal::NotForSale(Purchase::AddOn));
}

#[test]
fn a_move_waits_until_somebody_confirms_it() {
    let mut event = begun(free_night(), 18);
    let entry = at(&event, 1)[0];
    let far = at(&event, 2)[0];
    out(&mut event, far, &[], &[]);
    let to = Place { entry, table: TableNo(2), seat: None };
    order(&mut event, Command::Move(to)).unwrap();
    assert!(at(&event, 2).contains(&entry), "the room moves the player at once");
    assert_eq!(walking(&event), [entry]);
    order(&mut event, Command::Moved(entry)).unwrap();
    assert!(walking(&event).is_empty());
    assert!(not_now(&mut event, Command::Moved(entry)).starts_with("No move"));
    replays(&event);
}

#[test]
fn a_count_can_be_undone_until_the_stack_changes() {
    let mut event = begun(free_night(), 9);
    let [one, two] = [0, 1].map(|index| at(&event, 1)[index]);
    let counted = |event: &mut Tournament, chips| {
        order(event, Command::Count(one, Chips(chips))).unwrap();
        event.director.rulings().last().unwrap().seq
    };
    let ruling = counted(&mut event, 7_000);
    order(&mut event, Command::Undo(ruling)).unwrap();
    assert_eq!(stack(&event, one), Chips(5_000));
    let ruling = counted(&mut event, 7_000);
    out(&mut event, two, &[one], &[]);
    let undone = order(&mut event, Command::Undo(ruling)).unwrap_err();
    assert!(undone.to_string().starts_with("The stack has changed since"));
}

#[test]
fn two_operators_who_press_out_at_once_put_one_player_out() {
    let mut event = begun(free_night(), 9);
    let [one, two] = [0, 1].map(|index| at(&event, 1)[index]);
    let seen = event.director.seq();
    let command = Command::Out { entry: one, by: vec![two], with: vec![] };
    out(&mut event, one, &[two], &[]);
    let operator = Operator { account: PlayerId(9_000), owner: false };
    let (reason, rule) = (String::new(), None);
    let given = FloorOrder { operator, seen, reason, rule, command };
    let moved = event.director.entry(one).unwrap().touched;
    assert_eq!(event.step(Input::Floor(given)).unwrap_err(), Refusal::Moved { moved });
    assert_eq!(event.director.players_left(), 8);
}

#[test]
fn a_deal_is_about_stacks_that_were_counted() {
    let mut structure = real(freezeout(9, 0, 0));
    structure.rulebook = "online".to_owned();
    let shares = ShareTable { from: 2, basis_points: vec![6_000, 4_000] };
    structure.prizes.shares = Shares::Table(vec![shares]);
    let mut event = begun(structure, 3);
    let [one, two, three] = [0, 1, 2].map(|index| at(&event, 1)[index]);
    out(&mut event, one, &[], &[]);
    let player = event.director.entry(two).unwrap().player;
    let wish = DealWish {
        player: Some(player),
        division: Division::ByChips,
        for_winner: Cents::ZERO,
        floor_present: false,
        away: Vec::new(),
    };
    let refused = event.step(Input::ProposeDeal(wish.clone())).unwrap_err();
    assert!(refused.to_string().starts_with("The stacks do not add up"));
    order(&mut event, Command::Count(two, Chips(9_000))).unwrap();
    order(&mut event, Command::Count(three, Chips(6_000))).unwrap();
    event.step(Input::ProposeDeal(wish)).unwrap();
}

/// A night of 18 at two tables, from the sign-up to the points. What it comes to is computed by
/// hand in the comments.
#[test]
fn a_night_in_a_pub() {
    let mut event = begun(rebuy_night(), 18);
    let (first, second) = (at(&event, 1), at(&event, 2));
    assert_eq!((first.len(), second.len()), (9, 9));

    // Level 1. One player rebuys, two go out in one hand, and a mistake is undone.
    out(&mut event, first[0], &[first[1]], &[]);
    order(&mut event, Command::Rebuy(first[0])).unwrap();
    out(&mut event, first[2], &[first[3]], &[first[4]]);
    event.wait();
    let mistake = out(&mut event, second[0], &[second[1]], &[]);
    order(&mut event, Command::Undo(mistake)).unwrap();
    assert_eq!([first[2], first[4]].map(|entry| place(&event, entry)), [Some(17), Some(17)]);

    // Level 3: no rebuys any more. A player who never came is taken out, which leaves 6 and 9, so
    // one of the other table walks.
    to_level(&mut event, 3);
    order(&mut event, Command::PickUp(first[5])).unwrap();
    let [walker] = walking(&event)[..] else { panic!("{:?}", walking(&event)) };
    assert!(second.contains(&walker));
    assert_eq!((at(&event, 1).len(), at(&event, 2).len()), (7, 8));
    order(&mut event, Command::Moved(walker)).unwrap();
    assert_eq!(place(&event, first[5]), Some(16));

    // The strongest player of the second table puts out whoever else sits there, and the tables
    // stay balanced until they combine.
    let champion = *second.iter().find(|entry| **entry != walker).unwrap();
    let mut places = Vec::new();
    while event.director.players_left() > 3 {
        let table = match event.director.entry(champion).unwrap().whereabouts {
            Whereabouts::Seated { table, .. } => table.0,
            other => panic!("{other:?}"),
        };
        let loser = at(&event, table).into_iter().find(|entry| *entry != champion).unwrap();
        out(&mut event, loser, &[champion], &[]);
        places.push(place(&event, loser).unwrap());
        for entry in walking(&event) {
            order(&mut event, Command::Moved(entry)).unwrap();
        }
    }
    assert_eq!(places, (4..=15).rev().collect::<Vec<u32>>());
    assert_eq!(event.director.tables().count(), 1);
    let combined = event.log.iter().filter(|logged| matches!(logged, Event::TableBreaks { .. }));
    assert_eq!(combined.count(), 2);

    // The last two beside the champion go out one after the other.
    let table = event.director.tables().next().unwrap().0.0;
    let left: Vec<EntryNo> =
        at(&event, table).into_iter().filter(|entry| *entry != champion).collect();
    out(&mut event, left[0], &[champion], &[]);
    out(&mut event, left[1], &[champion], &[]);
    assert_eq!(event.director.phase(), Phase::Over);

    // 18 buy-ins of 1000 and one rebuy of 500 are 18500: 50, 30 and 20 percent of it.
    let prize = |entry| event.director.entry(entry).unwrap().prize;
    assert_eq!([champion, left[1], left[0]].map(prize), [Cents(9_250), Cents(5_550), Cents(3_700)]);
    let paid: Cents = event.director.entries().map(|(_, known)| known.prize).sum();
    assert_eq!(paid, Cents(18_500));

    // One point for each player behind, and a half for each knocked out: the champion has put out
    // 14 players and is ahead of 17, which makes 24. The two who shared place 17 have 1.
    let text = r#"{"id":"pub","name":"Pub","points":"entrants - place + knocked_out / 2",
        "best_nights":0,"least_nights":0,"ties":[],"present":true}"#;
    let league: League = serde_json::from_str(text).unwrap();
    let director = &event.director;
    let finishes = director.entries().map(|(entry, known)| NightFinish {
        player: known.player,
        place: director.place(entry),
        knocked_out: known.knocked_out,
        sat: director.discipline().has_sat(entry),
        disqualified: false,
    });
    let night = Night { entrants: 18, buy_in: Cents(1_000), finishes: finishes.collect() };
    let scored = league.score(&night).unwrap();
    let points = |entry: EntryNo| {
        let player = director.entry(entry).unwrap().player;
        scored.iter().find(|line| line.player == player).map(|line| line.points.to_string())
    };
    assert_eq!(points(champion), Some("24.00".to_owned()));
    assert_eq!(points(left[1]), Some("16.00".to_owned()));
    assert_eq!(
        [first[2], first[4]].map(points),
        [Some("1.00".to_owned()), Some("1.00".to_owned())]
    );
    assert_eq!(points(first[5]), None, "a player who never came has no points");
    assert_eq!(scored.len(), 17);
    replays(&event);
}
