//! Impounded pots (TFPL and Spotlight 2a-6).

use crate::common::Tournament;
use crate::direction::{
    begun, hand, is_out, plays, replays, seats, stack, under, winner_takes_all,
};
use cardroom_rules::{Chips, EntryNo, Format, SeatNo, TableNo};
use cardroom_tournament::{Command, Event, PotNo, Refund, Refusal, Removal, Whereabouts};

const POT: PotNo = PotNo(1);

fn impound(event: &mut Tournament, parts: &[(EntryNo, u64)]) -> Result<(), Refusal> {
    let parts = parts.iter().map(|(entry, chips)| (*entry, Chips(*chips))).collect();
    event.order(Command::Impound { table: TableNo(1), parts }).map(drop)
}

fn release(event: &mut Tournament, pot: PotNo, parts: &[(EntryNo, u64)]) -> Result<(), Refusal> {
    let parts = parts.iter().map(|(entry, chips)| (*entry, Chips(*chips))).collect();
    let released = event.order(Command::ReleasePot { pot, parts }).map(drop);
    event.deliver();
    released
}

fn two(event: &Tournament) -> [(SeatNo, EntryNo); 2] {
    let all = seats(event, 1);
    [all[0], all[1]]
}

/// Returns the chips at the tables. No hand may be in progress.
fn at_tables(event: &Tournament) -> Chips {
    event.tables.chips()
}

#[test]
fn a_pot_is_impounded_between_hands_and_play_goes_on_without_it() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(_, one), (_, other)] = two(&event);
    let all = event.director.chips();
    impound(&mut event, &[(one, 1_000), (other, 800)]).unwrap();
    assert_eq!(stack(&event, one), Chips(5_000), "not while the hand is played");
    let early = release(&mut event, POT, &[(one, 1_800)]);
    assert!(matches!(early, Err(Refusal::NotNow(_))), "{early:?}");
    hand(&mut event, 1, &[]);
    assert_eq!((stack(&event, one), stack(&event, other)), (Chips(4_000), Chips(4_200)));
    let pots: Vec<_> = event.director.escrow().pots().collect();
    let (number, pot) = pots[0];
    assert_eq!((number, pot.table, pot.chips()), (POT, TableNo(1), Chips(1_800)));
    assert_eq!(pot.reason, "as a test");
    assert_eq!(event.director.chips(), all, "they stay in play");
    assert_eq!(at_tables(&event), Chips(all.0 - 1_800));
    assert!(plays(&event, 1));

    let short = release(&mut event, POT, &[(one, 1_700)]);
    assert_eq!(short, Err(Refusal::PartsDiffer { pot: Chips(1_800), parts: Chips(1_700) }));
    assert_eq!(release(&mut event, PotNo(2), &[(one, 1)]), Err(Refusal::UnknownPot(PotNo(2))));
    release(&mut event, POT, &[(one, 1_700), (other, 100)]).unwrap();
    assert_eq!(event.director.escrow().total(), Chips(1_800), "until the hand is over");
    hand(&mut event, 1, &[]);
    assert_eq!((stack(&event, one), stack(&event, other)), (Chips(5_700), Chips(4_300)));
    assert_eq!((at_tables(&event), event.director.chips()), (all, all));
    assert_eq!(event.director.escrow().pots().count(), 0);
    replays(&event);
}

#[test]
fn nobody_s_chips_are_impounded_twice() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(_, one), (_, other)] = two(&event);
    assert!(impound(&mut event, &[]).is_err());
    assert!(impound(&mut event, &[(one, 0)]).is_err());
    assert!(impound(&mut event, &[(one, 5_001)]).is_err());
    assert!(impound(&mut event, &[(one, 100), (one, 100)]).is_err());
    assert_eq!(impound(&mut event, &[(EntryNo(77), 1)]), Err(Refusal::NotIn(EntryNo(77))));
    impound(&mut event, &[(one, 5_000)]).unwrap();
    assert!(impound(&mut event, &[(one, 1)]).is_err());
    impound(&mut event, &[(other, 1)]).unwrap();
    assert!(event.order(Command::Undo(event.director.seq())).is_err());
    replays(&event);
}

