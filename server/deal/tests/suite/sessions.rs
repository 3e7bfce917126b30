//! Sessions of rounds that were given up: what must follow on what, and what a later link shows.

use cardroom_deal::{
    Chain, Code, Contribution, Contributor, Deal, Document, Faces, Fraud, Known, NULL, Op, Opening,
    Outcome, Pack, RoomKey, Seal, Secret, Verified, contributed, digest, verify_session, voucher,
};

/// One round: who contributes which link of their chain, and who withholds it.
#[derive(Clone)]
struct Round {
    key: u8,
    hand: u64,
    round: u8,
    /// The first byte of the seeds of its packs.
    seed: u8,
    index: u32,
    withheld: Option<u8>,
    blame: Option<u8>,
    prev: Prev,
    /// The opening for which the contributors vouch, if it is another than this one.
    vouched: Option<[u8; 32]>,
}

#[derive(Clone, Copy)]
enum Prev {
    Last,
    Zeros,
}

fn round(hand: u64, round: u8, seed: u8) -> Round {
    Round {
        key: 1,
        hand,
        round,
        seed,
        index: u32::from(seed),
        withheld: None,
        blame: None,
        prev: Prev::Last,
        vouched: None,
    }
}

const SEATS: [u8; 2] = [2, 5];

fn chain(seat: u8) -> Chain {
    Chain::new(Secret::new([seat; 32]), 20).unwrap()
}

/// Makes the proof of a round after a seal, and returns its seal.
fn proof(of: &Round, last: &[u8; 32]) -> (String, [u8; 32]) {
    let key = RoomKey::new(&Secret::new([of.key; 32]));
    let seeds = [[of.seed; 32], [of.seed + 100; 32]];
    let packs = seeds.map(|seed| Pack::new(&Faces::Full, 0, Secret::new(seed)));
    let below = |seat| *chain(seat).link(of.index - 1).unwrap();
    let roster =
        SEATS.map(|seat| Contributor { seat, index: of.index, below: below(seat) }).to_vec();
    let opening = Opening {
        key: key.public(),
        table: 7,
        hand: of.hand,
        round: of.round,
        time_ms: 0,
        prev: if matches!(of.prev, Prev::Last) { *last } else { NULL },
        shuffles_again: false,
        is_stud: false,
        faces: Faces::Full,
        shuffles: 0,
        roots: packs.iter().map(|pack| vec![*pack.decks()[0].root()]).collect(),
        script: vec![Op::Down(2)],
        button: 2,
        dealt: SEATS.to_vec(),
        roster,
    };
    let open = opening.encode();
    let digest = digest(&open);
    let contributions = SEATS.map(|seat| {
        let came = of.withheld != Some(seat);
        let link = came.then(|| *chain(seat).link(of.index).unwrap());
        let next = *chain(seat).link(of.index + 1).unwrap();
        let ack = came.then(|| voucher(&next, &of.vouched.unwrap_or(digest)));
        Contribution { seat, link, ack }
    });
    let seal = Seal {
        opening: digest,
        outcome: Outcome::GivenUp,
        blame: of.blame,
        bound: contributed(&contributions),
        joint: NULL,
        course: NULL,
        time_ms: 0,
    };
    let deal = Deal {
        open,
        signature: key.sign_opening(&digest),
        links: contributions.iter().map(|it| it.link).collect(),
        acks: contributions.iter().map(|it| it.ack).collect(),
        spares: Vec::new(),
        seeds: seeds.to_vec(),
        cards: Vec::new(),
        skips: Vec::new(),
        tosses: Vec::new(),
        seal: seal.encode().to_vec(),
        log: None,
        seed: None,
    };
    (deal.to_file(None).unwrap(), seal.digest())
}

fn verify_knowing(rounds: &[Round], known: &Known) -> Result<Vec<Verified>, Fraud> {
    let (mut files, mut last) = (Vec::new(), NULL);
    for round in rounds {
        let (file, seal) = proof(round, &last);
        files.push(file);
        last = seal;
    }
    let file = format!("[{}]", files.join(","));
    let (document, _) = Document::read(file.as_bytes()).unwrap();
    let Document::Proofs(proofs) = document else { panic!("a session is no history") };
    verify_session(&proofs, known)
}

