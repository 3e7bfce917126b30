//! Conversion of errors of the deal from and to the protocol. A ruling contains only face-up cards.

use super::{RuleNumbers, chips};
use cardroom_engine::{
    BoxedAt, DealError, DealRuling, DeckFault, DroppedStub, Ground, NewBoard, NewStub, Remedy,
};
use cardroom_protocol::hybrid as wire;
use cardroom_protocol::table::TableEvent;
use cardroom_rules::SeatNo;

/// Converts an operator's report.
pub(crate) fn deal_error_in(error: wire::DealError) -> DealError {
    use wire::DealError as Wire;
    match error {
        Wire::Exposed(wire::HeldCard { seat, place }) => {
            DealError::Exposed { seat: SeatNo(seat), place }
        }
        Wire::OffTable(wire::HeldCard { seat, place }) => {
            DealError::OffTable { seat: SeatNo(seat), place }
        }
        Wire::Boxed(wire::BoxedCards { cards, at }) => {
            let at = match at {
                wire::BoxedAt::Hand(wire::HeldCard { seat, place }) => {
                    BoxedAt::Hand { seat: SeatNo(seat), place }
                }
                wire::BoxedAt::Board(place) => BoxedAt::Board { place },
                wire::BoxedAt::Burn => BoxedAt::Burn,
                wire::BoxedAt::Stub => BoxedAt::Stub,
            };
            DealError::Boxed { cards, at }
        }
        Wire::OutOfSequence => DealError::OutOfSequence,
        Wire::NotEntitled(seat) => DealError::NotEntitled { seat: SeatNo(seat) },
        Wire::LeftOut(seat) => DealError::LeftOut { seat: SeatNo(seat) },
        Wire::CardCount(wire::CardCount { seat, cards }) => {
            DealError::CardCount { seat: SeatNo(seat), cards }
        }
        Wire::NonStandard(seat) => DealError::NonStandard { seat: seat.map(SeatNo) },
        Wire::FouledDeck(fault) => DealError::FouledDeck {
            fault: match fault {
                wire::DeckFault::TwoEqual => DeckFault::TwoEqual,
                wire::DeckFault::OtherBack => DeckFault::OtherBack,
                wire::DeckFault::OtherBackInStub => DeckFault::OtherBackInStub,
                wire::DeckFault::Missing => DeckFault::Missing,
            },
        },
        Wire::FourCardFlop(burn_known) => DealError::FourCardFlop { burn_known },
        Wire::NoBurn(exposed) => DealError::NoBurn { exposed },
        Wire::Burns(wire::WrongBurns { burned, exposed }) => DealError::Burns { burned, exposed },
        Wire::Premature(acted) => DealError::Premature { acted },
        Wire::DroppedStub(stub) => DealError::DroppedStub {
            stub: match stub {
                wire::DroppedStub::Rebuilt => DroppedStub::Rebuilt,
                wire::DroppedStub::Disordered => DroppedStub::Disordered,
                wire::DroppedStub::Mixed => DroppedStub::Mixed,
            },
        },
        Wire::Touched(wire::TouchedHand { seat, other, identified }) => {
            DealError::Touched { seat: SeatNo(seat), other: other.map(SeatNo), identified }
        }
        Wire::TakenByDealer(wire::TakenHand { seat, identified }) => {
            DealError::TakenByDealer { seat: SeatNo(seat), identified }
        }
        Wire::ExposedBurn => DealError::ExposedBurn,
    }
}

