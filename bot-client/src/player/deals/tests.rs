//! The part in deals: what is answered, and what is noticed.

use super::*;
use cardroom_deal::{Contribution, Document, Known, Outcome, Secret, verify_session};
use cardroom_deal::{Faces, NULL, Op, Pack, RoomKey, Seal, contributed};
use cardroom_protocol::deal::{Bytes, CardsOpened, CommittedToss};
use cardroom_protocol::deal::{DealGivenUp, DealJoined, DealSealed, Sig64};
use cardroom_protocol::{ClientMessage, HandNo, Seq};

const TABLE: TableId = TableId(7);

/// A room of one table, and the player in seat 3.
struct Room {
    key: RoomKey,
    deals: Deals,
    outbox: Outbox,
    anchor: Hash,
    now: Duration,
}

impl Room {
    fn joined() -> Self {
        Self::joined_in(false)
    }

    fn joined_in(is_of_tournament: bool) -> Self {
        let (mut deals, mut outbox) = (Deals::default(), Outbox::default());
        deals.join_once(Duration::ZERO, TABLE, is_of_tournament, DealPart::Verifies, &mut outbox);
        let sent = outbox.take(Duration::ZERO);
        let [ClientMessage::JoinDeal(join)] = sent.as_slice() else { panic!("{sent:?}") };
        let anchor = join.anchor.unwrap().0;
        let key = RoomKey::new(&Secret::new([3; 32]));
        let mut room = Self { key, deals, outbox, anchor, now: Duration::ZERO };
        let joined = DealJoined {
            request: RequestId(1),
            table: TABLE,
            key: Hash32(room.key.public()),
            origin: "cards.example".to_owned(),
            prev: Hash32(NULL),
            index: 1,
            window_ms: 3_000,
        };
        assert_eq!(room.hears(&joined.into()), Ok(false));
        room
    }

    fn hears(&mut self, message: &ServerMessage) -> Result<bool, Suspicion> {
        self.deals.take(self.now, Some(3), message, &mut self.outbox)
    }

    /// Returns the first opening of a hand, with packs from this seed.
    fn opening(&self, hand: u64, seed: u8) -> Opening {
        let pack = Pack::new(&Faces::Full, 0, Secret::new([seed; 32]));
        Opening {
            key: self.key.public(),
            table: TABLE.0,
            hand,
            round: 0,
            time_ms: 0,
            prev: NULL,
            shuffles_again: false,
            is_stud: false,
            faces: Faces::Full,
            shuffles: 0,
            roots: vec![vec![*pack.decks()[0].root()]],
            script: vec![Op::Down(2)],
            button: 0,
            dealt: vec![0, 3],
            roster: vec![Contributor { seat: 3, index: 1, below: self.anchor }],
        }
    }

    fn opens(&mut self, opening: &Opening, key: &RoomKey) -> Result<bool, Suspicion> {
        let bytes = opening.encode();
        let signature = Sig64(key.sign_opening(&digest(&bytes)));
        let opening = Bytes(bytes);
        self.hears(&DealOpened { table: TABLE, opening, signature, answer_ms: 3_000 }.into())
    }

    fn sent(&mut self) -> Vec<ClientMessage> {
        self.outbox.take(Duration::ZERO)
    }
}

/// Returns the code with which a verifier refuses the evidence.
fn code_of(suspicion: &Suspicion) -> Code {
    let evidence = suspicion.evidence.as_ref().expect("there is evidence");
    let (document, asked) = Document::read(evidence.text.as_bytes()).unwrap();
    let Document::Proofs(proofs) = document else { panic!("proofs: {}", evidence.text) };
    let known = Known { seat: asked.seat, ..Known::default() };
    let code = verify_session(&proofs, &known).unwrap_err().code;
    assert!(suspicion.what.starts_with(code.name()), "{code}: {}", suspicion.what);
    assert!(evidence.name.ends_with(&format!("-{code}.json")), "{}", evidence.name);
    code
}

