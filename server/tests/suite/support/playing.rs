//! A table in play, with the views of everyone at it: a refused request must leave them unchanged.
//!
//! All views are requested through the table itself, so that any earlier message of the table would
//! come first. Two equal views with nothing in between mean that nothing happened.

use crate::support::client::{Client, LONG, get, open_room};
use cardroom::config::Config;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{Act, LoginToken, Observe, Sit};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, Decision, TableView};
use cardroom_protocol::{
    ActionId, Chips, Encoding, ErrorCode, RequestId, Secret, TableId, TurnToken,
};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// The buy-in of each player.
pub(crate) const BUY_IN: u64 = 1_000;
pub(crate) const SMALL_BLIND: u64 = 5;
pub(crate) const BIG_BLIND: u64 = 10;
pub(crate) const UNIT: u64 = 5;

const NAMES: [&str; 3] = ["Ann", "Bob", "Cid"];
/// Clocks that never run out during a test.
const SLOW: &str = r#"
extends = "online"
id = "slow"
name = "Slow"
clock.base_ms = 36000000
cite.clock.base_ms = "spec: nobody's time ends"
"#;
/// Clocks that run out while a test waits.
const BRISK: &str = r#"
extends = "tda-2024"
id = "brisk"
name = "Brisk"
clock.base_ms = 2000
cite.clock.base_ms = "spec: a test waits for it"
clock.grace_ms = 0
cite.clock.grace_ms = "spec: a test waits for it"
floor.claim_seconds = 1
cite.floor.claim_seconds = "spec: a test waits for it"
"#;

/// Clocks at a hybrid table are over soon, those of a turn and those that are called.
const HASTY: &str = r#"
extends = "tda-2024"
id = "hasty"
name = "Hasty"
clock.base_ms = 1500
cite.clock.base_ms = "spec: a test waits for it"
clock.grace_ms = 0
cite.clock.grace_ms = "spec: a test waits for it"
called_clock.base_seconds = 1
cite.called_clock.base_seconds = "spec: a test waits for it"
called_clock.count_seconds = 0
cite.called_clock.count_seconds = "spec: a test waits for it"
"#;

/// The wait for an operator at a hybrid table is over soon, and turns last.
const CURT: &str = r#"
extends = "tda-2024"
id = "curt"
name = "Curt"
hybrid.ticket_wait_ms = 300
cite.hybrid.ticket_wait_ms = "spec: a test waits for it"
"#;

/// Players at one table, a visitor and a stranger who watch it, and another table.
pub(crate) struct Play {
    pub(crate) open: OpenRoom,
    pub(crate) table: TableId,
    pub(crate) elsewhere: TableId,
    pub(crate) players: Vec<Player>,
    /// A visitor without a login, and a guest without a seat.
    pub(crate) watchers: [Client; 2],
    /// The last view of each of them, players first.
    pub(crate) views: Vec<TableView>,
}

/// A player with a seat.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) seat: u8,
    pub(crate) token: Secret,
    last_id: u64,
}

/// Opens a room with two tables of unit 5, blinds 5 and 10, and a slow clock.
pub(crate) async fn open_tables(change: impl FnOnce(&mut Config)) -> OpenRoom {
    let rules = tempfile::tempdir().unwrap();
    let books = rules.path().join("rulebooks");
    std::fs::create_dir(&books).unwrap();
    std::fs::write(books.join("slow.toml"), SLOW).unwrap();
    std::fs::write(books.join("brisk.toml"), BRISK).unwrap();
    std::fs::write(books.join("hasty.toml"), HASTY).unwrap();
    std::fs::write(books.join("curt.toml"), CURT).unwrap();
    open_room(|config| {
        config.server.rules_dir = rules.path().to_owned();
        config.limits.messages_per_second = 100_000;
        config.limits.message_burst = 100_000;
        config.limits.logins_per_minute = 1_000;
        config.limits.guests_per_hour = 1_000_000;
        config.limits.guests_per_network_hour = 1_000_000;
        let table = &mut config.tables[0];
        table.copies = 2;
        table.rulebook = "slow".to_owned();
        table.small_blind = cardroom_rules::Chips(SMALL_BLIND);
        table.big_blind = cardroom_rules::Chips(BIG_BLIND);
        table.unit = cardroom_rules::Chips(UNIT);
        table.min_buy_in = cardroom_rules::Chips(200);
        table.max_buy_in = cardroom_rules::Chips(BUY_IN);
        table.between_hands_ms = 10;
        change(config);
    })
    .await
}

pub(crate) fn tables(open: &OpenRoom) -> Vec<TableId> {
    open.room.registry.tables().iter().map(|table| TableId(table.id.0)).collect()
}

