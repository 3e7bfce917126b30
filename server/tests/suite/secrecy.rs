//! No viewer's stream contains a card that the viewer may not see. The same hand runs again with
//! every card hidden from a viewer exchanged for another such card, and that viewer must get the
//! same bytes.
//!
//! Six players and a watcher, whole hands to the showdown, both encodings, in games of every kind:
//! boards, open cards, draws with reshuffles, discards, split pots, and hands run out twice. Hybrid
//! tables add declarations and chips, in turn and out of turn, and hands that players show or do
//! not.

use crate::support::asking::Ask;
use crate::support::ordinary::{self, player};
use cardroom::cashier::Cashier;
use cardroom::config::{Config, HistorySettings};
use cardroom::entropy::Dealer;
use cardroom::history::{Histories, PlayedHand, Viewer, to_store};
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::journal::Journal;
use cardroom::store::prelude::*;
use cardroom::store::{MemoryStore, StoredStream, Unit};
use cardroom::table::{CoreInput, Outputs, TableCore};
use cardroom::vault::Vault;
use cardroom_cards::{Card, CardSet, DeckOrder, fisher_yates};
use cardroom_engine::{Decks, Occupancy, TableSetup};
use cardroom_history::Format;
use cardroom_protocol::codec::Frame;
use cardroom_protocol::history::HandFilter;
use cardroom_protocol::hybrid::{ChipCount, ChipList, Gesture, PushedChips, Said, Words};
use cardroom_protocol::server::{HoleCards, Role, ServerMessage};
use cardroom_protocol::table::{Action, LegalActions, TableEvent};
use cardroom_protocol::{ActionId, Encoding, RequestId, TurnToken};
use cardroom_rules::{AnteKind, Betting, Chips, Forced, Millis, RingTerms, Stakes, Switch};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

const SEATS: u8 = 6;
const OBSERVER: ConnectionId = ConnectionId(99);

