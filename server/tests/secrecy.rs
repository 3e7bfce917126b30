//! No viewer's stream contains a card it may not see: the same hand is run again with every card
//! that stays hidden from a viewer in another place, and that viewer must get the same bytes.
//!
//! Six players and an observer, whole hands to the showdown, both encodings.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod support;

use cardroom::cashier::Cashier;
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::store::StoredStream;
use cardroom::table::handle::Player;
use cardroom::table::{HostInput, Outputs, TableDescription, TableHost, TableRequest};
use cardroom_cards::{Card, CardSet, DeckOrder, fisher_yates};
use cardroom_engine::Decks;
use cardroom_protocol::codec::Frame;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, LegalActions, TableEvent};
use cardroom_protocol::{ActionId, Encoding, RequestId, TurnToken};
use cardroom_rules::{Chips, Millis};
use std::collections::BTreeMap;
use support::hold_em_table;

const SEATS: u8 = 6;
const OBSERVER: ConnectionId = ConnectionId(99);

/// A small generator, so that a failing case is its seed.
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

fn player(seat: u8) -> Player {
    let account = AccountId(u64::from(seat) + 1);
    Player { account, name: format!("player {seat}").into(), bot: false }
}

fn connection(seat: u8) -> ConnectionId {
    ConnectionId(u64::from(seat))
}

/// What everybody was sent, in the order of sending.
type Streams = BTreeMap<ConnectionId, Vec<Vec<u8>>>;

struct Run {
    host: TableHost,
    now: Millis,
    streams: Streams,
    messages: Vec<(ConnectionId, ServerMessage)>,
    events: Vec<TableEvent>,
}

impl Run {
    fn new() -> Self {
        let name = "Secrets".to_owned();
        let description = TableDescription { name, bots_allowed: true, rotation: None };
        let setup = hold_em_table(|_| ());
        let host = TableHost::open(TableId(1), description, Some(&setup), &StoredStream::default())
            .unwrap();
        let mut run = Self {
            host,
            now: Millis(1_000_000),
            streams: Streams::new(),
            messages: Vec::new(),
            events: Vec::new(),
        };
        run.on(HostInput::Recover { setup: Some(setup) });
        run.on(HostInput::Attach { connection: OBSERVER, player: None, request: None });
        let cashier = Cashier::load((0..SEATS).map(|seat| (player(seat).account, Chips(50_000))));
        for seat in 0..SEATS {
            let hold =
                cashier.hold(player(seat).account, Chips(1_000 + 700 * u64::from(seat))).unwrap();
            run.request(
                seat,
                TableRequest::Sit { seat: Some(seat), hold, wait_for_big_blind: false },
            );
        }
        run
    }

    fn request(&mut self, seat: u8, what: TableRequest) {
        self.on(HostInput::Request {
            connection: connection(seat),
            player: Some(player(seat)),
            request: RequestId(7),
            what,
        });
    }

    fn on(&mut self, input: HostInput) {
        let outputs = self.host.on(self.now, input);
        for encoding in Encoding::ALL {
            self.deliver(&outputs, encoding);
        }
        if let Some(step) = &outputs.step {
            self.events.extend(step.events.0.iter().cloned());
        }
        self.messages.extend(outputs.private);
    }

