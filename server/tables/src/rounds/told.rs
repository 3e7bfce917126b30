//! Rounds as messages, and the events of steps as verifiers read them.

use super::{GivenUp, Laid, Round};
use crate::faults::{Fault, is_planted};
use cardroom_deal::{Dealing, Event, Hash, Opens, Picks, Place};
use cardroom_protocol::deal::{
    Bytes, CardsOpened, CommittedToss, DealBound, DealGivenUp, DealOpened, DealSealed, Hash32,
    LentLink, OpenedCard, OpenedPicks, OwnCardsOpened, Sig64, SkippedPlace,
};
use cardroom_protocol::hybrid::TableCommand;
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{HandNo, Seq, TableId};

/// Returns an event as a verifier reads it in the record; `None` if it needs none.
#[must_use]
pub fn deal_event(told: &TableEvent) -> Option<Event> {
    use TableEvent as E;
    Some(match told {
        E::HandStarted(body) => {
            Event::HandStarted { hand: body.hand.0, button: body.button, dealt: body.dealt.clone() }
        }
        E::CardsDealt(body) => Event::CardsDealt { each: body.each },
        E::UpCardsDealt(body) => {
            let cards = body.cards.iter().map(|up| (up.seat, up.card)).collect();
            Event::UpCardsDealt { cards }
        }
        E::BoardDealt(body) => Event::BoardDealt { board: body.board, cards: body.cards.clone() },
        E::RunItAgreed(body) => Event::RunItAgreed { boards: body.boards },
        E::Acted(body) if body.action == Action::Fold => Event::Folded { seat: body.seat },
        E::HandKilled(body) => Event::Folded { seat: body.seat },
        E::FloorOrdered(body) => match body.command {
            TableCommand::RestoreHand(seat) => Event::Restored { seat },
            _ => return None,
        },
        E::DrawBegan(body) => {
            Event::DrawBegan { least: body.least, most: body.most, replaced: body.replaced }
        }
        E::Discarded(body) => Event::Discarded { seat: body.seat, count: body.count },
        E::Drawn(body) => Event::Drawn { seat: body.seat, count: body.count },
        E::Reshuffled(body) => Event::Reshuffled { seat: body.seat, cards: body.cards },
        E::HandTabled(body) => Event::Shown { seat: body.seat, cards: body.cards.clone() },
        E::HandExposed(body) => Event::Shown { seat: body.seat, cards: body.cards.clone() },
        E::HandEnded(body) => Event::Ended { hand: body.hand.0 },
        E::HandVoided(body) => Event::Voided { hand: body.hand.0 },
        E::RabbitShown(body) => Event::RabbitShown { cards: body.cards.clone() },
        E::CardsShown(body) => {
            Event::CardsShown { hand: body.hand.0, seat: body.seat, cards: body.cards.clone() }
        }
        _ => return None,
    })
}

fn lent((link, ack): (Hash, Hash)) -> LentLink {
    LentLink { link: Hash32(link), ack: Hash32(ack) }
}

fn hashes(hashes: &[Hash]) -> Vec<Hash32> {
    hashes.iter().copied().map(Hash32).collect()
}

/// The messages of rounds.
pub(crate) mod messages {
    use super::*;

    pub(crate) fn opened(table: u64, bytes: &[u8], signature: &[u8; 64], ms: u32) -> DealOpened {
        let (opening, signature) = (Bytes(bytes.to_vec()), Sig64(*signature));
        DealOpened { table: TableId(table), opening, signature, answer_ms: ms }
    }

    pub(crate) fn of_laid(laid: &Laid, answer_ms: u32) -> DealOpened {
        opened(laid.opening.table, &laid.bytes, &laid.signature, answer_ms)
    }

    pub(crate) fn bound(round: &Round) -> DealBound {
        DealBound {
            table: TableId(round.opening.table),
            hand: HandNo(round.opening.hand),
            links: round.links.iter().copied().map(lent).collect(),
            spares: if is_planted(Fault::SpareNotOpened) {
                Vec::new()
            } else {
                hashes(&round.spares)
            },
        }
    }