/// Converts an error to its public form.
pub(super) fn deal_error_out(error: DealError) -> wire::DealError {
    use wire::DealError as Wire;
    let held = |seat: SeatNo, place| wire::HeldCard { seat: seat.0, place };
    match error {
        DealError::Exposed { seat, place } => Wire::Exposed(held(seat, place)),
        DealError::OffTable { seat, place } => Wire::OffTable(held(seat, place)),
        DealError::Boxed { cards, at } => {
            let at = match at {
                BoxedAt::Hand { seat, place } => wire::BoxedAt::Hand(held(seat, place)),
                BoxedAt::Board { place } => wire::BoxedAt::Board(place),
                BoxedAt::Burn => wire::BoxedAt::Burn,
                BoxedAt::Stub => wire::BoxedAt::Stub,
            };
            Wire::Boxed(wire::BoxedCards { cards, at })
        }
        DealError::OutOfSequence => Wire::OutOfSequence,
        DealError::NotEntitled { seat } => Wire::NotEntitled(seat.0),
        DealError::LeftOut { seat } => Wire::LeftOut(seat.0),
        DealError::CardCount { seat, cards } => {
            Wire::CardCount(wire::CardCount { seat: seat.0, cards })
        }
        DealError::NonStandard { seat } => Wire::NonStandard(seat.map(|seat| seat.0)),
        DealError::FouledDeck { fault } => Wire::FouledDeck(match fault {
            DeckFault::TwoEqual => wire::DeckFault::TwoEqual,
            DeckFault::OtherBack => wire::DeckFault::OtherBack,
            DeckFault::OtherBackInStub => wire::DeckFault::OtherBackInStub,
            DeckFault::Missing => wire::DeckFault::Missing,
        }),
        DealError::FourCardFlop { burn_known } => Wire::FourCardFlop(burn_known),
        DealError::NoBurn { exposed } => Wire::NoBurn(exposed),
        DealError::Burns { burned, exposed } => Wire::Burns(wire::WrongBurns { burned, exposed }),
        DealError::Premature { acted } => Wire::Premature(acted),
        DealError::DroppedStub { stub } => Wire::DroppedStub(match stub {
            DroppedStub::Rebuilt => wire::DroppedStub::Rebuilt,
            DroppedStub::Disordered => wire::DroppedStub::Disordered,
            DroppedStub::Mixed => wire::DroppedStub::Mixed,
        }),
        DealError::Touched { seat, other, identified } => Wire::Touched(wire::TouchedHand {
            seat: seat.0,
            other: other.map(|seat| seat.0),
            identified,
        }),
        DealError::TakenByDealer { seat, identified } => {
            Wire::TakenByDealer(wire::TakenHand { seat: seat.0, identified })
        }
        DealError::ExposedBurn => Wire::ExposedBurn,
    }
}

/// Converts a ruling on an error of the deal.
pub(super) fn deal_ruled(ruling: &DealRuling, ground: Ground, rules: &RuleNumbers) -> TableEvent {
    let DealRuling { error, remedy, returned } = ruling;
    let ruled = wire::DealRuled {
        error: deal_error_out(*error),
        remedy: remedy_out(remedy),
        returned: chips(*returned),
        rule: rules.ground(ground),
    };
    ruled.into()
}

fn remedy_out(remedy: &Remedy) -> wire::DealRemedy {
    use wire::DealRemedy as Wire;
    match remedy {
        Remedy::PlaysOn => Wire::PlaysOn,
        Remedy::Misdeal => Wire::Misdeal,
        Remedy::Void => Wire::Void,
        Remedy::Dead { seats } => Wire::Dead(seats.iter().map(|seat| seat.0).collect()),
        Remedy::Shown { card } => Wire::Shown(*card),
        Remedy::Replaced { card } => Wire::Replaced(*card),
        Remedy::UpCard { card } => Wire::UpCard(*card),
        Remedy::Scrapped { card, board } => {
            Wire::Scrapped(wire::ScrappedCard { card: *card, board: board.to_vec() })
        }
        Remedy::SetRight => Wire::SetRight,
        Remedy::Board { how, cards } => Wire::Board(wire::NewBoard {
            how: match how {
                NewBoard::FourScrambled => wire::BoardRemedy::FourScrambled,
                NewBoard::BurnTakenFrom => wire::BoardRemedy::BurnTakenFrom,
                NewBoard::Redealt => wire::BoardRemedy::Redealt,
                NewBoard::BurnForCard => wire::BoardRemedy::BurnForCard,
                NewBoard::CardForBurn => wire::BoardRemedy::CardForBurn,
            },
            cards: cards.to_vec(),
        }),
        Remedy::Stub { how, back } => Wire::Stub(wire::NewStub {
            how: match how {
                NewStub::BurnStays => wire::StubRemedy::BurnStays,
                NewStub::BurnGoesBack => wire::StubRemedy::BurnGoesBack,
                NewStub::BoardKept => wire::StubRemedy::BoardKept,
                NewStub::LastForEarly => wire::StubRemedy::LastForEarly,
                NewStub::Shuffled => wire::StubRemedy::Shuffled,
                NewStub::ShuffledWithMuck => wire::StubRemedy::ShuffledWithMuck,
            },
            back: back.to_vec(),
        }),
        Remedy::Floor => Wire::Floor,
    }
}
