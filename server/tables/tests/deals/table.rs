//! A table in memory whose players take random legal actions, and lend links to its deals.

use cardroom_cards::Card;
use cardroom_deal::{Chain, Opening, RoomKey, Secret, digest, sha256, voucher};
use cardroom_engine::{Decks, Occupancy, TableSetup};
use cardroom_protocol::client::{Act, Discard, RunIt, Sit};
use cardroom_protocol::deal::{DealLevel, DealOpened, Hash32, JoinDeal, LendLink};
use cardroom_protocol::history::RecordedCards;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::{Role, ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, RequestId};
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{Held, Player, SALT_BYTES, SealedDecks, SealedRound, StoredStream, StreamId};
use cardroom_rules::{AnteKind, Chips, Forced, Game, HandNo, Library, Millis, RingTerms, Stakes};
use cardroom_tables::{
    After, CoreInput, DealTerms, OpenSeeds, Outputs, PlayedHand, ProvenHand, TableCore,
    TableDescription,
};
use cardroom_tournament::Report;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub(crate) const TABLE: TableId = TableId(7);
const BUY_IN: u64 = 60_000;

/// Returns the shipped games, rotations and rulebooks.
pub(crate) fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config");
    let read = |folder: &str| -> Vec<(String, String)> {
        let files = std::fs::read_dir(root.join(folder)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let named = |path: &std::path::PathBuf| path.file_stem().unwrap().to_str().unwrap().into();
        let text = |path: &std::path::PathBuf| std::fs::read_to_string(path).unwrap();
        files.iter().map(|path| (named(path), text(path))).collect()
    };
    let (games, books) = (read("games"), read("rulebooks"));
    let pairs = |files: &'static [(String, String)]| {
        files.iter().map(|(id, text)| (id.as_str(), text.as_str()))
    };
    let (games, books): (&'static [_], &'static [_]) = (games.leak(), books.leak());
    Library::parse(pairs(games), pairs(books)).unwrap()
}

/// Returns stakes that a game can be played for.
fn stakes(game: &Game, base: Stakes) -> Stakes {
    let base = Stakes { betting: game.betting[0], ..base };
    match game.forced {
        Forced::Blinds => base,
        Forced::BringIn => Stakes {
            small_blind: Chips::ZERO,
            bring_in: Chips(30),
            ante: Chips(10),
            ante_kind: AnteKind::Each,
            ..base
        },
    }
}

/// Returns a setup of a game under a rulebook, with these changes to its terms.
pub(crate) fn setup(
    library: &Library,
    game: &str,
    book: &str,
    seats: u8,
    change: impl FnOnce(&mut RingTerms),
) -> TableSetup {
    let base = Stakes::no_limit(50, 100);
    let (plays, switch) = match library.game(game) {
        None => library.plays(game, &base).unwrap(),
        Some(of_game) => library.plays(game, &stakes(of_game, base)).unwrap(),
    };
    let mut ring = RingTerms::bare(Chips(1_000), Chips(1_000_000));
    change(&mut ring);
    TableSetup {
        plays,
        switch,
        rulebook: Arc::clone(library.rulebook(book).unwrap()),
        ring: Arc::new(ring),
        seats,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

/// A source of choices.
#[derive(Debug)]
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(crate) fn secret(&mut self) -> Secret {
        self.below(2);
        Secret::new(sha256(&self.0.to_be_bytes()))
    }
}

/// A client at the table.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) account: AccountId,
    /// The chain, and the index of its next link, of a client that contributes.
    pub(crate) chain: Option<(Chain, u32)>,
    /// Whether it answers openings.
    pub(crate) answers: bool,
    pub(crate) heard: Vec<ServerMessage>,
    own: Vec<Card>,
    turn: Option<YourTurn>,
    actions: u64,
}

/// A verifiable table in memory.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) core: TableCore,
    pub(crate) now: Millis,
    pub(crate) choices: Choices,
    /// Whether players bet nothing, so that none is out of chips.
    pub(crate) is_calm: bool,
    pub(crate) clients: BTreeMap<ConnectionId, Client>,
    pub(crate) played: Vec<PlayedHand>,
    /// The streams of the table and of its rounds.
    pub(crate) streams: (StoredStream, StoredStream),
    /// The decks of the last hand, which a room seals beside it.
    dealt: Option<(HandNo, Decks)>,
    /// The reports for the director of its tournament.
    pub(crate) reports: Vec<Report>,
    /// The messages to connections that are no client's, such as an operator's.
    pub(crate) heard_by_others: Vec<ServerMessage>,
    /// The rounds that ended, for the log of the room.
    pub(crate) sealed: Vec<SealedRound>,
}