impl Play {
    /// Starts a table with a player for each encoding.
    pub(crate) async fn begin(encodings: &[Encoding], change: impl FnOnce(&mut Config)) -> Self {
        let open = open_tables(change).await;
        let (table, elsewhere) = (tables(&open)[0], tables(&open)[1]);
        let mut players = Vec::new();
        for ((name, encoding), seat) in NAMES.into_iter().zip(encodings).zip(0..) {
            let (mut client, logged_in) = Client::guest_in(&open, *encoding, name).await;
            let (request, buy_in) = (RequestId(1), Chips(BUY_IN));
            let seat_wanted = Some(seat);
            let sit = Sit { request, table, seat: seat_wanted, buy_in, wait_for_big_blind: false };
            client.send([sit.into()]).await;
            while !matches!(client.receive().await, ServerMessage::Seated(_)) {}
            let token = logged_in.resume_token.unwrap();
            players.push(Player { client, seat, token, last_id: 0 });
        }
        let visitor = Client::welcome(&open, Encoding::Json).await;
        let (stranger, _) = Client::guest(&open, "Stranger").await;
        let watchers = [visitor, stranger];
        let mut play = Self { open, table, elsewhere, players, watchers, views: Vec::new() };
        play.settle().await;
        play
    }

    pub(crate) fn client(&mut self, who: usize) -> &mut Client {
        let players = self.players.len();
        match self.players.get_mut(who) {
            Some(player) => &mut player.client,
            None => &mut self.watchers[who - players],
        }
    }

    /// Requests all views, ignoring messages before them.
    pub(crate) async fn settle(&mut self) {
        self.ask(false).await;
    }

    /// Requests all views. Each must be the client's next message and contain
    /// no other player's card.
    pub(crate) async fn look(&mut self) {
        self.ask(true).await;
        self.assert_secret();
    }

    async fn ask(&mut self, quiet: bool) {
        let observe = Observe { request: RequestId(0), table: self.table };
        self.views.clear();
        for who in 0..self.players.len() + self.watchers.len() {
            let client = self.client(who);
            client.send([observe.clone().into()]).await;
            let mut view = if quiet {
                *client.observing(0).await
            } else {
                // Logging in and sitting down produce other views.
                let mut last = None;
                loop {
                    match client.receive().await {
                        ServerMessage::TableSnapshot(snapshot) => last = Some(snapshot.view),
                        ServerMessage::Done(done) if done.request == RequestId(0) => break,
                        _ => {}
                    }
                }
                *last.unwrap()
            };
            // Time passes, and a player's own ids grow, even if nothing else changes.
            if let Some(turn) = view.hand.as_mut().and_then(|hand| hand.turn.as_mut()) {
                (turn.time_ms, turn.bank_ms) = (0, 0);
            }
            if let Some(hybrid) = &mut view.hybrid {
                hybrid.ticket.iter_mut().for_each(|ticket| ticket.time_ms = 0);
                hybrid.waiting_ms = hybrid.waiting_ms.map(|_| 0);
                hybrid.clock_ms = hybrid.clock_ms.map(|_| 0);
            }
            if let Some(you) = &mut view.you {
                you.last_action_id = ActionId(0);
            }
            self.views.push(view);
        }
    }

    /// Asserts that no message of this hand contained another player's card, and that each
    /// player saw their own.
    pub(crate) fn assert_secret(&mut self) {
        for owner in 0..self.players.len() {
            let cards = self.views[owner].you.as_ref().map(|you| you.cards.clone());
            for card in cards.unwrap_or_default() {
                let card = format!("\"{card}\"");
                for who in 0..self.players.len() + self.watchers.len() {
                    let seen = self.client(who).transcript.contains(&card);
                    assert_eq!(seen, who == owner, "{who} and {owner}'s {card}");
                }
            }
        }
    }

    /// Plays until a hand begins with everyone in it and nothing but the two blinds posted.
    pub(crate) async fn deal(&mut self) {
        let before = Instant::now();
        loop {
            assert!(before.elapsed() < LONG, "no hand begins");
            self.settle().await;
            match &self.views[0].hand {
                None => tokio::time::sleep(Duration::from_millis(5)).await,
                Some(_) if self.is_fresh() => return self.look().await,
                Some(_) => self.play(Action::Fold).await,
            }
        }
    }

    fn is_fresh(&self) -> bool {
        let view = &self.views[0];
        let parts = || view.seats.iter().filter_map(|seat| seat.in_hand.as_ref());
        let posted: u64 = parts().map(|part| part.bet.0).sum();
        parts().filter(|part| !part.folded).count() == self.players.len()
            && view.hand.as_ref().is_some_and(|hand| hand.street == 0 && hand.pots.is_empty())
            && posted == SMALL_BLIND + BIG_BLIND
    }

    /// Returns the player to act, and the decision.
    pub(crate) fn turn(&self) -> (usize, Decision) {
        let decision = |view: &TableView| view.you.as_ref()?.decision.clone();
        let mut turns = self.views.iter().map(decision).enumerate();
        turns.find_map(|(who, decision)| Some((who, decision?))).expect("somebody is to act")
    }