fn verify(rounds: &[Round]) -> Result<Vec<Verified>, Fraud> {
    verify_knowing(rounds, &Known::default())
}

fn code(rounds: &[Round]) -> Code {
    verify(rounds).unwrap_err().code
}

#[test]
fn a_round_that_nobody_is_to_blame_for_is_followed_by_the_next_round_or_hand() {
    verify(&[round(3, 0, 1), round(3, 1, 2), round(4, 0, 3)]).unwrap();
    for wrong in [round(3, 0, 2), round(3, 2, 2), round(4, 1, 2), round(5, 0, 2)] {
        assert_eq!(code(&[round(3, 0, 1), wrong]), Code::Chain);
    }
}

#[test]
fn a_round_that_a_seat_is_to_blame_for_is_followed_by_the_next_round() {
    let lost = Round { withheld: Some(5), blame: Some(5), ..round(3, 0, 1) };
    // The seat that withheld its link joins anew with a new anchor: here, further up its chain.
    let verified = verify(&[lost.clone(), round(3, 1, 2)]).unwrap();
    assert_eq!(verified[0].seal.blame, Some(5));
    assert_eq!(code(&[lost, round(4, 0, 2)]), Code::Chain);
}

#[test]
fn a_seat_that_gave_its_link_cannot_be_blamed() {
    let accused = Round { blame: Some(5), ..round(3, 0, 1) };
    assert_eq!(code(&[accused]), Code::Seal);
    let stranger = Round { blame: Some(4), ..round(3, 0, 1) };
    assert_eq!(code(&[stranger]), Code::Seal);
}

#[test]
fn a_later_link_shows_that_another_opening_was_answered() {
    let other = Round { vouched: Some([9; 32]), ..round(3, 0, 1) };
    verify(std::slice::from_ref(&other)).unwrap();
    assert_eq!(code(&[other, round(3, 1, 2)]), Code::Ack);
}

#[test]
fn a_link_or_a_pack_that_comes_twice_is_noticed() {
    let again = Round { index: 1, ..round(3, 1, 2) };
    assert_eq!(code(&[round(3, 0, 1), again]), Code::Link);
    let same_packs = Round { seed: 1, ..round(3, 1, 2) };
    assert_eq!(code(&[round(3, 0, 1), same_packs]), Code::Open);
}

#[test]
fn a_room_with_a_new_key_may_begin_a_new_history_if_both_keys_are_known() {
    let public = |key: u8| RoomKey::new(&Secret::new([key; 32])).public();
    let known = |keys: &[u8]| Known {
        keys: keys.iter().map(|key| public(*key)).collect(),
        ..Known::default()
    };
    let restored = Round { key: 2, prev: Prev::Zeros, ..round(2, 0, 2) };
    let rounds = [round(3, 0, 1), restored];
    verify_knowing(&rounds, &known(&[1, 2])).unwrap();
    let code = |keys: &[u8]| verify_knowing(&rounds, &known(keys)).unwrap_err().code;
    assert_eq!(code(&[1]), Code::Key);
    assert_eq!(code(&[]), Code::Key);
    let forgot = [round(3, 0, 1), Round { prev: Prev::Zeros, ..round(4, 0, 2) }];
    assert_eq!(verify(&forgot).unwrap_err().code, Code::Chain);
}

#[test]
fn a_receipt_is_of_one_of_the_openings() {
    let rounds = [round(3, 0, 1), round(3, 1, 2)];
    let answered = verify(&rounds).unwrap()[1].digest;
    let with = |receipt| Known { receipt: Some(receipt), ..Known::default() };
    verify_knowing(&rounds, &with(answered)).unwrap();
    let fraud = verify_knowing(&rounds, &with([0; 32])).unwrap_err();
    assert_eq!(fraud.code, Code::Receipt);
}
