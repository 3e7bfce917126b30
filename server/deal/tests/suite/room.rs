//! A small room for tests: it plays random hands of several games by the rules of dealing alone,
//! and makes their proofs with the room's side of the crate.

mod table;

use cardroom_cards::Card;
use cardroom_deal::{
    Chain, Checkpoint, Contribution, Contributor, Course, DRAWN, Deal, Faces, Inclusion, JointSeed,
    Log, LogEntry, Op, Opened, OpenedCard, Opening, Outcome, Pack, Place, RoomKey, Seal, Secret,
    Spare, contributed, digest, link_below, sha256, voucher,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use table::Table;

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
    /// Seats whose tosses are public.
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

/// A round that is bound: its joint seed is known, and no card is dealt yet.
struct Bound {
    key: RoomKey,
    opening: Opening,
    open: Vec<u8>,
    digest: [u8; 32],
    contributions: Vec<Contribution>,
    joint: JointSeed,
    spares: Vec<Spare>,
    pack: Pack,
}

/// Lays packs, signs an opening, and takes the links of some players.
fn bind(game: Game, choices: &mut Choices) -> Bound {
    let players = match game {
        Game::TripleDraw | Game::DrawWithBoard => 2 + choices.below(5),
        Game::Stud => 2 + choices.below(7),
        _ => 2 + choices.below(8),
    };
    let seats: Vec<u8> = (0..10).take(players).collect();
    let faces = if matches!(game, Game::ShortDeck) { Faces::Short } else { Faces::Full };
    let packs: Vec<Pack> = (0..=choices.below(3))
        .map(|_| Pack::new(&faces, game.shuffles(), choices.secret()))
        .collect();
    let key = RoomKey::new(&choices.secret());
    let chains: Vec<Chain> =
        seats.iter().map(|_| Chain::new(choices.secret(), 4).unwrap()).collect();
    let roster = seats.iter().zip(&chains).filter(|_| choices.below(4) > 0);
    let roster: Vec<Contributor> = roster
        .map(|(seat, chain)| Contributor { seat: *seat, index: 1, below: *chain.anchor() })
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
        faces,
        shuffles: game.shuffles(),
        roots: packs
            .iter()
            .map(|pack| pack.decks().iter().map(|it| *it.root()).collect())
            .collect(),
        script: game.script(),
        button: if is_drawn { DRAWN } else { seats[choices.below(players)] },
        dealt: seats,
        roster,
    };
    let open = opening.encode();
    let digest = digest(&open);
    let answer = |entry: &Contributor| {
        let chain = &chains[usize::from(entry.seat)];
        let link = *chain.link(1).unwrap();
        assert_eq!(link_below(1, &link), entry.below);
        let ack = voucher(chain.link(2).unwrap(), &digest);
        Contribution { seat: entry.seat, link: Some(link), ack: Some(ack) }
    };
    let contributions: Vec<Contribution> = opening.roster.iter().map(answer).collect();
    let links: Vec<(u8, [u8; 32])> =
        contributions.iter().map(|entry| (entry.seat, entry.link.unwrap())).collect();
    let joint = JointSeed::new(&digest, &links);
    let pick = joint.pick(opening.packs());
    let others = (0..).zip(&packs).filter(|(pack, _)| *pack != pick);
    let spares = others.map(|(pack, it)| Spare { pack, seed: *it.seed().open() }).collect();
    let pack = packs.into_iter().nth(pick.into()).unwrap();
    Bound { key, opening, open, digest, contributions, joint, spares, pack }
}

impl Bound {
    /// Returns for each deck the cards in dealing order.
    fn faces(&self) -> Vec<Vec<Card>> {
        let count = self.opening.faces.count();
        let decks = (0..).zip(self.pack.decks());
        decks
            .map(|(number, deck)| {
                let leaves = self.joint.permutation(number, count).into_iter();
                leaves.map(|leaf| deck.card(leaf).unwrap()).collect()
            })
            .collect()
    }

    /// Returns the seats dealt in, clockwise from the button's left, and the button.
    fn lineup(&self) -> (Vec<u8>, u8) {
        let button = self.joint.button(&self.opening).unwrap();
        let (left_of, others): (Vec<u8>, Vec<u8>) =
            self.opening.dealt.iter().partition(|seat| **seat > button);
        ([left_of, others].concat(), button)
    }

    fn seal(&self, course: Course, is_void: bool) -> Seal {
        Seal {
            opening: self.digest,
            outcome: if is_void { Outcome::Void } else { Outcome::Played },
            blame: None,
            bound: contributed(&self.contributions),
            joint: self.joint.0,
            course: course.end(is_void),
            time_ms: 1_800_000_001_000,
        }
    }

    /// Appends a seal to a log, and signs the log.
    fn log(&self, seal: &Seal) -> Inclusion {
        let mut log = Log::new();
        let before =
            LogEntry { table: 1, hand: 1, round: 0, outcome: Outcome::Played, seal: [0; 32] };
        log.append(&before);
        let index = log.append(&LogEntry::new(7, 12, 0, seal));
        let head = log.head(log.size()).unwrap();
        Inclusion {
            checkpoint: Checkpoint::write("cards.example/deals", &head, &self.key),
            index,
            path: log.inclusion(index, log.size()).unwrap(),
        }
    }
}

/// Plays a hand of a game, and seals it.
pub(crate) fn play(game: Game, choices: &mut Choices) -> Played {
    let bound = bind(game, choices);
    let (count, seats) = (bound.opening.faces.count(), bound.opening.dealt.clone());
    let by_place = bound.faces();
    let (order, button) = bound.lineup();
    let mut table = Table::new(choices, &bound.pack, bound.joint, &by_place, &order);
    table.tell("HandStarted", json!({"hand": 12, "button": button, "dealt": order}));
    let is_void = play_streets(&mut table, game);
    let own = seats.iter().map(|seat| {
        let cards = table.cards(&table.dealt[seat]);
        (*seat, json!({"seat": seat, "dealt": cards, "draws": table.draws[seat]}))
    });
    let own = own.collect();
    let Table { course, events, private, public, skips, tosses, picks, shown, .. } = table;
    let seal = bound.seal(course, is_void);
    let log = bound.log(&seal);
    let record = json!({
        "table": 7, "hand": 12, "table_name": "Sirius", "seats": [], "cards": [],
        "steps": [{"after_ms": 0, "events": events}],
    });
    let leaves = (0..=game.shuffles()).map(|deck| bound.joint.permutation(deck, count)).collect();
    Played {
        key: bound.key.public(),
        own,
        deal: Deal {
            signature: bound.key.sign_opening(&bound.digest),
            open: bound.open,
            links: bound.contributions.iter().map(|it| it.link).collect(),
            acks: bound.contributions.iter().map(|it| it.ack).collect(),
            spares: bound.spares,
            seeds: Vec::new(),
            cards: Vec::new(),
            skips,
            tosses,
            seal: seal.encode().to_vec(),
            log: Some(log),
            seed: None,
        },
        seats,
        digest: bound.digest,
        seal,
        record,
        private,
        public,
        shown,
        picks,
        leaves,
        pack: bound.pack,
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