/// The key of the room.
pub(crate) fn key() -> RoomKey {
    RoomKey::new(&Secret::new([3; 32]))
}

/// Returns terms that do not seal the seeds.
pub(crate) fn terms(packs: u8) -> DealTerms {
    let unseal: OpenSeeds = Arc::new(|_, sealed| Some(sealed.to_vec()));
    DealTerms {
        key: key(),
        origin: "cards.example".into(),
        packs,
        window: Millis(3_000),
        lead: Millis(1_000),
        lapses: 3,
        lapse_hands: 100,
        unseal,
    }
}

impl Table {
    pub(crate) fn open(setup: &TableSetup, packs: u8, seed: u64) -> Self {
        Self::described(TableDescription::of_bots("Sirius"), setup, packs, seed)
    }

    pub(crate) fn described(
        description: TableDescription,
        setup: &TableSetup,
        packs: u8,
        seed: u64,
    ) -> Self {
        let empty = StoredStream::default();
        let core = TableCore::open(TABLE, description, Some(setup), &empty).unwrap();
        Self {
            core: core.verifiable(terms(packs), &empty).unwrap(),
            dealt: None,
            reports: Vec::new(),
            heard_by_others: Vec::new(),
            now: Millis(1_000_000),
            choices: Choices(seed),
            is_calm: false,
            clients: BTreeMap::new(),
            played: Vec::new(),
            streams: (StoredStream::default(), StoredStream::default()),
            sealed: Vec::new(),
        }
    }

    fn player(account: AccountId) -> Player {
        let (role, look, tenure) = (Role::Player, Look::of(account), Tenure::ALWAYS);
        let name = format!("P{}", account.0).as_str().into();
        Player { account, name, bot: true, role, staff: false, look, tenure }
    }

    /// Opens the table again from its streams, in a process that can unseal its decks.
    pub(crate) fn restart(&mut self, description: TableDescription, packs: u8) {
        let setup = self.core.table().setup().clone();
        let (of_table, of_rounds) = &self.streams;
        let dealt = self.dealt.clone();
        let unseal = move |hand: HandNo, _: &SealedDecks| {
            dealt.clone().filter(|(dealt, _)| *dealt == hand).map(|(_, decks)| decks)
        };
        let core = TableCore::open_with(TABLE, description, Some(&setup), of_table, Some(&unseal))
            .unwrap();
        self.core = core.verifiable(terms(packs), of_rounds).unwrap();
        for client in self.clients.values_mut() {
            (client.chain, client.turn) = (None, None);
        }
        self.on(CoreInput::Recover { setup: Some(setup) });
        for connection in self.clients.keys().copied().collect::<Vec<_>>() {
            self.attach(connection);
        }
    }

    /// Folds the table again from its streams, after a step that could not be stored.
    pub(crate) fn refold(&mut self) {
        let (of_table, of_rounds) = &self.streams;
        let outputs = self.core.refold(self.now, of_table).unwrap();
        self.core.refold_rounds(of_rounds).unwrap();
        self.deliver(outputs);
    }

    /// Takes a request of a client, in a step that cannot be stored.
    pub(crate) fn request_in_vain(&mut self, connection: ConnectionId, request: TableRequest) {
        let player = Some(Self::player(self.clients[&connection].account));
        let (request, hold, drawn) = (Box::new(request), None, Vec::new());
        self.core.on(self.now, CoreInput::Request { connection, player, request, hold, drawn });
        self.refold();
    }

    /// Lets a client watch the table.
    pub(crate) fn attach(&mut self, connection: ConnectionId) {
        let player = Some(Self::player(self.clients[&connection].account));
        self.on(CoreInput::Attach { connection, player, request: None, observing: true });
    }

    /// Adds a client that has no seat. The connection has the number of the account.
    pub(crate) fn add_client(&mut self) -> ConnectionId {
        let number = self.clients.len() as u64 + 1;
        let (connection, account) = (ConnectionId(number), AccountId(number));
        let client = Client {
            account,
            chain: None,
            answers: true,
            heard: Vec::new(),
            own: Vec::new(),
            turn: None,
            actions: 0,
        };
        self.clients.insert(connection, client);
        connection
    }

