//! Two players at the one table of a test. They keep what the room has told them, so that they can
//! compare it with what another machine says.

use super::machine::PATIENCE;
use crate::support::client::{Client, guest};
use cardroom_cards::Card;
use cardroom_protocol::client::{Act, LoginToken, Observe, Sit};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, Decision, TableView};
use cardroom_protocol::{ActionId, Chips, Encoding, ErrorCode, RequestId, Secret, TableId};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{Instant, sleep};

pub(crate) const TABLE: TableId = TableId(1);
const BUY_IN: Chips = Chips(200);
const NAMES: [&str; 2] = ["Ann", "Bob"];

pub(crate) struct Duel {
    pub(crate) players: Vec<Player>,
}

pub(crate) struct Player {
    pub(crate) client: Client,
    token: Secret,
    /// The last action that the room has acknowledged.
    pub(crate) acknowledged: ActionId,
}

/// A hand in progress, with the cards of both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    pub(crate) hand: u64,
    pub(crate) cards: Vec<Vec<Card>>,
    pub(crate) board: Vec<Card>,
    /// Each player's chips behind and in front.
    pub(crate) chips: Vec<(u64, u64)>,
    pub(crate) last_action_ids: Vec<ActionId>,
}

impl Duel {
    /// Seats two guests at the table of a room.
    pub(crate) async fn begin(room: SocketAddr) -> Self {
        let mut players = Vec::new();
        for (name, seat) in NAMES.into_iter().zip(0..) {
            let mut client = Client::welcome_at(room, Encoding::Binary).await;
            client.send([guest(name)]).await;
            let token = loop {
                if let ServerMessage::LoggedIn(logged_in) = client.receive().await {
                    break logged_in.resume_token.expect("a guest comes back by token");
                }
            };
            let (request, seat) = (RequestId(1), Some(seat));
            let sit =
                Sit { request, table: TABLE, seat, buy_in: BUY_IN, wait_for_big_blind: false };
            client.send([sit.into()]).await;
            while !matches!(client.receive().await, ServerMessage::Seated(_)) {}
            players.push(Player { client, token, acknowledged: ActionId(0) });
        }
        Self { players }
    }

    /// Connects both players with another machine. Returns their old connections.
    pub(crate) async fn move_to(&mut self, room: SocketAddr) -> Vec<Client> {
        let mut old = Vec::new();
        for player in &mut self.players {
            let mut client = Client::welcome_at(room, Encoding::Binary).await;
            let began = Instant::now();
            let mut log_in = true;
            loop {
                if std::mem::take(&mut log_in) {
                    let (request, token) = (RequestId(1), player.token.clone());
                    client.send([LoginToken { request, token }.into()]).await;
                }
                match client.receive().await {
                    ServerMessage::LoggedIn(logged_in) => {
                        // A token may be replaced when it is used.
                        if let Some(token) = logged_in.resume_token {
                            player.token = token;
                        }
                        break;
                    }
                    // The room has lost its database, and has not found it again.
                    ServerMessage::Refused(refused) if refused.code == ErrorCode::Internal => {
                        assert!(began.elapsed() < PATIENCE, "{refused:?}");
                        sleep(Duration::from_millis(200)).await;
                        log_in = true;
                    }
                    ServerMessage::Refused(refused) => panic!("{refused:?}"),
                    _ => {}
                }
            }
            old.push(std::mem::replace(&mut player.client, client));
        }
        old
    }

    /// Returns what each player sees of the table now.
    pub(crate) async fn views(&mut self) -> Vec<TableView> {
        let mut views = Vec::new();
        for player in &mut self.players {
            views.push(player.view().await);
        }
        views
    }

    /// Returns the hand in progress; `None` between hands.
    pub(crate) async fn moment(&mut self) -> Option<Moment> {
        let views = self.views().await;
        let hand = views[0].hand.as_ref()?;
        let yours = || views.iter().map(|view| view.you.as_ref().expect("a seat"));
        let chips = views[0].seats.iter().map(|seat| {
            let bet = seat.in_hand.as_ref().map_or(0, |in_hand| in_hand.bet.0);
            (seat.stack.0, bet)
        });
        Some(Moment {
            hand: hand.hand.0,
            cards: yours().map(|you| you.cards.clone()).collect(),
            board: hand.boards[0].clone(),
            chips: chips.collect(),
            last_action_ids: yours().map(|you| you.last_action_id).collect(),
        })
    }

    /// Waits until a hand begins, and returns it.
    pub(crate) async fn dealt(&mut self) -> Moment {
        let began = Instant::now();
        loop {
            if let Some(moment) = self.moment().await.filter(|now| now.cards[0].len() == 2) {
                return moment;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "no hand begins");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Lets the player on turn call or check. Returns who did.
    pub(crate) async fn call(&mut self) -> usize {
        let (who, decision) = self.turn().await;
        let player = &mut self.players[who];
        let action = passive(&decision);
        let action_id = ActionId(player.acknowledged.0 + 1);
        player.client.send([act(&decision, action_id, action)]).await;
        loop {
            match player.client.receive().await {
                ServerMessage::ActionAccepted(accepted) if accepted.action_id == action_id => break,
                ServerMessage::ActionRefused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        player.acknowledged = action_id;
        who
    }

    /// Returns the player on turn, with the decision.
    pub(crate) async fn turn(&mut self) -> (usize, Decision) {
        let began = Instant::now();
        loop {
            let views = self.views().await;
            let decision = |view: &TableView| view.you.as_ref()?.decision.clone();
            let mut turns = views.iter().map(decision).enumerate();
            if let Some((who, decision)) = turns.find_map(|(who, one)| Some((who, one?))) {
                return (who, decision);
            }
            assert!(began.elapsed() < Duration::from_secs(20), "nobody is to act");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Plays the hand to its end, without a raise. Returns the last board that was seen.
    pub(crate) async fn finish(&mut self, hand: u64) -> Vec<Card> {
        let mut board = Vec::new();
        while let Some(moment) = self.moment().await.filter(|moment| moment.hand == hand) {
            board = moment.board;
            self.call().await;
        }
        board
    }
}

impl Player {
    async fn view(&mut self) -> TableView {
        self.client.send([Observe { request: RequestId(0), table: TABLE }.into()]).await;
        let mut last = None;
        loop {
            match self.client.receive().await {
                ServerMessage::TableSnapshot(snapshot) => last = Some(snapshot.view),
                ServerMessage::Done(done) if done.request == RequestId(0) => break,
                ServerMessage::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        *last.expect("a view comes before the answer")
    }
}

/// Returns an action at the table.
pub(crate) fn act(
    decision: &Decision,
    action_id: ActionId,
    action: Action,
) -> cardroom_protocol::ClientMessage {
    Act { table: TABLE, turn: decision.turn, action_id, action }.into()
}

pub(crate) fn passive(decision: &Decision) -> Action {
    if decision.legal.check { Action::Check } else { Action::Call }
}