    /// Returns a player who is not to act.
    pub(crate) fn bystander(&self) -> usize {
        (self.turn().0 + 1) % self.players.len()
    }

    /// Returns an action with an unused id.
    pub(crate) fn act(&mut self, who: usize, turn: TurnToken, action: Action) -> Act {
        Act { table: self.table, turn, action_id: self.new_id(who), action }
    }

    /// Returns an unused action id.
    pub(crate) fn new_id(&mut self, who: usize) -> ActionId {
        match self.players.get_mut(who) {
            Some(player) => {
                player.last_id += 1;
                ActionId(player.last_id)
            }
            None => ActionId(1),
        }
    }

    /// Acts for the player whose turn it is, and updates all views.
    pub(crate) async fn play(&mut self, action: Action) {
        let (who, decision) = self.turn();
        let act = self.act(who, decision.turn, action);
        self.accepted(who, act).await;
        self.settle().await;
    }

    /// Sends an action that must be accepted.
    pub(crate) async fn accepted(&mut self, who: usize, act: Act) {
        let client = self.client(who);
        client.send([act.clone().into()]).await;
        loop {
            match client.receive().await {
                ServerMessage::ActionAccepted(accepted) => {
                    assert_eq!(accepted.action_id, act.action_id);
                    return;
                }
                ServerMessage::ActionRefused(refused) => panic!("{act:?}: {refused:?}"),
                _ => {}
            }
        }
    }

    /// Sends an action that must be refused with this code, and with the legal actions if the
    /// player is to act. No one else may hear of it, and all views must stay the same.
    pub(crate) async fn refused(&mut self, who: usize, act: Act, code: ErrorCode) {
        let before = self.views.clone();
        let decision = before[who].you.as_ref().and_then(|you| you.decision.clone());
        let legal = decision.filter(|_| act.table == self.table).map(|decision| decision.legal);
        let client = self.client(who);
        client.send([act.clone().into()]).await;
        match client.receive().await {
            ServerMessage::ActionRefused(refused) => {
                assert_eq!(refused.code, code, "{act:?}");
                assert_eq!((refused.table, refused.action_id), (act.table, act.action_id));
                assert_eq!(refused.legal, legal, "{act:?}");
                assert!(!refused.message.is_empty());
            }
            other => panic!("{act:?}: {other:?}"),
        }
        self.look().await;
        assert_eq!(self.views, before, "{act:?}");
    }

    /// Sends a frame that must end the player's connection as malformed. The player returns to a
    /// table where only their presence has changed, and changed back.
    pub(crate) async fn malformed(&mut self, who: usize, frame: Message) {
        let before = self.views.clone();
        let name = format!("{frame:?}");
        let again = Client::welcome(&self.open, self.players[who].client.encoding).await;
        let player = &mut self.players[who];
        let mut old = std::mem::replace(&mut player.client, again);
        old.send_raw(frame).await;
        assert_eq!(old.goodbye().await, ErrorCode::Malformed, "{name}");
        let (request, token) = (RequestId(1), player.token.clone());
        player.client.send([LoginToken { request, token }.into()]).await;
        // The table must notice it before the views are requested.
        while !matches!(player.client.receive().await, ServerMessage::TableSnapshot(_)) {}
        self.settle().await;
        for (view, before) in self.views.iter_mut().zip(&before) {
            assert!(view.seq.0 <= before.seq.0 + 2, "{name}: gone and back is all");
            let seq = std::mem::replace(&mut view.seq, before.seq);
            assert_eq!(view, before, "{name}");
            view.seq = seq;
        }
        self.look().await;
    }

    /// Asserts that every chip is where it should be, at the table and in the room's books.
    pub(crate) async fn assert_balanced(&mut self) {
        self.settle().await;
        let view = &self.views[0];
        let bet = |seat: &cardroom_protocol::table::SeatView| {
            seat.in_hand.as_ref().map_or(0, |part| part.bet.0)
        };
        let seats: u64 = view.seats.iter().map(|seat| seat.stack.0 + bet(seat)).sum();
        let pots = view.hand.iter().flat_map(|hand| &hand.pots).map(|pot| pot.amount.0);
        let brought = BUY_IN * self.players.len() as u64;
        assert_eq!(seats + pots.sum::<u64>(), brought);
        assert_eq!(assert_books_balance(&self.open).await, brought);
    }
}

/// Asserts that the room's books balance. Returns the chips on tables.
pub(crate) async fn assert_books_balance(open: &OpenRoom) -> u64 {
    let (status, body) = get(open.admin_address, "/admin/ledger").await;
    assert_eq!(status, 200, "{body}");
    let ledger: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(ledger["balanced"], true, "{body}");
    ledger["tables"].as_u64().unwrap()
}
