//! Places, races, bounties and deals under each shipped rulebook: the books' own examples, and the
//! points in which they differ.
use crate::common;

use cardroom_cards::Card;
use cardroom_rules::rulebook::{ColourUp, ColourUpChoice, DealProposal};
use cardroom_rules::{BountyKind, BountyTerms, Cents, Chips, EntryNo, Rulebook, SeatNo, TableNo};
use cardroom_tournament::Draws;
use cardroom_tournament::prizes::{
    Bounties, Busted, DealRefusal, Party, Proposal, Situation, on_one_hand,
    on_one_synchronised_hand, race, round_up, share_places,
};

const BOOKS: [&str; 6] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"];

fn book(id: &str) -> &'static Rulebook {
    common::library().rulebook(id).unwrap()
}

fn busted(entry: u32, table: u32, chips: u64, hand: u8, bounty_chips: u32) -> Busted {
    Busted {
        entry: EntryNo(entry),
        table: TableNo(table),
        started_with: Chips(chips),
        hand_rank: Some(hand),
        bounty_chips,
    }
}

/// Returns the places of two players who bust on one hand with six left.
fn places(id: &str, out: [Busted; 2]) -> [u32; 2] {
    let places = on_one_hand(&out, 6, &book(id).finish.same_hand);
    out.map(|player| {
        let of = places.iter().find(|place| place.entries.contains(&player.entry));
        of.unwrap().place
    })
}

#[test]
fn starting_chips_decide_first_in_every_book() {
    for id in BOOKS {
        assert_eq!(
            places(id, [busted(1, 1, 4_200, 2, 0), busted(2, 1, 4_100, 1, 3)]),
            [7, 8],
            "{id}"
        );
    }
}

/// TFPL 6-16, SPOT 6-14; TNPL D9; WPTAPL 29.
#[test]
fn with_equal_chips_the_better_hand_counts_in_two_leagues_only() {
    for id in BOOKS {
        let better_hand = matches!(id, "tfpl" | "spotlight");
        let expected = if better_hand { [8, 7] } else { [7, 7] };
        assert_eq!(
            places(id, [busted(1, 1, 4_100, 2, 3), busted(2, 1, 4_100, 1, 0)]),
            expected,
            "{id}"
        );
    }
}

/// TFPL 6-16; the bounty chips of SPOT 6-14 do not exist (6-26).
#[test]
fn then_bounty_chips_count_in_tfpl() {
    for id in BOOKS {
        let expected = if id == "tfpl" { [7, 8] } else { [7, 7] };
        assert_eq!(
            places(id, [busted(1, 1, 4_100, 1, 2), busted(2, 1, 4_100, 1, 1)]),
            expected,
            "{id}"
        );
    }
}

/// TDA RP-8-A: with 52 left and 50 paid, three bust on the synchronized hand and share place 50,
/// which pays 900. Online rooms rank them by their stacks (GAPS G-41).
#[test]
fn in_hand_for_hand_all_share_or_stacks_decide() {
    let out = [busted(1, 1, 9_000, 1, 0), busted(2, 1, 4_000, 2, 0), busted(3, 2, 6_000, 1, 0)];
    let mut prizes = vec![Cents(2_000); 49];
    prizes.push(Cents(900));
    for id in BOOKS {
        let book = book(id);
        let by = &book.finish.same_hand;
        let places = on_one_synchronised_hand(&out, 49, by, book.hand_for_hand.rank);
        let won: Vec<(EntryNo, Cents)> = places
            .iter()
            .flat_map(|place| {
                let sharing = u32::try_from(place.entries.len()).unwrap();
                let shares = share_places(&prizes, place.place, sharing);
                place.entries.iter().copied().zip(shares).collect::<Vec<_>>()
            })
            .collect();
        let expected = match id {
            "online" => [(2, 0), (3, 0), (1, 900)],
            // At one table the stacks decide. The book says nothing about several tables.
            "tfpl" | "spotlight" | "wptapl" => [(2, 0), (1, 450), (3, 450)],
            _ => [(1, 300), (2, 300), (3, 300)],
        };
        assert_eq!(won, expected.map(|(entry, won)| (EntryNo(entry), Cents(won))), "{id}");
    }
}

/// TFPL 3f-9.
#[test]
fn two_who_knock_a_player_out_get_a_full_bounty_each_in_tfpl_only() {
    for id in BOOKS {
        let terms = BountyTerms { amount: Cents(101), kind: BountyKind::Fixed };
        let mut bounties = Bounties::new(terms, book(id).finish.tied_bounty);
        (1..=3).map(EntryNo).for_each(|entry| bounties.enter(entry));
        let by = [EntryNo(2), EntryNo(1)];
        let award = bounties.decide(EntryNo(3), &by, &mut Draws::new(1));
        bounties.apply(&award);
        bounties.audit();
        let won: Vec<u64> = award.won.iter().map(|won| won.cash.0).collect();
        assert_eq!(won, if id == "tfpl" { [101, 101] } else { [51, 50] }, "{id}");
    }
}

