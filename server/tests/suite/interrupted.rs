//! A hand that was interrupted by the end of the process continues with the same deck, the same
//! cards and a fresh clock. Until then, the files on disk reveal no card without the room's key.
mod key_ring;

use crate::support;
use crate::support::ordinary::{self, player};

use crate::support::asking::Ask;
use cardroom::cashier::Cashier;
use cardroom::entropy::Dealer;
use cardroom::ids::{ConnectionId, TableId};
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, StreamId, Transfer, Unit};
use cardroom::table::{CoreInput, Outputs, TableCore};
use cardroom::vault::Vault;
use cardroom_cards::Card;
use cardroom_engine::{Decks, Legal, TableSetup, Viewer, Wager};
use cardroom_protocol::history::{RecordedCards, RecordedSeat};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, ErrorCode, RequestId, TurnToken};
use cardroom_rules::{Chips, HandNo, Millis, SeatNo};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use support::{Sqlite, hold_em_table};

const TABLE: TableId = TableId(1);
const SEATS: u8 = 3;

fn setup() -> TableSetup {
    hold_em_table(|ring| ring.run_out_ms = Millis(500))
}

/// A table on a real store, without a runtime around it.
struct Room {
    /// The file of the store, if it has one.
    sqlite: Option<Sqlite>,
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    core: TableCore,
    dealer: Dealer,
    /// Every deck that was used.
    dealt: Vec<Decks>,
    now: Millis,
    actions: u64,
    last: Outputs,
}

async fn open_host(store: &dyn Store, vault: &Vault) -> TableCore {
    let stream = store.load_stream(StreamId::Table(TABLE)).await.unwrap();
    let description = ordinary::table("Interrupted");
    let setup = setup();
    let unseal = vault.opens_decks_of(TABLE);
    let mut core =
        TableCore::open_with(TABLE, description, Some(&setup), &stream, Some(&unseal)).unwrap();
    for stranger in core.strangers() {
        core.introduce(player(u8::try_from(stranger.0 - 1).unwrap()));
    }
    core
}

impl Room {
    async fn new(seed: u8) -> Self {
        let sqlite = Sqlite::new();
        let store = Arc::new(sqlite.open().await);
        let room = Self::opened_on(store, Arc::new(Vault::in_memory()), seed).await;
        Self { sqlite: Some(sqlite), ..room }
    }

    async fn opened_on(store: Arc<dyn Store>, vault: Arc<Vault>, seed: u8) -> Self {
        let grants = (0..SEATS).map(|seat| Transfer {
            id: format!("signup:{seat}"),
            from: LedgerAccount::Bank,
            to: LedgerAccount::Wallet(player(seat).account),
            amount: Chips(50_000),
            at_ms: 1,
        });
        let unit = Unit { transfers: grants.collect(), ..Unit::default() };
        store.commit(&[unit]).await.unwrap();
        let core = open_host(store.as_ref(), &vault).await;
        let dealer = Dealer::from_seed([seed; 32]);
        let (now, last) = (Millis(1_000_000), Outputs::default());
        let (sqlite, dealt) = (None, Vec::new());
        let mut room = Self { sqlite, store, vault, core, dealer, dealt, now, actions: 0, last };
        room.on(CoreInput::Recover { setup: Some(setup()) }).await;
        let cashier = Cashier::load((0..SEATS).map(|seat| (player(seat).account, Chips(50_000))));
        for seat in 0..SEATS {
            let chips = Chips(2_000 + 1_500 * u64::from(seat));
            let hold = cashier.purse(player(seat).account).unwrap().hold(chips).unwrap();
            room.ask(seat, Ask::Sit { seat: Some(seat), hold, wait_for_big_blind: false }).await;
        }
        room
    }

    async fn on(&mut self, input: CoreInput) {
        self.last = self.core.on(self.now, input);
        let unit = self.last.unit.clone();
        self.store.commit(&[unit]).await.unwrap();
    }

    async fn ask(&mut self, seat: u8, what: Ask) {
        let (connection, player) = (ConnectionId(u64::from(seat)), Some(player(seat)));
        self.on(what.input(connection, player, RequestId(1))).await;
    }