/// Returns the end of a round at this time of the room. It names seat 3.
fn given_up(opening: &Opening, time_ms: u64) -> DealGivenUp {
    let silent = Contribution { seat: 3, link: None, ack: None };
    let seal = Seal {
        opening: digest(&opening.encode()),
        outcome: Outcome::GivenUp,
        blame: Some(silent.seat),
        bound: contributed(&[silent]),
        joint: NULL,
        course: NULL,
        time_ms,
    };
    let seal = Bytes(seal.encode().to_vec());
    DealGivenUp { table: TABLE, seal, links: vec![None], seeds: vec![Hash32([1; 32])] }
}

/// A round that the room gives up because of the player, in seconds after a hand was sealed. The
/// clocks of both show the same.
struct Blamed {
    /// When the room signs the opening, and when the player reads and answers it.
    opened: u64,
    read: u64,
    /// When the room gives the round up, and when that arrives.
    ended: u64,
    heard: u64,
}

impl Blamed {
    /// Plays a hand and the round. Returns what the player says about the end of the round.
    fn play(&self, room: &mut Room) -> Result<bool, Suspicion> {
        let key = room.key.clone();
        let mut first = room.opening(1, 2);
        first.roster.clear();
        room.opens(&first, &key).unwrap();
        let seal = Seal { outcome: Outcome::Played, blame: None, ..seal_of(&given_up(&first, 0)) };
        let seal = seal.encode().to_vec();
        let prev = cardroom_deal::sha256(&seal);
        room.hears(&DealSealed { table: TABLE, seal: Bytes(seal) }.into()).unwrap();
        let time_ms = self.opened * 1_000;
        let opening = Opening { hand: 2, prev, time_ms, ..room.opening(2, 1) };
        room.now = Duration::from_secs(self.read);
        room.opens(&opening, &key).unwrap();
        let sent = room.sent();
        assert!(matches!(sent.as_slice(), [ClientMessage::LendLink(_)]), "{sent:?}");
        room.now = Duration::from_secs(self.heard);
        let ended = given_up(&opening, self.ended * 1_000);
        room.deals.take(room.now, Some(3), &ended.into(), &mut room.outbox)
    }
}

fn seal_of(ended: &DealGivenUp) -> Seal {
    Seal::parse(&ended.seal.0).unwrap()
}