/// WPTAPL CX-2 under every book that races, TNPL D2-i and CX-1 under every book that rounds up.
#[test]
fn odd_chips_are_raced_for_or_rounded_up() {
    let cards: Vec<Card> =
        "9h Kd 2c Ks 5s Ah Qd Js".split(' ').map(|card| card.parse().unwrap()).collect();
    let seats = |chips: [u64; 4]| -> Vec<(SeatNo, Chips)> {
        (1..).map(SeatNo).zip(chips.map(Chips)).collect()
    };
    let before = seats([1_075, 1_025, 1_050, 1_050]);
    for id in BOOKS {
        let rule = &book(id).colour_up;
        let raced = race(&before, Chips(25), Chips(100), rule, &cards).unwrap();
        let rounded = round_up(&before, Chips(100));
        let unattended = match (rule.method, rule.unattended) {
            (ColourUp::Never, _) => before.clone(),
            (ColourUp::Race, _) | (ColourUp::Floor, ColourUpChoice::Race) => raced.stacks.clone(),
            (ColourUp::RoundUp, _) | (ColourUp::Floor, ColourUpChoice::RoundUp) => rounded,
        };
        // Under WPTAPL the highest card takes all that remains.
        let won = if id == "wptapl" {
            [1_000, 1_000, 1_200, 1_000]
        } else {
            [1_000, 1_100, 1_100, 1_000]
        };
        assert_eq!(raced.stacks, seats(won), "{id}");
        let expected = match id {
            "tda-2024" => [1_000, 1_100, 1_100, 1_000],
            "online" => [1_075, 1_025, 1_050, 1_050],
            _ => [1_100, 1_100, 1_100, 1_100],
        };
        assert_eq!(unattended, seats(expected), "{id}");
    }
}

/// Checks a proposal of three players for a pool of 10,000 under a rulebook.
fn propose(id: &str, shares: [u64; 3], for_winner: u64, floor: bool) -> Result<(), DealRefusal> {
    let parties: Vec<Party> = (1..=3)
        .map(|entry| Party { entry: EntryNo(entry), stack: Chips(5_000), present: true })
        .collect();
    let shares = (1..).map(EntryNo).zip(shares.map(Cents)).collect();
    let situation = Situation {
        parties: &parties,
        remaining_pool: Cents(10_000),
        paid_places: 2,
        floor_present: floor,
        regional: true,
    };
    Proposal::named(shares, Cents(for_winner)).check(&book(id).deals, &situation)
}

#[test]
fn books_part_about_deals() {
    let even = |id| propose(id, [3_000; 3], 1_000, true);
    for id in ["tda-2024", "wptapl"] {
        assert_eq!(even(id), Err(DealRefusal::NotAllowed), "{id}: silent, so off");
    }
    assert_eq!(even("tnpl"), Ok(()));
    assert_eq!(even("tfpl"), Ok(()));
    // SPOT 6-15: not before all remaining players are in the money.
    let early = DealRefusal::TooManyPlayersLeft { left: 3, paid: 2 };
    assert_eq!(even("spotlight"), Err(early));
    // GAPS G-44: online, only computed shares.
    let amounts = DealRefusal::NotProposable(DealProposal::Amounts);
    assert_eq!(even("online"), Err(amounts));
    for id in ["tnpl", "tfpl"] {
        assert_eq!(propose(id, [3_000; 3], 1_000, false), Err(DealRefusal::FloorMissing), "{id}");
    }
}

/// TNPL A8, regional: a tenth for the winner, and no share above the winner's. TFPL leaves
/// it to the players.
#[test]
fn tnpl_keeps_a_tenth_for_the_winner_and_nobody_above_the_winner() {
    let short = DealRefusal::WinnerReserveBelowMinimum(Cents(1_000));
    assert_eq!(propose("tnpl", [3_300, 3_300, 3_200], 200, true), Err(short));
    let above = DealRefusal::ShareExceedsWinner(Cents(3_300));
    assert_eq!(propose("tnpl", [4_000, 2_700, 2_300], 1_000, true), Err(above));
    assert_eq!(propose("tnpl", [3_300, 3_300, 2_400], 1_000, true), Ok(()));
    assert_eq!(propose("tfpl", [4_000, 3_000, 3_000], 0, true), Ok(()));
}
