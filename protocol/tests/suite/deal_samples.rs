//! One value of every message about deals that can be verified.

use crate::samples::Note;
use cardroom_protocol::deal::*;
use cardroom_protocol::{ClientMessage, HandNo, RequestId, Seq, ServerMessage, TableId};

const REQUEST: RequestId = RequestId(72);
const TABLE: TableId = TableId(7);
const HAND: HandNo = HandNo(1_042);
const SEQ: Seq = Seq(20_000);

/// A hash whose bytes count up from the first.
fn hash(first: u8) -> Hash32 {
    Hash32(std::array::from_fn(|at| first.wrapping_add(u8::try_from(at).unwrap())))
}

fn lent(first: u8) -> LentLink {
    LentLink { link: hash(first), ack: hash(first + 1) }
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let join = |level, anchor| JoinDeal { request: REQUEST, table: TABLE, level, anchor }.into();
    vec![
        ("", join(DealLevel::Full, Some(hash(1)))),
        ("of a watcher", join(DealLevel::Lend, None)),
        ("no more", join(DealLevel::Off, None)),
        ("", LendLink { table: TABLE, opening: hash(2), link: hash(3), ack: hash(4) }.into()),
        ("", GetDealProof { request: REQUEST, table: TABLE, hand: HAND }.into()),
    ]
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let joined = DealJoined {
        request: REQUEST,
        table: TABLE,
        key: hash(5),
        origin: "cards.example".to_owned(),
        prev: hash(0),
        index: 1,
        window_ms: 3_000,
    };
    let opened = DealOpened {
        table: TABLE,
        opening: Bytes(b"cardroom-deal-1\x10".to_vec()),
        signature: Sig64(std::array::from_fn(|at| u8::try_from(at).unwrap())),
        answer_ms: 3_000,
    };
    let card = OpenedCard {
        deck: 0,
        place: 13,
        card: "As".parse().unwrap(),
        salt: hash(6),
        path: vec![hash(7), hash(8)],
    };
    let public = CardsOpened {
        table: TABLE,
        seq: SEQ,
        hand: HAND,
        cards: vec![card.clone()],
        skips: vec![SkippedPlace { deck: 1, place: 300, seat: 255 }],
        tosses: vec![CommittedToss { seat: 3, count: 2, commitment: hash(9) }],
        picks: vec![],
    };
    let own = OwnCardsOpened {
        table: TABLE,
        seq: SEQ,
        hand: HAND,
        cards: vec![card],
        skips: vec![],
        tosses: vec![],
        picks: vec![OpenedPicks { toss: 0, picks: 5, salt: hash(10) }],
    };
    let given_up = DealGivenUp {
        table: TABLE,
        seal: Bytes(vec![0xC0, 0xFF, 0xEE]),
        links: vec![Some(lent(11)), None],
        seeds: vec![hash(13), hash(14)],
    };
    let bound =
        DealBound { table: TABLE, hand: HAND, links: vec![lent(15)], spares: vec![hash(17)] };
    vec![
        ("", joined.into()),
        ("", opened.into()),
        ("", bound.into()),
        ("", public.into()),
        ("", own.into()),
        ("", DealSealed { table: TABLE, seal: Bytes(vec![0xC0, 0xFF, 0xEE]) }.into()),
        ("", given_up.into()),
        (
            "",
            DealProof { request: REQUEST, proof: "{\"format\": \"cardroom-deal-1\"}".into() }
                .into(),
        ),
    ]
}