/// A game in a betting structure.
type Played = (&'static str, Betting);

/// Games of every kind, and how often each is dealt.
const GAMES: &[(Played, u64)] = &[
    (("holdem", Betting::NoLimit), 40),
    (("omaha8", Betting::PotLimit), 12),
    (("courchevel", Betting::PotLimit), 8),
    (("pineapple", Betting::FixedLimit), 12),
    (("stud", Betting::FixedLimit), 16),
    (("stud8", Betting::FixedLimit), 8),
    (("razz", Betting::FixedLimit), 8),
    (("five-card-draw", Betting::NoLimit), 12),
    (("deuce-seven-triple", Betting::FixedLimit), 20),
    (("badugi", Betting::PotLimit), 12),
    (("badeucey", Betting::FixedLimit), 8),
];

/// Games at hybrid tables, where players declare and push chips, in turn and out of turn, and
/// show their own hands.
const HYBRID: &[(Played, u64)] = &[
    (("holdem", Betting::NoLimit), 40),
    (("omaha8", Betting::PotLimit), 8),
    (("stud", Betting::FixedLimit), 8),
    (("deuce-seven-triple", Betting::FixedLimit), 8),
];

/// A game at a plain or a hybrid table.
#[derive(Clone, Copy, Debug)]
struct At {
    played: Played,
    hybrid: bool,
}

/// Returns every game at every kind of table, and how often each is dealt.
fn tables() -> impl Iterator<Item = (At, u64)> {
    let plain = GAMES.iter().map(|(played, seeds)| (At { played: *played, hybrid: false }, *seeds));
    let hybrid =
        HYBRID.iter().map(|(played, seeds)| (At { played: *played, hybrid: true }, *seeds));
    plain.chain(hybrid)
}

static LIBRARY: LazyLock<cardroom_rules::Library> =
    LazyLock::new(|| Config::default().library().unwrap());

/// Returns a table of the game where all-in hands may be run twice.
fn setup(At { played: (id, betting), hybrid }: At) -> TableSetup {
    let game = LIBRARY.game(id).unwrap();
    let brings_in = game.forced == Forced::BringIn;
    let stakes = Stakes {
        betting,
        small_blind: if brings_in { Chips(0) } else { Chips(50) },
        big_blind: Chips(100),
        bring_in: if brings_in { Chips(30) } else { Chips(0) },
        ante: if brings_in { Chips(10) } else { Chips(0) },
        ante_kind: if brings_in { AnteKind::Each } else { AnteKind::None },
        unit: Chips(1),
    };
    let ring = RingTerms {
        sit_out_ms: Millis::seconds(600),
        between_hands_ms: Millis(10),
        run_out_ms: Millis(10),
        run_it: 2,
        run_it_ms: Millis(1_000),
        ..RingTerms::bare(Chips(100), Chips(100_000))
    };
    TableSetup {
        plays: LIBRARY.plays(id, &stakes).unwrap().0,
        switch: Switch::Never,
        rulebook: Arc::clone(LIBRARY.rulebook("online").unwrap()),
        ring: Arc::new(ring),
        seats: SEATS,
        hybrid,
        auto_show: !hybrid,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

/// A small generator, so that a failing case is reproducible from its seed.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).unwrap() << 1
    }

    fn below(&mut self, bound: u64) -> u64 {
        (u64::from(self.next()) * bound) >> 32
    }
}

fn connection(seat: u8) -> ConnectionId {
    ConnectionId(u64::from(seat))
}

/// The frames sent to each connection, in order.
type Streams = BTreeMap<ConnectionId, Vec<Vec<u8>>>;

struct Run {
    core: TableCore,
    now: Millis,
    /// The connections whose frames are kept.
    watched: Vec<ConnectionId>,
    streams: Streams,
    messages: Vec<(ConnectionId, ServerMessage)>,
    events: Vec<TableEvent>,
    played: Vec<PlayedHand>,
}

impl Run {
    fn new(at: At, watched: &[ConnectionId]) -> Self {
        let description = ordinary::table("Secrets");
        let setup = setup(at);
        let core = TableCore::open(TableId(1), description, Some(&setup), &StoredStream::default())
            .unwrap();
        let mut run = Self {
            core,
            now: Millis(1_000_000),
            watched: watched.to_vec(),
            streams: Streams::new(),
            messages: Vec::new(),
            events: Vec::new(),
            played: Vec::new(),
        };
        run.on(CoreInput::Recover { setup: Some(setup) });
        run.on(CoreInput::Attach {
            connection: OBSERVER,
            player: None,
            request: None,
            observing: true,
        });
        let cashier = Cashier::load((0..SEATS).map(|seat| (player(seat).account, Chips(50_000))));
        for seat in 0..SEATS {
            let hold = cashier
                .purse(player(seat).account)
                .unwrap()
                .hold(Chips(600 + 400 * u64::from(seat)))
                .unwrap();
            run.request(seat, Ask::Sit { seat: Some(seat), hold, wait_for_big_blind: false });
        }
        run
    }

    fn request(&mut self, seat: u8, what: Ask) {
        self.on(what.input(connection(seat), Some(player(seat)), RequestId(7)));
    }

    fn on(&mut self, input: CoreInput) {
        let outputs = self.core.on(self.now, input);
        for encoding in Encoding::ALL {
            self.deliver(&outputs, encoding);
        }
        for step in &outputs.steps {
            self.events.extend(step.events.0.iter().cloned());
        }
        self.messages.extend(outputs.private);
        self.played.extend(outputs.played.map(|played| *played));
    }

    /// Delivers as the actor does: one frame for each viewer, the shared part first.
    fn deliver(&mut self, outputs: &Outputs, encoding: Encoding) {
        let audience: Vec<ConnectionId> = self.core.audience().collect();
        for &to in &self.watched {
            let mut frame = Frame::new(encoding);
            for step in outputs.steps.iter().filter(|_| audience.contains(&to)) {
                frame.push(&ServerMessage::from(step.clone())).unwrap();
            }
            for (_, message) in outputs.private.iter().filter(|(own, _)| *own == to) {
                frame.push(message).unwrap();
            }
            if !frame.is_empty() {
                self.streams.entry(to).or_default().push(frame.finish().to_vec());
            }
        }
    }

    fn turn(&self) -> Option<(u8, TurnToken, LegalActions)> {
        let (seat, turn, _) = self.core.table().turn()?;
        let own = self.messages.iter().rev().find_map(|(to, message)| match message {
            ServerMessage::YourTurn(turn) if *to == connection(seat.0) => Some(turn.clone()),
            _ => None,
        })?;
        assert_eq!(own.turn.0, turn.0, "who has the turn was told so");
        Some((seat.0, own.turn, own.legal))
    }

    /// Returns the cards that a seat holds, by the last message about them.
    fn cards_of(&self, seat: u8) -> Vec<Card> {
        let told = |message: &ServerMessage| match message {
            ServerMessage::HoleCards(HoleCards { cards, .. }) => Some(cards.clone()),
            _ => None,
        };
        let own = self.messages.iter().rev().filter(|(to, _)| *to == connection(seat));
        own.map(|(_, message)| message).find_map(told).unwrap_or_default()
    }

    /// Plays one hand with these decks. The players' actions depend on the dice and on what is
    /// legal, and never on a card.
    fn play(&mut self, decks: Decks, mut dice: Dice) {
        self.now = self.now + Millis(100);
        self.on(CoreInput::Deck { decks, sealed: None, draw: 0 });
        let mut action_id = 1;
        while self.core.table().hand_in_progress().is_some() {
            self.now = self.now + Millis(10);
            self.look_back(u8::try_from(action_id % u64::from(SEATS)).unwrap());
            if self.is_asked() {
                (0..SEATS).for_each(|seat| self.request(seat, Ask::RunIt { boards: 2 }));
                continue;
            }
            match self.turn() {
                Some((seat, turn, legal)) => {
                    if self.core.table().setup().hybrid {
                        action_id = self.talk(seat, &legal, action_id, &mut dice);
                        if self.turn().is_none_or(|(_, current, _)| current != turn) {
                            continue;
                        }
                    }
                    let what = self.answer(seat, turn, &legal, ActionId(action_id), &mut dice);
                    self.request(seat, what);
                    action_id += 1;
                }
                None => {
                    self.show(&mut dice);
                    self.now = self.now.max(self.core.deadline().unwrap());
                    self.on(CoreInput::Tick);
                }
            }
        }
        self.show_after(&mut dice);
        // A late watcher comes, and a player reconnects.
        self.on(CoreInput::Attach {
            connection: OBSERVER,
            player: None,
            request: None,
            observing: true,
        });
        let own = Some(player(0));
        self.on(CoreInput::Attach {
            connection: connection(0),
            player: own,
            request: None,
            observing: true,
        });
    }

    /// Requests the events of the hand so far, as a player and as a watcher.
    fn look_back(&mut self, seat: u8) {
        self.request(seat, Ask::HandSoFar);
        let (request, what) = (RequestId(7), Ask::HandSoFar);
        self.on(what.input(OBSERVER, None, request));
    }

    /// Checks that every answer is a prefix of the stored hand. Returns the number of answers.
    fn check_looks_back(&self) -> usize {
        let mut answers = 0;
        for (_, message) in &self.messages {
            let ServerMessage::HandSoFar(told) = message else { continue };
            let kept = self.played.iter().find(|played| played.record.hand == told.hand).unwrap();
            let told: Vec<_> = told.steps.iter().flat_map(|step| &step.events.0).collect();
            let kept: Vec<_> = kept.record.events().take(told.len()).collect();
            assert_eq!(told, kept);
            answers += 1;
        }
        answers
    }

    /// Makes a player declare or push chips, in turn or out of turn.
    fn talk(&mut self, on_turn: u8, legal: &LegalActions, id: u64, dice: &mut Dice) -> u64 {
        let anybody = u8::try_from(dice.below(u64::from(SEATS))).unwrap();
        let early = if dice.below(4) == 0 { Some(anybody) } else { None };
        let talks = (dice.below(2) == 0 && legal.discard.is_none()).then_some(on_turn);
        let seats = early.into_iter().chain(talks);
        let mut action_id = id;
        for seat in seats {
            let gesture = Box::new(some_gesture(legal, dice));
            let (turn, id) = (None, ActionId(action_id));
            self.request(seat, Ask::Gesture { turn, action_id: id, gesture });
            action_id += 1;
        }
        action_id
    }

    /// Makes some players show some of their cards when the hand is over, folded or not.
    fn show_after(&mut self, dice: &mut Dice) {
        for seat in 0..SEATS {
            let own = self.cards_of(seat);
            let count = usize::try_from(dice.below(4)).unwrap().saturating_sub(1);
            let cards = own.into_iter().take(count).collect();
            self.request(seat, Ask::ShowCards { cards });
        }
    }

    /// If players show their own hands, makes some show, some muck, and some ask to see another's.
    fn show(&mut self, dice: &mut Dice) {
        let opened = |event: &TableEvent| {
            matches!(event, TableEvent::ShowdownOpened(_) | TableEvent::AwardHeld(_))
        };
        if !self.events.last().is_some_and(opened) {
            return;
        }
        for seat in 0..SEATS {
            match dice.below(6) {
                0..=2 => self.request(seat, Ask::ShowOrMuck { show: true }),
                3 => self.request(seat, Ask::ShowOrMuck { show: false }),
                4 => {
                    let seat_asked = u8::try_from(dice.below(u64::from(SEATS))).unwrap();
                    self.request(seat, Ask::SeeHand { seat: seat_asked });
                }
                _ => {}
            }
        }
    }

    /// Returns `true` if all-in players must choose the number of boards.
    fn is_asked(&self) -> bool {
        let asked =
            self.events.iter().rposition(|event| matches!(event, TableEvent::RunItOffered(_)));
        let agreed = |event: &TableEvent| matches!(event, TableEvent::RunItAgreed(_));
        asked.is_some_and(|asked| !self.events[asked..].iter().any(agreed))
    }

    fn answer(
        &self,
        seat: u8,
        turn: TurnToken,
        legal: &LegalActions,
        action_id: ActionId,
        dice: &mut Dice,
    ) -> Ask {
        let Some(range) = legal.discard else {
            return Ask::Act { turn, action_id, action: choose(legal, dice) };
        };
        let span = u64::from(range.most - range.least) + 1;
        let count = usize::from(range.least) + usize::try_from(dice.below(span)).unwrap();
        let mut cards = self.cards_of(seat);
        fisher_yates(&mut cards, || dice.next());
        Ask::Discard { turn, action_id, cards: cards.into_iter().take(count).collect() }
    }
}

fn some_gesture(legal: &LegalActions, dice: &mut Dice) -> Gesture {
    let said = |words, amount| Gesture::Say(Said { words, amount, figure: None });
    let word = |words| said(words, None);
    let push = |denomination: u64, count: u8| {
        let chips = [ChipCount { denomination: denomination.into(), count }];
        let (chips, pulled) = (chips.into_iter().collect(), ChipList::new());
        Gesture::Push(Box::new(PushedChips { chips, pulled }))
    };
    match dice.below(12) {
        0 => word(Words::Fold),
        1 => word(Words::Raise),
        2 => word(Words::Pot),
        3 => word(Words::Conditional),
        4 => push(500, 1),
        5 => push(25, 3),
        6 => push(50, 3),
        7 => said(Words::Amount, legal.call),
        8 => said(Words::Raise, legal.wager.map(|wager| wager.min_to)),
        9 => word(Words::Check),
        _ => word(Words::Call),
    }
}

fn choose(legal: &LegalActions, dice: &mut Dice) -> Action {
    let passive = match (legal.check, legal.bring_in) {
        (true, _) => Action::Check,
        (false, Some(_)) => Action::BringIn,
        (false, None) => Action::Call,
    };
    match (dice.below(8), legal.wager, legal.check) {
        (0..=1, _, false) if legal.fold => Action::Fold,
        (6, Some(wager), _) if wager.raise => Action::RaiseTo(wager.max_to),
        (5, Some(wager), _) if wager.raise => Action::RaiseTo(wager.min_to),
        (5..=6, Some(wager), _) => Action::Bet(wager.min_to),
        _ => passive,
    }
}

fn shuffled(played: Played, dice: &mut Dice) -> Decks {
    let mut seed = [0; 32];
    seed.fill_with(|| u8::try_from(dice.below(256)).unwrap());
    Dealer::from_seed(seed).decks(LIBRARY.game(played.0).unwrap())
}

/// Returns the cards that a viewer has seen in their hand or face up. Includes cards that decided
/// something invisible: those of hands still in the showdown at the end.
fn known_to(run: &Run, viewer: ConnectionId) -> CardSet {
    let mut known = CardSet::new();
    for event in &run.events {
        match event {
            TableEvent::BoardDealt(board) => known.extend(&board.cards),
            TableEvent::UpCardsDealt(up) => known.extend(up.cards.iter().map(|up| up.card)),
            TableEvent::HandTabled(tabled) => known.extend(&tabled.cards),
            TableEvent::HandExposed(exposed) => known.extend(&exposed.cards),
            TableEvent::CardsShown(shown) => known.extend(&shown.cards),
            _ => {}
        }
    }
    for (to, message) in &run.messages {
        if let (true, ServerMessage::HoleCards(own)) = (*to == viewer, message) {
            known.extend(&own.cards);
        }
    }
    let folded = folded(run.events.iter());
    for seat in (0..SEATS).filter(|seat| !folded.contains(seat)) {
        known.extend(run.cards_of(seat));
    }
    known
}

fn folded<'a>(events: impl Iterator<Item = &'a TableEvent>) -> BTreeSet<u8> {
    let folded = events.filter_map(|event| match event {
        TableEvent::Acted(acted) if acted.action == Action::Fold => Some(acted.seat),
        _ => None,
    });
    folded.collect()
}