    async fn deal(&mut self) {
        self.now = self.now + Millis(10_000);
        let decks = self.dealer.decks(self.core.wants_deck(self.now).expect("a hand is wanted"));
        let hand = HandNo(self.core.table().last_hand().0 + 1);
        let sealed = Some(self.vault.seal(TABLE, hand, &decks));
        self.dealt.push(decks.clone());
        self.on(CoreInput::Deck { decks, sealed, draw: 0 }).await;
    }

    /// Performs one action or one wait. It is the same in the same situation.
    async fn step(&mut self) {
        self.now = self.now + Millis(10);
        match self.core.table().turn() {
            Some((seat, turn, legal)) => {
                let action = choose(&legal, turn.0);
                self.actions += 1;
                let (turn, action_id) = (TurnToken(turn.0), ActionId(self.actions));
                self.ask(seat.0, Ask::Act { turn, action_id, action }).await;
                let accepted = self
                    .last
                    .private
                    .iter()
                    .any(|(_, message)| matches!(message, ServerMessage::ActionAccepted(_)));
                assert!(accepted, "{:?}", self.last.private);
            }
            None => {
                self.now = self.now.max(self.core.deadline().unwrap());
                self.on(CoreInput::Tick).await;
            }
        }
    }

    fn plays(&self) -> bool {
        self.core.table().hand_in_progress().is_some()
    }

    /// Simulates the end of the process. Another one opens the same store seconds later.
    async fn restart(&mut self, setup: Option<TableSetup>) {
        self.core = open_host(self.store.as_ref(), &self.vault).await;
        self.now = self.now + Millis(4_000);
        self.on(CoreInput::Recover { setup }).await;
    }

    async fn come_back(&mut self) {
        for seat in 0..SEATS {
            let (connection, player) = (ConnectionId(u64::from(seat)), Some(player(seat)));
            let input = CoreInput::Attach { connection, player, request: None, observing: false };
            self.on(input).await;
        }
    }

    fn hole_cards(&self) -> Vec<Vec<Card>> {
        let table = self.core.table();
        let of = |seat| table.hole_cards(Viewer::Seat(SeatNo(seat))).to_vec();
        (0..SEATS).map(of).collect()
    }

    /// Returns the stored record of the last hand: its events without times, and all cards.
    fn kept(&self) -> (Vec<TableEvent>, Vec<RecordedCards>, Vec<RecordedSeat>) {
        let played = self.last.played.as_ref().expect("a hand has ended");
        let of_time = |event: &&TableEvent| matches!(event, TableEvent::Turn(_));
        let events = played.record.events().filter(|event| !of_time(event)).cloned();
        (events.collect(), played.cards.clone(), played.record.seats.clone())
    }

    fn stacks(&self) -> Vec<Option<Chips>> {
        (0..SEATS).map(|seat| self.core.table().stack(SeatNo(seat))).collect()
    }
}

/// Raises at times, folds seldom, otherwise calls, for hands of every length.
fn choose(legal: &Legal, turn: u64) -> Action {
    let to = |wager: Wager, to: Chips| {
        let to = cardroom_protocol::Chips(to.0);
        if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
    };
    match (turn % 7, legal.wager) {
        (0 | 4, Some(wager)) => to(wager, wager.min_to),
        (6, Some(wager)) if !legal.check => to(wager, wager.all_in_to),
        _ if legal.check => Action::Check,
        _ if legal.call.is_some() => Action::Call,
        _ => Action::Fold,
    }
}

#[tokio::test]
async fn a_hand_that_was_interrupted_anywhere_ends_as_it_would_have() {
    let mut hands = 0;
    for seed in 0..5 {
        // How the hands end without an interruption.
        let mut room = Room::new(seed).await;
        let (mut steps, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            // Until one of them has everything.
            if room.stacks().iter().flatten().filter(|stack| !stack.is_zero()).count() < 2 {
                break;
            }
            room.deal().await;
            let mut count = 0;
            while room.plays() {
                room.step().await;
                count += 1;
            }
            steps.push(count);
            expected.push((room.stacks(), room.kept()));
        }
        hands += expected.len();
        // The same, with a restart before every step of every hand.
        let mut room = Room::new(seed).await;
        for (hand, (stacks, kept)) in expected.into_iter().enumerate() {
            room.deal().await;
            for step in 0..steps[hand] {
                assert!(room.plays(), "seed {seed}, hand {hand}, step {step}");
                let (cards, turn) = (room.hole_cards(), room.core.table().turn());
                assert!(cards.iter().any(|cards| cards.len() == 2));
                room.restart(Some(setup())).await;
                assert_eq!(room.hole_cards(), cards, "the same cards");
                let turn_now = room.core.table().turn();
                assert_eq!(
                    turn_now.map(|(seat, turn, _)| (seat, turn)),
                    turn.map(|(s, t, _)| (s, t))
                );
                let deadline = room.core.deadline().unwrap();
                assert!(deadline >= room.now + Millis(5_000), "everybody has time to come back");
                room.come_back().await;
                assert_eq!(room.core.deadline(), Some(deadline), "coming back resets no clock");
                room.step().await;
            }
            assert!(!room.plays());
            assert_eq!(room.stacks(), stacks, "seed {seed}, hand {hand}");
            assert!(kept.0.len() > 5 && !kept.1.is_empty(), "the hand is told with its cards");
            assert_eq!(room.kept(), kept, "seed {seed}, hand {hand}: it is told as if nothing was");
        }
        assert_eq!(room.store.ledger_audit().await.unwrap(), []);
    }
    assert!(hands > 7, "{hands} hands");
}

