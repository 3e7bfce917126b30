//! A round from its packs to its hand.

use super::{OpenSeeds, Opened};
use crate::faults::{Fault, is_planted};
use cardroom_deal::{
    Contribution, Dealing, Hash, JointSeed, Opening, Outcome, Pack, RoomKey, Seal, Secret,
    SignatureBytes, contributed, digest,
};
use cardroom_record::ids::TableId;
use cardroom_record::{LogId, SealedRound};
use cardroom_rules::{HandNo, Millis};

/// Packs that are laid, and the signed opening that commits to them.
#[derive(Debug)]
pub(crate) struct Laid {
    pub(crate) opening: Opening,
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: Hash,
    pub(crate) signature: SignatureBytes,
    packs: Vec<Pack>,
}

impl Laid {
    pub(crate) fn new(opening: Opening, packs: Vec<Pack>, key: &RoomKey) -> Self {
        let bytes = opening.encode();
        let digest = digest(&bytes);
        let signature = key.sign_opening(&digest);
        Self { opening, bytes, digest, signature, packs }
    }

    /// Lays the packs of a stored opening again. Returns `None` if its seeds cannot be opened.
    pub(crate) fn restore(stored: &Opened, unseal: &OpenSeeds) -> Option<Self> {
        let opening = Opening::parse(&stored.opening).ok()?;
        let signature = stored.signature.as_slice().try_into().ok()?;
        let seeds = unseal(HandNo(opening.hand), &stored.sealed)?;
        let (seeds, _) = seeds.as_chunks::<32>();
        let pack =
            |seed: &[u8; 32]| Pack::new(&opening.faces, opening.shuffles, Secret::new(*seed));
        let packs: Vec<Pack> = seeds.iter().map(pack).collect();
        let (bytes, digest) = (stored.opening.clone(), digest(&stored.opening));
        let is_whole = packs.len() == opening.roots.len();
        is_whole.then_some(Self { opening, bytes, digest, signature, packs })
    }

    /// Returns the seeds of all packs, in their order.
    pub(crate) fn seeds(&self) -> Vec<Hash> {
        self.packs.iter().map(|pack| *pack.seed().open()).collect()
    }

    /// Returns the seal of the round if it is given up.
    pub(crate) fn given_up(
        &self,
        links: &[Option<(Hash, Hash)>],
        blame: Option<u8>,
        now: Millis,
    ) -> Seal {
        Seal {
            opening: self.digest,
            outcome: Outcome::GivenUp,
            blame,
            bound: contributed(&contributions(&self.opening, links)),
            joint: [0; 32],
            course: [0; 32],
            time_ms: now.0,
        }
    }

    /// Binds the round, with all links and vouchers in the order of the roster.
    pub(crate) fn bind(self, links: &[(Hash, Hash)]) -> Round {
        let Self { opening, bytes, digest, signature, mut packs } = self;
        let roster = opening.roster.iter().map(|entry| entry.seat);
        let lent: Vec<(u8, Hash)> =
            roster.zip(links).map(|(seat, (link, _))| (seat, *link)).collect();
        let heard = lent.len() - usize::from(is_planted(Fault::LinkIgnored) && !lent.is_empty());
        let joint = JointSeed::new(&digest, &lent[..heard]);
        let exchanged = u8::from(is_planted(Fault::PackExchanged));
        let pick = (joint.pick(opening.packs()) + exchanged) % opening.packs();
        let pack = packs.remove(usize::from(pick));
        let spares = packs.iter().map(|pack| *pack.seed().open()).collect();
        let dealing = Dealing::new(&opening, joint, pack);
        let links = links.to_vec();
        Round { opening, bytes, digest, signature, links, pick, spares, dealing }
    }
}

/// Returns the entry of a sealed round for the log of the room.
pub(crate) fn logged(opening: &Opening, seal: &Seal) -> SealedRound {
    SealedRound {
        log: LogId::of(&opening.key),
        table: TableId(opening.table),
        hand: opening.hand,
        round: opening.round,
        outcome: seal.outcome.byte(),
        blame: seal.blame,
        at_ms: seal.time_ms,
        seal: seal.digest(),
    }
}

/// A round that waits for links.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) laid: Laid,
    pub(crate) until: Millis,
    /// Whether the contributors have been asked. An opening is stored before it is sent.
    pub(crate) is_told: bool,
    /// The links and vouchers that came, in the order of the roster.
    pub(crate) links: Vec<Option<(Hash, Hash)>>,
}

impl Waiting {
    /// Returns the first seat whose link is not there.
    pub(crate) fn missing(&self) -> Option<u8> {
        let mut entries = self.laid.opening.roster.iter().zip(&self.links);
        entries.find(|(_, link)| link.is_none()).map(|(entry, _)| entry.seat)
    }
}

/// A round whose joint seed is known.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) opening: Opening,
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: Hash,
    pub(crate) signature: SignatureBytes,
    /// The links and vouchers, in the order of the roster.
    pub(crate) links: Vec<(Hash, Hash)>,
    pick: u8,
    /// The seeds of the packs that are not dealt.
    pub(crate) spares: Vec<Hash>,
    pub(crate) dealing: Dealing,
}

impl Round {
    /// Returns the seal of the hand; `None` while it is on.
    pub(crate) fn seal(&self, now: Millis) -> Option<Seal> {
        let (outcome, course) = self.dealing.ended()?;
        let links: Vec<_> = self.links.iter().copied().map(Some).collect();
        Some(Seal {
            opening: self.digest,
            outcome,
            blame: None,
            bound: contributed(&contributions(&self.opening, &links)),
            joint: self.dealing.joint().0,
            course,
            time_ms: now.0,
        })
    }

    /// Takes a round whose hand has not begun back, to give it up.
    pub(crate) fn unbind(self) -> (Laid, Vec<(Hash, Hash)>) {
        let Self { opening, bytes, digest, signature, links, pick, spares, dealing } = self;
        let mut seeds = spares;
        seeds.insert(usize::from(pick), *dealing.pack().seed().open());
        let pack = |seed| Pack::new(&opening.faces, opening.shuffles, Secret::new(seed));
        let packs = seeds.into_iter().map(pack).collect();
        (Laid { opening, bytes, digest, signature, packs }, links)
    }
}

fn contributions(opening: &Opening, links: &[Option<(Hash, Hash)>]) -> Vec<Contribution> {
    let entries = opening.roster.iter().zip(links);
    let contribution = |seat, lent: &Option<(Hash, Hash)>| Contribution {
        seat,
        link: lent.map(|(link, _)| link),
        ack: lent.map(|(_, ack)| ack),
    };
    entries.map(|(entry, lent)| contribution(entry.seat, lent)).collect()
}