/// Returns the decks with every card unknown to the viewer exchanged for another one.
fn hide(decks: &Decks, known: CardSet, dice: &mut Dice) -> Decks {
    let hidden: Vec<Card> =
        decks.deck.cards().iter().copied().filter(|card| !known.contains(*card)).collect();
    let mut others = hidden.clone();
    fisher_yates(&mut others, || dice.next());
    let exchanged: BTreeMap<Card, Card> = hidden.into_iter().zip(others).collect();
    let exchange = |order: &DeckOrder| {
        let cards = order.cards().iter().map(|card| *exchanged.get(card).unwrap_or(card));
        DeckOrder::new(cards.collect()).unwrap()
    };
    let reshuffles = decks.reshuffles.iter().map(exchange).collect();
    Decks { deck: exchange(&decks.deck), reshuffles }
}

/// Returns the stored hands as the viewer gets them, as a record and in every format. A viewer who
/// was not dealt in reads them as the floor does, since otherwise they would get none.
fn histories(run: &Run, viewer: ConnectionId) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let vault = Arc::new(Vault::in_memory());
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let hands: Vec<_> =
            run.played.iter().filter_map(|played| to_store(&vault, played.clone())).collect();
        store.commit(&[Unit { hands, ..Unit::default() }]).await.unwrap();
        let (journal, _) = Journal::start(Arc::clone(&store), Cashier::default());
        let histories = Histories::new(store, journal, vault, HistorySettings::default());
        let role = if viewer == OBSERVER { Role::Floor } else { Role::Player };
        let account = AccountId(viewer.0 + 1);
        let asks = Viewer { account, role };
        let mut texts = Vec::new();
        for played in &run.played {
            let (table, hand) = (TableId(played.record.table.0), played.record.hand.0);
            let record = histories.read(asks, table, hand, None, 0).await.unwrap();
            let folded = folded(record.events());
            let own = |seat: u8| u64::from(seat) == viewer.0;
            let called = |seat: u8| !folded.contains(&seat);
            let seats: Vec<u8> = record.cards.iter().map(|cards| cards.seat).collect();
            assert!(seats.iter().all(|seat| own(*seat) || called(*seat)), "{seats:?}");
            let has_own = seats.iter().any(|seat| own(*seat));
            assert!(has_own || viewer == OBSERVER, "the own cards: {seats:?}");
            let stranger = Viewer { account: AccountId(99), role: Role::Player };
            assert!(histories.read(stranger, table, hand, None, 0).await.is_err());
            let mut seen = vec![record.clone()];
            seen.extend(histories.latest(asks, &HandFilter::default(), 0, 9).await.unwrap());
            for record in seen {
                texts.push(serde_json::to_string(&record).unwrap());
                let formats = [Format::Phh, Format::Ohh, Format::PokerStars, Format::Text];
                texts.extend(formats.iter().filter_map(|format| format.write(&record).ok()));
            }
            let page = histories.page(asks, &HandFilter::default(), role == Role::Floor, 0).await;
            texts.push(serde_json::to_string(&page.unwrap()).unwrap());
        }
        texts
    })
}

