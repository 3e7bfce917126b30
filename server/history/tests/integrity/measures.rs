//! Each measure, from hands built for it.

use super::built::Built;
use cardroom_history::integrity::{Addresses, Flow, Report, SignIns, Tally, csv, flows, text};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::integrity::{IntegrityMeasure, IntegrityPair};
use cardroom_protocol::table::{HandVoided, TableEvent};
use cardroom_protocol::{HandNo, TournamentId};

const STACK: u64 = 10_000;
const ANN: (&str, u64) = ("Ann", STACK);
const BEA: (&str, u64) = ("Bea", STACK);
const CLEO: (&str, u64) = ("Cleo", STACK);

fn three(hand: u64) -> Built {
    Built::new(hand, &[ANN, BEA, CLEO])
}

/// Returns a report in which seat 0 is account 1, and so on.
fn report_with(records: &[HandRecord], addresses: &Addresses) -> Report {
    let mut tally = Tally::new(1_000);
    for record in records {
        let players: Vec<(u64, u8)> =
            record.seats.iter().map(|player| (u64::from(player.seat) + 1, player.seat)).collect();
        tally.count(record, &players);
    }
    tally.report(addresses)
}

fn report(records: &[HandRecord]) -> Report {
    report_with(records, &Addresses::new())
}

fn pair<'a>(report: &'a Report, one: &str, other: &str) -> &'a IntegrityPair {
    let mut pairs = report.pairs.iter().map(|pair| &pair.pair);
    pairs.find(|pair| (&*pair.payer, &*pair.receiver) == (one, other)).unwrap()
}

fn measure<'a>(
    pair: &'a IntegrityPair,
    id: &str,
    player: Option<&str>,
) -> Option<&'a IntegrityMeasure> {
    let mut measures = pair.measures.iter();
    measures.find(|it| it.measure == id && it.player.as_deref() == player)
}

/// Returns value, base and number of observations.
fn figures(pair: &IntegrityPair, id: &str, player: Option<&str>) -> Option<(u32, u32, u32)> {
    measure(pair, id, player).map(|it| (it.value, it.base, it.of))
}

fn look_at(pair: &IntegrityPair, id: &str, player: Option<&str>) -> Vec<u64> {
    measure(pair, id, player).unwrap().hands.iter().map(|at| at.hand.0).collect()
}

#[test]
fn the_winner_of_each_pot_takes_from_its_contributors() {
    // Cleo is all-in for 300 and wins the main pot. Bea wins the side pot from Ann.
    let hand = Built::new(1, &[ANN, BEA, ("Cleo", 300)])
        .raises(2, 300)
        .raises(0, 1_000)
        .calls(1)
        .pot(1, &[(1, 1_400)])
        .pot(0, &[(2, 900)])
        .ends();
    let flow = |from, to, chips| Flow { from, to, chips };
    assert_eq!(flows(&hand), [flow(0, 2, 300), flow(1, 2, 300), flow(0, 1, 700)]);

    // With rake, each part is smaller. A folded blind also counts.
    let raked = three(2)
        .raises(2, 1_000)
        .folds(0)
        .calls(1)
        .board("2c7d9h")
        .calls(1)
        .calls(2)
        .rake(0, 50)
        .pot(0, &[(2, 2_000)])
        .ends();
    assert_eq!(flows(&raked), [flow(0, 2, 48), flow(1, 2, 976)]);
}

#[test]
fn a_hand_whose_pots_cannot_be_rebuilt_goes_by_its_results() {
    let hand = three(1).raises(2, 600).calls(0).calls(1).pot(0, &[(2, 900), (0, 900)]).ends();
    // A player put in chips without an action in the record.
    let mut changed = hand.clone();
    changed.seats[1].ended_with.0 -= 100;
    changed.seats[2].ended_with.0 += 100;
    for step in &mut changed.steps {
        for event in &mut step.events.0 {
            if let TableEvent::PotAwarded(award) = event {
                award.shares[0].amount.0 += 100;
            }
        }
    }
    let of = |record| -> Vec<(u8, u8, u64)> {
        flows(record).iter().map(|flow| (flow.from, flow.to, flow.chips)).collect()
    };
    assert_eq!(of(&hand), [(1, 0, 300), (2, 0, 300), (0, 2, 300), (1, 2, 300)]);
    assert_eq!(of(&changed), [(1, 0, 300), (1, 2, 400)]);
    let reason = "the deck was fouled".to_owned();
    hand_is_void(&mut changed, HandVoided { hand: HandNo(1), reason });
    assert_eq!(flows(&changed), []);
}

fn hand_is_void(record: &mut HandRecord, void: HandVoided) {
    record.steps.last_mut().unwrap().events.0.push(void.into());
}

