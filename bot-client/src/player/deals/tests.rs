//! The part in deals: what is answered, and what is noticed.

use super::*;
use cardroom_deal::{Contribution, Outcome};
use cardroom_deal::{Contributor, Faces, NULL, Op, Pack, RoomKey, Seal, contributed};
use cardroom_protocol::deal::{Bytes, Sig64};
use cardroom_protocol::{ClientMessage, RequestId};

const TABLE: TableId = TableId(7);

/// A room of one table, and the player in seat 3.
struct Room {
    key: RoomKey,
    deals: Deals,
    outbox: Outbox,
    anchor: Hash,
}

impl Room {
    fn joined() -> Self {
        let (mut deals, mut outbox) = (Deals::default(), Outbox::default());
        deals.join_once(TABLE, &mut outbox);
        let sent = outbox.take(std::time::Duration::ZERO);
        let [ClientMessage::JoinDeal(join)] = sent.as_slice() else { panic!("{sent:?}") };
        let anchor = join.anchor.unwrap().0;
        let key = RoomKey::new(&Secret::new([3; 32]));
        let mut room = Self { key, deals, outbox, anchor };
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

    fn hears(&mut self, message: &ServerMessage) -> Result<bool, String> {
        self.deals.take(Some(3), message, &mut self.outbox)
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

    fn opens(&mut self, opening: &Opening, key: &RoomKey) -> Result<bool, String> {
        let bytes = opening.encode();
        let signature = Sig64(key.sign_opening(&digest(&bytes)));
        let opening = Bytes(bytes);
        self.hears(&DealOpened { table: TABLE, opening, signature, answer_ms: 3_000 }.into())
    }

    fn sent(&mut self) -> Vec<ClientMessage> {
        self.outbox.take(std::time::Duration::ZERO)
    }
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
        let said = room.opens(&opening, &key).unwrap_err();
        assert!(said.contains(what), "{said}");
        assert!(room.sent().is_empty(), "{what}");
    }
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let other = RoomKey::new(&Secret::new([4; 32]));
    assert!(room.opens(&opening, &other).unwrap_err().contains("another key"));
    assert!(room.sent().is_empty());
}

#[test]
fn a_second_opening_of_a_round_and_a_deck_that_was_seen_are_noticed() {
    let mut room = Room::joined();
    let (first, second) = (room.opening(1, 1), room.opening(1, 2));
    let key = room.key.clone();
    room.opens(&first, &key).unwrap();
    assert_eq!(room.opens(&second, &key), Err("a round has two openings".to_owned()));
    let again = room.opening(2, 1);
    assert_eq!(room.opens(&again, &key), Err("a deck is laid for the second time".to_owned()));
}

#[test]
fn a_player_who_is_blamed_for_a_link_that_was_sent_says_so_and_joins_anew() {
    let mut room = Room::joined();
    let opening = room.opening(1, 1);
    let key = room.key.clone();
    room.opens(&opening, &key).unwrap();
    room.sent();
    let silent = Contribution { seat: 3, link: None, ack: None };
    let seal = Seal {
        opening: digest(&opening.encode()),
        outcome: Outcome::GivenUp,
        blame: Some(3),
        bound: contributed(&[silent]),
        joint: NULL,
        course: NULL,
        time_ms: 0,
    };
    let seal = Bytes(seal.encode().to_vec());
    let ended = DealGivenUp { table: TABLE, seal, links: vec![None], seeds: vec![] };
    assert!(room.hears(&ended.into()).unwrap_err().contains("blames"));
    let sent = room.sent();
    assert!(matches!(sent.as_slice(), [ClientMessage::JoinDeal(_)]), "{sent:?}");
}