    /// Seats the next player.
    pub(crate) fn sit(&mut self) -> ConnectionId {
        let connection = self.add_client();
        let account = self.clients[&connection].account;
        let sit = Sit {
            request: RequestId(0),
            table: TABLE.0.into(),
            seat: None,
            buy_in: BUY_IN.into(),
            wait_for_big_blind: false,
        };
        let hold = Some(Held { account, amount: Chips(BUY_IN) });
        self.request(connection, TableRequest::Sit(sit), hold);
        connection
    }

    /// Lets a client contribute with a new chain.
    pub(crate) fn join(&mut self, connection: ConnectionId, level: DealLevel) {
        let chain = Chain::new(self.choices.secret(), 512).unwrap();
        let anchor = Some(Hash32(*chain.anchor()));
        self.clients.get_mut(&connection).unwrap().chain = Some((chain, 1));
        let join = JoinDeal { request: RequestId(5), table: TABLE.0.into(), level, anchor };
        self.request(connection, TableRequest::JoinDeal(join), None);
    }

    pub(crate) fn request(
        &mut self,
        connection: ConnectionId,
        request: TableRequest,
        hold: Option<Held>,
    ) {
        let player = Some(Self::player(self.clients[&connection].account));
        let request = Box::new(request);
        let drawn = Vec::new();
        self.on(CoreInput::Request { connection, player, request, hold, drawn });
    }

    pub(crate) fn on(&mut self, input: CoreInput) {
        let outputs = self.core.on(self.now, input);
        self.deliver(outputs);
    }

    fn deliver(&mut self, mut outputs: Outputs) {
        self.streams.0.follow(StreamId::Table(TABLE), &outputs.unit);
        self.streams.1.follow(StreamId::Deal(TABLE), &outputs.unit);
        self.sealed.append(&mut outputs.unit.sealed);
        self.played.extend(outputs.played.take().map(|played| *played));
        self.reports.extend(outputs.after.drain(..).filter_map(|after| match after {
            After::Report(report) => Some(report),
            _ => None,
        }));
        for step in &outputs.steps {
            for client in self.clients.values_mut() {
                if step.events.0.iter().any(|event| matches!(event, TableEvent::Turn(_))) {
                    client.turn = None;
                }
                client.heard.push(step.clone().into());
            }
        }
        for (to, message) in outputs.private {
            let Some(client) = self.clients.get_mut(&to) else {
                self.heard_by_others.push(message);
                continue;
            };
            match &message {
                ServerMessage::YourTurn(turn) => client.turn = Some(turn.clone()),
                ServerMessage::HoleCards(cards) => client.own = cards.cards.clone(),
                _ => {}
            }
            client.heard.push(message.clone());
            if let ServerMessage::DealOpened(opened) = message {
                self.answer(to, &opened);
            }
        }
    }

    /// Lends the link that an opening asks a client for.
    pub(crate) fn answer(&mut self, connection: ConnectionId, opened: &DealOpened) {
        let seat = self.core.seat_at(connection);
        let client = self.clients.get_mut(&connection).unwrap();
        let opening = Opening::parse(&opened.opening.0).unwrap();
        let entry = opening.roster.iter().find(|entry| Some(entry.seat) == seat.map(|seat| seat.0));
        let (Some(entry), Some((chain, index))) = (entry, &mut client.chain) else { return };
        if !client.answers
            || entry.index != *index
            || entry.below != *chain.link(*index - 1).unwrap()
        {
            return;
        }
        let digest = digest(&opened.opening.0);
        let link = LendLink {
            table: TABLE.0.into(),
            opening: Hash32(digest),
            link: Hash32(*chain.link(*index).unwrap()),
            ack: Hash32(voucher(chain.link(*index + 1).unwrap(), &digest)),
        };
        *index += 1;
        let account = client.account;
        self.on(CoreInput::Lend { connection, account, link });
    }

    /// Returns `true` between an opening and the start of its hand.
    pub(crate) fn is_frozen(&self) -> bool {
        self.core.rounds().is_some_and(|rounds| rounds.is_frozen())
    }