#[test]
fn net_flow_and_co_seating() {
    let take = |hand| three(hand).raises(2, 700).folds(0).calls(1).board("2c7d9h").folds(1).wins(2);
    let mut hands: Vec<HandRecord> = (0..10).map(take).collect();
    // Tournament chips are not money, but its big blinds count.
    hands[9].tournament = Some(TournamentId(1));
    // The first hand once more, and a voided one.
    hands.push(hands[0].clone());
    hands.push(take(77));
    let reason = "the deck was fouled".to_owned();
    hand_is_void(&mut hands[11], HandVoided { hand: HandNo(77), reason });
    let report = report(&hands);
    assert_eq!((report.hands, report.players, report.pairs.len()), (10, 3, 3));

    let pair = pair(&report, "Bea", "Cleo");
    assert_eq!((pair.hands, pair.paid.0, pair.returned.0, pair.net), (10, 9 * 700, 0, 7_000));
    // 7 big blinds in each hand are 700 in 100 hands. Ann lost half a big blind to Cleo in each of
    // 210.
    let (value, base, of) = figures(pair, "net_flow", None).unwrap();
    assert_eq!((value, of), (700_000, 10));
    assert_eq!(base, 100 * 1_000 * 5 / 210, "what Cleo won from others");
    let co_seating = figures(pair, "co_seating", None).unwrap();
    assert_eq!(co_seating, (1_000, 1_000, 10));
    assert!(!pair.stands_out, "ten hands say little");
}

#[test]
fn a_large_fold_is_one_after_half_of_the_stack() {
    let folds = |hand| {
        let flop = three(hand).folds(2).raises(0, 3_000).calls(1).board("2c7d9h");
        flop.raises(0, 3_000).raises(1, 7_000).folds(0).wins(1)
    };
    let shows = |hand| {
        let flop = three(hand).folds(2).raises(0, 3_000).calls(1).board("2c7d9h");
        flop.raises(0, 3_000).calls(1).board("3c").board("4c").wins(1)
    };
    let small = |hand| three(hand).folds(2).raises(0, 3_000).raises(1, 9_000).folds(0).wins(1);
    let report = report(&[folds(1), shows(2), small(3), folds(4)]);
    let pair = pair(&report, "Ann", "Bea");
    let (value, _, of) = figures(pair, "large_folds", Some("Ann")).unwrap();
    assert_eq!((value, of), (666, 3), "the small one is none");
    assert_eq!(look_at(pair, "large_folds", Some("Ann")), [1, 4]);
    let (value, _, of) = figures(pair, "large_folds", Some("Bea")).unwrap();
    assert_eq!((value, of), (0, 1), "a winner without a showdown had nothing to fold to");
    let (value, base, of) = figures(pair, "large_pots_lost", Some("Ann")).unwrap();
    assert_eq!((value, base, of), (1_000, 500, 3));
    assert_eq!(figures(pair, "large_pots_lost", Some("Bea")), Some((0, 500, 3)));
}

#[test]
fn an_all_in_is_weak_below_a_fifth_of_the_pot() {
    let all_in = |hand, ann: &str, bea: &str| {
        let in_before_the_flop = three(hand).folds(2).raises(0, STACK).calls(1);
        let board = in_before_the_flop.board("2c7d9h").board("Ts").board("Qs");
        board.shows(0, ann).shows(1, bea).wins(1)
    };
    let report = report(&[all_in(1, "7h2d", "AsAh"), all_in(2, "KcKd", "AcKh")]);
    let pair = pair(&report, "Ann", "Bea");
    let (value, _, of) = figures(pair, "weak_all_ins", Some("Ann")).unwrap();
    assert_eq!((value, of), (500, 2));
    assert_eq!(look_at(pair, "weak_all_ins", Some("Ann")), [1]);
    let (value, _, of) = figures(pair, "weak_all_ins", Some("Bea")).unwrap();
    assert_eq!((value, of), (0, 2));
}

#[test]
fn a_better_hand_given_up_needs_cards_that_the_table_did_not_see() {
    let river = |hand| {
        let river = three(hand).folds(2).calls(0).calls(1).board("2c7d9h").board("Ts").board("Qs");
        river.raises(0, 100).folds(1)
    };
    let report = report(&[
        river(1).wins(0),
        river(2).known(0, "3c4d").known(1, "QdQh").wins(0),
        river(3).known(0, "QdQh").known(1, "3c4d").wins(0),
    ]);
    let pair = pair(&report, "Bea", "Ann");
    let (value, _, of) = figures(pair, "better_hands_given_up", Some("Bea")).unwrap();
    assert_eq!((value, of), (500, 2));
    assert_eq!(look_at(pair, "better_hands_given_up", Some("Bea")), [2]);
    assert_eq!(figures(pair, "better_hands_given_up", Some("Ann")), None);
}

