//! Numbers from the rulebooks, and properties of every deal.

use super::*;
use cardroom_rules::rulebook::Ballot;
use proptest::prelude::*;

/// TNPL A8: a regional deal leaves a tenth of the money for the winner, and no
/// share exceeds the winner's.
fn tnpl() -> DealRule {
    DealRule {
        allowed: true,
        all_present: true,
        floor: true,
        ballot: Ballot::Secret,
        clock_pause: DealClock::FirstOnly,
        only_in_money: false,
        winner_least_percent: 0,
        winner_least_percent_regional: 10,
        none_above_winner: true,
        chip_counts_discouraged: true,
        proposals: vec![DealProposal::Amounts, DealProposal::ChipChop, DealProposal::Icm],
    }
}

/// Requires only that all players agree.
fn open() -> DealRule {
    DealRule { none_above_winner: false, winner_least_percent_regional: 0, ..tnpl() }
}

fn parties(stacks: &[u64]) -> Vec<Party> {
    let party = |(entry, stack): (u32, &u64)| Party {
        entry: EntryNo(entry),
        stack: Chips(*stack),
        present: true,
    };
    (1..).zip(stacks).map(party).collect()
}

fn named(shares: &[u64], for_winner: u64) -> Proposal {
    let shares = (1..).map(EntryNo).zip(shares.iter().copied().map(Cents)).collect();
    Proposal::named(shares, Cents(for_winner))
}

fn check(proposal: &Proposal, rule: &DealRule, pool: u64, paid: u32) -> Result<(), DealRefusal> {
    let parties = parties(&vec![100; proposal.shares().len()]);
    let remaining_pool = Cents(pool);
    let situation = Situation {
        parties: &parties,
        remaining_pool,
        paid_places: paid,
        floor_present: true,
        regional: rule.winner_least_percent_regional > 0,
    };
    proposal.check(rule, &situation)
}

#[test]
fn a_regional_deal_leaves_a_tenth_for_the_winner() {
    let short = named(&[3_300, 3_300, 3_200], 200);
    let text = DealRefusal::WinnerReserveBelowMinimum(Cents(4_005)).to_string();
    assert_eq!(text, "Leave at least 40.05 for the winner.");
    let refused = Err(DealRefusal::WinnerReserveBelowMinimum(Cents(1_000)));
    assert_eq!(check(&short, &tnpl(), 10_000, 3), refused);
    for shares in [[3_200, 3_000, 2_800], [3_000, 3_000, 3_000]] {
        assert_eq!(check(&named(&shares, 1_000), &tnpl(), 10_000, 3), Ok(()));
    }
    assert_eq!([0, 1, 2].map(|before| pauses_clock(&tnpl(), before)), [true, false, false]);
}

#[test]
fn nobody_gets_more_than_the_weakest_possible_winner() {
    let local = DealRule { winner_least_percent_regional: 0, ..tnpl() };
    let most = |cents| Err(DealRefusal::ShareExceedsWinner(Cents(cents)));
    assert_eq!(check(&named(&[6_500, 3_000], 500), &local, 10_000, 2), most(3_500));
    assert_eq!(check(&named(&[5_300, 4_400], 300), &local, 10_000, 2), most(4_700));
    assert_eq!(check(&named(&[5_000, 4_700], 300), &local, 10_000, 2), Ok(()));
}

/// SPOT 6-15: with four places paid, a chop is allowed only once four players are left.
#[test]
fn a_chop_only_in_the_money() {
    let spotlight = DealRule { only_in_money: true, ..open() };
    let early = check(&named(&[40; 5], 0), &spotlight, 200, 4);
    assert_eq!(early, Err(DealRefusal::TooManyPlayersLeft { left: 5, paid: 4 }));
    assert_eq!(check(&named(&[50; 4], 0), &spotlight, 200, 4), Ok(()));
}

#[test]
fn a_deal_names_everybody_and_comes_to_what_is_left() {
    let open = open();
    let pool = Cents(1_000);
    let added = check(&named(&[600, 300], 99), &open, 1_000, 2);
    assert_eq!(added, Err(DealRefusal::DoesNotAddUp(Cents(999), pool)));
    let absurd = check(&named(&[u64::MAX, 300], 700), &open, 1_000, 2);
    assert_eq!(absurd, Err(DealRefusal::DoesNotAddUp(Cents(u64::MAX), pool)));
    let three = parties(&[1, 1, 1]);
    let situation = Situation {
        parties: &three,
        remaining_pool: pool,
        paid_places: 3,
        floor_present: true,
        regional: false,
    };
    let twice = Proposal::named(vec![(EntryNo(1), Cents(500)); 2], Cents::ZERO);
    for partial in [named(&[600, 400], 0), twice, Proposal::named(Vec::new(), pool)] {
        assert_eq!(partial.check(&open, &situation), Err(DealRefusal::WrongParties));
    }
}

