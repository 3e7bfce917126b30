//! The room's side of a hand: follows the public events along the script, and says which places
//! they deal, who may see each of them, and what the course is.
//!
//! It never refuses an event. If the events do not fit the opening, the verifiers say so.

mod draws;
mod opens;
mod shows;

pub use opens::{Opens, Picks};

use crate::course::Course;
use crate::deck::{Opened, Pack, Place};
use crate::proof::{Event, OpenedCard, Skip, Toss};
use crate::script::Op;
use crate::seal::Outcome;
use crate::{Faces, Hash, JointSeed, Opening};
use cardroom_cards::Card;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The cards of a seat.
#[derive(Clone, Default, Debug)]
struct Hand {
    is_live: bool,
    /// The cards held, in the order in which they came.
    held: Vec<Place>,
    /// Every place that its owner sees: dealt, drawn, and passed over for this seat.
    seen: BTreeSet<Place>,
}

/// A hand that is dealt from a bound round.
#[derive(Debug)]
pub struct Dealing {
    pack: Pack,
    joint: JointSeed,
    faces: Faces,
    script: Vec<Op>,
    is_stud: bool,
    /// For each deck the leaf that lies at each place.
    leaves: Vec<Vec<u16>>,
    /// Seats dealt in, clockwise from the button's left.
    order: Vec<u8>,
    hands: BTreeMap<u8, Hand>,
    /// Position in the script.
    at: usize,
    boards: u8,
    stub: VecDeque<Place>,
    burned: Vec<Place>,
    board: Vec<Place>,
    /// The cards that were in play at the last shuffle, with their seats.
    in_play: BTreeMap<Card, u8>,
    /// The cards that were given away last.
    given: Vec<Place>,
    shuffles: u8,
    public: BTreeSet<Place>,
    shown: BTreeSet<u8>,
    skips: Vec<Skip>,
    tosses: Vec<Toss>,
    picks: Vec<Picks>,
    course: Course,
    ended: Option<(Outcome, Hash)>,
}

impl Dealing {
    /// Returns a hand before its first card. The pack is the one that the joint seed picks.
    #[must_use]
    pub fn new(opening: &Opening, joint: JointSeed, pack: Pack) -> Self {
        let (faces, count) = (opening.faces.clone(), opening.faces.count());
        let last = if opening.is_stud { 1 } else { opening.shuffles };
        let leaves = (0..=last).map(|deck| joint.permutation(deck, count)).collect();
        Self {
            pack,
            joint,
            faces,
            script: opening.script.clone(),
            is_stud: opening.is_stud,
            leaves,
            order: Vec::new(),
            hands: BTreeMap::new(),
            at: 0,
            boards: 1,
            stub: (0..count).map(|place| Place { deck: 0, place }).collect(),
            burned: Vec::new(),
            board: Vec::new(),
            in_play: BTreeMap::new(),
            given: Vec::new(),
            shuffles: 0,
            public: BTreeSet::new(),
            shown: BTreeSet::new(),
            skips: Vec::new(),
            tosses: Vec::new(),
            picks: Vec::new(),
            course: Course::new(),
            ended: None,
        }
    }

    #[must_use]
    pub fn joint(&self) -> JointSeed {
        self.joint
    }

    #[must_use]
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Returns the first deck in dealing order.
    #[must_use]
    pub fn deck(&self) -> Vec<Card> {
        self.cards_of(0, 0)
    }

    /// Returns the orders of the decks that cards are shuffled into again, as the engine takes
    /// them. For the last street of stud it is the first deck by the second permutation.
    #[must_use]
    pub fn reshuffles(&self) -> Vec<Vec<Card>> {
        if self.is_stud {
            return vec![self.cards_of(0, 1)];
        }
        let decks = (0..).zip(self.pack.decks()).skip(1);
        decks.map(|(deck, _)| self.cards_of(deck, deck)).collect()
    }

