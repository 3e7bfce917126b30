//! A hand in play at the room of the tests: deals, draws, shuffles, folds and shown hands.

use super::Choices;
use cardroom_cards::Card;
use cardroom_deal::{Course, JointSeed, NOBODY, Pack, Place, Skip, Toss, toss_commitment};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A hand in play.
pub(super) struct Table<'a> {
    pub(super) choices: &'a mut Choices,
    pub(super) pack: &'a Pack,
    pub(super) joint: JointSeed,
    pub(super) count: u16,
    /// For each deck its cards, by place.
    pub(super) faces: &'a [Vec<Card>],
    pub(super) order: Vec<u8>,
    pub(super) live: BTreeSet<u8>,
    pub(super) held: BTreeMap<u8, Vec<Place>>,
    /// The rest of the deck, in order. After a shuffle it has the places that are passed over too.
    pub(super) stub: Vec<Place>,
    pub(super) burned: Vec<Place>,
    pub(super) board: Vec<Place>,
    pub(super) shuffled: u8,
    /// The places in play at the last shuffle, with their seats.
    pub(super) in_play: BTreeMap<Card, (u8, Place)>,
    pub(super) course: Course,
    pub(super) events: Vec<Value>,
    pub(super) dealt: BTreeMap<u8, Vec<Place>>,
    pub(super) draws: BTreeMap<u8, Vec<Value>>,
    pub(super) private: BTreeMap<u8, BTreeSet<Place>>,
    pub(super) public: BTreeSet<Place>,
    pub(super) skips: Vec<Skip>,
    pub(super) tosses: Vec<Toss>,
    pub(super) picks: Vec<(u8, [u8; 32])>,
    pub(super) shown: BTreeSet<u8>,
}

impl<'a> Table<'a> {
    /// Returns a hand of these seats before its first card.
    pub(super) fn new(
        choices: &'a mut Choices,
        pack: &'a Pack,
        joint: JointSeed,
        faces: &'a [Vec<Card>],
        order: &[u8],
    ) -> Self {
        let count = u16::try_from(faces[0].len()).unwrap();
        let each = || order.iter().map(|seat| (*seat, Vec::new())).collect::<BTreeMap<_, _>>();
        Self {
            choices,
            pack,
            joint,
            count,
            faces,
            order: order.to_vec(),
            live: order.iter().copied().collect(),
            held: each(),
            stub: (0..count).map(|place| Place { deck: 0, place }).collect(),
            burned: Vec::new(),
            board: Vec::new(),
            shuffled: 0,
            in_play: BTreeMap::new(),
            course: Course::new(),
            events: Vec::new(),
            dealt: each(),
            draws: order.iter().map(|seat| (*seat, Vec::new())).collect(),
            private: order.iter().map(|seat| (*seat, BTreeSet::new())).collect(),
            public: BTreeSet::new(),
            skips: Vec::new(),
            tosses: Vec::new(),
            picks: Vec::new(),
            shown: BTreeSet::new(),
        }
    }

    pub(super) fn card(&self, at: Place) -> Card {
        self.faces[usize::from(at.deck)][usize::from(at.place)]
    }

    pub(super) fn cards(&self, places: &[Place]) -> Vec<Card> {
        places.iter().map(|place| self.card(*place)).collect()
    }

    pub(super) fn tell(&mut self, name: &str, body: Value) {
        self.events.push(Value::Object([(name.to_owned(), body)].into_iter().collect()));
    }

    pub(super) fn seats(&self) -> Vec<u8> {
        self.order.iter().copied().filter(|seat| self.live.contains(seat)).collect()
    }

    /// Takes the next card, and skips those that are in play.
    pub(super) fn take(&mut self) -> Place {
        loop {
            let next = self.stub.remove(0);
            let card = self.card(next);
            if next.deck == 0 || !self.in_play.contains_key(&card) {
                return next;
            }
            let (seat, _) = self.in_play[&card];
            self.course.skip(next.place, seat);
            self.skips.push(Skip { at: next, seat });
            match seat {
                NOBODY => drop(self.public.insert(next)),
                seat => drop(self.private.get_mut(&seat).unwrap().insert(next)),
            }
        }
    }

    pub(super) fn left(&self) -> usize {
        let is_there =
            |place: &&Place| place.deck == 0 || !self.in_play.contains_key(&self.card(**place));
        self.stub.iter().filter(is_there).count()
    }

    pub(super) fn give(&mut self, seat: u8, place: Place) {
        self.held.get_mut(&seat).unwrap().push(place);
        self.private.get_mut(&seat).unwrap().insert(place);
    }

    /// Shuffles the cards that are out of play. Those of the drawer's toss are not.
    pub(super) fn shuffle(&mut self, drawer: Option<u8>, tossed: &[Place]) {
        self.in_play.clear();
        for seat in self.live.clone() {
            for place in self.held[&seat].clone() {
                self.in_play.insert(self.card(place), (seat, place));
            }
        }
        for place in tossed {
            self.in_play.insert(self.card(*place), (drawer.unwrap(), *place));
        }
        for place in self.board.clone() {
            self.in_play.insert(self.card(place), (NOBODY, place));
        }
        self.shuffled += 1;
        let deck = self.shuffled;
        self.stub = (0..self.count).map(|place| Place { deck, place }).collect();
        self.burned.clear();
        let cards = u8::try_from(self.left()).unwrap();
        self.tell("Reshuffled", json!({"seat": drawer, "cards": cards}));
        self.course.shuffled(drawer.unwrap_or(NOBODY), cards);
    }

    pub(super) fn burn(&mut self) {
        if self.left() == 0 {
            self.shuffle(None, &[]);
        }
        let burn = self.take();
        self.burned.push(burn);
        self.course.burn();
    }

