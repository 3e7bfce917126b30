//! Bounties by hand, and a check that money is conserved.

use super::*;
use cardroom_rules::MysteryPrize;
use proptest::prelude::*;

const FIXED: BountyKind = BountyKind::Fixed;
const HALF: BountyKind = BountyKind::Progressive { cash_percent: 50 };

fn field(kind: BountyKind, tie: TiedBounty, amount: u64, entries: u32) -> Bounties {
    let mut bounties = Bounties::new(BountyTerms { amount: Cents(amount), kind }, tie);
    (1..=entries).map(EntryNo).for_each(|entry| bounties.enter(entry));
    bounties
}

fn eliminate(bounties: &mut Bounties, out: u32, by: &[u32]) -> Vec<(u32, u64, u64)> {
    let by: Vec<EntryNo> = by.iter().copied().map(EntryNo).collect();
    let award = bounties.decide(EntryNo(out), &by, &mut Draws::new(7));
    bounties.apply(&award);
    bounties.audit();
    award.won.iter().map(|won| (won.by.0, won.cash.0, won.on_head.0)).collect()
}

#[test]
fn whoever_eliminates_a_player_gets_the_bounty_and_the_winner_keeps_the_own() {
    let mut bounties = field(FIXED, TiedBounty::Split, 500, 3);
    assert_eq!(eliminate(&mut bounties, 3, &[1]), [(1, 500, 0)]);
    assert_eq!(eliminate(&mut bounties, 1, &[2]), [(2, 500, 0)]);
    let rest = bounties.rest(&[EntryNo(2)]);
    assert_eq!(rest, [(EntryNo(2), Cents(500))]);
    bounties.pay_rest(&rest);
    assert_eq!(bounties.ledger().paid_out, Cents(1_500));
}

#[test]
fn half_of_a_progressive_bounty_goes_on_the_own_head() {
    let mut bounties = field(HALF, TiedBounty::Split, 1_001, 3);
    assert_eq!(eliminate(&mut bounties, 3, &[1]), [(1, 500, 501)]);
    assert_eq!(bounties.price(EntryNo(1)), Cents(1_502));
    assert_eq!(eliminate(&mut bounties, 1, &[2]), [(2, 751, 751)]);
    assert_eq!(bounties.rest(&[EntryNo(2)])[0].1, Cents(1_752));
}

/// GAPS G-43: a tie splits the bounty. The odd cent goes to the player who entered first.
#[test]
fn a_tie_splits_the_bounty() {
    let mut bounties = field(FIXED, TiedBounty::Split, 101, 4);
    assert_eq!(eliminate(&mut bounties, 4, &[3, 2]), [(2, 51, 0), (3, 50, 0)]);
    let mut progressive = field(HALF, TiedBounty::Split, 101, 4);
    assert_eq!(eliminate(&mut progressive, 4, &[3, 2]), [(2, 25, 26), (3, 25, 25)]);
}

/// TFPL 3f-9: the director issues an additional bounty chip.
#[test]
fn in_tfpl_each_winner_of_a_tie_gets_a_full_bounty() {
    let mut bounties = field(FIXED, TiedBounty::FullToEach, 100, 4);
    assert_eq!(eliminate(&mut bounties, 4, &[2, 3]), [(2, 100, 0), (3, 100, 0)]);
    assert_eq!(bounties.ledger().added, Cents(100));
    assert_eq!([1, 2, 3].map(|entry| bounties.chips(EntryNo(entry))), [0, 1, 1]);
}

/// 3 eliminates 4 in a side pot and is eliminated by 1 on the same hand.
#[test]
fn who_is_out_on_the_same_hand_still_has_what_the_own_victim_was_worth() {
    let mut bounties = field(HALF, TiedBounty::Split, 100, 4);
    assert_eq!(eliminate(&mut bounties, 4, &[3]), [(3, 50, 50)]);
    assert_eq!(eliminate(&mut bounties, 3, &[1]), [(1, 75, 75)]);
    // In the other order the winner is out, and no head is left to raise.
    let mut bounties = field(HALF, TiedBounty::Split, 100, 4);
    assert_eq!(eliminate(&mut bounties, 3, &[1]), [(1, 50, 50)]);
    assert_eq!(eliminate(&mut bounties, 4, &[3]), [(3, 100, 0)]);
}