    /// Returns the cards of a deck by a permutation.
    fn cards_of(&self, deck: u8, label: u8) -> Vec<Card> {
        let leaves = self.leaves.get(usize::from(label)).into_iter().flatten();
        let deck = self.pack.decks().get(usize::from(deck));
        leaves.filter_map(|leaf| deck?.card(*leaf)).collect()
    }

    fn card(&self, at: Place) -> Option<Card> {
        let leaf = self.leaves.get(usize::from(at.deck))?.get(usize::from(at.place))?;
        self.pack.decks().get(usize::from(at.deck))?.card(*leaf)
    }

    /// Opens the card at a place; `None` if there is no such place.
    #[must_use]
    pub fn open(&self, at: Place) -> Option<OpenedCard> {
        let leaf = self.leaves.get(usize::from(at.deck))?.get(usize::from(at.place))?;
        let opened: Opened = self.pack.open(at.deck, *leaf)?;
        Some(OpenedCard { at, opened })
    }

    /// Returns how the hand ended and the digest of its course; `None` while it is on.
    #[must_use]
    pub fn ended(&self) -> Option<(Outcome, Hash)> {
        self.ended
    }

    /// Returns everything that is public so far, and what the owner of a seat sees beyond that.
    #[must_use]
    pub fn so_far(&self, seat: Option<u8>) -> Opens {
        let mut opens = Opens { skips: self.skips.clone(), ..Opens::default() };
        opens.public.extend(&self.public);
        opens.tosses.extend(&self.tosses);
        let of = |picks: &&Picks| self.shown.contains(&picks.seat);
        opens.picks.extend(self.picks.iter().filter(of));
        if let Some((seat, hand)) = seat.and_then(|seat| Some((seat, self.hands.get(&seat)?))) {
            opens.own.extend(hand.seen.iter().map(|place| (seat, *place)));
            opens.own_picks.extend(self.picks.iter().filter(|picks| picks.seat == seat));
        }
        opens
    }

    /// Returns the cards, skips and tosses of a proof whose viewer sees all cards of these seats.
    #[must_use]
    pub fn proven(&self, seats: &[u8]) -> (Vec<OpenedCard>, Vec<Skip>, Vec<Toss>) {
        let own = seats.iter().filter_map(|seat| self.hands.get(seat));
        let own = own.flat_map(|hand| &hand.seen);
        let places: BTreeSet<Place> = self.public.iter().chain(own).copied().collect();
        let is_open = |seat: u8| self.shown.contains(&seat) || seats.contains(&seat);
        let tosses = self.tosses.iter().zip(&self.picks).map(|(toss, made)| Toss {
            picks: is_open(toss.seat).then_some((made.picks, made.salt)),
            ..*toss
        });
        let cards = places.into_iter().filter_map(|at| self.open(at)).collect();
        (cards, self.skips.clone(), tosses.collect())
    }

    /// Follows an event, and returns what it opens. `picks` is what a player gave away, a bit for
    /// each place of the holding. Without it, the commitment of that toss says it.
    pub fn follow(&mut self, event: &Event, picks: Option<u8>) -> Opens {
        let mut opens = Opens::default();
        if self.ended.is_some() {
            self.follow_after(event, &mut opens);
            return opens;
        }
        match event {
            Event::HandStarted { dealt, .. } => self.starts(dealt),
            Event::CardsDealt { each } => self.down(*each, &mut opens),
            Event::UpCardsDealt { cards } => self.up(cards, &mut opens),
            Event::BoardDealt { board, cards } => self.place_on_board(*board, cards, &mut opens),
            Event::RunItAgreed { boards } => {
                self.boards = *boards;
                self.course.boards(*boards);
            }
            Event::Folded { seat } => self.folds(*seat),
            Event::Restored { seat } => {
                if let Some(hand) = self.hands.get_mut(seat) {
                    hand.is_live = true;
                }
                self.course.restored(*seat);
            }
            Event::DrawBegan { .. } => self.goes_on(&mut opens),
            Event::Discarded { seat, count } => self.toss(*seat, *count, picks, &mut opens),
            Event::Drawn { seat, count } => self.drawn(*seat, *count, &mut opens),
            Event::Reshuffled { seat, cards } => self.shuffled(*seat, *cards),
            Event::Shown { seat, cards } => self.shows(*seat, cards, &mut opens),
            Event::Ended { .. } => self.ends(Outcome::Played),
            Event::Voided { .. } => self.ends(Outcome::Void),
            Event::RabbitShown { .. } | Event::CardsShown { .. } => {}
        }
        opens
    }