    pub(super) fn down(&mut self, each: u8) {
        let mut moves = Vec::new();
        for _ in 0..each {
            for seat in self.seats() {
                moves.push((seat, self.take()));
            }
        }
        for (seat, place) in moves {
            self.give(seat, place);
            self.dealt.get_mut(&seat).unwrap().push(place);
        }
        self.course.down(each);
        self.tell("CardsDealt", json!({"each": each}));
    }

    pub(super) fn up(&mut self) {
        let mut cards = Vec::new();
        for seat in self.seats() {
            let place = self.take();
            self.give(seat, place);
            self.dealt.get_mut(&seat).unwrap().push(place);
            self.public.insert(place);
            cards.push((seat, self.card(place)));
        }
        self.course.up(&cards);
        let told: Vec<Value> =
            cards.iter().map(|(seat, card)| json!({"seat": seat, "card": card})).collect();
        self.tell("UpCardsDealt", json!({"cards": told}));
    }

    pub(super) fn board(&mut self, board: u8, count: u8) {
        let places: Vec<Place> = (0..count).map(|_| self.take()).collect();
        let cards = self.cards(&places);
        self.course.board(board, &cards);
        self.tell("BoardDealt", json!({"board": board, "cards": cards}));
        self.public.extend(&places);
        self.board.extend(places);
    }

    pub(super) fn draw(&mut self, most: u8, replaced: bool) {
        let least = if replaced { 0 } else { most };
        self.tell("DrawBegan", json!({"least": least, "most": most, "replaced": replaced}));
        for seat in self.seats() {
            self.toss(seat, most, replaced);
        }
    }

    pub(super) fn toss(&mut self, seat: u8, most: u8, replaced: bool) {
        let held = self.held[&seat].clone();
        let mut picks = 0_u8;
        let wanted = if replaced { self.choices.below(usize::from(most) + 1) } else { most.into() };
        while picks.count_ones() < u32::try_from(wanted).unwrap() {
            picks |= 1 << self.choices.below(held.len());
        }
        let is_picked = |at: usize| picks >> at & 1 == 1;
        let pick = |wanted: bool| -> Vec<Place> {
            let places = held.iter().enumerate().filter(|(at, _)| is_picked(*at) == wanted);
            places.map(|(_, place)| *place).collect()
        };
        let (gave, kept) = (pick(true), pick(false));
        let number = u8::try_from(self.tosses.len()).unwrap();
        let salt = self.pack.toss_salt(seat, number);
        let commitment = toss_commitment(&salt, seat, number, picks);
        let count = u8::try_from(gave.len()).unwrap();
        self.tosses.push(Toss { seat, count, commitment, picks: None });
        self.picks.push((picks, salt));
        self.course.toss(seat, count, &commitment);
        self.tell("Discarded", json!({"seat": seat, "count": count, "timed_out": false}));
        self.held.insert(seat, kept);
        let mut got = Vec::new();
        while replaced && got.len() < gave.len() {
            let now = self.left().min(gave.len() - got.len());
            if now == 0 {
                self.shuffle(Some(seat), &gave);
                // Cards that came in this draw are in the hand, and so in play.
                continue;
            }
            let places: Vec<Place> = (0..now).map(|_| self.take()).collect();
            self.course.drawn(seat, u8::try_from(now).unwrap());
            self.tell("Drawn", json!({"seat": seat, "count": now}));
            for place in places {
                self.give(seat, place);
                got.push(place);
            }
        }
        let draw = json!({"gave": self.cards(&gave), "got": self.cards(&got)});
        self.draws.get_mut(&seat).unwrap().push(draw);
    }

    /// Deals the last street of stud by rule RP-10-H.
    pub(super) fn last_of_stud(&mut self) {
        let (left, needed) = (self.left(), self.live.len() + 2);
        let whole = left + self.burned.len();
        let is_short = left < needed;
        if is_short && (whole >= needed || left < 3) {
            let rest: BTreeSet<Place> = self.stub.iter().chain(&self.burned).copied().collect();
            let leaves = self.joint.permutation(0, self.count);
            let place_of = |leaf: u16| leaves.iter().position(|it| *it == leaf).unwrap();
            let order = self.joint.permutation(1, self.count).into_iter();
            let order =
                order.map(|leaf| Place { deck: 0, place: u16::try_from(place_of(leaf)).unwrap() });
            self.stub = order.filter(|place| rest.contains(place)).collect();
            self.burned.clear();
            self.tell("Reshuffled", json!({"seat": null, "cards": whole}));
            self.course.shuffled(NOBODY, u8::try_from(whole).unwrap());
        }
        self.burn();
        if is_short && whole < needed { self.board(0, 1) } else { self.down(1) }
    }

    pub(super) fn fold_some(&mut self, one_in: usize) {
        for seat in self.seats() {
            if self.live.len() > 1 && self.choices.below(one_in) == 0 {
                self.live.remove(&seat);
                self.course.fold(seat);
                let action =
                    json!({"seat": seat, "action": "Fold", "added": 0, "timed_out": false});
                self.tell("Acted", action);
            }
        }
    }

    pub(super) fn show(&mut self, seat: u8) {
        let held = self.held[&seat].clone();
        let cards = self.cards(&held);
        self.course.shown(seat, &cards);
        self.tell("HandTabled", json!({"seat": seat, "cards": cards}));
        self.shown.insert(seat);
        // The skips of its cards are opened too.
        let shown: BTreeSet<Card> = cards.into_iter().collect();
        let skips: Vec<Place> =
            self.skips.iter().filter(|it| it.seat == seat).map(|it| it.at).collect();
        let skips = skips.into_iter().filter(|place| shown.contains(&self.card(*place)));
        let skips: Vec<Place> = skips.collect();
        self.public.extend(held.into_iter().chain(skips));
    }
}
