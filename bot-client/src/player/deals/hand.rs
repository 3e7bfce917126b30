//! A hand that is followed, to be verified when it is sealed.

use cardroom_deal::{
    Deal, Document, Hash, JointSeed, Known, Opened, OpenedCard, Opening, Place, Skip, Spare, Toss,
    digest, verify,
};
use cardroom_protocol::Encoding;
use cardroom_protocol::deal::{
    DealBound, DealOpened, OpenedCard as WireCard, OpenedPicks, SkippedPlace,
};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::TableEvent;
use std::collections::BTreeMap;

/// Everything about the deal of one hand.
#[derive(Debug)]
pub(super) struct HandProof {
    opening: Opening,
    opened: DealOpened,
    bound: Option<DealBound>,
    cards: BTreeMap<Place, OpenedCard>,
    skips: Vec<Skip>,
    tosses: Vec<Toss>,
    /// The events since the hand started. `None` if some are missing.
    events: Option<Vec<TableEvent>>,
}

impl HandProof {
    pub(super) fn new(opening: &Opening, opened: &DealOpened) -> Self {
        Self {
            opening: opening.clone(),
            opened: opened.clone(),
            bound: None,
            cards: BTreeMap::new(),
            skips: Vec::new(),
            tosses: Vec::new(),
            events: None,
        }
    }

    pub(super) fn digest(&self) -> Hash {
        digest(&self.opened.opening.0)
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

    /// Takes what the room opened.
    pub(super) fn take(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::DealBound(bound) => self.bound = Some(bound.clone()),
            ServerMessage::CardsOpened(opened) => {
                self.tosses.extend(opened.tosses.iter().map(|toss| Toss {
                    seat: toss.seat,
                    count: toss.count,
                    commitment: toss.commitment.0,
                    picks: None,
                }));
                self.take_cards(&opened.cards, &opened.skips, &opened.picks);
            }
            ServerMessage::OwnCardsOpened(own) => self.take_cards(&own.cards, &[], &own.picks),
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

    /// Verifies the hand with its seal. Returns `None` if the player did not see all of it, and an
    /// error with the code of the fraud.
    pub(super) fn verify(
        self,
        key: Option<[u8; 32]>,
        receipt: Option<Hash>,
        seal: &[u8],
    ) -> Option<Result<(), String>> {
        let (bound, events) = (self.bound.as_ref()?, self.events.as_ref()?);
        let roster = self.opening.roster.iter().map(|entry| entry.seat);
        let lent: Vec<(u8, Hash)> =
            roster.zip(&bound.links).map(|(seat, lent)| (seat, lent.link.0)).collect();
        let packs = self.opening.packs();
        let pick = JointSeed::new(&self.digest(), &lent).pick(packs);
        let others = (0..packs).filter(|pack| *pack != pick);
        let deal = Deal {
            open: self.opened.opening.0.clone(),
            signature: self.opened.signature.0,
            links: bound.links.iter().map(|lent| Some(lent.link.0)).collect(),
            acks: bound.links.iter().map(|lent| Some(lent.ack.0)).collect(),
            spares: others
                .zip(&bound.spares)
                .map(|(pack, seed)| Spare { pack, seed: seed.0 })
                .collect(),
            seeds: Vec::new(),
            cards: self.cards.into_values().collect(),
            skips: self.skips,
            tosses: self.tosses,
            seal: seal.to_vec(),
            log: None,
            seed: None,
        };
        let mut told = Vec::new();
        for event in events {
            Encoding::Json.append(event, &mut told).ok()?;
        }
        let (table, hand) = (self.opening.table, self.opening.hand);
        let events = String::from_utf8(told).ok()?;
        let record = format!(
            r#"{{"table":{table},"hand":{hand},"viewer":null,"steps":[{{"events":[{events}]}}],"cards":[]}}"#
        );
        let file = deal.to_file(Some(&record)).ok()?;
        let Ok((Document::Proofs(proofs), _)) = Document::read(file.as_bytes()) else {
            return Some(Err("the proof of a hand cannot be read".to_owned()));
        };
        let known = Known { keys: key.into_iter().collect(), receipt, seat: None };
        let mut results = proofs.iter().map(|proof| verify(proof, &known));
        let fraud = results.find_map(Result::err);
        Some(fraud.map_or(Ok(()), |fraud| Err(format!("{fraud:?}"))))
    }
}