#[tokio::test]
async fn a_wall_clock_that_jumps_between_two_lives_costs_nobody_a_seat_or_a_turn() {
    let hours = Millis(2 * 3_600_000);
    for (forward, in_hand) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut room = Room::new(4).await;
        if in_hand {
            room.deal().await;
            room.step().await;
        }
        // A process to which no player returns, and then another one at another time of day.
        room.restart(Some(setup())).await;
        let turn = room.core.table().turn().map(|(seat, turn, _)| (seat, turn));
        room.now =
            if forward { room.now + hours } else { Millis(room.now.0.saturating_sub(hours.0)) };
        room.restart(Some(setup())).await;
        let now = room.core.table().turn().map(|(seat, turn, _)| (seat, turn));
        assert_eq!((now, room.plays()), (turn, in_hand), "forward: {forward}");
        room.on(CoreInput::Tick).await;
        assert!(room.stacks().iter().all(Option::is_some), "forward: {forward}, {in_hand}");
        if let Some(deadline) = room.core.deadline().filter(|_| in_hand) {
            let left = deadline.since(room.now);
            assert!(left >= Millis(5_000) && left <= Millis(120_000), "{left:?} to act");
        }
        room.come_back().await;
        if !in_hand {
            room.deal().await;
        }
        while room.plays() {
            room.step().await;
        }
        assert_eq!(room.stacks().iter().flatten().map(|stack| stack.0).sum::<u64>(), 10_500);
    }
}

#[tokio::test]
async fn without_its_key_or_its_setup_a_hand_is_void_and_players_are_told() {
    let other = || {
        let mut setup = setup();
        let mut ring = (*setup.ring).clone();
        ring.run_out_ms = Millis(900);
        setup.ring = Arc::new(ring);
        setup
    };
    for (lose_key, setup) in [(true, setup()), (false, other())] {
        let mut room = Room::new(7).await;
        let before = room.stacks();
        room.deal().await;
        room.step().await;
        assert_ne!(room.stacks(), before);
        if lose_key {
            room.vault = Arc::new(Vault::in_memory());
        }
        room.restart(Some(setup)).await;
        assert!(!room.plays());
        assert_eq!(room.stacks(), before, "everybody has the chips of the hand's beginning");
        for told in [true, false] {
            let (connection, player) = (ConnectionId(9), Some(player(1)));
            let input = CoreInput::Attach { connection, player, request: None, observing: false };
            room.on(input).await;
            let line = room.last.private.iter().find_map(|(_, message)| match message {
                ServerMessage::ChatLine(line) => Some(line.text.clone()),
                _ => None,
            });
            assert_eq!(line.is_some_and(|line| line.contains("void")), told, "once");
        }
        room.deal().await;
        assert!(room.plays(), "the table goes on");
    }
}

/// This many consecutive cards of a deck, as bytes or as text, are no coincidence.
const RUN: usize = 5;

/// Returns `true` if any file of a directory shows part of a deck's order.
fn shows_cards(directory: &Path, decks: &[Decks]) -> bool {
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let contents: Vec<Vec<u8>> =
        files.filter(|path| path.is_file()).map(|path| std::fs::read(path).unwrap()).collect();
    show_cards(&contents, decks)
}

