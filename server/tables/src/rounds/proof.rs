//! Proofs of completed hands, as files.

use super::deal_event;
use cardroom_deal::{
    Deal, Dealing, Hash, Inclusion, JointSeed, Opening, Pack, Secret, Spare, digest,
    toss_commitment,
};
use cardroom_protocol::ServerMessage;
use cardroom_protocol::deal::{CardsOpened, CommittedToss, DealBound, DealGivenUp, DealOpened};
use cardroom_protocol::history::{HandRecord, RecordedCards};
use std::collections::BTreeMap;

/// A completed hand whose deal can be verified, as a room stores it.
#[derive(Clone, Debug)]
pub struct ProvenHand {
    /// The record, the messages of the hand's rounds, and behind them the first version of a record
    /// that was corrected since.
    pub messages: Vec<ServerMessage>,
    pub cards: Vec<RecordedCards>,
    /// The seed of the pack that was dealt.
    pub seed: Secret,
    /// The rounds that the log of the room has, by hand and number. A round of a withdrawn hand is
    /// stored with the next one.
    pub logged: BTreeMap<(u64, u8), Inclusion>,
}

/// The messages of a hand by their kinds.
#[derive(Default)]
struct Parts {
    opened: Option<DealOpened>,
    bound: Option<DealBound>,
    course: Option<CardsOpened>,
    seal: Option<Vec<u8>>,
    given_up: Vec<(DealOpened, DealGivenUp)>,
    /// The first version of the record, which the seal is about.
    record: Option<HandRecord>,
}

impl Parts {
    fn of(messages: &[ServerMessage]) -> Self {
        let mut parts = Self::default();
        for message in messages.iter().cloned() {
            match message {
                ServerMessage::HandShown(shown) => parts.record = Some(*shown.record),
                ServerMessage::DealOpened(opened) => parts.opened = Some(opened),
                ServerMessage::DealGivenUp(ended) => {
                    let opened = parts.opened.take();
                    parts.given_up.extend(opened.map(|opened| (opened, ended)));
                }
                ServerMessage::DealBound(bound) => parts.bound = Some(bound),
                ServerMessage::CardsOpened(course) => parts.course = Some(course),
                ServerMessage::DealSealed(sealed) => parts.seal = Some(sealed.seal.0),
                _ => {}
            }
        }
        parts
    }
}

impl ProvenHand {
    /// Returns the proofs of the hand's rounds that were given up, and the proof of the hand as the
    /// player of a seat may see it. Returns `None` if its deal cannot be verified.
    #[must_use]
    pub fn proofs(&self, seat: Option<u8>) -> Option<Vec<String>> {
        let parts = Parts::of(&self.messages);
        let given_up = parts.given_up.iter();
        let given_up = given_up.map(|(opened, ended)| of_given_up(opened, ended, &self.logged));
        let mut proofs: Vec<String> = given_up.collect::<Option<_>>()?;
        proofs.push(self.of_hand(&parts, seat)?);
        Some(proofs)
    }

    fn of_hand(&self, stored: &Parts, seat: Option<u8>) -> Option<String> {
        let (opened, bound) = (stored.opened.as_ref()?, stored.bound.as_ref()?);
        let (course, seal) = (stored.course.as_ref()?, stored.seal.clone()?);
        let opening = Opening::parse(&opened.opening.0).ok()?;
        let lent: Vec<(u8, Hash)> = opening
            .roster
            .iter()
            .zip(&bound.links)
            .map(|(entry, lent)| (entry.seat, lent.link.0))
            .collect();
        let joint = JointSeed::new(&digest(&opened.opening.0), &lent);
        let pick = joint.pick(opening.packs());
        let pack = Pack::new(&opening.faces, opening.shuffles, self.seed.clone());
        let mut dealing = Dealing::new(&opening, joint, pack);

        let mut record = stored.record.clone()?;
        let own = self.cards.iter().filter(|cards| Some(cards.seat) == seat);
        let told: Vec<u8> = record.cards.iter().map(|cards| cards.seat).collect();
        record.cards.extend(own.filter(|cards| !told.contains(&cards.seat)).cloned());
        record.viewer = seat;
        follow(&mut dealing, &record, &course.tosses);
        let seats: Vec<u8> = record.cards.iter().map(|cards| cards.seat).collect();
        let (cards, skips, tosses) = dealing.proven(&seats);

        let others = (0..opening.packs()).filter(|pack| *pack != pick);
        let spares = others.zip(&bound.spares).map(|(pack, seed)| Spare { pack, seed: seed.0 });
        let deal = Deal {
            open: opened.opening.0.clone(),
            signature: opened.signature.0,
            links: bound.links.iter().map(|lent| Some(lent.link.0)).collect(),
            acks: bound.links.iter().map(|lent| Some(lent.ack.0)).collect(),
            spares: spares.collect(),
            seeds: Vec::new(),
            cards,
            skips,
            tosses,
            seal,
            log: self.logged.get(&(opening.hand, opening.round)).cloned(),
            seed: None,
        };
        deal.to_file(Some(&serde_json::to_string(&record).ok()?)).ok()
    }
}

fn of_given_up(
    opened: &DealOpened,
    ended: &DealGivenUp,
    logged: &BTreeMap<(u64, u8), Inclusion>,
) -> Option<String> {
    let Opening { hand, round, .. } = Opening::parse(&opened.opening.0).ok()?;
    let deal = Deal {
        open: opened.opening.0.clone(),
        signature: opened.signature.0,
        links: ended.links.iter().map(|lent| lent.map(|lent| lent.link.0)).collect(),
        acks: ended.links.iter().map(|lent| lent.map(|lent| lent.ack.0)).collect(),
        spares: Vec::new(),
        seeds: ended.seeds.iter().map(|seed| seed.0).collect(),
        cards: Vec::new(),
        skips: Vec::new(),
        tosses: Vec::new(),
        seal: ended.seal.0.clone(),
        log: logged.get(&(hand, round)).cloned(),
        seed: None,
    };
    deal.to_file(None).ok()
}

/// Follows the record. The commitments say which cards players gave away.
fn follow(dealing: &mut Dealing, record: &HandRecord, tosses: &[CommittedToss]) {
    let mut tosses = (0..).zip(tosses);
    for told in record.steps.iter().flat_map(|step| &step.events.0) {
        let Some(event) = deal_event(told) else { continue };
        let is_toss = matches!(event, cardroom_deal::Event::Discarded { .. });
        let toss = if is_toss { tosses.next() } else { None };
        let picks = toss.and_then(|(number, toss)| picks_of(dealing.pack(), number, toss));
        dealing.follow(&event, picks);
    }
}

/// Returns what a player gave away: the one of 256 answers that the commitment is to.
fn picks_of(pack: &Pack, number: u8, toss: &CommittedToss) -> Option<u8> {
    let salt = pack.toss_salt(toss.seat, number);
    let is_it = |picks| toss_commitment(&salt, toss.seat, number, picks) == toss.commitment.0;
    (0..=u8::MAX).find(|picks| is_it(*picks))
}