#[test]
fn hidden_cards_change_nothing_a_viewer_is_sent() {
    let (mut showdowns, mut folded_out, mut twice, mut compared) = (0, 0, 0, 0_usize);
    let (mut drawn, mut reshuffled, mut held, mut ruled) = (0, 0, 0, 0);
    let (mut looked_back, mut shown) = (0, 0);
    let everybody: Vec<_> = (0..SEATS).map(connection).chain([OBSERVER]).collect();
    for (at, seeds) in tables() {
        for seed in 0..seeds {
            let mut dice = Dice(seed);
            let decks = shuffled(at.played, &mut dice);
            let mut first = Run::new(at, &everybody);
            first.play(decks.clone(), Dice(seed + 1_000));
            looked_back += first.check_looks_back();
            let count = |is: fn(&TableEvent) -> bool| u32::from(first.events.iter().any(is));
            let tabled = count(|event| matches!(event, TableEvent::HandTabled(_)));
            *(if tabled > 0 { &mut showdowns } else { &mut folded_out }) += 1;
            twice +=
                count(|event| matches!(event, TableEvent::BoardDealt(dealt) if dealt.board == 1));
            held += count(|event| matches!(event, TableEvent::ActionHeld(_)));
            ruled += count(|event| matches!(event, TableEvent::Ruled(_)));
            shown += count(|event| matches!(event, TableEvent::CardsShown(_)));
            drawn += count(|event| matches!(event, TableEvent::Drawn(_)));
            reshuffled += count(|event| matches!(event, TableEvent::Reshuffled(_)));
            for &viewer in &everybody {
                let other = hide(&decks, known_to(&first, viewer), &mut dice);
                assert_ne!(other.deck.cards(), decks.deck.cards());
                let mut second = Run::new(at, &[viewer]);
                second.play(other, Dice(seed + 1_000));
                assert_eq!(
                    first.streams[&viewer], second.streams[&viewer],
                    "{at:?}, seed {seed}: {viewer:?} could tell two decks apart"
                );
                compared += first.streams[&viewer].len();
                let kept = histories(&first, viewer);
                assert_eq!(
                    kept,
                    histories(&second, viewer),
                    "{at:?}, seed {seed}: {viewer:?} could tell two decks apart in the histories"
                );
                assert!(kept.iter().any(|text| text.contains("HandStarted")), "it is kept");
            }
        }
    }
    assert!(showdowns > 80 && folded_out > 5, "{showdowns} showdowns, {folded_out} without");
    assert!(twice > 5 && drawn > 30, "{twice} run twice, {drawn} with draws");
    assert!(reshuffled > 2, "{reshuffled} with cards shuffled again");
    assert!(held > 20 && ruled > 40, "{held} with an action out of turn, {ruled} with rulings");
    assert!(compared > 10_000, "{compared} frames");
    assert!(shown > 100, "{shown} with cards shown after the hand");
    assert!(looked_back > 2_000, "{looked_back} hands in progress");
}

#[test]
fn the_comparison_sees_a_card_that_does_matter() {
    for (at, _) in tables() {
        let mut dice = Dice(5);
        let decks = shuffled(at.played, &mut dice);
        let mut first = Run::new(at, &[connection(1)]);
        first.play(decks.clone(), Dice(6));
        // The first card goes to seat 1. If it is exchanged for the last one, seat 1 must notice.
        let mut cards = decks.deck.cards().to_vec();
        let last = cards.len() - 1;
        cards.swap(0, last);
        let other = Decks { deck: DeckOrder::new(cards).unwrap(), ..decks };
        let mut second = Run::new(at, &[connection(1)]);
        second.play(other, Dice(6));
        assert_ne!(first.streams[&connection(1)], second.streams[&connection(1)], "{at:?}");
        let kept = [&first, &second].map(|run| histories(run, connection(1)));
        assert_ne!(kept[0], kept[1], "{at:?}: the own cards are in the histories");
    }
}