/// Returns `true` if any of the contents shows part of a deck's order.
fn show_cards(contents: &[Vec<u8>], decks: &[Decks]) -> bool {
    let orders =
        decks.iter().flat_map(|decks| std::iter::once(&decks.deck).chain(&decks.reshuffles));
    let needles = orders.flat_map(|deck| {
        deck.cards().windows(RUN).flat_map(|run| {
            let bytes: Vec<u8> = run.iter().map(|card| card.index()).collect();
            let ids: Vec<String> = run.iter().map(|card| card.index().to_string()).collect();
            let text: Vec<String> = run.iter().map(ToString::to_string).collect();
            let json = format!("\"{}\"", text.join("\",\""));
            [bytes, ids.join(",").into(), text.concat().into(), text.join(" ").into(), json.into()]
        })
    });
    let needles: Vec<Vec<u8>> = needles.collect();
    let beginnings: HashSet<&[u8]> = needles.iter().map(|needle| &needle[..RUN]).collect();
    let shows = |content: &[u8], at: usize| {
        beginnings.contains(&content[at..at + RUN])
            && needles.iter().any(|needle| content[at..].starts_with(needle))
    };
    contents
        .iter()
        .any(|content| (0..content.len().saturating_sub(RUN - 1)).any(|at| shows(content, at)))
}

#[tokio::test]
async fn a_search_of_the_disk_during_play_finds_no_card() {
    let mut room = Room::new(3).await;
    let directory = room.sqlite.as_ref().unwrap().path().parent().unwrap().to_owned();
    let mut searched = 0;
    for _ in 0..3 {
        room.deal().await;
        while room.plays() {
            if room.actions.is_multiple_of(3) {
                let dealt = room.dealt.last().unwrap();
                assert!(!shows_cards(&directory, std::slice::from_ref(dealt)));
                searched += 1;
            }
            room.step().await;
        }
    }
    assert!(searched >= 6, "{searched} searches");
    let wal = directory.join("cardroom.sqlite-wal");
    assert!(std::fs::metadata(wal).unwrap().len() > 10_000, "there was something to search");

    // The search would find them.
    let bytes =
        |decks: &Decks| -> Vec<u8> { decks.deck.cards().iter().map(|card| card.index()).collect() };
    std::fs::write(directory.join("leak"), bytes(&room.dealt[1])).unwrap();
    assert!(shows_cards(&directory, &room.dealt));
    std::fs::remove_file(directory.join("leak")).unwrap();
    let text: String = room.dealt[0].deck.cards()[7..12].iter().map(ToString::to_string).collect();
    std::fs::write(directory.join("leak"), format!("cards={text};")).unwrap();
    assert!(shows_cards(&directory, &room.dealt));
}

/// The events of a hand contain no deck, wherever they are printed.
#[tokio::test]
async fn what_is_printed_of_a_hand_shows_no_deck() {
    let mut room = Room::new(5).await;
    room.deal().await;
    let printed = format!("{:?} {:?} {:?}", room.core, room.last, room.vault);
    let top: Vec<String> =
        room.dealt[0].deck.cards()[..3].iter().map(ToString::to_string).collect();
    assert!(!printed.contains(&top.join(", ")) && !printed.contains(&top.concat()));
}

/// Returns the answer to an action that is sent, or sent again.
async fn answer_to(room: &mut Room, seat: u8, action_id: u64, turn: u64) -> ServerMessage {
    let (turn, action_id) = (TurnToken(turn), ActionId(action_id));
    room.ask(seat, Ask::Act { turn, action_id, action: Action::Check }).await;
    let answers = room.last.private.iter().map(|(_, message)| message);
    let mut answers = answers.filter(|message| {
        matches!(message, ServerMessage::ActionAccepted(_) | ServerMessage::ActionRefused(_))
    });
    answers.next().expect("an action is answered").clone()
}

fn last_action_id(room: &Room, seat: u8) -> ActionId {
    let views = room.last.private.iter().rev();
    let mut views = views.filter_map(|(connection, message)| match message {
        ServerMessage::TableSnapshot(snapshot) if connection.0 == u64::from(seat) => {
            snapshot.view.you.as_ref()
        }
        _ => None,
    });
    views.next().expect("a view").last_action_id
}