    /// Lets the table go on by one step: an action, decks, packs, or time. Returns `false` if
    /// nothing is left to wait for.
    pub(crate) fn go_on(&mut self) -> bool {
        if let Some(connection) = self.asked() {
            self.act(connection);
            return true;
        }
        if let Some(wanted) = self.core.wants_packs(self.now) {
            let seeds: Vec<_> = (0..wanted.packs).map(|_| self.choices.secret()).collect();
            let sealed = seeds.iter().flat_map(|seed| *seed.open()).collect();
            self.on(CoreInput::Packs { seeds, sealed });
        } else if self.core.wants_deck(self.now).is_some() {
            let (decks, draw) = self.core.rounds().unwrap().decks().unwrap();
            self.dealt = Some((HandNo(self.core.table().last_hand().0 + 1), decks.clone()));
            let sealed = Some(SealedDecks { key: 1, salt: [0; SALT_BYTES], sealed: Vec::new() });
            self.on(CoreInput::Deck { decks, sealed, draw });
        } else {
            let Some(at) = self.core.deadline() else { return false };
            assert!(at > self.now || !self.is_frozen(), "the table waits for its own past");
            self.now = at.max(self.now);
            let is_due = self.core.wants_packs(self.now).is_none()
                && self.core.wants_deck(self.now).is_none();
            if is_due {
                self.on(CoreInput::Tick);
            }
        }
        true
    }

    fn asked(&self) -> Option<ConnectionId> {
        let on_turn = self.core.table().turn()?.0;
        let mut clients = self.clients.iter();
        let is_asked = |connection: ConnectionId| self.core.seat_at(connection) == Some(on_turn);
        clients.find(|(to, client)| is_asked(**to) && client.turn.is_some()).map(|(to, _)| *to)
    }

    fn act(&mut self, connection: ConnectionId) {
        let client = self.clients.get_mut(&connection).unwrap();
        let YourTurn { turn, legal, .. } = client.turn.take().unwrap();
        client.actions += 1;
        let (table, action_id) = (TABLE.0.into(), ActionId(client.actions));
        let choices = &mut self.choices;
        let action = if let Some(range) = legal.discard {
            let most = usize::from(range.most).min(client.own.len());
            let least = usize::from(range.least);
            let count = least + choices.below(most - least + 1);
            let mut cards = client.own.clone();
            while cards.len() > count {
                cards.remove(choices.below(cards.len()));
            }
            let cards = cards.into_iter().collect();
            TableAction::Discard(Discard { table, turn, action_id, cards })
        } else {
            let wagers = !self.is_calm && choices.below(4) == 0;
            let wager = legal.wager.filter(|_| wagers).map(|wager| {
                let to = if choices.below(3) == 0 { wager.max_to } else { wager.min_to };
                if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
            });
            let passive = match (legal.bring_in, legal.check, legal.call) {
                (Some(_), ..) => Action::BringIn,
                (_, true, _) => Action::Check,
                (_, _, Some(_)) if choices.below(6) > 0 => Action::Call,
                _ => Action::Fold,
            };
            TableAction::Act(Act { table, turn, action_id, action: wager.unwrap_or(passive) })
        };
        let player = Self::player(client.account);
        self.on(CoreInput::Act { connection, player, action });
        self.answer_offers();
    }

    /// Agrees to run a hand on several boards, and shows all hands.
    fn answer_offers(&mut self) {
        let Some(client) = self.clients.values().next() else { return };
        let is_offered = client.heard.last().is_some_and(|message| match message {
            ServerMessage::Step(step) => {
                step.events.0.iter().any(|event| matches!(event, TableEvent::RunItOffered(_)))
            }
            _ => false,
        });
        if is_offered {
            for connection in self.clients.keys().copied().collect::<Vec<_>>() {
                let run = RunIt { request: RequestId(1), table: TABLE.0.into(), boards: 2 };
                self.request(connection, TableRequest::RunIt(run), None);
            }
        }
    }

    /// Plays until this many hands are over, or too few players have chips.
    pub(crate) fn play(&mut self, hands: usize) {
        let until = self.played.len() + hands;
        for _ in 0..20_000 {
            if self.played.len() >= until || !self.go_on() {
                return;
            }
        }
        panic!("no hand ends");
    }

    /// Returns a hand as a room stores it.
    pub(crate) fn stored(played: &PlayedHand) -> ProvenHand {
        let shown = cardroom_protocol::history::HandShown {
            request: RequestId(0),
            record: Box::new(played.record.clone()),
        };
        let deal = played.deal.clone().unwrap();
        let cards: Vec<RecordedCards> = played.cards.clone();
        let messages = std::iter::once(shown.into()).chain(deal.messages).collect();
        ProvenHand { messages, cards, seed: deal.seed, logged: BTreeMap::new() }
    }
}