#[test]
fn a_player_with_nothing_but_impounded_chips_keeps_the_place_and_comes_back() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(seat, one), (_, other)] = two(&event);
    impound(&mut event, &[(one, 5_000)]).unwrap();
    hand(&mut event, 1, &[]);
    assert!(event.director.escrow().is_suspended(one) && !is_out(&event, one));
    assert_eq!(event.director.players_left(), 6);
    assert_eq!(seats(&event, 1).len(), 5, "the seat is free");
    // A player eliminated in the meantime has a lower place.
    let out = seats(&event, 1)[4];
    hand(&mut event, 1, &[out.0]);
    assert_eq!(event.director.place(out.1), Some(6));
    let seated = event.order(Command::Seat(cardroom_tournament::Place {
        entry: one,
        table: TableNo(1),
        seat: None,
    }));
    assert!(seated.is_err(), "nobody sits down without chips");
    release(&mut event, POT, &[(one, 3_000), (other, 2_000)]).unwrap();
    let place = event.director.entry(one).unwrap().whereabouts;
    assert_eq!(place, Whereabouts::Seated { table: TableNo(1), seat });
    assert_eq!(stack(&event, one), Chips(3_000));
    hand(&mut event, 1, &[]);
    assert_eq!(at_tables(&event), event.director.chips());
    replays(&event);
}

// TDA 10
#[test]
fn who_comes_back_takes_no_seat_from_the_players_of_a_breaking_table() {
    let mut event = begun(under("tfpl", 6), 18);
    let [(_, one), _] = two(&event);
    impound(&mut event, &[(one, 5_000)]).unwrap();
    hand(&mut event, 1, &[]);
    for table in [3, 2, 1] {
        let out: Vec<SeatNo> = seats(&event, table).iter().skip(4).map(|(seat, _)| *seat).collect();
        hand(&mut event, table, &out);
    }
    assert_eq!(event.director.players_left(), 13);
    assert!(event.director.tables().any(|(_, table)| table.breaks), "twelve have seats at two");
    release(&mut event, POT, &[(one, 5_000)]).unwrap();
    let place = |event: &Tournament| event.director.entry(one).unwrap().whereabouts;
    assert_eq!(place(&event), Whereabouts::Waiting);
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    let open: Vec<TableNo> = event.director.tables().map(|(table, _)| table).collect();
    let out = seats(&event, open[0].0)[0].0;
    hand(&mut event, open[0].0, &[out]);
    assert!(matches!(place(&event), Whereabouts::Seated { .. }));
    hand(&mut event, open[0].0, &[]);
    hand(&mut event, open[1].0, &[]);
    assert_eq!(at_tables(&event), event.director.chips());
    replays(&event);
}

#[test]
fn a_player_who_loses_the_rest_is_out_when_the_pot_goes_to_others() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(seat, one), (_, other)] = two(&event);
    impound(&mut event, &[(one, 1_000)]).unwrap();
    hand(&mut event, 1, &[]);
    hand(&mut event, 1, &[seat]);
    assert!(event.director.escrow().is_suspended(one) && !is_out(&event, one));
    let out = seats(&event, 1)[4];
    hand(&mut event, 1, &[out.0]);
    release(&mut event, POT, &[(other, 1_000)]).unwrap();
    assert_eq!(event.director.place(one), Some(5), "out when it was decided");
    let by = event.log.iter().rev().find_map(|logged| match logged {
        Event::Out { entry, by, .. } if *entry == one => Some(by.clone()),
        _ => None,
    });
    assert!(!by.unwrap().is_empty(), "the bounty is whose who won the other chips");
    hand(&mut event, 1, &[]);
    assert_eq!(at_tables(&event), event.director.chips());
    replays(&event);
}

#[test]
fn chips_that_were_lost_meanwhile_are_not_impounded() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(seat, one), _] = two(&event);
    impound(&mut event, &[(one, 5_000)]).unwrap();
    hand(&mut event, 1, &[seat]);
    assert!(is_out(&event, one), "there was nothing to be decided");
    assert_eq!(event.director.escrow().pots().count(), 0);
    replays(&event);
}