    /// What the actor does: one frame for each viewer, the shared part first.
    fn deliver(&mut self, outputs: &Outputs, encoding: Encoding) {
        let audience: Vec<ConnectionId> = self.host.audience().collect();
        let everybody = (0..SEATS).map(connection).chain([OBSERVER]);
        for to in everybody {
            let mut frame = Frame::new(encoding);
            if let Some(step) = outputs.step.as_ref().filter(|_| audience.contains(&to)) {
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
        let (seat, turn, _) = self.host.table().turn()?;
        let own = self.messages.iter().rev().find_map(|(to, message)| match message {
            ServerMessage::YourTurn(turn) if *to == connection(seat.0) => Some(turn.clone()),
            _ => None,
        })?;
        assert_eq!(own.turn.0, turn.0, "who has the turn was told so");
        Some((seat.0, own.turn, own.legal))
    }

    /// Plays one hand with this deck. What players do depends on the dice and on what is legal.
    fn play(&mut self, deck: DeckOrder, mut dice: Dice) {
        self.now = self.now + Millis(100);
        let decks = Decks { deck, reshuffles: Vec::new() };
        self.on(HostInput::Deck { decks, draw: 0 });
        let mut action_id = 1;
        while self.host.table().hand_in_progress().is_some() {
            self.now = self.now + Millis(10);
            match self.turn() {
                Some((seat, turn, legal)) => {
                    let action = choose(&legal, &mut dice);
                    self.request(
                        seat,
                        TableRequest::Act { turn, action_id: ActionId(action_id), action },
                    );
                    action_id += 1;
                }
                None => {
                    self.now = self.now.max(self.host.deadline().unwrap());
                    self.on(HostInput::Tick);
                }
            }
        }
        // Somebody comes late and looks, and somebody reconnects.
        self.on(HostInput::Attach { connection: OBSERVER, player: None, request: None });
        let own = Some(player(0));
        self.on(HostInput::Attach { connection: connection(0), player: own, request: None });
    }
}

fn choose(legal: &LegalActions, dice: &mut Dice) -> Action {
    match (dice.below(8), legal.wager, legal.check) {
        (0..=1, _, false) => Action::Fold,
        (6, Some(wager), _) if wager.raise => Action::RaiseTo(wager.max_to),
        (5, Some(wager), _) if wager.raise => Action::RaiseTo(wager.min_to),
        (5..=6, Some(wager), _) => Action::Bet(wager.min_to),
        (_, _, true) => Action::Check,
        _ => Action::Call,
    }
}

fn shuffled(dice: &mut Dice) -> DeckOrder {
    let mut cards: Vec<Card> = CardSet::full52().iter().collect();
    fisher_yates(&mut cards, || dice.next());
    DeckOrder::new(cards).unwrap()
}

/// The deck with every card that cannot matter to the viewer in another place: cards of others
/// who folded, burned cards, and what was never dealt.
fn hide(
    deck: &DeckOrder,
    viewer: ConnectionId,
    events: &[TableEvent],
    dice: &mut Dice,
) -> DeckOrder {
    // The button is in seat 0: cards go to seats 1 to 5 and 0, twice around.
    let places_of = |seat: u8| {
        let first = usize::from((seat + SEATS - 1) % SEATS);
        [first, first + usize::from(SEATS)]
    };
    let folded = events.iter().filter_map(|event| match event {
        TableEvent::Acted(acted) if acted.action == Action::Fold => Some(acted.seat),
        _ => None,
    });
    let mut hidden: Vec<usize> =
        folded.filter(|seat| connection(*seat) != viewer).flat_map(places_of).collect();
    let dealt: usize = events
        .iter()
        .map(|event| match event {
            TableEvent::BoardDealt(board) => board.cards.len(),
            _ => 0,
        })
        .sum();
    let board_places = [13, 14, 15, 17, 19];
    let public: Vec<usize> = board_places.into_iter().take(dealt).collect();
    hidden.extend((12..52).filter(|place| !public.contains(place)));
    let mut cards = deck.cards().to_vec();
    let mut moved: Vec<Card> = hidden.iter().map(|place| cards[*place]).collect();
    fisher_yates(&mut moved, || dice.next());
    for (place, card) in hidden.into_iter().zip(moved) {
        cards[place] = card;
    }
    DeckOrder::new(cards).unwrap()
}

#[test]
fn hidden_cards_change_nothing_a_viewer_is_sent() {
    let (mut showdowns, mut folded_out, mut compared) = (0, 0, 0_usize);
    for seed in 0..120 {
        let mut dice = Dice(seed);
        let deck = shuffled(&mut dice);
        let mut first = Run::new();
        first.play(deck.clone(), Dice(seed + 1_000));
        let tabled = first.events.iter().any(|event| matches!(event, TableEvent::HandTabled(_)));
        *(if tabled { &mut showdowns } else { &mut folded_out }) += 1;
        for viewer in (0..SEATS).map(connection).chain([OBSERVER]) {
            let other = hide(&deck, viewer, &first.events, &mut dice);
            assert_ne!(other.cards(), deck.cards());
            let mut second = Run::new();
            second.play(other, Dice(seed + 1_000));
            assert_eq!(
                first.streams[&viewer], second.streams[&viewer],
                "seed {seed}: connection {viewer:?} could tell two decks apart"
            );
            compared += first.streams[&viewer].len();
        }
    }
    assert!(showdowns > 50 && folded_out > 5, "{showdowns} showdowns, {folded_out} without");
    assert!(compared > 8_000, "{compared} frames");
}

#[test]
fn the_comparison_sees_a_card_that_does_matter() {
    let mut dice = Dice(5);
    let deck = shuffled(&mut dice);
    let mut first = Run::new();
    first.play(deck.clone(), Dice(6));
    // The first card goes to seat 1: exchanged for one of the stub, seat 1 must notice.
    let mut cards = deck.cards().to_vec();
    cards.swap(0, 51);
    let mut second = Run::new();
    second.play(DeckOrder::new(cards).unwrap(), Dice(6));
    assert_ne!(first.streams[&connection(1)], second.streams[&connection(1)]);
}