#[tokio::test]
async fn an_action_that_is_sent_again_after_a_restart_has_counted_once() {
    let mut room = Room::new(3).await;
    // In the middle of a hand, where the records contain it, and between hands, where a snapshot
    // does.
    for between_hands in [false, true] {
        room.deal().await;
        let (seat, turn, _) = room.core.table().turn().unwrap();
        room.step().await;
        let action_id = room.actions;
        while between_hands && room.plays() {
            room.step().await;
        }
        if between_hands {
            room.on(CoreInput::Drain).await;
        }
        let last = room.actions;
        room.restart(Some(setup())).await;
        let (connection, player) = (ConnectionId(u64::from(seat.0)), Some(player(seat.0)));
        let input = CoreInput::Attach { connection, player, request: None, observing: false };
        room.on(input).await;
        let known = last_action_id(&room, seat.0);
        assert!(known >= ActionId(action_id) && known <= ActionId(last), "{known:?}");

        let (stacks, seq) = (room.stacks(), room.core.table().turn());
        let again = answer_to(&mut room, seat.0, known.0, turn.0).await;
        assert!(matches!(again, ServerMessage::ActionAccepted(_)), "the same answer: {again:?}");
        assert!(room.last.unit.records.is_empty(), "and nothing happened");
        assert_eq!((room.stacks(), room.core.table().turn()), (stacks, seq));
        let before = answer_to(&mut room, seat.0, known.0 - 1, turn.0).await;
        let ServerMessage::ActionRefused(refused) = before else { panic!("{before:?}") };
        assert_eq!(refused.code, ErrorCode::StaleActionId);
        room.come_back().await;
        while room.plays() {
            room.step().await;
        }
    }
}

/// All messages of one moment, with the number of board cards that were public then.
struct Moment {
    said: String,
    board: usize,
}

impl Room {
    /// Returns the messages just sent, and the views that a watcher, a returning player and the
    /// lobby would get now.
    async fn moment(&mut self) -> Moment {
        let steps = self.last.steps.iter().cloned().map(ServerMessage::from);
        let mut said: Vec<ServerMessage> = steps.collect();
        said.extend(self.last.private.iter().map(|(_, message)| message.clone()));
        let mut board = 0;
        for (connection, player) in [(50, None), (0, Some(player(0)))] {
            let connection = ConnectionId(connection);
            self.on(CoreInput::Detach { connection }).await;
            let input = CoreInput::Attach { connection, player, request: None, observing: true };
            self.on(input).await;
            for (_, message) in &self.last.private {
                if let ServerMessage::TableSnapshot(snapshot) = message {
                    let boards = snapshot.view.hand.as_ref().map(|hand| &hand.boards[0]);
                    board = boards.map_or(board, Vec::len);
                }
                said.push(message.clone());
            }
        }
        let said = cardroom_protocol::Encoding::Json.encode(&said).unwrap();
        let said = String::from_utf8(said.to_vec()).unwrap();
        let lobby = serde_json::to_string(&self.core.info()).unwrap();
        Moment { said: said + &lobby, board }
    }
}

#[tokio::test]
async fn a_run_out_is_public_street_by_street_from_every_side() {
    let mut room = Room::new(11).await;
    room.deal().await;
    let mut moments = Vec::new();
    while let Some((seat, turn, legal)) = room.core.table().turn() {
        let all_in = legal.wager.map(|wager| {
            let to = cardroom_protocol::Chips(wager.all_in_to.0);
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        });
        room.actions += 1;
        let (turn, action_id) = (TurnToken(turn.0), ActionId(room.actions));
        let action = all_in.unwrap_or(Action::Call);
        room.ask(seat.0, Ask::Act { turn, action_id, action }).await;
        moments.push(room.moment().await);
    }
    while room.plays() {
        room.restart(Some(setup())).await;
        room.come_back().await;
        moments.push(room.moment().await);
        room.step().await;
        if room.plays() {
            moments.push(room.moment().await);
        }
    }
    let (events, _, _) = room.kept();
    let board: Vec<Card> = events
        .iter()
        .filter_map(|event| match event {
            TableEvent::BoardDealt(dealt) => Some(dealt.cards.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(board.len(), 5);
    for street in [0, 3, 4] {
        assert!(moments.iter().any(|moment| moment.board == street), "street {street} was seen");
    }
    for moment in &moments {
        for (place, card) in board.iter().enumerate() {
            let shown = moment.said.contains(&format!("\"{card}\""));
            assert!(place < moment.board || !shown, "{card} is shown at {}", moment.board);
            assert!(place >= moment.board || shown, "{card} is public at {}", moment.board);
        }
    }
}