    fn starts(&mut self, dealt: &[u8]) {
        self.order = dealt.to_vec();
        let hand = Hand { is_live: true, ..Hand::default() };
        self.hands = dealt.iter().map(|seat| (*seat, hand.clone())).collect();
    }

    fn ends(&mut self, outcome: Outcome) {
        let course = std::mem::take(&mut self.course);
        self.ended = Some((outcome, course.end(outcome == Outcome::Void)));
    }

    /// Returns the seats in the hand, clockwise from the button's left.
    fn live(&self) -> Vec<u8> {
        let is_live = |seat: &u8| self.hands.get(seat).is_some_and(|hand| hand.is_live);
        self.order.iter().copied().filter(is_live).collect()
    }

    fn folds(&mut self, seat: u8) {
        if let Some(hand) = self.hands.get_mut(&seat).filter(|hand| hand.is_live) {
            hand.is_live = false;
            self.course.fold(seat);
        }
    }

    /// Returns the next deal of the script, on whatever street it is.
    fn next_op(&mut self) -> Option<Op> {
        while self.script.get(self.at) == Some(&Op::Street) {
            self.at += 1;
        }
        self.script.get(self.at).copied()
    }

    /// Burns what the script burns before its next deal.
    fn burn_if_due(&mut self, opens: &mut Opens) {
        while self.next_op() == Some(Op::Burn) {
            if let Some(burn) = self.take(opens) {
                self.burned.push(burn);
            }
            self.course.burn();
            self.at += 1;
        }
    }

    /// Goes on to the next deal of the script.
    fn goes_on(&mut self, opens: &mut Opens) {
        self.burn_if_due(opens);
        self.at += 1;
    }

    fn down(&mut self, each: u8, opens: &mut Opens) {
        self.goes_on(opens);
        let live = self.live();
        let count = live.len() * usize::from(each);
        for seat in live.iter().cycle().take(count) {
            if let Some(place) = self.take(opens) {
                self.give(*seat, place);
                opens.own.push((*seat, place));
            }
        }
        self.course.down(each);
    }

    fn up(&mut self, cards: &[(u8, Card)], opens: &mut Opens) {
        self.goes_on(opens);
        for (seat, _) in cards {
            if let Some(place) = self.take(opens) {
                self.give(*seat, place);
                self.publish(place, opens);
            }
        }
        self.course.up(cards);
    }

    fn place_on_board(&mut self, board: u8, cards: &[Card], opens: &mut Opens) {
        if self.is_stud {
            // One card for all replaces the last street.
            self.burn_if_due(opens);
            self.at = self.script.len();
        } else if board == 0 {
            self.goes_on(opens);
        }
        for _ in cards {
            if let Some(place) = self.take(opens) {
                self.board.push(place);
                self.publish(place, opens);
            }
        }
        self.course.board(board, cards);
    }

    fn give(&mut self, seat: u8, place: Place) {
        if let Some(hand) = self.hands.get_mut(&seat) {
            hand.held.push(place);
            hand.seen.insert(place);
        }
    }

    fn publish(&mut self, place: Place, opens: &mut Opens) {
        if self.public.insert(place) {
            opens.public.push(place);
        }
    }
}