    pub(crate) fn sealed(table: u64, seal: &[u8]) -> DealSealed {
        DealSealed { table: TableId(table), seal: Bytes(seal.to_vec()) }
    }

    pub(crate) fn given_up(
        table: u64,
        seal: &[u8],
        links: &[Option<(Hash, Hash)>],
        seeds: &[Hash],
    ) -> DealGivenUp {
        DealGivenUp {
            table: TableId(table),
            seal: Bytes(seal.to_vec()),
            links: links.iter().map(|link| link.map(lent)).collect(),
            seeds: hashes(seeds),
        }
    }

    /// Returns the opening and the end of a round that was given up.
    pub(crate) fn of_given_up(table: u64, round: &GivenUp) -> Option<(DealOpened, DealGivenUp)> {
        let signature = round.signature.as_slice().try_into().ok()?;
        let ended = &round.ended;
        Some((
            opened(table, &round.opening, signature, 0),
            given_up(table, &ended.seal, &ended.links, &ended.seeds),
        ))
    }

    /// Returns the public cards that a step opened.
    pub(crate) fn cards(round: &Round, seq: u64, opens: &Opens) -> CardsOpened {
        CardsOpened {
            table: TableId(round.opening.table),
            seq: Seq(seq),
            hand: HandNo(round.opening.hand),
            cards: opened_cards(&round.dealing, opens.public.iter()),
            skips: skips(opens),
            tosses: tosses(opens),
            picks: opens.picks.iter().map(picks).collect(),
        }
    }

    /// Returns the cards that only the owner of a seat may see; `None` if there are none.
    pub(crate) fn own_cards(
        round: &Round,
        seq: u64,
        opens: &Opens,
        seat: u8,
    ) -> Option<OwnCardsOpened> {
        let own = opens.own.iter().filter(|(owner, _)| *owner == seat).map(|(_, place)| place);
        let cards = opened_cards(&round.dealing, own);
        let own = opens.own_picks.iter().filter(|made| made.seat == seat);
        let picks: Vec<_> = own.map(picks).collect();
        (!cards.is_empty() || !picks.is_empty()).then(|| OwnCardsOpened {
            table: TableId(round.opening.table),
            seq: Seq(seq),
            hand: HandNo(round.opening.hand),
            cards,
            skips: Vec::new(),
            tosses: Vec::new(),
            picks,
        })
    }

    /// Returns the skips and tosses of a whole hand, for its stored record.
    pub(crate) fn course(round: &Round) -> CardsOpened {
        let mut opens = round.dealing.so_far(None);
        (opens.public, opens.picks) = (Vec::new(), Vec::new());
        cards(round, 0, &opens)
    }

    fn opened_cards<'a>(
        dealing: &Dealing,
        places: impl Iterator<Item = &'a Place>,
    ) -> Vec<OpenedCard> {
        let opened = places.filter_map(|place| dealing.open(*place));
        let wire = |card: cardroom_deal::OpenedCard| OpenedCard {
            deck: card.at.deck,
            place: card.at.place,
            card: card.opened.card,
            salt: Hash32(card.opened.salt),
            path: hashes(&card.opened.path),
        };
        opened.map(wire).collect()
    }

    fn skips(opens: &Opens) -> Vec<SkippedPlace> {
        let skips = opens.skips.iter();
        let wire = |skip: &cardroom_deal::Skip| SkippedPlace {
            deck: skip.at.deck,
            place: skip.at.place,
            seat: skip.seat,
        };
        skips.map(wire).collect()
    }

    fn tosses(opens: &Opens) -> Vec<CommittedToss> {
        let tosses = opens.tosses.iter();
        let wire = |toss: &cardroom_deal::Toss| CommittedToss {
            seat: toss.seat,
            count: toss.count,
            commitment: Hash32(toss.commitment),
        };
        tosses.map(wire).collect()
    }

    fn picks(made: &Picks) -> OpenedPicks {
        OpenedPicks { toss: made.toss, picks: made.picks, salt: Hash32(made.salt) }
    }
}