#[test]
fn a_tournament_does_not_end_before_the_pot_is_decided() {
    let mut event = begun(winner_takes_all("tfpl", 6), 2);
    let [(_, one), (seat, other)] = two(&event);
    impound(&mut event, &[(one, 2_000), (other, 2_000)]).unwrap();
    hand(&mut event, 1, &[]);
    hand(&mut event, 1, &[seat]);
    assert_eq!(event.director.phase(), cardroom_tournament::Phase::Running);
    let told = |event: &Tournament| {
        event.log.iter().filter(|logged| matches!(logged, Event::DecisionAwaited)).count()
    };
    assert_eq!(told(&event), 1, "everybody hears once");
    assert!(!plays(&event, 1));
    release(&mut event, POT, &[(other, 4_000)]).unwrap();
    assert!(plays(&event, 1), "the game goes on");
    hand(&mut event, 1, &[seat]);
    assert_eq!(event.director.place(one), Some(1));
    assert_eq!(told(&event), 1);
    replays(&event);
}

#[test]
fn the_last_other_player_is_out_by_the_decision() {
    let mut event = begun(winner_takes_all("tfpl", 6), 2);
    let [(_, one), (_, other)] = two(&event);
    impound(&mut event, &[(other, 5_000)]).unwrap();
    hand(&mut event, 1, &[]);
    assert!(!plays(&event, 1));
    release(&mut event, POT, &[(one, 5_000)]).unwrap();
    assert_eq!(event.director.phase(), cardroom_tournament::Phase::Over);
    assert_eq!((event.director.place(one), event.director.place(other)), (Some(1), Some(2)));
    replays(&event);
}

#[test]
fn a_round_waits_for_the_decision_about_its_table() {
    let mut structure = winner_takes_all("tfpl", 2);
    structure.format = Format::HeadsUp;
    let mut event = begun(structure, 4);
    let [(_, one), (_, other)] = two(&event);
    impound(&mut event, &[(other, 5_000)]).unwrap();
    hand(&mut event, 1, &[]);
    assert!(event.director.entry(one).unwrap().whereabouts.is_in());
    assert!(event.director.table(TableNo(1)).is_some(), "nobody has won it");
    release(&mut event, POT, &[(other, 5_000)]).unwrap();
    assert!(plays(&event, 1));
    replays(&event);
}

#[test]
fn who_is_disqualified_meanwhile_loses_the_stack_and_the_pot_stays() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(_, one), (_, other)] = two(&event);
    impound(&mut event, &[(one, 1_000)]).unwrap();
    hand(&mut event, 1, &[]);
    event.order(Command::Disqualify { entry: one, keeps_prize: false }).unwrap();
    hand(&mut event, 1, &[]);
    assert!(is_out(&event, one));
    let removed =
        |logged: &Event| matches!(logged, Event::Removed { why: Removal::Disqualified { .. }, .. });
    assert!(event.log.iter().any(removed));
    assert_eq!(event.director.escrow().total(), Chips(1_000));
    assert_eq!(release(&mut event, POT, &[(one, 1_000)]), Err(Refusal::NotIn(one)));
    release(&mut event, POT, &[(other, 1_000)]).unwrap();
    hand(&mut event, 1, &[]);
    assert_eq!(at_tables(&event), event.director.chips());
    replays(&event);
}

#[test]
fn a_refund_by_stacks_counts_impounded_chips() {
    let mut event = begun(winner_takes_all("tfpl", 6), 2);
    let [(_, one), (_, other)] = two(&event);
    impound(&mut event, &[(one, 5_000)]).unwrap();
    hand(&mut event, 1, &[]);
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    let back = |wanted: EntryNo| {
        event.log.iter().find_map(|logged| match logged {
            Event::Refunded { entry, amount } if *entry == wanted => Some(*amount),
            _ => None,
        })
    };
    assert_eq!(back(one), back(other));
}
