//! A hand that is followed, to be verified when it is sealed.

use super::own::OwnCards;
use cardroom_cards::Card;
use cardroom_deal::{
    Deal, Document, Fraud, Hash, JointSeed, Known, Opened, OpenedCard, Opening, Place, Skip, Spare,
    Toss, digest, verify,
};
use cardroom_protocol::Encoding;
use cardroom_protocol::deal::{
    DealBound, DealGivenUp, DealOpened, OpenedCard as WireCard, OpenedPicks, SkippedPlace,
};
use cardroom_protocol::history::RecordedCards;
use cardroom_protocol::server::{HoleCards, ServerMessage};
use cardroom_protocol::table::TableEvent;
use std::collections::BTreeMap;

/// Everything about the deal of one hand.
#[derive(Debug)]
pub(super) struct HandProof {
    table: u64,
    hand: u64,
    /// The opening; `None` if it cannot be read.
    opening: Option<Opening>,
    opened: DealOpened,
    bound: Option<DealBound>,
    cards: BTreeMap<Place, OpenedCard>,
    skips: Vec<Skip>,
    pub(super) tosses: Vec<Toss>,
    /// The last step whose cards are here. A line may deliver a frame twice.
    opened_until: Option<u64>,
    own: OwnCards,
    /// The events since the hand started. `None` if some are missing.
    events: Option<Vec<TableEvent>>,
    /// The player's seat, if the opening asks for its link.
    pub(super) asked_of: Option<u8>,
    /// The player's seat, if its client must have contributed and the roster leaves it out.
    pub(super) left_out: Option<u8>,
}

impl HandProof {
    pub(super) fn new(opening: Option<Opening>, opened: &DealOpened) -> Self {
        Self {
            table: opened.table.0,
            hand: opening.as_ref().map_or(0, |opening| opening.hand),
            opening,
            opened: opened.clone(),
            bound: None,
            cards: BTreeMap::new(),
            skips: Vec::new(),
            tosses: Vec::new(),
            opened_until: None,
            own: OwnCards::default(),
            events: None,
            asked_of: None,
            left_out: None,
        }
    }

    pub(super) fn digest(&self) -> Hash {
        digest(&self.opened.opening.0)
    }

    /// Returns the numbers of table and hand.
    pub(super) fn named(&self) -> (u64, u64) {
        (self.table, self.hand)
    }

    /// Follows an event of the table.
    pub(super) fn follow(&mut self, event: &TableEvent) {
        match (event, &mut self.events) {
            (TableEvent::HandStarted(_), events) => *events = Some(vec![event.clone()]),
            (_, Some(events)) => events.push(event.clone()),
            (_, None) => {}
        }
    }

    /// Gives the hand up, because steps were missed.
    pub(super) fn lose(&mut self) {
        self.events = None;
    }

    /// Forgets what the room opened so far, because it sends all of it again.
    pub(super) fn begin_again(&mut self) {
        self.opened_until = None;
        self.cards.clear();
        self.skips.clear();
        self.tosses.clear();
    }

    /// Takes the cards that the player holds now.
    pub(super) fn hold(&mut self, held: &HoleCards) {
        if held.hand.0 == self.hand {
            self.own.hold(&held.cards);
        }
    }

