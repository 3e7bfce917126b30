//! A small room for tests: it plays random hands of several games by the rules of dealing alone,
//! and makes their proofs with the room's side of the crate.

use cardroom_cards::Card;
use cardroom_deal::{
    Chain, Checkpoint, Contribution, Contributor, Course, DRAWN, Deal, Faces, Inclusion, JointSeed,
    Log, LogEntry, NOBODY, Op, Opened, OpenedCard, Opening, Outcome, Pack, Place, RoomKey, Seal,
    Secret, Skip, Spare, Toss, contributed, digest, link_below, sha256, toss_commitment, voucher,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A source of choices.
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn secret(&mut self) -> Secret {
        self.below(2);
        Secret::new(sha256(&self.0.to_be_bytes()))
    }
}

/// A game that the room can deal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Game {
    Holdem,
    ShortDeck,
    CrazyPineapple,
    TripleDraw,
    DrawWithBoard,
    Stud,
}

pub(crate) const GAMES: [Game; 6] = [
    Game::Holdem,
    Game::ShortDeck,
    Game::CrazyPineapple,
    Game::TripleDraw,
    Game::DrawWithBoard,
    Game::Stud,
];

impl Game {
    fn script(self) -> Vec<Op> {
        use Op::{Board, Burn, Discard, Down, Draw, Street, Up};
        match self {
            Self::Holdem | Self::ShortDeck => vec![
                Down(2),
                Street,
                Burn,
                Board(3),
                Street,
                Burn,
                Board(1),
                Street,
                Burn,
                Board(1),
            ],
            Self::CrazyPineapple => vec![
                Down(3),
                Street,
                Burn,
                Board(3),
                Street,
                Discard(1),
                Burn,
                Board(1),
                Street,
                Burn,
                Board(1),
            ],
            Self::TripleDraw => {
                vec![Down(5), Street, Burn, Draw(5), Street, Burn, Draw(5), Street, Burn, Draw(5)]
            }
            Self::DrawWithBoard => {
                vec![Down(5), Street, Burn, Board(3), Street, Draw(5), Street, Burn, Draw(5)]
            }
            Self::Stud => vec![
                Down(2),
                Up,
                Street,
                Burn,
                Up,
                Street,
                Burn,
                Up,
                Street,
                Burn,
                Up,
                Street,
                Burn,
                Down(1),
            ],
        }
    }

    fn shuffles(self) -> u8 {
        if matches!(self, Self::TripleDraw | Self::DrawWithBoard) { 6 } else { 0 }
    }
}

/// A hand that was played, with everything that its proofs are made of.
pub(crate) struct Played {
    pub(crate) key: [u8; 32],
    pub(crate) seats: Vec<u8>,
    pub(crate) digest: [u8; 32],
    pub(crate) seal: Seal,
    deal: Deal,
    record: Value,
    own: BTreeMap<u8, Value>,
    /// For each seat the places that its owner sees.
    private: BTreeMap<u8, BTreeSet<Place>>,
    public: BTreeSet<Place>,
    /// Tosses that are open to everybody.
    shown: BTreeSet<u8>,
    picks: Vec<(u8, [u8; 32])>,
    pack: Pack,
    /// For each deck the leaf at each place.
    leaves: Vec<Vec<u16>>,
}

impl Played {
    /// Returns the events, as the record has them.
    pub(crate) fn events(&self) -> &[Value] {
        self.record["steps"][0]["events"].as_array().unwrap()
    }

    /// Returns the seats for which places are passed over.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = u8> {
        self.deal.skips.iter().map(|skip| skip.seat)
    }

    /// Returns the proof for one seat, or for a viewer without a seat.
    pub(crate) fn proof(&self, viewer: Option<u8>, audited: bool) -> String {
        let mut deal = self.deal.clone();
        let private = viewer.and_then(|seat| self.private.get(&seat)).into_iter().flatten();
        let open: BTreeSet<Place> = self.public.iter().chain(private).copied().collect();
        deal.cards = open.into_iter().map(|at| OpenedCard { at, opened: self.open(at) }).collect();
        for (toss, picks) in deal.tosses.iter_mut().zip(&self.picks) {
            let is_open = self.shown.contains(&toss.seat) || viewer == Some(toss.seat);
            toss.picks = is_open.then_some(*picks);
        }
        deal.seed = audited.then(|| self.pack.seed().clone());
        let mut record = self.record.clone();
        record["cards"] =
            json!(viewer.map(|seat| &self.own[&seat]).into_iter().collect::<Vec<_>>());
        deal.to_file(Some(&record.to_string())).unwrap()
    }

    fn open(&self, at: Place) -> Opened {
        let leaf = self.leaves[usize::from(at.deck)][usize::from(at.place)];
        self.pack.open(at.deck, leaf).unwrap()
    }
}