#[test]
fn everybody_and_the_floor_have_to_be_there() {
    let mut three = parties(&[1, 1, 1]);
    let proposal = named(&[300, 300, 300], 100);
    let at = |parties: &[Party], floor_present| {
        let remaining_pool = Cents(1_000);
        let situation =
            Situation { parties, remaining_pool, paid_places: 3, floor_present, regional: true };
        proposal.check(&tnpl(), &situation)
    };
    assert_eq!(at(&three, true), Ok(()));
    assert_eq!(at(&three, false), Err(DealRefusal::FloorMissing));
    three[1].present = false;
    assert_eq!(at(&three, true), Err(DealRefusal::Absent(EntryNo(2))));
    let off = DealRule { allowed: false, ..tnpl() };
    assert_eq!(check(&proposal, &off, 1_000, 3), Err(DealRefusal::NotAllowed));
}

#[test]
fn without_a_floor_only_what_the_house_works_out_is_proposed() {
    let online = DealRule {
        floor: false,
        proposals: vec![DealProposal::ChipChop, DealProposal::Icm],
        ..open()
    };
    let refused = Err(DealRefusal::NotProposable(DealProposal::Amounts));
    assert_eq!(check(&named(&[600, 400], 0), &online, 1_000, 2), refused);
    let prizes = [Cents(650), Cents(350)];
    let worked_out = Proposal::by_chips(&parties(&[75, 25]), &prizes, Cents::ZERO).unwrap();
    assert_eq!(check(&worked_out, &online, 1_000, 2), Ok(()));
}

/// Both ways agree heads-up: the second prize is guaranteed, and the difference is played for.
#[test]
fn by_chips_and_by_the_model_agree_heads_up() {
    let players = parties(&[7_500, 2_500]);
    let prizes = [Cents(65_000), Cents(35_000)];
    let chips = Proposal::by_chips(&players, &prizes, Cents(10_000)).unwrap();
    let model = Proposal::by_icm(&players, &prizes, Cents(10_000)).unwrap();
    assert_eq!(chips.shares(), [(EntryNo(1), Cents(50_000)), (EntryNo(2), Cents(40_000))]);
    assert_eq!(chips.shares(), model.shares());
    assert_eq!((chips.kind(), model.kind()), (DealProposal::ChipChop, DealProposal::Icm));
    assert!(chips.is_discouraged(&tnpl()) && !model.is_discouraged(&tnpl()));
}

#[test]
fn the_winner_is_not_left_more_than_the_first_prize() {
    let prizes = [Cents(50), Cents(30)];
    let refused = Err(DealRefusal::ReserveAboveFirstPrize(Cents(50)));
    assert_eq!(Proposal::by_chips(&parties(&[1, 1]), &prizes, Cents(51)), refused);
    assert_eq!(Proposal::by_icm(&parties(&[1, 1]), &prizes, Cents(51)), refused);
}

#[test]
fn a_ballot_is_secret_and_needs_everybody() {
    let parties = [1, 2, 3].map(EntryNo);
    let mut ballot = SecretBallot::new(parties);
    ballot.vote(EntryNo(1), false).unwrap();
    assert_eq!(ballot.verdict(), None, "a first no is not shown while others vote");
    assert_eq!(ballot.vote(EntryNo(1), true), Err(BallotRefusal::VotedAlready(EntryNo(1))));
    assert_eq!(ballot.vote(EntryNo(4), true), Err(BallotRefusal::NoVote(EntryNo(4))));
    ballot.vote(EntryNo(2), true).unwrap();
    ballot.vote(EntryNo(3), true).unwrap();
    assert_eq!(ballot.verdict(), Some(Verdict::Rejected));

    let mut agreed = SecretBallot::new(parties);
    parties.iter().for_each(|entry| agreed.vote(*entry, true).unwrap());
    assert_eq!(agreed.verdict(), Some(Verdict::Accepted));
    assert_eq!(format!("{ballot:?}"), format!("{agreed:?}"));
    let mut late = SecretBallot::new(parties);
    late.vote(EntryNo(1), true).unwrap();
    assert_eq!(late.verdict_without_more_votes(), Verdict::Rejected);
}

proptest! {
    #[test]
    fn what_the_house_works_out_comes_to_what_is_left_and_more_chips_are_never_worth_less(
        mut stacks in prop::collection::vec(1_u64..1_000_000, 1..12),
        mut prizes in prop::collection::vec(1_u64..1_000_000, 1..12),
        part in 0_u64..100,
    ) {
        stacks.sort_unstable_by(|one, other| other.cmp(one));
        prizes.sort_unstable_by(|one, other| other.cmp(one));
        prizes.truncate(stacks.len());
        let for_winner = Cents(prizes[0] * part / 100);
        let prizes: Vec<Cents> = prizes.into_iter().map(Cents).collect();
        let remaining_pool: Cents = prizes.iter().copied().sum();
        let players = parties(&stacks);
        let open = open();
        let situation = Situation {
            parties: &players, remaining_pool, paid_places: 0, floor_present: true, regional: false,
        };
        for proposal in [
            Proposal::by_chips(&players, &prizes, for_winner).unwrap(),
            Proposal::by_icm(&players, &prizes, for_winner).unwrap(),
        ] {
            prop_assert_eq!(proposal.check(&open, &situation), Ok(()));
            let shares = proposal.shares();
            prop_assert!(shares.windows(2).all(|pair| pair[0].1 + Cents(1) >= pair[1].1));
        }
    }
}