    /// Takes what the room opened. Another table's messages may still come after a move.
    pub(super) fn take(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::DealBound(bound) if bound.table.0 == self.table => {
                self.bound = Some(bound.clone());
            }
            ServerMessage::CardsOpened(opened) if opened.table.0 == self.table => {
                if self.opened_until.is_some_and(|until| opened.seq.0 <= until) {
                    return;
                }
                self.opened_until = Some(opened.seq.0);
                self.tosses.extend(opened.tosses.iter().map(|toss| Toss {
                    seat: toss.seat,
                    count: toss.count,
                    commitment: toss.commitment.0,
                    picks: None,
                }));
                self.take_cards(&opened.cards, &opened.skips, &opened.picks);
            }
            ServerMessage::OwnCardsOpened(own) if own.table.0 == self.table => {
                own.picks.iter().for_each(|made| self.own.toss(made));
                self.take_cards(&own.cards, &[], &own.picks);
            }
            _ => {}
        }
    }

    fn take_cards(&mut self, cards: &[WireCard], skips: &[SkippedPlace], picks: &[OpenedPicks]) {
        for card in cards {
            let at = Place { deck: card.deck, place: card.place };
            let path = card.path.iter().map(|hash| hash.0).collect();
            let opened = Opened { card: card.card, salt: card.salt.0, path };
            self.cards.insert(at, OpenedCard { at, opened });
        }
        self.skips.extend(skips.iter().map(|skip| Skip {
            at: Place { deck: skip.deck, place: skip.place },
            seat: skip.seat,
        }));
        for made in picks {
            if let Some(toss) = self.tosses.get_mut(usize::from(made.toss)) {
                toss.picks = Some((made.picks, made.salt.0));
            }
        }
    }

    /// Returns a proof that has the opening and nothing else. It fails.
    pub(super) fn opening_alone(&self) -> Option<String> {
        self.bare().to_file(None).ok()
    }

    /// Returns a proof with the opening alone, of a player who answered another one.
    pub(super) fn answered_instead(&self, receipt: &Hash) -> Option<String> {
        self.bare().to_answered_file(None, Some(receipt)).ok()
    }

    /// Returns the proof of the round if it was given up. `lent` is the player's own contribution,
    /// which stands in the place of what the room says it got.
    pub(super) fn given_up(
        &self,
        ended: &DealGivenUp,
        lent: Option<(u8, Hash, Hash)>,
    ) -> Option<String> {
        let mut links: Vec<Option<(Hash, Hash)>> = ended
            .links
            .iter()
            .map(|lent| lent.as_ref().map(|lent| (lent.link.0, lent.ack.0)))
            .collect();
        if let Some((seat, link, ack)) = lent {
            let roster = &self.opening.as_ref()?.roster;
            let at = roster.iter().position(|entry| entry.seat == seat)?;
            *links.get_mut(at)? = Some((link, ack));
        }
        let deal = Deal {
            links: links.iter().map(|lent| lent.map(|(link, _)| link)).collect(),
            acks: links.iter().map(|lent| lent.map(|(_, ack)| ack)).collect(),
            seeds: ended.seeds.iter().map(|seed| seed.0).collect(),
            seal: ended.seal.0.clone(),
            ..self.bare()
        };
        deal.to_file(None).ok()
    }

    fn bare(&self) -> Deal {
        Deal {
            open: self.opened.opening.0.clone(),
            signature: self.opened.signature.0,
            links: Vec::new(),
            acks: Vec::new(),
            spares: Vec::new(),
            seeds: Vec::new(),
            cards: Vec::new(),
            skips: Vec::new(),
            tosses: Vec::new(),
            seal: Vec::new(),
            log: None,
            seed: None,
        }
    }

    /// Returns the proof of the hand with its seal, as the player of this seat saw it. Returns
    /// `None` if the player did not see all of it.
    pub(super) fn sealed(
        self,
        seat: Option<u8>,
        receipt: Option<Hash>,
        seal: &[u8],
    ) -> Option<String> {
        let bare = self.bare();
        let (opening, bound, events) = (self.opening?, self.bound?, self.events?);
        let roster = opening.roster.iter().map(|entry| entry.seat);
        let lent: Vec<(u8, Hash)> =
            roster.zip(&bound.links).map(|(seat, lent)| (seat, lent.link.0)).collect();
        let packs = opening.packs();
        let pick = JointSeed::new(&digest(&bare.open), &lent).pick(packs);
        let others = (0..packs).filter(|pack| *pack != pick);
        let deal = Deal {
            links: bound.links.iter().map(|lent| Some(lent.link.0)).collect(),
            acks: bound.links.iter().map(|lent| Some(lent.ack.0)).collect(),
            spares: others
                .zip(&bound.spares)
                .map(|(pack, seed)| Spare { pack, seed: seed.0 })
                .collect(),
            cards: self.cards.into_values().collect(),
            skips: self.skips,
            tosses: self.tosses,
            seal: seal.to_vec(),
            ..bare
        };
        let mut told = Vec::new();
        for event in &events {
            Encoding::Json.append(event, &mut told).ok()?;
        }
        let own = seat.and_then(|seat| self.own.told(seat, &events));
        let viewer = own.as_ref().map_or_else(|| "null".to_owned(), |own| own.seat.to_string());
        let cards = own.as_ref().map(own_json).unwrap_or_default();
        let (table, hand) = (opening.table, opening.hand);
        let told = String::from_utf8(told).ok()?;
        let record = format!(
            r#"{{"table":{table},"hand":{hand},"viewer":{viewer},"steps":[{{"events":[{told}]}}],"cards":[{cards}]}}"#
        );
        deal.to_answered_file(Some(&record), receipt.as_ref()).ok()
    }
}

/// Returns the player's own cards as JSON.
fn own_json(own: &RecordedCards) -> String {
    let list = |cards: &[Card]| {
        let cards: Vec<String> = cards.iter().map(|card| format!("\"{card}\"")).collect();
        format!("[{}]", cards.join(","))
    };
    let draws = own.draws.iter();
    let draws: Vec<String> = draws
        .map(|draw| format!(r#"{{"gave":{},"got":{}}}"#, list(&draw.gave), list(&draw.got)))
        .collect();
    let (seat, dealt) = (own.seat, list(&own.dealt));
    format!(r#"{{"seat":{seat},"dealt":{dealt},"draws":[{}]}}"#, draws.join(","))
}

/// Verifies the proof of a hand.
pub(super) fn verify_file(file: &str, known: &Known) -> Result<(), Fraud> {
    let Ok((Document::Proofs(proofs), _)) = Document::read(file.as_bytes()) else {
        let sentence = "The proof of a hand cannot be read.".to_owned();
        return Err(Fraud { code: cardroom_deal::Code::Bind, sentence });
    };
    proofs.iter().try_for_each(|proof| verify(proof, known).map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::deal::{Bytes, CardsOpened, CommittedToss, Hash32, Sig64};
    use cardroom_protocol::{HandNo, Seq, TableId};

    #[test]
    fn a_frame_that_comes_twice_counts_once() {
        let opened = DealOpened {
            table: TableId(1),
            opening: Bytes(Vec::new()),
            signature: Sig64([0; 64]),
            answer_ms: 0,
        };
        let mut hand = HandProof::new(None, &opened);
        let step = |seq: u64| {
            ServerMessage::from(CardsOpened {
                table: TableId(1),
                seq: Seq(seq),
                hand: HandNo(1),
                cards: Vec::new(),
                skips: vec![SkippedPlace { deck: 0, place: 1, seat: 2 }],
                tosses: vec![CommittedToss { seat: 2, count: 1, commitment: Hash32([7; 32]) }],
                picks: Vec::new(),
            })
        };
        for seq in [4, 4, 9, 4, 9] {
            hand.take(&step(seq));
        }
        assert_eq!((hand.tosses.len(), hand.skips.len()), (2, 2));
    }
}