/// A hand in play.
struct Table<'a> {
    choices: &'a mut Choices,
    pack: &'a Pack,
    joint: JointSeed,
    count: u16,
    /// For each deck its cards, by place.
    faces: &'a [Vec<Card>],
    order: Vec<u8>,
    live: BTreeSet<u8>,
    held: BTreeMap<u8, Vec<Place>>,
    /// The rest of the deck, in order. After a shuffle it has the places that are passed over too.
    stub: Vec<Place>,
    burned: Vec<Place>,
    board: Vec<Place>,
    shuffled: u8,
    /// The places in play at the last shuffle, with their seats.
    in_play: BTreeMap<Card, (u8, Place)>,
    course: Course,
    events: Vec<Value>,
    dealt: BTreeMap<u8, Vec<Place>>,
    draws: BTreeMap<u8, Vec<Value>>,
    private: BTreeMap<u8, BTreeSet<Place>>,
    public: BTreeSet<Place>,
    skips: Vec<Skip>,
    tosses: Vec<Toss>,
    picks: Vec<(u8, [u8; 32])>,
    shown: BTreeSet<u8>,
}

impl Table<'_> {
    fn card(&self, at: Place) -> Card {
        self.faces[usize::from(at.deck)][usize::from(at.place)]
    }

    fn cards(&self, places: &[Place]) -> Vec<Card> {
        places.iter().map(|place| self.card(*place)).collect()
    }

    fn tell(&mut self, name: &str, body: Value) {
        self.events.push(json!({name: body}));
    }

    fn seats(&self) -> Vec<u8> {
        self.order.iter().copied().filter(|seat| self.live.contains(seat)).collect()
    }

    /// Takes the next card, and skips those that are in play.
    fn take(&mut self) -> Place {
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

    fn left(&self) -> usize {
        let is_there =
            |place: &&Place| place.deck == 0 || !self.in_play.contains_key(&self.card(**place));
        self.stub.iter().filter(is_there).count()
    }

    fn give(&mut self, seat: u8, place: Place) {
        self.held.get_mut(&seat).unwrap().push(place);
        self.private.get_mut(&seat).unwrap().insert(place);
    }

    /// Shuffles the cards that are out of play. Those of the drawer's toss are not.
    fn shuffle(&mut self, drawer: Option<u8>, tossed: &[Place]) {
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

    fn burn(&mut self) {
        if self.left() == 0 {
            self.shuffle(None, &[]);
        }
        let burn = self.take();
        self.burned.push(burn);
        self.course.burn();
    }

    fn down(&mut self, each: u8) {
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

    fn up(&mut self) {
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

    fn board(&mut self, board: u8, count: u8) {
        let places: Vec<Place> = (0..count).map(|_| self.take()).collect();
        let cards = self.cards(&places);
        self.course.board(board, &cards);
        self.tell("BoardDealt", json!({"board": board, "cards": cards}));
        self.public.extend(&places);
        self.board.extend(places);
    }

    fn draw(&mut self, most: u8, replaced: bool) {
        let least = if replaced { 0 } else { most };
        self.tell("DrawBegan", json!({"least": least, "most": most, "replaced": replaced}));
        for seat in self.seats() {
            self.toss(seat, most, replaced);
        }
    }

    fn toss(&mut self, seat: u8, most: u8, replaced: bool) {
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
    fn last_of_stud(&mut self) {
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

    fn fold_some(&mut self, one_in: usize) {
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

    fn show(&mut self, seat: u8) {
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

/// Plays a hand of a game, and seals it.
pub(crate) fn play(game: Game, choices: &mut Choices) -> Played {
    let players = match game {
        Game::TripleDraw | Game::DrawWithBoard => 2 + choices.below(5),
        Game::Stud => 2 + choices.below(7),
        _ => 2 + choices.below(8),
    };
    let seats: Vec<u8> =
        (0..10).filter(|seat| *seat < 10 && usize::from(*seat) < players).collect();
    let faces = if matches!(game, Game::ShortDeck) { Faces::Short } else { Faces::Full };
    let packs: Vec<Pack> = (0..=choices.below(3))
        .map(|_| Pack::new(&faces, game.shuffles(), choices.secret()))
        .collect();
    let key = RoomKey::new(&choices.secret());
    let chains: Vec<Chain> =
        seats.iter().map(|_| Chain::new(choices.secret(), 4).unwrap()).collect();
    let contributes: Vec<bool> = seats.iter().map(|_| choices.below(4) > 0).collect();
    let roster: Vec<Contributor> = seats
        .iter()
        .zip(&chains)
        .zip(&contributes)
        .filter(|(_, joined)| **joined)
        .map(|((seat, chain), _)| Contributor { seat: *seat, index: 1, below: *chain.anchor() })
        .collect();
    let is_drawn = choices.below(3) == 0;
    let opening = Opening {
        key: key.public(),
        table: 7,
        hand: 12,
        round: 0,
        time_ms: 1_800_000_000_000,
        prev: [0; 32],
        shuffles_again: game.shuffles() > 0,
        is_stud: matches!(game, Game::Stud),
        faces: faces.clone(),
        shuffles: game.shuffles(),
        roots: packs
            .iter()
            .map(|pack| pack.decks().iter().map(|it| *it.root()).collect())
            .collect(),
        script: game.script(),
        button: if is_drawn { DRAWN } else { seats[choices.below(players)] },
        dealt: seats.clone(),
        roster: roster.clone(),
    };
    let open = opening.encode();
    let digest = digest(&open);
    let contributions: Vec<Contribution> = roster
        .iter()
        .map(|entry| {
            let chain = &chains[usize::from(entry.seat)];
            let link = *chain.link(1).unwrap();
            assert_eq!(link_below(1, &link), entry.below);
            let ack = voucher(chain.link(2).unwrap(), &digest);
            Contribution { seat: entry.seat, link: Some(link), ack: Some(ack) }
        })
        .collect();
    let links: Vec<(u8, [u8; 32])> =
        contributions.iter().map(|entry| (entry.seat, entry.link.unwrap())).collect();
    let joint = JointSeed::new(&digest, &links);
    let pick = joint.pick(opening.packs());
    let spares = (0..)
        .zip(&packs)
        .filter(|(pack, _)| *pack != pick)
        .map(|(pack, it)| Spare { pack, seed: *it.seed().open() });
    let spares: Vec<Spare> = spares.collect();
    let pack = packs.into_iter().nth(pick.into()).unwrap();
    let button = joint.button(&opening).unwrap();
    let count = faces.count();
    let by_place: Vec<Vec<Card>> = (0..)
        .zip(pack.decks())
        .map(|(number, deck)| {
            let leaves = joint.permutation(number, count).into_iter();
            leaves.map(|leaf| deck.card(leaf).unwrap()).collect()
        })
        .collect();
    let each = || seats.iter().map(|seat| (*seat, Vec::new())).collect::<BTreeMap<_, _>>();
    let left_of = seats.iter().filter(|seat| **seat > button);
    let order: Vec<u8> =
        left_of.chain(seats.iter().filter(|seat| **seat <= button)).copied().collect();
    let mut table = Table {
        choices,
        pack: &pack,
        joint,
        count,
        faces: &by_place,
        live: seats.iter().copied().collect(),
        held: each(),
        stub: (0..count).map(|place| Place { deck: 0, place }).collect(),
        burned: Vec::new(),
        board: Vec::new(),
        shuffled: 0,
        in_play: BTreeMap::new(),
        course: Course::new(),
        events: Vec::new(),
        dealt: each(),
        draws: seats.iter().map(|seat| (*seat, Vec::new())).collect(),
        private: seats.iter().map(|seat| (*seat, BTreeSet::new())).collect(),
        public: BTreeSet::new(),
        skips: Vec::new(),
        tosses: Vec::new(),
        picks: Vec::new(),
        shown: BTreeSet::new(),
        order: order.clone(),
    };
    table.tell("HandStarted", json!({"hand": 12, "button": button, "dealt": order}));
    let is_void = play_streets(&mut table, game);
    let Table {
        course, events, dealt, draws, private, public, skips, tosses, picks, shown, ..
    } = table;
    let own = seats.iter().map(|seat| {
        let card = |at: &Place| by_place[usize::from(at.deck)][usize::from(at.place)];
        let cards: Vec<Card> = dealt[seat].iter().map(card).collect();
        (*seat, json!({"seat": seat, "dealt": cards, "draws": draws[seat]}))
    });
    let seal = Seal {
        opening: digest,
        outcome: if is_void { Outcome::Void } else { Outcome::Played },
        blame: None,
        bound: contributed(&contributions),
        joint: joint.0,
        course: course.end(is_void),
        time_ms: 1_800_000_001_000,
    };
    let mut log = Log::new();
    log.append(&LogEntry { table: 1, hand: 1, round: 0, outcome: Outcome::Played, seal: [0; 32] });
    let index = log.append(&LogEntry::new(7, 12, 0, &seal));
    let head = log.head(log.size()).unwrap();
    let inclusion = Inclusion {
        checkpoint: Checkpoint::write("cards.example/deals", &head, &key),
        index,
        path: log.inclusion(index, log.size()).unwrap(),
    };
    let record = json!({
        "table": 7, "hand": 12, "table_name": "Sirius", "seats": [], "cards": [],
        "steps": [{"after_ms": 0, "events": events}],
    });
    Played {
        key: key.public(),
        own: own.collect(),
        deal: Deal {
            signature: key.sign_opening(&digest),
            open,
            links: contributions.iter().map(|it| it.link).collect(),
            acks: contributions.iter().map(|it| it.ack).collect(),
            spares,
            seeds: Vec::new(),
            cards: Vec::new(),
            skips,
            tosses,
            seal: seal.encode().to_vec(),
            log: Some(inclusion),
            seed: None,
        },
        seats,
        digest,
        seal,
        record,
        private,
        public,
        shown,
        picks,
        leaves: (0..=game.shuffles()).map(|deck| joint.permutation(deck, count)).collect(),
        pack,
    }
}

/// Plays all streets. Returns `true` if the hand is void.
fn play_streets(table: &mut Table<'_>, game: Game) -> bool {
    let script = game.script();
    let streets: Vec<&[Op]> = script.split(|op| *op == Op::Street).collect();
    let folds = [3, 5, 50][table.choices.below(3)];
    let (mut boards, mut dealt_streets) = (1, 0);
    for (number, street) in streets.iter().enumerate() {
        if matches!(game, Game::Stud) && number + 1 == streets.len() {
            table.last_of_stud();
        } else {
            deal_street(table, street, boards);
        }
        dealt_streets = number + 1;
        table.fold_some(folds);
        if table.live.len() == 1 {
            break;
        }
        if table.choices.below(40) == 0 {
            table.tell("HandVoided", json!({"hand": 12, "reason": "a test"}));
            return true;
        }
        let may_run = matches!(game, Game::Holdem | Game::ShortDeck) && number == 1;
        if may_run && table.choices.below(3) == 0 {
            boards = 2;
            table.course.boards(2);
            table.tell("RunItAgreed", json!({"boards": 2}));
        }
    }
    if table.live.len() > 1 {
        for seat in table.seats().into_iter().skip(table.choices.below(2)) {
            table.show(seat);
        }
    }
    table.tell("HandEnded", json!({"hand": 12}));
    let is_over_early = dealt_streets < streets.len();
    if is_over_early && boards == 1 && matches!(game, Game::Holdem | Game::ShortDeck) {
        rabbit(table, &streets[dealt_streets..]);
    }
    false
}

fn deal_street(table: &mut Table<'_>, street: &[Op], boards: u8) {
    for op in street {
        match op {
            Op::Street => {}
            Op::Burn => table.burn(),
            Op::Down(each) => table.down(*each),
            Op::Up => table.up(),
            Op::Board(count) => (0..boards).for_each(|board| table.board(board, *count)),
            Op::Discard(count) => table.draw(*count, false),
            Op::Draw(most) => table.draw(*most, true),
        }
    }
}

/// Shows the boards that would have come.
fn rabbit(table: &mut Table<'_>, streets: &[&[Op]]) {
    let mut places = Vec::new();
    for op in streets.iter().copied().flatten() {
        let next: Vec<Place> = match op {
            Op::Board(count) => table.stub.drain(..usize::from(*count)).collect(),
            _ => {
                table.stub.remove(0);
                continue;
            }
        };
        places.extend(next);
    }
    let cards = table.cards(&places);
    table.public.extend(places);
    table.tell("RabbitShown", json!({"cards": cards}));
}