#[test]
fn soft_play_is_counted_where_two_are_alone_with_chips_behind() {
    let alone = |hand| three(hand).folds(2).calls(0).calls(1).board("2c7d9h");
    let check = |hand: Built| hand.calls(0).calls(1);
    let down = |hand| check(check(check(alone(hand)).board("Ts")).board("Qs")).wins(0);
    let bet =
        |hand| check(alone(hand)).board("Ts").calls(0).raises(1, 200).calls(0).board("Qs").wins(1);
    // The third player is present, or no chips are behind.
    let with_cleo = three(3).calls(2).calls(0).calls(1).board("2c7d9h");
    let with_cleo = check(with_cleo).calls(2).board("Ts").board("Qs").wins(0);
    let all_in = three(4).folds(2).raises(0, STACK).calls(1).board("2c7d9h").board("Ts").wins(0);
    let report = report(&[down(1), bet(2), with_cleo, all_in, down(5)]);
    let pair = report.pairs.iter().map(|pair| &pair.pair);
    let pair = pair.clone().find(|pair| pair.payer != "Cleo" && pair.receiver != "Cleo").unwrap();
    let (value, base, of) = figures(pair, "checked_down", None).unwrap();
    assert_eq!((value, base, of), (666, 500, 3));
    assert_eq!(look_at(pair, "checked_down", None), [1, 5]);
    let bets = |name| figures(pair, "bets_and_raises", Some(name)).map(|it| (it.0, it.2));
    assert_eq!((bets("Ann"), bets("Bea")), (Some((0, 3)), Some((333, 3))));
    assert_eq!(look_at(pair, "bets_and_raises", Some("Bea")), [1, 5], "where there was none");
}

#[test]
fn action_times_are_compared_by_their_spread() {
    let hand = |hand: u64| {
        let mut built = three(hand);
        let pace = |built: &mut Built, ms| built.pace_ms = ms;
        pace(&mut built, u32::try_from(1_000 + hand % 10 * 1_000).unwrap());
        let mut built = built.folds(2).calls(0);
        pace(&mut built, 2_000);
        built.calls(1).board("2c7d9h").wins(0)
    };
    let hands: Vec<HandRecord> = (0..60).map(hand).collect();
    let report = report(&hands);
    let pair = pair(&report, "Bea", "Ann");
    let (ann, _, of) = figures(pair, "action_times", Some("Ann")).unwrap();
    let (bea, base, _) = figures(pair, "action_times", Some("Bea")).unwrap();
    assert_eq!((bea, of), (0, 60));
    assert!((800..1_000).contains(&ann), "from 3 to 8 seconds around 6: {ann}");
    assert_eq!(base, ann, "the one in the middle of the three");
}

#[test]
fn shared_addresses_are_days_on_which_both_signed_in_from_one_place() {
    let signed_in = |days: &[(u32, u8, u8)]| {
        let mut all = SignIns::default();
        for (day, address, network) in days {
            all.add(*day, [*address; 16], [*network; 16]);
        }
        all
    };
    let hands = [three(1).folds(2).folds(0).wins(1)];
    let addresses = Addresses::from([
        (1, signed_in(&[(10, 1, 1), (11, 2, 2), (12, 3, 3)])),
        (2, signed_in(&[(10, 1, 1), (11, 9, 2), (13, 3, 3)])),
        (3, signed_in(&[(10, 7, 7)])),
    ]);
    let report = report_with(&hands, &addresses);
    let shared = pair(&report, "Ann", "Bea");
    assert_eq!(figures(shared, "shared_address", None), Some((500, 0, 2)));
    assert_eq!(figures(shared, "shared_network", None), Some((1_000, 0, 2)));
    let apart =
        report.pairs.iter().map(|pair| &pair.pair).find(|pair| pair.hands == 1 && pair.net == 0);
    let apart = apart.unwrap();
    assert_eq!(figures(apart, "shared_address", None), Some((0, 500, 1)));
    assert_eq!(figures(apart, "shared_network", None), None, "it says nothing more");
}

#[test]
fn pairs_beyond_the_bound_are_left_out_and_it_shows() {
    let hand = three(1).folds(2).folds(0).wins(1);
    let mut tally = Tally::new(2);
    tally.count(&hand, &[(1, 0), (2, 1), (3, 2)]);
    let report = tally.report(&Addresses::new());
    assert_eq!((report.pairs.len(), report.left_out), (2, true));
}

#[test]
fn a_file_quotes_names_and_disarms_formulas() {
    let names = [("=SUM(A1)", STACK), ("Bea, \"B\"", STACK)];
    let hand = Built::new(7, &names).raises(0, 5_000).calls(1).board("2c7d9h").folds(1).wins(0);
    let report = report(&[hand]);
    let pairs = || report.pairs.iter().map(|pair| &pair.pair);
    let file = csv(pairs());
    let lines: Vec<&str> = file.lines().collect();
    let columns = lines[0].split(',').count();
    assert_eq!(columns, 15);
    let start = "\"Bea, \"\"B\"\"\",\"'=SUM(A1)\",1,5000,0,50.00,";
    assert!(lines[1..].iter().all(|line| line.starts_with(start)), "{file}");
    let folds = lines.iter().find(|line| line.contains("large_folds")).unwrap();
    assert!(folds.ends_with(",false,1-7"), "{folds}");
    let told = text(pairs());
    assert!(told.starts_with("Bea, \"B\" -> =SUM(A1): 50.00 bb in 1 hands\n"), "{told}");
}