#[test]
fn what_nobody_has_won_is_won_with_the_tournament() {
    let mut bounties = field(FIXED, TiedBounty::Split, 100, 3);
    assert!(eliminate(&mut bounties, 3, &[]).is_empty(), "disqualified");
    assert_eq!(eliminate(&mut bounties, 2, &[1]), [(1, 100, 0)]);
    assert_eq!(bounties.rest(&[EntryNo(1)])[0].1, Cents(200));
}

#[test]
fn a_withdrawn_entry_has_its_bounty_back() {
    for kind in [FIXED, mystery()] {
        let mut bounties = field(kind, TiedBounty::Split, 100, 3);
        bounties.withdraw(EntryNo(2));
        bounties.withdraw(EntryNo(2));
        bounties.audit();
        assert_eq!(bounties.ledger().paid_in, Cents(200));
    }
}

#[test]
fn those_who_make_a_deal_keep_their_own_heads_and_share_what_nobody_has_won() {
    let mut bounties = field(HALF, TiedBounty::Split, 101, 4);
    eliminate(&mut bounties, 4, &[3]);
    eliminate(&mut bounties, 2, &[]);
    let rest = bounties.rest(&[EntryNo(3), EntryNo(1)]);
    assert_eq!(rest, [(EntryNo(1), Cents(101 + 51)), (EntryNo(3), Cents(101 + 51 + 50))]);
    bounties.pay_rest(&rest);
}

fn mystery() -> BountyKind {
    let prize = |weight, per_ten_thousand| MysteryPrize { weight, per_ten_thousand };
    BountyKind::Mystery { prizes: vec![prize(1, 8_000), prize(20, 2_000)] }
}

#[test]
fn mystery_bounties_are_drawn_from_when_the_money_is_reached() {
    let mut bounties = field(mystery(), TiedBounty::Split, 100, 20);
    for out in 11..=20 {
        assert_eq!(eliminate(&mut bounties, out, &[1]), [(1, 0, 0)], "not in the money");
    }
    bounties.money_reached(10);
    // Twenty bounties in eight of 1 and two of 20 parts: 41 2/3 and 833 1/3 cents.
    let drawn: Vec<_> = bounties.mystery().collect();
    assert_eq!(drawn, [(Cents(839), 1), (Cents(833), 1), (Cents(41), 8)]);
    let mut won = 0;
    for out in 2..=10 {
        won += eliminate(&mut bounties, out, &[1])[0].1;
    }
    assert_eq!(Cents(won) + bounties.rest(&[EntryNo(1)])[0].1, Cents(2_000));
}

proptest! {
    #[test]
    fn everything_paid_in_is_paid_out(
        which in 0_u8..3,
        cash_percent in 0_u32..=100,
        amount in 0_u64..1_000,
        entries in 4_u32..40,
        survivors in 1_usize..4,
        full: bool,
        seed: u64,
    ) {
        let kind = match which {
            0 => FIXED,
            1 => BountyKind::Progressive { cash_percent },
            _ => mystery(),
        };
        let tie = if full { TiedBounty::FullToEach } else { TiedBounty::Split };
        let mut bounties = field(kind, tie, amount, entries);
        let mut dice = Draws::new(seed);
        let mut left: Vec<EntryNo> = (1..=entries).map(EntryNo).collect();
        let mut paid = Cents::ZERO;
        while left.len() > survivors {
            if left.len() == 6 {
                bounties.money_reached(6);
            }
            let out = left.remove(dice.index(left.len()));
            let mut by = left.clone();
            dice.shuffle(&mut by);
            by.truncate(dice.index(4));
            let award = bounties.decide(out, &by, &mut dice);
            paid += award.won.iter().map(|won| won.cash).sum();
            bounties.apply(&award);
            bounties.audit();
        }
        let rest = bounties.rest(&left);
        paid += rest.iter().map(|(_, amount)| *amount).sum();
        bounties.pay_rest(&rest);
        let ledger = bounties.ledger();
        prop_assert_eq!(paid, ledger.paid_out);
        prop_assert_eq!(ledger.paid_out, ledger.paid_in + ledger.added);
        prop_assert_eq!(ledger.paid_in, Cents(amount * u64::from(entries)));
        if !full {
            prop_assert_eq!(ledger.added, Cents::ZERO);
        }
    }
}