#[test]
fn a_link_and_its_voucher_are_sent_once_for_an_opening() {
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let key = room.key.clone();
    assert_eq!(room.opens(&opening, &key), Ok(false));
    let sent = room.sent();
    let [ClientMessage::LendLink(lent)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(lent.opening.0, digest(&opening.encode()));
    assert_eq!(cardroom_deal::link_below(1, &lent.link.0), room.anchor);
    assert_eq!(room.opens(&opening, &key), Ok(false), "the same opening again");
    assert!(room.sent().is_empty());
}

#[test]
fn a_client_that_joins_anew_in_a_hand_counts_each_toss_once() {
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let key = room.key.clone();
    let commitment = Hash32([7; 32]);
    let toss = |seat| CommittedToss { seat, count: 1, commitment };
    let cards = |seq: u64, seat| CardsOpened {
        table: TABLE,
        seq: Seq(seq),
        hand: HandNo(1),
        cards: Vec::new(),
        skips: Vec::new(),
        tosses: vec![toss(seat)],
        picks: Vec::new(),
    };
    room.opens(&opening, &key).unwrap();
    room.hears(&cards(4, 0).into()).unwrap();
    // Step 5 opens nothing. The room's answer to the client has the round so far.
    room.opens(&opening, &key).unwrap();
    room.hears(&cards(5, 0).into()).unwrap();
    room.hears(&cards(6, 3).into()).unwrap();
    let tosses = &room.deals.hand.as_ref().unwrap().tosses;
    let seats: Vec<u8> = tosses.iter().map(|toss| toss.seat).collect();
    assert_eq!(seats, [0, 3]);
}

#[test]
fn an_opening_that_is_not_as_it_must_be_is_not_answered() {
    type Change = fn(&mut Opening);
    let changes: [(&str, Change); 3] = [
        ("does not follow", |opening| opening.prev = [9; 32]),
        ("another table", |opening| opening.table = 8),
        ("cannot be read", |opening| opening.roots.push(opening.roots[0].clone())),
    ];
    for (what, change) in changes {
        let mut room = Room::joined();
        let mut opening = room.opening(1, 1);
        change(&mut opening);
        let key = room.key.clone();
        let suspicion = room.opens(&opening, &key).unwrap_err();
        assert!(suspicion.what.contains(what), "{suspicion:?}");
        assert!(room.sent().is_empty(), "{what}");
    }
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let other = RoomKey::new(&Secret::new([4; 32]));
    let suspicion = room.opens(&opening, &other).unwrap_err();
    assert!(suspicion.what.contains("signature"), "{suspicion:?}");
    assert_eq!(code_of(&suspicion), Code::Signature);
    assert!(room.sent().is_empty());
}

#[test]
fn a_second_opening_of_a_round_and_a_deck_that_was_seen_are_noticed() {
    let mut room = Room::joined();
    let (first, second) = (room.opening(1, 1), room.opening(1, 2));
    let key = room.key.clone();
    room.opens(&first, &key).unwrap();
    let suspicion = room.opens(&second, &key).unwrap_err();
    assert!(suspicion.what.ends_with("a round has two openings"), "{suspicion:?}");
    assert_eq!(code_of(&suspicion), Code::Receipt);
    let again = room.opening(2, 1);
    let suspicion = room.opens(&again, &key).unwrap_err();
    assert!(suspicion.what.ends_with("a deck is laid for the second time"), "{suspicion:?}");
}

#[test]
fn a_player_who_is_blamed_for_a_link_that_was_sent_says_so_and_joins_anew() {
    let at_once = Blamed { opened: 10, read: 10, ended: 13, heard: 13 };
    let slowly_stored = Blamed { heard: 30, ..at_once };
    let too_early = Blamed { ended: 10, heard: 10, ..at_once };
    for blamed in [at_once, slowly_stored, too_early] {
        let mut room = Room::joined();
        let suspicion = blamed.play(&mut room).unwrap_err();
        assert!(suspicion.what.contains("blames"), "{suspicion:?}");
        assert_eq!(code_of(&suspicion), Code::Seal);
        let sent = room.sent();
        assert!(matches!(sent.as_slice(), [ClientMessage::JoinDeal(_)]), "{sent:?}");
    }
}

#[test]
fn a_player_who_answered_late_accuses_nobody_however_late_the_end_of_the_round_arrives() {
    for heard in [13, 15, 30] {
        let mut room = Room::joined();
        let late = Blamed { opened: 10, read: 13, ended: 13, heard };
        assert_eq!(late.play(&mut room), Ok(false), "heard at {heard} s");
        let sent = room.sent();
        assert!(matches!(sent.as_slice(), [ClientMessage::JoinDeal(_)]), "{sent:?}");
    }
}

#[test]
fn a_player_who_is_blamed_while_the_view_of_the_table_is_lost_joins_anew() {
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let key = room.key.clone();
    room.opens(&opening, &key).unwrap();
    room.sent();
    let ended = given_up(&opening, 0);
    let heard = room.deals.take(room.now, None, &ended.into(), &mut room.outbox);
    assert_eq!(heard, Ok(false), "the first round shows nothing about the room's clock");
    let sent = room.sent();
    assert!(matches!(sent.as_slice(), [ClientMessage::JoinDeal(_)]), "{sent:?}");
}

#[test]
fn a_player_whose_view_of_the_table_is_lost_lends_the_link_that_an_opening_asks_for() {
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let bytes = opening.encode();
    let signature = Sig64(room.key.sign_opening(&digest(&bytes)));
    let opened = DealOpened { table: TABLE, opening: Bytes(bytes), signature, answer_ms: 3_000 };
    let heard = room.deals.take(room.now, None, &opened.into(), &mut room.outbox);
    assert_eq!(heard, Ok(false));
    let sent = room.sent();
    let [ClientMessage::LendLink(lent)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(cardroom_deal::link_below(1, &lent.link.0), room.anchor);
}

/// The player has moved, and the table that broke answers the request to join its deals.
#[test]
fn an_answer_about_the_deals_of_a_table_that_was_left_changes_nothing_at_the_next() {
    let left = TableId(6);
    for is_refused in [false, true] {
        let (mut deals, mut outbox) = (Deals::default(), Outbox::default());
        let mut join = |table| {
            deals.join_once(Duration::ZERO, table, true, DealPart::Verifies, &mut outbox);
        };
        join(left);
        join(TABLE);
        let sent = outbox.take(Duration::ZERO);
        let [ClientMessage::JoinDeal(old), ClientMessage::JoinDeal(new)] = sent.as_slice() else {
            panic!("{sent:?}")
        };
        let joined = |request, table, prev| DealJoined {
            request,
            table,
            key: Hash32([5; 32]),
            origin: "cards.example".to_owned(),
            prev: Hash32(prev),
            index: 1,
            window_ms: 3_000,
        };
        if is_refused {
            deals.refused(old.request, None);
        } else {
            let of_old = joined(old.request, left, [7; 32]);
            assert_eq!(deals.take(Duration::ZERO, None, &of_old.into(), &mut outbox), Ok(false));
        }
        assert!(deals.chain.is_some() && !deals.is_taken, "refused: {is_refused}");
        let of_new = joined(new.request, TABLE, NULL);
        assert_eq!(deals.take(Duration::ZERO, None, &of_new.into(), &mut outbox), Ok(false));
        assert!(deals.is_taken && deals.prev == Some(NULL));
    }
}

#[test]
fn a_table_that_was_too_busy_is_asked_again_after_a_pause() {
    let mut room = Room::joined();
    let mut asks = |refused: Option<Duration>, now| {
        let (deals, outbox) = (&mut room.deals, &mut room.outbox);
        let last = deals.request.unwrap();
        refused.into_iter().for_each(|again_at| deals.refused(last, Some(again_at)));
        deals.join_once(now, TABLE, false, DealPart::Verifies, outbox);
        outbox.take(now).len()
    };
    let [early, late] = [1, 2].map(Duration::from_secs);
    assert_eq!(asks(None, early), 0, "the table has answered");
    assert_eq!(asks(Some(late), early), 0, "too early");
    assert_eq!(asks(None, late), 1);
    assert_eq!(asks(None, late), 0, "the table has been asked");
}

#[test]
fn a_player_whom_a_later_opening_leaves_out_notices_it_and_one_who_just_joined_does_not() {
    let mut room = Room::joined();
    let key = room.key.clone();
    for (hand, seat, left_out) in [(1, 0, None), (2, 0, Some(3)), (3, 3, None)] {
        let mut opening = room.opening(hand, u8::try_from(hand).unwrap());
        opening.roster[0].seat = seat;
        room.opens(&opening, &key).unwrap();
        let followed = room.deals.hand.as_ref().unwrap();
        assert_eq!(followed.left_out, left_out, "hand {hand}");
    }
}

#[test]
fn a_tournament_may_leave_a_player_who_just_joined_out_of_all_rounds_of_one_hand() {
    for is_of_tournament in [false, true] {
        let mut room = Room::joined_in(is_of_tournament);
        let key = room.key.clone();
        for (hand, round, may) in [(1, 0, true), (1, 1, is_of_tournament), (2, 0, false)] {
            let mut opening = room.opening(hand, u8::try_from(hand).unwrap() * 8 + round);
            (opening.round, opening.roster[0].seat) = (round, 0);
            room.opens(&opening, &key).unwrap();
            let followed = room.deals.hand.as_ref().unwrap();
            assert_eq!(followed.left_out.is_none(), may, "round {round} of hand {hand}");
        }
    }
}

#[test]
fn a_room_that_has_not_answered_a_new_chain_may_leave_the_player_out() {
    let mut room = Room::joined();
    let key = room.key.clone();
    room.deals.join(TABLE, &mut room.outbox);
    for hand in [1, 2] {
        let mut opening = room.opening(hand, u8::try_from(hand).unwrap());
        opening.roster[0].seat = 0;
        room.opens(&opening, &key).unwrap();
        assert_eq!(room.deals.hand.as_ref().unwrap().left_out, None, "hand {hand}");
    }
}

#[test]
fn receipts_outlive_the_table_and_the_oldest_go_first() {
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let key = room.key.clone();
    room.opens(&opening, &key).unwrap();
    room.deals.forget();
    let digest = digest(&opening.encode());
    let receipt = Receipt { table: TABLE, hand: 1, round: 0, opening: digest };
    assert!(room.deals.receipts().eq([&receipt]));
    for hand in 2..=101 {
        room.deals.keep_receipt(Receipt { hand, ..receipt });
    }
    assert_eq!(room.deals.receipts().map(|receipt| receipt.hand).min(), Some(2));
}
